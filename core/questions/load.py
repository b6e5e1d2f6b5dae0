"""A question set from a file: read the table, map its columns, read its rows.

`parse_question_set` takes the proposed mapping as it is. A page shows the
proposal first: read_table -> propose_mapping -> (the person changes it) ->
apply_mapping. All faults of a file are raised together, by row and column.
"""

import hashlib
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from core.errors import QuestionSetError
from core.questions.choices import ChoiceList
from core.questions.faults import Faults
from core.questions.jsonl import header_from_row
from core.questions.mapping import COLUMN_NAMES, ColumnMapping, TargetForm, choices_of, propose_mapping
from core.questions.paste import parse_pasted
from core.questions.promptfoo import read_expected
from core.questions.question import LETTERS, GraderSpec, Question, QuestionSet
from core.questions.rows import question_from_row
from core.questions.steering import STEERING, read_cell
from core.questions.tables import SIZE_BYTES_AT_MOST, Row, Table, is_blank, parse_json, read_table

# Longer expected answers are never met word by word: a person rates them.
EXACT_WORDS_AT_MOST = 8


def load_question_set(path: Path) -> QuestionSet:
    """The set in a file, with the description in NAME.set.json beside it, if there is one.

    Raises QuestionSetError: missing, too big, or its faults by row and column.
    """
    question_set = parse_question_set(_read(path), path.name)
    sidecar = path.with_suffix(".set.json")
    if sidecar == path or not sidecar.is_file():
        return question_set
    try:
        row = parse_json(_read(sidecar).decode("utf-8-sig"))
    except ValueError as error:
        raise QuestionSetError(f"{sidecar.name} is no JSON: {error}.") from error
    header = header_from_row(row, sidecar.name)
    return replace(header, name=header.name or question_set.name, questions=question_set.questions)


def parse_question_set(data: bytes, name: str) -> QuestionSet:
    """The set in the bytes of a file, its columns mapped as proposed.

    A .txt or .md file without a header is read as tasks typed one a paragraph.
    Example: parse_question_set(b"input;target\\n2 + 2?;4\\n", "sums.csv").questions[0].target == ("4",)
    Raises QuestionSetError with every fault by row and column.
    """
    if (tasks := find_pasted_tasks(data, name)) is not None:
        return tasks
    table = read_table(data, name)
    return apply_mapping(table, propose_mapping(table))


def find_pasted_tasks(data: bytes, name: str) -> QuestionSet | None:
    """The set in a .txt or .md file that holds one task a paragraph; None for a table, or another kind of file.

    Raises QuestionSetError as parse_pasted does.
    """
    if not name.lower().endswith((".txt", ".md")) or (tasks := _tasks_in_paragraphs(data)) is None:
        return None
    return replace(parse_pasted(tasks, name.rpartition(".")[0]), source=f"{name}, read as a task in each paragraph")


def _tasks_in_paragraphs(data: bytes) -> str | None:
    """The text of a file that holds one task a paragraph, as pasted.py reads it; None for a table with a header."""
    try:
        text = data[: SIZE_BYTES_AT_MOST + 1].decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    if "\0" in text or len(data) > SIZE_BYTES_AT_MOST or text.lstrip()[:1] in ("{", "["):
        return None
    header = re.split(r"[;,|\t]", text.lstrip().partition("\n")[0].lower())
    is_table = len(header) > 1 and any(cell.strip(' "') in COLUMN_NAMES for cell in header)
    return None if is_table or not text.strip() else text


def apply_mapping(table: Table, mapping: ColumnMapping) -> QuestionSet:
    """The rows of a table as questions.

    Raises QuestionSetError when no column is the question, a named column is
    missing, no row is left, or rows have faults.
    """
    _check_columns(table, mapping)
    faults = Faults(table.name)
    read = [_read_row(row, mapping, faults, cells_are_text=table.cells_are_text) for row in table.rows]
    questions = [question for question in read if question is not None]
    faults.raise_if_any()
    if not questions:
        raise QuestionSetError(f"{table.name} has no questions under its header: add at least one row.")
    header = table.header or QuestionSet("", ())
    stem = re.sub(r"\.(csv|tsv|txt|jsonl|ndjson|json)$", "", table.name, flags=re.IGNORECASE)
    source = header.source or f"{table.name}, read as {mapping.origin}"
    return replace(header, name=header.name or stem, questions=tuple(questions), source=source)


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(SIZE_BYTES_AT_MOST + 1)
    except OSError as error:
        raise QuestionSetError(f"{path} cannot be read: {error.strerror}.") from error


