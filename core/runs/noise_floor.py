"""A candidate against itself: how much of a gap chance alone can make.

The second run, the twin, asks the questions that the first one was asked, all
of them, with the choices in another order and another sampling seed. Its set is
cut to those questions, so that the draw cannot bring in others. The two are
matched by question, not by the question as asked: the order of choices is what
differs. A twin of a run that was extended since still speaks for the questions
that it was asked.
"""

from dataclasses import replace

from core.questions.draw import draw
from core.questions.question import QuestionSet
from core.runs.database import Database
from core.runs.projects import load_saved_question_set, questions_hash, save_question_set
from core.runs.queue import ensure_runner
from core.runs.records import Configuration, Run
from core.runs.run_rows import enqueue_run, load_run

SEED_STEP = 1  # the twin's seeds follow the run's own


def enqueue_twin(database: Database, run: Run, project_id: int | None = None) -> Run:
    """Queue the second run of the same candidate; one over the same questions is taken up again."""
    question_set = _same_questions(database, run)
    twin = enqueue_run(
        database,
        run.candidate,
        save_question_set(database, question_set),
        questions_hash(question_set),
        _other_sampling(run.configuration),
        use_case=run.use_case,
        draw_seed=run.draw_seed + SEED_STEP,
        n=len(question_set.questions),
        project_id=project_id,
    )
    database.write("UPDATE run SET twin_of = ? WHERE id = ?", (run.id, twin.id))
    return replace(twin, twin_of=run.id)


def start_twin(database: Database, run: Run, project_id: int | None = None) -> Run:
    """Queue it, and see that a runner works on it."""
    twin = enqueue_twin(database, run, project_id)
    ensure_runner(database)
    return twin


def find_twin(database: Database, run: Run) -> Run | None:
    """The latest second run of this run; None where there is none."""
    row = database.row("SELECT id FROM run WHERE twin_of = ? ORDER BY queued_at DESC LIMIT 1", (run.id,))
    return None if row is None else load_run(database, row["id"])


def varies_something(run: Run, question_set: QuestionSet) -> bool:
    """Whether a second run can differ at all: with greedy sampling and no choices nothing is left to chance."""
    return run.configuration.sampling.temperature > 0 or any(len(q.choices) > 1 for q in question_set.questions)


def _same_questions(database: Database, run: Run) -> QuestionSet:
    question_set = load_saved_question_set(database, run.question_set_id)
    asked = tuple(a.question for a in draw(question_set, run.n, run.draw_seed))
    return replace(question_set, name=f"{question_set.name} (noise floor)", questions=asked)


def _other_sampling(configuration: Configuration) -> Configuration:
    sampling = configuration.sampling
    return replace(configuration, sampling=replace(sampling, seed=sampling.seed + SEED_STEP))
