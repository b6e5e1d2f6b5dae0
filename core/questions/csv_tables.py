"""CSV with any of the usual delimiters -> a table: where its header is, and what to do without one.

A title above the header is left out and said. A first row that reads like a
question is no header: the columns are numbered then, and nothing is lost.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from core.errors import QuestionSetError
from core.questions.choices import column_group
from core.questions.column_names import ANSWERING, ASKING, COLUMN_NAMES, bare
from core.questions.faults import Faults
from core.questions.table_rows import COLUMNS_AT_MOST, Row, Table, bound_rows

_DELIMITERS = ",;\t|"
_TITLE_ROWS_AT_MOST = 5
_QUESTION = re.compile(r"[?？]\s*$")

Record = tuple[str, list[str]]  # ("row 3", its cells)


def table_from_csv(text: str, name: str, notes: tuple[str, ...] = ()) -> Table:
    """Raises QuestionSetError: broken quotes, rows with too many cells, no or doubled column names."""
    first, _, rest = text.lstrip("\ufeff").partition("\n")
    if first.strip().lower().startswith("sep=") and len(first.strip()) == 5:
        text, delimiter = rest, first.strip()[4]
    elif first.startswith("#separator:"):
        text, delimiter = _from_anki(text)
    else:
        delimiter = _delimiter(text)
    records = _records(text, delimiter, name)
    table = table_from_records(records, name, notes, delimiter)
    return replace(table, decimal_comma=delimiter == ";")


def _from_anki(text: str) -> tuple[str, str]:
    """The notes of an Anki export under a header, and their delimiter; its "#key:value" lines say both."""
    lines = text.split("\n")
    told = dict(line[1:].split(":", 1) for line in lines if line.startswith("#") and ":" in line)
    names = {"comma": ",", "semicolon": ";", "tab": "\t", "pipe": "|"}
    delimiter = names.get(told["separator"].strip().lower(), told["separator"].strip()[:1] or "\t")
    notes = [line for line in lines if not line.startswith("#")]
    return "\n".join([told.get("columns", f"Front{delimiter}Back").strip(), *notes]), delimiter


def table_from_records(
    records: Sequence[Record], name: str, notes: tuple[str, ...] = (), delimiter: str = "|"
) -> Table:
    """The records under their header, or under numbered columns where the first row is a question already."""
    at = _header_place(records)
    if at is None:
        width = max(len(record) for _, record in records)
        header = [f"column {number}" for number in range(1, min(width, COLUMNS_AT_MOST) + 1)]
        notes += (f"{name} has no header: its first row is taken as a question. Check which column is what.",)
    else:
        header = [cell.strip() for cell in records[at][1]] if records else []
        if at:
            title = " ".join(cell.strip() for cell in records[0][1] if cell.strip())
            notes += (f"{at} row{'' if at == 1 else 's'} above the header left out: {title[:60]!r}.",)
    while header and not header[-1]:
        header.pop()
    faults = Faults(name)
    _check_header(header, name)
    rows = []
    for where, record in records[0 if at is None else at + 1 :]:
        if all(not cell.strip() for cell in record):
            continue
        if any(cell.strip() for cell in record[len(header) :]):
            said = "put quotes around a field that contains the delimiter"
            faults.add(where, "", f"has {len(record)} cells, the header {len(header)}; {said} {delimiter!r}")
            continue
        cells = dict(zip(header, record, strict=False))
        rows.append(Row(where, {column: cells.get(column, "") for column in header if column}))
    bound_rows(len(rows), name)
    faults.raise_if_any()
    columns = tuple(column for column in header if column)
    return Table(name, columns, tuple(rows), cells_are_text=True, notes=notes, has_header=at is not None)


def names_columns(record: Sequence[str]) -> bool:
    """Whether a row holds names of columns: at least one is known, or several are a row of choices.

    >>> names_columns(["Nr.", "Frage", "Antwort"]), names_columns(["What is 2 + 2?", "4"])
    (True, False)
    """
    cells = [cell.strip() for cell in record[:COLUMNS_AT_MOST]]
    known = any(bare(cell) in COLUMN_NAMES or cell.startswith("__") for cell in cells)
    return known or bool(column_group(cells))


def _header_place(records: Sequence[Record]) -> int | None:
    """The index of the header; None where the first row is a question. Without a sign of either: the first row."""
    if not records or names_columns(records[0][1]):
        return 0
    for at, (_, record) in enumerate(records[1 : _TITLE_ROWS_AT_MOST + 1], start=1):
        bares = {bare(cell) for cell in record[:COLUMNS_AT_MOST]}
        if bares & ASKING and bares & ANSWERING:
            return at
    return None if any(_QUESTION.search(cell) for cell in records[0][1]) else 0


def _check_header(header: list[str], name: str) -> None:
    named = [column for column in header if column]
    if len(named) > COLUMNS_AT_MOST:
        raise QuestionSetError(f"{name} has {len(named):,} columns; up to {COLUMNS_AT_MOST} are read.")
    if not named:
        raise QuestionSetError(f"{name}, row 1: no column names; the first row names the columns (input, target, …).")
    twice = sorted(column for column, count in Counter(named).items() if count > 1)
    if twice:
        raise QuestionSetError(f"{name}, row 1: the column {twice[0]!r} is there twice; rename one.")


def _records(text: str, delimiter: str, name: str) -> list[Record]:
    """Records with the name of their row; a quoted line break does not start a new row."""
    spaced = (
        re.search(rf'^[^"\n]*(?:"[^"\n]*"[^"\n]*)*{re.escape(delimiter)} +"', text[:2_000], re.MULTILINE) is not None
    )
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=spaced)
    records: list[Record] = []
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
        bound_rows(len(records) - 1, name)


def _delimiter(text: str) -> str:
    """The delimiter that stands most often, outside quotes, in the first record that has one; else a comma."""
    counts = dict.fromkeys(_DELIMITERS, 0)
    quoted = False
    for character in text.lstrip("\ufeff\r\n"):
        if character == '"':
            quoted = not quoted
        elif character == "\n" and not quoted:
            if any(counts.values()):
                break
        elif character in counts and not quoted:
            counts[character] += 1
    return max(_DELIMITERS, key=lambda delimiter: counts[delimiter])
