"""One score of one model on one question, as it stood in somebody else's file.

A score is a share (0–1) or a rating (1–5). Words such as "correct" and "fail"
are understood; an empty cell, null and NaN are "not measured".
"""

from dataclasses import dataclass
from hashlib import sha256
from math import isfinite, isnan
from typing import Any, Final

from core.errors import SurefitError

MOST_SHOWN: Final = 10**9  # an integer of a thousand digits has no float; this one is out of range as well
LONGEST_KEY: Final = 500  # characters; longer questions are told apart by their hash

_WORDS: Final = {
    "true": 1.0, "yes": 1.0, "right": 1.0, "correct": 1.0, "pass": 1.0, "passed": 1.0,
    "false": 0.0, "no": 0.0, "wrong": 0.0, "incorrect": 0.0, "fail": 0.0, "failed": 0.0,
}  # fmt: skip
_NOT_MEASURED: Final = frozenset({"", "na", "n/a", "nan", "none", "null", "-", "?"})
_INSPECT_VALUES: Final = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}  # correct, incorrect, partial, no answer


class OutsideResultsError(SurefitError):
    """A file of results cannot be read; the text names the place."""


@dataclass(frozen=True)
class ResultRow:
    model: str
    question: str
    score: float | None
    place: str  # for error sentences
    group: str | None = None


def question_key(text: str) -> str:
    """What identifies a question: its text, or for a long one its beginning and hash.

    >>> question_key("q1"), len(question_key("x" * 10_000)) < 300
    ('q1', True)
    """
    if len(text) <= LONGEST_KEY:
        return text
    return f"{text[:200]}… {sha256(text.encode('utf-8', 'replace')).hexdigest()}"


def parse_score(text: str, place: str, *, decimal_comma: bool) -> float | None:
    """A score as a spreadsheet holds it; None for an empty cell. Raises OutsideResultsError naming the place."""
    word = text.strip().lower()
    if word in _NOT_MEASURED:
        return None
    if word in _WORDS:
        return _WORDS[word]
    try:
        value = float(word.replace(",", ".") if decimal_comma else word)
    except ValueError:
        raise OutsideResultsError(f"{place}: the score {text.strip()[:40]!r} is not a number.") from None
    return _check_range(value, place)


def _check_range(value: float, place: str) -> float:
    if not isfinite(value) or not 0 <= value <= 5:
        hint = ": divide percents by 100" if isfinite(value) and 5 < value <= 100 else ""
        raise OutsideResultsError(f"{place}: the score {value:g} is neither a share (0–1) nor a rating (1–5){hint}.")
    return value


def read_score(value: Any, place: str) -> float | None:
    """A score as JSON holds it; None for null and NaN. Raises OutsideResultsError naming the place."""
    if value is None or (isinstance(value, float) and isnan(value)):
        return None
    if isinstance(value, bool | int | float):
        return _check_range(float(max(-MOST_SHOWN, min(value, MOST_SHOWN))), place)
    if isinstance(value, str):
        return _INSPECT_VALUES[value] if value in _INSPECT_VALUES else parse_score(value, place, decimal_comma=False)
    raise OutsideResultsError(f"{place}: the score is a {type(value).__name__}, not a number.")
