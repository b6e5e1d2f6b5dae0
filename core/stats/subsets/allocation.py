"""How many questions each stratum gives: in proportion to its size, exactly n in all.

Largest remainders, ties broken at random. The published code rounds each
stratum for itself and may return more than n.
"""

import numpy as np

from core.stats.counts import Floats
from core.stats.result_matrix import Positions
from core.stats.subsets.subset import Subset


def allocate(n: int, sizes: Positions, rng: np.random.Generator) -> Positions:
    """n split over strata of the given sizes; never more than a stratum holds.

    >>> allocate(10, np.array([50, 30, 20]), np.random.default_rng(0)).tolist()
    [5, 3, 2]
    """
    exact = n * sizes / sizes.sum()
    given: Positions = np.minimum(np.floor(exact), sizes).astype(np.intp)
    order = np.lexsort((rng.random(len(sizes)), -(exact - given)))
    left = n - int(given.sum())
    while left > 0:
        for stratum in order:
            if left > 0 and given[stratum] < sizes[stratum]:
                given[stratum] += 1
                left -= 1
    return given


def draw_from_strata(strata: Positions, n: int, rng: np.random.Generator) -> Subset:
    """n questions at random from each stratum in proportion; a stratum counts by its size.

    `strata` numbers the stratum of each question. Strata that give no question
    (more strata than questions) leave their share to the others.
    """
    numbers, sizes = np.unique(strata, return_counts=True)
    given = allocate(n, sizes, rng)
    chosen, weights = [], []
    for number, size, count in zip(numbers, sizes, given, strict=True):
        if count:
            chosen.append(rng.choice(np.flatnonzero(strata == number), count, replace=False))
            weights.append(np.full(count, size / count))
    worth: Floats = np.concatenate(weights)
    return Subset(np.concatenate(chosen), worth / worth.sum())
