"""One queue, one runner: candidates run one after the other, and one model is loaded at a time.

The runner is a process of its own, so that the app may be reloaded, closed or
killed. Whoever adds a run calls `ensure_runner`; a second runner finds the
first one alive and leaves.
"""

from core.runs.children import start_child
from core.runs.database import Database
from core.runs.processes import is_alive, own_process
from core.runs.records import RunState
from core.runs.run_rows import add_event, end_run, load_runs


def ensure_runner(database: Database) -> None:
    """Start the runner process unless one is alive. Returns at once."""
    if is_runner_alive(database):
        return
    start_child("core.runs.runner", [str(database.path)], database.path.with_name("runner.log"))


def is_runner_alive(database: Database) -> bool:
    row = database.row("SELECT pid, pid_started FROM runner WHERE id = 1")
    return row is not None and is_alive(row["pid"], row["pid_started"])


def take_queue(database: Database) -> bool:
    """Become the runner; False when another one is alive."""
    with database.transaction():
        if is_runner_alive(database):
            return False
        database.write("INSERT OR REPLACE INTO runner (id, pid, pid_started) VALUES (1, ?, ?)", own_process())
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
