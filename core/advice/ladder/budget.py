"""How many tokens an answer should be allowed where too many were cut off.

A run's budget is part of what it is: with another one every rung is asked
anew, and the runs with the smaller budget stay in the store.
"""

from collections.abc import Iterable
from typing import Final

from core.grading.outcome import Outcome
from core.questions.prompt import default_max_tokens
from core.questions.question import QuestionSet
from core.runs.answer_rows import load_answers
from core.runs.database import Database
from core.runs.records import Configuration, Run
from core.stats.paired import MOST_NOT_MEASURED

MOST_TOKENS: Final = 32_768


def find_larger_budget(
    database: Database, runs: Iterable[Run], question_set: QuestionSet, configuration: Configuration
) -> int | None:
    """Twice the largest budget in use, where more than a tenth of a rung's answers were cut off; else None."""
    if not any(_is_cut_short(database, run) for run in runs):
        return None
    used = configuration.max_tokens or max(map(default_max_tokens, question_set.questions), default=512)
    larger = min(2 * used, MOST_TOKENS)
    return larger if larger > used else None


def _is_cut_short(database: Database, run: Run) -> bool:
    outcomes = [answer.grade.outcome for answer in load_answers(database, run.id)]
    return outcomes.count(Outcome.CUT_OFF) > MOST_NOT_MEASURED * len(outcomes)
