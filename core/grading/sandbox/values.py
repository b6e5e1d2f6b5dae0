"""Plain values: across a process boundary, and compared.

A value from foreign code is made anew from a description of its type and
content; nothing that it brought along (its own `__eq__`, a pickle) survives.
"""

import math
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

REL_TOLERANCE, ABS_TOLERANCE = 1e-6, 1e-9
MAX_DEPTH = 60
MAX_ITEMS = 100_000
MAX_TEXT = 1_000_000

_READ: dict[str, Callable[[Any, int], Any]] = {
    "int": lambda inner, _: int(inner, 16),
    "float": lambda inner, _: float.fromhex(inner),
    "str": lambda inner, _: str(inner),
    "bytes": lambda inner, _: bytes.fromhex(inner),
    "list": lambda inner, depth: [decode(item, depth) for item in inner],
    "tuple": lambda inner, depth: tuple(decode(item, depth) for item in inner),
    "set": lambda inner, depth: {decode(item, depth) for item in inner},
    "frozenset": lambda inner, depth: frozenset(decode(item, depth) for item in inner),
    "dict": lambda inner, depth: {decode(key, depth): decode(item, depth) for key, item in inner},
    "Decimal": lambda inner, _: Decimal(inner),
    "Fraction": lambda inner, _: Fraction(inner),
    "complex": lambda inner, _: complex(inner),
    "date": lambda inner, _: date.fromisoformat(inner),
    "datetime": lambda inner, _: datetime.fromisoformat(inner),
}
# Written through the base type's own methods: a subclass may have others.
_WRITE: tuple[tuple[type, Callable[[Any], Any]], ...] = (
    (int, lambda value: hex(int.__index__(value))),
    (float, float.hex),
    (str, lambda value: str.__str__(value)[:MAX_TEXT]),
    (bytes, lambda value: bytes.__getitem__(value, slice(MAX_TEXT)).hex()),
    (Decimal, Decimal.__str__),
    (Fraction, Fraction.__str__),
    (complex, complex.__repr__),
    (datetime, datetime.isoformat),
    (date, date.isoformat),
)


class Foreign:
    """Stands for a value that is no plain one; equal to nothing."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"<{self.name}>"


def encode(value: Any, depth: int = 0) -> Any:
    """A value as JSON that keeps its type; what is not plain only by the name of its class.

    Iterators are read as lists; everything is bounded by MAX_DEPTH, MAX_ITEMS and MAX_TEXT.
    """
    if value is None or isinstance(value, bool):
        return value
    kind = type(value)
    if depth <= MAX_DEPTH:
        for base, write in _WRITE:
            if isinstance(value, base):
                return {"t": base.__name__, "v": write(value)}
        if isinstance(value, dict):
            pairs = [[encode(key, depth + 1), encode(item, depth + 1)] for key, item in dict.items(value)]
            return {"t": "dict", "v": pairs[:MAX_ITEMS]}
        is_iterator = hasattr(kind, "__next__") and hasattr(kind, "__iter__")
        for container in (list, tuple, set, frozenset):
            if isinstance(value, container):
                return {"t": container.__name__, "v": _encode_items(value, depth)}
        if is_iterator or kind.__name__ == "deque":
            return {"t": "list", "v": _encode_items(value, depth)}
    return {"t": "other", "name": str(kind.__name__)[:80]}


def _encode_items(items: Any, depth: int) -> list[Any]:
    return [encode(item, depth + 1) for _, item in zip(range(MAX_ITEMS), items, strict=False)]


def decode(value: Any, depth: int = 0) -> Any:
    """The reverse; anything malformed becomes Foreign, since foreign code may have written it.

    >>> decode(encode({"a": (1, {2.5})}))
    {'a': (1, {2.5})}
    """
    if value is None or isinstance(value, bool):
        return value
    if not isinstance(value, dict) or depth > MAX_DEPTH + 10:
        return Foreign("malformed")
    try:
        return _READ[str(value.get("t"))](value.get("v"), depth + 1)
    except (KeyError, TypeError, ValueError, AttributeError, InvalidOperation, ZeroDivisionError):
        return Foreign(str(value.get("name", value.get("t")))[:80])


def same(value: Any, wanted: Any, *, loose: bool = False) -> bool:
    """Whether two plain values are the same: types count, except int and float of one value.

    Floats may differ by REL_TOLERANCE of the larger or by ABS_TOLERANCE. True
    is not 1, "1" is not 1, a tuple is no list; with `loose`, what JSON cannot
    tell apart is the same: lists, tuples and sets, and keys by their text.

    >>> same([0.1 + 0.2], [0.3]), same((1, 2), [1, 2]), same((1, 2), [1, 2], loose=True), same(True, 1)
    (True, False, True, False)
    """
    try:
        return _same(value, wanted, loose)
    except RecursionError:
        return False


def _same(value: Any, wanted: Any, loose: bool) -> bool:
    if isinstance(value, bool) or isinstance(wanted, bool):
        return value is wanted
    if isinstance(value, int | float) and isinstance(wanted, int | float):
        return _same_number(value, wanted)
    if isinstance(value, dict) and isinstance(wanted, dict):
        return _same_dict(value, wanted, loose)
    if isinstance(value, list | tuple | set | frozenset) and isinstance(wanted, list | tuple | set | frozenset):
        return _same_items(value, wanted, loose)
    return type(value) is type(wanted) and not isinstance(value, Foreign) and bool(value == wanted)


def _same_items(value: Any, wanted: Any, loose: bool) -> bool:
    sets = [isinstance(one, set | frozenset) for one in (value, wanted)]
    if all(sets):
        return bool(value == wanted)
    if not loose and type(value) is not type(wanted):
        return False
    first, second = (sorted(one, key=repr) for one in (value, wanted)) if any(sets) else (value, wanted)
    return len(first) == len(second) and all(_same(a, b, loose) for a, b in zip(first, second, strict=True))


def _same_number(value: float, wanted: float) -> bool:
    if isinstance(value, int) and isinstance(wanted, int):
        return value == wanted
    try:
        a, b = float(value), float(wanted)
    except OverflowError:
        return value == wanted
    return (
        a == b or (math.isnan(a) and math.isnan(b)) or math.isclose(a, b, rel_tol=REL_TOLERANCE, abs_tol=ABS_TOLERANCE)
    )


def _same_dict(value: dict[Any, Any], wanted: dict[Any, Any], loose: bool) -> bool:
    if len(value) != len(wanted):
        return False
    if loose:
        value, wanted = ({str(key): item for key, item in one.items()} for one in (value, wanted))
    keys = {(type(key), key) for key in value}
    return keys == {(type(key), key) for key in wanted} and all(
        _same(item, wanted[key], loose) for key, item in value.items()
    )


def show(value: Any, limit: int = 120) -> str:
    """A value as Python writes it, shortened; never raises."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an int of thousands of digits; nested too deeply
        text = f"a {type(value).__name__} that is too big to show"
    return text if len(text) <= limit else f"{text[:limit]}…"
