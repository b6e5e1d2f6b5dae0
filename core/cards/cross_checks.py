"""What others measured for the same model, beside what its card claims.

A difference is judged only where both are tested alike: the same benchmark,
a protocol that cards use too, and no stated setting that differs. Then it
counts from max(3 points, 1.96 * sqrt(2) * SE) plus the board's usual distance
from honest card values on. A number that the card has from the board itself
confirms nothing. That and everything else is shown and not judged.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from core.cards.evidence import Evidence, finding
from core.cards.held_against import LEAST_SENSIBLE, Whose, why_not_comparable
from core.cards.name_words import looks_like_model, words_of
from core.cards.noise import guessed_share
from core.cards.reading import CardReading, Finding, Origin, Quote, ReportedScore, State
from core.catalogue.benchmarks import find_by_id
from core.catalogue.public_scores import PublicScore, find_place, find_protocol, load_public_scores
from core.models.names import canonical_key

LEAST_DIFFERENCE = 3.0  # points
UNKNOWN_PROTOCOL = 5.0  # points; allowed for a way of testing of which nothing is known
HUB_RESULTS = "hub-eval-results"


class Agreement(StrEnum):
    AGREES = "agrees"
    CARD_HIGHER = "card_higher"  # beyond noise and protocol
    CARD_LOWER = "card_lower"
    NOT_COMPARABLE = "not_comparable"


_QUANTIZED = "quantized"
_SETTLES = (Agreement.AGREES, Agreement.CARD_LOWER)


@dataclass(frozen=True)
class Comparison:
    score: ReportedScore
    public: PublicScore
    agreement: Agreement
    difference: float | None  # card minus public, in points
    allowed: float | None  # differences up to this say nothing
    sentence: str  # with source and date
    copied: bool = False  # the card gives the board's own number, which therefore confirms nothing


@lru_cache(maxsize=1)
def _rows() -> dict[str, dict[str, tuple[PublicScore, ...]]]:
    """The carried rows by what their names begin with, then by name: reading every name closely would take seconds."""
    buckets: dict[str, dict[str, list[PublicScore]]] = defaultdict(lambda: defaultdict(list))
    for score in load_public_scores():
        buckets[_bucket(score.model)][score.hf_id or score.model].append(score)
    return {bucket: {name: tuple(scores) for name, scores in names.items()} for bucket, names in buckets.items()}


@lru_cache(maxsize=8192)
def _bucket(name: str) -> str:
    words = words_of(name)
    return f"{words.first} {' '.join(sorted(words.sizes))}"


def names_same_model(name: str, other: str) -> bool:
    """True where two names, ids or file names mean the same model, whatever the spelling; quick for most others."""
    return _bucket(name) == _bucket(other) and canonical_key(name) == canonical_key(other) != ""


@lru_cache(maxsize=256)
def find_public_scores(name: str) -> tuple[PublicScore, ...]:
    """Carried scores of the model with this name or Hub id; () where there is no row, which says nothing about it.

    >>> sorted({score.source for score in find_public_scores("meta-llama/Llama-3.1-8B-Instruct")})
    ['arena', 'evalplus', 'open-llm-leaderboard-v2']
    """
    names = _rows().get(_bucket(name), {})
    wanted = canonical_key(name)
    same = [(other, scores) for other, scores in names.items() if canonical_key(other) == wanted]
    exact = any(other.casefold() == name.casefold() for other, _ in same)
    if "/" in name and exact:  # then no other publisher's model of that name
        same = [(other, scores) for other, scores in same if other.casefold() == name.casefold() or "/" not in other]
    return tuple(score for _, scores in same for score in scores)


def carried_rows(score: ReportedScore, names: Sequence[str]) -> tuple[PublicScore, ...]:
    """The carried rows of the very model a score belongs to: its own label where that names one, else the card's.

    `names` are those of the card's model, the surest first. A label without a stage, "Lumen 1B" on the card of "Lumen
    Instruct", means the tuned model, for which the base's rows say nothing.
    """
    stages = [stage for name in names for stage in sorted(words_of(name).stage)]
    for name in (score.subject, next(iter(names), None)):
        if name and looks_like_model(name):
            tuned = [] if words_of(name).stage else stages
            rows = next(filter(None, (find_public_scores(f"{name}-{stage}") for stage in tuned)), ())
            if rows or (not tuned and (rows := find_public_scores(name))):
                return rows
        if name and name == score.subject and looks_like_model(name) and words_of(name).stage:
            return ()  # the label names a variant for which there is no row
    return ()


def compare_with_public(
    score: ReportedScore, public: PublicScore, *, whose: Whose = Whose.OWN, named: bool = False
) -> Comparison:
    """One claim beside one published value, with the model that it was measured of where `named`."""
    protocol = find_protocol(public.source, public.benchmark)
    said = provenance(public, whose=whose, named=named)
    if whose is not Whose.BASE and (how := _quotes(score, public)):
        own = f"{said}; the card's {score.in_points} {how}."
        return Comparison(score, public, Agreement.NOT_COMPARABLE, None, None, own, copied=True)
    if reason := why_not_comparable(score, public, protocol, whose):
        return Comparison(score, public, Agreement.NOT_COMPARABLE, None, None, f"{said}; {reason}.")
    noise = 1.96 * 2**0.5 * (find_by_id(public.benchmark).standard_error(public.value) or 0.0)
    usual = protocol.allowance if protocol else UNKNOWN_PROTOCOL
    allowed = max(LEAST_DIFFERENCE, noise) + (usual or 0.0)
    difference = (score.percent or 0.0) - public.value
    if abs(difference) <= allowed:
        sentence = (
            f"{said}; the card's {score.in_points} lies {abs(difference):.1f} points from it, which noise and protocol "
            f"explain (up to {allowed:.1f})."
        )
        return Comparison(score, public, Agreement.AGREES, difference, allowed, sentence)
    agreement = Agreement.CARD_HIGHER if difference > 0 else Agreement.CARD_LOWER
    sentence = (
        f"{said}; the card's {score.in_points} is {abs(difference):.1f} points "
        f"{'above' if difference > 0 else 'below'}, more than noise and protocol explain ({allowed:.1f})."
    )
    return Comparison(score, public, agreement, difference, allowed, sentence)


def provenance(public: PublicScore, *, whose: Whose = Whose.OWN, named: bool = False) -> str:
    """A published value with where it stands, since when, how it was taken, and whose it is.

    The card's own model is told by its name only where `named`, as the board may call it otherwise.

    >>> row = PublicScore("Foo-7B", None, 7, "humaneval", 61.0, "percent", None, "pass@1 greedy chat", "evalplus",
    ...                   "2024-12")
    >>> provenance(row)
    'EvalPlus (2024-12, pass@1 greedy chat): 61'
    """
    place = find_place(public.source)
    parts = [public.as_of, public.setting or "setting not stated"]
    if public.source == HUB_RESULTS:
        parts.append("verified by the Hub" if public.verified else "entered there, not verified")
    if whose is not Whose.OWN:
        parts.append(f"{whose.value} {public.hf_id or public.model}")
    elif named:
        parts.append(f"of {public.hf_id or public.model}")
    return f"{place.title if place else public.source} ({', '.join(parts)}): {public.value:g}"


def _quotes(score: ReportedScore, public: PublicScore) -> str:
    """Words for a claim that is the board's own number, by front matter or to the second decimal; "" for any other.

    A board that takes off what guessing brings shows two numbers for one run.
    """
    if score.percent is None or public.scale != "percent" or score.benchmark != public.benchmark:
        return ""
    guessed = guessed_share(score)
    above_chance = 100 * guessed + (1 - guessed) * score.percent - public.value
    if _is_taken_from(score, public) and min(abs(score.percent - public.value), abs(above_chance)) < LEAST_DIFFERENCE:
        return "comes from this board, as its front matter says"
    if public.source == HUB_RESULTS or not (_has_hundredths(score.percent) and _has_hundredths(public.value)):
        return ""  # many runs have the same first decimal
    if abs(score.percent - public.value) < 0.006:
        return "is the board's own value, which it quotes"
    return "is the board's own value, rescaled above chance" if guessed and abs(above_chance) < 0.02 else ""


def _is_taken_from(score: ReportedScore, public: PublicScore) -> bool:
    """True where front matter names the Open LLM Leaderboard as the source, and the row is from there."""
    is_index = score.origin is Origin.MODEL_INDEX and public.source.startswith("open-llm-leaderboard")
    return is_index and "leaderboard" in score.context.casefold()


def _has_hundredths(value: float) -> bool:
    return abs(value * 10 - round(value * 10)) > 1e-6


def compare_all(
    scores: Iterable[ReportedScore],
    names: Sequence[str],
    fetched: Iterable[PublicScore] = (),
    *,
    quantized: bool = False,
) -> tuple[Comparison, ...]:
    """Every own score of a known benchmark beside every row of the same benchmark.

    A carried row gives way to one that was fetched from the same source. On
    the card of a `quantized` model the boards' rows are its original's. `names` are those of the card's model.
    """
    extra = list(fetched)
    renewed = {row.source for row in extra}
    found: dict[tuple[object, ...], Comparison] = {}
    for score in scores:
        if not score.own or not score.benchmark:
            continue
        for row in (*(row for row in carried_rows(score, names) if row.source not in renewed), *extra):
            # A claim that stands in two places of a card, or in two languages, is one claim.
            told = (score.benchmark, score.in_points, score.mode, score.sibling, score.other_stage, row)
            if row.benchmark == score.benchmark and told not in found:
                whose, named = _whose(row, names, quantized), _named_otherwise(row, names)
                found[told] = compare_with_public(score, row, whose=whose, named=named)
    return tuple(found.values())


def _whose(row: PublicScore, names: Sequence[str], quantized: bool) -> Whose:
    its_own = bool(names) and names[0].casefold() in ((row.hf_id or "").casefold(), row.model.casefold())
    return Whose.ORIGINAL if quantized and not its_own else Whose.OWN


def _named_otherwise(row: PublicScore, names: Sequence[str]) -> bool:
    return not names or canonical_key(row.hf_id or row.model) != canonical_key(names[0])


def cross_check(reading: CardReading, fetched: Iterable[PublicScore] = ()) -> tuple[Comparison, ...]:
    """The card's scores beside the carried rows of its model and beside `fetched` ones."""
    quantized = reading.about.relation == _QUANTIZED
    return compare_all(reading.main_scores or reading.own_scores, reading.own_names, fetched, quantized=quantized)


