"""One card as it was read: what is doubtful, each with its line, and what was read from it."""

from collections.abc import Sequence

import streamlit as st

from core.advice.claims.facts import facts_of
from core.advice.claims.no_card import doubt_card
from core.advice.claims.sizes import HOW_TO_CHOOSE
from core.advice.claims.values import cut_quote, own_count, relatives_said, tell_cell, tell_row
from core.cards.card_files import lines_of
from core.cards.naming_notes import ASK, asks_which
from core.cards.reading import CardReading, Finding, ReportedScore, State, no_score_said
from core.catalogue.use_case_guide import find_guide
from core.catalogue.use_cases import UseCase
from core.runs.database import Database
from core.runs.projects import SavedCard, delete_card, save_own_subjects
from pages.shared.keys import PLACE_SHIFT, remembered
from pages.shared.saved_cards import read_card_of
from pages.shared.steps import plain

_FLAG, _CHECK = ":material/flag:", ":material/search:"
_MARKS = {State.PRESENT: ":material/thumb_up:", State.UNCLEAR: ":material/help:", State.ABSENT: ":material/remove:"}
_AROUND = 15  # lines shown before and after the quoted one
_MOST_SUBJECTS = 200


def show_card(database: Database, card: SavedCard, reading: CardReading, use_case: UseCase | None) -> None:
    present, signals, checks = (
        [finding for finding in group if finding.state is State.PRESENT]
        for group in (reading.flags, reading.signals, reading.checks)
    )
    if doubt := doubt_card(reading, card.name):
        st.warning(plain(doubt))
    scores, flags, further, trust = st.columns(4)
    scores.metric("Own scores", own_count(reading), border=True)
    flags.metric("Red flags", len(present), border=True)
    further.metric("Checks", len(checks), border=True, help="What else stands out: no red flag by itself.")
    trust.metric("Trust signals", len(signals), border=True)
    if more := relatives_said(reading):
        st.caption(more)
    _show_notes(reading)
    _show_about(card, reading)
    for title, mark, findings in (("Red flags", _FLAG, present), ("Further checks", _CHECK, checks)):
        if findings:
            st.markdown(f"**{title}**")
        for finding in findings:
            show_finding(finding, mark, card, reading)
    unclear = [finding for finding in (*reading.flags, *reading.checks) if finding.state is State.UNCLEAR]
    points = {0: "", 1: ", and 1 point that is unclear"}.get(
        len(unclear), f", and {len(unclear)} points that are unclear"
    )
    with st.expander(f"Trust signals{points}"):
        for finding in (*reading.signals, *unclear):
            st.markdown(f"{_MARKS[finding.state]} **{finding_name(finding)}**: {plain(finding.reason)}")
            _show_quotes(finding, card, reading)
    _correct_own_model(database, card, reading)
    read = f"All {len(reading.scores)} scores as read" if len(reading.scores) > 1 else "The scores as read"
    with st.expander(f"{read}, and what was not read"):
        if reading.scores:
            st.dataframe([_row(score, use_case) for score in _in_order(reading.scores, use_case)], hide_index=True)
        elif not reading.unread:
            st.caption("No score, and nothing that looked like one.")
        for item in reading.unread[:30]:
            st.caption(plain(f"Not read, line {item.line}: {item.kind}"))
            st.code(cut_quote(item.text, 200), language=None, wrap_lines=True)
    if st.button("Remove this card", key=f"remove_{card.id}", icon=":material/delete:"):
        delete_card(database, card.id)
        st.rerun()


def _show_notes(reading: CardReading) -> None:
    for note in reading.notes:
        where = f" below, under “{HOW_TO_CHOOSE}”." if note.endswith(ASK) else ""
        st.info(plain(f"{note.removesuffix('.')}{where}" if where else note), icon=":material/badge:")
    if not reading.scores:
        st.info(f"{no_score_said(reading)}, so little can be flagged: few flags here mean little.")


def show_finding(finding: Finding, mark: str, card: SavedCard, reading: CardReading) -> None:
    """The reason, what to do, and the quoted lines, each of which opens at its place."""
    with st.expander(f"{mark} **{finding_name(finding)}** — {plain(finding.reason)}"):
        if finding.advice:
            st.markdown(plain(finding.advice))
        _show_quotes(finding, card, reading)


def finding_name(finding: Finding) -> str:
    return finding.id.replace("_", " ").capitalize()


def _show_quotes(finding: Finding, card: SavedCard, reading: CardReading) -> None:
    for number, quote in enumerate(finding.quotes):
        quoted, place = st.columns([3, 1], vertical_alignment="center")
        quoted.code(cut_quote(quote.text, 500), language=None, wrap_lines=True)
        if told := tell_cell(quote, reading) or tell_row(quote, reading):
            quoted.caption(plain(told))
        if not quote.line:
            place.caption("outside the card")
        elif place.button(f"Line {quote.line}", key=f"place_{card.id}_{finding.id}_{number}", width="stretch"):
            st.session_state[PLACE_SHIFT] = 0
            _show_place(card.name, reading.text, quote.line)


