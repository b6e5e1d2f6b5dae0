"""A chosen subset: which questions, and how the score on all of them is estimated from those."""

from dataclasses import dataclass

import numpy as np

from core.stats.counts import Floats
from core.stats.result_matrix import Positions
from core.stats.subsets.item_response import ItemParameters


@dataclass(frozen=True)
class Subset:
    """Chosen questions and what each is worth; the estimate is the weighted mean of their scores."""

    questions: Positions  # columns of the bank, distinct
    weights: Floats  # add up to 1

    def __len__(self) -> int:
        return len(self.questions)

    def estimate(self, scores: Floats) -> Floats:
        """The estimated score of each model on the whole bank; only the chosen columns are read.

        >>> Subset(np.array([0, 2]), np.array([0.25, 0.75])).estimate(np.array([[1.0, 0.0, 0.0]]))
        array([0.25])
        """
        return np.asarray(scores[:, self.questions] @ self.weights)


@dataclass(frozen=True)
class ItemResponseSubset(Subset):
    """With item parameters the scores on the questions that were not asked are predicted as well (p-IRT).

    n/N · mean score of the asked + (1 − n/N) · mean predicted chance on the rest,
    with the ability estimated from the asked (Polo et al. 2024, tinyBenchmarks).
    """

    items: ItemParameters

    def estimate(self, scores: Floats) -> Floats:
        asked = scores[:, self.questions]
        abilities = self.items.take(self.questions).find_abilities(asked)
        total = self.items.n_items
        rest = np.setdiff1d(np.arange(total), self.questions)
        share = len(self.questions) / total
        predicted = self.items.take(rest).chances(abilities).mean(axis=1) if len(rest) else 0.0
        return np.asarray(share * asked.mean(axis=1) + (1 - share) * predicted)


@dataclass(frozen=True)
class SubsetOfParts(Subset):
    """One subset for each subtask; every subtask counts by its size in the bank."""

    parts: tuple[tuple[Subset, Positions, float], ...]  # subset, its columns in the bank, its share

    def estimate(self, scores: Floats) -> Floats:
        return np.asarray(sum(share * part.estimate(scores[:, columns]) for part, columns, share in self.parts))


def evenly_weighted(questions: Positions) -> Subset:
    """A subset whose estimate is the plain mean."""
    return Subset(questions, np.full(len(questions), 1 / len(questions)))
