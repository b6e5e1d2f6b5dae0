"""A reference's predictions on a text, kept in a temporary file so that they are computed once.

One record a predicted position: the log-probability of the token that follows,
the likeliest token, and the log-probability of every token as a 16-bit number
on a scale of its own, from the largest down to 24 below it. What lies lower
weighs less than 4e-11. The steps of the scale are at most 24/65535 = 0.0004;
after the probabilities are brought to a sum of 1 again, a divergence computed
from them is off by about 1e-8 nats.

Files lie in the cache folder under the process that owns them, and go with it:
`temporary_file` removes its own on every way out, and those whose owner is gone
(killed, or a power cut) when the next one is made or asked for.
"""

import contextlib
import json
import os
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np
import numpy.typing as npt

from core.errors import InferenceError
from core.models.home import cache_folder

CHUNK_TOKENS: Final = 512
PREDICTED: Final = CHUNK_TOKENS // 2 - 1  # tokens of a chunk: of the second half, all but the first

_HEADER_BYTES: Final = 64
_DEPTH: Final = 24.0
_STEPS: Final = 65535
_SUFFIX: Final = ".predictions"

Floats = npt.NDArray[np.float32]
Tokens = npt.NDArray[np.int32]


def file_bytes(n_vocab: int, n_chunks: int) -> int:
    """The size of such a file.

    >>> file_bytes(49_152, 20) // 1_000_000
    501
    """
    return _HEADER_BYTES + 4 * n_chunks * CHUNK_TOKENS + n_chunks * PREDICTED * _record(n_vocab).itemsize


@contextlib.contextmanager
def temporary_file() -> Iterator[Path]:
    """A name for a file that is gone afterwards, whatever happens. Raises InferenceError."""
    remove_abandoned()
    folder = _folder()
    path = folder / f"{os.getpid()}-{_started(os.getpid()):.0f}-{uuid.uuid4().hex[:8]}{_SUFFIX}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InferenceError(f"{folder} could not be made ({error.strerror or error}): make room there.") from error
    try:
        yield path
    finally:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)


def remove_abandoned() -> int:
    """Delete files whose owner is gone; returns how many bytes that freed."""
    freed = 0
    for path in _folder().glob(f"*{_SUFFIX}"):
        owner, _, rest = path.name.partition("-")
        born = rest.partition("-")[0]
        if owner.isdigit() and born.isdigit() and f"{_started(int(owner)):.0f}" != born:
            with contextlib.suppress(OSError):
                size = path.stat().st_size
                path.unlink()
                freed += size
    return freed


class Writer:
    """Writes the file chunk by chunk; raises InferenceError when the disk is full."""

    def __init__(self, path: Path, n_vocab: int, chunks: list[Tokens]) -> None:
        self._path, self._type = path, _record(n_vocab)
        head = json.dumps({"n_vocab": n_vocab, "n_chunks": len(chunks)}).encode().ljust(_HEADER_BYTES)
        try:
            self._stream: BinaryIO = path.open("wb")
        except OSError as error:
            raise self._failed(error) from error
        self._write(head + np.concatenate(chunks).astype("<i4").tobytes())

    def add(self, likelihoods: npt.NDArray[np.float64], log_probabilities: Floats) -> None:
        """The next positions: what followed, float64 of shape (k,), and everything, float32 of shape (k, n_vocab)."""
        records = np.empty(len(likelihoods), dtype=self._type)
        highest = log_probabilities.max(axis=1, keepdims=True)
        lowest = np.maximum(log_probabilities.min(axis=1, keepdims=True), highest - np.float32(_DEPTH))
        step = np.maximum((highest - lowest) / np.float32(_STEPS), np.float32(1e-12))
        scaled = (log_probabilities - lowest) / step
        scaled += np.float32(0.5)
        np.clip(scaled, 0, _STEPS, out=scaled)
        records["codes"] = scaled
        records["likelihood"], records["top"] = likelihoods, log_probabilities.argmax(axis=1)
        records["low"], records["step"] = lowest[:, 0], step[:, 0]
        self._write(records.tobytes())

    def close(self) -> None:
        try:
            self._stream.close()
        except OSError as error:
            raise self._failed(error) from error

    def _write(self, raw: bytes) -> None:
        try:
            self._stream.write(raw)
        except OSError as error:
            raise self._failed(error) from error

    def _failed(self, error: OSError) -> InferenceError:
        return InferenceError(
            f"the reference's predictions could not be written to {self._path.parent} ({error.strerror or error}): "
            "make room there, or take fewer chunks"
        )


@dataclass(frozen=True)
class Kept:
    """The file, opened for reading."""

    n_vocab: int
    chunks: Tokens  # of shape (n_chunks, 512)
    _records: npt.NDArray[Any]

    def likelihoods(self, chunk: int) -> npt.NDArray[np.float64]:
        return np.array(self._records[chunk]["likelihood"])

    def tops(self, chunk: int) -> Tokens:
        return np.array(self._records[chunk]["top"])

    def log_probabilities(self, chunk: int, start: int, end: int) -> Floats:
        """Of the positions start…end of a chunk, summing to 1 as probabilities: float32, a row each."""
        records = self._records[chunk, start:end]
        values: Floats = records["codes"].astype(np.float32)
        values *= records["step"][:, None]
        values += records["low"][:, None]
        values -= np.log(np.exp(values).sum(axis=1, keepdims=True))
        return values


def open_kept(path: Path) -> Kept:
    """Raises InferenceError where the file is not whole."""
    try:
        with path.open("rb") as stream:
            head = json.loads(stream.read(_HEADER_BYTES))
        n_vocab, n_chunks = int(head["n_vocab"]), int(head["n_chunks"])
        chunks = np.fromfile(path, "<i4", n_chunks * CHUNK_TOKENS, offset=_HEADER_BYTES)
        start = _HEADER_BYTES + 4 * n_chunks * CHUNK_TOKENS
        records = np.memmap(path, _record(n_vocab), "r", start, shape=(n_chunks, PREDICTED))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InferenceError(f"the reference's predictions in {path} cannot be read: measure again") from error
    return Kept(n_vocab, chunks.reshape(n_chunks, CHUNK_TOKENS), records)


def _record(n_vocab: int) -> np.dtype[Any]:
    return np.dtype(
        [("likelihood", "<f8"), ("low", "<f4"), ("step", "<f4"), ("top", "<i4"), ("codes", "<u2", (n_vocab,))]
    )


def _folder() -> Path:
    return cache_folder() / "predictions"


def _started(pid: int) -> float:
    """When a process was started; 0 where there is none."""
    import psutil

    try:
        return float(psutil.Process(pid).create_time())
    except psutil.Error:
        return 0.0
