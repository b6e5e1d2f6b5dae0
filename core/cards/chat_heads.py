"""Tests of chat that tables write as initials, in the company that tells what they are: "AE2 LC | AE2 WR | AH"."""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.cards.grids import Cell, Table

_ALPACA = re.compile(r"(?i)\s*AE[ -]?2(?:\.0)?(?P<way>[ -(]{1,2}(?:LC|WR|length[- ]controlled|win ?rate)\b.{0,12})?\s*")
_ARENA = re.compile(r"\s*AH(?P<way>[ -(]{1,2}(?:WR|SC|v\d(?:\.\d)?)\b.{0,12})?\s*")
_MOST = 60  # labels of an axis looked at


def with_full_names(table: Table) -> Table:
    """The table with the names spelled out; AH alone may be anything."""
    heads = [cell.text for row in table.rows[:2] for cell in row[:_MOST]]
    labels = [row[0].text for row in table.rows[:_MOST] if row]
    short = {text for text in (*heads, *labels) if len(text) < 30 and text.lstrip()[:1] in ("A", "a")}
    if not any(map(_ALPACA.fullmatch, short)) or sum(_full_name(text) is not None for text in short) < 2:
        return table
    rows = tuple(
        tuple(_spelled_out(row) if i < 2 else [*_spelled_out(row[:1]), *row[1:]]) for i, row in enumerate(table.rows)
    )
    return replace(table, rows=rows)


def _spelled_out(cells: Sequence[Cell]) -> list[Cell]:
    return [replace(cell, text=name) if (name := _full_name(cell.text)) else cell for cell in cells]


def _full_name(text: str) -> str | None:
    if len(text) > 30:
        return None
    if match := _ALPACA.fullmatch(text):
        return f"AlpacaEval 2{match['way'] or ''}"
    match = _ARENA.fullmatch(text)  # whose one score is a win rate
    return f"Arena-Hard{(match['way'] or '').replace('WR', 'win rate')}" if match else None
