"""The model files that Surefit made on this machine, as its finished jobs remember them."""

import json

from core.runs.database import Database
from core.runs.jobs import JobKind
from core.runs.records import RunState


def load_made_files(database: Database) -> frozenset[str]:
    """Paths of the quantizations that were made here; one that was moved or deleted since stays in."""
    rows = database.rows("SELECT arguments FROM job WHERE kind = ? AND state = ?", (JobKind.QUANTIZE, RunState.DONE))
    return frozenset(str(json.loads(row["arguments"]).get("destination", "")) for row in rows) - {""}
