"""Every chart, and the only door to altair. A chart shows its uncertainty and its n."""

from collections.abc import Sequence

import altair as alt
import pandas as pd

from core.advice.comparison import PairVerdict, Ranked

_BLUE = "#0072B2"
_GREY = "#B8C4CE"


def gap_chart(pair: PairVerdict) -> alt.LayerChart:
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


def score_chart(rows: Sequence[tuple[str, float, float, float, int]]) -> alt.LayerChart:
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
    return (
        alt.Chart(data)
        .mark_bar(color=_BLUE)
        .encode(
            x=alt.X("share:Q", title="probability of being the best, %", scale=alt.Scale(domain=[0, 100])),
            y=alt.Y("name:N", title=None, sort=None, axis=alt.Axis(labelLimit=320)),
            tooltip=[alt.Tooltip("share:Q", format=".0f")],
        )
        .properties(height=36 * len(ranked) + 40)
    )
