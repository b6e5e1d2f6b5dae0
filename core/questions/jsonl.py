"""The project's own file of questions: JSON Lines, one question a line.

The fields of a line are those of core/questions/rows.py. An optional first
line without "input" describes the set:

    {"name": "invoices", "system": "You read invoices.", "source": "own mail, 2025",
     "few_shot": [{"input": "Total of INV-1: 12 EUR. Total?", "target": "12"}]}

A CSV or JSON file may have the same object beside it, as questions.set.json
for questions.csv.
"""

import json
from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from core.errors import QuestionSetError
from core.questions.question import Example, QuestionSet
from core.questions.rows import Text, row_from_question

HEADER_FIELDS = frozenset({"name", "system", "few_shot", "source"})


def _examples(value: object) -> object:
    return () if value is None else value


class _ExampleRow(BaseModel):
    model_config = ConfigDict(extra="forbid")
    input: Text = Field(min_length=1, max_length=100_000)
    target: Text = Field(max_length=100_000)


class _Header(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str | None = Field(default=None, max_length=200)
    system: str | None = Field(default=None, max_length=100_000)
    few_shot: Annotated[tuple[_ExampleRow, ...], BeforeValidator(_examples)] = Field(default=(), max_length=100)
    source: str = Field(default="", max_length=10_000)


def header_from_row(row: dict[str, Any], where: str) -> QuestionSet:
    """The description of a set, as a set without questions.

    Raises QuestionSetError that names `where` and the field.
    """
    try:
        header = _Header.model_validate(row)
    except ValidationError as error:
        detail = error.errors()[0]
        field = ".".join(str(part) for part in detail["loc"])
        raise QuestionSetError(
            f"{where}, field {field!r}: {detail['msg']}. A set is described by {', '.join(sorted(HEADER_FIELDS))}."
        ) from error
    return QuestionSet(
        name=header.name or "",
        questions=(),
        system=header.system or None,
        few_shot=tuple(Example(example.input, example.target) for example in header.few_shot),
        source=header.source,
    )


def is_header(row: object) -> bool:
    return isinstance(row, dict) and bool(row) and set(row) <= HEADER_FIELDS


def to_jsonl(question_set: QuestionSet) -> str:
    """The set as JSON Lines, its description first; reads back as the same set.

    Example of a line: {"id": "q1", "input": "What is 2 + 2?", "target": "4", "grader": "number"}
    """
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in _rows(question_set))


def header_row(question_set: QuestionSet) -> dict[str, Any]:
    """The description of a set; `header_from_row` reads it back."""
    row: dict[str, Any] = {"name": question_set.name}
    if question_set.system:
        row["system"] = question_set.system
    if question_set.few_shot:
        row["few_shot"] = [{"input": example.input, "target": example.target} for example in question_set.few_shot]
    if question_set.source:
        row["source"] = question_set.source
    return row


def _rows(question_set: QuestionSet) -> Iterator[dict[str, Any]]:
    yield header_row(question_set)
    for question in question_set.questions:
        yield row_from_question(question)
