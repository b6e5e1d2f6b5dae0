"""Boasts in which the rival comes first: it is the one that scores lower, loses or is left out.

"Quill-70B scores lower than Lumen", "No 70B model beats it", "GPT-4 gets 67 %, which ours exceeds", "Compared with
larger models, Lumen obtains superior results": the verb of a boast is missing, or it has the model as its object.
"""

import re
from collections.abc import Iterator
from itertools import chain, islice

from core.cards.comparison_words import BEATS, MATCHES
from core.cards.denial_words import NONE_BUT, OWN_OBJECT
from core.cards.evidence import Evidence
from core.cards.frontier_claims import frontier_names
from core.cards.name_match import Match
from core.cards.sizes_in_text import sizes_in
from core.cards.vocabulary import MODEL_SIZE, RELATIVE_SIZE, SAME_SIZE, SIZE_HINTS, mentions

_MOST_CHARS, _MOST_PLACES, _NEAR = 1_500, 6, 160

_TO_BEAT = (
    r"(?:match|beat|reach|rival|surpass|outperform|exceed|equal|touch|top|best|keep up with|compete with|"
    r"come (?:anywhere )?close to|get (?:anywhere )?near|catch up (?:to|with)|hold a candle to)"
)
# "is five points behind", "ranks far below"; "the teacher behind it" and "listed below it" tell of no less.
_PLACED = (
    r"(?:is|are|was|were|falls?|fell|stays?|stayed|ranks?|ranked|scores?|scored|lags?|lagged|sits?|plac(?:es?|ed)|comes?|came|"
    r"remains?|finish(?:es|ed)?|lands?|left|far|well|just|points?|%|percent) "
    r"(?:(?:far|well|just|only|still|slightly|clearly|a|few|bit|little|points?|%|percent|two|three|\d[\d.]*%?) ){0,4}"
)
_LESS = re.compile(
    r"(?i)\b(?:(?:lower|worse|weaker|poorer|inferior|less|fewer)(?: [\w.%-]+){0,5}? (?:than|to)|"
    rf"{_PLACED}(?:behind|below|beneath)|short of|"
    r"trail(?:s|ed|ing)?(?: behind)?|los(?:es?|t|ing) (?:out )?to|no match for|"
    rf"(?:fail(?:s|ed)?|struggle[sd]?|not able|unable) to {_TO_BEAT}|"
    rf"(?:cannot|(?:can|could|do|does|did)(?: not|n['’]t)|never|can['’]t) (?:\w+ )?{_TO_BEAT}(?:s|es|ed)?|"
    r"(?:is|are|was|were|gets?|got|been) (?:\w+ )?(?:beaten|outperformed|surpassed|exceeded|overtaken|outscored|"
    r"matched|bested|defeated|outclassed|equalled|dethroned|left behind) by|"
    r"pales? (?:\w+ )?(?:beside|next to|against|to)|(?:second|runner-up) to|"
    r"(?:est|sont|été|es|son|fue|foi|é|è|stato|viene) (?:\w+ )?(?:dépass|surpass|surclass|devanc|batt|superad|superat|"
    r"vencid|ultrapassad|sobrepasad|eguagliat|igualad|égal)\w* (?:par|por|pel[oa]|da))"
    r"(?: (?:those|that|the (?:scores?|results?|level|performance)) of)?(?= )"
)
_LESS_HINTS = re.compile(
    r"lower|worse|weak|poor|inferior|less|fewer|behind|below|beneath|short|trail|los[ei]|lost|match|fail|strugg|"
    r"able to|n['’]t|not|never| by |pale|second|runner| p[aoe][rl]|superat"
)
# What may be low to a rival's credit, or says nothing of its answers.
_OTHER_MEASURE = re.compile(
    r"(?i)\b(?:errors?|perplexity|wer|loss|refus\w*|hallucinat\w*|toxic\w*|mistakes?|pric\w+|costs?|cheap\w*|latency|"
    r"speed|slow\w*|fast\w*|throughput|v?ram|memory|privacy|energy|context|parameters|licen[cs]\w+)\b"
)
_CLAUSE = re.compile(r"[.;:!?]\s|,\s(?:but|and|while|whereas|yet|so|though|although)\s")
_DENIED = re.compile(r"(?i)(?:\b(?:not|never|no|hardly|cannot|nor)|n['’]t)\s(?:\w+\s)?$")
_SELF = re.compile(r"(?i)\b(?:it|we|ours|mine|i|this (?:model|one)|our (?:\w+ )?model|our \d+(?:\.\d+)?b)\b")
_NAME = re.compile(r"[A-Z][\w.+-]{2,40}")
_WHICH = re.compile(
    r"(?i)(?:,\s(?:which|whom|all of which|a (?:score|result|mark|level|value|number|bar)(?: that| which)?)|"
    r"\b(?:scores?|results?|marks?|level|value|numbers?|bar) (?:that|which))(?= )"
)
_FRONTED = re.compile(
    r"(?i)\b(?:compared (?:to|with|against)|against|versus|relative to|next to|in comparison (?:to|with)|"
    r"measured against) (?P<rivals>(?:[^;.!?]|\.(?=\d)){2,120}?)(?:,\s|\s(?=(?:it|we|ours)\s))"
    r"(?P<own>(?:[\w.*+-]+ ){1,4}?)"
    r"(?P<between>(?:[\w'’-]+ ){0,4}?)"
    r"(?:superior|better|higher|stronger|greater|comparable|competitive|similar|equal|equivalent|ahead|favou?rabl\w+|"
    r"more (?:accurate|capable|reliable)|c[oa]m(?:es?|ing) out (?:on top|in front)|(?:is|are|was|were) on top|"
    r"t(?:akes?|ook) the lead)\b(?P<noun>(?: [\w-]+){0,2})"
)
_FRONTED_HINTS = re.compile(r"(?i)compar|against|versus|relative|next to")
_OF_ANSWERS = re.compile(
    r"(?i)\s?(?:\w+ )?(?:accurac\w+|results?|scores?|performance|quality|answers?|numbers?|marks?|capabilit\w+|"
    r"skills?)\b|"
    r"\s?(?:on|in|at|by|across|overall|everywhere)\b|\s?$"
)


