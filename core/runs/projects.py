"""Projects, their cards and their question sets, in the store."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from core.cards.reading import CardReading
from core.catalogue.use_cases import UseCase
from core.errors import StoreError
from core.questions.question import QuestionSet
from core.runs.database import Database, from_json, to_json
from core.runs.records import Candidate, Configuration, Project, Purpose, content_hash
from core.stats.sequential import StoppingRule

DEFAULT_N = 50
MAX_CARD_CHARACTERS = 2_000_000
_CURRENT = "current_project"


@dataclass(frozen=True)
class SavedCard:
    id: int
    name: str
    text: str
    results: Mapping[str, str] = field(default_factory=dict)  # files of .eval_results, by path
    own_subjects: tuple[str, ...] = ()  # labels a person pointed out as the card's own model; () leaves it to the card
    origin: str = ""  # where it came from, and when

    def read(self, use_case: UseCase | None = None) -> CardReading:
        """What the card claims, with a person's corrections."""
        from core.cards.read_card import read_card  # heavy, and a runner never needs it

        return read_card(
            self.text,
            name=self.name,
            eval_results=self.results,
            use_case=use_case,
            own_subjects=self.own_subjects or None,
        )


def create_project(database: Database, name: str, purpose: Purpose = Purpose.WHICH_MODEL) -> Project:
    """Begin a project and make it the current one."""
    now = time.time()
    project_id = database.insert(
        """INSERT INTO project (name, purpose, candidates, n, draw_seed, configuration, statements,
                                created_at, updated_at) VALUES (?, ?, '[]', ?, 0, ?, '{}', ?, ?)""",
        (name, purpose, DEFAULT_N, to_json(Configuration()), now, now),
    )
    set_current_project(database, project_id)
    return load_project(database, project_id)


def load_project(database: Database, project_id: int) -> Project:
    row = database.row("SELECT * FROM project WHERE id = ?", (project_id,))
    if row is None:
        raise StoreError("This project was deleted: choose another one under Past runs, or start a new one.")
    return _project(row)


def load_projects(database: Database) -> list[Project]:
    """All projects, the one last changed first."""
    return [_project(row) for row in database.rows("SELECT * FROM project ORDER BY updated_at DESC, id DESC")]


def save_project(database: Database, project: Project) -> Project:
    """Write every field of a project; returns it with its new time of change."""
    project = replace(project, updated_at=time.time())
    database.write(
        """UPDATE project SET name = ?, purpose = ?, use_case = ?, candidates = ?, question_set_id = ?, n = ?,
                              draw_seed = ?, configuration = ?, statements = ?, stopping_rule = ?, updated_at = ?
           WHERE id = ?""",
        (
            project.name,
            project.purpose,
            project.use_case,
            to_json(list(project.candidates)),
            project.question_set_id,
            project.n,
            project.draw_seed,
            to_json(project.configuration),
            to_json(dict(project.statements)),
            project.stopping_rule,
            project.updated_at,
            project.id,
        ),
    )
    return project


def rename_project(database: Database, project_id: int, name: str) -> None:
    database.write("UPDATE project SET name = ? WHERE id = ?", (name, project_id))


def delete_project(database: Database, project_id: int) -> None:
    """Remove a project, and the runs that no other project uses."""
    with database.transaction():
        own = database.rows("SELECT run_id FROM project_run WHERE project_id = ?", (project_id,))
        database.write("DELETE FROM project WHERE id = ?", (project_id,))
        delete_preference(database, draft_name(project_id))
        for row in own:  # runs of the command line belong to no project and stay
            database.write(
                """DELETE FROM run WHERE id = ? AND id NOT IN (SELECT run_id FROM project_run)
                   AND state NOT IN ('waiting', 'running')""",
                (row["run_id"],),
            )


def current_project(database: Database) -> Project | None:
    """The project last worked on, on any page, before or after a restart."""
    row = database.row("SELECT value FROM preference WHERE name = ?", (_CURRENT,))
    if row is None:
        return None
    found = database.row("SELECT * FROM project WHERE id = ?", (int(row["value"]),))
    return _project(found) if found is not None else None


def set_current_project(database: Database, project_id: int) -> None:
    save_preference(database, _CURRENT, str(project_id))


def load_preference(database: Database, name: str) -> str | None:
    row = database.row("SELECT value FROM preference WHERE name = ?", (name,))
    return None if row is None else str(row["value"])


def save_preference(database: Database, name: str, value: str) -> None:
    database.write(
        "INSERT INTO preference (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (name, value),
    )


def delete_preference(database: Database, name: str) -> None:
    database.write("DELETE FROM preference WHERE name = ?", (name,))


def draft_name(project_id: int) -> str:
    """The preference that holds the project's question set while it is edited."""
    return f"question_draft_{project_id}"


