"""Quantization types: how weights are stored, what the labels mean, what each costs.

Two things share the name. A *tensor type* (Q4_K) is how one tensor's weights
are packed: blocks of so many weights in so many bytes. A *label* (Q4_K_M) is a
recipe that mixes tensor types over a whole file. So a label only hints at the
bits per weight (bpw); the truth is measured from the tensors of the file.

Facts come from data/quantization.json, each with its source and the day it was
read. The losses were measured on Llama 3 8B: smaller models lose more, bigger
ones less, and they say nothing about one's own questions.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any

from core.catalogue.data_files import load_json, reading


@dataclass(frozen=True)
class TensorType:
    """How one tensor's weights are packed."""

    id: int  # ggml's number, as it stands in a GGUF
    name: str
    block_weights: int  # a row must be a multiple of this
    block_bytes: int
    removed: bool = False  # llama.cpp no longer loads it

    @property
    def bpw(self) -> float:
        """Bits per weight: 4.5 for Q4_0, which keeps 32 weights in 18 bytes."""
        return self.block_bytes * 8 / self.block_weights

    def size_bytes(self, weights: int) -> int:
        """Bytes of `weights` weights in whole blocks."""
        return weights // self.block_weights * self.block_bytes


class Tier(StrEnum):
    """How much a label is known to lose, on models of about 8B and more."""

    REFERENCE = "reference"  # unquantized
    LOSSLESS = "lossless"
    NEAR_LOSSLESS = "near_lossless"
    GOOD = "good"
    FAIR = "fair"
    DEGRADED = "degraded"
    HEAVY_LOSS = "heavy_loss"
    NATIVE = "native"  # the model was trained in it


@dataclass(frozen=True)
class Divergence:
    """What a label does to Llama 3 8B's predictions on Wikitext-2."""

    imatrix: bool
    kld: float  # mean Kullback-Leibler divergence from FP16, nats a token
    perplexity_added: float


@dataclass(frozen=True)
class Source:
    key: str
    title: str
    url: str
    read: str  # the day it was read, YYYY-MM-DD


@dataclass(frozen=True)
class QuantizationLabel:
    """A recipe for a whole file. None: not measured by the sources."""

    label: str
    file_type: int | None  # general.file_type in a header
    nominal_bpw: float | None  # of its main tensor type; None for mixtures
    bpw_8b: float | None  # measured over a whole Llama 3.1 8B file
    tier: Tier
    mmlu_8b: float | None  # percent right, Llama 3 8B Instruct; 65.20 in FP16
    mmlu_70b: float | None
    divergence: tuple[Divergence, ...]
    sources: tuple[Source, ...]
    removed: bool = False

    @property
    def typical_bpw(self) -> float | None:
        """Bits per weight to expect of a file of several billion weights."""
        return self.bpw_8b or self.nominal_bpw


@dataclass(frozen=True)
class Finding:
    """Something measured about quantization that no label tells."""

    topic: str
    claim: str
    caveat: str | None
    source: str
    read: str


@cache
def tensor_types() -> Mapping[int, TensorType]:
    """All tensor types by ggml's number."""
    return MappingProxyType({entry["id"]: TensorType(**entry) for entry in _load()["tensor_types"]})


@cache
def find_tensor_type(name: str) -> TensorType | None:
    """A tensor type by name in any case, as in type_k="q8_0"."""
    return next((kind for kind in tensor_types().values() if kind.name == name.upper()), None)


@cache
def quantization_labels() -> tuple[QuantizationLabel, ...]:
    """All labels that llama.cpp's quantizer writes, from most bits to fewest."""
    data = _load()
    sources = {key: Source(key, **value) for key, value in data["sources"].items()}
    return tuple(_label(entry, sources) for entry in data["labels"])


@cache
def findings() -> tuple[Finding, ...]:
    return tuple(Finding(**entry) for entry in _load()["findings"])


def label_of_file_type(file_type: int) -> str | None:
    """The label behind general.file_type: 15 is Q4_K_M. 1024 and up mark a guess by the writer."""
    wanted = file_type % 1024
    return next((known.label for known in quantization_labels() if known.file_type == wanted), None)


def find_label(text: str) -> QuantizationLabel | None:
    """What is known of a label, also under its other names; None for an unknown one.

    Makers' variations (UD-Q4_K_XL, Q2_K_L) are recipes of their own: nothing
    measured here applies to them, so they are not found.

        >>> find_label("q4_k").label
        'Q4_K_M'
    """
    name = text.upper().removeprefix("I1-")
    name = {"MXFP4": "MXFP4_MOE", "FP16": "F16", "FP32": "F32"}.get(name, name)
    if re.fullmatch(r"Q[345]_K", name):
        name += "_M"
    return next((known for known in quantization_labels() if known.label == name), None)


