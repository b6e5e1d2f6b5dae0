"""The files of facts in data/, and what is said where one is missing or damaged.

They come with Surefit and are checked when they are read. A file that a broken
copy or an edit has spoilt must not pass for "nothing is known".
"""

import csv
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from core.errors import DataFileError

DATA_DIR: Final = Path(__file__).resolve().parents[2] / "data"


@contextmanager
def reading(name: str) -> Iterator[Path]:
    """The path of a file in data/. What goes wrong inside, in reading or in checking, is a DataFileError."""
    try:
        yield DATA_DIR / name
    except (OSError, ValueError, KeyError, TypeError, re.error) as error:
        raise DataFileError(
            f"data/{name}, which comes with Surefit, is missing or damaged ({type(error).__name__}): restore it from "
            f"the release or with 'git checkout data/{name}'"
        ) from error


def load_json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def load_rows(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file. Raises ValueError where there is none, or one that is cut short."""
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    if not rows or any(None in row or None in row.values() for row in rows):
        raise ValueError(f"{path.name} has no rows, or one with missing or extra fields")
    return rows
