"""prepare: the same questions before and after a preparation, for every model."""

from pathlib import Path

import click

from core.advice.prepared_runs import Gain, PreparedResult, Standing, weigh_examples
from core.advice.wording import confidence_words
from core.catalogue.use_cases import UseCase
from core.commands.output import json_option, sentences, show, table, tell
from core.commands.running import follow
from core.inference.exchange import Settings
from core.models.home import store_path
from core.questions.banks import load_bank
from core.questions.load import load_question_set
from core.questions.question import QuestionSet
from core.runs.candidates import candidate_from_server, candidate_from_text, with_unique_names
from core.runs.database import Database
from core.runs.evaluation import refuse_faults
from core.runs.prepared_by_examples import (
    USUAL_EXAMPLES,
    ExamplesPlan,
    enqueue_prepared,
    find_prepared_runs,
    plan_examples,
)
from core.runs.records import Configuration, RunState


@click.command()
@click.option("--model", "models", multiple=True, help="A GGUF file, or with --server the model's name there. Repeat.")
@click.argument("more_models", nargs=-1)
@click.option("--server", help="Address of a running server (Ollama, LM Studio, llama-server, vLLM).")
@click.option("--key-env", default="", help="Name of the environment variable that holds the server's key.")
@click.option(
    "--questions", "questions_path", type=click.Path(path_type=Path), help="Your own questions: JSONL or CSV."
)
@click.option("--use-case", type=click.Choice([u.value for u in UseCase]), help="Or this use case's questions.")
@click.option("--by", type=click.Choice(["examples"]), required=True, help="How the models are prepared.")
@click.option("--examples", default=USUAL_EXAMPLES, show_default=True, type=click.IntRange(1), help="How many to show.")
@click.option("--same-form", is_flag=True, help="Allow test questions that differ from an example in numbers only.")
@click.option("--n", default=50, show_default=True, type=click.IntRange(2), help="How many test questions.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="Which questions teach and test.")
@click.option("--n-ctx", default=4096, show_default=True, type=click.IntRange(128))
@click.option("--max-tokens", type=click.IntRange(1), help="Budget for an answer; default: each question's own.")
@click.option("--thinking/--no-thinking", default=None, help="For templates that know it.")
@click.option("--threads", type=click.IntRange(1))
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
    examples: int,
    same_form: bool,
    n: int,
    seed: int,
    n_ctx: int,
    max_tokens: int | None,
    thinking: bool | None,
    threads: int | None,
    as_json: bool,
) -> None:
    """Ask every model the same questions as it is and prepared; show what it gained and who leads before and after."""
    names = [*models, *more_models]
    if not names:
        raise click.UsageError("Name at least one model: --model FILE.")
    plan = plan_examples(_questions(questions_path, use_case), examples, draw_seed=seed, same_form=same_form)
    _tell_plan(plan, n, n_ctx)
    candidates = with_unique_names(
        [
            candidate_from_server(server, name, key_env=key_env) if server else candidate_from_text(name)
            for name in names
        ]
    )
    configuration = Configuration(Settings(n_ctx=n_ctx, thinking=thinking, threads=threads), max_tokens=max_tokens)
    with Database(store_path()) as database:
        queued = enqueue_prepared(
            database,
            candidates,
            plan,
            configuration,
            use_case=UseCase(use_case) if use_case else None,
            n=n,
            project_id=None,
        )
        runs = follow(database, [run.id for two in queued for run in two.runs])
        for run in runs:
            if run.message:
                tell(f"{run.candidate.name}: {run.message}")
        found = find_prepared_runs(database, candidates, plan, configuration)
        result = weigh_examples(database, found, plan.examples)
    value = {
        **result.to_dict(),
        "by": by,
        "example_ids": [question.id for question in plan.split.training],
        "left_out": list(plan.split.left_out),
        "same_form": plan.split.same_form,
    }
    show(value, as_json, "\n".join(_lines(result)))
    if any(run.state is not RunState.DONE for run in runs):
        raise SystemExit(1)


def _questions(questions_path: Path | None, use_case: str | None) -> QuestionSet:
    if questions_path is not None and use_case is None:
        question_set = load_question_set(questions_path)
        refuse_faults(question_set)
        return question_set
    if questions_path is None and use_case is not None:
        return load_bank(UseCase(use_case))
    raise click.UsageError("Give either --questions or --use-case.")


def _tell_plan(plan: ExamplesPlan, n: int, n_ctx: int) -> None:
    tested = min(n, len(plan.split.test))
    tell(f"{plan.examples} questions are shown as examples, {tested} of the other {len(plan.split.test)} are asked.")
    if plan.split.left_out:
        tell(f"{len(plan.split.left_out)} questions are left out: they are too close to an example.")
    too_long = plan.count_too_long(n_ctx)
    if too_long:
        tell(f"{too_long} questions may not fit into {n_ctx} tokens with the examples: raise --n-ctx, or show fewer.")


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
