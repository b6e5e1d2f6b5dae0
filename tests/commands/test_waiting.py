"""A job that ends otherwise than well is told with its reason, and one whose process was killed has none."""

from pathlib import Path

import pytest

from core.commands.waiting import follow_job
from core.errors import InferenceError
from core.runs.database import Database
from core.runs.jobs import JobKind, end_job, report_job, start_job
from core.runs.records import RunState

NO_PROCESS = 2**22 + 1  # above the highest pid that Linux gives


@pytest.fixture(autouse=True)
def _no_child(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.runs.jobs.start_child", lambda *_: NO_PROCESS)


def test_a_killed_job_is_told_as_killed_and_not_by_its_last_step(tmp_path: Path) -> None:
    with Database(tmp_path / "store.sqlite") as database:
        job = start_job(database, JobKind.TRAIN, {"plan": "p"})
        report_job(database, job.id, 0.3, "first.gguf: step 3 of 9, loss 2.10, about 2 min left")
        database.write("UPDATE job SET pid = ? WHERE id = ?", (NO_PROCESS, job.id))
        with pytest.raises(InferenceError, match=r"was ended: start it again\. The last that it told: first\.gguf"):
            follow_job(database, job.id)


def test_a_failed_job_is_told_by_its_reason(tmp_path: Path) -> None:
    with Database(tmp_path / "store.sqlite") as database:
        job = start_job(database, JobKind.TRAIN, {"plan": "p"})
        end_job(database, job.id, RunState.FAILED, "There is too little room: make room.")
        with pytest.raises(InferenceError, match=r"^There is too little room: make room\.$"):
            follow_job(database, job.id)
