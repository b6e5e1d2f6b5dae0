"""Choices as other tools write them: a list, an object, a cell of text, or a column each.

>>> read_choices({"text": ["red", "blue"], "label": ["1", "2"]})
ChoiceList(texts=('red', 'blue'), labels=('1', '2'), right=())
>>> read_choices("A) red | B) blue").texts
('red', 'blue')
"""

import ast
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.questions.column_names import CHOICE_WORDS, bare
from core.questions.question import LETTERS

_COLUMN = re.compile(rf"(?:(?:{'|'.join(CHOICE_WORDS)})(?:_text)?)?_?([a-j]|\d{{1,2}})")
_LETTERED = re.compile(r"\(?([A-Za-z])(?:[).:]\s+|\)\s*)(.+)", re.DOTALL)


@dataclass(frozen=True)
class ChoiceList:
    texts: tuple[str, ...]
    labels: tuple[str, ...] = ()  # as the file names them: "A", "1", …
    right: tuple[int, ...] = ()  # places marked as right by the file itself


def read_choices(cell: Any) -> ChoiceList:
    """The choices in one cell; empty when it holds none."""
    if isinstance(cell, str):
        cell = _from_text(cell)
    if isinstance(cell, dict):
        return _from_object(cell)
    if not isinstance(cell, (list, tuple)):
        return ChoiceList(())
    if cell and all(isinstance(item, dict) and "text" in item for item in cell):
        labels = tuple(str(item["label"]) for item in cell if "label" in item)
        return ChoiceList(tuple(str(item["text"]) for item in cell), labels if len(labels) == len(cell) else ())
    return ChoiceList(without_letters([_plain(item) for item in cell]))


def column_group(columns: Sequence[str]) -> tuple[str, ...]:
    """Columns that hold one choice each: A, B, C · option_1, option_2 · Antwort A, Antwort B.

    They must start with A, 0 or 1 and go on without a gap.
    """
    groups: dict[str, dict[int, str]] = {}
    for column in columns:
        name = bare(column)
        match = _COLUMN.fullmatch(name)
        if match:
            mark = match[1].upper()
            place = int(mark) if mark.isdigit() else LETTERS.index(mark) + 1
            kind = name[: match.start(1)] + ("9" if mark.isdigit() else "A")
            groups.setdefault(kind, {})[place] = column
    for places in groups.values():
        start = min(places)
        if start <= 1 and len(places) > 1 and sorted(places) == list(range(start, start + len(places))):
            return tuple(places[place] for place in sorted(places))
    return ()


def without_letters(texts: list[str]) -> tuple[str, ...]:
    """Texts without "A) ", "B) ", … where every one has its letter in order."""
    matches = [_LETTERED.fullmatch(text.strip()) for text in texts]
    if texts and all(match and match[1].upper() == LETTERS[i] for i, match in enumerate(matches) if i < len(LETTERS)):
        return tuple(match[2].strip() for match in matches if match)
    return tuple(texts)


def _from_object(cell: dict[Any, Any]) -> ChoiceList:
    texts = next((cell[key] for key in ("text", "choices", "options") if isinstance(cell.get(key), list)), None)
    if texts is not None:
        labels: list[Any] = next((cell[key] for key in ("label", "labels") if isinstance(cell.get(key), list)), [])
        if len(labels) != len(texts):
            labels = []
        if labels and all(label in (0, 1) and not isinstance(label, str) for label in labels):
            return ChoiceList(tuple(map(_plain, texts)), (), tuple(i for i, label in enumerate(labels) if label))
        return ChoiceList(tuple(map(_plain, texts)), tuple(map(str, labels)))
    if len(cell) > 1 and all(isinstance(score, (int, float)) for score in cell.values()) and max(cell.values()) > 0:
        best = max(cell.values())  # BIG-bench: the texts with their scores
        return ChoiceList(tuple(map(str, cell)), (), tuple(i for i, score in enumerate(cell.values()) if score == best))
    letters = [str(key).upper() for key in cell]
    if len(cell) > 1 and letters == list(LETTERS[: len(letters)]):
        return ChoiceList(tuple(_plain(item) for item in cell.values()), tuple(str(key) for key in cell))
    return ChoiceList(())


def _from_text(cell: str) -> Any:
    """A list written as JSON or as Python shows it, else split at line breaks, bars or semicolons."""
    stripped = cell.strip()
    if stripped[:1] in {"[", "{"}:
        for read in (json.loads, ast.literal_eval):
            try:
                return read(stripped)
            except (ValueError, SyntaxError, RecursionError, MemoryError):
                continue
    for delimiter in ("\n", "|", ";"):
        parts = [part.strip() for part in stripped.split(delimiter) if part.strip()]
        if len(parts) > 1:
            return parts
    return None


def _plain(item: Any) -> str:
    return item if isinstance(item, str) else json.dumps(item, ensure_ascii=False, default=str)
