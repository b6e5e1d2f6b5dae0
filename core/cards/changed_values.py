"""Values that a score had before, and the two ends of a spread: in neither stands what the model gets now.

"MMLU rose from 48.1 to 55.7" gives 55.7, in whatever language it is told; "60.4–62.0 over five prompts" gives no one
value at all.
"""

import re
from functools import lru_cache

from core.cards.benchmark_mentions import names_test
from core.cards.fast_patterns import fast_pattern

_BARE = r"\d{1,4}(?:[.,]\d{1,3})?"
_ASIDE = (
    r"(?:\s?(?:points?|pts?|Punkten?|puntos|pontos|punti|点|點|分|ポイント|점|"
    r"балл[а-я]*))?(?:\s?(?:@ ?)?pass ?@? ?\d{1,3}\*{0,2})?(?:\s?[(（][^()（）]{1,30}[)）]|"
    r" (?:in|for|of|with|on|at) (?:the |its )?[\w.-]{2,20}(?: (?-i:[A-Z\d])[\w.-]{0,20}){0,3})?"
)
_OLD = rf"(?<![A-Za-z0-9_.,/-])(?P<old>{_BARE})\s?[%％]?{_ASIDE}"
_NEW = rf"(?P<new>{_BARE}(?!\d)\s?[%％]?)"
_LEAD = r"\s{0,2}\*{0,2}(?:[\s~≈]|[约約]\s?|about |around |rund |ca\. )?"
# "from 48.1 to 55.7", "von 48,1 auf 55,7", "passe de 48,1 à 55,7", "с 48,1 до 55,7": a word before each.
_FROM_TO = fast_pattern(
    rf"(?i)(?<!\w)(?:from|von|vom|des?|du|del|desde(?: el)?|da|dal|dall['’]|dos?|с|со|от|з|із|від|van|från|fra|z|"
    rf"ze|od|từ|dari)\*{{0,2}}(?:\s{{1,2}}|(?<=['’])){_LEAD}{_OLD}[\s*,]{{1,4}}(?:up |down |now |bis |rund )?(?P<to>to|"
    r"auf|bis|à|au|jusqu['’](?:à|au)|al?|hasta(?: el)?|para|até|aos?|all['’]|до|на|naar|tot|till?|do|na|lên|đến|xuống|"
    rf"menjadi|ke)\s{{0,2}}(?:about |around |rund |ca\. |nun |jetzt |now |~|≈)?\*{{0,2}}{_NEW}"
)
# "从 48.1 提升到 55.7", "48.1 から 55.7 に", "48.1에서 55.7로", "48,1'den 55,7'ye"
_EASTERN = (
    re.compile(rf"(?:从|從|由|自)[^，。；;\d]{{0,16}}{_OLD}[^，。；;\d]{{0,14}}?(?:到|至|为|為|成)了?{_LEAD}{_NEW}"),
    re.compile(rf"{_OLD}\s?から[^。、，\d]{{0,16}}?{_LEAD}{_NEW}"),
    re.compile(rf"{_OLD}\s?(?:에서|부터)[^.,\d]{{0,16}}?{_LEAD}{_NEW}"),
    re.compile(rf"{_OLD}['’](?:d[ea]n|t[ea]n)\s{{1,2}}{_NEW}"),
)
_EASTERN_HINTS = ("从", "從", "由", "自", "から", "에서", "부터", "'d", "’d", "'t", "’t")
# "is up to 55.7 from 48.1", "auf 55,7 (von 48,1)"
_TO_FROM = re.compile(
    rf"(?i)\b(?:to|at|now|auf|à|a)\s{{1,2}}{_NEW},?(?: [-–—])? ?[(（]?(?:up |down )?(?:from|von|de|desde|da)\s{{1,2}}"
    rf"(?P<old>{_BARE})"
)
# "reaches 55.7, from 48.1 with v1"
_BEHIND_A_COMMA = re.compile(
    rf"(?i)(?<![\w.,/-]){_NEW}\s?(?:,| [-–—]|[(（])\s?(?:up |down )?from\s{{1,2}}(?P<old>{_BARE})(?!\s?[%％]? ?to\b)"
)
# "48.1 to 55.7 after DPO"
_AFTERWARDS = re.compile(
    rf"(?i){_OLD} (?:to|bis|à|a) {_NEW},? (?:after|following|with|once|thanks to|by|through|nach|après|tras)\b"
)
# "before: 48.1, after: 55.7", "previously 48.1, now 55.7"
_OLD_AND_NEW = re.compile(
    rf"(?i)\b(?:before|old|prev(?:ious(?:ly)?|\.)?|prior|earlier|formerly|was)\W{{1,3}}{_OLD}[,;/]?(?: and| but)? "
    rf"(?:after|new|now|current(?:ly)?|is now|today)\W{{1,3}}{_NEW}"
)
# "60.4–62.0 over five prompts", "60.4 to 62.0 depending on the prompt", "von 60,4 bis 62,0"
_ENDS = re.compile(
    r"(?i)(?<![\w.,/+-])(?P<low>\d{1,3}[.,]\d{1,2})\s?[%％]?(?P<dash>\s?[–—~〜～-]\s?|\s(?:to|bis|à|a|до)\s)"
    r"(?P<high>\d{1,3}[.,]\d{1,2})(?!\d|[.,]\d)(?P<rest>[^.;]{0,30})"
)
_SPREAD_OVER = re.compile(
    r"(?i)\s?[%％]?,? ?\(?(?:over|across|depending|for (?:the )?(?:different|various|five|three|all)|"
    r"in (?:the )?(?:five|three|four|ten|\d{1,2}(?!\d|[- ]?shot)|all)|between|je nach|über|selon|según|"
    r"a seconda|dependendo|dependiendo|range|"
    r"в зависимости)\b"
)
_LABEL_BEFORE = re.compile(r"[:：=]\s?\*{0,2}$")
# "48.1 (prev.)", "(prev. 58.1)", "(vorher: 58,1)"
_PREVIOUSLY = (
    r"(?:prev(?:ious(?:ly)?|\.)?|prior|old|former(?:ly)?|earlier|before|last|v\d(?:\.\d)?|was|used to be|originally|"
    r"initially|vorher|zuvor|bisher|davor|früher|alt|avant|auparavant|précédemment|antes|anterior(?:mente)?|"
    r"previamente|prima|in precedenza|precedente|раньше|ранее|было|до этого|之前|此前|以前|原来|原先|原本|(?:原(?:始|"
    r"版)?|基座|基础|底座)模型|基座|基线|原|旧版|旧|"
    r"(?:ベース|元の?)モデル|(?:베이스|기본|기반|원본) ?모델|"
    r"以前は|従来は?|前回は?|旧版|이전|기존|종전|과거)"
)
_WAS_BEFORE = re.compile(
    rf"(?i)(?:[(（\[]\s?(?:it |they )?{_PREVIOUSLY}(?: (?:it )?(?:was|is|had|at|war|era))?\s?[:：=]?|"
    r"[(（\[]\s?(?:vs\.?|versus|against|compared (?:to|with)|gegenüber|contre)|"
    r"\d\s?[%％]?,\s(?:was|previously|formerly|prev\.|originally)(?: at)?|"
    r"\bused to (?:be|get|have|score|reach|stand|sit)(?: at)?|"
    r"\d\s?[%％]?\s?[(（,]?\s?[↑↓▲▼△▽⬆⬇🔺🔻]\ufe0f?)\s?$"
)
_VERSUS = re.compile(r"(?i)(?:vs\.?|versus|against|with|to|gegenüber|contre)\s?$")
_TUNED = (
    r"(?:the |our |any |its |further )?(?:dpo|orpo|kto|ppo|grpo|rlhf|rlvr|rl|sft|fine-?tun\w*|tuning|training|"
    r"alignment|post-?training|pre-?training|continued \w+|distill\w*|quanti[sz]\w*|prun\w*|merg\w*|adapters?|lora|"
    r"update|upgrade|fix|change|release|filtering|decontamination|healing)\b"
)
_BEHIND_IT = re.compile(
    r"(?i)\s?[%％]?(?: points?)?,? ?(?P<aside>[(（]?)(?:"
    rf"before(?: (?:that|this|it|then)\b| {_TUNED}|(?=\s?[.,;)）]|$))|prior to (?=\w)|"
    r"(?:previously|formerly)\b(?![^.;)）]{0,24}\d)|"
    r"(?P<edition>in v(?:ersion )?\d(?![^.;]{0,8} of the\b)|last (?:year|month|time)\b)|"
    r"in the (?:previous|last|old|first|earlier|initial) (?:version|release)(?! of)|"
    r"(?<=[(（])(?:old|prev(?:ious|\.)?|prior|earlier|alt|avant|antes|旧|이전)(?=[)）])|"
    rf"(?P<lacks>without {_TUNED}))"
)
_NOW = re.compile(r"(?i)\b(?:now|is|are|gets|reaches)\b[^.;]{0,12}$")
_TWO = re.compile(r"\d[^\d]{1,60}\d")
_HINTS = (
    "prev", "prior", "old", "former", "earlier", "before", "last", "v1", "v2", "v3", "v0", "was", "used to", "original",
    "initial", "vorher", "zuvor", "bisher", "davor", "früher", "alt", "avant", "auparavant", "précédem", "antes",
    "anterior", "prima", "preced", "раньше", "ранее", "было", "до этого", "前", "原", "旧", "基", "底座", "ベース",
    "元", "베이스", "기본", "기반", "원본", "従来", "이전", "기존",
    "종전", "과거", "vs", "versus", "against", "compared", "gegenüber", "contre", "without", "↑", "↓", "▲", "▼", "△",
    "▽",
    "⬆",
    "⬇", "🔺", "🔻", "in version",
)  # fmt: skip


