"""What became of the rungs: the verdict, the table, the chart, the flips, the cost, and what others published."""

import pandas as pd
import streamlit as st

from core.advice.ladder.cost import RungCost
from core.advice.ladder.published import label_note
from core.advice.ladder.result import LadderResult, RungResult
from core.advice.ladder.slices import Slice
from core.advice.ladder.verdict_sentences import sure_words
from core.advice.verdict.differences import find_differences
from core.advice.wording import chance_words, percent, size_words
from pages.shared.charts import show_chart
from pages.shared.charts_ladder import ladder_chart
from pages.shared.ladder_choice import left_words, number_or_dash
from pages.shared.pair_view import show_differences
from pages.shared.steps import plain


def show_verdict(result: LadderResult) -> None:
    verdict = result.verdict
    st.subheader(plain(verdict.headline), divider="blue")
    rest = verdict.advice.removeprefix(verdict.headline).strip()
    if rest:
        st.markdown(plain(rest))
    for note in verdict.notes:
        st.warning(plain(note), icon=":material/info:")


def show_rung_results(result: LadderResult) -> None:
    """One row a rung, and the chart."""
    rows = [_row(rung, result.margin) for rung in result.rungs]
    st.dataframe(rows, hide_index=True, width="stretch")
    st.caption(
        "Lost: the reference solved it, the rung did not. The interval of a score is its own; the third column "
        f"decides, from 90 % on: how sure one may be that no more than {100 * result.margin:g} points are lost. "
        "It never says that two files are equal."
    )
    chart = ladder_chart(result)
    if chart is not None:
        show_chart(chart, description="Score of each rung against its cost, with 95 % intervals")
        st.caption(
            f"The grey band reaches from the reference's score down by the {100 * result.margin:g} points that may be "
            f"lost. Bars are 95 % intervals of each rung's own score (n = {_most_asked(result)}); since all rungs "
            "answered the same questions, the flips tell more than the bars."
        )


def show_flips(result: LadderResult) -> None:
    """The questions lost and gained by one rung, each with both answers."""
    flipped = [rung for rung in result.tested if rung.decision is not None and rung.flips]
    if not flipped:
        return
    chosen = flipped[0]
    if len(flipped) > 1:
        chosen = st.selectbox(
            "Read the flips of", flipped, format_func=lambda rung: f"{rung.name} ({rung.flips} flips)"
        )
    if chosen.decision is not None and chosen.judged is not None:
        show_differences(chosen.judged.pair, find_differences(chosen.decision, chosen.judged.pair))


def show_slices(result: LadderResult, by_use_case: dict[str, tuple[Slice, ...]]) -> None:
    """Where a rung loses: by level and by use case."""
    rows = []
    for rung in result.tested:
        slices = (*rung.levels, *(by_use_case.get(rung.name, ()) if _several(by_use_case) else ()))
        rows += [
            {
                "Rung": rung.name,
                "Questions": entry.name,
                "n": entry.n,
                "Right": percent(entry.right / entry.n),
                "Reference": percent(entry.right_reference / entry.n),
                "Lost": entry.lost,
                "Gained": entry.gained,
                "Not worse": "–" if entry.confidence is None else chance_words(entry.confidence),
            }
            for entry in slices
        ]
    if rows:
        st.subheader("Where it loses")
        st.dataframe(rows, hide_index=True, width="stretch", height="content")
        st.caption(
            "Each slice stands for itself and is small: of many slices, one looks bad by chance. Ask more questions of "
            "a kind before you believe it."
        )


def show_cost(result: LadderResult) -> None:
    st.subheader("What each costs here")
    st.dataframe(
        [{"Rung": rung.name, **_cost_row(rung.cost)} for rung in result.rungs], hide_index=True, width="stretch"
    )
    st.caption(
        "Speeds are those of the whole batch of questions, split into reading prompts and writing answers by least "
        "squares over all answers of the run; one chat alone is slower. Memory is predicted for one question at "
        f"a time at n_ctx {result.rungs[0].cost.n_ctx}; what is left of this machine's is for everything else."
    )


