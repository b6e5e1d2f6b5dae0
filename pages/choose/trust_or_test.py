"""May published scores decide, or does it take an eval of one's own?"""

import streamlit as st

from core.advice.file_facts import file_facts
from core.advice.trust_or_test import Decision, Domain, Situation, trust_or_test
from core.cards.read_card import read_card
from core.runs.projects import load_cards
from pages.shared import steps
from pages.shared.keys import remembered
from pages.shared.project import project_or_new, store, update

STATEMENTS = {
    "close_candidates": "Two candidates seem about equal",
    "narrow_task": "The task is narrow: one kind of document, one format, one procedure",
    "edge_cases": "Rare inputs must come out right before this is used",
    "production": "Others will rely on it",
}

st.title("Trust the published scores, or test?")

with store() as database:
    project = project_or_new(database)
    use_case = project.use_case
    if use_case is None:
        st.info("What counts depends on the use case: choose one first.")
        steps.next_step("Choose a use case", steps.USE_CASE)
        st.stop()
    st.markdown("What holds for your work?")
    said = {
        key: st.checkbox(label, key=remembered(f"{key}_{project.id}", project.statements.get(key, False)))
        for key, label in STATEMENTS.items()
    }
    domains = [None, *Domain]
    saved = next((d for d in Domain if project.statements.get(d.value)), None)
    domain = st.selectbox(
        "A special domain",
        domains,
        key=remembered(f"domain_{project.id}", saved),
        format_func=lambda d: "none" if d is None else d.value,
    )
    project = update(database, project, statements={**said, **{d.value: d is domain for d in Domain if d is domain}})
    situation = Situation(domain=domain, **said)
    cards = load_cards(database, project.id)
    readings = [read_card(card.text, name=card.name, use_case=use_case) for card in cards]
    facts = file_facts(project.candidates)
    advice = [trust_or_test(use_case, reading=reading, file=facts, situation=situation) for reading in readings] or [
        trust_or_test(use_case, file=facts, situation=situation)
    ]
    for i, one in enumerate(advice):
        if readings:
            st.subheader(steps.plain(readings[i].model or cards[i].name))
        show = st.success if one.decision is Decision.TRUST else st.warning
        show(steps.plain(one.sentence), icon=":material/rule:")
        for reason in one.reasons:
            towards = "for the published scores" if reason.towards is Decision.TRUST else "for a test"
            st.markdown(f"- {steps.plain(reason.sentence)} *({towards})*")
            for quote in reason.quotes:
                st.caption(steps.plain(f"Line {quote.line}: {quote.text[:200]}"))
    if not readings:
        st.caption("No model card was read for this project; with one, there is more to go by.")

steps.next_step("Choose the questions", steps.QUESTIONS)
