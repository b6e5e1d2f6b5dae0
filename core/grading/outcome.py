"""What became of an answer.

Right, wrong and no answer were measured; cut off, did not fit and could not
run were not, and a comparison leaves such a question out for both models.
"""

from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    RIGHT = "right"
    WRONG = "wrong"
    NO_ANSWER = "no answer"  # wrote something, committed to nothing (a loop too): scores 0
    CUT_OFF = "cut off"  # the token budget ended it
    DID_NOT_FIT = "did not fit"  # prompt over n_ctx
    COULD_NOT_RUN = "could not run"  # the sandbox or the model failed, not the answer
    UNRATED = "unrated"  # waits for a rating by hand


MEASURED = frozenset({Outcome.RIGHT, Outcome.WRONG, Outcome.NO_ANSWER})


@dataclass(frozen=True)
class Grade:
    outcome: Outcome
    score: float | None  # 0..1; a rating by hand is 1..5; None when not measured
    read: str | None  # the answer as it was read out of the text; None when none was found
    why: str  # a sentence for the person who asks "why was this marked wrong?"
    grader: str
    version: int  # of the grader: a changed reading is a new version

    @property
    def measured(self) -> bool:
        return self.outcome in MEASURED
