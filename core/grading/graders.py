"""From a reply to a grade.

    reply ── thinking split off ── run-on cut ── read by the grader ── compared with the target

`GRADERS` is the table of all graders: what each reads, which options it knows,
and its version. What is the same for all of them (what a finish reason means,
what a grade records) happens in `grade`, which is pure: an answer that was
kept can be graded again, after a key or a grader was corrected, without the
model. A change in what a grader reads or accepts is a new version here.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from core.errors import GradingError
from core.grading import choice, code_grader, code_tests, constraints, json_shape, number_match, rating, text_match
from core.grading.answer import Answer, Verdict, no_answer
from core.grading.final_answer import find_places
from core.grading.loops import find_loop
from core.grading.markup import parse_plain
from core.grading.outcome import Grade, Outcome
from core.grading.repeated import without_repeated_prompt
from core.grading.sandbox.contract import Sandbox
from core.grading.thinking import SplitAnswer, split_thinking
from core.inference.exchange import FinishReason, Reply
from core.questions.question import LETTERS, AskedQuestion, Question


@dataclass(frozen=True)
class Grader:
    version: int
    grade: Callable[[Answer], Verdict]
    check: Callable[[Question], list[str]]  # what is wrong with the question, in sentences
    options: frozenset[str] = frozenset()  # the options it knows
    commits: bool = False  # it reads the one answer that a reply commits to
    is_complete: Callable[[str, Question], bool] | None = None  # whether a text is a whole answer, whatever follows it


GRADERS: Mapping[str, Grader] = MappingProxyType(
    {
        "choice": Grader(8, choice.grade_choice, choice.check_choice, commits=True),
        "number": Grader(7, number_match.grade_number, number_match.check_number, number_match.OPTIONS, commits=True),
        "exact": Grader(7, text_match.grade_exact, text_match.check_exact, frozenset({"case"}), commits=True),
        "contains": Grader(
            4,
            text_match.grade_contains,
            text_match.check_contains,
            frozenset({"all", "none_of", "case", "whole_words"}),
        ),
        "regex": Grader(2, text_match.grade_regex, text_match.check_regex, frozenset({"pattern", "flags"})),
        "json": Grader(2, json_shape.grade_json, json_shape.check_json, json_shape.OPTIONS),
        "constraints": Grader(4, constraints.grade_constraints, constraints.check_constraints, frozenset({"rules"})),
        "code": Grader(
            5, code_grader.grade_code, code_grader.check_code, code_tests.OPTIONS, is_complete=code_grader.is_complete
        ),
        "rating": Grader(1, rating.grade_unrated, rating.check_rating, rating.OPTIONS),
    }
)
_HALF_PAIR = re.compile(r"[\ud800-\udfff]")
_MOST_READ = 400_000  # signs of a reply in which the one answer is looked for: its beginning and its end
_SCORES = {Outcome.RIGHT: 1.0, Outcome.WRONG: 0.0, Outcome.NO_ANSWER: 0.0}


def find_grader(name: str) -> Grader:
    """The grader of that name. Raises GradingError for one that is unknown."""
    if name not in GRADERS:
        raise GradingError(f"There is no grader {name!r}: use one of {', '.join(GRADERS)}.")
    return GRADERS[name]


def grade(asked: AskedQuestion, text: str, finish_reason: FinishReason, *, sandbox: Sandbox | None = None) -> Grade:
    """What the reply `text`, which ended for `finish_reason`, is worth.

    `sandbox` is needed by the code grader only. Raises GradingError when the
    question's grader is unknown or its key or options make no sense.

    >>> from core.questions.question import GraderSpec
    >>> question = Question("q1", "3 + 2?", ("5",), GraderSpec("number"))
    >>> grade(AskedQuestion(question), "3 + 2 = **5**", FinishReason.STOP).outcome
    <Outcome.RIGHT: 'right'>
    """
    grader = find_grader(asked.question.grader.name)
    verdict = _unasked(text, finish_reason) or _judged(asked, text, finish_reason, grader, sandbox)
    return _grade(asked.question, grader, verdict)


def grade_loglikelihood(asked: AskedQuestion, reply: Reply) -> Grade:
    """The grade of a choice question that was answered by comparing the options, in the order shown.

    The option with the highest log-likelihood is the answer. Two that tie for
    it are no answer.
    """
    grader = find_grader("choice")
    verdict = _unasked(reply.text, reply.finish_reason) or _likeliest(asked, reply)
    return _grade(asked.question, grader, verdict)


def grade_by_hand(asked: AskedQuestion, text: str, stars: int) -> Grade:
    """The grade of an open answer that a person rated from 1 to 5."""
    answer = split_thinking(text).answer
    return _grade(asked.question, find_grader("rating"), rating.rate(asked.question, answer, stars))


def _unasked(text: str, finish_reason: FinishReason) -> Verdict | None:
    if finish_reason is FinishReason.DID_NOT_FIT:
        return Verdict(Outcome.DID_NOT_FIT, None, "The prompt and the room for its answer are longer than n_ctx.")
    if finish_reason is FinishReason.FAILED:
        reason = f": {text.strip().rstrip('.')}." if text.strip() else "."
        return Verdict(Outcome.COULD_NOT_RUN, None, f"The model could not be asked{reason}")
    return None


def _judged(
    asked: AskedQuestion, text: str, finish_reason: FinishReason, grader: Grader, sandbox: Sandbox | None
) -> Verdict:
    _refuse_broken(asked.question, grader)
    budget_ended = finish_reason is FinishReason.LENGTH
    split = split_thinking(text)
    whole = split.answer
    if grader.commits and len(whole) > _MOST_READ:
        whole = f"{whole[: _MOST_READ // 2]}\n{whole[-_MOST_READ // 2 :]}"
    own = without_repeated_prompt(whole, asked.question)
    answer = Answer(asked, own, complete=not budget_ended, sandbox=sandbox)
    if not answer.run_on.turn:
        why = "The reply only repeats the question." if split.answer.strip() and not own else _why_empty(split)
        return _cut_off(split) if budget_ended else _nothing(grader, why)
    if finish_reason is FinishReason.LOOP and answer.run_on.sign is None:
        return _said_in_loop(answer, grader) or _nothing(grader, "The model repeated itself until it was stopped.")
    verdict = grader.grade(answer)
    if budget_ended and not answer.ended and not verdict.clear:
        return Verdict(Outcome.CUT_OFF, verdict.read, "The token budget ended before the answer did. Raise max_tokens.")
    return verdict


def _said_in_loop(answer: Answer, grader: Grader) -> Verdict | None:
    """The verdict on an answer that stands before a loop, or is itself what is repeated; None where there is none."""
    loop = find_loop(answer.text)
    if loop is None:
        return None
    if grader.is_complete and grader.is_complete(loop.before, answer.question):
        text = loop.before
    # Twice, since a turn of the loop may begin in the middle of the place; one place a turn, or it takes itself back.
    elif grader.commits and 1 <= len(find_places(parse_plain(loop.unit * 2))) <= 2:
        text = loop.head
    else:
        return None
    verdict = grader.grade(replace(answer, text=text))
    if verdict.read is None:
        return None
    return replace(verdict, why=f"{verdict.why} It repeated itself after that until it was stopped.")


def _refuse_broken(question: Question, grader: Grader) -> None:
    if problems := grader.check(question):
        raise GradingError(" ".join(problems))


def _why_empty(split: SplitAnswer) -> str:
    if not split.closed:
        return "The reply is all thinking; it never came to an answer."
    return "Nothing follows the thinking." if split.thinking else "The reply is empty."


def _cut_off(split: SplitAnswer) -> Verdict:
    if split.closed:
        return Verdict(Outcome.CUT_OFF, None, "The token budget ended before an answer began. Raise max_tokens.")
    why = "The token budget ended in the middle of the thinking. Raise max_tokens or turn thinking off."
    return Verdict(Outcome.CUT_OFF, None, why)


def _nothing(grader: Grader, why: str) -> Verdict:
    if grader is GRADERS["rating"]:
        return Verdict(Outcome.NO_ANSWER, None, why, score=float(rating.LOWEST))
    return no_answer(why)


def _likeliest(asked: AskedQuestion, reply: Reply) -> Verdict:
    values, shown = reply.loglikelihoods, asked.shown_choices
    if len(values) != len(shown):
        raise GradingError(f"The question has {len(shown)} options, the reply {len(values)} log-likelihoods.")
    best = max(values)
    winners = [LETTERS[i] for i, value in enumerate(values) if value == best]
    if len(winners) != 1:
        return no_answer(
            f"The options {' and '.join(winners)} are equally likely." if winners else "No option has one."
        )
    runner_up = max(value for value in values if value != best)
    how = f"{winners[0]} is the likeliest option (log-likelihood {best:.2f}, the next {runner_up:.2f})"
    return choice.compare_letter(asked, winners[0], how, "", clear=True)


def _grade(question: Question, grader: Grader, verdict: Verdict) -> Grade:
    score = verdict.score if verdict.score is not None else _SCORES.get(verdict.outcome)
    read = None if verdict.read is None else _storable(verdict.read)
    return Grade(verdict.outcome, score, read, _storable(verdict.why), question.grader.name, grader.version)


def _storable(text: str) -> str:
    """Without half surrogate pairs, which JSON and code can write (a cut "\\ud83d") and no store can hold."""
    return _HALF_PAIR.sub("\ufffd", text)
