"""Tables that stand in running text without Markdown's signs: columns held apart by spaces, tabs, commas or bars.

Pasted from a terminal or a spreadsheet they look like this, and Markdown glues them into one sentence in which a
number stands beside the test of another column::

    Model        MMLU   GSM8K
    Lumen-7B     61.2   50.1
    Rival-7B     60.1   41.0

They are rewritten as tables of pipes, line by line. Rows that do not fit the names above them are taken out and told
to be unread: nobody can say which test a number of theirs belongs to.
"""

import re
from collections.abc import Sequence

from core.cards.benchmark_mentions import names_test
from core.cards.column_splits import (
    GAPS,
    by_numbers,
    by_separator,
    ends_in_numbers,
    has_digit,
    holds_numbers,
    is_section,
    is_value,
    names_tests,
)
from core.cards.record_lines import MOST_RECORDS, records_as_items
from core.cards.settings import is_setting

_FENCES = ("```", "~~~")
_QUOTED = re.compile(r"^ {0,3}(?:> ?){0,3}")
_BREAK = re.compile(r"(?:\\|<br ?/?>)\s*$")
_RULER = re.compile(r"(?:[-=]{3,}[\s|+]+){0,40}[-=]{3,}[\s|+]*")
_MARKED = re.compile(r"[#|<]|[-*+•] |\d{1,3}[.)] ")  # a title, a row of pipes, HTML or an item of a list
_PRE = re.compile(r"\s*<pre\b[^<>]{0,200}>\s*(?:<code\b[^<>]{0,200}>)?\s*", re.IGNORECASE)
_PRE_END = re.compile(r"\s*(?:</code\s*>)?\s*</pre\s*>\s*", re.IGNORECASE)
_MOST_CHARS = 400
_FIRST_ROWS, _MOST_ROWS = 4, 256


def with_pipes(text: str) -> tuple[str, list[int]]:
    """The text with such tables as rows of pipes, and the numbers of the lines that were taken out as unreadable."""
    lines = text.split("\n")
    unread: list[int] = []
    fence = ""
    at = 0
    while at < len(lines) - 1:
        if not fence and lines[at].lstrip()[:4].casefold() == "<pre":
            _fence_off(lines, at)
        start = lines[at].lstrip()[:3]
        if start in _FENCES:
            fence = start if not fence else "" if start == fence else fence
        elif not fence and lines[at].count(",") > 3 and (items := records_as_items(lines[at : at + MOST_RECORDS])):
            lines[at : at + len(items)] = items
            at += len(items)
            continue
        elif not fence and _may_begin(lines, at):
            at = _rewritten(lines, at, unread)
            continue
        at += 1
    return ("\n".join(lines), unread)


def _fence_off(lines: list[str], at: int) -> None:
    """Text that HTML sets as it stands, between lines of "<pre>" and "</pre>", becomes a block of code."""
    if not _PRE.fullmatch(lines[at][:_MOST_CHARS]):
        return
    for end in range(at + 1, min(len(lines), at + _MOST_ROWS)):
        if "</pre" in lines[end].casefold():
            if _PRE_END.fullmatch(lines[end][:_MOST_CHARS]):
                lines[at] = lines[end] = "~~~"
            return


def _may_begin(lines: Sequence[str], at: int) -> bool:
    """A cheap look: a short line of several words, and below it, or below a ruler, one that ends in a number."""
    head = lines[at]
    if not head or len(head) > _MOST_CHARS or (" " not in head.strip() and "\t" not in head):
        return False
    first = lines[at + 1]
    if first[:400].strip(" >")[:3] in ("---", "===") and at + 2 < len(lines):
        first = lines[at + 2]
    if not first or len(first) > _MOST_CHARS or not any(map(str.isdigit, first[-24:])):
        return False
    if head.startswith(("    ", "\t")) and first.startswith(("    ", "\t")):
        return False  # a block of code, which is read elsewhere
    return not _MARKED.match(_bare(head)) and not _MARKED.match(_bare(first))


def _bare(line: str) -> str:
    """The line without marks of a quotation, of a break at its end and of bold type around all of it."""
    line = _BREAK.sub("", _QUOTED.sub("", line, count=1) if line[:1] in " >" else line)
    return line[2:-2] if line.startswith("**") and line.rstrip(" ").endswith("**") and line.count("**") == 2 else line


def _rewritten(lines: list[str], at: int, unread: list[int]) -> int:
    """Rewrites the table that begins at a line, where one does; the line to go on from."""
    below = at + 1
    ruled = _RULER.fullmatch(_bare(lines[below][:_MOST_CHARS]).strip()) is not None
    below += ruled
    head = _bare(lines[at])
    rows = _rows(lines[below : below + _FIRST_ROWS])
    table = by_separator(head, rows) or by_numbers(head, rows)
    most = _FIRST_ROWS
    while table and len(table) >= len(rows) == most < _MOST_ROWS:  # it may go on
        most *= 4
        rows = _rows(lines[below : below + most])
        table = by_separator(head, rows) or by_numbers(head, rows)
    if not table and not ruled and (listed := _without_header(head, rows)):
        lines[at : at + len(listed)] = listed
        return at + len(listed)
    if table:
        places = [at, *range(below, below + len(table) - 1)]
        for place, cells in zip(places, table, strict=True):
            quoted = _QUOTED.match(lines[place])
            mark = quoted[0] if quoted and ">" in quoted[0] else ""
            lines[place] = f"{mark}| {' | '.join(cell.strip() for cell in cells)} |"
            if ruled and place == at:
                lines[at + 1] = f"{mark}|{'---|' * len(cells)}"
        end = below + len(table) - 1
    elif rows and names_tests(head) and holds_numbers(rows[0]):
        end = below
        lines[at:end] = [""] * (end - at)
    else:
        return at + 1
    # Further rows of the same table, with a cell too few or too many.
    while end < len(lines) and lines[end].strip():
        row = _bare(lines[end])[:_MOST_CHARS]
        if not (ends_in_numbers(row) or holds_numbers(row)):
            break
        if "  " not in row.strip() and "\t" not in row and not ends_in_numbers(row, 2):
            break
        unread.append(end + 1)
        lines[end] = ""
        end += 1
    return end


def _without_header(head: str, rows: Sequence[str]) -> list[str]:
    """Lines of a test, its settings and its number under no header, "MMLU   5-shot   61.2", as items of a list."""
    items = []
    for line in (head, *rows):
        cells = GAPS.split(line.strip()) if "  " in line else line.strip().split("\t")
        *told, value = cells
        if len(cells) < 3 or not is_value(value) or not names_test(told[0]) or not all(map(is_setting, told[1:])):
            break
        items.append(f"- {told[0]} ({', '.join(told[1:])}): {value}")
    return items if len(items) > 1 else []


def _rows(lines: Sequence[str]) -> list[str]:
    """The lines that may be rows, up to the first that cannot."""
    rows: list[str] = []
    for line in lines:
        if not line.strip() or len(line) > _MOST_CHARS or _MARKED.match(row := _bare(line)):
            break
        if not (has_digit(row) or is_section(row)):
            break
        rows.append(row)
    return rows
