"""An importance matrix: which columns of a weight matrix a text makes use of.

While a model reads a text, the input of every matrix product passes by; a
column whose inputs are large matters more when the matrix is rounded. What is
kept is the mean of the squared input of each column, for each tensor of the
layers, as llama-imatrix keeps it (and in its older binary format, which
llama-quantize reads too). Sums are in float64.

llama.cpp calls back for each node of its graph (cb_eval). The tensor comes as a
pointer to a C structure that has no stable layout, so the layout is checked
against the library's own functions at the first call, and another one is
refused in a sentence instead of being read wrongly. Products through experts
(MUL_MAT_ID) are counted for the expert that each token was sent to.

Source: ggml/include/ggml.h and tools/imatrix of llama.cpp as shipped with
llama-cpp-python 0.3.36.
"""

import contextlib
import ctypes
import os
import struct
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from core.errors import InferenceError
from core.inference import wire
from core.inference.context import DecodingContext, Layout
from core.inference.diverging import read_chunks
from core.inference.exchange import Settings
from core.inference.kept_predictions import CHUNK_TOKENS
from core.inference.library import OpenedModel
from core.inference.once_more import once_more_if_it_crashes
from core.inference.process import ModelProcess

USUAL_CHUNKS: Final = 20  # of 512 tokens; more change little, and each takes the time of reading it
_SILENCE_S: Final = 600.0
_OUTPUTS: Final = 128  # tokens of a chunk for which the last layer works to its end
_FEWEST_TOKENS: Final = 16  # of a product: below, it is no reading of a chunk
_F32: Final = 0  # ggml_type

Progress = Callable[[float], None]
Sums = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Collected:
    """What was found."""

    path: Path
    n_tensors: int
    n_chunks: int
    n_unseen_experts: int  # experts to which the text sent no token: their columns count alike


