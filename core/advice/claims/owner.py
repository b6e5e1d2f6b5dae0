"""Which candidate a model card is about: they mean the same model when their names do (core/models/names.py).

A quantized file and the card of its original are one model here; a base model
and its chat-tuned version, or two sizes, are not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.advice.wording import join_names
from core.cards.reading import CardReading
from core.models.names import canonical_key
from core.runs.records import Candidate


@dataclass(frozen=True)
class Owners:
    """Cards and candidates, matched."""

    of_candidates: tuple[tuple[str, CardReading], ...]  # the cards that are about a candidate
    foreign: tuple[str, ...]  # names of cards that are about none
    without: tuple[str, ...]  # names of candidates that no card is about
    candidates: tuple[str, ...]

    @property
    def notes(self) -> tuple[str, ...]:
        """What does not go together, in sentences; none where there is no card at all."""
        said = []
        if self.foreign:
            verb, whose = ("is", "its") if len(self.foreign) == 1 else ("are", "their")
            said.append(
                f"{join_names(self.foreign, 'and')} {verb} about none of your candidates "
                f"({join_names(self.candidates, 'and')}), so {whose} scores say nothing about them."
            )
        if self.without and (self.of_candidates or self.foreign):
            said.append(f"No card is about {join_names(self.without, 'and')}.")
        return tuple(said)


def names_of(candidate: Candidate) -> list[str]:
    """What a candidate may be known by, the surest first: its file's name says more than the one shown."""
    location = Path(candidate.location).stem if candidate.model == "" else candidate.model
    return [name for name in dict.fromkeys((location, candidate.name)) if canonical_key(name)]


def is_about(card_name: str, reading: CardReading, candidate: Candidate) -> bool:
    """True where the card and the candidate mean the same model, whatever the quantization."""
    keys = {canonical_key(name) for name in names_of(candidate)}
    return bool({canonical_key(reading.model or ""), canonical_key(card_name)} & keys)


def match_cards(cards: Sequence[tuple[str, CardReading]], candidates: Sequence[Candidate]) -> Owners:
    """Cards (name, reading) and candidates; without candidates every card counts."""
    if not candidates:
        return Owners(tuple(cards), (), (), ())
    owned = tuple((name, reading) for name, reading in cards if any(is_about(name, reading, c) for c in candidates))
    kept = {name for name, _ in owned}
    return Owners(
        owned,
        tuple(name for name, _ in cards if name not in kept),
        tuple(c.name for c in candidates if not any(is_about(name, reading, c) for name, reading in cards)),
        tuple(candidate.name for candidate in candidates),
    )
