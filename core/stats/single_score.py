"""One model's own score with its interval.

Right/wrong scores take Wilson's interval (Wilson 1927): its coverage is close
to what it says for any share (Brown, Cai & DasGupta 2001, Statistical Science
16:101), while Clopper–Pearson is wider than needed and the usual p ± z·se
collapses to ± 0 at the ends. 50 of 50 right gives 93–100 %, never 100 ± 0.

Such an interval is about one model. Whether two models differ is read from
their paired difference, never from two overlapping intervals.
"""

from typing import Final

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from core.errors import NotEnoughData
from core.stats.counts import Interval, check_scores
from core.stats.paired import two_sided_z

IMAGINARY_SHARE: Final = 1 / 16  # one imaginary question, a quarter of the scale away, keeps constant scores from ± 0


def wilson_interval(right: float, n: float, level: float = 0.95) -> Interval:
    """Wilson's score interval for `right` of n.

    (p + z²/2n ± z·sqrt(p(1 − p)/n + z²/4n²)) / (1 + z²/n). Raises NotEnoughData
    for no questions, ValueError when `right` is not within 0–n.

    >>> [round(end, 3) for end in wilson_interval(50, 50)]
    [0.929, 1.0]
    """
    if not n > 0:
        raise NotEnoughData("No question was measured: there is no score.")
    if not 0 <= right <= n:
        raise ValueError(f"{right} of {n} cannot be right")
    z2 = two_sided_z(level) ** 2
    p = right / n
    centre = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = float(np.sqrt(z2 * (p * (1 - p) / n + z2 / (4 * n**2)))) / (1 + z2 / n)
    return Interval(max(centre - half, 0.0), min(centre + half, 1.0))


def mean_interval(scores: ArrayLike, *, low: float = 0.0, high: float = 1.0, level: float = 0.95) -> Interval:
    """Interval for a mean of graded scores or ratings on a scale from low to high.

    mean ± t·sqrt(v), v = (Σ(x − mean)² + r²/16)/n/n with r = high − low: Student's
    t with n − 1 degrees of freedom, and one imaginary deviation so that
    constant scores do not give ± 0. Cut at the ends of the scale.

    Raises NotEnoughData below two scores, ValueError for NaN or out of range.

    >>> [round(end, 2) for end in mean_interval([4, 5, 3, 4, 4], low=1, high=5)]
    [3.04, 4.96]
    """
    x = check_scores(scores, low=low, high=high)
    n = len(x)
    variance = (float(np.sum((x - x.mean()) ** 2)) + IMAGINARY_SHARE * (high - low) ** 2) / n / n
    half = float(special.stdtrit(n - 1, (1 + level) / 2)) * float(np.sqrt(variance))
    return Interval(max(float(x.mean()) - half, low), min(float(x.mean()) + half, high))
