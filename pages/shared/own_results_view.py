"""Results that a person brings to the Reliability page: read, computed once, and shown."""

import json
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import streamlit as st

from core.advice.outside.reliability import (
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
from core.advice.outside.results import OutsideResults, load_outside_results
from core.errors import SurefitError
from core.stats.subsets.methods import Method
from pages.shared.charts import mdad_chart, show_chart
from pages.shared.reliability_view import band_words, percent_words, points_words
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


def plain_notes(notes: Sequence[str]) -> None:
    for note in notes:
        st.caption(plain(note))


def _found_table(found: Sequence[MethodReliability]) -> pd.DataFrame:
    rows = []
    for f in found:
        r = f.reliability
        rows.append(
            {
                "method": LABELS[f.method],
                "questions": r.n,
                "MDAD": points_words(r.estimate.mdad),
                "from": points_words(r.estimate.low),
                "to": points_words(r.estimate.high) if r.estimate.high is not None else "beyond all gaps",
                "paper's rule": points_words(r.published_mdad),
                "mean error": points_words(r.mean_error),
                "Kendall's tau": f"{r.tau:.2f}",
                **{band_words(b.low, b.high): percent_words(b.agreement) for b in r.bands},
            }
        )
    return pd.DataFrame(rows)
