"""Trials of a way of choosing questions: what the chosen questions said, and what all questions say.

A trial draws models to be compared and questions to be asked, and keeps two
scores for every model: the estimate from the chosen questions and the
reference. Everything that judges a way of choosing is read from these two
tables: MDAD, the mean error of a score, Kendall's tau, and what tau hides:
how often pairs that lie close together are ranked rightly. A tau of 0.8 over
models that lie 30 points apart says nothing on a pair that lies 2 points apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from core.stats.agreement import (
    AgreementCurve,
    MdadEstimate,
    Pairs,
    agreement_curve,
    estimate_mdad,
    published_average,
    published_mdad,
)
from core.stats.counts import Floats
from core.stats.result_matrix import Positions, ResultMatrix, check_subset_size

BANDS: Final = ((0.0, 0.02), (0.02, 0.05), (0.05, 0.10), (0.10, 1.0))
DRAWS: Final = 200
MOST_TARGETS: Final = 50
_TIE: Final = 1e-9


@dataclass(frozen=True)
class Trials:
    """Three tables of the same shape, trials × models in a trial."""

    models: Positions  # row of the model in its matrix
    estimates: Floats
    references: Floats

    def pairs(self) -> Pairs:
        """Every pair of models within each trial."""
        i, j = np.triu_indices(self.models.shape[1], 1)
        return Pairs(
            (self.references[:, i] - self.references[:, j]).ravel(),
            (self.estimates[:, i] - self.estimates[:, j]).ravel(),
            self.models[:, i].ravel(),
            self.models[:, j].ravel(),
            np.repeat(np.arange(len(self.models)), len(i)),
        )


@dataclass(frozen=True)
class Band:
    """Pairs whose true gap lies within [low, high), and how often the chosen questions rank them rightly."""

    low: float
    high: float
    pairs: int
    agreement: float | None  # ties count half; None without pairs


@dataclass(frozen=True)
class Reliability:
    """How far n chosen questions can be trusted."""

    n: int
    estimate: MdadEstimate
    published_mdad: float | None
    published_average: float
    mean_error: float  # mean absolute error of a model's score, a share
    tau: float  # Kendall's tau-b, mean over trials
    bands: tuple[Band, ...]
    curve: AgreementCurve
    comparisons: int
    closer_than_mdad: float | None  # share of pairs that the test cannot rank 8 times in 10


def draw_uniformly(
    matrix: ResultMatrix, ns: Sequence[int], *, draws: int = DRAWS, targets: int = MOST_TARGETS, seed: int = 0
) -> dict[int, Trials]:
    """Uniform random questions from the whole bank; for each n the trials, reference: all questions.

    The questions of a draw are nested: the first 10 of 25. Raises NotEnoughData
    for an n that is not a part of the bank.
    """
    for n in ns:
        check_subset_size(n, matrix.n_questions)
    rng = np.random.default_rng(seed)
    targets = min(targets, matrix.n_models)
    sizes = np.array(ns)
    means = matrix.scores.mean(axis=1)
    models = np.empty((draws, targets), dtype=np.intp)
    estimates = np.empty((draws, targets, len(ns)))
    for draw in range(draws):
        models[draw] = rng.choice(matrix.n_models, targets, replace=False)
        asked = rng.choice(matrix.n_questions, int(sizes.max()), replace=False)
        sums = np.cumsum(matrix.scores[np.ix_(models[draw], asked)], axis=1)
        estimates[draw] = sums[:, sizes - 1] / sizes
    return {n: Trials(models, estimates[:, :, at], means[models]) for at, n in enumerate(ns)}


def judge(
    trials: Trials, n: int, *, half_ties: bool = True, resamples: int | None = None, seed: int = 0
) -> Reliability:
    """Everything that the trials of n questions tell."""
    pairs = trials.pairs()
    options = {} if resamples is None else {"resamples": resamples}
    curve = agreement_curve(pairs, half_ties=half_ties)
    estimate = estimate_mdad(pairs, half_ties=half_ties, seed=seed, **options)
    size = np.abs(pairs.true_gap)
    return Reliability(
        n=n,
        estimate=estimate,
        published_mdad=published_mdad(pairs),
        published_average=published_average(pairs),
        mean_error=float(np.mean(np.abs(trials.estimates - trials.references))),
        tau=kendall_tau(trials),
        bands=_bands(pairs),
        curve=curve,
        comparisons=len(pairs),
        closer_than_mdad=None if estimate.mdad is None else float(np.mean(size < estimate.mdad)),
    )


def kendall_tau(trials: Trials) -> float:
    """Kendall's tau-b of estimates and references, mean over the trials where it is defined.

    >>> one = Trials(np.array([[0, 1, 2]]), np.array([[0.1, 0.2, 0.2]]), np.array([[0.1, 0.3, 0.2]]))
    >>> round(kendall_tau(one), 4)
    0.8165
    """
    i, j = np.triu_indices(trials.models.shape[1], 1)
    seen = _signs(trials.estimates[:, i] - trials.estimates[:, j])
    true = _signs(trials.references[:, i] - trials.references[:, j])
    agreeing = np.sum(seen * true, axis=1)
    possible = np.sqrt(np.sum(seen != 0, axis=1) * np.sum(true != 0, axis=1, dtype=np.float64))
    defined = possible > 0
    return float(np.mean(agreeing[defined] / possible[defined])) if defined.any() else 0.0


def _signs(gaps: Floats) -> Floats:
    return np.where(np.abs(gaps) < _TIE, 0.0, np.sign(gaps))


def _bands(pairs: Pairs) -> tuple[Band, ...]:
    size = np.abs(pairs.true_gap)
    seen = _signs(pairs.seen_gap)
    credit = np.where(seen == 0, 0.5, seen == np.sign(pairs.true_gap))
    bands = []
    for low, high in BANDS:
        inside = (size >= max(low, _TIE)) & ((size < high) | (high == 1.0))
        count = int(inside.sum())
        bands.append(Band(low, high, count, float(credit[inside].mean()) if count else None))
    return tuple(bands)
