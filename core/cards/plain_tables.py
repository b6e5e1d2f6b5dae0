"""Tables drawn in plain text: pipes in the middle of a paragraph, and columns held apart by spaces.

Scripts print the second kind, with a mark beside the row that matters::

    ########## First turn ##########
                              score
    model             turn
    Lumen-7B   <---   1     5.81250
    Rival-7B          1     4.43750
"""

import re
from collections.abc import Sequence

from core.cards.grids import Cell
from core.cards.markup import plain

_GRID_RULER = re.compile(r"\s{0,8}\+[-=+]{2,}\s*")
_ALIGNED = re.compile(
    r"^\s{0,8}(?P<label>\S.*?)(?:\s+<?-{2,}>?)?\s{2,}(?P<numbers>-?\d[\d.]*%?(?:\s+-?\d[\d.]*%?){0,7})\s*$"
)
# A label that has grown into its number: "Lumen-7B(new)73.45".
_GROWN = re.compile(r"^\s{0,8}(?P<label>\S.*?[)\]*])(?P<numbers>\d[\d.]*%?(?:\s+-?\d[\d.]*%?){0,7})\s*$")
_A_NUMBER = re.compile(r"\|\s*[*_]{0,3}\d{1,4}(?:[.,]\d{1,6})?\s?%?[*_]{0,3}\s*(?:\||$)")
_LETTERS = re.compile(r"[^\W\d_]{2,}")

# A table in a program is what it prints or asks for, and one in a sample was written by the model.
_PROGRAM = re.compile(
    r"(?:py(?:thon\d?|con)?|ipython|js|javascript|ts|typescript|java|c|cpp|c\+\+|go|rust|ruby|php|sql|html)\b"
)
_SAMPLE = re.compile(
    r"(?i)\b(?:examples?|samples?) (?:of (?:the |its |an? )?)?(?:model )?(?:outputs?|responses?|answers?|prompts?|"
    r"inputs?|generations?|conversations?|dialogues?)\b|\b(?:outputs?|responses?|answers?|generat\w+) (?:of|from|by) "
    r"(?:the |our |this )?model\b|\bprompt (?:template|format)\b|\bmodel (?:outputs?|answers?|responds?|replies|"
    r"generates)\b"
)


def is_sample(language: str, lead: str) -> bool:
    """True for a fence that holds a program, or what a model was asked or answered, by its info string and its lead."""
    return bool(_PROGRAM.match(language) or _SAMPLE.search(lead[-200:]))


def is_grid_ruler(line: str) -> bool:
    """True for "+-----+-----+", with which reST and terminals part the rows of a table."""
    return _GRID_RULER.fullmatch(line) is not None


def is_ruler(line: str) -> bool:
    return "--" in line and not line.strip(" \t|:+-")


