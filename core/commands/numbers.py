"""Numbers on the command line: a range that means it. NaN passes every comparison of click's own, and JSON has none."""

import math
from typing import Any

import click


class FiniteRange(click.FloatRange):
    """click.FloatRange that refuses NaN."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"{value!r} is no number.", param, ctx)
        return number
