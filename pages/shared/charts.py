"""Every chart, and the only door to altair. A chart shows its uncertainty and its n."""

from collections.abc import Mapping, Sequence

import altair as alt
import pandas as pd
import streamlit as st

from core.advice.comparison import MoreQuestions, PairVerdict, Score
from core.advice.outside.reliability import LABELS
from core.advice.verdict.trade import Cost, Trade

Layers = alt.LayerChart | alt.FacetChart  # as altair types its layers

_BLUE = "#0072B2"
_GREY = "#B8C4CE"
_METHOD_COLOURS = ["#000000", "#56B4E9", "#009E73", "#D55E00", "#0072B2", "#E69F00", "#CC79A7", "#7F7F7F"]
_DASHES = [[1, 0], [6, 3], [2, 2], [1, 0], [1, 0], [6, 3], [2, 2], [8, 2, 2, 2]]


def show_chart(chart: alt.Chart | Layers, *, description: str | None = None) -> None:
    """Draw a chart over the width of its place.

    Altair checks every chart against the whole schema of Vega-Lite, which costs
    more than anything else on a page; the tests do that, so that a rerun need not.
    """
    st.vega_lite_chart(spec=chart.to_dict(validate=False), width="stretch", alt=description)


def gap_chart(pair: PairVerdict) -> Layers:
    """The gap with its 95 % interval, or bounds, over the band of gaps that this test cannot tell from noise."""
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
    x = alt.X(
        "low:Q",
        scale=alt.Scale(domain=[-reach, reach], nice=False),
        title=[f"gap in {unit}", f"← {short_name(pair.b.name)} ahead  ·  {short_name(pair.a.name)} ahead →"],
        # Either side of zero is a lead, so no sign is needed.
        axis=alt.Axis(labelExpr="format(abs(datum.value), '~g')", tickCount=9),
    )
    noise = (
        alt.Chart(band)
        .mark_rect(color=_GREY, opacity=0.35)
        .encode(x=x, x2="high:Q", tooltip=[alt.Tooltip("high:Q", title="MDAD", format=".1f")])
    )
    zero = alt.Chart(pd.DataFrame([{"low": 0}])).mark_rule(strokeDash=[4, 4]).encode(x=x)
    y = alt.Y("row:N", title=None)
    interval = alt.Chart(data).mark_rule(size=4, color=_BLUE).encode(x=x, x2="high:Q", y=y)
    point = (
        alt.Chart(data)
        .mark_point(size=160, filled=True, color=_BLUE, opacity=1)
        .encode(
            x=alt.X("gap:Q"),
            y=y,
            tooltip=[alt.Tooltip(f"{name}:Q", format=".1f") for name in ("gap", "low", "high")],
        )
    )
    # Bounds count the answers that were not measured as well, so the gap as counted may lie outside them.
    shown = (noise, zero, interval) if pair.withheld else (noise, zero, interval, point)
    return alt.layer(*shown).properties(height=130)


def short_name(name: str, characters: int = 18) -> str:
    """A name that leaves room for others on an axis: beginning and end, where the quantization stands."""
    if len(name) <= characters:
        return name
    return f"{name[: characters - 10]}…{name[-9:]}"


def score_chart(scores: Mapping[str, Score]) -> Layers:
    """Scores with their own 95 % intervals, by candidate; shares in percent, ratings as they are."""
    rating = any(score.high > 1 for score in scores.values())
    factor = 1 if rating else 100
    data = pd.DataFrame(
        [
            {"name": name, "score": factor * s.value, "low": factor * s.low, "high": factor * s.high, "n": s.n}
            for name, s in scores.items()
        ]
    )
    names = alt.Y("name:N", title=None, sort=None, axis=alt.Axis(labelLimit=260))
    x = alt.X(
        "low:Q",
        scale=alt.Scale(domain=[1, 5] if rating else [0, 100]),
        title=f"{'mean rating' if rating else 'right, %'} (95 % interval), n = {next(iter(scores.values())).n}",
    )
    interval = alt.Chart(data).mark_rule(size=4, color=_BLUE).encode(x=x, x2="high:Q", y=names)
    point = (
        alt.Chart(data)
        .mark_point(size=140, filled=True, color=_BLUE, opacity=1)
        .encode(
            x=alt.X("score:Q"),
            y=names,
            tooltip=["n:Q", *(alt.Tooltip(f"{field}:Q", format=".3~g") for field in ("score", "low", "high"))],
        )
    )
    return alt.layer(interval, point).properties(height=46 * len(scores) + 40)


