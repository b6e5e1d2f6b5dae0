"""Tables as plain grids: every row equally long, spans repeated, text without markup."""

import re
from dataclasses import dataclass, replace
from functools import cached_property

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString

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
    stack: tuple[str, ...] = ()  # the texts that line breaks part, where there are several


@dataclass(frozen=True)
class Table:
    rows: tuple[tuple[Cell, ...], ...]
    header_rows: int
    line: int
    origin: str  # markdown, html, fence
    headings: tuple[str, ...] = ()
    intro: str = ""  # the sentences just above
    outro: str = ""  # the sentences just below
    caption: str = ""  # the last sentence above, where it stands right over the table
    part: str = ""  # the caption, where the table goes on with the one above it: "Second turn"

    def __post_init__(self) -> None:
        """Rows that end early are filled with blank cells, as a browser shows them."""
        width = max((len(row) for row in self.rows), default=0)
        if any(len(row) < width for row in self.rows):
            object.__setattr__(self, "rows", tuple(_filled(row, width, self.line) for row in self.rows))

    @property
    def last_line(self) -> int:
        return max((row[-1].line for row in self.rows if row), default=self.line)

    @cached_property
    def columns(self) -> int:
        return max((len(row) for row in self.rows), default=0)


def _filled(row: tuple[Cell, ...], width: int, line: int) -> tuple[Cell, ...]:
    return (*row, *[Cell("", row[-1].line if row else line, False)] * (width - len(row)))


_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_NUMBER = re.compile(r"\W*\d[\d.,]*\s?%?\W*|[-–—\s]*")


def cell_of(markup: str, line: int, *, bold: bool) -> Cell:
    """A cell from its Markdown or HTML; bold says whether it is set so as a whole."""
    parts = tuple(plain(part) for part in _BREAK.split(markup)) if "<br" in markup.casefold() else ()
    return Cell(plain(markup), line, bold, stack=parts if len(parts) > 1 else ())


def unstacked(rows: list[list[Cell]]) -> list[list[Cell]]:
    """Rows that stack several tests in one, "A<br>B" beside "61.5<br>55.0", as a row for each."""
    out: list[list[Cell]] = []
    for row in rows:
        heights = {len(cell.stack) for cell in row if cell.stack and all(map(_NUMBER.fullmatch, cell.stack))}
        height = heights.pop() if len(heights) == 1 else 0
        named = [cell for cell in row if len(cell.stack) == height and not all(map(_NUMBER.fullmatch, cell.stack))]
        if not height or not named:
            out.append(row)
            continue
        for i in range(height):
            out.append(
                [replace(cell, text=cell.stack[i], stack=()) if len(cell.stack) == height else cell for cell in row]
            )
    return out


def without_empty_header(rows: list[list[Cell]]) -> list[list[Cell]]:
    """The rows from the first that holds a word; a table may begin with a header left blank.

    The blank one stays where numbers follow at once: they have no names, and are none themselves.
    """
    first = next((i for i, row in enumerate(rows) if any(cell.text for cell in row)), 0)
    if not first:
        return rows
    numbers = [bool(_NUMBER.fullmatch(cell.text)) and any(map(str.isdigit, cell.text)) for cell in rows[first][1:]]
    return rows[first - 1 if numbers and all(numbers) else first :]


def continued(tables: list[Table]) -> list[Table]:
    """Each table that goes on with the one just above it, under a title of its own, with that one's introduction."""
    found: list[Table] = []
    for table in tables:
        above = found[-1] if found else None
        title = table.caption.strip(" #*=-:")
        if (
            above
            and 0 < table.line - above.last_line <= 5
            and table.headings == above.headings
            and 0 < len(title) <= 30
            and [table.rows[0][0].text, table.rows[0][-1].text] == [above.rows[0][0].text, above.rows[0][-1].text]
        ):
            found.append(replace(table, intro=f"{above.intro[-1000:]} {table.intro}", part=title))
        else:
            found.append(table)
    return found


def without_overlong(rows: list[list[Cell]]) -> tuple[list[list[Cell]], list[int]]:
    """The rows of a table without a ruler, and the lines of those with numbers that go on beyond its header.

    Which cell of theirs stands below which name is not to be known.
    """
    width = len(rows[0]) if rows else 0
    fitting = [not (any(cell.text for cell in row[width:]) and any(map(_is_number, row))) for row in rows]
    left_out = [row[0].line for row, fits in zip(rows, fitting, strict=True) if not fits]
    return [row for row, fits in zip(rows, fitting, strict=True) if fits], left_out


def _is_number(cell: Cell) -> bool:
    return any(map(str.isdigit, cell.text)) and _NUMBER.fullmatch(cell.text[:40]) is not None


def rows_of_pipes(lines: list[str], first_line: int) -> list[list[Cell]]:
    """Rows of a pipe table written as text, for instance inside a code fence; ruler lines are left out."""
    rows: list[list[Cell]] = []
    for offset, line in enumerate(lines):
        if re.fullmatch(r"[\s|:+=-]+", line):
            continue
        parts = re.split(r"(?<!\\)\|", line.strip().removeprefix("|").removesuffix("|"))
        rows.append([cell_of(part, first_line + offset, bold=is_bold(part.strip())) for part in parts[:MAX_COLUMNS]])
    return unstacked(rows)


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
    heads = {id(row) for part in table.find_all("thead") for row in part.find_all("tr")}
    for row in table.find_all("tr"):
        line = first_line + (row.sourceline or 1) - 1
        out: list[Cell] = []
        head = True
        for box in row.children:
            if not isinstance(box, Tag) or box.name not in ("td", "th"):
                continue
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
            if (head or id(row) in heads) and header_rows == len(rows) - 1:
                header_rows = len(rows)
    rows = unstacked(rows)
    width = max((len(row) for row in rows), default=0)
    padded = tuple((*row, *([Cell("", row[-1].line)] * (width - len(row)))) for row in rows)
    return [Table(padded, max(header_rows, 1), first_line, "html")] if padded else []


def _fill_held(out: list[Cell], held: dict[int, tuple[int, Cell]]) -> None:
    while len(out) in held:
        left, cell = held.pop(len(out))
        if left > 1:
            held[len(out)] = (left - 1, cell)
        out.append(cell)


def _inner(box: Tag) -> str:
    """What stands in a cell, markup and all; most cells hold a plain text, which needs no second rendering."""
    only = box.contents[0] if len(box.contents) == 1 else None
    if type(only) is NavigableString and not ("<" in only or ">" in only or "&" in only):
        return str(only)
    return box.decode_contents()


def _cell(box: Tag, first_line: int, line: int) -> Cell:
    inner = _inner(box)[:4000]
    at = first_line + (box.sourceline or line) - 1 if box.sourceline else line
    cell = cell_of(re.sub(r"\s+", " ", inner), at, bold=box.name == "td" and is_bold(inner))
    return cell if cell.text or not cell.bold else replace(cell, bold=False)


def _span(box: Tag, name: str) -> int:
    value = str(box.get(name, "1"))
    return max(1, min(int(value), 1000)) if value.isdecimal() and len(value) < 6 else 1
