"""llama.cpp's quantizer, called inside a process of its own; see quantizer.py for the way in."""

import ctypes
import re
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from core.errors import InferenceError, ModelFileError
from core.inference.library import last_complaints, listen_to_log, llama
from core.models.file_kind import check_byte_order
from core.models.header_reader import read_header

# llama_ftype of llama.h: the mixtures that a file can be made into.
FILE_TYPES: Mapping[str, int] = {
    "F32": 0, "F16": 1, "BF16": 32, "Q8_0": 7, "Q6_K": 18, "Q5_K_M": 17, "Q5_K_S": 16, "Q5_1": 9, "Q5_0": 8,
    "Q4_K_M": 15, "Q4_K_S": 14, "Q4_1": 3, "Q4_0": 2, "IQ4_NL": 25, "IQ4_XS": 30, "Q3_K_L": 13, "Q3_K_M": 12,
    "Q3_K_S": 11, "IQ3_M": 27, "IQ3_S": 26, "IQ3_XS": 22, "IQ3_XXS": 23, "Q2_K": 10, "Q2_K_S": 21, "IQ2_M": 29,
    "IQ2_S": 28, "IQ2_XS": 20, "IQ2_XXS": 19, "IQ1_M": 31, "IQ1_S": 24, "TQ2_0": 37, "TQ1_0": 36,
    "MXFP4_MOE": 38, "NVFP4": 39, "Q2_0": 41, "Q1_0": 40,
}  # fmt: skip

_UNQUANTIZED = frozenset({"F32", "F16", "BF16"})
_PROGRESS = re.compile(r"\[\s*(\d+)\s*/\s*(\d+)\]")
_FALLBACK = re.compile(r"(\d+) of (\d+) tensor\(s\) required fallback")
_TEXT_OVERRIDE = 3  # LLAMA_KV_OVERRIDE_TYPE_STR
_MAX_ENTRIES, _MAX_NAME_BYTES, _MAX_VALUES = 100_000, 1024, 1 << 26  # of an importance matrix


@dataclass(frozen=True)
class Made:
    """What the quantizer reports."""

    requantized_from: str | None  # the label of a source that was quantized already
    n_fallback: int  # tensors whose rows do not suit the type, kept in another one
    n_tensors: int


def run_quantization(
    source: Path, type_name: str, target: Path, imatrix: Path | None, on_share: Callable[[float], None]
) -> Made:
    """Write `target`; raises InferenceError or ModelFileError, and then `target` may be half written."""
    header = read_header(source)
    check_byte_order([header])
    low_level = llama()
    counts = [0, len(header.tensors)]
    listen_to_log(lambda line: _read_log(line, counts, on_share))
    parameters = low_level.llama_model_quantize_default_params()
    parameters.ftype = FILE_TYPES[type_name]
    was = source_label(source)
    parameters.allow_requantize = was is not None
    kept: list[Any] = []  # memory that llama.cpp reads while it works
    if was is not None:
        parameters.kv_overrides = _description(low_level, f"{type_name}, requantized from {was} ({source.name})", kept)
    if imatrix is not None:
        parameters.imatrix = _importance(low_level, load_importance(imatrix), kept)
    failed = low_level.llama_model_quantize(str(source).encode(), str(target).encode(), ctypes.byref(parameters))
    if failed:
        raise InferenceError(f"{source.name} could not be made into {type_name}: {_reason(last_complaints(6))}")
    return Made(was, counts[0], counts[1])


def source_label(source: Path) -> str | None:
    """The type of most weights of a file that is quantized already, None for F32, F16 and BF16.

    Example: "Q4_1" for SmolLM2-135M-Instruct.Q4_1.gguf.
    """
    weights: dict[str, int] = {}
    for tensor in read_header(source).tensors:
        weights[tensor.type_name] = weights.get(tensor.type_name, 0) + tensor.weights
    quantized = {name: n for name, n in weights.items() if name not in _UNQUANTIZED}
    return max(quantized, key=lambda name: quantized[name]) if quantized else None


