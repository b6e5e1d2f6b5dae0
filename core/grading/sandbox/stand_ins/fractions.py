"""Fractions of whole numbers, as in CPython's fractions."""

import math
from typing import Any


class Fraction:
    def __init__(self, numerator: Any = 0, denominator: Any = None) -> None:
        top, bottom = _ratio(numerator)
        if denominator is not None:
            other_top, other_bottom = _ratio(denominator)
            top, bottom = top * other_bottom, bottom * other_top
        if bottom == 0:
            raise ZeroDivisionError("Fraction(" + str(top) + ", 0)")
        shared = math.gcd(top, bottom) * (-1 if bottom < 0 else 1)
        self.numerator = top // shared
        self.denominator = bottom // shared

    def limit_denominator(self, max_denominator: int = 1000000) -> "Fraction":
        if self.denominator <= max_denominator:
            return Fraction(self.numerator, self.denominator)
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self.numerator, self.denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        one, two = Fraction(p0 + k * p1, q0 + k * q1), Fraction(p1, q1)
        near_two = abs((two - self).numerator) * (one - self).denominator
        near_one = abs((one - self).numerator) * (two - self).denominator
        return two if near_two <= near_one else one

    def as_integer_ratio(self) -> tuple[int, int]:
        return (self.numerator, self.denominator)

    def __str__(self) -> str:
        return str(self.numerator) if self.denominator == 1 else str(self.numerator) + "/" + str(self.denominator)

    def __repr__(self) -> str:
        return "Fraction(" + str(self.numerator) + ", " + str(self.denominator) + ")"

    def __hash__(self) -> int:
        return hash(self.numerator) if self.denominator == 1 else hash((self.numerator, self.denominator))

    def __eq__(self, other: Any) -> Any:
        if isinstance(other, float):
            return self.numerator / self.denominator == other
        if not _is_exact(other):
            return NotImplemented
        return (self.numerator, self.denominator) == _ratio(other)

    def __add__(self, other: Any) -> Any:
        return _combined(self, other, "+")

    def __radd__(self, other: Any) -> Any:
        return _combined(other, self, "+")

    def __sub__(self, other: Any) -> Any:
        return _combined(self, other, "-")

    def __rsub__(self, other: Any) -> Any:
        return _combined(other, self, "-")

    def __mul__(self, other: Any) -> Any:
        return _combined(self, other, "*")

    def __rmul__(self, other: Any) -> Any:
        return _combined(other, self, "*")

    def __truediv__(self, other: Any) -> Any:
        return _combined(self, other, "/")

    def __rtruediv__(self, other: Any) -> Any:
        return _combined(other, self, "/")

    def __floordiv__(self, other: Any) -> Any:
        return _whole(_combined(self, other, "/"))

    def __rfloordiv__(self, other: Any) -> Any:
        return _whole(_combined(other, self, "/"))

    def __mod__(self, other: Any) -> Any:
        return self - (self // other) * other

    def __rmod__(self, other: Any) -> Any:
        return other - (other // self) * self

    def __pow__(self, power: Any) -> Any:
        if not isinstance(power, int):
            return (self.numerator / self.denominator) ** float(power)
        if power >= 0:
            return Fraction(self.numerator**power, self.denominator**power)
        return Fraction(self.denominator ** (-power), self.numerator ** (-power))

    def __neg__(self) -> "Fraction":
        return Fraction(-self.numerator, self.denominator)

    def __abs__(self) -> "Fraction":
        return Fraction(abs(self.numerator), self.denominator)

    def __int__(self) -> int:
        whole = abs(self.numerator) // self.denominator
        return whole if self.numerator >= 0 else -whole

    def __float__(self) -> float:
        return self.numerator / self.denominator

    def __bool__(self) -> bool:
        return self.numerator != 0

    def __lt__(self, other: Any) -> Any:
        return _sign(self, other) < 0

    def __gt__(self, other: Any) -> Any:
        return _sign(self, other) > 0

    def __le__(self, other: Any) -> Any:
        return _sign(self, other) <= 0

    def __ge__(self, other: Any) -> Any:
        return _sign(self, other) >= 0


def _is_exact(value: Any) -> bool:
    return isinstance(value, (int, Fraction))


def _ratio(value: Any) -> tuple[int, int]:
    if isinstance(value, (int, Fraction)):
        return (value.numerator, value.denominator) if isinstance(value, Fraction) else (int(value), 1)
    if isinstance(value, str):
        return _from_text(value.strip())
    if isinstance(value, float):
        bottom = 1
        while value != int(value):
            value, bottom = value * 2, bottom * 2
        return (int(value), bottom)
    return _from_text(str(value))  # a Decimal


def _from_text(text: str) -> tuple[int, int]:
    top, slash, bottom = text.partition("/")
    if slash:
        return (int(top), int(bottom))
    digits, mark, power = text.lower().partition("e")
    whole, _, part = digits.partition(".")
    value, scale = int(whole + part), 10 ** len(part)
    exponent = int(power) if mark else 0
    return (value * 10**exponent, scale) if exponent >= 0 else (value, scale * 10 ** (-exponent))


def _combined(a: Any, b: Any, sign: str) -> Any:
    if isinstance(a, float) or isinstance(b, float):
        x, y = float(a), float(b)
        if sign in "+-":
            return x + y if sign == "+" else x - y
        return x * y if sign == "*" else x / y
    if not _is_exact(a) or not _is_exact(b):
        return NotImplemented
    (p, q), (r, s) = _ratio(a), _ratio(b)
    if sign in "+-":
        return Fraction(p * s + (r * q if sign == "+" else -r * q), q * s)
    return Fraction(p * r, q * s) if sign == "*" else Fraction(p * s, q * r)


def _whole(value: Any) -> Any:
    return math.floor(value) if isinstance(value, float) else value.numerator // value.denominator


def _sign(a: Any, b: Any) -> Any:
    if isinstance(b, float):
        return float(a) - b
    (p, q), (r, s) = _ratio(a), _ratio(b)
    return p * s - r * q
