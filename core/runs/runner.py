"""The process that works the queue: `python -m core.runs.runner STORE`.

Every graded answer is committed as it comes, so that nothing finished is lost
whatever dies. When the model's process dies, the run goes on once in a safer
configuration from where it stopped; a second time ends that candidate's run,
and the next one starts.
"""

import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from core.errors import GpuMemoryFull, ModelProcessDied, StoreError, SurefitError
from core.grading.outcome import Outcome
from core.grading.sandbox.contract import Sandbox
from core.inference.exchange import FinishReason, Session, Settings
from core.inference.process import Cancellation, SessionClosed
from core.inference.servers import open_server
from core.inference.session import open_model, safer
from core.models.home import cache_folder
from core.questions.draw import draw
from core.questions.question import AskedQuestion, QuestionSet
from core.runs.answer_rows import add_answer, load_answered_ids, load_answers
from core.runs.asking import grade_answer, request_for
from core.runs.database import Database
from core.runs.environment import describe_environment
from core.runs.grades import open_sandbox
from core.runs.memory_check import check_memory
from core.runs.processes import own_process
from core.runs.projects import load_saved_question_set
from core.runs.queue import leave_queue_if_empty, mark_interrupted, take_queue
from core.runs.records import Answer, Candidate, CandidateKind, Run, RunState
from core.runs.run_rows import (
    add_event,
    begin_run,
    end_run,
    is_cancel_wanted,
    next_waiting_run,
    save_environment,
    save_used_settings,
    set_n,
)
from core.runs.sequential import advance, advance_all
from core.runs.watching import OpenSession, check_unchanged, open_watched, watch_session

SERVER_CONCURRENCY = 4  # requests at once, where the run does not say


def main(store_path: Path) -> int:
    """Work until the queue is empty. Returns an exit code."""
    with Database(store_path) as database:
        if not take_queue(database):
            return 0
        mark_interrupted(database)
        advance_all(database)
        while True:
            run = next_waiting_run(database)
            if run is not None:
                work(database, run)
            elif leave_queue_if_empty(database):
                return 0


def open_candidate(
    candidate: Candidate,
    settings: Settings,
    on_event: Callable[[str], None],
    cancellation: Cancellation | None = None,
) -> Session:
    """Load a file in a process of its own, or reach a server; `cancellation` ends the loading."""
    if candidate.kind is CandidateKind.SERVER:
        return open_server(
            candidate.location,
            candidate.model,
            concurrency=settings.n_parallel or SERVER_CONCURRENCY,
            key_env=candidate.key_env or None,
            settings=settings,
            on_event=on_event,
        )
    path = Path(candidate.location)
    if warning := check_memory(path, settings):
        on_event(warning)
    remembered = cache_folder() / "engine.json"
    return open_model(path, settings, on_event=on_event, remembered=remembered, cancellation=cancellation)


def work(database: Database, run: Run, open_session: OpenSession = open_candidate) -> None:
    """Bring one run to an end: done, cancelled or failed, and never an exception but the store's own."""
    begin_run(database, run.id, *own_process())
    if run.candidate.kind is CandidateKind.FILE:  # a server's machine is out of sight
        save_environment(database, run.id, describe_environment())
    try:
        state, message = _answer_all(database, run, open_session)
    except StoreError:
        raise  # nothing can be written any more; the run will be shown as interrupted
    except SurefitError as error:
        state, message = RunState.FAILED, str(error)
    except Exception as error:  # noqa: BLE001  the one broad except: the queue goes on, the traceback is kept
        traceback.print_exc()
        add_event(database, run.id, "".join(traceback.format_exception(error))[-4000:])
        state = RunState.FAILED
        message = f"An unexpected fault ended this run ({type(error).__name__}: {error}). Its answers are kept."
    end_run(database, run.id, state, message)
    advance(database, run.id)


def _answer_all(database: Database, run: Run, open_session: OpenSession) -> tuple[RunState, str]:
    question_set = load_saved_question_set(database, run.question_set_id)
    asked = draw(question_set, run.n, run.draw_seed)
    if len(asked) < run.n:
        set_n(database, run.id, len(asked))
        add_event(database, run.id, f"The question set holds {len(asked)} questions; {run.n} were asked for.")
    settings: Settings = run.used_settings or run.configuration.settings
    retried = False
    while True:
        done = load_answered_ids(database, run.id)
        todo = [(position, a) for position, a in enumerate(asked) if a.question.id not in done]
        if not todo:
            return _end_of(load_answers(database, run.id))
        try:
            if _ask(database, run, question_set, todo, settings, open_session):
                return RunState.CANCELLED, "Cancelled. Resume to go on where it stopped."
        except GpuMemoryFull as error:  # no fault of the configuration otherwise, and it cannot come twice
            if settings.n_gpu_layers == 0:
                raise
            settings = replace(settings, n_gpu_layers=0)
            add_event(database, run.id, f"{error}. It goes on with the CPU alone.")
        except ModelProcessDied as error:
            next_settings = safer(settings)
            if retried or next_settings is None:
                raise
            retried, settings = True, next_settings
            add_event(database, run.id, f"{error} It goes on in a safer configuration: {_difference(settings)}.")


def _end_of(answers: Sequence[Answer]) -> tuple[RunState, str]:
    """Done, unless not one question could be asked or graded: then something is wrong that the first answer tells."""
    if not answers or any(answer.grade.outcome is not Outcome.COULD_NOT_RUN for answer in answers):
        return RunState.DONE, ""
    first = answers[0]
    what = "asked" if first.finish_reason is FinishReason.FAILED else "graded"
    return RunState.FAILED, f"None of the {len(answers)} questions could be {what}: {first.note or first.grade.why}"


def _ask(
    database: Database,
    run: Run,
    question_set: QuestionSet,
    todo: Sequence[tuple[int, AskedQuestion]],
    settings: Settings,
    open_session: OpenSession,
) -> bool:
    """Ask what is left; True when the user cancelled."""
    if run.candidate.kind is CandidateKind.FILE:
        check_unchanged(run)
    if is_cancel_wanted(database, run.id):
        return True
    places = {a.question.id: (position, a) for position, a in todo}
    requests = [request_for(run.configuration, question_set, a) for _, a in todo]
    session = open_watched(database, run, settings, open_session)
    if session is None:
        return True
    try:
        save_used_settings(database, run.id, session.settings)
        with watch_session(database.path, run, session), _sandbox(run, todo) as sandbox:
            try:
                for reply in session.answer(requests):
                    position, a = places[reply.id]
                    add_answer(database, grade_answer(run, position, a, reply, sandbox))
            except (ModelProcessDied, SessionClosed):
                if not is_cancel_wanted(database, run.id):
                    raise
        return is_cancel_wanted(database, run.id)
    finally:
        session.close()


@contextmanager
def _sandbox(run: Run, todo: Sequence[tuple[int, AskedQuestion]]) -> Iterator[Sandbox | None]:
    if not any(a.question.grader.name == "code" for _, a in todo):
        yield None
        return
    with open_sandbox(run.configuration) as sandbox:
        yield sandbox


def _difference(settings: Settings) -> str:
    return (
        f"{settings.threads or 'the usual number of'} thread(s), batch {settings.n_batch or 'as before'}, "
        f"{'with' if settings.use_extra_bufts else 'without'} extra buffer types"
    )


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
