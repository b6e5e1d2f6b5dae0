"""What Monty's functools lacks."""

# ruff: noqa: ARG001 - signatures are those of CPython

from collections.abc import Callable
from typing import Any


def wraps(function: Any) -> Callable[[Any], Any]:
    return lambda wrapper: wrapper


def update_wrapper(wrapper: Any, function: Any) -> Any:
    return wrapper


def cmp_to_key(compare: Any) -> Any:
    raise NotImplementedError("monty: cmp_to_key outside of sorted() and list.sort()")


def sorted_by(items: Any, compare: Any, reverse: bool = False) -> list[Any]:
    """A stable merge sort by a function that compares two items."""
    values = list(items)
    if len(values) < 2:
        return values
    middle = len(values) // 2
    left, right = sorted_by(values[:middle], compare, reverse), sorted_by(values[middle:], compare, reverse)
    merged = []
    i = j = 0
    while i < len(left) and j < len(right):
        order = compare(left[i], right[j])
        if order > 0 if not reverse else order < 0:
            merged.append(right[j])
            j += 1
        else:
            merged.append(left[i])
            i += 1
    return merged + left[i:] + right[j:]


def sort_by(items: list[Any], compare: Any, reverse: bool = False) -> None:
    items[:] = sorted_by(items, compare, reverse)
