"""Rungs that are not there yet: smaller ones made here, and a reference that could be fetched."""

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from core.advice.ladder.ladder import Ladder, LadderKind
from core.advice.ladder.making import USUAL_TYPES, RungToMake, check_rung, estimate_reading_s, plan_rungs
from core.advice.ladder.reference import ReferenceOffer, find_reference_offers
from core.advice.wording import duration_words, size_words
from core.errors import SurefitError
from core.inference.quantizer import NEEDS_IMPORTANCE, TYPE_NAMES
from core.models.home import models_folder
from core.models.model_file import ModelFile
from core.runs.database import Database
from core.runs.jobs import JobKind, start_job
from core.runs.kept_texts import keep_text, parse_text
from pages.shared.ladder_table import show_table
from pages.shared.steps import plain
from pages.shared.watching import show_job

_EXTRA_TYPES = tuple(name for name in TYPE_NAMES if name not in USUAL_TYPES)


def show_making(database: Database, ladder: Ladder) -> None:
    """Make smaller files from the least compressed one; time and disk are shown before anything is written."""
    if ladder.kind is not LadderKind.FILES:
        return
    st.markdown(
        f"Smaller files of {plain(ladder.title)}, made from {plain(ladder.reference)} by llama.cpp's quantizer."
    )
    show_job(database, JobKind.QUANTIZE, "Making the rung")
    extra = st.multiselect("Further types", _EXTRA_TYPES, help="I-quants below 3 bits need an importance matrix.")
    source = ladder.reference_step.file
    try:
        planned = plan_rungs(source, [s.file for s in ladder.steps], models_folder(), (*USUAL_TYPES, *extra))
    except SurefitError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return
    if not planned:
        st.markdown("Every usual type is here already, or would not be smaller.")
        return
    _show_planned(planned, source.display_name)
    chosen = st.selectbox(
        "Make", planned, format_func=lambda rung: f"{rung.type_name} (about {size_words(rung.size_bytes)})"
    )
    text, matrix = _ask_importance(source)
    if chosen is not None and st.button("Make it", icon=":material/compress:"):
        try:
            check_rung(chosen, matrix, text)
        except SurefitError as error:
            st.error(plain(str(error)), icon=":material/error:")
            return
        _start(database, chosen, matrix, text)
        st.rerun()


def _ask_importance(source: ModelFile) -> tuple[Path | None, Path | None]:
    """A text to make an importance matrix from, or the file of one; its time is said before anything starts."""
    left, right = st.columns(2)
    given = left.file_uploader(
        "Text for an importance matrix (optional)",
        type=["txt", "md"],
        help="Some pages of the kind that the model is for. It helps most at 2–3 bits, and types below need one.",
    )
    path = right.text_input(
        "Or the file of one (path; optional)", help="An importance matrix of this model, as llama-imatrix writes it."
    )
    matrix = Path(path.strip()).expanduser() if path.strip() else None
    if given is None:
        return None, matrix
    try:
        text = keep_text(parse_text(given.getvalue(), given.name), given.name)
    except SurefitError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return None, matrix
    takes = estimate_reading_s(source.parameters, text.path.stat().st_size)
    st.caption(plain(f"{source.display_name} reads {text.name} first, which takes about {duration_words(takes)}."))
    return text.path, matrix


def show_reference_offers(database: Database, ladder: Ladder) -> None:
    """For a model with one file only: what could be fetched to measure it against. The Hub is asked on request."""
    st.info(
        plain(
            f"{ladder.reference} is the only file of {ladder.title} here. What it has lost cannot be measured without "
            "a less compressed file of the same model. Fetch one, or make a smaller rung below and take this file as "
            "the reference."
        ),
        icon=":material/straighten:",
    )
    show_job(database, JobKind.FETCH, "Fetching the reference")
    key = f"reference_offers_{ladder.reference_step.file.fingerprint[:16]}"
    if st.button("Look for a reference on the Hugging Face Hub", icon=":material/travel_explore:"):
        st.session_state[key] = True
    if not st.session_state.get(key):
        return
    try:
        offers = _offers(ladder)
    except SurefitError as error:
        st.warning(plain(str(error)), icon=":material/cloud_off:")
        return
    st.dataframe(
        [
            {
                "Repository": offer.file.repo_id,
                "File": offer.name,
                "Label": offer.file.label,
                "Size": size_words(offer.file.size_bytes),
                "Fits this machine": "yes" if offer.fits else "no",
            }
            for offer in offers
        ],
        hide_index=True,
        width="stretch",
    )
    chosen = st.selectbox("Fetch", offers, format_func=_offer_words)
    if chosen is not None and st.button("Fetch it", icon=":material/download:"):
        start_job(database, JobKind.FETCH, {"repo": chosen.file.repo_id, "path": chosen.name})
        st.rerun()


def _offer_words(offer: ReferenceOffer) -> str:
    fits = "fits" if offer.fits else "too big for this machine"
    return f"{offer.file.repo_id}: {offer.name}, {size_words(offer.file.size_bytes)}, {fits}"


@st.cache_data(ttl=600, max_entries=20, show_spinner="Asking the Hub")
def _offers(ladder: Ladder) -> tuple[ReferenceOffer, ...]:
    return find_reference_offers(ladder)


def _show_planned(planned: Sequence[RungToMake], source: str) -> None:
    show_table(
        [
            {
                "Type": plain(rung.type_name),
                "Size, about": size_words(rung.size_bytes),
                "Time, about": duration_words(rung.duration_s),
                "Room on the disk": "yes" if rung.fits_on_disk else "no",
                "Tensors in another type": str(rung.n_fallback) if rung.n_fallback else "–",
                "Importance matrix": "needed" if rung.type_name in NEEDS_IMPORTANCE else "optional",
            }
            for rung in planned
        ]
    )
    first = planned[0]
    said = f"Made from {source}; {size_words(first.free_bytes)} are free in {first.destination.parent}."
    if first.requantized_from:
        said += (
            f" The source is quantized already ({first.requantized_from}): a rung loses twice, and its file says so."
        )
    if any(rung.n_fallback for rung in planned):
        said += " This model's width does not suit every type: llama.cpp keeps those tensors in another one."
    st.caption(plain(said))


def _start(database: Database, rung: RungToMake, imatrix: Path | None, text: Path | None) -> None:
    arguments = {"source": str(rung.source), "type_name": rung.type_name, "destination": str(rung.destination)}
    if imatrix is not None:
        arguments["imatrix"] = str(imatrix)
    if text is not None:
        arguments["text"] = str(text)
    start_job(database, JobKind.QUANTIZE, arguments)
