"""Claims for another model of the same makers: news of sisters on a card that is about one of them.

"Our WrenMath-70B outperforms GPT-3.5" on the card of WrenChat-70B says nothing of the latter.
"""

import re

from core.cards.evidence import Evidence
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model

_TOLD_OF = re.compile(
    r"(?:^|[.!?:] |\] ?)\W{0,6}(?i:(?:notably|moreover|also),? )?(?i:our|we (?:have |also |just |are ){0,2}(?:releas|"
    r"introduc|present|announc|publish|open-?sourc)\w{1,4}(?: our| the)?) "
    r"(?P<name>[A-Z][\w.+-]{2,40}\d[\w.+-]{0,20})(?: models?)?,? "
)
_NAME = re.compile(r"(?!Our\b|We\b|The\b|This\b|Mine\b)[A-Z][\w.+-]{2,60}")
_THIS = re.compile(r"(?i)\b(?:this model|the present model|it also)\b")


def is_of_sister(evidence: Evidence, text: str) -> bool:
    """True where a sentence is told of a model that the makers call theirs, and that is not the card's own.

    Only on a card whose heading names its own model: elsewhere the name may be the only one it goes by.
    """
    told = _TOLD_OF.search(text[:300]) if "ur " in text or "We " in text or "we " in text else None
    if told is None or not looks_like_model(told["name"]) or _THIS.search(text):
        return False
    if any(evidence.own.match(name.rstrip(".")) is not Match.NONE for name in _NAME.findall(text[:1500])[:40]):
        return False
    titles = [re.split(r"[:|(–—]", title)[0].strip()[:80] for _, title, _ in evidence.document.headings[:4]]
    return any(evidence.own.match(title) >= Match.PART for title in titles)
