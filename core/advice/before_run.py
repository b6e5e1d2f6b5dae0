"""What to say before a run: what so many questions can tell apart, and for which purpose how many.

Purpose before number: a rough level needs 10 to 25 questions, a choice between
models that may differ clearly about 50, everything finer 250 or more. The
shares come from MDAD before any data (30 % of the questions discordant) and
from planning; see core/stats. With few questions the two models often tie, and
a tie ranks nobody: where that matters the gap is given as a range, from ties
counted half to ties counted as wrong (the published rule).
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from core.stats.paired import mdad_before_data
from core.stats.planning import questions_for_gap

_TIES_MATTER = 0.015  # share
SURE_ENOUGH: Final = "for an even chance to be 95 % sure"  # what every number of questions before a run is for


class AimKind(StrEnum):
    ROUGH_LEVEL = "rough level"
    CLEAR_CHOICE = "clear choice"
    CLOSE_CANDIDATES = "close candidates"
    SMALL_GAINS = "small gains"
    GOOD_ENOUGH = "good enough"


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
        "50 random questions tell apart models about 7 points apart.",
    ),
    Aim(
        AimKind.ROUGH_LEVEL,
        "Get a rough level of one model",
        25,
        "10 to 25 questions show whether a model is usable. They rank little: ten random questions tell apart "
        "models about 20 points apart, 25 about 10 to 12.",
    ),
    Aim(
        AimKind.CLOSE_CANDIDATES,
        "Choose between close candidates, or quantizations",
        250,
        "250 questions tell apart about 3 points. With 10 to 25, more than half of the comparisons "
        "between close models can come out the wrong way.",
    ),
    Aim(
        AimKind.SMALL_GAINS,
        "Find the best of many, or follow small gains over time",
        500,
        "250 or more: 5 points take about 360 questions in all for an even chance to be 95 % sure, 3 points about 940.",
    ),
)


def aims_for(reference: str | None, bank_size: int) -> tuple[Aim, ...]:
    """The purposes that a set of so many questions can serve, the first the usual one.

    `reference` is the least compressed file where all candidates are files of
    one model: then the question is whether a smaller one is good enough.

    >>> [aim.kind.value for aim in aims_for("Q8_0", 300)]
    ['good enough', 'clear choice', 'rough level', 'close candidates']
    >>> [aim.n for aim in aims_for(None, 100)]
    [50, 25]
    """
    offered: tuple[Aim, ...] = AIMS
    if reference is not None:
        because = (
            "250 questions often show that less than 3 points are lost, 50 rarely do. The reference is the least "
            "compressed of your files."
        )
        label = f"See whether a smaller file is good enough, against {reference}"
        offered = (Aim(AimKind.GOOD_ENOUGH, label, 250, because), *AIMS)
    return tuple(aim for aim in offered if aim.n <= bank_size) or AIMS[:1]


@dataclass(frozen=True)
class BeforeRun:
    """What a test of n questions can do, in numbers and in a sentence."""

    n: int
    mdad: float  # share
    sentence: str
    warning: str | None = None  # that small gaps need more questions than these


def plan_run(n: int, bank_size: int | None = None) -> BeforeRun:
    """What n questions can tell apart. Raises NotEnoughData below two questions.

    >>> plan_run(50).sentence
    '50 questions can tell apart models about 7 points apart: they would rank them rightly 8 times in 10.'
    """
    mdad, ties_wrong = mdad_before_data(n), mdad_before_data(n, strict=True)
    points = f"about {100 * mdad:.0f}" if mdad >= 0.02 else f"about {100 * mdad:.1f}"
    if ties_wrong - mdad > _TIES_MATTER:
        points = f"{100 * mdad:.0f} to {100 * ties_wrong:.0f}"
    sentence = f"{n} questions can tell apart models {points} points apart: they would rank them rightly 8 times in 10."
    if bank_size is not None and n >= bank_size:
        sentence += f" The set holds {bank_size}: write or draw more to ask more."
    for_5, for_3 = questions_for_gap(0.05), questions_for_gap(0.03)
    warning = None
    if n < for_3:
        few = f"a gap of 5 points takes about {round_up(for_5)} questions in all, " if n < for_5 else ""
        warning = f"Small gaps need more: {SURE_ENOUGH}, {few}a gap of 3 points takes about {round_up(for_3)}."
    return BeforeRun(n, mdad, sentence, warning)


def round_up(questions: int) -> int:
    """To the next ten: a plan is no more precise than that.

    >>> round_up(358)
    360
    """
    return -(-questions // 10) * 10


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
