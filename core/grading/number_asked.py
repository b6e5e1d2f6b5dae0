"""What a question says about the number it asks for: how it writes decimals, and whether it wants a year.

"2.500" is two and a half or two thousand five hundred, and only the writer's
convention tells. A question that writes "2,5 kg" has one, and a reply to it is
read in that convention; where a question writes no decimals, or both ways, the
point stays a decimal sign and the reader is told of the other reading.

A question for a year is answered by a year: of "in 1516, on 23 April" the 1516.
"""

import re
from collections.abc import Iterator
from fractions import Fraction

from core.grading.dates import find_days
from core.grading.numbers import Number, find_numbers
from core.grading.statements import last_sentences

_COMMA_DECIMALS = re.compile(
    r"(?<![\w.,;:(\[{/-])\d{1,9},\d{1,2}(?![\d.,]?\d) ?(?!(?:and|or|und|oder|et|ou|y|e|en|of)\b)(?:[%€$£°]|[^\W\d_])"
    r"|(?<![\w.,])\d{1,3}(?:\.\d{3})+,\d{1,2}(?!\d)"
)
_POINT_DECIMALS = re.compile(
    r"(?<![\w.,])(?:0\.\d+|\d+\.(?:\d{1,2}|\d{4,}))(?!\d|[.,:/-]\d|\.)|(?<![\w.,])\d{1,3}(?:,\d{3})+\.\d"
)
_EITHER_WAY = re.compile(r"[-−]?[1-9]\d{0,2}[.,]\d{3}")
_ASKS_YEAR = re.compile(
    r"\b(?:(?:what|which) year|welche[sm] jahr|quelle année|qué año|(?:che|quale) anno|(?:que|qual) ano|welk jaar"
    r"|when (?:was|were|did)|wann (?:wurden?|war(?:en)?|hat|ist)|quand (?:a|fut|est)|cuándo (?:fue|se)|"
    r"quando (?:fu|è|foi)|wanneer (?:werd|was))\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"[12]\d{3}")
_UNIT = re.compile(r" ?(?:[%€$£°]|(?:k?g|mg|m?l|cl|[ckm]?m|t|h|min|s|people|copies|years?|jahren?|ans?|años?)\b)", re.I)
# "30 years after 1516", "not in 1516", "1516 or 1517": another year is meant, or none is chosen.
_OTHER_YEAR = re.compile(
    r"n't\b|\b(?:not|never|no|before|after|until|since|than|later|earlier|between|around|or|if|maybe|perhaps|rather|"
    r"instead|but|wrong|nicht|kein|vor|nach|bis|seit|oder|sondern|vielleicht|später|früher|pas|avant|après|depuis|ou|"
    r"antes|después|desde|pero|prima|dopo|dal|non|ma|depois|não|mas|voor|na|sinds|niet|maar)\b|\?",
    re.IGNORECASE,
)
_DAY_IN_DATE = re.compile(r"(?<!\d)\d{1,2}(?!\d)(?:st|nd|rd|th|er|º|\.)? ?", re.IGNORECASE)


def find_decimal_comma(question: str) -> bool | None:
    """Whether a question writes decimals with a comma; None where it does not tell.

    >>> find_decimal_comma("Ein Sack wiegt 2,5 kg."), find_decimal_comma("2.5 kg"), find_decimal_comma("3 kg of [2,5]")
    (True, False, None)
    """
    comma, point = _COMMA_DECIMALS.search(question), _POINT_DECIMALS.search(question)
    return None if bool(comma) == bool(point) else bool(comma)


def other_reading(number: Number) -> Number | None:
    """What the number is where its one separator means the other thing: 2500 for "2.500" read as 2.5."""
    if not _EITHER_WAY.fullmatch(number.text):
        return None
    factor = Fraction(1000) if number.value.denominator > 1 or abs(number.value) < 1000 else Fraction(1, 1000)
    return Number(number.value * factor, number.text, number.start, number.end)


def asks_year(question: str) -> bool:
    """
    >>> asks_year("What year was it?"), asks_year("How many years did it take?")
    (True, False)
    """
    return _ASKS_YEAR.search(question) is not None


def without_days(plain: str) -> str:
    """The text with its dates as months and years.

    >>> without_days("It was in 1516, on 23 April; not 24.04.1517.")
    'It was in 1516, on April; not 1517.'
    """
    pieces, position = [], 0
    for day in sorted(find_days(plain), key=lambda day: day.start):
        if day.start < position:
            continue
        written = plain[day.start : day.end]
        pieces += [
            plain[position : day.start],
            _DAY_IN_DATE.sub("", written, count=1) if day.in_words else str(day.day.year),
        ]
        position = day.end
    return "".join([*pieces, plain[position:]])


def find_year(plain: str) -> Number | None:
    """The only year that a text names, where nothing says that another one is meant."""
    named: dict[str, Number] = {}
    for sentence in last_sentences(plain):
        for year in _years(sentence):
            if _OTHER_YEAR.search(sentence):
                return None
            named.setdefault(year.text, year)
    return next(iter(named.values())) if len(named) == 1 else None


def _years(sentence: str) -> Iterator[Number]:
    for number in find_numbers(sentence):
        if _YEAR.fullmatch(number.text) and not _UNIT.match(sentence, number.end):
            yield number
