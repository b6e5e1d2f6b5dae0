"""Sentences that set a model beside a frontier model: by a verb, an idiom, a likeness in the name or two numbers.

A frontier model that judges answers, writes data or lends its prompt format is no rival.
"""

import re
from functools import lru_cache

from core.cards.comparison_words import BEATS, MATCHES
from core.cards.fast_patterns import fast_pattern
from core.cards.frontier_idioms import is_idiom
from core.cards.size_claims import about_speed_only
from core.cards.vocabulary import FRONTIER, FRONTIER_AS_TOOL, FRONTIER_HINTS, NEGATED, OBJECT_FIRST, mentions


def compares(text: str) -> bool:
    return bool(BEATS.search(text) or MATCHES.search(text))


# "rivals leading proprietary models": the frontier without a name.
_NAMELESS = re.compile(
    r"(?i)\b(?:leading|top|best|strongest|flagship|state[- ]of[- ]the[- ]art|(?:most )?(?:capable|powerful|advanced))"
    r"[ -](?:tier )?(?:proprietary|commercial|closed(?:[- ]source)?)(?: and (?:proprietary|commercial|closed))? "
    r"(?:frontier |language |ai )?(?:models?|llms?|systems|assistants)\b"
)


def frontier_names(text: str) -> list[re.Match[str]]:
    named = list(FRONTIER.finditer(text)) if mentions(text, FRONTIER_HINTS) else []
    return [*named, *_NAMELESS.finditer(text)] if mentions(text, _NAMELESS_HINTS) else named


_NAMELESS_HINTS = re.compile("proprietary|commercial|closed")


_BEATEN = re.compile(
    r"(?i)\W*(?:and [\w .-]{2,20}? )?(?:is|are|was|were|gets?|been) (?:\w+ )?(?:beaten|outperformed|surpassed|"
    r"exceeded|overtaken|"
    r"outscored|matched|bested|defeated) by\b"
)
# "trails GPT-4 by only half a point"
_TRAILS = re.compile(r"(?i)\b(?:trail|lag)(?:s|ed|ing|ging|ged)? (?:behind )?(?:the )?$")
_BY_LITTLE = re.compile(r"(?i) ?(?:\([^()]{0,20}\) )?by (?:just|only|merely|a mere|less than|under)\b")
# "90 % of GPT-4's quality"
_SHARE_OF = re.compile(r"\d\s?%\*? (?:of )?(?:the )?$")
_QUALITY_OF = re.compile(r"(?i)['’]s? (?:quality|performance|capabilit\w+|scores?|accuracy|level)\b")
# "It reaches 95% of GPT-4 on SQL": the share is that of the rival's own result, and not of what it wrote or costs.
_REACHES_SHARE = re.compile(
    r"(?i)\b(?:reach|achiev|attain|get|deliver|obtain|hit|retain|yield|offer|provid|giv|manag|match|record)(?:s|es|"
    r"ing|ed|e)?"
    r"|\b(?:got|gets you|comes? to|at|recovers?)"
)
_HIGH_SHARE = re.compile(r"(?<![\d.])(?:[7-9]\d|1\d\d)(?:\.\d+)?\s?%\*{0,2} of (?:the )?$")
_NOT_REACHED = re.compile(r"(?i)(?:\b(?:not|never|cannot|without|fails? to|unable to)|n['’]t) (?:\w+ )?$")
_SHARE_ENDS = re.compile(r"(?i)\s?(?:$|[.,;:!)]|(?:on|in|at|for|with|across|while|but|and(?! \d))\b)")
_AIM = re.compile(r"(?i)\b(?:towards?|aim\w*|goal|aspir\w*|road to|path to|research on)\b")
_LIKENESS = re.compile(
    r"(?i)[- ](?:level|class|grade|quality|calib(?:er|re)|tier)\b|\s?(?:级别?|水平|水准|수준|급|並み|級|レベル)"
)


# "indistinguishable from GPT-4 prompts in format": the form is alike, not the quality.
_FORM = (
    r"(?:prompts?|templates?|formats?|tokeni[sz]ers?|schemas?|syntax|interface|api|prices?|pricing|licen[cs]e|"
    r"vocabular(?:y|ies)|context (?:window|length)|architecture|layout)"
)
FORM_BEFORE = re.compile(rf"(?i)\b{_FORM}(?: (?:is|are|was|were|stays?|remains?|looks?)(?: \w+)?)? $")
_FORM_AFTER = re.compile(
    rf"(?i)(?:['’]s?)?(?: \w+)? {_FORM}\b|[^.;!?]{{0,20}} in (?:format|form|style|layout|syntax)\b"
)


