"""The sentences of a verdict on several candidates: who to take, and who may be the best.

One name only with its probability of being the best; otherwise the set that
holds the best, and a choice of convenience within it among those that can do the
task. Where nobody can, that comes first, and nothing is said of how to tell them apart.
"""

from collections.abc import Sequence
from typing import Final

from core.advice.comparison import Candidate, NoneUsable, PairVerdict, Score
from core.advice.verdict.convenience import convenient_choice
from core.advice.verdict.ranking import Ranked
from core.advice.wording import confidence_words, join_names, percent, settle_words, work_words

# Trials on four public banks of answers, 20–250 questions, 3 to 6 models within 10 points (tests/bench/calibration.py).
WINNER_RECORD: Final = (
    "On real banks a winner named among 3 to 6 close models was the best on the whole bank in 98 of 100 trials, and on "
    "the questions not asked in 87 of 100."
)


def say_winner(
    winner: Candidate | None,
    best: Sequence[Candidate],
    fit: Sequence[Candidate],
    use_case: str | None,
    none_usable: NoneUsable | None = None,
) -> str:
    """The action; of those that may be the best, `fit` can do the task."""
    if none_usable is not None:
        return none_usable.headline
    if winner is not None:
        return f"Use {winner.called} for {work_words(use_case)}."
    if len(fit) == 1:
        return (
            f"No single winner: take {fit[0].called}, for the others that may be the best solve too little to be used."
        )
    convenient = convenient_choice(fit)
    if convenient is None:
        return f"No single winner: choose among {join_names([c.called for c in fit])} by memory, speed or licence."
    enough = "" if len(fit) == len(best) else " and solve enough to be used"
    return f"No single winner: take {convenient[1]} of those that may be the best{enough}."


def say_why(
    ranked: Sequence[Ranked],
    winner: Candidate | None,
    best: Sequence[Candidate],
    pairs: Sequence[PairVerdict],
    none_usable: NoneUsable | None = None,
) -> list[str]:
    """What was counted, who may be the best, what more questions would do."""
    first, second, last = ranked[0], ranked[1], ranked[-1]
    counted = f"{first.candidate.name} {_scored(first.score)}, {second.candidate.name} {_shown(second.score)}"
    behind = f", the last of the {len(ranked)} ({last.candidate.name}) {_shown(last.score)}" if len(ranked) > 2 else ""
    said = [*([none_usable.reason] if none_usable else []), f"{counted}{behind}."]
    if winner is not None:
        p = next(r.p_best for r in ranked if r.candidate == winner)
        who, further = (winner.name, "") if none_usable else ("It", " No more questions needed.")
        said.append(f"{who} is the best of the {len(ranked)} with {confidence_words(p)}.{further}")
        return said
    names = join_names([c.name for c in best])
    rest = len(ranked) - len(best)
    left_out = (
        "" if not rest else "; the other one can be left out" if rest == 1 else f"; the other {rest} can be left out"
    )
    said.append(f"With 95 % the best of them is {names}{left_out}.")
    if none_usable:
        return said
    between = next((p for p in pairs if {p.a.name, p.b.name} == {first.candidate.name, second.candidate.name}), None)
    if between is not None and between.more_questions:
        offer = next((m for m in between.more_questions if m.chance >= 0.5), between.more_questions[-1])
        said.append(
            f"{offer.more} more questions {settle_words(offer.chance)} between {first.candidate.name} "
            f"and {second.candidate.name}."
        )
    if convenient_choice([r.candidate for r in ranked if r.candidate in best and not r.fails]) is not None:
        said.append("Taking it is a choice of convenience, not a finding.")
    return said


def _scored(score: Score) -> str:
    if score.right is not None:
        return f"solved {score.right} of {score.n}"
    return f"scored {_shown(score)} on average over {score.n} questions"


def _shown(score: Score) -> str:
    if score.right is not None:
        return str(score.right)
    return f"{score.value:.1f}" if score.high > 1 else percent(score.value)
