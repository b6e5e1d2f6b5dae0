"""Parts of the Reliability page: curves with their sources, own results, and how our verdicts came true."""

import json
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import streamlit as st

from core.advice.outside_results import OutsideResults, load_outside_results
from core.advice.reliability import (
    LABELS,
    MethodReliability,
    ReusableSubset,
    choose_reusable,
    mdad_words,
    measure_reliability,
    stand_ins,
    tau_words,
    to_matrix,
)
from core.catalogue.reliability_curves import (
    Calibration,
    MatrixCurves,
    MethodPoint,
    Published,
    PublishedPoint,
    UniformPoint,
)
from core.errors import SurefitError
from core.stats.subsets.methods import Method
from pages.shared.charts import mdad_chart, show_chart
from pages.shared.steps import plain

MOST_FILES = 200
MOST_UPLOAD_BYTES = 100 * 1024 * 1024  # of all files together


@dataclass(frozen=True)
class OwnResults:
    """What was computed from uploaded results."""

    models: int
    questions: int
    notes: tuple[str, ...]
    found: tuple[MethodReliability, ...]
    subset: ReusableSubset


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
            **{_band_words(low, high): _percent(share) for low, high, _, share in point.bands},
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


def show_found(found: Sequence[MethodReliability]) -> None:
    """Curves and figures of results that a person brought."""
    rows = [
        (LABELS[f.method], f.reliability.n, f.reliability.estimate.mdad, f.reliability.estimate.low,
         f.reliability.estimate.high)
        for f in found
    ]  # fmt: skip
    if len({n for _, n, mdad, _, _ in rows if mdad is not None}) > 1:
        show_chart(mdad_chart(rows))
    st.dataframe(_found_table(found), hide_index=True, width="stretch")
    last = found[-1]
    st.markdown(f"**{LABELS[last.method].capitalize()}**: {mdad_words(last.reliability)}")
    if hidden := tau_words(last.reliability):
        st.caption(hidden)


@st.cache_data(show_spinner="Choosing and comparing", max_entries=3, ttl="1h")
def compute_own(
    files: tuple[tuple[str, bytes], ...],
    methods: Sequence[Method],
    ns: Sequence[int],
    unseen: bool,
    keep_n: int,
    keep: Method,
) -> OwnResults:
    """Everything about uploaded results; kept, so that a click elsewhere on the page does not compute it again."""
    if len(files) > MOST_FILES or sum(len(content) for _, content in files) > MOST_UPLOAD_BYTES:
        raise SurefitError(
            f"At most {MOST_FILES} files of {MOST_UPLOAD_BYTES // 2**20} MB together are read here: "
            "give more to the command line (python -m core mdad)."
        )
    results = read_uploads(files)
    own = to_matrix(results)
    most = own.n_questions // (2 if unseen else 1)
    fitting = sorted(n for n in ns if n < most)
    notes = [*results.notes, *own.notes, *stand_ins(own, [*methods, keep])]
    if len(fitting) < len(ns):
        notes.append(f"Only numbers below {most} are computed: that is how many questions there are to choose from.")
    found = measure_reliability(own, fitting, methods, unseen=unseen) if methods and fitting else []
    return OwnResults(own.n_models, own.n_questions, tuple(notes), tuple(found), choose_reusable(own, keep_n, keep))


def read_uploads(files: Sequence[tuple[str, bytes]]) -> OutsideResults:
    """Uploaded files through the reader of files; the name of a file stands for a harness model's folder."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, (name, content) in enumerate(files):
            given = Path(name.replace("\\", "/"))
            # a harness log names its model by its folder; without one the file's own name must do
            model = _tame(given.parent.name) or f"{_tame(given.stem)}-{number + 1}"
            path = Path(folder) / str(number) / model / f"{_tame(given.stem) or 'results'}.{_tame(given.suffix[1:8])}"
            path.parent.mkdir(parents=True)
            path.write_bytes(content)
            paths.append(path)
        return load_outside_results(paths)


def _tame(name: str) -> str:
    """A name from outside as the name of one file: no folders, no dots in front, not too long."""
    return re.sub(r"[^\w.+-]", "_", name)[:100].lstrip(".") if name.strip(".") else ""


def subset_json(subset: ReusableSubset) -> str:
    return json.dumps(subset.to_dict(), ensure_ascii=False, indent=1)


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
        said.append(f"{_points(anchor)} against {_points(random)} points with {n} questions")
    return f"Anchor points against random questions here: {said[0]}, {said[1]}."


def _band_words(low: float, high: float) -> str:
    return f"over {100 * low:.0f} points" if high == 1.0 else f"{100 * low:.0f}–{100 * high:.0f} points"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"


def _points(share: float | None) -> str:
    return "not reached" if share is None else f"{100 * share:.1f}"


def _method_table(points: Sequence[MethodPoint]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "method": label_of(p.method),
                "questions": p.n,
                "MDAD": _points(p.mdad),
                "paper's rule": _points(p.published_rule),
                "mean error": _points(p.mean_error),
                "Kendall's tau": f"{p.tau:.2f}",
                **{_band_words(low, high): _percent(share) for low, high, _, share in p.bands},
            }
            for p in points
        ]
    )


def _uniform_table(points: Sequence[UniformPoint]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "questions": p.n,
                "MDAD": _points(p.mdad),
                "from": _points(p.low),
                "to": _points(p.high),
                "ties wrong": _points(p.mdad_ties_wrong),
                "formula": _points(p.closed_form),
                "mean error": _points(p.mean_error),
                "pairs closer than MDAD": _percent(p.closer_than_mdad),
            }
            for p in points
        ]
    )


def _found_table(found: Sequence[MethodReliability]) -> pd.DataFrame:
    rows = []
    for f in found:
        r = f.reliability
        rows.append(
            {
                "method": LABELS[f.method],
                "questions": r.n,
                "MDAD": _points(r.estimate.mdad),
                "from": _points(r.estimate.low),
                "to": _points(r.estimate.high) if r.estimate.high is not None else "beyond all gaps",
                "paper's rule": _points(r.published_mdad),
                "mean error": _points(r.mean_error),
                "Kendall's tau": f"{r.tau:.2f}",
                **{_band_words(b.low, b.high): _percent(b.agreement) for b in r.bands},
            }
        )
    return pd.DataFrame(rows)


def plain_notes(notes: Sequence[str]) -> None:
    for note in notes:
        st.caption(plain(note))