# Chinese sets the rival between: "与 GPT-4o 不相上下".
_WITH_ZH = re.compile(r"(?:与|和|跟|同)\s?(?:OpenAI\s?的\s?)?$")


# "Move over, Claude": the family alone stands for its best member.
_MOVE_OVER = fast_pattern(
    r"\b(?i:move over|goodbye|bye[- ]bye|eat your heart out),? (?i:openai['’]s )?"
    r"(?:Claude|Gemini|ChatGPT|Opus|Sonnet)\b"
)


# "outperforms Quill when evaluated by GPT-4": the judge, and no rival.
_JUDGED_BY = re.compile(
    r"(?i)\b(?:(?:judged|evaluated|scored|rated|graded|assessed|marked) (?:\w+ly )?(?:by|with|using)|according to)"
    r"(?: (?:both|humans?|people|raters|annotators|and|the|openai['’]s|a|judge)){0,4} $"
)
_AS_JUDGE = re.compile(
    r"(?i)(?:[- ]turbo)? (?:as|being|is|was|acting as|serving as) (?:the |a |an |our )?(?:sole |automatic |only )?"
    r"(?:judge|evaluator|grader|referee|rater|arbiter)\b|(?:[- ](?:turbo|based|judged))* (?:evaluations?|judge?ments?|"
    r"reviews|ratings|verdicts)\b"
)


_CONTRAST = re.compile(
    r"(?i)(?P<ours>\d+(?:\.\d+)?)\s?%[^.;%]{0,120}?(?:\b(?:while|whereas|where|versus|vs\.?|compared (?:to|with)|"
    r"against)\b"
    r"[^.;%\d]{0,40}|;\s(?:the )?)$"
)
_THEIRS = re.compile(r"(?i)[^.;%\d]{0,40}?(?P<theirs>\d+(?:\.\d+)?)\s?%")


# "reaches 40.2 on HumanEval, more than the 39.0 of GPT-4"
_MORE_THAN_THEIRS = re.compile(
    r"(?i)(?<![\w.])(?P<ours>\d{1,3}(?:\.\d{1,3})?)\s?%?(?: points?)?(?: (?:on|in|"
    r"at) [\w+-]{2,24})?,? (?:which is )?(?:well |far |"
    r"slightly |a bit |just )?(?:more than|above|better than|higher than|over|against|versus|vs\.?|ahead of) (?:the )?"
    r"(?P<theirs>\d{1,3}(?:\.\d{1,3})?)\s?%?(?: points?)? (?:of|by|for|from) (?:the |openai['’]s )?$"
)
_LOWER_IS_BETTER = re.compile(r"(?i)\b(?:errors?|perplexity|wer|loss|refus\w*|hallucinat\w*|toxic\w*|mistakes?)\b")


def outnumbers(text: str, name: re.Match[str]) -> bool:
    """True for "reaches 95 %, while GPT-4 gets 64 %": the claim lies in the two numbers."""
    if _LOWER_IS_BETTER.search(text[max(0, name.start() - 160) : name.end() + 60]):
        return False
    if told := _MORE_THAN_THEIRS.search(text[: name.start()][-160:]):
        return float(told["ours"]) > float(told["theirs"])
    ours, theirs = _CONTRAST.search(text[: name.start()]), _THEIRS.match(text[name.end() :])
    return bool(ours and theirs) and float(ours["ours"]) > float(theirs["theirs"]) if ours and theirs else False


_NOT_EXPECTED = re.compile(
    r"(?i)\b(?:(?:do|does|should|would|could|can)(?: not|n['’]t)|cannot|never|unlikely to|(?<!did )not) (?:\w+ )?"
    r"(?:expect|claim|assume|think|(?<!cannot )believe|imply|mean)\w*\b[^.;:,]{0,40}$"
)


# "It is not perfect, but it beats": the negation of another clause. "We did not expect it to beat": a boast.
_NO_NEGATION = re.compile(
    r"(?i)^.*(?:[;:.]\s|,\s(?=(?:it|we|this|the|but|yet|and)\b)|\bbut\b|(?<!not )(?<!n['’]t )\byet (?!to\b))|"
    r"\b(?:behind|below|inferior to|(?:worse|lower) than) (?:[\w.-]+ ){1,3}(?:and|but|yet|though)\b|"
    r"(?:\bnot|n['’]t) (?:only|just|merely|simply|expect\w*)\b|\bnever fails? to\b"
)


# "My goal was to make it better, maybe even competitive with GPT-4"
_HOPED = re.compile(
    r"(?i)\b(?:goal|aim|aims|aimed|hope[ds]?|hoping|want(?:ed)?|intend\w*|dream|ambition|plan(?:ned)?|try|trying|tried)"
    r"\b[^.;]{0,160}\b(?:maybe|perhaps|hopefully|possibly|potentially|one day|someday)\b(?: even| be| become)? ?$"
)


