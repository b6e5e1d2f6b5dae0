"""Where to find benchmark data: what each place holds, how it tests, and what goes wrong with its numbers."""

import streamlit as st

from core.catalogue.public_scores import find_places_with, load_places, places_as_of
from core.catalogue.use_case_guide import find_guide
from pages.shared import steps
from pages.shared.project import project_or_new, store
from pages.shared.source_view import show_place

GROUPS = {
    "carried": ("Carried in Surefit", "Their numbers lie in data/, with their date, and are used offline."),
    "online": ("Asked on request", "Nothing of them is carried; the Model cards page and the Shortlist ask them."),
    "link": ("To look at yourself", "Surefit does not read these."),
}

st.title("Where to find benchmark data")
st.markdown(
    "A benchmark's number means little without how it was taken. These are the places that publish numbers for models "
    "of laptop size, the test each uses, and what to mind before two of them are compared."
)
st.caption(
    f"As of {places_as_of()}. Every place was read about on that day; the links themselves could not be opened when "
    "this list was made, so a page may have moved. No row for a model says nothing about the model."
)

with store() as database:
    use_case = project_or_new(database).use_case

places = load_places()
if use_case is not None:
    guide = find_guide(use_case)
    measuring = find_places_with([entry.benchmark for entry in guide.measured_by])
    if st.toggle(f"Only places that measure {guide.work} ({len(measuring)} of {len(places)})"):
        places = measuring

for use, (title, explanation) in GROUPS.items():
    group = [place for place in places if place.use == use]
    if group:
        st.subheader(title)
        st.caption(explanation)
        for place in group:
            show_place(place)

steps.next_step("Read model cards against these", steps.MODEL_CARDS)
