"""One runner at a time, and nothing of it stays when it has ended."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from core.commands.running import follow
from core.errors import StoreError
from core.runs.children import start_child
from core.runs.database import Database
from core.runs.evaluation import enqueue_candidates, resume
from core.runs.jobs import JobKind, load_job, start_job
from core.runs.queue import ensure_runner, is_runner_alive, mark_stranded
from core.runs.records import Candidate, Configuration, RunState
from core.runs.run_rows import load_run

from .conftest import sums

pytestmark = pytest.mark.slow  # each starts a process of its own

PATIENCE_S = 60


def children() -> set[int]:
    return {child.pid for child in psutil.Process().children()}


def wait_for(condition: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < until, "it took too long"
        time.sleep(0.05)


def test_many_who_ask_for_a_runner_at_once_get_one_and_its_end_leaves_no_zombie(database: Database) -> None:
    def ask(_: int) -> None:
        with Database(database.path) as own:
            ensure_runner(own)

    before = children()
    with ThreadPoolExecutor(4) as tabs:
        list(tabs.map(ask, range(8)))
    assert is_runner_alive(database)
    assert len(children() - before) == 1
    wait_for(lambda: not is_runner_alive(database))  # the queue is empty
    wait_for(lambda: not children() - before)  # a zombie would count


def test_a_run_that_waits_for_a_runner_that_died_can_be_resumed(
    database: Database, served: Candidate, configuration: Configuration
) -> None:
    run = enqueue_candidates(
        database, [served], sums(3), configuration, use_case=None, draw_seed=0, n=3, project_id=None
    )[0]
    mark_stranded(database)
    assert load_run(database, run.id).state is RunState.WAITING  # its runner is about to be started
    database.write("UPDATE run SET queued_at = queued_at - 60")
    mark_stranded(database)
    stranded = load_run(database, run.id)
    assert stranded.state is RunState.INTERRUPTED
    assert "Resume to go on" in stranded.message
    resume(database, [stranded])
    mark_stranded(database)
    wait_for(lambda: load_run(database, run.id).state is RunState.FAILED)  # no such server: it was tried


def test_a_job_that_ended_leaves_no_zombie(database: Database, tmp_path: Path) -> None:
    before = children()
    nowhere = str(tmp_path / "nowhere.gguf")
    job = start_job(database, JobKind.QUANTIZE, {"source": nowhere, "type_name": "Q8_0", "destination": nowhere})
    wait_for(lambda: load_job(database, job.id).state is RunState.FAILED)
    wait_for(lambda: not children() - before)


def test_a_runner_that_cannot_start_is_told_instead_of_started_for_ever(
    database: Database, served: Candidate, configuration: Configuration, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = enqueue_candidates(
        database, [served], sums(2), configuration, use_case=None, draw_seed=0, n=2, project_id=None
    )[0]
    monkeypatch.setattr("core.runs.queue.start_child", lambda _, *rest: start_child("core.no_such_module", *rest))
    with pytest.raises(StoreError, match=r"runner\.log"):
        follow(database, [run.id])
    assert "no_such_module" in database.path.with_name("runner.log").read_text()
