"""The first table in a text that was copied from a page or a note: HTML or Markdown.

>>> find_markup_records("| Question | Answer |\\n|---|---|\\n| 2 + 2? | 4 |").records
(('row 1', ['Question', 'Answer']), ('row 2', ['2 + 2?', '4']))
"""

import re
from dataclasses import dataclass
from html.parser import HTMLParser

from core.questions.column_names import ASKING, bare
from core.questions.table_rows import bound_rows

_RULE = re.compile(r"\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)+\|?")
_BAR = re.compile(r"(?<!\\)\|")
_HTML = re.compile(r"<table[\s>]", re.IGNORECASE)


@dataclass(frozen=True)
class MarkedTable:
    records: tuple[tuple[str, list[str]], ...]  # ("row 1", cells); the header first
    notes: tuple[str, ...]


def find_markup_records(text: str) -> MarkedTable | None:
    """The rows of the first HTML or Markdown table; None where there is none."""
    if text.lstrip()[:1] == "<" and _HTML.search(text):
        return _from_html(text)
    return _from_markdown(text)


def _from_html(text: str) -> MarkedTable | None:
    parser = _FirstTable()
    parser.feed(text)
    rows = [row for row in parser.rows if any(cell.strip() for cell in row)]
    note = ("It was read from an HTML table.",) if parser.tables < 2 else (
        f"It was read from the first of {parser.tables} HTML tables; the others were left out.",
    )  # fmt: skip
    return MarkedTable(_numbered(rows), note) if rows else None


class _FirstTable(HTMLParser):
    """Collects the cells of the first table; a table inside a cell is text of that cell."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[list[str]] = []
        self.tables = 0
        self._depth = 0
        self._in_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag == "table":
            self._depth += 1
            self.tables += self._depth == 1
        if self._depth != 1 or self.tables != 1:
            return
        if tag == "tr":
            bound_rows(len(self.rows), "The HTML table")
            self.rows.append([])
            self._in_cell = False
        elif tag in {"td", "th"}:
            if not self.rows:
                self.rows.append([])
            self.rows[-1].append("")
            self._in_cell = True
        elif tag in {"br", "p", "li", "div"} and self._in_cell and self.rows[-1][-1]:
            self.rows[-1][-1] += "\n"

    def handle_endtag(self, tag: str) -> None:
        if tag == "table":
            self._depth = max(0, self._depth - 1)
        if tag in {"td", "th", "tr"} and self._depth == 1:
            self._in_cell = False

    def handle_data(self, data: str) -> None:
        if self._in_cell and self.tables == 1:
            self.rows[-1][-1] += re.sub(r"\s+", " ", data)


def _from_markdown(text: str) -> MarkedTable | None:
    """A line with bars over a line of dashes, and the lines with bars below it."""
    lines = text.split("\n")
    for at in range(1, len(lines)):
        rule, above = lines[at].strip(), lines[at - 1].strip()
        if "|" in above and "-" in rule and len(rule) < 2_000 and _RULE.fullmatch(rule):
            # A table of data inside a question is part of that question.
            asks = any(bare(cell) in ASKING for cell in _cells(above))
            if asks or (above[0] == "|" and not any(line.strip() for line in lines[: at - 1])):
                break
    else:
        return None
    end = next((i for i in range(at + 1, len(lines)) if "|" not in lines[i]), len(lines))
    bound_rows(end - at, "The Markdown table")
    rows = [_cells(line) for line in (lines[at - 1], *lines[at + 1 : end])]
    left = [line.strip() for line in (*lines[: at - 1], *lines[end:]) if line.strip()]
    notes: tuple[str, ...] = ("It was read from a Markdown table.",)
    if left:
        notes += (f"{len(left)} line{'' if len(left) == 1 else 's'} outside the table left out: {left[0][:60]!r} …",)
    return MarkedTable(_numbered(rows), notes)


def _cells(line: str) -> list[str]:
    inside = line.strip().removeprefix("|")
    inside = inside[:-1] if inside.endswith("|") and not inside.endswith("\\|") else inside
    return [re.sub(r"<br ?/?>", "\n", cell.replace("\\|", "|").strip()) for cell in _BAR.split(inside)]


def _numbered(rows: list[list[str]]) -> tuple[tuple[str, list[str]], ...]:
    return tuple((f"row {number}", row) for number, row in enumerate(rows, start=1))
