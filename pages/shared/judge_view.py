"""A second local model's opinion on the open answers, marked as one, beside what a person thought."""

import streamlit as st

from core.advice.wording import percent
from core.grading.judge import NOTICE, Preference
from core.runs.database import Database
from core.runs.jobs import Job, JobKind, cancel_job, find_latest_job, start_job
from core.runs.judging import Judgement, agreement_with_ratings, judgement_from_json, load_pairs
from core.runs.records import Project, Run, RunState
from core.runs.run_rows import load_run, load_runs
from pages.shared.model_table import find_files
from pages.shared.project import store
from pages.shared.steps import plain


def show_judge(database: Database, project: Project, *, rated: bool) -> None:
    """Ask for an opinion, watch it come, and show it once the person's own ratings are done."""
    with st.expander("A second model's opinion (optional)"):
        st.markdown(
            "Another model on this machine can compare two candidates' answers, each pair in both orders. It is an "
            "opinion: it does not count in the verdict. How far it agrees with your ratings says how far to trust it."
        )
        job = find_latest_job(database, JobKind.JUDGE)
        if job is not None and job.state is RunState.RUNNING:
            _watch()
            return
        _ask_judge(database, project)
        if job is None:
            return
        if job.state is not RunState.DONE:
            st.warning(plain(job.message or "It ended before it was done. Start it again."))
        elif not rated:
            st.caption(
                "An opinion is there. It is shown when you have rated all answers, so that it does not sway you."
            )
        else:
            _show(database, judgement_from_json(job.result))


def _ask_judge(database: Database, project: Project) -> None:
    runs = {run.id: run for run in load_runs(database, project.id)}
    open_runs = [run_id for run_id in runs if load_pairs(database, (run_id, run_id))]
    # A base model goes on with the text instead of judging it.
    files = {str(file.path): file.display_name for file in find_files(database).files if file.has_template}
    if len(open_runs) < 2 or not files:
        st.caption(
            "It needs open answers of two candidates, and a third model file with a chat template to judge them."
        )
        return
    left, right = st.columns(2)
    first = left.selectbox("First candidate", open_runs, format_func=lambda run_id: _name(runs[run_id]))
    others = [run_id for run_id in open_runs if run_id != first]
    second = right.selectbox("Second candidate", others, format_func=lambda run_id: _name(runs[run_id]))
    judge = st.selectbox("Judge", list(files), format_func=lambda path: files[path])
    if judge in (runs[first].candidate.location, runs[second].candidate.location):
        st.caption(":material/warning: Models favour what they wrote themselves: a third one is a better judge.")
    if st.button("Ask for its opinion", icon=":material/balance:"):
        start_job(database, JobKind.JUDGE, {"judge": judge, "first": first, "second": second})
        st.rerun()


@st.fragment(run_every=1.0)
def _watch() -> None:
    with store() as database:
        job = find_latest_job(database, JobKind.JUDGE)
        if job is not None and job.state is RunState.RUNNING:
            _show_progress(database, job)
            return
    st.rerun(scope="app")


def _show_progress(database: Database, job: Job) -> None:
    st.progress(job.share, text=plain(job.message or "It begins."))
    if st.button("Stop it", icon=":material/stop_circle:", key="stop_judge"):
        cancel_job(database, job.id)


def _show(database: Database, judgement: Judgement) -> None:
    first, second = (_name(load_run(database, run_id)) for run_id in judgement.run_ids)
    counts = judgement.counts
    st.info(NOTICE, icon=":material/psychology:")
    st.markdown(
        f"**{plain(judgement.judge)}** on {len(judgement.opinions)} pairs: prefers **{plain(first)}** in "
        f"{counts[Preference.FIRST]}, **{plain(second)}** in {counts[Preference.SECOND]}, neither in "
        f"{counts[Preference.TIE]}; {counts['unread']} of its opinions could not be read."
        + (" It was stopped before the end." if judgement.cancelled else "")
    )
    agreement = agreement_with_ratings(database, judgement)
    if agreement.share_changed_with_order is not None:
        st.markdown(
            f"In {percent(agreement.share_changed_with_order)} of the pairs it preferred a place, not an answer: "
            "these count as neither."
        )
    if agreement.share_same is None:
        st.markdown("There is no pair that both it and you judged.")
    else:
        kappa = "cannot be told" if agreement.kappa is None else f"is {agreement.kappa:.2f}"
        st.markdown(
            f"It says the same as your ratings in {percent(agreement.share_same)} of {agreement.n} pairs; Cohen's "
            f"kappa {kappa} (0 is what chance gives, 1 is full agreement)."
        )


def _name(run: Run) -> str:
    return run.candidate.name
