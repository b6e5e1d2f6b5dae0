"""What a bank of questions says about itself: how close its models lie, and whether they merely guess.

The prior of paired.py (a = 5) fits models that lie fairly close. On a bank
where all models are near the guess rate the discordant questions are mostly
luck and a wants to be 27–45. Once six models have answered a bank, a is
estimated from all their pairs; it is only ever raised, so one lucky bank never
makes verdicts bolder.
"""

from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.stats.counts import check_matrix
from core.stats.many_models import pairwise_counts
from core.stats.paired import PRIOR

FEWEST_MODELS: Final = 6
LARGEST_PRIOR: Final = 50.0


def bank_prior(scores: ArrayLike, measured: NDArray[np.bool_] | None = None) -> float:
    """The prior a for one bank, from all pairs of the models that answered it: 5–50.

    Moment estimate of the spread of discordant leads: S = Σ((W − L)² − k),
    D = Σ k(k − 1), rho = S/D, a = clip((1/rho − 1)/2, 5, 50), 50 when rho ≤ 0.
    Fewer than six models, or no pair with two discordant questions: 5.

    `scores` is k × n of 0 and 1; `measured` is a mask of the same shape (False:
    leave this cell out). Raises ValueError for NaN among measured scores.

    >>> bank_prior([[1, 0, 1], [0, 1, 1]])
    5.0
    """
    matrix = np.asarray(scores, dtype=np.float64)
    if measured is not None:
        matrix = np.where(measured, matrix, 0.0)
    matrix = check_matrix(matrix, fewest_models=1)
    if len(matrix) < FEWEST_MODELS:
        return PRIOR
    wins = pairwise_counts(matrix, measured)
    upper = np.triu_indices(len(matrix), 1)
    only_a, only_b = wins[upper], wins.T[upper]
    k = only_a + only_b
    pairs_of_discordant = float(np.sum(k * (k - 1)))
    if pairs_of_discordant <= 0:
        return PRIOR
    rho = float(np.sum((only_a - only_b) ** 2 - k)) / pairs_of_discordant
    if rho <= 0:
        return LARGEST_PRIOR
    return float(np.clip((1 / rho - 1) / 2, PRIOR, LARGEST_PRIOR))


def near_guess_rate(accuracy_a: float, accuracy_b: float, guess_rate: float, n: float) -> bool:
    """Whether both models score within two standard deviations of guessing.

    There a verdict is known to be too sure of itself (90 % came true 69 % of
    the time on one such bank). sd = sqrt(g(1 − g)/n) for a guess rate g.

    Raises ValueError for a share outside 0–1 or no questions.

    >>> near_guess_rate(0.29, 0.27, 0.25, 100), near_guess_rate(0.62, 0.27, 0.25, 100)
    (True, False)
    """
    for name, share in (("accuracy", accuracy_a), ("accuracy", accuracy_b), ("guess rate", guess_rate)):
        if not 0 <= share <= 1:
            raise ValueError(f"a {name} is a share between 0 and 1, not {share}")
    if not n > 0:
        raise ValueError(f"{n} questions have no accuracy")
    if guess_rate == 0:  # a free answer cannot be guessed
        return False
    two_sd = 2 * np.sqrt(guess_rate * (1 - guess_rate) / n)
    return bool(max(abs(accuracy_a - guess_rate), abs(accuracy_b - guess_rate)) <= two_sd)
