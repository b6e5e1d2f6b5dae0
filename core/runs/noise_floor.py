"""A candidate against itself: how much of a gap chance alone can make.

The second run asks the questions that the first one was asked, all of them,
with the choices in another order and another sampling seed. Its set is cut to
those questions, so that the draw cannot bring in others. The two are matched
by question, not by the question as asked: the order of choices is what differs.
"""

from dataclasses import replace

from core.questions.draw import draw
from core.questions.question import QuestionSet
from core.runs.database import Database
from core.runs.projects import load_saved_question_set, questions_hash, save_question_set
from core.runs.queue import ensure_runner
from core.runs.records import Configuration, Run, run_identity
from core.runs.run_rows import enqueue_run, find_run

NOISE_SEED_STEP = 1  # the twin's seeds follow the run's own


def enqueue_twin(database: Database, run: Run, project_id: int | None = None) -> Run:
    """Queue the second run of the same candidate; one that exists is taken up again."""
    question_set = _same_questions(database, run)
    return enqueue_run(
        database,
        run.candidate,
        save_question_set(database, question_set),
        questions_hash(question_set),
        _other_sampling(run.configuration),
        use_case=run.use_case,
        draw_seed=run.draw_seed + NOISE_SEED_STEP,
        n=len(question_set.questions),
        project_id=project_id,
    )


def start_twin(database: Database, run: Run, project_id: int | None = None) -> Run:
    """Queue it, and see that a runner works on it."""
    twin = enqueue_twin(database, run, project_id)
    ensure_runner(database)
    return twin


def find_twin(database: Database, run: Run) -> Run | None:
    """The second run over the questions that this run wants now; None where there is none."""
    shown = questions_hash(_same_questions(database, run))
    configuration = _other_sampling(run.configuration)
    return find_run(database, run_identity(run.candidate, configuration, shown, run.draw_seed + NOISE_SEED_STEP))


def varies_something(database: Database, run: Run) -> bool:
    """Whether a second run can differ at all: with greedy sampling and no choices nothing is left to chance."""
    if run.configuration.sampling.temperature > 0:
        return True
    return any(len(q.choices) > 1 for q in _same_questions(database, run).questions)


def _same_questions(database: Database, run: Run) -> QuestionSet:
    question_set = load_saved_question_set(database, run.question_set_id)
    asked = tuple(a.question for a in draw(question_set, run.n, run.draw_seed))
    return replace(question_set, name=f"{question_set.name} (noise floor)", questions=asked)


def _other_sampling(configuration: Configuration) -> Configuration:
    sampling = configuration.sampling
    return replace(configuration, sampling=replace(sampling, seed=sampling.seed + NOISE_SEED_STEP))
