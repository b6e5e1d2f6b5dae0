"""Bytes of a question file -> a table of named columns, whatever tool wrote them.

Read are CSV with commas, semicolons, tabs or bars, JSON Lines, and JSON as a
list or as an object that holds one. Text is UTF-8 (with or without BOM) or
UTF-16 with BOM; bytes that are neither are taken as Windows-1252, and a note
says so. Reading is bounded: 20 MB and 20,000 rows.

A row is named as the person finds it: spreadsheets count the header as row 1,
JSON Lines count lines, a JSON list counts items. Blank rows are skipped but
counted.
"""

import csv
import io
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.errors import QuestionSetError
from core.questions.faults import Faults
from core.questions.jsonl import header_from_row, is_header
from core.questions.question import QuestionSet

SIZE_BYTES_AT_MOST = 20 * 1024 * 1024
ROWS_AT_MOST = 20_000
COLUMNS_AT_MOST = 500
DIGITS_AT_MOST = 1_000  # of a whole number in JSON
_LIST_KEYS = ("questions", "rows", "data", "examples", "items", "tests")
_DELIMITERS = ",;\t|"


@dataclass(frozen=True)
class Row:
    where: str  # "row 3", "line 7", "item 2"
    cells: Mapping[str, Any]  # column -> text, or any JSON value


@dataclass(frozen=True)
class Table:
    name: str
    columns: tuple[str, ...]  # in order of first appearance
    rows: tuple[Row, ...]
    header: QuestionSet | None = None  # name, system, few-shot and source, when the file gives them
    cells_are_text: bool = False  # a CSV: lists and objects are written as JSON inside a cell
    notes: tuple[str, ...] = field(default=())  # what was assumed while reading, for the person to see

    def values(self, column: str) -> list[Any]:
        """The cells of a column that are not blank."""
        cells = (row.cells.get(column) for row in self.rows)
        return [cell for cell in cells if not is_blank(cell)]


def read_table(data: bytes, name: str) -> Table:
    """The rows of a file by column name.

    Raises QuestionSetError when it is too big, no table, or has broken rows,
    each named.
    """
    if len(data) > SIZE_BYTES_AT_MOST:
        raise QuestionSetError(
            f"{name} has {len(data) / 1e6:.0f} MB; a question file may have up to {SIZE_BYTES_AT_MOST / 1e6:.0f} MB."
        )
    text, notes = decode_text(data, name)
    text = text.replace("\r\n", "\n").replace("\r", "\n")  # a line break inside a cell is one, whoever wrote it
    stripped = text.lstrip()
    if not stripped:
        raise QuestionSetError(f"{name} is empty: give it a header row and at least one question.")
    if stripped[0] == "[" or (stripped[0] == "{" and not _is_json_lines(stripped, name)):
        return _from_json(stripped, name, notes)
    if stripped[0] == "{":
        return _from_json_lines(text, name, notes)
    return _from_csv(text, name, notes)


_HALF = re.compile(r"[\ud800-\udfff]")
_HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")


def is_blank(cell: object) -> bool:
    return cell is None or (isinstance(cell, str) and not cell.strip())


