"""The ways of choosing n questions out of many, each as one function of the source models' results.

- uniform: at random, every question alike. Needs nobody else's results.
- by_subtask: at random within each subtask, in proportion. Without subtasks:
  groups of questions that the source models answered alike stand in.
- by_confidence: at random within ten strata of the source models' mean
  confidence; the mean score stands in for it.
- anchor_points: medoids of the questions by the correlation of the source
  models' confidences (Vivek et al. 2024), each worth the size of its cluster.
  The score stands in for the confidence.
- tiny_benchmarks: questions nearest to the centres of clusters of their item
  response parameters, and the p-IRT estimate (Polo et al. 2024).
  item_clusters: the same questions with the plain cluster weights, which is what
  the paper on MDAD measured.
- diversity: a determinantal point process.
- by_mdad: an experiment, see by_mdad.py.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

import numpy as np

from core.stats.counts import Floats
from core.stats.result_matrix import Positions, check_subset_size
from core.stats.subsets.allocation import allocate, draw_from_strata
from core.stats.subsets.by_mdad import climb
from core.stats.subsets.clusters import find_clusters
from core.stats.subsets.determinantal import draw_diverse
from core.stats.subsets.medoids import assign, find_medoids
from core.stats.subsets.sources import Sources
from core.stats.subsets.subset import ItemResponseSubset, Subset, SubsetOfParts, evenly_weighted

_STRATA: Final = 10


class Method(StrEnum):
    UNIFORM = "uniform"
    BY_SUBTASK = "by_subtask"
    BY_CONFIDENCE = "by_confidence"
    ANCHOR_POINTS = "anchor_points"
    TINY_BENCHMARKS = "tiny_benchmarks"
    ITEM_CLUSTERS = "item_clusters"
    DIVERSITY = "diversity"
    BY_MDAD = "by_mdad"


def choose_subset(
    method: Method, sources: Sources, n: int, rng: np.random.Generator, *, per_subtask: bool = False
) -> Subset:
    """n distinct questions, and how to estimate the score on all of them.

    `per_subtask` chooses within each subtask by itself, in proportion to its
    size. Raises NotEnoughData for an n below 2 or not below the bank's size.
    """
    check_subset_size(n, sources.n_questions)
    if per_subtask:
        return _choose_in_parts(method, sources, n, rng)
    return _WAYS[method](sources, n, rng)


def _choose_in_parts(method: Method, sources: Sources, n: int, rng: np.random.Generator) -> Subset:
    groups = sources.subtasks_or_stand_in
    numbers, sizes = np.unique(groups, return_counts=True)
    given = allocate(n, sizes, rng)
    asked = int(sizes[given > 0].sum())
    parts: list[tuple[Subset, Positions, float]] = []
    for number, size, count in zip(numbers, sizes, given, strict=True):
        if count:
            columns = np.flatnonzero(groups == number)
            part = Sources(sources.scores[:, columns], seed=sources.seed)
            subset = evenly_weighted(np.arange(size)) if count == size else _WAYS[method](part, int(count), rng)
            parts.append((subset, columns, size / asked))
    questions = np.concatenate([columns[subset.questions] for subset, columns, _ in parts])
    weights = np.concatenate([share * subset.weights for subset, _, share in parts])
    return SubsetOfParts(questions, weights, tuple(parts))


def _uniform(sources: Sources, n: int, rng: np.random.Generator) -> Subset:
    return evenly_weighted(rng.choice(sources.n_questions, n, replace=False))


def _by_subtask(sources: Sources, n: int, rng: np.random.Generator) -> Subset:
    return draw_from_strata(sources.subtasks_or_stand_in, n, rng)


def _by_confidence(sources: Sources, n: int, rng: np.random.Generator) -> Subset:
    strata, _ = find_clusters(sources.means.reshape(-1, 1), min(_STRATA, n), sources.seed)
    return draw_from_strata(strata, n, rng)


def _anchor_points(sources: Sources, n: int, rng: np.random.Generator) -> Subset:
    medoids = find_medoids(sources.dissimilarity, n, rng)
    sizes = np.bincount(assign(sources.dissimilarity, medoids), minlength=n)
    return Subset(medoids, sizes / sizes.sum())


def _item_clusters(sources: Sources, n: int, rng: np.random.Generator) -> Subset:
    points = np.column_stack([sources.items.slopes, sources.items.difficulties])
    labels, centres = find_clusters(points, n, int(rng.integers(2**31 - 1)))
    groups = len(centres)
    sizes = np.bincount(labels, minlength=groups)
    chosen = _nearest_distinct(points, centres)
    if groups < n:  # fewer kinds of question than places: the rest at random, worth nothing by themselves
        rest = np.setdiff1d(np.arange(len(points)), chosen)
        chosen = np.concatenate([chosen, rng.choice(rest, n - groups, replace=False)])
        sizes = np.concatenate([sizes, np.zeros(n - groups, dtype=sizes.dtype)])
    return Subset(chosen, sizes / sizes.sum())


def _nearest_distinct(points: Floats, centres: Floats) -> Positions:
    """The question nearest to each centre that is not taken yet."""
    chosen: list[int] = []
    free = np.ones(len(points), dtype=np.bool_)
    for centre in centres:
        distance = np.where(free, np.sum((points - centre) ** 2, axis=1), np.inf)
        chosen.append(int(np.argmin(distance)))
        free[chosen[-1]] = False
    return np.array(chosen, dtype=np.intp)


def _tiny_benchmarks(sources: Sources, n: int, rng: np.random.Generator) -> Subset:
    subset = _item_clusters(sources, n, rng)
    return ItemResponseSubset(subset.questions, subset.weights, sources.items)


def _diversity(sources: Sources, n: int, rng: np.random.Generator) -> Subset:
    return evenly_weighted(draw_diverse(sources.components, n, rng))


def _by_mdad(sources: Sources, n: int, rng: np.random.Generator) -> Subset:
    return evenly_weighted(climb(sources.scores, n, rng))


_WAYS: Final[Mapping[Method, Callable[[Sources, int, np.random.Generator], Subset]]] = {
    Method.UNIFORM: _uniform,
    Method.BY_SUBTASK: _by_subtask,
    Method.BY_CONFIDENCE: _by_confidence,
    Method.ANCHOR_POINTS: _anchor_points,
    Method.TINY_BENCHMARKS: _tiny_benchmarks,
    Method.ITEM_CLUSTERS: _item_clusters,
    Method.DIVERSITY: _diversity,
    Method.BY_MDAD: _by_mdad,
}
