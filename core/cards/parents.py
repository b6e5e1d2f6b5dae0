"""The models that a card's own was made from: rows that bear their names are theirs, and never the card's own.

Front matter names them, or the text does. Of a quantized file, and of a tuned version of one release, the original
bears the model's own name; it is told apart elsewhere (see file_rows and stages).
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.cards.base_model import base_in_prose
from core.cards.card_ids import linked_ids
from core.cards.document import Document
from core.cards.front_matter import Entry
from core.cards.merge_recipes import bases_in_recipe
from core.cards.name_words import Words, words_of
from core.cards.own_model import OwnModel
from core.cards.own_names import base_in_title
from core.cards.quantizers import names_quantization

_ADAPTED = frozenset(("lora", "qlora"))
_MOST = 12  # a merge of more tells nothing by any of them
_MERGED = re.compile(r"(?i)[-_. ](?:slerp|ties|dare|della|breadcrumbs|merge[ds]?|frankenmerge|passthrough|mergekit)\b")


def with_parents(own: OwnModel, document: Document, front: Entry | None) -> OwnModel:
    """The own model with the models that it was made from."""
    entry = front.get("base_model") if front else None
    told: Sequence[str] = entry.texts()[:60] if entry else ()
    in_text = None if told else _bases_told(document, own)
    told = told or in_text or ()
    parents = tuple(dict.fromkeys(words for words in map(words_of, told[:_MOST]) if _made_into(words, own)))
    if not own.name and (base := base_in_title(document)):
        parents = (base,)  # a card without a name of its own: "An uncensored version of lab/Wren-7B"
    merged = bool(own.name and _MERGED.search(own.name))
    accounts = {name.partition("/")[0] for name in told[:_MOST] if "/" in name}
    if names_quantization(own.name or ""):  # made from another's file, which only the text may tell
        mine = words_of(own.name or "")
        accounts |= {
            who
            for who, name in linked_ids(document)
            if (other := words_of(name)).words <= mine.words and other.key != mine.key
        }
    accounts -= {(own.name or "").partition("/")[0]}
    bare = frozenset(re.sub(r"\W|_", "", account).casefold() for account in accounts)
    return replace(own, parents=parents, merged=merged, told_bases=in_text, base_accounts=bare)


def _bases_told(document: Document, own: OwnModel) -> tuple[str, ...]:
    """What sentences say; the recipe of a merge goes before a single model, but not before several: some are copies."""
    told = base_in_prose((sentence.text for sentence in document.prose()), own)
    quantized = names_quantization(own.name or "")
    return told if len(told) > 1 or quantized else bases_in_recipe(document, own) or told


def _made_into(parent: Words, own: OwnModel) -> bool:
    """False for the original of a quantized file, and for another stage of the same model."""
    mine = words_of(own.name or "")
    if not mine.words or not parent.words:
        return False
    if parent.words == mine.words:
        return bool((mine.stage - parent.stage) & _ADAPTED)
    return not (parent.words < mine.words and names_quantization(own.name or ""))