def decode_text(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """The text of a file, and what a person should know of how it was read.

    UTF-8 with or without a byte order mark, UTF-16 with one (spreadsheets,
    PowerShell), else Windows-1252, which is said. Raises QuestionSetError for
    what is no text.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            return data.decode("utf-16"), ()
        except UnicodeDecodeError as error:
            raise QuestionSetError(f"{name} starts as UTF-16 but is broken: save it as UTF-8.") from error
    if b"\0" in data:
        raise QuestionSetError(f"{name} is no text file: save it as CSV or JSON Lines in UTF-8.")
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError as error:
        note = f"{name} is not UTF-8 (byte {error.start + 1}); it was read as Windows-1252. Check the umlauts."
        return data.decode("cp1252", errors="replace"), (note,)


def _is_json_lines(text: str, name: str) -> bool:
    if name.lower().endswith((".jsonl", ".ndjson")):
        return True
    try:
        return isinstance(parse_json(text.split("\n", 1)[0]), dict) and "\n" in text.strip()
    except ValueError:
        return False


def parse_json(text: str) -> Any:
    """JSON without NaN; nesting too deep for the parser is a ValueError like any other fault.

    Half of a surrogate pair, which no file and no store can hold, becomes U+FFFD.
    """
    try:
        value = json.loads(text, parse_constant=_refuse_constant, parse_int=_parse_whole)
        return _without_halves(value) if _HALF_PAIR.search(text) else value
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _without_halves(value: Any) -> Any:
    if isinstance(value, str):
        return _HALF.sub("\ufffd", value)
    if isinstance(value, list):
        return [_without_halves(item) for item in value]
    if isinstance(value, dict):
        return {_without_halves(name): _without_halves(item) for name, item in value.items()}
    return value


def _parse_whole(digits: str) -> int:
    if len(digits) > DIGITS_AT_MOST:
        raise ValueError(f"a number of {len(digits):,} digits; put it in quotation marks to make it a text")
    return int(digits)


def _refuse_constant(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON value")


def _from_json_lines(text: str, name: str, notes: tuple[str, ...]) -> Table:
    faults = Faults(name)
    header = None
    objects: list[tuple[str, Any]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            value = parse_json(line)
        except ValueError as error:
            faults.add(f"line {number}", "", f"is no JSON ({error})")
            continue
        if not objects and header is None and is_header(value):
            header = header_from_row(value, f"{name}, line {number}")
        else:
            objects.append((f"line {number}", value))
    return _from_objects(objects, name, notes, faults, header)


def _from_json(text: str, name: str, notes: tuple[str, ...]) -> Table:
    try:
        value = parse_json(text)
    except ValueError as error:
        raise QuestionSetError(f"{name} is no JSON: {error}.") from error
    header = None
    if isinstance(value, dict):
        key = next((key for key in _LIST_KEYS if isinstance(value.get(key), list)), None)
        if key is None and "input" not in value and "question" not in value:
            raise QuestionSetError(f"{name} holds one JSON object without a list named {', '.join(_LIST_KEYS)}.")
        described = {field: item for field, item in value.items() if field in {"name", "system", "few_shot", "source"}}
        if key is not None and described:
            header = header_from_row(described, name)
        value = value[key] if key is not None else [value]
    objects = [(f"item {number}", item) for number, item in enumerate(value, start=1)]
    if objects and header is None and is_header(objects[0][1]):
        header = header_from_row(objects.pop(0)[1], f"{name}, item 1")
    return _from_objects(objects, name, notes, Faults(name), header)


def _from_objects(
    objects: list[tuple[str, Any]], name: str, notes: tuple[str, ...], faults: Faults, header: QuestionSet | None
) -> Table:
    _bound_rows(len(objects), name)
    columns: dict[str, None] = {}
    rows = []
    for where, value in objects:
        if not isinstance(value, dict):
            faults.add(where, "", f"is {type(value).__name__}, not an object with named fields")
            continue
        cells = _flat(value)
        columns.update(dict.fromkeys(cells))
        rows.append(Row(where, cells))
    if len(columns) > COLUMNS_AT_MOST:
        raise QuestionSetError(f"{name} has {len(columns)} different fields; up to {COLUMNS_AT_MOST} are read.")
    faults.raise_if_any()
    return Table(name, tuple(columns), tuple(rows), header, notes=notes)


def _flat(value: dict[str, Any]) -> dict[str, Any]:
    """Rows wrapped by a dataset viewer ("row") or an evaluation log ("doc", "vars") are unwrapped."""
    cells: dict[str, Any] = {}
    for key, item in value.items():
        if key in {"row", "doc", "vars"} and isinstance(item, dict):
            cells.update(item)
        else:
            cells.setdefault(str(key), item)
    return cells


def _from_csv(text: str, name: str, notes: tuple[str, ...]) -> Table:
    first, _, rest = text.lstrip("\ufeff").partition("\n")
    if first.strip().lower().startswith("sep=") and len(first.strip()) == 5:
        text, delimiter = rest, first.strip()[4]
    else:
        delimiter = _delimiter(text)
    records = _records(text, delimiter, name)
    header = [cell.strip() for cell in records[0][1]] if records else []
    while header and not header[-1]:
        header.pop()
    faults = Faults(name)
    _check_header(header, name)
    rows = []
    for where, record in records[1:]:
        if all(not cell.strip() for cell in record):
            continue
        extra = [cell for cell in record[len(header) :] if cell.strip()]
        if extra:
            said = "put quotes around a field that contains the delimiter"
            faults.add(where, "", f"has {len(record)} cells, the header {len(header)}; {said} {delimiter!r}")
            continue
        cells = dict(zip(header, record, strict=False))
        rows.append(Row(where, {column: cells.get(column, "") for column in header if column}))
    _bound_rows(len(rows), name)
    faults.raise_if_any()
    columns = tuple(column for column in header if column)
    return Table(name, columns, tuple(rows), cells_are_text=True, notes=notes)


def _check_header(header: list[str], name: str) -> None:
    named = [column for column in header if column]
    if not named:
        raise QuestionSetError(f"{name}, row 1: no column names; the first row names the columns (input, target, …).")
    twice = sorted({column for column in named if named.count(column) > 1})
    if twice:
        raise QuestionSetError(f"{name}, row 1: the column {twice[0]!r} is there twice; rename one.")
    if len(named) > COLUMNS_AT_MOST:
        raise QuestionSetError(f"{name} has {len(named)} columns; up to {COLUMNS_AT_MOST} are read.")


def _records(text: str, delimiter: str, name: str) -> list[tuple[str, list[str]]]:
    """Records with the name of their row; a quoted line break does not start a new row."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    records: list[tuple[str, list[str]]] = []
    number = 0
    while True:
        starts_at = reader.line_num + 1
        try:
            record = next(reader, None)
        except csv.Error as error:
            where = f"row {number + 1} (line {starts_at})"
            raise QuestionSetError(
                f'{name}, {where}: {error}. A quoted field must end with a quote; write "" for a quote inside it.'
            ) from error
        if record is None:
            return records
        number += 1
        if not records and all(not cell.strip() for cell in record):
            continue  # blank rows above the header
        records.append((f"row {number}" if starts_at == number else f"row {number} (line {starts_at})", record))
        _bound_rows(len(records) - 1, name)


def _delimiter(text: str) -> str:
    """The delimiter that stands most often, outside quotes, in the first record; a comma when there is none."""
    counts = dict.fromkeys(_DELIMITERS, 0)
    quoted = False
    for character in text.lstrip("\ufeff\r\n"):
        if character == '"':
            quoted = not quoted
        elif character == "\n" and not quoted:
            break
        elif character in counts and not quoted:
            counts[character] += 1
    return max(_DELIMITERS, key=lambda delimiter: counts[delimiter])


def _bound_rows(count: int, name: str) -> None:
    if count > ROWS_AT_MOST:
        raise QuestionSetError(f"{name} has more than {ROWS_AT_MOST:,} rows; split it or take a sample.")
