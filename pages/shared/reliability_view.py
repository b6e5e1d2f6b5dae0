"""Parts of the Reliability page: curves with their sources, and how our verdicts came true."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.advice.outside.reliability import LABELS
from core.catalogue.reliability_curves import (
    Calibration,
    MatrixCurves,
    MethodPoint,
    Published,
    PublishedPoint,
    UniformPoint,
)
from core.stats.subsets.methods import Method
from pages.shared.charts import mdad_chart, show_chart


def label_of(method: str) -> str:
    return LABELS[Method(method)]


def show_published(published: Published) -> None:
    """The authors' figures, one curve a method."""
    benchmarks = sorted({point.benchmark for point in published.curves}, key=["MMLU", "MMLU-Pro", "BBH", "GPQA"].index)
    with st.container(horizontal=True, gap="large"):
        benchmark = st.segmented_control("Benchmark", benchmarks, default=benchmarks[0], required=True)
        split = st.segmented_control(
            "Held against", ["seen", "unseen"], default="seen", required=True, format_func=_HALVES.__getitem__
        )
    points = [p for p in published.curves if p.benchmark == benchmark and p.split == split]
    order = list(Method)
    points.sort(key=lambda p: (order.index(Method(p.method)), p.n))
    drawn = _choose_methods(points, "published_methods")
    rows = [(label_of(p.method), p.n, p.mdad, p.least, p.most) for p in points if p.method in drawn]
    show_chart(mdad_chart(rows))
    st.caption(
        f"Published figures, not ours. The line is the mean over 10 to 300 source models, the band runs from the least "
        f"to the most of them. {published.source}, commit {published.commit[:7]}, taken over on {published.date}. "
        f"{published.note}"
    )


def show_own_curves(matrix: MatrixCurves) -> None:
    """What our code computed from one matrix of real results."""
    counts = sorted({point.sources for point in matrix.methods})
    with st.container(horizontal=True, gap="large"):
        sources = st.segmented_control(
            "Source models", counts, default=counts[-1], required=True, key=f"src_{matrix.name}"
        )
        split = st.segmented_control(
            "Held against", ["seen", "unseen"], default="seen", required=True, format_func=_HALVES.__getitem__,
            key=f"split_{matrix.name}",
        )  # fmt: skip
    points = [p for p in matrix.methods if p.sources == sources and p.split == split and not p.per_subtask]
    order = list(Method)
    points.sort(key=lambda p: (order.index(Method(p.method)), p.n))
    drawn = _choose_methods(points, f"methods_{matrix.name}")
    shown = [p for p in points if p.method in drawn]
    show_chart(mdad_chart([(label_of(p.method), p.n, p.mdad, p.low, p.high) for p in shown]))
    if words := _crossing_words(points):
        st.markdown(words)
    unreached = [f"{label_of(p.method)} at {p.n}" for p in shown if p.mdad is None]
    if unreached:
        st.caption(f"Never ranked rightly 8 times in 10, so not drawn: {', '.join(unreached)}.")
    st.caption(
        f"Computed by our code: {matrix.models} models × {matrix.questions} questions, trials of models that the "
        "method did not learn from; ties count half. The score stands in for the confidence, and groups of questions "
        "that the source models answered alike for subtasks. "
        f"{matrix.source}, {matrix.path}, commit {matrix.commit[:7]}; licence: {matrix.licence}."
    )
    for note in matrix.notes:
        st.caption(note)
    with st.expander("All figures: error, Kendall's tau, close pairs"):
        st.dataframe(_method_table(points), hide_index=True, width="stretch")
        parts = [p for p in matrix.methods if p.per_subtask and p.split == split]
        if parts:
            st.markdown("Chosen within each group of questions by itself:")
            st.dataframe(_method_table(parts), hide_index=True, width="stretch")
    with st.expander("Random questions against the whole bank, beside the formula used for planning"):
        st.dataframe(_uniform_table(matrix.uniform), hide_index=True, width="stretch")


