"""One model that may be shortlisted, and what its name and its family say of it.

A model is one checkpoint. Its name tells its size, what it was made for and
whether it thinks; what the name leaves open follows from the family, of which
only the size in question counts: a licence or the parameters of a mixture may
differ from size to size.
"""

import re
from dataclasses import dataclass, field
from enum import StrEnum

from core.advice.shortlist.needs import licence_of_size
from core.catalogue.families import Family, Reasoning, find_family
from core.catalogue.public_scores import PublicScore
from core.models.names import ModelName, Role, canonical_key, parse_name

_SPECIAL = frozenset({Role.CODER, Role.MATH, Role.VISION, Role.AUDIO, Role.REWARD, Role.GUARD, Role.EMBEDDING})
_BUILT_OTHERWISE = re.compile(r"mamba|recurrent", re.IGNORECASE)
_SAME_SIZE = 1.4  # a checkpoint is of a family's size where they differ by less than this factor


class ModelKind(StrEnum):
    INSTRUCT = "instruct"
    BASE = "base"
    UNSTATED = "unstated"  # the name does not say; mostly an instruct model


@dataclass(frozen=True)
class KnownModel:
    key: str  # one model under all its spellings
    name: str
    hf_id: str | None  # its own repository, where a table names it
    family: Family | None
    family_size_b: float | None  # as data/families.json has it
    params_b: float
    active_b: float | None  # of a mixture; None where it is unknown
    kind: ModelKind
    reasoning: Reasoning
    roles: tuple[Role, ...]
    licence: str | None
    released: str | None  # YYYY-MM…
    official: bool
    scores: tuple[PublicScore, ...] = field(default=(), repr=False)

    @property
    def context_k(self) -> int | None:
        """Thousands of tokens it was made for, by its own name; None where that does not say."""
        return parse_name(self.name).context_k

    @property
    def group(self) -> tuple[str, float, frozenset[Role]] | None:
        """What it shares with its base model and its siblings: family, size, and what it is made for."""
        if self.family is None or self.family_size_b is None:
            return None
        return self.family.family, self.family_size_b, frozenset(self.roles) & _SPECIAL


def model_from_name(text: str) -> KnownModel | None:
    """A model that somebody names, whether or not any table knows it; None where its size cannot be told.

    Of a family that comes in one size only (Devstral) the name need not tell it.

    >>> model_from_name("bartowski/Qwen3.5-9B-GGUF").params_b
    9.0
    """
    name = parse_name(text)
    family = family_of(text)
    params_b = name.size_b or _only_size(family, name)
    if params_b is None:
        return None
    size = family_size(family, params_b, name)
    return KnownModel(
        key=canonical_key(text),
        name=name.stem or text,
        hf_id=None,
        family=family,
        family_size_b=size,
        params_b=params_b,
        active_b=name.active_b or active_b_of(family, size, params_b),
        kind=kind_of_name(name),
        reasoning=reasoning_of(family, name),
        roles=name.roles,
        licence=licence_of_size(family.licence, size) if family and name.fine_tune is None else None,
        released=family.released if family else None,
        official=False,
    )


def family_of(name: str) -> Family | None:
    """Its family; not for members built another way, whose layers and cache are not the family's."""
    return None if _BUILT_OTHERWISE.search(name) else find_family(name)


def family_size(family: Family | None, params_b: float, name: ModelName) -> float | None:
    if family is None:
        return None
    if name.size_b in family.sizes_b and name.active_b is None:
        return name.size_b
    nearest = min(family.sizes_b, key=lambda size: max(size / params_b, params_b / size))
    return nearest if max(nearest / params_b, params_b / nearest) < _SAME_SIZE else None


def active_b_of(family: Family | None, size: float | None, params_b: float) -> float | None:
    """Parameters used for each token; all of them where the family has no mixtures."""
    if family is None or size is None or not family.active_b:
        return params_b
    return family.active_b.get(f"{size:g}", params_b)


def reasoning_of(family: Family | None, name: ModelName) -> Reasoning:
    """Of this checkpoint: what its name says, else what its family does."""
    if Role.NON_THINKING in name.roles:
        return Reasoning.NONE
    if family is not None and family.reasoning not in (Reasoning.SEPARATE, Reasoning.MIXED):
        return family.reasoning
    if Role.THINKING in name.roles:
        return Reasoning.ALWAYS
    return Reasoning.UNKNOWN if family is None or family.reasoning is Reasoning.MIXED else family.reasoning


def kind_of_name(name: ModelName) -> ModelKind:
    if Role.INSTRUCT in name.roles:
        return ModelKind.INSTRUCT
    return ModelKind.BASE if Role.BASE in name.roles else ModelKind.UNSTATED


def _only_size(family: Family | None, name: ModelName) -> float | None:
    """The one size that a family comes in; None for fine-tunes and variants (mini, lite), which may be of another."""
    if family is None or name.fine_tune or name.variants or name.active_b:
        return None
    return family.sizes_b[0] if len(family.sizes_b) == 1 else None
