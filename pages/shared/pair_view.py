"""A pair from close by: the paired counts, and the answers side by side."""

from collections.abc import Sequence

import streamlit as st

from core.advice.comparison import PairVerdict
from core.advice.decision import Difference
from core.runs.records import Answer
from pages.shared.steps import plain

_SHOWN_CHARACTERS = 4000


def show_boxes(pair: PairVerdict) -> None:
    """The paired counts as four boxes."""
    if pair.both_right is None or pair.neither_right is None:
        return
    boxes = st.columns(4)
    for box, label, count in zip(
        boxes,
        ("Both right", f"Only {pair.a.name}", f"Only {pair.b.name}", "Neither"),
        (pair.both_right, pair.only_a_right, pair.only_b_right, pair.neither_right),
        strict=True,
    ):
        box.metric(plain(label), count, border=True)


def show_differences(pair: PairVerdict, differences: Sequence[Difference]) -> None:
    """Every question that one got right and the other did not, with both answers as they were written."""
    winner = st.segmented_control(
        "Won by", [pair.a.name, pair.b.name], default=None, key=f"won_{pair.a.name}_{pair.b.name}"
    )
    shown = [d for d in differences if winner in (None, d.winner)]
    for difference in shown:
        with st.expander(f"{plain(difference.asked.question.id)} — won by {plain(difference.winner)}"):
            st.code(_question_text(difference), language=None, wrap_lines=True)
            st.caption("Expected:")
            st.code(difference.expected, language=None, wrap_lines=True)
            left, right = st.columns(2)
            for column, name, answer in ((left, pair.a.name, difference.a), (right, pair.b.name, difference.b)):
                with column:
                    _show_answer(name, answer)


def _show_answer(name: str, answer: Answer) -> None:
    st.markdown(f"**{plain(name)}**: {answer.grade.outcome}")
    text = answer.text[:_SHOWN_CHARACTERS]
    st.code(text + (" …" if len(answer.text) > len(text) else "") or "(nothing)", language=None, wrap_lines=True)
    st.caption(plain(answer.grade.why))


def _question_text(difference: Difference) -> str:
    lines = [difference.asked.question.input]
    lines += [f"{chr(65 + i)}) {text}" for i, text in enumerate(difference.asked.shown_choices)]
    return "\n".join(lines)
