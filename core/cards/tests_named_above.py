"""Scores in sentences that name no test, because the title above or the sentence before has named it.

Under the title "MMLU" a line says "It reaches 61.2 %" or "61.2 (strict), 64.0 (loose)"; behind "It surpasses Brio on
HumanEval." stands "(61.2 % vs 58.0 %)". Only a line that begins with the card's own model and its number counts: most
sentences below such a title tell of something else.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.cards.benchmark_mentions import names_test, tests_in
from core.cards.document import Sentence
from core.cards.headed_scores import LABELLED, read_headed_score
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model
from core.cards.own_model import OwnModel
from core.cards.reading import ReportedScore
from core.cards.settings import is_setting
from core.cards.table_words import OTHER_TABLE

_MOST_CHARS = 240
_MOST_LINES_LED = 12
_SCORE = r"(?:\d{1,3}\.\d{1,2}\s?[%％]?|\d{1,3}\s?[%％])"
_SCORED = re.compile(r"\d\.\d|\d\s?[%％]")
_VERB = (
    r"(?:scor(?:es?|ed)|gets?|got|reach(?:es|ed)?|achiev(?:es?|ed)|obtain(?:s|ed)?|attain(?:s|ed)?|hits?|records?|"
    r"(?:is|stands|comes in) at|ha(?:s|ve) (?:an? |the )?(?:\w+ )?(?:accuracy|score|pass@1|result) of)"
)
_OF_IT = r"(?: (?:an? |the )?(?:[\w-]+ ){0,2}?(?:accuracy|score|pass@\d{1,3}|result|average|f1) of)?"
_OWN_RESULT = re.compile(
    r"(?i)\W{0,3}(?:(?:we|it|ours|(?:our|this|the) (?!base|orig|teach|parent|other|source|prev|old|prior|"
    r"first|large|big|small|next|best|same|last)(?:[\w-]+ )?(?:model|checkpoint|version|release|fine-?tune)|"
    rf"(?P<name>[a-z][\w.+-]*(?: [\w.+-]+){{0,3}}?)) (?:(?:now|also|still|only|just|currently) )?{_VERB}{_OF_IT} "
    r"|(?:an? |the |our )?(?:overall |final |average )?(?:accuracy|score|pass@\d{1,3}|exact match|f1)(?: score)? "
    rf"(?:of|is|was|at) )(?:about |around |~|≈)?\*{{0,2}}{_SCORE}\*{{0,2}}(?: (?:points?(?=\s?[.,;(（]|$)|accuracy|"
    rf"pass@\d{{1,3}}|correct|right))?"
    r"(?=\s?(?:[.,;:(（]|$)| (?:[–—-]|with|in|on|using|at|for|compared|vs\.?|versus|against|while|and|which|overall|"
    r"zero|\d{1,2}-))"
)
_SETTINGS_BEHIND = re.compile(
    rf"\W{{0,3}}{_SCORE}\*{{0,2}} ?(?:[,，] (?P<said>[^,;]{{2,30}})(?=[,;]|$)|[(（](?P<aside>[^()（）]{{2,30}})[)）])"
)
_STRICTNESS = re.compile(r"(?i)(?:(?:prompt|inst\w*)[- ]?(?:level)?[- ]?)?(?:strict|loose)(?:[- ]acc\w*)?")
_PAIR = re.compile(rf"(?i)[(（\[]\s?{_SCORE} (?:vs\.?|versus|against|compared (?:to|with)) {_SCORE}\s?[)）\]]\W{{0,2}}")


def tests_led_to(sentences: Sequence[Sentence]) -> dict[int, str]:
    """By the line of a sentence, the one test that a line before it names: "On MMLU:", with a list or more below.

    It holds up to the next title, and to the next sentence that names a test.
    """
    found: dict[int, str] = {}
    led, at = "", 0
    headings: tuple[str, ...] = ()
    for sentence in sentences:
        if sentence.headings != headings or sentence.line - at > _MOST_LINES_LED:
            led, headings = "", sentence.headings
        if sentence.kind == "prose" and (named := {*tests_in(sentence.text)}):
            leads = len(named) == 1 and sentence.text.rstrip("*_ ").endswith((":", "："))
            led, at = (named.pop() if leads else ""), sentence.line
        elif led:
            found[sentence.line] = led
    return found


def with_its_test(before: Sentence | None, sentence: Sentence, own: OwnModel, led: str) -> Sentence | None:
    """The sentence led by what names its test, where it is such a one; None for any other.

    `led` is the test that a line before it leads to.
    """
    text = sentence.text
    if len(text) > _MOST_CHARS or not _SCORED.search(text):
        return None
    if before is not None and text[:1] in "(（[" and _PAIR.fullmatch(text):
        return _behind(before, sentence)
    if tests_in(text):
        return None
    mine = _is_own_result(text, own)
    test = (led or _told_before(before, sentence)) if mine else None
    alone = not sentence.under and sentence.headings and not _ON_OTHER_QUESTIONS.search(text)
    if not test and alone and (mine or _is_list_of_settings(text)):
        test = _in_title(sentence.headings[-1].strip(" :：#*"), own)
    return replace(sentence, text=f"{test}: {text}") if test else None


# "It gets 45.0 on our own set" names a test of its own; behind "the base gets 58.1" nobody knows who "it" is.
_ON_SOMETHING = re.compile(r"(?i)\d\s?[%％]?\*{0,2} (?:[\w@-]+ ){0,2}?(?:on|in|for|of|at)\b")


_ON_OTHER_QUESTIONS = re.compile(
    r"(?i)\b(?:on|in|for) (?:(?:our|an?|another|some)\b|(?:the |its )?"
    r"(?:train|valid|dev\b|held|internal|private|unseen))"
)
_RELATIVE = re.compile(r"(?i)\b(?:base|baseline|original|teacher|parent|previous|predecessor|earlier|older)\b")


def _told_before(before: Sentence | None, sentence: Sentence) -> str | None:
    """The one test on which the sentence before gives a number: "Wren-7B gets 58.1 on MMLU. We get 61.2"."""
    if before is None or not _is_next(before, sentence) or _ON_SOMETHING.search(sentence.text):
        return None
    if not _SCORED.search(before.text) or (sentence.text.lstrip("*_ ")[:3] == "It " and _RELATIVE.search(before.text)):
        return None
    named = {*tests_in(before.text)}
    return named.pop() if len(named) == 1 else None


def _is_next(before: Sentence, sentence: Sentence) -> bool:
    near = before.kind == "prose" and before.headings == sentence.headings and sentence.line - before.line <= 1
    return near and len(before.text) <= _MOST_CHARS * 2


def _in_title(title: str, own: OwnModel) -> str | None:
    """The one test that a title names, where it names no other model and nothing that is no result."""
    if len(title) > 60 or OTHER_TABLE.search(title):
        return None
    named = (title,) if names_test(title) else tests_in(title)
    another = len({*named}) == 1 and _names_another(title.replace(named[0], " "), own)
    return None if len({*named}) != 1 or another else named[0]


def _names_another(words: str, own: OwnModel) -> bool:
    return looks_like_model(words) and own.match(words) is Match.NONE


def _behind(before: Sentence, sentence: Sentence) -> Sentence | None:
    named = {*tests_in(before.text)} if _is_next(before, sentence) else set()
    if len(named) != 1:
        return None
    return replace(sentence, text=f"{before.text.rstrip('. ')}, {named.pop()} {sentence.text}")


def _is_own_result(text: str, own: OwnModel) -> bool:
    found = _OWN_RESULT.match(text)
    return found is not None and (not found["name"] or own.match(found["name"]) > Match.PART)


def _is_list_of_settings(text: str) -> bool:
    """True for "61.2 %, 5-shot" and "61.2 (strict), 64.0 (loose)"."""
    at = 0
    while found := _SETTINGS_BEHIND.match(text, at):
        if not (is_setting(said := found["said"] or found["aside"]) or _STRICTNESS.fullmatch(said)):
            return False
        at = found.end()
        if not text[at:].strip(" .,;*"):
            return True
    return False


def read_title(sentence: Sentence, own: OwnModel) -> list[ReportedScore]:
    """ "MMLU: 61.2 %" as the title of a section."""
    found = LABELLED.match(sentence.text) if _SCORED.search(sentence.text[:80]) else None
    if found is None or not names_test(found["label"].strip()) or re.search(r"\w", sentence.text[found.end() :]):
        return []
    return read_headed_score(sentence, own)
