"""Answers and grades in the store.

An answer is written once and never changed; a grade is added, the newest
counts. Both are committed together, so that a killed runner leaves neither a
half answer nor a doubled one.
"""

import json
import time
from collections.abc import Mapping
from typing import Any

from core.grading.outcome import Grade, Outcome
from core.inference.exchange import FinishReason
from core.runs.database import Database
from core.runs.records import Answer

_NEWEST_GRADE = """SELECT answer.*, grade.outcome, grade.score, grade.read, grade.why, grade.grader, grade.version
    FROM answer JOIN grade ON grade.id = (
        SELECT MAX(id) FROM grade WHERE grade.run_id = answer.run_id AND grade.question_id = answer.question_id)
    WHERE answer.run_id = ? ORDER BY answer.position"""


def add_answer(database: Database, answer: Answer) -> None:
    """Commit an answer and its grade together; an answer that is there already stays."""
    with database.transaction():
        added = database.write(
            """INSERT OR IGNORE INTO answer (run_id, question_id, position, ask_hash, prompt_hash, choice_order, text,
                   finish_reason, prompt_tokens, answer_tokens, duration_s, note, loglikelihoods, answered_at)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
            (
                answer.run_id,
                answer.question_id,
                answer.position,
                answer.ask_hash,
                answer.prompt_hash,
                json.dumps(answer.choice_order),
                # A lone surrogate cannot be stored as UTF-8.
                answer.text.encode("utf-8", "replace").decode(),
                answer.finish_reason,
                answer.prompt_tokens,
                answer.answer_tokens,
                answer.duration_s,
                answer.note,
                json.dumps(answer.loglikelihoods),
                answer.answered_at,
            ),
        )
        if added:
            _insert_grade(database, answer.run_id, answer.question_id, answer.grade)


def add_grade(database: Database, run_id: str, question_id: str, grade: Grade) -> None:
    """A newer grade for a saved answer; the older ones stay in the record."""
    _insert_grade(database, run_id, question_id, grade)


def load_answers(database: Database, run_id: str) -> list[Answer]:
    """Every answer of a run with its newest grade, in the order of the draw."""
    return [_answer(row) for row in database.rows(_NEWEST_GRADE, (run_id,))]


def load_answered_ids(database: Database, run_id: str) -> set[str]:
    return {row["question_id"] for row in database.rows("SELECT question_id FROM answer WHERE run_id = ?", (run_id,))}


def _insert_grade(database: Database, run_id: str, question_id: str, grade: Grade) -> None:
    database.insert(
        """INSERT INTO grade (run_id, question_id, outcome, score, read, why, grader, version, graded_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        (
            run_id,
            question_id,
            grade.outcome,
            grade.score,
            None if grade.read is None else grade.read.encode("utf-8", "replace").decode(),
            grade.why.encode("utf-8", "replace").decode(),
            grade.grader,
            grade.version,
            time.time(),
        ),
    )


def _answer(row: Mapping[str, Any]) -> Answer:
    return Answer(
        run_id=row["run_id"],
        question_id=row["question_id"],
        position=row["position"],
        ask_hash=row["ask_hash"],
        prompt_hash=row["prompt_hash"],
        choice_order=tuple(json.loads(row["choice_order"])),
        text=row["text"],
        finish_reason=FinishReason(row["finish_reason"]),
        prompt_tokens=row["prompt_tokens"],
        answer_tokens=row["answer_tokens"],
        duration_s=row["duration_s"],
        note=row["note"],
        loglikelihoods=tuple(json.loads(row["loglikelihoods"])),
        answered_at=row["answered_at"],
        grade=_grade(row),
    )


def _grade(row: Mapping[str, Any]) -> Grade:
    return Grade(Outcome(row["outcome"]), row["score"], row["read"], row["why"], row["grader"], row["version"])
