"""What guessing gives on a test: "31.2 on MMLU (random is 25)", "25 % by chance", in whatever language it is told."""

import re
from functools import lru_cache

_GUESS = (
    r"(?:(?:pure(?:ly)? |uniform(?:ly)? |blind )?(?:random(?:ly)?(?:[- ](?:guess\w*|choice|chance|picks?|picking|"
    r"choosing|selection|answers?|answering|baselines?|level|performance|accuracy|classifier|model))?|guess(?:ing|work|es)?|"
    r"by (?:luck|chance)|at random|chance(?:[- ](?:level|performance|accuracy|rate|baseline))?)|"
    r"(?:a )?coin[- ](?:flip|toss)\w*|(?:a )?monkeys?|"
    r"zufall\w*|raten|ratewahrscheinlichkeit|(?:le |du |au )?hasard|(?:el |al )?azar|(?:modelo )?aleat[oó]ri\w*|acaso|"
    r"(?:a )?caso|casuale|случайн\w*(?: угадыв\w*| выбор\w*)?|"
    r"随机(?:猜测|水平|基线|基准|选择)?|隨機(?:猜測|水準)?|瞎猜|"
    r"ランダム(?:推測|選択)?|当て推量|偶然|무작위(?: 추측)?|랜덤|찍기)"
)
_SMALL = (
    r"(?:would|will|should|might|one|you|we|it|be|is|are|was|lies|sits|gets?|got|gives?|gave|yields?|scores?|reach(?:es)?"
    r"|achieves?|stands?|at|of|on|for|in|here|the|only|just|about|around|already|alone|wäre|wären|ist|liegt|bei|serait|"
    r"est|donne|sería|es|da|daría|seria|è|sarebbe|будет|даёт|дает)"
)
_BEFORE = re.compile(
    rf"(?i)(?<![\w-])(?P<guess>{_GUESS})(?:(?!, (?:it|we) [a-z]+s? )(?:,? {_SMALL})| (?-i:[A-Z])[\w+-]{{1,24}}){{0,6}}"
    r"(?:的|为|為|是|约|で|は|が|の|은|는|이|가|시|:|：|=|≈|\(|（|\s|~){0,4}\s?$"
)
_AFTER = re.compile(
    rf"(?i)\s?[%％]?\s?(?:points? )?(?:\(|（|= ?|is |are |was |would be |being |that (?:one )?would (?:be |get )?|"
    r"(?:to be )?expected |(?:one |you )would (?:get|expect) |obtained |achieved |got |you get |"
    r"(?:by|from|of|at|for|with|due to|through|par|durch|bei|por|per|al) ){0,3}"
    rf"(?:the |a |pure |mere )?{_GUESS}(?![\w-]| (?:less|more|better|fewer)\b|[^.;,)）]{{0,40}}\d|"
    r"(?<=random) (?!(?:or|is|was|would|alone|here|as|from|by|with|to|but|vs|and|on|in|for|at|answers?|model)\b)[a-z]|"
    r" (?:seed|sub|sampl|order|prompt|split|few|init|question|state|half|set|"
    r"draw|part|choice of)\w*)"
)
# "Far above chance at 61.2", "a good chance of 61.2": no level that is given.
_NO_LEVEL = re.compile(
    r"(?i)(?:\b(?:above|over|beyond|than|from|beats?|beating|exceed\w*|surpass\w*|outperform\w*|not|no|non|with|using|"
    r"without)(?: (?:the|pure|mere|a))?|(?P<article>\b(?:an?|any|every|good|fair|high|real|big|better|slim|some)))[ -]$"
)
_HINTS = (
    "random", "chance", "guess", "luck", "coin", "monkey", "zufall", "raten", "ratewahr", "hasard", "azar", "aleat",
    "acaso", "caso", "casual", "случайн", "随机", "隨機", "瞎猜", "ランダム", "当て推量", "偶然",
    "무작위", "랜덤", "찍기",
)  # fmt: skip


@lru_cache(maxsize=64)  # asked for each number of a sentence
def _may_tell(text: str) -> bool:
    folded = text.casefold()
    return any(hint in folded for hint in _HINTS)


def is_chance_level(text: str, start: int, end: int) -> bool:
    """True where the number at this place of a sentence is what one gets by guessing.

    >>> text = "It gets 31.2 on MMLU (25 by chance)"
    >>> is_chance_level(text, 8, 12), is_chance_level(text, 22, 24)
    (False, True)
    """
    if not _may_tell(text):
        return False
    if _AFTER.match(text, end):
        return True
    before = text[max(0, start - 90) : start]
    told = _BEFORE.search(before)
    ahead = _NO_LEVEL.search(before[: told.start("guess")]) if told else None
    if told is None or (ahead and not ahead["article"]):
        return False
    return not ahead or told["guess"].casefold() != "chance"
