"""Regular expressions with a time limit, since those of a question can take for ever."""

from typing import Any

import regex  # type: ignore[import-untyped,unused-ignore]

from core.errors import GradingError

TIMEOUT_S = 0.5
_FLAGS = {"i": regex.IGNORECASE, "m": regex.MULTILINE, "s": regex.DOTALL, "x": regex.VERBOSE}


def find_pattern(pattern: str, text: str, flags: str = "") -> Any:
    """The first match of a user's pattern in `text`, or None.

    Raises GradingError for a pattern that is no regular expression, and
    TimeoutError when it takes longer than TIMEOUT_S.
    """
    value = 0
    for letter in flags:
        if letter not in _FLAGS:
            raise GradingError(f"The pattern's flag {letter!r} is unknown: use any of {', '.join(_FLAGS)}.")
        value |= _FLAGS[letter]
    try:
        return regex.search(pattern, text, flags=value, timeout=TIMEOUT_S)
    except regex.error as error:
        raise GradingError(f"The pattern {pattern!r} is no regular expression: {error}.") from error
    except RecursionError as error:
        raise GradingError(f"The pattern {pattern[:60]!r}… is nested too deeply.") from error
