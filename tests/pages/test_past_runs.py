"""Past runs tell which questions were asked, and which run only measures chance."""

from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.models.home import store_path
from core.runs.database import Database
from core.runs.noise_floor import enqueue_twin
from tests.filled_store import choice_questions, fill

PAGE = str(Path(__file__).resolve().parents[2] / "pages/decide/past_runs.py")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path))


def test_a_run_shows_its_set_of_questions_and_whether_it_measures_chance() -> None:
    with Database(store_path()) as database:
        _, runs = fill(database, {"A": "rw"}, replace(choice_questions(2), name="contract clauses"))
        enqueue_twin(database, runs[0])
    app = AppTest.from_file(PAGE, default_timeout=30).run()
    assert not app.exception
    shown = app.dataframe[0].value
    assert list(shown["Candidate"]) == ["A (measures chance)", "A"]
    assert list(shown["Questions"]) == ["contract clauses (noise floor)", "contract clauses"]


def test_a_run_shows_its_share_right_of_what_was_measured_and_the_hint_stands_before_the_table() -> None:
    with Database(store_path()) as database:
        fill(database, {"A": "rrwc", "B": "cccc"})
    app = AppTest.from_file(PAGE, default_timeout=30).run()
    assert not app.exception
    shown = app.dataframe[0].value
    assert dict(zip(shown["Candidate"], shown["Right"], strict=True)) == {"A": "67 % of 3", "B": "–"}
    assert app.caption[0].value.startswith("Choose two or more rows to compare them")
