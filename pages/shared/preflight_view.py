"""What a model will be shown, before anything is asked of it."""

from pathlib import Path

import streamlit as st

from core.errors import SurefitError
from core.inference.exchange import PromptMode
from core.inference.preflight import Preflight
from core.inference.session import preflight
from core.questions.draw import draw
from core.questions.prompt import to_completion, to_messages
from core.questions.question import QuestionSet
from core.runs.evaluation import configuration_for
from core.runs.records import CandidateKind, Project
from pages.shared.steps import plain


def show_preflight(project: Project, question_set: QuestionSet) -> None:
    """The first question as each candidate's own template renders it, and what was decided on the way."""
    asked = draw(question_set, 1, project.draw_seed)[0]
    for candidate in project.candidates:
        st.markdown(f"**{plain(candidate.name)}**")
        if candidate.kind is CandidateKind.SERVER:
            st.caption("A server does not show its template: what the model sees is up to the server.")
            continue
        if configuration_for(candidate, project.configuration).mode is PromptMode.COMPLETION:
            st.caption(
                "No chat template: a base model, asked by plain completion with worked examples before the question. "
                "Compared with a chat model, that is another way of asking."
            )
            st.code(to_completion(question_set, asked), language=None, wrap_lines=True)
            continue
        try:
            found = preflight(
                Path(candidate.location), project.configuration.settings, to_messages(question_set, asked)
            )
        except SurefitError as error:
            st.error(plain(str(error)))
            continue
        _show(found)


def _show(found: Preflight) -> None:
    facts = [
        f"template: {found.template_source}",
        f"system text: {found.system}",
        f"thinking: {found.thinking}",
        f"{found.n_bos} BOS token{'' if found.n_bos == 1 else 's'}",
        f"{found.prompt_tokens} prompt tokens",
        f"stops at: {found.stop_words or 'nothing but the budget'}",
    ]
    st.caption(plain("; ".join(facts) + "."))
    for note in found.notes:
        st.caption(plain(note))
    st.code(found.prompt, language=None, wrap_lines=True)
