"""Every model that may be shortlisted: what the boards ran, and the families that they never saw.

A model is one checkpoint; its scores come under several spellings, which are
one model where their canonical keys are equal. A family's size without any
checkpoint in the tables still stands in the list, under the name of the family
and without a score: that nobody measured it says nothing against it.

Official is what the family's own account published, and what an account that
publishes some known family published besides. Copies and fine-tunes by other
accounts are community models, and their scores never count for the original.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from core.advice.shortlist.known_model import (
    KnownModel,
    ModelKind,
    active_b_of,
    family_of,
    family_size,
    kind_of_name,
    reasoning_of,
)
from core.advice.shortlist.needs import licence_of_size
from core.catalogue.board_models import find_board_model
from core.catalogue.families import Family, find_family, load_families
from core.catalogue.public_scores import PublicScore, load_public_scores
from core.models.names import ModelName, PartKind, canonical_key, parse_name

_COMMUNITY = "community "
_COUNTS = "open-llm-leaderboard-v2"  # the board that counts parameters itself


def load_known_models(fetched: Iterable[PublicScore] = (), *, community: bool = False) -> tuple[KnownModel, ...]:
    """All of them, with `community` also other accounts' copies, fine-tunes and merges. Cached; a second at first.

    `fetched` rows replace the carried ones of the same board and benchmark.
    """
    return _known_models(tuple(fetched), community)


@lru_cache(maxsize=4)
def _known_models(fetched: tuple[PublicScore, ...], community: bool) -> tuple[KnownModel, ...]:
    renewed = {(row.source, row.benchmark) for row in fetched}
    carried = (row for row in load_public_scores() if (row.source, row.benchmark) not in renewed)
    by_name: dict[str, list[PublicScore]] = defaultdict(list)
    for row in (*carried, *fetched):
        by_name[row.hf_id or row.model].append(row)
    groups: dict[str, list[tuple[str, list[PublicScore]]]] = defaultdict(list)
    # Names of repositories first: a bare name joins the model that it means.
    for name, rows in sorted(by_name.items(), key=lambda item: item[1][0].hf_id is None):
        key = _key_of_repository(name, community) if rows[0].hf_id else _key_of_bare_name(name, groups)
        if key is not None:
            groups[key].append((name, rows))
    measured = [model for key, named in groups.items() if (model := _measured(key, named)) is not None]
    keys = {model.key for model in measured}
    # A name without a role, beside the same with "instruct", is the base model, whatever its submitter said.
    measured = [
        replace(model, kind=ModelKind.BASE)
        if ModelKind.INSTRUCT is not kind_of_name(parse_name(model.name)) and _as_instruct(model.key) in keys
        else model
        for model in measured
    ]
    return (*measured, *_unmeasured(measured))


def _key_of_repository(hf_id: str, community: bool) -> str | None:
    if _is_official(hf_id):
        return canonical_key(hf_id)
    return f"{_COMMUNITY}{hf_id.lower()}" if community else None


def _key_of_bare_name(name: str, known: Iterable[str]) -> str | None:
    """The key for a name without an account; None where it is no plain local model as far as it tells."""
    if find_family(name) is None:
        return None
    parsed = parse_name(name)
    tuned = {PartKind.TRAINING, PartKind.MERGE, PartKind.UNCENSORED, PartKind.UNKNOWN}
    if parsed.fine_tune is not None or any(piece.kind in tuned for piece in parsed.pieces):
        return None
    key = canonical_key(name)
    instruct = _as_instruct(key)  # a board of chats asks no base models
    return instruct if key not in known and instruct in known else key


def _as_instruct(key: str) -> str:
    """The canonical key of the same name with "instruct" in it: the parts after the family are sorted."""
    lead, *rest = key.split("|")
    return "|".join([lead, *sorted({*rest, "instruct"})])


def _is_official(hf_id: str) -> bool:
    family, owner = family_of(hf_id), hf_id.split("/", maxsplit=1)[0].lower()
    if family and family.hf_org:
        return owner == family.hf_org.lower()
    return owner in _publishers()


@lru_cache(maxsize=1)
def _publishers() -> frozenset[str]:
    return frozenset(family.hf_org.lower() for family in load_families() if family.hf_org)


def _measured(key: str, named: list[tuple[str, list[PublicScore]]]) -> KnownModel | None:
    rows = tuple(row for _, found in named for row in found)
    ids = [row.hf_id for row in rows if row.hf_id]
    hf_id = next((i for i in ids if find_board_model(i)), ids[0] if ids else None)
    display = hf_id or named[0][0]
    name = parse_name(display)
    counted = sorted(rows, key=lambda row: row.source != _COUNTS)  # it counts, the others round
    params_b = next((row.params_b for row in counted if row.params_b and row.params_b > 0), name.size_b)
    family = family_of(display)
    if not params_b or (family is None and name.size_b is None and counted[0].source != _COUNTS):
        return None  # of a mixture the other boards give the parameters of one token
    params_b = _whole_of_mixture(family, params_b)
    size = family_size(family, params_b, name)
    official = not key.startswith(_COMMUNITY)
    recorded = find_board_model(hf_id) if hf_id else None
    tag = recorded.licence if recorded and recorded.licence != "other" else None
    return KnownModel(
        key=key,
        name=display.rsplit("/", 1)[-1] if official else display,
        hf_id=hf_id,
        family=family,
        family_size_b=size,
        params_b=params_b,
        active_b=name.active_b or active_b_of(family, size, params_b),
        kind=_kind(name, recorded.kind if recorded else "", rows),
        reasoning=reasoning_of(family, name),
        roles=name.roles,
        licence=tag or (licence_of_size(family.licence, size) if family and official else None),
        released=recorded.uploaded[:7] if recorded else family.released if family else None,
        official=official,
        scores=rows,
    )


def _unmeasured(measured: list[KnownModel]) -> list[KnownModel]:
    """One entry for every size of every family that has no instruct checkpoint in the tables."""
    known = {
        (model.family.family, model.family_size_b)
        for model in measured
        if model.family and model.official and model.kind is not ModelKind.BASE
    }
    found = []
    for family in load_families():
        title = re.sub(r"\s*\(.*?\)", "", family.family).strip()
        for size in family.sizes_b:
            if (family.family, size) in known:
                continue
            name = title if re.search(r"\d+B\b", title) else f"{title} {_size_words(size)}"
            parsed = parse_name(name)
            found.append(
                KnownModel(
                    key=f"family {family.family} {size:g}",
                    name=name,
                    hf_id=None,
                    family=family,
                    family_size_b=size,
                    params_b=size,
                    active_b=active_b_of(family, size, size),
                    kind=ModelKind.UNSTATED,
                    reasoning=reasoning_of(family, parsed),
                    roles=parsed.roles,
                    licence=licence_of_size(family.licence, size),
                    released=family.released,
                    official=True,
                )
            )
    return found


def _size_words(size_b: float) -> str:
    return f"{size_b:g}B" if size_b >= 1 else f"{1000 * size_b:g}M"


def _whole_of_mixture(family: Family | None, params_b: float) -> float:
    """All parameters where a board gives those of one token: BigCodeBench has DeepSeek-Coder-V2 (236B-A21B) as 21."""
    if family is None or not family.active_b or any(abs(size / params_b - 1) < 0.1 for size in family.sizes_b):
        return params_b
    return next(
        (float(size) for size, active in family.active_b.items() if abs(active / params_b - 1) < 0.05), params_b
    )


def _kind(name: ModelName, recorded: str, rows: tuple[PublicScore, ...]) -> ModelKind:
    said = kind_of_name(name)
    if said is not ModelKind.UNSTATED:
        return said
    if recorded in ("chat", "finetuned", "merge"):
        return ModelKind.INSTRUCT
    if recorded in ("base", "continued"):
        return ModelKind.BASE
    # Boards that ask base models another way tell which one they took it for.
    settings = {row.setting for row in rows if row.source in ("evalplus", "bigcodebench")}
    if settings and settings <= {"pass@1 greedy base", "complete"}:
        return ModelKind.BASE
    return ModelKind.UNSTATED
