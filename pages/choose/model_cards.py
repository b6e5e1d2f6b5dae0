"""What model cards claim, which claims are doubtful, and why, with the line each rests on."""

import streamlit as st

from core.advice.claims.no_card import only_cards
from core.advice.claims.owner import match_cards
from core.advice.claims.side_by_side import put_side_by_side
from core.advice.claims.summary import summarise_cards
from core.runs.projects import load_cards
from pages.shared import steps
from pages.shared.card_input import ask_for_cards
from pages.shared.card_view import show_card
from pages.shared.project import project_or_new, store
from pages.shared.saved_cards import label_cards, read_all
from pages.shared.second_opinions_view import show_second_opinions
from pages.shared.side_by_side_view import show_facts, show_side_by_side, show_summary

MOST_CARDS = 5  # side by side

st.title("What do the model cards claim?")
st.markdown(
    "A card is written by whoever made the model. Bring the cards of two to five candidates: Surefit reads their "
    "scores and names what they leave out, always with the line. This step may be skipped: your own questions decide "
    "without it."
)

with store() as database:
    project = project_or_new(database)
    few = len(load_cards(database, project.id)) < 2
    with st.container() if few else st.expander("Add a card", icon=":material/add:"):
        ask_for_cards(database, project.id)
    readings = read_all(database, load_cards(database, project.id), project.use_case)
    labels = label_cards(readings)
    if len(readings) > MOST_CARDS:
        shown = st.multiselect("Cards side by side", labels, default=labels[:MOST_CARDS], max_selections=MOST_CARDS)
        readings, labels = (
            [entry for entry, label in zip(readings, labels, strict=True) if label in shown],
            [label for label in labels if label in shown],
        )
    named = [(label, reading) for label, (_, reading) in zip(labels, readings, strict=True)]
    compared, doubts = only_cards(named)
    for doubt in doubts:
        st.warning(steps.plain(doubt), icon=":material/help:")
    if compared:
        for note in match_cards(compared, project.candidates).notes:
            st.info(steps.plain(note), icon=":material/person_search:")
        side = put_side_by_side(compared, project.use_case)
        show_summary(summarise_cards(compared, side, project.use_case))
        show_side_by_side(side, project.use_case)
        show_facts(compared)
    if named:
        st.subheader("Card by card")
        for tab, (card, reading) in zip(st.tabs([steps.plain(label) for label in labels]), readings, strict=True):
            with tab:
                show_card(database, card, reading, project.use_case)
        cards = {label for label, _ in compared}
        show_second_opinions([(one, *entry) for one, entry in zip(labels, readings, strict=True) if one in cards])

if project.use_case is None:
    st.caption("The next step asks for your use case first: what counts depends on it.")
steps.next_step("Trust these, or test?", steps.TRUST_OR_TEST)
