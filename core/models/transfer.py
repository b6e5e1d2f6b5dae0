"""What every download and every check of a file shares.

A file arrives whole or not at all: it is written beside its place under a
passing name and moved there in one step once its checksum is right. Work that
takes long reports to `on_progress` and asks `cancelled` several times a second.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from core.errors import DownloadError, ModelFileError, SurefitError

CHUNK_BYTES = 1 << 20


@dataclass(frozen=True)
class TransferProgress:
    """How far a transfer is; done_bytes never exceeds total_bytes."""

    stage: str  # what is being done, for the page: "downloading", "checking", "unpacking"
    done_bytes: int
    total_bytes: int

    @property
    def share(self) -> float:
        return self.done_bytes / self.total_bytes if self.total_bytes else 1.0


OnProgress = Callable[[TransferProgress], None]
Cancelled = Callable[[], bool]


class TransferCancelled(DownloadError):
    """The user ended the transfer; nothing half-done is left behind."""


def ignore_progress(_: TransferProgress) -> None:
    """For callers who do not show progress."""


def never_cancelled() -> bool:
    """For callers who cannot cancel."""
    return False


def sha256_file(path: Path, on_progress: OnProgress = ignore_progress, cancelled: Cancelled = never_cancelled) -> str:
    """SHA-256 of the whole file, hex. Slow on big files: about a second a gigabyte or more.

    Raises ModelFileError when it cannot be read, TransferCancelled on cancel.
    """
    digest = hashlib.sha256()
    try:
        total = path.stat().st_size
        with path.open("rb") as stream:
            for chunk in watch(read_chunks(stream.read), total, "checking", on_progress, cancelled):
                digest.update(chunk)
    except OSError as error:
        raise ModelFileError(f"{path.name} cannot be read ({error.strerror or error}): check {path}") from error
    return digest.hexdigest()


def read_chunks(read: Callable[[int], bytes]) -> Iterator[bytes]:
    """Pieces of at most CHUNK_BYTES until `read` has no more."""
    while chunk := read(CHUNK_BYTES):
        yield chunk


def watch(
    chunks: Iterable[bytes], total_bytes: int, stage: str, on_progress: OnProgress, cancelled: Cancelled
) -> Iterator[bytes]:
    """The same chunks, with progress after each and an end when the user cancels."""
    done = 0
    for chunk in chunks:
        if cancelled():
            raise TransferCancelled("Cancelled: nothing was kept.")
        yield chunk
        done += len(chunk)
        on_progress(TransferProgress(stage, min(done, total_bytes), total_bytes))


def write_whole(target: Path, chunks: Iterable[bytes], sha256: str | None = None, source: str = "the download") -> None:
    """Write `chunks` to `target` in one visible step, after checking their SHA-256.

    Raises DownloadError when the checksum differs or the folder cannot be
    written; then `target` is as it was.
    """
    with disk_errors_as_sentences(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, passing_name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
        passing = Path(passing_name)
        try:
            digest = hashlib.sha256()
            with os.fdopen(handle, "wb") as stream:
                for chunk in chunks:
                    digest.update(chunk)
                    stream.write(chunk)
                stream.flush()
                os.fsync(stream.fileno())
            if sha256 and digest.hexdigest() != sha256:
                raise DownloadError(
                    f"{target.name} from {source} is not the file that was asked for: its SHA-256 is "
                    f"{digest.hexdigest()}, expected {sha256}. Nothing was kept; try again, or fetch it elsewhere."
                )
            passing.chmod(0o644)
            passing.replace(target)
        finally:
            with suppress(FileNotFoundError):
                passing.unlink()


@contextmanager
def disk_errors_as_sentences(target: Path) -> Iterator[None]:
    """Turn a full disk or a read-only folder into a sentence that names the folder."""
    try:
        yield
    except SurefitError:
        raise
    except OSError as error:
        raise DownloadError(
            f"{target.name} cannot be written to {target.parent} ({error.strerror or error}): "
            "free some space, or choose another folder with SUREFIT_HOME."
        ) from error
