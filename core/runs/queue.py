"""One queue, one runner: candidates run one after the other, and one model is loaded at a time.

The runner is a process of its own, so that the app may be reloaded, closed or
killed. Whoever adds a run calls `ensure_runner`, which enters the process that
it starts, so that nobody starts another while that one wakes up; a second
runner finds the first one alive and leaves.
"""

import time
from collections.abc import Mapping
from typing import Any

from core.runs.children import start_child
from core.runs.database import Database
from core.runs.processes import find_start, is_alive, is_self, own_process
from core.runs.records import RunState
from core.runs.run_rows import add_event, end_run, load_runs

_STARTED_WITHIN_S = 15.0  # between queueing a run and starting its runner, on a busy machine


def ensure_runner(database: Database) -> bool:
    """Start the runner process unless one is alive or on its way. Returns at once, True when it started one."""
    with database.transaction():  # the child comes to the queue after this, and nobody starts another meanwhile
        if is_runner_alive(database):
            return False
        pid = start_child("core.runs.runner", [str(database.path)], database.path.with_name("runner.log"))
        started = find_start(pid)
        if started is not None:
            _enter(database, pid, started)
    return True


def is_runner_alive(database: Database) -> bool:
    """Whether a runner works, or has been started and will."""
    row = _entered(database)
    return row is not None and is_alive(row["pid"], row["pid_started"])


def take_queue(database: Database) -> bool:
    """Become the runner; False when another one is alive."""
    with database.transaction():
        row = _entered(database)
        if row is not None and not is_self(row["pid"]) and is_alive(row["pid"], row["pid_started"]):
            return False
        _enter(database, *own_process())
    return True


def leave_queue_if_empty(database: Database) -> bool:
    """Stop being the runner, unless a run was added in this very moment."""
    with database.transaction():
        if database.row("SELECT 1 FROM run WHERE state = 'waiting' LIMIT 1") is not None:
            return False
        database.write("DELETE FROM runner WHERE id = 1 AND pid = ?", (own_process()[0],))
    return True


def mark_interrupted(database: Database) -> None:
    """Runs whose runner is gone are shown as interrupted; their answers stay."""
    for run in load_runs(database):
        if run.state is RunState.RUNNING and not is_alive(run.pid, run.pid_started):
            end_run(
                database,
                run.id,
                RunState.INTERRUPTED,
                "The program that ran it ended. Resume to go on where it stopped.",
            )
            add_event(database, run.id, f"Interrupted after {run.answered} questions.")


def mark_stranded(database: Database) -> None:
    """Runs that wait although no runner lives are shown as interrupted, so that they can be resumed.

    One that was queued a moment ago is left alone: its runner is about to be started.
    """
    if is_runner_alive(database):
        return
    stranded = database.rows(
        "SELECT id FROM run WHERE state = 'waiting' AND queued_at < ?", (time.time() - _STARTED_WITHIN_S,)
    )
    for row in stranded:
        end_run(
            database,
            row["id"],
            RunState.INTERRUPTED,
            "The program that would have asked it ended. Resume to go on where it stopped.",
        )


def _entered(database: Database) -> Mapping[str, Any] | None:
    return database.row("SELECT pid, pid_started FROM runner WHERE id = 1")


def _enter(database: Database, pid: int, started: float) -> None:
    database.write("INSERT OR REPLACE INTO runner (id, pid, pid_started) VALUES (1, ?, ?)", (pid, started))
