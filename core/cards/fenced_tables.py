"""Tables in a block of code: with bars, as Markdown and databases print them, or with tabs and gaps between columns.

A database client prints bars between the columns only, and a ruler without any::

     model     | mmlu | gsm8k
    -----------+------+-------
     Lumen-7B  | 61.2 |  50.1
    (1 row)
"""

import re
from collections.abc import Iterator, Sequence

from core.cards.column_splits import by_separator
from core.cards.grids import Cell
from core.cards.markup import plain
from core.cards.plain_tables import aligned_tables, is_grid_ruler, ruled_tables, separated_tables

_CLIENT_RULER = re.compile(r"\s{0,4}-{2,200}(?:[+|]-{1,200}){1,60}\s*")
_FIRST_ROWS, _MOST_ROWS, _MOST_CHARS = 4, 256, 400


_TURNS = re.compile(r"(?i)\s*#{3,}\s*(?:first|second) turn\s*#{3,}\s*")


def prints_turns(lines: Sequence[str]) -> bool:
    """True for what FastChat prints of MT-Bench, a table for each turn, which need not name the test."""
    return any(line.lstrip().startswith("###") and _TURNS.fullmatch(line[:200]) for line in lines[:_MOST_ROWS])


def piped_tables(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Where each table with bars begins, and its lines."""
    start = 0
    while start < len(lines):
        end = _end_of_printed(lines, start)
        if end > start:
            yield start, list(lines[start:end])
            start = end
            continue
        while end < len(lines) and (lines[end].count("|") >= 2 or (end > start and is_grid_ruler(lines[end][:2000]))):
            end += 1
            if end - start == 1 and not "".join(lines[end : end + 1]).strip():
                end += 1  # an empty line may part the header from its rows
        if end - start >= 2:
            yield start, [text if text.strip() else "|-|" for text in lines[start:end]]
        start = max(end, start + 1)


def _end_of_printed(lines: Sequence[str], at: int) -> int:
    """Where the table ends that a database client printed from this line on; `at` itself where there is none."""
    bars = lines[at].count("|")
    if not bars or at + 2 >= len(lines) or not lines[at + 1].lstrip().startswith("--"):
        return at
    ruler = lines[at + 1][:2000]
    if not _CLIENT_RULER.fullmatch(ruler) or ruler.count("+") + ruler.count("|") != bars:
        return at
    end = at + 2
    while end < len(lines) and lines[end].count("|") == bars:
        end += 1
    return end if end > at + 2 else at


def columns_in_code(lines: Sequence[str], first_line: int) -> list[list[list[Cell]]]:
    """The tables without bars: ruled, of LaTeX or commas, of labels and numbers, or held apart by tabs and gaps."""
    return (
        ruled_tables(lines, first_line)
        or separated_tables(lines, first_line)
        or aligned_tables(lines, first_line)
        or _spaced_tables(lines, first_line)
    )


def _spaced_tables(lines: Sequence[str], first_line: int) -> list[list[list[Cell]]]:
    tables = []
    at = 0
    while at + 1 < len(lines):
        found = _spaced(lines, at)
        if found:
            tables.append([[Cell(plain(text), first_line + at + i) for text in row] for i, row in enumerate(found)])
        at += max(len(found), 1)
    return tables


def _spaced(lines: Sequence[str], at: int) -> list[list[str]]:
    """The cells of the table that begins at a line: names of tests in it, and numbers below or beside them."""
    head = lines[at].strip("\n ")
    if not ("\t" in head or "  " in head) or len(head) > _MOST_CHARS or "|" in head:
        return []
    if not any(map(str.isdigit, lines[at + 1][:_MOST_CHARS])):
        return []
    for most in (_FIRST_ROWS, _MOST_ROWS):
        rows = []
        for line in lines[at + 1 : at + 1 + most]:
            if not line.strip() or len(line) > _MOST_CHARS:
                break
            rows.append(line)
        table = by_separator(head, rows) or []
        if len(table) <= _FIRST_ROWS:
            break
    return table
