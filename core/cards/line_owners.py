"""Whose a line of a list, or a line under a heading, is: what it hangs under may be the name of a model."""

import re

from core.cards.benchmark_mentions import names_test, tests_in
from core.cards.document import Sentence
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model
from core.cards.own_model import OwnModel, stands_in_other_card
from core.cards.results_of import are_of_another
from core.cards.score_subjects import FAMILY_NAME


def find_owner(sentence: Sentence, own: OwnModel) -> tuple[str | None, bool]:
    """The model that a line hangs under in a list, as written, and whether what the line says is the card's own."""
    for text in reversed(sentence.under):
        label = text.strip(" :：")
        if is_model_label(label, own):
            return label, own.match(label) is not Match.NONE
        if are_of_another(label, own):
            return None, False
    return None, not is_foreign(sentence, own)


_TELLS_MORE = re.compile(
    r"(?i)\b(?:compar\w+|than|vs|over|against|from|based|with|and|by|of|to|on|for|using|like)\b|[.!?]$"
)


def is_model_label(label: str, own: OwnModel) -> bool:
    """True for a line that is the name of a model and nothing else: "Lumen-7B", "Brio 2 13B (5-shot)"."""
    bare = re.sub(r"[(（][^()（）]*[)）]", " ", label).strip()
    if not bare or len(bare.split()) > 5 or _TELLS_MORE.search(bare) or names_test(bare) or tests_in(bare):
        return False
    return looks_like_model(bare) or own.match(bare) >= Match.PART


def is_foreign(sentence: Sentence, own: OwnModel) -> bool:
    """True where a heading above gives the section to another model."""
    if any(are_of_another(title, own) for title in sentence.headings[-1:]):
        return True
    if any(own.is_of_other_kind(title) for title in sentence.headings[-2:]):
        return not own.said
    return stands_in_other_card(sentence.headings, own) or any(
        looks_like_model(title)
        and not names_test(title)
        and own.match(title) is Match.NONE
        and not tests_in(title)
        and bool(FAMILY_NAME.search(title))
        for title in sentence.headings[-1:]
    )
