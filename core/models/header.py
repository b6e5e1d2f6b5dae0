"""The header of a GGUF file: what the file says of itself, and where its tensors lie.

Keys are named as llama.cpp names them: general.* for every file, ARCHITECTURE.*
for what the model is built like (llama.block_count), tokenizer.* for its
vocabulary and chat template. Which keys are there is up to whoever made the
file, so every look-up may find nothing.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.catalogue.quantization import tensor_types
from core.models.gguf_stream import ByteOrder, Number, ValueType


@dataclass(frozen=True)
class Bulk:
    """A value too long to keep: an array, or a string of so many bytes."""

    kind: ValueType
    count: int
    start: int  # where it lies in the file, for the fingerprint
    end: int


Value = Number | str | tuple[Number, ...] | tuple[str, ...] | Bulk


@dataclass(frozen=True)
class TensorInfo:
    name: str
    shape: tuple[int, ...]  # the first is the row length
    type_id: int
    offset: int  # from the start of the tensor data
    size_bytes: int

    @property
    def weights(self) -> int:
        return product(self.shape)

    @property
    def type_name(self) -> str:
        """Such as Q4_K; a number that is newer than this list is shown as it is."""
        known = tensor_types().get(self.type_id)
        return known.name if known else f"type {self.type_id}"


@dataclass(frozen=True)
class Header:
    """One GGUF file, read and checked; of a split model, one part."""

    path: Path
    size_bytes: int
    version: int
    byte_order: ByteOrder
    values: Mapping[str, Value]
    tensors: tuple[TensorInfo, ...]
    data_start: int

    @property
    def architecture(self) -> str:
        return self.text("general.architecture") or ""

    def text(self, key: str) -> str | None:
        value = self.values.get(key)
        return value if isinstance(value, str) else None

    def number(self, key: str) -> int | float | None:
        value = self.values.get(key)
        return value if isinstance(value, int | float) else None

    def integer(self, key: str) -> int | None:
        value = self.number(key)
        return int(value) if value is not None and math.isfinite(value) else None

    def strings(self, key: str) -> tuple[str, ...]:
        """An array of strings; a single string counts as an array of one."""
        value = self.values.get(key)
        if isinstance(value, str):
            return (value,)
        if isinstance(value, tuple):
            return tuple(item for item in value if isinstance(item, str))
        return ()

    def count(self, key: str) -> int | None:
        """The length of an array, kept or not."""
        value = self.values.get(key)
        if isinstance(value, Bulk):
            return value.count
        return len(value) if isinstance(value, tuple) else None

    def of_model(self, key: str) -> int | None:
        """A whole number of this architecture: of_model("block_count") reads llama.block_count."""
        return self.integer(f"{self.architecture}.{key}")

    def per_layer(self, key: str, layers: int, default: int = 0) -> tuple[int, ...]:
        """A value that may stand once for all layers or once for each."""
        value = self.values.get(f"{self.architecture}.{key}")
        if isinstance(value, tuple):
            given = tuple(int(item) for item in value if isinstance(item, int | float) and math.isfinite(item))
            return (given + (default,) * layers)[:layers]
        one = self.of_model(key)
        return (default if one is None else one,) * layers

    @property
    def layers(self) -> int:
        return self.of_model("block_count") or 0

    @property
    def data_bytes(self) -> int:
        return sum(tensor.size_bytes for tensor in self.tensors)

    @property
    def weights(self) -> int:
        return sum(tensor.weights for tensor in self.tensors)


def product(shape: tuple[int, ...]) -> int:
    """The number of weights of a tensor of this shape."""
    product = 1
    for length in shape:
        product *= length
    return product
