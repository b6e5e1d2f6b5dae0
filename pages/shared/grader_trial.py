"""A typed answer, and what the question's own grader makes of it."""

from contextlib import nullcontext
from functools import lru_cache

import streamlit as st

from core.errors import GradingError
from core.grading.graders import find_grader, grade
from core.grading.outcome import Grade, Outcome
from core.grading.wrappings import check_grader
from core.inference.exchange import FinishReason
from core.questions.question import AskedQuestion, Question
from core.runs.database import from_json, to_json
from core.runs.grades import open_sandbox
from core.runs.records import Configuration
from pages.shared.keys import remembered
from pages.shared.steps import plain

_ICONS = {
    Outcome.RIGHT: ":material/check_circle:",
    Outcome.WRONG: ":material/cancel:",
    Outcome.UNRATED: ":material/star:",
}


def try_grader(asked: AskedQuestion) -> None:
    """Type an answer as a model might, see its outcome, what was read, and why."""
    prefix = f"trial_{asked.question.id}"  # what is typed stays while the question is changed
    text = st.text_area(
        "An answer, as a model might write it",
        key=remembered(f"{prefix}_text", ""),
        height="content",
        placeholder="Let me think … ANSWER: B",
    )
    cut = st.checkbox("The token budget ended it", key=remembered(f"{prefix}_cut", False))
    if not text.strip():
        return
    if problems := find_grader(asked.question.grader.name).check(asked.question):  # a half-written key or option
        st.warning(plain(f"This cannot be graded yet: {problems[0]}"))
        return
    try:
        found = _grade(asked, text, FinishReason.LENGTH if cut else FinishReason.STOP)
    except GradingError as error:
        st.warning(plain(f"This cannot be graded yet: {error}"))
        return
    st.markdown(f"{_ICONS.get(found.outcome, ':material/help:')} **{found.outcome.capitalize()}**. {plain(found.why)}")
    if found.read is not None:
        st.caption("Read:")
        st.code(found.read, language=None, wrap_lines=True)


def _grade(asked: AskedQuestion, text: str, reason: FinishReason) -> Grade:
    code = asked.question.grader.name == "code"
    with open_sandbox(Configuration()) if code else nullcontext() as sandbox:
        return grade(asked, text, reason, sandbox=sandbox)


def find_refused(question: Question) -> list[str]:
    """What is wrong with a question's grader and key; remembered by content. No code is run."""
    return list(_refused(to_json(question), run_code=False))


def find_refused_code(question: Question) -> list[str]:
    """The same for a code question, whose reference solution is run through its own tests."""
    return list(_refused(to_json(question), run_code=True))


@lru_cache(maxsize=4096)
def _refused(body: str, *, run_code: bool) -> tuple[str, ...]:
    with open_sandbox(Configuration()) if run_code else nullcontext() as sandbox:
        return tuple(check_grader(from_json(Question, body), sandbox=sandbox))
