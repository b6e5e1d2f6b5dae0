"""What each layer of a model keeps for every token or every sequence, from the header alone.

Attention keeps keys and values for each token (the KV cache); with grouped
heads fewer of them, with latent attention (MLA) one compressed key and no
value. A layer with a sliding window keeps only the window. A recurrent layer
(Mamba, RWKV, linear attention) keeps a state of fixed size for each sequence,
however long it grows. Hybrids have layers of both kinds.

Which layers have a window or a state is partly in the header and partly known
to llama.cpp by the architecture's name; the tables below say the same.

Source: llama.cpp as shipped with llama-cpp-python 0.3.36: llama-hparams.cpp,
llama-model.cpp (create_memory) and src/models/*.cpp.
"""

from collections.abc import Callable
from dataclasses import dataclass

from core.models.header import Header


@dataclass(frozen=True)
class LayerState:
    """One layer's memory. All zero: the layer keeps nothing of its own."""

    key_length: int = 0  # numbers for each token
    value_length: int = 0
    window: int | None = None  # tokens a sliding window keeps; None: all
    state_length: int = 0  # numbers for each sequence, always 32-bit floats


@dataclass(frozen=True)
class WindowRule:
    """Where an architecture has sliding windows: all layers of a group but one."""

    every: int  # of so many layers one sees everything; 1: none has a window
    full_first: bool = False  # it is the first of its group, not the last
    window: int | None = None  # when the header does not say, or whatever it says with `fixed`
    fixed: bool = False
    needs_key: bool = False  # only when the header gives a window above zero
    layers: int | None = None  # only models with so many layers


_WINDOWS = {
    "afmoe": WindowRule(4, needs_key=True),
    "cohere2": WindowRule(4),
    "cohere2moe": WindowRule(4, full_first=True),
    "exaone-moe": WindowRule(4, window=128),
    "exaone4": WindowRule(4, window=4096, layers=64),
    "gemma2": WindowRule(2, window=4096),
    "gemma3": WindowRule(6, needs_key=True),
    "gemma3n": WindowRule(5),
    "gpt-oss": WindowRule(2),
    "laguna": WindowRule(4, full_first=True, needs_key=True),
    "llama4": WindowRule(4, window=8192, fixed=True),
    "mellum": WindowRule(4, needs_key=True),
    "muse-glimmer": WindowRule(4),
    "olmo2": WindowRule(4, needs_key=True),
    "plamo3": WindowRule(8, needs_key=True),
    "smallthinker": WindowRule(4, full_first=True, window=4096, fixed=True, needs_key=True),
}
# Their header lists the layers with a window.
_WINDOWS_LISTED = ("gemma4", "granite_swa", "maple", "mimo2", "spark2-5", "step35")

_RECURRENT = ("mamba", "mamba2", "rwkv6", "rwkv6qwen2", "rwkv7", "arwkv7")
_RECURRENT_WITHOUT_HEADS = (
    "bailingmoe3", "glm5-next", "granitehybrid", "jamba", "kimi-k3", "kimi-linear", "lfm2", "lfm2moe", "plamo2",
)  # fmt: skip
_RECURRENT_BY_INTERVAL = {"minimax-01": 8, "qwen35": 4, "qwen35moe": 4, "qwen3next": 4, "qwen4exp": 4}


def layer_states(header: Header) -> tuple[LayerState, ...]:
    """What each layer keeps, in order; of a split model, from the first part's header.

    >>> from pathlib import Path
    >>> sizes = {"block_count": 30, "embedding_length": 576, "attention.head_count": 9, "attention.head_count_kv": 3}
    >>> values = {"general.architecture": "llama"} | {f"llama.{key}": size for key, size in sizes.items()}
    >>> layer_states(Header(Path("SmolLM2.gguf"), 0, 3, "little", values, (), 0))[0]
    LayerState(key_length=192, value_length=192, window=None, state_length=0)
    """
    layers = max(0, header.layers - (header.of_model("nextn_predict_layers") or 0))
    windows = _windows(header, layers)
    recurrent = _recurrent_layers(header, layers)
    attending = _attending_layers(header, recurrent)
    heads = header.per_layer("attention.head_count", layers)
    kv_heads = header.per_layer("attention.head_count_kv", layers, default=heads[0] if heads else 0)
    if header.values.get(f"{header.architecture}.attention.head_count_kv") is None:
        kv_heads = heads
    state = _state_length(header, heads)
    return tuple(
        LayerState(
            *(_kv_lengths(header, heads[i], kv_heads[i], windows[i] is not None) if attending[i] else (0, 0)),
            window=windows[i] if attending[i] else None,
            state_length=state if recurrent[i] else 0,
        )
        for i in range(layers)
    )


