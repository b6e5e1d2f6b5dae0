"""Rivals whose size is known without being told: "surpasses DeepSeek-V3", a family of one size.

The catalogue of families gives the size. A family of several sizes says
nothing, nor does a name that carries a size of its own.
"""

import re
from functools import lru_cache

from core.cards.evidence import Evidence
from core.cards.name_match import Match
from core.cards.size_claims import about_speed_only, find_comparison
from core.cards.vocabulary import MODEL_SIZE, OBJECT_FIRST
from core.catalogue.families import find_family

_NAME = re.compile(r"\b[A-Z](?=[\w.-]{0,40}\d)[A-Za-z]{1,20}[-_ ]?[A-Za-z0-9.]{1,12}(?:-[A-Za-z0-9.]{1,12}){0,3}")
_MUCH_LARGER = 1.25
_MOST_CHARS = 1_500


def claims_over_known_size(evidence: Evidence, text: str) -> bool:
    """True where a sentence beats or equals a model of one known size, far from every size of the card's own."""
    own = evidence.about.parameters_b
    if not own or len(text) > _MOST_CHARS or not _NAME.search(text):
        return False
    claim = find_comparison(text)
    if claim is None or about_speed_only(text):
        return False
    after = text[claim.end() : claim.end() + 120]
    # Korean and Japanese put the rival first.
    lead = text[max(0, claim.start() - 80) : claim.start() + 4]
    beaten = [match[0] for match in _NAME.finditer(after)]
    beaten += [match[0] for match in _NAME.finditer(lead) if OBJECT_FIRST.match(lead[match.end() :] + " ")]
    return any(
        size >= _MUCH_LARGER * max(own)
        for name in beaten[:6]
        if evidence.own.match(name) is Match.NONE and (size := _size_of(name.rstrip("."))) is not None
    )


@lru_cache(maxsize=1024)
def _size_of(name: str) -> float | None:
    """The size in billions of the only model of a family; None where the name tells one or the family has several."""
    if MODEL_SIZE.search(name) or re.search(r"(?i)distill|lite|mini|tiny|small", name):
        return None
    family = find_family(name)
    return family.sizes_b[0] if family is not None and len(family.sizes_b) == 1 else None
