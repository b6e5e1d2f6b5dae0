"""Graded scores (0–1, several samples a question) and ratings (1–5), paired by question.

What counts is the difference d of the two scores on each question. Its mean
has the variance v = (Σd² + c)/(n + 1)/n, where c is one imaginary question with
a difference of a quarter of the scale, so that identical answers are not
"certain". A normal prior with sd tau on the true difference shrinks the mean by
w = tau²/(tau² + v): P(A better) = Phi(mean(d)·sqrt(w/v)).

tau is a tenth of the scale for ratings (0.4 points) and 0.05 for graded scores.
The latter are skewed and stay a little too sure of themselves (94 % came true
where 95 % were claimed, at n = 50 to 250); the former rest on one judged data
set: provisional. Who trusts the order alone uses paired.py with the counts of
"A scored higher" and "B scored higher".
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from core.stats.counts import Interval, cap, check_bank, check_paired, finite_share
from core.stats.finite_bank import TIE_MARGIN
from core.stats.paired import Z_80

FEW_DIFFER: Final = 10  # fewer questions with a difference do not tell how large differences are


@dataclass(frozen=True)
class Scale:
    """How scores run, and what is assumed about two models on such a scale before any answer."""

    low: float
    high: float
    tau: float  # prior sd of the true difference of two models
    imaginary: float  # squared difference of one imaginary question

    @property
    def range(self) -> float:
        return self.high - self.low


GRADED: Final = Scale(low=0.0, high=1.0, tau=0.05, imaginary=1 / 16)
RATING: Final = Scale(low=1.0, high=5.0, tau=0.4, imaginary=1.0)


@dataclass(frozen=True)
class Differences:
    """The paired differences of two models, boiled down; all in units of the scale."""

    n: int
    mean: float  # positive when A is ahead
    mean_variance: float  # v: of the mean, as the confidence uses it
    centred_variance: float  # of the mean, around the observed mean: for the interval and MDAD
    tau: float

    @property
    def shrinkage(self) -> float:
        """w = tau²/(tau² + v): how much of the observed difference is believed."""
        return self.tau**2 / (self.tau**2 + self.mean_variance)

    @property
    def z(self) -> float:
        """mean·sqrt(w/v): the shrunk mean in its own standard deviations; positive when A is ahead."""
        return float(self.mean * np.sqrt(self.shrinkage / self.mean_variance))


def paired_differences(
    scores_a: ArrayLike, scores_b: ArrayLike, scale: Scale = GRADED, *, design_effect: float = 1.0
) -> Differences:
    """Boil two vectors of n scores down to what the functions below need.

    With clustered questions the variances grow by `design_effect`. Raises
    NotEnoughData below two questions, ValueError for NaN, scores outside the
    scale, unequal lengths, or a design effect below 1.

    >>> paired_differences([4, 5, 3], [3, 5, 3], RATING).mean.__round__(4)
    0.3333
    """
    if not design_effect >= 1:
        raise ValueError(f"a design effect is at least 1, not {design_effect}")
    a, b = check_paired(scores_a, scores_b, low=scale.low, high=scale.high)
    d = a - b
    n = len(d)
    mean = float(d.mean())
    per_question = design_effect / (n + 1) / n
    # Where hardly any question differs their spread is not known: the imaginary one may differ by the whole scale.
    unseen = scale.range**2 * max(1 - np.count_nonzero(d) / FEW_DIFFER, 0.0)
    return Differences(
        n=n,
        mean=mean,
        mean_variance=(float(np.sum(d**2)) + scale.imaginary) * per_question,
        centred_variance=(float(np.sum((d - mean) ** 2)) + max(scale.imaginary, unseen)) * per_question,
        tau=scale.tau,
    )


def probability_a_better_graded(d: Differences) -> float:
    """P(A better) = Phi(mean·sqrt(w/v)), within 0.0001–0.9999; 0.5 for equal means.

    >>> d = paired_differences([5, 4, 4, 5, 3] * 10, [4, 4, 3, 5, 3] * 10, RATING)
    >>> probability_a_better_graded(d) > 0.99
    True
    """
    return cap(float(special.ndtr(d.z)))


def mdad_graded(d: Differences, bank_size: float | None = None) -> float:
    """The smallest difference, in units of the scale, that such a test ranks rightly 8 times in 10."""
    return float(Z_80 * np.sqrt(d.centred_variance) * finite_share(d.n, bank_size))


def gap_interval_graded(
    d: Differences, scale: Scale = GRADED, bank_size: float | None = None, *, level: float = 0.95
) -> Interval:
    """Where the true difference probably lies, in units of the scale; not shrunk.

    mean ± t·sqrt(v), Student's t with n − 1 degrees of freedom, v around the
    observed mean; never ± 0, cut at the largest difference there can be.
    """
    if not 0 < level < 1:
        raise ValueError(f"the level of an interval lies between 0 and 1, not {level}")
    half = float(special.stdtrit(d.n - 1, (1 + level) / 2) * np.sqrt(d.centred_variance))
    half *= finite_share(d.n, bank_size)
    return Interval(max(d.mean - half, -scale.range), min(d.mean + half, scale.range))


def p_bank_graded(d: Differences, bank_size: float) -> float:
    """The probability that A has the higher mean over a whole bank of N questions.

    As in finite_bank.py: the n answered differences are known, the others have
    the shrunk mean w·mean, its uncertainty w·v, and their own spread n·v.

    Raises ValueError for a bank smaller than n.
    """
    mean, variance = _sum_over(d, bank_size)
    if variance <= 0:
        return cap((np.sign(mean) + 1) / 2)
    return cap(float(special.ndtr(mean / np.sqrt(variance))))


def p_practically_tied_graded(
    d: Differences, scale: Scale = GRADED, bank_size: float | None = None, *, margin: float = TIE_MARGIN
) -> float:
    """The probability that the difference lies within ± `margin` of the scale (0.03: 0.12 rating points)."""
    width = margin * scale.range
    if bank_size is None:
        mu, sd = d.shrinkage * d.mean, float(np.sqrt(d.shrinkage * d.mean_variance))
    else:
        mean, variance = _sum_over(d, bank_size)
        mu, sd = mean / bank_size, float(np.sqrt(variance)) / bank_size
    if sd <= 0:
        return cap(float(abs(mu) <= width))
    return cap(float(special.ndtr((width - mu) / sd) - special.ndtr((-width - mu) / sd)))


def not_worse_confidence_graded(d: Differences, margin: float) -> float:
    """How sure one may be that A (the tested file) loses less than `margin`, in units of the scale.

    Phi((mean + margin)/sqrt(v)), flat prior. A normal approximation: the exact
    way for right and wrong is not_worse.py.
    """
    if not margin > 0:
        raise ValueError(f"the margin is positive, not {margin}")
    return cap(float(special.ndtr((d.mean + margin) / np.sqrt(d.centred_variance))))


def _sum_over(d: Differences, bank_size: float) -> tuple[float, float]:
    """Mean and variance of the sum of differences over a bank of N."""
    check_bank(d.n, bank_size)
    rest = bank_size - d.n
    spread = d.n * d.mean_variance
    mean = d.n * d.mean + rest * d.shrinkage * d.mean
    return mean, rest * spread + rest**2 * d.shrinkage * d.mean_variance
