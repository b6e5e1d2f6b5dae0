"""An experiment: choose the questions by MDAD itself.

The paper's authors name it as a next step. A hill climb: from random questions,
one is swapped for another whenever MDAD among the source models falls (a tenth
of the plain disagreement breaks ties). Since it is tuned to the source models,
only models that were held out say what it is worth.
"""

from typing import Final

import numpy as np
from scipy import optimize

from core.stats.agreement import AgreementCurve
from core.stats.counts import Floats
from core.stats.result_matrix import Positions

PROPOSALS: Final = 1000
_MOST_MODELS: Final = 60
_TIE: Final = 1e-9
_FEWEST_PAIRS: Final = 20  # in a bin
_NEVER: Final = 1.0  # worse than any gap


def climb(scores: Floats, n: int, rng: np.random.Generator, *, proposals: int = PROPOSALS) -> Positions:
    """n questions whose plain mean ranks the source models (rows of `scores`) with a small MDAD."""
    if len(scores) > _MOST_MODELS:
        scores = scores[rng.choice(len(scores), _MOST_MODELS, replace=False)]
    goal = _Goal(scores)
    count = scores.shape[1]
    chosen = rng.choice(count, n, replace=False).astype(np.intp)
    outside = np.setdiff1d(np.arange(count), chosen)
    sums = scores[:, chosen].sum(axis=1)
    cost = goal.cost(sums)
    for _ in range(proposals if len(outside) else 0):
        leave, enter = int(rng.integers(n)), int(rng.integers(len(outside)))
        tried = sums - scores[:, chosen[leave]] + scores[:, outside[enter]]
        new = goal.cost(tried)
        if new < cost:
            cost, sums = new, tried
            chosen[leave], outside[enter] = outside[enter], chosen[leave]
    return chosen


class _Goal:
    """MDAD among the source models; the true gaps stay, so their bins are made once."""

    def __init__(self, scores: Floats) -> None:
        i, j = np.triu_indices(len(scores), 1)
        gap = scores[i].mean(axis=1) - scores[j].mean(axis=1)
        order = np.argsort(np.abs(gap), kind="stable")
        order = order[np.abs(gap[order]) > _TIE]
        self.better = np.where(gap > 0, i, j)[order]
        self.worse = np.where(gap > 0, j, i)[order]
        self.starts = np.arange(0, max(len(order) - _FEWEST_PAIRS + 1, 1), _FEWEST_PAIRS)
        self.pairs = np.diff(np.append(self.starts, len(order))).astype(np.float64)
        self.gap = np.add.reduceat(np.abs(gap[order]), self.starts) / self.pairs if len(order) else np.empty(0)

    def cost(self, sums: Floats) -> float:
        if len(self.gap) == 0:
            return _NEVER
        lead = sums[self.better] - sums[self.worse]
        right = np.add.reduceat(np.where(np.abs(lead) < _TIE, 0.5, lead > 0), self.starts)
        rising = optimize.isotonic_regression(right / self.pairs, weights=self.pairs).x
        mdad = AgreementCurve(self.gap, np.asarray(rising), self.pairs).mdad
        wrong = 1 - float(right.sum() / self.pairs.sum())
        return (_NEVER if mdad is None else mdad) + 0.1 * wrong
