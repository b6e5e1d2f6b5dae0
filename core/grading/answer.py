"""What a grader is given and what it gives back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from core.grading.markup import parse_plain
from core.grading.outcome import Outcome
from core.grading.reading import Reading
from core.grading.run_on import RunOn, cut_run_on
from core.grading.sandbox.contract import Sandbox
from core.questions.question import AskedQuestion, Question


@dataclass(frozen=True)
class Answer:
    """A reply without its thinking, for one question."""

    asked: AskedQuestion
    text: str
    complete: bool = True  # False: the token budget ended it
    sandbox: Sandbox | None = None  # for the code grader

    @property
    def question(self) -> Question:
        return self.asked.question

    @property
    def options(self) -> Mapping[str, Any]:
        return self.question.grader.options

    @cached_property
    def run_on(self) -> RunOn:
        return cut_run_on(self.text)

    @property
    def ended(self) -> bool:
        """Whether the answer itself came to its end: by itself, or because another turn begins after it."""
        return self.complete or self.run_on.sign is not None


@dataclass(frozen=True)
class Verdict:
    """A grade before finish reason, grader and version are added."""

    outcome: Outcome
    read: str | None
    why: str
    score: float | None = None  # None: 1 for right, 0 for wrong and no answer
    clear: bool = False  # holds even when the budget ended the text after it


def right(read: str, why: str, *, clear: bool = False) -> Verdict:
    return Verdict(Outcome.RIGHT, read, why, clear=clear)


def wrong(read: str, why: str, *, clear: bool = False) -> Verdict:
    return Verdict(Outcome.WRONG, read, why, clear=clear)


def no_answer(why: str) -> Verdict:
    return Verdict(Outcome.NO_ANSWER, None, why)


def could_not_run(why: str, read: str | None = None) -> Verdict:
    return Verdict(Outcome.COULD_NOT_RUN, read, why)


def read_own_part(answer: Answer, read: Callable[[str], Reading]) -> tuple[Reading, str]:
    """What `read` finds before a run-on, else in the whole turn; and what to add to `why`.

    `read` is given plain text (see markup.parse_plain).
    """
    run_on = answer.run_on
    reading = read(parse_plain(run_on.head))
    if reading.value is not None or run_on.head == run_on.turn:
        return reading, run_on.note
    return read(parse_plain(run_on.turn)), ""
