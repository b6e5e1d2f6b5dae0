"""What a shortlist is made for: the machine, the licence, the language, and the boards that were looked up."""

from collections.abc import Mapping
from datetime import date

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.advice.shortlist.hub import nothing_read
from core.advice.shortlist.needs import LANGUAGES, LicenceNeed, Machine, Needs, Thinking
from core.advice.shortlist.speed import measure_bandwidth, this_machine
from core.cards.online import look_up_board
from core.catalogue.public_scores import PublicScore
from core.catalogue.use_cases import UseCase
from core.errors import DownloadError
from pages.shared.keys import REFRESHED_BOARDS, remembered
from pages.shared.steps import plain

_FIELD_PX = 190
_LICENCES = {
    LicenceNeed.ANY: "any (private use)",
    LicenceNeed.COMMERCIAL: "commercial use allowed",
    LicenceNeed.OPEN: "open (Apache, MIT)",
}
_THINKING = {Thinking.WELCOME: "welcome", Thinking.OFF: "not wanted", Thinking.ONLY: "wanted"}


def choose_needs(use_case: UseCase, n_ctx: int, saved: Mapping[str, float]) -> tuple[Needs, tuple[str, ...]]:
    """What to plan for, and further models by name; `saved` are the numbers of the last visit."""
    here = this_machine()

    def number(place: DeltaGenerator, label: str, name: str, default: float, low: float, high: float) -> float:
        key = remembered(f"shortlist_{name}", min(max(float(saved.get(name, default)), low), high))
        return place.number_input(label, low, high, step=1.0, format="%g", key=key)

    row = st.container(horizontal=True)  # wraps where four do not fit beside each other
    first, second, third, fourth = (row.container(width=_FIELD_PX) for _ in range(4))
    memory = number(first, "Memory, GB", "memory", max(round(here.memory_gb), 1), 1.0, 2048.0)
    tokens = number(second, "n_ctx, tokens", "n_ctx", max(n_ctx, 8192), 512.0, 1_048_576.0)
    licence = third.selectbox("Licence", list(LicenceNeed), format_func=lambda need: _LICENCES[need])
    thinking = fourth.selectbox("Thinking models", list(Thinking), format_func=lambda wish: _THINKING[wish])
    with st.expander("Speed, GPU, language, fine-tuning, further models"):
        if st.button("Measure memory bandwidth", icon=":material/speed:", help="Takes half a second."):
            st.session_state["shortlist_bandwidth"] = round(measure_bandwidth(), 1)
        left, right = st.columns(2, vertical_alignment="bottom")
        bandwidth = number(left, "Memory bandwidth, GB/s (0: unknown)", "bandwidth", 0.0, 0.0, 20_000.0)
        reserve = right.number_input("Kept for the system, GB", 0.0, 512.0, Machine(memory).kept_gb, 0.5, format="%g")
        gpu = number(left, "GPU memory, GB", "gpu", round(here.gpu_gb, 1), 0.0, 1024.0)
        gpu_bandwidth = number(right, "GPU bandwidth, GB/s (0: unknown)", "gpu_bandwidth", 0.0, 0.0, 20_000.0)
        language = left.selectbox("Language", list(LANGUAGES), format_func=lambda code: LANGUAGES[code])
        also = right.text_input("Further models by name, separated by ;", placeholder="Qwen3.5-9B; my-model-7B")
        fine_tune = st.checkbox("I will fine-tune it")
        community = st.checkbox("Also other accounts' fine-tunes and merges")
    needs = Needs(
        use_case=use_case,
        machine=Machine(memory, reserve, gpu, bandwidth or None, gpu_bandwidth or None),
        n_ctx=int(tokens),
        licence=licence or LicenceNeed.ANY,
        language=language or "en",
        thinking=thinking or Thinking.WELCOME,
        fine_tune=fine_tune,
        community=community,
    )
    return needs, tuple(part.strip() for part in also.split(";") if part.strip())


def numbers_of(needs: Needs) -> dict[str, float]:
    """What a next visit starts from."""
    machine = needs.machine
    return {
        "memory": machine.memory_gb,
        "n_ctx": needs.n_ctx,
        "gpu": machine.gpu_gb,
        "bandwidth": machine.bandwidth_gb_s or 0.0,
        "gpu_bandwidth": machine.gpu_bandwidth_gb_s or 0.0,
    }


def fetched_rows() -> tuple[PublicScore, ...]:
    """Rows of the boards that this session refreshed; today's copies are kept, so no network is asked again."""
    rows: list[PublicScore] = []
    for board in st.session_state.get(REFRESHED_BOARDS, []):
        try:
            found = look_up_board(board, today=date.today())
        except DownloadError as error:
            st.warning(plain(str(error)), icon=":material/cloud_off:")
            continue
        if found.note:
            st.info(plain(found.note))
        if not found.rows:
            st.warning(plain(nothing_read(board)), icon=":material/cloud_off:")
        rows += found.rows
    return tuple(rows)
