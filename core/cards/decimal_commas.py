"""Numbers such as "61,234", which are 61.234 where the writer's decimal sign is a comma, and else 61234.

A cell alone cannot tell, so the table does: another cell is surely a decimal ("61,2", "0,512"), or what is measured
by a percentage would be far beyond 100.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from core.cards.grids import Cell
from core.cards.table_words import VALUE_HEADER
from core.catalogue.benchmark_names import find_benchmark
from core.catalogue.benchmarks import ScaleKind

_OPEN = re.compile(r"([-+]?[1-9]\d?),(\d{3})(?=\s?%?[\s*†‡)(±]{0,4}$|\s?[±(])")  # thousands, or three decimals
_DECIMAL = re.compile(r"(?<![\d.,])(?:0,\d{1,6}|\d{1,3},(?:\d{1,2}|\d{4,6}))(?![\d.,])")
_POINT = re.compile(r"(?<![\d.,])\d{1,4}\.\d")
_SAMPLE = 400  # cells that show which sign a table uses


def has_decimal_commas(
    body: Sequence[Sequence[Cell]], headers: Sequence[str], names_model: Callable[[str], bool]
) -> bool:
    """True for a table whose numbers with a comma before three digits are decimals."""
    found = [
        (cell, header, row)
        for row in body[:_SAMPLE]
        for cell, header in zip(row, headers, strict=False)
        if "," in cell.text and len(cell.text) < 40 and _OPEN.match(cell.text.strip("*_ "))
    ]
    if not found:
        return False
    cells = [cell.text for row in body[:_SAMPLE] for cell in row if len(cell.text) < 40]
    if any(map(_POINT.search, cells)):
        return False
    if any(map(_DECIMAL.search, cells)):
        return True
    # Below "Rows" or "Examples" stands how large a set is, below a model or "Score" what was reached on it.
    return all(
        _is_share(header)
        or ((VALUE_HEADER.match(header) or names_model(header)) and any(_is_share(other.text) for other in row))
        for _, header, row in found[:20]
    )


def with_decimal_points(row: Sequence[Cell]) -> tuple[Cell, ...]:
    """The row with "61.234" for "61,234"."""
    return tuple(
        replace(cell, text=_OPEN.sub(r"\1.\2", cell.text))
        if "," in cell.text and _OPEN.match(cell.text.strip("*_ "))
        else cell
        for cell in row
    )


def _is_share(label: str) -> bool:
    known = find_benchmark(label) if len(label) < 80 else None
    return known is not None and known.scale.kind in (ScaleKind.PERCENT, ScaleKind.WIN_RATE)
