"""What the model is for, and which public benchmarks measure that."""

import streamlit as st

from core.catalogue.benchmarks import find_by_id
from core.catalogue.use_case_guide import find_guide, load_guides
from core.catalogue.use_cases import UseCase
from pages.shared import steps
from pages.shared.benchmark_facts import show_benchmark, show_source
from pages.shared.keys import remembered
from pages.shared.project import project_or_new, store, update

st.title("What is the model for?")

with store() as database:
    project = project_or_new(database)
    guides = load_guides()
    chosen = st.segmented_control(
        "Use case",
        list(UseCase),
        format_func=lambda use_case: guides[use_case].title,
        key=remembered(f"use_case_{project.id}", project.use_case),
        label_visibility="collapsed",
    )
    if chosen is not None and chosen != project.use_case:
        # Questions of another use case would answer another question.
        project = update(database, project, use_case=chosen, question_set_id=None)

if project.use_case is None:
    st.info("Choose one of the four. It decides which benchmarks count and which questions are asked.")
else:
    guide = find_guide(project.use_case)
    st.subheader(guide.question)
    st.markdown(guide.advice.text)
    show_source(guide.advice)
    core = [entry for entry in guide.measured_by if entry.role == "core"]
    also = [entry for entry in guide.measured_by if entry.role != "core"]
    st.subheader("These public benchmarks measure it")
    for entry in core:
        show_benchmark(find_by_id(entry.benchmark), why=entry.why)
    if also and st.toggle(f"Show {len(also)} more that cards often report"):
        for entry in also:
            show_benchmark(find_by_id(entry.benchmark), why=entry.why)
    st.subheader("Ignore these here")
    for ignored in guide.ignore:
        st.markdown(f"- **{find_by_id(ignored.benchmark).name}**: {ignored.why.text}")
    if st.button("Nothing downloaded yet? See which models are worth trying", icon=":material/playlist_add_check:"):
        st.switch_page(steps.SHORTLIST)

steps.next_step(
    "Choose the model files", steps.MODEL_FILES, ready=project.use_case is not None, first="Choose a use case above."
)
