"""Means and spreads, as in CPython's statistics."""

import math
from typing import Any

StatisticsError = ValueError  # its parent


def mean(data: Any) -> Any:
    values = list(data)
    if not values:
        raise ValueError("mean requires at least one data point")
    return _ratio(values, len(values))


def fmean(data: Any) -> float:
    values = list(data)
    if not values:
        raise ValueError("fmean requires at least one data point")
    return math.fsum(values) / len(values)


def median(data: Any) -> Any:
    values = sorted(data)
    if not values:
        raise ValueError("no median for empty data")
    middle = len(values) // 2
    return values[middle] if len(values) % 2 else (values[middle - 1] + values[middle]) / 2


def median_low(data: Any) -> Any:
    values = sorted(data)
    return values[(len(values) - 1) // 2]


def median_high(data: Any) -> Any:
    values = sorted(data)
    return values[len(values) // 2]


def mode(data: Any) -> Any:
    return multimode(data)[0]


def multimode(data: Any) -> list[Any]:
    counts: dict[Any, int] = {}
    for value in data:
        counts[value] = counts.get(value, 0) + 1
    most = max([*list(counts.values()), 0])
    return [value for value, count in counts.items() if count == most]


def pvariance(data: Any, mu: Any = None) -> Any:
    values = list(data)
    return _ratio(_squares(values, mu), len(values))


def variance(data: Any, xbar: Any = None) -> Any:
    values = list(data)
    if len(values) < 2:
        raise ValueError("variance requires at least two data points")
    return _ratio(_squares(values, xbar), len(values) - 1)


def pstdev(data: Any, mu: Any = None) -> float:
    return math.sqrt(pvariance(data, mu))


def stdev(data: Any, xbar: Any = None) -> float:
    return math.sqrt(variance(data, xbar))


def _squares(values: list[Any], center: Any) -> list[Any]:
    if center is None:
        center = math.fsum(values) / len(values)
    return [(value - center) ** 2 for value in values]


def _ratio(values: list[Any], n: int) -> Any:
    total = sum(values) if all(isinstance(value, int) for value in values) else math.fsum(values)
    if isinstance(total, int) and total % n == 0:
        return total // n
    return total / n
