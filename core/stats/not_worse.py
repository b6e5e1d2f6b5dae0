"""Not worse by more than x: is the smaller file good enough against its reference?

Tango's score test for a difference of paired proportions (Tango 1998,
Statistics in Medicine 17:891). The usual interval for a gap must not be used
here: with 50 questions and a true loss of exactly 3 points it would say "not
worse, 90 %" in 22 % of the cases. "Not worse" is never "equal".

With few flips the counts are a coarse lattice, and the score test alone is
false too often at some n: 12.8 % instead of 10 % at n = 250 where 3 questions
in 100 flip and every flip is a loss. So a claim also needs the exact test: the
chance of counts that speak at least as strongly, if the loss were exactly the
margin, at its largest over all shares of flips (Barnard's unconditional test,
ordered by Tango's statistic; Lloyd & Moldovan 2008, Statistics in Medicine
27:3540). It may pass the nominal error by a fifth, so a claim at 90 % is false
in at most 12 % of cases, whatever n and the flips.

How often a claim at 90 % with x = 3 points can be made when the two are equal:
about a quarter of the time at n = 50, 0.4–0.9 at n = 250. So 50 questions
rarely settle 3 points; plan 250, or 500 where one question in ten flips.
"""

from math import ceil
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import special

from core.stats.binomial import binomial_mass, binomial_tail
from core.stats.counts import Floats, cap, check_counts
from core.stats.paired import DISCORDANCE_BEFORE_DATA, discordance
from core.stats.sequential import StoppingRule

CLAIM_AT: Final = 0.90  # "good enough" is said from this confidence on
CLAIM_AT_LOOKS: Final = 0.965  # … where the result was looked at on the way: five looks together err as one at 90 %
ALLOWANCE: Final = 1.2  # the exact error of a claim may be so many times the nominal one

# Where more flips than this are expected, the lattice is fine and the score test's own error is below the allowance.
_FLIPS_EXACT: Final = 100.0
_SHARES: Final = 40  # shares of flips at which the exact error is looked at


def not_worse_confidence(only_tested: float, only_reference: float, n: float, margin: float) -> float:
    """How sure one may be that the tested file loses less than `margin` against the reference.

    b = only the tested file right, c = only the reference right, D = −margin:
    A = 2n, B = −b − c + (2n − b + c)·D, C = −c·D·(1 − D),
    q = (sqrt(B² − 4AC) − B)/(2A), T = (b − c − nD)/sqrt(n·(2q + D(1 − D))),
    confidence = Phi(T), within 0.0001–0.9999.

    `margin` is a share (0.03 for 3 points). Raises ValueError for a margin
    outside 0–1 or counts that cannot be, NotEnoughData below two questions.

    >>> round(not_worse_confidence(5, 6, 250, 0.03), 6)
    0.958565
    """
    check_counts(only_tested, only_reference, n)
    _check_margin(margin)
    score = _score(np.array([float(only_tested)]), np.array([float(only_reference)]), n, margin)
    return cap(float(special.ndtr(score[0])))


def claim_level(rule: StoppingRule) -> float:
    """The confidence from which "good enough" may be said under a stopping rule.

    >>> claim_level(StoppingRule.FIXED), claim_level(StoppingRule.EXTENDED)
    (0.9, 0.965)
    """
    return CLAIM_AT if rule is StoppingRule.FIXED else CLAIM_AT_LOOKS


def guarded_confidence(
    only_tested: float, only_reference: float, n: float, margin: float, level: float = CLAIM_AT
) -> float:
    """The confidence that a claim at `level` may rest on: the score test's, or less where the exact test refuses it.

    Raises as `not_worse_confidence`.

    >>> [round(guarded_confidence(5, 6, 250, 0.03), 4), round(guarded_confidence(0, 4, 250, 0.03), 4)]
    [0.9586, 0.8718]
    """
    sure = not_worse_confidence(only_tested, only_reference, n, margin)
    if sure < level or margin * n > _FLIPS_EXACT:
        return sure
    error = exact_error(only_tested, only_reference, n, margin)
    return sure if error <= ALLOWANCE * (1 - level) else cap(1 - error)


