"""How many layers of a model fit on a GPU, with their share of the cache and the compute buffer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.models.fit import FLOAT_BYTES, FitSettings, compute_bytes, kv_bytes
from core.models.header import Header
from core.models.layer_state import LayerState, layer_states
from core.models.memory_shape import memory_shape


@dataclass(frozen=True)
class GpuFit:
    """How much of a model a GPU can take."""

    n_gpu_layers: int  # as llama.cpp counts: the layers and one more for the output
    all_layers: bool
    gpu_bytes: int


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
    shape = memory_shape(headers)
    states = layer_states(headers[0])
    by_layer, output = _bytes_by_layer(headers)
    # A GPU takes the whole buffer when it is reserved; main memory is taken only where it is written.
    buffer = compute_bytes(shape, replace(settings, n_outputs=settings.n_outputs or settings.batch))
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
    return GpuFit(count, count > headers[0].layers, used)


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
