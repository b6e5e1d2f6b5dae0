"""Columns of other tools -> the fields of a question, proposed first and applied after a look.

Known by their columns: the project's own format; inspect_ai (input, target,
choices); lm-evaluation-harness and Hugging Face data (question, answer or
answerKey, choices as a list or as {"text": [...], "label": [...]}); promptfoo
(`__expected`); spreadsheets with one column per choice or a few words of German.

How the key is written is decided on the whole column, never row by row: "1"
may be a label, the text of a choice, or a place counted from 0 or from 1. The
order of belief is label, letter, text, place. What had to be assumed stands in
`ColumnMapping.notes`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from core.questions.choices import ChoiceList, column_group, read_choices
from core.questions.question import LETTERS
from core.questions.rows import FIELDS
from core.questions.tables import Table, is_blank

_INPUT = (
    "input", "question", "prompt", "query", "problem", "instruction", "task", "question_stem", "stem", "ctx", "goal",
    "sentence", "frage", "aufgabe", "user", "text",
)  # fmt: skip
_TARGET = (
    "target", "answer", "answerkey", "answer_key", "correct_answer", "correct", "expected", "expected_output",
    "expected_answer", "gold", "ideal", "reference", "reference_answer", "ground_truth", "final_answer", "solution",
    "label", "answers", "output", "completion", "response", "key", "antwort", "lösung", "loesung", "erwartet",
)  # fmt: skip
_CHOICES = ("choices", "options", "endings", "alternatives", "mc1_targets", "auswahl", "antworten")
_CONTEXT = ("context", "passage", "article", "paragraph", "document", "story", "kontext", "dokument")
_ID = ("id", "question_id", "qid", "uid", "doc_id", "idx", "ind", "nr", "nr.", "no", "no.", "nummer")
COLUMN_NAMES = frozenset((*_INPUT, *_TARGET, *_CHOICES, *_CONTEXT, *_ID, "__expected"))
# What an evaluation log carries beside the question.
_DROPPED = frozenset({"resps", "filtered_resps", "arguments", "doc_hash", "prompt_hash", "target_hash", "metrics"})


class TargetForm(StrEnum):
    AS_IS = "the answer itself"
    LETTER = "the letter of the choice"
    LABEL = "the label of the choice"
    TEXT = "the text of the choice"
    FROM_ZERO = "the place of the choice, counted from 0"
    FROM_ONE = "the place of the choice, counted from 1"
    AFTER_HASHES = "the text after ####"


@dataclass(frozen=True)
class ColumnMapping:
    """Which column becomes what; a page shows it, and `dataclasses.replace` changes it."""

    origin: str  # "inspect_ai", "promptfoo", …, in words for the person
    input: str | None
    target: str | None = None
    choices: tuple[str, ...] = ()  # one column that holds a list, or one column per choice
    target_form: TargetForm = TargetForm.AS_IS
    context: str | None = None  # a passage, shown above the question
    id: str | None = None
    group: str | None = None
    grader: str | None = None
    tags: str | None = None
    metadata: str | None = None
    expected: tuple[str, ...] = ()  # promptfoo's assertions
    template: str | None = None  # a prompt with {{column}} in it, instead of `input`
    kept: tuple[str, ...] = ()  # columns that go into metadata
    notes: tuple[str, ...] = ()


def propose_mapping(table: Table) -> ColumnMapping:
    """What each column probably is. `input` is None where no column looks like the question.

    Example: columns question, choices, answer with answers 0..3 ->
    ColumnMapping("lm-evaluation-harness or Hugging Face", input="question", target="answer",
                  choices=("choices",), target_form=TargetForm.FROM_ZERO)
    """
    names = {column.lower(): column for column in table.columns}
    if any(name.startswith("__") for name in names):
        return _promptfoo(table, names)
    input_column, context = _first(names, _INPUT), _first(names, _CONTEXT)
    choices = _choice_columns(table, names)
    target = _first({name: column for name, column in names.items() if column not in choices}, _TARGET)
    if target == input_column:
        target = None
    labelled = len(choices) == 1 and any(read_choices(cell).right for cell in table.values(choices[0]))
    mapping = ColumnMapping(
        origin=_origin(names),
        input=input_column,
        target=choices[0] if labelled and target is None else target,
        choices=choices,
        context=context if context != input_column else None,
        id=_first(names, _ID),
        group=_first(names, ("group", "gruppe")),
        grader=names.get("grader"),
        tags=_first(names, ("tags", "tag")),
        metadata=names.get("metadata"),
        notes=table.notes,
    )
    mapping = _with_target_form(table, mapping)
    return replace(mapping, kept=_rest(table, mapping))


def choices_of(cells: Any, mapping: ColumnMapping) -> ChoiceList:
    """The choices of one row, from one column or from one column each."""
    if len(mapping.choices) == 1:
        return read_choices(cells.get(mapping.choices[0]))
    texts = [str(cells[column]).strip() for column in mapping.choices if not is_blank(cells.get(column))]
    return ChoiceList(tuple(texts))


def _promptfoo(table: Table, names: dict[str, str]) -> ColumnMapping:
    expected = tuple(column for name, column in names.items() if re.fullmatch(r"__expected\d*", name))
    variables = tuple(column for name, column in names.items() if not name.startswith("__"))
    input_column = _first({v.lower(): v for v in variables}, _INPUT) or (variables[0] if len(variables) == 1 else None)
    notes = table.notes
    template = None
    if input_column is None and variables:
        template = "\n".join(f"{column}: {{{{{column}}}}}" for column in variables)
        notes += ("No single column is the question: all variables are shown; put your prompt with {{name}} there.",)
    kept = tuple(column for column in variables if column != input_column)
    description = names.get("__description")
    return ColumnMapping(
        origin="promptfoo",
        input=input_column,
        expected=expected,
        template=template,
        kept=(*kept, description) if description else kept,
        notes=notes,
    )


def _origin(names: dict[str, str]) -> str:
    if "input" in names and set(names) <= set(FIELDS):
        own = {"grader", "group", "tags"} & set(names)
        return "a question set of this project" if own else "inspect_ai"
    if {"input", "target"} <= set(names):
        return "inspect_ai"
    if "question" in names or "doc_id" in names or "answerkey" in names:
        return "lm-evaluation-harness or Hugging Face"
    return "a table"


def _first(names: dict[str, str], aliases: Iterable[str]) -> str | None:
    return next((names[alias] for alias in aliases if alias in names), None)


def _choice_columns(table: Table, names: dict[str, str]) -> tuple[str, ...]:
    single = _first(names, _CHOICES)
    if single is not None and any(len(read_choices(cell).texts) > 1 for cell in table.values(single)):
        return (single,)
    return column_group(table.columns)


def _rest(table: Table, mapping: ColumnMapping) -> tuple[str, ...]:
    used = {mapping.input, mapping.target, mapping.context, mapping.id, mapping.group, mapping.grader, mapping.tags}
    used |= {mapping.metadata, *mapping.choices}
    return tuple(column for column in table.columns if column not in used and column.lower() not in _DROPPED)


def _with_target_form(table: Table, mapping: ColumnMapping) -> ColumnMapping:
    """Decide from all rows together how the key is written."""
    if mapping.target is None:
        return mapping
    if mapping.target in mapping.choices:
        return replace(mapping, target_form=TargetForm.LABEL)
    pairs = [
        (str(cell).strip(), choices)
        for row in table.rows
        if not is_blank(cell := row.cells.get(mapping.target)) and not isinstance(cell, (list, dict))
        if len((choices := choices_of(row.cells, mapping)).texts) > 1
    ]
    if not pairs:
        texts = [str(cell) for cell in table.values(mapping.target)]
        hashes = bool(texts) and sum("####" in text for text in texts) > len(texts) / 2
        return replace(mapping, target_form=TargetForm.AFTER_HASHES) if hashes else mapping
    share = {
        TargetForm.LABEL: _share(pairs, lambda key, choices: key in choices.labels),
        TargetForm.LETTER: _share(pairs, _is_letter),
        TargetForm.TEXT: _share(pairs, lambda key, choices: key in choices.texts),
    }
    best = max(share, key=lambda form: share[form])  # the first of equals, in the order above
    places = [(int(key), len(choices.texts)) for key, choices in pairs if re.fullmatch(r"\d{1,2}", key)]
    if len(places) < len(pairs) or share[best] == 1:
        return replace(mapping, target_form=best)
    from_one = all(place >= 1 for place, _ in places) and any(place == count for place, count in places)
    form = TargetForm.FROM_ONE if from_one else TargetForm.FROM_ZERO
    sure = from_one or any(place == 0 for place, _ in places)
    doubt = (
        () if sure else ("The keys name places but neither 0 nor the last one: they were counted from 0. Check one.",)
    )
    return replace(mapping, target_form=form, notes=mapping.notes + doubt)


def _share(pairs: list[tuple[str, ChoiceList]], holds: Any) -> float:
    return sum(bool(holds(key, choices)) for key, choices in pairs) / len(pairs)


def _is_letter(key: str, choices: ChoiceList) -> bool:
    letters = re.split(r"[,;/ ]+", key.strip("().").upper())
    return all(len(letter) == 1 and letter in LETTERS[: len(choices.texts)] for letter in letters)
