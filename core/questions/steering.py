"""The metadata that steers how a question is drawn and asked, and what a value of it must be.

Metadata is free: whatever a person or another tool keeps beside a question stays
there. Five names mean something here; a value of another kind would be passed
over without a word, so the check of a set names it.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

LEVEL_AT_MOST = 99
MAX_TOKENS_AT_MOST = 1_000_000  # more than any context of today holds

STEERING = ("level", "family", "instruction", "max_tokens", "keep_order")


def read_cell(name: str, cell: Any) -> Any:
    """The value of a spreadsheet's cell, where numbers and truth values come as text.

    >>> read_cell("level", "2"), read_cell("max_tokens", "abc"), read_cell("keep_order", "TRUE")
    (2, 'abc', True)
    """
    text = cell.strip() if isinstance(cell, str) else ""
    if name == "level" and (found := re.fullmatch(r"(?:level|stufe|niveau)\s*(\d{1,2})", text, re.IGNORECASE)):
        return int(found[1])
    if name in ("level", "max_tokens") and text.isdecimal() and len(text) <= 9:
        return int(text)
    if name == "keep_order" and text.lower() in ("true", "yes", "1"):
        return True
    return False if name == "keep_order" and text.lower() in ("false", "no", "0") else cell


def faults_in_metadata(metadata: Mapping[str, Any]) -> list[str]:
    """What would be passed over, a sentence each; [] when every steering value can be used.

    >>> faults_in_metadata({"max_tokens": -1})
    ['the metadata "max_tokens" must be a whole number from 1 to 1,000,000, not -1; the budget would be the usual one']
    """
    found = []
    for name, wanted, consequence, fits in _RULES:
        value = metadata.get(name)
        if value is not None and not fits(value):
            shown = repr(value)
            shown = shown if len(shown) <= 60 else shown[:59] + "…"
            found.append(f'the metadata "{name}" must be {wanted}, not {shown}; {consequence}')
    return found


def _is_whole(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


# name, what it must be, what happens otherwise, whether a value is that
_RULES: tuple[tuple[str, str, str, Callable[[Any], bool]], ...] = (
    (
        "level",
        "a small whole number such as 1, 2 or 3",
        "the draw would not balance it",
        lambda value: _is_whole(value, 0, LEVEL_AT_MOST),
    ),
    (
        "family",
        "a text",
        "the question would stand for itself",
        lambda value: isinstance(value, str),
    ),
    (
        "instruction",
        "a text",
        "the usual sentence would be shown",
        lambda value: isinstance(value, str),
    ),
    (
        "max_tokens",
        f"a whole number from 1 to {MAX_TOKENS_AT_MOST:,}",
        "the budget would be the usual one",
        lambda value: _is_whole(value, 1, MAX_TOKENS_AT_MOST),
    ),
    (
        "keep_order",
        "true or false",
        "the choices would be shuffled",
        lambda value: isinstance(value, bool),
    ),
)
