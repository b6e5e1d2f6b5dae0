"""How the question of a ladder ends, and the verdict that says so."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class LadderEnding(StrEnum):
    SETTLED = "settled"
    NOT_SETTLED = "not settled"
    KEEP_REFERENCE = "keep the reference"
    WITHHELD = "withheld"  # asked, but too little of what was answered was measured or can be compared
    NOT_MEASURABLE = "not measurable"
    NOT_ASKED = "not asked yet"


@dataclass(frozen=True)
class LadderVerdict:
    ending: LadderEnding
    take: str | None  # the rung to take, as things stand
    remaining: tuple[str, ...]  # smaller ones that are not settled
    more_questions: int | None  # that settle those at an even chance, if they are equal to the reference
    headline: str
    advice: str  # begins with the headline
    notes: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()  # which rungs are no candidates, each with the reason and what to do

    def to_dict(self) -> dict[str, Any]:
        return {
            "ending": str(self.ending),
            "take": self.take,
            "remaining": list(self.remaining),
            "more_questions": self.more_questions,
            "headline": self.headline,
            "advice": self.advice,
            "notes": list(self.notes),
            "left_out": list(self.left_out),
        }
