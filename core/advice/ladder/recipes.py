"""Which tensor type llama.cpp's quantizer gives each tensor of a file of some label.

A label is a recipe: some tensors count more for the answers and get more bits
than the label's own type, in every layer or in the outer ones. Where the rows
of a tensor do not suit the type that it would get, another one stands in, with
blocks of 32 weights. Source: llama.cpp, src/llama-quant.cpp, as read in
November 2026 and checked against the files that its quantizer makes.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from core.advice.file_contents import type_of_label
from core.catalogue.quantization import find_tensor_type
from core.models.header import Header

_UNQUANTIZED: Final = ("F16", "BF16", "F32")
_STANDS_IN: Final = {  # for rows that are no multiple of 256
    "Q2_K": "Q4_0", "Q3_K": "Q4_0", "Q4_K": "Q5_0", "Q5_K": "Q5_1", "Q6_K": "Q8_0", "TQ1_0": "Q4_0", "TQ2_0": "Q4_0",
}  # fmt: skip
_LAST: Final = "F16"  # where even blocks of 32 do not fit
_MANY_HEADS: Final = 4  # heads of queries for each of keys: so many share attn_v that it may well be larger
_LAYER: Final = re.compile(r"blk\.(\d+)\.(\w+)\.weight")


@dataclass(frozen=True)
class Shape:
    """What of a model decides on its recipe."""

    n_layers: int
    heads_per_key: int
    n_experts: int
    is_tied: bool  # the table of tokens is the output as well


def read_shape(headers: Sequence[Header]) -> Shape:
    """Counted from the tensors: layers, heads of queries for each of keys, and experts."""
    rows = {t.name: t.shape for header in headers for t in header.tensors}
    layers = {int(match[1]) for name in rows if (match := _LAYER.fullmatch(name))}
    queries, keys = rows.get("blk.0.attn_q.weight", (0, 1)), rows.get("blk.0.attn_k.weight", (0, 1))
    experts = max((shape[2] for name, shape in rows.items() if "_exps" in name and len(shape) > 2), default=0)
    return Shape(len(layers), queries[1] // max(keys[1], 1), experts, "output.weight" not in rows)


def type_given(label: str, name: str, row: int, shape: Shape) -> tuple[str, bool]:
    """The tensor type in a file of that label, and whether it stands in for one that the row does not suit.

    `name` is the tensor's, `row` its number of weights in a row.

    >>> type_given("Q3_K_M", "blk.0.attn_output.weight", 576, Shape(30, 3, 0, True))
    ('Q5_0', True)
    """
    wanted = _wanted(label, name, row, shape)
    if _suits(wanted, row):
        return wanted, False
    other = _STANDS_IN.get(wanted, "IQ4_NL")
    return (other if _suits(other, row) else _LAST), True


@dataclass(frozen=True)
class _Tensor:
    """One tensor of a layer, and the label of the file that it is for."""

    label: str
    base: str  # the type that the label stands for
    layer: int
    shape: Shape

    @property
    def is_tiny(self) -> bool:
        """Of a label with one or two bits in a codebook."""
        return self.base.startswith(("IQ1", "IQ2"))

    @property
    def is_first(self) -> bool:
        return self.layer < self.shape.n_layers // 8

    @property
    def has_many_heads(self) -> bool:
        return self.shape.heads_per_key >= _MANY_HEADS

    @property
    def gets_more_bits(self) -> bool:
        """Q4_K_M and Q5_K_M: the first and last eighth of the layers, and every third between."""
        eighth, last = self.shape.n_layers // 8, 7 * self.shape.n_layers // 8
        favoured = self.layer < eighth or self.layer >= last or (self.layer - eighth) % 3 == 2
        return favoured and self.label in ("Q4_K_M", "Q5_K_M")


def _wanted(label: str, name: str, row: int, shape: Shape) -> str:
    base = type_of_label(label)
    if base in _UNQUANTIZED:
        return base
    if name == "output.weight" or (shape.is_tied and name == "token_embd.weight"):
        return _of_output(base, row)
    if label == "MXFP4_MOE":
        return base if "_exps" in name else "Q8_0"
    if name == "token_embd.weight":
        return _OF_TOKENS.get(base, base)
    match = _LAYER.fullmatch(name)
    if match is None:
        return base
    part = next((part for part in ("ffn_down", "ffn_gate", "ffn_up") if match[2].startswith(part)), match[2])
    rule = _RULES.get(part)
    return rule(_Tensor(label, base, int(match[1]), shape)) if rule else base


def _of_output(base: str, row: int) -> str:
    """Six bits, or eight where the rows do not suit the label's type: chosen so, it does not count as standing in."""
    if base in ("Q8_0", "MXFP4") or not _suits(base, row):
        return "Q8_0"
    return "Q5_K" if base.startswith(("IQ1", "IQ2")) or base == "IQ3_XXS" else "Q6_K"