def _kv_lengths(header: Header, heads: int, kv_heads: int, windowed: bool) -> tuple[int, int]:
    by_width = (header.of_model("embedding_length") or 0) // max(1, heads)
    key = header.of_model("attention.key_length") or by_width
    value = header.of_model("attention.value_length") or by_width
    if windowed:
        key = header.of_model("attention.key_length_swa") or key
        value = header.of_model("attention.value_length_swa") or value
    latent = header.of_model("attention.key_length_mla") and header.of_model("attention.value_length_mla")
    return key * kv_heads, 0 if latent else value * kv_heads


def _windows(header: Header, layers: int) -> tuple[int | None, ...]:
    rule = _WINDOWS.get(header.architecture)
    given = header.of_model("attention.sliding_window")
    listed = header.architecture in _WINDOWS_LISTED
    if (rule is None and not listed) or (rule and rule.needs_key and not given):
        return (None,) * layers
    if rule and rule.layers is not None and header.layers != rule.layers:
        return (None,) * layers
    if header.architecture == "llama4" and given == 0:
        return (None,) * layers
    window = given if given and not (rule and rule.fixed) else (rule.window if rule else None)
    if not window:
        return (None,) * layers
    has_window = _pattern(header, layers, rule)
    return tuple(window if has else None for has in has_window)


def _pattern(header: Header, layers: int, rule: WindowRule | None) -> tuple[bool, ...]:
    pattern = header.values.get(f"{header.architecture}.attention.sliding_window_pattern")
    if isinstance(pattern, tuple):
        return tuple(bool(flag) for flag in header.per_layer("attention.sliding_window_pattern", layers))
    every = int(pattern) if isinstance(pattern, int) else rule.every if rule else 1
    if every <= 0:
        return (True,) * layers
    full = 0 if rule and rule.full_first else every - 1
    return tuple(layer % every != full for layer in range(layers))


def _recurrent_layers(header: Header, layers: int) -> tuple[bool, ...]:
    architecture = header.architecture
    kv_heads = header.per_layer("attention.head_count_kv", layers)
    if architecture in _RECURRENT or architecture == "falcon-h1":
        return (True,) * layers
    if architecture in _RECURRENT_WITHOUT_HEADS:
        return tuple(heads == 0 for heads in kv_heads)
    if architecture in ("nemotron_h", "nemotron_h_moe"):
        feed_forward = header.per_layer("feed_forward_length", layers)
        return tuple(heads == 0 and wide == 0 for heads, wide in zip(kv_heads, feed_forward, strict=True))
    if architecture in _RECURRENT_BY_INTERVAL:
        if isinstance(header.values.get(f"{architecture}.attention.recurrent_layers"), tuple):
            return tuple(bool(flag) for flag in header.per_layer("attention.recurrent_layers", layers))
        interval = header.of_model("full_attention_interval") or _RECURRENT_BY_INTERVAL[architecture]
        return tuple((layer + 1) % interval != 0 for layer in range(layers))
    return (False,) * layers


def _attending_layers(header: Header, recurrent: tuple[bool, ...]) -> tuple[bool, ...]:
    """Layers with a KV cache of their own."""
    layers = len(recurrent)
    architecture = header.architecture
    if architecture == "falcon-h1":  # every layer does both
        return (True,) * layers
    if architecture in ("nemotron_h", "nemotron_h_moe"):
        feed_forward = header.per_layer("feed_forward_length", layers)
        return tuple(not state and wide == 0 for state, wide in zip(recurrent, feed_forward, strict=True))
    own = layers  # the last layers of these share the cache of earlier ones
    if architecture == "gemma3n":
        own = 20
    elif architecture == "gemma4":
        own = layers - (header.of_model("attention.shared_kv_layers") or 0)
    return tuple(layer < own and not state for layer, state in enumerate(recurrent))


def _state_length(header: Header, heads: tuple[int, ...]) -> int:
    """Numbers that a recurrent layer keeps for each sequence: shifted inputs and the state itself."""
    width = header.of_model("embedding_length") or 0
    first_heads = heads[0] if heads else 0
    ways: tuple[tuple[str, Callable[[int], int]], ...] = (
        ("wkv.head_size", lambda size: (header.of_model("token_shift_count") or 2) * width + width * size),
        ("shortconv.l_cache", lambda size: width * (size - 1)),
        ("kda.head_dim", lambda size: (3 * max(0, _conv(header, 4) - 1) + size) * first_heads * size),
        ("ssm.state_size", lambda size: _mamba_length(header, size)),
    )
    for key, length in ways:
        if size := header.of_model(key):
            return length(size)
    if header.architecture == "minimax-01":
        return (header.of_model("attention.key_length") or 0) ** 2 * first_heads
    return 0


def _mamba_length(header: Header, state_size: int) -> int:
    inner = header.of_model("ssm.inner_size") or 0
    groups = header.of_model("ssm.group_count") or 0
    return max(0, _conv(header, 0) - 1) * (inner + 2 * groups * state_size) + state_size * inner


def _conv(header: Header, default: int) -> int:
    return header.of_model("ssm.conv_kernel") or default
