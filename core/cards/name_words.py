"""A model's name cut into words: family, version, size, stage of training, length of context."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from core.cards.measured_by import names_program
from core.cards.model_words import FAMILY_STEMS, FORMAT_WORDS, STAGE_WORDS

_SIZE = re.compile(r"^\d+(?:\.\d+)?[bmt]$")
_TOKEN = re.compile(r"\d+(?:\.\d+)*x?\d*[bmt](?![a-z0-9])|\d+x\d+[bmt]?|v?\d+(?:\.\d+)*|[^\W\d_]+")

_GREEK = {"α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ω": "omega", "τ": "tau"}
_PRECISION = re.compile(
    r"(?<![a-z0-9])(?:bf16|bfloat16|(?:nv|mx)?fp\d{1,2}|f16|f32|int[48]|nf4|w\d{1,2}a\d{1,2}|\d{1,2}[ -]?bits?|"
    r"hqq\+?|bnb|bitsandbytes|eetq|aqlm|exl[23]|auto-?round|\d(?:[._]\d{1,2})?bpw|\d{2,3}g|gs?\d{2,3})(?![a-z0-9])"
)
_QUANT = re.compile(r"\b(?:ud-)?i?q\d(?:[_-](?:k|0|1|nl|xxs|xs|s|m|l|xl))*\b|\btq\d_\d\b", re.IGNORECASE)

_STEM = re.compile(
    r"(?<![a-z])(?:" + "|".join(map(re.escape, sorted(FAMILY_STEMS, key=len, reverse=True))) + r")(?![a-z])"
)
_SIZED = re.compile(r"(?<![\w.])(?:\d+(?:\.\d+)?\s?[bB]|\d{2,4}M)(?![a-zA-Z])(?! (?:tokens|samples|rows|examples))")


@dataclass(frozen=True)
class Words:
    """A model name cut into words."""

    key: str
    words: frozenset[str]  # family, version, size and variants
    stage: frozenset[str]
    sizes: frozenset[str]
    context: frozenset[str]  # lengths of context such as 200k
    first: str


@lru_cache(maxsize=4096)
def words_of(name: str) -> Words:
    text = unicodedata.normalize("NFKD", name).casefold()
    text = "".join(_GREEK.get(sign, sign) for sign in text if not unicodedata.combining(sign))
    # "lab/7B-chat" is called by its owner's name, "lab/Lumen-7B" by its own.
    if owned := re.fullmatch(r"[\w.-]+/((?!\d+(?:\.\d+)?[bm]\b)[\w.-]+(?: \d+(?:\.\d+)?[bm])?)", text.strip()):
        text = owned[1]
    # "stable-1_6b" is 1.6b, "lumen3_8b" and "lumen_3_70b" are a third version.
    text = re.sub(r"(?<![a-z\d.])(\d{1,2})_(\d|(?<=0_)\d\d)b(?![a-z0-9])", r"\1.\2b", text)
    text = re.sub(r"\.(?:gguf|md|safetensors|txt)\b", " ", text)
    key = re.sub(r"[\W_]+", "", text)
    text = re.sub(r"(\d)\s+([bm])(?![a-z])", r"\1\2", _QUANT.sub(" ", text)).replace("_", "-")
    text = _PRECISION.sub(" ", text)
    text = re.sub(r"(?<![\d.])0(\d[bm])(?![a-z])", r"0.\1", text)  # an id has no room for the point: 05B is 0.5B
    text = re.sub(r"(?<![\d.])(\d)-(\d)(?![\d.bmx])", r"\1.\2", text)  # "llama3-3" is Llama 3.3
    context = frozenset(re.findall(r"(?<![\w.])\d{1,4}k(?!\w)", text))
    text = re.sub(r"(?<![\w.])\d{1,4}k(?!\w)", " ", text)
    tokens = [
        re.sub(r"^(\d+)\.0$", r"\1", token.removeprefix("v") if token[0] == "v" and token[1:2].isdigit() else token)
        for token in _TOKEN.findall(text)
    ]
    kept = [part for token in tokens if token not in FORMAT_WORDS for part in _without_stage(token)]
    stage = frozenset(token for token in kept if token in STAGE_WORDS)
    words = [token for token in kept if token not in STAGE_WORDS]
    sizes = frozenset(token for token in words if _SIZE.match(token) or re.fullmatch(r"\d+x\d+[bm]", token))
    return Words(key, frozenset(words), stage, sizes, context, next((word for word in words if word not in sizes), ""))


def _without_stage(token: str) -> tuple[str, ...]:
    """The stem and the stage of a name written as one: "lumen", "chat"; a family called so stays whole."""
    stem = token.removesuffix("chat").removesuffix("instruct")
    whole = stem == token or len(stem) < 4 or token in FAMILY_STEMS
    return (token,) if whole else (stem, token[len(stem) :])


def looks_like_model(text: str) -> bool:
    """True where the text names some model: a known family, a size, or an owner/name id."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    if len(folded) > 120:
        return False
    return bool(
        (_STEM.search(folded) and not names_program(folded))
        or _SIZED.search(text)
        or re.fullmatch(r"[\w.-]+/[\w.-]*[a-z][\w.-]*", folded.strip())
    )


def without_size(words: Words) -> frozenset[str]:
    return words.words - words.sizes


def versions_of(words: Words) -> frozenset[str]:
    return frozenset(word for word in without_size(words) if word[0].isdigit())
