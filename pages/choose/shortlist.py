"""Which models to download and try: what fits, what is publicly known of it, and what only a test can tell."""

from datetime import date

import streamlit as st

from core.advice.shortlist import Shortlist, build_shortlist
from core.advice.shortlist_benchmarks import SIZE_CLASSES, judge_benchmarks, size_class_of, size_words
from core.advice.shortlist_cards import card_rows
from core.advice.shortlist_needs import LicenceNeed, Machine, Needs, Thinking
from core.advice.shortlist_next import arena_sentences, find_offers, plan_test
from core.advice.shortlist_speed import find_past_speeds, measure_bandwidth, this_machine
from core.advice.shortlist_tiers import EvidenceTier
from core.cards.online import ADDRESSES, look_up_board
from core.cards.read_card import read_card
from core.catalogue.public_scores import PublicScore
from core.catalogue.use_cases import UseCase
from core.errors import DownloadError
from core.runs.candidates import candidate_from_file, with_unique_names
from core.runs.projects import load_cards
from pages.shared import steps
from pages.shared.keys import BANDWIDTH, REFRESHED_BOARDS, remembered
from pages.shared.model_table import find_files
from pages.shared.project import project_or_new, store, update
from pages.shared.shortlist_view import (
    show_judged,
    show_left_out,
    show_name,
    show_pick,
    show_sources,
    show_tier,
)

_LANGUAGES = {"en": "English", "ko": "Korean", "zh": "Chinese", "ja": "Japanese", "de": "German", "fr": "French"}
_LICENCES = {
    LicenceNeed.ANY: "any (private use)",
    LicenceNeed.COMMERCIAL: "commercial use allowed",
    LicenceNeed.OPEN: "open (Apache, MIT)",
}
_THINKING = {Thinking.WELCOME: "welcome", Thinking.OFF: "not wanted", Thinking.ONLY: "wanted"}


def choose_needs(use_case: UseCase, n_ctx: int) -> tuple[Needs, tuple[str, ...]]:
    """What to plan for, and further models by name."""
    here = this_machine()
    first, second, third, fourth = st.columns(4)
    memory = first.number_input("Memory, GB", 1.0, 2048.0, float(max(round(here.memory_gb), 1)), 1.0, format="%g")
    n_ctx = second.number_input("n_ctx, tokens", 512, 1_048_576, max(n_ctx, 8192), step=1024)
    licence = third.selectbox("Licence", list(LicenceNeed), format_func=lambda need: _LICENCES[need])
    thinking = fourth.selectbox("Thinking models", list(Thinking), format_func=lambda t: _THINKING[t])
    with st.expander("GPU, speed, language, fine-tuning, further models"):
        left, middle, right = st.columns(3)
        reserve = left.number_input("Kept for the system, GB", 0.0, 512.0, Machine(memory).kept_gb, 0.5, format="%g")
        gpu = middle.number_input("GPU memory, GB", 0.0, 1024.0, round(here.gpu_gb, 1), 1.0, format="%g")
        gpu_bandwidth = right.number_input("GPU bandwidth, GB/s (0: unknown)", 0.0, 20_000.0, 0.0, 50.0, format="%g")
        if middle.button("Measure memory bandwidth (half a second)", icon=":material/speed:", width="stretch"):
            st.session_state[BANDWIDTH] = round(measure_bandwidth(), 1)
        bandwidth = left.number_input(
            "Memory bandwidth, GB/s (0: unknown)", 0.0, 20_000.0, step=5.0, key=remembered(BANDWIDTH, 0.0), format="%g"
        )
        language = right.selectbox("Language", list(_LANGUAGES), format_func=_LANGUAGES.__getitem__)
        fine_tune = left.checkbox("I will fine-tune it")
        community = middle.checkbox("Also other accounts' fine-tunes and merges")
        also = right.text_input("Further models by name, separated by ;", placeholder="Qwen3.5-9B; my-model-7B")
    machine = Machine(memory, reserve, gpu, bandwidth or None, gpu_bandwidth or None)
    needs = Needs(
        use_case=use_case,
        machine=machine,
        n_ctx=n_ctx,
        licence=licence or LicenceNeed.ANY,
        language=language or "en",
        thinking=thinking or Thinking.WELCOME,
        fine_tune=fine_tune,
        community=community,
    )
    return needs, tuple(part.strip() for part in also.split(";") if part.strip())