def show_published(result: LadderResult) -> None:
    """What others published, apart from the measurement."""
    expected = [rung for rung in result.tested if rung.expected is not None]
    if not expected and not result.rules:
        return
    st.subheader("What published results expect")
    st.caption("Other models, other questions: a range to hold the measurement against, not a part of it.")
    if expected:
        rows = [
            {
                "Rung": plain(rung.name),
                "Published": plain(rung.expected.words),
                "Measured here": plain(_gap(rung)),
                "Basis": plain(rung.expected.sentence),
            }
            for rung in expected
            if rung.expected is not None
        ]
        st.table(pd.DataFrame(rows).set_index("Rung"))  # a table wraps what a data frame would cut
    for rule in result.rules:
        st.markdown(f"- {plain(rule.text)}")
    with st.expander("Sources"):
        for rung in expected:
            note = label_note(rung.step)
            if note:
                st.markdown(plain(note))
        claims = {finding.claim: finding for rule in result.rules for finding in rule.evidence}
        for finding in claims.values():
            caveat = f" ({plain(finding.caveat)})" if finding.caveat else ""
            st.markdown(f"- {plain(finding.claim)}{caveat} [source]({finding.source}), read {finding.read}")
        bases = {loss.measure: loss for rung in expected if rung.expected for loss in rung.expected.basis}
        for loss in bases.values():
            lost = (
                f"{loss.loss_low:g}" if loss.loss_low == loss.loss_high else f"{loss.loss_low:g} to {loss.loss_high:g}"
            )
            st.markdown(
                f"- {plain(loss.measure)}: {lost} points lost ({plain(loss.caveat)}) [source]({loss.source}), "
                f"read {loss.read}"
            )


def is_measured(result: LadderResult) -> bool:
    """Whether there is a table to show: one rung at least has been judged, if only to be withheld."""
    return any(rung.judged is not None for rung in result.rungs)


def _row(rung: RungResult, margin: float) -> dict[str, object]:
    score, judged = rung.score, rung.judged
    shown = "–" if score is None else f"{100 * score.value:.0f} % ({100 * score.low:.0f}–{100 * score.high:.0f})"
    return {
        "Rung": rung.name,
        "Against the reference": str(rung.stands),  # why one is left out stands above, in the verdict's notes
        f"Not worse by {100 * margin:g}": sure_words(judged),
        "Lost": "" if judged is None else str(judged.lost),
        "Gained": "" if judged is None else str(judged.gained),
        "Score (95 %)": shown,
        "n": 0 if score is None else score.n,
        "Size": size_words(rung.cost.size_bytes),
        "Bits per weight": round(rung.cost.bpw, 2),
    }


def _cost_row(cost: RungCost) -> dict[str, object]:
    speeds = cost.speeds
    return {
        "Size": size_words(cost.size_bytes),
        "Bits per weight": round(cost.bpw, 2),
        "Memory": "–" if cost.memory_bytes is None else size_words(cost.memory_bytes),
        "Left": "–" if cost.left_bytes is None else left_words(cost.left_bytes),
        "Prefill (tokens/s)": number_or_dash(speeds.prefill_per_s, 0),
        "Decode (tokens/s)": number_or_dash(speeds.decode_per_s, 1),
        "Question (s)": number_or_dash(speeds.seconds_per_question, 2),
    }


def _most_asked(result: LadderResult) -> int:
    return max((rung.score.n for rung in result.rungs if rung.score), default=0)


def _gap(rung: RungResult) -> str:
    if rung.judged is None:
        return "not measured"
    pair = rung.judged.pair
    return f"{_lost(pair.gap):.1f} points lost ({_lost(pair.gap_high):.0f} to {_lost(pair.gap_low):.0f})"


def _lost(gap: float) -> float:
    """Points lost, below zero where some were gained; never "-0"."""
    return round(-100 * gap, 1) + 0.0


def _several(by_use_case: dict[str, tuple[Slice, ...]]) -> bool:
    """Whether more than one use case was asked at all; one alone is what the table above shows already."""
    return len({entry.name for slices in by_use_case.values() for entry in slices}) > 1
