"""How much memory a model will take at a given context, and how many layers fit on a GPU.

The sum has five parts: the weights (the file's tensors); the KV cache, for the
n_ctx in use, never for the context the header allows; the state of recurrent
layers; the buffer in which a batch is computed; and what the process takes
besides. An estimate always carries the settings it was made for.

The compute buffer follows llama.cpp's worst graph: the logits of a batch
(vocabulary × rows × 4 bytes) plus one row of activations each, or the widest
layer, whichever is more. Check against published figures: Llama 3 8B, 512
rows, flash attention: 250.5 + 8 = 258.5 MiB; without it at n_ctx 4096, 296 MiB.

Source: llama-context.cpp, llama-kv-cache.cpp and ggml-alloc.c as shipped with
llama-cpp-python 0.3.36.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.catalogue.quantization import find_tensor_type
from core.errors import ModelFileError
from core.models.header import Header
from core.models.layer_state import LayerState, layer_states
from core.models.split_files import read_headers

PAD_TOKENS = 256  # llama.cpp rounds n_ctx and the window's cache up to this
FLOAT_BYTES = 4
PROCESS_BYTES = 90_000_000  # interpreter, libraries, buffers of a process with a model of no size
VOCABULARY_ENTRY_BYTES = 250  # a token or merge in llama.cpp's tables
REPACKED_TYPES = frozenset({"Q4_0", "Q4_K", "IQ4_NL", "Q2_K", "Q5_K", "Q6_K", "Q8_0", "MXFP4"})


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
    repacked: bool = False  # weights copied into another layout (extra buffer types)
    process_bytes: int = PROCESS_BYTES

    @property
    def cells(self) -> int:
        """Tokens that the whole KV cache holds."""
        if self.kv_unified:
            return _pad(self.n_ctx * self.n_parallel)
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
    other_bytes: int  # process, vocabulary, repacked copies
    n_ctx_train: int | None  # what the header allows; not what was counted

    @property
    def total_bytes(self) -> int:
        return self.weights_bytes + self.kv_bytes + self.state_bytes + self.compute_bytes + self.other_bytes

    def fits(self, available_bytes: int, reserve_bytes: int = 512 << 20) -> bool:
        """Whether it fits beside `reserve_bytes` for everything else on the machine."""
        return self.total_bytes + reserve_bytes <= available_bytes

    def sentence(self, available_bytes: int | None = None) -> str:
        """The estimate in words, with the context it was made for.

        >>> estimate.sentence(8_000_000_000)
        'Needs about 6.1 GB at n_ctx 4096 (f16 cache, 1 sequence); 8.0 GB are free: it fits.'
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
    """Predict the memory of a model from the headers of all its parts.

    Raises ModelFileError for an unknown KV type or a context below 1.

        >>> estimate = estimate_memory(read_headers(path), FitSettings(n_ctx=2048))
        >>> estimate.kv_bytes  # SmolLM2 135M: 30 layers × 2 × 192 numbers × 2 bytes × 2048 tokens
        47185920
    """
    settings = settings or FitSettings()
    if settings.n_ctx < 1 or settings.n_parallel < 1:
        raise ModelFileError(
            f"n_ctx {settings.n_ctx} with {settings.n_parallel} sequences is no context: choose 1 or more"
        )
    first = headers[0]
    states = layer_states(first)
    return MemoryEstimate(
        settings=settings,
        weights_bytes=sum(header.data_bytes for header in headers),
        kv_bytes=sum(kv_bytes(state, settings) for state in states),
        state_bytes=sum(state.state_length for state in states) * FLOAT_BYTES * settings.n_parallel,
        compute_bytes=compute_bytes(first, states, settings),
        other_bytes=settings.process_bytes + _vocabulary_bytes(first) + _repacked_bytes(headers, settings),
        n_ctx_train=first.of_model("context_length"),
    )


def estimate_file(path: Path, settings: FitSettings | None = None) -> MemoryEstimate:
    """The same for a file, of which all parts are read; a few milliseconds.

    Raises ModelFileError when the file cannot be read as a model.
    """
    return estimate_memory(read_headers(path), settings)


def kv_bytes(state: LayerState, settings: FitSettings) -> int:
    """Bytes of one layer's KV cache: cells × (key + value), each in its own type."""
    cells = settings.cells
    if state.window is not None and not settings.swa_full:
        streams = 1 if settings.kv_unified else settings.n_parallel
        sequences = settings.n_parallel if settings.kv_unified else 1
        cells = min(cells, _pad(state.window * sequences + settings.batch) * streams)
    return cells * (_row_bytes(settings.type_k, state.key_length) + _row_bytes(settings.type_v, state.value_length))


