"""Tables of facts: a label beside its value, "| Base model | microsoft/phi-2 |", the header row among them.

In a table of several models the value is that of the card's own column.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from core.cards.document import Document
from core.cards.name_match import Match
from core.cards.own_model import OwnModel


@dataclass(frozen=True)
class Fact:
    label: str
    value: str
    line: int


_MOST_LABEL_CHARS = 60


def told_in_tables(document: Document, own: OwnModel) -> Iterator[Fact]:
    """What the tables of a card tell of its own model, label by label."""
    for table in document.tables:
        column = _own_column([cell.text for cell in table.rows[0]], own)
        for row in table.rows:
            if column < len(row) and 1 < len(row[0].text) <= _MOST_LABEL_CHARS and row[column].text:
                label = row[0].text
                for cell in row[1:column]:
                    # "Params | #Activated / #Total | 42B / 1.02T": what stands between is a part of the label.
                    if cell.text and not any(map(str.isdigit, cell.text)):
                        label = f"{label} {cell.text}"
                        break
                yield Fact(label.strip(" *:："), row[column].text, row[0].line)


def _own_column(header: list[str], own: OwnModel) -> int:
    """1 for two columns, else the column under the own name; one that no row has where there is no such column."""
    if len(header) == 2:
        return 1
    matches = [(own.match(text), -column) for column, text in enumerate(header) if column]
    best = max(matches, default=(Match.NONE, -1))
    return -best[1] if best[0] >= Match.STAGE else len(header)
