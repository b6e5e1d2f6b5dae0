"""Bytes of a question file -> a table of named columns, whatever tool wrote them.

Read are CSV with commas, semicolons, tabs or bars, JSON Lines, JSON as a list or
as an object that holds one, YAML, and the first table of an HTML page or a
Markdown text. Reading is bounded: 20 MB, 20,000 rows, 500 columns.
"""

from core.errors import QuestionSetError
from core.questions.csv_tables import table_from_csv, table_from_records
from core.questions.file_text import SIZE_BYTES_AT_MOST, decode_text, parse_json
from core.questions.json_tables import table_from_json, table_from_json_lines, table_from_value
from core.questions.markup_tables import find_markup_records
from core.questions.table_rows import COLUMNS_AT_MOST, ROWS_AT_MOST, Row, Table, is_blank
from core.questions.yaml_text import parse_yaml

__all__ = [
    "COLUMNS_AT_MOST", "ROWS_AT_MOST", "SIZE_BYTES_AT_MOST", "Row", "Table", "decode_text", "is_blank", "parse_json",
    "read_table",
]  # fmt: skip


def read_table(data: bytes, name: str) -> Table:
    """The rows of a file by column name.

    Raises QuestionSetError when it is too big, no table, or has broken rows,
    each named.
    """
    if len(data) > SIZE_BYTES_AT_MOST:
        raise QuestionSetError(
            f"{name} is larger than {SIZE_BYTES_AT_MOST / 1e6:.0f} MB, the most that a question file may have: "
            "keep the questions to ask, or split it."
        )
    text, notes = decode_text(data, name)
    text = text.replace("\r\n", "\n").replace("\r", "\n")  # a line break inside a cell is one, whoever wrote it
    stripped = text.lstrip()
    if not stripped:
        raise QuestionSetError(f"{name} is empty: give it a header row and at least one question.")
    kind = name.rpartition(".")[2].lower()
    if kind in {"yaml", "yml"}:
        return table_from_value(parse_yaml(text, name), name, notes)
    if kind in {"jsonl", "ndjson"} and stripped[0] in "/#{":
        return table_from_json_lines(text, name, notes)
    if stripped[0] == "{" and _first_line_is_an_object(stripped):
        return table_from_json_lines(text, name, notes)
    if stripped[0] in "[{":
        return table_from_json(stripped, name, notes)
    if (marked := find_markup_records(text)) is not None:
        return table_from_records(marked.records, name, (*notes, *marked.notes))
    return table_from_csv(text, name, notes)


def _first_line_is_an_object(text: str) -> bool:
    try:
        return isinstance(parse_json(text.split("\n", 1)[0]), dict) and "\n" in text.strip()
    except ValueError:
        return False
