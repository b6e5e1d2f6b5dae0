"""The description of a set as fields: its name, its system text, its worked examples."""

from dataclasses import replace

import streamlit as st

from core.questions.question import Example, QuestionSet
from pages.shared import keys
from pages.shared.keys import remembered


def edit_description(question_set: QuestionSet) -> QuestionSet:
    """The set with its description as changed by the person."""
    prefix = f"set_{st.session_state.get(keys.EDIT_REVISION, 0)}"
    name = st.text_input("Name of the set", key=remembered(f"{prefix}_name", question_set.name), max_chars=200)
    system = st.text_area(
        "System text, shown before every question (optional)",
        key=remembered(f"{prefix}_system", question_set.system or ""),
        height="content",
    )
    st.markdown("Worked examples, shown before every question (optional)")
    examples = []
    for i, example in enumerate((*question_set.few_shot, Example("", ""))):
        left, right = st.columns(2)
        asked = left.text_area(
            f"Example {i + 1}: question", key=remembered(f"{prefix}_asked_{i}", example.input), height="content"
        )
        answer = right.text_area(
            f"Example {i + 1}: answer", key=remembered(f"{prefix}_answer_{i}", example.target), height="content"
        )
        examples.append(Example(asked, answer))
    kept = tuple(example for example in examples if example.input.strip() or example.target.strip())
    return replace(question_set, name=name, system=system or None, few_shot=kept)
