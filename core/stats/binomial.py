"""Binomial probabilities, from the incomplete beta function.

scipy.stats has them too and is not used: importing it takes four tenths of a
second, which a command that only needs one tail would pay at every start.
P(X ≥ k) = I_p(k, n − k + 1) (Abramowitz & Stegun 1964, 26.5.24).
"""

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from core.stats.counts import Floats


def binomial_mass(k: ArrayLike, n: ArrayLike, p: ArrayLike) -> Floats:
    """P(X = k) for n draws with the chance p; arrays of shapes that go together, 0 <= k <= n.

    >>> binomial_mass([0, 1, 2], 2, 0.5).round(6).tolist()
    [0.25, 0.5, 0.25]
    """
    k, n, p = (np.asarray(x, dtype=np.float64) for x in (k, n, p))
    ways = -special.betaln(n - k + 1, k + 1) - np.log1p(n)
    return np.asarray(np.exp(ways + special.xlogy(k, p) + special.xlog1py(n - k, -p)), dtype=np.float64)


def binomial_tail(k: ArrayLike, n: ArrayLike, p: ArrayLike) -> Floats:
    """P(X >= k) for n draws with the chance p; 1 for k <= 0, 0 for k > n.

    >>> binomial_tail([0, 2, 3], 2, 0.5).round(6).tolist()
    [1.0, 0.25, 0.0]
    """
    k, n, p = (np.asarray(x, dtype=np.float64) for x in (k, n, p))
    inside = special.betainc(np.maximum(k, 1.0), np.maximum(n - k + 1, 1.0), p)
    return np.where(k <= 0, 1.0, np.where(k > n, 0.0, inside))
