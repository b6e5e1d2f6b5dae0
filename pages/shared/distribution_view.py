"""How far the predictions of the rungs lie from the reference's: started, watched, and read with care."""

from collections.abc import Sequence

import streamlit as st

from core.advice.ladder.distribution import (
    PURPOSES,
    DistributionRow,
    figure_words,
    published_divergence,
    read_distributions,
)
from core.advice.ladder.ladder import Ladder, LadderKind
from core.errors import SurefitError
from core.runs.database import Database
from core.runs.distributions import (
    USUAL_CHUNKS,
    find_distributions,
    find_divergence_jobs,
    is_measurement_of,
    plan_text,
    start_divergence,
)
from core.runs.jobs import Job
from core.runs.kept_texts import EVAL_TEXT, KeptText, eval_text, keep_text, parse_text
from core.runs.records import Run, RunState
from pages.shared.ladder_table import number_or_dash, show_table
from pages.shared.steps import plain
from pages.shared.watching import watch_job

_OWN = "a text of your own"


def show_distribution(database: Database, ladder: Ladder, reference_run: Run | None) -> None:
    """The whole section for a ladder of files, or of KV caches of one file."""
    st.markdown(
        "Scores need many questions; the model's predictions tell more with each token. Every rung reads the same "
        "text, and its probabilities for the next token are held against the reference's."
    )
    if ladder.kind is LadderKind.CACHE:
        st.caption(
            "The file reads in chunks of 512 tokens. A longer context leans more on its cache and may lose more: these "
            "figures condemn a cache, and clear none."
        )
    text = _choose_text(database, reference_run)
    asked = st.number_input(
        "Chunks of 512 tokens, at most", 1, 2000, USUAL_CHUNKS, help="More are more exact.", width=280
    )
    chunks = int(asked)
    jobs = find_divergence_jobs(database)
    running = [job for job in jobs if job.state is RunState.RUNNING]
    for job in running:
        watch_job(job.id, "Measuring")
    if text is None:
        return
    reference = ladder.reference_step.file
    _show_failure([job for job in jobs if is_measurement_of(job, reference, text, chunks)])
    measured = find_distributions(database, reference, text, chunks)
    by_name = {s.name: measured.found[s.reader.key] for s in ladder.tested if s.reader.key in measured.found}
    missing = [step for step in ladder.tested if step.name not in by_name]
    for step in missing:
        if step.reader.key in measured.failed:
            st.warning(plain(f"{step.name}: {measured.failed[step.reader.key]}"), icon=":material/error:")
    if missing:
        try:
            st.caption(plain(plan_text(reference, [step.reader for step in missing], text, chunks).sentence))
        except SurefitError as error:
            st.warning(plain(str(error)), icon=":material/memory:")
            missing = []
    label = f"Measure {len(missing)} rung{'' if len(missing) == 1 else 's'} on this text"
    if missing and st.button(label, icon=":material/ssid_chart:", disabled=bool(running)):
        try:
            start_divergence(database, reference, [step.reader for step in missing], text, chunks)
        except SurefitError as error:
            st.error(plain(str(error)), icon=":material/error:")
            return
        st.rerun()
    if by_name:
        _show_rows(ladder, read_distributions(by_name))


def _choose_text(database: Database, reference_run: Run | None) -> KeptText | None:
    kinds = [EVAL_TEXT, _OWN] if reference_run is not None and reference_run.answered else [_OWN]
    kind = kinds[0]
    if len(kinds) > 1:
        kind = st.segmented_control("Text", kinds, default=kind, key="distribution_text_kind") or kind
    try:
        if kind == EVAL_TEXT and reference_run is not None:
            return keep_text(eval_text(database, reference_run), EVAL_TEXT)
        given = st.file_uploader("A plain text of the kind that the model is for", type=["txt", "md"])
        if given is None:
            return None
        return keep_text(parse_text(given.getvalue(), given.name), given.name)
    except SurefitError as error:
        st.error(plain(str(error)), icon=":material/error:")
    return None


def _show_rows(ladder: Ladder, rows: Sequence[DistributionRow]) -> None:
    show_table(
        [
            {
                "Rung": plain(row.name),
                "Predicts": str(row.distance),
                "KL divergence": figure_words(row.measured.kl, 4),
                "Same top token (%)": figure_words(row.measured.same_top, 1, 100),
                "Perplexity": figure_words(row.measured.perplexity, 2),
            }
            for row in rows
        ]
    )
    text = rows[0].measured  # all read the same
    st.caption(
        f"Over {text.n_tokens:,} tokens in {text.n_chunks} chunks, on which the reference has a perplexity of "
        f"{figure_words(text.reference_perplexity, 2)}. ± is the standard error."
    )
    for row in rows:
        st.markdown(f"- {plain(row.sentence)}")
    with st.expander("More figures, and what each measure is for"):
        _show_more(ladder, rows)
        for purpose in PURPOSES:
            st.markdown(f"- {plain(purpose)}")
        st.caption(
            "± is the standard error over the chunks of the text; the second half of each is predicted. All files read "
            "the same chunks, so they are compared chunk by chunk. Speeds are of one chat at a time: 256 tokens read "
            "at once, then 24 written one by one, right after the text."
        )


def _show_more(ladder: Ladder, rows: Sequence[DistributionRow]) -> None:
    """Bits per byte, speeds, and what was published of the same label, which says nothing of a cache."""
    labels = {step.name: step.file.label for step in ladder.steps} if ladder.kind is LadderKind.FILES else {}
    shown = [
        {
            "Rung": plain(row.name),
            "Bits per byte": "–" if row.measured.bits_per_byte is None else figure_words(row.measured.bits_per_byte, 3),
            "Published KL (8B)": number_or_dash(published_divergence(labels.get(row.name, "")), 4),
            "Prefill (tokens/s)": number_or_dash(row.measured.prefill_per_s, 0),
            "Decode (tokens/s)": number_or_dash(row.measured.decode_per_s, 1),
        }
        for row in rows
    ]
    show_table([row if labels else {k: v for k, v in row.items() if "Published" not in k} for row in shown])


def _show_failure(jobs: Sequence[Job]) -> None:
    if jobs and jobs[0].state in (RunState.FAILED, RunState.INTERRUPTED):
        st.error(plain(jobs[0].why_ended), icon=":material/error:")
