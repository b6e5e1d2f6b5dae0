"""Takes recognised parts out of a name, one kind after the other.

What is taken is gone for the patterns that come later, so the order of the
takings decides what a doubtful part is.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from core.models.name_rules import PartKind

_WORD = re.compile(r"[^\s\-_:/()\[\],;@|=]+")


@dataclass(frozen=True)
class NamePart:
    """One recognised part, as it stands in the name, and what it means."""

    text: str
    kind: PartKind
    meaning: str
    start: int = field(default=0, compare=False)
    value: str = ""  # what it is filed under, such as "instruct" for "it"


# From a match: (what it is filed under, what it means), or None to leave it.
Reading = Callable[[re.Match[str]], tuple[str, str] | None]


class NameTaker:
    """A name and what has been taken of it so far."""

    def __init__(self, stem: str) -> None:
        self.stem = stem
        self.pieces: list[NamePart] = []
        self._taken = [False] * len(stem)

    def take(self, pattern: re.Pattern[str], kind: PartKind, read: Reading, most: int = 8) -> list[str]:
        """Take every free match of `pattern` that `read` accepts, and return their values."""
        values: list[str] = []
        for match in pattern.finditer(self.stem):
            if len(values) >= most or not self.is_free(match.start(), match.end()):
                continue
            if (result := read(match)) is not None:
                value, meaning = result
                self.add(match[0], kind, meaning, match.start(), value)
                values.append(value)
        return values

    def add(self, text: str, kind: PartKind, meaning: str, start: int, value: str = "") -> None:
        """A part at `start`; outside the name (-1, or its length) nothing is taken for it."""
        if 0 <= start < len(self.stem):
            self._taken[start : start + len(text)] = [True] * len(text)
        self.pieces.append(NamePart(text, kind, meaning, start, value))

    def is_free(self, start: int, end: int) -> bool:
        return not any(self._taken[start:end])

    def first(self, kind: PartKind, value: str | None = None) -> str | None:
        """The value of the first part of a kind."""
        return next((part.value for part in self.pieces if part.kind is kind and value in (None, part.value)), None)

    def free_words(self) -> Iterator[tuple[int, str]]:
        """Stretches that nobody took, without the separators around them: (start, text)."""
        for word in _WORD.finditer(self.stem):
            start = word.start()
            for position in range(word.start(), word.end() + 1):
                if position == word.end() or self._taken[position]:
                    text = self.stem[start:position]
                    if trimmed := text.strip(".+'\""):
                        yield start + text.index(trimmed), trimmed
                    start = position + 1


def always(value: str, meaning: str) -> Reading:
    """The same reading for every match."""
    return lambda _: (value, meaning)
