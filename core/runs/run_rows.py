"""Runs in the store: queued, begun, ended, cancelled."""

import json
import time
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from core.catalogue.use_cases import UseCase
from core.errors import StoreError
from core.inference.exchange import Settings
from core.runs.database import Database, from_json, to_json
from core.runs.records import Candidate, Configuration, Run, RunState, run_identity
from core.stats.sequential import LOOKS, StoppingRule

WARM_UP_N = 2  # answered first, to estimate the time; too few to see a result in

_RUN = """SELECT run.*, (SELECT COUNT(*) FROM answer WHERE run_id = run.id) AS answered FROM run"""


def enqueue_run(
    database: Database,
    candidate: Candidate,
    question_set_id: str,
    questions_hash: str,
    configuration: Configuration,
    *,
    use_case: UseCase | None,
    draw_seed: int,
    n: int,
    project_id: int | None,
    stopping_rule: StoppingRule = StoppingRule.FIXED,
) -> Run:
    """Ask for n answers of a candidate; the run with the same identity is taken up again.

    Pressing start twice, in two tabs, or after a crash gives one run. A larger
    n extends it; a corrected key replaces its question set. `stopping_rule` is
    what decides when to stop; a run extended after its answers could be seen
    is marked so (see `rule_in_force`).
    """
    identity = run_identity(candidate, configuration, questions_hash, draw_seed)
    now = time.time()
    with database.transaction():
        row = database.row(f"{_RUN} WHERE run.identity = ?", (identity,))
        run_id = row["id"] if row else uuid.uuid4().hex[:12]
        if row is None:
            database.write(
                """INSERT INTO run (id, identity, candidate, question_set_id, use_case, configuration, draw_seed, n,
                                    stopping_rule, state, queued_at, created_at)
                   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?)""",
                (
                    run_id,
                    identity,
                    to_json(candidate),
                    question_set_id,
                    use_case,
                    to_json(configuration),
                    draw_seed,
                    n,
                    stopping_rule,
                    now,
                    now,
                ),
            )
        else:
            database.write(
                """UPDATE run SET n = MAX(n, ?), question_set_id = ?, configuration = ?, candidate = ?,
                                  stopping_rule = ? WHERE id = ?""",
                (
                    n,
                    question_set_id,
                    to_json(configuration),
                    to_json(candidate),
                    rule_in_force(StoppingRule(row["stopping_rule"]), stopping_rule, row["n"], n, row["answered"]),
                    run_id,
                ),
            )
            database.write(
                """UPDATE run SET state = 'waiting', cancel_wanted = 0, message = '', queued_at = ?
                   WHERE id = ? AND state NOT IN ('waiting', 'running')
                     AND n > (SELECT COUNT(*) FROM answer WHERE run_id = run.id)""",
                (now, run_id),
            )
        if project_id is not None:
            database.write("INSERT OR IGNORE INTO project_run VALUES (?, ?)", (project_id, run_id))
    return load_run(database, run_id)


def rule_in_force(old: StoppingRule, wanted: StoppingRule, old_n: int, n: int, answered: int) -> StoppingRule:
    """The rule by which the answers of a run were gathered, once n questions are wanted of it.

    Where nothing could be seen yet, the wanted rule holds. An e-process may go
    on whenever one likes; announced looks may be worked off to their end. Any
    other questions added after answers could be seen are an extension, and the
    verdict asks more of it.

    >>> str(rule_in_force(StoppingRule.FIXED, StoppingRule.FIXED, old_n=50, n=100, answered=50))
    'extended'
    """
    if answered <= WARM_UP_N:
        return wanted
    if n <= old_n:
        return old
    if StoppingRule.E_PROCESS in (old, wanted) and StoppingRule.EXTENDED not in (old, wanted):
        return StoppingRule.E_PROCESS
    if old is wanted is StoppingRule.FIVE_LOOKS and n <= LOOKS[-1]:
        return StoppingRule.FIVE_LOOKS
    return StoppingRule.EXTENDED


def load_run(database: Database, run_id: str) -> Run:
    row = database.row(f"{_RUN} WHERE run.id = ?", (run_id,))
    if row is None:
        raise StoreError(f"There is no run {run_id}: `python -m core runs` lists the runs there are.")
    return _run(row)


def find_run(database: Database, identity: str) -> Run | None:
    row = database.row(f"{_RUN} WHERE run.identity = ?", (identity,))
    return None if row is None else _run(row)


