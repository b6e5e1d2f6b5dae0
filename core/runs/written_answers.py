"""Answers that were written elsewhere: read from JSON Lines and graded as a run's own would be.

A line of the file:

    {"id": "q1", "text": "ANSWER: B", "finish_reason": "stop", "choice_order": [2, 0, 1]}

id             the question's id in the question set
text           what the model wrote, thinking and all
finish_reason  why it ended, in this project's words or in those of the usual
               servers; missing: it ended by itself
choice_order   shown position -> index in the question's choices; missing: they
               were shown in the order of the question set

One answer a question counts: the first. A question that is answered again would
weigh more than the others, so the later lines are left out, by name. Samples of
one model and answers of several models go into files of their own.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from core.errors import QuestionSetError
from core.grading.outcome import Grade
from core.grading.sandbox.contract import Sandbox
from core.inference.exchange import FinishReason, Reply
from core.questions.faults import Faults
from core.questions.file_text import say_unreadable
from core.questions.question import AskedQuestion, Question, QuestionSet
from core.questions.rows import content_id
from core.questions.tables import decode_text, parse_json
from core.runs.grades import grade_reply, open_sandbox
from core.runs.records import CodeSandbox, Configuration

SIZE_BYTES_AT_MOST = 200 * 1024 * 1024
_CHARACTERS_AT_MOST = 1_000_000  # of one answer

# What servers and their clients call it: OpenAI, Anthropic, Gemini, Ollama, llama.cpp, TGI.
_FINISH_REASONS: Mapping[str, FinishReason] = {
    **{reason.value: reason for reason in FinishReason},
    **dict.fromkeys(("eos", "eos_token", "end_turn", "stop_sequence", "end", "eog"), FinishReason.STOP),
    **dict.fromkeys(("max_tokens", "max_length", "limit", "truncated", "max_output_tokens"), FinishReason.LENGTH),
    **dict.fromkeys(("error", "content_filter", "cancelled", "abort"), FinishReason.FAILED),
}


@dataclass(frozen=True)
class WrittenAnswer:
    question: Question
    choice_order: tuple[int, ...]
    text: str
    finish_reason: FinishReason


@dataclass(frozen=True)
class WrittenAnswers:
    """The answers of one file, one a question, in the file's order."""

    answers: tuple[WrittenAnswer, ...]
    repeated: Mapping[str, tuple[int, ...]]  # question id -> the lines (from 1) that were left out


class _Line(BaseModel):
    model_config = ConfigDict(extra="ignore")
    id: str | int
    text: str = Field(max_length=_CHARACTERS_AT_MOST)
    finish_reason: FinishReason = FinishReason.STOP
    choice_order: tuple[int, ...] | None = None

    @field_validator("finish_reason", mode="before")
    @classmethod
    def _known(cls, value: object) -> object:
        if value is None or value == "":
            return FinishReason.STOP
        found = _FINISH_REASONS.get(str(value).strip().lower())
        if found is None:
            raise ValueError(f"{value!r} is no finish_reason; use stop, length, loop, did_not_fit or failed")
        return found


def load_written_answers(path: Path, question_set: QuestionSet) -> WrittenAnswers:
    """The answers in a file. Raises QuestionSetError with every fault by its line."""
    try:
        with path.open("rb") as file:
            data = file.read(SIZE_BYTES_AT_MOST + 1)
    except OSError as error:
        raise QuestionSetError(say_unreadable(path, error)) from error
    if len(data) > SIZE_BYTES_AT_MOST:
        raise QuestionSetError(f"{path.name} is larger than {SIZE_BYTES_AT_MOST / 1e6:.0f} MB: split it.")
    text, _ = decode_text(data, path.name)
    return parse_written_answers(text, path.name, question_set)


