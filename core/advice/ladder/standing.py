"""How each rung stands: judged, withheld, or no candidate of the verdict, and then what to do about it.

A run that is on its way, or stopped there, says little: what it was not asked
is not measured. A rung whose run failed is no candidate until it has answered
all that the reference has; one that was cancelled or interrupted, or is still
being asked, is none while more than a tenth of that is missing, which is what a
comparison may lack (core/stats/paired.py). The same holds for the reference,
and then for every rung. Such a rung is listed with its reason, and resuming its
run is what to do.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from core.advice.verdict.good_enough import GoodEnough
from core.runs.records import ACTIVE_STATES, Run, RunState
from core.stats.paired import MOST_NOT_MEASURED

FEWEST: Final = 2  # answers, before a rung can be compared


class Stands(StrEnum):
    """One word for each, the same in tables, charts and JSON; the judged ones are those of Fitness."""

    REFERENCE = "reference"
    GOOD_ENOUGH = "good enough"
    HOLDS_AS_MUCH = "holds as much"
    NOT_SETTLED = "not settled"
    WORSE = "worse"
    WITHHELD = "withheld"  # asked, but too little of it was measured or can be compared
    BEING_ASKED = "being asked"
    NOT_ASKED = "not asked"
    FAILED = "failed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"


STOPPED: Final = (Stands.FAILED, Stands.CANCELLED, Stands.INTERRUPTED)


@dataclass(frozen=True)
class Standing:
    """A rung as the verdict sees it."""

    name: str
    weight_bytes: int  # of the file; of the memory where files are alike
    is_reference: bool
    judged: GoodEnough | None
    answered: int
    going_on: bool  # its run waits or runs
    stands: Stands
    why_not: str  # why it is not judged, with what to do; of the reference, why nothing is


def find_stands(
    run: Run | None, reference: Run | None, judged: GoodEnough | None, *, is_reference: bool = False
) -> Stands:
    """How a rung stands whose run is `run`."""
    if is_reference:
        return Stands.REFERENCE
    if judged is not None:
        return Stands(str(judged.fitness))
    if run is None:
        return Stands.NOT_ASKED
    if run.state in ACTIVE_STATES:
        return Stands.BEING_ASKED
    return Stands(str(run.state)) if is_behind(run, reference) else Stands.WITHHELD


def is_behind(run: Run, other: Run | None) -> bool:
    """Whether a run has not answered enough of what the other one has: it is going on, or it stopped."""
    theirs = 0 if other is None else other.answered
    if run.state is RunState.DONE:
        return False
    if run.state is RunState.FAILED:
        return run.answered >= run.n or run.answered < max(FEWEST, theirs)
    return run.answered < max(FEWEST, (1 - MOST_NOT_MEASURED) * theirs)


def why_not_judged(run: Run | None, reference: Run | None, reference_name: str) -> str:
    """Why a rung cannot be judged yet, in sentences with what to do; "" where it can.

    Example: "It failed after 10 of 250 questions: The model's process ended (signal 11). Resume it, or leave it out."
    """
    if run is None:
        return "It was not asked yet."
    if is_behind(run, reference):
        return why_behind(run)
    if reference is None:
        return f"The reference {reference_name} has not answered yet."
    if is_behind(reference, run):
        return f"The reference {reference_name} has not answered enough. {why_behind(reference)}"
    if min(run.answered, reference.answered) < FEWEST:
        return "One question tells nothing: ask more."
    return ""


def why_behind(run: Run) -> str:
    """How far a run got, why it stopped if it did, and what to do."""
    done = f"{run.answered} of {run.n} question{'' if run.n == 1 else 's'}"
    if run.state in ACTIVE_STATES:
        return f"It is being asked: {done} answered."
    after = f"after {done}" if run.answered else "before its first answer"
    if run.state is not RunState.FAILED:
        return f"It was {run.state} {after}: resume it."
    reason = run.message.strip().rstrip(".") or "no reason was given"
    return f"It failed {after}: {reason}. Resume it, or leave it out."
