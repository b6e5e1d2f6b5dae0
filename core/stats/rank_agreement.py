"""Do several tests put the same models in the same order?

A table has one row for each model and one column for each test; columns may
have any unit, and NaN is not allowed (leave the model out instead).

- Kendall's tau-b: of all pairs of models that both tests order, how many more
  they order alike than apart, from -1 to 1; a pair tied in a test weighs
  nothing there (Kendall, "The treatment of ties in ranking problems", 1945).
- Pearson's correlation, which asks for a straight line instead of an order.
- The share of the first principal component: how much of the spread of all
  standardised columns one number for each model explains.

tau-b is a cosine: of the signs of all differences in one column with those in
another. So a whole table of agreements is one matrix product.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.stats.counts import Floats


@dataclass(frozen=True)
class Agreement:
    """Kendall's tau-b of two orders, with a 95 % interval from drawing the models again."""

    tau: float
    low: float
    high: float


def kendall_table(scores: Floats) -> Floats:
    """tau-b between every two columns: (models × tests) -> (tests × tests), 1 on the diagonal.

    Raises ValueError for fewer than two models, NaN, or a column without two different values.

    >>> kendall_table(np.array([[1, 10], [2, 30], [3, 20]], dtype=float)).round(3).tolist()
    [[1.0, 0.333], [0.333, 1.0]]
    """
    signs = _signs(_checked(scores))
    products = signs.T @ signs
    lengths = np.sqrt(np.diag(products))
    return np.asarray(products / np.outer(lengths, lengths), dtype=np.float64)


def kendall(one: Floats, two: Floats) -> float:
    """tau-b of two vectors over the same models.

    >>> round(kendall(np.array([1.0, 2.0, 2.0, 4.0]), np.array([1.0, 3.0, 2.0, 4.0])), 4)
    0.9129
    """
    return float(kendall_table(np.stack([one, two], axis=1))[0, 1])


def kendall_between(left: Floats, right: Floats) -> Floats:
    """tau-b of every column of one table with every column of another over the same models."""
    columns = left.shape[1]
    return kendall_table(np.concatenate([left, right], axis=1))[:columns, columns:]


def kendall_with_interval(one: Floats, two: Floats, *, resamples: int = 2000, seed: int = 0) -> Agreement:
    """tau-b with the interval that drawing the models again gives; the same seed gives the same interval.

    Models are drawn, not pairs of them: the pairs of a model stand and fall together.
    """
    table = _checked(np.stack([one, two], axis=1))
    first, second = (np.sign(column[:, None] - column[None, :]) for column in table.T)
    times = np.random.default_rng(seed).multinomial(len(one), np.full(len(one), 1 / len(one)), size=resamples)
    alike, length_one, length_two = (_weighted(times, product) for product in (first * second, first**2, second**2))
    known = (length_one > 0) & (length_two > 0)
    drawn = alike[known] / np.sqrt(length_one[known] * length_two[known])
    low, high = np.quantile(drawn, [0.025, 0.975])
    return Agreement(kendall(one, two), float(low), float(high))


def pearson_table(scores: Floats) -> Floats:
    """Pearson's correlation between every two columns, 1 on the diagonal."""
    return np.asarray(np.corrcoef(_checked(scores), rowvar=False), dtype=np.float64)


def pearson_between(left: Floats, right: Floats) -> Floats:
    """Pearson's correlation of every column of one table with every column of another."""
    columns = left.shape[1]
    return pearson_table(np.concatenate([left, right], axis=1))[:columns, columns:]


def pairs_of(table: Floats) -> Floats:
    """The entries above the diagonal: each pair of columns once."""
    return np.asarray(table[np.triu_indices(len(table), 1)], dtype=np.float64)


def component_shares(scores: Floats) -> Floats:
    """The share of the spread that each principal component of the standardised columns explains, largest first.

    >>> component_shares(np.array([[1, 2], [2, 4], [3, 6]], dtype=float)).round(3).tolist()
    [1.0, 0.0]
    """
    table = _checked(scores)
    standardised = (table - table.mean(axis=0)) / table.std(axis=0)
    spread = np.linalg.svd(standardised, compute_uv=False) ** 2
    return np.asarray(spread / spread.sum(), dtype=np.float64)


def rank_rows(scores: Floats) -> Floats:
    """The place of each model in each column, 1 for the highest score; ties share their mean place."""
    return np.column_stack([_mean_places(column) for column in _checked(scores).T])


def consensus(scores: Floats) -> Floats:
    """A score of each model over all columns that only their orders decide: minus its mean place."""
    return np.asarray(-rank_rows(scores).mean(axis=1), dtype=np.float64)


def consensus_without(scores: Floats, column: int) -> Floats:
    """The consensus of all other columns, so that a test is never compared with itself."""
    return consensus(np.delete(scores, column, axis=1))


def _mean_places(column: Floats) -> Floats:
    """Places from the highest value on; level ones share the mean of theirs."""
    _, which, counts = np.unique(-column, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(counts) - (counts - 1) / 2)[which], dtype=np.float64)


def _signs(scores: Floats) -> Floats:
    """The sign of every difference of two models, column by column: (models² × tests)."""
    return np.asarray(np.sign(scores[:, None, :] - scores[None, :, :]).reshape(-1, scores.shape[1]), dtype=np.float64)


def _weighted(times: NDArray[np.int64], product: Floats) -> Floats:
    """For each resample the sum over pairs of models, each as often as both were drawn."""
    return np.asarray(np.einsum("ri,ij,rj->r", times, product, times, optimize=True), dtype=np.float64)


def _checked(scores: Floats) -> Floats:
    table = np.asarray(scores, dtype=np.float64)
    if len(table) < 2:
        raise ValueError(f"agreement needs at least two models, not {len(table)}")
    if not np.isfinite(table).all():
        raise ValueError("every model needs a score in every column: leave out the models without one")
    if (table.max(axis=0) == table.min(axis=0)).any():
        raise ValueError("a column in which all models are level has no order to agree with")
    return table
