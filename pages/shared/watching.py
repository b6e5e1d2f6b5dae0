"""Runs and jobs while they go: their progress, a way to cancel, and what ended early."""

from collections.abc import Sequence

import streamlit as st

from core.runs.database import Database
from core.runs.evaluation import resume
from core.runs.jobs import JobKind, cancel_job, find_latest_job, load_job
from core.runs.records import ACTIVE_STATES, Run, RunState
from core.runs.run_rows import load_run, want_cancel
from pages.shared.project import store
from pages.shared.steps import plain


@st.fragment(run_every=1.0)
def watch_runs(watched: Sequence[tuple[str, str]]) -> None:
    """The runs (name to show, id) until all have ended."""
    with store() as database:
        runs = [load_run(database, run_id) for _, run_id in watched]
        for (name, _), run in zip(watched, runs, strict=True):
            text = f"{plain(name)}: {run.state}, {run.answered} of {run.n} questions"
            st.progress(min(run.answered / max(run.n, 1), 1.0), text=text)
        active = [run.id for run in runs if run.state in ACTIVE_STATES]
        if active and st.button("Cancel", icon=":material/stop_circle:", help="What is answered is kept."):
            want_cancel(database, active)
    if not active:
        st.rerun(scope="app")


def show_stopped_runs(database: Database, runs: Sequence[Run]) -> None:
    """Runs that ended early, each with its reason, and a way to go on."""
    stopped = [run for run in runs if run.state not in ACTIVE_STATES and run.answered < run.n]
    for run in stopped:
        st.warning(
            f"{plain(run.candidate.name)}: {run.state}, {run.answered} of {run.n}. {plain(run.message)}",
            icon=":material/error:",
        )
    if stopped and st.button("Resume", icon=":material/resume:"):
        resume(database, stopped)
        st.rerun()


def show_job(database: Database, kind: JobKind, doing: str) -> bool:
    """The newest job of a kind while it runs (then True), or why it ended early."""
    job = find_latest_job(database, kind)
    if job is None:
        return False
    if job.state is RunState.RUNNING:
        watch_job(job.id, doing)
        return True
    if job.state in (RunState.FAILED, RunState.INTERRUPTED, RunState.CANCELLED):
        st.warning(plain(job.why_ended), icon=":material/error:")
    return False


@st.fragment(run_every=1.0)
def watch_job(job_id: int, doing: str) -> None:
    """A job until it has ended, with a way to cancel it; `doing` stands where it tells nothing."""
    with store() as database:
        job = load_job(database, job_id)
        running = job.state is RunState.RUNNING
        if running:
            st.progress(job.share, text=plain(job.message or doing))
            if st.button("Cancel", icon=":material/stop_circle:", key=f"cancel_job_{job_id}"):
                cancel_job(database, job_id)
    if not running:
        st.rerun(scope="app")
