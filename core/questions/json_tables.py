"""JSON in the shapes that evaluation data come in -> a table.

JSON Lines; a list of objects; an object that holds one; objects one after the
other; objects by their id; one list or object a column (pandas); and documents
that hold their questions (SQuAD), whose passage each of them inherits.
"""

from collections.abc import Iterator
from typing import Any

from core.errors import QuestionSetError
from core.questions.column_names import COLUMN_NAMES, bare
from core.questions.faults import Faults
from core.questions.file_text import parse_json, parse_json_sequence
from core.questions.jsonl import HEADER_FIELDS, header_from_row, is_header
from core.questions.promptfoo_tests import is_promptfoo, row_of_test, tests_of_config
from core.questions.question import QuestionSet
from core.questions.table_rows import COLUMNS_AT_MOST, Row, Table, bound_rows

_LIST_KEYS = ("questions", "rows", "data", "examples", "items", "tests", "test_cases", "samples", "results", "train")
_NESTED_KEYS = ("paragraphs", "qas", "qa_pairs", "qa", "questions")
_NESTING_AT_MOST = 3
# A field that holds the fields of a question: always for dataset viewers and evaluation logs, else if it looks so.
_WRAPPERS = frozenset({"row", "doc", "vars"})
_MAY_WRAP = frozenset({"inputs", "outputs", "input", "question", "item", "example", "sample", "data", "fields"})


def table_from_json_lines(text: str, name: str, notes: tuple[str, ...]) -> Table:
    """One object a line. Raises QuestionSetError that names each broken line."""
    faults = Faults(name)
    header = None
    objects: list[tuple[str, Any]] = []
    comments = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if not (written := line.strip()):
            continue
        if written.startswith(("//", "#")):
            comments += 1
            continue
        try:
            value = parse_json(written.removesuffix(","))
        except ValueError as error:
            faults.add(f"line {number}", "", f"is no JSON ({error})")
            continue
        if not objects and header is None and is_header(value):
            header = header_from_row(value, f"{name}, line {number}")
        else:
            objects.append((f"line {number}", value))
    if faults.found and text.lstrip()[0] == "{" and (values := _sequence(text)) is not None:
        return table_from_value(values, name, notes)
    if comments:
        notes += (f"{comments} line{' is a comment' if comments == 1 else 's are comments'} and left out.",)
    return _from_objects(objects, name, notes, faults, header)


def table_from_json(text: str, name: str, notes: tuple[str, ...]) -> Table:
    """One JSON value, or several one after the other. Raises QuestionSetError with the place of a fault."""
    try:
        value = parse_json(text)
    except ValueError as error:
        values = _sequence(text)
        if values is None:
            raise QuestionSetError(f"{name} is no JSON: {error}.") from error
        value = values
    return table_from_value(value, name, notes)


def table_from_value(value: Any, name: str, notes: tuple[str, ...]) -> Table:
    """The rows in a parsed JSON or YAML value."""
    header = None
    template = None
    if isinstance(value, dict):
        if is_promptfoo(value):
            config = tests_of_config(value, name)
            value, template, notes = config.tests, config.template, (*notes, *config.notes)
        else:
            described = {field: item for field, item in value.items() if field in HEADER_FIELDS}
            value, is_list = _rows_of_object(value, name)
            if is_list and described:
                header = header_from_row(described, name)
    if not isinstance(value, list):
        raise QuestionSetError(f"{name} holds {type(value).__name__}, not a list of questions.")
    objects = [(f"item {number}", item) for number, item in enumerate(value, start=1)]
    if objects and header is None and is_header(objects[0][1]):
        header = header_from_row(objects.pop(0)[1], f"{name}, item 1")
    return _from_objects(objects, name, notes, Faults(name), header, template)


def _sequence(text: str) -> list[Any] | None:
    try:
        values = parse_json_sequence(text)
    except ValueError:
        return None
    return values if len(values) > 1 and all(isinstance(value, dict) for value in values) else None


