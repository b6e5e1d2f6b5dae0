"""Tables as plain grids: every row equally long, spans repeated, text without markup."""

import re
from dataclasses import dataclass

from bs4 import BeautifulSoup, Tag

from core.cards.markup import is_bold, plain
from core.errors import CardError

MAX_COLUMNS = 200
MAX_CELLS = 60_000
MAX_UNCLOSED = 500


@dataclass(frozen=True)
class Cell:
    text: str
    line: int
    bold: bool = False
    spanned: bool = False  # repeated here by a rowspan or colspan


@dataclass(frozen=True)
class Table:
    rows: tuple[tuple[Cell, ...], ...]
    header_rows: int
    line: int
    origin: str  # markdown, html, fence
    headings: tuple[str, ...] = ()
    intro: str = ""  # the sentences just above
    outro: str = ""  # the sentences just below

    @property
    def last_line(self) -> int:
        return max((row[-1].line for row in self.rows if row), default=self.line)

    @property
    def columns(self) -> int:
        return max((len(row) for row in self.rows), default=0)


def rows_of_pipes(lines: list[str], first_line: int) -> list[list[Cell]]:
    """Rows of a pipe table written as text, for instance inside a code fence; ruler lines are left out."""
    rows: list[list[Cell]] = []
    for offset, line in enumerate(lines):
        if re.fullmatch(r"[\s|:+=-]+", line):
            continue
        parts = re.split(r"(?<!\\)\|", line.strip().removeprefix("|").removesuffix("|"))
        rows.append([Cell(plain(part), first_line + offset, is_bold(part.strip())) for part in parts[:MAX_COLUMNS]])
    return rows


def tables_of_html(text: str, first_line: int) -> list[Table]:
    """The outermost table of an HTML piece, with rowspan and colspan unfolded."""
    if text.count("<") - text.count(">") > MAX_UNCLOSED:
        raise CardError(f"Line {first_line}: the table has hundreds of tags without an end and is not read. Mend them.")
    soup = BeautifulSoup(text, "html.parser")
    table = soup.find("table")
    if not isinstance(table, Tag):
        return []
    rows: list[list[Cell]] = []
    held: dict[int, tuple[int, Cell]] = {}  # column -> rows still to fill, cell
    header_rows = 0
    cells = 0
    for row in table.find_all("tr"):
        line = first_line + (row.sourceline or 1) - 1
        out: list[Cell] = []
        head = True
        for box in row.find_all(["td", "th"], recursive=False):
            _fill_held(out, held)
            cell = _cell(box, first_line, line)
            width, height = _span(box, "colspan"), _span(box, "rowspan")
            for extra in range(min(width, MAX_COLUMNS - len(out))):
                column = len(out)
                out.append(cell if extra == 0 else Cell(cell.text, cell.line, cell.bold, spanned=True))
                if height > 1:
                    held[column] = (height - 1, Cell(cell.text, cell.line, cell.bold, spanned=True))
            head = head and (box.name == "th" or not cell.text)
        _fill_held(out, held)
        cells += len(out)
        if cells > MAX_CELLS:
            raise CardError(f"Line {first_line}: the table has more than {MAX_CELLS:,} cells and is not read.")
        if out:
            rows.append(out)
            if (head or row.find_parent("thead")) and header_rows == len(rows) - 1:
                header_rows = len(rows)
    width = max((len(row) for row in rows), default=0)
    padded = tuple((*row, *([Cell("", row[-1].line)] * (width - len(row)))) for row in rows)
    return [Table(padded, max(header_rows, 1), first_line, "html")] if padded else []


def _fill_held(out: list[Cell], held: dict[int, tuple[int, Cell]]) -> None:
    while len(out) in held:
        left, cell = held.pop(len(out))
        if left > 1:
            held[len(out)] = (left - 1, cell)
        out.append(cell)


def _cell(box: Tag, first_line: int, line: int) -> Cell:
    inner = box.decode_contents()[:4000]
    text = plain(re.sub(r"\s+", " ", inner))
    bold = box.name == "td" and bool(text) and is_bold(inner)
    return Cell(text, first_line + (box.sourceline or line) - 1 if box.sourceline else line, bold)


def _span(box: Tag, name: str) -> int:
    value = str(box.get(name, "1"))
    return max(1, min(int(value), 1000)) if value.isdecimal() and len(value) < 6 else 1
