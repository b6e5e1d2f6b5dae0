"""k-means, with one thread: on a busy machine of few cores several threads wait for each other."""

import numpy as np

from core.stats.counts import Floats
from core.stats.result_matrix import Positions


def find_clusters(points: Floats, k: int, seed: int) -> tuple[Positions, Floats]:
    """The cluster of each point and the centres; fewer than k where fewer points differ.

    `points` is points × dimensions; the same seed gives the same clusters.

    >>> labels, centres = find_clusters(np.array([[0.0], [0.1], [5.0]]), 2, seed=0)
    >>> bool(labels[0] == labels[1] != labels[2]), sorted(centres.ravel().round(2).tolist())
    (True, [0.05, 5.0])
    """
    from sklearn.cluster import KMeans
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]  # scikit-learn brings it

    k = min(k, len(np.unique(points, axis=0)))
    with threadpool_limits(limits=1):
        found = KMeans(k, n_init=1, random_state=seed).fit(points)
    return np.asarray(found.labels_, dtype=np.intp), np.asarray(found.cluster_centers_, dtype=np.float64)
