"""ladder: is the small file good enough on questions, from the command line."""

from math import isnan
from pathlib import Path

import click

from core.advice.file_contents import describe_contents
from core.advice.ladder.ladder import Ladder, cache_ladder, ladder_of, size_ladder
from core.advice.ladder.plan import USUAL_N, plan_ladder, plan_table
from core.advice.ladder.reference import find_reference_offers
from core.advice.ladder.result import LadderResult, RungResult
from core.advice.ladder.slices import slice_by_use_case
from core.advice.ladder.verdict_sentences import sure_words
from core.advice.ladder.weighing import weigh_ladder
from core.advice.wording import size_words
from core.catalogue.use_cases import UseCase
from core.commands.asked_questions import load_asked
from core.commands.diverging import load_reference
from core.commands.numbers import FiniteRange
from core.commands.output import json_option, sentences, show, table, tell
from core.commands.running import follow
from core.errors import NotEnoughData
from core.inference.exchange import Settings
from core.models.home import store_path
from core.models.model_file import load_model_file
from core.runs.database import Database
from core.runs.records import ChoiceMethod, Configuration, RunState
from core.runs.rungs import enqueue_rungs, find_rung_runs


@click.command()
@click.argument("paths", metavar="FILE…", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--use-case", type=click.Choice([u.value for u in UseCase]), help="Ask this use case's questions.")
@click.option("--questions", "questions_path", type=click.Path(path_type=Path), help="Or your own: JSONL or CSV.")
@click.option("--n", default=USUAL_N, show_default=True, type=click.IntRange(2), help="How many questions.")
@click.option("--tolerance", default=3.0, show_default=True, type=FiniteRange(0.1, 50), help="Points that may be lost.")
@click.option("--reference", type=click.Path(path_type=Path), help="Another reference than the least compressed file.")
@click.option("--cache", is_flag=True, help="One FILE: KV caches of several types instead of several files.")
@click.option("--sizes", is_flag=True, help="Two FILEs of different models: larger or smaller.")
@click.option("--plan", "plan_only", is_flag=True, help="Only say what so many questions can show; ask nothing.")
@click.option("--look-up", is_flag=True, help="Only one FILE: ask the Hugging Face Hub for a reference.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="Which questions, in which order.")
@click.option("--n-ctx", default=4096, show_default=True, type=click.IntRange(128))
@click.option("--max-tokens", type=click.IntRange(1), help="Budget for an answer; default: each question's own.")
@click.option("--thinking/--no-thinking", default=None, help="For templates that know it.")
@click.option("--threads", type=click.IntRange(1))
@click.option("--choices-by", type=click.Choice([m.value for m in ChoiceMethod]), default=ChoiceMethod.GENERATE.value)
@json_option
@sentences
def ladder(
    paths: tuple[Path, ...],
    use_case: str | None,
    questions_path: Path | None,
    n: int,
    tolerance: float,
    reference: Path | None,
    cache: bool,
    sizes: bool,
    plan_only: bool,
    look_up: bool,
    seed: int,
    n_ctx: int,
    max_tokens: int | None,
    thinking: bool | None,
    threads: int | None,
    choices_by: str,
    as_json: bool,
) -> None:
    """Ask every quantization of a model the same questions: which is the smallest that is good enough?"""
    if isnan(tolerance):  # it passes click's own check
        raise click.UsageError("--tolerance is a number of points between 0.1 and 50.")
    found = _ladder(paths, reference, cache=cache, sizes=sizes)
    if not found.measurable:
        _say_not_measurable(found, look_up, as_json)
        return
    question_set = load_asked(questions_path, use_case)
    n = min(n, len(question_set.questions))
    margin = tolerance / 100
    plan = plan_ladder(n, margin, bank_size=len(question_set.questions))
    if plan_only:
        rows = [list(row.values())[:-1] for row in plan_table(plan)]
        header = list(plan_table(plan)[0])[:-1]
        show({"model": found.title, **plan.to_dict()}, as_json, f"{plan.sentence}\n\n{table(rows, header)}")
        return
    tell(plan.sentence)
    for step in found.steps:
        tell(f"{step.name}{' (reference)' if step.name == found.reference else ''}: {step.holds}")
    configuration = Configuration(
        Settings(n_ctx=n_ctx, thinking=thinking, threads=threads),
        max_tokens=max_tokens,
        choice_method=ChoiceMethod(choices_by),
    )
    with Database(store_path()) as database:
        queued = enqueue_rungs(
            database,
            [step.rung for step in found.steps],
            question_set,
            configuration,
            use_case=UseCase(use_case) if use_case else None,
            draw_seed=seed,
            n=n,
            project_id=None,
        )
        ended = follow(database, [run.id for run in queued.values()])
        runs = find_rung_runs(database, [s.rung for s in found.steps], question_set, configuration, seed)
        result = weigh_ladder(database, found, runs, settings=configuration.settings, margin=margin)
        by_use_case = slice_by_use_case(database, found, configuration, seed, margin)
    value = {
        **result.to_dict(),
        "plan": plan.to_dict(),
        "use_cases": {name: [entry.to_dict() for entry in slices] for name, slices in by_use_case.items()},
    }
    show(value, as_json, "\n".join(_lines(result)))
    if any(run.state is not RunState.DONE for run in ended):
        raise SystemExit(1)


def _ladder(paths: tuple[Path, ...], reference: Path | None, *, cache: bool, sizes: bool) -> Ladder:
    files = [load_model_file(path.expanduser().absolute()) for path in paths]
    if cache and sizes:
        raise click.UsageError("Give --cache or --sizes, not both.")
    if cache:
        if len(files) != 1 or reference is not None:
            raise click.UsageError("--cache compares the KV caches of one FILE, and f16 is its reference.")
        return cache_ladder(files[0])
    if sizes:
        if len(files) != 2 or reference is not None:
            raise click.UsageError("--sizes compares two FILEs; the larger model is the reference.")
        return size_ladder(*files)
    if reference is None:
        return ladder_of(files)
    chosen = load_reference(reference)
    found = ladder_of([*files, chosen])
    return found.against(next(s.name for s in found.steps if s.file.fingerprint == chosen.fingerprint))


def _say_not_measurable(found: Ladder, look_up: bool, as_json: bool) -> None:
    """One file alone: what is missing, and on request what could be fetched. Exit code 1."""
    file = found.reference_step.file
    sentence = (
        f"Not measurable: {found.reference} is the only file of {found.title} named ({describe_contents(file)}). "
        "Name a less compressed one too, make a smaller one with `quantize`, or look for one with --look-up."
    )
    if not look_up:
        raise NotEnoughData(sentence)
    offers = find_reference_offers(found)
    rows = [[o.file.repo_id, o.name, size_words(o.file.size_bytes), "fits" if o.fits else "too big"] for o in offers]
    text = f"{sentence}\n\n{table(rows, ['repository', 'file', 'size', ''])}"
    show({"model": found.title, "verdict": "not measurable", "offers": [o.to_dict() for o in offers]}, as_json, text)
    raise SystemExit(1)


def _lines(result: LadderResult) -> list[str]:
    rows = [_row(rung) for rung in result.rungs]
    header = [
        "rung",
        "stands",
        "not worse",
        "lost",
        "gained",
        "score (95 %)",
        "n",
        "bpw",
        "size",
        "tokens/s",
    ]
    lines = [result.verdict.advice, "", table(rows, header), "", *result.verdict.left_out, *result.verdict.notes]
    lines += result.ladder.notes
    for rung in result.tested:
        lines += [
            f"{rung.name}, {level.name}: lost {level.lost}, gained {level.gained} of {level.n}" for level in rung.levels
        ]
    expected = [
        f"{rung.name}: {rung.expected.sentence.removeprefix(f'{rung.name}: ')}"
        for rung in result.tested
        if rung.expected
    ]
    if expected or result.rules:
        lines += [
            "",
            "Apart from this measurement, what is published:",
            *expected,
            *(rule.text for rule in result.rules),
        ]
    return lines


def _row(rung: RungResult) -> list[str]:
    score, judged, speed = rung.score, rung.judged, rung.cost.speeds.decode_per_s
    shown = "–" if score is None else f"{100 * score.value:.0f} % ({100 * score.low:.0f}–{100 * score.high:.0f})"
    return [
        rung.name,
        str(rung.stands),
        sure_words(judged) or "–",
        "–" if judged is None else str(judged.lost),
        "–" if judged is None else str(judged.gained),
        shown,
        str(score.n) if score else "0",
        f"{rung.cost.bpw:.2f}",
        size_words(rung.cost.size_bytes),
        "–" if speed is None else f"{speed:.1f}",
    ]