def collect_importance(
    model: Path,
    text: str,
    destination: Path,
    *,
    max_chunks: int = USUAL_CHUNKS,
    settings: Settings | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Collected:
    """Read a text with a model and write the importance matrix; takes as long as reading it takes.

    The file appears under its name only when it is whole. Raises InferenceError
    (text shorter than a chunk, disk, another build, cancelled), ModelFileError,
    ModelProcessDied.

    Example: `collect_importance(Path("m-F16.gguf"), text, Path("m.imatrix"))`, then
    `quantize(Path("m-F16.gguf"), "IQ2_M", Path("m-IQ2_M.gguf"), imatrix=Path("m.imatrix"))`.
    """
    half = destination.with_name(f".{destination.name}.{os.getpid()}.part")

    def run(each: Sequence[Settings]) -> dict[str, Any]:
        process = ModelProcess(model.name)
        with closing(process):
            process.send(
                "importance",
                path=str(model),
                text=text,
                max_chunks=max_chunks,
                destination=str(half),
                settings=wire.pack_settings(each[0]),
            )
            while (message := process.receive(_SILENCE_S))["type"] != "done":
                if progress and "share" in message:
                    progress(float(message["share"]))
                if cancelled():
                    raise InferenceError(f"reading the text with {model.name} was cancelled; nothing was kept")
            collected: dict[str, Any] = message["found"]
            return collected

    try:
        found = once_more_if_it_crashes(run, [settings or Settings()])
        half.replace(destination)
    except OSError as error:
        raise InferenceError(
            f"{destination} could not be written ({error.strerror or error}): choose another place"
        ) from error
    finally:
        with contextlib.suppress(OSError):
            half.unlink(missing_ok=True)
    return Collected(destination, **found)


def run_collection(
    path: Path, text: str, max_chunks: int, settings: Settings, destination: Path, on_share: Progress
) -> dict[str, int]:
    """The work itself, inside the model's process: fields of Collected without the path."""
    with ExitStack() as opened:
        model = opened.enter_context(closing(OpenedModel(path, settings)))
        chunks = read_chunks(model, text, max_chunks)
        collector = Collector()
        callback = model.low_level.ggml_backend_sched_eval_callback(collector.on_tensor)
        context = opened.enter_context(
            closing(
                DecodingContext(
                    model,
                    replace(settings, n_batch=CHUNK_TOKENS),
                    Layout(1, CHUNK_TOKENS, unified=True, max_outputs=_OUTPUTS),
                    eval_callback=callback,
                )
            )
        )
        positions = np.arange(CHUNK_TOKENS, dtype=np.int32)
        wanted = positions % (CHUNK_TOKENS // _OUTPUTS) == 0
        for number, chunk in enumerate(chunks):
            on_share(number / len(chunks))
            context.clear()
            context.decode(chunk, positions, np.zeros(CHUNK_TOKENS, np.int32), wanted)
            collector.raise_fault()
    means, unseen = collector.means()
    if not means:
        raise InferenceError(f"{path.name}: no matrix product passed by, so there is no importance matrix to be had")
    try:
        write_importance(destination, means, len(chunks))
    except OSError as error:
        raise InferenceError(
            f"the importance matrix could not be written ({error.strerror or error}): make room for it"
        ) from error
    return {"n_tensors": len(means), "n_chunks": len(chunks), "n_unseen_experts": unseen}


def write_importance(path: Path, means: Mapping[str, npt.NDArray[np.float32]], n_chunks: int) -> None:
    """In the older binary format: a name, a count and the means times that count for each tensor. Raises OSError."""
    with path.open("wb") as stream:
        stream.write(struct.pack("<i", len(means)))
        for name, values in means.items():
            raw = name.encode()
            stream.write(struct.pack("<i", len(raw)) + raw + struct.pack("<ii", n_chunks, values.size))
            stream.write((values.ravel() * np.float32(n_chunks)).astype("<f4").tobytes())


class _Tensor(ctypes.Structure):
    """struct ggml_tensor up to its name."""


_Tensor._fields_ = [
    ("type", ctypes.c_int),
    ("buffer", ctypes.c_void_p),
    ("ne", ctypes.c_int64 * 4),  # elements along each dimension, rows first
    ("nb", ctypes.c_size_t * 4),  # bytes from one to the next
    ("op", ctypes.c_int),
    ("op_params", ctypes.c_int32 * 16),
    ("flags", ctypes.c_int32),
    ("src", ctypes.POINTER(_Tensor) * 10),
    ("view_src", ctypes.c_void_p),
    ("view_offs", ctypes.c_size_t),
    ("data", ctypes.c_void_p),
    ("name", ctypes.c_char * 64),
]


class Collector:
    """Sums of squared inputs by tensor; one row for each expert."""

    def __init__(self) -> None:
        self._library = ggml_base()
        self._sums: dict[str, Sums] = {}
        self._counts: dict[str, Sums] = {}
        self._operations: dict[int, str] = {}
        self._checked = False
        self._fault = ""

    def on_tensor(self, address: int, ask: bool, _data: Any) -> bool:
        """Whether a node is wanted, before it is computed; its inputs are read after."""
        node = _Tensor.from_address(address)
        if not self._checked:
            self._check_layout(address, node)
        if self._fault:
            return True
        through_experts = self._is_product(node)
        if through_experts is None:
            return not ask
        inputs = node.src[1].contents
        name = _plain_name(node.src[0].contents.name)
        if not name.startswith("blk.") or inputs.type != _F32:
            return not ask
        if not through_experts and inputs.ne[1] < _FEWEST_TOKENS:
            return not ask
        if not ask:
            if through_experts:
                self._add_by_expert(name, node, inputs)
            else:
                self._add(name, node, inputs)
        return True

    def raise_fault(self) -> None:
        if self._fault:
            raise InferenceError(self._fault)

    def means(self) -> tuple[dict[str, npt.NDArray[np.float32]], int]:
        """Mean squares by tensor, and how many experts were never reached: those count every column alike."""
        found, unseen = {}, 0
        for name, sums in self._sums.items():
            counts = self._counts[name]
            if not np.isfinite(sums).all() or not counts.any():
                continue
            unseen += int((counts == 0).sum())
            means = np.where(counts[:, None] > 0, sums / np.maximum(counts, 1)[:, None], 1.0)
            found[name] = means.astype(np.float32).ravel()
        return found, unseen

    def _add(self, name: str, node: _Tensor, inputs: _Tensor) -> None:
        weights = node.src[0].contents
        n_matrices = weights.ne[2] * weights.ne[3]
        values = self._read(node.src[1], inputs, np.float32)  # (ne3, ne2, ne1, ne0)
        squares = np.einsum("abij,abij->abj", values, values, dtype=np.float64)
        sums, counts = self._of(name, n_matrices, inputs.ne[0])
        for outer in range(inputs.ne[3]):
            for inner in range(inputs.ne[2]):
                matrix = (outer % weights.ne[3]) * weights.ne[2] + inner % weights.ne[2]
                sums[matrix] += squares[outer, inner]
                counts[matrix] += inputs.ne[1]

    def _add_by_expert(self, name: str, node: _Tensor, inputs: _Tensor) -> None:
        chosen = self._read(node.src[2], node.src[2].contents, np.int32)[0, 0]  # (tokens, experts of a token)
        values = self._read(node.src[1], inputs, np.float32)[0]  # (tokens, experts of a token or 1, columns)
        sums, counts = self._of(name, node.src[0].contents.ne[2], inputs.ne[0])
        for place in range(chosen.shape[1]):
            squares = values[:, place % values.shape[1]].astype(np.float64) ** 2
            np.add.at(sums, chosen[:, place], squares)
            np.add.at(counts, chosen[:, place], 1)

    def _of(self, name: str, n_matrices: int, n_columns: int) -> tuple[Sums, Sums]:
        sums = self._sums.setdefault(name, np.zeros((n_matrices, n_columns)))
        return sums, self._counts.setdefault(name, np.zeros(n_matrices))

    def _read(self, pointer: Any, tensor: _Tensor, kind: type[np.generic]) -> npt.NDArray[Any]:
        """The tensor's values with the slowest dimension first, copied out of whatever memory holds them."""
        size = int(self._library.ggml_nbytes(pointer))
        raw = np.empty(size, dtype=np.uint8)
        self._library.ggml_backend_tensor_get(pointer, raw.ctypes.data_as(ctypes.c_void_p), 0, size)
        shape, strides = tuple(tensor.ne)[::-1], tuple(tensor.nb)[::-1]
        return np.ndarray(shape, kind, raw.data, strides=strides)

    def _is_product(self, node: _Tensor) -> bool | None:
        """None for other operations; whether the product goes through experts."""
        name = self._operations.get(node.op)
        if name is None:
            name = self._operations[node.op] = self._library.ggml_op_name(node.op).decode(errors="replace")
        return {"MUL_MAT": False, "MUL_MAT_ID": True}.get(name)

    def _check_layout(self, address: int, node: _Tensor) -> None:
        self._checked = True
        named_at = self._library.ggml_get_name(ctypes.c_void_p(address))
        elements = self._library.ggml_nelements(ctypes.c_void_p(address))
        if named_at != address + _Tensor.name.offset or elements != int(np.prod(list(node.ne))):
            self._fault = (
                "this build of llama.cpp lays out its tensors in another way, so its activations cannot be read: "
                "give an importance matrix that llama-imatrix wrote"
            )


def _plain_name(raw: bytes) -> str:
    """The weight's own name; a copy on another device is called "CPU#blk.0.attn_q.weight#0"."""
    parts = raw.decode(errors="replace").split("#")
    return parts[1] if len(parts) > 2 else parts[0]


def ggml_base() -> Any:
    """ggml's own functions about tensors, from the library that llama_cpp has loaded."""
    import llama_cpp

    folder = Path(llama_cpp.__file__).parent / "lib"
    names = ("libggml-base.so", "libggml-base.dylib", "ggml-base.dll", "libggml-base.dll")
    path = next((folder / name for name in names if (folder / name).is_file()), None)
    if path is None:
        raise InferenceError(
            f"llama.cpp's ggml-base library is not in {folder}: give an importance matrix that llama-imatrix wrote"
        )
    library = ctypes.CDLL(str(path))
    library.ggml_get_name.restype = ctypes.c_void_p
    library.ggml_nelements.restype = ctypes.c_int64
    library.ggml_nbytes.restype = ctypes.c_size_t
    library.ggml_op_name.restype = ctypes.c_char_p
    library.ggml_backend_tensor_get.restype = None
    library.ggml_backend_tensor_get.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t]
    return library