def load_runs(database: Database, project_id: int | None = None) -> list[Run]:
    """The runs of a project, or all; the newest first."""
    if project_id is None:
        return [_run(row) for row in database.rows(f"{_RUN} ORDER BY run.created_at DESC, run.rowid DESC")]
    sql = f"{_RUN} JOIN project_run ON project_run.run_id = run.id WHERE project_id = ? ORDER BY run.created_at DESC"
    return [_run(row) for row in database.rows(sql, (project_id,))]


def delete_run(database: Database, run_id: str) -> None:
    database.write("DELETE FROM run WHERE id = ? AND state NOT IN ('waiting', 'running')", (run_id,))


def next_waiting_run(database: Database) -> Run | None:
    row = database.row(f"{_RUN} WHERE state = 'waiting' ORDER BY queued_at, run.rowid LIMIT 1")
    return None if row is None else _run(row)


def begin_run(database: Database, run_id: str, pid: int, pid_started: float) -> None:
    now = time.time()
    database.write(
        """UPDATE run SET state = 'running', pid = ?, pid_started = ?, heartbeat_at = ?, message = '',
                          started_at = COALESCE(started_at, ?), ended_at = NULL WHERE id = ?""",
        (pid, pid_started, now, now, run_id),
    )


def beat(database: Database, run_id: str) -> None:
    database.write("UPDATE run SET heartbeat_at = ? WHERE id = ?", (time.time(), run_id))


def end_run(database: Database, run_id: str, state: RunState, message: str = "") -> None:
    """End a run, unless more questions were asked of it meanwhile: then it waits again."""
    with database.transaction():
        database.write(
            "UPDATE run SET state = ?, message = ?, ended_at = ?, pid = NULL, pid_started = NULL WHERE id = ?",
            (state, message, time.time(), run_id),
        )
        if state is RunState.DONE:
            database.write(
                """UPDATE run SET state = 'waiting', queued_at = ? WHERE id = ? AND cancel_wanted = 0
                     AND n > (SELECT COUNT(*) FROM answer WHERE run_id = run.id)""",
                (time.time(), run_id),
            )


def set_n(database: Database, run_id: str, n: int) -> None:
    """Fewer questions than wanted exist: the run wants that many."""
    database.write("UPDATE run SET n = ? WHERE id = ?", (n, run_id))


def save_used_settings(database: Database, run_id: str, settings: Settings) -> None:
    database.write("UPDATE run SET used_settings = ? WHERE id = ?", (to_json(settings), run_id))


def save_environment(database: Database, run_id: str, environment: Mapping[str, str]) -> None:
    database.write("UPDATE run SET environment = ? WHERE id = ?", (json.dumps(dict(environment)), run_id))


def add_event(database: Database, run_id: str, sentence: str) -> None:
    """Note what happened on the way, once."""
    with database.transaction():
        row = database.row("SELECT events FROM run WHERE id = ?", (run_id,))
        if row is None:
            return
        events = json.loads(row["events"])
        if sentence not in events:
            database.write("UPDATE run SET events = ? WHERE id = ?", (json.dumps([*events, sentence]), run_id))


def want_cancel(database: Database, run_ids: Sequence[str]) -> None:
    """Stop waiting runs at once and ask a running one to stop."""
    with database.transaction():
        for run_id in run_ids:
            database.write("UPDATE run SET cancel_wanted = 1 WHERE id = ? AND state = 'running'", (run_id,))
            database.write(
                "UPDATE run SET state = 'cancelled', ended_at = ? WHERE id = ? AND state = 'waiting'",
                (time.time(), run_id),
            )


def is_cancel_wanted(database: Database, run_id: str) -> bool:
    row = database.row("SELECT cancel_wanted FROM run WHERE id = ?", (run_id,))
    return row is None or bool(row["cancel_wanted"])


def _run(row: Mapping[str, Any]) -> Run:
    return Run(
        id=row["id"],
        candidate=from_json(Candidate, row["candidate"]),
        question_set_id=row["question_set_id"],
        use_case=UseCase(row["use_case"]) if row["use_case"] else None,
        configuration=from_json(Configuration, row["configuration"]),
        draw_seed=row["draw_seed"],
        n=row["n"],
        state=RunState(row["state"]),
        message=row["message"],
        used_settings=from_json(Settings, row["used_settings"]) if row["used_settings"] else None,
        events=tuple(json.loads(row["events"])),
        pid=row["pid"],
        pid_started=row["pid_started"],
        created_at=row["created_at"],
        answered=row["answered"],
        stopping_rule=StoppingRule(row["stopping_rule"]),
        environment=json.loads(row["environment"]),
        twin_of=row["twin_of"],
    )
