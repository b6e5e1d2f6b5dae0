"""Charts of rankings: how far tests agree, how sure that is, and who moves. Beside charts.py the door to altair."""

from collections.abc import Sequence
from typing import TypeAlias

import altair as alt
import pandas as pd

Layers: TypeAlias = alt.LayerChart | alt.FacetChart  # what altair says that layering gives

_BLUE = "#0072B2"
_ORANGE = "#E69F00"
_GREY = "#B8C4CE"
_ROW_HEIGHT = 24


def agreement_heatmap(names: Sequence[str], groups: Sequence[str], table: Sequence[Sequence[float]]) -> Layers:
    """tau-b between tests, group by group; the darker, the more alike their orders."""
    data = pd.DataFrame(
        [
            {"row": row, "column": column, "tau": table[i][j], "groups": f"{groups[i]} and {groups[j]}"}
            for i, row in enumerate(names)
            for j, column in enumerate(names)
            if i != j
        ]
    )
    order = list(names)
    axis = alt.Axis(labelFontSize=10, labelAngle=-90, labelOverlap=False, labelFlush=False, ticks=False, domain=False)
    x = alt.X("column:N", sort=order, title=None, scale=alt.Scale(domain=order), axis=axis)
    y = alt.Y(
        "row:N",
        sort=order,
        title=None,
        scale=alt.Scale(domain=order),
        axis=alt.Axis(labelFontSize=10, labelOverlap=False, labelFlush=False, ticks=False, domain=False),
    )
    cells = (
        alt.Chart(data)
        .mark_rect()
        .encode(
            x=x,
            y=y,
            color=alt.Color(
                "tau:Q",
                title="τ",
                scale=alt.Scale(scheme="blues", domain=[-0.2, 1]),
                legend=alt.Legend(orient="bottom", gradientLength=200, values=[0, 0.5, 1]),
            ),
            tooltip=["row:N", "column:N", alt.Tooltip("tau:Q", title="τ", format=".2f"), "groups:N"],
        )
    )
    starts = pd.DataFrame([{"at": names[i]} for i in range(1, len(names)) if groups[i] != groups[i - 1]])
    line = alt.Chart(starts).mark_rule(color="#1B1F24", size=1.5)
    across = line.encode(y=alt.Y("at:N", sort=order, scale=alt.Scale(domain=order), bandPosition=0))
    down = line.encode(x=alt.X("at:N", sort=order, scale=alt.Scale(domain=order), bandPosition=0))
    return alt.layer(cells, across, down).properties(height=560)


def interval_chart(
    rows: Sequence[tuple[str, float, float, float, str]],
    title: str,
    domain: tuple[float, float],
    *,
    bar: float | None = None,
    value_format: str = ".2f",
) -> Layers:
    """Values with their 95 % intervals: (name, value, low, high, kind); `bar` is a line to compare them with."""
    data = pd.DataFrame(rows, columns=["name", "value", "low", "high", "kind"])
    names = alt.Y("name:N", title=None, sort=None, axis=alt.Axis(labelLimit=320, labelFlush=False))
    scale = alt.Scale(domain=list(domain))
    kinds = list(dict.fromkeys(data["kind"]))
    colour = alt.Color(
        "kind:N",
        title=None,
        scale=alt.Scale(domain=kinds, range=[_BLUE, _GREY, _ORANGE][: len(kinds)]),
        legend=alt.Legend(orient="top") if len(kinds) > 1 else None,
    )
    interval = (
        alt.Chart(data)
        .mark_rule(size=4, opacity=0.6)
        .encode(x=alt.X("low:Q", scale=scale, title=title), x2="high:Q", y=names, color=colour)
    )
    point = (
        alt.Chart(data)
        .mark_point(size=110, filled=True, opacity=1)
        .encode(
            x=alt.X("value:Q", scale=scale),
            y=names,
            color=colour,
            tooltip=["name:N", *(alt.Tooltip(f"{field}:Q", format=value_format) for field in ("value", "low", "high"))],
        )
    )
    layers = [interval, point]
    if bar is not None:
        line = alt.Chart(pd.DataFrame([{"at": bar}])).mark_rule(strokeDash=[4, 4])
        layers.insert(0, line.encode(x=alt.X("at:Q", scale=scale)))
    return alt.layer(*layers).properties(height=_ROW_HEIGHT * len(data) + 80)


def places_chart(rows: Sequence[tuple[str, float, float]], of: int) -> Layers:
    """Places before and after: (name, direct, prepared); 1, the best, stands at the right."""
    wide = pd.DataFrame(rows, columns=["name", "direct", "prepared"])
    data = wide.melt("name", var_name="when", value_name="place")
    names = alt.Y("name:N", title=None, sort=[row[0] for row in rows], axis=alt.Axis(labelLimit=320, labelFlush=False))
    scale = alt.Scale(domain=[of, 1], nice=False)
    line = (
        alt.Chart(wide)
        .mark_rule(color=_GREY, size=3)
        .encode(
            x=alt.X("direct:Q", scale=scale, title=f"place among {of}, the best at the right"), x2="prepared:Q", y=names
        )
    )
    points = (
        alt.Chart(data)
        .mark_point(size=130, filled=True, opacity=1)
        .encode(
            x=alt.X("place:Q", scale=scale),
            y=names,
            color=alt.Color(
                "when:N",
                title=None,
                scale=alt.Scale(domain=["direct", "prepared"], range=[_ORANGE, _BLUE]),
                legend=alt.Legend(orient="top"),
            ),
            tooltip=["name:N", "when:N", alt.Tooltip("place:Q", format=".3g")],
        )
    )
    return alt.layer(line, points).properties(height=34 * len(rows) + 80)
