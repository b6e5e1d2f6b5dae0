"""Regular expressions of a question, bounded before they are compiled and timed while they match.

A time limit covers the matching only. Compiling writes out what is repeated a
fixed number of times, `(?:a{100}){100}` as 10 000 items of some 270 bytes each,
so a short pattern could fill the memory: its written-out size is reckoned first.
"""

from typing import Any

import regex  # type: ignore[import-untyped,unused-ignore]

from core.errors import GradingError

TIMEOUT_S = 0.5
MAX_LENGTH = 5_000  # characters of a pattern
MAX_SIZE = 100_000  # items once its repeats are written out: some 30 MB
MAX_DEPTH = 50  # groups within groups
_FLAGS = {"i": regex.IGNORECASE, "m": regex.MULTILINE, "s": regex.DOTALL, "x": regex.VERBOSE}
_PART = regex.compile(
    r"\\.|\(\?#[^)]*\)|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]"
    r"|(?P<open>\()|(?P<close>\))|\{\s*(?P<count>\d+)\s*(?:,\s*\d*\s*)?\}|.",
    regex.DOTALL,
)
_COUNT = regex.compile(r"\{\s*(\d+)")
_OTHER_DIALECT = regex.compile(r"\(\?[A-Za-z0-9-]*[xV]")  # comments and nested sets, which can hide brackets


def find_pattern(pattern: str, text: str, flags: str = "") -> Any:
    """The first match of a user's pattern in `text`, or None.

    Raises GradingError for a pattern that is no regular expression or too large
    to compile, and TimeoutError when matching takes longer than TIMEOUT_S.
    """
    _refuse_large(pattern, flags)
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


def _refuse_large(pattern: object, flags: str) -> None:
    if not isinstance(pattern, str) or not pattern:
        raise GradingError(f"A pattern must be text that is not empty, not {str(pattern)[:60]!r}.")
    if len(pattern) > MAX_LENGTH:
        raise GradingError(f"The pattern {pattern[:60]!r}… is longer than {MAX_LENGTH} characters: make it shorter.")
    size, depth = _measure(pattern)
    if size is None or "x" in flags or _OTHER_DIALECT.search(pattern):
        size = _most(pattern)
    if depth > MAX_DEPTH:
        raise GradingError(f"The pattern {pattern[:60]!r} is nested too deeply: at most {MAX_DEPTH} groups deep.")
    if size > MAX_SIZE:
        raise GradingError(
            f"The pattern {pattern[:60]!r} is too large once its repeats are written out "
            f"(over {MAX_SIZE} items): use smaller counts, or * and +."
        )


def _measure(pattern: str) -> tuple[int | None, int]:
    """Items of the pattern with each repeat written out its least number of times, and the depth of its groups.

    The size is None where the brackets do not pair.

    >>> _measure("(?:ab{3}){10}")[1]
    1
    """
    depth, last, total = 0, 0, 0
    outer: list[int] = []
    for part in _PART.finditer(pattern):
        if part["open"]:
            outer.append(total)
            depth, last, total = max(depth, len(outer)), 0, 0
        elif part["close"]:
            if not outer:
                return None, depth
            last = max(total, 1)
            total = outer.pop() + last
        elif part["count"]:
            repeated = last * max(_capped(part["count"]), 1)
            last, total = repeated, total - last + repeated
        else:
            last, total = 1, total + 1
    return (None if outer else total), depth


def _most(pattern: str) -> int:
    """The size if every repeat stood within every other: a bound that no bracket can hide from."""
    size = len(pattern)
    for count in _COUNT.findall(pattern):
        size = min(size * max(_capped(count), 1), MAX_SIZE + 1)
    return size


def _capped(count: str) -> int:
    return int(count) if len(count.lstrip("0")) <= len(str(MAX_SIZE)) else MAX_SIZE + 1
