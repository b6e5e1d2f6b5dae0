"""The parts of a verdict that concern all candidates: ranking, trade, published scores, noise, settings."""

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from core.advice.evidence import ScoreKind
from core.advice.verdict.decision import Decision
from core.advice.verdict.key_figures import short_chance
from core.advice.verdict.published import Published, compare_published
from core.advice.verdict.ranking import ManyVerdict
from core.advice.verdict.trade import Cost, find_trades
from core.advice.wording import chance_words, join_names
from core.grading.outcome import Outcome
from core.reports.settings import describe_settings
from core.runs.database import Database
from core.runs.noise_floor import find_twin, start_twin, varies_something
from core.runs.projects import load_cards_of_runs
from core.runs.records import ACTIVE_STATES
from core.runs.run_rows import load_run
from pages.shared import keys
from pages.shared.charts import score_chart, show_chart, trade_chart
from pages.shared.project import store
from pages.shared.saved_cards import read_card_of
from pages.shared.steps import plain

_COSTS = {Cost.SIZE: "Size of the file", Cost.SPEED: "Tokens/s", Cost.TIME: "Seconds per question"}


def find_published(database: Database, decision: Decision) -> Published | None:
    """What the cards of the project and the carried boards claim for these candidates."""
    first = decision.contestants[0].run
    cards = load_cards_of_runs(database, [c.run.id for c in decision.contestants])
    return compare_published(decision, [(card.name, read_card_of(card, first.use_case)) for card in cards])


def show_ranking(many: ManyVerdict) -> None:
    """Several candidates: never a single winner without its probability."""
    st.subheader("All candidates")
    if many.ranked:
        group_of = {name: i + 1 for i, group in enumerate(many.groups) for name in group}
        rows = [
            {
                "Rank (95 %)": f"{r.rank_low}" if r.rank_low == r.rank_high else f"{r.rank_low}–{r.rank_high}",
                "Candidate": r.candidate.name,
                "Score": f"{100 * r.score.value:.0f} %" if r.score.high <= 1 else f"{r.score.value:.1f}",
                "Right": f"{r.score.right} of {r.score.n}" if r.score.right is not None else "–",
                "Best with": chance_words(r.p_best),
                "Group": group_of[r.candidate.name],
            }
            for r in many.ranked
        ]
        st.dataframe(rows, hide_index=True, width="stretch")
        if len(many.groups) > 1:
            st.caption(
                "Candidates of one group cannot be told apart by this test; every group is behind those before it."
            )
        else:
            st.caption("One group: this test cannot tell them apart as a whole.")
        show_chart(score_chart({r.candidate.name: r.score for r in many.ranked}))
    if many.track_record:
        st.caption(plain(many.track_record))
    for note in many.notes:
        st.warning(plain(note), icon=":material/info:")


def show_outcomes(decision: Decision) -> None:
    """What became of every answer, by candidate."""
    used = [o for o in Outcome if any(c.outcomes.get(o) for c in decision.contestants)]
    rated = decision.pairs[0].kind is ScoreKind.RATING
    titles = {o: "Rated" if rated and o is Outcome.RIGHT else o.capitalize() for o in used}
    rows = [{"Candidate": c.name, **{titles[o]: c.outcomes.get(o, 0) for o in used}} for c in decision.contestants]
    st.dataframe(rows, hide_index=True, width="stretch")
    st.caption(
        "Cut off, did not fit, could not run and unrated were not measured: such a question is left out for all. "
        "No answer was measured and scores 0."
    )


def show_trade(decision: Decision) -> None:
    """Score against size, or against speed."""
    trades = {trade.cost: trade for trade in find_trades(decision)}
    if not trades:
        return
    with st.expander("Score against size and speed", expanded=decision.many is not None):
        cost = next(iter(trades))
        if len(trades) > 1:
            cost = st.segmented_control("Against", list(trades), default=cost, format_func=_COSTS.__getitem__) or cost
        show_chart(trade_chart(trades[cost]))
        st.caption(
            plain(trades[cost].sentence) + " The bars are 95 % intervals: where they overlap, the front is a choice."
        )


def show_published(decision: Decision, published: Published | None) -> None:
    """Published against measured: rank and value that others claim, beside one's own."""
    if published is None:
        return
    with st.expander("Published against measured", expanded=bool(published.suspicions)):
        _show_published(decision, published)


