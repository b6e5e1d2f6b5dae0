"""Lines that are nothing but the settings of a test: "Greedy decoding, float16.", "Precision: bf16".

Without a verb they say of nothing that it was run so; right beside results they can only be about these.

>>> lists_precision("Greedy decoding, float16."), lists_precision("AdamW, bf16, 3 epochs.")
(True, False)
"""

import re

_PRECISION = re.compile(
    r"(?i)\W*(?:(?:all|everything|all runs|all tests|all scores|all results|runs|results|scores)\W{1,3}"
    r"(?:(?:is|are|was|were) )?)?(?:in |at |with |using |from )?(?:(?P<label>(?:(?:eval\w*|test\w*|inference|"
    r"weights?) )?"
    r"(?:precision|dtype|data type))\W{1,3}(?:auto\W{1,3})?)?(?:torch\.)?(?:bf16|fp16|bfloat16|float16|fp32|float32|"
    r"fp8|int8|int4|nf4|"
    r"(?:half|full|single)[- ]precision|(?:4|8|16|32)[- ]?bits?)(?: (?:precision|inference|weights))?\W*"
)
_SETTING = re.compile(
    r"(?i)\W*(?:(?:with |using |at )?(?:greedy(?: (?:decoding|search|sampling|generation))?|(?:no |nucleus )?sampling|"
    r"beam search|(?:temperature|temp|t|top[-_ ]?[pk]|seed|batch(?:[-_ ]size)?|max(?:imum)?[-_ ](?:new[-_ ])?tokens|"
    r"num_?beams|repetition[-_ ]penalty)\W{0,3}(?:of )?\d[\d.,]{0,6}k?|(?:\d{1,2}|zero|one|two|three|five|"
    r"few)[- ]shots?|"
    r"(?:vllm|sglang|transformers|hf|lm[-_ ]?eval\w*|llama\.cpp)[\w .-]{0,16}|(?:single|one|\d{1,2}) (?:runs?|seeds?|"
    r"samples?)|(?:no|default|empty) system prompt|(?:with |no )?chat template))\W*"
)
_TITLE = re.compile(
    r"(?i)^\W*(?:(?:all|eval\w*|test|decoding|inference|generation|benchmark) )?(?:settings?|setup|config\w*|"
    r"conditions|"
    r"parameters|details)\W{1,3}"
)
_OF_ALL = re.compile(
    r"(?i) (?:for|in|on|across) (?:all|every|each|these|the) (?:\w+ )?(?:tests?|benchmarks?|evals?|"
    r"evaluations?|results?|scores|tasks?|runs?)\W*$"
)
_NEXT = re.compile(r"[,;·|]\s|\s[+&/]\s|\sand\s")


def lists_precision(text: str) -> bool:
    """True where the precision is one of several settings, or told with its label or of everything."""
    if len(text) > 160:
        return False
    parts = [part for part in _NEXT.split(_OF_ALL.sub("", _TITLE.sub("", text))) if part.strip()]
    told = [match for part in parts if (match := _PRECISION.fullmatch(part))]
    if not told or not all(_PRECISION.fullmatch(part) or _SETTING.fullmatch(part) for part in parts):
        return False
    return len(told) < len(parts) or any(match["label"] or "all" in match[0].casefold()[:8] for match in told)
