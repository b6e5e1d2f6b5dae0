"""Several models: how often the one with a given probability of being the best is the best.

In a trial 3 to 6 models that lie within 10 points of each other on a separate
30 % of the questions are compared on n questions, as in bank_trials.py. Their
claims are held against the whole bank, against the questions not asked, and,
as the same posterior asked about those alone ("pred."), against the same: the
claim itself is about such questions, which no bank can show.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.stats.many_models import TAU, probability_best
from tests.bench.bank_trials import CLOSE, SELECTION_SHARE, Bank

COUNTS = (3, 4, 6)
DRAWS = 4_000  # of a posterior, in a trial


@dataclass(frozen=True)
class BestTrials:
    """One row a trial, one column a model."""

    such: np.ndarray  # P(best) as the verdict gives it
    predicted: np.ndarray  # the same posterior about the questions not asked
    best_of_bank: np.ndarray  # the share of being the best: 1, or split among ties
    best_of_rest: np.ndarray
    points_lost: np.ndarray  # one a trial: what the leader as counted lies behind the best of the bank


@dataclass(frozen=True)
class BestCalibration:
    error: float  # expected calibration error over the claims of all models, ten bins from 0 to 100 %
    leader_error: float  # the same of the highest claim in each trial
    named: int  # trials in which a winner is named, from 95 %
    named_rightly: float  # the share of those that are the best; NaN where nobody was named


def draw_best_trials(bank: Bank, k: int, n: int, count: int, seed: int, *, selections: int = 10) -> BestTrials | None:
    """None where the bank is smaller than 2n or no k models lie close together."""
    rng = np.random.default_rng([seed, n, k, len(bank.answers)])
    questions = bank.answers.shape[1]
    size = questions - round(SELECTION_SHARE * questions)
    if size < 2 * n:
        return None
    rows = []
    for _ in range(selections):
        order = rng.permutation(questions)
        selection, rest = bank.answers[:, order[size:]], bank.answers[:, order[:size]]
        for models in _close_models(selection.mean(axis=1), k, count // selections, rng):
            rows.append(_trial(rest[models][:, rng.permutation(size)], n, rng))
    if not rows:
        return None
    columns = (np.array(column) for column in zip(*rows, strict=True))
    return BestTrials(*columns)


def calibrate_best(claims: np.ndarray, best: np.ndarray) -> BestCalibration:
    """How well claims (trials × models) match who was the best."""
    leader = claims.argmax(axis=1)[:, None]
    top, came_true = np.take_along_axis(claims, leader, 1)[:, 0], np.take_along_axis(best, leader, 1)[:, 0]
    named = top >= 0.95
    return BestCalibration(
        error=expected_error_of_shares(claims.ravel(), best.ravel()),
        leader_error=expected_error_of_shares(top, came_true),
        named=int(named.sum()),
        named_rightly=float(came_true[named].mean()) if named.any() else float("nan"),
    )


def expected_error_of_shares(claim: np.ndarray, came_true: np.ndarray) -> float:
    """Ten bins of equal width from 0 to 1."""
    bins = np.clip((10 * claim).astype(int), 0, 9)
    return float(sum(abs(claim[bins == b].sum() - came_true[bins == b].sum()) for b in range(10)) / len(claim))


def chance_error(claims: np.ndarray, rng: np.random.Generator, repeats: int = 20) -> float:
    """The error of perfect claims, from so few trials alone: in each one model is the best, with these chances."""
    shares = claims / claims.sum(axis=1, keepdims=True)
    edges = shares.cumsum(axis=1)
    errors = []
    for _ in range(repeats):
        drawn = (rng.random(len(shares))[:, None] > edges).sum(axis=1).clip(max=shares.shape[1] - 1)
        errors.append(expected_error_of_shares(shares.ravel(), np.eye(shares.shape[1])[drawn].ravel()))
    return float(np.mean(errors))


def _close_models(scores: np.ndarray, k: int, count: int, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """`count` sets of k models around a random one, as far as so many lie close."""
    for _ in range(count):
        near = scores[rng.integers(len(scores))]
        low = near - CLOSE * rng.random()
        found = np.flatnonzero((scores >= low) & (scores <= low + CLOSE))
        if len(found) >= k:
            yield rng.choice(found, k, replace=False)


def _trial(answers: np.ndarray, n: int, rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    asked, rest = answers[:, :n], answers[:, n:]
    total = answers.mean(axis=1)
    leader = asked.mean(axis=1).argmax()
    return (
        probability_best(asked, draws=DRAWS),
        _predict(asked, rest.shape[1], rng),
        _share_of_best(total),
        _share_of_best(rest.mean(axis=1)),
        total.max() - total[leader],
    )


def _predict(asked: np.ndarray, left: int, rng: np.random.Generator) -> np.ndarray:
    """The posterior of `probability_best`, with the sampling of `left` further questions on top."""
    k, n = asked.shape
    covariance = np.cov(asked) + 0.5 / (n + 2) * np.eye(k)
    variances = np.diag(covariance)
    pairs = (variances[:, None] + variances[None, :] - 2 * covariance)[np.triu_indices(k, 1)]
    w = TAU**2 / (TAU**2 + pairs.mean() / n)
    means = asked.mean(axis=1)
    root = np.linalg.cholesky(covariance * (w / n + 1 / left))
    drawn = w * (means - means.mean()) + rng.standard_normal((DRAWS, k)) @ root.T
    return np.bincount(drawn.argmax(axis=1), minlength=k) / DRAWS


def _share_of_best(scores: np.ndarray) -> np.ndarray:
    top = np.isclose(scores, scores.max())
    return top / top.sum()
