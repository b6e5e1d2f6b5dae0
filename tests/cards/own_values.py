"""What a short card claims of its own model, for tests of single sentences."""

from core.cards.read_card import read_card


def own(text: str, name: str = "Kestrel-7B", front: str = "") -> list[float]:
    """The values of the own scores, in the order of their lines, of a card with this name and text."""
    reading = read_card(f"{front}# {name}\n\n{text}\n", name=name)
    return [score.value for score in reading.scores if score.own]
