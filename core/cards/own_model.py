"""Which column or row of a table is the card's own model.

A label in a table belongs to that model when its words are the model's words:
the same family, version and size. Words that name a file format or the stage
of training are weighed last, because base-model tables on instruct cards are
common, and a check of its own reports them.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from core.cards.model_words import FAMILY_STEMS, FORMAT_WORDS, STAGE_WORDS

_SIZE = re.compile(r"^\d+(?:\.\d+)?[bmt]$")
_TOKEN = re.compile(r"\d+(?:\.\d+)*x?\d*[bmt](?![a-z0-9])|\d+x\d+[bmt]?|v?\d+(?:\.\d+)*|[^\W\d_]+")

_GREEK = {"α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ω": "omega", "τ": "tau"}
_QUANT = re.compile(r"\b(?:ud-)?i?q\d(?:[_-](?:k|0|1|nl|xxs|xs|s|m|l|xl))*\b|\btq\d_\d\b", re.IGNORECASE)

_STEM = re.compile(
    r"(?<![a-z])(?:" + "|".join(map(re.escape, sorted(FAMILY_STEMS, key=len, reverse=True))) + r")(?![a-z])"
)
_SIZED = re.compile(r"(?<![\w.])(?:\d+(?:\.\d+)?\s?[bB]|\d{2,4}M)(?![a-zA-Z])(?! (?:tokens|samples|rows|examples))")
_OURS = re.compile(
    r"\b(?:ours?|this (?:model|work|repo)|\(this\))\b(?! (?:own |internal |private |held-out )?(?:test|eval|bench|data|"
    r"set\b|task|score|result|number|question|prompt|dev|"
    r"run|re-?run|reproduc|implementation|measurement))|本模型|我们的|우리 모델|본 모델|자사",
    re.IGNORECASE,
)


_OUR_OTHER = re.compile(r"(?i:\bour) ((?=[\w.-]*[a-z])[A-Z][\w.-]*\d[\w.-]*)")


class Match(IntEnum):
    """How surely a label names the card's own model."""

    NONE = 0
    LONGER = 1  # the card's name with its size and more words: counts only when no other label is like it
    SERIES = 2  # the card's name is part of the label: a member of the family the card is about
    STAGE = 3  # the same model at another stage of training
    PART = 4  # the label is a shorter form of the card's name
    SAME = 5
    EXACT = 6  # to the letter, file format included
    SAID = 7  # the label says "ours" or "this model"


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
    text = text.rsplit("/", 1)[-1] if re.fullmatch(r"[\w.-]+/(?!\d+(?:\.\d+)?[bm]\b)[\w.-]+", text.strip()) else text
    text = re.sub(r"\.(?:gguf|md|safetensors|txt)\b", " ", text)
    key = re.sub(r"[\W_]+", "", text)
    text = re.sub(r"(\d)\s+([bm])(?![a-z])", r"\1\2", _QUANT.sub(" ", text)).replace("_", "-")
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
        _STEM.search(folded) or _SIZED.search(text) or re.fullmatch(r"[\w.-]+/[\w.-]*[a-z][\w.-]*", folded.strip())
    )


