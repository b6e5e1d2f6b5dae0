"""Is the small file good enough? The rungs of one model, asked the same questions as the least compressed one."""

import streamlit as st

from core.advice.ladder.endings import LadderEnding
from core.advice.ladder.ladder import Ladder, LadderKind
from core.advice.ladder.slices import slice_by_use_case
from core.advice.ladder.weighing import weigh_ladder
from core.catalogue.use_case_guide import load_guides
from core.catalogue.use_cases import UseCase
from core.runs.database import Database
from core.runs.evaluation import load_project_questions, measure_progress
from core.runs.projects import load_project
from core.runs.records import ACTIVE_STATES, Project
from core.runs.run_rows import WARM_UP_N
from core.runs.rungs import find_rung_runs
from pages.shared import steps
from pages.shared.distribution_view import show_distribution
from pages.shared.ladder_asking import Asking, ask, offer_next
from pages.shared.ladder_choice import ask_how, choose_ladder, find_known_files, show_rungs
from pages.shared.ladder_making_view import show_making, show_reference_offers
from pages.shared.ladder_plan_view import show_plan
from pages.shared.ladder_view import (
    is_measured,
    show_chart_and_table,
    show_cost,
    show_flips,
    show_published,
    show_slices,
    show_verdict,
)
from pages.shared.project import project_or_new, store, update
from pages.shared.watching import watch_runs


def choose_work(project: Project) -> None:
    """The use case decides which questions are asked; it may be chosen right here.

    What the store says is shown, since another tab may have chosen as well: only a click here changes it.
    """
    guides = load_guides()
    key = f"ladder_use_case_{project.id}"
    st.session_state[key] = project.use_case
    st.segmented_control(
        "What is the model for?",
        list(UseCase),
        format_func=lambda use_case: guides[use_case].title,
        key=key,
        on_change=take_work,
        args=(key, project.id),
    )


def take_work(key: str, project_id: int) -> None:
    """Save the use case that was clicked."""
    chosen = st.session_state[key]
    with store() as database:
        project = load_project(database, project_id)
        if chosen is not None and chosen != project.use_case:
            update(database, project, use_case=chosen, question_set_id=None)


def show_lone_file(database: Database, ladder: Ladder, project: Project) -> None:
    """A model with one file: what is missing, and how to come by it."""
    st.subheader("Not measurable: there is no reference")
    show_reference_offers(database, ladder)
    show_rungs(ladder, project.configuration.settings)
    show_making(database, ladder)
    steps.next_step("Choose the model files", steps.MODEL_FILES)
    st.stop()


st.title("Is the small file good enough?")
st.markdown("What a smaller file loses on *your* work, against the least compressed one, with the noise stated.")

with store() as database:
    project = project_or_new(database)
    choose_work(project)
    files = find_known_files(database, project)
    if not files:
        st.info("No GGUF file was found: name a folder on the page Model files, or rehearse with small models.")
        steps.next_step("Choose the model files", steps.MODEL_FILES)
        st.stop()
    ladder = choose_ladder(project, files)
    if ladder is None:
        st.info("Two models are needed to compare sizes: add another file on the page Model files.")
        steps.next_step("Choose the model files", steps.MODEL_FILES)
        st.stop()
    if not ladder.measurable:
        show_lone_file(database, ladder, project)
    if project.use_case is None and project.question_set_id is None:
        show_rungs(ladder, project.configuration.settings)
        st.info("Choose above what the model is for, or bring questions of your own.")
        steps.next_step("Bring questions", steps.QUESTIONS)
        st.stop()
    question_set = load_project_questions(database, project)
    draw_seed, configuration = project.draw_seed, project.configuration
    runs = find_rung_runs(database, [s.rung for s in ladder.steps], question_set, configuration, draw_seed)
    active = [(name, run.id) for name, run in runs.items() if run.state in ACTIVE_STATES]
    begun = sum(run.n > WARM_UP_N for run in runs.values()) > 1  # more than an estimate, and of more than one
    if active:
        watch_runs(active)
    set_up = st.expander("Rungs, questions and tolerance") if begun else st.container()
    with set_up:
        show_rungs(ladder, configuration.settings)
        wanted = ask_how(database, project, ladder, len(question_set.questions), running=bool(active), begun=begun)
        plan_here = st.container()
    if not wanted.ladder.measurable:
        st.info("Choose a rung besides the reference: alone it has nothing to be held against.")
        st.stop()
    shown = {step.name: runs[step.name] for step in wanted.ladder.steps if step.name in runs}
    asking = Asking(database, project, wanted.ladder, question_set, shown)
    if wanted.start or wanted.warm_up:
        ask(asking, min(WARM_UP_N, wanted.n) if wanted.warm_up else wanted.n)
    result = weigh_ladder(
        database,
        wanted.ladder,
        shown,
        settings=configuration.settings,
        margin=wanted.margin,
        use_case=project.use_case,
    )
    with plan_here:
        each = [measure_progress(database, run).seconds_per_question for run in shown.values()]
        known = [seconds for seconds in each if seconds]
        whole = sum(known) if len(known) == len(wanted.ladder.steps) else None
        show_plan(wanted, len(question_set.questions), result, whole)
    offered = False
    if begun:
        show_verdict(result)
        offered = offer_next(asking, result, going_on=bool(active))
    measured = is_measured(result)
    if measured:
        show_chart_and_table(result)
    titles = ["Flips", "By kind", "Cost"] if measured else []
    titles += ["Predictions"] if ladder.kind is not LadderKind.SIZES else []
    titles += ["Published"] if ladder.kind is not LadderKind.SIZES or result.rules else []
    titles += ["More rungs"] if ladder.kind is LadderKind.FILES else []
    tabs = dict(zip(titles, st.tabs(titles), strict=True)) if titles else {}
    if measured:
        with tabs["Flips"]:
            show_flips(result)
        with tabs["By kind"]:
            show_slices(result, slice_by_use_case(database, wanted.ladder, configuration, draw_seed, wanted.margin))
        with tabs["Cost"]:
            show_cost(result)
    if "Predictions" in tabs:
        with tabs["Predictions"]:
            show_distribution(database, wanted.ladder, runs.get(wanted.ladder.reference))
    if "Published" in tabs:
        with tabs["Published"]:
            show_published(result)
    if "More rungs" in tabs:
        with tabs["More rungs"]:
            show_making(database, ladder)

if begun and not offered:
    if result.verdict.ending is LadderEnding.NOT_SETTLED:  # by more questions than the set holds
        steps.next_step("Bring more questions", steps.QUESTIONS)
    else:
        steps.next_step("See past runs", steps.PAST_RUNS)
