"""How long a reading takes, beside that of an ordinary card in the same process: a ratio, since machines differ."""

import time
from collections.abc import Callable
from functools import cache

from core.cards.read_card import read_card

_ORDINARY = "# Lumen-7B\n\n" + "".join(
    "Lumen-7B answers questions and writes short programs. We trained it on text and code, and it was evaluated with "
    f"five examples.\n\n## Part {part}\n\n| Test | Lumen-7B | Rival-7B |\n|--|--|--|\n| MMLU | 63.1 | 60.2 |\n"
    "| GSM8K | 41.5 | 40.0 |\n\n"
    for part in range(75)
)


def seconds_of(run: Callable[[], object]) -> float:
    """Processor time, which other work on the machine changes least."""
    begun = time.process_time()
    run()
    return time.process_time() - begun


@cache
def _ordinary_s() -> float:
    read_card(_ORDINARY)  # what is known beforehand is loaded once
    return min(seconds_of(lambda: read_card(_ORDINARY)) for _ in range(3))


def ordinary_cards(run: Callable[[], object]) -> float:
    """How many ordinary cards of 18 kB could have been read meanwhile.

    One card of 200 kB takes ten to thirty; what grows with the square of its length takes hundreds.
    """
    return seconds_of(run) / _ordinary_s()
