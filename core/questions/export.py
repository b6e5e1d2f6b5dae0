"""Question sets written for other tools and for spreadsheets.

JSON Lines is core/questions/jsonl.py; a folder for lm-evaluation-harness is
core/questions/harness.py. A CSV holds the questions alone: system text and
few-shot examples belong beside it as NAME.set.json (`header_row`).
"""

import csv
import io
import json
from typing import Any

from core.questions.question import QuestionSet
from core.questions.rows import FIELDS, row_from_question


def to_csv(question_set: QuestionSet) -> str:
    """The questions as CSV with commas; lists and objects are JSON inside a cell.

    `parse_question_set` reads it back as the same questions. Write it as
    "utf-8-sig", so that spreadsheets see the umlauts.
    """
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, FIELDS, lineterminator="\r\n")
    writer.writeheader()
    for question in question_set.questions:
        writer.writerow({column: _cell(value) for column, value in row_from_question(question).items()})
    return out.getvalue()


def _cell(value: Any) -> str:
    if not isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    # A text that looks like JSON would be read as JSON: a list of one keeps it a text.
    return json.dumps([value], ensure_ascii=False) if value.lstrip()[:1] == "[" else value
