"""The path through the app, and the one next step at the end of every page."""

import re

import streamlit as st

HOME = "choose/home.py"
USE_CASE = "choose/use_case.py"
SHORTLIST = "choose/shortlist.py"
MODEL_FILES = "choose/model_files.py"
MODEL_CARDS = "choose/model_cards.py"
TRUST_OR_TEST = "choose/trust_or_test.py"
QUESTIONS = "measure/questions.py"
EDIT_QUESTIONS = "measure/edit_questions.py"
EVALUATE = "measure/evaluate.py"
RATE = "measure/rate.py"
QUANTIZATION = "measure/quantization.py"
PREPARE = "measure/prepare.py"
VERDICT = "decide/verdict.py"
PAST_RUNS = "decide/past_runs.py"
RELIABILITY = "decide/reliability.py"
SOURCES = "decide/sources.py"


def next_step(label: str, page: str, *, ready: bool = True, first: str = "") -> None:
    """The page's primary button. While it is not ready, `first` says what to do before."""
    st.divider()
    row = st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center")
    if not ready and first:
        row.info(first, icon=":material/arrow_upward:")
    # As wide as its words: a narrow window would cut them short.
    if row.button(label, type="primary", icon=":material/arrow_forward:", disabled=not ready, key="next_step"):
        st.switch_page(page)


# Addresses become links after Markdown has taken the backslashes away; a sign without width keeps them text.
_ADDRESS = re.compile(
    r"(?i)(?<=://)(?!localhost\b|127\.|\[::1\])|(?<=(?<![a-z0-9_])www)(?=\.)|(?<=[\w.+-]@)(?=[\w-]+\.[a-z])"
)


def plain(text: str) -> str:
    """Text from outside (file names, cards, answers) so that Markdown shows it as it is written, without live links."""
    text = _ADDRESS.sub("\u2060", text)
    for sign in "\\`*_{}[]<>()#+-.!|~$:":
        text = text.replace(sign, "\\" + sign)
    return text
