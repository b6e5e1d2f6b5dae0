"""An amount per byte over pieces of a text, with its standard error; and two amounts of the same pieces.

R = Σ amount / Σ size. The pieces are the sample: what varies from piece to
piece is the residual r = amount − R·size, so the standard error is
sqrt(n/(n−1)·Σ r²)/Σ size (the linearised variance of a ratio; Cochran,
Sampling Techniques, 1977, section 2.11). Two models on the same pieces are
compared by the ratio of their differences, whose error is far smaller than the
two errors taken together, because a piece that is hard for one is hard for both.

Pieces that lie next to each other in a text are alike, so the error is a little
too small; the text as a whole is one sample of its domain and no error speaks of that.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special


@dataclass(frozen=True)
class Ratio:
    value: float
    error: float  # standard error
    n: int  # pieces

    @property
    def interval(self) -> tuple[float, float]:
        """95 % by Student's t with n − 1 degrees of freedom."""
        reach = float(special.stdtrit(self.n - 1, 0.975)) * self.error
        return self.value - reach, self.value + reach


def ratio_of(amounts: ArrayLike, sizes: ArrayLike) -> Ratio:
    """Amount per size, both of shape (n,), n ≥ 2 and sizes above zero.

    >>> found = ratio_of([10.0, 14.0, 9.0], [10, 10, 10])
    >>> round(found.value, 3), round(found.error, 4)  # mean and standard error of 1.0, 1.4, 0.9
    (1.1, 0.1528)
    """
    a, s = np.asarray(amounts, dtype=float), np.asarray(sizes, dtype=float)
    if a.ndim != 1 or a.shape != s.shape or len(a) < 2 or not (s > 0).all():
        raise ValueError(f"two rows of the same length, at least 2, with sizes above zero: {a.shape}, {s.shape}")
    n = len(a)
    value = float(a.sum() / s.sum())
    residuals = a - value * s
    return Ratio(value, float(np.sqrt(n / (n - 1) * (residuals**2).sum()) / s.sum()), n)


def lower_confidence(difference: Ratio) -> float:
    """How sure it is that the first of two amounts is the lower one: t at −difference/error.

    >>> round(lower_confidence(Ratio(-0.02, 0.01, 11)), 3)
    0.963
    """
    if difference.error == 0:
        return 0.5 if difference.value == 0 else float(difference.value < 0)
    return float(special.stdtr(difference.n - 1, -difference.value / difference.error))
