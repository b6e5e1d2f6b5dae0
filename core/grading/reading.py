"""What a reader found in a reply, before anyone says whether it is right."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Reading:
    value: str | None  # None: the reply commits to nothing
    how: str  # a clause for `Grade.why`: where it was read, or why nothing was
    clear: bool = False  # a commitment that holds even when the budget ended the text after it


def nothing(how: str) -> Reading:
    return Reading(None, how)
