"""The tables of a ladder: a row a rung, wrapped where a data frame would cut, numbers never torn from their units."""

import re
from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from core.advice.wording import size_words

_UNIT = re.compile(r"(?<=\d) (?=(?:[kMGT]?B|%)(?:\W|$))")


def show_table(rows: Sequence[Mapping[str, str]]) -> None:
    """Rows of Markdown under the first one's keys, the first column being who it is about."""
    kept = [{key: _UNIT.sub("\u00a0", value) for key, value in row.items()} for row in rows]
    frame = pd.DataFrame(kept)
    st.table(frame.set_index(frame.columns[0]))


def number_or_dash(value: float | None, digits: int) -> str:
    """A figure of a table, or that there is none."""
    return "–" if value is None else f"{value:.{digits}f}"


def left_words(left_bytes: int) -> str:
    """What is left of a machine's memory; a sentence where nothing is."""
    return size_words(left_bytes) if left_bytes > 0 else "nothing: too big"
