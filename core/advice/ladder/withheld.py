"""The sentences for smaller files of which too few answers were measured, and for those that stopped on the way."""

from collections.abc import Sequence

from core.advice.verdict.good_enough import GoodEnough
from core.advice.verdict.not_measured import lost_words, remedy
from core.advice.wording import join_names, percent


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
        f"To settle it, {change}, then ask the rungs again."
    )


def behind_words(names: Sequence[str], reference: str) -> str:
    """Rungs that stopped before they had answered what the reference has."""
    has = "have" if len(names) > 1 else "has"
    return f"{join_names(names, 'and')} {has} not answered all that {reference} has: resume that first."
