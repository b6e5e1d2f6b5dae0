"""The model files on this machine, what they really hold, what fits, and which are candidates."""

import streamlit as st

from core.runs.candidates import candidate_from_file, with_unique_names
from pages.shared import steps
from pages.shared.keys import remembered
from pages.shared.machine import memory_words
from pages.shared.model_table import find_files, save_folders, saved_folders, show_details, show_files, show_problems
from pages.shared.project import project_or_new, store, update

st.title("Model files")

with store() as database:
    project = project_or_new(database)
    with st.form("folders", border=False):
        left, right = st.columns([4, 1], vertical_alignment="bottom")
        text = left.text_input(
            "Further folders to search, separated by ;",
            "; ".join(str(folder) for folder in saved_folders(database)),
            placeholder="/home/me/models",
            help="LM Studio, Ollama, the Hugging Face cache and the other usual places are searched anyway.",
        )
        if right.form_submit_button("Search", width="stretch", icon=":material/search:"):
            save_folders(database, [part.strip() for part in text.split(";") if part.strip()])
            st.rerun()
    found = find_files(database)
    st.caption(memory_words())
    if not found.files:
        st.info("No GGUF file was found. Name a folder above, or rehearse with small models on the home page.")
    else:
        show_files(found.files, project.configuration.settings)
        by_location = {str(file.path): candidate_from_file(file) for file in found.files}
        # A candidate that lies elsewhere, or is gone, is not dropped in silence.
        elsewhere = {c.location: c for c in project.candidates if c.location not in by_location}
        offered = by_location | elsewhere
        chosen = st.multiselect(
            "Candidates: the files to compare",
            list(offered),
            key=remembered(f"candidates_{project.id}", [c.location for c in project.candidates]),
            format_func=lambda location: offered[location].name + (" (elsewhere)" if location in elsewhere else ""),
            placeholder="Choose two or more",
        )
        candidates = with_unique_names([offered[location] for location in chosen])
        if len(candidates) < len(chosen):
            st.info("Two of these hold the same content; it is asked once.")
        project = update(database, project, candidates=candidates)
        for file in found.files:
            if str(file.path) in chosen:
                show_details(file)
    show_problems(found.problems)

steps.next_step(
    "Read their model cards",
    steps.MODEL_CARDS,
    ready=bool(project.candidates),
    first="Choose at least one file above; two or more give a verdict.",
)
