"""Corrected keys and graders reach the answers that are saved, without a model.

An answer belongs to a question as it was asked: its id, its text and its
choices. Key, options, grader, tags and group may change afterwards; a run's own
set takes them over from a newer set wherever a question was asked alike. What
was asked otherwise stays as the run had it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.questions.banks import load_bank
from core.questions.question import Question, QuestionSet
from core.runs.answer_rows import load_answered_ids
from core.runs.database import Database
from core.runs.evaluation import regrade
from core.runs.projects import load_question_sets_named, load_saved_question_set
from core.runs.records import ACTIVE_STATES, Run


@dataclass(frozen=True)
class Regraded:
    runs: int  # graded again
    answers: int  # in them
    changed: int  # outcomes or scores that are others now
    active: int  # runs left alone, since they go on


def correct_set(asked: QuestionSet, newer: QuestionSet) -> QuestionSet:
    """`asked` with the keys and graders of `newer`, wherever the same thing was asked.

    Few-shot examples, system text and name stay: they belong to what was asked.
    """
    newest = {question.id: question for question in newer.questions}
    return replace(asked, questions=tuple(_corrected(q, newest.get(q.id)) for q in asked.questions))


def find_to_correct(database: Database, newer: QuestionSet, runs: Sequence[Run]) -> list[tuple[Run, QuestionSet, int]]:
    """Each run that `newer` corrects, its corrected set, and how many of its answers are touched."""
    found = []
    for run in runs:
        own = load_saved_question_set(database, run.question_set_id)
        corrected = correct_set(own, newer)
        if corrected == own:
            continue
        answered = load_answered_ids(database, run.id)
        pairs = zip(own.questions, corrected.questions, strict=True)
        touched = sum(old != new and old.id in answered for old, new in pairs)
        if touched:
            found.append((run, corrected, touched))
    return found


def correct_runs(database: Database, newer: QuestionSet, runs: Sequence[Run]) -> Regraded:
    """Grade the answers of the runs that `newer` corrects again. Code answers are run again."""
    return _regrade_all(database, [(run, corrected) for run, corrected, _ in find_to_correct(database, newer, runs)])


def regrade_with_newest(database: Database, runs: Sequence[Run]) -> Regraded:
    """Grade saved answers with today's graders and the newest keys.

    The newest key of a question is that of the last saved set of the same name
    that asks it alike, or that of the bank as it is now.
    """
    return _regrade_all(database, [(run, _newest(database, run)) for run in runs])


def _newest(database: Database, run: Run) -> QuestionSet:
    own = load_saved_question_set(database, run.question_set_id)
    if run.use_case is not None:
        bank = load_bank(run.use_case, with_ratings=True)
        if own.name == bank.name and own.source == bank.source:
            return correct_set(own, bank)
    corrected = own
    for saved in reversed(load_question_sets_named(database, own.name)):
        corrected = correct_set(corrected, saved)
    return corrected


def _regrade_all(database: Database, pairs: Sequence[tuple[Run, QuestionSet]]) -> Regraded:
    ended = [(run, question_set) for run, question_set in pairs if run.state not in ACTIVE_STATES]
    return Regraded(
        runs=len(ended),
        answers=sum(run.answered for run, _ in ended),
        changed=sum(regrade(database, run.id, question_set) for run, question_set in ended),
        active=len(pairs) - len(ended),
    )


def _corrected(asked: Question, newer: Question | None) -> Question:
    if newer is None or (newer.input, newer.choices) != (asked.input, asked.choices):
        return asked
    return newer
