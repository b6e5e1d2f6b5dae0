"""Prepared by training, on the user's own files: what it needs, how it goes, and what it did."""

from collections.abc import Sequence

import streamlit as st

from core.advice.before_run import plan_run
from core.advice.preparation.prepared_runs import TRAINING, weigh_prepared
from core.advice.preparation.training import LOSS_COUNTS_QUESTIONS, TrainingAccount, curve_of, tell_training
from core.advice.wording import duration_words
from core.errors import SurefitError
from core.inference.training_needs import FEWEST_EXAMPLES
from core.inference.training_recipe import Recipe, rate_words
from core.questions.question import QuestionSet
from core.runs.database import Database
from core.runs.evaluation import refuse_faults
from core.runs.jobs import JobKind, cancel_job, load_job
from core.runs.prepared_by_training import (
    Trainings,
    find_trained_runs,
    find_trainings,
    latest_training,
    start_training,
)
from core.runs.projects import load_preference, save_preference
from core.runs.records import ACTIVE_STATES, Candidate, Configuration, Project, RunState
from core.runs.trained_files import TrainingRecord, delete_trained_file, keep_among_models, load_steps
from core.runs.training_estimates import TrainingEstimate, estimate_training
from core.runs.training_plan import TrainingPlan, plan_training, usual_training_n
from pages.shared import keys
from pages.shared.charts import show_chart
from pages.shared.charts_training import loss_chart
from pages.shared.prepared_result_view import named_runs, show_prepared_result
from pages.shared.project import store
from pages.shared.steps import plain
from pages.shared.watching import show_job, show_stopped_runs, watch_runs

_TRAIN_N, _EPOCHS, _SAME_FORM, _TESTS = "train_n", "train_epochs", "train_same_form", "train_tests"
_USUAL = Recipe()


def show_prepared_by_training(database: Database, project: Project, question_set: QuestionSet) -> None:
    """The whole section for a project that has candidates and questions."""
    st.markdown(
        "Every candidate gets **the same short training** on some of your questions, and then answers the others, as "
        "it is and trained. It shows which model *learns* your task best. It runs on this machine and is meant for "
        "small models; nothing but copies of your files is changed."
    )
    training_n, n, epochs, same_form = _ask(database, project, question_set)
    try:
        plan = _plan(
            keys.set_key(project),
            training_n,
            project.draw_seed,
            project.configuration,
            Recipe(epochs=epochs),
            same_form,
            question_set,
        )
    except SurefitError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return
    _show_plan(plan, n)
    job = latest_training(database, plan)
    if job is not None and job.state is RunState.RUNNING:
        _watch_training(job.id, plan, project.candidates)
        return
    show_job(database, JobKind.TRAIN, "Training")
    known = find_trainings(database, project.candidates, plan)
    _offer_start(database, project, plan, known, n)
    found = find_trained_runs(database, project.candidates, plan)
    runs = [run for two in found for run in two.runs]
    if any(run.state in ACTIVE_STATES for run in runs):
        watch_runs([(f"{two.candidate.name}, {kind}", run.id) for two in found for kind, run in named_runs(two)])
        return
    show_stopped_runs(database, runs)
    if any(len(two.runs) == 2 and min(run.answered for run in two.runs) > 1 for two in found):
        show_prepared_result(weigh_prepared(database, found, TRAINING))
    if known.done:
        _show_accounts([tell_training(record) for record in known.done.values()])


def _ask(database: Database, project: Project, question_set: QuestionSet) -> tuple[int, int, int, bool]:
    """Sizes of the training and the test; kept in the store."""

    def saved(name: str, usual: int) -> int:
        return int(load_preference(database, name) or usual)

    with st.form("by_training", border=True):
        left, middle, right = st.columns(3)
        training_n = left.number_input(
            "Questions to train on",
            FEWEST_EXAMPLES,
            5000,
            key=keys.remembered(f"{_TRAIN_N}_{project.id}", saved(_TRAIN_N, usual_training_n(question_set))),
        )
        n = middle.number_input(
            "Test questions", 2, 100_000, key=keys.remembered(f"{_TESTS}_{project.id}", saved(_TESTS, project.n))
        )
        epochs = right.number_input(
            "Epochs",
            1,
            50,
            key=keys.remembered(f"{_EPOCHS}_{project.id}", saved(_EPOCHS, _USUAL.epochs)),
            help="How often each training question is seen.",
        )
        same_form = st.checkbox(
            "All my questions have one form: let a test question differ from a training question in numbers and names "
            "only",
            key=keys.remembered(f"{_SAME_FORM}_{project.id}", load_preference(database, _SAME_FORM) == "True"),
        )
        if st.form_submit_button("See what it needs", icon=":material/straighten:"):
            st.session_state[keys.TRAINING_PLANNED] = project.id
            for key, value in ((_TRAIN_N, training_n), (_TESTS, n), (_EPOCHS, epochs), (_SAME_FORM, same_form)):
                save_preference(database, key, str(value))
    return training_n, n, epochs, same_form


@st.cache_resource(max_entries=20, show_spinner="Parting training and test questions")
def _plan(
    set_key: str,  # noqa: ARG001  see prepared_by_examples_view.py
    training_n: int,
    draw_seed: int,
    configuration: Configuration,
    recipe: Recipe,
    same_form: bool,
    _question_set: QuestionSet,
) -> TrainingPlan:
    return plan_training(
        _question_set, training_n, draw_seed=draw_seed, configuration=configuration, recipe=recipe, same_form=same_form
    )