def fetched_rows() -> tuple[PublicScore, ...]:
    """Rows of the boards that this session refreshed; today's copies are kept, so no network is asked again."""
    rows: list[PublicScore] = []
    for board in st.session_state.get(REFRESHED_BOARDS, []):
        try:
            found = look_up_board(board, today=date.today())
        except DownloadError as error:
            st.warning(steps.plain(str(error)), icon=":material/cloud_off:")
            continue
        if found.note:
            st.info(steps.plain(found.note))
        rows += found.rows
    return tuple(rows)


def show_picks(shortlist: Shortlist) -> None:
    """Two to four models: what to download, and the test that tells them apart."""
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
    for column, one in zip(st.columns(max(len(picks), 1)), picks, strict=False):
        with column:
            show_pick(one)
    plan = plan_test(picks)
    if plan is not None:
        st.info(steps.plain(plan.sentence), icon=":material/quiz:")
        for sentence in arena_sentences(picks):
            st.caption(steps.plain(sentence))
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
                    st.markdown(f"- {steps.plain(offer.sentence())}")
            except DownloadError as error:
                st.warning(steps.plain(str(error)), icon=":material/cloud_off:")


def show_benchmarks(shortlist: Shortlist) -> None:
    models = [one.model for one in shortlist.candidates]
    table = {c: {o.model.key: o.cells[c] for o in shortlist.candidates if c in o.cells} for c in shortlist.columns}
    start = size_class_of(models[0].params_b) if models else SIZE_CLASSES[2]
    size = st.selectbox("Models of", SIZE_CLASSES, index=SIZE_CLASSES.index(start), format_func=size_words)
    show_judged(judge_benchmarks(models, table, size, base_models=shortlist.needs.fine_tune))


st.title("Which models should you try?")

with store() as database:
    project = project_or_new(database)
    if project.use_case is None:
        st.info("What counts depends on the use case: choose one first.")
        steps.next_step("Choose a use case", steps.USE_CASE)
        st.stop()
    needs, also = choose_needs(project.use_case, project.configuration.settings.n_ctx)
    cards = [(card.name, read_card(card.text, name=card.name)) for card in load_cards(database, project.id)]
    shortlist = build_shortlist(
        needs,
        files=find_files(database).files,
        past=find_past_speeds(database),
        fetched=(*fetched_rows(), *card_rows(cards, date.today())),
        also=also,
    )
    st.markdown(f"**{steps.plain(shortlist.sentence)}**")
    for caution in shortlist.cautions:
        st.caption(steps.plain(caution))
    models_tab, benchmarks_tab, names_tab = st.tabs(["Models", "How far to trust the benchmarks", "Names explained"])
    with models_tab:
        if shortlist.candidates:
            show_picks(shortlist)
        for tier in EvidenceTier:
            show_tier(shortlist, tier)
        show_left_out(shortlist)
        show_sources(shortlist)
        if st.button("Refresh the boards online", icon=":material/refresh:"):
            st.session_state[REFRESHED_BOARDS] = [board for board in ADDRESSES if board != "open-llm-leaderboard-v1"]
            st.rerun()
    with benchmarks_tab:
        show_benchmarks(shortlist)
    with names_tab:
        typed = st.text_input("Any model or file name", "Qwen2.5-Coder-7B-Instruct-IQ4_XS.gguf")
        if typed.strip():
            show_name(typed)

steps.next_step("Choose the model files", steps.MODEL_FILES)
