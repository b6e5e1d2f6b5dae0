"""How long MDAD takes, beside a plain loop, and how much time and memory 400 models × 12,000 questions need.

    python -m tests.bench.mdad_speed [gpqa | large]

gpqa: the matrix of GPQA results where it lies beside the project, else a
simulated one of its size. large: simulated by an item response model; every
way of choosing, one trial each. Memory is the most the process ever held; CPU
seconds, of all threads, stand beside the time because the machine may be busy.
"""

import argparse
import resource
import sys
import time

import numpy as np

from core.stats.agreement import published_mdad
from core.stats.result_matrix import ResultMatrix, build_matrix
from core.stats.subsets.judging import draw_splits, run_methods
from core.stats.subsets.methods import Method
from core.stats.trials import draw_uniformly, judge
from tests.bench.bank_trials import MATRICES

NS = (10, 25, 50, 100, 200)


def simulate(models: int, questions: int, seed: int = 0) -> ResultMatrix:
    rng = np.random.default_rng(seed)
    abilities = rng.normal(0, 1, (models, 3))
    slopes, difficulties = np.abs(rng.normal(0.5, 0.3, (questions, 3))), rng.normal(0, 1.5, questions)
    return build_matrix(rng.random((models, questions)) < 1 / (1 + np.exp(difficulties - abilities @ slopes.T)))


def plain_mdad(matrix: ResultMatrix, n: int, *, runs: int, targets: int = 50, seed: int = 0) -> float | None:
    """The published rule, one pair after the other."""
    rng = np.random.default_rng(seed)
    scores = matrix.scores.tolist()
    right: dict[int, list[int]] = {}
    for _ in range(runs):
        models = rng.choice(matrix.n_models, targets, replace=False).tolist()
        half = rng.permutation(matrix.n_questions)[: matrix.n_questions // 2].tolist()
        asked = half[:n]
        true = [sum(scores[m][q] for q in half) / len(half) for m in models]
        seen = [sum(scores[m][q] for q in asked) / n for m in models]
        for i in range(targets):
            for j in range(i + 1, targets):
                gap, estimate = true[i] - true[j], seen[i] - seen[j]
                correct = estimate != 0 and (estimate > 0) == (gap >= 0)
                right.setdefault(int(abs(gap) * 200), []).append(int(correct))
    return next((b / 200 for b in sorted(right) if sum(right[b]) >= 0.8 * len(right[b])), None)


class Clock:
    """Time and CPU time since it was made."""

    def __init__(self) -> None:
        self.began, self.began_cpu = time.perf_counter(), time.process_time()

    def __str__(self) -> str:
        return f"{time.perf_counter() - self.began:.2f} s (CPU {time.process_time() - self.began_cpu:.2f} s)"


def most_memory_gb() -> float:
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return held / (1e9 if sys.platform == "darwin" else 1e6)


def time_gpqa() -> None:
    path = MATRICES / "gpqa.npz"
    known = path.is_file()
    matrix = build_matrix(np.load(path, allow_pickle=False)["correct"]) if known else simulate(420, 448)
    print(f"{matrix.n_models} × {matrix.n_questions}, n = {NS}")
    clock = Clock()
    judged = run_methods(matrix, [Method.UNIFORM], NS, draw_splits(matrix, sources=10))
    found = [published_mdad(j.seen.pairs()) for j in judged]
    print(f"published rule, 50 trials of 50 models: {clock}  {found}")
    clock = Clock()
    plain = [plain_mdad(matrix, n, runs=50) for n in NS]
    print(f"the same in a plain loop: {clock}  {plain}")
    clock = Clock()
    estimates = [judge(trials, n).estimate for n, trials in draw_uniformly(matrix, NS).items()]
    print(f"sound rule, 200 draws, 100 resamples of models and trials: {clock}")
    for n, estimate in zip(NS, estimates, strict=True):
        print(f"  n = {n}: {estimate}")


def time_large() -> None:
    matrix = simulate(400, 12_000)
    print(f"{matrix.n_models} × {matrix.n_questions}; memory so far {most_memory_gb():.2f} GB")
    clock = Clock()
    for n, trials in draw_uniformly(matrix, (10, 25, 50, 100, 250, 1000)).items():
        judge(trials, n)
    print(f"random questions, six numbers of them: {clock}, {most_memory_gb():.2f} GB")
    splits = draw_splits(matrix, runs=1, seen_share=1.0)
    everything = Clock()
    for method in Method:
        clock = Clock()
        run_methods(matrix, [method], (50, 250), splits)
        print(f"{method}, n = 50 and 250: {clock}, {most_memory_gb():.2f} GB", flush=True)
    print(f"all ways of choosing from {len(splits[0].sources)} models: {everything}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("which", nargs="?", choices=["gpqa", "large"], default="gpqa")
    {"gpqa": time_gpqa, "large": time_large}[parser.parse_args().which]()


if __name__ == "__main__":
    main()
