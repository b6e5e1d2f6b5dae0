"""Columns of other tools -> the fields of a question, proposed first and applied after a look.

Known by their columns: the project's own format; inspect_ai (input, target,
choices); lm-evaluation-harness and Hugging Face data (question, answer or
answerKey, choices as a list or as {"text": [...], "label": [...]}); promptfoo
(`__expected`); chats; HumanEval and MBPP (tests as assertions); spreadsheets
with one column per choice, in several languages.

How the key is written is decided on the whole column (key_forms.py). What had
to be assumed stands in `ColumnMapping.notes`.
"""

import re
from dataclasses import dataclass, replace
from typing import Any

from core.questions.chats import is_chat
from core.questions.choices import ChoiceList, column_group, read_choices
from core.questions.column_names import (
    CHOICES,
    CONTEXT,
    GROUP,
    ID,
    INPUT,
    SOLUTION,
    TAGS,
    TARGET,
    TESTS,
    WRONG,
    WRONG_LISTS,
    bare,
    bare_names,
    find_first,
)  # fmt: skip
from core.questions.key_forms import TargetForm, find_form, whole_number
from core.questions.rows import FIELDS
from core.questions.table_rows import Table, is_blank

# What an evaluation log carries beside the question.
_DROPPED = frozenset({"resps", "filtered_resps", "arguments", "doc_hash", "prompt_hash", "target_hash", "metrics"})


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
    notes: tuple[str, ...] = ()  # what was assumed here; the table's own notes stand in the table
    tests: str | None = None  # a coding question's tests, as Python assertions
    solution: str | None = None  # its reference solution
    entry_point: str | None = None  # the name of its function


def propose_mapping(table: Table) -> ColumnMapping:
    """What each column probably is. `input` is None where no column looks like the question.

    Example: columns question, choices, answer with answers 0..3 ->
    ColumnMapping("lm-evaluation-harness or Hugging Face", input="question", target="answer",
                  choices=("choices",), target_form=TargetForm.FROM_ZERO)
    """
    if not table.has_header:
        return _with_target_form(table, _without_header(table))
    names = bare_names(table.columns)
    if any(name.startswith("__") for name in names):
        return _promptfoo(table, names)
    choices = _choice_columns(table, names)
    wrong = _wrong_columns(table, names)
    if wrong:
        choices = ()
    names = {name: column for name, column in names.items() if column not in choices}
    input_column, context = find_first(names, INPUT), find_first(names, CONTEXT)
    target = find_first({name: column for name, column in names.items() if column != input_column}, TARGET)
    if target is None and input_column == names.get("q"):
        target = names.get("a")
    if target is not None and target == names.get("key") and not choices:
        target = None  # a key of another kind: of a row, of an API
    if wrong and target is not None:
        choices = (target, *(column for column in wrong if column != target))
    labelled = len(choices) == 1 and any(read_choices(cell).right for cell in table.values(choices[0]))
    mapping = ColumnMapping(
        origin=_origin({column.lower(): column for column in table.columns}),
        input=input_column,
        target=choices[0] if labelled and target is None else target,
        choices=choices,
        context=context if context != input_column else None,
        id=find_first(names, ID),
        group=find_first(names, GROUP),
        grader=names.get("grader"),
        tags=find_first(names, TAGS),
        metadata=names.get("metadata"),
    )
    mapping = _with_instruction_and_input(table, names, _with_tests(table, names, mapping))
    mapping = _with_target_form(table, _with_chats(table, mapping))
    return replace(mapping, kept=_rest(table, mapping))


def choices_of(cells: Any, mapping: ColumnMapping) -> ChoiceList:
    """The choices of one row, from one column or from one column each."""
    if len(mapping.choices) == 1:
        return read_choices(cells.get(mapping.choices[0]))
    texts: list[str] = []
    labels: list[str] = []
    for column in mapping.choices:
        if is_blank(cell := cells.get(column)):
            continue
        listed = read_choices(cell).texts if column != mapping.target and not isinstance(cell, (int, float)) else ()
        if bare(column) in WRONG_LISTS and listed:
            texts += listed
        else:
            texts.append(str(cell).strip())
            labels.append(column)
    named = len(labels) == len(texts) and all(len(label) > 1 for label in labels) and mapping.target not in labels
    return ChoiceList(tuple(texts), tuple(labels) if named else ())


def _without_header(table: Table) -> ColumnMapping:
    """Numbered columns: a question first; with choices between, a key last; of two, an answer."""
    columns = table.columns
    last = [str(cell).strip() for cell in table.values(columns[-1])]
    between = columns[1:-1]
    keyed = len(between) > 1 and bool(last) and all(re.fullmatch(r"[A-Ja-j]|\d", key) for key in last)
    target = columns[-1] if keyed or len(columns) == 2 else None
    return ColumnMapping(
        origin="a table without a header",
        input=columns[0],
        target=target,
        choices=between if keyed else (),
        kept=() if target else columns[1:],
    )


