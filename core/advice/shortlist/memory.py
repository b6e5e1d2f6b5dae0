"""Which quantization of a model fits, foretold without its file.

    weights = (parameters − E) × bpw + E × bpw of the embedding,   E = vocabulary × width
    KV cache = layers × 2 × KV heads × head length × 2 bytes × cells   (windows keep less)

bpw is what the label measured on an 8B model. llama.cpp keeps the embedding in
more bits than the rest, which counts in small models only, and K-types need rows of
a multiple of 256: other widths fall back to the next wider type. Where layers
and heads are not known, the cache lies between those of known models of about
the size and the same time, and the forecast is a range. A file's own header is always
better: see core/models/fit.py, which says what the other parts are.

How far off: on the two files of the tests (SmolLM2 135M Q4_1 and Gemma 3 270M
Q4_K_M) the total is within 9 % of what their headers give, nearly all of it in
the process and its vocabulary. So the forecast's range is 5 % of the weights
and 40 % of what comes on top.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from core.catalogue.families import load_families
from core.catalogue.model_shapes import ModelShape, find_shape, load_shapes, source_of_shape
from core.catalogue.quantization import Tier, find_label
from core.models.fit import PROCESS_BYTES, VOCABULARY_ENTRY_BYTES, FitSettings, gigabytes, kv_bytes
from core.models.layer_state import LayerState

WEIGHTS_MARGIN = 0.05  # of the weights
OVERHEAD_MARGIN = 0.40  # of the process, its vocabulary and the buffer of a batch
SMALL_B = 4.0  # below this size a model loses more by rounding, so it starts higher
SMALL_MARGIN = 0.20  # of a small model's weights: its embedding is a large and unknown part

# From the most bits worth their memory downwards. More is spent in vain; less than the last is not offered.
_LADDER = ("Q6_K", "Q5_K_M", "Q4_K_M", "IQ4_XS", "IQ3_M")
_SMALL_LADDER = ("Q8_0", *_LADDER[:3])
_NATIVE = {"gpt-oss": ("MXFP4_MOE",)}  # published in one quantization only
_FALLBACK_BPW = {"Q2_K": 4.5, "Q3_K": 4.5, "IQ3": 4.5, "IQ4": 4.5, "Q4_K": 5.5, "Q5_K": 6.0, "Q6_K": 8.5}
_EMBEDDING_BPW = 6.5625  # Q6_K
_LARGE_EMBEDDING = 0.15  # of all parameters; the 8B model that the labels were measured on has 0.07
_ROW_MULTIPLE = 256
# The process with its vocabulary and the buffer of a batch, in processes of a model of no size: least, middle, most.
_UNKNOWN_OVERHEADS = (1.0, 3.0, 8.0)
# From then on nearly every model shares its keys and values between heads, which makes the cache several times smaller.
_SHARED_HEADS_SINCE = "2024-06"


@dataclass(frozen=True)
class MemoryForecast:
    """What one quantization will take. Equal ends: read from a file's header."""

    label: str
    bpw: float
    file_bytes: int  # about, before a download
    low_bytes: int
    expected_bytes: int
    high_bytes: int
    basis: str
    safer: str | None = None  # the next smaller quantization that fits for certain, where this one may not

    @property
    def is_degraded(self) -> bool:
        """So few bits that the loss is known to show."""
        known = find_label(self.label)
        return known is not None and known.tier in (Tier.DEGRADED, Tier.HEAVY_LOSS)

    def fits(self, usable_bytes: int) -> bool:
        return self.expected_bytes <= usable_bytes

    def is_tight(self, usable_bytes: int) -> bool:
        """It may fit or not: the range holds the limit."""
        return self.low_bytes <= usable_bytes < self.high_bytes

    def words(self) -> str:
        if self.low_bytes == self.high_bytes:
            return gigabytes(self.expected_bytes)
        if self.high_bytes < 1.25 * self.low_bytes:
            return f"about {gigabytes(self.expected_bytes)}"
        return f"about {self.low_bytes / 1e9:.1f}–{self.high_bytes / 1e9:.1f} GB"


