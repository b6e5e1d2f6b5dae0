"""A decoding context: the KV cache of one opened model, and one batch at a time.

Sequences are numbered 0…n-1. The cache is laid out in one of two ways:
- streams: each sequence owns `cells` cells. Attention looks at its own cells
  only, which is faster, but copying a prefix copies a whole stream.
- unified: all sequences share `cells` cells. Copying a prefix costs nothing
  and a long question may take what short ones leave.
Only the tokens that are asked for get logits, so that no buffer of
n_ctx × vocabulary floats exists.
"""

import ctypes
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from core.errors import GpuMemoryFull, InferenceError
from core.inference.exchange import Settings
from core.inference.library import KV_TYPES, OpenedModel, gpu_offload_supported, last_complaints

_CELL_BLOCK = 256

Logits = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Layout:
    """How the cache is cut up."""

    n_sequences: int
    cells: int  # a sequence's own when streams, of all together when unified
    unified: bool
    max_outputs: int  # tokens of one batch that may ask for logits

    @property
    def total_cells(self) -> int:
        return self.cells if self.unified else self.cells * self.n_sequences


def lay_out(longest: int, n_parallel: int, total_cells: int) -> Layout:
    """Streams where every question and the common prefix may be as long as the longest one, else unified.

    Example: `lay_out(88, 16, 4096)` → streams of 256 cells, 17 of them; with 2000 cells they are unified.
    """
    n_sequences, own = n_parallel + 1, padded(longest)
    streams = own * n_sequences <= total_cells
    return Layout(n_sequences, own if streams else total_cells, unified=not streams, max_outputs=max(64, n_sequences))


