"""Downloads and conversions: rows too, each worked by a process of its own.

Like a run, a job outlives the page that started it; its share done, its last
sentence and its result are in the store.
"""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from core.runs.children import start_child
from core.runs.database import Database
from core.runs.processes import is_alive, own_process
from core.runs.records import RunState


class JobKind(StrEnum):
    REHEARSAL = "rehearsal"  # fetch the demo model and make its other quantizations
    QUANTIZE = "quantize"  # source, type_name, destination; imatrix, or text to make one from
    DIVERGENCE = "divergence"  # reference, files, text: how far the files' predictions lie from the reference's
    FORECAST = "forecast"  # files, text, passages: the bits that each file needs for a text
    TRAIN = "train"  # a plan and its candidates: a fine-tune of each, then the test
    FETCH = "fetch"  # repo, path inside it: a model file from the Hub
    JUDGE = "judge"  # judge (a path), first, second (ids of runs): an opinion on open answers


@dataclass(frozen=True)
class Job:
    id: int
    kind: JobKind
    arguments: Mapping[str, str]
    state: RunState
    share: float  # 0..1
    message: str  # what it is doing, or why it ended
    result: Any

    @property
    def why_ended(self) -> str:
        """Why it ended early. The message of a job whose process was ended is the last step that it told, no reason."""
        if self.state is not RunState.INTERRUPTED:
            return self.message or "It was cancelled: start it again."
        last = f" The last that it told: {self.message}" if self.message else ""
        return f"The process that worked on it was ended: start it again.{last}"


def start_job(database: Database, kind: JobKind, arguments: Mapping[str, str] | None = None) -> Job:
    """Start a job; the same one twice is one job."""
    text = json.dumps(dict(arguments or {}), sort_keys=True)
    with database.transaction():
        row = database.row(
            "SELECT * FROM job WHERE kind = ? AND arguments = ? AND state = 'running' ORDER BY id DESC", (kind, text)
        )
        if row is not None and is_alive(row["pid"], row["pid_started"]):
            return _job(row)
        job_id = database.insert(
            "INSERT INTO job (kind, arguments, state, pid, pid_started, created_at) VALUES (?, ?, 'running', ?, ?, ?)",
            # Until the child has written its own, the starter answers for it.
            (kind, text, *own_process(), time.time()),
        )
    start_child("core.runs.job_process", [str(database.path), str(job_id)], database.path.with_name("runner.log"))
    return load_job(database, job_id)


def load_job(database: Database, job_id: int) -> Job:
    row = database.row("SELECT * FROM job WHERE id = ?", (job_id,))
    assert row is not None, job_id
    return _settled(database, row)


def find_latest_job(database: Database, kind: JobKind) -> Job | None:
    row = database.row("SELECT * FROM job WHERE kind = ? ORDER BY id DESC LIMIT 1", (kind,))
    return None if row is None else _settled(database, row)


def cancel_job(database: Database, job_id: int) -> None:
    database.write("UPDATE job SET cancel_wanted = 1 WHERE id = ?", (job_id,))


def is_job_cancelled(database: Database, job_id: int) -> bool:
    row = database.row("SELECT cancel_wanted FROM job WHERE id = ?", (job_id,))
    return row is None or bool(row["cancel_wanted"])


def adopt_job(database: Database, job_id: int) -> None:
    """The child process takes the job over."""
    database.write("UPDATE job SET pid = ?, pid_started = ? WHERE id = ?", (*own_process(), job_id))


def report_job(database: Database, job_id: int, share: float, message: str) -> None:
    database.write("UPDATE job SET share = ?, message = ? WHERE id = ?", (share, message, job_id))


def keep_result(database: Database, job_id: int, result: Any) -> None:
    """What a job has finished so far: it stays, however the job ends."""
    database.write("UPDATE job SET result = ? WHERE id = ?", (json.dumps(result), job_id))


def end_job(database: Database, job_id: int, state: RunState, message: str, result: Any = None) -> None:
    """End a job; without a result, what was kept on the way stays."""
    text = None if result is None else json.dumps(result)
    database.write(
        "UPDATE job SET state = ?, message = ?, result = coalesce(?, result), ended_at = ? WHERE id = ?",
        (state, message, text, time.time(), job_id),
    )


def _settled(database: Database, row: Mapping[str, Any]) -> Job:
    """The job; one whose process is gone is interrupted."""
    if row["state"] == RunState.RUNNING and not is_alive(row["pid"], row["pid_started"]):
        database.write("UPDATE job SET state = 'interrupted' WHERE id = ? AND state = 'running'", (row["id"],))
        row = database.row("SELECT * FROM job WHERE id = ?", (row["id"],)) or row
    return _job(row)


def _job(row: Mapping[str, Any]) -> Job:
    return Job(
        id=row["id"],
        kind=JobKind(row["kind"]),
        arguments=json.loads(row["arguments"]),
        state=RunState(row["state"]),
        share=row["share"],
        message=row["message"],
        result=json.loads(row["result"]) if row["result"] else None,
    )
