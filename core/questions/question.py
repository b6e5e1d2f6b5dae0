"""A question, a set of them, and a question as it is asked.

The file's order of choices is the truth; a run may show them in another order.
`AskedQuestion` keeps both, so that a log can always be un-shuffled.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class GraderSpec:
    """Which grader reads the answer, and with what options."""

    name: str  # choice, number, exact, contains, regex, json, constraints, code, rating
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Question:
    id: str
    input: str  # what the model is asked, without the choices
    target: tuple[str, ...]  # accepted answers; for choice the letter(s) in file order; () for rating
    grader: GraderSpec
    choices: tuple[str, ...] = ()  # texts in file order, without letters
    group: str | None = None  # questions about the same document share it
    tags: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)  # "level": 1..3, "family": name, …


@dataclass(frozen=True)
class Example:
    """A worked example shown before each question (few-shot)."""

    input: str
    target: str


@dataclass(frozen=True)
class QuestionSet:
    name: str
    questions: tuple[Question, ...]
    system: str | None = None
    few_shot: tuple[Example, ...] = ()
    source: str = ""  # where it came from, in words


@dataclass(frozen=True)
class AskedQuestion:
    """A question with its choices in the order in which they are shown."""

    question: Question
    choice_order: tuple[int, ...] = ()  # shown position -> index in question.choices

    @property
    def shown_choices(self) -> tuple[str, ...]:
        return tuple(self.question.choices[i] for i in self.choice_order)

    @property
    def target_letters(self) -> tuple[str, ...]:
        """The right letters as shown; () where the answer is no letter."""
        lettered = self.question.choices and self.question.grader.name == "choice"
        wanted = {LETTERS.index(letter) for letter in self.question.target} if lettered else set()
        return tuple(LETTERS[shown] for shown, i in enumerate(self.choice_order) if i in wanted)


@dataclass(frozen=True)
class Message:
    """One turn of a chat."""

    role: str  # system, user, assistant
    content: str
