"""Make another quantization of a model file.

The work is done in a process of its own. The result appears under its name
only when it is whole: a full disk, a crash or a cancel leaves nothing behind.
"""

import contextlib
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from core.errors import InferenceError, ModelFileError
from core.inference.process import ModelProcess
from core.inference.quantizing import FILE_TYPES, source_label

_SILENCE_S = 600.0  # one tensor of a large model may take minutes
_RESERVE_BYTES = 64 << 20

TYPE_NAMES: tuple[str, ...] = tuple(FILE_TYPES)
NEEDS_IMPORTANCE = frozenset({"IQ1_S", "IQ1_M", "IQ2_XXS", "IQ2_XS", "IQ2_S", "IQ3_XXS", "Q2_K_S"})


@dataclass(frozen=True)
class Quantized:
    """A file that was made."""

    path: Path
    type_name: str
    size_bytes: int
    requantized_from: str | None  # the source was quantized already: quality is lost twice
    n_fallback: int  # tensors kept in another type, because their rows do not suit this one
    n_tensors: int


def quantize(
    source: Path,
    type_name: str,
    destination: Path,
    *,
    imatrix: Path | None = None,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Quantized:
    """Make `destination` of the type (see TYPE_NAMES) from a bigger file.

    A source that is quantized already is allowed; the new file says so in
    general.description ("Q2_K, requantized from Q4_1 (…)").
    progress: called with the share that is done, 0–1.
    cancelled: asked at each sign of life; True ends the work and nothing stays.

    Raises ModelFileError (source), InferenceError (type, memory, disk),
    ModelProcessDied.

    Example: `quantize(Path("m-F16.gguf"), "Q4_K_M", Path("m-Q4_K_M.gguf"))`.
    """
    check_request(source, type_name, destination, imatrix)
    half = _half_of(destination)
    process = ModelProcess(source.name)
    try:
        with contextlib.closing(process):
            process.send(
                "quantize",
                source=str(source),
                type_name=type_name,
                destination=str(half),
                imatrix=str(imatrix) if imatrix else None,
            )
            while (message := process.receive(_SILENCE_S))["type"] != "done":
                if progress and "share" in message:
                    progress(float(message["share"]))
                if cancelled():
                    raise InferenceError(f"making {destination.name} was cancelled; nothing was kept")
        size_bytes = half.stat().st_size
        half.replace(destination)
    except InferenceError as error:
        raise _with_disk_in_mind(error, destination) from error
    except OSError as error:
        raise InferenceError(
            f"{destination} could not be written ({error.strerror or error}): choose another place"
        ) from error
    finally:
        with contextlib.suppress(OSError):
            half.unlink(missing_ok=True)
    return Quantized(destination, type_name, size_bytes, **message["made"])


def check_request(
    source: Path, type_name: str, destination: Path, imatrix: Path | None = None, *, imatrix_follows: bool = False
) -> None:
    """What can be told of a request before any work; raises as `quantize` does.

    imatrix_follows: an importance matrix is still to be made from a text.
    """
    if type_name not in FILE_TYPES:
        raise InferenceError(f"“{type_name}” is no type that can be made: choose one of {', '.join(TYPE_NAMES)}")
    if not source.is_file():
        raise ModelFileError(f"{source} is not there: choose the file again")
    if imatrix is not None and not imatrix.is_file():
        raise ModelFileError(f"{imatrix} is not there: choose the importance matrix again")
    if imatrix is None and not imatrix_follows and type_name in NEEDS_IMPORTANCE:
        raise InferenceError(f"{type_name} needs an importance matrix: give the imatrix file of this model")
    if destination.suffix.lower() != ".gguf":
        raise InferenceError(f"{destination.name} would not be found as a model file: let its name end in .gguf")
    try:
        if destination.exists() and destination.samefile(source):
            raise InferenceError(f"{destination.name} is the source itself: choose another name")
        if destination.is_dir():
            raise InferenceError(f"{destination} is a folder: give the name of a file in it")
        _half_of(destination).exists()
    except OSError as error:  # such as a name that is too long
        shown = destination.name if len(destination.name) < 60 else f"{destination.name[:50]}…"
        raise InferenceError(
            f"{shown} cannot be the name of a file here ({error.strerror}): choose another one"
        ) from error
    if not destination.parent.is_dir() or not os.access(destination.parent, os.W_OK):
        raise InferenceError(f"{destination.parent} is not a folder that can be written to: choose another one")


def _half_of(destination: Path) -> Path:
    return destination.with_name(f".{destination.name}.{os.getpid()}.part")


def _with_disk_in_mind(error: InferenceError, destination: Path) -> InferenceError:
    """The same error, naming the disk when that is what ran full."""
    free = shutil.disk_usage(destination.parent).free
    if "could not be written" in str(error) and free < _RESERVE_BYTES:
        return InferenceError(f"{error}; only {free / 1e6:.0f} MB are free in {destination.parent}: make room")
    return error


__all__ = ["NEEDS_IMPORTANCE", "TYPE_NAMES", "Quantized", "check_request", "quantize", "source_label"]
