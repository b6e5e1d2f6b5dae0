"""The model files on this machine, what they really hold, what fits, and which are candidates."""

import streamlit as st

from core.runs.candidates import candidate_from_file, with_unique_names
from pages.shared import steps
from pages.shared.keys import remembered
from pages.shared.machine import memory_words
from pages.shared.model_table import find_files, save_folders, saved_folders, show_details, show_files, show_problems
from pages.shared.project import project_or_new, store, update
from pages.shared.server_view import ask_for_servers
from pages.shared.steps import plain

st.title("Model files")

with store() as database:
    project = project_or_new(database)
    with st.form("folders", border=False):
        left, right = st.columns([3, 1], vertical_alignment="bottom")
        text = left.text_input(
            "Further folders to search, separated by ;",
            "; ".join(str(folder) for folder in saved_folders(database)),
            placeholder="~/models",
            help="A .gguf file can be named as well. LM Studio, Ollama, the Hugging Face cache and the other usual "
            "places are searched anyway.",
        )
        if right.form_submit_button("Search", width="stretch", icon=":material/search:"):
            save_folders(database, [part.strip() for part in text.split(";") if part.strip()])
            st.rerun()
    found = find_files(database)
    for problem in found.not_searched:
        st.warning(plain(f"{problem.reason}."))
    st.caption(memory_words())
    if found.files:
        show_files(found.files, project.configuration.settings)
    else:
        st.info("No GGUF file was found. Name a folder above, or rehearse with small models on the home page.")
    here = {candidate.key: candidate for candidate in map(candidate_from_file, found.files)}
    # A candidate that lies elsewhere, is gone, or is behind a server is not dropped in silence.
    offered = here | {c.key: c for c in project.candidates if c.key not in here}
    if offered:
        chosen = st.multiselect(
            "Candidates: what to compare",
            list(offered),
            key=remembered(f"candidates_{project.id}", [c.key for c in project.candidates]),
            format_func=lambda key: offered[key].name + ("" if key in here or offered[key].model else " (elsewhere)"),
            placeholder="Choose two or more",
        )
        project = update(database, project, candidates=with_unique_names([offered[key] for key in chosen]))
        for file in found.files:
            if file.fingerprint in chosen:
                show_details(file)
    added = ask_for_servers()
    if added:
        project = update(database, project, candidates=with_unique_names([*project.candidates, *added]))
        st.session_state.pop(f"candidates_{project.id}", None)
        st.rerun()
    show_problems([problem for problem in found.problems if problem not in found.not_searched])

steps.next_step(
    "Read their model cards",
    steps.MODEL_CARDS,
    ready=bool(project.candidates),
    first="Choose at least one file above; two or more give a verdict.",
)
