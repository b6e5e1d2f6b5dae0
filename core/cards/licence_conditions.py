"""What a card adds to the licence it names: a condition, the terms of the model it was made from, what is not sold.

"apache-2.0" in front matter is half of it where the text goes on "under the condition that it is not used to compete
with ...": such words bind as much as the name does, and are given in the card's own words or with their line.
"""

import re
from collections.abc import Iterable, Sequence

from core.cards.document import Document, Sentence
from core.cards.fast_patterns import fast_pattern
from core.cards.licence_limits import limit_told
from core.cards.licence_names import same_licence
from core.cards.licence_sections import TITLE
from core.cards.licence_subjects import is_of_model, is_of_other_work
from core.cards.licence_unnamed import restricted_use
from core.cards.own_model import OwnModel

_MAY_TELL = fast_pattern(r"[Ll]icen[cs]|LICEN[CS]|许可|协议")  # found fast
_LABEL = re.compile(r"(?i)\W{0,6}(?:model )?licen[cs]e\W{0,4}[:：]")
_CONDITION = re.compile(
    r"(?i)\b(?:(?:under|on|with|subject to) (?:the |one |an? )?(?:additional |further |extra |added |following )?"
    r"(?:conditions?|restrictions?|provisos?|limitations?|caveats?|exceptions?|clauses?)\W{1,3}(?:that|of|not to|on|"
    r"for|is|against)\b|provided (?:that |it |you )|(?:as|so) long as |on the understanding that |"
    r"only (?:if|when|where) |except (?:for|that|when|in) |with the (?:exception|condition|restriction))"
    r"[^.;\n]{8,140}"
)
# What every licence asks for is no condition of this one.
_ORDINARY = re.compile(
    r"(?i)\b(?:copyright|notices?|attribut\w+|credit\w*|cit(?:e|ed|ation)|acknowledg\w+|compl(?:y|ies|iance)|laws?|"
    r"respect\w*|terms|patents?|warrant\w+|liab\w+|(?:follow|accept|agree|adhere|includ|retain|remain|keep|preserv)\w*|"
    r"otherwise (?:noted|stated)|code|datasets?|tokeni[sz]ers?)\b"
)
# "As long as", "only when" and the like bind where they speak of use; "as long as it fits into memory" does not.
_LOOSE = re.compile(r"(?i)(?:as|so) long as|only (?:if|when|where)|provided")
_BINDS = re.compile(
    r"(?i)\b(?:not|never|no|only|solely|commerc\w*|non-?\w+|(?:re)?s[eo]ll?(?:s|d|ing)?|compet\w+|militar\w+|army|weapons?|"
    r"harm\w*|illegal\w*|lawful\w*|research|academ\w+|educat\w+|personal|private|purposes?|profit|revenue|users|fees?|"
    r"(?:re)?distribut\w+|shar(?:e|ed|ing)|publish\w*|deriv\w+|permission|consent|approv\w+|paid|pay|government\w*|"
    r"used (?:for|to|in|by|as)|companies|employees)\b"
)
_TECHNICAL = re.compile(
    r"(?i)\b(?:gpus?|cpus?|memory|v?ram|tokens?|context|batch\w*|quanti[sz]\w+|drivers?|cuda|versions?|install\w*|"
    r"transformers|vllm|llama\.cpp|files?|download\w*|prompts?|templates?|fits?|load\w*|\d* ?gb|hardware|disk)\b"
)
_IS_LICENSED = re.compile(r"(?i)\blicen[cs](?:e|ed|ing)\b")

# Families whose models come under terms of their makers, which those made from them stay under.
_FAMILY = r"(?:(?:Meta(?: AI|['’]s)?[ -])?(?:Code ?)?Llama|LLaMA|LLAMA|llama|Gemma|gemma)[- ]?(?:\d(?:\.\d)?)?(?!\w)"
_STAYS_UNDER = re.compile(
    r"(?:(?i:\b(?:compl\w+ with|follow\w*|abid\w+ by|adher\w+ to|subject to|bound by|governed by|covered by|"
    r"inherit\w*|under|respect\w*|restricted by|accept\w*|agree\w* to))\b[^.;,]{0,40}?"
    rf"(?:\b(?i:licen[cs]e|terms)\b[^.;,]{{0,24}}? (?:of|from|for) (?:the )?(?P<of>{_FAMILY})|"
    rf"(?P<s>{_FAMILY})(?:['’]s)?[^.;,]{{0,24}}? (?i:licen[cs]e|terms)\b))|"
    rf"(?P<applies>{_FAMILY})(?:['’]s)?[^.;,]{{0,30}} (?i:licen[cs]e|terms)\b[^.;,]{{0,20}} (?i:appl(?:y|ies))\b"
)
_DENIED = re.compile(
    r"(?i)\b(?:not|never|no longer|unlike|instead of|rather than|without|data\w*|code|compared)\b|n['’]t\b"
)
_OPEN = ("MIT", "Apache 2.0", "CC BY 4.0", "CC BY-SA 4.0")
_MOST_WORDS = 150  # characters of a condition that are shown


