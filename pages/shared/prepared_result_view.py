"""What a preparation did, whichever it was: gains, scores, ranks before and after, and each verdict."""

import streamlit as st

from core.advice.preparation.prepared_runs import Gain, PreparedResult
from core.advice.wording import confidence_words
from core.runs.records import Run
from core.runs.two_ways import TwoRuns
from pages.shared.charts import gap_chart, show_chart
from pages.shared.charts_agreement import interval_chart
from pages.shared.steps import plain


def named_runs(two: TwoRuns) -> list[tuple[str, Run]]:
    """The runs of a candidate that there are, each with its kind."""
    return [(kind, run) for kind, run in (("direct", two.direct), ("prepared", two.prepared)) if run is not None]


def show_prepared_result(result: PreparedResult) -> None:
    """The verdict of every candidate with itself, and the ranking before and after."""
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
        show_chart(
            interval_chart(rows, title, (-reach, reach), bar=0, value_format="+.0f"),
            description="Gain of each candidate with its 95 % interval",
        )
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
        left.markdown(f"**{result.way.direct.capitalize()}.** {plain(result.before.advice)}")
        right.markdown(f"**{result.way.prepared.capitalize()}.** {plain(result.after.advice)}")
    for gain in result.gains:
        with st.expander(plain(f"{gain.name}: {gain.verdict.headline}")):
            st.markdown(plain(gain.verdict.advice))
            show_chart(gap_chart(gain.verdict), description="The gap with its interval, over the noise of this test")
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
