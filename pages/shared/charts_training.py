"""The curve of a training: the loss of every step, and of the validation examples after every epoch."""

from collections.abc import Sequence

import altair as alt
import pandas as pd

from core.advice.preparation.training import Curve
from core.inference.training_recipe import rate_words
from pages.shared.charts import Layers

_COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9"]


def loss_chart(curves: Sequence[Curve]) -> Layers:
    """Thin lines are the steps, points the validation loss; one colour for each learning rate."""
    steps = pd.DataFrame(
        [
            {"step": number, "loss": loss, "rate": rate_words(curve.learning_rate)}
            for curve in curves
            for number, loss in enumerate(curve.steps, start=1)
        ],
        columns=["step", "loss", "rate"],
    )
    epochs = pd.DataFrame(
        [
            {"step": step, "loss": loss, "right": right, "rate": rate_words(curve.learning_rate)}
            for curve in curves
            for step, loss, right in curve.epochs
        ],
        columns=["step", "loss", "right", "rate"],
    )
    rates = [rate_words(curve.learning_rate) for curve in curves]
    colour = alt.Color(
        "rate:N",
        title="learning rate",
        scale=alt.Scale(domain=rates, range=_COLOURS[: len(rates)]),
        legend=alt.Legend(orient="top"),
    )
    x = alt.X("step:Q", title="step", axis=alt.Axis(tickMinStep=1))
    y = alt.Y("loss:Q", title="loss, nats a token", scale=alt.Scale(zero=False))
    line = alt.Chart(steps).mark_line(opacity=0.5, size=1.5).encode(x=x, y=y, color=colour)
    points = (
        alt.Chart(epochs)
        .mark_line(point=alt.OverlayMarkDef(size=90, filled=True), size=2.5)
        .encode(
            x=x,
            y=y,
            color=colour,
            tooltip=[
                "rate:N",
                alt.Tooltip("step:Q", title="after step"),
                alt.Tooltip("loss:Q", title="validation loss", format=".3f"),
                alt.Tooltip("right:Q", title="whole replies right", format=".0%"),
            ],
        )
    )
    return alt.layer(line, points).properties(height=280)
