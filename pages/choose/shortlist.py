"""Which models to download and try: what fits, what is publicly known of it, and what only a test can tell."""

import json
from datetime import date

import streamlit as st

from core.advice.shortlist.benchmarks import SIZE_CLASSES, judge_for, size_class_of, size_words
from core.advice.shortlist.cards import card_rows
from core.advice.shortlist.shortlist import Shortlist, build_shortlist
from core.advice.shortlist.speed import find_past_speeds
from core.advice.shortlist.tiers import EvidenceTier
from core.cards.online import ADDRESSES
from core.catalogue.public_scores import PublicScore
from core.runs.evaluation import load_project_questions
from core.runs.projects import load_cards, load_preference, save_preference
from pages.shared import steps
from pages.shared.keys import REFRESHED_BOARDS
from pages.shared.model_table import find_files
from pages.shared.project import project_or_new, store
from pages.shared.saved_cards import read_card_of
from pages.shared.shortlist_form import choose_needs, fetched_rows, numbers_of
from pages.shared.shortlist_picks import show_picks
from pages.shared.shortlist_view import (
    choose_columns,
    show_judged,
    show_left_out,
    show_name,
    show_sources,
    show_tier,
)

_NUMBERS = "shortlist_numbers"  # a preference: the numbers typed in, for the next visit


def show_benchmarks(shortlist: Shortlist, fetched: tuple[PublicScore, ...]) -> None:
    first = next(iter(shortlist.candidates), None)
    start = size_class_of(first.model.params_b) if first else SIZE_CLASSES[2]
    size = st.selectbox("Models of", SIZE_CLASSES, index=SIZE_CLASSES.index(start), format_func=size_words)
    show_judged(judge_for(shortlist.needs, size, fetched))


st.title("Which models should you try?")

with store() as database:
    project = project_or_new(database)
    if project.use_case is None:
        st.info("What counts depends on the use case: choose one first.")
        steps.next_step("Choose a use case", steps.USE_CASE)
        st.stop()
    saved = load_preference(database, _NUMBERS) or "{}"
    needs, also = choose_needs(project.use_case, project.configuration.settings.n_ctx, json.loads(saved))
    if (numbers := json.dumps(numbers_of(needs))) != saved:
        save_preference(database, _NUMBERS, numbers)
    cards = [(card.name, read_card_of(card, None)) for card in load_cards(database, project.id)]
    fetched = (*fetched_rows(), *card_rows(cards, date.today()))
    shortlist = build_shortlist(
        needs,
        files=find_files(database).files,
        past=find_past_speeds(database),
        fetched=fetched,
        also=also,
    )
    st.markdown(f"**{steps.plain(shortlist.sentence)}**")
    for caution in shortlist.cautions:
        st.caption(steps.plain(caution))
    models_tab, benchmarks_tab, names_tab = st.tabs(["Models", "How far to trust the benchmarks", "Names explained"])
    with models_tab:
        if shortlist.candidates:
            show_picks(database, project, shortlist, len(load_project_questions(database, project).questions))
        shown = choose_columns()
        for tier in EvidenceTier:
            show_tier(shortlist, tier, shown)
        show_left_out(shortlist)
        show_sources(shortlist)
        if st.button("Refresh the boards online", icon=":material/refresh:"):
            st.session_state[REFRESHED_BOARDS] = [board for board in ADDRESSES if board != "open-llm-leaderboard-v1"]
            st.rerun()
    with benchmarks_tab:
        show_benchmarks(shortlist, fetched)
    with names_tab:
        typed = st.text_input("Any model or file name", "Qwen2.5-Coder-7B-Instruct-IQ4_XS.gguf")
        if typed.strip():
            show_name(typed)

steps.next_step("Choose the model files", steps.MODEL_FILES)
