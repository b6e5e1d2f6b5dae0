"""What a way of choosing may look at: other models' results on the questions to choose from.

No confidences: the original methods read how sure each source model was of the
right option. Results that are handed around rarely hold that, so everywhere
the score itself stands in for the confidence. With scores of only 0 and 1 that
is a coarse stand-in; with shares (several samples a question) a finer one.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from core.stats.counts import Floats
from core.stats.result_matrix import Positions
from core.stats.subsets.clusters import find_clusters
from core.stats.subsets.item_response import ItemParameters, fit_items

STAND_IN_SUBTASKS: Final = 6
_COMPONENTS: Final = 6
_NEVER_MEANT: Final = 1e-12


@dataclass(frozen=True)
class Sources:
    """Scores of the source models; what is derived from them is computed once for all sizes of a subset."""

    scores: Floats  # source models × questions, 0–1
    subtasks: Positions | None = None  # number of the subtask of each question
    seed: int = 0

    @property
    def n_questions(self) -> int:
        return int(self.scores.shape[1])

    @cached_property
    def means(self) -> Floats:
        """Mean score of the source models on each question."""
        return np.asarray(self.scores.mean(axis=0))

    @cached_property
    def dissimilarity(self) -> np.ndarray:
        """1 − correlation over the source models, questions × questions, float32.

        A question with the same score from every model correlates with none:
        0 to questions of the same constant score, 1 to every other.
        """
        centred = (self.scores - self.means).astype(np.float32)
        norms = np.linalg.norm(centred, axis=0)
        flat = norms < 1e-6
        centred[:, ~flat] /= norms[~flat]
        centred[:, flat] = 0
        distance: np.ndarray = centred.T @ centred
        np.subtract(1, distance, out=distance)  # in place: it is the largest thing here
        np.clip(distance, 0, 2, out=distance)
        constants = np.flatnonzero(flat)
        alike = np.abs(self.means[constants][:, None] - self.means[constants][None, :]) < _NEVER_MEANT
        distance[np.ix_(constants, constants)] = np.where(alike, 0, 1)
        np.fill_diagonal(distance, 0)
        return distance

    @cached_property
    def items(self) -> ItemParameters:
        """Item response parameters fitted to the source models."""
        return fit_items(self.scores, seed=self.seed)

    @cached_property
    def components(self) -> Floats:
        """The questions in the space of their first principal components, questions × at most 6."""
        points = self.scores.T - self.scores.T.mean(axis=0)
        spread, directions = np.linalg.eigh(points.T @ points)  # models × models: cheap however many questions
        kept = np.flatnonzero(spread > 1e-9 * max(float(spread[-1]), 1e-12))[::-1][:_COMPONENTS]
        return np.asarray(points @ directions[:, kept])

    @cached_property
    def subtasks_or_stand_in(self) -> Positions:
        """The subtasks; where none are known, groups of questions that the source models answered alike."""
        if self.subtasks is not None:
            return self.subtasks
        if self.components.shape[1] == 0:
            return np.zeros(self.n_questions, dtype=np.intp)
        return find_clusters(self.components, STAND_IN_SUBTASKS, self.seed)[0]
