"""Cards side by side: the values with their settings and marks, and what follows from them in words."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.advice.claims.facts import facts_side_by_side
from core.advice.claims.side_by_side import Cell, Row, SideBySide, Standing
from core.advice.claims.summary import CardSummary
from core.advice.claims.values import settings_words, value_words
from core.advice.wording import join_names
from core.cards.reading import CardReading
from core.catalogue.use_case_guide import find_guide
from core.catalogue.use_cases import UseCase
from pages.shared.steps import plain

_MARKS = {
    Standing.ALONE: "",
    Standing.HIGHEST: ":material/arrow_upward: ahead",
    Standing.TIED: "",  # said with the cards it ties with
    Standing.BEHIND: "",
    Standing.SHOWN: "",
    Standing.NOT_COMPARABLE: ":material/block: not comparable",
}


def show_summary(summary: CardSummary) -> None:
    st.info(plain(summary.headline), icon=":material/summarize:")
    with st.container(border=True):
        st.markdown("**What these cards let you conclude**")
        st.markdown("\n".join(f"- {plain(said)}" for said in summary.concluded) or "Nothing.")
    with st.container(border=True):
        st.markdown("**What only an eval of your own can tell**")
        st.markdown("\n".join(f"- {plain(said)}" for said in summary.open))


def show_side_by_side(side: SideBySide, use_case: UseCase | None) -> None:
    """What measures the use case first, the rest folded."""
    st.subheader("Side by side" if len(side.cards) > 1 else "Its scores")
    if not side.rows:
        st.caption("No card gives a score of its own model as text.")
        return
    if side.relevant:
        _table(side.relevant, side.cards)
    elif use_case:
        st.warning(f"None of these tests measures {find_guide(use_case).title.lower()}.", icon=":material/help:")
    st.caption(
        "Every value is its card's own claim, in points, with its settings as far as the card states them. Values that "
        "were taken differently are marked and cannot be compared; a gap smaller than the one named with the test is a "
        "tie: few questions, the format of the prompt and the way of scoring move a score by as much."
    )
    if side.rest:
        title = (
            f"that do not measure {find_guide(use_case).title.lower()}" if use_case else "that one card alone reports"
        )
        with st.expander(f"{len(side.rest)} more tests {title}"):
            _table(side.rest, side.cards)


def show_facts(cards: Sequence[tuple[str, CardReading]]) -> None:
    """What the cards say of their models' size, context, licence and origin; nothing for a single card."""
    facts = facts_side_by_side(cards)
    if len(cards) < 2 or not facts:
        return
    st.markdown("**What the cards say beside scores**")
    shown = [
        {"Fact": fact.capitalize(), **{plain(label): plain(text) for label, text in said.items()}}
        for fact, said in facts.items()
    ]
    st.table(pd.DataFrame(shown).set_index("Fact"))


def _table(rows: Sequence[Row], cards: Sequence[str]) -> None:
    shown = [
        {
            "Benchmark": f"**{plain(row.name)}**"
            + (f" · ties under {row.smallest_gap:.1f} points" if row.smallest_gap is not None else ""),
            **{plain(card): _cell(row.cells.get(card)) for card in cards},
        }
        for row in rows
    ]
    st.table(pd.DataFrame(shown).set_index("Benchmark"))  # a table wraps what a data frame would cut


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return "–"
    mark = _MARKS[cell.standing]
    if cell.standing is Standing.NOT_COMPARABLE:
        mark += f" with {plain(cell.rival)}: {plain(cell.why)}"
    elif cell.ties:
        mark = f":material/equal: tie with {plain(join_names(cell.ties, 'and'))}"
        mark = f"{plain(cell.why)}, {mark}" if cell.why else mark
    elif cell.why:
        mark = plain(cell.why)
    also = ", ".join(f"{value_words(other)} ({settings_words(other)})" for other in cell.others[:3])
    more = f"; {len(cell.others) - 3} more" if len(cell.others) > 3 else ""
    parts = (
        f"**{plain(value_words(cell.score))}** ({plain(cell.settings)})",
        mark,
        plain(f"also {also}{more}" * bool(also)),
    )
    return " · ".join(part for part in parts if part)
