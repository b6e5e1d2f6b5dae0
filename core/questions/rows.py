"""One row of the question format, read into a Question and written back.

A row is a JSON object, one a line in a .jsonl file; FIELD_MEANINGS says what its
fields are, for a person as well.

Example: {"id": "q1", "input": "What is 2 + 2?", "target": "4", "grader": "number"}
"""

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator, model_validator

from core.questions.faults import Faults
from core.questions.question import LETTERS, GraderSpec, Question

GRADER_NAMES = ("choice", "number", "exact", "contains", "regex", "json", "constraints", "code", "rating")
FIELD_MEANINGS: Mapping[str, str] = {
    "id": "Text; made from input and choices when missing, not from the target: correcting a key keeps the id.",
    "input": "What the model is asked, without the choices. The only field that must be there.",
    "target": 'The accepted answer, or a list of them; for choices the letter or letters in the file\'s order, "B" or '
    '["A", "C"]; empty for rating by hand.',
    "choices": "A list of texts without letters, at most 26.",
    "grader": 'A name, or {"name": "number", "options": {"abs": 0.5}}. When missing: choice with choices, rating '
    "without a target, number where the target is a number, else exact. Options: number has abs, rel, decimals, "
    "decimal_comma; exact has case; contains has all, none_of, case, whole_words; regex has pattern, flags; json has "
    'schema; constraints has rules, such as [{"rule": "words", "max": 20}]; code has entry_point, reference and tests, '
    'such as [{"args": [1, 2], "expected": 3}]; rating has rubric.',
    "group": "Questions about the same document share it: they are not independent.",
    "tags": "A list of texts.",
    "metadata": 'An object. "level" (1, 2, 3) and "family" steer the draw, "instruction" replaces the sentence that '
    'says how to answer, "max_tokens" the budget, "keep_order": true leaves the choices unshuffled.',
}
FIELDS = tuple(FIELD_MEANINGS)
INPUT_CHARACTERS_AT_MOST = 1_000_000

_MONEY = r"(?:€|£|EUR|USD|GBP|CHF)"
_NUMBER = re.compile(
    r"[-+−]?[$€£]?\s?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?\s?"
    rf"(%|{_MONEY})?"
    # With a decimal comma, where it cannot be a list of two: "0,25", "12,50", "1.250,00 €", "2,5 %".
    rf"|[-+−]?[€£]?\s?(\d{{1,3}}(\.\d{{3}})+|\d+)(,\d{{2}}(\s?(%|{_MONEY}))?|,\d+\s?(%|{_MONEY}))|[-+−]?0,\d+"
)


