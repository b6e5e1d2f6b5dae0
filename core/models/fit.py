"""How much memory a model will take at a given context.

The sum has five parts: the weights (the file's tensors); the KV cache, for the
n_ctx in use, never for the context the header allows; the state of recurrent
layers; the buffer in which a batch is computed; and what the process takes
besides. An estimate always carries the settings it was made for.

The compute buffer follows llama.cpp's widest graph. Check against its own log
lines for Llama 3 8B and 512 rows: 258.50 MiB with flash attention (250.5 of
logits and 8 of activations), without it 296 at n_ctx 4096 and 560 at 8192.
llama.cpp reserves n_ubatch rows of logits unless n_outputs_max is set, but on
a CPU memory counts only once it is written, so n_outputs says how many really
are.

Source: llama-context.cpp, llama-kv-cache.cpp and ggml-alloc.c as shipped with
llama-cpp-python 0.3.36.
"""

import platform
from collections.abc import Sequence
from dataclasses import dataclass

from core.catalogue.quantization import find_tensor_type
from core.errors import ModelFileError
from core.models.header import Header
from core.models.layer_state import LayerState
from core.models.memory_shape import MemoryShape, memory_shape

PAD_TOKENS = 256  # llama.cpp rounds n_ctx and the window's cache up to this
FLOAT_BYTES = 4
PROCESS_BYTES = 55_000_000  # interpreter, libraries, graph and buffers of a process with a model of no size; measured
VOCABULARY_ENTRY_BYTES = 180  # a token or merge in llama.cpp's tables: measured with 98,052 and 262,144 of them
# What llama.cpp's CPU backend copies into another layout (ggml-cpu/repack.cpp), by kind of processor.
_REPACKED_ON_X86 = frozenset({"Q4_0", "Q4_K", "IQ4_NL", "Q2_K", "MXFP4"})
_REPACKED_ON_ARM = _REPACKED_ON_X86 - {"Q2_K"} | {"Q5_K", "Q6_K", "Q8_0"}


@dataclass(frozen=True)
class FitSettings:
    """What the memory depends on, named as llama.cpp names it."""

    n_ctx: int = 4096  # tokens for one sequence
    n_parallel: int = 1  # sequences at once
    type_k: str = "f16"
    type_v: str = "f16"
    n_ubatch: int = 512
    n_outputs: int | None = None  # rows of logits at once; None: one for each sequence
    flash_attn: bool = True
    kv_unified: bool = True  # one cache for all sequences
    swa_full: bool = False  # windows keep everything
    total_cells: int | None = None  # of a unified cache, where not every sequence may be n_ctx long; None: all may
    # Weights copied into another layout (extra buffer types). A peak counts the copies and the file's pages they
    # come from; to ask whether a model fits, leave it out: the kernel drops those pages when it needs them.
    repacked: bool = False
    process_bytes: int = PROCESS_BYTES

    @property
    def cells(self) -> int:
        """Tokens that the whole KV cache holds."""
        if self.kv_unified:
            return _pad(self.total_cells or self.n_ctx * self.n_parallel)
        return _pad(self.n_ctx) * self.n_parallel

    @property
    def batch(self) -> int:
        return max(1, min(self.n_ubatch, self.cells))


@dataclass(frozen=True)
class MemoryEstimate:
    """Bytes that a model takes with these settings, part by part."""

    settings: FitSettings
    weights_bytes: int
    kv_bytes: int
    state_bytes: int
    compute_bytes: int
    output_bytes: int
    other_bytes: int  # process, vocabulary, repacked copies
    n_ctx_train: int | None  # what the header allows; not what was counted

    @property
    def total_bytes(self) -> int:
        cache = self.kv_bytes + self.state_bytes
        return self.weights_bytes + cache + self.compute_bytes + self.output_bytes + self.other_bytes

    def fits(self, available_bytes: int, reserve_bytes: int = 512 << 20) -> bool:
        """Whether it fits beside `reserve_bytes` for everything else on the machine."""
        return self.total_bytes + reserve_bytes <= available_bytes

    def sentence(self, available_bytes: int | None = None) -> str:
        """The estimate in words, with the context it was made for.

        >>> parts = {"weights_bytes": 4_900_000_000, "kv_bytes": 536_870_912, "compute_bytes": 271_000_000}
        >>> rest = {"state_bytes": 0, "output_bytes": 513_024, "other_bytes": 128_500_000, "n_ctx_train": 8192}
        >>> estimate = MemoryEstimate(FitSettings(), **parts, **rest)
        >>> estimate.sentence(8_000_000_000)
        'Needs about 5.8 GB at n_ctx 4096 (f16 cache, 1 sequence); 8.0 GB are free: it fits.'
        """
        settings = self.settings
        kinds = settings.type_k if settings.type_k == settings.type_v else f"{settings.type_k}/{settings.type_v}"
        sequences = f"{settings.n_parallel} sequence" + ("s" if settings.n_parallel > 1 else "")
        text = f"Needs about {gigabytes(self.total_bytes)} at n_ctx {settings.n_ctx} ({kinds} cache, {sequences})"
        if available_bytes is None:
            return text + "."
        verdict = "it fits" if self.fits(available_bytes) else "it does not fit"
        return f"{text}; {gigabytes(available_bytes)} are free: {verdict}."


def estimate_memory(headers: Sequence[Header], settings: FitSettings | None = None) -> MemoryEstimate:
    """Predict the memory of a model from the headers of all its parts; see estimate_from_shape.

    The KV cache of SmolLM2 135M is 30 layers × 2 × 192 numbers × 2 bytes × 2048 tokens:

    >>> from pathlib import Path
    >>> sizes = {"block_count": 30, "embedding_length": 576, "attention.head_count": 9, "attention.head_count_kv": 3}
    >>> values = {"general.architecture": "llama"} | {f"llama.{key}": size for key, size in sizes.items()}
    >>> estimate_memory([Header(Path("SmolLM2.gguf"), 0, 3, "little", values, (), 0)], FitSettings(n_ctx=2048)).kv_bytes
    47185920
    """
    return estimate_from_shape(memory_shape(headers), settings)


