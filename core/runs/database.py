"""The results store: one SQLite file, and the only door to it.

Write-ahead logging lets the runner commit every answer while a page reads.
The schema has numbered migrations, applied once and in order. What SQLite
refuses becomes a sentence: a full disk, a read-only folder, a foreign file.
"""

import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from pydantic import TypeAdapter

from core.errors import StoreError
from core.runs.migrations import MIGRATIONS

_BUSY_TIMEOUT_S = 30.0
_ALMOST_FULL_BYTES = 1_000_000  # what the write-ahead log asks for as it grows

T = TypeVar("T")

_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}

Value = str | int | float | bytes | None


class Database:
    """A connection to the store. Use it in the thread that opened it, and close it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # isolation_level None: transactions are begun and ended here, by hand.
            self._connection = sqlite3.connect(path, timeout=_BUSY_TIMEOUT_S, isolation_level=None)
            self._connection.row_factory = _as_dict
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute("PRAGMA synchronous=NORMAL")
            self._connection.execute("PRAGMA foreign_keys=ON")
            self._migrate()
        except OSError as error:
            raise StoreError(
                f"The results store {path} cannot be opened ({error.strerror}): "
                "free the folder, or set SUREFIT_HOME to one that can be written."
            ) from error
        except sqlite3.Error as error:
            raise self._sentence(error) from error

    def rows(self, sql: str, values: Sequence[Value] = ()) -> list[dict[str, Any]]:
        try:
            return self._connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise self._sentence(error) from error

    def row(self, sql: str, values: Sequence[Value] = ()) -> dict[str, Any] | None:
        found = self.rows(sql, values)
        return found[0] if found else None

    def write(self, sql: str, values: Sequence[Value] = ()) -> int:
        """Run one statement; returns the number of rows it changed."""
        try:
            return self._connection.execute(sql, values).rowcount
        except sqlite3.Error as error:
            raise self._sentence(error) from error

    def insert(self, sql: str, values: Sequence[Value] = ()) -> int:
        """Run one INSERT; returns the new row's id."""
        try:
            return int(self._connection.execute(sql, values).lastrowid or 0)
        except sqlite3.Error as error:
            raise self._sentence(error) from error

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing, and alone: other writers wait."""
        self.write("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        self.write("COMMIT")

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> "Database":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _migrate(self) -> None:
        if self._version() > len(MIGRATIONS):
            raise StoreError(
                f"The results store {self.path} was written by a newer Surefit: update this one, "
                "or set SUREFIT_HOME to another folder."
            )
        if self._version() == len(MIGRATIONS):
            return
        with self.transaction():
            for number in range(self._version(), len(MIGRATIONS)):
                for statement in MIGRATIONS[number]:
                    self._connection.execute(statement)
                self._connection.execute(f"PRAGMA user_version={number + 1}")

    def _version(self) -> int:
        return int(self._connection.execute("PRAGMA user_version").fetchone()["user_version"])

    def _sentence(self, error: sqlite3.Error) -> StoreError:
        text = str(error)
        # Near the end of its space a disk may fail before it calls itself full.
        if "full" in text or ("I/O" in text and _free_bytes(self.path) < _ALMOST_FULL_BYTES):
            return StoreError(f"The disk of the results store {self.path} is full: free some space, then resume.")
        if "readonly" in text or "unable to open" in text:
            return StoreError(
                f"The results store {self.path} cannot be written: allow writing there, "
                "or set SUREFIT_HOME to another folder."
            )
        if "not a database" in text or "malformed" in text:
            return StoreError(
                f"{self.path} is not a results store, or is damaged: move it away and start again, "
                "or set SUREFIT_HOME to another folder."
            )
        if "locked" in text:
            return StoreError(f"The results store {self.path} is held by another program: close that, then try again.")
        if "I/O" in text:
            return StoreError(
                f"The disk of the results store {self.path} failed ({text}): see that it is connected and sound, "
                "then resume, or set SUREFIT_HOME to a folder on another one."
            )
        return StoreError(f"The results store {self.path} refused: {text}.")


def _free_bytes(path: Path) -> int:
    try:
        return shutil.disk_usage(path.parent).free
    except OSError:
        return 0


def _as_dict(cursor: sqlite3.Cursor, values: tuple[Any, ...]) -> dict[str, Any]:
    return {column[0]: value for column, value in zip(cursor.description, values, strict=True)}


def to_json(value: Any) -> str:
    """A dataclass, tuple or mapping as JSON text for a column."""
    return str(_adapter(type(value)).dump_json(value).decode())


def from_json(kind: type[T], text: str) -> T:
    """The value that `to_json` wrote."""
    value: T = _adapter(kind).validate_json(text)
    return value


def _adapter(kind: Any) -> TypeAdapter[Any]:
    """Built once for each type: building costs more than reading."""
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]