def _text(value: object) -> object:
    """A cell as text: numbers and truth values come in from JSON and spreadsheets."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return str(int(value)) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else str(value)
    return value


def _texts(value: object) -> object:
    if value is None or value == "":
        return ()
    if isinstance(value, (list, tuple)):
        return tuple(_text(item) for item in value)
    return (_text(value),)


Text = Annotated[str, BeforeValidator(_text)]
Texts = Annotated[tuple[str, ...], BeforeValidator(_texts)]


class _GraderRow(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str
    options: dict[str, Any] = Field(default_factory=dict)

    @field_validator("name")
    @classmethod
    def _known(cls, name: str) -> str:
        name = name.strip().lower()
        if name not in GRADER_NAMES:
            raise ValueError(f"{name!r} is not a grader; use one of {', '.join(GRADER_NAMES)}")
        return name

    @model_validator(mode="after")
    def _lists_are_lists(self) -> "_GraderRow":
        unwanted = self.options.get("none_of", [])
        if not isinstance(unwanted, list) or not all(isinstance(word, str | int | float) for word in unwanted):
            raise ValueError('the option \'none_of\' must be a list of words, such as ["warm", "cool"]')
        return self


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid")
    input: Text = Field(max_length=INPUT_CHARACTERS_AT_MOST)
    target: Texts = ()
    choices: Texts = ()
    grader: _GraderRow | None = None
    id: Text | None = Field(default=None, max_length=200)
    group: Text | None = Field(default=None, max_length=200)
    tags: Texts = ()
    metadata: dict[str, Any] = Field(default_factory=dict)

    @field_validator("input")
    @classmethod
    def _something_is_asked(cls, text: str) -> str:
        if not text.strip():
            raise ValueError("is empty; write the question")
        return text.strip()

    @field_validator("choices")
    @classmethod
    def _can_be_lettered(cls, choices: tuple[str, ...]) -> tuple[str, ...]:
        if len(choices) > len(LETTERS):
            raise ValueError(f"{len(choices):,} choices; at most {len(LETTERS)} can be lettered")
        return choices

    @field_validator("id", "group")
    @classmethod
    def _blank_is_none(cls, text: str | None) -> str | None:
        return (text.strip() or None) if text is not None else None

    @field_validator("grader", mode="before")
    @classmethod
    def _name_alone(cls, value: object) -> object:
        if value is None or value == "":
            return None
        return {"name": value} if isinstance(value, str) else value

    @field_validator("tags", "target")
    @classmethod
    def _no_blanks(cls, texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(text.strip() for text in texts if text.strip())

    @field_validator("metadata", mode="before")
    @classmethod
    def _no_metadata(cls, value: object) -> object:
        return {} if value is None or value == "" else value

    @model_validator(mode="after")
    def _choices_and_grader_agree(self) -> "_Row":
        if len(self.choices) == 1:
            raise ValueError("a single choice is no choice; give two or more, or none")
        if self.grader and self.grader.name == "choice" and not self.choices:
            raise ValueError("the grader is 'choice' but there are no choices")
        return self


def question_from_row(values: Mapping[str, Any], where: str, faults: Faults) -> Question | None:
    """Read one row; what is wrong goes to `faults` and None comes back."""
    try:
        row = _Row.model_validate(dict(values))
    except ValidationError as error:
        for detail in error.errors():
            column = str(detail["loc"][0]) if detail["loc"] else ""
            faults.add(where, column, _plain(detail))
        return None
    grader = GraderSpec(row.grader.name, row.grader.options) if row.grader else guess_grader(row.target, row.choices)
    target = row.target
    if grader.name == "choice":
        letters = tuple(_letter(text, row.choices) for text in target)
        for text, letter in zip(target, letters, strict=True):
            if letter is None:
                faults.add(where, "target", f"{_short(text)!r} is neither a letter nor the text of one choice")
        if None in letters:
            return None
        target = tuple(letter for letter in letters if letter is not None)
    return Question(
        id=row.id or content_id(row.input, row.choices),
        input=row.input,
        target=target,
        grader=grader,
        choices=row.choices,
        group=row.group,
        tags=row.tags,
        metadata=row.metadata,
    )


def row_from_question(question: Question) -> dict[str, Any]:
    """The shortest row that reads back as the same question."""
    row: dict[str, Any] = {"id": question.id, "input": question.input}
    if question.target:
        row["target"] = question.target[0] if len(question.target) == 1 else list(question.target)
    if question.choices:
        row["choices"] = list(question.choices)
    spec = question.grader
    row["grader"] = {"name": spec.name, "options": dict(spec.options)} if spec.options else spec.name
    if question.group is not None:
        row["group"] = question.group
    if question.tags:
        row["tags"] = list(question.tags)
    if question.metadata:
        row["metadata"] = dict(question.metadata)
    return row


def guess_grader(target: tuple[str, ...], choices: tuple[str, ...]) -> GraderSpec:
    """The grader of a row that names none.

    >>> guess_grader(("1,200",), ()).name
    'number'
    """
    if choices:
        return GraderSpec("choice")
    if not target:
        return GraderSpec("rating")
    if all(any(c.isdigit() for c in text) and _NUMBER.fullmatch(text) for text in target):
        return GraderSpec("number")
    return GraderSpec("exact")


def content_id(text: str, choices: tuple[str, ...]) -> str:
    """A stable id from what is asked: the same question gets the same id in every file."""
    content = json.dumps([text, list(choices)], ensure_ascii=False)
    return "q-" + hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _letter(text: str, choices: tuple[str, ...]) -> str | None:
    """The letter for a target given as letter or as the text of exactly one choice.

    A letter past the last choice is kept: the check of the set names it.
    """
    matching = [i for i, choice in enumerate(choices) if choice.strip() == text]
    if len(matching) == 1:
        return LETTERS[matching[0]]
    bare = text.strip("().: ").upper()
    return bare if len(bare) == 1 and bare in LETTERS else None


def _plain(detail: Any) -> str:
    """A pydantic message as a sentence for a person with a spreadsheet."""
    if detail["type"] == "missing":
        return "is missing"
    if detail["type"] == "extra_forbidden":
        return f"is no field of the format; use {', '.join(FIELDS)}, and put the rest into metadata"
    deeper = ".".join(str(part) for part in detail["loc"][1:])
    text = str(detail["msg"]).removeprefix("Value error, ")
    return f"{deeper}: {text}" if deeper else text


def _short(text: str, length: int = 60) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"