def exact_error(only_tested: float, only_reference: float, n: float, margin: float) -> float:
    """How often counts would speak at least as strongly for "not worse" if the loss were exactly the margin.

    The largest such chance over the shares of flips f from the margin (every
    flip a loss) up to 100 flips in n: B and C are trinomial with the shares
    (f − margin)/2 and (f + margin)/2, and those counts with T(B, C) ≥ T(b, c) are
    summed. Fractions (clustered questions) are rounded against the tested file.

    Raises as `not_worse_confidence`.

    >>> round(exact_error(0, 4, 250, 0.03), 3), round(exact_error(0, 3, 250, 0.03), 3)
    (0.128, 0.057)
    """
    check_counts(only_tested, only_reference, n)
    _check_margin(margin)
    whole = round(n)
    c = min(ceil(only_reference - 1e-9), whole)
    b = min(int(only_tested + 1e-9), whole - c)
    seen = float(_score(np.array([float(b)]), np.array([float(c)]), whole, margin)[0])
    largest = max(min(_FLIPS_EXACT / whole, 1.0), margin)
    shares = np.geomspace(margin, largest, _SHARES) if largest > margin else np.array([margin])
    lost = np.arange(min(whole, ceil(whole * largest + 12 * np.sqrt(whole * largest) + 12)) + 1)
    least = _least_gained(lost, seen, whole, margin)
    won, gone = (shares - margin) / 2, (shares + margin) / 2
    weight = binomial_mass(lost[None, :], whole, gone[:, None])
    beyond = binomial_tail(least[None, :], (whole - lost)[None, :], (won / (1 - gone))[:, None])
    return float(min((weight * beyond).sum(axis=1).max(), 1.0))


def _least_gained(lost: NDArray[np.int64], seen: float, n: int, margin: float) -> NDArray[np.int64]:
    """For each count of losses the smallest count of gains with T ≥ seen; more than can be where there is none."""
    low, high = np.zeros_like(lost), n - lost + 1  # T grows with the gains
    while (open_ := low < high).any():
        middle = (low + high) // 2
        enough = _score(np.minimum(middle, n - lost).astype(np.float64), lost.astype(np.float64), n, margin)
        reached = (enough >= seen - 1e-9) & (middle <= n - lost)
        high = np.where(open_ & reached, middle, high)
        low = np.where(open_ & ~reached, middle + 1, low)
    return low


def _score(gained: Floats, lost: Floats, n: float, margin: float) -> Floats:
    """Tango's statistic; positive speaks for "not worse by more than the margin"."""
    b, c, d = gained, lost, -margin
    quadratic = 2 * n
    linear = -b - c + (2 * n - b + c) * d
    constant = -c * d * (1 - d)
    # Restricted maximum likelihood: the share of "only the reference" if the loss were exactly the margin.
    q = (np.sqrt(np.maximum(linear**2 - 4 * quadratic * constant, 0.0)) - linear) / (2 * quadratic)
    variance = n * (2 * q + d * (1 - d))
    difference = b - c - n * d
    # Where every question was lost nothing varies, and nothing speaks for the tested file.
    certain = np.where(difference == 0, 0.0, np.copysign(np.inf, difference))
    return np.asarray(
        np.where(variance > 0, difference / np.sqrt(np.where(variance > 0, variance, 1.0)), certain), dtype=np.float64
    )


def _check_margin(margin: float) -> None:
    if not 0 < margin < 1:
        raise ValueError(f"the margin is a share between 0 and 1, not {margin}")


def questions_for_margin(
    margin: float, *, discordance: float = DISCORDANCE_BEFORE_DATA, chance: float = 0.5, level: float = CLAIM_AT
) -> int:
    """How many questions until "not worse by more than the margin" can be said, if the two are equal.

    q·(z_level + z_chance)²/margin², and at least as many as no flip at all would
    need, z_level²·(1 − margin)/margin. `chance` is that of getting there.

    Raises ValueError for a margin, a share, a chance or a level outside 0–1.

    >>> questions_for_margin(0.03, discordance=0.10), questions_for_margin(0.03, discordance=0.01)
    (183, 54)
    """
    for name, share in (("margin", margin), ("discordance", discordance), ("chance", chance), ("level", level)):
        if not 0 < share < 1:
            raise ValueError(f"the {name} is a share between 0 and 1, not {share}")
    z_level, z_chance = float(special.ndtri(level)), float(special.ndtri(chance))
    no_flip = z_level**2 * (1 - margin) / margin
    return ceil(max(discordance * max(z_level + z_chance, 0.0) ** 2 / margin**2, no_flip))


def questions_to_add_for_margin(
    only_tested: float, only_reference: float, n: float, margin: float, *, level: float = CLAIM_AT
) -> int | None:
    """How many more questions until "not worse by more than the margin", if the two are in truth equal.

    The questions still to come flip as often as those seen (shrunk a little)
    and in truth go either way alike, so what was lost so far stays lost: an
    even chance is where the claim can be made with the rest split evenly.
    0 when it can be made already; None beyond a million.

    Raises as `not_worse_confidence`.

    >>> questions_to_add_for_margin(5, 9, 250, 0.03), questions_to_add_for_margin(5, 6, 250, 0.03)
    (80, 0)
    """
    share = discordance(only_tested, only_reference, n)

    def claims(more: int) -> bool:
        half = share * more / 2
        return not_worse_confidence(only_tested + half, only_reference + half, n + more, margin) >= level

    low, high = 0, 1
    if guarded_confidence(only_tested, only_reference, n, margin, level) >= level:
        return 0
    while not claims(high):
        low, high = high, 2 * high
        if high > 1_000_000:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if claims(middle) else (middle, high)
    return high
