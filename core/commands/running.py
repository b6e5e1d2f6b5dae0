"""demo, run and runs: real models from the command line, through the same queue as the pages."""

import time
from pathlib import Path
from typing import Any

import click

from core.advice.before_run import plan_run
from core.catalogue.use_cases import UseCase
from core.commands.numbers import FiniteRange
from core.commands.output import json_option, sentences, show, table, tell
from core.errors import QuestionSetError, StoreError
from core.inference.exchange import Sampling, Settings
from core.models.home import models_folder, store_path
from core.questions.banks import load_bank
from core.questions.load import load_question_set
from core.questions.question import QuestionSet
from core.runs.answer_rows import load_answers
from core.runs.candidates import candidate_from_server, candidate_from_text, same_content, with_unique_names
from core.runs.database import Database
from core.runs.evaluation import enqueue_candidates, measure_progress, refuse_faults
from core.runs.projects import load_set_name
from core.runs.queue import ensure_runner, mark_interrupted, mark_stranded
from core.runs.records import ACTIVE_STATES, ChoiceMethod, CodeSandbox, Configuration, Run, RunState
from core.runs.rehearsal import prepare_rehearsal
from core.runs.run_rows import load_run, load_runs, want_cancel
from core.runs.sequential import is_between_turns
from core.stats.sequential import StoppingRule

_POLL_S = 0.5
_STARTS_AT_MOST = 3  # of the runner without anything coming of it


@click.command()
@json_option
@sentences
def demo(as_json: bool) -> None:
    """Fetch a small model (93 MB) and make two more quantizations of it, to rehearse with."""
    told = -1

    def on_share(share: float, message: str) -> None:
        nonlocal told
        if int(10 * share) > told:
            told = int(10 * share)
            tell(f"{100 * share:3.0f} %  {message}")

    files = prepare_rehearsal(models_folder(), on_share, lambda: False)
    value = {
        "files": [
            {"path": str(f.path), "quantization": f.quantization, "bpw": round(f.bpw, 3), "made_from": f.made_from}
            for f in files
        ],
        "note": "A rehearsal: files requantized from Q4_1 cannot be better than it.",
    }
    rows = [[f.quantization, f"{f.bpw:.2f}", f.made_from or "–", str(f.path)] for f in files]
    show(value, as_json, table(rows, ["quantization", "bpw", "requantized from", "file"]) + f"\n{value['note']}")


