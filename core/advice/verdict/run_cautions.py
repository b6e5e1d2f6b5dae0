"""Differences between runs that are not the model: each may be part of the gap."""

from collections.abc import Callable, Sequence

from core.runs.records import Run

_Rule = Callable[[Run, Run], str | None]  # (run, the first run) -> what to say after the name


def find_cautions(runs: Sequence[Run], names: Sequence[str]) -> list[str]:
    """One sentence for each difference, every run against the first."""
    return [
        f"{name} {said}"
        for run, name in zip(runs, names, strict=True)
        for rule in _RULES
        if (said := rule(run, runs[0])) is not None
    ]


def _unfinished(run: Run, _: Run) -> str | None:
    if run.answered >= run.n:
        return None
    return f"answered {run.answered} of {run.n} questions: resume it on the page Evaluate."


def _sampling(run: Run, first: Run) -> str | None:
    if run.configuration.sampling == first.configuration.sampling:
        return None
    return "was sampled with other settings than the first."


def _budget(run: Run, first: Run) -> str | None:
    if run.configuration.max_tokens == first.configuration.max_tokens:
        return None
    return "had another budget of tokens for its answers (max_tokens)."


def _choices(run: Run, first: Run) -> str | None:
    if run.configuration.choice_method == first.configuration.choice_method:
        return None
    return "was asked its choice questions in another way."


def _thinking(run: Run, first: Run) -> str | None:
    if run.configuration.settings.thinking == first.configuration.settings.thinking:
        return None
    return "was asked with another setting of thinking."


def _context(run: Run, first: Run) -> str | None:
    if run.configuration.settings.n_ctx == first.configuration.settings.n_ctx:
        return None
    return "had another n_ctx."


def _sandbox(run: Run, first: Run) -> str | None:
    if run.configuration.code_sandbox == first.configuration.code_sandbox:
        return None
    return "had its code run in another sandbox."


def _questions(run: Run, first: Run) -> str | None:
    if run.question_set_id == first.question_set_id:
        return None
    return "was graded with another version of the question set, or asked another one: only shared questions count."


def _safer(run: Run, _: Run) -> str | None:
    used = run.used_settings
    if used is None or used.use_extra_bufts or not run.configuration.settings.use_extra_bufts:
        return None
    return "ran in a safer configuration after its first process ended."


_RULES: tuple[_Rule, ...] = (
    _unfinished,
    _sampling,
    _budget,
    _choices,
    _thinking,
    _context,
    _sandbox,
    _questions,
    _safer,
)
