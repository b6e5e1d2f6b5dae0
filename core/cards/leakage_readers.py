"""Sentences that ask the readers to keep tests and training apart, and tell nothing of what the card's makers did.

>>> tells_readers("Please do not train on the test set."), tells_readers("We did not train on the test set.")
(True, False)
"""

import re

_DO = (
    r"(?:train|fine-?tune|tune|use|include|add|put|mix|feed|let|upload|publish|leak|contaminate|remove|exclude|filter|"
    r"decontaminate|de-?duplicate|strip|drop|keep|make sure|ensure|be sure|take care|avoid|remember|refrain)"
)
_ASKED = re.compile(
    rf"(?i)\b(?:please|kindly),? (?:also |always )?(?:(?:do not|don['’]t|never) )?{_DO}\b|"
    # "Remove samples that overlap with MMLU" may be a step of what was done; "do not" is none
    rf"(?:^|[.;:!?]\s)\W*(?:(?:note|important|warning|caution|attention|nb|remember)\W{{1,3}})?(?:(?:do not|don['’]t|"
    rf"never) {_DO}\b|(?:make|be) sure\b|remember to\b|refrain from\b|avoid (?:training|using|including)\b)|"
    r"\b(?:you|users?|anyone|everyone|researchers|developers|practitioners|one|people|data|datasets?|sets?|questions|"
    r"benchmarks?|split|splits) (?:who [^,.;]{0,40} )?(?:should|must|shall|need to|ought to|have to|may not|cannot)\b|"
    r"\b(?:should|must|may|shall) (?:not|never) be (?:used|included|part|added|seen|trained)\b|"
    r"\byour (?:own )?(?:(?:pre-?|post-?)?train\w*|fine-?tun\w*|data\w*|corpus|models?|mix\w*|run)\b|"
    r"\b(?:if|when|before) (?:you|they|one)\b|\b(?:recommend|suggest|advise|urge|ask) (?:that )?(?:you |"
    r"users )?(?:do not|"
    r"not to|against|to (?:remove|exclude|avoid|decontaminate))\b|"
    r"\b(?:good|best|bad|common) practi[cs]e\b|\b(?:it is|it['’]s) (?:important|advis\w+|recommended|wrong|forbidden|"
    r"prohibited|not allowed) (?:not )?to\b|"
    # other languages: a request has its own word, and some their own form of the verb
    r"\b(?:merci de|veuillez|prière de|évitez|n['’](?:utilis|entra[iî]n|inclu|ajout)\w+ez|ne \w+ez pas|por favor|"
    r"si prega|per favore|non (?:usate|addestrate|includete)|bitte|gelieve|alstublieft|proszę|prosimy|пожалуйста|"
    r"просьба|lütfen|vui lòng)\b|(?:请|請)(?:勿|不要|避免|务必|确保)|不要|切勿|禁止|"
    r"(?:ないで|して)ください|べきで(?:は|す)|마(?:세요|십시오)|해서는 안|하지 말"
)
# Who did something, or what was done: then the sentence tells it, whatever else it asks.
_DONE = re.compile(
    r"(?i)\b(?:we|i|our|my|was|were|been|had|nous|notre|nos|on a|wir|unser\w*|wurden?|hemos|nuestr\w+|se ha\w*|fue\w*|"
    r"nós|noss\w+|for[ao]m?|abbiamo|nostr\w+|sono stat\w|è stat\w|wij|ons|onze|zijn|werden?|nasz\w*|zostały|мы|наш\w*|"
    r"был\w*|ont été|a été)\b|我们|我們|本模型|我々|私たち|当社|ました|우리|했습니다|하였습니다"
)

_ADVISED = re.compile(
    r"(?i)\b(?:we|i) (?:\w+ )?(?:recommend|suggest|advi[sc]e|ask|urge|encourage|request|beg|hope)\b|\bour (?:advice|"
    r"recommendation)\b"
)


def tells_readers(text: str) -> bool:
    """True where all of the sentence asks or forbids, and nothing of it tells what was done."""
    if not _ASKED.search(text):
        return False
    return _DONE.search(_ADVISED.sub(" ", text)) is None
