"""More than two models on the same questions: who may be best, and who cannot be told apart.

The leader of many is flattered by luck, so the means are shrunk towards their
common mean before asking how often each would come out on top. Pairwise
claims are corrected for their number (Holm 1979, Scandinavian Journal of
Statistics 6:65); a rank interval holds the ranks those claims leave open. One
winner is named only when its probability of being best reaches 95 %;
otherwise the smallest set that holds the best with 95 %.
"""

from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from core.stats.counts import CONFIDENCE_CAP, CONFIDENCE_FLOOR, Floats, check_matrix, check_prior
from core.stats.paired import PRIOR

TAU: Final = 0.10  # prior sd of a difference of two models, in shares
HOLM_ALPHA: Final = 0.05
BEST_LEVEL: Final = 0.95


def pairwise_counts(scores: ArrayLike, measured: NDArray[np.bool_] | None = None) -> Floats:
    """How many questions each model won against each other one.

    Returns a k × k matrix: [i, j] counts the questions on which i scored higher
    than j, among those measured for both. `measured` is a k × n mask.

    Raises NotEnoughData below two models or two questions, ValueError for NaN.

    >>> pairwise_counts([[1, 1, 0], [0, 1, 0]])
    array([[0., 1.],
           [0., 0.]])
    """
    matrix = np.asarray(scores, dtype=np.float64)
    mask = np.ones(matrix.shape) if measured is None else np.asarray(measured, dtype=np.float64)
    if mask.shape != matrix.shape:
        raise ValueError(f"the mask has the shape {mask.shape}, the scores {matrix.shape}")
    matrix = check_matrix(np.where(mask > 0, matrix, 0.0), high=np.inf, low=-np.inf)
    if np.all((matrix == 0) | (matrix == 1)):
        won: Floats = (matrix * mask) @ ((1 - matrix) * mask).T
        return won
    both = mask > 0
    return np.array(
        [
            [np.sum((a > b) & ma & mb) for b, mb in zip(matrix, both, strict=True)]
            for a, ma in zip(matrix, both, strict=True)
        ],
        dtype=np.float64,
    )


def pairwise_probabilities(wins: ArrayLike, prior: float = PRIOR) -> Floats:
    """P(i is better than j) for every pair, uncapped, from a matrix of `pairwise_counts`.

    Each is Beta.sf(0.5, W + a, L + a); the diagonal is 0.5.

    >>> pairwise_probabilities([[0, 18], [12, 0]]).round(4)
    array([[0.5   , 0.8316],
           [0.1684, 0.5   ]])
    """
    check_prior(prior)
    won = np.asarray(wins, dtype=np.float64)
    if won.ndim != 2 or won.shape[0] != won.shape[1]:
        raise ValueError(f"wins are a square matrix, not {won.shape}")
    return np.asarray(special.betainc(won.T + prior, won + prior, 0.5), dtype=np.float64)


