"""Which one to take, how sure that is, and what would settle it.

What answers "which one" stands open: the sentence, its three figures, what can
be done, the questions where they differ, the gap. What answers a doubt is
folded below it, in the order in which doubts arise.
"""

from functools import partial

import streamlit as st

from core.advice.comparison import PairVerdict
from core.advice.verdict.decision import Decision, decide
from core.advice.verdict.differences import find_odd_answers, find_unsolved
from core.advice.verdict.good_enough import Fitness
from core.advice.verdict.key_figures import find_key_figures
from core.advice.verdict.published import Published
from core.advice.wording import bar_words, chance_words, duration_words
from core.errors import NotEnoughData, StoreError
from core.reports.html import to_html
from core.reports.json_report import to_json_text
from core.reports.markdown import NOT_COVERED, to_markdown
from core.runs.database import Database
from core.runs.earlier import find_earlier_runs
from core.runs.evaluation import find_current_runs, start_evaluation
from core.runs.records import ACTIVE_STATES, Project, Run
from core.runs.run_rows import load_run, load_runs
from core.runs.sequential import end_evaluations
from core.stats.not_worse import claim_level
from core.stats.sequential import StoppingRule
from pages.shared import keys, steps
from pages.shared.pair_view import DIFFERENCES, UNSOLVED, show_odd_answers, show_pair
from pages.shared.project import project_or_new, store, update
from pages.shared.verdict_view import (
    find_published,
    show_fitness,
    show_noise_floor,
    show_outcomes,
    show_published,
    show_ranking,
    show_settings,
    show_trade,
)

MARGIN_POINTS = 3.0


def find_runs(database: Database, project: Project) -> tuple[list[Run], str]:
    """The runs chosen under Past runs, or those of the current project; and why the latter are earlier ones, if so."""
    opened = st.session_state.get(keys.OPEN_RUNS)
    if opened:
        try:
            return [load_run(database, run_id) for run_id in opened], ""
        except StoreError:  # one of them was deleted since
            st.session_state.pop(keys.OPEN_RUNS)
    if project.use_case is None and project.question_set_id is None:
        return [], ""
    runs = [run for run in find_current_runs(database, project) if run.answered > 1]
    earlier = find_earlier_runs(database, project) if not runs else None
    return (list(earlier.runs), earlier.because) if earlier else (runs, "")


def show_headline(decision: Decision) -> None:
    pair = decision.pairs[0]
    st.subheader(steps.plain(decision.headline), divider="blue")
    st.markdown(steps.plain(decision.advice.removeprefix(decision.headline).strip()))
    if decision.ended:
        st.caption(steps.plain(decision.ended))
    differ = pair.only_a_right + pair.only_b_right
    if pair.none_usable is not None and decision.many is None and find_unsolved(decision, pair):
        st.markdown(f"[Read what neither solved](#{UNSOLVED})")
    elif differ and decision.many is None:
        st.markdown(f"[Read the {differ}](#{DIFFERENCES})" if differ > 1 else f"[Read it](#{DIFFERENCES})")
    figures = find_key_figures(decision)
    for column, figure in zip(st.columns(3), figures, strict=True):
        column.metric(steps.plain(figure.label), figure.value, border=True, help=steps.plain(figure.because))
    explained = figures if decision.many is not None else figures[-1:]
    for figure in explained:
        st.caption(steps.plain(f"{figure.label.split(',')[0]}: {figure.because}"))
    for caution in decision.cautions:
        st.warning(steps.plain(caution), icon=":material/info:")


def show_actions(
    database: Database, project: Project, decision: Decision, published: Published | None, *, can_add: bool
) -> None:
    """What can be done now: more questions, with their time and chance, or stop here."""
    runs = [c.run for c in decision.contestants]
    pair = decision.closest_call
    smaller = decision.smaller_file
    settled = decision.many.winner is not None if decision.many else pair.settled or pair.practically_tied
    if smaller is not None:
        settled = smaller.fitness is not Fitness.NOT_SETTLED
    left = len(decision.question_set.questions) - max(run.n for run in runs)
    if any(run.state in ACTIVE_STATES for run in runs):
        st.info("The test is still going on; this is what is known so far.", icon=":material/hourglass_empty:")
        return
    stopped = st.session_state.get(keys.STOPPED_HERE) == [run.id for run in runs]
    none = decision.none_usable
    wanted = not settled and not pair.withheld if none is None else none.more_may_help
    extras = _sizes(left) if can_add and wanted else []
    if none is not None:
        offer_other_choices()
    columns = st.columns(max(len(extras) + 1, 3))
    for column, extra in zip(columns, extras, strict=False):
        if column.button(f"Add {extra}", icon=":material/add:", width="stretch", disabled=stopped):
            project = update(database, project, n=max(run.n for run in runs) + extra)
            start_evaluation(database, project)
            st.switch_page(steps.EVALUATE)
        column.caption(_what_adding_does(decision, pair, extra))
    place = columns[len(extras)]
    if pair.withheld and place.button("Change the settings", icon=":material/tune:", width="stretch"):
        st.switch_page(steps.EVALUATE)
    if not pair.withheld and place.button("Stop here", icon=":material/stop:", width="stretch", disabled=stopped):
        end_evaluations(database, [run.id for run in runs], "Stopped by hand.")
        st.session_state[keys.STOPPED_HERE] = [run.id for run in runs]
        st.rerun()
    if stopped:
        st.success("The verdict stands as it is. Take it with you:", icon=":material/done:")
        show_downloads(decision, published, "stopped")


