"""The sentences that the verdicts on a ladder are made of."""

from collections.abc import Sequence

from core.advice.evidence import ScoreKind
from core.advice.ladder.standing import Standing, Stands
from core.advice.verdict.good_enough import Fitness, GoodEnough
from core.advice.verdict.not_measured import lost_words, remedy
from core.advice.wording import (
    bar_words,
    chance_beside_bar,
    confidence_words,
    duration_words,
    join_names,
    percent,
    points,
    size_words,
)
from core.grading.outcome import Outcome
from core.stats.paired import MOST_NOT_MEASURED


def sure_words(judged: GoodEnough | None) -> str:
    """How sure it is that little is lost; "" where nothing is claimed, since too few answers were measured.

    Rounding never lifts it to the bar that it missed.
    """
    if judged is None or judged.fitness is Fitness.WITHHELD:
        return ""
    return chance_beside_bar(judged.confidence, judged.claim_at)


def reason_words(judged: GoodEnough, reference: str, margin: float) -> str:
    """Why a rung is good enough."""
    allowed = points(margin, ScoreKind.RIGHT_WRONG)
    return (
        f"On {judged.n} questions it lost {judged.lost} that {reference} solved and gained {judged.gained}: not "
        f"worse by more than {allowed}, {confidence_words(judged.confidence)} sure. "
        "This does not say that they are equal."
    )


def saving_words(taken: Standing, reference: Standing) -> str:
    saved = reference.weight_bytes - taken.weight_bytes
    return f" It saves {size_words(saved)}." if saved > 0 else ""


def flips_words(open_one: Standing, margin: float) -> str:
    """What an open rung lost and gained, and how far that is from the bar."""
    judged = open_one.judged
    assert judged is not None
    return (
        f"{open_one.name} lost {judged.lost} and gained {judged.gained} of {judged.n}: not worse by more than "
        f"{points(margin, ScoreKind.RIGHT_WRONG)} is {sure_words(judged)} sure, {bar_words(judged.claim_at)} are asked "
        "for."
    )


def worse_words(lighter: Sequence[Standing]) -> str:
    """Why none of the smaller ones that are settled is taken; "" without any."""
    worse = [
        f"{s.name} (lost {s.judged.lost}, gained {s.judged.gained})"
        for s in lighter
        if s.judged and s.stands is Stands.WORSE
    ]
    return f"Smaller, but worse: {join_names(worse, 'and')}." if worse else ""


def more_words(needed: int | None, left: int | None, reference: str, open_ones: Sequence[Standing]) -> str:
    """What would settle it, or that this set cannot."""
    if needed is None or (left is not None and needed > left):
        count = "More questions than anybody asks" if needed is None else f"About {needed:,} more questions"
        holds = "" if left is None else f", and this set holds {left:,} more"
        return f"{count} would be needed{holds}: bring more questions, or allow a larger loss."
    each = [s.judged.pair.more_questions for s in open_ones if s.judged]
    seconds = next((m[0].duration_s / m[0].more for m in each if m and m[0].duration_s and m[0].more), None)
    time = f" ({duration_words(needed * seconds)} for each rung and the reference)" if seconds else ""
    many = ("question", "shows") if needed == 1 else ("questions", "show")
    return f"If equal to {reference}, {needed:,} more {many[0]}{time} {many[1]} it at an even chance."


def behind_words(names: Sequence[str], reference: str) -> str:
    """Rungs that have not yet answered what the reference has."""
    has = "have" if len(names) > 1 else "has"
    return f"{join_names(names, 'and')} {has} not answered all that {reference} has: ask the rest first."


def withheld_words(withheld: Sequence[GoodEnough]) -> str:
    """How much is missing of all of them, what that leaves open, and what to change; said once."""
    pairs = [judged.pair for judged in withheld]
    lost = [lost_words(pair.a.name, pair.not_measured_a) for pair in pairs if pair.not_measured_a.count]
    lost += [lost_words(pair.b.name, pair.not_measured_b) for pair in pairs[:1] if pair.not_measured_b.count]
    could = [
        f"{pair.a.name} {percent(pair.bounds.a_low)} to {percent(pair.bounds.a_high)}" for pair in pairs if pair.bounds
    ]
    could += [
        f"{pair.b.name} {percent(pair.bounds.b_low)} to {percent(pair.bounds.b_high)}"
        for pair in pairs[:1]
        if pair.bounds
    ]
    change = remedy(*(side for pair in pairs for side in (pair.not_measured_a, pair.not_measured_b)))
    names = join_names([pair.a.name for pair in pairs], "and")
    scores = f" The scores may be anything in: {join_names(could, 'and')}." if could else ""
    behind = [pair.a.name for pair in pairs if pair.bounds and pair.bounds.gap_high < 0]
    if behind:
        scores += f" On these questions {pairs[0].b.name} stays ahead of {join_names(behind, 'and')} even so."
    return (
        f"No verdict on {names}: more than a tenth of the answers were not measured ({'; '.join(lost)}).{scores} "
        f"To settle it, {change}, then ask the rungs again.{_endless_words(withheld)}"
    )


def _endless_words(withheld: Sequence[GoodEnough]) -> str:
    """Most answers without an end, where the reference comes to one, are the mark of a damaged file."""
    cut = str(Outcome.CUT_OFF)
    endless = [
        judged.pair.a.name
        for judged in withheld
        if judged.pair.not_measured_a.by_outcome.get(cut, 0) > judged.pair.n
        and judged.pair.not_measured_b.by_outcome.get(cut, 0) <= MOST_NOT_MEASURED * judged.pair.n
    ]
    if not endless:
        return ""
    return (
        f" Most answers of {join_names(endless, 'and')} came to no end, as those of a damaged file do: how far "
        f"{'its' if len(endless) == 1 else 'their'} predictions lie from the reference's tells that without questions."
    )
