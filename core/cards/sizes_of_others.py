"""Sentences whose size is that of another model: a helper, a sister to choose instead, one to come, one compared.

>>> without_others("A 7B model with data by a 70B model."), without_others("A 3B model is planned.")
('A 7B model with data  .', '')
"""

import re

from core.cards.fast_patterns import fast_pattern

_SIZE = r"\d[\d.]{0,4}[ -]?(?:[bm]|billion|million)\b(?:[ -]param(?:eter)?s?)?[ -](?:[\w-]+ ){0,2}?(?:models?|llms?)\b"
_ONE = r"(?:an?|the|our|its|another|any|one|two|three|four|five|several|both|some|other|larger|smaller|most|many)"
_DONE_TO = (
    r"(?:\w+ ){0,3}?(?:data\w*|answers?|prompts?|questions?|labels?|pairs|samples|examples|instructions?|texts?|"
    r"documents?|conversations|dialogues|pages|captions|responses|completions|translations|preferences)\b"
)
_ROLE = (
    r"(?:\w+ ){0,2}?(?:judg|label|filter|generat|writ|rat|grad|annotat|teach|distil|draft|reward|critic|creat|produc|"
    r"translat|clean|scor|rank|select|verif|check|synth|baseline|reference)\w*"
)
_OF_ANOTHER = fast_pattern(
    rf"(?i)\b(?:we|i) (?:\w+ )?(?:used|compared|tried|tested|asked) (?:(?:it|this) (?:with|to) )?"
    rf"(?:an?|another|two|three|several|some|both|larger|smaller) (?:[\w-]+ ){{0,2}}?{_SIZE}|"
    r"(?<!we )(?<!i )\b(?:use|try|need|consider|choose|prefer) (?:an?|our|the) \d[^.;,]{0,40}\b(?:instead|harder|"
    r"better|more|larger|bigger)\b(?! than)|"
    r"\b(?:harder|better|more|larger|bigger)\b[^.;]{0,30}\b(?:use|try|need|consider|choose|prefer) (?:an?|our|the) \d|"
    # "A 70B model wrote the answers"; "this 8B model generates text" is the model itself
    rf"(?<!this )(?<!our )(?<!own ){_SIZE} (?:(?:(?:was|were|is|are) (?:then |also )?(?:used|asked) (?:to|as|for) |"
    rf"(?:acts?|acted|serves?|served) as (?:the |an? |our )?){_ROLE}|(?:wrote|made|generated|labell?ed|rated|judged|"
    rf"scored|graded|filtered|removed|checked|created|produced|translated|answered) {_DONE_TO})|"
    r"\b(?:next|future|upcoming|forthcoming|planned) (?:\w+ ){0,2}?(?:models?|versions?|releases?|generations?) "
    r"(?:will|has|have|is|are|with|of)\b|"
    rf"{_SIZE} (?:will (?:also )?(?:follow|come)|(?:is|are) (?:also )?(?:planned|coming|in (?:training|the works)))\b|"
    r"^\W*for comparison\b|\bfor comparison\W*$|^\W*runs? \d|\?\s*$"
)
# "filtered with an 8B model", "rated by two 70B models"; "powered by a 7B model" is the model itself.
_BESIDE = fast_pattern(
    rf"(?i)(?<!powered )(?<!driven )\b(?:by|using|via|through|with) {_ONE} (?:[\w-]+ ){{0,2}}?{_SIZE}|"
    rf"\b(?:where|like|as \w+ as|(?:memory|size|speed|cost|price|quality|level|performance|footprint) of) {_ONE} "
    rf"(?:[\w-]+ )?{_SIZE}"
)
_HELPER = re.compile(
    r"(?i)\b\d[\d.]{0,4}[ -]?(?:[bm]|billion|million)\b[ -](?:[\w-]+ ){0,3}?"
    r"(?:draft|reward|judge|teacher|critic|verifier|classifier|filter|guard|embedding|reranker|router) models?\b"
)
# "Wren is an 8B reward model": then it is the card's own.
_IS_ONE = re.compile(
    r"(?i)^\W*(?:[\w.+/-]+ ){0,4}?(?:(?:is|are) (?:an?|our|the|your)|(?:introduc|present|releas|propos|train)\w*) |"
    r"^\W*[\w.+/-]{2,40}, (?:an?|our|the) |^\W*(?:our|this|the) \d|"
    r"^\W*an? \d[^.;,]{0,30}\b(?:reward|classifier|guard|embedding|reranker|router) models?"
)


def without_others(clause: str) -> str:
    """The clause without the sizes that it tells of other models; "" where it is about another altogether."""
    clause = _BESIDE.sub(" ", clause)
    if _OF_ANOTHER.search(clause):
        return ""
    return clause if _IS_ONE.match(clause) else _HELPER.sub(" ", clause)
