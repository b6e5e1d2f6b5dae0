"""Answers of a closed kind, which a sentence of any shape can give.

A time of day, a weekday, a date and a yes or no can be told from every other
word of a sentence. "The train arrives at 14:30." gives the time that was asked
for, "March 15, 2024" the day that "15 March 2024" is, and "No, because the sum
is odd." says no; a reply that names two different times, or says both yes and
no, gives neither.
A date may stand in any order that can be meant in one way (see dates.py), unless
the question names the order it wants and the target has it.
"""

import re

from core.grading.dates import find_asked_order, find_days, is_same_day, parse_day

_YES_OR_NO = (
    ("yes", "no"), ("true", "false"), ("ja", "nein"), ("oui", "non"), ("sí", "no"), ("si", "no"), ("sim", "não"),
    ("да", "нет"),
)  # fmt: skip
_WEEKDAY = re.compile(r"(?<!\w)(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?!\w)", re.IGNORECASE)
_VALUES = (
    re.compile(r"(?<![\w:.-])\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\b\.?)?(?![\w:]|-\d)", re.IGNORECASE),
    re.compile(r"(?<![\w.-])\d{4}-\d{2}-\d{2}(?![\w-])"),
    _WEEKDAY,
    re.compile(r"(?<![\w./])\d{1,2}[./]\d{1,2}[./]\d{4}(?![\w/])"),
)
_DOUBT = re.compile(
    r"\b(?:not|never|or|either|neither|nor|if|unless|maybe|perhaps|could|might|before|after|until|unsure|wrong|"
    r"incorrect|except|between|instead|rather)\b|n't\b|\?",
    re.IGNORECASE,
)
_TURNS_ROUND = re.compile(
    r"\b(?:wait|actually|on second thought|correction|however|but (?:then|in fact)|maybe|unsure)\b", re.IGNORECASE
)
# "No" stands before a noun as well: "No problem!" and "No program prints that" answer nothing.
_OPENS = re.compile(r"\s*(?P<word>[^\W\d_]+)(?=[.,;:!]| ?[-–—] |\s*\n|\s*\Z)")


def gives_closed(plain: str, target: str, question: str = "") -> bool:
    """Whether a reply (see markup.parse_plain) of a few sentences gives the time, date, yes or no that `target` is.

    >>> gives_closed("The train arrives at 14:30.", "14:30"), gives_closed("No, it is odd.", "no")
    (True, True)
    >>> gives_closed("It is 14:30 or 15:30.", "14:30"), gives_closed("No problem!", "no")
    (False, False)
    """
    wanted = target.strip().casefold()
    line = plain.rpartition("\n")[2]
    if (told := find_days_told(line, target, question)) is not None:
        return told and not _DOUBT.search(line)
    if any(pattern.fullmatch(wanted) for pattern in _VALUES):
        return _only_value(plain.casefold(), wanted)
    return any(wanted in pair and _says_only(plain.casefold(), wanted, pair) for pair in _YES_OR_NO)


def find_days_told(text: str, target: str, question: str, *, among_others: bool = False) -> bool | None:
    """Whether the text tells the day that the target is, and no other; None where the target is no date to be read."""
    order = find_asked_order(question)
    wanted = parse_day(target, order)
    if wanted is None or (order is not None and not wanted.in_words):
        return None
    told = [is_same_day(written.day, wanted.day) for written in find_days(text, order)]
    return any(told) and (among_others or all(told))


def _only_value(text: str, wanted: str) -> bool:
    line = text.rpartition("\n")[2]
    found = {value[0] for pattern in _VALUES for value in pattern.finditer(line)}
    return found == {wanted} and not _DOUBT.search(line)


def _says_only(text: str, wanted: str, pair: tuple[str, str]) -> bool:
    other = pair[0] if wanted == pair[1] else pair[1]
    opening = _OPENS.match(text)
    if opening is None or opening["word"] != wanted or _TURNS_ROUND.search(text):
        return False
    return not re.search(rf"(?<!\w){other}(?=[.,;:!]|\s*\Z)", text)
