"""May published scores decide, or does it take an eval of one's own?"""

import streamlit as st
from core.advice.trust_or_test import STATEMENTS, advise

from core.cards.read_card import read_card
from core.runs.projects import load_cards
from pages.shared import steps
from pages.shared.project import project_or_new, store, update

st.title("Trust the published scores, or test?")

with store() as database:
    project = project_or_new(database)
    st.markdown("Tick what holds for your work:")
    statements = {
        statement.id: st.checkbox(
            statement.label, value=project.statements.get(statement.id, False), help=statement.why, key=statement.id
        )
        for statement in STATEMENTS
    }
    project = update(database, project, statements=statements)
    cards = [read_card(card.text, name=card.name) for card in load_cards(database, project.id)]
    advice = advise(project.use_case, cards, statements, [c.location for c in project.candidates])
    st.subheader(advice.headline)
    for reason in advice.reasons:
        st.markdown(f"- {steps.plain(reason)}")
    if not cards:
        st.caption("No model card was read for this project; with one, the advice is firmer.")

steps.next_step("Choose the questions", steps.QUESTIONS)
