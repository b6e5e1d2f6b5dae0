"""A question set as files to take away."""

import re

import streamlit as st

from core.errors import QuestionSetError
from core.questions.export import to_csv
from core.questions.harness import zip_harness_folder
from core.questions.jsonl import to_jsonl
from core.questions.question import QuestionSet
from pages.shared.steps import plain


def show_exports(question_set: QuestionSet) -> None:
    """Three downloads, and what a foreign tool cannot take over."""
    stem = re.sub(r"[^\w.-]+", "-", question_set.name).strip("-.") or "questions"
    row = st.container(horizontal=True)
    row.download_button("JSON Lines", to_jsonl(question_set), f"{stem}.jsonl", "application/jsonl")
    # A byte order mark tells spreadsheets that the file is UTF-8.
    row.download_button("CSV", to_csv(question_set).encode("utf-8-sig"), f"{stem}.csv", "text/csv")
    try:
        written, packed = zip_harness_folder(question_set)
    except QuestionSetError as error:
        st.caption(plain(str(error)))
        return
    row.download_button("lm-evaluation-harness (zip)", packed, f"{written.name}.zip", "application/zip")
    left_out = ", ".join(f"{count} graded by {name}" for name, count in written.left_out.items())
    st.caption(
        plain(f"In lm-evaluation-harness: unpack, then --include_path FOLDER --tasks {written.name}.")
        + (plain(f" It has no counterpart for {left_out}; they are left out.") if left_out else "")
    )
