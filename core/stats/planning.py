"""How many questions: before a run, and after it.

Before: for a gap that matters, how many questions until it shows with 95 %, at
an even chance or 8 times in 10. After: the same for the gap that was seen, and
the honest answer, which takes into account that the seen gap is itself
uncertain: the chance that Q more questions settle it. Even many more questions
may leave no clear answer, because the true gap may be nearly nothing.
"""

from math import ceil, isfinite
from typing import Final

import numpy as np
from scipy import special

from core.stats.counts import check_counts, check_prior
from core.stats.finite_bank import lead_per_discordant
from core.stats.graded import Differences
from core.stats.paired import DISCORDANCE_BEFORE_DATA, PRIOR, confidence, discordance, gap

SETTLED: Final = 0.95  # the level at which the better one is named; stopping rules ask for more


def questions_for_gap(
    true_gap: float,
    *,
    chance: float = 0.5,
    discordance: float = DISCORDANCE_BEFORE_DATA,
    prior: float = PRIOR,
    level: float = SETTLED,
) -> int:
    """How many questions until a true gap shows with 95 % confidence (`level`), with the given chance.

    n = (z²q + sqrt(z⁴q² + 4g²z²(2a + 1)))/(2g²), z = 1.645 (for 95 %) + the normal quantile of
    `chance` (0 for an even chance, 0.842 for 8 in 10).

    Raises ValueError for a gap of 0 or beyond ±1, a chance or a share outside 0–1.

    >>> questions_for_gap(0.06), questions_for_gap(0.06, chance=0.8)
    (258, 550)
    """
    check_prior(prior)
    if not 0 < abs(true_gap) <= 1:
        raise ValueError(f"a gap to plan for is a share between 0 and 1, not {true_gap}")
    if not 0 < discordance <= 1:
        raise ValueError(f"the share of discordant questions lies in 0–1, not {discordance}")
    z2 = _planning_z(chance, level) ** 2
    q, g2 = discordance, true_gap**2
    root = float(np.sqrt(z2**2 * q**2 + 4 * g2 * z2 * (2 * prior + 1)))
    return ceil((z2 * q + root) / (2 * g2))


def questions_to_add(
    only_a: float,
    only_b: float,
    n: float,
    *,
    chance: float = 0.5,
    prior: float = PRIOR,
    design_effect: float = 1.0,
    level: float = SETTLED,
) -> int | None:
    """How many more questions until 95 % (`level`), if the true gap is the one that was seen.

    0 when it is reached already; None for a tie, from which no number follows.
    The counts may be divided by a design effect: the answer is in real questions.

    Raises as `questions_for_gap`, and NotEnoughData below two questions.

    >>> questions_to_add(18, 12, 100), questions_to_add(9, 9, 50), questions_to_add(25, 10, 100)
    (161, None, 0)
    """
    seen = gap(only_a, only_b, n)
    if seen == 0:
        return None
    if confidence(only_a, only_b, prior) >= level:
        return 0
    total = questions_for_gap(
        seen, chance=chance, discordance=min(discordance(only_a, only_b, n), 1.0), prior=prior, level=level
    )
    return max(ceil(total * design_effect - n * design_effect), 1)


def chance_settled(
    only_a: float,
    only_b: float,
    n: float,
    more: float,
    *,
    prior: float = PRIOR,
    design_effect: float = 1.0,
    level: float = SETTLED,
) -> float:
    """The chance that `more` questions bring the model that is ahead to 95 % (`level`).

    mu = lead/(k + 2a), s² = (1 − mu²)/(k + 2a + 1), mean = Qq·mu,
    var = Qq(1 − q·mu²) + (Qq)²s², need = 1.645·sqrt(k + Qq + 2a + 1) − lead;
    Phi((mean − need)/sqrt(var)). For a tie: either of the two, so twice that.

    Raises NotEnoughData below two questions, ValueError for counts that cannot be.

    >>> [round(chance_settled(18, 12, 100, more), 3) for more in (50, 250, 1000)]
    [0.186, 0.489, 0.663]
    """
    check_counts(only_a, only_b, n)
    if not (isfinite(more) and more >= 0):
        raise ValueError(f"the number of further questions is not negative, not {more}")
    settled = confidence(only_a, only_b, prior) >= level
    if settled or more == 0:
        return float(settled)
    ahead, behind = max(only_a, only_b), min(only_a, only_b)
    lead, k = ahead - behind, ahead + behind
    mu, s2 = lead_per_discordant(ahead, behind, prior)
    q = discordance(only_a, only_b, n)
    expected = more / design_effect * q
    variance = expected * (1 - q * mu**2) + expected**2 * s2
    need = special.ndtri(level) * np.sqrt(k + expected + 2 * prior + 1) - lead
    chance = float(special.ndtr((expected * mu - need) / np.sqrt(variance)))
    return min(2 * chance, 1.0) if lead == 0 else chance


def questions_to_add_graded(d: Differences, *, chance: float = 0.5, level: float = SETTLED) -> int | None:
    """`questions_to_add` for graded scores and ratings.

    Solves mean·sqrt(w/v) = z for the variance v of the mean, with w = tau²/(tau² + v).
    """
    if d.mean == 0:
        return None
    if abs(d.z) >= special.ndtri(level):
        return 0
    tau2 = d.tau**2
    wanted = (-tau2 + float(np.sqrt(tau2**2 + 4 * d.mean**2 * tau2 / _planning_z(chance, level) ** 2))) / 2
    return max(ceil(d.n * d.mean_variance / wanted) - d.n, 1)


def chance_settled_graded(d: Differences, more: float, *, level: float = SETTLED) -> float:
    """`chance_settled` for graded scores and ratings, by the same predictive argument."""
    if not (isfinite(more) and more >= 0):
        raise ValueError(f"the number of further questions is not negative, not {more}")
    settled = bool(abs(d.z) >= special.ndtri(level))
    if settled or more == 0:
        return float(settled)
    total = d.n + more
    spread = d.n * d.mean_variance
    v = spread / total
    need = total * special.ndtri(level) * np.sqrt(v * (d.tau**2 + v)) / d.tau
    mean = abs(d.mean) * (d.n + more * d.shrinkage)
    variance = more * spread + more**2 * d.shrinkage * d.mean_variance
    chance = float(special.ndtr((mean - need) / np.sqrt(variance)))
    return min(2 * chance, 1.0) if d.mean == 0 else chance


def _planning_z(chance: float, level: float) -> float:
    if not 0 < chance < 1:
        raise ValueError(f"a chance lies between 0 and 1, not {chance}")
    if not 0.5 < level < 1:
        raise ValueError(f"the level of a claim lies between 0.5 and 1, not {level}")
    z = float(special.ndtri(level) + special.ndtri(chance))
    if z <= 0:
        raise ValueError(f"a chance of {chance} is below what no question at all would give")
    return z
