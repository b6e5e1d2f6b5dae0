"""Is the small file good enough? The rungs of one model, asked the same questions as the least compressed one."""

from dataclasses import replace

import streamlit as st

from core.advice.ladder.budget import find_larger_budget
from core.advice.ladder.ladder import Ladder, LadderKind
from core.advice.ladder.slices import slice_by_use_case
from core.advice.ladder.weighing import weigh_ladder
from core.catalogue.use_case_guide import load_guides
from core.catalogue.use_cases import UseCase
from core.questions.question import QuestionSet
from core.runs.database import Database
from core.runs.evaluation import load_project_questions, measure_progress, refuse_faults
from core.runs.queue import ensure_runner
from core.runs.records import ACTIVE_STATES, Project
from core.runs.run_rows import WARM_UP_N
from core.runs.rungs import enqueue_rungs, find_rung_runs
from pages.shared import steps
from pages.shared.distribution_view import show_distribution
from pages.shared.keys import remembered
from pages.shared.ladder_choice import ask_how, choose_ladder, find_known_files, show_rungs
from pages.shared.ladder_making_view import show_making, show_reference_offers
from pages.shared.ladder_plan_view import show_plan
from pages.shared.ladder_view import (
    is_measured,
    show_cost,
    show_flips,
    show_published,
    show_rung_results,
    show_slices,
    show_verdict,
)
from pages.shared.project import project_or_new, store, update
from pages.shared.watching import show_stopped_runs, watch_runs


def choose_work(database: Database, project: Project) -> Project:
    """The use case decides which questions are asked; it may be chosen right here."""
    guides = load_guides()
    chosen = st.segmented_control(
        "What is the model for?",
        list(UseCase),
        format_func=lambda use_case: guides[use_case].title,
        key=remembered(f"ladder_use_case_{project.id}", project.use_case),
    )
    if chosen is not None and chosen != project.use_case:
        return update(database, project, use_case=chosen, question_set_id=None)
    return project


def ask(database: Database, project: Project, ladder: Ladder, question_set: QuestionSet, n: int) -> None:
    """Queue every rung for n questions, and see that a runner works on them."""
    if project.question_set_id is not None:
        refuse_faults(question_set)
    enqueue_rungs(
        database,
        [step.rung for step in ladder.steps],
        question_set,
        project.configuration,
        use_case=project.use_case,
        draw_seed=project.draw_seed,
        n=n,
        project_id=project.id,
    )
    ensure_runner(database)
    st.rerun()


st.title("Is the small file good enough?")
st.markdown(
    "Every quantization of a model answers your questions, and so does the **least compressed** one, the reference. "
    "What counts is what a smaller file loses on *your* work, with the noise stated."
)

with store() as database:
    project = choose_work(database, project_or_new(database))
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
    show_rungs(ladder, project.configuration.settings)
    if not ladder.measurable:
        st.subheader("Not measurable: there is no reference")
        show_reference_offers(database, ladder)
        show_making(database, ladder)
        steps.next_step("Choose the model files", steps.MODEL_FILES)
        st.stop()
    show_making(database, ladder)
    if project.use_case is None and project.question_set_id is None:
        st.info("Choose above what the model is for, or bring questions of your own.")
        steps.next_step("Bring questions", steps.QUESTIONS)
        st.stop()
    question_set = load_project_questions(database, project)
    bank_size = len(question_set.questions)
    draw_seed, configuration = project.draw_seed, project.configuration
    runs = find_rung_runs(database, [s.rung for s in ladder.steps], question_set, configuration, draw_seed)
    active = any(run.state in ACTIVE_STATES for run in runs.values())
    wanted = ask_how(database, project, ladder, bank_size, running=active)
    if wanted.start or wanted.warm_up:
        n = min(WARM_UP_N, wanted.n) if wanted.warm_up else wanted.n
        ask(database, project, wanted.ladder, question_set, n)
    shown = {step.name: runs[step.name] for step in wanted.ladder.steps if step.name in runs}
    result = weigh_ladder(
        database,
        wanted.ladder,
        shown,
        settings=configuration.settings,
        margin=wanted.margin,
        use_case=project.use_case,
    )
    each = [measure_progress(database, run).seconds_per_question for run in shown.values()]
    known = [seconds for seconds in each if seconds]
    show_plan(wanted, bank_size, result, sum(known) if len(known) == len(wanted.ladder.steps) else None)
    if active:
        watch_runs([(name, run.id) for name, run in runs.items() if run.state in ACTIVE_STATES])
    show_stopped_runs(database, list(shown.values()))
    show_verdict(result)
    more, asked = result.verdict.more_questions, max((run.n for run in shown.values()), default=0)
    if more and asked + more <= bank_size and not active and st.button(f"Ask {more} more", icon=":material/add:"):
        ask(database, project, wanted.ladder, question_set, asked + more)
    larger = None if active else find_larger_budget(database, shown.values(), question_set, configuration)
    if larger is not None:
        if st.button(f"Ask again with {larger:,} tokens for an answer", icon=":material/expand:"):
            project = update(database, project, configuration=replace(configuration, max_tokens=larger))
            ask(database, project, wanted.ladder, question_set, max(asked, 2))
        st.caption("Every rung is asked anew, since the budget is part of a run; what was answered stays in Past runs.")
    if is_measured(result):
        show_rung_results(result)
        show_flips(result)
        by_use_case = slice_by_use_case(database, wanted.ladder, configuration, draw_seed, wanted.margin)
        show_slices(result, by_use_case)
        show_cost(result)
    if ladder.kind is LadderKind.FILES:
        show_distribution(database, wanted.ladder, runs.get(wanted.ladder.reference))
    if ladder.kind is not LadderKind.SIZES or result.rules:
        show_published(result)

steps.next_step("See past runs", steps.PAST_RUNS)
