"""Not worse by more than x: is the smaller file good enough against its reference?

Tango's score test for a difference of paired proportions (Tango 1998,
Statistics in Medicine 17:891). The usual interval for a gap must not be used
here: with 50 questions and a true loss of exactly 3 points it would say "not
worse, 90 %" in 22 % of the cases. "Not worse" is never "equal".

How often a claim at 90 % with x = 3 points is made though the true loss is
exactly 3 points: 5–12 % at n ≥ 100 (simulated). How often it can be made
when the two are equal: about a quarter of the time at n = 50, 0.4–0.9 at n = 250.
So 50 questions rarely settle 3 points; plan 250, or 500 where one question in
ten flips.
"""

from math import ceil
from typing import Final

import numpy as np
from scipy import special

from core.stats.counts import cap, check_counts
from core.stats.paired import DISCORDANCE_BEFORE_DATA, discordance

CLAIM_AT: Final = 0.90  # "good enough" is said from this confidence on


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
    if not 0 < margin < 1:
        raise ValueError(f"the margin is a share between 0 and 1, not {margin}")
    b, c, d = only_tested, only_reference, -margin
    quadratic = 2 * n
    linear = -b - c + (2 * n - b + c) * d
    constant = -c * d * (1 - d)
    # Restricted maximum likelihood: the share of "only the reference" if the loss were exactly the margin.
    q = (np.sqrt(max(linear**2 - 4 * quadratic * constant, 0.0)) - linear) / (2 * quadratic)
    variance = n * (2 * q + d * (1 - d))
    difference = b - c - n * d
    if variance <= 0:  # every question lost: nothing varies, and nothing speaks for the tested file
        return cap((np.sign(difference) + 1) / 2)
    return cap(float(special.ndtr(difference / np.sqrt(variance))))


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
    if claims(0):
        return 0
    while not claims(high):
        low, high = high, 2 * high
        if high > 1_000_000:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if claims(middle) else (middle, high)
    return high
