"""verdict, confidence and compare: what runs, counts or other people's results say about models."""

from pathlib import Path
from typing import Any

import click

from core.advice.comparison import Candidate, PairVerdict
from core.advice.evidence import CountEvidence, GradedEvidence
from core.advice.outside.results import OutsideResults, load_outside_results
from core.advice.verdict.decision import decide
from core.advice.verdict.good_enough import MARGIN
from core.advice.verdict.key_figures import find_key_figures
from core.advice.verdict.many import compare_many
from core.advice.verdict.published import compare_published
from core.advice.verdict.ranking import ManyVerdict
from core.advice.verdict.verdict import compare_counts
from core.advice.wording import chance_words, confidence_words, p_value_words, points, signed_gap, signed_interval
from core.commands.numbers import FiniteRange
from core.commands.output import json_option, sentences, show, table
from core.errors import NotEnoughData, SurefitError
from core.models.home import store_path
from core.reports.html import to_html
from core.reports.json_report import to_json
from core.reports.markdown import to_markdown
from core.runs.database import Database
from core.runs.projects import load_cards_of_runs
from core.stats.finite_bank import p_practically_tied
from core.stats.graded import p_practically_tied_graded
from core.stats.not_worse import guarded_confidence
from core.stats.sequential import StoppingRule

_rule_option = click.option(
    "--rule",
    type=click.Choice([rule.value for rule in StoppingRule]),
    default=StoppingRule.FIXED.value,
    show_default=True,
    help="What decided when to stop asking.",
)
_POINTS = FiniteRange(0, 100, min_open=True, max_open=True)
_COUNT = click.IntRange(0, 1_000_000_000)
_bank_option = click.option(
    "--bank", type=click.IntRange(2, 1_000_000_000), help="How many questions the whole set holds."
)
_tolerance_option = click.option(
    "--tolerance",
    type=_POINTS,
    help="Points that may be lost: also say how sure it is that each is not worse than the other by more.",
)


@click.command()
@click.argument("run_ids", nargs=-1, required=True)
@click.option(
    "--tolerance",
    type=_POINTS,
    default=100 * MARGIN,
    show_default=True,
    help="Points that a smaller file of the same model may lose and still be good enough.",
)
@click.option("--html", "html_path", type=click.Path(path_type=Path), help="Also write the report as HTML.")
@click.option("--markdown", "markdown_path", type=click.Path(path_type=Path), help="Also write it as Markdown.")
@json_option
@sentences
def verdict(
    run_ids: tuple[str, ...], tolerance: float, html_path: Path | None, markdown_path: Path | None, as_json: bool
) -> None:
    """Compare two or more runs: who is better, by how much, and how sure that is."""
    with Database(store_path()) as database:
        decision = decide(database, run_ids, margin=tolerance / 100)
        cards = load_cards_of_runs(database, run_ids)
    readings = [(card.name, card.read()) for card in cards]
    published = compare_published(decision, readings)
    for path, render in ((html_path, to_html), (markdown_path, to_markdown)):
        if path is not None:
            _write(path, render(decision, published))
    lines = [decision.advice, "", *(f"{f.label}: {f.value}" for f in find_key_figures(decision)), ""]
    lines += [*filter(None, [decision.ended]), *decision.cautions]
    if decision.many is not None:
        lines += ["", *_ranking(decision.many), *filter(None, [decision.many.track_record])]
    for pair in decision.pairs:
        lines += ["", *([f"{pair.a.name} against {pair.b.name}: {pair.advice}"] if decision.many else []), *_said(pair)]
    lines += [floor.sentence for floor in decision.noise]
    if published is not None:
        said = [f"{row.benchmark} ({row.source}): {row.beside_yours}" for row in published.rows if row.beside_yours]
        lines += ["", *published.suspicions, *published.remarks, *said]
    show(to_json(decision, published), as_json, "\n".join(lines))


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SurefitError(f"{path} cannot be written ({error.strerror}): choose another place for it.") from error


@click.command()
@click.option("--a-only", type=_COUNT, required=True, help="Questions that only A got right.")
@click.option("--b-only", type=_COUNT, required=True, help="Questions that only B got right.")
@click.option("--n", type=_COUNT, required=True, help="Questions asked of both.")
@_bank_option
@_tolerance_option
@_rule_option
@json_option
@sentences
def confidence(
    a_only: int, b_only: int, n: int, bank: int | None, tolerance: float | None, rule: str, as_json: bool
) -> None:
    """Every number of a verdict from the counts alone."""
    if a_only + b_only > n:
        raise click.UsageError(f"{a_only} and {b_only} questions do not fit into {n}: --n counts all that were asked.")
    _check_bank(bank, n)
    if n < 2:
        raise NotEnoughData(f"{n} question{'' if n == 1 else 's'} cannot be compared: ask at least two of both.")
    a, b = Candidate("A"), Candidate("B")
    pair = compare_counts(a, b, only_a=a_only, only_b=b_only, n=n, bank_size=bank, stopping_rule=rule)
    value = pair.to_dict()
    lines = [pair.advice, *_said(pair), "", _figures(pair)]
    if tolerance is not None:
        value["not_worse"] = _within(pair, tolerance / 100)
        lines += _within_lines(pair, tolerance)
    show(value, as_json, "\n".join(lines))


