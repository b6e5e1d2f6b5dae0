"""The answers behind a decision: the questions that one side won or neither solved, and the answers that were neither
right nor wrong.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from core.advice.comparison import PairVerdict
from core.advice.verdict.decision import Decision
from core.grading.outcome import Outcome
from core.questions.question import AskedQuestion
from core.runs.records import Answer

_RIGHT_OR_WRONG = (Outcome.RIGHT, Outcome.WRONG)


@dataclass(frozen=True)
class Difference:
    """A question that one side got right and the other did not, or neither."""

    asked: AskedQuestion
    expected: str
    winner: str  # "" where neither solved it
    a: Answer
    b: Answer


@dataclass(frozen=True)
class OddAnswer:
    """An answer that is neither right nor wrong, with what was asked."""

    name: str  # of the contestant
    asked: AskedQuestion
    answer: Answer


def find_differences(decision: Decision, pair: PairVerdict) -> list[Difference]:
    """The questions that decided a pair: whoever won them, first those of A."""
    return [
        *_put_together(decision, pair, pair.only_a_ids, pair.a.name),
        *_put_together(decision, pair, pair.only_b_ids, pair.b.name),
    ]


def find_unsolved(decision: Decision, pair: PairVerdict) -> list[Difference]:
    """The questions that neither of a pair solved, in the order of the draw: too hard, or with a wrong key."""
    a, b = decision.contestant(pair.a.name).answers, decision.contestant(pair.b.name).answers
    keys = [key for key, answer in a.items() if key in b and answer.grade.score == 0 == b[key].grade.score]
    return _put_together(decision, pair, keys, "")


def find_odd_answers(decision: Decision) -> list[OddAnswer]:
    """Every answer that is neither right nor wrong, in the order of the contestants and of the draw."""
    questions = {q.id: q for q in decision.question_set.questions}
    return [
        OddAnswer(contestant.name, AskedQuestion(question, answer.choice_order), answer)
        for contestant in decision.contestants
        for answer in contestant.answers.values()
        if answer.grade.outcome not in _RIGHT_OR_WRONG and (question := questions.get(answer.question_id)) is not None
    ]


def _put_together(decision: Decision, pair: PairVerdict, keys: Sequence[str], winner: str) -> list[Difference]:
    a, b = decision.contestant(pair.a.name).answers, decision.contestant(pair.b.name).answers
    questions = {q.id: q for q in decision.question_set.questions}
    found = []
    for key in keys:
        question = questions.get(a[key].question_id)
        if question is not None:
            asked = AskedQuestion(question, a[key].choice_order)
            found.append(Difference(asked, _expected(asked), winner, a[key], b[key]))
    return found


def _expected(asked: AskedQuestion) -> str:
    if asked.question.choices:
        return ", ".join(f"{letter}) {asked.shown_choices[ord(letter) - 65]}" for letter in asked.target_letters)
    return " or ".join(asked.question.target)
