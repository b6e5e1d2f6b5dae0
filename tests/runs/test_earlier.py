"""Runs of a project that was changed since stay to be looked at, with what is different now."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.runs.database import Database
from core.runs.earlier import find_earlier_runs
from core.runs.projects import save_project, save_question_set
from tests.filled_store import choice_questions, fill, model_file


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    monkeypatch.setattr("core.runs.noise_floor.ensure_runner", lambda _: None)
    with Database(tmp_path / "store.sqlite") as opened:
        yield opened


ANSWERS = {"A": "rrrwww", "B": "rwrwrw"}


def test_another_seed_is_named(database: Database) -> None:
    project, runs = fill(database, ANSWERS)
    earlier = find_earlier_runs(database, replace(project, draw_seed=5))
    assert earlier is not None
    assert [run.id for run in earlier.runs] == [run.id for run in runs]
    assert earlier.because == "These questions were drawn with seed 0; the project now draws with 5."


def test_other_questions_are_named(database: Database) -> None:
    project, _ = fill(database, ANSWERS)
    other = save_question_set(database, replace(choice_questions(9), name="barrels"))
    earlier = find_earlier_runs(database, save_project(database, replace(project, question_set_id=other)))
    assert earlier is not None
    assert earlier.because == "These answers are to crates; the project now asks barrels."


def test_a_question_set_of_the_same_name_has_changed(database: Database) -> None:
    project, _ = fill(database, ANSWERS)
    other = save_question_set(database, choice_questions(9))
    earlier = find_earlier_runs(database, replace(project, question_set_id=other))
    assert earlier is not None
    assert earlier.because == "The questions of crates have changed since these answers were given."


def test_one_candidate_alone_is_no_comparison(database: Database) -> None:
    project, _ = fill(database, ANSWERS)
    alone = replace(project, candidates=(project.candidates[0], model_file("new")), draw_seed=5)
    assert find_earlier_runs(database, alone) is None


def test_a_run_that_measures_chance_is_no_candidate(database: Database) -> None:
    from core.runs.noise_floor import enqueue_twin

    project, runs = fill(database, ANSWERS)
    twins = [enqueue_twin(database, run, project.id) for run in runs]
    for twin, run in zip(twins, runs, strict=True):
        database.write(
            """INSERT INTO answer SELECT ?, question_id, position, ask_hash, prompt_hash, choice_order, text,
               finish_reason, prompt_tokens, answer_tokens, duration_s, note, loglikelihoods, answered_at
               FROM answer WHERE run_id = ?""",
            (twin.id, run.id),
        )
    earlier = find_earlier_runs(database, replace(project, draw_seed=5))
    assert earlier is not None
    assert [run.id for run in earlier.runs] == [run.id for run in runs]
