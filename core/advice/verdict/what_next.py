"""What more questions would do, and what the result says about the set that they come from."""

from typing import Final

from core.advice.comparison import BankClaim, MoreQuestions, PairVerdict
from core.advice.evidence import Evidence
from core.stats.sequential import StoppingRule

OFFERS: Final = (50, 100, 200)  # how many questions a page offers to add
CURVE: Final = (25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1000)


def questions_needed(
    evidence: Evidence, left: int | None, rule: StoppingRule, *, settled: bool, tied: bool
) -> tuple[int | None, int | None, str | None]:
    """Questions to add at an even chance, and 8 times in 10, or why there is no number.

    They bring the result to 95 %, or to what the stopping rule asks for.
    `left` is how many the set still holds; None where it has no end.
    """
    if settled:
        return 0, 0, None
    add, add_80 = evidence.to_add(0.5, rule.level), evidence.to_add(0.8, rule.level)
    if add is None:
        return None, None, "No difference was seen, so no number of further questions follows from it."
    add = max(add, 1)  # on the bar by one figure and below it by another
    if tied:
        return None, None, "Practically tied: a gap this small is not worth settling."
    if left is not None and add > left:
        return None, None, _beyond(add, left)
    return add, add_80 if left is None or (add_80 or 0) <= left else None, None


def _beyond(add: int, left: int) -> str:
    held = f"{left:,} are left" if left != 1 else "1 is left"
    return f"More than this set holds: {add:,} more questions would be needed to name the better one, {held}."


def offers(
    evidence: Evidence, left: int | None, bar: float, seconds_per_question: float | None
) -> tuple[MoreQuestions, ...]:
    """What 50, 100 and 200 more would do, as far as the set has them; `bar` is the confidence then asked for."""
    sizes = list(OFFERS) if left is None else sorted({min(offer, left) for offer in OFFERS if left > 0})
    return tuple(
        MoreQuestions(
            more,
            evidence.chance_settled(more, bar),
            None if seconds_per_question is None else more * seconds_per_question,
        )
        for more in sizes
    )


def chance_curve(pair: PairVerdict) -> tuple[MoreQuestions, ...]:
    """The chance that so many more questions settle a pair, from 25 to 1,000, whether or not the set holds them.

    () where it is settled, or where no verdict was given.
    """
    if pair.evidence is None or pair.settled or pair.withheld:
        return ()
    return tuple(MoreQuestions(more, pair.evidence.chance_settled(more, pair.bar_for_more), None) for more in CURVE)


def bank_claim(evidence: Evidence, size: int, n: int) -> BankClaim:
    """The result as a claim about the whole set of questions. Raises ValueError for a set smaller than n."""
    p_a, p_tied = evidence.p_bank(size), evidence.p_tied(size)
    if size == n:
        return BankClaim(size, p_a, None, None, None, p_tied)
    low, high = evidence.interval(size)
    return BankClaim(size, p_a, low, high, evidence.mdad(size), p_tied)