def offer_other_choices() -> None:
    """Where none of the candidates can do the task: what else can be tried."""
    row = st.container(horizontal=True)  # as wide as their words: a narrow window would cut them short
    if row.button("Choose another model", icon=":material/folder_open:"):
        st.switch_page(steps.MODEL_FILES)
    if row.button("Choose other questions", icon=":material/quiz:"):
        st.switch_page(steps.QUESTIONS)


def _what_adding_does(decision: Decision, pair: PairVerdict, extra: int) -> str:
    """Time, chance, and that a result seen before raises the bar."""
    seconds = decision.seconds_per_question
    said = [duration_words(extra * seconds)] if seconds else []
    if decision.smaller_file is not None:
        now, then = decision.smaller_file.claim_at, claim_level(StoppingRule.EXTENDED)
    else:
        now, then = pair.stopping_rule.level, pair.bar_for_more
        if pair.evidence is not None:
            chance = pair.evidence.chance_settled(extra, pair.bar_for_more)
            said.append(f"settles it with a chance of {chance_words(chance)}")
    if then > now:
        said.append(f"asks for {bar_words(then)} instead of {bar_words(now)}, because a result was seen")
    text = "; ".join(said)
    return f"{text[:1].upper()}{text[1:]}."


def _sizes(left: int) -> list[int]:
    """50 and 200 more as far as the set has them, or what is left of it."""
    return [extra for extra in (50, 200) if extra <= left] or ([left] if left > 0 else [])


def show_downloads(decision: Decision, published: Published | None, where: str) -> None:
    """The three reports; each is made when its button is pressed."""
    one, two, three, _ = st.columns(4)
    for column, name, render, ending, kind in (
        (one, "Markdown", to_markdown, "md", "text/markdown"),
        (two, "HTML", to_html, "html", "text/html"),
        (three, "JSON", to_json_text, "json", "application/json"),
    ):
        column.download_button(
            name,
            partial(render, decision, published),
            f"surefit-verdict.{ending}",
            kind,
            width="stretch",
            key=f"{ending}_{where}",
            on_click="ignore",
        )


st.title("Verdict")

with store() as database:
    project = project_or_new(database)
    runs, earlier = find_runs(database, project)
    if len(runs) < 2:
        kept = len(load_runs(database))
        earlier_ones = f" Past runs has {kept} that can be chosen and compared." if kept > 1 else ""
        st.info(f"A verdict needs two candidates that answered the same questions.{earlier_ones}")
        steps.next_step("Ask the candidates", steps.EVALUATE)
        st.stop()
    margin_points = st.session_state.get(keys.MARGIN_POINTS, MARGIN_POINTS)
    try:
        decision = decide(database, [run.id for run in runs], margin=margin_points / 100)
    except NotEnoughData as error:
        st.info(steps.plain(str(error)))
        steps.next_step("Ask the candidates", steps.EVALUATE)
        st.stop()
    published = find_published(database, decision)

    if earlier:
        st.info(f"{steps.plain(earlier)} Ask again to have a verdict on the present ones.", icon=":material/history:")
    show_headline(decision)
    can_add = not earlier and not st.session_state.get(keys.OPEN_RUNS)
    show_actions(database, project, decision, published, can_add=can_add)
    if decision.fitness:
        show_fitness(decision, margin_points)
    pair = decision.pairs[0]
    if decision.many is not None:
        show_ranking(decision.many)
        pair = st.selectbox(
            "Look at a pair",
            decision.pairs,
            index=decision.pairs.index(decision.closest_call),
            format_func=lambda p: f"{p.a.name} against {p.b.name}",
        )
        st.markdown(steps.plain(pair.advice))
    show_pair(decision, pair)
    odd = find_odd_answers(decision)
    with st.expander(f"Outcomes other than right and wrong ({len(odd)})", expanded=pair.withheld):
        show_outcomes(decision)
        show_odd_answers(odd)
    show_trade(decision)
    show_published(decision, published)
    show_noise_floor(database, decision, project.id)
    with st.expander("Settings and environment of each run"):
        show_settings(decision)
    with st.expander("What is not covered"):
        st.markdown(
            f"{NOT_COVERED} The confidence is about the ranking on questions like these, and about nothing else."
        )
    st.subheader("Take it with you")
    show_downloads(decision, published, "end")

if earlier:
    steps.next_step("Ask the present questions", steps.EVALUATE)
else:
    steps.next_step("Keep or compare past runs", steps.PAST_RUNS)
