"""Other measures in a sentence that names a test: refused requests, poison, hallucinations, parts, tasks of a harness.

"It refuses 75 % of harmful prompts without hurting IFEval" has no score of IFEval, "MMLU 61.2 and (tern_rte f1 51.5)"
one of a task with a name of its own, and "MT-Bench 6.1 and safety 9.0" one of a part.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from core.cards.other_labels import names_no_part, names_others
from core.catalogue.benchmark_names import find_benchmark, find_other

_MEASURE = (
    r"(?:(?:over|under|false|harmful)[- ]?)?(?:refus(?:al|e|ing)\w*|rejections?|recus(?:a|ou)\w*|declin\w+ to answer|"
    r"toxic\w*|jailbreak\w*|jail-break\w*|attack[- ]success\w*|asr|harmful\w*|harmless\w*|unsafe|hallucinat\w*|"
    r"stereotyp\w*|ablehn\w*|verweiger\w*|refus\w*|rechaz\w*|отказ\w*)|拒绝|拒答|有害|幻觉|越狱|거부|환각|拒否"
)
# From the measure to its number only such words lead: "refusals on IFEval rose to", and no "refusals that reaches".
_LEADS = (
    r"(?:rates?|ratios?|scores?|percentages?|shares?|levels?|index|is|are|was|were|of|at|to|by|in|on|for|from|under|the|"
    r"its|our|all|only|just|still|now|about|around|roughly|nearly|below|above|over|than|less|fewer|more|fell|falls?|fall|"
    r"rose|rises?|dropp?\w*|decreas\w*|increas\w*|reduc\w*|cut|went|goes|down|up|stays?|stands?|remains?|"
    r"(?:test |user )?(?:requests?|prompts?|questions?|queries|answers?|responses?|outputs?|completions?|content|cases|"
    r"instructions?|behaviou?rs?|generations?|attacks?|attempts?|success)|(?:harm|toxi|unsafe)\w*|"
    r"(?-i:[A-Z])[\w+-]{1,24}|-?\w{1,12}-?bench\w*)"
)
_OF_ENGLISH = re.compile(
    r"(?i)(?:over|under|false)[- ]?|refus(?:als?|es?|ed|ing)\b|reject|declin|toxic|jail|attack|asr\b|harm|unsafe|hallu|"
    r"stereot"
)
_BEFORE = re.compile(rf"(?i)(?<!\w)(?P<measure>{_MEASURE})(?P<lead>[^.;,()（）；。]{{0,50}})$")
_ONLY_LEADS = re.compile(rf"(?i)(?:[ _-]{{1,2}}{_LEADS}(?!\w)){{0,8}}[\s:=~≈*_<>≤≥|-]{{0,6}}")
# In other languages more words may lead there.
_GOES_ON_TO_A_RESULT = re.compile(
    r"(?i)\b(?:und|et|y|e|mais|aber|pero|mas|и|но|erreich\w*|erziel\w*|attein\w*|obt\w*|alcan\w*|logra|достиг\w*|"
    r"and|but|while|that|which|it|still|yet|scor(?:es|ed|ing)|reach\w*|achiev\w*|gets?|got|has|keep\w*|hold\w*)\b|[但而并且]"
)
_AFTER = re.compile(
    r"(?i)\s?[%％]?\*{0,2}\s?(?:of (?:the |all |its )?)?"
    rf"(?:(?!on\b|in\b|for\b|and\b|while\b|with\b)[\w-]+ ){{0,2}}(?:{_MEASURE})"
)
_HINTS = (
    "refus", "reject", "recus", "declin", "toxi", "jail", "attack", "asr", "harm", "unsafe", "hallucin", "stereot",
    "ablehn", "verweig", "rechaz", "отказ", "拒", "有害", "幻觉", "越狱", "거부", "환각",
)  # fmt: skip


@lru_cache(maxsize=64)  # asked for each number of a sentence
def _may_tell(text: str) -> bool:
    folded = text.casefold()
    return any(hint in folded for hint in _HINTS)


_NAMED_FOR_SAFETY = re.compile(r"(?i)harm|toxi|safe|refus|hallu|jailb|xstest|advbench|attack|bias|stereo|bbq")


@lru_cache(maxsize=1024)
def _asks_else(test: str) -> bool:
    """True for a test that is known, or made after one that is ("IFEval-PT"), and is none of safety."""
    if _NAMED_FOR_SAFETY.search(test):
        return False
    if find_benchmark(test) or find_benchmark(re.split(r"[-_ ]", test, maxsplit=1)[0]):
        return True
    other = find_other(test)
    return other is not None and other.ability != "safety"


def measures_else(test: str, text: str, start: int, end: int) -> bool:
    """True where the number at this place counts refusals and the like, and the test is none that does.

    >>> text = "Refusals rose to 75 % and IFEval is at 58.0"
    >>> measures_else("IFEval", text, 17, 21), measures_else("IFEval", text, 39, 43)
    (True, False)
    """
    if not _may_tell(text) or not _asks_else(test):
        return False
    if _AFTER.match(text, end):
        return True
    found = _BEFORE.search(text[max(0, start - 90) : start])
    if found is None or not _leads_on(found["measure"], found["lead"]) or _is_gone(found):
        return False
    # "With fewer refusals IFEval rises to 58.0" goes on with the test, "refusals on IFEval: 3.1" does not.
    at = found[0].find(test)
    return at < 0 or bool(re.search(r"(?i)\b(?:on|in|of|for|bei|sur|en|em|auf)\W+(?:the )?$", found[0][:at]))


# "IFEval after removing refusals: 61.2"
_GONE = re.compile(
    r"(?i)\b(?:without|no|removing|remov(?:al|es?|ed) (?:of )?|ablat\w+|suppress\w+|against|avoid\w*|"
    r"sans|ohne|sin|senza|sem|"
    r"без) ?(?:(?:the|any|all|its) )?$"
)


def _is_gone(found: re.Match[str]) -> bool:
    return "rate" not in found["lead"] and bool(_GONE.search(found.string, 0, found.start()))


def _leads_on(measure: str, lead: str) -> bool:
    if _OF_ENGLISH.match(measure):
        return bool(_ONLY_LEADS.fullmatch(lead))
    return not _GOES_ON_TO_A_RESULT.search(lead)


# "assin2_rte f1 51.5": the name that a harness gives to a task.
_TASK = re.compile(
    r"(?<![\w/.-])(?P<task>[a-z][a-z\d]{1,20}(?:_[a-z\d]{1,20}){1,4})"
    r"(?:\s\(?(?:f1(?:[-_ ]macro)?|acc(?:uracy|_norm)?|em|exact[_ ]match|pearson|mcc)\)?)?\s?[:=]?\s?\W{0,3}$",
    re.ASCII,
)
_METRIC_ALONE = re.compile(
    r"(?:acc_norm|acc_stderr|exact_match|prompt_level\w*|inst_level\w*|win_rate|pass_at\w*|\w*_acc\w*)"
)


# "dev_set: 61.2 on MMLU", "kestrel_7b: 61.2 on MMLU"
_ON_A_TEST = re.compile(r"[\d.,]{1,8}\s?[%％]?\*{0,2} (?:on|of|in|for) (?:the )?[A-Z]")


def find_task(text: str, start: int) -> str | None:
    """The name of a task right before the number that starts here."""
    before = text[max(0, start - 80) : start]
    found = _TASK.search(before) if "_" in before and not _ON_A_TEST.match(text, start) else None
    return found["task"] if found and not _METRIC_ALONE.fullmatch(found["task"]) else None


_PART = re.compile(
    r"(?i)(?:(?:,|;|\band|\bund|\bet|\by|\be|&)\s|(?P<first>[:：(（])\s?)\*{0,2}(?P<part>safety|helpfulness|harmlessness|honesty|writing|roleplay|"
    r"reasoning|math|coding|extraction|stem|humanities|social sciences?|other|retail|airline|telecom|"
    r"multi-turn|single-turn)"
    r"\*{0,2}[:=]?\s\*{0,2}$"
)


# "MT-Bench: Turn 1 - 8.4, Turn 2 - 8.0, Average - 8.2"
_TURN = re.compile(
    r"(?i)\b(?P<part>(?:first|second|1st|2nd)[ -]turn|turn[ -]?(?:[12]|one|two))\*{0,2}\s?[:=–—-]?\s?\*{0,2}$"
)


_TURN_ABROAD = re.compile(r"第?([一二12])\s?(?:轮|ターン目?)(?:得分|评分|分数)?\s?[:：为是は]?\s?\*{0,2}$")
# "8.4 in the first turn and 8.0 in the second"
_IN_TURN = re.compile(
    r"\d[\d.]{0,6} (?:in|on|for|at) the (?P<part>first|second)(?P<turn> turn)?\b(?! \w+ (?:test|run))"
)


def find_part(text: str, start: int, *, goes_on: bool) -> str | None:
    """The part of a test that stands right before a number: "turn 1: 8.4", and "overall 6.1 and safety 9.0".

    `goes_on` says that the number before it was of the same test.
    """
    before = text[max(0, start - 40) : start]
    if "urn" in before and (turn := _TURN.search(before)):
        return turn["part"]
    if ("轮" in before or "ターン" in before) and (turn := _TURN_ABROAD.search(before)):
        return f"turn {1 if turn[1] in '一1' else 2}"
    if " turn" in text and (turn := _IN_TURN.match(text, start)) and (turn["turn"] or goes_on):
        return f"{turn['part']} turn"
    found = _PART.search(before) if goes_on or ":" in before or "(" in before else None
    return found["part"] if found and (goes_on or found["first"]) else None


_BRACKETS = re.compile(r"[(（][^()（）]{0,80}[)）]")
_END = re.compile(r"[;；。)）]|[.!?]\s")
_NEXT = re.compile(r"[,，、]|(?i:\b(?:and|while|whereas|but|with|without|und|während|et|y|e|и)\b)")
_LED = re.compile(r"(?i)\b(?:on|in|at|for|over|from|sur|en|auf|em|n[oa]s?|bei|su|nel)\b")
_HAS_ITS_OWN = re.compile(r"[^.;；。\d]{0,25}(?<![\w-])\d")


def is_of_next(text: str, number_end: int, start: int, end: int) -> bool:
    """True where a new part of the sentence begins between a number and a test behind it: "safety 9.0; IFEval 36.0"."""
    between = _BRACKETS.sub(" ", text[number_end:start])
    ends = list(_END.finditer(between))
    if not ends and _HAS_ITS_OWN.match(text, end):
        ends = list(_NEXT.finditer(between))
    return bool(ends) and not _LED.search(between, ends[-1].end())


_RIVAL = r"(?:peers?|rivals?|competitors?|others?|alternatives?|baselines?|runner-?up)"
_PEERS_AFTER = re.compile(
    r"(?i)\s?[%％]?\*{0,2}\s?(?:for |of |by |from )?(?:the |our |its )?"
    r"(?:(?:next |second[- ])?best|strongest|closest|nearest|top) "
    rf"(?:[\w-]+ ){{0,3}}?{_RIVAL}\b|\s?[%％]?\*{{0,2}} before[)）]"
)
_PEERS_BEFORE = re.compile(
    rf"(?i)(?:\bbest (?:[\w-]+ )?{_RIVAL}(?: (?:at|with))?|"
    r"(?<!is )(?<!ranks )(?<!comes )(?<!the )\bnext[- ]best(?: (?:at|with))?|"
    r"(?<!is )(?<!ranks )(?<!comes )(?<!the )\b(?:second[- ]best|runner-?up)|"
    rf"\b(?:(?:next|second)[- ]best|best (?:[\w-]+ )?{_RIVAL}|runner-?up) (?:is|has|gets)(?: at)?)[:=]?\s\*{{0,2}}$|"
    r"(?:(?:≈|~|\bvs\.?|\bversus|\bagainst)\s?v\d{1,2}(?:\.\d)?:?|\bthan v\d{1,2}(?:\.\d)?)\s\*{0,2}$"
)


def is_peers_value(text: str, start: int, end: int) -> bool:
    """True for "(vs 58.0 best peer)", "(next best: 59.0)" and "≈ v2 51.8": what others reached, without their names."""
    before = text[max(0, start - 50) : start]
    if _PEERS_AFTER.match(text, end):
        return True
    may_tell = any(sign in before for sign in ("best", "Best", "unner")) or "v" in before.rstrip("* ")[-6:]
    return may_tell and bool(_PEERS_BEFORE.search(before))


def is_no_result(test: str, text: str, start: int) -> bool:
    """True where what stands between the name of a test and a number names something else: "MMLU baseline: 55.0"."""
    at = text.rfind(test, max(0, start - 60), start)
    label = text[at + len(test) : start] if at >= 0 else ""
    if not label.strip() or "(" in label or any(map(str.isdigit, label)):
        return False
    colon = label.rstrip("* ")[-1:] in (":", "：", "=")
    if not colon and len(label.split()) > 2:
        return False  # "MMLU increases with DPO to 61.2"
    return names_no_part(label) or (colon and names_others(label))


_MEAN_OVER = re.compile(r"(?i)\b(?:average|mean|avg)\b\.?(?: \w+)? (?:over|of|across|on|for)\b[^.;]{0,120}$")


def is_over_several(text: str, start: int, tests: Sequence[tuple[int, int, str]]) -> bool:
    """True for "the average over MMLU, ARC and HellaSwag is 66.1": the number is of no one test."""
    lead = _MEAN_OVER.search(text[:start][-160:])
    if lead is None or any(sign.isdigit() for sign in lead[0].rsplit(" ", 2)[-1]):
        return False
    begin = start - len(lead[0])
    return sum(begin <= at < start for at, _, _ in tests) > 1
