"""How the ways of choosing are judged: on models and on questions that they have not seen.

A trial splits the models into sources, whose results the method may look at,
and targets, which are compared; and the questions into a seen half to choose
from and an unseen half. The chosen questions are then held against all of the
seen half and against the unseen half. Every method gets the same trials. Set up
as in Yauney, Warraich & Swayamdipta (50 trials of 50 target models); with
`seen_share` 1 the whole bank is seen, as for a subset that is meant for use.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from core.errors import NotEnoughData
from core.stats.result_matrix import FEWEST_MODELS, Positions, ResultMatrix, check_subset_size
from core.stats.subsets.methods import Method, choose_subset
from core.stats.subsets.sources import Sources
from core.stats.trials import Trials

RUNS: Final = 50
TARGETS: Final = 50
FEWEST_TARGETS: Final = 5


@dataclass(frozen=True)
class Split:
    """One trial: positions of models and questions in the matrix."""

    sources: Positions
    targets: Positions
    seen: Positions
    unseen: Positions


@dataclass(frozen=True)
class Judged:
    """The trials of one method at one n, against the seen and (where there is one) the unseen half."""

    method: Method
    n: int
    sources: int
    seen: Trials
    unseen: Trials | None


def draw_splits(
    matrix: ResultMatrix,
    *,
    sources: int | None = None,
    runs: int = RUNS,
    targets: int = TARGETS,
    seen_share: float = 0.5,
    seed: int = 0,
) -> list[Split]:
    """Trials of `targets` models to compare and `sources` others to learn from.

    Too few models for both: the targets give way, down to a third of the
    models. Without `sources`: all models that are no targets. Each subtask is
    split by itself. Raises NotEnoughData when too few models are left.
    """
    count = matrix.n_models
    if count < FEWEST_MODELS:
        raise NotEnoughData(f"{count} models are too few to judge by: at least {FEWEST_MODELS} are needed.")
    targets = min(targets, max(count // 3, FEWEST_TARGETS) if count < 2 * targets else targets)
    taught = count - targets if sources is None else sources
    if taught < 2 or taught + targets > count:
        raise NotEnoughData(
            f"{count} models cannot give {taught} to learn from beside {targets} to compare: "
            f"take at most {count - targets}."
        )
    rng = np.random.default_rng(seed)
    groups = matrix.subtask_numbers
    parts = [np.arange(matrix.n_questions)]
    if groups is not None:
        parts = [np.flatnonzero(groups == g) for g in range(int(groups.max()) + 1)]
    splits = []
    for _ in range(runs):
        models = rng.permutation(count)
        halves = [(order, int(len(order) * seen_share)) for order in map(rng.permutation, parts)]
        splits.append(
            Split(
                sources=models[targets : targets + taught],
                targets=models[:targets],
                seen=np.concatenate([order[:cut] for order, cut in halves]),
                unseen=np.concatenate([order[cut:] for order, cut in halves]),
            )
        )
    return splits


def run_methods(
    matrix: ResultMatrix,
    methods: Sequence[Method],
    ns: Sequence[int],
    splits: Sequence[Split],
    *,
    per_subtask: bool = False,
    seed: int = 0,
    on_share: Callable[[float], object] | None = None,
) -> list[Judged]:
    """Every method at every n on the same trials; slow for methods that learn and for many questions.

    Raises NotEnoughData for an n that the seen questions cannot give.
    """
    for n in ns:
        check_subset_size(n, len(splits[0].seen))
    shape = (len(methods), len(ns), len(splits), len(splits[0].targets))
    estimates = np.empty(shape)
    for run, split in enumerate(splits):
        bank = matrix.scores[:, split.seen]
        groups = matrix.subtask_numbers
        sources = Sources(bank[split.sources], None if groups is None else groups[split.seen], seed=seed + run)
        targets = bank[split.targets]
        for m, method in enumerate(methods):
            for at, n in enumerate(ns):
                # a stream of its own for each, so that a method's draws do not depend on its company
                rng = np.random.default_rng([seed, run, list(Method).index(method), n])
                subset = choose_subset(method, sources, n, rng, per_subtask=per_subtask)
                estimates[m, at, run] = subset.estimate(targets)
        if on_share is not None:
            on_share((run + 1) / len(splits))
    models = np.stack([split.targets for split in splits])
    seen = np.stack([matrix.scores[np.ix_(s.targets, s.seen)].mean(axis=1) for s in splits])
    unseen = None
    if len(splits[0].unseen):
        unseen = np.stack([matrix.scores[np.ix_(s.targets, s.unseen)].mean(axis=1) for s in splits])
    return [
        Judged(
            method,
            n,
            len(splits[0].sources),
            Trials(models, estimates[m, at], seen),
            None if unseen is None else Trials(models, estimates[m, at], unseen),
        )
        for m, method in enumerate(methods)
        for at, n in enumerate(ns)
    ]
