"""A determinantal point process: a random subset whose members repel each other.

For an orthonormal N × m matrix Q the subset S of m items has probability
det(Q_S Q_Sᵀ): items with like rows rarely come together. It is drawn exactly,
one item after the other, in proportion to what is left of each row's length
after projecting out the rows already drawn (Hough et al. 2006, Probability
Surveys 3:206). The features are polynomials of the questions' principal
components over the source models (a discrete orthogonal polynomial ensemble,
as in the published code).
"""

from itertools import product
from typing import Final

import numpy as np
from numpy.polynomial import chebyshev
from scipy import linalg

from core.stats.counts import Floats
from core.stats.result_matrix import Positions

_DIMENSIONS: Final = 4
_TAIL: Final = 0.01  # share of the outliers on each side of a component that the process leaves out


def draw_projection(q: Floats, rng: np.random.Generator) -> Positions:
    """As many distinct rows as q has columns, from the projection process of an orthonormal q.

    >>> sorted(draw_projection(np.eye(4)[:, :2], np.random.default_rng(0)).tolist())
    [0, 1]
    """
    rows, m = q.shape
    left = np.sum(q**2, axis=1)
    directions = np.empty((rows, m))
    chosen = np.empty(m, dtype=np.intp)
    for step in range(m):
        chance = np.clip(left, 0, None)
        chance[chosen[:step]] = 0
        new = int(rng.choice(rows, p=chance / chance.sum()))
        direction = q @ q[new] - directions[:, :step] @ directions[new, :step]
        direction /= np.sqrt(max(left[new], 1e-300))
        directions[:, step] = direction
        left = left - direction**2
        chosen[step] = new
    return chosen


def draw_diverse(components: Floats, m: int, rng: np.random.Generator) -> Positions:
    """m diverse questions from their principal components, questions × dimensions.

    Where the questions are too alike for m independent polynomials, the rest is
    drawn uniformly.
    """
    count = len(components)
    inside = np.arange(count)
    points = components[:, :_DIMENSIONS]
    if points.shape[1]:
        low, high = np.quantile(points, [_TAIL, 1 - _TAIL], axis=0)
        kept = np.flatnonzero(np.all((points >= low) & (points <= high), axis=1))
        inside = kept if len(kept) > m else inside
    basis = _basis(points[inside], min(m, len(inside)))
    chosen = inside[draw_projection(basis, rng)] if basis.shape[1] else np.empty(0, dtype=np.intp)
    if len(chosen) < m:
        rest = np.setdiff1d(np.arange(count), chosen)
        chosen = np.concatenate([chosen, rng.choice(rest, m - len(chosen), replace=False)])
    return np.asarray(chosen, dtype=np.intp)


def _basis(points: Floats, m: int) -> Floats:
    """Orthonormal columns that span the first m polynomials, or as many as are independent."""
    dimensions = points.shape[1]
    if dimensions == 0:
        return np.empty((len(points), 0))
    span = np.ptp(points, axis=0)
    scaled = 0.99 * (2 * (points - points.min(axis=0)) / np.where(span > 0, span, 1) - 1)
    degree = int(np.ceil(m ** (1 / dimensions)))
    orders = sorted(product(range(degree + 1), repeat=dimensions), key=lambda o: (max(o), o))[:m]
    single = chebyshev.chebvander(scaled, degree)  # points × dimensions × degrees
    features = np.ones((len(points), len(orders)))
    for axis in range(dimensions):
        features *= single[:, axis, [order[axis] for order in orders]]
    # not a singular value decomposition: on one real matrix that did not converge
    q, r, _ = linalg.qr(features, mode="economic", pivoting=True)
    size = np.abs(np.diag(r))
    return np.asarray(q[:, size > 1e-9 * size[0]])
