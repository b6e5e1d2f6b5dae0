"""Prepared by examples, on the user's own files: the plan, the runs as they go, and what the examples did."""

from collections.abc import Sequence

import streamlit as st

from core.advice.before_run import plan_run
from core.advice.prepared_runs import Gain, PreparedResult, by_examples, weigh_prepared
from core.advice.wording import confidence_words
from core.errors import SurefitError
from core.inference.exchange import PromptMode
from core.questions.question import QuestionSet
from core.runs.database import Database
from core.runs.evaluation import refuse_faults, resume
from core.runs.prepared_by_examples import (
    USUAL_EXAMPLES,
    ExamplesPlan,
    TwoRuns,
    enqueue_prepared,
    find_prepared_runs,
    plan_examples,
)
from core.runs.projects import load_preference, save_preference
from core.runs.queue import ensure_runner
from core.runs.records import ACTIVE_STATES, Project, Run
from core.runs.run_rows import load_run, want_cancel
from pages.shared import keys
from pages.shared.charts import gap_chart
from pages.shared.charts_agreement import interval_chart
from pages.shared.project import store
from pages.shared.steps import plain

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
        plan, too_long = _plan(question_set, examples, project.draw_seed, same_form, n_ctx)
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
        _watch([(f"{two.candidate.name}, {kind}", run.id) for two in found for kind, run in _named(two)])
        return
    _show_stopped(database, runs)
    if any(len(two.runs) == 2 and min(run.answered for run in two.runs) > 1 for two in found):
        _show_result(weigh_prepared(database, found, by_examples(plan.examples)))


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


@st.cache_data(max_entries=20, show_spinner="Parting examples and test questions")
def _plan(
    question_set: QuestionSet, examples: int, draw_seed: int, same_form: bool, n_ctx: int
) -> tuple[ExamplesPlan, int]:
    """The plan, and how many of its prompts may not fit."""
    plan = plan_examples(question_set, examples, draw_seed=draw_seed, same_form=same_form)
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


def _named(two: TwoRuns) -> list[tuple[str, Run]]:
    return [(kind, run) for kind, run in (("direct", two.direct), ("prepared", two.prepared)) if run is not None]


@st.fragment(run_every=1.0)
def _watch(watched: Sequence[tuple[str, str]]) -> None:
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


def _show_stopped(database: Database, runs: Sequence[Run]) -> None:
    stopped = [run for run in runs if run.answered < run.n]
    for run in stopped:
        st.warning(f"{plain(run.candidate.name)}: {run.state}, {run.answered} of {run.n}. {plain(run.message)}")
    if stopped and st.button("Resume", icon=":material/resume:"):
        resume(database, stopped)
        st.rerun()


def _show_result(result: PreparedResult) -> None:
    st.subheader(plain(result.headline), divider="blue")
    for caution in result.cautions:
        st.warning(plain(caution), icon=":material/info:")
    if all(gain.verdict.kind.is_share for gain in result.gains):
        rows = [
            (f"{gain.name} (n = {v.n})", 100 * v.gap, 100 * v.gap_low, 100 * v.gap_high, "")
            for gain in result.gains
            for v in (gain.verdict,)
        ]
        reach = max(10.0, *(abs(end) for row in rows for end in row[2:4])) * 1.05
        title = "gain, points (95 % interval)"
        st.altair_chart(interval_chart(rows, title, (-reach, reach), bar=0, value_format="+.0f"), width="stretch")
    ranks = {standing.name: standing for standing in result.standings}
    st.dataframe(
        [
            {
                "Candidate": gain.name,
                "Direct": _score(gain, "direct"),
                "Prepared": _score(gain, "prepared"),
                "Gain": _gain(gain),
                "Confidence": confidence_words(gain.verdict.confidence),
                "Rank before": _rank(ranks[gain.name].before) if gain.name in ranks else "–",
                "Rank after": _rank(ranks[gain.name].after) if gain.name in ranks else "–",
            }
            for gain in result.gains
        ],
        hide_index=True,
    )
    if result.before is not None and result.after is not None:
        left, right = st.columns(2)
        left.markdown(f"**Without examples.** {plain(result.before.advice)}")
        right.markdown(f"**With {result.way.subject}.** {plain(result.after.advice)}")
    for gain in result.gains:
        with st.expander(plain(f"{gain.name}: {gain.verdict.headline}")):
            st.markdown(plain(gain.verdict.advice))
            st.altair_chart(gap_chart(gain.verdict), width="stretch")
            for sentence in (*gain.verdict.details, gain.verdict.track_record, *gain.verdict.notes):
                if sentence:
                    st.markdown(plain(sentence))


def _score(gain: Gain, side: str) -> str:
    score = gain.direct if side == "direct" else gain.prepared
    return "–" if score is None else f"{100 * score.value:.0f} % of {score.n}"


def _gain(gain: Gain) -> str:
    return f"{100 * gain.verdict.gap:+.0f} points" if gain.verdict.kind.is_share else f"{gain.verdict.gap:+.1f}"


def _rank(ends: tuple[int, int]) -> str:
    return f"{ends[0]}" if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"
