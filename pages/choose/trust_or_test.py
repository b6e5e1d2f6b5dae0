"""May published scores decide, or does it take an eval of one's own?"""

from collections.abc import Iterable

import streamlit as st

from core.advice.claims.no_card import only_cards
from core.advice.claims.trust_or_test import Decision, Domain, Reason, Situation, trust_or_test
from core.advice.claims.values import cut_quote
from core.advice.verdict.file_facts import file_facts
from core.runs.made_files import load_made_files
from core.runs.projects import load_cards
from pages.shared import steps
from pages.shared.keys import remembered
from pages.shared.project import project_or_new, store, update
from pages.shared.saved_cards import label_cards, read_all

STATEMENTS = {
    "close_candidates": "Two candidates seem about equal",
    "narrow_task": "The task is narrow: one kind of document, one format, one procedure",
    "edge_cases": "Rare inputs must come out right before this is used",
    "production": "Others will rely on it",
}


def show_quotes(reason: Reason) -> None:
    for quote in reason.quotes:
        text = cut_quote(quote.text, 200)
        st.caption(steps.plain(f"Line {quote.line}: {text}" if quote.line else text))


def show_reasons(reasons: Iterable[Reason]) -> None:
    for reason in reasons:
        towards = "speaks for the published scores" if reason.towards is Decision.TRUST else "speaks for your own test"
        st.markdown(f"- {steps.plain(reason.sentence)} *({towards})*")
        show_quotes(reason)


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
        placeholder="none",
        format_func=lambda d: "none" if d is None else d.value,
    )
    project = update(database, project, statements={**said, **{d.value: d is domain for d in Domain if d is domain}})
    readings = read_all(database, load_cards(database, project.id), use_case)
    cards, doubts = only_cards(
        [(label, reading) for label, (_, reading) in zip(label_cards(readings), readings, strict=True)]
    )
    advice = trust_or_test(
        use_case,
        cards,
        project.candidates,
        file=file_facts(project.candidates, load_made_files(database)),
        situation=Situation(domain=domain, **said),
    )
    show = st.success if advice.decision is Decision.TRUST else st.warning
    show(steps.plain(advice.sentence), icon=":material/rule:")
    show_quotes(advice.chief)
    show_reasons(advice.common)
    for name, reasons in advice.by_card:
        if reasons:
            st.subheader(steps.plain(name))
            show_reasons(reasons)
    for note in (*advice.notes, *doubts):
        st.info(steps.plain(note), icon=":material/person_search:")
    if not cards:
        st.caption("No model card was read for this project; with one, there is more to go by.")

steps.next_step("Choose the questions", steps.QUESTIONS)
