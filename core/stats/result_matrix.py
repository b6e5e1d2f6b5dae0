"""Many models on the same questions, made ready for the question how far a part of them can be trusted.

The invariant: a ResultMatrix holds no gap. A question that was not measured
is not wrong, so a model with many gaps is left out first, then every question
that still has one; the notes say how many. Scores lie in 0–1; ratings are
rescaled before they come in.

Twins are models with the same score on every question (GPQA holds 420 models
and 398 different rows). They tie on every part of the questions, whatever is
chosen, so they are kept only where a published computation kept them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.errors import NotEnoughData
from core.stats.counts import Floats

Positions = NDArray[np.intp]

FEWEST_MODELS: Final = 10
MOST_MISSING: Final = 0.2  # a model with more gaps than this is left out, instead of its questions
MOST_CELLS: Final = 20_000_000


@dataclass(frozen=True)
class ResultMatrix:
    """Scores of models (rows) on questions (columns), 0–1, without gaps."""

    scores: Floats  # models × questions
    models: tuple[str, ...]
    questions: tuple[str, ...]
    subtasks: tuple[str, ...] | None = None  # one for each question, where they are known
    notes: tuple[str, ...] = ()  # what was left out, and what to mind

    @property
    def n_models(self) -> int:
        return len(self.models)

    @property
    def n_questions(self) -> int:
        return len(self.questions)

    @property
    def subtask_numbers(self) -> Positions | None:
        """The subtask of each question as a number from 0."""
        if self.subtasks is None:
            return None
        return np.unique(np.array(self.subtasks), return_inverse=True)[1].astype(np.intp)


def build_matrix(
    scores: ArrayLike,
    models: Sequence[str] | None = None,
    questions: Sequence[str] | None = None,
    subtasks: Sequence[str] | None = None,
) -> ResultMatrix:
    """A matrix without gaps from one that may have some (NaN), with notes on what was left out.

    `scores` is models × questions in 0–1. Raises NotEnoughData when fewer than
    10 models or 2 questions remain or when all models are alike, ValueError
    for scores out of range and for names that do not fit.

    >>> import numpy as np
    >>> raw = np.tri(12, 20); raw[0, 3] = np.nan
    >>> matrix = build_matrix(raw)
    >>> matrix.scores.shape, matrix.notes[0]
    ((12, 19), '1 of 20 questions is left out: some model has no score there.')
    """
    raw = np.asarray(scores, dtype=np.float64)
    if raw.ndim != 2:
        raise ValueError(f"results are a models × questions matrix, not of {raw.ndim} dimensions")
    if raw.size > MOST_CELLS:
        raise NotEnoughData(f"{raw.size:,} results are more than fit ({MOST_CELLS:,}): leave out models or questions.")
    names = tuple(models) if models is not None else tuple(f"model {i + 1}" for i in range(raw.shape[0]))
    ids = tuple(questions) if questions is not None else tuple(f"question {i + 1}" for i in range(raw.shape[1]))
    if (len(names), len(ids)) != raw.shape or (subtasks is not None and len(subtasks) != len(ids)):
        raise ValueError(f"{len(names)} models and {len(ids)} questions do not name a matrix of {raw.shape}")
    if np.any((raw < 0) | (raw > 1)):
        raise ValueError("scores lie in 0–1: rescale ratings first")
    return _without_gaps(raw, names, ids, tuple(subtasks) if subtasks is not None else None)


def without_twins(matrix: ResultMatrix) -> ResultMatrix:
    """The matrix with one model of each kind of row, in the old order.

    Raises NotEnoughData when fewer than 10 models remain.
    """
    first = np.sort(np.unique(matrix.scores, axis=0, return_index=True)[1])
    if len(first) == matrix.n_models:
        return matrix
    _check_models(len(first), "different")
    return replace(matrix, scores=matrix.scores[first], models=tuple(matrix.models[i] for i in first))


def count_twins(scores: Floats) -> int:
    """How many rows repeat an earlier one.

    >>> count_twins(np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    1
    """
    return len(scores) - len(np.unique(scores, axis=0))


def check_subset_size(n: int, bank_size: int) -> None:
    """Raise NotEnoughData unless 2 ≤ n < the number of questions to choose from."""
    if n < 2:
        raise NotEnoughData(f"{n} question{'' if n == 1 else 's'} cannot rank models: choose at least 2.")
    if n >= bank_size:
        raise NotEnoughData(f"{n} of {bank_size} questions is not a part of them: choose fewer than {bank_size}.")


def _without_gaps(
    raw: Floats, models: tuple[str, ...], questions: tuple[str, ...], subtasks: tuple[str, ...] | None
) -> ResultMatrix:
    notes = []
    gaps = np.isnan(raw)
    kept_models = np.flatnonzero(gaps.mean(axis=1) <= MOST_MISSING) if raw.shape[1] else np.arange(len(raw))
    if left := len(raw) - len(kept_models):
        notes.append(f"{_are_left_out(left, len(raw), 'model')}: more than a fifth of the scores is missing.")
    _check_models(len(kept_models), "measured")
    kept_questions = np.flatnonzero(~gaps[kept_models].any(axis=0))
    if left := raw.shape[1] - len(kept_questions):
        notes.append(f"{_are_left_out(left, raw.shape[1], 'question')}: some model has no score there.")
    if len(kept_questions) < 2:
        raise NotEnoughData(
            f"{len(kept_questions)} questions have a score from every model: at least 2 are needed. "
            "Leave out the models that answered other questions."
        )
    scores = np.ascontiguousarray(raw[np.ix_(kept_models, kept_questions)])
    if twins := count_twins(scores):
        notes.append(f"{twins} of {len(scores)} models repeat the results of another: such pairs tie on any questions.")
    if float(np.ptp(scores.mean(axis=1))) == 0:
        raise NotEnoughData("All models have the same score: there is no ranking that a part could keep or lose.")
    if constant := int(np.sum(np.ptp(scores, axis=1) == 0)):
        notes.append(f"{constant} of {len(scores)} models scored the same on every question.")
    if settled := int(np.sum(np.ptp(scores, axis=0) == 0)):
        notes.append(f"{settled} of {scores.shape[1]} questions got the same score from all models: they rank nobody.")
    return ResultMatrix(
        scores,
        tuple(models[i] for i in kept_models),
        tuple(questions[i] for i in kept_questions),
        None if subtasks is None else tuple(subtasks[i] for i in kept_questions),
        tuple(notes),
    )


def _check_models(count: int, kind: str) -> None:
    if count < FEWEST_MODELS:
        raise NotEnoughData(
            f"Only {count} {kind} model{'' if count == 1 else 's'}: at least {FEWEST_MODELS} are needed "
            "to see how often a ranking holds."
        )


def _are_left_out(count: int, total: int, what: str) -> str:
    return f"{count} of {total} {what}s {'is' if count == 1 else 'are'} left out"