def compare_with_base(reading: CardReading, rows: Iterable[PublicScore]) -> tuple[Comparison, ...]:
    """The card's scores beside those of the model it was made from.

    A quantization claims what its original was measured at, so those are
    judged; a fine-tune is another model, and its base's values are only shown.
    """
    whose = Whose.ORIGINAL if reading.about.relation == _QUANTIZED else Whose.BASE
    return tuple(
        compare_with_public(score, row, whose=whose)
        for score in reading.main_scores or reading.own_scores
        for row in rows
        if row.benchmark == score.benchmark
    )


def too_high_against_independent(evidence: Evidence) -> Finding:
    """The card claims clearly more than an independent board measured."""
    quantized = evidence.about.relation == _QUANTIZED
    own = [score for score in evidence.scores if score.own]
    main = [score for score in own if not score.sibling and not score.other_stage] or own
    return judge_comparisons(compare_all(main, evidence.own.names, quantized=quantized), evidence.quotes)


def judge_comparisons(
    comparisons: Sequence[Comparison], quotes: Callable[[Iterable[int]], tuple[Quote, ...]]
) -> Finding:
    """The check "too high against independent results", from any comparisons; `quotes` turns lines into quotes."""
    check = "too_high_against_independent"
    higher = [entry for entry in comparisons if entry.agreement is Agreement.CARD_HIGHER]
    # A board may hold several rows of one model (precision, template): the kindest row decides.
    settled = [entry for entry in comparisons if entry.agreement in _SETTLES and _is_independent(entry.public)]
    explained = {entry.score for entry in (*settled, *(entry for entry in comparisons if entry.copied))}
    higher = [entry for entry in higher if entry.score not in explained]
    if higher:
        independent = any(_is_independent(entry.public) for entry in higher)
        advice = (
            "Trust the independent value, or measure." if independent else "Ask which of the two holds, or measure."
        )
        lines = quotes(entry.score.line for entry in higher)
        return finding(check, State.PRESENT, _named(higher[0]), advice, lines)
    if settled:
        return finding(check, State.ABSENT, f"Independent boards agree. {_named(settled[0])}")
    if quoted := next((entry for entry in comparisons if entry.copied), None):
        return finding(check, State.ABSENT, f"A board's own value confirms nothing. {_named(quoted)}")
    if comparisons:
        first = min(comparisons, key=lambda entry: entry.public.value <= LEAST_SENSIBLE)  # a failed run says least
        lines = quotes([first.score.line])
        return finding(check, State.UNCLEAR, _named(first), "Look at how each was tested.", lines)
    return finding(
        check,
        State.ABSENT,
        "The carried public scores hold no comparable row of this model; look it up online for more.",
    )


def _named(entry: Comparison) -> str:
    """A comparison in words that stands alone: with its test, and with the model where it is a sister of the card's."""
    score = entry.score
    of = f"{score.subject}, " if score.subject and (score.sibling or score.other_stage) else ""
    return f"{of}{score.name_as_written}: {entry.sentence}"


def _is_independent(public: PublicScore) -> bool:
    """An unverified entry on the Hub is mostly the maker's own and confirms nothing."""
    return public.source != HUB_RESULTS or public.verified
