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
from collections.abc import Callable, Sequence

from core.cards.benchmark_mentions import names_test
from core.cards.name_words import looks_like_model
from core.cards.settings import is_setting
from core.cards.values import is_missing, parse_value

_FENCES = ("```", "~~~")
_QUOTED = re.compile(r"^ {0,3}(?:> ?){0,3}")
_BREAK = re.compile(r"(?:\\|<br ?/?>)\s*$")
_RULER = re.compile(r"(?:[-=]{3,}[\s|+]{0,8}){1,20}")
_MARKED = re.compile(r"[#|<]|[-*+•] |\d{1,3}[.)] ")  # a title, a row of pipes, HTML or an item of a list
_GAPS = re.compile(r"\s{2,}")
_PIECE = re.compile(r"\S+(?: \S+)*")
_PRE = re.compile(r"\s*<pre\b[^<>]{0,200}>\s*(?:<code\b[^<>]{0,200}>)?\s*", re.IGNORECASE)
_PRE_END = re.compile(r"\s*(?:</code\s*>)?\s*</pre\s*>\s*", re.IGNORECASE)
_MOST_CHARS, _MOST_CELL = 400, 60
_FIRST_ROWS, _MOST_ROWS, _MOST_GAPS = 4, 256, 8

# What may hold columns apart, the surest first; a bar at the edge of a line is Markdown's own.
_SPLITS: tuple[tuple[str, Callable[[str], list[str]]], ...] = (
    ("|", lambda line: line.split("|")),
    ("\t", lambda line: line.split("\t")),
    ("\t", lambda line: re.split(r"\t+", line.strip())),
    (";", lambda line: line.split(";")),
    ("  ", lambda line: _GAPS.split(line.strip())),
    (",", lambda line: line.split(",")),
    (" / ", lambda line: line.split(" / ")),
)
_SURE = ("\t", "  ", "|")


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
    ruled = _RULER.fullmatch(_bare(lines[below]).strip()) is not None
    below += ruled
    head = _bare(lines[at])
    rows = _rows(lines[below : below + _FIRST_ROWS])
    table = _by_separator(head, rows) or _by_numbers(head, rows)
    most = _FIRST_ROWS
    while table and len(table) >= len(rows) == most < _MOST_ROWS:  # it may go on
        most *= 4
        rows = _rows(lines[below : below + most])
        table = _by_separator(head, rows) or _by_numbers(head, rows)
    if table:
        written = [table[0], *table[1:]]
        places = [at, *range(below, below + len(table) - 1)]
        for place, cells in zip(places, written, strict=True):
            quoted = _QUOTED.match(lines[place])
            mark = quoted[0] if quoted and ">" in quoted[0] else ""
            lines[place] = f"{mark}| {' | '.join(cell.strip() for cell in cells)} |"
            if ruled and place == at:
                lines[at + 1] = f"{mark}|{'---|' * len(cells)}"
        end = below + len(table) - 1
    elif rows and _names_tests(head) and all(_ends_in_numbers(row, 2) for row in rows[:1]):
        end = below
        lines[at:end] = [""] * (end - at)
    else:
        return at + 1
    # Further rows of the same table, with a cell too few or too many.
    while end < len(lines) and lines[end].strip() and _ends_in_numbers(row := _bare(lines[end])):
        if "  " not in row.strip() and "\t" not in row and not _ends_in_numbers(row, 2):
            break
        unread.append(end + 1)
        lines[end] = ""
        end += 1
    return end


def _rows(lines: Sequence[str]) -> list[str]:
    """The lines that may be rows, up to the first that cannot."""
    rows: list[str] = []
    for line in lines:
        if not line.strip() or len(line) > _MOST_CHARS or _MARKED.match(row := _bare(line)):
            break
        if not (_digit(row) or _is_section(row)):
            break
        rows.append(row)
    return rows


def _by_separator(head: str, rows: Sequence[str]) -> list[list[str]] | None:
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
            if len(cells) == 1 and sure and goes_on and _is_section(row):
                cells = [row, *("" for _ in names[1:])]
            elif len(cells) != len(names) or not _is_row(cells, sure, tests_alone=all(map(names_test, names))):
                break
            table.append(cells)
        labels = [cells[0] for cells in table[1:]]
        if (
            any(_is_value(cell) and cell for cells in table[1:] for cell in map(str.strip, cells[1:]))
            and (sure or _is_corner(names[0]))
            and any(names_test(cell.strip(" *")) for cell in (*names[1:], *labels))
        ):
            return table
    return None


def _are_settings(cells: Sequence[str]) -> bool:
    return any(map(str.strip, cells)) and all(not cell.strip() or is_setting(cell.strip()) for cell in cells)


def _are_aligned(head: str, names: Sequence[str], rows: Sequence[str]) -> bool:
    """True where a full row among the first stands with each of its cells under a name."""
    full = [cells for row in rows[:_MOST_GAPS] if len(cells := _GAPS.split(row.strip())) == len(names)]
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


def _by_numbers(head: str, rows: Sequence[str]) -> list[list[str]] | None:
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
        if not all(map(_is_value, values)) or not (label or alone) or (label and _is_value(label[-1]) and not ordinal):
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
    if tests_alone and all(_is_value(cell.strip(" *")) for cell in cells):
        return True  # the numbers of one model below the names of tests
    if not label or len(label) > _MOST_CELL or not re.search(r"[^\W\d_]", label):
        return False
    values = sum(_is_value(cell.strip(" *")) for cell in cells[1:])
    number = any(_digit(cell) for cell in cells[1:])
    if sure:
        return number and values > 0 and all(len(cell) <= _MOST_CELL for cell in cells)
    return number and values == len(cells) - 1 and not _is_value(label.split()[-1])


def _is_section(row: str) -> bool:
    """A short line without a number, which titles the rows below it."""
    return len(row) <= 40 and len(row.split()) <= 4 and not _digit(row) and row.rstrip()[-1:] not in (".", ",", ";")


def _is_name(word: str) -> bool:
    return names_test(word.strip(" *")) or looks_like_model(word.strip(" *"))


def _is_corner(cell: str) -> bool:
    return len(cell.split()) <= 3 and not names_test(cell.strip(" *"))


def _names_tests(head: str) -> bool:
    """True for a line of names, one of them a test's where gaps part them, and two where single spaces do."""
    gaps = "  " in head.strip() or "\t" in head
    words = [word.strip(" *") for word in (_GAPS.split(head.strip()) if gaps else head.split())]
    return len(words) > 1 and all(len(word) < 30 for word in words) and sum(map(names_test, words)) > (not gaps)


def _ends_in_numbers(row: str, least: int = 1) -> bool:
    words = row.split()
    return len(words) > least and all(_is_value(word) for word in words[-least:]) and _digit(words[-1] + words[-least])


def _is_value(text: str) -> bool:
    text = text.strip("*")
    return parse_value(text) is not None or is_missing(text)


def _digit(text: str) -> bool:
    return any(map(str.isdigit, text))
