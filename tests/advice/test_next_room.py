"""Home leads a newcomer to the use case, and whoever comes back to where the last visit ended."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.advice.next_room import Room, next_room
from core.runs.database import Database
from core.runs.projects import create_project
from core.runs.records import Purpose
from tests.filled_store import fill


@pytest.fixture
def database(tmp_path: Path):
    with Database(tmp_path / "store.sqlite") as opened:
        yield opened


def test_a_new_project_begins_with_its_use_case(database: Database) -> None:
    assert next_room(create_project(database, "New"), [], 5) is Room.USE_CASE


def test_each_step_leads_to_the_next(database: Database) -> None:
    project, runs = fill(database, {"A": "rrrr", "B": "wwww"})
    alone = replace(project, candidates=project.candidates[:1])
    assert next_room(alone, [], 5) is Room.MODEL_FILES
    assert next_room(alone, [], 1) is Room.SHORTLIST
    assert next_room(project, [], 5) is Room.EVALUATE
    assert next_room(project, runs[:1], 5) is Room.EVALUATE
    assert next_room(project, runs, 5) is Room.VERDICT


def test_answers_of_candidates_no_longer_chosen_lead_to_no_verdict(database: Database) -> None:
    project, runs = fill(database, {"A": "rrrr", "B": "wwww", "C": "rwrw"})
    two = replace(project, candidates=project.candidates[1:])
    assert next_room(two, runs[:2], 5) is Room.EVALUATE


def test_quantizations_have_a_page_of_their_own(database: Database) -> None:
    project, runs = fill(database, {"A": "rrrr", "B": "wwww"})
    assert next_room(replace(project, purpose=Purpose.QUANTIZATION), runs, 5) is Room.QUANTIZATION
