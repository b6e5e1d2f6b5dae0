# ruff: noqa: E501 - a sentence of a question stays on one line
"""What the chat generators ask to be written, and plain text that keeps given rules.

`plain_text` is the material of the example answers: no model reads it, it only
shows that the rules of a question can be met.
"""

from collections.abc import Sequence
from random import Random

from core.questions.generators.vocabulary import TRADES

_GENRES = (
    "Write a note for {someone} about {topic}.", "Describe {topic} to {someone}.", "Explain to {someone} why {topic} matters.",
    "Tell {someone} something surprising about {topic}.", "Write a diary entry of {someone} about {topic}.",
    "Give {someone} a piece of advice on {topic}.", "Write a caption for a photo of {topic}, taken by {someone}.",
    "Write the beginning of a story in which {someone} meets {topic}.", "Write a review of {topic} by {someone}.",
    "Thank {someone} for {topic}.", "Warn {someone} about {topic}.", "Invite {someone} to an evening about {topic}.",
    "Let {someone} complain about {topic}.", "Praise {topic} in the words of {someone}.",
    "Write a notice board text by {someone} on {topic}.", "Report to {someone} what happened to {topic}.",
    "Write a radio announcement for {someone} about {topic}.", "Ask {someone} for help with {topic}.",
)  # fmt: skip
TOPICS = (
    "a rainy day", "a broken window", "an old bicycle", "the new bakery", "a lost suitcase", "the night sky", "a noisy neighbour",
    "a cup of tea", "the village fair", "a school garden", "the first snow", "a long train ride", "a stray dog", "the town library",
    "a wooden toy", "an empty beach", "a power cut", "the weekly market", "a family photo", "a muddy path", "a new recipe",
    "a chess game", "the harbour", "a hot afternoon", "a handwritten letter", "the old bridge", "a birthday cake", "a foggy morning",
    "a pair of boots", "a talking parrot", "the last bus", "a secret drawer", "a football match", "a mountain hut", "a fresh haircut",
    "a thunderstorm", "an apple tree", "a museum visit", "a slow computer", "a quiet Sunday",
)  # fmt: skip
_ADDED = (
    "We looked at the",
    "We often think of the",
    "Many people know the",
    "It is all about the",
    "Nobody forgets the",
    "There stands the",
)


def writing_task(rng: Random) -> str:
    """What to write, about what, and for whom: "Write a note for a baker about a lost suitcase."."""
    return rng.choice(_GENRES).format(someone=f"a {rng.choice(TRADES)}", topic=rng.choice(TOPICS))


def plain_text(sentences: int, include: Sequence[str] = (), start: str = "", end: str = "") -> str:
    """Plain sentences that hold the words, in order; start and end stand at the very ends."""
    lines = []
    for number in range(sentences):
        words = include[number:] if number == sentences - 1 else include[number : number + 1]
        line = f"{_ADDED[number % len(_ADDED)]} {' and the '.join(words) or 'day'}"
        if number == 0 and start:
            line = f"{start} {line[0].lower()}{line[1:]}"
        if number == sentences - 1 and end:
            line = f"{line} {end}"
        lines.append(line + ".")
    return " ".join(lines)
