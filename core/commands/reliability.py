"""mdad and subset: how far a small test can be trusted, and which questions to ask again."""

from pathlib import Path

import click

from core.advice.outside.reliability import (
    LABELS,
    MethodReliability,
    choose_reusable,
    describe,
    mdad_words,
    measure_reliability,
    stand_ins,
    tau_words,
    to_matrix,
)
from core.advice.outside.results import load_outside_results
from core.commands.output import json_option, sentences, show, table, tell
from core.stats.result_matrix import ResultMatrix
from core.stats.subsets.methods import Method

_USUAL_NS = (10, 25, 50, 100, 250)
_methods = click.Choice([m.value for m in Method])
_seed = click.option("--seed", default=0, show_default=True, type=click.IntRange(0))


@click.command()
@click.argument("results", nargs=-1, required=True)
@click.option("--n", "ns", multiple=True, type=click.IntRange(2), help="How many questions; several may follow.")
@click.option("--method", "methods", multiple=True, type=_methods, help="How they are chosen; several may follow.")
@click.option("--sources", type=click.IntRange(2), help="From how many other models a method learns; default: all.")
@click.option("--unseen", is_flag=True, help="Hold the chosen questions against a half they were not chosen from.")
@click.option("--per-subtask", is_flag=True, help="Choose within each subtask by itself.")
@_seed
@json_option
@sentences
def mdad(
    results: tuple[str, ...],
    ns: tuple[int, ...],
    methods: tuple[str, ...],
    sources: int | None,
    unseen: bool,
    per_subtask: bool,
    seed: int,
    as_json: bool,
) -> None:
    """How large a gap n questions can rank, from results of many models (CSV, samples_*.jsonl, inspect JSON).

    Numbers and names of methods may follow their option: --n 10 25 50.
    """
    paths, more_ns, more_methods = _sorted_out(results)
    matrix, notes = _load(paths)
    asked = [*ns, *more_ns] or [n for n in _USUAL_NS if n < matrix.n_questions // (2 if unseen else 1)]
    chosen = [Method(name) for name in dict.fromkeys([*methods, *more_methods])] or [Method.UNIFORM]
    found = measure_reliability(
        matrix,
        sorted(set(asked)),
        chosen,
        unseen=unseen,
        per_subtask=per_subtask,
        sources=sources,
        seed=seed,
        on_share=_progress,
    )
    notes = [*notes, *stand_ins(matrix, chosen, per_subtask=per_subtask)]
    value = {
        "models": matrix.n_models,
        "questions": matrix.n_questions,
        "seed": seed,
        "held_against": "unseen half" if unseen else "whole bank",
        "notes": notes,
        "results": [{"method": f.method.value, "sources": f.sources, **describe(f.reliability)} for f in found],
    }
    rows = [_row(f) for f in found]
    header = ["method", "n", "MDAD", "95 % interval", "paper's rule", "mean error", "tau", "closest pairs right"]
    text = [f"{matrix.n_models} models, {matrix.n_questions} questions.", *notes, table(rows, header)]
    text += [mdad_words(found[-1].reliability), tau_words(found[-1].reliability) or ""]
    show(value, as_json, "\n".join(line for line in text if line))


@click.command()
@click.argument("results", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--n", required=True, type=click.IntRange(2), help="How many questions.")
@click.option("--method", default=Method.UNIFORM.value, show_default=True, type=_methods)
@_seed
@json_option
@sentences
def subset(results: tuple[Path, ...], n: int, method: str, seed: int, as_json: bool) -> None:
    """Choose n questions to use again, with the gap they can be expected to rank on a new model."""
    matrix, notes = _load(list(results))
    found = choose_reusable(matrix, n, Method(method), seed=seed, on_share=_progress)
    notes = [*notes, *stand_ins(matrix, [found.method])]
    value = {
        "seed": seed,
        "models": matrix.n_models,
        "questions_in_all": matrix.n_questions,
        "notes": notes,
        **found.to_dict(),
    }
    lines = [*notes, f"{LABELS[found.method]}: {mdad_words(found.expected)}"]
    if found.method is not Method.UNIFORM:
        lines.append(f"As many random questions: {mdad_words(found.of_random)}")
    rows = [[question[:60], f"{weight:.4f}"] for question, weight in zip(found.questions, found.weights, strict=True)]
    show(value, as_json, "\n".join([*lines, "", table(rows, ["question", "weight"])]))


def _sorted_out(arguments: tuple[str, ...]) -> tuple[list[Path], list[int], list[str]]:
    """Files, and the numbers and methods that followed the first of their option."""
    numbers = [int(a) for a in arguments if a.isdecimal() and len(a) < 10]
    names = {m.value for m in Method}
    methods = [a for a in arguments if a in names]
    paths = [Path(a) for a in arguments if not (a.isdecimal() and len(a) < 10) and a not in names]
    if not paths:
        raise click.UsageError("Name at least one file of results.")
    if any(n < 2 for n in numbers):
        raise click.UsageError("A test needs at least 2 questions.")
    return paths, numbers, methods


def _load(paths: list[Path]) -> tuple[ResultMatrix, list[str]]:
    results = load_outside_results(paths)
    matrix = to_matrix(results)
    return matrix, [*results.notes, *matrix.notes]


def _progress(share: float) -> None:
    if share in (1.0,) or round(100 * share) % 20 == 0:
        tell(f"{100 * share:3.0f} %")


def _row(found: MethodReliability) -> list[str]:
    r = found.reliability
    interval = " – ".join("?" if end is None else f"{100 * end:.1f}" for end in (r.estimate.low, r.estimate.high))
    close = next((b.agreement for b in r.bands if b.agreement is not None), None)
    return [
        LABELS[found.method],
        str(r.n),
        _points(r.estimate.mdad),
        interval,
        _points(r.published_mdad),
        f"{100 * r.mean_error:.1f}",
        f"{r.tau:.2f}",
        "–" if close is None else f"{100 * close:.0f} %",
    ]


def _points(value: float | None) -> str:
    return "not reached" if value is None else f"{100 * value:.1f}"