def _values(tensor: _Tensor) -> str:
    if tensor.is_tiny:
        many = tensor.has_many_heads or tensor.shape.n_experts >= 4
        return "Q4_K" if many else "IQ3_S" if tensor.base == "IQ2_S" else "Q2_K"
    if tensor.shape.n_experts == 8:
        return "Q8_0"
    if tensor.gets_more_bits:
        return "Q6_K"
    if tensor.has_many_heads and tensor.label in _VALUES_OF_MANY:
        return _VALUES_OF_MANY[tensor.label]
    if (tensor.label == "Q3_K_M" and tensor.layer < 2) or (tensor.label == "Q4_K_S" and tensor.layer < 4):
        return "Q5_K"
    return _VALUES.get(tensor.label, tensor.base)


def _keys(tensor: _Tensor) -> str:
    if tensor.shape.n_experts == 8:
        return "Q4_K" if tensor.is_tiny else "Q8_0"
    return _queries(tensor)


def _queries(tensor: _Tensor) -> str:
    return {"IQ3_XS": "IQ3_XXS", "IQ3_XXS": "IQ2_S"}.get(tensor.label, tensor.base)


def _fused(tensor: _Tensor) -> str:
    more = {"Q3_K_M": "Q4_K", "Q3_K_L": "Q4_K", "IQ3_M": "Q4_K", "Q4_K_M": "Q5_K", "Q5_K_M": "Q6_K"}
    return more.get(tensor.label, tensor.base)


def _attention_output(tensor: _Tensor) -> str:
    if tensor.shape.n_experts == 8 and (tensor.is_tiny or tensor.base in _OUTPUT_OF_EIGHT):
        return "Q5_K" if tensor.label not in ("Q3_K_L", "Q2_K_S") else tensor.base
    return _OUTPUTS.get(tensor.label, tensor.base)


def _down(tensor: _Tensor) -> str:
    if tensor.gets_more_bits:
        return "Q6_K"
    if tensor.label == "Q3_K_M" and tensor.layer < tensor.shape.n_layers // 16:
        return "Q5_K"
    if tensor.is_first and tensor.label in _FIRST_DOWN:
        return _FIRST_DOWN[tensor.label]
    return _DOWN.get(tensor.label, tensor.base)


def _widening(tensor: _Tensor) -> str:
    """ffn_gate and ffn_up."""
    inner = not tensor.is_first and tensor.layer < 7 * tensor.shape.n_layers // 8
    return "IQ3_XXS" if tensor.label == "IQ3_XS" and inner else tensor.base


_OF_TOKENS: Final = {  # the table of tokens, where it is not the output too
    "IQ1_S": "Q2_K", "IQ1_M": "Q2_K", "IQ2_XXS": "Q2_K", "IQ2_XS": "Q2_K", "IQ2_S": "IQ3_S", "IQ3_XXS": "IQ3_S",
    "TQ1_0": "Q4_K", "TQ2_0": "Q4_K",
}  # fmt: skip
_VALUES: Final = {"Q2_K": "Q3_K", "Q3_K_M": "Q4_K", "Q3_K_L": "Q5_K", "IQ3_M": "Q4_K"}
_VALUES_OF_MANY: Final = {
    "Q2_K": "Q4_K", "Q2_K_S": "Q4_K", "IQ3_XXS": "Q4_K", "IQ3_XS": "Q4_K", "IQ3_S": "Q4_K", "IQ4_NL": "Q5_K",
    "IQ4_XS": "Q5_K",
}  # fmt: skip
_OUTPUTS: Final = {
    "Q2_K": "Q3_K", "IQ3_XXS": "IQ3_S", "Q3_K_M": "Q4_K", "Q3_K_L": "Q5_K", "IQ3_M": "Q4_K",
    "IQ1_S": "IQ2_XXS", "IQ1_M": "IQ2_XXS", "IQ2_S": "IQ3_S", "IQ2_M": "IQ3_S",
}  # fmt: skip
_OUTPUT_OF_EIGHT: Final = ("Q2_K", "Q3_K", "IQ3_XXS", "IQ3_S", "IQ4_NL", "IQ4_XS", "Q4_K")
_FIRST_DOWN: Final = {  # without an importance matrix, where that counts
    "Q4_K_S": "Q5_K", "IQ4_NL": "Q5_K", "IQ4_XS": "Q5_K", "Q2_K_S": "Q4_K", "IQ3_M": "Q4_K", "IQ1_S": "Q2_K",
    "IQ1_M": "Q2_K", "IQ2_XXS": "Q2_K", "IQ2_XS": "Q2_K", "IQ2_S": "IQ3_S", "IQ2_M": "IQ3_S",
}  # fmt: skip
_DOWN: Final = {"Q2_K": "Q3_K", "Q3_K_M": "Q4_K", "Q3_K_L": "Q5_K"}
_RULES: Final[dict[str, Callable[[_Tensor], str]]] = {
    "attn_v": _values, "attn_k": _keys, "attn_q": _queries, "attn_qkv": _fused, "attn_output": _attention_output,
    "ffn_down": _down, "ffn_gate": _widening, "ffn_up": _widening,
}  # fmt: skip


def _suits(kind: str, row: int) -> bool:
    known = find_tensor_type(kind)
    return known is not None and row % known.block_weights == 0
