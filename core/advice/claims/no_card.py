"""Texts that are no card to compare: those that hold none, and second copies of one.

A text that is no model card reads clean: nothing in it can be doubted. That is said, so that it is no praise.
"""

from collections.abc import Sequence
from dataclasses import astuple

from core.cards.card_files import lines_of
from core.cards.reading import CardReading, State


def doubt_card(reading: CardReading, name: str) -> str | None:
    """What to say of a text without a score, a fact of a model, a finding or front matter; None for a card.

    >>> from core.cards.read_card import read_card
    >>> doubt_card(read_card("Permission is hereby granted, free of charge, to any person", name="LICENSE"), "LICENSE")
    "LICENSE does not look like a model card: it has no score, no front matter and nothing on a model, so that ..."
    """
    findings = (*reading.flags, *reading.signals, *reading.checks)
    says_something = reading.scores or any(astuple(reading.about)) or any(f.state is State.PRESENT for f in findings)
    first = next((line.strip() for line in lines_of(reading.text) if line.strip()), "")
    if says_something or first == "---":
        return None
    return (
        f"{name} does not look like a model card: it has no score, no front matter and nothing on a model, so that "
        "nothing can be flagged. Give the README.md of a model's page, or its id on the Hub."
    )


def only_cards(named: Sequence[tuple[str, CardReading]]) -> tuple[list[tuple[str, CardReading]], list[str]]:
    """The cards (name, reading) among the texts that were brought, and of each other text that it is none.

    A text that is no card is no candidate: it gives no column, no reason and no advice. Neither does a second copy
    of a card: it would tie with itself.
    """
    doubts = [
        (name, reading, doubt_card(reading, name) or _doubt_copy(name, reading, named[:number]))
        for number, (name, reading) in enumerate(named)
    ]
    kept = [(name, reading) for name, reading, doubt in doubts if doubt is None]
    return kept, [f"{doubt} It is left out of the comparison." for _, _, doubt in doubts if doubt]


def _doubt_copy(name: str, reading: CardReading, before: Sequence[tuple[str, CardReading]]) -> str | None:
    """What to say of the text of an earlier card under another name; None for a text of its own.

    Two of one text stay where different columns of it were pointed out: a release may be compared with itself.
    """
    words = reading.text.split()
    first = next(
        (other for other, rival in before if rival.text.split() == words and _says_the_same(reading, rival)), ""
    )
    return f"{name} is the same text as {first}." if first and words else None


def _says_the_same(a: CardReading, b: CardReading) -> bool:
    return a.main_scores == b.main_scores or not (a.main_scores and b.main_scores)
