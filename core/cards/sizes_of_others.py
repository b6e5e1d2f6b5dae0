"""Sentences whose size is that of another model: a helper, a sister to choose instead, one to come, one compared.

>>> without_others("A 7B model with data by a 70B model."), without_others("A 3B model is planned.")
('A 7B model with data  .', '')
"""

import re

from core.cards.fast_patterns import fast_pattern

_SIZE = r"\d[\d.]{0,4}[ -]?(?:[bm]|billion|million)\b(?:[ -]param(?:eter)?s?)?[ -](?:[\w-]+ ){0,2}?(?:models?|llms?)\b"
_ONE = r"(?:an?|the|our|its|another|any|one|two|three|four|five|several|both|some|other|larger|smaller|most|many)"
_OF_ANOTHER = fast_pattern(
    r"(?i)\b(?:we|i) (?:\w+ )?(?:used|compared|tried|tested|asked) (?:\w+ ){0,3}?\d|"
    r"\b(?:use|try|need|consider|choose|prefer) (?:an?|our|the) \d[^.;]{0,40}\b(?:instead|harder|better|more|larger|"
    r"bigger)\b|"
    r"\b(?:harder|better|more|larger|bigger)\b[^.;]{0,30}\b(?:use|try|need|consider|choose|prefer) (?:an?|our|the) \d|"
    rf"{_SIZE} (?:(?:was|were|is|are) (?:then |also )?(?:used|asked)|wrote|made|generated|labell?ed|rated|judged|"
    r"scored|graded|filtered|removed|checked|created|produced|translated|answered|helped|acts?|serves? as)\b|"
    r"\b(?:next|future|upcoming|forthcoming|planned) (?:\w+ ){0,2}?(?:models?|versions?|releases?|generations?)\b|"
    r"\bmodels? will (?:also )?(?:follow|come)|\bmodels? (?:is|are) (?:also )?(?:planned|coming|in (?:training|the "
    r"works))\b|"
    r"\bfor comparison\b|^\W*runs? \d|\?\s*$"
)
# "filtered with an 8B model", "rated by two 70B models"; "powered by a 7B model" is the model itself.
_BESIDE = fast_pattern(
    rf"(?i)(?<!powered )(?<!driven )\b(?:by|using|via|through|with) {_ONE} (?:[\w-]+ ){{0,2}}?{_SIZE}|"
    rf"\b(?:where|like|as \w+ as|(?:memory|size|speed|cost|price|quality|level|performance|footprint) of) {_ONE} "
    rf"(?:[\w-]+ )?{_SIZE}"
)
_HELPER = re.compile(
    r"(?i)\b(?:draft|reward|judge|teacher|critic|verifier|classifier|filter|guard|embedding|reranker|router) models?\b"
)
# "Wren is an 8B reward model": then it is the card's own.
_IS_ONE = re.compile(
    r"(?i)^\W*(?:[\w.+/-]+ ){0,4}?(?:(?:is|are) (?:an?|our|the|your)|(?:introduc|present|releas|propos|train)\w*) "
)


def without_others(clause: str) -> str:
    """The clause without the sizes that it tells of other models; "" where it is about another altogether."""
    clause = _BESIDE.sub(" ", clause)
    if _OF_ANOTHER.search(clause) or (_HELPER.search(clause) and not _IS_ONE.match(clause)):
        return ""
    return clause
