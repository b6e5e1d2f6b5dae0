"""What in a file can be read in two ways, or is not asked at all: said before a score rests on it.

Each doubt is a function (table, mapping) -> doubts, listed in `find_doubts`. A
doubt names its rows; one on the whole file has none.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.questions.assertions import parse_assertions
from core.questions.column_names import bare
from core.questions.key_forms import TargetForm
from core.questions.mapped_rows import chats_of, object_or_text
from core.questions.mapping import ColumnMapping, choices_of
from core.questions.question import LETTERS, Question
from core.questions.table_rows import Table, is_blank

_SHOWN_AT_MOST = 5
# What a question may rest on and a text prompt does not carry.
_NOT_SHOWN = frozenset({
    "files", "sandbox", "setup", "image", "images", "image_path", "image_url", "audio", "video", "tools", "functions",
    "attachment", "attachments", "table", "hint", "hypothesis", "sentence2", "text_b",
})  # fmt: skip
_BETWEEN_ANSWERS = re.compile(r"\s*(?:\||;|\s/\s|\s(?:or|oder|ou)\s)\s*")
_GROUPED_OR_DECIMAL = re.compile(r"[-+]?\d{1,3}[.,]\d{3}")


@dataclass(frozen=True)
class Doubt:
    text: str  # what can be read otherwise, and what to do
    rows: tuple[int, ...] = ()  # from 1, in the order of the set; () where the whole file is meant
    places: tuple[str, ...] = ()  # the same rows as the file counts them: "line 7"

    def __str__(self) -> str:
        if not self.places:
            return self.text[:1].upper() + self.text[1:]
        shown = ", ".join(self.places[:_SHOWN_AT_MOST])
        more = len(self.places) - _SHOWN_AT_MOST
        return f"{shown}{f' and {more} more' if more > 0 else ''}: {self.text}"


def find_doubts(table: Table, mapping: ColumnMapping, questions: Sequence[Question]) -> tuple[Doubt, ...]:
    """What a person should look at before the questions are asked; `questions` are those of the rows, in order."""
    found = (
        *_nothing_expected(mapping),
        *_columns_not_shown(table, mapping),
        *_chats(table, mapping),
        *_several_keys(table, mapping),
        *_several_answers_in_a_cell(table, mapping),
        *_classes_without_names(table, mapping),
        *_thousands_or_decimals(table, mapping),
        *_assertions_left_out(table, mapping),
        *_without_answer(table, mapping, questions),
    )
    return tuple(found)


def _at(table: Table, text: str, indices: list[int]) -> Iterator[Doubt]:
    if indices:
        yield Doubt(text, tuple(i + 1 for i in indices), tuple(table.rows[i].where for i in indices))


def _nothing_expected(mapping: ColumnMapping) -> Iterator[Doubt]:
    if mapping.target is None and mapping.tests is None and not mapping.expected and mapping.grader is None:
        yield Doubt("no column was taken as the expected answer: every question is rated by hand")


def _columns_not_shown(table: Table, mapping: ColumnMapping) -> Iterator[Doubt]:
    shown = set(re.findall(r"\{\{\s*(.+?)\s*\}\}", mapping.template or ""))
    hidden = [c for c in mapping.kept if bare(c) in _NOT_SHOWN and c not in shown and table.values(c)]
    if hidden:
        names = ", ".join(hidden)
        yield Doubt(
            f"{names}: kept as notes, the model does not see it. A question that rests on it cannot be answered."
        )


def _without_answer(table: Table, mapping: ColumnMapping, questions: Sequence[Question]) -> Iterator[Doubt]:
    """A row without an answer among many that have one: it was probably forgotten."""
    if mapping.target is None:
        return
    blank = [
        index
        for index, question in enumerate(questions)
        if question.grader.name == "rating" and not {"reference", "rubric"} & set(question.metadata)
        if mapping.grader is None or is_blank(table.rows[index].cells.get(mapping.grader))
    ]
    if len(blank) * 2 <= len(questions):
        text = "has no expected answer, while others have one: it is rated by hand. Add the answer"
        yield from _at(table, text, blank)


def _chats(table: Table, mapping: ColumnMapping) -> Iterator[Doubt]:
    chats = chats_of(table, mapping)
    found = [(index, chat) for index, chat in enumerate(chats) if chat is not None]
    further = [index for index, chat in found if chat.not_asked]
    yield from _at(table, "has further turns of the user's, which are not asked: only the first is", further)
    if len({chat.before for _, chat in found}) > 1 or len(found) == 1:
        written = [index for index, chat in found if chat.before]
        yield from _at(table, "the turns before the last one are written into the question, as one text", written)
    if len({chat.system for _, chat in found}) > 1:
        own = [index for index, chat in found if chat.system]
        yield from _at(table, "its system text stands above the question: a set has one system text for all", own)


def _several_keys(table: Table, mapping: ColumnMapping) -> Iterator[Doubt]:
    if mapping.target is None or not mapping.choices:
        return
    several = []
    for index, row in enumerate(table.rows):
        choices = choices_of(row.cells, mapping)
        cell = object_or_text(row.cells.get(mapping.target))
        if mapping.target in mapping.choices:
            count = len(choices.right)
        elif isinstance(cell, list):
            count = len(cell)
        else:
            parts = re.split(r"[,;/ ]+", str(cell).strip("(). "))
            count = len(parts) if all(len(part) == 1 and part.upper() in LETTERS for part in parts) else 1
        if count > 1:
            several.append(index)
    text = "several keys: an answer must name all of them. Where any one would do, keep one key"
    yield from _at(table, text, several)


def _several_answers_in_a_cell(table: Table, mapping: ColumnMapping) -> Iterator[Doubt]:
    if mapping.target is None or mapping.choices or mapping.target_form is not TargetForm.AS_IS:
        return
    doubted = []
    for index, row in enumerate(table.rows):
        cell = row.cells.get(mapping.target)
        if isinstance(cell, str) and not isinstance(object_or_text(cell), (list, dict)) and len(cell) < 200:
            parts = _BETWEEN_ANSWERS.split(cell.strip())
            if len(parts) > 1 and all(0 < len(part.split()) <= 4 for part in parts):
                doubted.append(index)
    text = 'the expected answer may be one or several; it was read as one. For several write a JSON list, ["a", "b"]'
    yield from _at(table, text, doubted)


def _classes_without_names(table: Table, mapping: ColumnMapping) -> Iterator[Doubt]:
    if mapping.target is None or mapping.choices or bare(mapping.target) not in {"label", "labels", "class", "target"}:
        return
    values = table.values(mapping.target)
    if len(values) > 1 and all(re.fullmatch(r"\d", str(value)) for value in values) and len(set(map(str, values))) < 6:
        text = (
            f"{mapping.target} holds numbers, perhaps of classes: a model cannot know which is which. Write their names"
        )
        yield Doubt(text)


def _thousands_or_decimals(table: Table, mapping: ColumnMapping) -> Iterator[Doubt]:
    """1.250 in a spreadsheet with decimal commas is probably 1250, and is read as 1.25."""
    if mapping.target is None or mapping.choices or not table.decimal_comma:
        return
    cells = [str(row.cells.get(mapping.target, "")).strip() for row in table.rows]
    doubted = [index for index, cell in enumerate(cells) if _GROUPED_OR_DECIMAL.fullmatch(cell)]
    text = "a dot was read as the decimal point and a comma as one between thousands; write 1250 or 1.25 to be sure"
    yield from _at(table, text, doubted)


def _assertions_left_out(table: Table, mapping: ColumnMapping) -> Iterator[Doubt]:
    if mapping.tests is None:
        return
    partly = []
    for index, row in enumerate(table.rows):
        given = object_or_text(row.cells.get(mapping.tests))
        source = "\n".join(map(str, given)) if isinstance(given, list) else str(given or "")
        try:
            partly += [index] if parse_assertions(source).unread else []
        except ValueError:
            continue
    text = "some of its assertions are no plain f(…) == value and are left out: the tests are fewer than in the file"
    yield from _at(table, text, partly)