def add_card(
    database: Database,
    project_id: int,
    name: str,
    text: str,
    *,
    results: Mapping[str, str] | None = None,
    origin: str = "",
) -> int:
    """Keep a card with the project; returns its id."""
    if len(text) > MAX_CARD_CHARACTERS:
        raise StoreError(f"The card {name} is longer than 2 MB: keep the part with the scores.")
    return database.insert(
        "INSERT INTO card (project_id, name, text, results, origin, added_at) VALUES (?, ?, ?, ?, ?, ?)",
        (project_id, name, text, to_json(dict(results or {})), origin, time.time()),
    )


def load_cards(database: Database, project_id: int) -> list[SavedCard]:
    rows = database.rows("SELECT * FROM card WHERE project_id = ? ORDER BY id", (project_id,))
    return [
        SavedCard(
            row["id"],
            row["name"],
            row["text"],
            from_json(dict[str, str], row["results"]),
            tuple(from_json(list[str], row["own_subjects"])),
            row["origin"],
        )
        for row in rows
    ]


def save_own_subjects(database: Database, card_id: int, labels: Sequence[str]) -> None:
    """Remember which columns or rows of a card are its own model; none leaves it to the card again."""
    database.write("UPDATE card SET own_subjects = ? WHERE id = ?", (to_json(list(labels)), card_id))


def load_cards_of_runs(database: Database, run_ids: Sequence[str]) -> list[SavedCard]:
    """The cards of every project that one of these runs belongs to."""
    projects = database.rows(
        f"SELECT DISTINCT project_id FROM project_run WHERE run_id IN ({', '.join('?' * len(run_ids))})",
        list(run_ids),
    )
    return [card for row in projects for card in load_cards(database, row["project_id"])]


def delete_card(database: Database, card_id: int) -> None:
    database.write("DELETE FROM card WHERE id = ?", (card_id,))


def save_question_set(database: Database, question_set: QuestionSet, *, chosen: bool = False) -> str:
    """Keep a snapshot; returns its id, the same for the same content.

    `chosen`: a person saved it now, so its keys are the newest of its name,
    even if the same content was saved before.
    """
    body = to_json(question_set)
    set_id = content_hash(body)
    if chosen:
        database.write("UPDATE question_set SET created_at = ? WHERE id = ?", (time.time(), set_id))
    database.write(
        """INSERT INTO question_set (id, name, body, questions_hash, created_at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (id) DO NOTHING""",
        (set_id, question_set.name, body, questions_hash(question_set), time.time()),
    )
    return set_id


def load_saved_question_set(database: Database, set_id: str) -> QuestionSet:
    row = database.row("SELECT body FROM question_set WHERE id = ?", (set_id,))
    if row is None:
        raise StoreError("This question set is no longer in the store: load it again on the page Questions.")
    return _parse_question_set(row["body"])


def load_set_name(database: Database, set_id: str) -> str:
    """The name of a saved question set, without reading its questions; "" where it has none or is gone."""
    row = database.row("SELECT name FROM question_set WHERE id = ?", (set_id,))
    return "" if row is None else str(row["name"])


@lru_cache(maxsize=16)
def _parse_question_set(body: str) -> QuestionSet:
    """A page reads the same set several times in one rerun; a snapshot never changes."""
    return from_json(QuestionSet, body)


def load_question_sets_named(database: Database, name: str, at_most: int = 20) -> list[QuestionSet]:
    """The sets of that name, the one saved last first."""
    rows = database.rows(
        "SELECT body FROM question_set WHERE name = ? ORDER BY created_at DESC, rowid DESC LIMIT ?", (name, at_most)
    )
    return [_parse_question_set(row["body"]) for row in rows]


def questions_hash(question_set: QuestionSet) -> str:
    """What the model is shown of a set: no keys, no graders, so a corrected key needs no new run."""
    shown: Sequence[Any] = [
        question_set.system,
        [[example.input, example.target] for example in question_set.few_shot],
        [[q.id, q.input, list(q.choices)] for q in question_set.questions],
    ]
    return content_hash(to_json(list(shown)))


def _project(row: Mapping[str, Any]) -> Project:
    return Project(
        id=row["id"],
        name=row["name"],
        purpose=Purpose(row["purpose"]),
        use_case=UseCase(row["use_case"]) if row["use_case"] else None,
        candidates=tuple(from_json(list[Candidate], row["candidates"])),
        question_set_id=row["question_set_id"],
        n=row["n"],
        draw_seed=row["draw_seed"],
        configuration=from_json(Configuration, row["configuration"]),
        statements=from_json(dict[str, bool], row["statements"]),
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        stopping_rule=StoppingRule(row["stopping_rule"]),
    )
