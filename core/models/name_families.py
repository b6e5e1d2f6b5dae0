"""Families in names, with their generations: Qwen 2.5, DeepSeek V3, Hermes 3 on Llama 3.1."""

import re

from core.models.name_rules import Family, PartKind, Role, families, role_meanings
from core.models.name_taker import NameTaker, always

_GENERATION = re.compile(
    r"[-_ .]?(?!(?:0\d|1[0-2])-20[23]\d)([vkmh]?\d{1,2}(?:[._]\d{1,2}(?!\d)){0,2}(?:(?<=v\d)-\d(?![\da-z.]))?[nor]?)"
    r"(?!\d|[._]\d|(?!vl?(?![a-z]))[a-z](?![a-z]{2}))",
    re.IGNORECASE,
)


def take_families(taker: NameTaker) -> tuple[str | None, str | None, str | None, set[Role]]:
    """(family, generation, fine-tune, roles that the families imply).

    The family is what the model is built on. A name that tells only its
    fine-tune (zephyr-7b) gives that; a second family (Llama-3.3-Nemotron)
    is a fine-tune of the first.
    """
    bases: list[tuple[str, str | None]] = []
    tunes: list[tuple[str, str | None]] = []
    roles: set[Role] = set()
    while (found := _next_family(taker)) is not None:
        family, match = found
        generation = _take_family(taker, family, match)
        roles.update(family.roles)
        (tunes if family.fine_tune else bases).append((family.family, generation))
    family_name, generation = next(iter(bases + tunes), (None, None))
    tune = next(iter(tunes + bases[1:]), None)
    return family_name, generation, " ".join(filter(None, tune)) if tune else None, roles


def _next_family(taker: NameTaker) -> tuple[Family, re.Match[str]] | None:
    """The first family that is still free; of several there, the one with the longest name."""
    found = [
        (family, match)
        for family in families()
        for match in family.pattern.finditer(taker.stem)
        if match[0] and taker.is_free(match.start(), match.end())
    ]
    return min(found, key=lambda item: (item[1].start(), -len(item[1][0])), default=None)


def _take_family(taker: NameTaker, family: Family, match: re.Match[str]) -> str | None:
    kind = "fine-tune" if family.fine_tune else "family"
    implied = [role_meanings()[role] for role in family.roles]  # QwQ-32B: its name has no word for its thinking
    merged = ["merged from other models' weights"] if family.merge else []
    meaning = "; ".join([f"the {kind} {family.family}, of {family.publisher}", *implied, *merged])
    taker.add(match[0], PartKind.FAMILY, meaning, match.start(), family.family)
    if family.layouts:
        reading = always(match[0].lower(), "weights in the layout of one library; it says nothing of the training")
        taker.take(family.layouts, PartKind.FORMAT, reading)
    after = _GENERATION.match(taker.stem, match.end())
    if not after or not taker.is_free(after.start(), after.end()):
        return None
    generation = re.sub(r"[_-]", ".", after[1])
    meaning = f"generation {generation} of {family.family}"
    taker.add(after[1], PartKind.GENERATION, meaning, after.start(1), generation)
    return generation
