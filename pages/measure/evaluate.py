"""Run the questions on every candidate, one after the other, and watch."""

from dataclasses import replace

import streamlit as st

from core.advice.before_run import aims_for, duration_words, plan_run
from core.advice.verdict.smaller_files import find_reference
from core.catalogue.use_cases import UseCase
from core.runs.answer_rows import load_answers
from core.runs.database import Database
from core.runs.evaluation import (
    find_current_runs,
    load_project_questions,
    measure_progress,
    resume,
    start_evaluation,
)
from core.runs.projects import DEFAULT_N, load_project
from core.runs.ratings import count_waiting
from core.runs.records import ACTIVE_STATES, ChoiceMethod, CodeSandbox, Configuration, Project, Run, RunState
from core.runs.run_rows import WARM_UP_N, want_cancel
from core.runs.sequential import BLOCK, find_evaluation, is_between_turns
from core.stats.sequential import StoppingRule
from pages.shared import steps
from pages.shared.preflight_view import show_preflight
from pages.shared.project import project_or_new, store, update

_STATE_ICONS = {
    RunState.WAITING: ":material/hourglass_empty:",
    RunState.RUNNING: ":material/play_circle:",
    RunState.DONE: ":material/check_circle:",
    RunState.CANCELLED: ":material/pause_circle:",
    RunState.INTERRUPTED: ":material/error:",
    RunState.FAILED: ":material/error:",
}


def choose_configuration(configuration: Configuration, use_case: UseCase | None) -> Configuration:
    """The settings that every candidate is given alike."""
    settings, sampling = configuration.settings, configuration.sampling
    left, right = st.columns(2)
    n_ctx = left.number_input("n_ctx (tokens for one question and its answer)", 256, 262_144, settings.n_ctx, step=256)
    budget = right.number_input(
        "max_tokens for one answer (0: each question's own budget)", 0, 32_768, configuration.max_tokens or 0, step=64
    )
    temperature = left.number_input("Temperature (0: greedy)", 0.0, 2.0, sampling.temperature, step=0.1)
    seed = right.number_input("Sampling seed", 0, 2**31 - 1, sampling.seed)
    thinking = left.selectbox(
        "Thinking",
        [None, True, False],
        index=[None, True, False].index(settings.thinking),
        format_func=lambda value: {None: "as the template has it", True: "on", False: "off"}[value],
        help="For models whose template can switch it.",
    )
    method = right.selectbox(
        "Choice questions",
        list(ChoiceMethod),
        index=list(ChoiceMethod).index(configuration.choice_method),
        help="Either the model writes and its answer is read, as in use, or the likelihoods of the options are "
        "compared, which needs no format to be followed.",
        format_func=lambda value: {
            ChoiceMethod.GENERATE: "write, then read it",
            ChoiceMethod.LOGLIKELIHOOD: "compare log-likelihoods",
        }[value],
    )
    sandbox = configuration.code_sandbox
    if use_case is UseCase.CODING:
        agreed = st.checkbox(
            "Also run generated code in a real Python process on this machine",
            value=sandbox is CodeSandbox.CPYTHON,
            help="Without this, generated code runs in a small interpreter without files or network, which cannot "
            "run everything. With it, code that a model wrote runs as a process of yours: limited in time and "
            "memory, in an empty folder, but not fully walled off on every system.",
        )
        sandbox = CodeSandbox.CPYTHON if agreed else CodeSandbox.MONTY
    return replace(
        configuration,
        settings=replace(settings, n_ctx=n_ctx, thinking=thinking),
        sampling=replace(sampling, temperature=temperature, seed=seed),
        max_tokens=budget or None,
        choice_method=method or configuration.choice_method,
        code_sandbox=sandbox,
    )


