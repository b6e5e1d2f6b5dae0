"""The store keeps what a run needs to go on, and refuses with a sentence."""

import shutil
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from core.catalogue.use_cases import UseCase
from core.errors import StoreError
from core.grading.outcome import Grade, Outcome
from core.inference.exchange import FinishReason, Settings
from core.runs.answer_rows import add_answer, add_grade, load_answers
from core.runs.database import Database
from core.runs.projects import (
    create_project,
    current_project,
    delete_project,
    load_project,
    load_saved_question_set,
    questions_hash,
    save_project,
    save_question_set,
)
from core.runs.queue import leave_queue_if_empty, mark_interrupted, take_queue
from core.runs.records import Answer, Candidate, Configuration, Run, RunState, run_identity
from core.runs.run_rows import begin_run, end_run, enqueue_run, load_run, load_runs, want_cancel

from .conftest import recorded_grades, sums


def enqueue(database: Database, candidate: Candidate, configuration: Configuration, n: int = 5, count: int = 8) -> Run:
    question_set = sums(count)
    return enqueue_run(
        database,
        candidate,
        save_question_set(database, question_set),
        questions_hash(question_set),
        configuration,
        use_case=UseCase.REASONING,
        draw_seed=0,
        n=n,
        project_id=None,
    )


def answer(run: Run, question_id: str, outcome: Outcome = Outcome.RIGHT) -> Answer:
    return Answer(
        run.id, question_id, 0, "ask", "prompt", (), "It is 10.", FinishReason.STOP, 10, 5, 0.5, "", (), time.time(),
        Grade(outcome, 1.0 if outcome is Outcome.RIGHT else 0.0, "10", "It says 10.", "number", 1),
    )  # fmt: skip


def test_a_project_comes_back_as_it_was_saved(database: Database) -> None:
    project = create_project(database, "Which coder?")
    changed = replace(
        project,
        use_case=UseCase.CODING,
        candidates=(Candidate("a Q4_1", "/models/a.gguf", fingerprint="f" * 32, size_bytes=5),),
        configuration=replace(Configuration(), settings=Settings(n_ctx=2048, thinking=False)),
        statements={"special_domain": True},
        n=250,
    )
    saved = save_project(database, changed)
    assert load_project(database, project.id) == saved
    assert current_project(database) == saved


def test_the_current_project_is_remembered_by_the_store(tmp_path: Path) -> None:
    with Database(tmp_path / "s.sqlite3") as first:
        project = create_project(first, "kept")
    with Database(tmp_path / "s.sqlite3") as second:
        assert current_project(second) == project


def test_starting_the_same_run_twice_is_one_run_and_a_larger_n_extends_it(
    database: Database, served: Candidate, configuration: Configuration
) -> None:
    first = enqueue(database, served, configuration, n=3)
    second = enqueue(database, served, configuration, n=5)
    assert first.id == second.id
    assert second.n == 5
    assert enqueue(database, served, configuration, n=4).n == 5
    assert len(load_runs(database)) == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda c: replace(c, max_tokens=65),
        lambda c: replace(c, settings=replace(c.settings, n_ctx=8192)),
        lambda c: replace(c, settings=replace(c.settings, thinking=True)),
        lambda c: replace(c, settings=replace(c.settings, type_k="q8_0")),
        lambda c: replace(c, sampling=replace(c.sampling, temperature=0.7)),
        lambda c: replace(c, sampling=replace(c.sampling, seed=1)),
    ],
)
def test_what_the_model_sees_makes_another_run(
    database: Database, served: Candidate, configuration: Configuration, change: object
) -> None:
    first = enqueue(database, served, configuration)
    assert enqueue(database, served, change(configuration)).id != first.id  # type: ignore[operator]


def test_speed_settings_do_not_make_another_run(served: Candidate, configuration: Configuration) -> None:
    faster = replace(configuration, settings=replace(configuration.settings, threads=1, n_batch=64, n_parallel=2))
    assert run_identity(served, faster, "q", 0) == run_identity(served, configuration, "q", 0)


def test_a_changed_question_makes_another_run_and_a_corrected_key_does_not() -> None:
    original = sums(3)
    first, *others = original.questions
    corrected = replace(original, questions=(replace(first, target=("11",)), *others))
    reworded = replace(original, questions=(replace(first, input="What is 6 plus 4?"), *others))
    assert questions_hash(corrected) == questions_hash(original)
    assert questions_hash(reworded) != questions_hash(original)


