"""Whom to take where quality separates nobody: a choice of convenience, never a finding.

Fast is who makes one wait least for an answer. Tokens/s say the same only where
the answers are about as long, and long enough that reading the question is not
most of the time.
"""

from collections.abc import Sequence
from typing import Final

from core.advice.comparison import Candidate
from core.advice.wording import size_words

SPEED_NOTICED: Final = 1.05  # a smaller difference in speed is noise of the measurement
SHORT_ANSWER: Final = 20  # tokens; below, tokens/s tell how fast questions are read, not how fast answers are written
LENGTHS_ALIKE: Final = 1.25  # the longest mean answer against the shortest, for tokens/s to compare


def convenient_choice(candidates: Sequence[Candidate]) -> tuple[Candidate, str] | None:
    """Whom to take where quality separates nobody: the fastest, else the smallest, and the words for it.

    A choice of convenience, not a finding. Fast is who makes one wait least for
    an answer; tokens/s say the same only where the answers are about as long, and
    long enough that reading the question is not most of the time. None where
    nothing is known, or nothing differs.

    >>> a, b = Candidate("A", tokens_per_s=9), Candidate("B", tokens_per_s=14)
    >>> convenient_choice([a, b])[1]
    'the faster one (B, 14 tokens/s against 9)'
    """
    many = len(candidates) > 2
    fastest = _fastest(candidates)
    if fastest is not None:
        candidate, shown, other, unit = fastest
        against = "" if many else f" against {other}"
        told = ", ".join(filter(None, (candidate.name, candidate.made_from, f"{shown} {unit}{against}")))
        return candidate, f"the {'fastest' if many else 'faster'} one ({told})"
    sizes = [(c.size_bytes, c) for c in candidates if c.size_bytes]
    if len(sizes) == len(candidates) > 1:
        sizes.sort(key=lambda pair: pair[0])
        (least, smallest), (next_size, _) = sizes[0], sizes[1]
        if least < next_size:
            against = "" if many else f" against {size_words(next_size)}"
            told = ", ".join(filter(None, (smallest.name, smallest.made_from, f"{size_words(least)}{against}")))
            return smallest, f"the {'smallest' if many else 'smaller'} one ({told})"
    return None


def speeds_comparable(candidates: Sequence[Candidate]) -> bool:
    """Whether tokens/s compare these candidates: answers of about one length, and not of a few tokens only.

    >>> speeds_comparable([Candidate("A", tokens_per_answer=300), Candidate("B", tokens_per_answer=320)])
    True
    >>> speeds_comparable([Candidate("A", tokens_per_answer=3), Candidate("B", tokens_per_answer=320)])
    False
    """
    lengths = [c.tokens_per_answer for c in candidates if c.tokens_per_answer is not None]
    if len(lengths) < len(candidates):  # nothing is known against it
        return True
    return min(lengths) >= SHORT_ANSWER and max(lengths) <= LENGTHS_ALIKE * min(lengths)


def _fastest(candidates: Sequence[Candidate]) -> tuple[Candidate, str, str, str] | None:
    """The fastest, its figure, the next one's and their unit; None where speeds are unknown or about the same."""
    if speeds_comparable(candidates):
        speeds = [(c.tokens_per_s, c) for c in candidates if c.tokens_per_s]
        unit, sign = "tokens/s", -1
    else:
        speeds = [(c.seconds_per_question, c) for c in candidates if c.seconds_per_question]
        unit, sign = "s a question", 1
    if not len(speeds) == len(candidates) > 1:
        return None
    speeds.sort(key=lambda pair: sign * pair[0])
    (first, fastest), (second, _) = speeds[0], speeds[1]
    if max(first, second) < SPEED_NOTICED * min(first, second):
        return None
    return fastest, *_apart(first, second), unit


def _apart(first: float, second: float) -> tuple[str, str]:
    """Two speeds with as few decimals as tell them apart, and at least two figures."""
    for digits in range(0 if min(first, second) >= 5 else 1 if min(first, second) >= 0.5 else 2, 3):
        shown, other = f"{first:.{digits}f}", f"{second:.{digits}f}"
        if shown != other:
            break
    return shown, other
