"""Comparisons that ask objects for their order (orderings.py)."""

from typing import Any


def less(a: Any, b: Any) -> Any:
    return _asked(a, b, "__lt__", "__gt__")


def greater(a: Any, b: Any) -> Any:
    return _asked(a, b, "__gt__", "__lt__")


def less_or_equal(a: Any, b: Any) -> Any:
    return _asked(a, b, "__le__", "__ge__")


def greater_or_equal(a: Any, b: Any) -> Any:
    return _asked(a, b, "__ge__", "__le__")


def equal(a: Any, b: Any) -> bool:
    return bool(a == b)


def _asked(a: Any, b: Any, name: str, reflected: str) -> Any:
    if hasattr(a, name):
        found = getattr(a, name)(b)
        if found is not NotImplemented:
            return found
    if hasattr(b, reflected):
        found = getattr(b, reflected)(a)
        if found is not NotImplemented:
            return found
    both = (isinstance(a, tuple) and isinstance(b, tuple)) or (isinstance(a, list) and isinstance(b, list))
    if both:
        for x, y in zip(a, b, strict=False):
            if not (x is y or x == y):
                return _asked(x, y, name, reflected)
        a, b = len(a), len(b)
    if name == "__lt__":
        return a < b
    if name == "__gt__":
        return a > b
    return a <= b if name == "__le__" else a >= b


def in_order(items: Any, key: Any = None, reverse: bool = False) -> list[Any]:
    """`sorted`: a stable merge sort."""
    pairs = [(item if key is None else key(item), item) for item in items]
    if reverse:
        pairs.reverse()
    pairs = _merged(pairs)
    if reverse:
        pairs.reverse()
    return [item for _, item in pairs]


def put_in_order(items: Any, key: Any = None, reverse: bool = False) -> Any:
    """`list.sort`; for another object its own `sort`."""
    if not isinstance(items, list):
        return items.sort(key=key, reverse=reverse) if key is not None or reverse else items.sort()
    items[:] = in_order(items, key, reverse)
    return None


def _merged(pairs: list[Any]) -> list[Any]:
    if len(pairs) < 2:
        return pairs
    middle = len(pairs) // 2
    left, right = _merged(pairs[:middle]), _merged(pairs[middle:])
    merged = []
    i = j = 0
    while i < len(left) and j < len(right):
        if less(right[j][0], left[i][0]):
            merged.append(right[j])
            j += 1
        else:
            merged.append(left[i])
            i += 1
    return merged + left[i:] + right[j:]


MISSING: list[Any] = []


def smallest(*items: Any, key: Any = None, default: Any = MISSING) -> Any:
    return _extreme(items, key, default, "min", less)


def largest(*items: Any, key: Any = None, default: Any = MISSING) -> Any:
    return _extreme(items, key, default, "max", greater)


def _extreme(items: Any, key: Any, default: Any, name: str, beats: Any) -> Any:
    values = list(items[0]) if len(items) == 1 else list(items)
    if not values:
        if default is MISSING:
            raise ValueError(name + "() arg is an empty sequence")
        return default
    best = values[0]
    best_key = best if key is None else key(best)
    for value in values[1:]:
        value_key = value if key is None else key(value)
        if beats(value_key, best_key):
            best, best_key = value, value_key
    return best
