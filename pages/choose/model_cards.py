"""What model cards claim, which claims are doubtful, and why, with the line each rests on."""

import streamlit as st

from core.cards.read_card import read_card
from core.errors import CardError
from core.runs.projects import add_card, delete_card, load_cards
from pages.shared import steps
from pages.shared.card_view import show_card, show_side_by_side
from pages.shared.project import project_or_new, store

MAX_BYTES = 2_000_000


def add_form() -> tuple[str, str] | None:
    """The name and the text of a card that the user gave."""
    pasted, uploaded = st.tabs(["Paste a card", "Open a file"])
    with pasted, st.form("paste", clear_on_submit=True, border=False):
        name = st.text_input("Name (optional)", placeholder="owner/model")
        text = st.text_area("The card's Markdown", height=180)
        if st.form_submit_button("Read it") and text.strip():
            return name.strip() or "Pasted card", text
    with uploaded, st.form("upload", clear_on_submit=True, border=False):
        file = st.file_uploader("A README.md of a model", type=["md", "txt", "markdown"])
        if st.form_submit_button("Read it ", key="read_upload") and file is not None:
            if file.size > MAX_BYTES:
                raise CardError(f"{file.name} is larger than 2 MB: keep the part with the scores.")
            return file.name, file.getvalue().decode("utf-8", errors="replace")
    return None


st.title("What do the model cards claim?")
st.markdown(
    "A card is written by whoever made the model. Paste the cards of your candidates: Surefit reads their scores and "
    "names what they leave out, always with the line."
)

with store() as database:
    project = project_or_new(database)
    try:
        given = add_form()
        if given is not None:
            read_card(given[1], name=given[0])  # refused here, before it is kept
            add_card(database, project.id, *given)
            st.rerun()
    except CardError as error:
        st.error(steps.plain(str(error)))
    cards = load_cards(database, project.id)
    readings = [(card, read_card(card.text, name=card.name, use_case=project.use_case)) for card in cards]
    if len(readings) > 1:
        show_side_by_side([(card.name, reading) for card, reading in readings], project.use_case)
    for card, reading in readings:
        show_card(card.name, reading, project.use_case)
        if st.button("Remove this card", key=f"remove_{card.id}", icon=":material/delete:"):
            delete_card(database, card.id)
            st.rerun()

steps.next_step("Trust these, or test?", steps.TRUST_OR_TEST)