def is_former_value(text: str, start: int, end: int) -> bool:
    """True where the number at this place of a sentence is what a score was before, or one end of a spread.

    >>> text = "MMLU rises from 48.1 to 55.7"
    >>> is_former_value(text, 16, 20), is_former_value(text, 24, 28)
    (True, False)
    """
    return start in _changes(text)[0] or _is_told_as_former(text, start, end)


def is_new_value(text: str, start: int) -> bool:
    """True for the second number of "from 48.1 to 55.7 points"."""
    return start in _changes(text)[1]


@lru_cache(maxsize=64)  # asked for each number of a sentence
def _changes(text: str) -> tuple[frozenset[int], frozenset[int]]:
    """Where the numbers begin that are such, and where those begin that have come in their place."""
    if not _TWO.search(text):
        return frozenset(), frozenset()
    changes = [
        *_FROM_TO.finditer(text),
        *_TO_FROM.finditer(text),
        *(_BEHIND_A_COMMA.finditer(text) if "from" in text else ()),
        *_AFTERWARDS.finditer(text),
        *_OLD_AND_NEW.finditer(text),
    ]
    if not text.isascii() or "'" in text:
        for pattern in _EASTERN if any(hint in text for hint in _EASTERN_HINTS) else ():
            changes += pattern.finditer(text)
    changes = [match for match in changes if not _are_of_two_tests(text, match)]
    found = {match.start("old") for match in changes if _alike(match["old"], match["new"])}
    for match in changes:  # "ranges from 60.4 to 62.0 over five prompts"
        spread = match.re is _FROM_TO and match["to"].casefold() in ("bis", "tot")
        ranges = match.re is _FROM_TO and bool(_RANGES.search(text[max(0, match.start() - 12) : match.start()]))
        if spread or ranges or (match.re is _FROM_TO and _SPREAD_OVER.match(text, match.end())):
            found |= {match.start("old"), match.start("new")}
    for match in _ENDS.finditer(text):
        low, high = (float(match[name].replace(",", ".")) for name in ("low", "high"))
        worded = match["dash"].strip().isalpha()
        if (
            low < high
            and match.start("low") not in found
            and (not worded or _SPREAD_OVER.match(match["rest"]) or _is_whole_value(text, match))
        ):
            found |= {match.start("low"), match.start("high")}
    return frozenset(found), frozenset(match.start("new") for match in changes) - found


