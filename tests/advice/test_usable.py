"""That a candidate cannot do the task at all is said before who is ahead."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.advice.verdict.decision import Decision, decide
from core.runs.database import Database
from tests.filled_store import fill


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "store.sqlite3") as opened:
        yield opened


def decision_of(database: Database, outcomes: dict[str, str]) -> Decision:
    return decide(database, [run.id for run in fill(database, outcomes)[1]])


def test_a_candidate_that_mostly_gives_no_answer_is_named_first(database: Database) -> None:
    decision = decision_of(database, {"A": "r" * 40 + "w" * 10, "B": "n" * 43 + "r" * 7})
    said = "B gave no readable answer to 43 of 50 questions: it may not follow the format, or is broken."
    assert decision.unusable[0] == said
    assert decision.advice.startswith(f"{decision.headline} {said} ")


def test_two_that_hardly_solve_anything_are_not_usable(database: Database) -> None:
    decision = decision_of(database, {"A": "r" * 5 + "w" * 45, "B": "r" * 3 + "w" * 47})
    assert decision.unusable[0].startswith("Neither is usable for this as it is: the best has 5 of 50 right")


@pytest.mark.parametrize("outcomes", [{"A": "r" * 30 + "w" * 20, "B": "w" * 50}, {"A": "w" * 8, "B": "w" * 8}])
def test_one_that_works_or_too_few_questions_raise_no_alarm(database: Database, outcomes: dict[str, str]) -> None:
    assert decision_of(database, outcomes).unusable == ()