def parse_written_answers(text: str, name: str, question_set: QuestionSet) -> WrittenAnswers:
    """The answers in the text of a JSON Lines file.

    Raises QuestionSetError: a line that is no JSON object, lacks a field,
    answers a question that is not in the set, or shows its choices in an order
    that does not fit; where no line is left; and where an id of the set is no
    question's own.
    """
    questions = {question.id: question for question in question_set.questions}
    if len(questions) < len(question_set.questions):
        twice, _ = Counter(question.id for question in question_set.questions).most_common(1)[0]
        raise QuestionSetError(
            f"{question_set.name} has the id {twice!r} more than once, so an answer to it cannot be placed: "
            "give each question an id of its own."
        )
    faults = Faults(name)
    answers: dict[str, WrittenAnswer] = {}
    repeated: dict[str, tuple[int, ...]] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        answer = _read_line(line, f"line {number}", questions, faults, question_set.name) if line.strip() else None
        if answer is None:
            continue
        if answer.question.id in answers:
            repeated[answer.question.id] = (*repeated.get(answer.question.id, ()), number)
        else:
            answers[answer.question.id] = answer
    _refuse(faults, questions.values(), question_set.name)
    if not answers:
        raise QuestionSetError(f'{name} has no answers: write one a line, as {{"id": "q1", "text": "…"}}.')
    return WrittenAnswers(tuple(answers.values()), repeated)


def grade_written(answers: Sequence[WrittenAnswer], code_sandbox: CodeSandbox = CodeSandbox.MONTY) -> list[Grade]:
    """The grade of each answer; a sandbox is opened only where code has to be run."""
    sandbox: AbstractContextManager[Sandbox | None] = nullcontext()
    if any(answer.question.grader.name == "code" for answer in answers):
        sandbox = open_sandbox(Configuration(code_sandbox=code_sandbox))
    with sandbox as opened:
        return [
            grade_reply(
                AskedQuestion(answer.question, answer.choice_order),
                Reply(answer.question.id, answer.text, answer.finish_reason),
                opened,
            )
            for answer in answers
        ]


def count_outcomes(grades: Sequence[Grade]) -> dict[str, int]:
    """
    >>> count_outcomes([])
    {}
    """
    return dict(Counter(grade.outcome.value for grade in grades).most_common())


def _read_line(
    line: str, where: str, questions: Mapping[str, Question], faults: Faults, set_name: str
) -> WrittenAnswer | None:
    try:
        read = _Line.model_validate(parse_json(line))
    except ValidationError as error:
        for detail in error.errors():
            faults.add(where, str(detail["loc"][0]) if detail["loc"] else "", _plain(detail))
        return None
    except ValueError as error:
        faults.add(where, "", f"is no JSON ({error})")
        return None
    question = questions.get(str(read.id))
    if question is None:
        faults.add(where, "id", f"{str(read.id)[:80]!r} is no question of {set_name}")
        return None
    order = read.choice_order if read.choice_order is not None else tuple(range(len(question.choices)))
    if sorted(order) != list(range(len(question.choices))):
        faults.add(where, "choice_order", f"does not name each of the {len(question.choices)} choices once, from 0")
        return None
    return WrittenAnswer(question, order, read.text, read.finish_reason)


def _refuse(faults: Faults, questions: Iterable[Question], set_name: str) -> None:
    """Raise QuestionSetError if there are faults; where ids were made here, say so to whoever could not know them."""
    try:
        faults.raise_if_any()
    except QuestionSetError as error:
        made_here = sum(question.id == content_id(question.input, question.choices) for question in questions)
        if not made_here or not any(fault.column == "id" for fault in faults.found):
            raise
        raise QuestionSetError(
            f"{error}\n{made_here} of the questions of {set_name} came without an id, and got one that is made from "
            "their text: `python -m core questions export` writes the set with its ids. Answer that file, or give the "
            "questions ids of your own."
        ) from error


def _plain(detail: Any) -> str:
    if detail["type"] == "missing":
        return "is missing"
    if detail["type"] in ("model_type", "model_attributes_type"):
        return 'is no object such as {"id": "q1", "text": "…"}'
    return str(detail["msg"]).removeprefix("Value error, ")
