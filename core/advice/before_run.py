"""What to say before a run: what so many questions can tell apart, and for which purpose how many.

The number depends on the purpose. The shares come from MDAD before any data
(30 % of the questions discordant) and from planning; see core/stats.
"""

from dataclasses import dataclass
from enum import StrEnum

from core.stats.paired import mdad_before_data
from core.stats.planning import questions_for_gap


class AimKind(StrEnum):
    ROUGH_LEVEL = "rough level"
    CLEAR_CHOICE = "clear choice"
    CLOSE_CANDIDATES = "close candidates"
    SMALL_GAINS = "small gains"


@dataclass(frozen=True)
class Aim:
    """A purpose and the number of questions that serves it."""

    kind: AimKind
    label: str
    n: int
    because: str


AIMS = (
    Aim(
        AimKind.CLEAR_CHOICE,
        "Choose between models that may differ clearly",
        50,
        "50 questions tell apart models about 7 points apart.",
    ),
    Aim(
        AimKind.ROUGH_LEVEL,
        "Get a rough level of one model",
        25,
        "25 questions show whether a model is usable; they rank nothing closer than about 9 points.",
    ),
    Aim(
        AimKind.CLOSE_CANDIDATES,
        "Choose between close candidates, or quantizations",
        250,
        "250 questions tell apart about 3 points. With 25, more than half of the comparisons "
        "between close models can come out the wrong way.",
    ),
    Aim(
        AimKind.SMALL_GAINS,
        "Find the best of many, or follow small gains over time",
        500,
        "Small differences need many questions: 5 points at 95 % about 360, 3 points about 940.",
    ),
)


@dataclass(frozen=True)
class BeforeRun:
    """What a test of n questions can do, in numbers and in a sentence."""

    n: int
    mdad: float  # share
    n_for_5_points: int
    sentence: str


def plan_run(n: int, bank_size: int | None = None) -> BeforeRun:
    """What n questions can tell apart. Raises NotEnoughData below two questions.

    >>> plan_run(50).sentence
    '50 questions can tell apart models about 7 points apart: they would rank them rightly 8 times in 10.'
    """
    mdad = mdad_before_data(n)
    sentence = (
        f"{n} questions can tell apart models about {100 * mdad:.0f} points apart: "
        "they would rank them rightly 8 times in 10."
    )
    if bank_size is not None and n >= bank_size:
        sentence += f" The set holds {bank_size}; more than that needs more questions."
    return BeforeRun(n, mdad, questions_for_gap(0.05), sentence)


def duration_words(seconds: float | None) -> str:
    """A duration as a person would say it.

    >>> duration_words(8), duration_words(130), duration_words(5400)
    ('8 seconds', '2 minutes', '1.5 hours')
    """
    if seconds is None:
        return "unknown"
    if seconds < 90:
        return f"{max(seconds, 1):.0f} second{'' if round(max(seconds, 1)) == 1 else 's'}"
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} minutes"
    return f"{seconds / 3600:.1f} hours"
