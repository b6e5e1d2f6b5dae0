"""What became of the rungs of a ladder: each with its score, its judgement and its cost, and the verdict over all."""

from dataclasses import dataclass
from typing import Any

from core.advice.comparison import Score
from core.advice.ladder.cost import RungCost
from core.advice.ladder.endings import LadderVerdict
from core.advice.ladder.ladder import Ladder, Step
from core.advice.ladder.published import Expectation, Rule
from core.advice.ladder.slices import Slice
from core.advice.ladder.standing import Stands
from core.advice.verdict.decision import Decision
from core.advice.verdict.good_enough import GoodEnough
from core.runs.records import Run


@dataclass(frozen=True)
class RungResult:
    """One rung: asked or not, judged or not."""

    step: Step
    is_reference: bool
    run: Run | None
    score: Score | None  # over all its measured answers
    judged: GoodEnough | None  # None for the reference, and where nothing can be compared
    decision: Decision | None  # with the reference, to read the flips
    levels: tuple[Slice, ...]
    cost: RungCost
    expected: Expectation | None
    stands: Stands
    why_not: str  # why it is not judged, and what to do; "" where it is

    @property
    def name(self) -> str:
        return self.step.name

    @property
    def flips(self) -> int | None:
        return None if self.judged is None else self.judged.lost + self.judged.gained

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys; `lost` and `gained` name the questions."""
        file = self.step.file
        lost, gained = _flipped(self)
        return {
            "name": self.name,
            "path": str(file.path),
            "label": file.label,
            "tensor_types": {kind: round(share, 4) for kind, share in file.type_shares},
            "made_from": file.made_from,
            "cache": list(self.step.rung.cache) if self.step.rung.cache else None,
            "is_reference": self.is_reference,
            "run_id": None if self.run is None else self.run.id,
            "state": None if self.run is None else str(self.run.state),
            "score": None if self.score is None else vars(self.score),
            "cost": self.cost.to_dict(),
            "stands": str(self.stands),
            "against_reference": None if self.judged is None else _judged(self.judged),
            "lost": lost,
            "gained": gained,
            "levels": [entry.to_dict() for entry in self.levels],
            "published": None if self.expected is None else self.expected.to_dict(),
            "why_not": self.why_not,
        }


@dataclass(frozen=True)
class LadderResult:
    ladder: Ladder
    margin: float
    rungs: tuple[RungResult, ...]  # in the ladder's order
    verdict: LadderVerdict
    rules: tuple[Rule, ...]

    @property
    def reference(self) -> RungResult:
        return next(rung for rung in self.rungs if rung.is_reference)

    @property
    def tested(self) -> tuple[RungResult, ...]:
        return tuple(rung for rung in self.rungs if not rung.is_reference)

    def to_dict(self) -> dict[str, Any]:
        return {
            "model": self.ladder.title,
            "kind": str(self.ladder.kind),
            "reference": self.ladder.reference,
            "margin": self.margin,
            "verdict": self.verdict.to_dict(),
            "rungs": [rung.to_dict() for rung in self.rungs],
            "notes": list(self.ladder.notes),
            "rules": [rule.to_dict() for rule in self.rules],
        }


def _flipped(rung: RungResult) -> tuple[list[str], list[str]]:
    """Ids of the questions lost and gained."""
    if rung.decision is None or rung.judged is None:
        return [], []
    answers = rung.decision.contestants[0].answers
    pair = rung.judged.pair
    return [answers[key].question_id for key in pair.only_b_ids], [answers[key].question_id for key in pair.only_a_ids]


def _judged(judged: GoodEnough) -> dict[str, Any]:
    """The keys of GoodEnough without the pair, which `verdict` prints in full."""
    return {key: value for key, value in judged.to_dict().items() if key != "pair"} | {
        "gap": judged.pair.gap,
        "gap_low": judged.pair.gap_low,
        "gap_high": judged.pair.gap_high,
    }