def _check_columns(table: Table, mapping: ColumnMapping) -> None:
    if mapping.input is None and mapping.template is None:
        raise QuestionSetError(
            f"{table.name}: no column looks like the question. Its columns are {', '.join(table.columns)}; "
            "name one of them input, or choose it by hand."
        )
    named = [mapping.input, mapping.target, mapping.context, mapping.id, mapping.group, mapping.grader, mapping.tags]
    for column in (*named, mapping.metadata, *mapping.choices, *mapping.expected, *mapping.kept):
        if column is not None and column not in table.columns:
            raise QuestionSetError(f"{table.name} has no column {column!r}; it has {', '.join(table.columns)}.")


def _read_row(row: Row, mapping: ColumnMapping, faults: Faults, *, cells_are_text: bool) -> Question | None:
    cells = row.cells
    before = len(faults.found)
    values: dict[str, Any] = {"input": _input(cells, mapping, row.where, faults)}
    for name, column in (("id", mapping.id), ("group", mapping.group)):
        if column is not None and not is_blank(cells.get(column)):
            values[name] = cells[column]
    values["metadata"] = _metadata(cells, mapping, row.where, faults)
    if mapping.context is not None and mapping.group is None and not is_blank(cells.get(mapping.context)):
        values["group"] = "doc-" + hashlib.sha256(str(cells[mapping.context]).encode()).hexdigest()[:8]
    if mapping.grader is not None:
        values["grader"] = _object_or_text(cells.get(mapping.grader))
    if mapping.tags is not None:
        values["tags"] = _tags(cells.get(mapping.tags))
    if mapping.expected:
        _expect(cells, mapping, values, row.where, faults)
    else:
        values["choices"] = choices_of(cells, mapping).texts if mapping.choices else ()
        values["target"] = _target(cells, mapping, row.where, faults, cells_are_text=cells_are_text)
    if len(faults.found) > before:
        return None
    question = question_from_row(values, row.where, faults)
    unnamed = "grader" not in values or values["grader"] in (None, "")
    return _by_hand_if_long(question) if question and unnamed else question


def _input(cells: Any, mapping: ColumnMapping, where: str, faults: Faults) -> Any:
    if mapping.template is not None:
        return re.sub(r"\{\{\s*(.+?)\s*\}\}", lambda match: str(cells.get(match[1], "")), mapping.template)
    asked = cells.get(mapping.input)
    if is_blank(asked):
        faults.add(where, str(mapping.input), "is empty; write the question or remove the row")
    if isinstance(asked, list):
        asked = _from_turns(asked, where, str(mapping.input), faults)
    if mapping.context is not None and not is_blank(cells.get(mapping.context)) and isinstance(asked, str):
        return f"{str(cells[mapping.context]).strip()}\n\n{asked.strip()}"
    return asked


def _from_turns(turns: list[Any], where: str, column: str, faults: Faults) -> str:
    """A chat as one question: its user turn. More than one cannot be asked at once."""
    users = [turn.get("content") for turn in turns if isinstance(turn, dict) and turn.get("role") == "user"]
    if len(users) != 1 or not isinstance(users[0], str):
        faults.add(where, column, "is a chat with other than one user turn of text; keep one")
        return ""
    return users[0]