@lru_cache(maxsize=8192)
def forecast_memory(
    params_b: float,
    label: str,
    n_ctx: int,
    *,
    family: str | None = None,
    size_b: float | None = None,
    released: str | None = None,
) -> MemoryForecast:
    """Foretell the memory of a model by its size, its label and what is known of its family. Cached.

    `released` (YYYY-MM…) tells which models to compare an unknown one with.

    Raises ValueError for a label whose bits per weight are not known.

    >>> forecast_memory(8.03, "Q4_K_M", 8192, family="Llama 3.1", size_b=8).words()
    'about 6.2 GB'
    """
    known = find_label(label)
    if known is None or known.typical_bpw is None:
        raise ValueError(f"the bits per weight of {label} are not known")
    bpw = known.typical_bpw
    settings = FitSettings(n_ctx=n_ctx)
    shape = find_shape(family, size_b) if family and size_b else None
    if shape is not None:
        weights = _weights_with_shape(params_b, known.label, bpw, shape)
        overhead = _overhead(shape, settings)
        total = weights + _kv(shape, settings) + overhead
        margin = WEIGHTS_MARGIN * weights + OVERHEAD_MARGIN * overhead
        source = source_of_shape(shape)
        basis = (
            f"{params_b:.3g} B parameters at {bpw:.2f} bits per weight, and the KV cache of {shape.layers} layers "
            f"with {shape.kv_heads} KV heads ({source.title}, {source.date})"
        )
        return _forecast(label, bpw, weights, (total - margin, total, total + margin), basis)
    weights = params_b * 1e9 * bpw / 8
    caches, like = _caches_of_like_models(params_b, settings, released)
    overheads = tuple(factor * PROCESS_BYTES for factor in _UNKNOWN_OVERHEADS)
    margin = SMALL_MARGIN if params_b < SMALL_B else WEIGHTS_MARGIN
    ends = tuple(
        weights * factor + cache + overhead
        for factor, cache, overhead in zip((1 - margin, 1.0, 1 + margin), caches, overheads, strict=True)
    )
    basis = (
        f"{params_b:.3g} B parameters at {bpw:.2f} bits per weight; its layers and heads are not known here, so the KV "
        f"cache is taken from {like} known models of about its size (all but the highest and lowest tenth)"
    )
    return _forecast(label, bpw, weights, (ends[0], ends[1], ends[2]), basis)


def choose_quantization(
    params_b: float,
    usable_bytes: int,
    n_ctx: int,
    *,
    family: str | None = None,
    size_b: float | None = None,
    released: str | None = None,
) -> tuple[MemoryForecast, bool]:
    """The quantization with the most useful bits that fits, and whether any does.

    Where none fits, the smallest that is still offered, with False.
    """
    ladder = _NATIVE.get(family or "", _SMALL_LADDER if params_b < SMALL_B else _LADDER)
    forecasts = [
        forecast_memory(params_b, label, n_ctx, family=family, size_b=size_b, released=released) for label in ladder
    ]
    found = next((place for place, forecast in enumerate(forecasts) if forecast.fits(usable_bytes)), None)
    if found is None:
        return forecasts[-1], False
    sure = (one.label for one in forecasts[found + 1 :] if one.high_bytes <= usable_bytes and not one.is_degraded)
    chosen = forecasts[found]
    return (replace(chosen, safer=next(sure, None)) if chosen.is_tight(usable_bytes) else chosen), True


def _forecast(label: str, bpw: float, weights: float, ends: tuple[float, float, float], basis: str) -> MemoryForecast:
    low, expected, high = (round(end) for end in ends)
    return MemoryForecast(label, bpw, round(weights), low, expected, high, basis)


def _weights_with_shape(params_b: float, label: str, bpw: float, shape: ModelShape) -> float:
    embedding = shape.vocabulary * shape.width
    rest = max(0.0, params_b * 1e9 - embedding)
    whole_rows = shape.width % _ROW_MULTIPLE == 0
    # A small share is in the label's average already; from 8 bits on everything is alike.
    if bpw >= 8.5 or embedding < _LARGE_EMBEDDING * params_b * 1e9:
        return params_b * 1e9 * bpw / 8
    if not whole_rows:
        bpw = next((wider for kind, wider in _FALLBACK_BPW.items() if label.startswith(kind)), bpw)
    return (rest * bpw + embedding * max(bpw, _EMBEDDING_BPW if whole_rows else 8.5)) / 8


@lru_cache(maxsize=1024)
def _kv(shape: ModelShape, settings: FitSettings) -> int:
    length = shape.kv_heads * shape.head_length
    full = kv_bytes(LayerState(length, length), settings)
    if shape.window is None:
        return shape.layers * full
    windowed = kv_bytes(LayerState(length, length, window=shape.window), settings)
    count_full = shape.layers // (shape.full_every or 1)
    return count_full * full + (shape.layers - count_full) * windowed


def _overhead(shape: ModelShape, settings: FitSettings) -> float:
    """The process, its vocabulary and the buffer of a batch, whose feed-forward part is about four times as wide."""
    vocabulary = 1.5 * shape.vocabulary * VOCABULARY_ENTRY_BYTES  # tokens, and often merges
    batch = settings.batch * (13 * shape.width * 4 + settings.cells * 2)
    return PROCESS_BYTES + vocabulary + batch


@lru_cache(maxsize=4096)
def _caches_of_like_models(
    params_b: float, settings: FitSettings, released: str | None
) -> tuple[tuple[float, float, float], int]:
    """The 10th, 50th and 90th percentile of the KV caches of known models of about the size, and how many they are."""
    dates = {family.family: family.released or "" for family in load_families()}
    since = _SHARED_HEADS_SINCE if (released or "") >= _SHARED_HEADS_SINCE else ""
    known: Sequence[ModelShape] = [shape for shape in load_shapes() if dates[shape.family] >= since]
    like = [shape for shape in known if params_b / 1.7 <= shape.size_b <= params_b * 1.7]
    if not like:
        nearest = min(known, key=lambda shape: abs(shape.size_b - params_b))
        cache = _kv(nearest, settings)
        return (cache / 3, float(cache), 3.0 * cache), 1
    low, middle, high = np.quantile([_kv(shape, settings) for shape in like], (0.1, 0.5, 0.9))
    return (float(low), float(middle), float(high)), len(like)
