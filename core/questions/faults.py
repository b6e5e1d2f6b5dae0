"""Faults of a question file, each named by its row and column.

A file is read to its end before anything is raised, so that a person mends
all faults in one go; the list is capped, because a wrong delimiter breaks
every row in the same way.
"""

from dataclasses import dataclass, field

from core.errors import QuestionSetError

LISTED_AT_MOST = 20


@dataclass(frozen=True)
class Fault:
    where: str  # "row 3", "line 7", "item 2"
    column: str  # "" where the whole row is meant
    text: str  # what is wrong and what to do

    def __str__(self) -> str:
        place = f"{self.where}, column {self.column!r}" if self.column else self.where
        return f"{place}: {self.text}"


@dataclass
class Faults:
    """Collects faults of one source and raises them together."""

    name: str
    found: list[Fault] = field(default_factory=list)

    def add(self, where: str, column: str, text: str) -> None:
        self.found.append(Fault(where, column, text))

    def raise_if_any(self) -> None:
        """Raise QuestionSetError with up to 20 faults, one a line, and the count of the rest."""
        if not self.found:
            return
        count = "1 fault" if len(self.found) == 1 else f"{len(self.found)} faults"
        lines = [f"{self.name} has {count}:", *(f"- {fault}" for fault in self.found[:LISTED_AT_MOST])]
        if len(self.found) > LISTED_AT_MOST:
            lines.append(f"- … and {len(self.found) - LISTED_AT_MOST} more")
        raise QuestionSetError("\n".join(lines))