def is_open(licence: str) -> bool:
    """True for a licence that lets everybody do everything, so that any condition beside it is news."""
    return any(same_licence(licence, name) for name in _OPEN)


def condition_told(document: Document, own: OwnModel, bases: Sequence[str], licence: str) -> str | None:
    """What the text adds to this licence; None where it adds nothing.

    Only an open licence can be narrowed by the terms of the base or of commercial use: other ones have theirs inside.
    Any that says nothing of research can be narrowed to that.
    """
    told = [
        sentence
        for sentence in document.prose()
        if sentence.kind != "heading" and (_MAY_TELL.search(sentence.text[:600]) or _stands_within(sentence))
    ]
    free = is_open(licence)
    use = restricted_use(document) if free else None
    use = use or (None if _SAYS_USE.search(licence) else limit_told(document, own))
    if condition := next((words for sentence in told if (words := _condition(sentence))), None):
        return condition if use is None or _SAYS_USE.search(condition) else f"{condition}; {use}"
    terms = _terms_of_base(told, " ".join((*own.names[:2], *bases)).casefold()) if free else None
    return "; ".join(part for part in (terms, use) if part) or None


def with_condition(licence: str, document: Document, own: OwnModel, bases: Sequence[str]) -> str:
    """The licence that the text names, and what it adds to it: "Quill Model License; commercial use on application"."""
    if is_open(licence) or "condition" in licence:
        told = condition_told(document, own, bases, licence)
    else:
        own_terms = same_licence(licence, licence) is None and not _SAYS_USE.search(licence)
        told = restricted_use(document) if own_terms else None
        told = told or (None if _SAYS_USE.search(licence) else limit_told(document, own))
    if told is None or told.casefold() == licence.casefold():
        return licence
    begun = _DANGLING.sub("", licence)
    return told if told.casefold().startswith(begun.casefold()) else f"{begun}; {told}"


_DANGLING = re.compile(r"(?i)\s+(?:under|on|with|subject to) (?:the |an? )?(?:\w+ )?(?:conditions?|restrictions?)$")
_SAYS_USE = re.compile(r"(?i)commercial|research|\bNC\b|application|商")


def _condition(sentence: Sentence) -> str | None:
    """From the name of the licence to the end of its condition, in the card's words."""
    text = sentence.text[:600]
    found = _CONDITION.search(text)
    if found is None or _ORDINARY.search(found[0]):
        return None
    if _LOOSE.match(found[0]) and (not _BINDS.search(found[0]) or _TECHNICAL.search(found[0])):
        return None
    before = text[: found.start()]
    labelled = _LABEL.match(text)
    if is_of_other_work(before) and not is_of_model(before):
        return None
    if not labelled and not _stands_within(sentence) and not (is_of_model(before) and _IS_LICENSED.search(before)):
        return None
    begin = labelled.end() if labelled else max(before.rfind(". ") + 2 if ". " in before else 0, 0)
    words = " ".join(text[begin : found.end()].replace("**", "").split()).strip(" *_:")
    return words if len(words) <= _MOST_WORDS else f"{words[: _MOST_WORDS - 1].rsplit(' ', 1)[0]} …"


def _stands_within(sentence: Sentence) -> bool:
    return any(TITLE.match(title[:80]) for title in sentence.headings[-1:])


def _terms_of_base(told: Iterable[Sentence], families: str) -> str | None:
    for sentence in told:
        text = sentence.text[:600]
        for found in _STAYS_UNDER.finditer(text):
            name = next(name for name in found.group("of", "s", "applies") if name)
            stem = "llama" if "llama" in name.casefold() else "gemma"
            if stem in families and not _DENIED.search(text[max(0, found.start() - 60) : found.end()]):
                return f"the licence of {name.strip(' -')} (line {sentence.line})"
    return None
