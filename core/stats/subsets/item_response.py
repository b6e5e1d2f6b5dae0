"""Item response theory: each question has a difficulty and a slope, each model an ability.

The chance that a model of ability t gets a question right is
1/(1 + exp(−(a·t − b))), with one or several dimensions of ability (the
two-parameter logistic model; Polo et al. 2024 use it for tinyBenchmarks). Both
sides are fitted together: the mode of the posterior with t ~ N(0, 1),
a ~ N(0, 1) and b ~ N(0, 3²), by Newton steps on the questions and on the models
in turn. Given the other side each step is a set of independent logistic
regressions, so all of them are solved at once. Scores between 0 and 1 enter as
shares of a right answer.

Why our own: py-irt needs torch and an old pandas; girth's last release is from
2021, and its fit in several dimensions is slow. The priors keep ten source
models from being over-read.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy import special

from core.stats.counts import Floats
from core.stats.result_matrix import Positions

_MODELS_PER_DIMENSION: Final = 10
_MOST_DIMENSIONS: Final = 5
_PRECISION_DIFFICULTY: Final = 1 / 9
_LONGEST_STEP: Final = 2.0
_ROUNDS: Final = 30  # of both sides; the posterior then lies within 0.2 % of its mode
_STEPS: Final = 25


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

    def find_abilities(self, scores: Floats) -> Floats:
        """The ability of each model from its scores on these items, models × dimensions.

        The mode of the posterior with t ~ N(0, 1): it is concave, so there is
        one. No right answer at all gives a low, finite ability.
        """
        abilities: Floats = np.zeros((len(scores), self.slopes.shape[1]))
        for _ in range(_STEPS):
            before = abilities
            abilities = self._step_abilities(abilities, scores)
            if float(np.abs(abilities - before).max(initial=0)) < 1e-8:
                break
        return abilities

    def _step_abilities(self, abilities: Floats, scores: Floats) -> Floats:
        chance = self.chances(abilities)
        return _newton_step(abilities, self.slopes, scores - chance, chance, np.ones(self.slopes.shape[1]))


def fit_items(scores: Floats, *, dimensions: int | None = None, seed: int = 0) -> ItemParameters:
    """Item parameters from the scores of some models, models × items in 0–1.

    Without `dimensions`: one for every ten models, at most five.
    """
    n_models, n_items = scores.shape
    d = dimensions or min(max(n_models // _MODELS_PER_DIMENSION, 1), _MOST_DIMENSIONS)
    rng = np.random.default_rng(seed)
    abilities = 0.3 * rng.standard_normal((n_models, d))
    abilities[:, 0] = special.ndtri((np.argsort(np.argsort(scores.mean(axis=1))) + 0.5) / n_models)
    both = np.zeros((n_items, d + 1))  # slopes, and the difficulty with its sign turned
    both[:, 0] = 0.5
    both[:, -1] = special.logit(np.clip(scores.mean(axis=0), 0.02, 0.98))
    precision = np.append(np.ones(d), _PRECISION_DIFFICULTY)
    items = ItemParameters(both[:, :d], -both[:, d])
    for _ in range(_ROUNDS):
        chance = items.chances(abilities).T
        design = np.column_stack([abilities, np.ones(n_models)])
        both = _newton_step(both, design, scores.T - chance, chance, precision)
        items = ItemParameters(both[:, :d], -both[:, d])
        abilities = items._step_abilities(abilities, scores)
    return items


def _newton_step(now: Floats, design: Floats, residual: Floats, chance: Floats, precision: Floats) -> Floats:
    """One step of many logistic regressions on the same design (cases × terms), with normal priors around 0.

    `now` is regressions × terms; `residual` and `chance` are regressions × cases.
    """
    terms = design.shape[1]
    outer = (design[:, :, None] * design[:, None, :]).reshape(len(design), terms * terms)
    curvature = ((chance * (1 - chance)) @ outer).reshape(len(now), terms, terms) + np.diag(precision)
    step = np.linalg.solve(curvature, (residual @ design - now * precision)[..., None])[..., 0]
    length = np.linalg.norm(step, axis=1, keepdims=True)
    return np.asarray(now + step * np.minimum(1, _LONGEST_STEP / np.maximum(length, 1e-12)))