def _is_negated(lead: str) -> bool:
    return bool(NEGATED.search(_NO_NEGATION.sub(" ", lead)))


@lru_cache(maxsize=4096)
def claims_frontier(text: str) -> bool:
    text_read = text[:2500]
    if _MOVE_OVER.search(text_read):
        return True
    claims = any(
        _claims_without_verb_before(text, name) or _claims_by_verb_before(text, name)
        for name in frontier_names(text_read)
    )
    return claims and not about_speed_only(text_read)


def _claims_without_verb_before(text: str, name: re.Match[str]) -> bool:
    """True where an idiom, two numbers, a likeness in the name or a verb behind it make the claim."""
    if outnumbers(text, name) or is_idiom(text, name):
        return True
    # "GPT-4-level accuracy", "o3-mini class": the likeness is in the name itself.
    likened = _LIKENESS.match(text[name.end() : name.end() + 12]) or _LIKENESS.search(name[0])
    if likened and not _AIM.search(text[: name.start()]):
        return True
    after = text[name.end() : name.end() + 60]
    # Korean and Japanese put the verb last: "GPT-4를 능가합니다".
    if OBJECT_FIRST.match(text[name.end() :]) and compares(after):
        return True
    if not _WITH_ZH.search(text[max(0, name.start() - 12) : name.start()]):
        return False
    compared = MATCHES.search(re.split("[，。；]", after[:24])[0])
    return compared is not None and not NEGATED.search(after[: compared.start()])


def _reaches_share(lead: str, after: str) -> bool:
    share = _HIGH_SHARE.search(lead) if "%" in lead else None
    if share is None or not _SHARE_ENDS.match(after) or about_speed_only(after):
        return False
    verb = _REACHES_SHARE.search(lead[: share.start()])
    if verb is None or _NOT_REACHED.search(lead[: verb.start()]):
        return False
    return len(lead[verb.end() : share.start()].split()) <= 4


# "comparable performance with GPT-4": of a likeness "with" is no tool, unless what the rival made follows.
_MEASURE_OF = re.compile(r"(?i) (?:performance|results?|quality|accuracy|scores?)(?: levels?)? (?:with|to) (?:the )?")
_MADE_BY_IT = re.compile(
    r"(?i)[- ](?:\w+[- ])?(?:generated|written|made|labell?ed|data\w*|outputs?|prompts?|prompting|annotations?|"
    r"evaluat\w*|judg\w*|tokeni[sz]er|embeddings?|as|based)\b"
)


def _claims_by_verb_before(text: str, name: re.Match[str]) -> bool:
    after = text[name.end() : name.end() + 60]
    lead = text[: name.start()][-24:]
    share = _QUALITY_OF.match(after) if _SHARE_OF.search(lead) else None
    if _JUDGED_BY.search(text[: name.start()][-60:]) or _AS_JUDGE.match(after):
        return False
    reaches = share is not None or _reaches_share(text[: name.start()][-60:], after)
    if _BEATEN.match(after) or reaches or (_TRAILS.search(lead) and _BY_LITTLE.match(after)):
        return True
    before = text[max(0, name.start() - 140) : name.start()]
    verbs = [*BEATS.finditer(before), *MATCHES.finditer(before)]
    if not verbs:
        return False
    verb = max(verbs, key=lambda match: match.end())
    between = before[verb.end() :]
    around = text[max(0, name.start() - 30) : name.end() + 15]
    directly = re.fullmatch(r"(?i)\W*(?:with|to|than|over|of|and|the|even|both|open\w*'?s?)?\W*(?:the )?", between)
    measured = _MEASURE_OF.fullmatch(between) is not None and not _MADE_BY_IT.match(after)
    against = re.search(r"(?i)than|over|against|surpass|outperform|beat|exceed", between + verb[0])
    spared = re.search(r"(?i)\b(?:except|excluding|besides|other than|apart from|bar)\b|,? not (?:\w+ )?$", between)
    return not (
        FORM_BEFORE.search(before[: verb.start()])
        or _FORM_AFTER.match(after)
        or re.search(r"[.;。！]\s", between)
        or _is_negated(before[max(0, verb.start() - 25) : verb.start()])
        or _NOT_EXPECTED.search(before[: verb.start()])
        or _HOPED.search(text[: name.start() - len(before) + verb.start()][-220:])
        or spared
        or (not (directly or measured or against) and FRONTIER_AS_TOOL.search(around))
    )