def estimate_from_shape(shape: MemoryShape, settings: FitSettings | None = None) -> MemoryEstimate:
    """Predict the memory of a model whose sizes are known, such as those of a file that was read before.

    Raises ModelFileError for an unknown KV type or a context below 1.
    """
    settings = settings or FitSettings()
    if settings.n_ctx < 1 or settings.n_parallel < 1:
        raise ModelFileError(
            f"n_ctx {settings.n_ctx} with {settings.n_parallel} sequences is no context: choose 1 or more"
        )
    states = sum(state.state_length * count for state, count in shape.layers)
    return MemoryEstimate(
        settings=settings,
        weights_bytes=shape.weights_bytes,
        kv_bytes=sum(kv_bytes(state, settings) * count for state, count in shape.layers),
        state_bytes=states * FLOAT_BYTES * settings.n_parallel,
        compute_bytes=compute_bytes(shape, settings),
        output_bytes=output_bytes(shape, settings),
        other_bytes=settings.process_bytes
        + shape.vocabulary_entries * VOCABULARY_ENTRY_BYTES
        + _repacked_bytes(shape, settings),
        n_ctx_train=shape.n_ctx_train,
    )


def kv_bytes(state: LayerState, settings: FitSettings) -> int:
    """Bytes of one layer's KV cache: cells × (key + value), each in its own type."""
    row = _row_bytes(settings.type_k, state.key_length) + _row_bytes(settings.type_v, state.value_length)
    return _cells(state.window, settings) * row


def compute_bytes(shape: MemoryShape, settings: FitSettings) -> int:
    """Bytes of the buffer in which one batch is computed.

    The widest moment counts: either the logits with the last activations, or
    inside a layer the attention or the feed-forward part, with the masks.
    """
    outputs = min(settings.batch, settings.n_outputs or settings.n_parallel)
    output_stage = outputs * (shape.vocabulary + shape.width) * FLOAT_BYTES
    states_alive = shape.state_copies * max((state.state_length for state, _ in shape.layers), default=0)
    layer_stage = settings.batch * max(_attention_width(shape, settings), shape.feed_forward_width) * FLOAT_BYTES
    layer_stage += settings.n_parallel * states_alive * FLOAT_BYTES
    return max(output_stage, layer_stage + _mask_bytes(shape, settings)) + 16 * settings.batch


def output_bytes(shape: MemoryShape, settings: FitSettings) -> int:
    """Bytes of the logits that are kept for the reader, a row for each sequence or as many as are asked for."""
    return (settings.n_outputs or settings.n_parallel) * shape.vocabulary * FLOAT_BYTES


def _attention_width(shape: MemoryShape, settings: FitSettings) -> int:
    """Numbers that are alive for each token in the widest attention, or in a recurrent layer.

    With flash attention: four times what came in (the input of the graph, the
    residual, the normed and the next), queries twice, keys and values. Without:
    all scores, one for each head and cell, and four rows more (fitted to the
    296 and 560 MiB of Llama 3 8B). The widths of recurrent layers are fitted to
    what llama.cpp reports for tiny models of each kind, within a tenth.
    """
    keys = max((state.key_length + state.value_length for state, _ in shape.layers), default=0)
    if not keys:
        return shape.recurrent_width
    if settings.flash_attn:
        return max(4 * shape.width + 2 * shape.queries + keys, shape.recurrent_width)
    return max(shape.heads * settings.cells + 4 * max(shape.width, shape.queries), shape.recurrent_width)


def _mask_bytes(shape: MemoryShape, settings: FitSettings) -> int:
    """Which token may see which cell: one table for the whole cache, one for the windows."""
    caches = {state.window for state, _ in shape.layers if state.key_length}
    streams = 1 if settings.kv_unified else settings.n_parallel
    cells = sum(_cells(window, settings) // streams for window in caches)
    return settings.batch * cells * (2 if settings.flash_attn else FLOAT_BYTES)


def _cells(window: int | None, settings: FitSettings) -> int:
    """Cells of a cache, all streams together; a window keeps itself and the batch, for each sequence."""
    if window is None or settings.swa_full:
        return settings.cells
    streams = 1 if settings.kv_unified else settings.n_parallel
    sequences = settings.n_parallel if settings.kv_unified else 1
    return min(settings.cells, _pad(window * sequences + settings.batch) * streams)


def gigabytes(size_bytes: float) -> str:
    """Decimal gigabytes with one digit, megabytes below one: as file managers show them."""
    return f"{size_bytes / 1e9:.1f} GB" if size_bytes >= 1e9 else f"{size_bytes / 1e6:.0f} MB"


def _row_bytes(type_name: str, length: int) -> int:
    kind = find_tensor_type(type_name)
    if kind is None or kind.removed:
        raise ModelFileError(f"{type_name} is no type for the KV cache: choose f16, q8_0 or q4_0")
    return -(-length // kind.block_weights) * kind.block_bytes


def _repacked_bytes(shape: MemoryShape, settings: FitSettings) -> int:
    if not settings.repacked:
        return 0
    on_arm = platform.machine().lower() in ("arm64", "aarch64")
    types = _REPACKED_ON_ARM if on_arm else _REPACKED_ON_X86
    return sum(size_bytes for type_name, size_bytes in shape.repackable_bytes if type_name in types)


def _pad(tokens: int) -> int:
    return -(-tokens // PAD_TOKENS) * PAD_TOKENS