def choose_rule(rule: StoppingRule) -> StoppingRule:
    """When the test ends."""
    rules = [StoppingRule.FIXED, StoppingRule.E_PROCESS, StoppingRule.FIVE_LOOKS]
    return st.selectbox(
        "When to stop",
        rules,
        index=rules.index(rule),
        format_func={
            StoppingRule.FIXED: "after all the questions",
            StoppingRule.E_PROCESS: f"as soon as it is settled, with a look after every {BLOCK} questions",
            StoppingRule.FIVE_LOOKS: "as soon as it is settled, at one of five looks: 25, 50, 100, 175, 250",
        }.__getitem__,
        help="To stop early, the candidates take turns in blocks, so each model is loaded again for each block. "
        "Stopping at the first “95 %” that one happens to see names a winner between two equal models in 29 % of "
        "runs; these two rules ask for more evidence at each look and keep that at 5 %. The verdict says which rule "
        "was in force.",
    )


def show_turns(database: Database, runs: list[Run]) -> None:
    """That the candidates take turns, and how far they may go."""
    evaluation = find_evaluation(database, [run.id for run in runs])
    if evaluation is not None:
        goes_on = f"The candidates take turns; the test may stop early and asks at most {evaluation.budget} questions."
        st.caption(steps.plain(evaluation.ended or goes_on))


def show_run(database: Database, run: Run) -> None:
    progress = measure_progress(database, run)
    with st.container(border=True):
        st.markdown(f"{_STATE_ICONS[run.state]} **{steps.plain(run.candidate.name)}** — {run.state}")
        facts = [f"{progress.answered} of {run.n} questions"]
        if progress.measured:
            facts.append(f"{progress.right} right of {progress.measured} measured")
        if progress.tokens_per_s:
            facts.append(f"{progress.tokens_per_s:.0f} tokens/s")
        if progress.seconds_per_question:
            facts.append(f"{progress.seconds_per_question:.1f} s a question")
        if run.state in ACTIVE_STATES and progress.remaining_s:
            facts.append(f"about {duration_words(progress.remaining_s)} to go")
        st.progress(min(progress.answered / max(run.n, 1), 1.0), text=" · ".join(facts))
        if run.message:
            st.markdown(steps.plain(run.message))
        for event in run.events:
            st.caption(steps.plain(event))
        if run.state is RunState.RUNNING:
            for answer in load_answers(database, run.id)[-3:]:
                read = f", read as “{answer.grade.read}”" if answer.grade.read else ""
                st.caption(steps.plain(f"{answer.question_id}: {answer.grade.outcome}{read}"))


@st.fragment(run_every=1.0)
def watch(project_id: int) -> None:
    with store() as database:
        runs = find_current_runs(database, load_project(database, project_id))
        active = [run for run in runs if run.state in ACTIVE_STATES]
        between = is_between_turns(database, runs)
        show_turns(database, runs)
        for run in runs:
            show_run(database, run)
        if active and st.button("Cancel", icon=":material/stop_circle:", help="What is answered is kept."):
            want_cancel(database, [run.id for run in active])
    if not active and not between:
        st.rerun(scope="app")


def show_plan(project: Project, n: int, bank_size: int, runs: list[Run], database: Database) -> None:
    plan = plan_run(n, bank_size)
    st.info(plan.sentence, icon=":material/straighten:")
    if plan.warning:
        st.caption(plan.warning)
    measured = [measure_progress(database, run).seconds_per_question for run in runs]
    known = [seconds for seconds in measured if seconds is not None]
    if len(known) < len(project.candidates):
        return
    total = duration_words(sum(known) * n)
    if all(run.answered >= n for run in runs):
        st.markdown(f"The {n} questions took all candidates together about **{total}**.")
    else:
        st.markdown(f"From the answers so far: about **{total}** for all candidates, all questions.")


st.title("Ask every candidate the same questions")

