"""Layers, heads and vocabulary of known models: what the memory of a context depends on.

A GGUF file says all of this in its header; these facts stand in where there is
no file yet. Each names the family and the size it belongs to, as
data/families.json has them, and where it was read.
"""

from functools import lru_cache
from typing import Self

from pydantic import Field, model_validator

from core.catalogue.benchmarks import DATE, Record, Source
from core.catalogue.data_files import load_json, reading
from core.catalogue.families import load_families


class ModelShape(Record):
    family: str
    size_b: float = Field(gt=0)
    layers: int = Field(gt=0)
    kv_heads: int = Field(gt=0)
    head_length: int = Field(gt=0)
    width: int = Field(gt=0)
    vocabulary: int = Field(gt=0)
    window: int | None  # tokens that windowed layers keep; None: every layer keeps all
    full_every: int | None  # with a window: one of so many layers keeps all
    source: str


class _Shapes(Record):
    as_of: str = Field(pattern=DATE)
    sources: dict[str, Source]
    shapes: tuple[ModelShape, ...]

    @model_validator(mode="after")
    def _belong_to_known_families(self) -> Self:
        sizes = {family.family: family.sizes_b for family in load_families()}
        for shape in self.shapes:
            if shape.size_b not in sizes.get(shape.family, ()):
                raise ValueError(f"{shape.family} {shape.size_b:g}B is no size of a known family")
            if shape.source not in self.sources:
                raise ValueError(f"{shape.family} {shape.size_b:g}B names the source {shape.source!r}: not listed")
        return self


@lru_cache(maxsize=1)
def _load() -> _Shapes:
    with reading("model_shapes.json") as path:
        return _Shapes.model_validate(load_json(path))


def load_shapes() -> tuple[ModelShape, ...]:
    return _load().shapes


def find_shape(family: str, size_b: float) -> ModelShape | None:
    """
    >>> find_shape("Llama 3.1", 8).kv_heads
    8
    """
    return next((shape for shape in load_shapes() if (shape.family, shape.size_b) == (family, size_b)), None)


def source_of_shape(shape: ModelShape) -> Source:
    return _load().sources[shape.source]
