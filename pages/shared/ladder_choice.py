"""Which ladder, which of its rungs, against which reference, with how many questions."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import streamlit as st

from core.advice.file_contents import share_words
from core.advice.ladder.cost import predict_memory
from core.advice.ladder.ladder import Ladder, LadderKind, cache_ladder, find_ladders, size_ladder
from core.advice.ladder.plan import USUAL_N
from core.advice.verdict.good_enough import MARGIN
from core.advice.wording import size_words
from core.errors import ModelFileError
from core.inference.exchange import Settings
from core.models.machine import machine_memory
from core.models.model_file import ModelFile, load_model_file
from core.runs.candidates import shown_name
from core.runs.database import Database
from core.runs.projects import load_preference, save_preference
from core.runs.records import CandidateKind, Project
from pages.shared.keys import remembered
from pages.shared.ladder_table import left_words, show_table
from pages.shared.model_table import find_files
from pages.shared.steps import plain

_SAME_MEMORY = 1.25  # times the memory of the other, up to which two models are taken to be at equal memory
_N, _TOLERANCE = "ladder_n", "ladder_tolerance"
_KINDS = {
    LadderKind.FILES: "Quantizations of one model",
    LadderKind.SIZES: "Larger or smaller",
    LadderKind.CACHE: "KV cache",
}


@dataclass(frozen=True)
class Wanted:
    """What was chosen in the form."""

    ladder: Ladder
    n: int
    margin: float  # share
    start: bool
    warm_up: bool  # two questions each, for the time


def find_known_files(database: Database, project: Project) -> list[ModelFile]:
    """The files of this machine, and candidates that lie elsewhere and can still be read."""
    files = list(find_files(database).files)
    known = {file.fingerprint for file in files}
    for candidate in project.candidates:
        if candidate.kind is CandidateKind.FILE and candidate.fingerprint not in known:
            try:
                files.append(load_model_file(Path(candidate.location)))
            except ModelFileError:  # it is gone; the page Model files says so
                continue
    return files


def choose_ladder(project: Project, files: Sequence[ModelFile]) -> Ladder | None:
    """The ladder to climb; None until two models are chosen."""
    kind = st.segmented_control(
        "What to compare",
        list(_KINDS),
        format_func=_KINDS.__getitem__,
        key=remembered(f"ladder_kind_{project.id}", LadderKind.FILES),
        label_visibility="collapsed",
    )
    if kind is LadderKind.SIZES:
        return _choose_sizes(project, files)
    if kind is LadderKind.CACHE:
        return _choose_cache(project, files)
    ladders = find_ladders(files)
    own = {candidate.key for candidate in project.candidates}
    start = next((i for i, ladder in enumerate(ladders) if any(s.rung.candidate.key in own for s in ladder.steps)), 0)
    return st.selectbox(
        "Model",
        ladders,
        index=start,
        format_func=lambda ladder: f"{ladder.title} ({len(ladder.steps)} file{'' if len(ladder.steps) == 1 else 's'})",
        key=f"ladder_model_{project.id}_{len(files)}",
    )


def ask_how(
    database: Database, project: Project, ladder: Ladder, bank_size: int, *, running: bool, begun: bool
) -> Wanted:
    """Rungs, reference, questions and tolerance; kept in the store once started. `begun`: there are answers."""
    names = [step.name for step in ladder.steps]
    own = {candidate.key for candidate in project.candidates}
    chosen_before = [s.name for s in ladder.steps if s.rung.candidate.key in own]
    with st.form("ladder", border=not begun):
        chosen = st.multiselect(
            "Rungs to ask",
            names,
            default=chosen_before if len(chosen_before) > 1 else names,
            help="Each rung is asked every question. The reference is always asked.",
        )
        reference = names[0]
        if ladder.kind is LadderKind.FILES:
            reference = st.selectbox("Reference", names, index=names.index(ladder.reference))
        else:
            reference = ladder.reference
        left, right = st.columns(2)
        saved_n = min(int(load_preference(database, _N) or USUAL_N), bank_size)
        n = left.number_input("Questions", min(2, bank_size), bank_size, saved_n, step=50)
        saved_tolerance = float(load_preference(database, _TOLERANCE) or 100 * MARGIN)
        tolerance = right.number_input("Points that may be lost", 0.5, 20.0, saved_tolerance, step=0.5, format="%g")
        with st.container(horizontal=True):  # wraps where columns would cut the words
            kind: Literal["primary", "secondary"] = "secondary" if begun else "primary"
            start = st.form_submit_button("Ask the rungs", icon=":material/play_arrow:", disabled=running, type=kind)
            warm_up = st.form_submit_button("Estimate the time", disabled=running)
            look = st.form_submit_button("Show what is known", help="Nothing is asked.")
    if start or warm_up or look:
        save_preference(database, _N, str(n))
        save_preference(database, _TOLERANCE, str(tolerance))
    asked = ladder.against(reference).only(chosen)
    return Wanted(asked, int(n), tolerance / 100, bool(start), bool(warm_up))


def show_rungs(ladder: Ladder, settings: Settings) -> None:
    """The rungs as they are, before anything is asked: what each really holds, and what it takes."""
    memory = machine_memory()
    rows: list[dict[str, str]] = []
    known: list[int] = []  # bytes
    for step in ladder.steps:
        needed = predict_memory(step, settings)
        known.append(needed)
        made_from = f"; {step.file.made_from}" if step.file.made_from else ""
        rows.append(
            {
                "Rung": plain(step.name + (" (reference)" if step.name == ladder.reference else "")),
                "Holds": plain(share_words(step.file) + made_from),
                "Bits per weight": f"{step.file.bpw:.2f}",
                "Size": size_words(step.file.size_bytes),
                "Memory": size_words(needed),
                "Left beside it": left_words(memory.total_bytes - needed),
            }
        )
    show_table(rows)
    st.caption(
        f"Labels are not believed: bits per weight and types are measured from the tensors. Memory is predicted for "
        f"n_ctx {settings.n_ctx}; what is left is for your editor, your browser and everything else."
    )
    for note in ladder.notes:
        st.caption(plain(note))
    if ladder.kind is LadderKind.SIZES and len(known) == 2 and max(known) > _SAME_MEMORY * min(known):
        st.caption(
            f"One takes {max(known) / min(known):.1f} times the memory of the other: for a comparison at equal memory, "
            "take a more compressed file of the larger model or a less compressed one of the smaller."
        )


def _choose_cache(project: Project, files: Sequence[ModelFile]) -> Ladder | None:
    file = st.selectbox("File", files, format_func=shown_name, key=f"ladder_cache_{project.id}")
    st.caption(
        "The KV cache holds what the model has read and written so far. In smaller types it leaves more memory, the "
        "more the longer the context, and it may cost answers; keys (K) suffer more than values (V). The file stays "
        "the same, and f16 is the reference."
    )
    return None if file is None else cache_ladder(file)


def _choose_sizes(project: Project, files: Sequence[ModelFile]) -> Ladder | None:
    left, right = st.columns(2)
    first = left.selectbox("One model", files, format_func=shown_name, key=f"ladder_first_{project.id}")
    of_first = {s.file.fingerprint for ladder in find_ladders(files) for s in ladder.steps if _has(ladder, first)}
    others = [file for file in files if file.fingerprint not in of_first]
    if first is not None:  # nearest in size first: two models at equal memory
        others.sort(key=lambda file: abs(file.size_bytes - first.size_bytes))
    second = right.selectbox(
        "The other, nearest in size first", others, format_func=shown_name, key=f"ladder_second_{project.id}"
    )
    return size_ladder(first, second) if first is not None and second is not None else None


def _has(ladder: Ladder, file: ModelFile | None) -> bool:
    return file is not None and any(step.file.fingerprint == file.fingerprint for step in ladder.steps)