@st.cache_data(ttl=600, max_entries=20, show_spinner="Measuring the training questions")
def _estimates(
    plan_key: str,  # noqa: ARG001
    candidates: tuple[Candidate, ...],
    _plan: TrainingPlan,
) -> tuple[TrainingEstimate, ...]:
    return estimate_training(_plan, candidates)


def _show_plan(plan: TrainingPlan, n: int) -> None:
    split, recipe = plan.split, plan.recipe
    tested = min(n, len(split.test))
    close = f" {len(split.left_out)} are left out: too close to a training question." if split.left_out else ""
    rates = " and ".join(rate_words(rate) for rate in recipe.learning_rates)
    st.info(
        f"{len(split.training)} of {len(plan.question_set.questions)} questions are trained on, {tested} of the other "
        f"{len(split.test)} are asked.{close} For all alike: {recipe.epochs} epochs with AdamW at the learning rates "
        f"{rates}, chosen on {100 * recipe.validation_share:.0f} % of the training questions that are held out; seed "
        f"{recipe.seed}. {plan_run(tested).sentence}",
        icon=":material/straighten:",
    )


def _offer_start(database: Database, project: Project, plan: TrainingPlan, known: Trainings, n: int) -> None:
    """What it needs, before it is started; reasons of those that could not be trained."""
    # One that failed is among them: memory or disk may be free by now.
    waiting = [c for c in project.candidates if c.key not in known.done]
    for candidate in project.candidates:
        if candidate.key in known.failed:
            st.warning(plain(known.failed[candidate.key]), icon=":material/error:")
    # Reading vocabularies takes a second for each file: only for someone who asked.
    if not waiting or st.session_state.get(keys.TRAINING_PLANNED) != project.id:
        return
    estimates = _estimates(plan.key, tuple(waiting), plan)
    st.dataframe([_needs_row(estimate) for estimate in estimates], hide_index=True, width="stretch")
    for estimate in estimates:
        if estimate.why_not:
            st.warning(plain(estimate.why_not), icon=":material/memory:")
    st.caption(
        "Memory: all weights in F32, a gradient and two moments for each trained weight, and what the layers compute. "
        "The time is a first guess. Whether llama.cpp can train a model's architecture shows when it is tried."
    )
    fits = any(not estimate.why_not for estimate in estimates)
    again = all(candidate.key in known.failed for candidate in waiting)
    if st.button(
        "Try again and test" if again else "Train and test", icon=":material/model_training:", disabled=not fits
    ):
        try:
            if project.question_set_id is not None:
                refuse_faults(plan.question_set)
            start_training(database, project.candidates, plan, use_case=project.use_case, n=n, project_id=project.id)
        except SurefitError as error:
            st.error(plain(str(error)), icon=":material/error:")
            return
        st.rerun()


def _needs_row(estimate: TrainingEstimate) -> dict[str, object]:
    needs, lengths = estimate.needs, estimate.lengths
    return {
        "Candidate": estimate.name,
        "Fits": "no" if estimate.why_not else "yes",
        "Memory (GB)": "–" if needs is None else f"{needs.memory_bytes / 1e9:.1f}",
        "Free (GB)": "–" if needs is None else f"{needs.memory.available_bytes / 1e9:.1f}",
        "Disk (GB)": "–" if needs is None else f"{needs.disk_bytes / 1e9:.1f}",
        "Time": "–" if needs is None else duration_words(needs.duration_s),
        "Tokens": "–" if lengths is None else f"{lengths.n_tokens:,}",
        "Too long": "–" if lengths is None else str(len(lengths.too_long)),
    }


@st.fragment(run_every=1.0)
def _watch_training(job_id: int, plan: TrainingPlan, candidates: Sequence[Candidate]) -> None:
    """Progress and the curve so far, until the job has ended."""
    with store() as database:
        job = load_job(database, job_id)
        running = job.state is RunState.RUNNING
        if running:
            st.progress(job.share, text=plain(job.message or "Training"))
            if st.button("Cancel the training", icon=":material/stop_circle:", help="What is trained already is kept."):
                cancel_job(database, job_id)
    if not running:
        st.rerun(scope="app")
    for candidate in candidates:
        curves = curve_of(load_steps(candidate, plan.key))
        if curves:
            st.markdown(f"**{plain(candidate.name)}**")
            show_chart(loss_chart(curves), description=f"Loss of {candidate.name} so far")


def _show_accounts(accounts: Sequence[TrainingAccount]) -> None:
    st.subheader("How they were trained")
    for account in accounts:
        st.markdown(plain(account.sentence))
        show_chart(loss_chart(account.curves), description=f"Loss of {account.name} over the training")
        for caution in account.cautions:
            st.caption(plain(caution))
        _offer_file(account.record)
    st.caption(
        "Thin lines: every step. Points: the validation questions before the training and after each epoch. "
        + LOSS_COUNTS_QUESTIONS
    )


def _offer_file(record: TrainingRecord) -> None:
    """The trained file is kept among the models or deleted; the result stays either way."""
    if not record.file_is_kept:
        st.caption("The trained file was deleted; its answers and this record are kept.")
        return
    row = st.container(horizontal=True)
    key = record.became.key[:12]
    if row.button("Keep the trained file among the models", icon=":material/save:", key=f"keep_{key}"):
        try:
            st.success(plain(f"Kept as {keep_among_models(record)}."))
        except SurefitError as error:
            st.error(plain(str(error)), icon=":material/error:")
    if row.button("Delete the trained file", icon=":material/delete:", key=f"delete_{key}"):
        delete_trained_file(record)
        st.rerun()
