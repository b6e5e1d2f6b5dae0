"""A reload, a killed runner and a killed app lose nothing: the run goes on where it stopped."""

import os
import re
import signal
import time
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from core.catalogue.use_cases import UseCase
from core.runs.answer_rows import load_answers
from core.runs.candidates import candidate_from_path
from core.runs.database import Database
from core.runs.projects import create_project, save_project
from core.runs.run_rows import load_runs

from .conftest import App

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

N = 12


def answered(database: Database) -> int:
    return sum(run.answered for run in load_runs(database))


@pytest.mark.timeout(600)
def test_killed_in_the_middle_and_resumed_after_a_restart(tmp_path: Path, page: Page, smollm_path: Path) -> None:
    with Database(tmp_path / "surefit.sqlite3") as database:
        project = create_project(database, "interrupted")
        save_project(
            database,
            replace(project, use_case=UseCase.GENERAL, candidates=(candidate_from_path(smollm_path),), n=N),
        )
        app = App(tmp_path)
        try:
            page.goto(f"{app.url}/evaluate")
            page.get_by_label("Or a number of your own").fill(str(N))
            page.get_by_role("button", name="Start", exact=True).click()
            until = time.monotonic() + 240
            while answered(database) < 2:
                assert time.monotonic() < until
                time.sleep(0.1)
            page.reload()
            expect(page.get_by_text(re.compile(rf"of {N} questions"))).to_be_visible()
            runner = database.row("SELECT pid FROM runner")
            assert runner is not None
            os.kill(runner["pid"], signal.SIGKILL)
        finally:
            app.kill()
        kept = {a.question_id: a for run in load_runs(database) for a in load_answers(database, run.id)}
        assert 2 <= len(kept) < N

        app = App(tmp_path)
        try:
            page.goto(f"{app.url}/evaluate")
            expect(page.get_by_text(re.compile("interrupted")).first).to_be_visible()
            page.get_by_role("button", name="Resume").click()
            expect(page.get_by_text(re.compile(rf"{N} of {N} questions"))).to_be_visible(timeout=300_000)
        finally:
            app.stop()
        runs = load_runs(database)
        assert len(runs) == 1
        after = {a.question_id: a for a in load_answers(database, runs[0].id)}
        assert len(after) == N
        assert {key: after[key] for key in kept} == kept
