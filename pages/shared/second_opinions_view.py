"""What others measured for the cards' models: carried scores at once, the Hub and the boards on request."""

from collections.abc import Sequence
from datetime import date

import pandas as pd
import streamlit as st

from core.advice.wording import join_names
from core.cards.cross_checks import Agreement
from core.cards.hub_cards import is_offline
from core.cards.reading import CardReading, State
from core.cards.second_opinions import SecondOpinions, ask_everywhere, describe_rows
from core.runs.projects import SavedCard
from pages.shared.keys import LOOK_UP_SAID
from pages.shared.saved_cards import second_opinions_of
from pages.shared.steps import plain

_WORDS = {
    Agreement.AGREES: ":material/check: agrees",
    Agreement.CARD_HIGHER: ":material/arrow_upward: the card is higher",
    Agreement.CARD_LOWER: ":material/arrow_downward: the card is lower",
    Agreement.NOT_COMPARABLE: ":material/block: not judged",
}
_MOST_ROWS = 40


def show_second_opinions(cards: Sequence[tuple[str, SavedCard, CardReading]]) -> None:
    """`cards`: the label each is shown under, the kept card and its reading."""
    st.subheader("What others measured")
    st.markdown(
        "Each claim beside the dated public scores that Surefit carries. Online, the Hub is asked for the model and "
        "its base, and the boards for their newest tables; answers are kept with their day."
    )
    if st.button("Look these up online", icon=":material/travel_explore:"):
        st.session_state[LOOK_UP_SAID] = _look_up(cards)
        st.rerun()  # the flags above follow what was found
    if said := st.session_state.pop(LOOK_UP_SAID, []):
        st.warning("\n".join(f"- {plain(one)}" for one in said), icon=":material/cloud_off:")
    for label, card, reading in cards:
        found = second_opinions_of(card, reading)
        flagged = found.finding.state is State.PRESENT
        mark = ":material/warning:" if flagged else ":material/fact_check:"
        with st.expander(f"{mark} **{plain(label)}** — {plain(found.sentence)}", expanded=flagged):
            _show(found)


def _look_up(cards: Sequence[tuple[str, SavedCard, CardReading]]) -> list[str]:
    """Ask everywhere; returns what could not be reached, each reason once."""
    if is_offline():
        return ["Offline mode is on (HF_HUB_OFFLINE), so nobody was asked. Unset it to go online."]
    silent: dict[str, str] = {}
    failed: dict[str, list[str]] = {}
    with st.status("Asking", expanded=True):
        for label, card, reading in cards:
            st.write(plain(label))
            for one in ask_everywhere(reading, card.name, today=date.today(), tell=_tell, silent=silent):
                if one.fetched_on is None and one.title not in failed.setdefault(one.note, []):
                    failed[one.note].append(one.title)
    return [f"{join_names(titles, 'and')}: {reason}" for reason, titles in failed.items() if titles]


def _tell(place: str) -> None:
    st.caption(plain(place))


def _show(found: SecondOpinions) -> None:
    if found.comparisons:
        rows = [
            {
                "Test": plain(entry.score.name_as_written),
                "The card": f"{entry.score.in_points} (line {entry.score.line})",
                "Judged": _WORDS[entry.agreement],
                "What others say": plain(entry.sentence),
            }
            for entry in found.comparisons[:_MOST_ROWS]
        ]
        st.table(pd.DataFrame(rows).set_index("Test"))
        if found.finding.state is State.PRESENT:
            st.markdown(plain(found.finding.advice))
    if found.not_on_card:
        st.markdown("**Measured by others, and not on the card**")
        st.markdown("\n".join(f"- {plain(said)}" for said in describe_rows(found.not_on_card)[:_MOST_ROWS]))
    st.markdown("**What could not be checked**")
    st.markdown("\n".join(f"- {plain(said)}" for said in found.unchecked) or "Every place answered.")
    asked = [one for one in found.asked if one.fetched_on]
    if asked:
        st.caption(
            plain(
                "Looked up: "
                + "; ".join(f"{one.title} ({one.fetched_on}{', ' + one.note if one.note else ''})" for one in asked)
            )
        )
