"""The models picked from a shortlist: what to download, and the test that tells them apart."""

from datetime import date

import streamlit as st

from core.advice.shortlist.entry import Shortlisted
from core.advice.shortlist.hub import find_offers, hub_score_sentences
from core.advice.shortlist.needs import Needs
from core.advice.shortlist.next import arena_sentences, plan_test
from core.advice.shortlist.shortlist import Shortlist
from core.catalogue.use_case_guide import find_guide
from core.errors import DownloadError
from core.runs.candidates import candidate_from_file, with_unique_names
from core.runs.database import Database
from core.runs.records import Project
from pages.shared.project import update
from pages.shared.shortlist_view import show_pick
from pages.shared.steps import EVALUATE, plain


def show_picks(database: Database, project: Project, shortlist: Shortlist, at_hand: int) -> None:
    """Two to four models; what is planned goes into the project. `at_hand` are the questions its set holds."""
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
    plan = plan_test(picks, at_hand)
    if plan is not None:
        st.info(plain(plan.sentence), icon=":material/quiz:")
        for sentence in (plan.with_fewer, *arena_sentences(picks)):
            st.caption(plain(sentence))
    actions = st.container(horizontal=True)
    here = [one.file for one in picks if one.file is not None]
    if plan is not None and len(here) == len(picks):
        if actions.button(f"Test these with {plan.can_ask} questions", icon=":material/play_circle:"):
            taken = with_unique_names([candidate_from_file(file) for file in here])
            update(database, project, candidates=taken, n=plan.can_ask)
            st.switch_page(EVALUATE)
    else:
        if plan is not None and actions.button(f"Plan {plan.can_ask} questions", icon=":material/quiz:"):
            update(database, project, n=plan.can_ask)
            st.toast(f"The project now asks {plan.can_ask} questions.")
        if here and actions.button("Take those on this machine as candidates", icon=":material/add:"):
            taken = with_unique_names([*project.candidates, *(candidate_from_file(file) for file in here)])
            update(database, project, candidates=taken)
            st.toast(f"{len(taken)} candidates.")
    if picks and actions.button("Look them up on the Hub", icon=":material/cloud_download:"):
        for one in picks:
            _show_on_hub(one, shortlist.needs)


def _show_on_hub(one: Shortlisted, needs: Needs) -> None:
    """Its files and the results kept with it, or a sentence for what could not be had."""
    try:
        said = [offer.sentence() for offer in find_offers(one, needs.machine.usable_bytes, needs.n_ctx)[:3]]
        said += hub_score_sentences(one, find_guide(needs.use_case), date.today())
    except DownloadError as error:
        st.warning(plain(str(error)), icon=":material/cloud_off:")
        return
    for sentence in said:
        st.markdown(f"- {plain(sentence)}")