@dataclass(frozen=True)
class OwnModel:
    """The names under which a card knows its own model, the surest first."""

    names: tuple[str, ...]
    said: tuple[str, ...] = ()  # labels a person has pointed out as own
    offered: frozenset[frozenset[str]] = frozenset()  # sizes of one release that the card offers side by side
    linked_words: frozenset[frozenset[str]] = frozenset()  # of the names that the card links on the Hub
    linked_lines: frozenset[int] = frozenset()  # lines that link to a model under the card's own account

    @property
    def name(self) -> str | None:
        return self.names[0] if self.names else None

    @property
    def has_size(self) -> bool:
        return any(words_of(name).sizes for name in self.names)

    @property
    def has_size_in_name(self) -> bool:
        """False for a card that is opened, or calls itself, by the name of a series."""
        return bool(words_of(self.name or "").sizes)

    def differs_in_size(self, label: str) -> bool:
        return _other_size(words_of(self.name or ""), words_of(label))

    def is_stage_of_name(self, label: str) -> bool:
        """True for "Lumen-7B-Chat" on a card opened as Lumen-7B, which says nothing of the stage it is about."""
        mine, other = words_of(self.name or ""), words_of(label)
        return not mine.stage and bool(other.stage) and (mine.words, mine.context) == (other.words, other.context)

    def is_version_of_name(self, label: str) -> bool:
        """True for "Lumen-7B-Chat-v1" on the card of Lumen-7B-Chat: the same stage, and a version told with it."""
        mine, other = words_of(self.name or ""), words_of(label)
        added = other.words - mine.words
        return mine.words < other.words and mine.stage == other.stage and all(word[0].isdigit() for word in added)

    def is_offered(self, label: str) -> bool:
        """True for the name of this model and more that the card links on the Hub: "Lumen-7B-Pure" of Lumen-7B."""
        other = words_of(label)
        return not self.said and any(
            mine.sizes and mine.words < other.words and mine.sizes == other.sizes and other.words in self.linked_words
            for mine in map(words_of, self.names[:2])
        )

    def match(self, label: str) -> Match:
        if self.said:
            return Match.SAID if label in self.said else Match.NONE
        words = words_of(label)
        other = _OUR_OTHER.search(label)  # "our Brio-70B" on the card of Lumen-70B
        if other and looks_like_model(other[1]) and self.names and self.match_name(other[1]) is Match.NONE:
            return Match.NONE
        if _OURS.search(label) and not (self.names and _other_size(words_of(self.names[0]), words)):
            return Match.SAID
        return self.match_name(label)

    def match_name(self, label: str) -> Match:
        """The same by the names alone, whatever the label says of "ours"."""
        words = words_of(label)
        if self.names and _other_size(words_of(self.names[0]), words):
            return Match.NONE
        best = max((_match(words_of(name), words) for name in self.names), default=Match.NONE)
        if best in (Match.NONE, Match.LONGER, Match.SERIES) and len(self.names) > 1 and self._joined(words):
            return Match.PART
        if best < Match.PART and (bare := re.sub(r"\([^()]*\)", " ", label)) != label:
            return max(best, self.match_name(bare))  # "Lumen 2.0 (with MMLU) 13B"
        return best

    def is_sibling(self, label: str) -> bool:
        """True where the label differs in size, or in context length, from the model of a card about several sizes.

        What differs in both is a relative too distant to be read as the card's own.
        """
        other = words_of(label)
        if self.said or other.sizes not in self.offered:
            return False
        return any(
            without_size(mine) == without_size(other) and (mine.sizes != other.sizes) != (mine.context != other.context)
            for mine in map(words_of, self.names[:2])
            if (mine.sizes or not self.has_size)  # beside a name with its size, the name of the series is no measure
            and (mine.stage == other.stage or not mine.stage or not other.stage)
        )

    def is_other_version(self, label: str, heading: str) -> bool:
        """True where a section is about another version of the model, "Lumen 4.1" on the card of Lumen 4.0."""
        section, other = words_of(re.split(r"[(（]", heading)[0]), words_of(label)
        if self.said or not _versions(section) or _versions(section) != _versions(other):
            return False
        return any(
            _bare(mine) == _bare(section) == _bare(other) and _versions(mine) and _versions(mine) != _versions(other)
            for mine in map(words_of, self.names[:2])
        )

    def _joined(self, label: Words) -> bool:
        """True where the label mixes words of several of the card's names, such as vendor, family and size."""
        all_words = frozenset[str]().union(*(words_of(name).words for name in self.names))
        first = words_of(self.names[0])
        return first.first in label.words and label.words <= all_words and (first.sizes <= label.words)


_OTHER_CARD = re.compile(r"(?i)\boriginal\b.{0,20}\bcard\b")


def stands_in_other_card(titles: Iterable[str], own: OwnModel) -> bool:
    """True below "Original model card for Brio-7B" on the card of a merge that holds Brio-7B among others."""
    return any(
        _OTHER_CARD.search(title) and looks_like_model(title) and own.match(_OTHER_CARD.split(title)[-1]) is Match.NONE
        for title in titles
    )


def names_stage_only(label: str) -> bool:
    """True for a label that is a stage of training and nothing else: "SFT", "+ DPO", "Base"."""
    words = words_of(label)
    return bool(words.stage) and not words.words and len(words.key) == len("".join(words.stage))


def _versions(words: Words) -> frozenset[str]:
    return frozenset(word for word in without_size(words) if word[0].isdigit())


def _bare(words: Words) -> frozenset[str]:
    return without_size(words) - _versions(words)


def without_size(words: Words) -> frozenset[str]:
    return words.words - words.sizes


def _other_size(own: Words, label: Words) -> bool:
    """True where both name sizes and neither's are among the other's: 30B and 30B-A3B are one model."""
    return bool(own.sizes and label.sizes and not (own.sizes <= label.sizes or label.sizes <= own.sizes))


