"""Amounts in billions as cards write them: "7B", "13-billion", "7,5 Milliarden", "7.000 millones", "13億".

>>> [amount.billions for amount in amounts_in("Das Modell hat 7,5 Milliarden Parameter, das kleine 360 Millionen.")]
[7.5, 0.36]
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_LATIN_UNITS = (
    r"[bmt](?![a-zà-ü])|bn\b|billions?|millions?|trillions?|Milliarden?|milliards?|miljarde?r?|miliard[a-zóů]{0,2}|"
    r"milyar|Mrd\b\.?|Mds?\b|Mio\b\.?|mil millones|mil milhões|millones|Millionen|milhões|milioni|bilhões|bilhão|"
    r"миллиард[а-я]{0,3}|млрд\.?|миллион[а-я]{0,3}|млн\.?|tỷ"
)
_EASTERN_UNITS = r"万亿|兆|조|亿|億|억|万|만"
NUMBER = r"(?:\d{1,3}(?:[.,]\d{3}){2,4}|\d{1,5}(?:[.,]\d{1,4})?)"


def amount(tag: str = "") -> str:
    """A pattern for a number with its unit, as the groups `number` and `unit`; a tag tells several patterns apart."""
    return rf"(?<![A-Za-z0-9_.,])(?P<number{tag}>{NUMBER})[\s-]?(?P<unit{tag}>{_LATIN_UNITS}|{_EASTERN_UNITS})"


_AMOUNT = re.compile(rf"(?i){amount()}")
_BILLIONS = ("b", "milliard", "miljard", "miliard", "milyar", "mil ", "mrd", "md", "миллиард", "млрд", "tỷ")
_EASTERN = {"万亿": 1000.0, "兆": 1000.0, "조": 1000.0, "亿": 0.1, "億": 0.1, "억": 0.1, "万": 1e-5, "만": 1e-5}
_ENGLISH = ("b", "m", "t", "bn", "billion", "billions", "million", "millions", "trillion", "trillions")
_SPELLED = re.compile(
    r"(?i)\b(half an?|half|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    r"twenty|thirty|forty|seventy)[ -](?=(?:b|tr)illion)"
)
_DIGITS = dict(
    zip(
        [
            "half",
            "half a",
            "half an",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "twenty",
            "thirty",
            "forty",
            "seventy",
        ],
        [
            "0.5",
            "0.5",
            "0.5",
            "1",
            "2",
            "3",
            "4",
            "5",
            "6",
            "7",
            "8",
            "9",
            "10",
            "11",
            "12",
            "13",
            "14",
            "15",
            "20",
            "30",
            "40",
            "70",
        ],
        strict=True,
    )
)


@dataclass(frozen=True)
class Amount:
    billions: float
    start: int
    end: int


def in_digits(text: str) -> str:
    """ "7 billion" for "seven billion"; the text itself where nothing is spelled out."""
    return _SPELLED.sub(lambda match: f"{_DIGITS[match[1].casefold()]} ", text) if "llion" in text else text


def billions(number: str, unit: str) -> float:
    """The amount in billions; a comma is a decimal sign where the language of the unit has it so.

    >>> billions("7,5", "Milliarden"), billions("7.000", "millones"), billions("1,500", "million"), billions("13", "億")
    (7.5, 7.0, 1.5, 1.3)
    """
    word = unit.casefold().rstrip(".")
    if word in _EASTERN:
        return round(float(number.replace(",", "")) * _EASTERN[word], 5)
    in_billions = word.startswith(_BILLIONS)
    scale = 1.0 if in_billions else 1000.0 if word.startswith("t") else 0.001
    return round(_value(number, english=word in _ENGLISH, small=scale < 1) * scale, 4)


def _value(number: str, *, english: bool, small: bool) -> float:
    if len(re.findall(r"[.,]", number)) > 1:
        return float(re.sub(r"[.,]", "", number))
    thousands = re.fullmatch(r"\d{1,3}([.,])\d{3}", number)
    if thousands and small and (thousands[1] == ",") == english:
        return float(number.replace(thousands[1], ""))
    return float(number.replace(",", "."))


def amounts_in(text: str) -> Iterator[Amount]:
    for match in _AMOUNT.finditer(text):
        yield Amount(billions(match["number"], match["unit"]), match.start(), match.end())