def test_an_answer_is_kept_once_and_its_old_grades_stay(
    database: Database, served: Candidate, configuration: Configuration
) -> None:
    run = enqueue(database, served, configuration)
    add_answer(database, answer(run, "sum-10"))
    add_answer(database, answer(run, "sum-10", Outcome.WRONG))  # a second copy is not taken
    assert [a.grade.outcome for a in load_answers(database, run.id)] == [Outcome.RIGHT]
    add_grade(database, run.id, "sum-10", Grade(Outcome.WRONG, 0.0, "10", "The key was corrected.", "number", 1))
    assert [a.grade.outcome for a in load_answers(database, run.id)] == [Outcome.WRONG]
    assert recorded_grades(database, run.id, "sum-10") == [(Outcome.RIGHT, 1.0), (Outcome.WRONG, 0.0)]


def test_cancelling_stops_a_waiting_run_at_once(
    database: Database, served: Candidate, configuration: Configuration
) -> None:
    run = enqueue(database, served, configuration)
    want_cancel(database, [run.id])
    assert load_run(database, run.id).state is RunState.CANCELLED
    assert enqueue(database, served, configuration).state is RunState.WAITING


def test_a_run_whose_process_is_gone_is_shown_as_interrupted(
    database: Database, served: Candidate, configuration: Configuration
) -> None:
    run = enqueue(database, served, configuration)
    begin_run(database, run.id, pid=2**22 + 1, pid_started=1.0)
    add_answer(database, answer(run, "sum-10"))
    mark_interrupted(database)
    found = load_run(database, run.id)
    assert found.state is RunState.INTERRUPTED
    assert "Resume" in found.message
    assert found.answered == 1


def test_a_run_that_was_extended_while_it_ended_waits_again(
    database: Database, served: Candidate, configuration: Configuration
) -> None:
    run = enqueue(database, served, configuration, n=1)
    begin_run(database, run.id, 1, 1.0)
    add_answer(database, answer(run, "sum-10"))
    enqueue(database, served, configuration, n=2)
    end_run(database, run.id, RunState.DONE)
    assert load_run(database, run.id).state is RunState.WAITING


def another_process_takes_queue(database: Database) -> bool:
    code = "; ".join(
        [
            "import sys",
            "from pathlib import Path",
            "from core.runs.database import Database",
            "from core.runs.queue import take_queue",
            "sys.exit(take_queue(Database(Path(sys.argv[1]))))",
        ]
    )
    root = Path(__file__).resolve().parents[2]
    return subprocess.run([sys.executable, "-c", code, str(database.path)], check=False, cwd=root).returncode == 1


def test_there_is_one_runner_and_it_leaves_only_an_empty_queue(
    database: Database, served: Candidate, configuration: Configuration
) -> None:
    assert take_queue(database)
    assert not another_process_takes_queue(database)
    run = enqueue(database, served, configuration)
    assert not leave_queue_if_empty(database)
    end_run(database, run.id, RunState.FAILED, "x")
    assert leave_queue_if_empty(database)
    assert take_queue(database)


def test_deleting_a_project_deletes_the_runs_that_only_it_used(
    database: Database, served: Candidate, configuration: Configuration
) -> None:
    project = create_project(database, "short-lived")
    question_set = sums(3)
    run = enqueue_run(
        database, served, save_question_set(database, question_set), questions_hash(question_set), configuration,
        use_case=None, draw_seed=0, n=3, project_id=project.id,
    )  # fmt: skip
    add_answer(database, answer(run, "sum-10"))
    end_run(database, run.id, RunState.DONE)
    end_run(database, run.id, RunState.CANCELLED)
    delete_project(database, project.id)
    assert load_runs(database) == []
    assert database.rows("SELECT * FROM grade") == []


def test_a_question_set_comes_back_with_every_field(database: Database) -> None:
    question_set = sums(2)
    assert load_saved_question_set(database, save_question_set(database, question_set)) == question_set


def test_a_foreign_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite3"
    path.write_bytes(b"this is no database, but it is long enough to be read as one" * 20)
    with pytest.raises(StoreError, match="is not a results store"):
        Database(path)


def test_a_store_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite3"
    Database(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version=999")
    connection.close()
    with pytest.raises(StoreError, match="newer Surefit"):
        Database(path)


def test_a_folder_that_cannot_be_made_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="SUREFIT_HOME"):
        Database(tmp_path / "file" / "store.sqlite3")


def test_a_disk_that_fails_near_the_end_of_its_space_is_called_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = sqlite3.OperationalError("disk I/O error")
    with Database(tmp_path / "store.sqlite") as database:
        assert "see that it is connected and sound" in str(database._sentence(failed))
        monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10_000_000, 9_900_000, 100_000))
        assert "is full: free some space, then resume" in str(database._sentence(failed))
