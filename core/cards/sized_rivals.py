"""Rivals whose size only a table tells: "surpasses Quill" in prose, and a row "Quill | 540B" with lower values.

A column of parameters gives the sizes, or the names of the rows do ("Quill-13b",
"Quill-70b"): then all members of the family in that table must be beaten. A rival counts as beaten there when the
own row's values are the higher ones in most of the columns that both fill.
"""

import re

from core.cards.comparison_words import BEATS, MATCHES
from core.cards.evidence import Evidence
from core.cards.grids import Table
from core.cards.name_match import Match
from core.cards.vocabulary import OBJECT_FIRST

_SIZES = re.compile(
    r"(?i)\W*(?:#\s?|num(?:ber)?\.? (?:of )?|no\. (?:of )?|model |total )?"
    r"(?:param(?:eter)?s?\.?(?: count| size)?|size|scale)\W*(?:\(?[bm]\)?|\(billions?\))?\W*|"
    r"(?:模型)?(?:参数量?|规模|大小|参数规模)\W*|(?:모델 )?(?:파라미터(?: ?수)?|크기|규모)\W*|"
    r"(?:モデル)?(?:パラメータ数?|サイズ)\W*"
)
_NO_VALUES = re.compile(
    r"(?i)\W*(?:rank(?:ing)?|place|position|turns?|year|date|shots?|context(?: length)?|licen[cs]e|no\.?|tokens|"
    r"排名|名次|年份|순위|順位)?\W*"
)
_SIZE = re.compile(r"(?i)\W*(\d{1,4}(?:\.\d+)?)\s?(?:b|billion)\W*")
_VALUE = re.compile(r"\W*(\d{1,4}(?:\.\d+)?)\s?%?\W*")
_MOST_TABLES, _MOST_ROWS = 12, 120
_MUCH_LARGER = 1.25


def find_larger_rivals(evidence: Evidence) -> frozenset[str]:
    """Names of rivals that a table lists at a larger size than any of the own models there, and at lower values."""
    tables = evidence.document.tables[:_MOST_TABLES]
    return frozenset(
        name for table in tables for name in (_larger_in(evidence, table) or _families_in(evidence, table))
    )


_NAMED_SIZE = re.compile(r"(?i)(?P<family>[a-z][\w.-]{2,30}(?: [\w.-]{1,12}){0,2}?)[-_ ](?P<size>\d{1,3}(?:\.\d+)?)b\b")


def _families_in(evidence: Evidence, table: Table) -> list[str]:
    """Families whose rows are named after sizes, the largest far above the own one, and all of them beaten."""
    own: list[tuple[float, list[float | None]]] = []
    families: dict[str, list[tuple[float, list[float | None]]]] = {}
    for row in table.rows[1:_MOST_ROWS]:
        texts = [cell.text for cell in row]
        label = texts[0][:80] if texts else ""
        named = _NAMED_SIZE.search(label)
        if named is None:
            continue
        entry = (float(named["size"]), [_value(text) for text in texts])
        if evidence.own.match(label) is not Match.NONE:
            own.append(entry)
        else:
            families.setdefault(named["family"], []).append(entry)
    if not own:
        return []
    largest = max(size for size, _ in own)
    return [
        family
        for family, members in families.items()
        if max(size for size, _ in members) >= _MUCH_LARGER * largest
        and all(any(_higher(mine, values) for _, mine in own) for _, values in members)
    ]


def _larger_in(evidence: Evidence, table: Table) -> list[str]:
    rows = [[cell.text for cell in row] for row in table.rows[:_MOST_ROWS]]
    column = next((j for j, text in enumerate(rows[0]) if len(text) < 40 and _SIZES.fullmatch(text)), None)
    if column is None:
        return []
    other = [j for j, text in enumerate(rows[0]) if j == column or _NO_VALUES.fullmatch(text[:40])]
    emphasised = None if any(_is_own(evidence, row, column) for row in rows[1:]) else _only_bold_row(table, column)
    own: list[tuple[float, list[float | None]]] = []
    rivals: list[tuple[str, float, list[float | None]]] = []
    for i, row in enumerate(rows[1:], start=1):
        size = _SIZE.fullmatch(row[column]) if column < len(row) else None
        label = _label(row, column)
        if not size or not 3 < len(label) < 60:
            continue
        values = [None if j in other else _value(text) for j, text in enumerate(row)]
        if evidence.own.match(label) is Match.NONE and i != emphasised:
            rivals.append((label, float(size[1]), values))
        else:
            own.append((float(size[1]), values))
    largest = max((size for size, _ in own), default=None)
    if largest is None:
        return []
    return [
        label
        for label, size, values in rivals
        if size >= _MUCH_LARGER * largest and any(_higher(mine, values) for _, mine in own)
    ]


def _label(row: list[str], column: int) -> str:
    return next((text for j, text in enumerate(row[:3]) if j != column and len(re.findall(r"[^\W\d_]", text)) > 2), "")


def _is_own(evidence: Evidence, row: list[str], column: int) -> bool:
    return evidence.own.match(_label(row, column)) is not Match.NONE


def _only_bold_row(table: Table, column: int) -> int | None:
    """The one row whose name is set in bold, which is the card's own where no name tells."""
    bold = [
        i
        for i, row in enumerate(table.rows[1:_MOST_ROWS], start=1)
        if any(
            cell.bold and j != column and len(re.findall(r"[^\W\d_]", cell.text)) > 2 for j, cell in enumerate(row[:3])
        )
    ]
    return bold[0] if len(bold) == 1 else None


def _value(text: str) -> float | None:
    match = _VALUE.fullmatch(text)
    return float(match[1]) if match else None


def _higher(mine: list[float | None], theirs: list[float | None]) -> bool:
    pairs = [(a, b) for a, b in zip(mine, theirs, strict=False) if a is not None and b is not None]
    return 2 * sum(a > b for a, b in pairs) > len(pairs) and bool(pairs)


def claims_over(text: str, rivals: frozenset[str]) -> bool:
    """True where a sentence beats or equals one of the rivals, and gives no size of it that could be another.

    >>> claims_over("On arithmetic it surpasses Quill and others.", frozenset({"Quill"}))
    True
    """
    claim = (BEATS.search(text) or MATCHES.search(text)) if rivals and len(text) <= 2500 else None
    if claim is None:
        return False
    beaten, lead = text[claim.end() : claim.end() + 200], text[max(0, claim.start() - 80) : claim.end()]
    return any(
        re.search(_written(name), beaten) is not None
        # Korean and Japanese put the rival first.
        or any(OBJECT_FIRST.match(f"{lead[found.end() :]} ") for found in re.finditer(_written(name), lead))
        for name in rivals
    )


def _written(name: str) -> str:
    """A pattern for the name in prose, where one with a digit or a hyphen may be written otherwise: "GPT3.5turbo"."""
    pieces = [re.escape(piece) for piece in re.split(r"[-_ ]+", name) if piece]
    loose = len(pieces) > 1 and (any(map(str.isdigit, name)) or "-" in name)
    return rf"{'(?i)' * loose}(?<![A-Za-z0-9_-]){'[-_ ]?'.join(pieces)}(?![A-Za-z0-9_])(?![- ]?(?:\d|v\d))"
