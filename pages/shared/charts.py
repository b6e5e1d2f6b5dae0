"""Every chart, and the only door to altair. A chart shows its uncertainty and its n."""

from collections.abc import Sequence

import altair as alt
import pandas as pd

from core.advice.comparison import PairVerdict, Ranked

Layers = alt.LayerChart | alt.FacetChart  # as altair types its layers

_BLUE = "#0072B2"
_GREY = "#B8C4CE"
_METHOD_COLOURS = ["#000000", "#56B4E9", "#009E73", "#D55E00", "#0072B2", "#E69F00", "#CC79A7", "#7F7F7F"]
_DASHES = [[1, 0], [6, 3], [2, 2], [1, 0], [1, 0], [6, 3], [2, 2], [8, 2, 2, 2]]


def gap_chart(pair: PairVerdict) -> Layers:
    """The gap with its 95 % interval, over the band of gaps that this test cannot tell from noise."""
    unit = "points" if pair.kind.is_share else "rating points"
    factor = 100 if pair.kind.is_share else 1
    data = pd.DataFrame(
        [
            {
                "gap": factor * pair.gap,
                "low": factor * pair.gap_low,
                "high": factor * pair.gap_high,
                "row": f"n = {pair.n}",
            }
        ]
    )
    band = pd.DataFrame([{"low": -factor * pair.mdad, "high": factor * pair.mdad}])
    reach = max(abs(data["low"][0]), abs(data["high"][0]), factor * pair.mdad) * 1.1
    scale = alt.Scale(domain=[-reach, reach])
    title = f"{pair.b.name} ahead  ←   gap in {unit}   →  {pair.a.name} ahead"
    noise = (
        alt.Chart(band)
        .mark_rect(color=_GREY, opacity=0.35)
        .encode(
            x=alt.X("low:Q", scale=scale, title=title),
            x2="high:Q",
            tooltip=[alt.Tooltip("high:Q", title="MDAD", format=".1f")],
        )
    )
    zero = alt.Chart(pd.DataFrame([{"at": 0}])).mark_rule(strokeDash=[4, 4]).encode(x=alt.X("at:Q", scale=scale))
    interval = (
        alt.Chart(data)
        .mark_rule(size=4, color=_BLUE)
        .encode(x=alt.X("low:Q", scale=scale), x2="high:Q", y=alt.Y("row:N", title=None))
    )
    point = (
        alt.Chart(data)
        .mark_point(size=160, filled=True, color=_BLUE)
        .encode(
            x=alt.X("gap:Q", scale=scale),
            y=alt.Y("row:N", title=None),
            tooltip=[alt.Tooltip(f"{name}:Q", format=".1f") for name in ("gap", "low", "high")],
        )
    )
    return alt.layer(noise, zero, interval, point).properties(height=110)


def score_chart(rows: Sequence[tuple[str, float, float, float, int]]) -> Layers:
    """Scores with their 95 % intervals: (name, score, low, high, n), shares."""
    data = pd.DataFrame(
        [
            {"name": f"{name} (n = {n})", "score": 100 * score, "low": 100 * low, "high": 100 * high}
            for name, score, low, high, n in rows
        ]
    )
    names = alt.Y("name:N", title=None, sort=None, axis=alt.Axis(labelLimit=320))
    scale = alt.Scale(domain=[0, 100])
    interval = (
        alt.Chart(data)
        .mark_rule(size=4, color=_BLUE)
        .encode(x=alt.X("low:Q", scale=scale, title="right, % (95 % interval)"), x2="high:Q", y=names)
    )
    point = (
        alt.Chart(data)
        .mark_point(size=140, filled=True, color=_BLUE)
        .encode(
            x=alt.X("score:Q", scale=scale),
            y=names,
            tooltip=[alt.Tooltip(f"{field}:Q", format=".0f") for field in ("score", "low", "high")],
        )
    )
    return alt.layer(interval, point).properties(height=46 * len(rows) + 40)


def best_chart(ranked: Sequence[Ranked]) -> alt.Chart:
    """The probability of being the best of several."""
    data = pd.DataFrame([{"name": r.candidate.name, "share": 100 * r.p_best} for r in ranked])
    chart: alt.Chart = (
        alt.Chart(data)
        .mark_bar(color=_BLUE)
        .encode(
            x=alt.X("share:Q", title="probability of being the best, %", scale=alt.Scale(domain=[0, 100])),
            y=alt.Y("name:N", title=None, sort=None, axis=alt.Axis(labelLimit=320)),
            tooltip=[alt.Tooltip("share:Q", format=".0f")],
        )
        .properties(height=36 * len(ranked) + 40)
    )
    return chart


def mdad_chart(rows: Sequence[tuple[str, int, float | None, float | None, float | None]]) -> Layers:
    """MDAD against the number of questions, one line a method: (method, n, MDAD, low, high), shares.

    The band is the 95 % interval; None: not reached, so no point.
    """
    data = pd.DataFrame(
        [
            {
                "method": method,
                "n": n,
                "mdad": 100 * mdad,
                "low": None if low is None or high is None else 100 * low,
                "high": None if low is None or high is None else 100 * high,
            }
            for method, n, mdad, low, high in rows
            if mdad is not None
        ],
        columns=["method", "n", "mdad", "low", "high"],
    )
    ticks = sorted({int(n) for n in data["n"]})
    methods = list(dict.fromkeys(method for method, *_ in rows))
    x = alt.X(
        "n:Q",
        title="questions",
        scale=alt.Scale(type="log", domain=[ticks[0], ticks[-1]] if ticks else [10, 1000], nice=False),
        axis=alt.Axis(values=ticks, format="d", grid=False),
    )
    colour = alt.Color(
        "method:N",
        title=None,
        scale=alt.Scale(domain=methods, range=_METHOD_COLOURS[: len(methods)]),
        legend=alt.Legend(orient="top", columns=3, labelLimit=240, symbolType="stroke", symbolStrokeWidth=4),
    )
    band = (
        alt.Chart(data.dropna(subset=["low", "high"]))
        .mark_area(opacity=0.15)
        .encode(x=x, y=alt.Y("low:Q", title="MDAD, points"), y2="high:Q", color=colour)
    )
    line = (
        alt.Chart(data)
        .mark_line(point=alt.OverlayMarkDef(size=50), strokeWidth=2)
        .encode(
            x=x,
            y=alt.Y("mdad:Q", title="MDAD, points", scale=alt.Scale(zero=True)),
            color=colour,
            strokeDash=alt.StrokeDash("method:N", legend=None, scale=alt.Scale(domain=methods, range=_DASHES)),
            tooltip=[
                alt.Tooltip("method:N"),
                alt.Tooltip("n:Q", title="questions"),
                *(alt.Tooltip(f"{f}:Q", format=".1f") for f in ("mdad", "low", "high")),
            ],
        )
    )
    return alt.layer(band, line).properties(height=340)
