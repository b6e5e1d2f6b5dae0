"""What is told beside one value of a test and not of the test itself: "at step 1000", "by OpenCompass", "clean subset".

Two values of one test are then of two runs, of two parts of it, or of two states of the model. Some of these words say
so plainly, whatever the other value is told with; others, such as the name of a harness, may hold for both values.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from core.cards.fast_patterns import fast_pattern
from core.cards.vocabulary import HARNESS

_COUNT = r"\d[\d,.]{0,8}[kK]?"
_FEW = rf"(?:{_COUNT}|one|two|three|four|five|a single|half an|the (?:first|second|third|last))"
_ART = r"(?:(?:the|an?|our|its|this|any|some|other|another|only|just|about) ){0,2}"
# A state of the model, a part of the test: nobody would say so of the final model on the whole test.
_PLAIN = (
    (
        "step",
        rf"\b(?:steps?|iter(?:ation)?s?|check-?point|ckpt)[\s_-]?[#=:]?\s?(?P<step>{_COUNT})(?![\w.]*[bB]\b)|"
        rf"\b(?:at|after|from|by|until) {_ART}(?P<steps>{_COUNT}) (?:more |training )?(?:steps|iterations)\b|"
        r"第\s?(?P<bu>\d+)\s?(?:步|个?检查点)|(?P<bu2>\d+)\s?步(?:时|后|之后)|(?P<su>\d+)\s?ステップ|(?P<dan>\d+)\s?스텝",
    ),
    (
        "context",
        rf"\b(?:at|with|in|for) {_ART}(?P<at>\d{{1,7}}\s?k?)(?:[- ]tokens?)?(?: of)?[- ](?:context|ctx|input)\b|"
        rf"\bat {_ART}(?:context|sequence|input)(?: length| size| window)?(?: of)? (?P<long>\d{{1,7}}\s?k?)\b|"
        r"[(（](?P<ctx>\d{1,4}\s?k|\d{1,7}(?= (?:tokens )?(?:context|ctx|input)))(?: tokens?)?(?: context| ctx| input)?"
        r"[)）]|"
        r"\bat (?P<bare>\d{1,4}k)\b",
    ),
    (
        "part",
        rf"\bon {_ART}(?:(?!(?:test|val(?:idation)?|dev|full|whole|same)\b)[\w-]+ ){{0,2}}?"
        r"(?:sub-?set|sub-?sample|portion|slice|split|sample)\b(?! of (?:tasks|tests|benchmarks))|"
        r"\b(?:held-?out|clean(?:ed)?|filtered|de-?duplicated|decontaminated)[- ](?:sets?|splits?|sub-?sets?|parts?|"
        r"questions|versions?|half|problems)\b|子集",
    ),
)
# These may be told of one value and hold for both.
_OPEN = (
    (
        "epoch",
        rf"\b(?:epochs?|seed|trial|stage|phase)[\s_-]?[#=:]?\s?(?P<epoch>{_COUNT})(?![\w.]*[bB]\b)|"
        rf"\b(?:at|after|by|until) {_ART}(?P<epochs>{_FEW}) (?:full |training )?(?:epochs?|seeds?|passes)\b|"
        rf"\b(?:at|after) {_ART}(?P<tokens>{_COUNT}) ?[BbTt](?:illion|rillion)?[- ](?:training )?tokens\b|"
        r"第\s?(?P<lun>[\d一二三])\s?(?:轮|个?epoch|阶段)|(?P<epo>\d+)\s?(?:エポック|에폭)",
    ),
    (
        "prompt",
        rf"\b(?:with|without|using|no|w/o|w/|under|by|in) {_ART}(?:[\w-]+ ){{0,2}}?(?:chat[- ]?templates?|templates?|"
        r"system (?:prompts?|messages?)|(?<!shot )(?<!standard )(?<!default )(?<!same )"
        r"prompt(?:s|ing)?|(?:few-shot |in-context )?(?:examples|exemplars|"
        r"demonstrations)|greedy(?: decoding)?|(?:beam|tree) search|sampling|calculator)\b|"
        r"\btemp(?:erature)?\s?(?:of |=|:)?\s?(?P<temperature>\d(?:\.\d+)?)|\b[tT]\s?=\s?(?P<t>\d(?:\.\d+)?)\b|"
        r"对话模板|聊天模板|システムプロンプト|템플릿",
    ),
    (
        "adapter",
        rf"\b(?:with|without|using|plus|after|before) {_ART}(?:[\w-]+ ){{0,2}}?(?:q?lora|dora|adapters?|peft)\b",
    ),
    (
        "method",  # of a model that was trained in steps
        rf"\b(?:after|before|without|w/o) {_ART}(?P<by>(?:SFT|DPO|RLHF|RLVR|GRPO|PPO|ORPO|"
        r"KTO|CPT)\b|(?:pre|mid)-?training\b)(?! (?:data|corpus|tokens))|"
        r"\b(?P<in>SFT|DPO|RLHF|RLVR|GRPO|PPO|ORPO|KTO|CPT)[- ](?:stage|phase|only)\b",
    ),
    (
        "who",
        r"\b(?:reported|measured|published|obtained) (?:by|in|on) (?:others|users|third parties|the community|"
        r"(?:the|their|its) (?:[\w-]+ )?(?:paper|report|leader-?board|authors?))\b|"
        r"\b(?:others?|users?|people|community|third part(?:y|ies)|someone(?: else)?|(?:paper|report|leader-?board|"
        r"authors?|makers?))(?: (?:have|has|also|who tried it))?(?: [a-z]+ly)? (?:measur\w+|report(?:ed|s)?|g[eo]ts?|"
        r"found|finds?|obtain\w*|lists?|listed|gave|gives?|claim(?:s|ed)?|shows?|saw)\b|"
        r"[(（](?:as )?(?:self-)?(?:reported|published|reproduced|official|paper|ours|our \w+|re-?run|leader-?board)"
        r"[)）]",
    ),
    (
        "questions",
        rf"\bon {_ART}(?P<asked>{_COUNT}) (?:[\w-]+ ){{0,2}}?(?:questions|problems|items|examples|samples)\b",
    ),
    (
        "set",  # many cards leave unsaid that it was this one
        r"\b(?:validation|dev(?:elopment)?|val)[- ](?:sets?|splits?|sub-?sets?|questions)\b|"
        r"[(（](?:val(?:idation)?|dev)[)）]|验证集|検証(?:セット|データ)|검증",
    ),
    ("ablation", r"\bablat(?:ion|ed|ing)\w*|消融|アブレーション"),
    (
        "program",
        r"\b(?:on|in|with|under|using|via|through|by) (?:v ?llm|sglang|llama\.cpp|ollama|mlx|exllama\w*|tgi)\b",
    ),
)
_KINDS = tuple((kind, fast_pattern(f"(?i){pattern}"), True) for kind, pattern in _PLAIN) + tuple(
    (kind, fast_pattern(f"(?i){pattern}"), False) for kind, pattern in _OPEN
)
_OF_TRAINING_TOO = ("part", "adapter", "epoch", "method")
_TRAINED = re.compile(r"(?i)\b(?:pre-?)?(?:train|tun)\w*[^,;.]{0,40}$")
_MOST_CHARS = 600
_MOST_IN_LINE = 4000
_END = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])")


def tell_otherwise(first: Sequence[str], second: Sequence[str]) -> tuple[bool, str]:
    """Whether texts beside two values surely tell them apart, and else what only one of the two is told with.

    >>> tell_otherwise(["At step 1000 MMLU is 45."], ["MMLU"]), tell_otherwise(["at step 1"], ["at step 2"])
    ((True, ''), (True, ''))
    >>> tell_otherwise(["With OpenCompass MMLU is 62."], ["MMLU"]), tell_otherwise(["MMLU is 45."], ["MMLU"])
    ((False, 'OpenCompass'), (False, ''))
    """
    mine, theirs = (_by_kind(tuple(texts)) for texts in (first, second))
    said = ""
    for kind in (*mine, *(kind for kind in theirs if kind not in mine)):
        one, other = mine.get(kind), theirs.get(kind)
        if one and other:
            if one[0] != other[0]:
                return True, ""
            continue
        _, words, is_plain = one or other or ("", "", False)
        if is_plain:
            return True, ""
        said = said or words
    return False, said


@lru_cache(maxsize=1024)  # a value is held against each other one of its test
def _by_kind(texts: tuple[str, ...]) -> dict[str, tuple[str, str, bool]]:
    return dict(_found(texts))


def _found(texts: Sequence[str]) -> Iterator[tuple[str, tuple[str, str, bool]]]:
    """Each kind of words that the texts hold: what is compared, the words themselves, whether they say it plainly."""
    text = " \n ".join(text[:_MOST_CHARS] for text in texts)
    for kind, pattern, is_plain in _KINDS:
        match = pattern.search(text)
        if match and not (kind in _OF_TRAINING_TOO and _TRAINED.search(text[: match.start()])):
            numbers = [number for number in match.groups() if number]
            compared = numbers[0] if numbers else re.sub(r"\W+", " ", match[0])
            yield kind, (compared.casefold().strip(" .,"), match[0].strip(" ()（）"), is_plain)
    if match := HARNESS.search(text):
        yield "harness", (re.sub(r"\W+", "", match[0]).casefold(), match[0].strip(), False)


def sentence_with(number: str, texts: Iterable[str]) -> str:
    """The sentence that holds a number, out of the first of the texts that holds it; "" where none does."""
    zeros = "0*" if "." in number else r"(?:\.0+)?"
    pattern = re.compile(rf"(?<![\d.,]){re.escape(number)}{zeros}(?![.,]?\d)")
    holding = (text[:_MOST_IN_LINE] for text in texts if pattern.search(text[:_MOST_IN_LINE]))
    parts = _END.split(next(holding, ""))
    return next((part for part in parts if pattern.search(part)), "")