@click.command()
@click.argument("results", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--metric", help="The metric or scorer that counts, where a file holds several; metric,filter for a harness filter."
)
@_bank_option
@_tolerance_option
@_rule_option
@json_option
@sentences
def compare(
    results: tuple[Path, ...], metric: str | None, bank: int | None, tolerance: float | None, rule: str, as_json: bool
) -> None:
    """Compare models on results from anywhere.

    RESULTS are CSV files with the columns model, question and score (0-1, or
    ratings 1-5) or a column for each model, samples_*.jsonl of
    lm-evaluation-harness, or logs of inspect_ai (.eval or .json); several
    files are put together.
    """
    found = load_outside_results(results, metric=metric)
    _check_bank(bank, max(sum(score is not None for score in scores.values()) for scores in found.scores.values()))
    many = compare_many(
        [Candidate(name) for name in found.scores],
        list(found.scores.values()),
        rating=found.rating,
        groups=found.groups or None,
        bank_size=bank,
        stopping_rule=rule,
    )
    value, lines = _compared(many, found), _compared_lines(many, found)
    if tolerance is not None:
        judged = [pair for pair in many.pairs if not pair.withheld]
        for pair, told in zip(many.pairs, value["pairs"], strict=True):
            told["not_worse"] = None if pair.withheld else _within(pair, tolerance / 100)
        if len(many.pairs) == 1:
            value["not_worse"] = value["pairs"][0]["not_worse"]
        lines += ["", *(line for pair in judged for line in _within_lines(pair, tolerance))]
    show(value, as_json, "\n".join(lines))


def _compared(many: ManyVerdict, found: OutsideResults) -> dict[str, Any]:
    """The keys of several candidates; of two, those of their pair as well."""
    one = many.pairs[0].to_dict() if len(found.scores) == 2 else {}
    return {**many.to_dict(), **one, "read": list(found.notes)}


def _compared_lines(many: ManyVerdict, found: OutsideResults) -> list[str]:
    if len(found.scores) == 2:
        pair = many.pairs[0]
        return [pair.advice, *_said(pair), *found.notes, "", _figures(pair)]
    lines = [many.advice, "", *_ranking(many), *filter(None, [many.track_record]), *many.notes, *found.notes, ""]
    rows = [
        [f"{p.a.name} against {p.b.name}", str(p.n), signed_gap(p.gap, p.kind), confidence_words(p.confidence), p.tier]
        for p in many.pairs
    ]
    return [*lines, table(rows, ["pair", "questions", "gap", "confidence", "verdict"])]


def _ranking(many: ManyVerdict) -> list[str]:
    rows = [
        [
            r.candidate.name,
            f"{100 * r.score.value:.0f} %" if r.score.high <= 1 else f"{r.score.value:.1f}",
            f"{r.rank_low}" if r.rank_low == r.rank_high else f"{r.rank_low}-{r.rank_high}",
            chance_words(r.p_best),
        ]
        for r in many.ranked
    ]
    return [table(rows, ["candidate", "score", "rank (95 %)", "best with"])] if rows else []


def _said(pair: PairVerdict) -> list[str]:
    return [line for line in (*pair.details, pair.track_record, *pair.notes) if line]


def _figures(pair: PairVerdict) -> str:
    """Every number, for a terminal."""
    rows = [
        ["questions measured for both", f"{pair.n}"],
        [f"{pair.a.name} ahead on", f"{pair.only_a_right}"],
        [f"{pair.b.name} ahead on", f"{pair.only_b_right}"],
        ["gap", signed_gap(pair.gap, pair.kind)],
        ["gap, 95 % interval", signed_interval(pair.gap_low, pair.gap_high, pair.kind)],
        [f"probability that {pair.a.name} is better", f"{pair.p_a_better:.4f}"],
        ["confidence", f"{pair.confidence:.4f}"],
        ["MDAD", points(pair.mdad, pair.kind)],
        ["gap in MDADs", f"{pair.gap_in_mdads:.2f}"],
        ["probability of a gap under 3 points", f"{pair.p_practically_tied:.4f}"],
        ["log of the e-value (3.0 stops)", f"{pair.log_e_value:.3f}"],
    ]
    if pair.exact_p is not None:
        rows.append(["exact McNemar test, p", p_value_words(pair.exact_p)])
    if pair.bank is not None:
        rows.append([f"{pair.a.name} ahead on the whole set of {pair.bank.size}", f"{pair.bank.p_a:.4f}"])
    needed = pair.questions_needed if pair.questions_needed is not None else "no number"
    rows.append(["further questions for an even chance", f"{needed}"])
    rows += [[f"chance that {m.more} more settle it", f"{m.chance:.3f}"] for m in pair.more_questions]
    return table(rows, ["figure", "value"])


def _within(pair: PairVerdict, margin: float) -> dict[str, float]:
    """How sure it is that each loses less than the margin against the other: a share, of the scale for ratings."""
    found = pair.evidence
    if isinstance(found, CountEvidence):
        a, b, n = found.only_a, found.only_b, found.n
        sure = guarded_confidence(a, b, n, margin), guarded_confidence(b, a, n, margin)
        within = p_practically_tied(a, b, n, margin=margin)
    elif isinstance(found, GradedEvidence):
        sure = found.not_worse(margin)
        within = p_practically_tied_graded(found.differences, found.scale, margin=margin)
    else:
        raise TypeError(f"{pair.a.name} and {pair.b.name} were compared without their evidence")
    return {"margin": margin, "a": sure[0], "b": sure[1], "p_within": within}


def _within_lines(pair: PairVerdict, tolerance: float) -> list[str]:
    within = _within(pair, tolerance / 100)
    unit = "points" if pair.kind.is_share else "% of the scale"
    return [
        f"{one} is not worse than {other} by more than {tolerance:g} {unit}: {chance_words(within[key])} sure."
        for one, other, key in ((pair.a.name, pair.b.name, "a"), (pair.b.name, pair.a.name, "b"))
    ]


def _check_bank(bank: int | None, n: int) -> None:
    if bank is not None and bank < n:
        raise click.UsageError(f"The set holds {bank} questions, fewer than the {n} asked: --bank counts all of them.")
