"""What a short card claims of its own model, for tests of single sentences."""

from core.cards.read_card import read_card


def own(text: str, name: str = "Kestrel-7B", front: str = "") -> list[float]:
    """The values of the own scores, in the order of their lines, of a card with this name and text."""
    reading = read_card(f"{front}# {name}\n\n{text}\n", name=name)
    return [score.value for score in reading.scores if score.own]


def table(head: str, *rows: str) -> str:
    """A table with this header and these rows, each without the pipes at its ends."""
    ruler = "---|" * (head.count("|") + 1)
    return f"| {head} |\n|{ruler}\n" + "".join(f"| {row} |\n" for row in rows)