def pipe_tables(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Where tables stand among the lines of a paragraph: a line with pipes, a ruler, and the rows below it.

    The ruler may be missing where the lines begin with a pipe and the first holds no number.
    """
    found = []
    at = 0
    while at + 1 < len(lines):
        piped = lines[at].count("|") >= 2
        grid = piped and _GRID_RULER.fullmatch(lines[at + 1][:2000]) is not None  # as reST draws tables
        if grid or (piped and lines[at + 1].count("|") >= 2 and is_ruler(lines[at + 1])):
            end = at + 2
            while end < len(lines) and (
                lines[end].count("|") >= 2 or (grid and _GRID_RULER.fullmatch(lines[end][:2000]))
            ):
                end += 1
            found.append((at, end))
            at = end
        elif (end := _end_of_unruled(lines, at)) - at > 1:
            found.append((at, end))
            at = end
        else:
            at += 1
    return found


def _end_of_unruled(lines: Sequence[str], at: int) -> int:
    """Where a table without a ruler ends; `at` itself where none begins there."""
    if lines[at].count("|") < 3 or not lines[at].lstrip().startswith("|") or _A_NUMBER.search(lines[at][:2000]):
        return at
    end = at + 1
    while end < len(lines) and lines[end].count("|") >= 2 and lines[end].lstrip().startswith("|"):
        if is_ruler(lines[end]):
            return end - 1  # the line above it is the header of another table
        end += 1
    return end


def aligned_tables(lines: Sequence[str], first_line: int) -> list[list[list[Cell]]]:
    """Runs of two or more lines of a label and one to eight numbers, each with the header above it."""
    tables = []
    at = 0
    while at < len(lines):
        run: list[tuple[str, list[str]]] = []
        while at + len(run) < len(lines) and (match := _aligned(lines[at + len(run)])):
            run.append((match["label"], match["numbers"].split()))
        run = _of_one_width(run)
        width = len(run[0][1]) if run else 0
        if run and all(len(numbers) == width for _, numbers in run):
            above = lines[max(0, at - 3) : at]
            header = _header(above, width)
            split = [_COUNTED.fullmatch(label) for label, _ in run]
            if header is None and all(split) and (header := _header(above, width + 1)):
                run = [
                    (part["label"], [part["turn"], *numbers])
                    for part, (_, numbers) in zip(split, run, strict=True)
                    if part
                ]
            if header and (len(run) > 1 or _SCORE.search(header[-1])):
                header[-1] += "".join(f" ({title})" for title in _title(lines[max(0, at - 4) : at]))
                rows = [[Cell(text, first_line + at) for text in header]]
                for offset, (label, numbers) in enumerate(run):
                    rows.append([Cell(text, first_line + at + offset) for text in (label, *numbers)])
                tables.append(rows)
        at += max(len(run), 1)
    return tables


_LATEX_ROW = re.compile(
    r"(?P<cells>[^\\&]*(?:\\(?!\\)[^\\&]*|&[^\\&]*){1,120})\\\\\s*(?:\[[^\]]*\])?\s*(?:\\hline)?\s*"
)
_LATEX_RULE = re.compile(r"\s*\\(?:hline|toprule|midrule|bottomrule|cmidrule\S*|cline\S*)\s*")
_MOST_ROWS = 300


def separated_tables(lines: Sequence[str], first_line: int) -> list[list[list[Cell]]]:
    """Tables of LaTeX ("MMLU & 63.2 \\\\") and of commas: runs of two or more rows with as many cells each."""
    tables: list[list[list[Cell]]] = []
    run: list[list[Cell]] = []
    for offset, line in enumerate([*lines, ""]):
        cells = _separated(line[:2000])
        if cells and run and len(cells) != len(run[0]):
            tables, run = ([*tables, run] if len(run) > 1 else tables), []
        if cells and len(run) < _MOST_ROWS:
            run.append([Cell(plain(text), first_line + offset) for text in cells])
        elif not cells and not _LATEX_RULE.fullmatch(line[:200]):
            tables, run = ([*tables, run] if len(run) > 1 else tables), []
    return tables


def _separated(line: str) -> list[str] | None:
    if "&" in line and line.rstrip().endswith(("\\\\", "]", "hline")):
        match = _LATEX_ROW.fullmatch(line)
        return [cell.strip() for cell in match["cells"].split("&")] if match else None
    cells = line.split(",")
    plain_cells = len(cells) > 2 and all(cell.strip() and len(cell) < 60 for cell in cells)
    return [cell.strip() for cell in cells] if plain_cells and not re.search(r"[(){}\[\]=;:\"']", line) else None


_RULED = re.compile(r"\s*-{3,}(?:\s{1,8}-{3,}){1,20}\s*")
_MOST_RULED = 300


def ruled_tables(lines: Sequence[str], first_line: int) -> list[list[list[Cell]]]:
    """Tables whose columns stand under dashes: a header, a line of "-----  ---", and rows until an empty line."""
    tables = []
    for at in range(1, len(lines)):
        if not _RULED.fullmatch(lines[at][:400]) or not lines[at - 1].strip():
            continue
        starts = [found.start() for found in re.finditer(r"-+", lines[at])]
        rows = [_cut(lines[at - 1], starts, first_line + at - 1)]
        for offset, line in enumerate(lines[at + 1 : at + 1 + _MOST_RULED], start=at + 1):
            if not line.strip() or _RULED.fullmatch(line[:400]):
                break
            rows.append(_cut(line, starts, first_line + offset))
        if len(rows) > 1:
            tables.append(rows)
    return tables


def _cut(line: str, starts: Sequence[int], number: int) -> list[Cell]:
    ends = [*starts[1:], len(line)]
    return [Cell(line[start:end].strip(), number) for start, end in zip(starts, ends, strict=True)]


_COUNTED = re.compile(r"(?P<label>\S.*\S) (?P<turn>\d{1,2})")  # one space only before the number of the turn
_SCORE = re.compile(r"(?i)score|win_?rate|acc")
_TITLED = re.compile(r"\s*[#=]{3,}\s*(\w[\w ]{1,30}?)\s*[#=]{3,}\s*")


def _of_one_width(run: list[tuple[str, list[str]]]) -> list[tuple[str, list[str]]]:
    """The rows, the number of the turn taken off the longest label, behind which it stands after one space only."""
    widths = sorted({len(numbers) for _, numbers in run})
    if len(widths) != 2 or widths[1] - widths[0] != 1:
        return run
    split = [(label, _COUNTED.fullmatch(label) if len(numbers) == widths[0] else None) for label, numbers in run]
    return [
        (found["label"], [found["turn"], *numbers]) if found else (label, numbers)
        for (label, found), (_, numbers) in zip(split, run, strict=True)
    ]


def _title(above: Sequence[str]) -> list[str]:
    """ "Second turn" of "########## Second turn ##########" above a table."""
    return [found[1] for line in above if (found := _TITLED.fullmatch(line))][-1:]


def _aligned(line: str) -> re.Match[str] | None:
    match = (_GROWN.match(line[:300]) or _ALIGNED.match(line[:300])) if "|" not in line else None
    return match if match and _LETTERS.search(match["label"]) else None


def _header(above: Sequence[str], width: int) -> list[str] | None:
    """The names of the columns, which may stand on two lines, ordered by where they stand."""
    words: list[tuple[int, str]] = []
    for line in reversed(above):
        if not line.strip() or re.search(r"(?<!\S)-?\d[\d.,]*%?(?!\S)|[#=]{3,}", line):
            break
        words += [(found.start(), found[0]) for found in re.finditer(r"\S+(?: \S+)*", line)]
    header = [word for _, word in sorted(words)]
    if len(header) == width:  # the labels stand under no name
        header.insert(0, "")
    return header if len(header) == width + 1 else None
