"""k-medoids: k items such that the distance of every item to its nearest one is small in all.

A start by distance-weighted drawing, then swaps: an item takes the place of a
medoid wherever that lowers the sum, until a whole round finds none (eager
swaps with nearest and second-nearest kept; Schubert & Rousseeuw 2021,
Information Systems 101:101804). The result is a local optimum: no single swap
improves it. Our own, because the kept implementation (kmedoids) is under the
GPL and scikit-learn has none.
"""

from typing import Final

import numpy as np

from core.stats.counts import Floats
from core.stats.result_matrix import Positions

_GAIN: Final = 1e-6  # relative; smaller gains are rounding noise of float32
_ROUNDS: Final = 20


def find_medoids(distance: np.ndarray, k: int, rng: np.random.Generator, *, rounds: int = _ROUNDS) -> Positions:
    """k distinct medoids of the items of a symmetric distance matrix.

    >>> distance = np.abs(np.subtract.outer([0, 1, 2, 10, 11, 12], [0, 1, 2, 10, 11, 12]))
    >>> sorted(find_medoids(distance, 2, np.random.default_rng(0)).tolist())
    [1, 4]
    """
    count = len(distance)
    if not 1 <= k <= count:
        raise ValueError(f"{k} medoids of {count} items cannot be")
    if k == 1:
        return np.array([int(np.argmin(distance.sum(axis=1)))], dtype=np.intp)
    medoids = _start(distance, k, rng)
    state = _Nearest(distance, medoids)
    least = _GAIN * max(float(state.first_distance.sum()), 1e-12)
    since_swap = 0
    for candidate in np.tile(rng.permutation(count), rounds):
        since_swap += 1
        if since_swap > count:
            break
        if candidate in state.is_medoid:
            continue
        place, change = state.best_swap(distance[candidate])
        if change < -least:
            state.swap(place, int(candidate))
            since_swap = 0
    return state.medoids


def assign(distance: np.ndarray, medoids: Positions) -> Positions:
    """The place of the nearest medoid of every item; a medoid belongs to itself."""
    nearest: Positions = np.argmin(distance[medoids], axis=0).astype(np.intp)
    nearest[medoids] = np.arange(len(medoids))
    return nearest


class _Nearest:
    """Each item's nearest and second-nearest medoid, kept up to date over swaps."""

    def __init__(self, distance: np.ndarray, medoids: Positions) -> None:
        self.distance = distance
        self.medoids = medoids.copy()
        self.is_medoid = set(medoids.tolist())
        count = len(distance)
        self.first = np.empty(count, dtype=np.intp)
        self.second = np.empty(count, dtype=np.intp)
        self.first_distance: Floats = np.empty(count)
        self.second_distance: Floats = np.empty(count)
        self._refresh(np.arange(count))

    def _refresh(self, items: Positions) -> None:
        near = self.distance[np.ix_(self.medoids, items)]
        two = np.argpartition(near, 1, axis=0)[:2]
        here = np.arange(len(items))
        swapped = near[two[0], here] > near[two[1], here]
        self.first[items] = np.where(swapped, two[1], two[0])
        self.second[items] = np.where(swapped, two[0], two[1])
        self.first_distance[items] = near[self.first[items], here]
        self.second_distance[items] = near[self.second[items], here]

    def best_swap(self, d: np.ndarray) -> tuple[int, float]:
        """Which medoid to give up for an item at distances d, and the change of the sum."""
        shared = float(np.minimum(d - self.first_distance, 0).sum())
        # giving up a medoid sends its items to their second, or to the new one where that is nearer
        lost = np.minimum(np.maximum(d, self.first_distance), self.second_distance) - self.first_distance
        loss = np.bincount(self.first, weights=lost, minlength=len(self.medoids))
        place = int(np.argmin(loss))
        return place, float(loss[place]) + shared

    def swap(self, place: int, candidate: int) -> None:
        self.is_medoid.remove(int(self.medoids[place]))
        self.is_medoid.add(candidate)
        self.medoids[place] = candidate
        d = self.distance[candidate]
        self._refresh(np.flatnonzero((self.first == place) | (self.second == place) | (d < self.second_distance)))


def _start(distance: np.ndarray, k: int, rng: np.random.Generator) -> Positions:
    """The first at random, each next with a chance in proportion to its distance from those chosen."""
    count = len(distance)
    chosen = [int(rng.integers(count))]
    nearest = distance[chosen[0]].astype(np.float64)
    while len(chosen) < k:
        chance = nearest.copy()
        chance[chosen] = 0
        total = float(chance.sum())
        if total > 0:
            new = int(rng.choice(count, p=chance / total))
        else:
            new = int(rng.choice(np.setdiff1d(np.arange(count), chosen)))
        chosen.append(new)
        nearest = np.minimum(nearest, distance[new])
    return np.array(chosen, dtype=np.intp)