def load_importance(path: Path) -> dict[str, npt.NDArray[np.float32]]:
    """Mean squared activations by tensor name, from a GGUF file or the older binary format.

    Raises ModelFileError when the file is neither.
    """
    with path.open("rb") as stream:
        is_gguf = stream.read(4) == b"GGUF"
        stream.seek(0)
        found = _importance_from_gguf(path) if is_gguf else _importance_from_binary(path, stream)
    if not found:
        raise ModelFileError(f"{path.name} holds no importance matrix: choose the file that llama-imatrix wrote")
    return found


def _importance_from_gguf(path: Path) -> dict[str, npt.NDArray[np.float32]]:
    header = read_header(path)
    values = {}
    for tensor in header.tensors:
        if tensor.type_name == "F32":
            flat = np.memmap(path, np.float32, "r", header.data_start + tensor.offset, shape=(tensor.weights,))
            values[tensor.name] = (np.array(flat), tensor.shape)
    found = {}
    for name, (sums, shape) in values.items():
        base = name.removesuffix(".in_sum2")
        counts = values.get(f"{base}.counts")
        if base != name and counts is not None and len(counts[0]):
            rows = sums.reshape(len(counts[0]), -1) if sums.size % len(counts[0]) == 0 else sums.reshape(1, shape[0])
            divisors = counts[0][: len(rows), None]
            found[base] = np.where(divisors > 0, rows / np.maximum(divisors, 1), 1.0).astype(np.float32).ravel()
    return found


def _importance_from_binary(path: Path, stream: BinaryIO) -> dict[str, npt.NDArray[np.float32]]:
    def number(most: int) -> int:
        raw = stream.read(4)
        value = int(struct.unpack("<i", raw)[0]) if len(raw) == 4 else -1
        if not 0 <= value <= most:
            raise ModelFileError(f"{path.name} is no importance matrix, or is damaged: download it again")
        return value

    found = {}
    for _ in range(number(_MAX_ENTRIES)):
        name = stream.read(number(_MAX_NAME_BYTES)).decode(errors="replace")
        n_calls, n_values = number(1 << 30), number(_MAX_VALUES)
        values = np.frombuffer(stream.read(4 * n_values), dtype="<f4")
        if len(values) != n_values:
            raise ModelFileError(f"{path.name} ends in the midst of {name}: download it again")
        found[name] = (values / max(1, n_calls)).astype(np.float32)
    return found


def _description(low_level: Any, text: str, kept: list[Any]) -> Any:
    """Overrides that put a sentence into general.description; the last entry is empty."""
    overrides = (low_level.llama_model_kv_override * 2)()
    overrides[0].tag = _TEXT_OVERRIDE
    overrides[0].key = b"general.description"
    overrides[0].value.val_str = text.encode()[:127].decode(errors="ignore").encode()
    kept.append(overrides)
    return ctypes.cast(overrides, ctypes.POINTER(low_level.llama_model_kv_override))


def _importance(low_level: Any, matrix: Mapping[str, npt.NDArray[np.float32]], kept: list[Any]) -> Any:
    entries = (low_level.llama_model_imatrix_data * (len(matrix) + 1))()
    for entry, (name, values) in zip(entries, matrix.items(), strict=False):
        raw = name.encode()
        kept += [raw, values]
        entry.name, entry.size = raw, len(values)
        entry.data = values.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
    kept.append(entries)
    return ctypes.cast(entries, ctypes.POINTER(low_level.llama_model_imatrix_data))


def _read_log(line: str, counts: list[int], on_share: Callable[[float], None]) -> None:
    if at := _PROGRESS.match(line):
        on_share(int(at[1]) / max(1, int(at[2])))
    elif fallback := _FALLBACK.search(line):
        counts[:] = [int(fallback[1]), int(fallback[2])]


def _reason(complaints: str) -> str:
    if "iostream" in complaints or "basic_ios" in complaints:
        return "the file could not be written"
    if "importance" in complaints or "imatrix" in complaints:
        return f"this type needs an importance matrix ({complaints[-200:]})"
    return complaints[-300:] or "llama.cpp gave no reason"