def _rows_of_object(value: dict[str, Any], name: str) -> tuple[list[Any], bool]:
    """The rows in one object, and whether it is a list under a name, whose other fields describe the set."""
    columns = value.get("columns")
    if isinstance(columns, list) and isinstance(value.get("data"), list):  # pandas, orient="split"
        rows = [row for row in value["data"] if isinstance(row, list)]
        return [dict(zip(map(str, columns), row, strict=False)) for row in rows], False
    if (by_column := _by_column(value)) is not None:
        return by_column, False
    key = next((key for key in _LIST_KEYS if isinstance(value.get(key), list)), None)
    if key is not None:
        return value[key], True
    if "input" in value or "question" in value:
        return [value], False
    if value and all(isinstance(item, dict) for item in value.values()):
        return [{"id": key, **item} for key, item in value.items()], False
    raise QuestionSetError(f"{name} holds one JSON object without a list named {', '.join(_LIST_KEYS)}.")


def _by_column(value: dict[str, Any]) -> list[dict[str, Any]] | None:
    """{"question": {"0": …}, "answer": {"0": …}} or {"question": […], "answer": […]}, all of one length."""
    known = [key for key in value if bare(key) in COLUMN_NAMES]
    if len(value) < 2 or len(known) < 2 or not all(isinstance(item, (dict, list)) for item in value.values()):
        return None
    keys = [list(item) if isinstance(item, dict) else list(range(len(item))) for item in value.values()]
    if not keys[0] or any(own != keys[0] for own in keys):
        return None
    return [{column: value[column][place] for column in value} for place in keys[0]]


def _from_objects(
    objects: list[tuple[str, Any]],
    name: str,
    notes: tuple[str, ...],
    faults: Faults,
    header: QuestionSet | None,
    template: str | None = None,
) -> Table:
    bound_rows(len(objects), name)
    columns: dict[str, None] = {}
    rows: list[Row] = []
    for where, value in objects:
        if not isinstance(value, dict):
            faults.add(where, "", f"is {type(value).__name__}, not an object with named fields")
            continue
        for place, inner in _unnested(value, where):
            try:
                cells = _flat(inner)
            except ValueError as error:
                faults.add(place, "assert", str(error))
                continue
            columns.update(dict.fromkeys(cells))
            rows.append(Row(place, cells))
            bound_rows(len(rows), name)
    if len(columns) > COLUMNS_AT_MOST:
        raise QuestionSetError(f"{name} has {len(columns)} different fields; up to {COLUMNS_AT_MOST} are read.")
    faults.raise_if_any()
    return Table(name, tuple(columns), tuple(rows), header, notes=notes, template=template)


def _unnested(value: dict[str, Any], where: str, depth: int = 0) -> Iterator[tuple[str, dict[str, Any]]]:
    """The questions inside a document, each with the document's own fields."""
    asked, answered = value.get("questions"), value.get("answers")
    if isinstance(asked, list) and isinstance(answered, list) and _all_texts(asked) and len(answered) == len(asked) > 0:
        beside = {name: item for name, item in value.items() if isinstance(item, list) and len(item) == len(asked)}
        for number in range(len(asked)):
            yield f"{where}.{number + 1}", {**value, **{name: item[number] for name, item in beside.items()}}
        return
    key = next((key for key in _NESTED_KEYS if _holds_objects(value.get(key))), None)
    if key is None or depth == _NESTING_AT_MOST or "question" in value or "input" in value:
        yield where, value
        return
    inherited = {name: item for name, item in value.items() if name != key}
    for number, inner in enumerate(value[key], start=1):
        yield from _unnested({**inherited, **inner}, f"{where}.{number}", depth + 1)


def _all_texts(values: list[Any]) -> bool:
    return all(isinstance(value, str) for value in values)


def _holds_objects(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def _flat(value: dict[str, Any]) -> dict[str, Any]:
    """A row without its wrappers; promptfoo's assertions become the cells that its CSV has."""
    if isinstance(value.get("assert"), list) or ("vars" in value and "assert" in value):
        value = row_of_test(value)
    cells: dict[str, Any] = {}
    for key, item in ((str(key), item) for key, item in value.items()):
        looks_so = key in _MAY_WRAP and isinstance(item, dict) and any(bare(str(k)) in COLUMN_NAMES for k in item)
        if key in _WRAPPERS and isinstance(item, dict):
            cells.update({str(name): inner for name, inner in item.items()})
        elif looks_so:
            for name, inner in item.items():
                cells.setdefault(str(name), inner)
        else:
            cells.setdefault(key, item)
    return cells
