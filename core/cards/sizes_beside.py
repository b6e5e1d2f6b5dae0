"""Numbers told apart by nothing but a size: "MMLU: 50.0 (3B), 61.2 (7B)", "On MMLU 3B: 50.0, 7B: 61.2".

Only where a sentence gives numbers to two sizes or more and names no other model: "Tern (7B) 50.0" is not of our 7B.
"""

import re

from core.cards.benchmark_mentions import tests_in
from core.cards.name_match import Match
from core.cards.own_model import OwnModel
from core.cards.plain_labels import is_size_alone

_SIZE = r"(?:the )?(?P<{}>\d{{1,3}}(?:\.\d{{1,2}})?\s?[BM])(?: model)?"
_BEHIND = re.compile(rf"(?<![\w.])(?P<number>\d{{1,4}}(?:\.\d+)?)\s?%?\s?[(（]{_SIZE.format('size')}[)）]")
_BEFORE = re.compile(
    rf"(?:^|[,;:，；：(（/]|\band|\b(?i:on) [\w-]{{2,20}})\s?{_SIZE.format('size')}\s?[:=]?\s"
    r"(?P<number>\d{1,3}\.\d+)(?![\w.]*\d|\s?[BMK]\b)"
)


def find_sizes_beside(text: str) -> dict[int, str]:
    """Where each such number begins, and the size that it is of; empty for fewer than two sizes.

    >>> find_sizes_beside("MMLU: 50.0 (3B), 61.2 (7B)")
    {6: '3B', 17: '7B'}
    """
    if not ("B)" in text or "M)" in text or "B:" in text or "B " in text or "M:" in text):
        return {}
    for pattern in (_BEHIND, _BEFORE):
        found = {match.start("number"): match["size"] for match in pattern.finditer(text)}
        if len(set(found.values())) > 1:
            return found
    return {}


def names_another(label: str, own: OwnModel) -> bool:
    """True for the name of a model that is not the card's, and none for "the 3B" and "MMLU 3B"."""
    alone = is_size_alone(re.sub(r"(?i)^(?:the|our|this) ", "", label))
    return not alone and own.match(label) is Match.NONE and not tests_in(label)


def is_of_own_size(size: str, own: OwnModel) -> bool:
    """True for the size of the card's model, and for all of a series whose card is of no one size."""
    return own.match(size) > Match.NONE or (not own.has_size and not own.said)
