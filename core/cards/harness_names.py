"""Names of tasks as lighteval prints them, "leaderboard:arc:challenge:25": the suite, the test, its part and the shots.

The suite is whose way of asking it is, and no part of the test's name; the last number counts the examples.
"""

import re
from dataclasses import replace

from core.cards.grids import Cell, Table

_TASK = re.compile(
    r"(?:leaderboard|lighteval|helm|extended|community|custom|original|harness|bigbench|multilingual|"
    r"(?:[a-z]{2,12}_)?evals?)[:|](?P<test>[\w.+-]{1,60}(?:[:|][\w.+ -]{1,60}){0,3}?)[:|](?P<shots>\d{1,2})"
    r"(?:[:|][01])?"
)
_ALL = re.compile(r"\W*all\W*")
_MOST_CHARS = 200


def plain_task(label: str) -> str | None:
    """The test and its shots; None for any other label.

    >>> plain_task("leaderboard:arc:challenge:25"), plain_task("helm:mmlu:_average:5"), plain_task("MMLU: 5")
    ('arc_challenge (25-shot)', 'mmlu (5-shot)', None)
    """
    if not (":" in label or "|" in label) or len(label) > _MOST_CHARS:
        return None
    match = _TASK.fullmatch(label.strip())
    if match is None:
        return None
    parts = [part.strip() for part in re.split(r"[:|]", match["test"]) if part.strip("_ ") not in ("average", "")]
    return f"{'_'.join(parts)} ({match['shots']}-shot)" if parts else None


def with_plain_tasks(table: Table) -> Table:
    """The table with such names in its first column as people write them; "all" beside them is their average."""
    found = [plain_task(row[0].text) if row else None for row in table.rows]
    if not any(found):
        return table
    rows = tuple(
        (replace(row[0], text=name or _of_all(row[0])), *row[1:]) if row else row
        for row, name in zip(table.rows, found, strict=True)
    )
    return replace(table, rows=rows)


def _of_all(cell: Cell) -> str:
    return "Average" if _ALL.fullmatch(cell.text[:_MOST_CHARS]) else cell.text
