"""Dates in any order: "3 March 2021", "March 3rd, 2021", "2021-03-03" and "3. März 2021" are one day.

"03/04/2021" is two: the third of April or the fourth of March. It is read only
where a question names the order it wants ("DD/MM/YYYY"); "25/04/2021" can be
read without.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

# fmt: off
_MONTHS = (
    "january jan januar janvier enero gennaio januari", "february feb februar février febrero febbraio februari",
    "march mar märz mars marzo maart", "april apr avril abril aprile", "may mai mayo maggio mei",
    "june jun juni juin junio giugno", "july jul juli juillet julio luglio", "august aug août agosto augustus",
    "september sept sep septembre septiembre settembre", "october oct oktober octobre octubre ottobre",
    "november nov novembre noviembre", "december dec dezember décembre diciembre dicembre",
)
# fmt: on
_NUMBER_OF = {name: number for number, names in enumerate(_MONTHS, start=1) for name in names.split()}
_MONTH = "|".join(sorted(_NUMBER_OF, key=len, reverse=True))
_IN_WORDS = re.compile(
    rf"(?<![\w.:/-])(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th|er|\.|º)?(?: of| de)? (?P<month>{_MONTH})(?!\w)\.?"
    rf"|(?P<us_month>(?<!\w)(?:{_MONTH}))\.? (?:the )?(?P<us_day>\d{{1,2}})(?:st|nd|rd|th)?(?![\w:]|[.,]\d))"
    r"(?:,? (?:de |del )?(?P<year>\d{4})(?![\w:]))?",
    re.IGNORECASE,
)
_YEAR_FIRST = re.compile(r"(?<![\w./-])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?![\w/-]|\.\d)")
_YEAR_LAST = re.compile(r"(?<![\w./-])(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?![\w/-]|\.\d)")
_FORMAT = re.compile(
    r"(?<!\w)(d{1,2}[-/.]m{1,2}[-/.]y{2,4}|m{1,2}[-/.]d{1,2}[-/.]y{2,4}|y{4}[-/.]m{1,2}[-/.]d{1,2})(?!\w)", re.I
)


class DateOrder(StrEnum):
    DAY_FIRST = "d"
    MONTH_FIRST = "m"
    YEAR_FIRST = "y"


@dataclass(frozen=True)
class Day:
    year: int | None  # None: none was written
    month: int
    day: int


@dataclass(frozen=True)
class Written:
    """A day as it stands in a text."""

    day: Day
    in_words: bool
    start: int
    end: int


def find_days(text: str, order: DateOrder | None = None) -> Iterator[Written]:
    """The days of a text that can be meant in one way only, or are meant in the `order` that was asked for.

    >>> [written.day for written in find_days("March 3rd, 2021; 2021-03-03; 04/03/2021")]
    [Day(year=2021, month=3, day=3), Day(year=2021, month=3, day=3)]
    """
    for found in _IN_WORDS.finditer(text):
        month = _NUMBER_OF[(found["month"] or found["us_month"]).casefold()]
        year = int(found["year"]) if found["year"] else None
        yield from _written(year, month, int(found["day"] or found["us_day"]), True, found)
    for found in _YEAR_FIRST.finditer(text):
        yield from _written(int(found[1]), int(found[3]), int(found[4]), False, found)
    for found in _YEAR_LAST.finditer(text):
        first, second, year = int(found[1]), int(found[3]), int(found[4])
        if first > 12 or first == second or (second <= 12 and order is DateOrder.DAY_FIRST):
            yield from _written(year, second, first, False, found)
        elif second > 12 or order is DateOrder.MONTH_FIRST:
            yield from _written(year, first, second, False, found)


def find_asked_order(question: str) -> DateOrder | None:
    """The order in which a question asks for a date, if it names one: "YYYY-MM-DD"."""
    found = _FORMAT.search(question)
    return DateOrder(found[1][0].lower()) if found else None


def parse_day(text: str, order: DateOrder | None = None) -> Written | None:
    """The day that the whole text is."""
    text = text.strip(" .")
    return next((day for day in find_days(text, order) if (day.start, day.end) == (0, len(text))), None)


def is_same_day(day: Day, wanted: Day) -> bool:
    """Whether `day` is the wanted one; a wanted day of no year is met in any."""
    return (day.month, day.day) == (wanted.month, wanted.day) and wanted.year in (None, day.year)


def with_days_in_one_order(text: str) -> str:
    """The text with its days as "3 march": "Sunday, March 3rd" as "Sunday, 3 march", "2021-03-03" as "3 march 2021".

    >>> with_days_in_one_order("Sunday, March 3rd")
    'Sunday, 3 march'
    """

    def in_order(found: re.Match[str]) -> str:
        month = _MONTHS[_NUMBER_OF[(found["month"] or found["us_month"]).casefold()] - 1].split()[0]
        return f"{int(found['day'] or found['us_day'])} {month}{' ' + found['year'] if found['year'] else ''}"

    def in_words(found: re.Match[str]) -> str:
        year, month, day = int(found[1]), int(found[3]), int(found[4])
        return f"{day} {_MONTHS[month - 1].split()[0]} {year}" if 1 <= month <= 12 else found[0]

    return _YEAR_FIRST.sub(in_words, _IN_WORDS.sub(in_order, text))


def _written(year: int | None, month: int, day: int, in_words: bool, found: re.Match[str]) -> Iterator[Written]:
    if 1 <= month <= 12 and 1 <= day <= 31:
        yield Written(Day(year, month, day), in_words, found.start(), found.end())
