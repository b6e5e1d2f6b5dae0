"""Commands that ask models work their queue in this process, with models that answer from a script."""

from collections.abc import Callable
from pathlib import Path

import pytest

from core.inference.exchange import Settings
from core.runs.database import Database
from core.runs.records import Candidate
from core.runs.run_rows import next_waiting_run
from core.runs.runner import work
from tests.scripted_model import ScriptedModel

ModelFor = Callable[[Candidate, Settings], ScriptedModel]


@pytest.fixture
def work_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[ModelFor], None]:
    """Given who answers for a candidate with these settings, the queue is worked here instead of by a child process."""
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))

    def begin(model_for: ModelFor) -> None:
        def work_all(database: Database) -> None:
            while (run := next_waiting_run(database)) is not None:
                work(database, run, lambda candidate, settings, *_: model_for(candidate, settings))

        monkeypatch.setattr("core.commands.running.ensure_runner", work_all)

    return begin
