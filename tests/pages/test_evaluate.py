"""The page Evaluate lets a test stop early, by a rule that is kept with the runs."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.models.home import store_path
from core.runs.database import Database
from core.runs.projects import current_project, save_project
from core.runs.records import RunState
from core.runs.run_rows import delete_run, load_runs
from core.runs.sequential import find_evaluation
from core.stats.sequential import StoppingRule
from tests.filled_store import choice_questions, fill, model_file

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


def test_files_of_one_model_are_asked_whether_a_smaller_one_is_good_enough(database: Database) -> None:
    names = ("Foo-7B-Instruct-Q4_K_M", "Foo-7B-Instruct-Q8_0")
    project, runs = fill(
        database, dict.fromkeys(names, "rw"), choice_questions(300), sizes_mb={names[0]: 4900, names[1]: 8100}
    )
    for run in runs:
        delete_run(database, run.id)
    app = AppTest.from_file(str(ROOT / "pages/measure/evaluate.py"), default_timeout=30).run()
    assert not app.exception
    assert (
        app.radio[0].options[app.radio[0].index].startswith("See whether a smaller file is good enough, against Foo-7B")
    )
    assert app.radio[0].value.n == 250
    assert app.info[0].value.startswith("250 questions can tell apart")
    save_project(database, replace(project, candidates=(project.candidates[0], model_file("Bar-3B-Q4_0", 2000))))
    app = AppTest.from_file(str(ROOT / "pages/measure/evaluate.py"), default_timeout=30).run()
    assert not any("good enough" in option for option in app.radio[0].options)


def test_a_number_that_was_planned_on_another_page_is_the_one_that_is_asked(database: Database) -> None:
    project, runs = fill(database, {"A": "rw", "B": "wr"}, choice_questions(400))
    for run in runs:
        delete_run(database, run.id)
    save_project(database, replace(project, n=360))
    app = AppTest.from_file(str(ROOT / "pages/measure/evaluate.py"), default_timeout=30).run()
    assert app.info[0].value.startswith("360 questions can tell apart")
    next(button for button in app.button if button.label == "Start").click().run()
    assert not app.exception
    assert [run.n for run in load_runs(database)] == [360, 360]


def test_home_says_that_a_test_is_going_on(database: Database) -> None:
    _, runs = fill(database, {"A": "rw", "B": "wr"}, choice_questions(60))
    home = str(ROOT / "pages/choose/home.py")
    assert not any("going on" in m.value for m in AppTest.from_file(home, default_timeout=30).run().markdown)
    database.write("UPDATE run SET state = 'waiting', n = 50 WHERE id = ?", (runs[0].id,))
    app = AppTest.from_file(home, default_timeout=30).run()
    assert not app.exception
    assert any("A test is going on: **A** (2 of 50 questions)." in m.value for m in app.markdown)


def test_what_was_asked_is_told_as_asked_and_that_start_keeps_it(database: Database) -> None:
    fill(database, {"A": "rw" * 45, "B": "wr" * 45}, choice_questions(120))
    app = AppTest.from_file(str(ROOT / "pages/measure/evaluate.py"), default_timeout=30).run()
    assert not app.exception
    assert any("The 90 questions took all candidates together about" in text.value for text in app.markdown)
    assert not any("From the answers so far" in text.value for text in app.markdown)
    assert any("what was answered is kept" in caption.value for caption in app.caption)


def test_a_run_that_was_stopped_is_resumed_by_the_one_primary_button_and_is_not_proposed_shorter(
    database: Database,
) -> None:
    project, runs = fill(database, {"A": "rw" * 40, "B": "wr" * 40}, choice_questions(180), state=RunState.CANCELLED)
    save_project(database, replace(project, n=180))
    for run in runs:
        database.write("UPDATE run SET n = 180 WHERE id = ?", (run.id,))
    app = AppTest.from_file(str(ROOT / "pages/measure/evaluate.py"), default_timeout=30).run()
    assert not app.exception
    assert next(n for n in app.number_input if n.label.startswith("Or a number")).value == 180
    assert app.radio[0].options[app.radio[0].index].endswith("(50 questions)")
    primary = [button.label for button in app.button if button.proto.type == "primary"]
    assert "Resume" in primary
    assert "Start" not in primary
