"""Cards side by side: the values with their settings and marks, and what follows from them in words."""

import re
from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.advice.claims.cells import Cell, Row, Standing
from core.advice.claims.facts import facts_side_by_side
from core.advice.claims.side_by_side import SideBySide, title_of_rest
from core.advice.claims.summary import CardSummary
from core.advice.claims.values import value_words
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
        st.warning(f"None of these tests measures {find_guide(use_case).work}.", icon=":material/help:")
    elif len(side.cards) > 1:
        st.info("No test is reported by two of these cards.", icon=":material/help:")
    every = "Every value is its card's own claim, in points, with its settings as far as the card states them."
    st.caption(
        f"{every} Values that "
        "were taken differently, or with help such as tools or a vote, are marked and cannot be compared; one that "
        "leaves its shots or its mode out, or is of weights of another precision, is compared with care. A gap no "
        "larger than the one named with the test is a tie: few questions, the format of the prompt and the way of "
        "scoring move a score by as much. Where none is named, it is not known how many questions there are."
        if side.relevant
        else every
    )
    if side.rest:
        with st.expander(title_of_rest(side, use_case)):
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


_ROOMY = 3  # columns of cards that leave room for one of which most cells are empty


def _table(rows: Sequence[Row], cards: Sequence[str]) -> None:
    """A column for each card; tests that one of many cards alone reports stand below one another."""
    wide = [row for row in rows if len(cards) <= _ROOMY or len(row.cells) > 1]
    lone = [row for row in rows if row not in wide]
    shown = [{"Benchmark": _title(row), **{plain(card): _cell(row.cells.get(card)) for card in cards}} for row in wide]
    listed = [
        {"Benchmark": _title(row), "Card": plain(card), "Its claim": _cell(cell)}
        for row in lone
        for card, cell in row.cells.items()
    ]
    for lines in filter(None, (shown, listed)):
        st.table(pd.DataFrame(lines).set_index("Benchmark"))  # a table wraps what a data frame would cut


def _title(row: Row) -> str:
    name = f"**{plain(row.name)}**"
    if row.smallest_gap is not None and row.shared:
        return f"{name} · ties up to {row.smallest_gap:.1f} points"
    return f"{name} · how much is chance is not known" if row.with_standing(Standing.SHOWN) else name


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
    parts = (
        f"**{plain(value_words(cell.score))}** ({plain(cell.said)})",
        mark,
        plain(cell.caution),
        plain(cell.others_words),
    )
    # Words such as sympy_intersection_score may be broken, or one of them takes the room of a whole column.
    return _JOINT.sub("\u200b", " · ".join(part for part in parts if part))


_JOINT = re.compile(r"(?i)(?:(?<=\\_)|(?<=[a-z\d]/)(?<!:material/))(?=[a-z\d]{3})")
