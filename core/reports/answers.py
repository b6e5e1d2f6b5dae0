"""Answers of runs as CSV, one row each: the columns that `compare` reads, and what was written."""

import csv
import io
from collections.abc import Sequence

from core.runs.answer_rows import load_answers
from core.runs.database import Database
from core.runs.run_rows import load_run

COLUMNS = ("model", "question", "score", "outcome", "read", "why", "answer", "finish_reason", "answer_tokens", "run")


def to_csv(database: Database, run_ids: Sequence[str]) -> str:
    """Every answer of these runs; a score that was not measured is empty.

    A cell that a spreadsheet would take for a formula gets an apostrophe in
    front: answers are other people's text.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for run_id in run_ids:
        name = load_run(database, run_id).candidate.name
        for a in load_answers(database, run_id):
            score = "" if a.grade.score is None else f"{a.grade.score:g}"
            texts = (a.grade.read or "", a.grade.why, a.text)
            writer.writerow(
                [
                    _inert(name),
                    _inert(a.question_id),
                    score,
                    a.grade.outcome.value,
                    *map(_inert, texts),
                    a.finish_reason.value,
                    a.answer_tokens,
                    run_id,
                ]
            )
    return out.getvalue()


def _inert(text: str) -> str:
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
