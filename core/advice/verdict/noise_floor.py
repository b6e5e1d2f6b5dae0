"""What chance alone does to one candidate's answers, as a measure for the gap between two.

Flips are questions that the same candidate answered rightly in one run and
wrongly in the other. A gap between two candidates that is no larger than the
gap of one against itself says little; the confidence counts this in only as far
as flips look like any other question on which two models differ.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.advice.evidence import ScoreKind
from core.advice.wording import percent, points
from core.runs.answer_rows import load_answers
from core.runs.database import Database
from core.runs.noise_floor import find_twin
from core.runs.records import Answer, Run
from core.stats.paired import gap_interval


@dataclass(frozen=True)
class NoiseFloor:
    """One candidate against itself, in shares."""

    name: str
    n: int  # questions measured in both runs
    flips: int
    gap: float  # first run minus second
    gap_low: float
    gap_high: float
    run_id: str  # of the second run
    sentence: str

    @property
    def share(self) -> float:
        return self.flips / self.n

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {
            "name": self.name,
            "n": self.n,
            "flips": self.flips,
            "share": self.share,
            "gap": self.gap,
            "gap_low": self.gap_low,
            "gap_high": self.gap_high,
            "run_id": self.run_id,
            "sentence": self.sentence,
        }


def find_noise_floor(database: Database, run: Run, name: str, answers: Sequence[Answer]) -> NoiseFloor | None:
    """The noise floor of a run whose twin has answered; None without a twin, or below two shared questions."""
    twin = find_twin(database, run)
    if twin is None or twin.answered < 2:
        return None
    return measure_between(name, answers, load_answers(database, twin.id), twin.id)


def measure_between(name: str, first: Sequence[Answer], second: Sequence[Answer], run_id: str) -> NoiseFloor | None:
    """The noise floor from the answers of two runs of one candidate; None below two shared questions."""
    return measure_noise_floor(name, _right_by_question(first), _right_by_question(second), run_id)


def measure_noise_floor(
    name: str, first: Mapping[str, float], second: Mapping[str, float], run_id: str = ""
) -> NoiseFloor | None:
    """The noise floor from scores by question id; None below two shared questions.

    >>> measure_noise_floor("A", {"q1": 1, "q2": 0, "q3": 1}, {"q1": 0, "q2": 0, "q3": 1}).flips
    1
    """
    shared = [key for key in first if key in second]
    if len(shared) < 2:
        return None
    lost = sum(first[key] > second[key] for key in shared)
    gained = sum(first[key] < second[key] for key in shared)
    n, flips = len(shared), lost + gained
    interval = gap_interval(lost, gained, n)
    gap = (lost - gained) / n
    return NoiseFloor(name, n, flips, gap, interval.low, interval.high, run_id, _say(name, n, flips, gap))


def _say(name: str, n: int, flips: int, gap: float) -> str:
    if flips == 0:
        return f"{name} against itself: the same {n} questions right and wrong in both runs. Chance moved nothing."
    moved = f"{flips} of {n} questions ({percent(flips / n)}) changed between right and wrong"
    apart = "the score stayed the same" if gap == 0 else f"the score moved by {points(gap, ScoreKind.RIGHT_WRONG)}"
    return f"{name} against itself: {moved}, and {apart}. A gap to another model of that size can be chance alone."


def _right_by_question(answers: Sequence[Answer]) -> dict[str, float]:
    """Measured answers by question id; ratings by hand are not compared."""
    return {
        answer.question_id: answer.grade.score
        for answer in answers
        if answer.grade.measured and answer.grade.score is not None and answer.grade.grader != "rating"
    }
