"""Built-in functions that Monty lacks or computes otherwise."""

# ruff: noqa: ARG001 - signatures are those of CPython

from typing import Any

STDIN: list[str] = []  # the lines that input() reads; set before the code runs


def is_callable(value: Any) -> bool:
    kinds = ("function", "builtin_function_or_method", "type", "method")
    return type(value).__name__ in kinds or hasattr(value, "__call__")  # noqa: B004 - this stands for callable()


def read_line(prompt: str = "") -> str:
    if not STDIN:
        raise RuntimeError("EOF when reading a line")
    return STDIN.pop(0)


def leave(code: object = None) -> None:
    raise SystemExit(code)


def rounded(value: Any, ndigits: Any = None) -> Any:
    """`round`, rounding floats by their exact value: 2.675 to 2.67."""
    if ndigits is None or not isinstance(value, float) or ndigits < 0 or not abs(value) <= 1e22:
        return round(value, ndigits)
    return float("{:.{n}f}".format(value, n=ndigits))


def power(base: int, exponent: int, modulus: int) -> int:
    if exponent >= 0:
        return pow(base, exponent, modulus)
    a, b, x, y = base % modulus, modulus, 1, 0
    while b:
        a, b, x, y = b, a % b, y, x - a // b * y
    if a != 1:
        raise ValueError("base is not invertible for the given modulus")
    return pow(x % modulus, -exponent, modulus)


def truth(value: Any) -> bool:
    if hasattr(value, "__bool__"):
        return bool(value.__bool__())
    if hasattr(value, "__len__"):
        return bool(value.__len__() > 0)
    return bool(value)


def to_bytes(value: Any) -> bytes:
    if isinstance(value, (bytes, str, int)):
        return bytes(value)  # type: ignore[arg-type]
    return bytes.fromhex("".join([format(number, "02x") for number in value]))


def length(value: Any) -> int:
    return int(value.__len__()) if hasattr(value, "__len__") else len(value)
