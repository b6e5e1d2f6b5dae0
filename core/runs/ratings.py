"""Open answers wait for a person: blind, shuffled, one at a time.

The answers to one question come one after the other, so that they are judged
by the same measure; which model wrote which is drawn by a seed that is stored
with the project, and not shown. Every rating is a grade of its own: taking one
back adds a grade, so the record keeps what was thought first.
"""

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.grading.graders import grade_by_hand
from core.grading.outcome import Grade, Outcome
from core.questions.question import AskedQuestion, Question
from core.runs.answer_rows import add_grade, load_answers
from core.runs.database import Database
from core.runs.grades import grade_reply, saved_reply
from core.runs.projects import load_preference, load_saved_question_set, save_preference
from core.runs.records import Answer, Project, Run
from core.runs.run_rows import load_runs

RATING = "rating"


@dataclass(frozen=True)
class OpenAnswer:
    run_id: str
    question: Question
    text: str  # the reply without its thinking, as it is to be rated
    answer: Answer


@dataclass(frozen=True)
class RatingQueue:
    waiting: tuple[OpenAnswer, ...]  # in the order in which they are shown
    rated: int
    last_rated: OpenAnswer | None  # what `take_back` would put into the queue again

    @property
    def total(self) -> int:
        return len(self.waiting) + self.rated


def load_rating_queue(database: Database, project: Project) -> RatingQueue:
    """The open answers of the project's runs; the same order at every call.

    Empty replies and those that were cut off are not in it: they are graded already.
    """
    seed = rating_seed(database, project.id)
    waiting: list[OpenAnswer] = []
    rated: dict[tuple[str, str], OpenAnswer] = {}
    for run in load_runs(database, project.id):
        questions = {q.id: q for q in load_saved_question_set(database, run.question_set_id).questions}
        for answer in load_answers(database, run.id):
            question = questions.get(answer.question_id)
            if question is None or answer.grade.grader != RATING:
                continue
            found = OpenAnswer(run.id, question, answer.grade.read or "", answer)
            if answer.grade.outcome is Outcome.UNRATED:
                waiting.append(found)
            elif answer.grade.measured and answer.grade.read is not None:
                rated[run.id, question.id] = found
    waiting.sort(key=lambda one: (_rank(seed, one.question.id), _rank(seed, one.question.id, one.run_id)))
    return RatingQueue(tuple(waiting), len(rated), _newest(database, project.id, rated))


def rate(database: Database, waiting: OpenAnswer, stars: int) -> Grade:
    """Keep a rating from 1 to 5. Raises GradingError for another number."""
    grade = grade_by_hand(_asked(waiting), waiting.answer.text, stars)
    add_grade(database, waiting.run_id, waiting.question.id, grade)
    return grade


def take_back(database: Database, rated: OpenAnswer) -> None:
    """The answer waits again; its rating stays in the record."""
    waiting = grade_reply(_asked(rated), saved_reply(rated.answer), None)
    add_grade(database, rated.run_id, rated.question.id, replace(waiting, why="The rating was taken back."))


def rating_seed(database: Database, project_id: int) -> int:
    """Drawn once for each project, and stored."""
    name = f"rating_seed_{project_id}"
    saved = load_preference(database, name)
    if saved is None:
        saved = str(random.SystemRandom().randrange(2**31))
        save_preference(database, name, saved)
    return int(saved)


def count_waiting(database: Database, runs: Sequence[Run]) -> int:
    """How many answers of these runs wait for a rating."""
    return sum(answer.grade.outcome is Outcome.UNRATED for run in runs for answer in load_answers(database, run.id))


def _newest(database: Database, project_id: int, rated: dict[tuple[str, str], OpenAnswer]) -> OpenAnswer | None:
    """Of the answers with a rating, the one that was rated last."""
    rows = database.rows(
        """SELECT MAX(grade.id) AS newest, grade.run_id, question_id FROM grade
           JOIN project_run ON project_run.run_id = grade.run_id
           WHERE project_id = ? AND grader = ? GROUP BY grade.run_id, question_id ORDER BY newest DESC""",
        (project_id, RATING),
    )
    return next((rated[key] for row in rows if (key := (row["run_id"], row["question_id"])) in rated), None)


def _asked(waiting: OpenAnswer) -> AskedQuestion:
    return AskedQuestion(waiting.question, waiting.answer.choice_order)


def _rank(seed: int, *parts: str) -> str:
    return hashlib.sha256("\x1f".join((str(seed), *parts)).encode("utf-8", "surrogatepass")).hexdigest()
