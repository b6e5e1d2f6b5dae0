"""Numbers in English words: "forty-two", "half a dozen", "three and a half", "two thirds".

A part of one needs words that can mean nothing else: "two thirds" and "three
and a quarter" are numbers, "a third" and "the second" are places in an order.
Words that are no number together ("two three") are none; two that stand on
either side of an "and" are two.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

# fmt: off
_UNITS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19,
}
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}
_PARTS = {
    "half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10,
}
# fmt: on
_MANY_PARTS = {"halves": 2, **{f"{part}s": below for part, below in _PARTS.items() if part != "half"}}
_POWERS = {"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_GROUPS = {"dozen": 12, "hundred": 100, **_POWERS}
_ARTICLES = frozenset({"a", "an"})
_KNOWN = "|".join(sorted({*_UNITS, *_TENS, *_PARTS, *_MANY_PARTS, *_GROUPS, *_ARTICLES, "and"}, key=len, reverse=True))
_RUN = re.compile(
    rf"(?<![\w-])(?P<minus>(?:minus|negative) )?(?P<words>(?:{_KNOWN})(?:[- ](?:{_KNOWN})(?![\w'])){{0,20}})(?![\w-])",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z]+", re.IGNORECASE)


def find_words_of_numbers(plain: str) -> Iterator[tuple[Fraction, int, int]]:
    """The value of every number in words, and where it begins and ends.

    >>> [str(value) for value, _, _ in find_words_of_numbers("half a dozen, three and a half, two and seven")]
    ['6', '7/2', '2', '7']
    """
    for run in _RUN.finditer(plain):
        words = [(word[0].lower(), word.start(), word.end()) for word in _WORD.finditer(run["words"])]
        for part in _numbers_of(words):
            value = _value(names := [word for word, _, _ in part])
            start, end = run.start("words") + part[0][1], run.start("words") + part[-1][2]
            if value is None or (re.match(r" of\b", plain[end : end + 4]) and names[-1] not in _MANY_PARTS):
                continue  # "one of them" counts nothing, "two thirds of them" does
            negative = run["minus"] and part[0] == words[0]
            yield (-value, run.start(), end) if negative else (value, start, end)


_Words = Sequence[tuple[str, int, int]]


def _numbers_of(words: _Words) -> Iterator[_Words]:
    """The run as one number, else its parts on either side of an "and"."""
    words = _trimmed(words)
    if not words:
        return
    names = [name for name, _, _ in words]
    if _value(names) is not None or "and" not in names:
        yield words
        return
    last = len(names) - 1 - names[::-1].index("and")
    yield from _numbers_of(words[:last])
    yield from _numbers_of(words[last + 1 :])


def _trimmed(words: _Words) -> _Words:
    """Without an "and" or an article that belongs to the sentence around the number."""
    first, last = 0, len(words)
    while last > first and words[last - 1][0] in _ARTICLES | {"and"}:
        last -= 1
    while first < last and (
        words[first][0] == "and"
        or (words[first][0] in _ARTICLES and (first + 1 == last or words[first + 1][0] not in {*_GROUPS, "half"}))
    ):
        first += 1
    return words[first:last]


def _value(words: Sequence[str]) -> Fraction | None:
    if words[0] == "half" and words[-1] in _GROUPS and set(words[1:-1]) <= _ARTICLES:
        return Fraction(_GROUPS[words[-1]], 2)  # "half a dozen", "half a million"
    if len(words) > 3 and words[-1] in _GROUPS and "and" in words and (mixed := _mixed(words[:-1])) is not None:
        return mixed * _GROUPS[words[-1]]  # "two and a half million"
    mixed = _mixed(words)
    return mixed if mixed is not None else _part(words) if words[-1] in _PARTS | _MANY_PARTS else _cardinal(words)


def _mixed(words: Sequence[str]) -> Fraction | None:
    """ "Three and a half"; "a dozen and a half" is 18."""
    if "and" not in words:
        return None
    last = len(words) - 1 - list(words)[::-1].index("and")
    whole, part = _cardinal(words[:last]), _part(words[last + 1 :], article=True)
    if whole is None or part is None:
        return None
    group = next((_GROUPS[word] for word in reversed(words[:last]) if word in _GROUPS), 1)
    return whole + part * (group if words[last - 1] in _GROUPS else 1)


def _part(words: Sequence[str], *, article: bool = False) -> Fraction | None:
    match list(words):
        case ["half"] | ["a", "half"]:
            return Fraction(1, 2)
        case ["one", part] if part in _PARTS:
            return Fraction(1, _PARTS[part])
        case ["a" | "an", part] if article and part in _PARTS:
            return Fraction(1, _PARTS[part])
        case [many, parts] if parts in _MANY_PARTS and _UNITS.get(many, 0) > 1:
            return Fraction(_UNITS[many], _MANY_PARTS[parts])
    return None


def _cardinal(words: Sequence[str]) -> Fraction | None:
    if not words or not any(word in _UNITS or word in _TENS or word in _GROUPS for word in words):
        return None
    total = current = 0
    for position, word in enumerate(words):
        previous = words[position - 1] if position else ""
        if word == "and":
            if previous not in _GROUPS:
                return None  # "two and two" are two numbers
        elif word in _ARTICLES:
            if position:
                return None
        elif word in _UNITS or word in _TENS:
            if previous in _UNITS or (previous in _TENS and not 0 < _UNITS.get(word, 0) < 10):
                return None  # "two three" and "twenty thirty" are lists
            current += _UNITS.get(word, 0) + _TENS.get(word, 0)
        elif word in _POWERS:
            total, current = total + max(current, 1) * _POWERS[word], 0
        elif word in _GROUPS:
            current = max(current, 1) * _GROUPS[word]
        else:
            return None
    return Fraction(total + current)
