"""Model files as a table, with what was measured beside what their labels say."""

import json
from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from core.advice.file_contents import share_words
from core.inference.exchange import Settings
from core.models.discovery import Discovery
from core.models.fit import FitSettings, estimate_from_shape
from core.models.local import find_local_models
from core.models.machine import machine_memory
from core.models.model_file import ModelFile
from core.models.model_paths import Problem
from core.runs.candidates import shown_name
from core.runs.database import Database
from core.runs.projects import load_preference, save_preference
from pages.shared.steps import plain

_FOLDERS = "search_folders"
RESERVE_BYTES = 512 << 20  # for everything else on the machine


def saved_folders(database: Database) -> list[Path]:
    return [Path(folder) for folder in json.loads(load_preference(database, _FOLDERS) or "[]")]


def save_folders(database: Database, folders: Sequence[str]) -> None:
    save_preference(database, _FOLDERS, json.dumps(list(folders)))


def find_files(database: Database) -> Discovery:
    """The usual places, Surefit's own folder and the chosen ones; unchanged files come from a cache."""
    return find_local_models(saved_folders(database))


def show_files(files: Sequence[ModelFile], settings: Settings | None = None) -> None:
    settings = settings or Settings()
    available = machine_memory().available_bytes
    fit = FitSettings(n_ctx=settings.n_ctx, type_k=settings.type_k, type_v=settings.type_v)
    rows = []
    for file in files:
        needed = estimate_from_shape(file.memory, fit).total_bytes
        rows.append(
            {
                "Model": file.display_name,
                "Quantization": file.label,
                "Fits": "yes" if needed + RESERVE_BYTES <= available else "no",
                "Memory (MB)": round(needed / 1e6),
                "Size (MB)": round(file.size_bytes / 1e6),
                "Bits per weight": round(file.bpw, 2),
                "Chat template": "yes" if file.has_template else "none: a base model?",
                "Found in": file.source,
            }
        )
    st.dataframe(rows, hide_index=True)
    if any(row["Fits"] == "no" for row in rows):
        st.caption(
            "What does not fit into the memory that is free now may do so with a smaller n_ctx (Evaluate, Settings), "
            "as a smaller quantization, or once other programs are closed."
        )
    st.caption(
        f"Memory is for one question at a time at n_ctx {settings.n_ctx}; a run takes more where it is free, for up to "
        "sixteen at once. Bits per weight are measured from the tensors; a label is only a name."
    )


def show_details(file: ModelFile) -> None:
    """What a file really holds, where its labels could mislead."""
    facts = [f"{parameter_words(file.parameters)}, {file.bpw:.2f} bits per weight, holds {share_words(file)}"]
    if file.made_from:
        facts.append(file.made_from)
    if file.n_ctx_train:
        facts.append(f"trained for {file.n_ctx_train:,} tokens")
    st.caption(plain(" ".join([f"{shown_name(file)}: {'; '.join(facts)}.", *file.notes])))


def parameter_words(count: int) -> str:
    return f"{count / 1e9:.3g} B parameters" if count >= 1e9 else f"{count / 1e6:.0f} M parameters"


def show_problems(problems: Sequence[Problem]) -> None:
    if problems:
        count = f"{len(problems)} file{'' if len(problems) == 1 else 's'}"
        with st.expander(f"{count} could not be read"):
            for problem in problems:
                st.markdown(f"- {plain(problem.reason)}")
