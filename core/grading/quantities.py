"""Quantities in another unit than the one that was asked for.

A question that asks "How many minutes …?" is answered by "1 hour 15 minutes",
by "1.25 hours" and by "an hour and a quarter", and each of them is 75. Units of
one kind are turned into each other where the factor is fixed by definition;
months, years and currencies are not. A quantity of the question itself stays as
it is: who answers "How many minutes are 210 seconds?" with "210 seconds" has not
turned it into minutes.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from core.grading.numbers import Number, find_number_words, find_numbers

# fmt: off
_SIZES: Mapping[str, Mapping[str, tuple[Fraction, str]]] = {
    "time": {
        "second": (Fraction(1), "seconds secs? s"), "minute": (Fraction(60), "minutes mins?"),
        "hour": (Fraction(3600), "hours hrs? h"), "day": (Fraction(86_400), "days"),
        "week": (Fraction(604_800), "weeks"),
    },
    "length": {
        "millimetre": (Fraction(1), "millimet(?:re|er)s? mm"), "centimetre": (Fraction(10), "centimet(?:re|er)s? cm"),
        "metre": (Fraction(1000), "met(?:re|er)s? m"), "kilometre": (Fraction(1_000_000), "kilomet(?:re|er)s? km"),
    },
    "mass": {
        "milligram": (Fraction(1), "milligram(?:me)?s? mg"), "gram": (Fraction(1000), "gram(?:me)?s? g"),
        "kilogram": (Fraction(1_000_000), "kilogram(?:me)?s? kilos? kg"), "tonne": (Fraction(1_000_000_000), "tonnes"),
    },
    "volume": {
        "millilitre": (Fraction(1), "millilit(?:re|er)s? ml"), "centilitre": (Fraction(10), "centilit(?:re|er)s? cl"),
        "decilitre": (Fraction(100), "decilit(?:re|er)s? dl"), "litre": (Fraction(1000), "lit(?:re|er)s? l"),
    },
    "euros": {"cent": (Fraction(1), "cents"), "euro": (Fraction(100), "euros €")},
    "dollars": {"cent": (Fraction(1), "cents"), "dollar": (Fraction(100), "dollars")},
}
# fmt: on
_ASKED = re.compile(
    r"\b(?:(?:how many|number of|wie ?viele?|combien de|cuánt[oa]s|quant[ie]|quant[oa]s|hoeveel) |combien d')"
    r"(?P<noun>[^\W\d_]{1,30})(?! and\b)",
    re.IGNORECASE,
)
_JOIN = re.compile(r",? (?:and )?| ?")
_AND_PART = re.compile(r" and (?:a |an )?(?P<part>half|quarter|three[- ]quarters)\b(?! \w+s\b)", re.IGNORECASE)
_PARTS = {"half": Fraction(1, 2), "quarter": Fraction(1, 4)}
_ONE = re.compile(r"(?<![\w-])an? (?=\w)", re.IGNORECASE)
_MOST_SIGNS = 20_000  # a longer reply is read as it is


@dataclass(frozen=True, eq=False)
class _Unit:
    size: Fraction  # in the smallest unit of its kind
    pattern: re.Pattern[str]


def _kinds() -> list[list[_Unit]]:
    return [
        [
            _Unit(size, re.compile(rf"[ -]?(?:an? )?(?:{name}|{'|'.join(others.split())})(?![^\W_])(?!/)", re.I))
            for name, (size, others) in units.items()
        ]
        for units in _SIZES.values()
    ]


_KINDS = _kinds()


def asked_noun(question: str) -> str | None:
    """What a question asks to be counted: "minutes" of "How many minutes does that take?".

    >>> asked_noun("He has 3 cows. How many legs do they have?"), asked_noun("What is 3 + 4?")
    ('legs', None)
    """
    nouns = [found["noun"] for found in _ASKED.finditer(question)]
    return nouns[-1] if nouns else None


def in_unit_asked(plain: str, question: str, *, decimal_comma: bool = False) -> str:
    """The reply with every quantity of the asked kind in the asked unit, where it stands in others.

    >>> in_unit_asked("It takes 1 hour and 15 minutes.", "How many minutes does it take?")
    'It takes 75 minutes.'
    """
    noun = asked_noun(question)
    kind, wanted = _find_unit(noun) if noun else (None, None)
    if kind is None or wanted is None or len(plain) > _MOST_SIGNS:
        return plain
    given = {found.parts for found in _quantities(question, kind, decimal_comma)}
    pieces, position = [], 0
    for found in _quantities(plain, kind, decimal_comma):
        if found.parts in given or [unit for _, unit in found.parts] == [wanted]:
            continue
        total = sum((value * unit.size for value, unit in found.parts), Fraction(0))
        pieces += [plain[position : found.start], f"{_written(total / wanted.size)} {noun}"]
        position = found.end
    return "".join([*pieces, plain[position:]])


@dataclass(frozen=True)
class _Quantity:
    parts: tuple[tuple[Fraction, _Unit], ...]
    start: int
    end: int


def _quantities(plain: str, kind: list[_Unit], decimal_comma: bool) -> Iterator[_Quantity]:
    """The quantities of one kind, in the order of the text, each with its smaller parts."""
    written = [*find_numbers(plain, decimal_comma=decimal_comma), *find_number_words(plain)]
    numbers = {number.start: number for number in sorted(written, key=lambda number: number.start)}
    position = 0
    for number in sorted([*numbers.values(), *_ones(plain, kind)], key=lambda number: number.start):
        if number.start >= position and (found := _quantity(plain, number, numbers, kind)):
            position = found.end
            yield found


def _quantity(plain: str, number: Number, numbers: Mapping[int, Number], kind: list[_Unit]) -> _Quantity | None:
    """The quantity that begins with `number`: "1 hour" and what follows it in smaller units."""
    read = _unit_at(plain, number.end, kind)
    if read is None:
        return None
    unit, end = read
    parts = [(number.value, unit)]
    if share := _AND_PART.match(plain, end):
        parts.append((_PARTS.get(share["part"].lower(), Fraction(3, 4)), unit))
        return _Quantity(tuple(parts), number.start, share.end())
    while (join := _JOIN.match(plain, end)) and (other := numbers.get(join.end())):
        read = _unit_at(plain, other.end, kind)
        if read is None or read[0].size >= parts[-1][1].size:
            break
        end = read[1]
        parts.append((other.value, read[0]))
    return _Quantity(tuple(parts), number.start, end)


def _ones(plain: str, kind: list[_Unit]) -> list[Number]:
    """ "An hour and a half" begins with a one that is not written."""
    found = [Number(Fraction(1), one[0].strip(), one.start(), one.end() - 1) for one in _ONE.finditer(plain)]
    return [
        one for one in found if (read := _unit_at(plain, one.end, kind)) is not None and _AND_PART.match(plain, read[1])
    ]


def _unit_at(plain: str, position: int, kind: list[_Unit]) -> tuple[_Unit, int] | None:
    for unit in kind:
        if found := unit.pattern.match(plain, position):
            return unit, found.end()
    return None


def _find_unit(noun: str) -> tuple[list[_Unit] | None, _Unit | None]:
    for kind in _KINDS:
        for unit in kind:
            if unit.pattern.fullmatch(noun):
                return kind, unit
    return None, None


def _written(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.12g}"
