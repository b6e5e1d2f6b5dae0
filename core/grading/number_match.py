"""The number grader.

Options: `abs` and `rel`, the difference allowed, as a number and as a share of
the target; `decimals`, to compare after rounding both; `decimal_comma`, for
answers in the European style where "1,234" is meant as 1.234 (without it, the
question's own decimals tell: see number_asked.py). Without them the number must
be the target's, however it is written. "25 %" answers a target of 25 and one of
0.25.
"""

import math
from fractions import Fraction
from typing import Any

from core.errors import GradingError
from core.grading.answer import Answer, Verdict, no_answer, read_own_part, right, wrong
from core.grading.markup import parse_plain
from core.grading.number_asked import find_decimal_comma, other_reading
from core.grading.number_reading import read_number
from core.grading.numbers import Number, parse_number
from core.grading.reading import Reading
from core.questions.question import Question

_NEARLY = Fraction(1, 10**9)  # of the target: the noise of a float that was printed
_MAX_DECIMALS = 100
OPTIONS = frozenset({"abs", "rel", "decimals", "decimal_comma"})


def grade_number(answer: Answer) -> Verdict:
    """Right when the number that the reply commits to lies within the tolerance of a target."""
    comma = bool(answer.options.get("decimal_comma", False))
    convention = find_decimal_comma(answer.question.input) if "decimal_comma" not in answer.options else comma
    found: list[Number | None] = []

    def read(plain: str) -> Reading:
        reading, number = read_number(plain, decimal_comma=bool(convention), question=answer.question.input)
        found.append(number)
        return reading

    reading, note = read_own_part(answer, read)
    number = found[-1]
    if reading.value is None or number is None:
        return no_answer(f"The reply {reading.how}.")
    told = f"Read {reading.value}, {reading.how}"
    targets = [parse_target(target, comma) for target in answer.question.target]
    by_question = bool(convention) and not comma and other_reading(number) is not None
    told += ", with the decimal comma of the question" if by_question else ""
    as_written = by_question and number.text in {target.strip() for target in answer.question.target}
    if as_written or any(_matches(number, target, answer.options) for target in targets):
        return right(reading.value, f"{told}: it is the target.{note}", clear=reading.clear)
    wanted = " or ".join(answer.question.target)
    other = other_reading(number) if convention is None else None
    if other is not None and any(_matches(other, target, answer.options) for target in targets):
        note = (
            f" “{number.text}” may be meant as {float(other.value):g} too, but the question writes no decimals that "
            f"would tell: the option decimal_comma does.{note}"
        )
    return wrong(
        reading.value, f"{told}; the target is {wanted}{_tolerance(answer.options)}.{note}", clear=reading.clear
    )


def parse_target(target: str, decimal_comma: bool = False) -> Number:
    """The number a target stands for. Raises GradingError when it holds none, or several."""
    number = parse_number(parse_plain(target), decimal_comma=decimal_comma)
    if number is None:
        shown = f"{target[:60]}…" if len(target) > 60 else target
        raise GradingError(f"The target {shown!r} is not one number.")
    return number


def check_number(question: Question) -> list[str]:
    problems = [] if question.target else ["It has no target number."]
    for name in ("abs", "rel", "decimals"):
        value = question.grader.options.get(name, 0)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
            problems.append(f"The option {name!r} must be a number of at least 0, not {value!r}.")
        elif name == "decimals" and (not isinstance(value, int) or value > _MAX_DECIMALS):
            problems.append(f"The option 'decimals' must be a whole number of at most {_MAX_DECIMALS}, not {value!r}.")
    for target in question.target:
        try:
            parse_target(target, bool(question.grader.options.get("decimal_comma", False)))
        except GradingError as error:
            problems.append(str(error))
    return problems


def _matches(number: Number, target: Number, options: Any) -> bool:
    values = [number.value] if number.grouped is None else [number.value, number.grouped]
    if number.percent and not target.percent:
        values.append(number.value / 100)
    if target.percent and not number.percent and abs(number.value) <= 1:
        values.append(number.value * 100)
    allowed = max(
        Fraction(options.get("abs", 0)),
        Fraction(options.get("rel", 0)) * abs(target.value),
        _NEARLY * abs(target.value),
    )
    if any(abs(value - target.value) <= allowed for value in values):
        return True
    decimals = options.get("decimals")
    return decimals is not None and any(round(value, decimals) == round(target.value, decimals) for value in values)


def _tolerance(options: Any) -> str:
    parts = [f"{options['abs']:g}"] if options.get("abs") else []
    parts += [f"{options['rel']:.4g} of it"] if options.get("rel") else []
    parts += [f"rounding to {options['decimals']} decimals"] if options.get("decimals") is not None else []
    return f" (within {' or '.join(parts)})" if parts else ""
