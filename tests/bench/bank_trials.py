"""Real banks of answers, and trials drawn from them, to see how often a verdict comes true.

A bank is a matrix models × questions of right and wrong answers. Fractions
(several samples, ties of a judge) become one draw a cell. In a trial two
models are compared on n questions drawn from the bank, and the verdict is held
against the whole bank or against the rest of it. Pairs are chosen on a
separate 30 % of the questions, which no trial uses: like a person who
shortlists models by a published score.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

MATRICES = Path(__file__).resolve().parents[2].parent / "shared" / "matrices"
NEAR_GUESS_RATE = ("gpqa",)  # mean accuracy 29 % on four choices
SELECTION_SHARE = 0.3
CLOSE = 0.10


@dataclass(frozen=True)
class Bank:
    name: str
    answers: np.ndarray  # models × questions, 0 and 1

    @property
    def near_guess_rate(self) -> bool:
        return self.name in NEAR_GUESS_RATE


@dataclass(frozen=True)
class Trials:
    """What was seen on n questions, and what was true; one entry per trial."""

    bank: str
    n: int
    size: int  # questions in the bank that the trials draw from
    only_a: np.ndarray
    only_b: np.ndarray
    gap_bank: np.ndarray  # of the whole bank
    gap_rest: np.ndarray  # of the questions not asked

    @property
    def seen(self) -> np.ndarray:
        return (self.only_a - self.only_b) / self.n


def load_banks(folder: Path = MATRICES) -> list[Bank]:
    """The binary banks, and graded ones turned into one draw a cell; ratings are left out."""
    banks = []
    for path in sorted(folder.glob("*.npz")):
        answers = np.load(path, allow_pickle=False)["correct"].astype(float)
        answers = answers[:, ~np.isnan(answers).any(axis=0)]
        if answers.max() > 1:
            continue
        drawn = (np.random.default_rng(0).random(answers.shape) < answers).astype(float)
        banks.append(Bank(path.stem, drawn))
    return banks


def load_ratings(folder: Path = MATRICES) -> np.ndarray:
    """Judge ratings 1–10, halved to 1–5; questions that every model answered."""
    ratings = np.load(folder / "wildbench_score_gpt4turbo.npz", allow_pickle=False)["correct"].astype(float)
    return np.ceil(ratings[:, ~np.isnan(ratings).any(axis=0)] / 2)


def draw_trials(
    bank: Bank, n: int, count: int, seed: int, *, close: float | None = CLOSE, selections: int = 10
) -> Trials | None:
    """`count` trials over several random selections; None where the bank holds fewer than 2n questions."""
    rng = np.random.default_rng([seed, n, len(bank.answers)])
    questions = bank.answers.shape[1]
    size = questions - round(SELECTION_SHARE * questions)
    if size < 2 * n:
        return None
    parts = []
    for _ in range(selections):
        order = rng.permutation(questions)
        selection, rest = bank.answers[:, order[size:]], bank.answers[:, order[:size]]
        parts.append(_draw_pairs(selection, rest, n, count // selections, rng, close))
    only_a, only_b, lead = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Trials(bank.name, n, size, only_a, only_b, lead / size, (lead - (only_a - only_b)) / (size - n))


def _draw_pairs(
    selection: np.ndarray, rest: np.ndarray, n: int, count: int, rng: np.random.Generator, close: float | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    scores = selection.mean(axis=1)
    rows, columns = np.triu_indices(len(scores), 1)
    if close is not None:
        near = np.abs(scores[rows] - scores[columns]) <= close + 1e-12
        rows, columns = rows[near], columns[near]
    picked = rng.integers(0, len(rows), count)
    swap = rng.random(count) < 0.5  # A is either of the two
    a = np.where(swap, columns[picked], rows[picked])
    b = np.where(swap, rows[picked], columns[picked])
    difference = rest[a] - rest[b]
    asked = np.argsort(rng.random(difference.shape), axis=1)[:, :n]
    seen = np.take_along_axis(difference, asked, axis=1)
    return (seen > 0).sum(axis=1), (seen < 0).sum(axis=1), difference.sum(axis=1)


def per_count(trials: Trials, figure: Callable[[int, int], float]) -> np.ndarray:
    """A figure of the counts for every trial, computed once for each pair of counts."""
    known: dict[tuple[int, int], float] = {}
    for key in zip(trials.only_a.tolist(), trials.only_b.tolist(), strict=True):
        if key not in known:
            known[key] = figure(*key)
    return np.array([known[key] for key in zip(trials.only_a.tolist(), trials.only_b.tolist(), strict=True)])


@dataclass(frozen=True)
class Calibration:
    ece: float  # expected calibration error, 10 bins of the confidence from 50 to 100 %
    brier: float
    trials: int


def calibrate(p_a: np.ndarray, truth: np.ndarray) -> Calibration:
    """How well P(A better) matches the sign of the true gap; exact ties in the truth are dropped.

    Folded: a claim is max(P, 1 − P), and it came true if the direction was right
    (half right at P = 0.5).
    """
    kept = truth != 0
    p, up = p_a[kept], (truth[kept] > 0).astype(float)
    claim = np.maximum(p, 1 - p)
    came_true = np.where(p == 0.5, 0.5, np.where(p > 0.5, up, 1 - up))
    return Calibration(expected_error(claim, came_true), float(np.mean((p - up) ** 2)), int(kept.sum()))


def expected_error(claim: np.ndarray, came_true: np.ndarray) -> float:
    bins = np.clip(((claim - 0.5) * 20).astype(int), 0, 9)
    total = sum(abs(claim[bins == b].sum() - came_true[bins == b].sum()) for b in range(10))
    return float(total / len(claim))


def noise_floor(claim: np.ndarray, rng: np.random.Generator, repeats: int = 50) -> float:
    """The expected calibration error of perfectly calibrated claims, from so few trials alone."""
    return float(
        np.mean([expected_error(claim, (rng.random(len(claim)) < claim).astype(float)) for _ in range(repeats)])
    )
