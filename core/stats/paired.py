"""Two models on the same questions: how sure, how large, how small a gap the test can see.

W questions only A got right, L only B, k = W + L of n. Concordant questions
say nothing on who is better, so the confidence is a statement about the
discordant ones alone: with a Beta(a, a) prior on A's share of them it is
Beta.sf(0.5, W + a, L + a). The prior is worth 2a imaginary discordant
questions split evenly. a = 5 because models that a person compares were
usually shortlisted and lie close together; a flat prior (a = 1) says 95 % where
83–90 % come true on such pairs.

Three numbers that must not be confused: the confidence is about this result;
MDAD is about the test (which true gap would n such questions rank rightly 8
times in 10); the interval is about the size of the gap.

Sources: MDAD, Yauney et al. 2025 (micro-benchmarking reliability), in closed
form from power analysis; interval, Agresti & Min 2005 (Statistics in Medicine
24:729); exact test, McNemar 1947 with the binomial null.
"""

from typing import Final

import numpy as np
from scipy import special

from core.stats.counts import Interval, cap, check_counts, check_prior, finite_share

PRIOR: Final = 5.0
Z_80: Final = float(special.ndtri(0.8))  # 0.8416: right 8 times in 10
MOST_NOT_MEASURED: Final = 0.1  # share of the questions asked of both; beyond it nobody is named
DISCORDANCE_BEFORE_DATA: Final = 0.30  # typical share of discordant questions, for planning


def p_a_better(only_a: float, only_b: float, prior: float = PRIOR) -> float:
    """The probability that A is better, uncapped: Beta.sf(0.5, W + a, L + a).

    For rankings of many models, where tiny tails are compared. Shown figures
    come from `probability_a_better`.
    """
    check_prior(prior)
    check_counts(only_a, only_b, max(only_a + only_b, 2.0))
    return float(special.betainc(only_b + prior, only_a + prior, 0.5))


def probability_a_better(only_a: float, only_b: float, prior: float = PRIOR) -> float:
    """The probability that A is better than B on questions like these, within 0.0001–0.9999.

    P_A = Beta.sf(0.5, W + a, L + a). Equal counts give exactly 0.5: no
    difference seen. Only for a number of questions fixed beforehand; see
    sequential.py for stopping early.

    Raises ValueError for negative or NaN counts.

    >>> round(probability_a_better(18, 12), 6)
    0.831608
    """
    return cap(p_a_better(only_a, only_b, prior))


def confidence(only_a: float, only_b: float, prior: float = PRIOR) -> float:
    """How sure one may be that the model ahead is the better one: max(P_A, 1 − P_A), 0.5–0.9999.

    >>> round(confidence(12, 18), 6)
    0.831608
    """
    p = probability_a_better(only_a, only_b, prior)
    return max(p, 1 - p)


def gap(only_a: float, only_b: float, n: float) -> float:
    """The observed gap (W − L)/n; positive when A is ahead."""
    check_counts(only_a, only_b, n)
    return (only_a - only_b) / n


def discordance(only_a: float, only_b: float, n: float) -> float:
    """The share of discordant questions, (k + 1)/(n + 2): never 0, never 1."""
    check_counts(only_a, only_b, n)
    return (only_a + only_b + 1) / (n + 2)


def mdad(only_a: float, only_b: float, n: float, bank_size: float | None = None, *, strict: bool = False) -> float:
    """Minimum detectable ability difference: the smallest gap that n such questions rank rightly 8 times in 10.

    MDAD = 0.8416 · sqrt(max(q − g², 1/n)) / sqrt(n) · f with f = sqrt((N − n)/(N − 1))
    for a claim about a bank of N questions, else 1. Smaller is better. It is a
    property of the test, not of the result. `strict` adds 1/(2n): the paper
    counts a tie in the sample as a wrong ranking.

    Returns a share (0.0461 is 4.6 points). Raises ValueError for counts that
    cannot be or a bank smaller than n, NotEnoughData below two questions.

    >>> round(mdad(18, 12, 100), 4)
    0.0461
    """
    variance = discordance(only_a, only_b, n) - gap(only_a, only_b, n) ** 2
    half = Z_80 * np.sqrt(max(variance, 1 / n) / n) * finite_share(n, bank_size)
    return float(half + (1 / (2 * n) if strict else 0.0))


def mdad_before_data(
    n: float, bank_size: float | None = None, *, discordance: float = DISCORDANCE_BEFORE_DATA, strict: bool = False
) -> float:
    """What n questions can tell apart, said before any were asked: 0.8416 · sqrt(q/n) · f.

    Raises NotEnoughData below two questions, ValueError for a share of
    discordant questions outside 0–1.

    >>> round(mdad_before_data(50), 4)
    0.0652
    """
    check_counts(0, 0, n)
    if not 0 < discordance <= 1:
        raise ValueError(f"the share of discordant questions lies in 0–1, not {discordance}")
    half = Z_80 * np.sqrt(discordance / n) * finite_share(n, bank_size)
    return float(half + (1 / (2 * n) if strict else 0.0))


def gap_interval(
    only_a: float, only_b: float, n: float, bank_size: float | None = None, *, level: float = 0.95
) -> Interval:
    """Where the true gap probably lies (Agresti–Min; not shrunk by a prior).

    g' = (W − L)/(n + 2), v = ((W + L + 1)/(n + 2) − g'²)/(n + 2), g' ± z·sqrt(v);
    for the gap on a whole bank of N the half-width is multiplied by
    sqrt((N − n)/(N − 1)). It may exclude 0 while the confidence is below 95 %:
    it shows the size of the gap, the verdict rests on the confidence.

    Measured coverage of the held-out gap: .950–.962 at n = 20 to 250.
    Returns shares within −1 and 1; raises as `mdad` does.

    >>> [round(end, 4) for end in gap_interval(18, 12, 100)]
    [-0.0476, 0.1652]
    """
    check_counts(only_a, only_b, n)
    z = two_sided_z(level)
    centre = (only_a - only_b) / (n + 2)
    variance = ((only_a + only_b + 1) / (n + 2) - centre**2) / (n + 2)
    half = z * float(np.sqrt(variance)) * finite_share(n, bank_size)
    return Interval(max(centre - half, -1.0), min(centre + half, 1.0))


def exact_mcnemar_p(only_a: int, only_b: int) -> float:
    """Exact two-sided p of "no difference" from the discordant questions (binomial, p = 1/2).

    Given beside the confidence for those who look for a p-value. No discordant
    question gives 1. Raises ValueError for counts that are not whole.

    >>> round(exact_mcnemar_p(10, 2), 3), round(exact_mcnemar_p(8, 5), 2)
    (0.039, 0.58)
    """
    check_counts(only_a, only_b, max(only_a + only_b, 2))
    if only_a != int(only_a) or only_b != int(only_b):
        raise ValueError(f"the exact test counts whole questions, not {only_a} and {only_b}")
    k = only_a + only_b
    if k == 0:
        return 1.0
    return float(min(1.0, 2 * special.bdtr(min(only_a, only_b), k, 0.5)))


def two_sided_z(level: float) -> float:
    """The normal quantile of a two-sided interval; for 0.95 the customary 1.96."""
    if not 0 < level < 1:
        raise ValueError(f"the level of an interval lies between 0 and 1, not {level}")
    if level == 0.95:
        return 1.96
    return float(special.ndtri((1 + level) / 2))
