"""Short ways to a question and to the grade of a reply."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from core.grading.graders import grade
from core.grading.outcome import Grade
from core.grading.sandbox.monty import MontySandbox
from core.inference.exchange import FinishReason
from core.questions.question import AskedQuestion, GraderSpec, Question

Ask = Callable[..., AskedQuestion]
GradeReply = Callable[..., Grade]

CITIES = ("Rome", "Paris", "Berlin", "Madrid")


def make_asked(grader: str, *target: str, choices: tuple[str, ...] = (), **options: Any) -> AskedQuestion:
    question = Question("q1", "Which?", target, GraderSpec(grader, options), choices)
    return AskedQuestion(question, tuple(range(len(choices))))


@pytest.fixture(scope="session")
def monty() -> Iterator[MontySandbox]:
    with MontySandbox() as sandbox:
        yield sandbox


@pytest.fixture
def ask() -> Ask:
    return make_asked


@pytest.fixture
def grade_choice() -> GradeReply:
    """The grade of a reply to a question with the key B."""

    def of(text: str, finish: FinishReason = FinishReason.STOP) -> Grade:
        return grade(make_asked("choice", "B", choices=CITIES), text, finish)

    return of


@pytest.fixture
def grade_number() -> GradeReply:
    def of(text: str, *target: str, finish: FinishReason = FinishReason.STOP, **options: Any) -> Grade:
        return grade(make_asked("number", *target, **options), text, finish)

    return of


@pytest.fixture
def grade_text() -> GradeReply:
    def of(grader: str, text: str, *target: str, finish: FinishReason = FinishReason.STOP, **options: Any) -> Grade:
        return grade(make_asked(grader, *target, **options), text, finish)

    return of
