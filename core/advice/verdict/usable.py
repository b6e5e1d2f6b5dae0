"""Whether the candidates can do the task at all: said before who of them is ahead."""

from collections.abc import Mapping, Sequence
from typing import Final

from core.advice.comparison import Score
from core.advice.wording import percent
from core.grading.outcome import MEASURED, Outcome

MOSTLY: Final = 0.5  # share of the measured answers from which on "no answer" is the main thing to say
HARDLY_ANY: Final = 0.15  # share right below which nothing is usable as it is
ENOUGH: Final = 20  # questions before that is said


def mostly_unread(outcomes: Mapping[Outcome, int]) -> bool:
    """Whether at least half of all answers were neither right nor wrong, for whatever reason.

    >>> mostly_unread({Outcome.NO_ANSWER: 10, Outcome.CUT_OFF: 20, Outcome.RIGHT: 20})
    True
    """
    read = outcomes.get(Outcome.RIGHT, 0) + outcomes.get(Outcome.WRONG, 0)
    return 2 * read <= sum(outcomes.values())


def mostly_silent(outcomes: Mapping[Outcome, int]) -> bool:
    """Whether at least half of the measured answers held no readable answer.

    >>> mostly_silent({Outcome.NO_ANSWER: 43, Outcome.RIGHT: 7}), mostly_silent({Outcome.RIGHT: 2})
    (True, False)
    """
    measured = sum(outcomes.get(outcome, 0) for outcome in MEASURED)
    return outcomes.get(Outcome.NO_ANSWER, 0) >= max(MOSTLY * measured, 1)


def find_usability_notes(
    outcomes: Mapping[str, Mapping[Outcome, int]], scores: Mapping[str, Score], guess_rate: float | None
) -> list[str]:
    """Sentences on candidates that give no answers, and on all of them failing; by name, shares as scores."""
    notes = [_silent(name, found) for name, found in outcomes.items() if mostly_silent(found)]
    if len(scores) == len(outcomes) and all(_fails(score, guess_rate) for score in scores.values()):
        notes.append(_none_usable(list(scores.values()), guess_rate))
    return notes


def _silent(name: str, outcomes: Mapping[Outcome, int]) -> str:
    measured = sum(outcomes.get(outcome, 0) for outcome in MEASURED)
    return (
        f"{name} gave no readable answer to {outcomes[Outcome.NO_ANSWER]} of {measured} questions: it may not follow "
        "the format, or is broken."
    )


def _fails(score: Score, guess_rate: float | None) -> bool:
    """Below what guessing gives even at the upper end of the interval, or hardly any right."""
    if score.right is None or score.n < ENOUGH:
        return False
    return score.value < HARDLY_ANY or (guess_rate is not None and score.high < guess_rate)


def _none_usable(scores: Sequence[Score], guess_rate: float | None) -> str:
    who = "Neither" if len(scores) == 2 else "None of them"
    best = max(scores, key=lambda score: score.value)
    guessing = f", guessing would give {percent(guess_rate)}" if guess_rate is not None else ""
    return (
        f"{who} is usable for this as it is: the best has {best.right} of {best.n} right{guessing}. Look at the "
        "answers: the questions may be too hard, or the format is not followed."
    )
