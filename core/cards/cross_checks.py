"""What others measured for the same model, beside what its card claims.

A difference is judged only where both are tested alike: the same benchmark,
a protocol that cards use too, and no stated setting that differs. Then it
counts from max(3 points, 1.96 * sqrt(2) * SE) plus the board's usual distance
from honest card values on. Everything else is shown and not judged.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from core.cards.evidence import Evidence, finding
from core.cards.own_model import looks_like_model, words_of
from core.cards.reading import CardReading, Finding, ReportedScore, State
from core.catalogue.benchmarks import find_by_id
from core.catalogue.public_scores import PublicScore, find_place, find_protocol, load_public_scores
from core.models.names import canonical_key

LEAST_DIFFERENCE = 3.0  # points
LEAST_SENSIBLE = 1.0  # points; boards hold runs that failed on a template and still have a row


class Agreement(StrEnum):
    AGREES = "agrees"
    CARD_HIGHER = "card_higher"  # beyond noise and protocol
    CARD_LOWER = "card_lower"
    NOT_COMPARABLE = "not_comparable"


_SETTLES = (Agreement.AGREES, Agreement.CARD_LOWER)


@dataclass(frozen=True)
class Comparison:
    score: ReportedScore
    public: PublicScore
    agreement: Agreement
    difference: float | None  # card minus public, in points
    allowed: float | None  # differences up to this say nothing
    sentence: str  # with source and date


@lru_cache(maxsize=1)
def _rows() -> dict[str, dict[str, tuple[PublicScore, ...]]]:
    """The carried rows by what their names begin with, then by name: reading every name closely would take seconds."""
    buckets: dict[str, dict[str, list[PublicScore]]] = defaultdict(lambda: defaultdict(list))
    for score in load_public_scores():
        buckets[_bucket(score.model)][score.hf_id or score.model].append(score)
    return {bucket: {name: tuple(scores) for name, scores in names.items()} for bucket, names in buckets.items()}


def _bucket(name: str) -> str:
    words = words_of(name)
    return f"{words.first} {' '.join(sorted(words.sizes))}"


@lru_cache(maxsize=256)
def find_public_scores(name: str) -> tuple[PublicScore, ...]:
    """Carried scores of the model with this name or Hub id; () where there is no row, which says nothing about it.

    >>> sorted({score.source for score in find_public_scores("meta-llama/Llama-3.1-8B-Instruct")})[0]
    'evalplus'
    """
    names = _rows().get(_bucket(name), {})
    for hf_id, scores in names.items():
        if hf_id.casefold() == name.casefold():
            return scores
    wanted = canonical_key(name)
    return tuple(score for other, scores in names.items() if canonical_key(other) == wanted for score in scores)


def carried_rows(score: ReportedScore, model: str | None) -> tuple[PublicScore, ...]:
    """The carried rows of the very model a score belongs to: its own label where that names one, else the card's."""
    for name in (score.subject, model):
        if name and looks_like_model(name) and (rows := find_public_scores(name)):
            return rows
        if name and name == score.subject and looks_like_model(name) and words_of(name).stage:
            return ()  # the label names a variant for which there is no row
    return ()


def compare_with_public(score: ReportedScore, public: PublicScore) -> Comparison:
    place = find_place(public.source)
    board = place.title if place else public.source
    said = f"{board} ({public.as_of}, {public.setting or 'setting not stated'}): {public.value:g}"
    protocol = find_protocol(public.source, public.benchmark)
    if protocol and not protocol.comparable:
        return Comparison(
            score, public, Agreement.NOT_COMPARABLE, None, None, f"{said}; not comparable: {protocol.note}."
        )
    if public.value <= LEAST_SENSIBLE:
        return Comparison(
            score, public, Agreement.NOT_COMPARABLE, None, None, f"{said}; the board's run seems to have failed."
        )
    if score.percent is None or public.scale != "percent" or score.benchmark != public.benchmark:
        return Comparison(
            score,
            public,
            Agreement.NOT_COMPARABLE,
            None,
            None,
            f"{said}; on another scale or test than the card's {score.value:g}.",
        )
    if score.mode and not set(score.mode.split(", ")) <= {"non-thinking", "CoT"}:
        return Comparison(
            score, public, Agreement.NOT_COMPARABLE, None, None, f"{said}; the card's {score.value:g} is {score.mode}."
        )
    noise = 1.96 * 2**0.5 * (find_by_id(public.benchmark).standard_error(public.value) or 0.0)
    allowed = max(LEAST_DIFFERENCE, noise) + ((protocol.allowance if protocol else None) or 0.0)
    difference = score.percent - public.value
    if abs(difference) <= allowed:
        return Comparison(
            score,
            public,
            Agreement.AGREES,
            difference,
            allowed,
            f"{said}; the card's {score.value:g} agrees within {allowed:.1f} points.",
        )
    agreement = Agreement.CARD_HIGHER if difference > 0 else Agreement.CARD_LOWER
    word = "above" if difference > 0 else "below"
    return Comparison(
        score,
        public,
        agreement,
        difference,
        allowed,
        f"{said}; the card's {score.value:g} is {abs(difference):.1f} points {word}, more than noise and "
        f"protocol explain ({allowed:.1f}).",
    )


def compare_all(
    scores: Iterable[ReportedScore], model: str | None, fetched: Iterable[PublicScore] = ()
) -> tuple[Comparison, ...]:
    """Every own score of a known benchmark beside every row of the same benchmark."""
    extra = list(fetched)
    return tuple(
        compare_with_public(score, row)
        for score in scores
        if score.own and score.benchmark
        for row in (*carried_rows(score, model), *extra)
        if row.benchmark == score.benchmark
    )


def cross_check(reading: CardReading, fetched: Iterable[PublicScore] = ()) -> tuple[Comparison, ...]:
    """The card's scores beside the carried rows of its model and beside `fetched` ones."""
    return compare_all(reading.scores, reading.model, fetched)


def too_high_against_independent(evidence: Evidence) -> Finding:
    """The card claims clearly more than an independent board measured."""
    check = "too_high_against_independent"
    comparisons = compare_all(evidence.scores, evidence.own.name)
    higher = [entry for entry in comparisons if entry.agreement is Agreement.CARD_HIGHER]
    # A board may hold several rows of one model (precision, template): the kindest row decides.
    settled = {entry.score for entry in comparisons if entry.agreement in _SETTLES}
    higher = [entry for entry in higher if entry.score not in settled]
    if higher:
        return finding(
            check,
            State.PRESENT,
            higher[0].sentence,
            "Trust the independent value, or measure.",
            evidence.quotes(entry.score.line for entry in higher),
        )
    if settled:
        return finding(
            check,
            State.ABSENT,
            f"Independent boards agree: {next(entry.sentence for entry in comparisons if entry.agreement in _SETTLES)}",
        )
    if comparisons:
        return finding(
            check,
            State.UNCLEAR,
            comparisons[0].sentence,
            "Look at how each was tested.",
            evidence.quotes([comparisons[0].score.line]),
        )
    return finding(
        check,
        State.ABSENT,
        "The carried public scores hold no comparable row of this model; look it up online for more.",
    )