def show_hidden_by_tau(matrix: MatrixCurves) -> None:
    """A high tau beside close pairs at a coin flip, and close models on few questions."""
    rows = [
        {
            "questions": point.n,
            "Kendall's tau": f"{point.tau:.2f}",
            **{band_words(low, high): percent_words(share) for low, high, _, share in point.bands},
        }
        for point in matrix.uniform
    ]
    st.markdown("Random questions: how often a pair of models is ranked rightly, by its true gap.")
    st.dataframe(pd.DataFrame(rows), hide_index=True, width="stretch")
    found = [c for c in matrix.close_models if c.n <= 25]
    for close in found:
        st.markdown(
            f"{close.models} close candidates from the middle of the ranking lie within {100 * close.span:.1f} points. "
            f"With {close.n} random questions **{100 * close.below_80:.0f} %** of their {close.pairs} pairs are ranked "
            f"rightly less often than 8 times in 10, and a pair is ranked rightly in {100 * close.mean_agreement:.0f} "
            "% of the draws on average (a tie counts as wrong)."
        )


def show_calibration(calibration: Calibration, titles: dict[str, str]) -> None:
    """Bank by bank: what verdicts claimed and what came true."""
    rows = []
    for row in calibration.rows:
        cells = {"bank": titles.get(row.bank, row.bank), "questions": row.n, "trials": row.trials}
        for band in row.bands:
            name = f"{100 * band.low:.0f}–{100 * band.high:.0f} %"
            cells[name] = "–"
            if band.mean_claim is not None and band.came_true is not None:
                claim = f"{100 * band.mean_claim:.0f}" if band.mean_claim < 0.995 else "over 99"
                cells[name] = f"{claim} → {100 * band.came_true:.0f} % ({band.claims})"
        rows.append(cells | {"error": row.error, "by chance alone": row.error_of_chance, "error, rest": row.error_rest})
    st.dataframe(pd.DataFrame(rows), hide_index=True, width="stretch")
    st.caption(
        "In each cell: mean confidence → how many came true (number of verdicts). “error” is the mean difference of "
        "the two, beside what perfect claims would show from so few trials; “error, rest” is that of the claim about "
        f"questions like these, held against the questions that were not asked. {calibration.note} "
        f"{calibration.by}, {calibration.computed}."
    )


_HALVES = {"seen": "questions it was chosen from", "unseen": "other questions"}
_FIRST_SHOWN = (Method.UNIFORM, Method.ANCHOR_POINTS, Method.TINY_BENCHMARKS, Method.ITEM_CLUSTERS)


def _choose_methods(points: Sequence[PublishedPoint] | Sequence[MethodPoint], key: str) -> list[Method]:
    """Which curves to draw: three at first, so that their bands stay apart."""
    there = [m for m in Method if m in {point.method for point in points}]
    first = [m for m in _FIRST_SHOWN if m in there][:3]
    return st.pills(
        "Ways to choose the questions", there, selection_mode="multi", default=first, key=key,
        format_func=LABELS.__getitem__,
    )  # fmt: skip


def _crossing_words(points: Sequence[MethodPoint]) -> str | None:
    """Anchor points against random questions, at the fewest and at the most questions."""
    by = {(p.method, p.n): p.mdad for p in points}
    ns = sorted({p.n for p in points})
    said = []
    for n in (ns[0], ns[-1]):
        anchor, random = by.get((Method.ANCHOR_POINTS, n)), by.get((Method.UNIFORM, n))
        if anchor is None or random is None:
            return None
        said.append(f"{points_words(anchor)} against {points_words(random)} points with {n} questions")
    return f"Anchor points against random questions here: {said[0]}, {said[1]}."


def band_words(low: float, high: float) -> str:
    return f"over {100 * low:.0f} points" if high == 1.0 else f"{100 * low:.0f}–{100 * high:.0f} points"


def percent_words(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"


def points_words(share: float | None) -> str:
    return "not reached" if share is None else f"{100 * share:.1f}"


def _method_table(points: Sequence[MethodPoint]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "method": label_of(p.method),
                "questions": p.n,
                "MDAD": points_words(p.mdad),
                "paper's rule": points_words(p.published_rule),
                "mean error": points_words(p.mean_error),
                "Kendall's tau": f"{p.tau:.2f}",
                **{band_words(low, high): percent_words(share) for low, high, _, share in p.bands},
            }
            for p in points
        ]
    )


def _uniform_table(points: Sequence[UniformPoint]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "questions": p.n,
                "MDAD": points_words(p.mdad),
                "from": points_words(p.low),
                "to": points_words(p.high),
                "ties wrong": points_words(p.mdad_ties_wrong),
                "formula": points_words(p.closed_form),
                "mean error": points_words(p.mean_error),
                "pairs closer than MDAD": percent_words(p.closer_than_mdad),
            }
            for p in points
        ]
    )
