"""What a card lets its model be used for, told outside the section on its licence: "For research purposes only".

Such a word binds as much as the name of a licence does, whatever front matter says; it is given with its line.
"""

import re

from core.cards.document import Document, Sentence
from core.cards.fast_patterns import fast_pattern
from core.cards.licence_subjects import is_of_model, is_of_other_work
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model
from core.cards.own_model import OwnModel

_HINT = fast_pattern(r"[Rr]esearch|RESEARCH|[Aa]cademic|[Cc]ommercial|COMMERCIAL|商[用业]|研究|연구")  # found fast
_KIND = (
    r"(?:(?:non-?commercial|academic|scientific|internal|educational|personal|open)"
    r"(?:,| and| or|/|,? and/or)? ){0,3}"
)
_RESEARCH = (
    rf"(?:{_KIND}research(?:[- ]based)?"
    rf"(?:(?:,| and| or|/) ?{_KIND}(?:education\w*|study|learning|evaluation)\b)?)"
)
_ONLY = re.compile(
    rf"(?i)\b(?:for|to|as) (?:an? )?{_RESEARCH}[- ]?(?:purposes?|use|usage|previews?|artifacts?)? ?"
    r"(?:only|exclusively)\b(?! (?:the|a|an|one|needs?|tasks?)\b)|"
    r"\bresearch[- ]use[- ]only\b|\bresearch[- ]only\b(?= (?:release|model|licen[cs]e|use|purposes?|weights)\b|\W*$)|"
    r"(?<!trained )\b(?:only|solely|exclusively|strictly|purely) (?:be )?(?:(?:used|intended|meant|released|available|"
    rf"provided|shared|made available|usable|suitable|allowed|permitted) )?(?:for|to) {_RESEARCH}\b"
    r"(?! (?:tasks?|papers?|questions?|partners?|data|topics|texts?|articles?|groups?|teams?|labs?)\b)|"
    r"仅(?:供|限|用于|可用于)(?:于)?(?:非商业)?(?:学术|科学)?(?:的)?研究|只能用于(?:学术|科学)?研究|"
    r"연구 ?(?:목적|용도)(?:으?로)?만"
)
# Between the denial and the word: "not be used, in whole or in part, for", but not "does not outperform commercial".
_ON_USE = (
    r"(?:be|to|for|in|by|with|any|the|an?|of|on|it|this|these|its|our|us|models?|weights|checkpoints?|outputs?|part|"
    r"whole|you|us(?:e[ds]?|age|ing)|deploy(?:ed|ing)?|sell|sold|employ(?:ed)?|appl(?:y|ied)|utili[sz]e[d]?|shared?|hosted|"
    r"redistribut\w+|distribut\w+|allow(?:ed|s)?|permit(?:ted|s)?|licen[cs]ed|granted|cover(?:ed|s)?|"
    r"available|free|intended|released|provided|purposes?|kinds?|directly|military|medical|production|or|and)"
)
_NOT_FOR_TRADE = re.compile(
    r"(?i)\b(?:not|never|cannot|n['’]t)\b"
    rf"(?: {_ON_USE}[,/]?){{0,12}} "
    r"commercial(?:ly\b| (?:use|usage|purposes?|applications?))|"
    r"\bnon-?commercial (?:\w+ )?(?:use|purposes?|usage|research)(?: \w+)? only\b|"
    r"\b(?:restricted|barred|excluded) from (?:any )?commercial|\bcommercial (?:use|usage) is (?:strictly )?"
    r"(?:prohibited|forbidden|not (?:allowed|permitted))|"
    r"(?:禁止|不得|不可|不允许|不能)(?:被)?(?:用于|使用于)?(?:任何)?商[用业]"
)
# "not only for research", "for research only at first": the word binds nobody.
_LOOSE = re.compile(
    r"(?i)\bnot (?:only|just|limited|restricted)\b|\bno longer\b|n['’]t (?:only|just|limited)\b|\bat first\b|"
    r"\binitially\b|\bused to be\b|\b(?:earlier|previous|older|old|former|prior|unlike|demo|space|api|logo|trademark|"
    r"images?|audio)\b|\b(?:can|may|could) also\b|\bcontact\b|\bif you\b|\?"
)
# Whom the word binds: the model itself, told as what it is or by a verb without a subject.
_OF_THIS = re.compile(
    r"(?i)^\W*(?:(?:please )?note(?: that)?:? |warning:? |disclaimer:? |caution:? |licen[cs]e[*_: ]{1,4})?"
    r"(?:(?:this|the|our|these|all|both) (?:[\w.+/-]+ ){0,4}?(?:models?|weights|checkpoints?|release|merge|version|"
    r"fine-?tunes?|llm|licensing|resources)\b|it\b|"
    r"(?:it['’]s |is )?(?:released|intended|provided|shared|published|available|meant|for|only|use|usage|strictly|not|"
    r"research|non-?commercial|commercial|do not (?:use|sell)|"
    r"don['’]t use|you (?:may|must|can)(?: only|not| not))\b|本(?:模型|项目)|模型|该模型|이 ?모델|본 ?모델)"
)
# "The data used to train this model is for research only": of the data.
_OF_OTHER = re.compile(
    r"(?i)\W*(?:(?:the|this|our|all|its) )?(?:[\w-]+ )?(?:data\w*|code|corpus|scripts?|paper)\b(?!,| and| &| or|/)"
)
_NAME = re.compile(
    r"\W*(?P<name>[A-Z][\w.+-]*(?:[ -](?:v?\d[\w.]*|[A-Z][\w.+-]*)){0,3}) (?:is|are|was|may|can|must|should)\b"
)


def limit_told(document: Document, own: OwnModel) -> str | None:
    """The strictest limit on the use of the model that a sentence tells: "research use only (line 27)"."""
    told = [sentence for sentence in document.prose() if _HINT.search(sentence.text[:600]) and _binds(sentence, own)]
    for pattern, words in ((_ONLY, "research use only"), (_NOT_FOR_TRADE, "no commercial use")):
        if said := next((sentence for sentence in told if pattern.search(sentence.text[:600])), None):
            return f"{words} (line {said.line})"
    return None


def _binds(sentence: Sentence, own: OwnModel) -> bool:
    text = sentence.text[:600]
    if sentence.kind == "heading" or _LOOSE.search(text) or (is_of_other_work(text) and not is_of_model(text)):
        return False
    if _OF_OTHER.match(text):
        return False
    if _OF_THIS.match(text):
        return True
    named = _NAME.match(text)
    return named is not None and looks_like_model(named["name"]) and own.match(named["name"]) > Match.LONGER
