"""Prepared by examples, on the user's own files: the plan, the runs as they go, and what the examples did."""

import streamlit as st

from core.advice.before_run import plan_run
from core.advice.preparation.prepared_runs import by_examples, weigh_prepared
from core.errors import SurefitError
from core.inference.exchange import PromptMode
from core.questions.question import QuestionSet
from core.runs.database import Database
from core.runs.evaluation import refuse_faults
from core.runs.prepared_by_examples import (
    USUAL_EXAMPLES,
    ExamplesPlan,
    enqueue_prepared,
    find_prepared_runs,
    plan_examples,
)
from core.runs.projects import load_preference, save_preference
from core.runs.queue import ensure_runner
from core.runs.records import ACTIVE_STATES, Project
from pages.shared import keys
from pages.shared.prepared_result_view import named_runs, show_prepared_result
from pages.shared.steps import plain
from pages.shared.watching import show_stopped_runs, watch_runs

_EXAMPLES, _TESTS, _SAME_FORM = "prepare_examples", "prepare_tests", "prepare_same_form"
_MOST_TESTS = 100_000


def show_prepared_by_examples(database: Database, project: Project, question_set: QuestionSet) -> None:
    """The whole section for a project that has candidates and questions."""
    st.markdown(
        "A few of your questions are shown with their answers before each of the others. Every candidate answers the "
        "same test questions **directly and after the examples**, so you see what each of them gains, and whether the "
        "ranking changes. It works with any model file; nothing is trained."
    )
    examples, n, same_form, start = _ask(database, project)
    try:
        n_ctx = project.configuration.settings.n_ctx
        plan, too_long = _plan(keys.set_key(project), examples, project.draw_seed, same_form, n_ctx, question_set)
    except SurefitError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return
    _show_plan(plan, n, too_long, n_ctx)
    if start:
        if project.question_set_id is not None:
            refuse_faults(question_set)
        enqueue_prepared(
            database,
            project.candidates,
            plan,
            project.configuration,
            use_case=project.use_case,
            n=n,
            project_id=project.id,
        )
        ensure_runner(database)
    found = find_prepared_runs(database, project.candidates, plan, project.configuration)
    runs = [run for two in found for run in two.runs]
    if any(run.state in ACTIVE_STATES for run in runs):
        watch_runs([(f"{two.candidate.name}, {kind}", run.id) for two in found for kind, run in named_runs(two)])
        return
    show_stopped_runs(database, runs)
    if any(len(two.runs) == 2 and min(run.answered for run in two.runs) > 1 for two in found):
        show_prepared_result(weigh_prepared(database, found, by_examples(plan.examples)))


def _ask(database: Database, project: Project) -> tuple[int, int, bool, bool]:
    """How many examples and test questions; kept in the store. The last value: start now."""
    with st.form("by_examples", border=True):
        left, right = st.columns(2)
        examples = left.number_input(
            "Examples shown",
            1,
            64,
            key=keys.remembered(
                f"{_EXAMPLES}_{project.id}", int(load_preference(database, _EXAMPLES) or USUAL_EXAMPLES)
            ),
        )
        n = right.number_input(
            "Test questions",
            2,
            _MOST_TESTS,
            key=keys.remembered(f"{_TESTS}_{project.id}", int(load_preference(database, _TESTS) or project.n)),
            help="At most as many as are left beside the examples.",
        )
        same_form = st.checkbox(
            "All my questions have one form: let a test question differ from an example in numbers and names only",
            key=keys.remembered(f"{_SAME_FORM}_{project.id}", load_preference(database, _SAME_FORM) == "True"),
            help="Otherwise such questions are left out of the test, because a model that has seen one of them has "
            "nearly seen the others.",
        )
        start = st.form_submit_button("Ask before and after", icon=":material/play_arrow:")
    if start:
        for key, value in ((_EXAMPLES, examples), (_TESTS, n), (_SAME_FORM, same_form)):
            save_preference(database, key, str(value))
    return examples, n, same_form, start


@st.cache_resource(max_entries=20, show_spinner="Parting examples and test questions")
def _plan(
    set_key: str,  # noqa: ARG001  what the questions are known by: hashing them all would cost more than the rest
    examples: int,
    draw_seed: int,
    same_form: bool,
    n_ctx: int,
    _question_set: QuestionSet,
) -> tuple[ExamplesPlan, int]:
    """The plan, and how many of its prompts may not fit. It is shared, and nothing in it changes."""
    plan = plan_examples(_question_set, examples, draw_seed=draw_seed, same_form=same_form)
    return plan, plan.count_too_long(n_ctx)


def _show_plan(plan: ExamplesPlan, n: int, too_long: int, n_ctx: int) -> None:
    split = plan.split
    tested = min(n, len(split.test))
    close = f" {len(split.left_out)} are left out: they are too close to an example." if split.left_out else ""
    st.info(
        f"{plan.examples} of {len(plan.question_set.questions)} questions are shown as examples, {tested} of the other "
        f"{len(split.test)} are asked.{close} {plan_run(tested).sentence}",
        icon=":material/straighten:",
    )
    if too_long:
        st.warning(
            f"{too_long} questions may not fit into n_ctx = {n_ctx:,} with the examples: show fewer, or raise n_ctx on "
            "the page Evaluate.",
            icon=":material/warning:",
        )
    with st.expander("The examples as a model sees them"):
        for example in plan.prepared(PromptMode.CHAT).few_shot:
            st.code(f"{example.input}\n\n→ {example.target}", language=None, wrap_lines=True)
        st.caption(
            "They show the answer, not the way to it. A model that reasons before it answers may be taught to stop "
            "reasoning: then a loss is a finding about these examples."
        )
