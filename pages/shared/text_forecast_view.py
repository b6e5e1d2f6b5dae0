"""Perplexity as a forecast: a text of the user's domain, the candidates' bits per byte, and how far to trust them."""

from pathlib import Path

import streamlit as st

from core.advice.preparation.text_forecast import TextForecast, by_name, say_trust, weigh_forecast
from core.advice.wording import confidence_words
from core.catalogue.preparation_study import load_preparation_study
from core.errors import SurefitError
from core.models.model_file import load_model_file
from core.runs.database import Database
from core.runs.jobs import JobKind
from core.runs.kept_texts import KeptText, keep_text, parse_text
from core.runs.records import Candidate, CandidateKind, Project
from core.runs.text_forecasts import USUAL_PASSAGES, find_forecasts, find_latest_text, start_forecast
from pages.shared.charts import show_chart
from pages.shared.charts_agreement import interval_chart
from pages.shared.steps import plain
from pages.shared.watching import show_job


def show_text_forecast(database: Database, project: Project) -> None:
    """The whole section for a project that has candidates."""
    st.markdown(
        "Give some pages of the kind that your work is about. Every candidate predicts the same passages; the fewer "
        "**bits per byte** it needs, the better it knows such text. The figure is comparable across tokenizers, takes "
        "a minute, and needs no questions."
    )
    study = load_preparation_study()
    files = [candidate for candidate in project.candidates if candidate.kind is CandidateKind.FILE]
    if not files:
        st.info("A server does not tell the probabilities of a text: choose files.", icon=":material/info:")
        return
    tuned = [candidate for candidate in files if candidate.has_template]
    for sentence in say_trust(study, any_base=len(tuned) < len(files), any_instruct=bool(tuned)):
        st.markdown(f"- {sentence}")
    if len(files) < len(project.candidates):
        st.caption("Servers are left out: they do not tell the probabilities of a text.")
    running = show_job(database, JobKind.FORECAST, "Reading the text")
    text = _choose_text(database)
    if text is None or running:
        return
    measured = find_forecasts(database, text)
    names = {c.fingerprint: (c.name, not c.has_template) for c in files}
    for key, why in measured.failed.items():
        if key in names:
            st.warning(plain(f"{names[key][0]}: {why}"), icon=":material/error:")
    missing = [c for c in files if c.fingerprint not in measured.found]
    label = f"Measure {len(missing)} file{'' if len(missing) == 1 else 's'} on “{plain(text.name)}”"
    if missing and st.button(label, icon=":material/ssid_chart:"):
        _start(database, missing, text)
    found = by_name(names, measured.found)
    if found:
        _show(weigh_forecast(text.name, found, study))


def _choose_text(database: Database) -> KeptText | None:
    given = st.file_uploader(
        f"A plain text in UTF-8; up to {USUAL_PASSAGES} passages of 1 kB from all over it are read",
        type=["txt", "md"],
        key="forecast_text",
    )
    if given is None:
        return find_latest_text(database)
    try:
        return keep_text(parse_text(given.getvalue(), given.name), given.name)
    except SurefitError as error:
        st.error(plain(str(error)), icon=":material/error:")
    return None


def _start(database: Database, missing: list[Candidate], text: KeptText) -> None:
    try:
        start_forecast(database, [load_model_file(Path(candidate.location)) for candidate in missing], text)
    except SurefitError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return
    st.rerun()


def _show(forecast: TextForecast) -> None:
    st.subheader(plain(forecast.headline), divider="blue")
    for caution in forecast.cautions:
        st.warning(plain(caution), icon=":material/info:")
    rows = [
        (row.name, row.bits_per_byte.value, *row.bits_per_byte.interval, "base" if row.is_base else "instruct")
        for row in forecast.rows
    ]
    lowest, highest = min(row[2] for row in rows), max(row[3] for row in rows)
    room = 0.1 * (highest - lowest)
    title = "bits per byte (95 % interval), fewer are better"
    show_chart(
        interval_chart(rows, title, (max(0.0, lowest - room), highest + room), value_format=".3f"), description=title
    )
    st.dataframe(
        [
            {
                "File": row.name,
                "Kind": "base" if row.is_base else "instruct",
                "Bits per byte": f"{row.bits_per_byte.value:.3f} ± {row.bits_per_byte.error:.3f}",
                "Behind the first": "–" if row.behind is None else f"{row.behind.value:+.3f} ± {row.behind.error:.3f}",
                "The first is better": "–" if row.confidence is None else confidence_words(row.confidence),
            }
            for row in forecast.rows
        ],
        hide_index=True,
        width="stretch",
    )
    st.caption(
        f"{forecast.n_passages} passages, {forecast.n_bytes:,} bytes of {plain(forecast.text_name)}. ± is the standard "
        "error over passages; two files are compared passage by passage, which is far more exact than their two "
        "errors suggest."
    )
