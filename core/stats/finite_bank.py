"""A claim about one bank of N questions, of which n were answered.

The n answered questions are known; only the M = N − n others are uncertain. So
"A gets more of this bank right" can be far surer than "A is better on
questions like these" (paired.py), and speaks about that bank alone. Say which.

With m = (W − L)/(k + 2a) and s² = (1 − m²)/(k + 2a + 1), mean and variance of
A's share lead on a discordant question under the Beta(a, a) prior, and q the
share of discordant questions, the lead on the whole bank is about normal with
mean W − L + M·q·m and variance M·q·(1 − q·m²) + (M·q)²·s².
"""

from typing import Final

import numpy as np
from scipy import special

from core.stats.counts import cap, check_bank, check_counts, check_prior
from core.stats.paired import PRIOR, discordance

TIE_MARGIN: Final = 0.03  # "practically tied" means within 3 points


def p_bank(only_a: float, only_b: float, n: float, bank_size: float, prior: float = PRIOR) -> float:
    """The probability that A gets more of the whole bank right, within 0.0001–0.9999.

    Phi(mean/sd) of the lead on the bank. When every question was asked it is the
    sign of the count: 0.9999, 0.5 or 0.0001.

    Raises ValueError for a bank smaller than n or counts that cannot be,
    NotEnoughData below two questions.

    >>> round(p_bank(18, 12, 100, 150), 6)
    0.965945
    """
    check_bank(n, bank_size)
    mean, variance = lead_on_bank(only_a, only_b, n, bank_size, prior)
    if variance <= 0:
        return cap((np.sign(mean) + 1) / 2)
    return cap(float(special.ndtr(mean / np.sqrt(variance))))


def p_practically_tied(
    only_a: float,
    only_b: float,
    n: float,
    bank_size: float | None = None,
    prior: float = PRIOR,
    *,
    margin: float = TIE_MARGIN,
) -> float:
    """The probability that the gap lies within ± margin, on the bank or (no bank) on questions like these.

    Phi((d − mu)/sd) − Phi((−d − mu)/sd), for a bank with mu and sd of the lead
    divided by N, else mu = q·m and sd = q·sqrt(s²). The share q of discordant
    questions is taken as known, so with few questions this is too sure of
    itself: it may be spoken of from about 250 questions on.

    Raises as `p_bank`; ValueError for a margin outside 0–1.

    >>> round(p_practically_tied(12, 13, 250), 2)
    0.91
    """
    if not 0 < margin < 1:
        raise ValueError(f"the margin is a share between 0 and 1, not {margin}")
    check_counts(only_a, only_b, n)
    if bank_size is None:
        m, s2 = lead_per_discordant(only_a, only_b, prior)
        q = discordance(only_a, only_b, n)
        mu, sd = q * m, q * float(np.sqrt(s2))
    else:
        check_bank(n, bank_size)
        mean, variance = lead_on_bank(only_a, only_b, n, bank_size, prior)
        mu, sd = mean / bank_size, float(np.sqrt(variance)) / bank_size
    if sd <= 0:
        return cap(float(abs(mu) <= margin))
    return cap(float(special.ndtr((margin - mu) / sd) - special.ndtr((-margin - mu) / sd)))


def lead_per_discordant(only_a: float, only_b: float, prior: float = PRIOR) -> tuple[float, float]:
    """Mean and variance of A's lead on a discordant question (between −1 and 1): m and s².

    >>> m, s2 = lead_per_discordant(18, 12); round(m, 3), round(s2, 4)
    (0.15, 0.0238)
    """
    check_prior(prior)
    weight = only_a + only_b + 2 * prior
    m = (only_a - only_b) / weight
    return m, (1 - m**2) / (weight + 1)


def lead_on_bank(only_a: float, only_b: float, n: float, bank_size: float, prior: float = PRIOR) -> tuple[float, float]:
    """Mean and variance of A's lead in questions over the whole bank."""
    m, s2 = lead_per_discordant(only_a, only_b, prior)
    expected = max(bank_size - n, 0.0) * discordance(only_a, only_b, n)  # discordant ones among the rest
    q = discordance(only_a, only_b, n)
    return only_a - only_b + expected * m, expected * (1 - q * m**2) + expected**2 * s2
