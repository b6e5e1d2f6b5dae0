"""While a model is opened and asked: the run's heartbeat, its cancel, and whether its file is still the same.

A cancel takes effect within a second in whatever the model does, because its
process is ended from here: while it is loaded, and even in a long prefill.
"""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from core.errors import ModelFileError, ModelProcessDied
from core.inference.exchange import Session, Settings
from core.inference.process import Cancellation, SessionClosed
from core.models.fingerprint import fingerprint
from core.runs.database import Database
from core.runs.records import Candidate, CandidateKind, Run
from core.runs.run_rows import add_event, beat, is_cancel_wanted

_POLL_S = 0.25
_HEARTBEAT_S = 2.0


class OpenSession(Protocol):
    """Opens a candidate with settings; `cancellation` ends that from another thread."""

    def __call__(
        self,
        candidate: Candidate,
        settings: Settings,
        on_event: Callable[[str], None],
        cancellation: Cancellation,
        /,
    ) -> Session: ...


def open_watched(database: Database, run: Run, settings: Settings, open_session: OpenSession) -> Session | None:
    """A session, opened in a thread so that a cancel need not wait for it; None when the user cancelled.

    Raises what `open_session` raises.
    """
    opened: Future[Session] = Future()
    cancellation = Cancellation()

    def tell(sentence: str) -> None:
        with Database(database.path) as own:  # a connection belongs to one thread
            add_event(own, run.id, sentence)

    def open_it() -> None:
        try:
            opened.set_result(open_session(run.candidate, settings, tell, cancellation))
        except BaseException as error:  # noqa: BLE001  handed to the caller, whatever it is
            opened.set_exception(error)

    threading.Thread(target=open_it, daemon=True).start()
    beaten_at = time.monotonic()
    while not wait([opened], timeout=_POLL_S).done:
        if is_cancel_wanted(database, run.id):
            cancellation.cancel()
            opened.add_done_callback(_close_late)
            return None
        if time.monotonic() - beaten_at > _HEARTBEAT_S:
            beat(database, run.id)
            beaten_at = time.monotonic()
    return opened.result()


@contextmanager
def watch_session(store_path: Path, run: Run, session: Session) -> Iterator[None]:
    """Beat, and end the session when the user cancels or the model file changes, even in a long prefill."""
    stopped = threading.Event()
    before = _stamp(run)
    changed: list[str] = []

    def look() -> None:
        beaten_at = 0.0
        with Database(store_path) as database:
            while not stopped.wait(_POLL_S):
                if time.monotonic() - beaten_at > _HEARTBEAT_S:
                    beat(database, run.id)
                    beaten_at = time.monotonic()
                if _stamp(run) != before:
                    changed.append(_changed_sentence(run))
                if changed or is_cancel_wanted(database, run.id):
                    session.close()
                    return

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    try:
        yield
    except (ModelProcessDied, SessionClosed) as error:
        if changed:
            raise ModelFileError(changed[0]) from error
        raise
    finally:
        stopped.set()
        watcher.join()
    if changed:
        raise ModelFileError(changed[0])


def check_unchanged(run: Run) -> None:
    """Raise ModelFileError where another file lies where this run's lay."""
    path = Path(run.candidate.location)
    if fingerprint(path) != run.candidate.fingerprint:
        raise ModelFileError(_changed_sentence(run))


def _close_late(opened: Future[Session]) -> None:
    if opened.exception() is None:
        opened.result().close()


def _stamp(run: Run) -> tuple[int, int, int] | None:
    if run.candidate.kind is not CandidateKind.FILE:
        return None
    try:
        status = Path(run.candidate.location).stat()
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _changed_sentence(run: Run) -> str:
    return (
        f"{run.candidate.location} is no longer the file this run began with: "
        "choose it again under Model files, and it becomes a run of its own."
    )
