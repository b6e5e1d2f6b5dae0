"""From scores on the same questions to paired counts, and the limits of what may be counted.

Everything that compares two models rests on four counts: both right, only A
right, only B right, neither. Only the discordant questions (only A, only B)
say which model is better. Counts may be fractional: questions that hang
together are worth fewer (see clusters.py).

Shapes: scores of one model are a vector of n numbers, of k models a k × n
matrix; the same column is the same question. NaN is an error: a question that
was not measured is left out before, for both models.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.errors import NotEnoughData

Floats = NDArray[np.float64]

CONFIDENCE_CAP = 0.9999  # nothing that was measured on a sample is certain
CONFIDENCE_FLOOR = 0.0001
FEWEST_QUESTIONS = 1.5  # two questions about one document are worth 1.57 independent ones


class Interval(NamedTuple):
    """Both ends, in the unit of what they enclose."""

    low: float
    high: float


@dataclass(frozen=True)
class PairedCounts:
    """How two models did on the same questions; the four counts add up to n."""

    both: int
    only_a: int
    only_b: int
    neither: int

    @property
    def n(self) -> int:
        return self.both + self.only_a + self.only_b + self.neither

    @property
    def discordant(self) -> int:
        return self.only_a + self.only_b


def count_pairs(scores_a: ArrayLike, scores_b: ArrayLike) -> PairedCounts:
    """Count who got what right.

    Scores need not be 0 and 1: for graded scores "only A" counts the questions
    on which A scored higher, "both" those with equal scores of at least a half.

    Shapes: two vectors of n scores in 0–1. Raises NotEnoughData below two
    questions, ValueError for NaN, scores out of range, or unequal lengths.

    >>> count_pairs([1, 1, 0, 0], [1, 0, 0, 1])
    PairedCounts(both=1, only_a=1, only_b=1, neither=1)
    """
    a, b = check_paired(scores_a, scores_b)
    equal = a == b
    return PairedCounts(
        both=int(np.sum(equal & (a >= 0.5))),
        only_a=int(np.sum(a > b)),
        only_b=int(np.sum(a < b)),
        neither=int(np.sum(equal & (a < 0.5))),
    )


def check_paired(
    scores_a: ArrayLike, scores_b: ArrayLike, *, low: float = 0.0, high: float = 1.0
) -> tuple[Floats, Floats]:
    """Two checked vectors of the same length; the errors are those of `check_scores`."""
    a = check_scores(scores_a, low=low, high=high)
    b = check_scores(scores_b, low=low, high=high)
    if len(a) != len(b):
        raise ValueError(f"scores are paired by question: {len(a)} and {len(b)} scores cannot be matched")
    return a, b


def check_scores(scores: ArrayLike, *, low: float = 0.0, high: float = 1.0) -> Floats:
    """A vector of at least two finite scores within [low, high].

    Raises NotEnoughData below two scores; ValueError names the first score
    that is NaN or out of range by its position, counted from 0.
    """
    vector = np.asarray(scores, dtype=np.float64)
    if vector.ndim != 1:
        raise ValueError(f"scores of one model are a vector, not an array of {vector.ndim} dimensions")
    if len(vector) < 2:
        raise NotEnoughData(f"{_questions(len(vector))} cannot carry a comparison: at least 2 are needed.")
    _check_range(vector, low, high)
    return vector


def check_matrix(scores: ArrayLike, *, low: float = 0.0, high: float = 1.0, fewest_models: int = 2) -> Floats:
    """A k × n matrix of finite scores within [low, high].

    Raises NotEnoughData below two questions or below `fewest_models` rows,
    ValueError for NaN, scores out of range, or another shape.
    """
    matrix = np.asarray(scores, dtype=np.float64)
    if matrix.ndim != 2:
        raise ValueError(f"scores of several models are a models × questions matrix, not of {matrix.ndim} dimensions")
    if matrix.shape[0] < fewest_models:
        found = "one model" if matrix.shape[0] == 1 else f"{matrix.shape[0]} models"
        raise NotEnoughData(f"Only {found}: at least {fewest_models} are needed to compare.")
    if matrix.shape[1] < 2:
        raise NotEnoughData(f"{_questions(matrix.shape[1])} cannot carry a comparison: at least 2 are needed.")
    _check_range(matrix, low, high)
    return matrix


def check_counts(only_a: float, only_b: float, n: float) -> None:
    """Raise ValueError for counts that cannot be, NotEnoughData below two questions.

    >>> check_counts(18, 12, 100)
    """
    for name, value in (("only_a", only_a), ("only_b", only_b), ("n", n)):
        if not np.isfinite(value) or value < 0:
            raise ValueError(f"{name} is a count of questions, not {value}")
    if n < FEWEST_QUESTIONS:
        raise NotEnoughData(f"{_questions(n)} cannot carry a comparison: at least 2 are needed.")
    if only_a + only_b > n * (1 + 1e-9):
        raise ValueError(f"{only_a} and {only_b} discordant questions do not fit into {n} questions")


def check_bank(n: float, bank_size: float) -> None:
    """Raise ValueError when fewer questions exist than were asked."""
    if not np.isfinite(bank_size) or bank_size < n * (1 - 1e-9):
        raise ValueError(f"a bank of {bank_size} questions cannot hold the {n} that were asked")


def check_prior(prior: float) -> None:
    if not np.isfinite(prior) or prior <= 0:
        raise ValueError(f"the prior is a positive number of imaginary questions, not {prior}")


def cap(probability: float) -> float:
    """A probability kept away from 0 and 1: no sample makes anything certain.

    >>> cap(1.0), cap(0.0), cap(0.7)
    (0.9999, 0.0001, 0.7)
    """
    if np.isnan(probability):
        raise ValueError("a probability is not NaN")
    return float(min(max(probability, CONFIDENCE_FLOOR), CONFIDENCE_CAP))


def finite_share(n: float, bank_size: float | None) -> float:
    """The finite population correction sqrt((N - n)/(N - 1)); 1 without a bank, 0 when all were asked.

    >>> round(finite_share(100, 150), 4)
    0.5793
    """
    if bank_size is None:
        return 1.0
    check_bank(n, bank_size)
    return float(np.sqrt(max(bank_size - n, 0.0) / (bank_size - 1)))


def is_right_or_wrong(scores: Any) -> bool:
    """Whether every score is 0 or 1."""
    values = np.asarray(scores, dtype=np.float64)
    return bool(np.all((values == 0) | (values == 1)))


def _check_range(values: Floats, low: float, high: float) -> None:
    wrong = ~np.isfinite(values) | (values < low) | (values > high)
    if np.any(wrong):
        where: Sequence[int] = [int(i) for i in np.argwhere(wrong)[0]]
        value = float(values[tuple(where)])
        place = str(where[0]) if len(where) == 1 else f"{where[1]} of model {where[0]}"
        kind = "is NaN: leave out what was not measured" if np.isnan(value) else f"is {value}, outside {low:g}–{high:g}"
        raise ValueError(f"score {place} {kind}")


def _questions(n: float) -> str:
    return "1 question" if n == 1 else f"{n:g} questions"