def explain_label(text: str) -> str:
    """What the letters of a label mean, with its bits per weight where they are known.

    >>> explain_label("IQ4_XS").split(";")[0]
    'about 4 bits per weight in a codebook chosen by importance (I), size extra small'
    """
    name = text.upper()
    known = find_label(name)
    bits = (
        f"; about {known.typical_bpw:.3g} bits per weight in a model of several billion"
        if known and known.typical_bpw
        else ""
    )
    removed = "; llama.cpp no longer loads it: take the Q4_0 file" if known and known.removed else ""
    return (_explain_letters(name) or "an unknown label, shown as it stands") + bits + removed


_SIZES = {
    "XXS": "extra extra small",
    "XS": "extra small",
    "S": "small",
    "M": "medium",
    "L": "large",
    "XL": "extra large",
}
_PLAIN = {
    "F32": "32-bit floating point, unquantized",
    "FP32": "32-bit floating point, unquantized",
    "F16": "16-bit floating point, unquantized",
    "FP16": "16-bit floating point, unquantized",
    "BF16": "16-bit brain floating point, unquantized",
    "MXFP4": "4-bit floating point in blocks of 32 with a shared scale (MX)",
    "MXFP4_MOE": "4-bit floating point (MX) in the experts, 8 bits elsewhere",
    "NVFP4": "4-bit floating point in blocks of 16 with 8-bit scales (NVIDIA)",
}


def _explain_letters(name: str) -> str | None:
    for prefix, meaning in _PREFIXES.items():
        if name.startswith(prefix):
            label = name.removeprefix(prefix)
            inner = _explain_letters(label)
            if prefix == "UD-" and label.startswith("TQ"):
                # The makers of UD borrow the label for want of a smaller one; none of these models is ternary.
                inner = f"less than 2 bits per weight; nothing in it is ternary, though {label} says so elsewhere"
            return f"{meaning} {inner}" if inner else None
    for pattern, explain in _METHODS:
        if match := re.fullmatch(pattern, name):
            return explain(match)
    return _PLAIN.get(name)


def _bits(number: str) -> str:
    return f"{number} bit" if number == "1" else f"{number} bits"


def _explain_older(match: re.Match[str]) -> str:
    offset = "a scale" if match[2] == "0" else "a scale and an offset"
    return f"{match[1]} bits per weight in blocks with {offset}, the older method"


def _explain_nested(match: re.Match[str]) -> str:
    size = f", mixture of size {_SIZES[match[2]]}" if match[2] else ""
    return f"about {_bits(match[1])} per weight in nested blocks (K){size}" + _maker_note(match[2], int(match[1]))


def _explain_codebook(match: re.Match[str]) -> str:
    how = "spaced unevenly (NL)" if match[2] == "NL" else f"size {_SIZES[match[2]]}"
    return f"about {_bits(match[1])} per weight in a codebook chosen by importance (I), {how}"


_REPACKED = "; llama.cpp no longer loads it: take the IQ4_NL file, which is rearranged while loading"
_PREFIXES = {
    "UD-": "dynamic (UD): each layer has a type of its own; overall",
    "I1-": "made with an importance matrix (i1);",
}
_METHODS: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"TQ(\d)_0", lambda match: f"ternary weights (T) in about {_bits(match[1])}, for models trained that way"),
    (
        r"IQ4_NL_(\d)_(\d)",
        lambda match: f"IQ4_NL rearranged in {match[1]}×{match[2]} blocks for ARM processors{_REPACKED}",
    ),
    (r"Q4_0_(\d)_(\d)", lambda match: f"Q4_0 rearranged in {match[1]}×{match[2]} blocks for ARM processors"),
    (r"Q(\d)_([01])", _explain_older),
    (r"Q(\d)_K(?:_(XXS|XS|S|M|L|XL))?", _explain_nested),
    (r"IQ(\d)_(NL|XXS|XS|S|M|L|XL)", _explain_codebook),
)


def _maker_note(size: str | None, bits: int) -> str:
    """llama.cpp itself writes _L only for 3 bits, and never _XL."""
    if size == "XL" or (size == "L" and bits != 3):
        return " (a maker's variation: embeddings and output in more bits)"
    return ""


def _label(entry: dict[str, Any], sources: Mapping[str, Source]) -> QuantizationLabel:
    return QuantizationLabel(
        label=entry["label"],
        file_type=entry["file_type"],
        nominal_bpw=entry["nominal_bpw"],
        bpw_8b=entry["bpw_8b"],
        tier=Tier(entry["tier"]),
        mmlu_8b=entry["mmlu_8b"],
        mmlu_70b=entry["mmlu_70b"],
        divergence=tuple(Divergence(**figures) for figures in entry["divergence"]),
        sources=tuple(sources[key] for key in entry["sources"]),
        removed=entry.get("removed", False),
    )


@cache
def _load() -> dict[str, Any]:
    with reading("quantization.json") as path:
        data = load_json(path)
        return {key: data[key] for key in ("sources", "tensor_types", "labels", "findings")}