def padded(cells: int) -> int:
    """Rounded up as llama.cpp does: 256 for 88."""
    return -(-cells // _CELL_BLOCK) * _CELL_BLOCK


class CacheFull(InferenceError):
    """No room in the KV cache for a batch; the batch was not decoded."""


class DecodingContext:
    """Decodes batches of (token, position, sequence); not for use from two threads."""

    def __init__(self, model: OpenedModel, settings: Settings, layout: Layout, *, eval_callback: Any = None) -> None:
        """eval_callback: called by llama.cpp for each node of its graph; see importance.py."""
        self.model, self.layout = model, layout
        self._low_level = model.low_level
        self.n_batch = settings.n_batch or 512
        parameters = _context_parameters(self._low_level, settings, layout, self.n_batch)
        if eval_callback is not None:
            self._eval_callback = parameters.cb_eval = eval_callback  # must outlive the context
        self._context = self._low_level.llama_init_from_model(model.model_pointer, parameters)
        if not self._context:
            raise _why_no_context(model.path.name, settings, layout, last_complaints() or "no reason given")
        self._memory = self._low_level.llama_get_memory(self._context)
        self._batch = _BatchBuffers(self._low_level, self.n_batch)

    def close(self) -> None:
        if self._context:
            self._low_level.llama_free(self._context)
            self._context = None

    @property
    def pointer(self) -> Any:
        return self._context

    def set_threads(self, threads: int) -> None:
        self._low_level.llama_set_n_threads(self._context, threads, threads)

    def decode(
        self,
        tokens: npt.NDArray[np.int32],
        positions: npt.NDArray[np.int32],
        sequences: npt.NDArray[np.int32],
        wanted: npt.NDArray[np.bool_],
    ) -> Logits:
        """Decode one batch of at most n_batch tokens.

        Returns the logits of the wanted tokens in batch order, float32 of shape
        (wanted.sum(), n_vocab). The array is llama.cpp's own memory: it is
        overwritten by the next call.
        """
        batch = self._batch.fill(tokens, positions, sequences, wanted)
        code = self._low_level.llama_decode(self._context, batch)
        if code == 1:
            raise CacheFull(f"{self.model.path.name}: the KV cache of {self.layout.total_cells} tokens is full")
        if code != 0:
            raise InferenceError(f"{self.model.path.name}: llama_decode failed with {code} ({last_complaints()})")
        n_wanted = int(np.count_nonzero(wanted))
        if n_wanted == 0:
            self._low_level.llama_synchronize(self._context)
            return np.empty((0, self.model.n_vocab), dtype=np.float32)
        first = self._low_level.llama_get_logits(self._context)
        return np.ctypeslib.as_array(first, shape=(n_wanted, self.model.n_vocab))

    def copy(self, source: int, target: int) -> None:
        """Make `target` hold exactly what `source` holds."""
        self.forget(target, 0)
        self._low_level.llama_memory_seq_cp(self._memory, source, target, -1, -1)

    def forget(self, sequence: int, start: int) -> bool:
        """Drop the tokens of a sequence from position `start` on.

        False, and nothing dropped, where the model cannot go back there: a
        recurrent state has no past, and a sliding window may have lost what
        the tokens after `start` would look at.
        """
        window = self.model.sliding_window
        if start and window:
            oldest = int(self._low_level.llama_memory_seq_pos_min(self._memory, sequence))
            if oldest > max(0, start - window):
                return False
        return bool(self._low_level.llama_memory_seq_rm(self._memory, sequence, start, -1))

    def clear(self) -> None:
        self._low_level.llama_memory_clear(self._memory, False)


def _why_no_context(name: str, settings: Settings, layout: Layout, complaint: str) -> InferenceError:
    """A type that the model's heads or this build do not take is no lack of memory: another n_ctx would not help."""
    if "cache type" in complaint or "cache quantization" in complaint:
        types = f"{settings.type_k} for K and {settings.type_v} for V"
        return InferenceError(f"{name} takes no KV cache of {types} ({complaint}): choose other types")
    on_gpu = settings.n_gpu_layers != 0 and gpu_offload_supported()
    return (GpuMemoryFull if on_gpu else InferenceError)(
        f"{name}: no memory for {layout.total_cells} tokens of KV cache ({complaint}): lower n_ctx or the number of "
        "parallel questions"
    )


class _BatchBuffers:
    """Memory of one llama_batch, filled anew for every call."""

    def __init__(self, low_level: Any, n_batch: int) -> None:
        self._tokens = np.zeros(n_batch, dtype=np.int32)
        self._positions = np.zeros(n_batch, dtype=np.int32)
        self._counts = np.ones(n_batch, dtype=np.int32)  # one sequence a token
        self._sequences = np.zeros(n_batch, dtype=np.int32)
        self._wanted = np.zeros(n_batch, dtype=np.int8)
        address = self._sequences.ctypes.data
        self._sequence_pointers = address + np.arange(n_batch, dtype=np.uintp) * self._sequences.itemsize
        self._struct = low_level.llama_batch(
            0,
            _pointer(self._tokens, ctypes.c_int32),
            None,
            _pointer(self._positions, ctypes.c_int32),
            _pointer(self._counts, ctypes.c_int32),
            ctypes.cast(self._sequence_pointers.ctypes.data, ctypes.POINTER(ctypes.POINTER(ctypes.c_int32))),
            _pointer(self._wanted, ctypes.c_int8),
        )

    def fill(
        self,
        tokens: npt.NDArray[np.int32],
        positions: npt.NDArray[np.int32],
        sequences: npt.NDArray[np.int32],
        wanted: npt.NDArray[np.bool_],
    ) -> Any:
        n = len(tokens)
        self._tokens[:n], self._positions[:n] = tokens, positions
        self._sequences[:n], self._wanted[:n] = sequences, wanted
        self._struct.n_tokens = n
        return self._struct


def _pointer(array: npt.NDArray[Any], kind: Any) -> Any:
    return array.ctypes.data_as(ctypes.POINTER(kind))


def _context_parameters(low_level: Any, settings: Settings, layout: Layout, n_batch: int) -> Any:
    parameters = low_level.llama_context_default_params()
    parameters.n_ctx = layout.total_cells
    parameters.n_batch = parameters.n_ubatch = n_batch
    parameters.n_seq_max = layout.n_sequences
    parameters.n_outputs_max = max(layout.max_outputs, layout.n_sequences)
    parameters.n_threads = parameters.n_threads_batch = settings.threads or 1
    parameters.type_k, parameters.type_v = KV_TYPES[settings.type_k], KV_TYPES[settings.type_v]
    parameters.kv_unified = layout.unified
    parameters.no_perf = True
    parameters.swa_full = False
    parameters.op_offload = settings.n_gpu_layers != 0  # 0 leaves a GPU alone in every step
    if settings.flash_attn is not None:
        parameters.flash_attn_type = int(settings.flash_attn)
    return parameters
