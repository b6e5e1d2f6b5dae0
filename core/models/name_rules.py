"""What the parts of model names mean: one table, read by the parser of names.

Each rule is a pattern for one part of a name, what kind of part it is, and what
it means in words. A part stands between separators; the dot counts as one
unless it is a decimal point. Order matters where patterns overlap: what is
taken by an earlier rule is gone for the later ones.

Families and publishers are data (data/model_names.json).
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from core.catalogue.data_files import load_json, reading


class PartKind(StrEnum):
    PUBLISHER = "publisher"
    REPO = "repo"
    FAMILY = "family"
    GENERATION = "generation"
    SIZE = "size"
    ACTIVE = "active size"
    EXPERTS = "experts"
    ROLE = "role"
    DISTILLED = "distilled"
    MERGE = "merge"
    UNCENSORED = "uncensored"
    TRAINING = "training"
    QUANTIZATION = "quantization"
    IMATRIX = "imatrix"
    QAT = "qat"
    MADE_FROM = "made from"
    CONTEXT = "context"
    VERSION = "version"
    DATE = "date"
    VARIANT = "variant"
    FORMAT = "format"
    SPLIT = "split"
    UNKNOWN = "unknown"


class Role(StrEnum):
    """What a model is made for, as its name tells."""

    INSTRUCT = "instruct"
    BASE = "base"
    THINKING = "thinking"
    NON_THINKING = "non-thinking"
    CODER = "coder"
    MATH = "math"
    VISION = "vision"
    AUDIO = "audio"
    EMBEDDING = "embedding"
    RERANKER = "reranker"
    REWARD = "reward"
    GUARD = "guard"
    TOOLS = "tools"


@dataclass(frozen=True)
class WordRule:
    """A word of a name; `value` is what it is filed under."""

    kind: PartKind
    value: str
    pattern: re.Pattern[str]
    meaning: str


@dataclass(frozen=True)
class Family:
    family: str
    publisher: str
    pattern: re.Pattern[str]
    roles: tuple[Role, ...]
    fine_tune: bool  # trained by others on top of a family
    merge: bool = False  # put together from other models' weights
    layouts: re.Pattern[str] | None = None  # words that mean another thing elsewhere: Baidu's PT is PyTorch


def bounded(pattern: str) -> re.Pattern[str]:
    """`pattern` as a whole part of a name, in any case."""
    return re.compile(rf"(?<![A-Za-z0-9])(?:{pattern})(?![A-Za-z0-9])", re.IGNORECASE)


GGUF_LABEL = bounded(
    r"(?:(?:UD|i1)[-_.])?(?:"
    r"I?Q[1-8]_K_(?:XXS|XS|S|M|L|XL|P)|I?Q[1-8]-K-(?:S|M|L)|IQ4_NL_[48]_[48]"
    r"|IQ[1-8]_(?:XXS|XS|S|M|L|XL|NL|KSS|KS|KT|KL)"
    r"|Q[1-8]_[01](?:_[48]_[48])?|TQ[12]_0|(?:I?Q[1-8]_K|Q[2-8])(?!_[A-Za-z0-9])"
    r"|MXFP4(?:_MOE|-MOE)?|NVFP4|BF16|FP?16|FP?32)(?:_R[48])?"
)
# What looks like a label of llama.cpp but is none that is known: kept as it stands.
STRANGE_LABEL = bounded(
    r"(?:(?:UD|i1)[-_.])?(?:[IT]?Q\d{1,2}(?:_[A-Z0-9]{1,4}){1,4}|(?:MX|NV|B)?FP\d{1,2}(?:_[A-Z0-9]{1,4})*)"
)
OTHER_LABEL = bounded(
    r"1\.58[-_]?bits?|i2_s|tl[12]|spinquant|gptq(?:[-_]int[2348])?|awq(?:[-_]int4)?|(?:bnb[-_])?[2348]bits?|exl[23]|nf4|fp8(?:[-_]dynamic)?|w\d{1,2}a\d{1,2}|int[48]"
)
OTHER_LABEL_MEANINGS = {
    "gptq": "weights rounded by GPTQ: not a GGUF, llama.cpp does not load it",
    "awq": "weights rounded with regard to activations (AWQ): not a GGUF, llama.cpp does not load it",
    "exl": "weights for ExLlama: not a GGUF, llama.cpp does not load it",
    "fp8": "8-bit floating point, for servers with recent GPUs",
    "1.58": "ternary weights: three values, 1.58 bits each",
    "i2_s": "ternary weights for bitnet.cpp: llama.cpp does not load it",
    "tl": "ternary weights for bitnet.cpp: llama.cpp does not load it",
    "spinquant": "rounded after rotating the weights, for phones: not a GGUF, llama.cpp does not load it",
    "nf4": "4-bit NormalFloat of bitsandbytes",
    "bnb": "rounded when loading by bitsandbytes",
}

_WORDS: tuple[tuple[PartKind, str, str, str], ...] = (
    (PartKind.FORMAT, "gguf", "gguf|ggml|bin", "the file format of llama.cpp"),
    (PartKind.FORMAT, "ggml", "ggmlv\\d|ggjt", "an older file format: llama.cpp no longer loads it"),
    (PartKind.FORMAT, "mlx", "mlx", "the file format of Apple's MLX: llama.cpp does not load it"),
    (PartKind.FORMAT, "hf", "hf", "weights in the layout of the transformers library"),
    (PartKind.FORMAT, "mmproj", "mmproj", "the eyes or ears of a model, not a model by itself"),
    (PartKind.IMATRIX, "imatrix", "imatrix|imat|i1", "made with an importance matrix, which helps most at few bits"),
    (PartKind.QAT, "qat", "qat", "trained for its quantization: it loses less than its label suggests"),
    (PartKind.ROLE, Role.NON_THINKING, "no[nt]?[-_ ]?think(?:ing)?", "answers at once, without thinking first"),
    (
        PartKind.ROLE,
        Role.THINKING,
        "think(?:ing|er)?|reason(?:ing|er)?|cot|o1",
        "writes out its thinking before the answer",
    ),
    (PartKind.ROLE, Role.INSTRUCT, "instruct(?:ion)?|inst|it|chat|assistant", "trained to follow instructions"),
    (
        PartKind.ROLE,
        Role.BASE,
        "base|pt|pretrain(?:ed)?|foundation",
        "continues text; not trained to follow instructions",
    ),
    (PartKind.ROLE, Role.CODER, "coder|code|coding|codeinstruct|python", "trained for programming"),
    (PartKind.ROLE, Role.MATH, "maths?|prover", "trained for mathematics"),
    (PartKind.ROLE, Role.VISION, "vl|vision|omni|multimodal|4v|image", "reads images too"),
    (PartKind.ROLE, Role.AUDIO, "audio|asr|tts|speech", "hears or speaks"),
    (PartKind.ROLE, Role.EMBEDDING, "embed(?:ding)?s?(?:[-_]text)?", "turns text into vectors; it writes nothing"),
    (PartKind.ROLE, Role.RERANKER, "rerank(?:er)?", "orders search results; it writes nothing"),
    (PartKind.ROLE, Role.REWARD, "reward|rm|prm", "scores answers; it writes nothing"),
    (PartKind.ROLE, Role.GUARD, "guard(?:ian)?|shield", "judges whether a text is safe"),
    (PartKind.ROLE, Role.TOOLS, "fc|function|tools?(?:[-_]?use)?|agent", "trained to call functions"),
    (
        PartKind.MERGE,
        "merge",
        "merged?|slerp|ties|dare|frankenmerge|moerge|passthrough|model[-_]?stock",
        "merged from other models' weights, without training",
    ),
    (PartKind.EXPERTS, "moe", "moe", "a mixture of experts: each token uses some of them"),
    (
        PartKind.UNCENSORED,
        "abliterated",
        "abliterat(?:ed|ion)|lorablated|heretic|derestricted",
        "refusals were cut out of the weights; other abilities may have suffered",
    ),
    (PartKind.UNCENSORED, "uncensored", "uncensored|unfiltered", "trained not to refuse"),
    (PartKind.TRAINING, "dpo", "[a-z]?dpo", "tuned on preferred answers (DPO)"),
    (
        PartKind.TRAINING,
        "preference",
        "orpo|[sc]impo|kto|sppo|rlhf|ppo|grpo|rl|rlvr|spin",
        "tuned on preferences or rewards",
    ),
    (PartKind.TRAINING, "sft", "sft", "tuned on example answers"),
    (PartKind.TRAINING, "lora", "q?lora", "tuned with small added matrices (LoRA)"),
    (PartKind.TRAINING, "b1.58", r"b1\.58", "trained with ternary weights: three values, 1.58 bits each"),
    (PartKind.TRAINING, "laser", "laser(?:ed|rmt)?", "some layers cut to fewer dimensions, without training (LASER)"),
    (PartKind.TRAINING, "zero", "zero", "trained by reward alone"),
    (PartKind.VARIANT, "translation", "mt|translat(?:e|or|ion)", "made for translation"),
    (PartKind.VARIANT, "japanese", "jpn?|japanese", "tuned for Japanese"),
    (PartKind.VARIANT, "korean", "kor|korean", "tuned for Korean"),
    (PartKind.VARIANT, "chinese", "zh|chinese", "tuned for Chinese"),
    (PartKind.VARIANT, "german", "german", "tuned for German"),
    (PartKind.VARIANT, "french", "french", "tuned for French"),
    (PartKind.VARIANT, "multilingual", "multilingual", "trained in many languages"),
    (PartKind.VARIANT, "preview", "preview|exp|experimental", "released as a preview"),
    (PartKind.VARIANT, "alpha", "alpha", "an early release"),
    (PartKind.VARIANT, "beta", "beta", "an early release"),
    (PartKind.VARIANT, "latest", "latest", "whatever was newest that day: no fixed model"),
)
_SIZE_WORDS = (
    "mini",
    "small",
    "medium",
    "large",
    "nano",
    "micro",
    "tiny",
    "lite",
    "light",
    "flash",
    "air",
    "pro",
    "plus",
    "max",
    "super",
    "ultra",
    "scout",
    "maverick",
    "turbo",
    "next",
    "high",
    "low",
    "fast",
    "h",
    "r",
    "opus",
    "sonnet",
    "haiku",
    "speciale",
    "terminus",
    "lightning",
    "deep",
    "xl",
)


@cache
def word_rules() -> tuple[WordRule, ...]:
    named = tuple(WordRule(kind, str(value), bounded(pattern), meaning) for kind, value, pattern, meaning in _WORDS)
    sizes = tuple(
        WordRule(PartKind.VARIANT, word, bounded(word), "the publisher's name for this member of the family")
        for word in _SIZE_WORDS
    )
    return named + sizes


@cache
def families() -> tuple[Family, ...]:
    with reading("model_names.json"):  # a pattern or a role that does not hold is a damaged file too
        return tuple(_family(entry) for entry in _load()["families"])


def _family(entry: dict[str, Any]) -> Family:
    return Family(
        family=entry["family"],
        publisher=entry["publisher"],
        pattern=re.compile(rf"(?<![A-Za-z0-9])(?:{entry['pattern']})(?![a-z])", re.IGNORECASE),
        roles=tuple(Role(role) for role in entry.get("roles", ())),
        fine_tune=entry.get("fine_tune", False),
        merge=entry.get("merge", False),
        layouts=bounded(entry["layouts"]) if "layouts" in entry else None,
    )


@cache
def merges() -> frozenset[str]:
    """Families known to be merges, which their names do not say."""
    return frozenset(family.family for family in families() if family.merge)


@cache
def role_meanings() -> dict[Role, str]:
    """What each role means in words."""
    return {Role(value): meaning for kind, value, _, meaning in _WORDS if kind is PartKind.ROLE}


@cache
def known_publishers() -> dict[str, str]:
    """Account names in lower case, and who stands behind them."""
    return dict(_load()["publishers"])


@cache
def repackagers() -> frozenset[str]:
    """Accounts, in lower case, known for quantizing other people's models."""
    return frozenset(name.lower() for name in _load()["repackagers"])


@cache
def _load() -> dict[str, Any]:
    with reading("model_names.json") as path:
        data = load_json(path)
        return {key: data[key] for key in ("families", "publishers", "repackagers")}
