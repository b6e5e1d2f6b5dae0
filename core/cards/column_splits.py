"""A header and the lines below it as the cells of a table, by whatever holds the columns apart in plain text.

Gaps, tabs and bars are sure signs; commas and slashes part words of sentences as well, and need plain numbers behind
them. Where single spaces part the columns, there are as many numbers in a row as the header ends in names.
"""

import re
from collections.abc import Callable, Sequence

from core.cards.benchmark_mentions import names_test
from core.cards.name_words import looks_like_model
from core.cards.settings import is_setting
from core.cards.values import is_missing, parse_value

GAPS = re.compile(r"\s{2,}")
_PIECE = re.compile(r"\S+(?: \S+)*")
_MOST_CELL, _MOST_GAPS = 60, 8

# What may hold columns apart, the surest first; a bar at the edge of a line is Markdown's own.
_SPLITS: tuple[tuple[str, Callable[[str], list[str]]], ...] = (
    ("|", lambda line: line.split("|")),
    ("\t", lambda line: line.split("\t")),
    ("\t", lambda line: re.split(r"\t+", line.strip())),
    (";", lambda line: line.split(";")),
    ("  ", lambda line: GAPS.split(line.strip())),
    (",", lambda line: line.split(",")),
    (" / ", lambda line: line.split(" / ")),
)
_SURE = ("\t", "  ", "|")


def by_separator(head: str, rows: Sequence[str]) -> list[list[str]] | None:
    """Where a sign between the cells parts the columns: the header and the rows that have as many cells."""
    for sign, split in _SPLITS:
        if sign not in head.strip(" ") or not rows or sign not in rows[0] or (sign != "|" and "|" in head):
            continue
        names = split(head)
        sure = sign in _SURE
        if len(names) < (2 if sure else 3) or not _are_names(names):
            continue
        table = [names]
        for at, row in enumerate(rows):
            cells = split(row)
            if len(table) == 1 and len(cells) == len(names) + 1 and _is_name(names[0]):
                table[0] = names = ["", *names]  # the labels stand under no name
            if len(table) == 1 and sure and _are_settings(cells) and len(names) - len(cells) in (0, 1):
                table.append(["", *cells][-len(names) :])  # "5-shot  8-shot" below the names of the tests
                continue
            if sign == "  " and 1 < len(cells) < len(names) and _are_aligned(head, names, rows):
                cells = _by_place(head, row) or cells
            goes_on = at + 1 < len(rows) and len(split(rows[at + 1])) == len(names)
            if len(cells) == 1 and sure and goes_on and is_section(row):
                cells = [row, *("" for _ in names[1:])]
            elif len(cells) != len(names) or not _is_row(cells, sure, tests_alone=all(map(names_test, names))):
                break
            table.append(cells)
        labels = [cells[0] for cells in table[1:]]
        if (
            any(is_value(cell) and cell for cells in table[1:] for cell in map(str.strip, cells[1:]))
            and (sure or _is_corner(names[0]))
            and any(names_test(cell.strip(" *")) for cell in (*names[1:], *labels))
        ):
            return table
    return None


def _are_settings(cells: Sequence[str]) -> bool:
    return any(map(str.strip, cells)) and all(not cell.strip() or is_setting(cell.strip()) for cell in cells)


def _are_aligned(head: str, names: Sequence[str], rows: Sequence[str]) -> bool:
    """True where a full row among the first stands with each of its cells under a name."""
    full = [cells for row in rows[:_MOST_GAPS] if len(cells := GAPS.split(row.strip())) == len(names)]
    return bool(full) and any(_by_place(head, row) in full for row in rows[:_MOST_GAPS])


def _by_place(head: str, row: str) -> list[str] | None:
    """The cells of a row with gaps, each under the name above it: a missing number leaves its place empty."""
    columns = [found.span() for found in _PIECE.finditer(head)]
    cells = [""] * len(columns)
    for found in _PIECE.finditer(row):
        under = [j for j, (start, end) in enumerate(columns) if start < found.end() and found.start() < end]
        if len(under) != 1 or cells[under[0]]:
            return None
        cells[under[0]] = found[0]
    return cells


