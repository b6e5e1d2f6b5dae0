"""A card as it was read: scores first, then what is doubtful, each with its line."""

from collections.abc import Sequence

import streamlit as st

from core.cards.reading import CardReading, Finding, ReportedScore, State
from core.catalogue.benchmarks import find_by_id
from core.catalogue.use_case_guide import find_guide
from core.catalogue.use_cases import UseCase
from pages.shared.steps import plain

_MARKS = {State.PRESENT: ":material/flag:", State.UNCLEAR: ":material/help:", State.ABSENT: ":material/check:"}


def show_card(name: str, reading: CardReading, use_case: UseCase | None) -> None:
    st.subheader(plain(reading.model or name), divider="gray")
    present = [f for f in reading.flags if f.state is State.PRESENT]
    signals = [f for f in reading.signals if f.state is State.PRESENT]
    scores, flags, trust, _ = st.columns(4)
    scores.metric("Scores of its own model", len(reading.own_scores), border=True)
    flags.metric("Red flags", len(present), border=True)
    trust.metric("Trust signals", len(signals), border=True)
    _show_about(reading)
    for finding in (*present, *(f for f in reading.checks if f.state is State.PRESENT)):
        show_finding(finding, reading)
    unclear = [f for f in (*reading.flags, *reading.checks) if f.state is State.UNCLEAR]
    with st.expander(f"Trust signals, and {len(unclear)} points that are unclear"):
        for finding in (*reading.signals, *unclear):
            st.markdown(f"{_MARKS[finding.state]} **{finding_name(finding)}**: {plain(finding.reason)}")
    with st.expander(f"All {len(reading.scores)} scores, and what was not read"):
        st.dataframe([_row(score, use_case) for score in _in_order(reading.scores, use_case)], hide_index=True)
        for item in reading.unread[:30]:
            st.caption(plain(f"Not read, line {item.line}: {item.kind}, {item.text[:200]}"))


def show_finding(finding: Finding, reading: CardReading) -> None:
    """The reason, the quoted lines, and the place in the card."""
    with st.expander(f"{_MARKS[finding.state]} **{finding_name(finding)}** — {plain(finding.reason)}"):
        if finding.advice:
            st.markdown(plain(finding.advice))
        lines = reading.text.splitlines()
        for quote in finding.quotes:
            st.caption(f"Line {quote.line}:")
            around = lines[max(quote.line - 2, 0) : quote.line + 1] if quote.line else [quote.text]
            st.code("\n".join(line[:500] for line in around), language=None, wrap_lines=True)


def show_side_by_side(readings: Sequence[tuple[str, CardReading]], use_case: UseCase | None) -> None:
    """The cards' own scores beside each other; what measures the use case comes first."""
    cells: dict[str, dict[str, list[ReportedScore]]] = {}
    for name, reading in readings:
        for score in reading.own_scores:
            if score.benchmark is not None:
                cells.setdefault(score.benchmark, {}).setdefault(name, []).append(score)
    ids = sorted(cells, key=lambda b: (_rank(b, use_case), b))
    rows = []
    for benchmark_id in ids:
        benchmark = find_by_id(benchmark_id)
        gap = benchmark.smallest_gap()
        row = {"Benchmark": benchmark.name}
        for name, _ in readings:
            row[name] = "; ".join(_cell(score) for score in cells[benchmark_id].get(name, [])) or "–"
        row["Gaps below this are a tie"] = f"{gap:.1f} points" if gap is not None else "see the scale"
        rows.append(row)
    if rows:
        st.subheader("Side by side")
        st.dataframe(rows, hide_index=True)
        st.caption(
            "Settings stand behind each value. Values with different shots, modes or metrics cannot be compared, and "
            "a gap below the last column is within the noise of the benchmark itself."
        )


def finding_name(finding: Finding) -> str:
    return finding.id.replace("_", " ").capitalize()


def _show_about(reading: CardReading) -> None:
    about = reading.about
    facts = [
        ("parameters", ", ".join(f"{b:g} B" for b in about.parameters_b)),
        ("context", f"{about.context_length:,} tokens" if about.context_length else ""),
        ("licence", about.licence or ""),
        ("base model", ", ".join(about.base_model)),
        ("training cutoff", about.cutoff or ""),
    ]
    st.caption(plain("; ".join(f"{label}: {value}" for label, value in facts if value) or "The card says little else."))


def _rank(benchmark_id: str, use_case: UseCase | None) -> int:
    rank = find_guide(use_case).rank_of(benchmark_id) if use_case else None
    return 999 if rank is None else rank


def _in_order(scores: Sequence[ReportedScore], use_case: UseCase | None) -> list[ReportedScore]:
    return sorted(scores, key=lambda s: (not s.own, _rank(s.benchmark or "", use_case), s.line))


def _cell(score: ReportedScore) -> str:
    settings = [f"{score.shots}-shot" if score.shots is not None else "", score.mode or "", score.metric or ""]
    shown = ", ".join(part for part in settings if part)
    return f"{score.value:g}" + (f" ({shown})" if shown else " (settings not stated)")


def _row(score: ReportedScore, use_case: UseCase | None) -> dict[str, object]:
    measures = score.benchmark is not None and use_case is not None and _rank(score.benchmark, use_case) < 999
    return {
        "Benchmark": score.name_as_written,
        "Value": score.value,
        "Scale": score.scale,
        "Own model": score.own,
        "Subject": score.subject or "",
        "Shots": score.shots,
        "Mode": score.mode or "",
        "Metric": score.metric or "",
        "Measures your use case": measures,
        "Line": score.line,
    }
