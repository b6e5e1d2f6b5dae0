"""Candidates take turns, stop when the rule says so, and never count a look twice."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.inference.exchange import Request
from core.runs.database import Database
from core.runs.evaluation import start_evaluation
from core.runs.projects import create_project, load_project, save_project, save_question_set
from core.runs.records import Candidate, CandidateKind, Configuration, Project, Run, RunState
from core.runs.run_rows import delete_run, load_run, next_waiting_run, rule_in_force, want_cancel
from core.runs.runner import work
from core.runs.sequential import advance_all, begin_evaluation, find_evaluation, find_leader, next_stop
from core.stats.sequential import StoppingRule

from .conftest import ScriptedSession, right_answer, sums

E, LOOKS, FIXED, EXTENDED = (
    StoppingRule.E_PROCESS,
    StoppingRule.FIVE_LOOKS,
    StoppingRule.FIXED,
    StoppingRule.EXTENDED,
)


@pytest.fixture(autouse=True)
def _no_runner(monkeypatch: pytest.MonkeyPatch) -> None:
    """The queue is worked here, in this process."""
    monkeypatch.setattr("core.runs.evaluation.ensure_runner", lambda _: None)


def server(name: str) -> Candidate:
    return Candidate(name, "http://localhost:1", CandidateKind.SERVER, model=name)


def project_of(database: Database, names: str, rule: StoppingRule, n: int, questions: int = 120) -> Project:
    project = create_project(database, "turns")
    return save_project(
        database,
        replace(
            project,
            candidates=tuple(server(name) for name in names),
            question_set_id=save_question_set(database, sums(questions)),
            configuration=replace(Configuration(), max_tokens=64),
            stopping_rule=rule,
            n=n,
        ),
    )


def every_nth_wrong(nth: int):
    def write(request: Request) -> str:
        number = int(request.id.removeprefix("sum-"))
        return "I do not know, perhaps 0." if number % nth == 0 else right_answer(request)

    return write


def work_all(database: Database, writes: dict[str, object]) -> list[str]:
    """Work the queue to its end; returns who was asked, turn by turn."""
    turns = []
    while (run := next_waiting_run(database)) is not None:
        turns.append(run.candidate.name)
        work(database, run, lambda candidate, *_: ScriptedSession(writes[candidate.name]))  # type: ignore[arg-type]
    return turns


def reload(database: Database, runs: list[Run]) -> list[Run]:
    return [load_run(database, run.id) for run in runs]


@pytest.mark.parametrize("rule", [E, LOOKS])
def test_a_clear_difference_stops_at_the_first_look_that_shows_it(database: Database, rule: StoppingRule) -> None:
    runs = start_evaluation(database, project_of(database, "AB", rule, 100))
    assert [run.n for run in runs] == [25, 25]
    turns = work_all(database, {"A": right_answer, "B": lambda _: "0"})
    assert turns == ["A", "B"]
    ended = find_evaluation(database, [run.id for run in runs])
    assert ended is not None
    assert ended.ended == f"Stopped after 25 of at most 100 questions: A stands out ({rule})."
    for run in reload(database, runs):
        assert (run.state, run.answered, run.stopping_rule) == (RunState.DONE, 25, rule)
        assert ended.ended in run.events


def test_equal_candidates_take_turns_up_to_the_budget(database: Database) -> None:
    runs = start_evaluation(database, project_of(database, "AB", E, 60))
    turns = work_all(database, {"A": every_nth_wrong(3), "B": every_nth_wrong(3)})
    assert turns == ["A", "B"] * 3
    assert [(run.answered, run.stopping_rule) for run in reload(database, runs)] == [(60, E), (60, E)]
    ended = find_evaluation(database, [run.id for run in runs])
    assert ended is not None
    assert ended.ended is not None
    assert "none stood out" in ended.ended


def test_five_looks_come_at_the_announced_numbers(database: Database) -> None:
    runs = start_evaluation(database, project_of(database, "AB", LOOKS, 110))
    seen = []
    while (run := next_waiting_run(database)) is not None:
        seen.append(run.n)
        work(database, run, lambda *_: ScriptedSession(every_nth_wrong(3)))
    assert seen == [25, 25, 50, 50, 100, 100, 110, 110]
    assert [run.stopping_rule for run in reload(database, runs)] == [LOOKS, LOOKS]


def test_three_candidates_stop_only_when_one_stands_out_from_all(database: Database) -> None:
    runs = start_evaluation(database, project_of(database, "ABC", E, 50))
    turns = work_all(database, {"A": right_answer, "B": right_answer, "C": lambda _: "0"})
    assert turns == ["A", "B", "C"] * 2
    assert [run.answered for run in reload(database, runs)] == [50, 50, 50]


def test_a_cancelled_turn_holds_the_others_back_until_it_goes_on(database: Database) -> None:
    project = project_of(database, "AB", E, 50)
    runs = start_evaluation(database, project)
    first = next_waiting_run(database)
    assert first is not None
    work(database, first, lambda *_: ScriptedSession(right_answer))
    want_cancel(database, [runs[1].id])
    assert next_waiting_run(database) is None
    again = start_evaluation(database, project)
    assert [run.id for run in again] == [run.id for run in runs]
    assert work_all(database, {"A": right_answer, "B": right_answer}) == ["B", "A", "B"]
    assert [run.answered for run in reload(database, runs)] == [50, 50]


def test_a_look_that_was_missed_is_made_up_for(database: Database) -> None:
    project = project_of(database, "AB", FIXED, 25)
    runs = start_evaluation(database, project)
    work_all(database, {"A": right_answer, "B": right_answer})
    database.insert(
        "INSERT INTO evaluation (rule, budget, run_ids, created_at) VALUES ('e-process', 50, ?, 0)",
        (f'["{runs[0].id}", "{runs[1].id}"]',),
    )
    assert next_waiting_run(database) is None
    advance_all(database)
    assert [run.n for run in reload(database, runs)] == [50, 50]


def test_a_deleted_run_ends_its_evaluation(database: Database) -> None:
    runs = start_evaluation(database, project_of(database, "AB", E, 50))
    want_cancel(database, [run.id for run in runs])
    delete_run(database, runs[1].id)
    advance_all(database)
    ended = find_evaluation(database, [run.id for run in runs])
    assert ended is not None
    assert ended.ended == "A run of it was deleted."


def test_adding_questions_after_a_result_is_an_extension(database: Database) -> None:
    project = project_of(database, "AB", FIXED, 30)
    runs = start_evaluation(database, project)
    work_all(database, {"A": right_answer, "B": right_answer})
    assert [run.stopping_rule for run in reload(database, runs)] == [FIXED, FIXED]
    start_evaluation(database, replace(project, n=60))
    assert [run.stopping_rule for run in reload(database, runs)] == [EXTENDED, EXTENDED]


def test_an_estimate_of_the_time_is_no_look(database: Database) -> None:
    project = project_of(database, "AB", E, 50)
    runs = start_evaluation(database, project, 2)
    work_all(database, {"A": right_answer, "B": right_answer})
    runs = start_evaluation(database, project)
    assert [(run.n, run.stopping_rule) for run in runs] == [(25, E), (25, E)]


@pytest.mark.parametrize(
    ("old", "wanted", "old_n", "n", "answered", "expected"),
    [
        (FIXED, E, 2, 50, 2, E),
        (FIXED, FIXED, 50, 50, 50, FIXED),
        (FIXED, FIXED, 50, 100, 30, EXTENDED),
        (E, E, 75, 300, 75, E),
        (FIXED, E, 50, 75, 50, E),
        (LOOKS, LOOKS, 100, 175, 100, LOOKS),
        (LOOKS, LOOKS, 250, 300, 250, EXTENDED),
        (FIXED, LOOKS, 50, 100, 50, EXTENDED),
        (EXTENDED, E, 100, 200, 100, EXTENDED),
    ],
)
def test_the_rule_in_force_follows_from_what_could_be_seen(old, wanted, old_n, n, answered, expected) -> None:
    assert rule_in_force(old, wanted, old_n, n, answered) is expected


def test_the_rule_of_a_project_is_kept(database: Database) -> None:
    project = project_of(database, "AB", LOOKS, 50)
    assert load_project(database, project.id).stopping_rule is LOOKS


def test_nobody_is_named_while_too_many_answers_are_missing() -> None:
    right = {f"q{i}": 1.0 for i in range(40)}
    patchy = {f"q{i}": 0.0 if i < 30 else None for i in range(40)}
    assert find_leader([right, patchy], E) is None
    assert find_leader([right, dict.fromkeys(right, 0.0)], E) == 0


def test_questions_on_one_document_count_less() -> None:
    right = {f"q{i}": 1.0 for i in range(12)}
    wrong = dict.fromkeys(right, 0.0)
    mixed = {f"r{i}": float(i % 2) for i in range(12)}
    groups = dict.fromkeys(right, "one document")
    a, b = right | mixed, wrong | mixed
    assert find_leader([a, b], E) == 0
    assert find_leader([a, b], E, groups) is None


@pytest.mark.slow
@pytest.mark.parametrize("k", [2, 4])
def test_equal_candidates_are_seldom_told_apart(k: int) -> None:
    """Looked at every 25 questions up to 250: at most 5 % of evaluations name one (about 2.5 % for two)."""
    random = np.random.default_rng(1)
    trials, named = 600 if k == 2 else 150, 0
    for _ in range(trials):
        answers = (random.random((k, 250)) < 0.6).astype(float)
        for stop in range(25, 251, 25):
            scores = [{f"q{i}": row[i] for i in range(stop)} for row in answers]
            if find_leader(scores, E) is not None:
                named += 1
                break
    assert named <= 0.05 * trials


def test_the_next_stop_never_passes_the_budget() -> None:
    assert [next_stop(E, n, 60) for n in (0, 25, 50, 60)] == [25, 50, 60, None]
    assert [next_stop(LOOKS, n, 300) for n in (0, 25, 50, 100, 175, 250, 300)] == [25, 50, 100, 175, 250, 300, None]


def test_a_store_of_the_first_version_gains_the_new_columns(tmp_path: Path) -> None:
    import sqlite3

    from core.runs.migrations import MIGRATIONS

    path = tmp_path / "old.sqlite3"
    old = sqlite3.connect(path)
    for statement in MIGRATIONS[0]:
        old.execute(statement)
    old.execute("PRAGMA user_version=1")
    old.commit()
    old.close()
    with Database(path) as database:
        runs = start_evaluation(database, project_of(database, "AB", E, 50))
        begin_evaluation(database, runs, E, 50)
        assert runs[0].stopping_rule is E
