"""A question set while it is edited: begin it, choose in it, check it, save it, and reach saved answers."""

from dataclasses import replace

import streamlit as st

from core.errors import QuestionSetError
from core.questions.banks import load_bank
from core.questions.check import Severity, check_question_set
from core.questions.question import QuestionSet
from core.runs.corrections import correct_runs, find_to_correct
from core.runs.database import Database
from core.runs.evaluation import load_project_questions, refuse_faults
from core.runs.projects import save_question_set
from core.runs.question_drafts import (
    Draft,
    finish_draft,
    save_draft,
    with_new_question,
    with_removed_back,
    without_question,
)
from core.runs.records import Project
from core.runs.run_rows import load_runs
from pages.shared import keys
from pages.shared.file_import import read_upload
from pages.shared.grader_trial import find_refused, find_refused_code
from pages.shared.project import update
from pages.shared.question_editor import start_anew
from pages.shared.question_view import beginning
from pages.shared.steps import plain

_IN_USE, _BANK, _FILE, _EMPTY = "the questions in use", "the bank", "a file", "nothing"


def begin(database: Database, project: Project) -> None:
    """What to start from."""
    in_use = project.question_set_id is not None
    sources = [*([_IN_USE] if in_use else []), *([_BANK] if project.use_case else []), _FILE, _EMPTY]
    source = st.radio("Start from", sources, horizontal=True, key="begin_from")
    draft: Draft | None = None
    if source == _FILE:
        try:
            read = read_upload("edit_upload")
        except QuestionSetError as error:
            st.error(plain(str(error)))
            return
        draft = Draft(read, read.name) if read is not None else None
    elif source == _EMPTY:
        draft = with_new_question(Draft(QuestionSet("My questions", ()), "nothing"))
    else:
        found = load_bank(project.use_case) if source == _BANK else load_project_questions(database, project)
        draft = Draft(found, found.name, saved_id=project.question_set_id if source == _IN_USE else None)
    if st.button("Start", disabled=draft is None, icon=":material/edit:") and draft is not None:
        save_draft(database, project.id, draft)
        start_anew()
        st.rerun()


def choose_question(draft: Draft) -> tuple[Draft, bool]:
    """Which question is open; and whether the list itself was changed."""
    places = list(range(len(draft.questions)))
    prefix = f"choose_{st.session_state.get(keys.EDIT_REVISION, 0)}"
    if places:
        chosen = st.selectbox(
            f"{len(places)} question{'s' if len(places) != 1 else ''} (type to search)",
            places,
            key=keys.remembered(prefix, min(draft.selected, len(places) - 1)),
            format_func=lambda i: f"{i + 1} · {beginning(draft.questions[i].input) or '(empty)'}",
        )
        draft = replace(draft, selected=chosen)
    with st.container(horizontal=True):
        if st.button("Add a question", icon=":material/add:", key="add"):
            return with_new_question(draft), True
        if st.button("Copy it", icon=":material/content_copy:", disabled=not places, key="copy"):
            return with_new_question(draft, draft.questions[draft.selected]), True
        if st.button("Remove it", icon=":material/delete:", disabled=not places, key="remove"):
            return without_question(draft, draft.selected), True
        if st.button("Bring the removed one back", icon=":material/undo:", disabled=not draft.removed, key="undo"):
            return with_removed_back(draft), True
    return draft, False


def show_findings(question_set: QuestionSet, selected: int) -> None:
    """The check as it stands: the open question's findings in full, the others behind a line."""
    findings = check_question_set(question_set, refused=find_refused)
    question = question_set.questions[selected]
    own = [(finding.severity, finding.text) for finding in findings if finding.row == selected + 1]
    if question.grader.name == "code" and not own:
        own = [(Severity.ERROR, text) for text in find_refused_code(question)]
    for severity, text in own:
        (st.error if severity is Severity.ERROR else st.warning)(plain(text))
    if not own:
        st.caption(":material/check: The check finds nothing wrong with this question.")
    with st.expander(f"Check of the whole set: {len(findings)} finding{'' if len(findings) == 1 else 's'}"):
        for finding in findings[:100]:
            st.markdown(f"- {plain(str(finding))}")


def save(database: Database, project: Project, draft: Draft) -> None:
    """Save the draft as the project's question set, under its name; what cannot be asked is refused."""
    try:
        finished = finish_draft(draft)
        refuse_faults(finished)
    except QuestionSetError as error:
        st.error(plain(str(error)))
        return
    set_id = save_question_set(database, finished, chosen=True)
    update(database, project, question_set_id=set_id, n=min(project.n, len(finished.questions)))
    save_draft(database, project.id, replace(draft, question_set=finished, saved_id=set_id))
    start_anew()
    st.rerun()


def show_saved_answers(database: Database, project: Project, question_set: QuestionSet) -> None:
    """Answers that were given before a key was corrected can be graded again, without the model."""
    runs = load_runs(database, project.id)
    found = find_to_correct(database, question_set, runs)
    if not found:
        return
    touched = sum(count for _, _, count in found)
    st.info(
        f"{len(found)} run{'s' if len(found) != 1 else ''} hold {touched} saved answers to questions that were "
        "changed since, in their key, grader or labels. They can be graded again without asking a model.",
        icon=":material/rule:",
    )
    if st.button("Grade the saved answers again", icon=":material/refresh:"):
        done = correct_runs(database, question_set, runs)
        st.success(f"{done.changed} of {done.answers} saved answers in {done.runs} runs have another grade now.")
        if done.active:
            st.caption(f"{done.active} runs go on and were left alone: grade them again when they have ended.")
