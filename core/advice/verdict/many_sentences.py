"""The sentences of a verdict on several candidates: who to take, and who may be the best.

One name only with its probability of being the best; otherwise the set that
holds the best, and a choice of convenience within it.
"""

from collections.abc import Sequence
from typing import Final

from core.advice.comparison import Candidate, PairVerdict, Score
from core.advice.verdict.convenience import convenient_choice
from core.advice.verdict.ranking import Ranked
from core.advice.wording import confidence_words, join_names, percent, settle_words, work_words

# Trials on four public banks of answers, 20–250 questions, 3 to 6 models within 10 points (tests/bench/calibration.py).
WINNER_RECORD: Final = (
    "On real banks a winner named among 3 to 6 close models was the best on the whole bank in 98 of 100 trials, and on "
    "the questions not asked in 87 of 100."
)


def say_winner(winner: Candidate | None, best: Sequence[Candidate], use_case: str | None) -> str:
    if winner is not None:
        return f"Use {winner.called} for {work_words(use_case)}."
    convenient = convenient_choice(best)
    if convenient is None:
        return f"No single winner: choose among {join_names([c.called for c in best])} by memory, speed or licence."
    return f"No single winner: take {convenient[1]} of those that may be the best."


def say_why(
    ranked: Sequence[Ranked], winner: Candidate | None, best: Sequence[Candidate], pairs: Sequence[PairVerdict]
) -> list[str]:
    first, second, last = ranked[0], ranked[1], ranked[-1]
    counted = f"{first.candidate.name} {_scored(first.score)}, {second.candidate.name} {_shown(second.score)}"
    behind = f", the last of the {len(ranked)} ({last.candidate.name}) {_shown(last.score)}" if len(ranked) > 2 else ""
    said = [f"{counted}{behind}."]
    if winner is not None:
        p = next(r.p_best for r in ranked if r.candidate == winner)
        said.append(f"It is the best of the {len(ranked)} with {confidence_words(p)}. No more questions needed.")
        return said
    names = join_names([c.name for c in best])
    rest = len(ranked) - len(best)
    left_out = (
        "" if not rest else "; the other one can be left out" if rest == 1 else f"; the other {rest} can be left out"
    )
    said.append(f"With 95 % the best of them is {names}{left_out}.")
    between = next((p for p in pairs if {p.a.name, p.b.name} == {first.candidate.name, second.candidate.name}), None)
    if between is not None and between.more_questions:
        offer = next((m for m in between.more_questions if m.chance >= 0.5), between.more_questions[-1])
        said.append(
            f"{offer.more} more questions {settle_words(offer.chance)} between {first.candidate.name} "
            f"and {second.candidate.name}."
        )
    if convenient_choice(best) is not None:
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
