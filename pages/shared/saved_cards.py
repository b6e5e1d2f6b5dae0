"""The cards of a project, each read once and kept until it changes."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from core.cards.online import newest_look_up
from core.cards.reading import CardReading
from core.cards.second_opinions import SecondOpinions, find_kept, hold_against
from core.catalogue.use_cases import UseCase
from core.errors import CardError
from core.runs.database import Database
from core.runs.projects import SavedCard, delete_card
from pages.shared.steps import plain


@st.cache_data(max_entries=60, ttl=3600, show_spinner=False)
def read_saved(
    name: str,
    text: str,
    results: tuple[tuple[str, str], ...],
    own_subjects: tuple[str, ...],
    use_case: UseCase | None,
) -> CardReading:
    return SavedCard(0, name, text, dict(results), own_subjects).read(use_case)


def read_card_of(card: SavedCard, use_case: UseCase | None, *, corrected: bool = True) -> CardReading:
    """What a kept card claims; `corrected` follows what the user pointed out as its own model."""
    own = card.own_subjects if corrected else ()
    return read_saved(card.name, card.text, tuple(sorted(card.results.items())), own, use_case)


def read_all(
    database: Database, cards: Sequence[SavedCard], use_case: UseCase | None
) -> list[tuple[SavedCard, CardReading]]:
    """Every card that can be read; one that cannot is said, and can be removed."""
    found = []
    for card in cards:
        try:
            found.append((card, _with_look_ups(card, read_card_of(card, use_case))))
        except CardError as error:
            st.error(plain(f"{card.name}: {error}"), icon=":material/error:")
            if st.button("Remove this card", key=f"remove_unread_{card.id}"):
                delete_card(database, card.id)
                st.rerun()
    return found


def second_opinions_of(card: SavedCard, reading: CardReading) -> SecondOpinions:
    """What others measured for the card's model: carried, and looked up before."""
    return _hold(card.name, reading, newest_look_up())


@st.cache_data(max_entries=60, ttl=3600, show_spinner=False, hash_funcs={CardReading: hash})
def _hold(name: str, reading: CardReading, newest: float) -> SecondOpinions:  # noqa: ARG001 - tells old from new
    return hold_against(reading, find_kept(reading, name))


def _with_look_ups(card: SavedCard, reading: CardReading) -> CardReading:
    """The reading whose check against independent results knows what was looked up as well."""
    finding = second_opinions_of(card, reading).finding
    return replace(reading, checks=tuple(finding if check.id == finding.id else check for check in reading.checks))


def label_cards(readings: Sequence[tuple[SavedCard, CardReading]]) -> list[str]:
    """A short name for each card, no two alike.

    The publisher is left out where the rest tells the cards apart.
    """
    full = [reading.model or card.name for card, reading in readings]
    short = [name.rsplit("/", 1)[-1] for name in full]
    names = [name if short.count(end) > 1 else end for name, end in zip(full, short, strict=True)]
    seen: Counter[str] = Counter()
    labels = []
    for name in names:
        seen[name] += 1
        labels.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return labels
