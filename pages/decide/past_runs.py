"""What was run before: reopen, compare, rename, export, delete."""

from datetime import datetime

import streamlit as st

from core.advice.wording import percent
from core.reports.answers import to_csv
from core.runs.corrections import Regraded, regrade_with_newest
from core.runs.evaluation import measure_progress
from core.runs.projects import (
    create_project,
    delete_project,
    load_projects,
    load_set_name,
    rename_project,
    set_current_project,
)
from core.runs.records import ACTIVE_STATES, Purpose
from core.runs.run_rows import delete_run, load_runs
from pages.shared import keys, steps
from pages.shared.project import project_or_new, store


def count_runs(n: int) -> str:
    return f"{n} run{'' if n == 1 else 's'}"


def right_words(right: int, measured: int) -> str:
    return f"{percent(right / measured)} of {measured}" if measured else "–"


def regraded_words(done: Regraded) -> str:
    said = f"{done.changed} of {done.answers} saved answers in {count_runs(done.runs)} have another grade now."
    if done.active:
        goes = "goes on and was" if done.active == 1 else "go on and were"
        said += f" {count_runs(done.active)} {goes} left alone: grade again at the end."
    return said


st.title("Projects and past runs")

with store() as database:
    current = project_or_new(database)
    st.subheader("Projects")
    projects = load_projects(database)
    for project in projects:
        row = st.container(horizontal=True)  # buttons as wide as their words: a narrow window would cut them short
        new_name = row.text_input(
            "Name",
            project.name,
            key=f"name_{project.id}",
            max_chars=120,
            help="Change it and press Enter.",
            label_visibility="collapsed",
        )
        if new_name.strip() and new_name != project.name:
            rename_project(database, project.id, new_name.strip())
            st.rerun()
        if row.button(
            "Current" if project.id == current.id else "Open",
            key=f"open_{project.id}",
            disabled=project.id == current.id,
            width=84,  # both words fit, and the rows end alike
        ):
            set_current_project(database, project.id)
            st.session_state.pop(keys.OPEN_RUNS, None)
            st.rerun()
        with row.popover("Delete"):
            st.markdown("This deletes the project and every run that no other project uses.")
            if st.button("Delete it for good", key=f"delete_{project.id}"):
                delete_project(database, project.id)
                st.rerun()
    if st.button("New project", icon=":material/add:"):
        create_project(database, f"Project {len(projects) + 1}", Purpose.WHICH_MODEL)
        st.session_state.pop(keys.OPEN_RUNS, None)
        st.switch_page(steps.HOME)

    st.subheader("Runs")
    runs = load_runs(database)
    if not runs:
        st.info("No runs yet: ask two candidates the same questions, and they appear here.")
        steps.next_step("Ask the candidates", steps.EVALUATE)
        st.stop()
    rows = []
    for run in runs:
        progress = measure_progress(database, run)
        rows.append(
            {
                "Candidate": run.shown_name,
                "Questions": load_set_name(database, run.question_set_id),
                "Right": right_words(progress.right, progress.measured),
                "Answered": f"{progress.answered} of {run.n}",
                "State": run.state,
                "Use case": run.use_case or "–",
                "Begun": datetime.fromtimestamp(run.created_at),
                "Run": run.id,
            }
        )
    st.caption("Choose two or more rows to compare them, last month's too; one is enough to export or grade it again.")
    event = st.dataframe(
        rows,
        hide_index=True,
        on_select="rerun",
        selection_mode="multi-row",
        key="past_runs",
        column_config={"Begun": st.column_config.DatetimeColumn(format="D MMM YYYY, HH:mm")},
    )
    chosen = [runs[i] for i in event.selection.rows if i < len(runs)]
    row = st.container(horizontal=True)
    if row.button("Compare them", disabled=len(chosen) < 2, icon=":material/gavel:"):
        st.session_state[keys.OPEN_RUNS] = [run.id for run in chosen]
        st.switch_page(steps.VERDICT)
    row.download_button(
        "Export the answers",
        to_csv(database, [run.id for run in chosen]) if chosen else "",
        "surefit-answers.csv",
        "text/csv",
        disabled=not chosen,
    )
    if row.button(
        "Grade again",
        disabled=not chosen,
        icon=":material/refresh:",
        help="With today's graders and the newest keys, without asking a model. The old grades stay in the record.",
    ):
        with st.spinner("Grading the saved answers"):
            st.session_state[keys.REGRADED] = regraded_words(regrade_with_newest(database, chosen))
        st.rerun()  # the table above shows the new counts
    if keys.REGRADED in st.session_state:
        st.success(st.session_state.pop(keys.REGRADED))
    with row.popover("Delete", disabled=not chosen):
        st.markdown(f"This deletes {count_runs(len(chosen))} with all their answers.")
        if st.button("Delete them for good"):
            for run in chosen:
                delete_run(database, run.id)
            st.rerun()
    if any(run.state in ACTIVE_STATES for run in chosen):
        st.caption("A run that waits or runs is not deleted: cancel it first.")

steps.next_step("Back to the start", steps.HOME)
