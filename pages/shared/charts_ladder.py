"""The chart of a ladder: score with its interval against cost, over the band that may be lost."""

from dataclasses import dataclass

import altair as alt
import pandas as pd

from core.advice.ladder.ladder import LadderKind
from core.advice.ladder.result import LadderResult, RungResult
from core.advice.ladder.standing import Stands
from pages.shared.charts import Layers, short_name

_GREY = "#B8C4CE"
_KINDS = {  # in the order of the legend; a rung whose run stopped or goes on is not drawn
    Stands.REFERENCE: "#000000",
    Stands.GOOD_ENOUGH: "#0072B2",
    Stands.HOLDS_AS_MUCH: "#56B4E9",
    Stands.NOT_SETTLED: "#E69F00",
    Stands.WORSE: "#D55E00",
    Stands.WITHHELD: "#7F7F7F",
}


@dataclass(frozen=True)
class _Point:
    rung: RungResult
    cost: float  # GB, or MB where all are below one


def ladder_chart(result: LadderResult) -> Layers | None:
    """Score against size (against memory where files are alike); None below two scores."""
    by_size = result.ladder.kind is LadderKind.FILES
    points = [
        _Point(rung, cost / 1e9)
        for rung in result.rungs
        if rung.stands in _KINDS
        and rung.score is not None
        and (cost := rung.cost.size_bytes if by_size else rung.cost.memory_bytes)
    ]
    if len(points) < 2:
        return None
    unit, factor = ("GB", 1.0) if max(point.cost for point in points) >= 1 else ("MB", 1000.0)
    points = [_Point(point.rung, point.cost * factor) for point in points]
    data = pd.DataFrame([_row(point) for point in points])
    data["shift"] = _shifts([(point.cost, point.rung.score.value) for point in points if point.rung.score])
    kinds = {str(kind): colour for kind, colour in _KINDS.items() if kind in set(data["kind"])}
    reference = result.reference.score
    x = alt.X(
        "cost:Q",
        title=f"size of the file, {unit}" if by_size else f"memory at n_ctx {result.rungs[0].cost.n_ctx}, {unit}",
        scale=alt.Scale(domain=_domain([point.cost for point in points]), nice=False),
    )
    low, high = float(data["low"].min()), float(data["high"].max())
    bounds = [max(0, low - 5), min(102, high + 6)]
    y = alt.Y("score:Q", title="right, % (95 % interval)", scale=alt.Scale(domain=bounds, nice=False))
    colour = alt.Color(
        "kind:N",
        title=None,
        scale=alt.Scale(domain=list(kinds), range=list(kinds.values())),
        legend=alt.Legend(orient="top", columns=4),
    )
    layers: list[alt.Chart] = []
    if reference is not None:
        band = pd.DataFrame([{"top": 100 * reference.value, "bottom": 100 * (reference.value - result.margin)}])
        layers.append(
            alt.Chart(band)
            .mark_rect(color=_GREY, opacity=0.35)
            .encode(y=alt.Y("bottom:Q", scale=alt.Scale(domain=bounds, nice=False)), y2="top:Q")
        )
    layers.append(alt.Chart(data).mark_rule(size=3).encode(x=x, y=alt.Y("low:Q"), y2="high:Q", color=colour))
    layers.append(
        alt.Chart(data)
        .mark_point(size=140, filled=True, opacity=1)
        .encode(
            x=x,
            y=y,
            color=colour,
            tooltip=[
                alt.Tooltip("name:N", title="rung"),
                alt.Tooltip("kind:N", title="against the reference"),
                "n:Q",
                *(alt.Tooltip(f"{field}:Q", format=".1f") for field in ("score", "low", "high")),
                alt.Tooltip("cost:Q", title=unit, format=".3~g"),
            ],
        )
    )
    for shift, labelled in data.groupby("shift"):  # beyond the bar, where no other label lies
        end = alt.Y("high:Q" if int(str(shift)) < 0 else "low:Q")
        for halo in (4, 0):  # white around the letters, so that the bar of a neighbour does not cross them out
            label = alt.Chart(labelled).mark_text(
                align="center", dy=int(str(shift)), limit=200, stroke="white" if halo else None, strokeWidth=halo
            )
            layers.append(label.encode(x=x, y=end, text="label:N"))
    return alt.layer(*layers).properties(height=320)


def _row(point: _Point) -> dict[str, object]:
    score = point.rung.score
    assert score is not None
    cache = point.rung.step.rung.cache
    return {
        "name": point.rung.name,
        "label": short_name(point.rung.step.file.label if cache is None else " ".join(dict.fromkeys(cache)), 22),
        "cost": point.cost,
        "score": 100 * score.value,
        "low": 100 * score.low,
        "high": 100 * score.high,
        "n": score.n,
        "kind": str(point.rung.stands),
    }


def _shifts(places: list[tuple[float, float]]) -> list[int]:
    """Pixels from the end of its bar to a point's label, from (cost, score).

    Of points nearly at one cost the best has its label above its bar; the
    others have theirs below, one under the other.
    """
    costs = [cost for cost, _ in places]
    near = 0.08 * (max(costs) - min(costs))
    best_first = sorted(range(len(places)), key=lambda i: -places[i][1])
    shifts = dict.fromkeys(best_first, -9)
    for at, i in enumerate(best_first):
        better = [j for j in best_first[:at] if abs(places[j][0] - places[i][0]) <= near]
        if better:
            shifts[i] = max(11, *(shifts[j] + 13 if shifts[j] > 0 else 11 for j in better))
    return [shifts[i] for i in range(len(places))]


def _domain(costs: list[float]) -> list[float]:
    """Room for the labels at the right; from zero unless all lie close together."""
    least, most = min(costs), max(costs)
    if least > 0.6 * most:
        spread = max(most - least, 0.02 * most)
        return [least - 0.3 * spread, most + 0.6 * spread]
    return [0, 1.2 * most]
