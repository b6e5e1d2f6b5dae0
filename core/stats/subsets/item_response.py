"""Item response theory: each question has a difficulty and a slope, each model an ability.

The chance that a model of ability t gets a question right is
1/(1 + exp(−(a·t − b))), with one or several dimensions of ability (the
two-parameter logistic model; Polo et al. 2024 use it for tinyBenchmarks). Both
sides are fitted together: the mode of the posterior with t ~ N(0, 1),
a ~ N(0, 1) and b ~ N(0, 3²), by L-BFGS. Scores between 0 and 1 enter as shares
of a right answer.

Why our own: py-irt needs torch and an old pandas; girth's last release is from
2021 and its several-dimensional fit takes minutes where this takes a second.
The priors keep ten source models from being over-read.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy import optimize, special

from core.stats.counts import Floats
from core.stats.result_matrix import Positions

_MODELS_PER_DIMENSION: Final = 10
_MOST_DIMENSIONS: Final = 5
_SD_SLOPE: Final = 1.0
_SD_DIFFICULTY: Final = 3.0
_MOST_STEPS: Final = 150


@dataclass(frozen=True)
class ItemParameters:
    """Slopes (items × dimensions) and difficulties (items) of the questions of a bank."""

    slopes: Floats
    difficulties: Floats

    @property
    def n_items(self) -> int:
        return len(self.difficulties)

    def take(self, items: Positions) -> "ItemParameters":
        return ItemParameters(self.slopes[items], self.difficulties[items])

    def chances(self, abilities: Floats) -> Floats:
        """The chance that each model gets each item right, models × items."""
        return np.asarray(special.expit(abilities @ self.slopes.T - self.difficulties))

    def find_abilities(self, scores: Floats, *, steps: int = 25) -> Floats:
        """The ability of each model from its scores on these items, models × dimensions.

        Newton's method on the posterior with t ~ N(0, 1); it is concave, so the
        answer is the only one. No right answer at all gives a low, finite ability.
        """
        dimensions = self.slopes.shape[1]
        abilities = np.zeros((len(scores), dimensions))
        for _ in range(steps):
            chance = self.chances(abilities)
            gradient = (scores - chance) @ self.slopes - abilities
            spread = chance * (1 - chance)
            curvature = np.einsum("mi,id,ie->mde", spread, self.slopes, self.slopes, optimize=True)
            step = np.linalg.solve(curvature + np.eye(dimensions), gradient[..., None])[..., 0]
            length = np.linalg.norm(step, axis=1, keepdims=True)
            abilities = abilities + step * np.minimum(1, 2 / np.maximum(length, 1e-12))
            if float(length.max(initial=0)) < 1e-8:
                break
        return abilities


def fit_items(scores: Floats, *, dimensions: int | None = None, seed: int = 0) -> ItemParameters:
    """Item parameters from the scores of some models, models × items in 0–1.

    Without `dimensions`: one for every ten models, at most five.
    """
    n_models, n_items = scores.shape
    d = dimensions or min(max(n_models // _MODELS_PER_DIMENSION, 1), _MOST_DIMENSIONS)
    rng = np.random.default_rng(seed)
    start_abilities = 0.1 * rng.standard_normal((n_models, d))
    start_abilities[:, 0] = special.ndtri((np.argsort(np.argsort(scores.mean(axis=1))) + 0.5) / n_models)
    start_slopes = 0.1 * rng.standard_normal((n_items, d))
    start_slopes[:, 0] = 0.5
    mean = np.clip(scores.mean(axis=0), 0.02, 0.98)
    start = np.concatenate([start_abilities.ravel(), start_slopes.ravel(), -special.logit(mean)])

    def loss(flat: Floats) -> tuple[float, Floats]:
        abilities, slopes, difficulties = _unpack(flat, n_models, n_items, d)
        logits = abilities @ slopes.T - difficulties
        # −log likelihood of a share s: softplus(x) − s·x
        value = float(np.sum(np.logaddexp(0, logits) - scores * logits))
        value += 0.5 * float(
            np.sum(abilities**2) + np.sum(slopes**2) / _SD_SLOPE**2 + np.sum(difficulties**2) / _SD_DIFFICULTY**2
        )
        residual = special.expit(logits) - scores
        gradient = np.concatenate(
            [
                (residual @ slopes + abilities).ravel(),
                (residual.T @ abilities + slopes / _SD_SLOPE**2).ravel(),
                -residual.sum(axis=0) + difficulties / _SD_DIFFICULTY**2,
            ]
        )
        return value, gradient

    found = optimize.minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": _MOST_STEPS})
    _, slopes, difficulties = _unpack(np.asarray(found.x), n_models, n_items, d)
    return ItemParameters(slopes, difficulties)


def _unpack(flat: Floats, n_models: int, n_items: int, d: int) -> tuple[Floats, Floats, Floats]:
    cut = n_models * d
    return flat[:cut].reshape(n_models, d), flat[cut : cut + n_items * d].reshape(n_items, d), flat[cut + n_items * d :]
