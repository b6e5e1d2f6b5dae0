"""The models picked from a shortlist: what to download, and the test that tells them apart."""

import streamlit as st

from core.advice.shortlist import Shortlist
from core.advice.shortlist_next import arena_sentences, find_offers, plan_test
from core.errors import DownloadError
from core.runs.candidates import candidate_from_file, with_unique_names
from core.runs.database import Database
from core.runs.records import Project
from pages.shared.project import update
from pages.shared.shortlist_view import show_pick
from pages.shared.steps import plain


def show_picks(database: Database, project: Project, shortlist: Shortlist) -> None:
    """Two to four models; what is planned goes into the project."""
    names = {one.model.key: one.model.name for one in shortlist.candidates}
    chosen = st.multiselect(
        "Pick two to four to try",
        list(names),
        default=list(shortlist.suggested),
        format_func=names.__getitem__,
        max_selections=4,
        help="To begin with: the first of those ahead, and the largest of the newest family without a score.",
    )
    picks = [one for key in chosen if (one := shortlist.find(key)) is not None]
    columns = st.columns(2)
    for place, one in enumerate(picks):
        with columns[place % 2]:
            show_pick(one)
    plan = plan_test(picks)
    if plan is not None:
        st.info(plain(plan.sentence), icon=":material/quiz:")
        for sentence in arena_sentences(picks):
            st.caption(plain(sentence))
    left, middle, right = st.columns(3)
    if plan is not None and left.button(f"Plan {plan.questions} questions", icon=":material/quiz:", width="stretch"):
        update(database, project, n=plan.questions)
        st.toast(f"The project now asks {plan.questions} questions.")
    here = [one.file for one in picks if one.file is not None]
    if here and middle.button("Take those on this machine as candidates", icon=":material/add:", width="stretch"):
        taken = with_unique_names([*project.candidates, *(candidate_from_file(file) for file in here)])
        update(database, project, candidates=taken)
        st.toast(f"{len(taken)} candidates.")
    if picks and right.button("Find their files on the Hub", icon=":material/cloud_download:", width="stretch"):
        for one in picks:
            try:
                for offer in find_offers(one, shortlist.needs.machine.usable_bytes)[:3]:
                    st.markdown(f"- {plain(offer.sentence())}")
            except DownloadError as error:
                st.warning(plain(str(error)), icon=":material/cloud_off:")