def probability_best(
    scores: ArrayLike, *, tau: float = TAU, design_effect: float = 1.0, draws: int = 20_000, seed: int = 0
) -> Floats:
    """The probability of being the best of k models, one per model, within 0.0001–0.9999.

    C = cov(X) + 0.5/(n + 2)·I, v = mean over pairs of (C_ii + C_jj − 2·C_ij)/n,
    w = tau²/(tau² + v); theta is drawn as w·(mean_i − grand mean) + N(0, w·C/n),
    and the answer is the share of draws in which a model is on top, ties split.
    With clustered questions n is divided by `design_effect`.

    `scores` is k × n, on a 0–1 scale (ratings: (r − 1)/4). Raises NotEnoughData
    below two models or two questions, ValueError for NaN or out of range.
    Same seed, same answer; the error of 20,000 draws is at most 0.004.

    >>> p = probability_best([[1] * 40 + [0] * 10, [1] * 20 + [0] * 30])
    >>> bool(p[0] > 0.99)
    True
    """
    matrix = check_matrix(scores)
    if not (tau > 0 and design_effect >= 1 and draws > 0):
        raise ValueError(f"tau {tau} and draws {draws} are positive, the design effect {design_effect} is at least 1")
    k, n = matrix.shape
    n_effective = n / design_effect
    covariance = np.cov(matrix) + 0.5 / (n + 2) * np.eye(k)
    variances = np.diag(covariance)
    pair_variance = (variances[:, None] + variances[None, :] - 2 * covariance)[np.triu_indices(k, 1)]
    v = float(np.mean(pair_variance)) / n_effective
    w = tau**2 / (tau**2 + v)
    means = matrix.mean(axis=1)
    root = np.linalg.cholesky(w * covariance / n_effective)
    noise = np.random.default_rng(seed).standard_normal((draws, k)) @ root.T
    theta = w * (means - means.mean()) + noise
    top = theta == theta.max(axis=1, keepdims=True)
    share = (top / top.sum(axis=1, keepdims=True)).mean(axis=0)
    return np.asarray(np.clip(share, CONFIDENCE_FLOOR, CONFIDENCE_CAP), dtype=np.float64)


def holm(p_values: ArrayLike, alpha: float = HOLM_ALPHA) -> NDArray[np.bool_]:
    """Which of several claims stand together at level alpha (Holm's step-down).

    >>> holm([0.01, 0.04, 0.03])
    array([ True, False, False])
    """
    p = np.asarray(p_values, dtype=np.float64)
    if p.ndim != 1 or np.any(np.isnan(p)) or np.any((p < 0) | (p > 1)):
        raise ValueError("p-values are a vector of numbers between 0 and 1")
    order = np.argsort(p, kind="stable")
    stands = p[order] <= alpha / (len(p) - np.arange(len(p)))
    rejected = np.zeros(len(p), dtype=np.bool_)
    rejected[order] = np.logical_and.accumulate(stands)
    return rejected


def holm_beats(probabilities: ArrayLike, alpha: float = HOLM_ALPHA) -> NDArray[np.bool_]:
    """[i, j] is True where "i is better than j" stands among all pairs: p = 1 − P, Holm at alpha.

    `probabilities` is the k × k matrix of `pairwise_probabilities`.
    """
    p_better = np.asarray(probabilities, dtype=np.float64)
    k = len(p_better)
    rows, columns = np.triu_indices(k, 1)
    p = np.minimum(p_better[rows, columns], p_better[columns, rows])
    stands = holm(p, alpha)
    beats = np.zeros((k, k), dtype=np.bool_)
    for i, j, sure in zip(rows, columns, stands, strict=True):
        if sure:
            winner, loser = (i, j) if p_better[i, j] > p_better[j, i] else (j, i)
            beats[winner, loser] = True
    return beats


def rank_intervals(beats: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The ranks that remain open to each model: from 1 + (how many beat it) to k − (how many it beats).

    Safe and blunt: all six true ranks lay inside in at least 99.9 % of trials.

    >>> rank_intervals(np.array([[False, True], [False, False]]))
    [(1, 1), (2, 2)]
    """
    k = len(beats)
    return [(1 + int(beats[:, i].sum()), k - int(beats[i].sum())) for i in range(k)]


def smallest_set_with_best(p_best: ArrayLike, level: float = BEST_LEVEL) -> list[int]:
    """The fewest models whose probabilities of being best add up to `level`, likeliest first.

    >>> smallest_set_with_best([0.30, 0.66, 0.04])
    [1, 0]
    """
    p = np.asarray(p_best, dtype=np.float64)
    if p.ndim != 1 or len(p) == 0 or np.any(np.isnan(p)):
        raise ValueError("the probabilities of being best are a vector without NaN")
    order = np.argsort(-p, kind="stable")
    enough = int(np.searchsorted(np.cumsum(p[order]), level - 1e-12)) + 1
    return [int(i) for i in order[:enough]]
