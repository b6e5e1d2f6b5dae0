"""Which one to take, how sure that is, and what would settle it."""

import streamlit as st

from core.advice.before_run import duration_words
from core.advice.comparison import PairVerdict
from core.advice.decision import Decision, decide, find_differences
from core.grading.outcome import Outcome
from core.reports.html import to_html
from core.reports.json_report import to_json_text
from core.reports.markdown import to_markdown
from core.runs.evaluation import find_current_runs, start_evaluation
from core.runs.records import ACTIVE_STATES
from core.runs.run_rows import load_run
from pages.shared import keys, steps
from pages.shared.charts import best_chart, gap_chart, score_chart
from pages.shared.pair_view import show_boxes, show_differences
from pages.shared.project import project_or_new, store, update


def show_pair(decision: Decision, pair: PairVerdict) -> None:
    differences = find_differences(decision, pair)
    if differences:
        st.subheader(f"The {len(differences)} questions where they differ")
        show_differences(pair, differences)
    st.subheader("The gap")
    st.altair_chart(gap_chart(pair), width="stretch")
    st.caption(
        "The bar is the 95 % interval of the gap. The grey band is the MDAD: a true gap as wide as that is ranked "
        "rightly 8 times in 10 by a test of this size."
    )
    show_boxes(pair)
    st.subheader("How sure that is")
    for sentence in (*pair.details, pair.track_record):
        if sentence:
            st.markdown(steps.plain(sentence))
    for note in pair.notes:
        st.warning(steps.plain(note), icon=":material/info:")


def show_scores(decision: Decision) -> None:
    st.subheader("Scores")
    scores = {}
    for pair in decision.pairs:
        scores |= {pair.a.name: pair.score_a, pair.b.name: pair.score_b}
    known = [(name, s.value, s.low, s.high, s.n) for name, s in scores.items() if s is not None]
    if all(0 <= row[1] <= 1 for row in known):
        st.altair_chart(score_chart(known), width="stretch")
    st.dataframe(
        [
            {
                "Candidate": c.name,
                **{outcome.value.capitalize(): c.outcomes.get(outcome, 0) for outcome in Outcome},
                "Tokens/s": round(c.candidate.tokens_per_s) if c.candidate.tokens_per_s else None,
                "Size (MB)": round(c.candidate.size_bytes / 1e6) if c.candidate.size_bytes else None,
            }
            for c in decision.contestants
        ],
        hide_index=True,
    )
    st.caption(
        "Cut off, did not fit and could not run were not measured: such a question is left out for both. "
        "No answer was measured and scores 0."
    )


def show_settings(decision: Decision) -> None:
    with st.expander("Settings and environment of each run"):
        for c in decision.contestants:
            st.markdown(f"**{steps.plain(c.name)}**")
            st.json(
                {
                    "run": c.run.id,
                    "file": c.run.candidate.location,
                    "fingerprint": c.run.candidate.fingerprint,
                    "draw_seed": c.run.draw_seed,
                    "configuration": c.run.configuration,
                    "used": c.run.used_settings,
                    "events": c.run.events,
                },
                expanded=False,
            )


st.title("Verdict")

with store() as database:
    project = project_or_new(database)
    opened = st.session_state.get(keys.OPEN_RUNS)
    has_questions = project.use_case is not None or project.question_set_id is not None
    if opened:
        runs = [load_run(database, run_id) for run_id in opened]
    else:
        runs = [r for r in find_current_runs(database, project) if r.answered > 1] if has_questions else []
    if len(runs) < 2:
        st.info("A verdict needs two candidates that answered the same questions.")
        steps.next_step("Ask the candidates", steps.EVALUATE)
        st.stop()
    decision = decide(database, [run.id for run in runs])
    st.subheader(steps.plain(decision.headline), divider="blue")
    st.markdown(steps.plain(decision.advice.removeprefix(decision.headline).strip()))
    for caution in decision.cautions:
        st.warning(steps.plain(caution), icon=":material/info:")

    bank_size = len(decision.question_set.questions)
    n = max(run.n for run in runs)
    more = [extra for extra in (50, 200) if n + extra <= bank_size]
    if not opened and more and not any(run.state in ACTIVE_STATES for run in runs):
        columns = st.columns(4)
        for column, extra in zip(columns, more, strict=False):
            if column.button(f"Add {extra} questions", icon=":material/add:", width="stretch"):
                project = update(database, project, n=n + extra)
                start_evaluation(database, project)
                st.switch_page(steps.EVALUATE)
        pair = decision.pairs[0]
        for offer in pair.more_questions:
            time = f" (about {duration_words(offer.duration_s)})" if offer.duration_s else ""
            st.caption(f"{offer.more} more{time}: a chance of {100 * offer.chance:.0f} % that they settle it.")

    if decision.many is not None:
        st.altair_chart(best_chart(decision.many.ranked), width="stretch")
        for note in decision.many.notes:
            st.warning(steps.plain(note), icon=":material/info:")
    show_scores(decision)
    if len(decision.pairs) == 1:
        show_pair(decision, decision.pairs[0])
    else:
        pair = st.selectbox("Look at a pair", decision.pairs, format_func=lambda p: f"{p.a.name} against {p.b.name}")
        st.markdown(f"**{steps.plain(pair.advice)}**")
        show_pair(decision, pair)
    show_settings(decision)
    with st.expander("What this verdict does not cover"):
        st.markdown(
            "Wrong keys in the questions, how well they stand for your own work, the wording of the prompt, the chat "
            "template, the sampling temperature, and anything that was not asked. The confidence is about the ranking "
            "on questions like these, and about nothing else."
        )
    st.subheader("Take it with you")
    one, two, three, _ = st.columns(4)
    one.download_button("Markdown", to_markdown(decision), "surefit-verdict.md", "text/markdown", width="stretch")
    two.download_button("HTML", to_html(decision), "surefit-verdict.html", "text/html", width="stretch")
    three.download_button("JSON", to_json_text(decision), "surefit-verdict.json", "application/json", width="stretch")

steps.next_step("Keep or compare past runs", steps.PAST_RUNS)
