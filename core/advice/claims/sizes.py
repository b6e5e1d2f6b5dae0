"""Which of its models a card of several sizes is held against the others with: the one that is nearest in size.

A card of a release gives a column for each size. Its 8B column beside a file
of 70B says nothing about either, so of several sizes the one is taken that is
nearest to a size of the other cards, and of equally near ones the larger.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from core.advice.claims.values import claims_of, model_of, models_among
from core.cards.name_words import words_of
from core.cards.reading import CardReading, ReportedScore
from core.cards.stages import is_tuned

HOW_TO_CHOOSE = "Which columns or rows are this card's own model?"


@dataclass(frozen=True)
class Models:
    """The models that one card's own values are of."""

    labels: tuple[str, ...]  # as written; one or none for most cards
    size: float | None = None  # billions; of the model that is held against the others, where the sizes differ
    nearest_to: str = ""  # the card whose size decided
    tuned: bool | None = None  # the stage of that card, or of all the others; None where it is not known

    @property
    def several(self) -> bool:
        return len(self.labels) > 1

    def of_their_size(self, scores: Sequence[ReportedScore]) -> list[ReportedScore]:
        """Those of the values that are of the chosen size and stage; where none is, all of them."""
        found = list(scores)
        if self.size is not None:
            found = [score for score in found if size_of(model_of(score)) == self.size] or found
        if self.several and self.tuned is not None:
            found = [score for score in found if is_tuned(model_of(score)) is self.tuned] or found
        return found


def models_of_cards(cards: Sequence[tuple[str, CardReading]]) -> dict[str, Models]:
    """For each card (name, reading) the models its values are of, and which one is held against the others."""
    claims = {name: claims_of(reading) for name, reading in cards}
    sizes = {name: _sizes(claims[name], reading) for name, reading in cards}
    stages = {name: _stage(name, reading) for name, reading in cards}
    found = {}
    for name, _ in cards:
        labels = models_among(claims[name])
        size, nearest = _nearest(name, sizes) if len(sizes[name]) > 1 else (None, "")
        single = {stages[other] for other, _ in cards if other != name and len(models_among(claims[other])) < 2}
        of_all = single.pop() if len(single) == 1 else None
        found[name] = Models(labels, size, nearest, stages[nearest] if nearest else of_all)
    return found


def _stage(name: str, reading: CardReading) -> bool | None:
    """True for a tuned model, False for a pretrained one; None where neither its name nor its origin tells."""
    if is_tuned(reading.model or name):
        return True
    return None if reading.about.relation else False


def size_of(label: str) -> float | None:
    """The size that a name tells, in billions.

    >>> size_of("Lumen-7B"), size_of("Lumen 350M"), size_of("Lumen"), size_of("Lumen-8x7B")
    (7.0, 0.35, None, 56.0)
    """
    read = [
        round(float(m[1] or 1) * float(m[2]) * _UNITS[m[3]], 4)
        for m in map(_SIZE.fullmatch, words_of(label).sizes)
        if m
    ]
    return max(read, default=None)


_SIZE = re.compile(r"(?:(\d+)x)?(\d+(?:\.\d+)?)([bmt])")
_UNITS = {"b": 1.0, "m": 0.001, "t": 1000.0}


def _sizes(claims: Sequence[ReportedScore], reading: CardReading) -> frozenset[float]:
    """The sizes that a good part of a card's values are of: a table of another model of the family decides nothing."""
    counted = Counter(size for score in claims if (size := size_of(model_of(score))) is not None)
    if counted:
        most = max(counted.values())
        return frozenset(size for size, count in counted.items() if count * _GOOD_PART >= most)
    named = size_of(reading.model or "")
    if named is not None:
        return frozenset((named,))
    return frozenset(reading.about.parameters_b) if len(reading.about.parameters_b) == 1 else frozenset()


_GOOD_PART = 3  # a third of the values that the size with most values has


def _nearest(name: str, sizes: Mapping[str, frozenset[float]]) -> tuple[float | None, str]:
    """The size nearest to one of another card, and that card; cards of one size decide where there are any."""
    others = {other: found for other, found in sizes.items() if other != name and found}
    single = {other: found for other, found in others.items() if len(found) == 1} or others
    pairs = [
        (round(abs(log(mine / theirs)), 6), -mine, other)
        for mine in sizes[name]
        for other, found in single.items()
        for theirs in found
        if mine > 0 and theirs > 0
    ]
    if not pairs:
        return None, ""
    _, size, other = min(pairs)
    return -size, other


def say_models(name: str, models: Models) -> str:
    """That a card's values are of several models, which of them are shown, and how to choose; "" for one model."""
    if not models.several:
        return ""
    listed = ", ".join(models.labels[:5]) + (f" and {len(models.labels) - 5} more" * (len(models.labels) > 5))
    taken = (
        f"Shown are those of {models.size:g} B where it gives any, the nearest in size to {models.nearest_to}"
        if models.size is not None
        else "Each cell names the one it is of"
    )
    return (
        f"{name} gives values of {len(models.labels)} models ({listed}). {taken}; "
        f'choose another under "{HOW_TO_CHOOSE}".'
    )