@click.command()
@click.option("--model", "models", multiple=True, help="A GGUF file, or with --server the model's name there. Repeat.")
@click.argument("more_models", nargs=-1)
@click.option("--server", help="Address of a running server (Ollama, LM Studio, llama-server, vLLM).")
@click.option("--key-env", default="", help="Name of the environment variable that holds the server's key.")
@click.option("--concurrency", type=click.IntRange(1, 256), help="Questions at once.")
@click.option("--use-case", type=click.Choice([u.value for u in UseCase]), help="Ask this use case's questions.")
@click.option("--questions", "questions_path", type=click.Path(path_type=Path), help="Ask your own: JSONL or CSV.")
@click.option("--n", default=50, show_default=True, type=click.IntRange(1), help="How many questions.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="Which questions, in which order.")
@click.option("--sampling-seed", default=0, show_default=True, type=click.IntRange(0))
@click.option("--temperature", default=0.0, show_default=True, type=FiniteRange(0, 2))
@click.option("--n-ctx", default=4096, show_default=True, type=click.IntRange(128))
@click.option("--max-tokens", type=click.IntRange(1), help="Budget for an answer; default: each question's own.")
@click.option("--thinking/--no-thinking", default=None, help="For templates that know it.")
@click.option("--threads", type=click.IntRange(1))
@click.option("--choices-by", type=click.Choice([m.value for m in ChoiceMethod]), default=ChoiceMethod.GENERATE.value)
@click.option(
    "--run-code-in-python", is_flag=True, help="Consent to run generated code in a real Python process of yours."
)
@click.option(
    "--stop",
    type=click.Choice([StoppingRule.FIXED.value, StoppingRule.E_PROCESS.value, StoppingRule.FIVE_LOOKS.value]),
    default=StoppingRule.FIXED.value,
    show_default=True,
    help="Stop as soon as it is settled, by an e-process or at five looks; the models then take turns.",
)
@json_option
@sentences
def run(
    models: tuple[str, ...],
    more_models: tuple[str, ...],
    server: str | None,
    key_env: str,
    concurrency: int | None,
    use_case: str | None,
    questions_path: Path | None,
    n: int,
    seed: int,
    sampling_seed: int,
    temperature: float,
    n_ctx: int,
    max_tokens: int | None,
    thinking: bool | None,
    threads: int | None,
    choices_by: str,
    run_code_in_python: bool,
    stop: str,
    as_json: bool,
) -> None:
    """Ask every model the same questions, one after the other."""
    names = [*models, *more_models]
    if not names:
        raise click.UsageError("Name at least one model: --model FILE.")
    if (use_case is None) == (questions_path is None):
        raise click.UsageError("Give either --use-case or --questions.")
    question_set = _own_questions(questions_path) if questions_path else _bank(use_case)
    named = [
        candidate_from_server(server, name, key_env=key_env) if server else candidate_from_text(name) for name in names
    ]
    for sentence in same_content(named):
        tell(sentence)
    candidates = with_unique_names(named)
    configuration = Configuration(
        settings=Settings(n_ctx=n_ctx, thinking=thinking, threads=threads, n_parallel=concurrency),
        sampling=Sampling(temperature=temperature, seed=sampling_seed),
        max_tokens=max_tokens,
        choice_method=ChoiceMethod(choices_by),
        code_sandbox=CodeSandbox.CPYTHON if run_code_in_python else CodeSandbox.MONTY,
    )
    if n > len(question_set.questions):
        tell(f"The set holds {len(question_set.questions)} questions; all of them are asked.")
    if n > 1:
        plan = plan_run(min(n, len(question_set.questions)), len(question_set.questions))
        tell(" ".join(text for text in (plan.sentence, plan.warning) if text))
    with Database(store_path()) as database:
        runs = enqueue_candidates(
            database,
            candidates,
            question_set,
            configuration,
            use_case=UseCase(use_case) if use_case else None,
            draw_seed=seed,
            n=n,
            project_id=None,
            stopping_rule=StoppingRule(stop),
        )
        runs = follow(database, [r.id for r in runs])
        value = {"runs": [describe_run(database, r) for r in runs]}
    rows = [[r["run_id"], r["model"], r["state"], f"{r['right']} of {r['measured']}"] for r in value["runs"]]
    lines = [table(rows, ["run", "model", "state", "right"])]
    lines += [f"{r.candidate.name}: {r.message}" for r in runs if r.message]
    if len(runs) > 1:
        lines.append("Next: python -m core verdict " + " ".join(r.id for r in runs))
    show(value, as_json, "\n".join(lines))
    if any(r.state is not RunState.DONE for r in runs):
        raise SystemExit(1)


@click.command()
@json_option
@sentences
def runs(as_json: bool) -> None:
    """List the runs in the store, the newest first."""
    with Database(store_path()) as database:
        mark_interrupted(database)
        mark_stranded(database)
        found = load_runs(database)
        value = {"runs": [describe_run(database, r) for r in found]}
    rows = [
        [
            r["run_id"],
            one.shown_name,
            r["state"],
            f"{r['right']} of {r['measured']}",
            f"{r['questions']}",
            r["question_set"],
        ]
        for one, r in zip(found, value["runs"], strict=True)
    ]
    header = ["run", "model", "state", "right", "questions", "of the set"]
    show(value, as_json, table(rows, header) if rows else "No runs yet.")


def describe_run(database: Database, run: Run) -> dict[str, Any]:
    """A run as JSON; the keys are documented in the README."""
    progress = measure_progress(database, run)
    outcomes: dict[str, int] = {}
    for answer in load_answers(database, run.id):
        outcomes[answer.grade.outcome.value] = outcomes.get(answer.grade.outcome.value, 0) + 1
    return {
        "run_id": run.id,
        "model": run.candidate.name,
        "path": run.candidate.location,
        "state": run.state.value,
        "question_set": load_set_name(database, run.question_set_id),
        "twin_of": run.twin_of,
        "questions": progress.answered,
        "wanted": run.n,
        "measured": progress.measured,
        "right": progress.right,
        "outcomes": outcomes,
        "tokens_per_s": None if progress.tokens_per_s is None else round(progress.tokens_per_s, 1),
        "seconds_per_question": (
            None if progress.seconds_per_question is None else round(progress.seconds_per_question, 3)
        ),
        "stopping_rule": run.stopping_rule.value,
        "message": run.message,
        "events": list(run.events),
    }


def _own_questions(path: Path) -> QuestionSet:
    question_set = load_question_set(path)
    refuse_faults(question_set)
    return question_set


def _bank(use_case: str | None) -> QuestionSet:
    if use_case is None:
        raise QuestionSetError("Name a use case.")
    return load_bank(UseCase(use_case))


def follow(database: Database, run_ids: list[str]) -> list[Run]:
    """Wait for the runs with progress on stderr; Ctrl-C cancels them and keeps what is answered."""
    told: dict[str, tuple[str, int]] = {}
    ensure_runner(database)
    started_in_vain = 0
    try:
        while True:
            mark_interrupted(database)
            found = [load_run(database, run_id) for run_id in run_ids]
            for r in found:
                now = (r.state.value, r.answered)
                if told.get(r.id) != now:
                    told[r.id] = now
                    started_in_vain = 0
                    tell(f"{r.candidate.name}: {r.state.value}, {r.answered} of {r.n}")
            if not any(r.state in ACTIVE_STATES for r in found) and not is_between_turns(database, found):
                return found
            if any(r.state is RunState.WAITING for r in found) and ensure_runner(database):
                started_in_vain += 1
                if started_in_vain > _STARTS_AT_MOST:
                    log = database.path.with_name("runner.log")
                    raise StoreError(f"The program that asks the questions ends as soon as it is started: read {log}.")
            time.sleep(_POLL_S)
    except KeyboardInterrupt:
        want_cancel(database, run_ids)
        tell("Cancelled; what is answered is kept. The same command goes on where it stopped.")
        raise SystemExit(130) from None
