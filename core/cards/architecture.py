"""What kind of network a card's model is: in a table, in a line with a label, in a sentence about the model itself.

A rival's kind ("surpasses the MoE of ...") and general remarks ("especially with Mixture of Experts models") are none.
"""

import re
from collections.abc import Iterable

from core.cards.document import Document
from core.cards.own_model import OwnModel
from core.cards.told_of_rivals import Subjects

_KIND = re.compile(
    r"(?i)\b((?:decoder-only |autoregressive |auto-regressive |dense |sparse )*(?:mixture[- ]of[- "
    r"]experts|moe|transformer|mamba|state[- ]space|rwkv|hybrid)(?: (?:architecture|model|decoder|"
    r"language model))?)\b(?!s)"
)
_LABEL = re.compile(
    r"(?i)^\W{0,6}(?:(?:model|network|base|neural|llm|overall)[ -])?architecture(?: (?:type|class|name))?\W{0,4}[:：]"
    r"\W{0,4}(?P<said>[A-Za-z](?:[^.;,:(<\n/]|\.(?=\d)){1,60}+)(?=[.;,:(<\n]|$)"
)
_CELL = re.compile(r"(?i)\W*(?:model )?architecture\W*|架构|아키텍처")
# Just before the word: others are meant, or a part of a set.
_OTHERS_BEFORE = re.compile(
    r"(?i)\b(?:surpass\w*|outperform\w*|beat\w*|exceed\w*|match\w*|rivals?|than|unlike|compar\w+|vs|versus|against|like|"
    r"such as|e\.g|including|includes?|especially|particularly|other|some|most|many|all|certain|when|if|whether|"
    r"instead of|not|no|without|as well as (?:an? )?|future|planned|upcoming|support(?:s|ing)? for)\b[^.;,]{0,40}$"
)
_NO_KIND = re.compile(r"(?i)\b(?:is|are|uses?|see|was|has)\b")
_MOST_WORDS = 6


def find_architecture(document: Document, prose: Iterable[str], own: OwnModel, bases: Iterable[str]) -> str | None:
    for table in document.tables:
        for row in table.rows:
            if len(row) >= 2 and _CELL.fullmatch(row[0].text) and row[1].text:
                return row[1].text[:120]
    subjects = Subjects.of(document, own, bases)
    first: str | None = None
    for text in prose:
        labelled = _LABEL.match(text)
        said = labelled["said"].strip(" *`'\"") if labelled else ""
        if said and len(said.split()) <= _MOST_WORDS and not _NO_KIND.search(said):
            return said
        if first is None:
            first = _in_sentence(text[:1000], subjects)
    return first


def _in_sentence(text: str, subjects: Subjects) -> str | None:
    for match in _KIND.finditer(text):
        before = text[: match.start()]
        experts = "moe" in match[0].casefold() or "xture" in match[0]  # most rivals are transformers as well
        if _OTHERS_BEFORE.search(before[-60:]) or (experts and subjects.told_of_rival(text, *match.span())):
            continue
        return match[1][:120]
    return None