def _show_published(decision: Decision, published: Published) -> None:
    rows = [
        {
            "Source": f"**{plain(published.measured_on)}, measured here**",
            **_cells(published.own_ranks, {n: s.value for n, s in published.own.items()}, published),
            "Gap beside yours": "",
        }
    ]
    rows += [
        {
            "Source": plain(f"{row.benchmark}, {row.source}"),
            **_cells(row.ranks, row.claimed, published),
            "Gap beside yours": plain(row.beside_yours),
        }
        for row in published.rows
    ]
    st.table(pd.DataFrame(rows).set_index("Source"))  # a table wraps what a data frame would cut
    for said in published.suspicions:
        st.warning(plain(said), icon=":material/flag:")
    for said in published.remarks:
        st.caption(plain(said))
    st.caption(
        "Published values are mostly of the unquantized model, on other questions and with settings of their own. An "
        "order or a gap may carry over; a level rarely does. The last column is about "
        f"{plain(join_names([decision.closest_call.a.name, decision.closest_call.b.name], 'and'))}."
        + (f" Nothing was found for {plain(', '.join(published.without))}." if published.without else "")
    )


def show_noise_floor(database: Database, decision: Decision, project_id: int) -> None:
    """A candidate against itself, on request; open while one runs or once one was measured."""
    twins = [find_twin(database, contestant.run) for contestant in decision.contestants]
    runs_now = any(twin is not None and twin.state in ACTIVE_STATES for twin in twins)
    with st.expander("How much is chance: a candidate against itself", expanded=runs_now or bool(decision.noise)):
        _show_noise_floor(database, decision, project_id)


def _show_noise_floor(database: Database, decision: Decision, project_id: int) -> None:
    st.markdown(
        "A candidate against itself, on the same questions with the choices in another order and another sampling "
        "seed: how many answers flip, and how large a gap that makes."
    )
    for floor in decision.noise:
        flips, gap = st.columns(2)
        flips.metric("Flips", f"{floor.flips} of {floor.n}", border=True)
        gap.metric("Gap against itself", f"{100 * floor.gap:+.1f} points", border=True)
        st.caption(plain(floor.sentence))
    done = {floor.name for floor in decision.noise}
    open_to_it = [c for c in decision.contestants if c.name not in done]
    for contestant in open_to_it:
        twin = find_twin(database, contestant.run)
        if twin is not None and twin.state in ACTIVE_STATES:
            watch_twin(twin.id, contestant.name)
            return
    if not open_to_it:
        return
    left, right = st.columns(2, vertical_alignment="bottom")
    chosen = left.selectbox("Candidate", open_to_it, format_func=lambda c: c.name)
    possible = varies_something(chosen.run, decision.question_set)
    if right.button("Run it against itself", icon=":material/repeat:", disabled=not possible, width="stretch"):
        start_twin(database, chosen.run, project_id)
        st.rerun()
    if not possible:
        st.caption(
            "These questions have no choices and the sampling is greedy: nothing is left to chance, so a second run "
            "would only repeat the first. Set a temperature on the page Evaluate to measure it."
        )


@st.fragment(run_every=2.0)
def watch_twin(run_id: str, name: str) -> None:
    """The second run, as it goes on."""
    with store() as database:
        twin = load_run(database, run_id)
    st.progress(
        min(twin.answered / max(twin.n, 1), 1.0), text=plain(f"{name} again: {twin.answered} of {twin.n} questions")
    )
    if twin.state not in ACTIVE_STATES:
        st.rerun(scope="app")


def show_fitness(decision: Decision, margin_points: float) -> None:
    """Smaller files against the largest of the same model; of two the headline and its figures say it."""
    if decision.many is not None:
        st.subheader("Is a smaller file good enough?")
    st.number_input(
        "Points that a smaller file may lose", 0.5, 20.0, margin_points, step=0.5, key=keys.MARGIN_POINTS, width=280
    )
    if decision.many is None:
        return
    for judged in decision.fitness:
        with st.container(border=True):
            st.markdown(plain(judged.advice))
            lost, gained, sure = st.columns(3)
            lost.metric("Lost", judged.lost, border=True)
            gained.metric("Gained", judged.gained, border=True)
            sure.metric("Good enough", short_chance(judged.confidence), border=True)


def show_settings(decision: Decision) -> None:
    """Settings and environment, a column for each run; what differs comes first."""
    columns: dict[str, Mapping[str, str]] = {c.name: describe_settings(c.run) for c in decision.contestants}
    names = list(dict.fromkeys(name for rows in columns.values() for name in rows))
    values = {name: [rows.get(name, "–") for rows in columns.values()] for name in names}
    names.sort(key=lambda name: len(set(values[name])) == 1)
    frame = pd.DataFrame({"Setting": names, **{c: [columns[c].get(name, "–") for name in names] for c in columns}})
    st.dataframe(frame, hide_index=True, width="stretch")
    for c in decision.contestants:
        for event in c.run.events:
            st.caption(plain(f"{c.name}: {event}"))


def _cells(ranks: Mapping[str, int], values: Mapping[str, float], published: Published) -> dict[str, str]:
    def shown(name: str) -> str:
        if name not in values:
            return "–"
        value = f"{100 * values[name]:.0f} %" if values[name] <= 1 else f"{values[name]:.1f}"
        return f"{ranks[name]}. ({value})"

    return {plain(name): plain(shown(name)) for name in published.own}
