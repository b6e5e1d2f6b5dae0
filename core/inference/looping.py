"""Does an answer repeat itself?

Heavily compressed models often fall into writing one passage for ever. An
answer loops when its tail is the same stretch of tokens again and again. The
bar is high while there is budget left (a table's rule or a row of dots is no
loop) and lower at the cap, where nothing more can come.
"""

from collections.abc import Sequence

CHECK_EVERY = 16  # tokens between two checks
_LONGEST_PERIOD = 96
_TAIL = 640  # tokens looked at


def repeated_tail(tokens: Sequence[int]) -> tuple[int, int]:
    """(period, length) of the longest tail that repeats a stretch of at most 96 tokens.

    (1, 5) for 9 7 7 7 7 7; (0, 0) when nothing repeats. The period is the
    shortest one; the length counts the tail from its first repetition.

    Example:
        >>> repeated_tail([5, 1, 2, 1, 2, 1, 2])
        (2, 6)
    """
    tail = list(tokens[-_TAIL:])
    tail.reverse()
    best = (0, 0)
    for period in range(1, min(_LONGEST_PERIOD, len(tail) // 2) + 1):
        if tail[0] != tail[period]:
            continue
        length = period
        while length < len(tail) and tail[length] == tail[length - period]:
            length += 1
        if length >= 2 * period and length > best[1]:
            best = (period, length)
    return best


def is_looping(tokens: Sequence[int]) -> bool:
    """While the answer may still go on: eight repetitions that cover 128 tokens or more."""
    period, length = repeated_tail(tokens)
    return period > 0 and length >= max(8 * period, 128)


def ended_in_a_loop(tokens: Sequence[int]) -> bool:
    """At the cap: three repetitions of 24 tokens or more in all that fill at least half of the answer."""
    period, length = repeated_tail(tokens)
    return period > 0 and length >= max(3 * period, 24, len(tokens) / 2)
