"""A question set from a file: read the table, map its columns, read its rows.

`read_question_file` takes the proposed mapping as it is, and tells how it read
the file. A page shows the proposal first: read_table -> propose_mapping -> (the
person changes it) -> read_mapped. All faults of a file are raised together,
by row and column.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.errors import QuestionSetError
from core.questions.chats import Chat
from core.questions.column_names import COLUMN_NAMES
from core.questions.csv_tables import names_columns
from core.questions.doubts import Doubt, find_doubts
from core.questions.faults import Faults
from core.questions.file_text import SIZE_BYTES_AT_MOST, parse_json, say_unreadable
from core.questions.jsonl import header_from_row
from core.questions.mapped_rows import chats_of, read_mapped_row
from core.questions.mapping import ColumnMapping, propose_mapping
from core.questions.markup_tables import find_markup_records
from core.questions.paragraphs import parse_paragraphs
from core.questions.question import Example, Question, QuestionSet
from core.questions.tables import Table, read_table

_ENDING = re.compile(r"\.(csv|tsv|txt|md|jsonl|ndjson|json|ya?ml|html?)$", re.IGNORECASE)


@dataclass(frozen=True)
class FileReading:
    """A set, and how it was read out of its file."""

    question_set: QuestionSet
    mapping: ColumnMapping | None = None  # None for tasks in paragraphs
    places: tuple[str, ...] = ()  # where each question stands: "row 3", "line 7", "paragraph 2"
    notes: tuple[str, ...] = ()  # what was assumed for the whole file
    doubts: tuple[Doubt, ...] = ()  # what can be read in two ways, with its rows


def read_question_file(path: Path) -> FileReading:
    """The set in a file, with the description in NAME.set.json beside it, if there is one.

    Raises QuestionSetError: missing, too big, or its faults by row and column.
    """
    reading = read_questions(_read(path), path.name)
    sidecar = path.with_suffix(".set.json")
    if sidecar == path or not sidecar.is_file():
        return reading
    try:
        row = parse_json(_read(sidecar).decode("utf-8-sig"))
    except ValueError as error:
        raise QuestionSetError(f"{sidecar.name} is no JSON: {error}.") from error
    header, question_set = header_from_row(row, sidecar.name), reading.question_set
    described = replace(header, name=header.name or question_set.name, questions=question_set.questions)
    return replace(reading, question_set=described)


def load_question_set(path: Path) -> QuestionSet:
    """The set of `read_question_file` alone."""
    return read_question_file(path).question_set


def read_questions(data: bytes, name: str) -> FileReading:
    """The set in the bytes of a file, its columns mapped as proposed.

    A .txt or .md file without a table is read as tasks typed one a paragraph.
    Raises QuestionSetError with every fault by row and column.
    """
    if (tasks := _read_paragraphs(data, name)) is not None:
        return tasks
    table = read_table(data, name)
    return read_mapped(table, propose_mapping(table))


def parse_question_set(data: bytes, name: str) -> QuestionSet:
    """The set of `read_questions` alone.

    Example: parse_question_set(b"input;target\\n2 + 2?;4\\n", "sums.csv").questions[0].target == ("4",)
    """
    return read_questions(data, name).question_set


def find_pasted_tasks(data: bytes, name: str) -> QuestionSet | None:
    """The set in a .txt or .md file that holds one task a paragraph; None for a table, or another kind of file.

    Raises QuestionSetError as parse_paragraphs does.
    """
    reading = _read_paragraphs(data, name)
    return None if reading is None else reading.question_set


def read_mapped(table: Table, mapping: ColumnMapping) -> FileReading:
    """The rows of a table as questions, with what is doubtful about them.

    Raises QuestionSetError when no column is the question, a named column is
    missing, no row is left, or rows have faults.
    """
    _check_columns(table, mapping)
    faults = Faults(table.name)
    chats = chats_of(table, mapping)
    system, examples = _shared(table, chats)
    read = []
    for row, chat in zip(table.rows, chats, strict=True):
        read.append(read_mapped_row(row, mapping, faults, table=table, chat=_without(chat, system, examples)))
    questions = [question for question in read if question is not None]
    faults.raise_if_any()
    if not questions:
        raise QuestionSetError(f"{table.name} has no questions under its header: add at least one row.")
    question_set = _described(table, mapping, questions, system, examples)
    places = tuple(row.where for row, question in zip(table.rows, read, strict=True) if question is not None)
    notes = (*table.notes, *mapping.notes)
    return FileReading(question_set, mapping, places, notes, find_doubts(table, mapping, questions))


def looks_like_a_table(text: str) -> bool:
    """Whether a text is a table, not tasks in paragraphs: it starts as JSON or HTML, or a header names columns."""
    if text.lstrip()[:1] in ("{", "[") or text.startswith("#separator:"):
        return True
    cells = re.split(r"[;,|\t]", text.lstrip().partition("\n")[0].replace('"', ""))
    named = [cell for cell in cells if cell.strip().casefold() in COLUMN_NAMES]
    if len(cells) > 1 and (named or (names_columns(cells) and len(max(cells, key=len)) < 40)):
        return True
    return find_markup_records(text) is not None


def _read_paragraphs(data: bytes, name: str) -> FileReading | None:
    if not name.lower().endswith((".txt", ".md")) or len(data) > SIZE_BYTES_AT_MOST or b"\0" in data:
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    if not text.strip() or looks_like_a_table(text):
        return None
    pasted = parse_paragraphs(text, name.rpartition(".")[0])
    told = replace(pasted.question_set, source=f"{name}, read as {pasted.form}")
    return FileReading(told, places=pasted.places, notes=pasted.notes)


def _described(
    table: Table, mapping: ColumnMapping, questions: list[Question], system: str | None, examples: tuple[Example, ...]
) -> QuestionSet:
    header = table.header or QuestionSet("", ())
    return replace(
        header,
        name=header.name or _ENDING.sub("", table.name),
        questions=tuple(questions),
        system=header.system or system,
        few_shot=header.few_shot or examples,
        source=header.source or f"{table.name}, read as {mapping.origin}",
    )


def _shared(table: Table, chats: Sequence[Chat | None]) -> tuple[str | None, tuple[Example, ...]]:
    """The system text and the examples that every chat of a file begins with; they belong to the set."""
    found = [chat for chat in chats if chat is not None]
    if not found or len(found) < len(chats):
        return None, ()
    systems, before = {chat.system for chat in found}, {chat.before for chat in found}
    taken = table.header is not None
    system = systems.pop() if len(systems) == 1 and not (taken and table.header and table.header.system) else None
    return system, before.pop() if len(before) == 1 and len(found) > 1 else ()


def _without(chat: Chat | None, system: str | None, examples: tuple[Example, ...]) -> Chat | None:
    """A chat without what the set says for all."""
    if chat is None:
        return None
    own = None if chat.system == system else chat.system
    return replace(chat, system=own, before=() if chat.before == examples else chat.before)


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(SIZE_BYTES_AT_MOST + 1)
    except OSError as error:
        raise QuestionSetError(say_unreadable(path, error)) from error


def _check_columns(table: Table, mapping: ColumnMapping) -> None:
    if mapping.input is None and mapping.template is None:
        shown = [column if len(column) <= 60 else column[:59] + "…" for column in table.columns[:30]]
        raise QuestionSetError(
            f"{table.name}: no column looks like the question. Its columns are {', '.join(shown)}; "
            "name one of them input, or choose it by hand."
        )
    named = [mapping.input, mapping.target, mapping.context, mapping.id, mapping.group, mapping.grader, mapping.tags]
    named += [mapping.metadata, mapping.tests, mapping.solution, mapping.entry_point]
    for column in (*named, *mapping.choices, *mapping.expected, *mapping.kept):
        if column is not None and column not in table.columns:
            raise QuestionSetError(f"{table.name} has no column {column!r}; it has {', '.join(table.columns)}.")