def _match(own: Words, label: Words) -> Match:
    if not label.words or not own.words:
        return Match.NONE
    if label.words == label.sizes:
        return Match.PART if own.sizes and own.sizes == label.sizes else Match.NONE  # "2B params"
    if own.key == label.key:
        return Match.EXACT
    if re.fullmatch(r"v\d+", label.key) and label.words == _versions(own):
        return Match.PART  # "v3" beside "v2" on the card of Lumen v3
    if not label.sizes and len(label.key) >= 6 and label.key == _without_size(own):
        return Match.PART  # "Lumen-Guard" of LumenGuard-7B
    return Match.NONE if _other_size(own, label) else _match_words(own, label)


def _without_size(words: Words) -> str:
    key = words.key
    for size in words.sizes:
        key = key.replace(size.replace(".", ""), "", 1)
    return key


def _match_words(own: Words, label: Words) -> Match:
    if own.words == label.words:
        if own.context and label.context and own.context != label.context:
            return Match.NONE
        same_stage = own.stage == label.stage or not own.stage or not label.stage
        return Match.SAME if same_stage else Match.STAGE
    if _without_base(own, label):
        return Match.PART
    if label.words < own.words and own.first in label.words:
        # A shorter form must keep the version, or "Llama" would stand for Llama 3.1; with the size it may go.
        missing = own.words - label.words - own.sizes
        versions = not label.sizes and any(word[0].isdigit() for word in missing)
        family = label.words == {own.first} and own.first in FAMILY_STEMS and bool(missing)
        return _match_loosely(own, label) if versions or family else Match.PART
    if own.words < label.words or _runs_on(own.key, label.key):
        if own.sizes:
            return Match.LONGER
        # A series is called by its first word: OpenLLaMA is no LLaMA-MoE.
        begins = own.first == label.first and own.stage <= label.stage
        # A method is called after what it was used on: "Llama-3-8B-LUMO".
        begins |= own.first not in FAMILY_STEMS and len(own.first) >= 4 and label.first in FAMILY_STEMS
        return Match.SERIES if begins or _runs_on(own.key, label.key) else Match.NONE
    return _match_loosely(own, label)


def _without_base(own: Words, label: Words) -> bool:
    """True for "LumoChat-1.5-8B" of Brio3-LumoChat-1.5-8B: what is missing is the family it was made from."""
    missing = own.words - label.words
    return (
        label.words < own.words
        and own.first in FAMILY_STEMS
        and own.first in missing
        and label.first not in FAMILY_STEMS
        and len(label.first) >= 4
        and label.first[0].isalpha()
        and all(word == own.first or word[0].isdigit() for word in missing)
    )


def _match_loosely(own: Words, label: Words) -> Match:
    if label.words == {own.first}:
        # "lumo" of lumo-dpo-7b-v0.1, where no other label is like it; "mistral" stands for others than Mistral-7B-Lumo.
        plain = all(word[0].isdigit() for word in own.words - {own.first})
        return Match.LONGER if len(own.first) >= 4 and (plain or own.first not in FAMILY_STEMS) else Match.NONE
    # "Solo-10.7B-Lumencocktail" of Lumencocktail-10.7B-v1: a word of its own and the size, and no other version.
    others = label.words - own.words
    foreign = any(word[0].isdigit() or (word in FAMILY_STEMS and own.first in FAMILY_STEMS) for word in others)
    sized = own.sizes and (not label.sizes or label.sizes == own.sizes)
    if sized and own.first in label.words and len(own.first) >= 6 and not foreign:
        return Match.LONGER
    # "Lumo-Math-7B" of a card about Lumo-1.
    rest = own.words - {own.first}  # "DevOps-Model-14B" of the maker's own-devops-model
    if not own.sizes and rest < label.words and any(len(word) >= 6 and word not in FAMILY_STEMS for word in rest):
        return Match.SERIES
    brief = len(own.first) >= 3 and own.first not in FAMILY_STEMS and len(own.words) <= 2
    return Match.SERIES if brief and not own.sizes and own.first == label.first else Match.NONE


def _runs_on(own: str, label: str) -> bool:
    """True where the label is the name and more, however it is spaced: OpenLLaMA and "Open LLaMA 7B"."""
    rest = label[len(own) :]
    return len(own) >= 6 and label.startswith(own) and bool(rest) and not (own[-1].isdigit() and rest[0].isdigit())
