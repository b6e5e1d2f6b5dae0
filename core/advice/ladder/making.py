"""Rungs that can be made here: how large, how long, and whether the disk has room, before anything is written.

A rung is made from the least compressed file with llama.cpp's quantizer. Its
size is counted out tensor by tensor (see recipes): a K- or I-type needs rows of
a multiple of 256 weights, so that a "Q2_K" of a narrow model is hardly smaller
than its Q4_0. A rung made from a quantized file loses twice and is labelled so.
"""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from core.advice.ladder.recipes import read_shape, type_given
from core.advice.wording import size_words
from core.catalogue.quantization import find_tensor_type
from core.errors import InferenceError
from core.inference.importance import USUAL_CHUNKS
from core.inference.kept_predictions import CHUNK_TOKENS
from core.inference.quantizer import NEEDS_IMPORTANCE, TYPE_NAMES, check_request, source_label
from core.models.header import Header
from core.models.model_file import ModelFile
from core.models.names import parse_name
from core.models.split_files import read_headers

USUAL_TYPES: Final = ("Q8_0", "Q6_K", "Q5_K_M", "Q4_K_M", "IQ4_XS", "Q3_K_M", "Q2_K")
RESERVE_BYTES: Final = 1_000_000_000  # left free on the disk
# Measured once: 135M weights took 1 to 2 s on two cores; the codebook search of an I-quant is slower by far.
_WEIGHTS_PER_S, _WEIGHTS_PER_S_CODEBOOK = 80e6, 8e6
_WEIGHT_TOKENS_PER_S, _BYTES_PER_TOKEN = 40e9, 4.0  # 300 tokens/s of prompt with 135M weights, on two cores
_KEPT: Final = ("_norm.weight", "ffn_gate_inp.weight")  # tables that the quantizer leaves alone


@dataclass(frozen=True)
class RungToMake:
    """One file that could be made."""

    type_name: str
    source: Path
    destination: Path
    size_bytes: int  # about
    duration_s: float  # about
    free_bytes: int  # on that disk
    requantized_from: str | None  # the source is quantized already
    n_fallback: int  # tensors whose rows do not suit the type
    needs_imatrix: bool

    @property
    def fits_on_disk(self) -> bool:
        return self.size_bytes + RESERVE_BYTES <= self.free_bytes

    def to_dict(self) -> dict[str, Any]:
        return {
            "type": self.type_name,
            "source": str(self.source),
            "destination": str(self.destination),
            "size_bytes": self.size_bytes,
            "duration_s": self.duration_s,
            "free_bytes": self.free_bytes,
            "requantized_from": self.requantized_from,
            "tensors_in_another_type": self.n_fallback,
            "needs_imatrix": self.needs_imatrix,
        }


def plan_rungs(
    source: ModelFile,
    existing: Sequence[ModelFile],
    folder: Path,
    types: Sequence[str] = USUAL_TYPES,
    *,
    free: Callable[[Path], int] | None = None,
) -> tuple[RungToMake, ...]:
    """What can be made from `source` into `folder`, the largest first; what is there or not smaller is left out.

    A type that this model's width turns into another one is kept as long as it
    saves at least a twentieth. Raises ModelFileError when the source cannot be read.
    """
    headers = read_headers(source.path)
    was = source_label(source.path)
    there = {label for file in existing for label in (file.label_from_name, file.label) if label}
    free_bytes = (free or _free_bytes)(folder)
    planned = []
    for type_name in types:
        size, n_fallback = estimate_size(headers, type_name)
        if type_name in there or size > 0.95 * source.size_bytes:
            continue
        planned.append(
            RungToMake(
                type_name=type_name,
                source=source.path,
                destination=folder / _file_name(source, type_name),
                size_bytes=size,
                duration_s=source.parameters / _speed(type_name),
                free_bytes=free_bytes,
                requantized_from=was,
                n_fallback=n_fallback,
                needs_imatrix=type_name in NEEDS_IMPORTANCE,
            )
        )
    return tuple(sorted(planned, key=lambda rung: -rung.size_bytes))


def check_rung(rung: RungToMake, imatrix: Path | None = None, text: Path | None = None) -> None:
    """Raise InferenceError before anything is written where it cannot end well; `text` is to make a matrix from.

    The folder that it goes to is made.
    """
    folder = rung.destination.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InferenceError(f"{folder} cannot be made ({error.strerror}): make room for model files there.") from error
    if rung.needs_imatrix and imatrix is None and text is None:
        raise InferenceError(
            f"{rung.type_name} needs an importance matrix: give a text of yours to make one from, or the imatrix file "
            "of this model."
        )
    if imatrix is not None and text is not None:
        raise InferenceError("Give a text or the file of an importance matrix, not both.")
    check_request(rung.source, rung.type_name, rung.destination, imatrix, imatrix_follows=text is not None)
    if rung.destination.exists():
        raise InferenceError(f"{rung.destination.name} is there already: choose it as a rung, or delete it first.")
    if not rung.fits_on_disk:
        raise InferenceError(
            f"{rung.destination.name} needs about {size_words(rung.size_bytes)} and {size_words(rung.free_bytes)} are "
            f"free in {rung.destination.parent}, of which 1 GB is left alone: free some space, or make a smaller rung."
        )


def estimate_reading_s(parameters: int, text_bytes: int, chunks: int = USUAL_CHUNKS) -> float:
    """Seconds to read a text for an importance matrix, about.

    >>> round(estimate_reading_s(135_000_000, 50_000))
    35
    """
    tokens = min(chunks * CHUNK_TOKENS, text_bytes / _BYTES_PER_TOKEN)
    return tokens * parameters / _WEIGHT_TOKENS_PER_S


def estimate_size(headers: Sequence[Header], type_name: str) -> tuple[int, int]:
    """Bytes of a file of this type, about, and how many tensors would be kept in another one.

    Counted tensor by tensor, by the quantizer's own recipe; rows of one
    dimension stay in F32.

    Raises InferenceError for a type that is not made here.
    """
    if type_name not in TYPE_NAMES:
        raise InferenceError(f"“{type_name}” is no type that can be made: choose one of {', '.join(TYPE_NAMES)}")
    shape = read_shape(headers)
    total, fallback = 0, 0
    for header in headers:
        for tensor in header.tensors:
            if len(tensor.shape) < 2 or tensor.name.endswith(_KEPT):
                total += tensor.weights * 4
                continue
            kind, stands_in = type_given(type_name, tensor.name, tensor.shape[0], shape)
            fallback += stands_in
            known = find_tensor_type(kind)
            total += known.size_bytes(tensor.weights) if known else tensor.weights * 2
    overhead = sum(header.size_bytes - header.data_bytes for header in headers)  # names, vocabulary
    return total + max(overhead, 0), fallback


def _speed(type_name: str) -> float:
    return _WEIGHTS_PER_S_CODEBOOK if type_name.startswith("IQ") else _WEIGHTS_PER_S


def _file_name(source: ModelFile, type_name: str) -> str:
    """The source's name with the new label in place of the old."""
    stem = source.path.stem
    old = parse_name(source.path.name).quantization
    at = stem.lower().rfind(old.lower()) if old else -1
    if at < 0:
        return f"{stem}-{type_name}.gguf"
    return f"{stem[:at]}{type_name}{stem[at + len(old or '') :]}.gguf"


def _free_bytes(folder: Path) -> int:
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free
