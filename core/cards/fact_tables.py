"""Tables of facts: a label beside its value, "| Base model | microsoft/phi-2 |", the header row among them.

In a table of several models the value is that of the card's own column.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.cards.document import Document
from core.cards.name_match import Match
from core.cards.name_words import words_of
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
    if best[0] >= Match.STAGE:
        return -best[1]
    return _column_of_size(header, own) or len(header)


# "| Model | 1B MoE | 8B Dense |": the sizes of a release stand for its members.
_SIZE_ALONE = re.compile(
    r"(?i)\W{0,4}(?P<size>\d{1,4}(?:\.\d{1,2})?[bm])(?:[ -](?:moe|dense|base|chat|instruct|model))?\W{0,4}"
)


def _column_of_size(header: list[str], own: OwnModel) -> int | None:
    sizes = {
        column: match["size"].casefold() for column, text in enumerate(header) if (match := _SIZE_ALONE.fullmatch(text))
    }
    mine = words_of(own.name or "").sizes
    found = [column for column, size in sizes.items() if size in mine]
    return found[0] if len(found) == 1 and len(sizes) > 1 else None
