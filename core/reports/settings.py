"""The settings and the environment of a run, as rows of text: the same on the page and in the reports."""

from datetime import UTC, datetime

from core.runs.records import Run


def describe_settings(run: Run) -> dict[str, str]:
    """What a person needs to run it again; settings as they were really used."""
    used = run.used_settings or run.configuration.settings
    sampling, configuration = run.configuration.sampling, run.configuration
    rows = {
        "run": run.id,
        "begun": datetime.fromtimestamp(run.created_at, UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "file": run.candidate.location,
        "fingerprint": run.candidate.fingerprint or "unknown to a server",
        "stopping rule": str(run.stopping_rule),
        "draw seed": str(run.draw_seed),
        "sampling seed": str(sampling.seed),
        "temperature": f"{sampling.temperature:g}" + (" (greedy)" if sampling.temperature == 0 else ""),
        "prompt mode": str(configuration.mode),
        "choice questions by": str(configuration.choice_method),
        "max_tokens": str(configuration.max_tokens or "each question's own"),
        "thinking": {None: "as the template has it", True: "on", False: "off"}[used.thinking],
        "template": "given instead of the file's own" if used.template else "the file's own",
        "code sandbox": str(configuration.code_sandbox),
    }
    for name in ("n_ctx", "n_batch", "n_parallel", "threads", "n_gpu_layers", "flash_attn", "type_k", "type_v"):
        rows[name] = _shown(getattr(used, name))
    rows["use_extra_bufts"] = _shown(used.use_extra_bufts)
    return rows | dict(run.environment)


def _shown(value: object) -> str:
    return "chosen by the engine" if value is None else str(value)