def _target(cells: Any, mapping: ColumnMapping, where: str, faults: Faults, *, cells_are_text: bool) -> Any:
    if mapping.target is None or is_blank(cells.get(mapping.target)):
        return ()
    cell = cells[mapping.target]
    choices = choices_of(cells, mapping) if mapping.choices else None
    if choices and choices.right and mapping.target in mapping.choices:
        return tuple(LETTERS[place] for place in choices.right)
    if isinstance(cell, dict):
        cell = next((cell[key] for key in ("text", "value", "aliases", "answer") if key in cell), cell)
    if isinstance(cell, dict):
        faults.add(where, mapping.target, "is an object; give a text or a list of texts")
        return ()
    if cells_are_text and isinstance(listed := _object_or_text(cell), list):
        cell = listed
    texts = [
        str(item).strip() if not isinstance(item, bool) else item
        for item in (cell if isinstance(cell, list) else [cell])
    ]
    if mapping.target_form == TargetForm.AFTER_HASHES:
        return [str(text).rpartition("####")[2].strip() for text in texts]
    if choices is None or len(choices.texts) < 2:
        return texts
    letters: list[str] = []
    for text in texts:
        try:
            letters += _letters(str(text), choices, mapping.target_form)
        except ValueError as error:
            faults.add(where, mapping.target, str(error))
    return letters


def _letters(text: str, choices: ChoiceList, form: TargetForm) -> list[str]:
    match form:
        case TargetForm.LABEL if text in choices.labels:
            return [LETTERS[choices.labels.index(text)]]
        case TargetForm.FROM_ZERO | TargetForm.FROM_ONE if re.fullmatch(r"-?\d+", text):
            place = int(text) - (form == TargetForm.FROM_ONE)
            if not 0 <= place < len(choices.texts):
                raise ValueError(f"{text} is no place among {len(choices.texts)} choices")
            return [LETTERS[place]]
        case TargetForm.TEXT:
            return [text]
        case _:
            parts = re.split(r"[,;/ ]+", text.strip("(). "))
            return [part.upper() for part in parts] if all(len(part) == 1 for part in parts) else [text]


def _expect(cells: Any, mapping: ColumnMapping, values: dict[str, Any], where: str, faults: Faults) -> None:
    for column in mapping.expected:  # a fault is named by its own column
        try:
            read_expected([str(cells.get(column) or "")])
        except ValueError as error:
            faults.add(where, column, str(error))
            return
    try:
        expectation = read_expected([str(cells.get(column) or "") for column in mapping.expected])
    except ValueError as error:
        faults.add(where, mapping.expected[0], str(error))
        return
    values["grader"] = {"name": expectation.grader.name, "options": dict(expectation.grader.options)}
    values["target"] = expectation.target
    values["metadata"] |= expectation.metadata


def _metadata(cells: Any, mapping: ColumnMapping, where: str, faults: Faults) -> dict[str, Any]:
    metadata: dict[str, Any] = {}
    if mapping.metadata is not None and not is_blank(cells.get(mapping.metadata)):
        given = _object_or_text(cells[mapping.metadata])
        if isinstance(given, dict):
            metadata |= given
        else:
            faults.add(where, mapping.metadata, 'is no JSON object such as {"level": 2}')
    for column in mapping.kept:
        cell = cells.get(column)
        if is_blank(cell):
            continue
        name = column.lower() if column.lower() in STEERING else column
        metadata[name] = read_cell(name, cell)
    return metadata


def _tags(cell: Any) -> Any:
    cell = _object_or_text(cell)
    return [tag.strip() for tag in re.split(r"[,;|]", cell)] if isinstance(cell, str) else cell


def _object_or_text(cell: Any) -> Any:
    """A cell of a CSV that holds a JSON list or object is that list or object."""
    if isinstance(cell, str) and cell.strip()[:1] in {"[", "{"}:
        try:
            return parse_json(cell)
        except ValueError:
            return cell
    return cell


def _by_hand_if_long(question: Question) -> Question:
    if question.grader.name != "exact" or all(len(text.split()) <= EXACT_WORDS_AT_MOST for text in question.target):
        return question
    metadata = {**question.metadata, "reference": "\n".join(question.target)}
    return replace(question, target=(), grader=GraderSpec("rating"), metadata=metadata)
