"""The frame around every page: navigation, the current project, and errors as sentences."""

from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import SurefitError
from pages.shared import steps
from pages.shared.project import project_or_new, store

# A picture of our own: the browser fetches a named icon for its tab from elsewhere.
st.set_page_config(page_title="Surefit", page_icon=str(Path(__file__).parent / "shared" / "icon.svg"), layout="wide")

page = st.navigation(
    {
        "Choose": [
            st.Page(steps.HOME, title="Home", icon=":material/home:", default=True),
            st.Page(steps.USE_CASE, title="Use case", icon=":material/category:", url_path="use-case"),
            st.Page(steps.SHORTLIST, title="Shortlist", icon=":material/playlist_add_check:", url_path="shortlist"),
            st.Page(steps.MODEL_FILES, title="Model files", icon=":material/folder_open:", url_path="model-files"),
            st.Page(steps.MODEL_CARDS, title="Model cards", icon=":material/description:", url_path="model-cards"),
            st.Page(steps.TRUST_OR_TEST, title="Trust or test", icon=":material/rule:", url_path="trust-or-test"),
        ],
        "Measure": [
            st.Page(steps.QUESTIONS, title="Questions", icon=":material/quiz:", url_path="questions"),
            st.Page(
                steps.EDIT_QUESTIONS, title="Edit questions", icon=":material/edit_note:", url_path="edit-questions"
            ),
            st.Page(steps.EVALUATE, title="Evaluate", icon=":material/play_circle:", url_path="evaluate"),
            st.Page(steps.RATE, title="Rate answers", icon=":material/star_rate:", url_path="rate"),
            st.Page(steps.QUANTIZATION, title="Quantization", icon=":material/compress:", url_path="quantization"),
            st.Page(steps.PREPARE, title="Prepare", icon=":material/school:", url_path="prepare"),
        ],
        "Decide": [
            st.Page(steps.VERDICT, title="Verdict", icon=":material/gavel:", url_path="verdict"),
            st.Page(steps.PAST_RUNS, title="Past runs", icon=":material/history:", url_path="past-runs"),
            st.Page(steps.RELIABILITY, title="Reliability", icon=":material/query_stats:", url_path="reliability"),
            st.Page(steps.SOURCES, title="Sources", icon=":material/database:", url_path="sources"),
        ],
    },
    expanded=True,
)


def show_project(place: DeltaGenerator) -> None:
    """What is being decided."""
    with store() as database:
        project = project_or_new(database)
    with place.container():
        st.caption("Current project")
        st.markdown(f"**{steps.plain(project.name)}**")
        st.caption(
            f"{project.use_case.capitalize() if project.use_case else 'No use case yet'} · "
            f"{len(project.candidates)} candidate{'' if len(project.candidates) == 1 else 's'} · "
            f"{project.n} question{'' if project.n == 1 else 's'} each"
        )


side = st.sidebar.empty()
show_project(side)
try:
    page.run()
except SurefitError as error:
    st.error(steps.plain(str(error)), icon=":material/error:")
show_project(side)  # the page may have changed it; one that stops early has not
