"""A text that repeats itself at its end, and what it said before that.

A model that was stopped in a loop has usually not answered. But some say their
answer over and over ("The answer is 22." and again, and again): they have
committed themselves, once for each turn of the loop. And some have written a
whole function before they call it without end.
"""

from dataclasses import dataclass

_REPEATS = 3  # of a unit, at least
_SIGNS = 6_000  # of the end of a text in which a loop is looked for


@dataclass(frozen=True)
class Loop:
    head: str  # the text up to the end of the first turn of the loop
    unit: str  # what is repeated
    before: str  # the whole lines before the loop


def find_loop(text: str) -> Loop | None:
    """The loop in which `text` ends; None where it ends in none.

    >>> find_loop("Let me see. 4. 4. 4. 4. 4.")
    Loop(head='Let me see. 4', unit='. 4', before='')
    """
    backwards = text[-_SIGNS:][::-1].lstrip()
    matches = _matches_with_start(backwards)
    end = len(text.rstrip())
    for period in range(1, len(backwards) // _REPEATS + 1):
        if matches[period] >= (_REPEATS - 1) * period:
            start = end - period - matches[period]
            before = text[:start] if text[start] == "\n" else text[: text.rfind("\n", 0, start) + 1]
            return Loop(text[: start + period], text[start : start + period], before)
    return None


def _matches_with_start(text: str) -> list[int]:
    """How many signs from each place on are those from the start on (the Z function), in linear time."""
    matches, left, right = [0] * (len(text) + 1), 0, 0
    for place in range(1, len(text)):
        length = min(right - place, matches[place - left]) if place < right else 0
        while place + length < len(text) and text[length] == text[place + length]:
            length += 1
        matches[place] = length
        if place + length > right:
            left, right = place, place + length
    return matches
