"""A table of named columns: what every reader of a file makes, and what a mapping is applied to.

A row is named as the person finds it: spreadsheets count the header as row 1,
JSON Lines count lines, a JSON list counts items. Blank rows are skipped but
counted.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.errors import QuestionSetError
from core.questions.question import QuestionSet

ROWS_AT_MOST = 20_000
COLUMNS_AT_MOST = 500


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
    has_header: bool = True  # False: the columns were named here, "column 1", "column 2", …
    decimal_comma: bool = False  # a spreadsheet that separates its cells by semicolons writes 3,5
    template: str | None = None  # the file's own prompt, with {{column}} in it

    def values(self, column: str) -> list[Any]:
        """The cells of a column that are not blank."""
        cells = (row.cells.get(column) for row in self.rows)
        return [cell for cell in cells if not is_blank(cell)]


def is_blank(cell: object) -> bool:
    return cell is None or (isinstance(cell, str) and not cell.strip())


def bound_rows(count: int, name: str) -> None:
    if count > ROWS_AT_MOST:
        raise QuestionSetError(f"{name} has more than {ROWS_AT_MOST:,} rows; split it or take a sample.")
