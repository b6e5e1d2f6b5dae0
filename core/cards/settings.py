"""How a score was taken, as far as its name, its column or its heading says so.

Words end where Hangul, Chinese or Japanese begins (re.ASCII): particles follow without a space, as in "BF16에서".
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from core.cards.modes_abroad import thinking_abroad, without_modes_abroad

_SHOTS = re.compile(
    r"\b(\d{1,3})\s*(?:[-–]\s*\d{1,3}\s*)?[-\s_]?\s*(?:shots?\b|s\)|样本|樣本|샷|ショット)", re.IGNORECASE | re.ASCII
)
# "8-shot / 5-shot", "25 vs 5-shot": one number for the own model, another for its rival.
_SHOT_PAIR = re.compile(
    r"\b(\d{1,2})(?:[-\s]?shots?)?\s*(?:/|\bvs\b\.?|\bversus\b)\s*(\d{1,2})[-\s]?shots?\b", re.IGNORECASE | re.ASCII
)
_SPELLED = re.compile(r"\b(one|two|three|four|five|six|eight|ten|twenty)[-\s]shots?\b", re.IGNORECASE | re.ASCII)
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10, "twenty": 20}
_ZERO = re.compile(r"\bzero[-\s_]?shot\b|零样本|零樣本|제로\s?샷", re.IGNORECASE | re.ASCII)
_METRIC = re.compile(
    r"\b(p(?:ass)?\s?[@^]\s?\d+|normali[sz]ed[\s-]acc(?:uracy)?|acc(?:uracy)?[,\s]{1,2}\(?normali[sz]ed|acc(?:uracy)?(?:[_\s]norm)?|exact[\s_-]?match|em|f1|chr\s?f(?:\+\+)?|bleu|"
    r"rouge-?l?|comet|meteor|bert[\s_-]?score|mc[12]|win[\s_-]?rate|"
    r"lc[\s_-]?win[\s_-]?rate|percentile|rating|elo|macro[\s_]?(?:avg|f1)|npm|resolved|"
    r"strict(?:[-\s_]match)?|flexible[-\s_]extract|"
    r"prompt[-\s_]strict|inst(?:ruction)?[-\s_](?:level[-\s_])?(?:strict|loose)|"
    r"prompt[-\s_](?:level[-\s_])?(?:strict|loose)|score|ast|execution|ndcg|recall|precision)\b",
    re.IGNORECASE | re.ASCII,
)
_MODES = (
    (
        re.compile(
            r"\bmaj(?:ority)?\s?[@_]?\s?(\d+)\b|\b(?:cons(?:ensus)?|sc)\s?@\s?(\d+)\b", re.IGNORECASE | re.ASCII
        ),
        "maj@{}",
    ),
    (
        re.compile(
            r"\b(?:avg|mean)\s?@\s?(\d+)\b(?! (?:\w+ )?(?:tasks|tests|benchmarks|datasets|sets)\b)",
            re.IGNORECASE | re.ASCII,
        ),
        "avg@{}",
    ),
    (re.compile(r"\bbest[\s-]of[\s-](\d+)\b|\bbo(\d+)\b", re.IGNORECASE | re.ASCII), "best of {}"),
    (
        re.compile(
            r"\bnon[-\s]?(?:think(?:ing)?|reasoning)\b|(?:\b|\benable_)(?:thinking|reasoning)[-\s]?(?:mode)?[-\s]?[:=(]?\s?(?:off|"
            r"disabled|false)\b|\bno[-\s_]?think(?:ing)?|(?:\bwithout|\bno|\bw/o) (?:extended )?(?:thinking|"
            r"reasoning)\b|非思考|비추론",
            re.IGNORECASE | re.ASCII,
        ),
        "non-thinking",
    ),
    (
        re.compile(
            r"(?<!non)(?<!non[-\s])\b(?:thinking|with reasoning|reasoning mode|think)\b|\(reasoning\b|思考模式|"
            r"深度思考|추론 모드|\benable_thinking\s?[:=]\s?true\b|\b(?:high|medium|low) effort\b",
            re.IGNORECASE | re.ASCII,
        ),
        "thinking",
    ),
    (re.compile(r"\bpot\b|\bprogram[\s-]of[\s-]thoughts?\b", re.IGNORECASE | re.ASCII), "PoT"),
    (
        re.compile(
            r"(?<!\bno[ -])(?<!w/o )(?<!without )(?<!\bnon-)\bcot\b|chain[\s-]of[\s-]thought", re.IGNORECASE | re.ASCII
        ),
        "CoT",
    ),
    (
        re.compile(
            r"(?:\b(?:w/|with|using)|(?<![\w+])\+)\s?(?:tools?|python|code interpreter|search|tir)\b|"
            r"\btool[-\s]integrated\b|\btir\b",
            re.IGNORECASE | re.ASCII,
        ),
        "tools",
    ),
)
PRECISION = re.compile(
    r"\b(bf16|bfloat16|fp16|float16|fp32|float32|fp8|fp6|fp4|int8|int4|nf4|mxfp[468]|nvfp4|w8a16|w4a8|w4a4|awq|"
    r"gptq|w4a16|w8a8|load_in_[48]bit|(?:16|8|6|5|4|3|2|1)[-\s]?bits?|\d\.\d{1,2}[-\s]?bpw|hqq\+?|exl2|aqlm|"
    r"q\dk?[sml](?![a-z])|(?:ud-)?i?q\d(?:_(?:k|0|1|nl|xxs|xs))?(?:_(?:xs|s|m|l|xl|xxs))?|full[-\s]precision|"
    r"half[-\s]precision)(?!\w)",
    re.IGNORECASE | re.ASCII,
)


# "T=0.7" as all that a label says: the same model, sampled otherwise. "T5" and "T0" are models.
_SAMPLED = re.compile(
    r"\W*(?:(?:(?:t|temp\.?|temperature)\s?[=:]\s?|temp(?:erature)?\s)(?P<heat>\d(?:\.\d{1,2})?)|"
    r"(?P<way>greedy)(?:[- ](?:decoding|search))?|(?P<run>(?:run|seed|trial)[ _#-]{1,2}\d{1,2}))"
    r"(?:\s?\([^()]{0,30}\))?\W*",
    re.IGNORECASE,
)


def _sampled(text: str) -> str | None:
    """The mode of a label that tells nothing else: "T=0.7", "greedy", "run 1"."""
    found = _SAMPLED.fullmatch(text) if len(text) <= 60 and text.lstrip("*_( ")[:1] in "TtGgRrSs" else None
    if found is None:
        return None
    return f"T={found['heat']}" if found["heat"] else (found["run"] or "greedy").casefold()


@dataclass(frozen=True)
class Settings:
    shots: int | None = None
    metric: str | None = None
    mode: str | None = None
    precision: str | None = None
    shot_pair: tuple[int, int] | None = field(default=None, repr=False)  # two numbers, and not said whose

    def filled(self, other: "Settings") -> "Settings":
        """This, with what it leaves open taken from `other`."""
        return Settings(
            self.shots if self.shots is not None else other.shots,
            self.metric or other.metric,
            self.mode or other.mode,
            self.precision or other.precision,
            self.shot_pair or other.shot_pair,
        )


@lru_cache(maxsize=8192)
def parse_settings(text: str) -> Settings:
    """Shots, metric, mode and precision named in a text.

    >>> parse_settings("GSM8K (8-shot, CoT, maj@8)")
    Settings(shots=8, metric=None, mode='maj@8, CoT', precision=None)
    """
    pair = find_shot_pair(text)
    shots = None if pair else _shots(text)
    modes = []
    for pattern, label in _MODES:
        if match := pattern.search(text):
            count = next((group for group in match.groups() if group), "") if match.groups() else ""
            modes.append(label.format(count))
    if (abroad := thinking_abroad(text)) and abroad not in modes:
        modes.append(abroad)
    if sampled := _sampled(text):
        modes.append(sampled)
    if "non-thinking" in modes and "thinking" in modes:
        modes.remove("thinking")
    metric = _METRIC.search(text)
    return Settings(
        shots,
        _spelled(metric[1].lower()) if metric else None,
        ", ".join(modes) or None,
        find_precision(text),
        pair,
    )


def _spelled(metric: str) -> str:
    return "acc_norm" if "normali" in metric else metric


@lru_cache(maxsize=8192)
def find_shot_pair(text: str) -> tuple[int, int] | None:
    """Two different numbers of shots set apart by a slash or "vs".

    >>> find_shot_pair("GSM8K (8-shot / 5-shot)"), find_shot_pair("GSM8K (5-shot)")
    ((8, 5), None)
    """
    match = _SHOT_PAIR.search(text)
    return (int(match[1]), int(match[2])) if match and int(match[1]) != int(match[2]) else None


def _shots(text: str) -> int | None:
    if digits := _SHOTS.search(text):
        return int(digits[1])
    if spelled := _SPELLED.search(text):
        return _NUMBERS[spelled[1].lower()]
    return 0 if _ZERO.search(text) else None


@lru_cache(maxsize=8192)
def find_precision(text: str) -> str | None:
    match = PRECISION.search(text)
    return match[1] if match else None


_SIXTEEN = frozenset(("bf16", "bfloat16", "fp16", "float16", "fp32", "float32"))


def bits_of(precision: str) -> int | None:
    """How many bits a weight takes in a precision; 16 stands for every one that is not quantized.

    >>> bits_of("NVFP4"), bits_of("w4a16"), bits_of("AWQ"), bits_of("Q8_0"), bits_of("BF16"), bits_of("full precision")
    (4, 4, 4, 8, 16, 16)
    """
    folded = precision.casefold()
    if folded in _SIXTEEN or "precision" in folded:
        return 16
    if folded in ("awq", "gptq"):
        return 4  # what both are nearly always made in
    digits = re.search(r"\d+", folded)
    return int(digits[0]) if digits else None


@lru_cache(maxsize=8192)
def is_setting(text: str) -> bool:
    """True where the text holds nothing but settings, such as a second header row of "5-shot"."""
    if _sampled(text):
        return True
    rest = _SHOTS.sub(" ", _METRIC.sub(" ", _ZERO.sub(" ", _SPELLED.sub(" ", text))))
    for pattern, _ in _MODES:
        rest = pattern.sub(" ", rest)
    rest = without_modes_abroad(rest)
    rest = re.sub(
        r"(?i)\b(?:shots?|few|avg|average|mode|acc|val|test|english|overall|macro|mean|direct|"
        r"normali[sz]ed)\b|(?:\bwithout|\bno|\bw/o)[ -](?:tools?|cot)\b|v\.?s\.?|得分|分数|准确率|점수|정확도",
        " ",
        rest,
    )
    return bool(text.strip()) and rest != text and not re.search(r"[^\W\d_]{2,}|\d", rest)
