"""Numbers as people and models write them.

"1,234.5", "1.234,5", "1 234,5" and "1'234.5" are one number; "12,5" is 12.5
and "1,234" is 1234, since a comma before exactly three digits groups them
(`decimal_comma=True` says otherwise). "3/4", "1 1/2", "2.5e3", "6 × 10^4",
"25 %", "3 million", "10k" and "twelve" are read too; "R2", "12:45",
"2024-05-01" and "v1.2.3" hold no number. Values are exact fractions, so no
rounding happens before the comparison.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from core.grading.number_words import find_words_of_numbers

_DIGITS = (
    r"[1-9]\d{0,2}(?:[, ]\d{3})+(?!\d)|[1-9]\d?(?:,\d{2})+,\d{3}(?!\d)"
    r"|[1-9]\d{0,2}(?:[.'’_]\d{3}){2,}(?!\d)|[1-9]\d{0,2}(?:['’_]\d{3})+(?!\d)"
)
_NUMBER = re.compile(
    r"(?<![\w.])(?<!\d[-–/:,'’])"
    r"(?P<sign>[-−–+]|(?:minus|negative) )?[€£¥₹₽]? ?(?P<sign_after>[-−])?"
    rf"(?P<whole>{_DIGITS}|\d{{1,3}}(?:\.\d{{3}})+(?=,\d)|\d+)?"
    r"(?P<part>[.,]\d+)?"
    r"(?: ?(?:[×x*·]|\\times) ?10 ?(?:\^|\*\*) ?[({]?(?P<power>[-−+]?\d{1,4})[)}]?"
    r"|[eE](?P<exponent>[-−+]?\d{1,4})(?!\w)"
    r"|(?P<raised>\^) ?[({]?(?P<raise>[-−+]?\d{1,4})[)}]?"
    r"|(?: (?P<mixed>\d{1,9}))?(?P<slash> ?/ ?(?P<below>\d{1,30}))(?![/\d]|\.\d))?"
    r"(?P<percent> ?%| percent\b| per cent\b)?"
    r"(?P<scale> ?(?:thousand|million|billion|trillion|mn|bn|mio|mrd)\b|[kKMB](?![\w/]))?",
)
_COEFFICIENT = re.compile(r"[xyz](?:\^2)? ?[=+-]", re.IGNORECASE)  # the 4 of "4x = 36"
_SCALES = {
    "thousand": 3, "k": 3, "million": 6, "m": 6, "mn": 6, "mio": 6, "billion": 9, "b": 9, "bn": 9, "mrd": 9,
    "trillion": 12,
}  # fmt: skip
_MAX_DIGITS = 60  # a longer run of digits is no answer, and big powers would eat the memory
_MAX_POWER = 60


@dataclass(frozen=True)
class Number:
    value: Fraction
    text: str  # as it stands in the reply
    start: int
    end: int
    percent: bool = False
    grouped: Fraction | None = None  # what "€1.500" is in the European style; prices have no three decimals but fuel's


def find_numbers(plain: str, *, decimal_comma: bool = False) -> Iterator[Number]:
    """The numbers written in digits in `plain`, in the order of the text.

    >>> [float(number.value) for number in find_numbers("from 1,200 to 12,5 or 3/4")]
    [1200.0, 12.5, 0.75]
    """
    for found in _NUMBER.finditer(plain):
        if (found["whole"] or found["part"]) and not _part_of_a_name(plain, found):
            value = _value(found, decimal_comma)
            if value is not None:
                start = found.start() + len(found[0]) - len(found[0].lstrip())
                grouped = value * 1000 if _is_price(plain, found) else None
                yield Number(value, found[0].strip(), start, found.end(), bool(found["percent"]), grouped)


def find_number_words(plain: str) -> Iterator[Number]:
    """The numbers written in English words, up to the billions.

    >>> [int(number.value) for number in find_number_words("one hundred and five, a dozen, forty-two")]
    [105, 12, 42]
    """
    for value, start, end in find_words_of_numbers(plain):
        yield Number(value, plain[start:end], start, end)


def parse_number(text: str, *, decimal_comma: bool = False) -> Number | None:
    """The number that `text` is, apart from words around it; None unless there is exactly one."""
    numbers = list(find_numbers(text, decimal_comma=decimal_comma)) or list(find_number_words(text))
    return numbers[0] if len(numbers) == 1 else None


def _is_price(plain: str, found: re.Match[str]) -> bool:
    """Whether a number is like "€1.500" or "1.500 €": euros, one point, three digits after it."""
    if not re.fullmatch(r"\.\d{3}", found["part"] or "") or not re.fullmatch(r"[1-9]\d{0,2}", found["whole"] or ""):
        return False
    return "€" in found[0] or bool(
        re.match(r"(?:,[-–—])? ?(?:€|euros?\b|eur\b)", plain[found.end() : found.end() + 9], re.I)
    )


def _part_of_a_name(plain: str, found: re.Match[str]) -> bool:
    """Times, dates, versions and identifiers: digits that are no number."""
    after = plain[found.end() : found.end() + 2]
    if re.match(r"[:/_]\d|[.]\d|,\d|[eE]\d", after) or _COEFFICIENT.match(plain, found.end()):
        return True
    if found["percent"] or found["scale"]:
        return False
    return bool(re.match(r"[-–]\d", after)) and bool(
        re.match(r"[-–]\d{1,2}[-–]\d", plain[found.end() : found.end() + 5])
    )


def _value(found: re.Match[str], decimal_comma: bool) -> Fraction | None:
    digits, decimals = _split_separators(found["whole"] or "", found["part"] or "", decimal_comma)
    if len(digits) + len(decimals) > _MAX_DIGITS:
        return None
    value = Fraction(int((digits + decimals) or "0"), 10 ** len(decimals))
    if power := found["power"] or found["exponent"]:
        exponent = int(power.replace("−", "-"))
        if abs(exponent) > _MAX_POWER:
            return None
        value *= Fraction(10) ** exponent
    elif found["raised"]:
        exponent = int(found["raise"].replace("−", "-"))
        if abs(exponent) > _MAX_POWER or value > 1000 or (value == 0 and exponent < 0):
            return None
        value = value**exponent
    elif found["slash"]:
        below = int(found["below"])
        if below == 0:
            return None
        above = int(found["mixed"]) if found["mixed"] else None
        value = value + Fraction(above, below) if above is not None else value / below
    if scale := found["scale"]:
        value *= 10 ** _SCALES[scale.strip().lower()]
    negative = (found["sign"] or found["sign_after"] or "+").strip() not in "+"
    return -value if negative else value


def _split_separators(whole: str, part: str, decimal_comma: bool) -> tuple[str, str]:
    """Digits before and after the decimal sign."""
    grouped = re.sub(r"[ '’_]", "", whole)
    if "," in grouped and decimal_comma and grouped.count(",") == 1 and not part:
        grouped, _, tail = grouped.partition(",")
        return grouped.replace(".", ""), tail
    digits, sign, decimals = re.sub(r"[.,]", "", grouped), part[:1], part[1:]
    groups_thousands = len(decimals) == 3 and 1 <= len(digits) <= 3 and digits != "0"
    if groups_thousands and (sign == "." and decimal_comma):
        return digits + decimals, ""
    return digits, decimals