def by_numbers(head: str, rows: Sequence[str]) -> list[list[str]] | None:
    """Where single spaces part the columns: as many numbers in each row as the header ends in names."""
    names = head.split()
    width = next((i for i, name in enumerate(reversed(names)) if not _is_name(name)), len(names))
    if width < 2 or len(names) - width > 2 or any(map(_is_name, names[:-width])):
        return None
    table = [[" ".join(names[:-width]), *names[-width:]]]
    for row in rows:
        words = row.split()
        label, values = words[:-width], words[-width:]
        ordinal = label and label[-1].isdecimal() and len(label) > 1 and len(label[-1]) < 3  # "Lumen 2"
        alone = len(words) == len(names) == width and all(map(names_test, names))  # the numbers of one model
        if not all(map(is_value, values)) or not (label or alone) or (label and is_value(label[-1]) and not ordinal):
            break
        table.append([*([] if alone else [" ".join(label)]), *values])
    if len(table) > 1 and len(table[1]) == width:
        table[0] = names
    return table if len({*map(len, table)}) == 1 < len(table) else None


def _are_names(cells: Sequence[str]) -> bool:
    return all(
        len(cell) <= _MOST_CELL and (j == 0 or cell.strip()) and parse_value(cell.strip()) is None
        for j, cell in enumerate(cells)
    )


def _is_row(cells: Sequence[str], sure: bool, tests_alone: bool) -> bool:
    """A label and values behind it; where the separator is also a mark of sentences, values alone."""
    label = cells[0].strip(" *")
    if tests_alone and all(is_value(cell.strip(" *")) for cell in cells):
        return True  # the numbers of one model below the names of tests
    if not label or len(label) > _MOST_CELL or not re.search(r"[^\W\d_]", label):
        return False
    values = sum(is_value(cell.strip(" *")) for cell in cells[1:])
    number = any(has_digit(cell) for cell in cells[1:])
    if sure:
        return number and values > 0 and all(len(cell) <= _MOST_CELL for cell in cells)
    return number and values == len(cells) - 1 and not is_value(label.split()[-1])


def is_section(row: str) -> bool:
    """A short line without a number, which titles the rows below it."""
    return len(row) <= 40 and len(row.split()) <= 4 and not has_digit(row) and row.rstrip()[-1:] not in (".", ",", ";")


def _is_name(word: str) -> bool:
    return names_test(word.strip(" *")) or looks_like_model(word.strip(" *"))


def _is_corner(cell: str) -> bool:
    return len(cell.split()) <= 3 and not names_test(cell.strip(" *"))


def names_tests(head: str) -> bool:
    """True for a line of names, one of them a test's where gaps part them, and two where single spaces do."""
    gaps = "  " in head.strip() or "\t" in head
    words = [word.strip(" *") for word in (GAPS.split(head.strip()) if gaps else head.split())]
    return len(words) > 1 and all(len(word) < 30 for word in words) and sum(map(names_test, words)) > (not gaps)


def ends_in_numbers(row: str, least: int = 1) -> bool:
    """True for a label and at least so many numbers behind it."""
    words = row.split()
    return (
        len(words) > least and all(is_value(word) for word in words[-least:]) and has_digit(words[-1] + words[-least])
    )


def holds_numbers(row: str) -> bool:
    """True for a line that ends in two numbers, or has two between its gaps: "Lumen-7B   61.2   50.1   (ours)"."""
    if ends_in_numbers(row, 2):
        return True
    return "  " in row and sum(has_digit(cell) and is_value(cell) for cell in GAPS.split(row.strip())) > 1


def is_value(text: str) -> bool:
    text = text.strip("*")
    return parse_value(text) is not None or is_missing(text)


def has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))
