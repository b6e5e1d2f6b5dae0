"""Whether the candidates can do the task at all: said first, for who is ahead matters little where nobody can.

A candidate fails where hardly anything is right, or where the whole interval of
its score lies below what guessing gives; it does no better than guessing where
its score lies within two standard deviations of that. Beside one that fails, a
score that is hardly higher is no proof of the contrary. From few questions
only that hardly anything was right so far is said. Whom to take is then no
matter of convenience: nobody that fails is advised for being faster.
"""

from collections.abc import Mapping, Sequence
from math import ceil, floor
from typing import Final

from core.advice.comparison import NoneUsable, Score
from core.advice.evidence import ScoreKind
from core.advice.wording import percent, work_words
from core.grading.outcome import MEASURED, Outcome
from core.stats.graded import RATING
from core.stats.prior import near_guess_rate

MOSTLY: Final = 0.5  # share of the measured answers from which on "no answer" is the main thing to say
HARDLY_ANY: Final = 0.15  # share right below which nothing is usable as it is
ENOUGH: Final = 20  # questions before that is said
STILL_OPEN: Final = 0.10  # how far above that, or above guessing, a score may lie for more questions to be worth it
LARGER: Final = "Try a larger model or easier questions."
MORE: Final = "Ask more questions, or try a larger model."


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


def find_silent(outcomes: Mapping[str, Mapping[Outcome, int]]) -> list[str]:
    """A sentence for each candidate that mostly gives no readable answer, by name."""
    return [_silent(name, found) for name, found in outcomes.items() if mostly_silent(found)]


def fails(score: Score, kind: ScoreKind, guess_rate: float | None) -> bool:
    """Whether hardly anything is right, or, from 20 questions on, less than guessing gives, for sure.

    >>> fails(Score(0.06, 0.02, 0.16, 50, 3), ScoreKind.RIGHT_WRONG, None)
    True
    """
    below = guess_rate is not None and kind is ScoreKind.RIGHT_WRONG and score.n >= ENOUGH
    return _share(score.value, kind) < HARDLY_ANY or (below and score.high < (guess_rate or 0.0))


def find_none_usable(
    scores: Sequence[Score],
    kind: ScoreKind,
    guess_rate: float | None,
    use_case: str | None,
    *,
    all_silent: bool = False,
    of: int | None = None,
) -> NoneUsable | None:
    """What to say first where none of the candidates can do the task; None where one can.

    `all_silent`: all of them mostly give no readable answer. `of`: how many
    candidates there are, where more than those that have a score.

    >>> found = find_none_usable([Score(0.1, 0.04, 0.21, 50, 5)] * 2, ScoreKind.RIGHT_WRONG, None, "coding")
    >>> found.headline
    'Neither is usable for coding like this: at best 5 of 50 right (4 to 21 %, 95 % sure). Try a larger model or easier questions.'
    """  # noqa: E501
    failing = [fails(score, kind, guess_rate) for score in scores]
    guessing = [_guesses(score, kind, guess_rate) for score in scores]
    doubtful = [fail or guess or _doubtful(s, kind) for fail, guess, s in zip(failing, guessing, scores, strict=True)]
    if not any(failing + guessing) or not all(doubtful):
        return None
    best = max(scores, key=lambda score: score.value)
    who = _nobody(len(scores), of or len(scores))
    open_above = HARDLY_ANY
    if all(failing):
        found = f"{who} is usable for {work_words(use_case)}" if best.n >= ENOUGH else "Hardly anything right so far"
        further = LARGER if best.n >= ENOUGH else MORE
    else:
        found = f"{who} is seen to be usable for {work_words(use_case)}"
        if guess_rate is not None and all(f or g for f, g in zip(failing, guessing, strict=True)):
            open_above = guess_rate
            found = f"{who} is seen to do better than guessing ({percent(guess_rate)})"
        further = MORE if _share(best.high, kind) > open_above + STILL_OPEN else LARGER
    rate = None if open_above == guess_rate else guess_rate  # said already
    return NoneUsable(found, _at_best(best, kind), further, _look(all_silent, rate), further == MORE)


def _nobody(scored: int, of: int) -> str:
    if scored < of:
        return f"None of the {scored} that could be ranked"
    return "Neither" if of == 2 else f"None of the {of}"


def _at_best(score: Score, kind: ScoreKind) -> str:
    """The best score and where it may lie, without a sign: "at best 5 of 50 right (4 to 21 %, 95 % sure)"."""
    if kind is ScoreKind.RATING:
        return f"at best rated {score.value:.1f} of 5 ({score.low:.1f} to {score.high:.1f}, 95 % sure)"
    spread = f"({floor(100 * score.low)} to {ceil(100 * score.high)} %, 95 % sure)"
    if score.right is None:
        return f"at best {percent(score.value)} over {score.n} questions {spread}"
    return f"at best {score.right} of {score.n} right {spread}"


def _look(all_silent: bool, guess_rate: float | None) -> str:
    guessing = f"Guessing would give {percent(guess_rate)}. " if guess_rate else ""
    why = (
        "most hold none that can be read, so the format or the chat template is the first suspect."
        if all_silent
        else "the questions may be too hard, or the format is not followed."
    )
    return f"{guessing}Look at the answers before you decide: {why}"


def _silent(name: str, outcomes: Mapping[Outcome, int]) -> str:
    measured = sum(outcomes.get(outcome, 0) for outcome in MEASURED)
    return (
        f"{name} gave no readable answer to {outcomes[Outcome.NO_ANSWER]} of {measured} questions: it may not follow "
        "the format, or is broken."
    )


def _guesses(score: Score, kind: ScoreKind, guess_rate: float | None) -> bool:
    """Whether a score is not seen to lie above what guessing gives."""
    if guess_rate is None or kind is not ScoreKind.RIGHT_WRONG or score.n < ENOUGH:
        return False
    return score.value < guess_rate or near_guess_rate(score.value, score.value, guess_rate, score.n)


def _doubtful(score: Score, kind: ScoreKind) -> bool:
    """Whether a score is not seen to lie above that of one that fails."""
    return _share(score.low, kind) < HARDLY_ANY and _share(score.value, kind) < 2 * HARDLY_ANY


def _share(value: float, kind: ScoreKind) -> float:
    return (value - RATING.low) / RATING.range if kind is ScoreKind.RATING else value
