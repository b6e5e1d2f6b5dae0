"""Which questions are asked: the use case's own bank, a file, or tasks typed into a box."""

import streamlit as st

from core.errors import QuestionSetError
from core.grading.wrappings import check_grader
from core.questions.banks import load_open_prompts
from core.questions.check import Finding, check_question_set
from core.questions.draw import draw
from core.questions.paste import parse_pasted
from core.questions.question import QuestionSet
from core.runs.database import Database
from core.runs.evaluation import load_project_questions, refuse_faults
from core.runs.projects import DEFAULT_N, save_question_set
from core.runs.records import Project
from pages.shared import keys, steps
from pages.shared.file_import import read_upload
from pages.shared.project import project_or_new, store, update
from pages.shared.question_exports import show_exports
from pages.shared.question_view import drawn_words, show_asked, summary_words

_SHOWN = 5
_OPEN_AT_ONCE = 20  # two candidates' answers to so many prompts are rated by hand in a quarter of an hour


def from_file() -> QuestionSet | None:
    return read_upload("questions_upload")


def typed_in() -> QuestionSet | None:
    with st.form("typed", border=False):
        text = st.text_area(
            "Your tasks, one a paragraph",
            height=220,
            key=keys.PASTED_TASKS,
            placeholder="What is the capital of Peru? => Lima\n\nWhich can fly?\nA) a stone\nB) a sparrow\nAnswer: B",
        )
        read = st.form_submit_button("Read them")
    st.caption("Put the expected answer after => or on a last line “Answer: …”. Without one, you rate the answers.")
    return parse_pasted(text) if read or text.strip() else None


@st.cache_data(max_entries=20, show_spinner="Checking the questions")
def find_faults(question_set: QuestionSet) -> tuple[Finding, ...]:
    return check_question_set(question_set, refused=check_grader)


def open_prompts(project: Project) -> QuestionSet | None:
    """The prompts of the use case that a person rates; None where it has none."""
    prompts = load_open_prompts(project.use_case) if project.use_case else None
    return prompts if prompts is not None and prompts.questions else None


def use(database: Database, project: Project, question_set: QuestionSet, n: int) -> None:
    """Make it the project's question set, unless it holds what cannot be asked."""
    try:
        refuse_faults(question_set)
    except QuestionSetError as error:
        st.error(steps.plain(str(error)))
        return
    set_id = save_question_set(database, question_set, chosen=True)
    update(database, project, question_set_id=set_id, n=n)
    st.rerun()


st.title("The questions")

with store() as database:
    project = project_or_new(database)
    current: QuestionSet | None = None
    if project.use_case is not None or project.question_set_id is not None:
        current = load_project_questions(database, project)
    ours, file, typed = st.tabs(["The questions in use", "From a file", "Typed in"])
    with ours:
        if current is None:
            st.info("Choose a use case to get its questions, or bring your own from a file or by typing.")
        else:
            st.markdown(f"**{steps.plain(current.name)}** — {summary_words(current)}")
            st.markdown(drawn_words(current, project.n, project.draw_seed))
            if st.button("Edit them, or write new ones", icon=":material/edit_note:", key="edit"):
                st.switch_page(steps.EDIT_QUESTIONS)
            with st.expander("Export them"):
                show_exports(current)
            prompts = open_prompts(project)
            if prompts is not None and current.name != prompts.name:
                label = (
                    f"Ask {_OPEN_AT_ONCE} of the {len(prompts.questions)} open prompts instead, and rate the answers"
                )
                if st.button(
                    label, icon=":material/star_rate:", help="By hand, from 1 to 5, without the models' names."
                ):
                    use(database, project, prompts, n=_OPEN_AT_ONCE)
            own_set = project.question_set_id is not None and project.use_case is not None
            if own_set and st.button(f"Back to the bank for {project.use_case}"):
                n = DEFAULT_N if project.n in (len(current.questions), _OPEN_AT_ONCE) else project.n
                update(database, project, question_set_id=None, n=n)
                st.rerun()
    waiting = False  # questions that were read and are not in use yet
    for tab, read in ((file, from_file), (typed, typed_in)):
        with tab:
            try:
                own = read()
            except QuestionSetError as error:
                st.error(steps.plain(str(error)))
                own = None
            if own is not None and (current is None or own.questions != current.questions):
                waiting = True
                st.success(f"Read: {summary_words(own)} Nothing is asked of them until you press the button below.")
                show_asked(own, draw(own, min(_SHOWN, len(own.questions)), project.draw_seed))
                if st.button("Use these questions", key=f"use_{read.__name__}", icon=":material/check:"):
                    use(database, project, own, n=min(project.n, len(own.questions)))
    if current is not None and not waiting:
        findings = find_faults(current)
        with st.expander(
            f"Check before the run: {len(findings)} finding{'' if len(findings) == 1 else 's'}",
            expanded=bool(findings) and project.question_set_id is not None,
        ):
            for finding in findings[:50]:
                st.markdown(f"- {steps.plain(str(finding))}")
            if not findings:
                st.markdown("Keys, choices, duplicates and readings are in order.")
        st.subheader("As a model sees them")
        shown = draw(current, min(_SHOWN, len(current.questions)), project.draw_seed)
        st.caption(f"The first {len(shown)} of the draw." if len(shown) > 1 else "The only one.")
        show_asked(current, shown)

steps.next_step(
    "Ask the candidates",
    steps.EVALUATE,
    ready=current is not None and not waiting,
    first="Use the questions that you read, or take the file away."
    if waiting
    else "Choose a use case, or bring questions.",
)
