"""One candidate of a shortlist, the order of candidates, and which to start with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.advice.shortlist.known_model import KnownModel
from core.advice.shortlist.memory import MemoryForecast
from core.advice.shortlist.scores import Cell, Column
from core.advice.shortlist.speed import Speed
from core.advice.shortlist.tiers import EvidenceTier, Placed
from core.models.model_file import ModelFile

_SUGGESTED_AHEAD, _SUGGESTED_NEW = 2, 1


@dataclass(frozen=True)
class Shortlisted:
    model: KnownModel
    memory: MemoryForecast
    speed: Speed
    placed: Placed
    cells: Mapping[Column, Cell]
    is_tight: bool  # it may or may not fit: the forecast's range holds the limit
    file: ModelFile | None  # already on this machine
    notes: tuple[str, ...]
    asked_for: bool = False  # the person named it: it is shown, whatever else is not
    context_in_doubt: bool = False  # it, or some of its family, are made for less than the n_ctx asked for

    @property
    def fits_for_sure(self) -> bool:
        """Itself, or in the next smaller quantization that its notes name."""
        return not self.is_tight or self.memory.safer is not None

    @property
    def is_safe_to_suggest(self) -> bool:
        """Nothing known speaks against trying it first: it fits, in enough bits, and its context is long enough."""
        return self.fits_for_sure and not self.memory.is_degraded and not self.context_in_doubt


def order(one: Shortlisted) -> tuple[int, float, str, float, str]:
    """Sorts tier by tier; in each the ones that outdo most, then the newest, then the largest come first."""
    tiers = list(EvidenceTier)
    share = len(one.placed.outdoes) / one.placed.compared_with if one.placed.compared_with else 0.0
    # Later dates first; a year without a month comes after its months.
    newest = "".join(chr(255 - ord(sign)) for sign in (one.model.released or "").ljust(7)[:7])
    return tiers.index(one.placed.tier), -share, newest, -one.model.params_b, one.model.name


def suggest(candidates: Sequence[Shortlisted]) -> list[Shortlisted]:
    """The first of those ahead, from different families, and the largest of the newest without a score.

    What fits for certain comes first; what may not fit fills up.
    """
    sure = [one for one in candidates if one.is_safe_to_suggest] or list(candidates)
    doubtful = [one for one in candidates if one.is_tight and one not in sure and not one.context_in_doubt]
    ahead = [one for one in (*sure, *doubtful) if one.placed.tier is EvidenceTier.AHEAD]
    ahead = ahead or [one for one in sure if one.placed.tier is EvidenceTier.LEVEL]
    chosen: dict[str, Shortlisted] = {}
    for one in ahead:
        chosen.setdefault(one.model.family.family if one.model.family else one.model.key, one)
    new = [one for one in newest_of_each_family(sure) if one.model.released]
    last_year = [one for one in new if int((one.model.released or "0")[:4]) >= int((new[0].model.released or "0")[:4])]
    largest = sorted(last_year, key=lambda one: -one.model.params_b)
    return [*list(chosen.values())[:_SUGGESTED_AHEAD], *largest[: _SUGGESTED_NEW if chosen else _SUGGESTED_AHEAD]]


def newest_of_each_family(candidates: Sequence[Shortlisted]) -> list[Shortlisted]:
    """Of the models without a comparable score, the largest of each family, newest family first."""
    found: dict[str, Shortlisted] = {}
    for one in candidates:
        if one.placed.tier is EvidenceTier.NO_SCORE:
            family = one.model.family.family if one.model.family else one.model.key
            if family not in found or one.model.params_b > found[family].model.params_b:
                found[family] = one
    return sorted(found.values(), key=order)


def shown_first(tier: EvidenceTier, members: Sequence[Shortlisted]) -> list[Shortlisted]:
    """The members of a tier as they are listed: those that the person named, then the others.

    Without scores one of each family stands for the rest.
    """
    named = [one for one in members if one.asked_for]
    others = newest_of_each_family(members) if tier is EvidenceTier.NO_SCORE else members
    return [*named, *(one for one in others if not one.asked_for)]