def compute_bytes(header: Header, states: Sequence[LayerState], settings: FitSettings) -> int:
    """Bytes of the buffer for one batch: the larger of the output and the widest layer, and the inputs."""
    width = header.of_model("embedding_length") or 0
    rows = settings.batch
    outputs = min(rows, settings.n_outputs or settings.n_parallel)
    vocabulary = header.count("tokenizer.ggml.tokens") or header.of_model("vocab_size") or 0
    output_stage = outputs * (vocabulary + width)
    layers = max(1, header.layers)
    widest = max(header.per_layer("feed_forward_length", layers))
    experts = header.of_model("expert_used_count") or 0
    expert_width = header.of_model("expert_feed_forward_length") or widest
    feed_forward = 2 * width + max(2 * widest, experts * (2 * expert_width + width))
    heads = max(header.per_layer("attention.head_count", layers))
    recurrent = max((header.of_model("ssm.inner_size") or 0) * 4, (header.of_model("wkv.head_size") and width * 6) or 0)
    attention = 4 * width + (0 if settings.flash_attn else heads * settings.cells)
    layer_stage = rows * max(feed_forward, attention, recurrent)
    masks = rows * settings.cells if any(state.key_length for state in states) else 0
    mask_bytes = FLOAT_BYTES + (2 if settings.flash_attn else 0)
    result_rows = outputs * vocabulary  # the rows are copied out for the reader
    return FLOAT_BYTES * (max(output_stage, layer_stage) + result_rows) + mask_bytes * masks


@dataclass(frozen=True)
class GpuFit:
    """How much of a model a GPU can take."""

    n_gpu_layers: int  # as llama.cpp counts: the layers and one more for the output
    all_layers: bool
    gpu_bytes: int
    cpu_bytes: int  # what stays in main memory


def layers_on_gpu(
    headers: Sequence[Header],
    gpu_bytes: int,
    settings: FitSettings | None = None,
    reserve_bytes: int = 512 << 20,
) -> GpuFit:
    """The most layers that fit into `gpu_bytes`, beside `reserve_bytes` for the driver and the screen.

    llama.cpp moves whole layers with their share of the KV cache, the last ones
    first, then the output; the embedding stays in main memory.
    """
    settings = settings or FitSettings()
    estimate = estimate_memory(headers, settings)
    states = layer_states(headers[0])
    by_layer, output = _bytes_by_layer(headers)
    on_gpu = settings.n_outputs or settings.batch  # a GPU takes the whole buffer when it is reserved
    buffer = compute_bytes(headers[0], states, replace(settings, n_outputs=on_gpu))
    room = gpu_bytes - reserve_bytes - buffer
    taken = count = 0
    for layer in reversed(range(headers[0].layers)):
        state = states[layer] if layer < len(states) else LayerState()
        needed = by_layer.get(layer, 0) + kv_bytes(state, settings)
        needed += state.state_length * FLOAT_BYTES * settings.n_parallel
        if taken + needed > room:
            break
        taken += needed
        count += 1
    if count == headers[0].layers and taken + output <= room:
        taken += output
        count += 1
    used = taken + buffer if count else 0
    return GpuFit(count, count > headers[0].layers, used, estimate.total_bytes - taken)


def gigabytes(size_bytes: float) -> str:
    """Decimal gigabytes with one digit, megabytes below one: as file managers show them."""
    return f"{size_bytes / 1e9:.1f} GB" if size_bytes >= 1e9 else f"{size_bytes / 1e6:.0f} MB"


def _bytes_by_layer(headers: Sequence[Header]) -> tuple[dict[int, int], int]:
    """Bytes of each layer's weights, and of the output (a copy of the embedding where they are tied)."""
    layers: dict[int, int] = {}
    output = embedding = 0
    for header in headers:
        for tensor in header.tensors:
            block, _, rest = tensor.name.partition(".")
            number = rest.partition(".")[0]
            if block == "blk" and number.isdigit():
                layers[int(number)] = layers.get(int(number), 0) + tensor.size_bytes
            elif tensor.name.startswith("output"):
                output += tensor.size_bytes
            elif tensor.name == "token_embd.weight":
                embedding = tensor.size_bytes
    tied = not any(tensor.name == "output.weight" for header in headers for tensor in header.tensors)
    return layers, output + (embedding if tied else 0)


def _row_bytes(type_name: str, length: int) -> int:
    kind = find_tensor_type(type_name)
    if kind is None or kind.removed:
        raise ModelFileError(f"{type_name} is no type for the KV cache: choose f16, q8_0 or q4_0")
    return -(-length // kind.block_weights) * kind.block_bytes


def _vocabulary_bytes(header: Header) -> int:
    entries = (header.count("tokenizer.ggml.tokens") or 0) + (header.count("tokenizer.ggml.merges") or 0)
    return entries * VOCABULARY_ENTRY_BYTES


def _repacked_bytes(headers: Sequence[Header], settings: FitSettings) -> int:
    if not settings.repacked:
        return 0
    return sum(
        tensor.size_bytes
        for header in headers
        for tensor in header.tensors
        if tensor.type_name in REPACKED_TYPES and tensor.name != "token_embd.weight"
    )


def _pad(tokens: int) -> int:
    return -(-tokens // PAD_TOKENS) * PAD_TOKENS