_RANGES = re.compile(r"(?i)\b(?:rang(?:es?|ing|ed)|var(?:y|ies|ying|ied)|spans?|spanning) $")
_NAME_BEHIND = re.compile(r"\s?[%％]?\s?(?:[(（]|(?i:on|in|for|of|at|with) (?:the )?)(?P<name>\w[\w+@-]{1,20})")
_SETTING = re.compile(
    r"(?i)(?:zero|one|few|\d{1,3})-shot|(?:maj|pass|avg|cons|best|rm)@\d{1,4}|greedy|sampling|cot|tir|pot|tools?|python|"
    r"(?:non-?)?thinking|(?:non-?)?reasoning|(?:fp|bf|int)\d{1,2}|[48]-bit"
)


def _are_of_two_tests(text: str, match: re.Match[str]) -> bool:
    """True for "from 61.2 on MMLU to 50.1 on GSM8K" and "from 50.2 with greedy to 60.1 with maj@8"."""
    names = [_NAME_BEHIND.match(text, match.end(group)) for group in ("old", "new")]
    first, second = (name["name"] if name else "" for name in names)
    if not first or not second or first == second:
        return False
    return all(map(names_test, (first, second))) or all(map(_SETTING.fullmatch, (first, second)))


def _is_whole_value(text: str, match: re.Match[str]) -> bool:
    """True for "MMLU: 60.4 to 62.0" and nothing more."""
    return bool(_LABEL_BEFORE.search(text[: match.start()][-4:])) and not re.search(r"\w", match["rest"])


def _alike(old: str, new: str) -> bool:
    """True for two numbers written as decimals; "a score of 55.7 a 5 shots" has but one."""
    return bool(re.search(r"[.,]\d", new)) or not re.search(r"[.,]\d", old) or new.rstrip().endswith(("%", "％"))


@lru_cache(maxsize=64)
def _may_tell(text: str) -> bool:
    folded = text.casefold()
    return any(hint in folded for hint in _HINTS)


_OTHER_NUMBER = re.compile(r"(?<![\w.])\d{1,3}\.\d")


def _is_told_as_former(text: str, start: int, end: int) -> bool:
    if not _may_tell(text):
        return False
    before = text[max(0, start - 40) : start].rstrip("*_ ") + " "
    if _WAS_BEFORE.search(before):
        return not _VERSUS.search(before) or text[end : end + 3].lstrip("%％ ").startswith((")", "）"))
    told = _BEHIND_IT.match(text, end)
    if told is None:
        return False
    # "It gets 61.2 without DPO" may be all that there is: only an aside beside another number is surely of before.
    if told["edition"] and not told["aside"] and not _OTHER_NUMBER.search(text[:start] + text[end:]):
        return False  # "MMLU 61.2 in v2" may be of this version
    beside = bool(told["aside"]) or not told["lacks"] or text[:start].rstrip().endswith(("(", "（", "["))
    return beside and not _NOW.search(before.replace(" was ", " "))
