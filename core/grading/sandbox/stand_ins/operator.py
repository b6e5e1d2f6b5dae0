"""The functions of CPython's operator module that programs pass around."""

from collections.abc import Callable
from typing import Any


def itemgetter(*keys: Any) -> Callable[[Any], Any]:
    if len(keys) == 1:
        return lambda value: value[keys[0]]
    return lambda value: tuple([value[key] for key in keys])


def attrgetter(*names: str) -> Callable[[Any], Any]:
    def of(value: Any, name: str) -> Any:
        for part in name.split("."):
            value = getattr(value, part)
        return value

    if len(names) == 1:
        return lambda value: of(value, names[0])
    return lambda value: tuple([of(value, name) for name in names])


def add(a: Any, b: Any) -> Any:
    return a + b


def sub(a: Any, b: Any) -> Any:
    return a - b


def mul(a: Any, b: Any) -> Any:
    return a * b


def truediv(a: Any, b: Any) -> Any:
    return a / b


def floordiv(a: Any, b: Any) -> Any:
    return a // b


def mod(a: Any, b: Any) -> Any:
    return a % b


def pow(a: Any, b: Any) -> Any:
    return a**b


def neg(a: Any) -> Any:
    return -a


def xor(a: Any, b: Any) -> Any:
    return a ^ b


def or_(a: Any, b: Any) -> Any:
    return a | b


def and_(a: Any, b: Any) -> Any:
    return a & b


def not_(a: Any) -> bool:
    return not a


def eq(a: Any, b: Any) -> Any:
    return a == b


def ne(a: Any, b: Any) -> Any:
    return a != b


def lt(a: Any, b: Any) -> Any:
    return a < b


def le(a: Any, b: Any) -> Any:
    return a <= b


def gt(a: Any, b: Any) -> Any:
    return a > b


def ge(a: Any, b: Any) -> Any:
    return a >= b


def contains(a: Any, b: Any) -> bool:
    return b in a


def getitem(a: Any, b: Any) -> Any:
    return a[b]


def concat(a: Any, b: Any) -> Any:
    return a + b


def countOf(items: Any, value: Any) -> int:
    return sum([1 for item in items if item == value])


def methodcaller(name: str, *args: Any) -> Any:
    raise NotImplementedError("monty: methodcaller with a name that is computed")
