"""What a training needs before it begins: memory, disk and time, from the file's header.

All weights lie in memory in F32. Each trained weight has a gradient and
AdamW's two moments beside it. What the layers computed is kept for the way
back: for every token of a window about ten rows of the model's width, four of
the feed-forward's, and the attention of every head; at the end the logits with
their gradient, the labels and a softmax. Measured: SmolLM2-135M with all 30
blocks at 256 tokens takes 2.4 GB, this estimate says 2.6.

Training does about six operations for each weight and token (two forward, four
back); a laptop core does about 25 billion a second (measured: 31). The figure
is a first guess, and the progress tells better once steps are made.
"""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from core.errors import InferenceError
from core.models.header import Header
from core.models.machine import MachineMemory, machine_memory

FEWEST_EXAMPLES: Final = 10
_OVERHEAD_BYTES: Final = 150 << 20  # the process itself
_OPERATIONS: Final = 6  # for each weight and token
_PER_CORE_S: Final = 25e9
_SPARE_BYTES: Final = 64 << 20
_FALLBACK_VOCAB: Final = 32_000


@dataclass(frozen=True)
class Needs:
    weights_bytes: int
    optimizer_bytes: int  # gradients and moments
    activation_bytes: int
    disk_bytes: int  # at the most, while it works
    free_disk_bytes: int
    duration_s: float
    memory: MachineMemory

    @property
    def memory_bytes(self) -> int:
        return self.weights_bytes + self.optimizer_bytes + self.activation_bytes + _OVERHEAD_BYTES

    @property
    def fits(self) -> bool:
        return self.memory_bytes <= self.memory.available_bytes and self.disk_bytes <= self.free_disk_bytes

    @property
    def sentence(self) -> str:
        return (
            f"about {_size(self.memory_bytes)} of memory ({_size(self.weights_bytes)} for the weights in F32, "
            f"{_size(self.optimizer_bytes)} for gradients and AdamW, {_size(self.activation_bytes)} for what the "
            f"layers compute; {_size(self.memory.available_bytes)} are free), {_size(self.disk_bytes)} of disk while "
            f"it works ({_size(self.free_disk_bytes)} are free)"
        )


def estimate_needs(
    header: Header, *, n_ctx: int, n_tokens: int, folder: Path, memory: MachineMemory | None = None
) -> Needs:
    """What training all blocks of this file takes.

    n_ctx: tokens of a window. n_tokens: read in all, over all epochs and
    learning rates. Works for any quantization: the weights are counted, not
    the bytes of the file.
    """
    trained = sum(tensor.weights for tensor in header.tensors if tensor.name.startswith("blk."))
    width, heads = header.of_model("embedding_length") or 0, max(header.per_layer("attention.head_count", 1, 1))
    feed_forward = max(header.per_layer("feed_forward_length", max(1, header.layers), 4 * width))
    vocab = header.count("tokenizer.ggml.tokens") or _FALLBACK_VOCAB
    rows = 10 * width + 4 * feed_forward + 3 * heads * n_ctx
    weights_bytes = 4 * header.weights
    while not folder.exists():
        folder = folder.parent
    return Needs(
        weights_bytes=weights_bytes,
        optimizer_bytes=3 * 4 * trained,
        activation_bytes=4 * n_ctx * (header.layers * rows + 4 * vocab),
        disk_bytes=4 * weights_bytes + _SPARE_BYTES,  # the F32 file, two checkpoints, one that is being written
        free_disk_bytes=shutil.disk_usage(folder).free,
        duration_s=_OPERATIONS * header.weights * n_tokens / (_PER_CORE_S * (os.cpu_count() or 1)),
        memory=memory or machine_memory(),
    )


def check_needs(name: str, needs: Needs) -> None:
    """Raises InferenceError with the numbers where memory or disk are too small."""
    if needs.memory_bytes > needs.memory.available_bytes:
        raise InferenceError(
            f"{name} is too large to be trained here: it needs {needs.sentence}. Choose a smaller model, close other "
            "programs, or prepare it by examples."
        )
    if needs.disk_bytes > needs.free_disk_bytes:
        raise InferenceError(f"There is too little room to train {name}: it needs {needs.sentence}. Make room.")


def _size(size_bytes: int) -> str:
    return f"{size_bytes / 1e9:.1f} GB" if size_bytes >= 1e8 else f"{size_bytes / 1e6:.0f} MB"
