"""Kinds of numbers, as what `isinstance` takes for a second argument."""

Number = (int, float, complex)
Complex = (int, float, complex)
Real = (int, float)
Rational = int
Integral = int
