"""Write and mend questions; what is typed is kept at once, and becomes the project's set when it is saved."""

from dataclasses import replace

import streamlit as st

from core.questions.draw import choice_order
from core.questions.question import AskedQuestion, Question, QuestionSet
from core.runs.question_drafts import delete_draft, load_draft, save_draft, with_question
from pages.shared import keys, steps
from pages.shared.draft_view import begin, choose_question, save, show_findings, show_saved_answers
from pages.shared.grader_trial import try_grader
from pages.shared.project import project_or_new, store
from pages.shared.question_editor import edit_question, start_anew
from pages.shared.question_exports import show_exports
from pages.shared.question_view import show_prompt
from pages.shared.set_editor import edit_description


def show_question(question_set: QuestionSet, question: Question, draw_seed: int) -> None:
    asked = AskedQuestion(question, choice_order(question, draw_seed))
    st.markdown("**As the model will see it**")
    show_prompt(question_set, asked)
    st.markdown("**Try the grader**")
    try_grader(asked)


st.title("Edit questions")

with store() as database:
    project = project_or_new(database)
    draft = load_draft(database, project.id)
    if draft is not None and draft.saved_id is not None and draft.saved_id != project.question_set_id:
        delete_draft(database, project.id)  # nothing unsaved in it, and other questions are in use
        draft = None
    if draft is None:
        st.markdown("Write questions of your own, or change those that are there. What you type is kept at once.")
        begin(database, project)
        steps.next_step("Back to the questions", steps.QUESTIONS)
        st.stop()
    kept = draft
    head = st.container()
    saving = st.container(horizontal=True)
    draft, changed = choose_question(draft)
    if draft.questions and not changed:
        revision = st.session_state.get(keys.EDIT_REVISION, 0)
        prefix = f"edit_{revision}_{draft.selected}"
        fields, preview = st.columns(2, gap="large")
        with fields:
            edited = edit_question(draft.questions[draft.selected], prefix)
            if edited != draft.questions[draft.selected]:
                draft = with_question(draft, draft.selected, edited)
            changed = st.session_state.get(keys.EDIT_REVISION, 0) != revision
        with preview:
            show_question(draft.question_set, edited, project.draw_seed)
            show_findings(draft.question_set, draft.selected)
    with st.expander("Name, system text and worked examples of the set"):
        described = edit_description(draft.question_set)
        if described != draft.question_set:
            draft = replace(draft, question_set=described, saved_id=None)
    if draft != kept:
        save_draft(database, project.id, draft)
    if changed:
        start_anew()
        st.rerun()
    head.markdown(
        f"**{steps.plain(draft.question_set.name or 'Without a name')}**, begun from {steps.plain(draft.begun_from)}. "
        + ("Saved as the project's questions." if draft.saved_id else "Kept as you type; not in use until you save.")
    )
    if saving.button("Save as the project's questions", icon=":material/save:", disabled=draft.saved_id is not None):
        save(database, project, draft)
    with saving.popover("Close"):
        st.markdown("Nothing is lost." if draft.saved_id else "This throws away what is not saved.")
        if st.button("Close it", key="drop"):
            delete_draft(database, project.id)
            st.rerun()
    if draft.saved_id is not None:
        show_saved_answers(database, project, draft.question_set)
    st.subheader("Take it away")
    show_exports(draft.question_set)

steps.next_step("Back to the questions", steps.QUESTIONS)
