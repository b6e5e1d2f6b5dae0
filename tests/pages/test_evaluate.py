"""The page Evaluate lets a test stop early, by a rule that is kept with the runs."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.models.home import store_path
from core.runs.database import Database
from core.runs.projects import current_project
from core.runs.run_rows import load_runs
from core.runs.sequential import find_evaluation
from core.stats.sequential import StoppingRule
from tests.filled_store import choice_questions, fill

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("core.runs.evaluation.ensure_runner", lambda _: None)


@pytest.fixture
def database() -> Iterator[Database]:
    with Database(store_path()) as opened:
        yield opened


@pytest.mark.parametrize("rule", [StoppingRule.E_PROCESS, StoppingRule.FIVE_LOOKS])
def test_a_test_that_may_stop_early_begins_with_the_first_block(database: Database, rule: StoppingRule) -> None:
    fill(database, {"A": "rw", "B": "wr"}, choice_questions(120))
    app = AppTest.from_file(str(ROOT / "pages/measure/evaluate.py"), default_timeout=30).run()
    assert not app.exception
    when = next(box for box in app.selectbox if box.label == "When to stop")
    when.set_value(rule)
    next(button for button in app.button if button.label == "Start").click().run()
    assert not app.exception
    runs = load_runs(database)
    assert [(run.n, run.stopping_rule) for run in runs] == [(25, rule), (25, rule)]
    evaluation = find_evaluation(database, [run.id for run in runs])
    assert evaluation is not None
    assert (evaluation.budget, evaluation.ended) == (50, None)
    project = current_project(database)
    assert project is not None
    assert project.stopping_rule is rule
    assert any("may stop early and asks at most 50" in caption.value.replace("\\", "") for caption in app.caption)