def chance_chart(curve: Sequence[MoreQuestions], left: int | None) -> Layers:
    """The chance that so many more questions settle it; the dashed line is where the set ends."""
    data = pd.DataFrame([{"more": m.more, "chance": 100 * m.chance} for m in curve])
    x = alt.X("more:Q", title="further questions", scale=alt.Scale(domain=[0, curve[-1].more], nice=False))
    y = alt.Y("chance:Q", title="chance to settle it, %", scale=alt.Scale(domain=[0, 100]))
    line = (
        alt.Chart(data)
        .mark_line(color=_BLUE, point=alt.OverlayMarkDef(color=_BLUE, size=45))
        .encode(x=x, y=y, tooltip=["more:Q", alt.Tooltip("chance:Q", format=".0f")])
    )
    if left is None or left >= curve[-1].more:
        return alt.layer(line).properties(height=240)
    end = pd.DataFrame([{"more": left, "text": f"this set holds {left} more", "at": 96}])
    rule = alt.Chart(end).mark_rule(strokeDash=[4, 4]).encode(x=x)
    label = alt.Chart(end).mark_text(align="left", dx=6).encode(x=x, y=alt.Y("at:Q"), text="text:N")
    return alt.layer(line, rule, label).properties(height=240)


def trade_chart(trade: Trade) -> Layers:
    """Score (with its interval) against size or speed; candidates that nobody beats on both are joined."""
    rating = any(p.score.high > 1 for p in trade.points)
    factor = 1 if rating else 100
    data = pd.DataFrame(
        [
            {
                "name": p.name,
                "cost": p.cost,
                "score": factor * p.score.value,
                "low": factor * p.score.low,
                "high": factor * p.score.high,
                "front": "nobody beats it on both" if p.on_front else "beaten on both",
            }
            for p in trade.points
        ]
    )
    title = {
        Cost.SIZE: "size of the file, GB (smaller is better)",
        Cost.SPEED: "tokens/s (more is better)",
        Cost.TIME: "seconds per question (less is better)",
    }[trade.cost]
    least, most = min(data["cost"]), max(data["cost"])
    room = (most - least) or most
    x = alt.X(
        "cost:Q",
        title=title,
        scale=alt.Scale(domain=[max(least - 0.2 * room, 0), most + 0.2 * room], nice=False),
        axis=alt.Axis(tickCount=8),
    )
    y = alt.Y(
        "score:Q",
        title="mean rating" if rating else "right, %",
        scale=alt.Scale(domain=[min(data["low"]), max(data["high"])], nice=True, zero=False),
    )
    # Names in a legend: beside points that lie close together they would cover one another.
    colour = alt.Color(
        "name:N",
        title=None,
        sort=None,
        scale=alt.Scale(range=_METHOD_COLOURS),
        legend=alt.Legend(orient="bottom", columns=1, labelLimit=320),
    )
    shape = alt.Shape(
        "front:N",
        title=None,
        scale=alt.Scale(domain=["nobody beats it on both", "beaten on both"], range=["circle", "cross"]),
        legend=alt.Legend(orient="top"),
    )
    joined = (
        alt.Chart(data[[p.on_front for p in trade.points]])
        .mark_line(color=_BLUE, strokeDash=[4, 4], strokeWidth=1)
        .encode(x=x, y=y, order="cost:Q")
    )
    interval = alt.Chart(data).mark_rule(size=3).encode(x=x, y=alt.Y("low:Q"), y2="high:Q", color=colour)
    point = (
        alt.Chart(data)
        .mark_point(size=160, filled=True, opacity=1)
        .encode(
            x=x,
            y=y,
            color=colour,
            shape=shape,
            tooltip=["name:N", *(alt.Tooltip(f"{f}:Q", format=".3~g") for f in ("cost", "score", "low", "high"))],
        )
    )
    # The legend takes its room from the height.
    return alt.layer(joined, interval, point).properties(height=330 + 30 * len(trade.points))


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
    known = list(LABELS.values())  # a method keeps its colour wherever it appears
    methods = [label for label in known if label in {method for method, *_ in rows}]
    places = [known.index(label) for label in methods]
    x = alt.X(
        "n:Q",
        title="questions",
        scale=alt.Scale(type="log", domain=[ticks[0], ticks[-1]] if ticks else [10, 1000], nice=False),
        axis=alt.Axis(values=ticks, format="d", grid=False),
    )
    colour = alt.Color(
        "method:N",
        title=None,
        scale=alt.Scale(domain=methods, range=[_METHOD_COLOURS[i] for i in places]),
        legend=alt.Legend(
            orient="top", columns=2, labelLimit=240, symbolType="stroke", symbolStrokeWidth=3, symbolOpacity=1
        ),
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
            strokeDash=alt.StrokeDash(
                "method:N", legend=None, scale=alt.Scale(domain=methods, range=[_DASHES[i] for i in places])
            ),
            tooltip=[
                alt.Tooltip("method:N"),
                alt.Tooltip("n:Q", title="questions"),
                *(alt.Tooltip(f"{f}:Q", format=".1f") for f in ("mdad", "low", "high")),
            ],
        )
    )
    return alt.layer(band, line).properties(height=340)
