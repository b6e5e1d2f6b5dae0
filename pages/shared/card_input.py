"""Four ways to bring a model card: its text, its files, the folder of a repo, or its id on the Hub."""

from collections.abc import Callable, Iterable
from datetime import date
from functools import partial

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from core.cards.card_files import MAX_CARD_BYTES, CardFiles, decode_card, load_card_files
from core.cards.hub_cards import endpoint, fetch_hub_card
from core.errors import CardError, SurefitError
from core.runs.database import Database
from core.runs.projects import add_card, load_cards
from pages.shared.saved_cards import read_saved
from pages.shared.steps import plain


def ask_for_cards(database: Database, project_id: int) -> None:
    """The forms; a card that was given is read, kept and shown at once, a refused one is said."""
    pasted, files, folder, hub = st.tabs(["Paste a card", "Open files", "A downloaded repo", "From the Hub"])
    with pasted, st.form("paste", clear_on_submit=True, border=False):
        name = st.text_input("Name (optional)", placeholder="owner/model", help="Its Hub id helps to look it up.")
        text = st.text_area("The card's Markdown", height=180)
        if _sent("Read it", text.strip(), "Paste the text of the card first: its README.md."):
            _keep(database, project_id, [lambda: (CardFiles(name.strip() or "Pasted card", text), "pasted")])
    with files, st.form("upload", clear_on_submit=True, border=False):
        given = st.file_uploader(
            "README.md files of models", type=["md", "txt", "markdown", "html"], accept_multiple_files=True
        )
        if _sent("Read them", given, "Choose a file first: the README.md of a model."):
            _keep(database, project_id, [partial(_uploaded, file) for file in given])
    with folder, st.form("folder", clear_on_submit=True, border=False):
        place = st.text_input(
            "A folder on this machine",
            placeholder="~/models/Lumen-7B",
            help="With README.md and .eval_results; an entry of the Hub's own cache (models--owner--name) will do.",
        )
        if _sent("Read the folder", place.strip(), "Give the folder of a downloaded model first."):
            _keep(database, project_id, [lambda: (load_card_files(place.strip()), f"from {place.strip()}")])
    with hub, st.form("hub", clear_on_submit=True, border=False):
        model_id = st.text_input("The model's id", placeholder="owner/model")
        st.caption(plain(f"Asks {endpoint()} for its card and its evaluation results, now and never by itself."))
        if _sent("Fetch the card", model_id.strip(), "Give the model's id first, such as owner/model."):
            with st.spinner("Fetching"):
                said = f"from {endpoint()}, {date.today().isoformat()}"
                _keep(database, project_id, [lambda: (fetch_hub_card(model_id.strip()), said)])


def _sent(label: str, given: object, missing: str) -> bool:
    """True where a form was sent with something in it; an empty one is told what it lacks."""
    sent = st.form_submit_button(label)
    if sent and not given:
        st.warning(missing, icon=":material/edit:")
    return sent and bool(given)


def _uploaded(file: UploadedFile) -> tuple[CardFiles, str]:
    if file.size > MAX_CARD_BYTES:
        raise CardError(f"{file.name} is larger than {MAX_CARD_BYTES / 1e6:.0f} MB: keep the part with the scores.")
    return CardFiles(file.name, decode_card(file.getvalue(), file.name)), "from a file"


def _keep(database: Database, project_id: int, gets: Iterable[Callable[[], tuple[CardFiles, str]]]) -> None:
    """Read each card before it is kept; those that are fine are kept even where others are refused."""
    kept = {(card.name, card.text) for card in load_cards(database, project_id)}
    refused, added = [], 0
    for get in gets:
        name = ""
        try:
            card, origin = get()
            name = card.name
            read_saved(name, card.text, tuple(sorted(card.results.items())), (), None)
        except SurefitError as error:
            # Of several files the reader must know which one; some reasons name it, and some only a line of it.
            refused.append(str(error) if name in str(error) else f"{name}: {error}")
            continue
        if (card.name, card.text) in kept:
            refused.append(f"{card.name} is here already.")
            continue
        add_card(database, project_id, card.name, card.text, results=card.results, origin=origin)
        kept.add((card.name, card.text))
        added += 1
    for reason in refused:
        st.error(plain(reason), icon=":material/error:")
    if added and not refused:
        st.rerun()