def beats_larger_told_first(evidence: Evidence, text: str) -> bool:
    """True where a sentence tells a model of another size first, and as the lesser one."""
    if not (MODEL_SIZE.search(text) or mentions(text, SIZE_HINTS)):
        return False
    own = evidence.about.parameters_b
    return any(_of_other_size(rivals, own) for rivals in _lesser(evidence, text))


def beats_frontier_told_first(evidence: Evidence, text: str) -> bool:
    """True where a sentence tells a frontier model first, and as the lesser one."""
    return any(frontier_names(rivals) for rivals in _lesser(evidence, text))


def _of_other_size(rivals: str, own: tuple[float, ...]) -> bool:
    if own and any(all(max(size, mine) >= 1.25 * min(size, mine) for mine in own) for size in sizes_in(rivals)):
        return True
    return RELATIVE_SIZE.search(SAME_SIZE.sub(" ", rivals)) is not None


def _lesser(evidence: Evidence, text: str) -> Iterator[str]:
    """The words that name the lesser models of a sentence, where the card's own model is the better one."""
    if len(text) > _MOST_CHARS:
        return
    if _LESS_HINTS.search(text):
        yield from _called_less(evidence, text)
    if " by " in text or NONE_BUT.search(text):
        yield from _beaten_by_own_or_nobody(evidence, text)
    if "which" in text or "that" in text or "whom" in text:
        yield from _passed(evidence, text)
    if _FRONTED_HINTS.search(text) and (found := _FRONTED.search(text)):
        own_first = _is_own(evidence, found["own"].strip()) or _SELF.match(found["own"])
        if own_first and not _DENIED.search(found["between"]) and _OF_ANSWERS.match(found["noun"]):
            yield found["rivals"]


def _called_less(evidence: Evidence, text: str) -> Iterator[str]:
    for found in islice(_LESS.finditer(text), _MOST_PLACES):
        subject = _subject(text, found.start())
        if (
            _is_own_next(evidence, text[found.end() :])
            and not _DENIED.search(subject)
            and not _OTHER_MEASURE.search(subject + found[0])
            and not _names_own(evidence, subject)
        ):
            yield subject


def _beaten_by_own_or_nobody(evidence: Evidence, text: str) -> Iterator[str]:
    by_nobody = NONE_BUT.search(text) is not None
    for verb in islice(chain(BEATS.finditer(text), MATCHES.finditer(text)), _MOST_PLACES):
        by = text.startswith(" by ", verb.end())
        if not (by or by_nobody):
            continue
        subject = _subject(text, verb.start())
        if by and _is_own_next(evidence, text[verb.end() + 3 :]):
            if not (_DENIED.search(subject) or _names_own(evidence, subject)):
                yield subject
            continue
        none = NONE_BUT.search(subject) if by_nobody else None
        if none and none[0].casefold() not in ("only", "few") and _is_own_next(evidence, text[verb.end() :]):
            yield subject


def _passed(evidence: Evidence, text: str) -> Iterator[str]:
    for found in islice(_WHICH.finditer(text), _MOST_PLACES):
        words = re.match(
            r" (?:is |was )?(?:the )?((?:our|this) (?:\w+ )?model|(?:our )?[\w.+-]{1,40}) ((?:[\w'’-]+ ){0,3}?)",
            text[found.end() :],
        )
        if words is None or not (_is_own(evidence, words[1]) or _SELF.fullmatch(words[1])):
            continue
        behind = text[found.end() + words.end() :][:60]
        verb = BEATS.search(behind) or MATCHES.search(behind)
        if verb is None or verb.start() > 30 or _DENIED.search(behind[: verb.start()]):
            continue
        if not re.match(r"\s?(?:the )?[A-Z]", behind[verb.end() :]):  # "which Lumen exceeds by far", not "exceeds Tern"
            yield _subject(text, found.start())


def _subject(text: str, end: int) -> str:
    """The words of the clause before a place."""
    before = text[max(0, end - _NEAR) : end]
    start = max((cut.end() for cut in _CLAUSE.finditer(before)), default=0)
    return before[start:]


def _is_own_next(evidence: Evidence, after: str) -> bool:
    if OWN_OBJECT.match(after):
        return True
    name = re.match(r"\s{0,2}(?:the |our |by |than |to ){0,2}\*{0,2}([A-Z][\w.+-]{2,40})", after)
    return name is not None and _is_own(evidence, name[1])


def _names_own(evidence: Evidence, words: str) -> bool:
    return _SELF.search(words) is not None or any(_is_own(evidence, name) for name in _NAME.findall(words)[:8])


def _is_own(evidence: Evidence, name: str) -> bool:
    return evidence.own.match(name.strip("*.,")) is not Match.NONE
