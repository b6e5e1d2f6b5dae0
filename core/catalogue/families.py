"""Families of open models: who publishes them, since when, and where their training data ends.

Dates are the vendor's own where there are any; `cutoff_basis` says how sure a
cutoff is, and `unverified` names fields that rest on nothing better than
general knowledge. Sizes are billions of parameters.
"""

import re
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Self

from pydantic import Field, model_validator

from core.catalogue.benchmarks import DATE, Record, Source
from core.catalogue.data_files import load_json, reading


class CutoffBasis(StrEnum):
    VENDOR = "vendor"  # a card or a documentation page
    VENDOR_ANSWER = "vendor_answer"  # a maintainer's reply
    SYSTEM_PROMPT = "system_prompt"  # stated in the prompt the vendor ships
    THIRD_PARTY = "third_party"  # somebody else's finding: low confidence


Billions = Annotated[float, Field(gt=0, allow_inf_nan=False)]  # of parameters


class Reasoning(StrEnum):
    NONE = "none"
    HYBRID = "hybrid"  # can be switched
    ALWAYS = "always"
    SEPARATE = "separate"  # other checkpoints of the family reason
    MIXED = "mixed"
    UNKNOWN = "unknown"


class Family(Record):
    family: str
    publisher: str
    hf_org: str | None
    licence: str | None
    sizes_b: tuple[Billions, ...] = Field(min_length=1)
    active_b: dict[str, Billions] | None  # for mixtures: total size -> active size
    released: str | None = Field(pattern=DATE)
    released_last: str | None = Field(pattern=DATE)
    cutoff: str | None = Field(pattern=DATE)
    cutoff_basis: CutoffBasis | None
    reasoning: Reasoning
    thinking_tags: tuple[str, str] | None
    context_k: float | None  # the smallest native value of the family, in thousands of tokens
    name_pattern: str
    unverified: tuple[str, ...]
    sources: tuple[str, ...] = Field(min_length=1)


class _Families(Record):
    as_of: str = Field(pattern=DATE)
    sources: dict[str, Source]
    families: tuple[Family, ...]

    @model_validator(mode="after")
    def _sources_and_patterns_hold(self) -> Self:
        for family in self.families:
            re.compile(family.name_pattern)
            if missing := set(family.sources) - set(self.sources):
                raise ValueError(f"{family.family} names sources that are not listed: {sorted(missing)}")
            if (family.cutoff is None) != (family.cutoff_basis is None):
                raise ValueError(f"{family.family}: a cutoff needs its basis")
        return self


@lru_cache(maxsize=1)
def _load() -> _Families:
    with reading("families.json") as path:
        return _Families.model_validate(load_json(path))


def load_families() -> tuple[Family, ...]:
    return _load().families


@lru_cache(maxsize=1024)
def find_family(name: str) -> Family | None:
    """The family a model name belongs to, by the longest match; None for an unknown name.

    >>> find_family("Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf").family
    'Llama 3.1'
    """
    folded = re.sub(r"[\s_]+", "-", name[:200].lower())
    matches = [
        (len(match[0]), family) for family in load_families() if (match := re.search(family.name_pattern, folded))
    ]
    return max(matches, key=lambda item: item[0])[1] if matches else None
