"""What a sentence about the card's own model says it was made from: "Its base model is Wren-7B", "A LoRA for Wren-7B".

The words before and after a name are common ones, so that they count only where they reach back to the beginning of
the sentence, and where that is the model itself or no subject at all.

>>> base_of_itself("Its base model is Wren-7B.", bool), base_of_itself("A Wren-7B fine-tune.", bool)
('Wren-7B', 'Wren-7B')
"""

import re
from collections.abc import Callable
from itertools import islice

_NAME = re.compile(
    r"(?<![\w./-])(?!(?:An?|The|With|Using|Its?|This|Our|We|Base|Backbone|Q?LoRA|Model|Parent|Foundation|Starting)\b)"
    r"(?:[A-Za-z][\w.-]{0,60}/)?(?:[A-Z]|[a-z]{1,20}-(?=[\w.+-]{0,60}\d)|[a-z]{1,20}(?=\d))[\w.+-]{0,60}"
    r"(?: (?:v?\d[\w.-]{0,20}|(?!Q?LoRA\b|DPO\b|SFT\b|LLM\b|I\b)[A-Z][\w.+-]{0,30}|(?:chat|instruct|base)\b)){0,4}"
    r"(?<=[\w+])",
    re.ASCII,
)
_HINTS = (
    "base", "foundation", "backbone", "parent", "starting", "builds", "built", "build", "extend", "adapt", "start",
    "lora", "tun", "trained", "continu", "derivative", "descendant", "offshoot", "fork", "version of",
    "variant of", "edition of", "merge", "enhanced", "improved", "modified", "custom", "uncensored", "abliterated",
)  # fmt: skip
_ITSELF = (
    r"(?:(?i:this(?: (?:[\w-]+ ){0,2}(?:model|adapter|lora|release|version|checkpoint|repo\w*|merge|work|variant))?|it|"
    r"the (?:final |resulting )?(?:model|adapter|result)|our model|we)\b|"
    r"(?P<subject>[\w.+/-]{2,80}(?: [\w.+-]{1,30}){0,3}?)[*_`\"”]{0,3})"
)
_IS = r"(?:['’]s| is| was)(?: (?:simply|just|basically|essentially|currently|also))?"
_A = r"(?: (?:an?|the|our|original|base|pre-?trained|open|dense|powerful|popular|existing|recent|models?|llm|LLM)){0,4}"
_BEFORE_NAME = r" [*_`\[\"“]{0,3}$"
_TUNED = (
    r"(?:(?:full|lora|qlora|further|additionally|continually)[ -])?(?:(?:fine-?|instruction[ -]|dpo[ -]|sft[ -])?tuned|"
    r"(?:pre-?|dpo[ -]|sft[ -])?trained|adapted)"
)
_BEGINS = r"^\W{0,4}"
# Behind a name: "Wren-7B outputs", "the Wren-7B paper" and "Wren-7B-style" are no weights.
_GOES_ON = (
    r"(?:[*_`\])\"”]{0,3}(?:\W*$|[.,;:]? ?[(\[]|[.,;:](?:\s|$)|,? (?:and (?:it|then|was|is|has|further|uses?|supports?|"
    r"trained|tuned|fine-?tun\w+|released)|with|using|for|by|to|on|via|in|that|which|as|because|but|at|through|"
    r"models?|base|checkpoint|weights|llm|LLM)\b))"
)
_IS_BASE = (
    r"(?:(?:(?: (?:is|was|were))?(?: used| chosen| taken| selected)| serves?| acts?)? as (?:its|the|our|an?)|"
    r" (?:is|was) (?:its|the|our)) "
    r"(?:base|backbone|foundation|starting point|initiali[sz]ation)(?: (?:models?|checkpoint|llm|LLM))?"
    r"(?=\W*$|[.,;:(]| (?:and|of (?:this|our|the)|in|with|on|we|for (?:this|our|the|further|fine-?tuning))\b)"
)
_WAYS = tuple(
    (re.compile(_BEGINS + before + _BEFORE_NAME), re.compile(after))
    for before, after in (
        # "Kestrel is a continuation of", "It is a LoRA adapter for"
        (
            rf"(?:{_ITSELF}{_IS} )?(?:(?i:an?|the)(?: (?!\d)[\w-]+){{0,3}}? )?(?i:(?:continuation|derivative|"
            rf"descendant|offshoot|fork|spin-?off|version|variant|edition) of|"
            rf"(?:q?lo|do)ras?(?: adapters?| weights?)? (?:for|of)|adapters? (?:for|of)){_A}",
            _GOES_ON,
        ),
        # "Its base model is", "The backbone used for this release is"
        (
            r"(?i:its|the|our) (?i:base|foundation|backbone|parent|underlying|starting)(?i: (?:language )?(?:model|llm|"
            r"checkpoint|point))?(?i: (?:used|chosen|of|for|behind|in|here)(?: [\w-]+){0,5}?)? (?i:is|was)" + _A,
            _GOES_ON,
        ),
        # "It builds upon", "Kestrel extends", "We start from"
        (
            rf"{_ITSELF} (?:(?:directly|further) )?(?:builds? (?:up)?on(?: top of)?|extends?|adapts?|start(?:s|ed)? "
            rf"(?:out )?(?:from|with)|continues? (?:pre-?)?training(?: of| from)?){_A}",
            _GOES_ON,
        ),
        # "Kestrel is a language model fine-tuned on Wren-7B"
        (
            rf"{_ITSELF}{_IS} (?:(?i:an?|the)(?: [\w-]+){{0,4}}? (?:models?|llms?|LLMs?),? )?(?:that (?:is|was) )?"
            rf"(?i:{_TUNED}) (?:on|over|on top of){_A}",
            r"(?<=\d[bB])" + _GOES_ON,
        ),
        # "The result is an enhanced Wren 13b"
        (
            rf"{_ITSELF}{_IS} (?i:an?) (?i:enhanced|improved|modified|customi[sz]ed|uncensored|abliterated|"
            r"fine-?tuned)",
            r"(?: base| chat)? (?:models?|checkpoint|LLM)\b",
        ),
        # "It uses Wren-7B as its base"
        (rf"{_ITSELF} (?:use[sd]?|takes?|took|ha[sd]|adopt(?:s|ed)?){_A}", _IS_BASE),
        # "Wren-7B was used as the base model", "With Wren-7B as the backbone"
        (r"(?:(?i:with|using)(?: the)?|(?i:the))", _IS_BASE),
        # "It is a Wren-7B fine-tune", "A Wren-7B model fine-tuned on recipes"
        (
            rf"(?:{_ITSELF}{_IS} )?(?i:an?|the)",
            rf"(?:[- ]based)?(?:(?: models?)?,? (?i:{_TUNED}) (?:on|with|using|for|over)\b|[- ](?i:(?:full |q?lora )?"
            r"(?:fine-?tune|(?:q?lo|do)ra|adapter)s?)\b(?![\w-]| (?:data|script|code|guide|tutorial|recipe|run)))",
        ),
    )
)
_IS_BASE_FIRST = re.compile(_IS_BASE)
# "Backbone: Wren-7B", "Parent model: Wren-7B"
_LABEL = re.compile(
    r"^\W{0,4}(?i:backbone|foundation|parent|starting|underlying|source)(?i: (?:model|checkpoint|llm|point))?"
    r"\W{0,3}[:：]\W{0,5}$"
)
# "The base model of the judge is Wren-7B", "A Wren-7B tuned on other data is weaker"
_OF_ELSE = re.compile(
    r"(?i)\b(?:judges?|teachers?|rewards?|drafts?|tokeni[sz]ers?|data\w*|encoders?|guards?|baselines?|demos?|classifiers?|"
    r"comparisons?|ablations?|experiments?|"
    r"not|never|other|rivals?)\b"
)
_SPEAKS_ON = re.compile(r" (?:is|are|was|were|has|have|can|could|may|will|would|does|did|performs?|scores?|gets?)\b")
_DERIVED = re.compile(r"-(?:derivative|derived|based)$")
_MOST_NAMES = 8
_MOST_CHARS = 300


def base_of_itself(text: str, is_own: Callable[[str], bool]) -> str | None:
    """The name that the sentence gives, as it is written; `is_own` tells the names of the card's own model."""
    text = text[:_MOST_CHARS]
    folded = text.casefold()
    if not any(hint in folded for hint in _HINTS):
        return None
    names = (match for match in _NAME.finditer(text) if any(sign.isdigit() for sign in match[0]))
    for match in islice(names, _MOST_NAMES):
        before = text[: match.start()]
        if _OF_ELSE.search(before):
            return None
        if match[0].endswith(("-style", "-like", "-class", "-level", "-size", "-sized")):
            continue
        if _LABEL.match(before) or (not before.strip("*_`[ ") and _IS_BASE_FIRST.match(text, match.end())):
            return match[0]
        for lead, follows in _WAYS:
            told = lead.match(before) if (behind := follows.match(text, match.end())) else None
            if told is None or behind is None:
                continue
            if before.strip("*_`[ ").casefold() in ("a", "an") and _SPEAKS_ON.search(text, behind.end()):
                return None
            if "subject" not in lead.groupindex or told["subject"] is None or is_own(told["subject"]):
                return _DERIVED.sub("", match[0])
    return None