@st.dialog("At its place in the card", width="large")
def _show_place(name: str, text: str, line: int) -> None:
    """The card's own text around a line, as text: nothing of it is rendered."""
    lines = lines_of(text)
    middle = min(max(line + st.session_state.get(PLACE_SHIFT, 0), 1), len(lines))
    first, last = max(middle - _AROUND, 1), min(middle + _AROUND, len(lines))
    st.caption(plain(f"{name}, lines {first} to {last} of {len(lines)}; line {line} is marked"))
    width = len(str(last))
    shown = [
        f"{'▶' if number == line else ' '} {number:>{width}} │ {cut_quote(lines[number - 1], 600)}"
        for number in range(first, last + 1)
    ]
    st.code("\n".join(shown), language=None, wrap_lines=True)
    earlier, here, later = st.columns(3)
    moves = ((earlier, "Earlier lines", -2 * _AROUND), (later, "Later lines", 2 * _AROUND))
    for column, label, by in moves:
        edge = first == 1 if by < 0 else last == len(lines)
        if column.button(label, disabled=edge, width="stretch"):
            st.session_state[PLACE_SHIFT] = middle + by - line
            st.rerun(scope="fragment")
    if here.button(f"Back to line {line}", disabled=middle == line, width="stretch"):
        st.session_state[PLACE_SHIFT] = 0
        st.rerun(scope="fragment")


def _correct_own_model(database: Database, card: SavedCard, reading: CardReading) -> None:
    """Which columns or rows are the card's own model: worked out, and corrected by hand."""
    as_read = read_card_of(card, None, corrected=False)  # its labels stay the same whatever is pointed out
    labels = list(dict.fromkeys(score.subject for score in as_read.scores if score.subject))[:_MOST_SUBJECTS]
    if not labels:
        return
    worked_out = _own_labels(as_read, labels)
    with st.expander(HOW_TO_CHOOSE, expanded=asks_which(reading)):
        chosen = st.multiselect(
            "Own model",
            labels,
            key=remembered(f"own_{card.id}", _own_labels(reading, labels)),
            help="Worked out from the card's name, its size and what is bold. Choose none to have it worked out again.",
        )
        if not chosen:
            st.caption(plain(_when_none_is_chosen(worked_out)))
        elif card.own_subjects:
            st.caption("You pointed these out; scores, flags and comparisons follow them.")
        wanted = tuple(label for label in labels if label in chosen)
        wanted = () if wanted == tuple(worked_out) else wanted
        if wanted != card.own_subjects:
            save_own_subjects(database, card.id, wanted)
            st.rerun()


_MOST_NAMED = 6


def _when_none_is_chosen(worked_out: Sequence[str]) -> str:
    """What the scores and the comparison show while the box is empty."""
    if not worked_out:
        return "Nothing is chosen: only values without a label are shown as the model's own."
    more = f" and {len(worked_out) - _MOST_NAMED} more" if len(worked_out) > _MOST_NAMED else ""
    named = ", ".join(worked_out[:_MOST_NAMED])
    return f"Nothing is chosen, so what was worked out is shown as its own: {named}{more}."


def _own_labels(reading: CardReading, labels: Sequence[str]) -> list[str]:
    own = {score.subject for score in reading.main_scores}
    return [label for label in labels if label in own]


def _show_about(card: SavedCard, reading: CardReading) -> None:
    facts = facts_of(reading.about) | ({"result files": str(len(card.results))} if card.results else {})
    said = "; ".join(f"{name}: {value}" for name, value in facts.items()) or "The card says little else"
    st.caption(plain(f"{said}. Read {card.origin}." if card.origin.startswith("from ") else f"{said}."))


def _rank(benchmark_id: str, use_case: UseCase | None) -> int:
    rank = find_guide(use_case).rank_of(benchmark_id) if use_case else None
    return 999 if rank is None else rank


def _in_order(scores: Sequence[ReportedScore], use_case: UseCase | None) -> list[ReportedScore]:
    return sorted(
        scores, key=lambda s: (not s.own or s.sibling or s.other_stage, _rank(s.benchmark or "", use_case), s.line)
    )


def _row(score: ReportedScore, use_case: UseCase | None) -> dict[str, object]:
    own = (
        "other size or version"
        if score.sibling
        else "other stage"
        if score.other_stage
        else "yes"
        if score.own
        else "no"
    )
    measures = score.benchmark is not None and use_case is not None and _rank(score.benchmark, use_case) < 999
    return {
        "Benchmark": score.name_as_written,
        "Value": score.value,
        "Scale": score.scale,
        "Own model": own,
        "Subject": score.subject or "",
        "Shots": score.shots,
        "Mode": score.mode or "",
        "Metric": score.metric or "",
        "Precision": score.precision or "",
        "Measures your use case": measures,
        "Line": score.line,
    }
