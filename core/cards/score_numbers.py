"""Which numbers of a sentence may be scores.

Versions, ranks, years, counts and sizes carry a word that says so; a rounded
figure ("about 60 %"), a difference ("+2 %", "3.5 and 4.5 points improvement")
and a share of another model's result ("112 % of the parent's quality") are no
scores either.

>>> [number.text for number in numbers_in("It is version 2.5 and reaches 71.2 on MMLU, a gain of 3 points.")]
['71.2']
"""

import re
from dataclasses import dataclass

from core.cards.benchmark_mentions import names_test
from core.cards.changed_values import is_former_value, is_new_value
from core.cards.fast_patterns import fast_pattern
from core.cards.other_quantities import is_other_quantity
from core.cards.program_versions import is_program_version

_NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.,/@-])(\d{1,4}(?:\.\d+)?|\.\d{2,4}|\d{1,2},\d{1,2}(?=\s?%)|\d{2},\d{1,2}(?!\d|,\d))(\s?%|％)?(?![A-Za-z0-9_/]|[.,]\d|-\w|\s?(?:[BMKbmk]\b|GB|MB|k\b|x\b|×|[GT]?FLOPs?|ms\b|"
    r"tokens?|billion|million|trillion|params|parameters|layers|gpus?|hours?|days?|seconds?|secs?|minutes?|samples?|"
    r"questions?|problems?|tasks?|languages?|benchmarks?|datasets?|categories|models?|shots?|-shot|"
    r"epochs?|개|亿|万|个|語|次|회|回))"
)
# "101/164 problems", "987 of the 1,319 questions", "solves 71 out of 164"
_COUNT = re.compile(
    r"(?i)(?<![\w.,/-])(?P<right>\d{1,4})(?:\s?/\s?|,? (?:out )?of (?:the |all )?)(?P<all>\d{2,4}|\d,\d{3})"
    r"(?![\d.,]\d|[\w/%-])"
)
# "8.1/10", "61.2/100": a mark and the highest there is
_MARKS = re.compile(r"(?<![\w.,/-])(\d{1,2}\.\d{1,2})(\s?%)?(?=\s?/\s?(?P<all>10|100)(?![\d/%-]|\.\d|\s?[BMK]\b))")
_SOLVED = re.compile(r"(?i) (?:[\w-]+ ){0,3}(?:solved|correct(?:ly)?|right|passed)\b")
_SOLVES = re.compile(r"(?i)\b(?:solv|answer|pass|scor|correct|got|gets|right)\w*(?: \w+){0,2} ?$")
_SHARE_BEHIND = re.compile(
    r"(?: \w+){0,3}\s*[(（,=]?\s*(?:or |i\.e\. )?\d[\d.]*\s?%"
)  # "987/1319 (74.8 %)" is told by the share
_COUNTED = re.compile(  # before a whole number
    r"(?i)(?:top|rank(?:ed)?|version|v|no\.|#|page|arxiv[:.]|q|temperature[ =]*|top_p[ =]*|section|"
    r"figure|table|release|since|in|by|than|over|from|to) ?$"
)
_NUMBERED = (
    r"(?:version|v|no\.|section|figure|table|arxiv[:.]|top) ?",
    r"(?:hallucination|error|refusal|failure|acceptance|toxicity)s? rates? (?:\w+ ){0,2}(?:to|of|is|at|by|from) ?",
    r"(?:temperature|temp|(?-i:T)|top[-_ ]?[pk]|min[-_ ]?p|penalty|dropout|lr|learning rate|weight decay|seed|"
    r"warm-?up(?: ratio)?|(?:loss|sampling|mixing|mixture|data) (?:weight|ratio)|(?-i:[A-Z])[\w-]{1,20} weight|"
    r"momentum|"
    r"alpha|beta|epsilon|threshold|std|stderr|standard (?:error|deviation))(?: (?:of|is|was|to|at)|\s?[=:])? ?",
)
_RELEASE_OF = (  # "Apache 2.0", "Python 3.11", "CUDA 12.1": the number belongs to the name
    r"(?:apache|(?-i:MIT)|l?gpl|agpl|mpl|bsd|cc[- ]by(?:-[a-z]{2}){0,2}|rail(?:-m)?|licen[cs]e|python|cuda|pytorch|"
    r"torch|transformers|vllm|tensorflow|rocm|ubuntu|java|node|llama\.cpp|deepspeed|driver)[- ]?(?:v|version|>=|==)? ?"
)
_ROUNDED = (
    r"(?:near(?:ly)?|about|around|almost|approx\w*|over|more than|under|below|above)\s?(?:a )?",
    r"approach\w*\W+(?:\w+\W+){0,3}",
)
_ADDED = r"(?:by|about a) (?:up to |about |nearly |over )?"
_NOT_THAT = r"(?:instead of|rather than) (?:the )?"
# "up from 60.1 of its predecessor"
_UP_FROM = r"(?:up|down|rising|rose|risen|improv\w+|increas\w+|gain\w*|climb\w*|jump\w*) from\W*"
_RANGED = (  # "ranged from 61.4 to 62.8": two ends of a spread, and neither is the score
    r"(?:rang\w*|var(?:y|ies|ied|ying)|fluctuat\w*|spread\w*|differ\w*)\b[^.;,]{0,14}"
    r"(?:(?:from|between) )?(?:\d[\d.]*\s?%? (?:to|and) )?",
    r"between (?:\d[\d.]*\s?%? and )?",
)
_HOPED = r"(?:hop(?:e|es|ing)|aim(?:s|ed|ing)?|plan\w*|want\w*|targets?|goal|expect\w*)\b[^.;,]{0,30}"
# "提升了 3.1%", "高 3.1 分": by so much, and not to that.
_BY_SO_MUCH = re.compile(
    r"(?:提升|提高|增加|增长|增長|上升|改善|改进|下降|降低|减少|下跌|领先|領先|落后|高出|超出|占比?|(?<![最至])[高低多少]|差)了?"
    r"(?:将近|接近|大?约|约|近|超过|超|仅|幅度?(?:为|达)?)?\s?\*{0,2}$"
)
# One pass over the words before a number for all that makes it something else than a score.
_OF_ELSE = fast_pattern(
    rf"(?i)(?:\b(?:{'|'.join((*_NUMBERED, _RELEASE_OF, *_ROUNDED, _ADDED, _NOT_THAT, _UP_FROM, *_RANGED, _HOPED))})|"
    r"[(（]\s?(?:base(?:line| model)?|(?:the |its )?(?:teacher|parent)(?: model)?|previous best|original|before|"
    r"previous(?:ly)?|prior|was|up from|down from|from)\b[:\s]{0,2}"
    r"(?:\d{1,3}(?:\.\d{1,2})?\s?%?\s?[,/;]\s?(?:and )?){0,6}|"
    r"(?:~|≈|约|近|약)\s?(?:a )?|(?<!\d)\+|±\s?|\+/?-\s?|\\pm\s?)$"
)
# "scores about 51 % on MMLU" is a result, if a rounded one.
_SCORED_ABOUT = re.compile(
    r"(?i)\b(?:scor|achiev|reach|obtain|attain|get)\w*\W{1,3}(?:an? (?:accuracy|score|pass@1|average) of )?"
    r"(?:about|around|approx\w*\.?|roughly|~|≈)\s?$"
)
# "MMLU: ~61.2"
_ABOUT = re.compile(
    r"(?i)(?P<label>[a-z][\w+ -]{1,40}?)(?:(?P<told>\s?[:：=]\s?(?:~|≈|∼|about|around|approx\.?|roughly))|\s[~≈])\s?$"
)
_ABOUT_ENDS = ("~", "≈", "∼", "about", "around", "approx", "approx.", "roughly")
_CHANGED = re.compile(r"(?i)(?:improv|gain|rose|ris|increas|drop|fell|fall|grew|grow|decreas|lost)\w*")
_HEDGES = ("~", "≈", "约", "約", "about", "around")
_HOPES = re.compile(r"(?i)\b(?:hop|aim|plan|want|target|goal|expect)")
_ON = re.compile(r"(?i)(?: (?:pass@\d+|accuracy|points))? (?:on|in) (?:the )?[A-Z]")
# "A 5 % gain" is a difference, "a 28 % pass@1 accuracy" is none.
_ARTICLE = re.compile(r"(?i)\ban? (?:up to |about |nearly |over )?$")
_MEASURED = re.compile(r"(?i)\s*(?:pass\s?@\s?\d+|accuracy|score|success|win[- ]?rate|f1|exact match|solve)\b")
_OF_SOMETHING = re.compile(
    r"(?i)\s*(?:CI\b|confidence|points?|pts?|pp\b|times|×|more|fewer|less|faster|slower|"
    r"better|worse|higher|lower|smaller|larger|bigger|lighter|cheaper|shorter|longer|"
    r"(?:absolute |relative |further )?(?:improvement|gain|increase)s?|"
    r"repetitions?|repeats?|runs?|trials?|seeds?|attempts?|of (?:the )?(?:data|code|tokens|training|parameters))|"
    r"\s?(?:점|%p|포인트|ポイント|点)?\s?(?:더 |가량 |ほど)?(?:높|낮|향상|상승|앞서|개선|高|低|上回|向上|改善)|"
    r"(?:(?:,| and|, and)\s*\d[\d.]*\s?%?)*\s*(?:scores?|points?|pts?)?\s*"
    r"(?:improvements?|gains?|increases?|boosts?)\b"
)
# "71.0 → 74.2", "71.0 (v1) → 74.2 (v2)": what it was before
_ARROW = re.compile(r"\s{0,2}(?:[(（][^()（）]{1,30}[)）]\s{0,2})?(?:→|->|=>|⟶|➡)\s{0,2}\*{0,2}(?:v\d[\d.]{0,4}:? )?\d")
_FROM, _TO = (
    re.compile(r"(?i)\bfrom\W{0,3}(?:(?:the|its) (?:[\w-]+ )?[\w-]+['’]s )?$"),
    re.compile(r"(?i)\W{0,3}(?:\([^()]{1,30}\)\W{0,2})?to\W{1,3}\d"),
)
_REFERENCE = (
    r"(?:bf16|fp16|fp32|bfloat16|float16|f16|unquanti[sz]ed|full[- ]precision|half[- ]precision|original|base(?:line)?|"
    r"dense|teacher|parent|reference|uncompressed|unpruned|counterpart)"
)
# "98 % of the FP16 score", "95 % of its teacher", "92 % of Brio's accuracy": a share of what another reached.
SHARE_OF_REFERENCE = re.compile(
    rf"(?i)\s*of (?:the |its |their |our |an? )?(?P<whose>(?:[\w'’.-]+ ){{0,4}}?{_REFERENCE}\b(?:[- ](?:model|"
    r"score|accuracy|baseline|performance|value|result|checkpoint|version|counterpart|variant|weights|one)s?\b){0,4}"
    r"(?:['’]s (?:score|accuracy|result|value))?|[\w.-]+['’]s (?:[\w-]+ )?(?:score|accuracy|result|value)s?\b)"
)
_SHARE_OF_ANOTHER = re.compile(
    rf"(?i)\s*of (?:[\w'’.-]+ ){{0,6}}?(?:performance|quality|capabilit\w+|level)\b|{SHARE_OF_REFERENCE.pattern[4:]}"
)
_RESULT = re.compile(
    r"(?i)(?:scor\w+|achiev\w+|reach\w*|obtain\w*|gets?|accuracy|elo|rating|pass@\d+|达到|得分|기록|"
    r"달성)\W{0,8}(?:an? |of |: ?|is |at )?\W{0,3}$"
)
# "Temperature 0.7 for HumanEval, 0.0 for MMLU": a setting goes on from test to test.
_SET_FOR_EACH = re.compile(
    r"(?i)\b(?:temperatures?|temp|top[-_ ]?p|min[-_ ]?p|penalty|dropout|learning rate|weights?)\b[^.;:,\d]{0,16}"
    r"(?:\d(?:\.\d{1,3})? (?:for|on|in|with|at) [^.;,]{1,40}?(?:,| and|, and) ){1,4}$"
)
_FOR_ONE = re.compile(r"(?i) (?:for|on|in|with|at) ")
# "It is 1.2 above Wren-7B"
_DISTANCE = re.compile(r"(?i)\s?%?\s(?:above|below|ahead of|behind|short of) (?:the |its |our )?[a-z]")

# "With 61.2 points on MMLU it is second": a result, where "3.1 points more" and "a lead of 3.1 points" are differences.
_POINTS = re.compile(
    r"(?i)\s?%?\s?(?:points?|pts?)\b(?!,? (?:more|higher|better|above|over|ahead|below|less|lower|behind|up|down|worse|"
    r"improve\w*|gains?|increases?|boosts?|than|difference|gap|lead|margin)\b)"
)
_GAINED = re.compile(
    r"(?i)\b(?:by|improv\w*|increas\w*|gain\w*|boost\w*|rais\w*|lead of|gap of|margin of|difference of|drop\w*|fell|"
    r"lost|loses?|wins?|adds?|another|extra|up|down|jump\w*|rises?|rose)\b[^.;,\d]{0,24}$"
)
_MOST_OF_A_GAP = 25

MOST_NUMBERS = 60  # a passage of more is a dump of numbers, and no sentence


@dataclass(frozen=True)
class Number:
    start: int
    end: int
    text: str


def numbers_in(text: str) -> list[Number]:
    """The numbers that may be scores, in order, none of a passage that holds more than MOST_NUMBERS.

    "101 of 164 problems" is one, and is given as "101/164".
    """
    found = list(_NUMBER.finditer(text))
    if len(found) > MOST_NUMBERS:
        return []
    counts = [
        Number(match.start(), match.end(), f"{match['right']}/{match['all'].replace(',', '')}")
        for match in _COUNT.finditer(text)
        if int(match["right"]) <= int(match["all"].replace(",", ""))
        and not _SHARE_BEHIND.match(text, match.end())
        and (_SOLVED.match(text, match.end()) or _SOLVES.search(text[: match.start()][-50:]))
    ]
    marks = [
        Number(match.start(), match.end("all"), match[1])
        for match in (_MARKS.finditer(text) if "/" in text and "10" in text else ())
        if _could_be_score(match, text)
    ]
    counted = [match.span() for match in _COUNT.finditer(text)]
    single = [
        Number(match.start(), match.end(), match[0])
        for match in found
        if not any(start <= match.start() < end for start, end in counted)
        and (_is_rating(match, text) or _is_rounded_result(match, text) or _could_be_score(match, text))
    ]
    return sorted([*counts, *marks, *single], key=lambda number: number.start)


def _is_rating(match: re.Match[str], text: str) -> bool:
    """True for "1287 points": an Elo; "by 40 points" is a difference."""
    after = re.match(r"(?i)\s*(?:elo )?points?\b", text[match.end() : match.end() + 12])
    return (
        bool(after)
        and 700 <= float(match[1].replace(",", ".")) <= 2200
        and not re.search(r"(?i)\b(?:by|about) $", text[: match.start()][-8:])
    )


def _is_rounded_result(match: re.Match[str], text: str) -> bool:
    before = text[max(0, match.start() - 50) : match.start()]
    if _SCORED_ABOUT.search(before) and _ON.match(text, match.end()):
        return True
    if before.rstrip().endswith(_HEDGES) and is_new_value(text, match.start()):
        return True  # "from ~41 % to ~48 %"
    may_tell = before.rstrip().casefold().endswith(_ABOUT_ENDS) and ("." in match[0] or match[2])
    if not may_tell or not (about := _ABOUT.search(before)):
        return False
    hedged = match.start() - len(before) + about.end("label")  # "MMLU loss: ~1.2": asked without the hedge
    if is_other_quantity(text, hedged, match.end()) or is_other_quantity(text, match.start(), match.end()):
        return False
    words = about["label"].split()
    if _CHANGED.fullmatch(words[-1]):
        return False  # "MMLU improved: about 3.2 points"
    counts = (1, 2, 3) if about["told"] else (1,)  # "MMLU rose ~3.1" tells by how much
    return any(names_test(" ".join(words[-count:])) for count in counts) and not _HOPES.search(before)


def _is_setting_or_distance(match: re.Match[str], text: str, after: str) -> bool:
    if "." not in match[1] or float(match[1]) >= 15:
        return False
    before = text[max(0, match.start() - 200) : match.start()]
    if _FOR_ONE.match(after):
        return bool(_SET_FOR_EACH.search(before))
    return bool(_DISTANCE.match(after) and not _RESULT.search(before[-30:]))


def _is_in_points(match: re.Match[str], before: str, after: str) -> bool:
    high = float(match[1].replace(",", ".")) >= _MOST_OF_A_GAP
    return bool(_POINTS.match(after) and (high or _RESULT.search(before[-30:])) and not _GAINED.search(before))


def _is_difference(match: re.Match[str], text: str, before: str, after: str) -> bool:
    """True for "3.1 points" and "a 5 % gain", but not for the 55.7 of "from 48.1 to 55.7 points"."""
    if _OF_SOMETHING.match(after):
        return not (_is_in_points(match, before, after) or is_new_value(text, match.start()))
    return bool(_ARTICLE.search(before) and not _MEASURED.match(after) and not is_new_value(text, match.start()))


def _could_be_score(match: re.Match[str], text: str) -> bool:
    before, after = text[max(0, match.start() - 50) : match.start()], text[match.end() : match.end() + 90]
    number, whole = float(match[1].replace(",", ".")), not match[2] and not re.search(r"[.,]", match[1])
    if whole:  # first, for most numbers are counts
        leads = 1 < number < 2000 and not 1990 < number < 2035 and _RESULT.search(before[-30:])
        if not leads or _COUNTED.search(before):
            return False
    if _OF_ELSE.search(before) or _ARROW.match(after) or (_TO.match(after) and _FROM.search(before)):
        return False  # "from 43.1 % to 43.6 %": what it was before
    if _is_difference(match, text, before, after) or (not before.isascii() and _BY_SO_MUCH.search(before)):
        return False
    if _is_setting_or_distance(match, text, after) or (match[2] and _SHARE_OF_ANOTHER.match(after)):
        return False
    if any(told(text, match.start(), match.end()) for told in (is_other_quantity, is_former_value, is_program_version)):
        return False
    return whole or number <= 100 or bool(match[2])
