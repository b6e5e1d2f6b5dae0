"""One row of a table, read through a mapping into a question.

The cells are what another tool wrote: a key as letter, label, text or place;
an answer as text, list or object; a chat; assertions. What cannot be read is a
fault of the row and its column.
"""

import hashlib
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from core.questions.assertions import parse_assertions
from core.questions.chats import Chat, is_chat, parse_chat
from core.questions.choices import ChoiceList
from core.questions.faults import Faults
from core.questions.file_text import parse_json
from core.questions.key_forms import TargetForm, last_boxed, letter_and_text, place_of_text, whole_number
from core.questions.mapping import ColumnMapping, choices_of
from core.questions.promptfoo import read_expected
from core.questions.question import LETTERS, GraderSpec, Question
from core.questions.rows import question_from_row
from core.questions.steering import STEERING, read_cell
from core.questions.table_rows import Row, Table, is_blank

# Longer expected answers are never met word by word: a person rates them.
EXACT_WORDS_AT_MOST = 8
_VARIABLE = re.compile(r"\{\{\s*(.+?)\s*\}\}")
_DECIMAL_COMMA = re.compile(r"[-+−]?\d+,\d+")


def read_mapped_row(
    row: Row, mapping: ColumnMapping, faults: Faults, *, table: Table, chat: Chat | None
) -> Question | None:
    """The question of a row; None where it has faults. `chat` is its cell as turns, without what the set says."""
    cells, where = row.cells, row.where
    before = len(faults.found)
    values: dict[str, Any] = {"input": _input(cells, mapping, where, faults, chat)}
    for name, column in (("id", mapping.id), ("group", mapping.group)):
        if column is not None and not is_blank(cells.get(column)):
            values[name] = cells[column]
    values["metadata"] = _metadata(cells, mapping, where, faults)
    if mapping.context is not None and mapping.group is None and (passage := _passage(cells, mapping)):
        values["group"] = "doc-" + hashlib.sha256(passage.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    if mapping.grader is not None:
        values["grader"] = object_or_text(cells.get(mapping.grader))
    if mapping.tags is not None:
        values["tags"] = _tags(cells.get(mapping.tags))
    if mapping.expected:
        _expect(cells, mapping, values, where, faults)
    elif mapping.tests is not None:
        _test(cells, mapping, values, where, faults)
    else:
        values["choices"] = choices_of(cells, mapping).texts if mapping.choices else ()
        if mapping.target is not None and not is_blank(cells.get(mapping.target)):
            values["target"] = _target(cells, mapping, where, faults, table.cells_are_text, chat)
    if len(faults.found) > before:
        return None
    question = question_from_row(values, where, faults)
    if question is None or ("grader" in values and values["grader"] not in (None, "")):
        return question
    return _by_hand_if_long(_number_if_comma(question) if table.decimal_comma else question)


def chats_of(table: Table, mapping: ColumnMapping) -> list[Chat | None]:
    """The cell of the question as a chat, row by row; None where it is none, or a broken one."""
    return [_chat(row.cells.get(mapping.input)) if mapping.input else None for row in table.rows]


def _chat(cell: Any) -> Chat | None:
    cell = object_or_text(cell)
    if not isinstance(cell, list) or not (is_chat(cell) or all(isinstance(turn, str) for turn in cell)):
        return None
    try:
        return parse_chat(cell)
    except ValueError:
        return None


def _input(cells: Any, mapping: ColumnMapping, where: str, faults: Faults, chat: Chat | None) -> Any:
    if mapping.template is not None:
        return _filled(mapping.template, cells)
    asked = cells.get(mapping.input)
    if is_blank(asked):
        faults.add(where, str(mapping.input), "is empty; write the question or remove the row")
    if chat is not None:
        asked = "\n\n".join(part for part in (chat.system, chat.written_out) if part)
    elif isinstance(asked, list):
        try:
            parse_chat(asked)
        except ValueError as error:
            faults.add(where, str(mapping.input), str(error))
    if mapping.context is not None and isinstance(asked, str) and (passage := _passage(cells, mapping)):
        return f"{passage}\n\n{asked.strip()}"
    return asked


def _passage(cells: Any, mapping: ColumnMapping) -> str:
    """The text above the question; several passages in a list are put one under the other."""
    cell = object_or_text(cells.get(mapping.context))
    if isinstance(cell, dict):
        cell = next((cell[key] for key in ("contexts", "context", "text", "sentences") if key in cell), cell)
    if isinstance(cell, list):
        return "\n\n".join(str(item).strip() for item in cell if not is_blank(item))
    return "" if is_blank(cell) else str(cell).strip()


def _filled(template: str, cells: Any) -> str:
    """A template with its cells; a column that the row lacks is left blank."""
    return _VARIABLE.sub(lambda match: "" if cells.get(match[1]) is None else str(cells[match[1]]), template)


def _target(
    cells: Any, mapping: ColumnMapping, where: str, faults: Faults, cells_are_text: bool, chat: Chat | None
) -> Any:
    if mapping.target_form is TargetForm.LAST_TURN:
        return [chat.answer] if chat is not None and chat.answer else ()
    choices = choices_of(cells, mapping) if mapping.choices else ChoiceList(())
    if choices.right and mapping.target in mapping.choices:
        return tuple(LETTERS[place] for place in choices.right if place < len(LETTERS))
    cell = _answers_in(cells[str(mapping.target)], cells_are_text)
    if isinstance(cell, dict):
        faults.add(where, str(mapping.target), "is an object; give a text or a list of texts")
        return ()
    listed = cell if isinstance(cell, list) else [cell]
    texts = [item if isinstance(item, bool) else str(item).strip() for item in listed]
    if (found_in := _WORKED.get(mapping.target_form)) is not None:
        return [found_in(str(text)) for text in texts]
    if len(choices.texts) > 1:
        return _keys(texts, choices, mapping, where, faults)
    # yes and no are what people ask for, true and false what data hold
    return [said for text in texts for said in (_YES_NO[text] if isinstance(text, bool) else (text,))]


def _keys(texts: list[Any], choices: ChoiceList, mapping: ColumnMapping, where: str, faults: Faults) -> list[str]:
    letters: list[str] = []
    for text in texts:
        try:
            letters += _letters(whole_number(str(text)), choices, mapping.target_form)
        except ValueError as error:
            faults.add(where, str(mapping.target), str(error))
    return list(dict.fromkeys(letters))


# A worked solution, and where its answer stands.
_WORKED: dict[TargetForm, Callable[[str], str]] = {
    TargetForm.AFTER_HASHES: lambda text: text.rpartition("####")[2].strip(),
    TargetForm.BOXED: last_boxed,
}
_YES_NO = {True: ("yes", "true"), False: ("no", "false")}


def _answers_in(cell: Any, cells_are_text: bool) -> Any:
    """The texts in a cell: of an object its text, of a chat its answer, of a list of objects their texts."""
    if isinstance(cell, dict) and isinstance(cell.get("aliases"), list) and isinstance(cell.get("value"), str):
        cell = [cell["value"], *cell["aliases"]]
    if isinstance(cell, dict):
        cell = next((cell[key] for key in ("text", "value", "aliases", "answer", "content") if key in cell), cell)
    if cells_are_text and isinstance(listed := object_or_text(cell), list):
        cell = listed
    if is_chat(cell):
        last = parse_chat([{"role": "user", "content": "?"}, *cell]).answer
        return [] if last is None else [last]
    if isinstance(cell, list):
        texts = [_answers_in(item, False) if isinstance(item, dict) else item for item in cell]
        return list(dict.fromkeys(text for text in texts if not isinstance(text, (dict, list)))) if texts else texts
    return cell


def _letters(text: str, choices: ChoiceList, form: TargetForm) -> list[str]:
    """The letter or letters of a key; the text as it is where it names no choice. Raises ValueError for a place."""
    if form is TargetForm.LABEL and text in choices.labels:
        return [LETTERS[choices.labels.index(text)]]
    if form in (TargetForm.FROM_ZERO, TargetForm.FROM_ONE) and re.fullmatch(r"-?\d+", text):
        place = int(text) - (form == TargetForm.FROM_ONE)
        if not 0 <= place < len(choices.texts):
            raise ValueError(f"{text} is no place among {len(choices.texts)} choices")
        return [LETTERS[place]]
    at = place_of_text(text, choices)
    if form is TargetForm.TEXT and at is not None:
        return [LETTERS[at]]
    if (letter := letter_and_text(text, choices)) is not None:
        return [letter]
    parts = re.split(r"[,;/ ]+", text.strip("(). "))
    if form is not TargetForm.TEXT and all(len(part) == 1 for part in parts):
        return [part.upper() for part in parts]
    return [text if at is None else LETTERS[at]]


def _test(cells: Any, mapping: ColumnMapping, values: dict[str, Any], where: str, faults: Faults) -> None:
    """A coding question from its assertions, which also name the function where nothing else does."""
    given = object_or_text(cells.get(mapping.tests))
    source = "\n".join(map(str, given)) if isinstance(given, list) else str(given or "")
    named = cells.get(mapping.entry_point) if mapping.entry_point else None
    try:
        read = parse_assertions(source, named if isinstance(named, str) and named.strip() else None)
    except ValueError as error:
        faults.add(where, str(mapping.tests), str(error))
        return
    asked = str(values["input"])
    options: dict[str, Any] = {"entry_point": read.entry_point, "tests": list(read.tests)}
    begun = re.search(rf"^\s*def\s+{re.escape(read.entry_point)}\b", asked, re.MULTILINE) is not None
    if mapping.solution is not None and not is_blank(solution := cells.get(mapping.solution)):
        whole = re.search(rf"^def\s+{re.escape(read.entry_point)}\b", str(solution), re.MULTILINE)
        options["reference"] = str(solution) if whole or not begun else f"{cells[mapping.input]}{solution}"
    if begun:
        options["prefix"] = str(cells[mapping.input])
    elif re.search(rf"\b{re.escape(read.entry_point)}\b", asked) is None:
        first = read.tests[0]
        values["input"] = f"{asked}\n\nName it `{read.entry_point}`: {first['call']} gives {first['expects']}."
    if read.unread:
        values["metadata"]["assertions_left_out"] = read.unread
    values["grader"] = {"name": "code", "options": options}


def _expect(cells: Any, mapping: ColumnMapping, values: dict[str, Any], where: str, faults: Faults) -> None:
    texts = [_filled(str(cells.get(column) or ""), cells) for column in mapping.expected]
    for column, text in zip(mapping.expected, texts, strict=True):  # a fault is named by its own column
        try:
            read_expected([text])
        except ValueError as error:
            faults.add(where, column, str(error))
            return
    try:
        expectation = read_expected(texts)
    except ValueError as error:
        faults.add(where, mapping.expected[0], str(error))
        return
    values["grader"] = {"name": expectation.grader.name, "options": dict(expectation.grader.options)}
    values["target"] = expectation.target
    values["metadata"] |= expectation.metadata


def _metadata(cells: Any, mapping: ColumnMapping, where: str, faults: Faults) -> dict[str, Any]:
    metadata: dict[str, Any] = {}
    if mapping.metadata is not None and not is_blank(cells.get(mapping.metadata)):
        given = object_or_text(cells[mapping.metadata])
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
    cell = object_or_text(cell)
    return [tag.strip() for tag in re.split(r"[,;|]", cell)] if isinstance(cell, str) else cell


def object_or_text(cell: Any) -> Any:
    """A cell of a CSV that holds a JSON list or object is that list or object."""
    if isinstance(cell, str) and cell.strip()[:1] in {"[", "{"}:
        try:
            return parse_json(cell)
        except ValueError:
            return cell
    return cell


def _number_if_comma(question: Question) -> Question:
    """In a spreadsheet that separates its cells by semicolons, 3,5 is a number."""
    numbers = question.target and all(_DECIMAL_COMMA.fullmatch(text) for text in question.target)
    return replace(question, grader=GraderSpec("number")) if numbers and question.grader.name == "exact" else question


def _by_hand_if_long(question: Question) -> Question:
    if question.grader.name != "exact" or all(len(text.split()) <= EXACT_WORDS_AT_MOST for text in question.target):
        return question
    metadata = {**question.metadata, "reference": "\n".join(question.target)}
    return replace(question, target=(), grader=GraderSpec("rating"), metadata=metadata)
