"""What the memory of a model follows from: the sizes in its headers, told apart from any setting.

A few dozen numbers are enough to foretell the memory at any context
(core/models/fit.py), so they are remembered with a file that was read once and
no header need be opened for another n_ctx. Which llama.cpp graph the widths
stand for is said beside each.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from core.models.header import Header
from core.models.layer_state import LayerState, layer_states

_REPACKED_ROWS = 8  # rows of a tensor that llama.cpp copies into another layout must be a multiple of this


@dataclass(frozen=True)
class MemoryShape:
    """Sizes of one model; widths are numbers for each token of a batch."""

    weights_bytes: int  # of all parts
    repackable_bytes: tuple[tuple[str, int], ...]  # tensor type, bytes that may be copied into another layout
    layers: tuple[tuple[LayerState, int], ...]  # what a layer keeps, and how many layers keep just that
    width: int  # of the residual stream
    heads: int  # of the layer with the most
    queries: int  # heads × their length
    recurrent_width: int
    state_copies: int  # of a recurrent state, alive at once for each sequence
    feed_forward_width: int
    vocabulary: int  # tokens
    vocabulary_entries: int  # tokens and merges
    n_ctx_train: int | None


def memory_shape(headers: Sequence[Header]) -> MemoryShape:
    """Gather the sizes from the headers of all parts.

    >>> from pathlib import Path
    >>> sizes = {"block_count": 30, "embedding_length": 576, "attention.head_count": 9, "attention.head_count_kv": 3}
    >>> values = {"general.architecture": "llama"} | {f"llama.{key}": size for key, size in sizes.items()}
    >>> memory_shape([Header(Path("SmolLM2.gguf"), 0, 3, "little", values, (), 0)]).layers
    ((LayerState(key_length=192, value_length=192, window=None, state_length=0), 30),)
    """
    first = headers[0]
    width = first.of_model("embedding_length") or 0
    heads = max(first.per_layer("attention.head_count", max(1, first.layers)))
    head_length = first.of_model("attention.key_length") or (width // heads if heads else 0)
    vocabulary = first.count("tokenizer.ggml.tokens") or first.of_model("vocab_size") or 0
    return MemoryShape(
        weights_bytes=sum(header.data_bytes for header in headers),
        repackable_bytes=_repackable(headers),
        layers=tuple(Counter(layer_states(first)).items()),
        width=width,
        heads=heads,
        queries=heads * head_length,
        recurrent_width=_recurrent_width(first, width),
        state_copies=2 if first.of_model("wkv.head_size") else 1,  # RWKV gathers them first, and gives back new ones
        feed_forward_width=_feed_forward_width(first, width),
        vocabulary=vocabulary,
        vocabulary_entries=vocabulary + (first.count("tokenizer.ggml.merges") or 0),
        n_ctx_train=first.of_model("context_length"),
    )


def _recurrent_width(header: Header, width: int) -> int:
    """Numbers that are alive for each token in a recurrent layer; all sequences' states come on top."""
    if header.of_model("wkv.head_size"):
        return 19 * width  # six shifted mixtures, six projections of them, and what is made of these
    inner = header.of_model("ssm.inner_size") or 0
    steps = 2 * (header.of_model("ssm.state_size") or 0) + (header.of_model("ssm.time_step_rank") or 0)
    return 6 * inner + steps + 2 * width


def _feed_forward_width(header: Header, width: int) -> int:
    """Numbers that are alive for each token in the feed-forward part: gate, up and their product at once."""
    dense = max(header.per_layer("feed_forward_length", max(1, header.layers)))
    used = header.of_model("expert_used_count") or 0
    if not used:
        return 4 * width + 3 * dense
    expert = header.of_model("expert_feed_forward_length") or dense
    experts = 2 * width + (header.of_model("expert_count") or 0) + used * max(3 * expert, expert + width)
    return max(experts, 4 * width + 3 * dense if header.of_model("leading_dense_block_count") else 0)


def _repackable(headers: Sequence[Header]) -> tuple[tuple[str, int], ...]:
    found: Counter[str] = Counter()
    for header in headers:
        for tensor in header.tensors:
            whole_rows = len(tensor.shape) > 1 and tensor.shape[1] % _REPACKED_ROWS == 0
            if whole_rows and tensor.name != "token_embd.weight":
                found[tensor.type_name] += tensor.size_bytes
    return tuple(found.items())
