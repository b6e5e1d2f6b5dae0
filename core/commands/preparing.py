"""prepare: the same questions before and after a preparation, for every model."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from core.advice.preparation.prepared_runs import TRAINING, Gain, PreparedResult, Standing, by_examples, weigh_prepared
from core.advice.preparation.training import LOSS_COUNTS_QUESTIONS, tell_training
from core.advice.wording import confidence_words, duration_words
from core.catalogue.use_cases import UseCase
from core.commands.asked_questions import load_asked
from core.commands.numbers import FiniteRange
from core.commands.output import json_option, sentences, show, table, tell
from core.commands.running import follow
from core.commands.waiting import follow_job
from core.inference.exchange import Settings
from core.inference.training_recipe import Recipe
from core.models.home import store_path
from core.runs.candidates import candidate_from_server, candidate_from_text, same_content, with_unique_names
from core.runs.database import Database
from core.runs.prepared_by_examples import (
    USUAL_EXAMPLES,
    ExamplesPlan,
    enqueue_prepared,
    find_prepared_runs,
    plan_examples,
)
from core.runs.prepared_by_training import find_trained_runs, find_trainings, start_training
from core.runs.records import Candidate, Configuration, Run, RunState
from core.runs.trained_files import delete_trained_file
from core.runs.training_estimates import TrainingEstimate, estimate_training, refuse_hopeless
from core.runs.training_plan import TrainingPlan, plan_training, usual_training_n
from core.runs.two_ways import TwoRuns

_USUAL = Recipe()


@dataclass(frozen=True)
class _Asked:
    """What is common to both ways."""

    candidates: Sequence[Candidate]
    configuration: Configuration
    use_case: UseCase | None
    n: int


@dataclass(frozen=True)
class _Found:
    result: PreparedResult
    more: dict[str, Any]  # keys of this way alone
    ended: Sequence[Run]
    lines: list[str] = field(default_factory=list)
    failed: bool = False


@click.command()
@click.option("--model", "models", multiple=True, help="A GGUF file, or with --server the model's name there. Repeat.")
@click.argument("more_models", nargs=-1)
@click.option("--server", help="Address of a running server (Ollama, LM Studio, llama-server, vLLM).")
@click.option("--key-env", default="", help="Name of the environment variable that holds the server's key.")
@click.option(
    "--questions", "questions_path", type=click.Path(path_type=Path), help="Your own questions: JSONL or CSV."
)
@click.option("--use-case", type=click.Choice([u.value for u in UseCase]), help="Or this use case's questions.")
@click.option("--by", type=click.Choice(["examples", "training"]), required=True, help="How the models are prepared.")
@click.option(
    "--examples",
    type=click.IntRange(1),
    help=f"How many questions teach; default: {USUAL_EXAMPLES} are shown, 60 or half of a smaller set trained on.",
)
@click.option("--same-form", is_flag=True, help="Allow test questions that differ from an example in numbers only.")
@click.option("--n", default=50, show_default=True, type=click.IntRange(2), help="How many test questions.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="Which questions teach and test.")
@click.option("--n-ctx", default=4096, show_default=True, type=click.IntRange(128))
@click.option("--max-tokens", type=click.IntRange(1), help="Budget for an answer; default: each question's own.")
@click.option("--thinking/--no-thinking", default=None, help="For templates that know it.")
@click.option("--threads", type=click.IntRange(1))
@click.option("--epochs", default=_USUAL.epochs, show_default=True, type=click.IntRange(1), help="Of the training.")
@click.option(
    "--learning-rate",
    "learning_rates",
    multiple=True,
    type=FiniteRange(1e-8, 1.0),
    default=_USUAL.learning_rates,
    show_default=True,
    help="Of the training. Repeat for a grid; the best is chosen on a validation split.",
)
@click.option("--estimate", is_flag=True, help="Of the training: only say what memory, disk and time it needs.")
@click.option("--keep", is_flag=True, help="Keep the trained files; otherwise they are deleted after the test.")
@json_option
@sentences
def prepare(
    models: tuple[str, ...],
    more_models: tuple[str, ...],
    server: str | None,
    key_env: str,
    questions_path: Path | None,
    use_case: str | None,
    by: str,
    examples: int | None,
    same_form: bool,
    n: int,
    seed: int,
    n_ctx: int,
    max_tokens: int | None,
    thinking: bool | None,
    threads: int | None,
    epochs: int,
    learning_rates: tuple[float, ...],
    estimate: bool,
    keep: bool,
    as_json: bool,
) -> None:
    """Ask every model the same questions as it is and prepared; show what it gained and who leads before and after."""
    names = [*models, *more_models]
    if not names:
        raise click.UsageError("Name at least one model: --model FILE.")
    if estimate and by != "training":
        raise click.UsageError("--estimate goes with --by training: examples need no more than a run does.")
    question_set = load_asked(questions_path, use_case)
    configuration = Configuration(Settings(n_ctx=n_ctx, thinking=thinking, threads=threads), max_tokens=max_tokens)
    if by == "examples":
        plan = plan_examples(question_set, examples or USUAL_EXAMPLES, draw_seed=seed, same_form=same_form)
        _tell_plan(plan, n, n_ctx)
    else:
        training = plan_training(
            question_set,
            examples or usual_training_n(question_set),
            draw_seed=seed,
            configuration=configuration,
            recipe=Recipe(epochs=epochs, learning_rates=learning_rates),
            same_form=same_form,
        )
        _tell_split(len(training.split.training), len(training.split.test), len(training.split.left_out), n)
    named = [
        candidate_from_server(server, name, key_env=key_env) if server else candidate_from_text(name) for name in names
    ]
    for sentence in same_content(named):
        tell(sentence)
    candidates = with_unique_names(named)
    asked = _Asked(candidates, configuration, UseCase(use_case) if use_case else None, n)
    if by == "training" and estimate:
        found_needs = estimate_training(training, candidates)
        show([e.to_dict() for e in found_needs], as_json, "\n".join(_say(e) for e in found_needs))
        return
    with Database(store_path()) as database:
        found = (
            _by_examples(database, plan, asked) if by == "examples" else _by_training(database, training, asked, keep)
        )
    split = plan.split if by == "examples" else training.split
    value = {
        **found.result.to_dict(),
        "by": by,
        "examples": len(split.training),
        "example_ids": [question.id for question in split.training],
        "left_out": list(split.left_out),
        "same_form": split.same_form,
        **found.more,
    }
    show(value, as_json, "\n".join([*_lines(found.result), *found.lines]))
    if found.failed or any(run.state is not RunState.DONE for run in found.ended):
        raise SystemExit(1)


def _by_examples(database: Database, plan: ExamplesPlan, asked: _Asked) -> _Found:
    queued = enqueue_prepared(
        database,
        asked.candidates,
        plan,
        asked.configuration,
        use_case=asked.use_case,
        n=asked.n,
        project_id=None,
    )
    ended = _follow(database, queued)
    found = find_prepared_runs(database, asked.candidates, plan, asked.configuration)
    return _Found(weigh_prepared(database, found, by_examples(plan.examples)), {}, ended)


def _by_training(database: Database, plan: TrainingPlan, asked: _Asked, keep: bool) -> _Found:
    estimates = estimate_training(plan, asked.candidates)
    for estimate in estimates:
        tell(_say(estimate))
    refuse_hopeless(estimates)
    job = start_training(database, asked.candidates, plan, use_case=asked.use_case, n=asked.n, project_id=None)
    follow_job(database, job.id)
    ended = _follow(database, find_trained_runs(database, asked.candidates, plan))
    known = find_trainings(database, asked.candidates, plan)
    names = {candidate.key: candidate.name for candidate in asked.candidates}
    accounts = {names[key]: tell_training(record) for key, record in known.done.items()}
    result = weigh_prepared(database, find_trained_runs(database, asked.candidates, plan), TRAINING)
    if not keep:
        for record in known.done.values():
            delete_trained_file(record)
    failed = {names[key]: why for key, why in known.failed.items()}
    more = {"trainings": {name: account.to_dict() for name, account in accounts.items()}, "not_trained": failed}
    lines = ["", *(account.sentence for account in accounts.values())]
    lines += [caution for account in accounts.values() for caution in account.cautions]
    lines += [f"{name}: {why}" for name, why in failed.items()]
    lines += [LOSS_COUNTS_QUESTIONS]
    lines += [f"Kept: {record.became.location}" for record in known.done.values() if record.file_is_kept]
    return _Found(result, more, ended, lines, failed=bool(failed))


def _follow(database: Database, queued: Sequence[TwoRuns]) -> list[Run]:
    ended = follow(database, [run.id for two in queued for run in two.runs])
    for run in ended:
        if run.message:
            tell(f"{run.candidate.name}: {run.message}")
    return ended


def _say(estimate: TrainingEstimate) -> str:
    if estimate.needs is None or estimate.why_not:
        return estimate.why_not
    return (
        f"{estimate.name} needs {estimate.needs.sentence}; training takes {duration_words(estimate.needs.duration_s)}."
    )


def _tell_plan(plan: ExamplesPlan, n: int, n_ctx: int) -> None:
    tested = min(n, len(plan.split.test))
    tell(f"{plan.examples} questions are shown as examples, {tested} of the other {len(plan.split.test)} are asked.")
    if plan.split.left_out:
        tell(f"{len(plan.split.left_out)} questions are left out: they are too close to an example.")
    too_long = plan.count_too_long(n_ctx)
    if too_long:
        tell(f"{too_long} questions may not fit into {n_ctx} tokens with the examples: raise --n-ctx, or show fewer.")


def _tell_split(training_n: int, test_n: int, left_out: int, n: int) -> None:
    tell(f"{training_n} questions are trained on, {min(n, test_n)} of the other {test_n} are asked.")
    if left_out:
        tell(f"{left_out} questions are left out: they are too close to a training question.")


def _lines(result: PreparedResult) -> list[str]:
    ranks = {standing.name: standing for standing in result.standings}
    rows = [_row(gain, ranks.get(gain.name)) for gain in result.gains]
    header = ["candidate", "direct", "prepared", "gain (95 %)", "confidence", "rank before", "rank after"]
    lines = [result.headline, "", table(rows, header), "", *result.cautions]
    lines += [f"{gain.name}: {gain.verdict.advice}" for gain in result.gains]
    if result.before is not None and result.after is not None:
        lines += ["", f"Direct: {result.before.advice}", f"Prepared: {result.after.advice}"]
    return lines


def _row(gain: Gain, standing: Standing | None) -> list[str]:
    verdict = gain.verdict
    gained = f"{100 * verdict.gap:+.0f} ({100 * verdict.gap_low:+.0f} to {100 * verdict.gap_high:+.0f}) points"
    return [
        gain.name,
        *("–" if score is None else f"{100 * score.value:.0f} %" for score in (gain.direct, gain.prepared)),
        gained,
        confidence_words(verdict.confidence),
        *(["–", "–"] if standing is None else [_rank(standing.before), _rank(standing.after)]),
    ]


def _rank(ends: tuple[int, int]) -> str:
    return f"{ends[0]}" if ends[0] == ends[1] else f"{ends[0]}-{ends[1]}"