with store() as database:
    project = project_or_new(database)
    if not project.candidates:
        st.info("There is nothing to ask yet: choose the files that you want to compare.")
        steps.next_step("Choose the model files", steps.MODEL_FILES)
        st.stop()
    if project.use_case is None and project.question_set_id is None:
        st.info("There are no questions yet: choose a use case, or bring questions of your own.")
        steps.next_step("Choose a use case", steps.USE_CASE)
        st.stop()
    question_set = load_project_questions(database, project)
    bank_size = len(question_set.questions)
    runs = find_current_runs(database, project)
    running = any(run.state in ACTIVE_STATES for run in runs) or is_between_turns(database, runs)

    st.markdown(
        f"**{steps.plain(question_set.name)}** ({bank_size} questions) for "
        + ", ".join(f"**{steps.plain(candidate.name)}**" for candidate in project.candidates)
    )
    wanted = min(project.n, bank_size)
    stopped = [run for run in runs if run.state not in ACTIVE_STATES and run.answered < run.n]
    all_answered = len(runs) == len(project.candidates) and all(run.answered >= wanted for run in runs)
    with st.form("plan", border=True):
        reference = find_reference(project.candidates)
        aims = aims_for(reference.name if reference else None, bank_size)
        numbers = [a.n for a in aims]
        most = numbers.index(max(numbers))
        reached = next((i for i, n in enumerate(numbers) if n >= wanted), most)
        chosen = numbers.index(wanted) if wanted in numbers else reached
        aim = st.radio(
            "What is the test for?",
            aims,
            index=0 if reference and not runs else chosen,
            format_func=lambda a: f"{a.label} ({a.n} questions)",
            captions=[a.because for a in aims],
        )
        left, right = st.columns(2)
        # A number that another page planned (Shortlist) stands here, or one that no purpose reaches; 50 is where every
        # project begins.
        is_planned = wanted > DEFAULT_N and wanted not in numbers and (not runs or wanted > max(numbers))
        own_n = left.number_input("Or a number of your own (0: as above)", 0, bank_size, wanted if is_planned else 0)
        draw_seed = right.number_input("Draw seed (which questions, in which order)", 0, 2**31 - 1, project.draw_seed)
        rule = choose_rule(project.stopping_rule)
        with st.expander("Settings"):
            configuration = choose_configuration(project.configuration, project.use_case)
        row = st.container(horizontal=True)  # as wide as their words: a narrow window would cut them short
        start = row.form_submit_button(
            "Start",
            type="secondary" if running or all_answered or stopped else "primary",
            icon=":material/play_arrow:",
            disabled=running,
        )
        warm_up = row.form_submit_button(f"Estimate the time ({WARM_UP_N} questions each)", disabled=running)
        if all_answered:
            st.caption("Start asks what is missing up to the number above; what was answered is kept.")
    if start or warm_up:
        n = min(own_n or aim.n, bank_size)
        project = update(database, project, n=n, draw_seed=draw_seed, configuration=configuration, stopping_rule=rule)
        start_evaluation(database, project, min(WARM_UP_N, n) if warm_up else n)
        st.rerun()
    show_plan(project, project.n if runs else min(own_n or aim.n, bank_size), bank_size, runs, database)
    if not running:
        with st.expander("What each model will see"):
            if st.button("Show the first question as each model gets it"):
                show_preflight(project, question_set)
    if stopped and not running and st.button("Resume", icon=":material/resume:", type="primary"):
        resume(database, stopped)
        st.rerun()
    if running:
        watch(project.id)
    else:
        show_turns(database, runs)
        for run in runs:
            show_run(database, run)
    to_rate = 0 if running else count_waiting(database, runs)

if len(project.candidates) < 2:
    steps.next_step("Choose a second candidate", steps.MODEL_FILES)
    st.stop()
# Two questions each tell how long it takes, and nothing about who is better.
enough = sum(run.answered > WARM_UP_N for run in runs) >= 2 or (all_answered and wanted <= WARM_UP_N)
if to_rate:
    steps.next_step(f"Rate {to_rate} answers", steps.RATE)
    st.stop()
first = "Press Resume above." if stopped else "Press Start above."
if running:
    first = "The runs go on by themselves; the verdict opens when they end."
steps.next_step(
    "See the verdict" if all_answered else "See the verdict so far",
    steps.VERDICT,
    ready=enough and not running,
    first=first,
)