def _promptfoo(table: Table, names: dict[str, str]) -> ColumnMapping:
    expected = tuple(column for name, column in names.items() if re.fullmatch(r"__expected\d*", name))
    variables = tuple(column for column in table.columns if not column.startswith("__"))
    template = table.template
    notes: tuple[str, ...] = ()
    input_column = None
    if template is None:
        asked = find_first({bare(v): v for v in variables}, INPUT)
        input_column = asked or (variables[0] if len(variables) == 1 else None)
    if template is None and input_column is None and variables:
        template = "\n".join(f"{column}: {{{{{column}}}}}" for column in variables)
        notes = ("No single column is the question: all variables are shown; put your prompt with {{name}} there.",)
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


def _choice_columns(table: Table, names: dict[str, str]) -> tuple[str, ...]:
    for word in CHOICES:
        single = names.get(word)
        if single is not None and any(len(read_choices(cell).texts) > 1 for cell in table.values(single)):
            return (single,)
    return column_group(table.columns)


def _wrong_columns(table: Table, names: dict[str, str]) -> tuple[str, ...]:
    """The columns of wrong answers: numbered ones, or one that holds a list."""
    single = next((names[word] for word in WRONG_LISTS if word in names), None)
    if single is not None and table.values(single):
        return (single,)
    group = column_group(table.columns)
    return group if group and re.sub(r"_?\d*$", "", bare(group[0])) in WRONG else ()


def _with_tests(table: Table, names: dict[str, str], mapping: ColumnMapping) -> ColumnMapping:
    """HumanEval and MBPP: a column of assertions makes a coding question."""
    tests = find_first(names, TESTS)
    if tests is None or mapping.grader is not None or mapping.choices:
        return mapping
    if not all("assert" in str(cell) for cell in table.values(tests)) or not table.values(tests):
        return mapping
    solution = find_first(names, SOLUTION)
    note = f"The tests of the code are read from the assertions in {tests!r}"
    note += f", its reference solution from {solution!r}." if solution else "; it has no reference solution."
    return replace(
        mapping, origin="coding questions with assertions (HumanEval, MBPP)", target=None, tests=tests,
        solution=solution, entry_point=names.get("entry_point"), notes=(*mapping.notes, note),
    )  # fmt: skip


def _with_instruction_and_input(table: Table, names: dict[str, str], mapping: ColumnMapping) -> ColumnMapping:
    """Alpaca: an instruction with the input it is about; both are asked."""
    instruction, about = names.get("instruction"), names.get("input")
    if instruction is None or about is None or mapping.grader is not None or "target" in names:
        return mapping  # beside input and target, an instruction is the project's own sentence on how to answer
    if any(isinstance(cell, list) for cell in table.values(about)) or not table.values(instruction):
        return mapping
    return replace(
        mapping, origin="instructions with inputs (Alpaca)", input=None,
        template=f"{{{{{instruction}}}}}\n\n{{{{{about}}}}}",
    )  # fmt: skip


def _with_chats(table: Table, mapping: ColumnMapping) -> ColumnMapping:
    """Chats that end with an answer carry their own target."""
    chats = [cell for cell in table.values(mapping.input) if is_chat(cell)] if mapping.input else []
    if not chats:
        return mapping
    origin = mapping.origin if mapping.origin != "a table" else "chats"
    ends = sum(str(turns[-1].get("role", turns[-1].get("from"))).lower() not in _ASKING for turns in chats)
    if mapping.target is None and ends > len(chats) / 2:
        return replace(mapping, origin=origin, target=mapping.input, target_form=TargetForm.LAST_TURN)
    return replace(mapping, origin=origin)


_ASKING = ("user", "human", "prompter", "system", "developer")


def _rest(table: Table, mapping: ColumnMapping) -> tuple[str, ...]:
    used = {mapping.input, mapping.target, mapping.context, mapping.id, mapping.group, mapping.grader, mapping.tags}
    used |= {mapping.metadata, mapping.tests, mapping.solution, mapping.entry_point, *mapping.choices}
    shown = set(re.findall(r"\{\{(.+?)\}\}", mapping.template or ""))
    left = (column for column in table.columns if column not in used | shown and column.lower() not in _DROPPED)
    return tuple(column for column in left if any(not is_blank(row.cells.get(column)) for row in table.rows))


def _with_target_form(table: Table, mapping: ColumnMapping) -> ColumnMapping:
    """Decide from all rows together how the key is written."""
    if mapping.target is None or mapping.target_form is TargetForm.LAST_TURN:
        return mapping
    if mapping.target in mapping.choices:
        form = TargetForm.LABEL if len(mapping.choices) == 1 else TargetForm.TEXT
        return replace(mapping, target_form=form)
    pairs = [
        (whole_number(str(cell).strip()), choices)
        for row in table.rows
        if not is_blank(cell := row.cells.get(mapping.target)) and not isinstance(cell, (list, dict))
        if len((choices := choices_of(row.cells, mapping)).texts) > 1
    ]
    if not pairs:
        texts = [str(cell) for cell in table.values(mapping.target)]
        for sign, form in (("####", TargetForm.AFTER_HASHES), ("\\boxed{", TargetForm.BOXED)):
            if sum(sign in text for text in texts) > len(texts) / 2:
                return replace(mapping, target_form=form)
        return mapping
    form, doubts = find_form(pairs)
    return replace(mapping, target_form=form, notes=mapping.notes + doubts)
