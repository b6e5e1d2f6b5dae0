"""How much may be claimed: the tier of a confidence, under the rule that decided when to stop asking."""

from core.advice.comparison import Tier
from core.stats.sequential import StoppingRule, find_winner


def tier_of(confidence: float, *, level: bool, rule: StoppingRule, winner: bool) -> Tier:
    """What may be claimed. `level`: no difference was counted; `winner`: the rule in force names one.

    >>> tier_of(0.97, level=False, rule=StoppingRule.EXTENDED, winner=False)
    <Tier.LOOKS_BETTER: 'looks better, not settled'>
    """
    if level or confidence < 0.65:
        return Tier.NO_DIFFERENCE
    if confidence < 0.80:
        return Tier.SLIGHT_LEAN
    if confidence < 0.95 or (rule is not StoppingRule.FIXED and not winner):
        return Tier.LOOKS_BETTER
    return Tier.VERY_LIKELY if confidence < 0.99 else Tier.BETTER


def names_one(p: float, only_a: float, only_b: float, n: int, rule: StoppingRule, prior: float) -> bool:
    """Whether the stopping rule lets the one ahead be named.

    The looks of a run are announced for its planned number of questions; a few
    of them may have been left out, so here only their level counts.
    """
    if rule is StoppingRule.E_PROCESS:
        return find_winner(only_a, only_b, n, rule, prior) == ("a" if p > 0.5 else "b")
    return max(p, 1 - p) >= rule.level
