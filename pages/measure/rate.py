"""Rate open answers by hand: blind, shuffled, with the keys 1 to 5, to be left and taken up at any time."""

import streamlit as st

from core.grading.rating import HIGHEST, LOWEST
from core.runs.database import Database
from core.runs.ratings import OpenAnswer, RatingQueue, load_rating_queue, rate, take_back
from pages.shared import steps
from pages.shared.judge_view import show_judge
from pages.shared.project import project_or_new, store

_WORDS = {1: "of no use", 2: "poor", 3: "passable", 4: "good", 5: "could not be better"}


def show_answer(database: Database, waiting: OpenAnswer) -> None:
    st.caption("The request")
    st.code(waiting.question.input, language=None, wrap_lines=True)
    rubric = waiting.question.grader.options.get("rubric")
    if isinstance(rubric, str) and rubric.strip():
        st.caption(steps.plain(f"What to look for: {rubric}"))
    reference = waiting.question.metadata.get("reference")
    if isinstance(reference, str) and reference.strip():
        with st.expander("A reference answer"):
            st.code(reference, language=None, wrap_lines=True)
    st.caption("The answer")
    st.code(waiting.text, language=None, wrap_lines=True)
    with st.container(horizontal=True):
        for stars in range(LOWEST, HIGHEST + 1):
            # A key of its own for each answer: a key pressed twice does not rate the next answer unseen.
            key = f"rate_{waiting.run_id}_{waiting.question.id}_{stars}"
            if st.button(f"{stars} {_WORDS[stars]}", key=key, shortcut=str(stars)):
                rate(database, waiting, stars)
                st.rerun()


def show_progress(database: Database, queue: RatingQueue) -> None:
    st.progress(queue.rated / queue.total, text=f"{queue.rated} of {queue.total} answers rated")
    last = queue.last_rated
    if last is not None and st.button("Take the last rating back", icon=":material/undo:", shortcut="U", key="undo"):
        take_back(database, last)
        st.rerun()


st.title("Rate answers")

with store() as database:
    project = project_or_new(database)
    queue = load_rating_queue(database, project)
    if not queue.total:
        st.info(
            "No open answers wait here. Open prompts are questions that you rate by hand: choose those for chat on the "
            "page Questions, or bring tasks without an expected answer, and ask your candidates."
        )
        steps.next_step("Choose questions", steps.QUESTIONS)
        st.stop()
    st.markdown(
        "You see what was asked and what one of the candidates wrote, not which one. The answers to a request follow "
        "each other in an order drawn at random. Press **1** to **5**, and **U** to take a rating back."
    )
    if queue.waiting:
        show_answer(database, queue.waiting[0])
    else:
        st.success("All answers are rated.", icon=":material/check:")
    show_progress(database, queue)
    show_judge(database, project, rated=not queue.waiting)

steps.next_step(
    "See the verdict",
    steps.VERDICT,
    ready=not queue.waiting,
    first=f"{len(queue.waiting)} answers still wait. The verdict leaves out what is not rated.",
)
