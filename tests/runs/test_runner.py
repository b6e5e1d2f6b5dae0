"""The runner keeps every finished answer, whatever ends the model, and goes on where it stopped."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import GpuMemoryFull, InferenceError
from core.grading.outcome import Outcome
from core.inference.exchange import Request, Settings
from core.runs.answer_rows import load_answers
from core.runs.database import Database
from core.runs.evaluation import enqueue_candidates, measure_progress, regrade, resume
from core.runs.records import Candidate, Configuration, Run, RunState
from core.runs.run_rows import load_run, want_cancel
from core.runs.runner import work
from core.runs.watching import OpenSession

from .conftest import ScriptedSession, recorded_grades, right_answer, sums


def enqueue(database: Database, candidate: Candidate, configuration: Configuration, n: int) -> Run:
    return enqueue_candidates(
        database, [candidate], sums(12), configuration, use_case=None, draw_seed=0, n=n, project_id=None
    )[0]


def opens(*sessions: ScriptedSession) -> OpenSession:
    """Hands out the sessions in turn, each with the settings that were asked for."""
    waiting = list(sessions)

    def open_session(_: Candidate, settings: Settings, *__: object) -> ScriptedSession:
        session = waiting.pop(0)
        session.settings = replace(settings, threads=settings.threads or 2)
        return session

    return open_session


def test_every_question_is_asked_and_graded(
    database: Database, served: Candidate, configuration: Configuration
) -> None:
    run = enqueue(database, served, configuration, 6)
    work(database, run, opens(ScriptedSession(right_answer)))
    ended = load_run(database, run.id)
    assert (ended.state, ended.answered) == (RunState.DONE, 6)
    assert all(a.grade.outcome is Outcome.RIGHT for a in load_answers(database, run.id))
    progress = measure_progress(database, ended)
    assert (progress.right, progress.tokens_per_s, progress.seconds_per_question) == (6, 10.0, 0.5)


def test_a_dead_model_process_is_retried_once_in_a_safer_configuration_from_the_same_question(
    database: Database, served: Candidate, configuration: Configuration
) -> None:
    run = enqueue(database, served, configuration, 8)
    first, second = ScriptedSession(right_answer, dies_after=3), ScriptedSession(right_answer)
    work(database, run, opens(first, second))
    ended = load_run(database, run.id)
    assert (ended.state, ended.answered) == (RunState.DONE, 8)
    assert len(first.asked) == 3
    assert len(second.asked) == 5
    assert not set(first.asked) & set(second.asked)
    assert second.settings.use_extra_bufts is False
    assert second.settings.threads == 1
    assert ended.used_settings == second.settings
    assert any("safer configuration" in event for event in ended.events)


def test_a_cache_that_no_longer_fits_on_the_gpu_moves_the_run_to_the_cpu_and_changes_nothing_else(
    database: Database, served: Candidate, configuration: Configuration
) -> None:
    run = enqueue(database, served, configuration, 8)

    def fills_the_gpu(request: Request) -> str:
        if len(first.asked) == 4:
            raise GpuMemoryFull("a.gguf: no memory for 8192 tokens of KV cache")
        return right_answer(request)

    first, second = ScriptedSession(fills_the_gpu), ScriptedSession(right_answer, dies_after=2)
    third = ScriptedSession(right_answer)
    work(database, run, opens(first, second, third))
    ended = load_run(database, run.id)
    assert (ended.state, ended.answered) == (RunState.DONE, 8)
    assert second.settings == replace(first.settings, n_gpu_layers=0)
    assert third.settings.threads == 1  # the one retry after a death was still to be had
    assert any("CPU alone" in event for event in ended.events)


def test_a_second_death_ends_this_candidate_with_the_reason_and_keeps_its_answers(
    database: Database, served: Candidate, configuration: Configuration
) -> None:
    run = enqueue(database, served, configuration, 8)
    work(database, run, opens(*(ScriptedSession(right_answer, dies_after=2) for _ in range(2))))
    ended = load_run(database, run.id)
    assert (ended.state, ended.answered) == (RunState.FAILED, 4)
    assert "signal 11" in ended.message


def test_a_model_that_does_not_load_fails_with_its_sentence(
    database: Database, served: Candidate, configuration: Configuration
) -> None:
    def refuses(*_: object) -> ScriptedSession:
        raise InferenceError("a.gguf needs 9 GB and 4 GB are free: choose a smaller file.")

    run = enqueue(database, served, configuration, 3)
    work(database, run, refuses)
    assert load_run(database, run.id).message == "a.gguf needs 9 GB and 4 GB are free: choose a smaller file."


def test_an_unexpected_fault_ends_the_run_and_leaves_its_traceback(
    database: Database, served: Candidate, configuration: Configuration
) -> None:
    def broken(_: Request) -> str:
        raise ZeroDivisionError("in the middle")

    run = enqueue(database, served, configuration, 3)
    work(database, run, opens(ScriptedSession(broken)))
    ended = load_run(database, run.id)
    assert ended.state is RunState.FAILED
    assert "ZeroDivisionError" in ended.message
    assert any("Traceback" in event for event in ended.events)


def test_cancelling_keeps_what_is_done_and_resuming_goes_on(
    database: Database, served: Candidate, configuration: Configuration, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = enqueue(database, served, configuration, 8)

    def cancels_at_the_third(request: Request) -> str:
        if len(session.asked) == 3:
            want_cancel(database, [run.id])
            session.closed = True  # as the watcher does
        return right_answer(request)

    session = ScriptedSession(cancels_at_the_third)
    work(database, run, opens(session))
    cancelled = load_run(database, run.id)
    assert (cancelled.state, cancelled.answered) == (RunState.CANCELLED, 3)

    monkeypatch.setattr("core.runs.evaluation.ensure_runner", lambda _: None)
    resume(database, [cancelled])
    again = ScriptedSession(right_answer)
    work(database, load_run(database, run.id), opens(again))
    ended = load_run(database, run.id)
    assert (ended.state, ended.answered, len(again.asked)) == (RunState.DONE, 8, 5)


def test_the_watcher_closes_the_session_within_a_second_of_a_cancel(
    database: Database, served: Candidate, configuration: Configuration
) -> None:
    run = enqueue(database, served, configuration, 2)

    def in_a_long_prefill(request: Request) -> str:
        want_cancel(database, [run.id])
        begun = time.monotonic()
        while not session.closed and time.monotonic() - begun < 10:
            time.sleep(0.01)
        waited.append(time.monotonic() - begun)
        return right_answer(request)

    waited: list[float] = []
    session = ScriptedSession(in_a_long_prefill)
    work(database, run, opens(session))
    assert load_run(database, run.id).state is RunState.CANCELLED
    assert waited[0] < 1


def test_a_cancel_while_the_model_is_opened_takes_effect_and_the_late_session_is_closed(
    database: Database, served: Candidate, configuration: Configuration
) -> None:
    run = enqueue(database, served, configuration, 2)
    session, arrives = ScriptedSession(right_answer), threading.Event()

    def opens_slowly(*_: object) -> ScriptedSession:
        with Database(database.path) as own:
            want_cancel(own, [run.id])
        arrives.wait(10)
        return session

    begun = time.monotonic()
    work(database, run, opens_slowly)
    assert time.monotonic() - begun < 2
    assert load_run(database, run.id).state is RunState.CANCELLED
    assert not session.closed
    arrives.set()
    while not session.closed and time.monotonic() - begun < 10:
        time.sleep(0.01)
    assert session.closed
    assert session.asked == []


def test_what_is_told_while_the_model_is_opened_is_kept(
    database: Database, served: Candidate, configuration: Configuration
) -> None:
    def tells(_: Candidate, __: Settings, tell: Callable[[str], None], ___: object) -> ScriptedSession:
        tell("The template is not told.")
        return ScriptedSession(right_answer)

    run = enqueue(database, served, configuration, 2)
    work(database, run, tells)
    assert "The template is not told." in load_run(database, run.id).events


def test_a_run_in_which_nothing_could_be_asked_has_failed_and_says_why(
    database: Database, served: Candidate, configuration: Configuration
) -> None:
    run = enqueue(database, served, configuration, 3)
    work(database, run, opens(ScriptedSession(right_answer, refuses=lambda _: "the template raises: not for you")))
    ended = load_run(database, run.id)
    assert (ended.state, ended.answered) == (RunState.FAILED, 3)
    assert ended.message == "None of the 3 questions could be asked: the template raises: not for you"
    assert all(a.grade.outcome is Outcome.COULD_NOT_RUN for a in load_answers(database, run.id))


def test_a_run_in_which_one_question_could_be_asked_is_done(
    database: Database, served: Candidate, configuration: Configuration
) -> None:
    run = enqueue(database, served, configuration, 3)
    session = ScriptedSession(right_answer, refuses=lambda _: "" if len(session.asked) == 3 else "refused")
    work(database, run, opens(session))
    ended = load_run(database, run.id)
    assert (ended.state, ended.answered, ended.message) == (RunState.DONE, 3, "")


def test_fifty_extends_to_more_without_asking_anything_twice(
    database: Database, served: Candidate, configuration: Configuration
) -> None:
    run = enqueue(database, served, configuration, 4)
    first = ScriptedSession(right_answer)
    work(database, run, opens(first))
    larger = enqueue(database, served, configuration, 10)
    assert larger.id == run.id
    second = ScriptedSession(right_answer)
    work(database, larger, opens(second))
    assert load_run(database, run.id).answered == 10
    assert len(first.asked + second.asked) == len(set(first.asked + second.asked)) == 10
    positions = [a.position for a in load_answers(database, run.id)]
    assert positions == list(range(10))


def test_more_questions_than_the_set_holds_is_said_and_not_an_error(
    database: Database, served: Candidate, configuration: Configuration
) -> None:
    run = enqueue(database, served, configuration, 500)
    work(database, run, opens(ScriptedSession(right_answer)))
    ended = load_run(database, run.id)
    assert (ended.state, ended.n, ended.answered) == (RunState.DONE, 12, 12)


def test_a_corrected_key_grades_saved_answers_again_and_the_old_grade_stays(
    database: Database, served: Candidate, configuration: Configuration
) -> None:
    run = enqueue(database, served, configuration, 12)
    work(database, run, opens(ScriptedSession(right_answer)))
    question_set = sums(12)
    corrected = replace(
        question_set, questions=(replace(question_set.questions[0], target=("99",)), *question_set.questions[1:])
    )
    assert regrade(database, run.id, corrected) == 1
    assert regrade(database, run.id, corrected) == 0
    assert recorded_grades(database, run.id, "sum-10") == [(Outcome.RIGHT, 1.0), (Outcome.WRONG, 0.0)]


def test_a_full_disk_stops_the_runner_and_loses_nothing_finished(
    tmp_path: Path, served: Candidate, configuration: Configuration
) -> None:
    from core.errors import StoreError

    path = tmp_path / "s.sqlite3"
    with Database(path) as database:
        run = enqueue(database, served, configuration, 12)
        pages = database.row("PRAGMA page_count")
        assert pages is not None
        database.write(f"PRAGMA max_page_count={pages['page_count'] + 3}")
        long_answer = ScriptedSession(lambda request: right_answer(request) + " " + "so " * 3000)
        with pytest.raises(StoreError, match="full"):
            work(database, run, opens(long_answer))
    with Database(path) as database:
        kept = load_answers(database, run.id)
        assert 0 < len(kept) < 12
        assert all(a.grade.outcome is Outcome.RIGHT for a in kept)
