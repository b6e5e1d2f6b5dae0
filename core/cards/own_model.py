"""Which column or row of a table is the card's own model.

A card names its model in several places (the name it was opened under, its
model-index, its first heading, the ids in its sample code). A label in a table
belongs to that model when its words are the model's words: the same family,
version and size. Words that name a file format or the stage of training are
weighed last, because base-model tables on instruct cards are common, and a
check of its own reports them.
"""

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from core.cards.document import Document
from core.cards.front_matter import Entry
from core.cards.model_words import FAMILY_STEMS, FORMAT_WORDS, STAGE_WORDS

_SIZE = re.compile(r"^\d+(?:\.\d+)?[bmt]$")
_TOKEN = re.compile(r"\d+(?:\.\d+)*x?\d*[bmt](?![a-z0-9])|\d+x\d+[bmt]?|v?\d+(?:\.\d+)*|[^\W\d_]+")

_GREEK = {"α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ω": "omega", "τ": "tau"}
_QUANT = re.compile(r"\b(?:ud-)?i?q\d(?:[_-](?:k|0|1|nl|xxs|xs|s|m|l|xl))*\b|\btq\d_\d\b", re.IGNORECASE)

_STEM = re.compile(
    r"(?<![a-z])(?:" + "|".join(map(re.escape, sorted(FAMILY_STEMS, key=len, reverse=True))) + r")(?![a-z])"
)
_SIZED = re.compile(r"(?<![\w.])\d+(?:\.\d+)?\s?[bB](?![a-zA-Z])")
_OURS = re.compile(
    r"\b(?:ours?|this (?:model|work|repo)|\(this\))\b|本模型|我们的|우리 모델|본 모델|자사", re.IGNORECASE
)


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
    text = text.rsplit("/", 1)[-1] if re.fullmatch(r"[\w.-]+/[\w.-]+", text.strip()) else text
    text = re.sub(r"\.(?:gguf|md|safetensors|txt)\b", " ", text)
    key = re.sub(r"[\W_]+", "", text)
    text = re.sub(r"(\d)\s+([bm])(?![a-z])", r"\1\2", _QUANT.sub(" ", text)).replace("_", "-")
    text = re.sub(r"(?<![\d.])(\d)-(\d)(?![\d.bm])", r"\1.\2", text)  # "llama3-3" is Llama 3.3
    context = frozenset(re.findall(r"(?<![\w.])\d{1,4}k(?!\w)", text))
    text = re.sub(r"(?<![\w.])\d{1,4}k(?!\w)", " ", text)
    tokens = [
        token.removeprefix("v") if token[0] == "v" and token[1:2].isdigit() else token for token in _TOKEN.findall(text)
    ]
    kept = [token for token in tokens if token not in FORMAT_WORDS]
    stage = frozenset(token for token in kept if token in STAGE_WORDS)
    words = [token for token in kept if token not in STAGE_WORDS]
    sizes = frozenset(token for token in words if _SIZE.match(token) or re.fullmatch(r"\d+x\d+[bm]", token))
    return Words(key, frozenset(words), stage, sizes, context, next((word for word in words if word not in sizes), ""))


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

    @property
    def name(self) -> str | None:
        return self.names[0] if self.names else None

    @property
    def has_size(self) -> bool:
        return any(words_of(name).sizes for name in self.names)

    def match(self, label: str) -> Match:
        if self.said:
            return Match.SAID if label in self.said else Match.NONE
        words = words_of(label)
        if _OURS.search(label) and not any(_other_size(words_of(name), words) for name in self.names):
            return Match.SAID
        if self.names and _other_size(words_of(self.names[0]), words):
            return Match.NONE
        best = max((_match(words_of(name), words) for name in self.names), default=Match.NONE)
        if best in (Match.NONE, Match.LONGER, Match.SERIES) and len(self.names) > 1 and self._joined(words):
            return Match.PART
        return best

    def is_sibling(self, label: str) -> bool:
        """True where the label is another size (or context length) of a release that this card offers as a whole."""
        other = words_of(label)
        if self.said or other.sizes not in self.offered:
            return False
        return any(
            _without_size(mine) == _without_size(other) and (mine.sizes != other.sizes or mine.context != other.context)
            for mine in map(words_of, self.names[:2])
            if mine.stage == other.stage or not mine.stage or not other.stage
        )

    def _joined(self, label: Words) -> bool:
        """True where the label mixes words of several of the card's names, such as vendor, family and size."""
        all_words = frozenset[str]().union(*(words_of(name).words for name in self.names))
        first = words_of(self.names[0])
        return first.first in label.words and label.words <= all_words and (first.sizes <= label.words)


def _without_size(words: Words) -> frozenset[str]:
    return words.words - words.sizes


def _other_size(own: Words, label: Words) -> bool:
    return bool(own.sizes and label.sizes and own.sizes != label.sizes)


def _match(own: Words, label: Words) -> Match:
    if not label.words or not own.words:
        return Match.NONE
    if label.words == label.sizes:
        return Match.PART if own.sizes and own.sizes == label.sizes else Match.NONE  # "2B params"
    if own.key == label.key:
        return Match.EXACT
    return Match.NONE if _other_size(own, label) else _match_words(own, label)


def _match_words(own: Words, label: Words) -> Match:
    if own.words == label.words:
        if own.context and label.context and own.context != label.context:
            return Match.NONE
        same_stage = own.stage == label.stage or not own.stage or not label.stage
        return Match.SAME if same_stage else Match.STAGE
    if label.words < own.words and own.first in label.words:
        # A shorter form must keep the version, or "Llama" would stand for Llama 3.1; with the size it may go.
        missing = own.words - label.words - own.sizes
        return Match.NONE if not label.sizes and any(word[0].isdigit() for word in missing) else Match.PART
    if own.words < label.words:
        return Match.LONGER if own.sizes else Match.SERIES
    return Match.NONE


def find_own_model(document: Document, front: Entry | None, name: str | None) -> OwnModel:
    """The card's own names from every place it gives them; `name` is what it was opened under."""
    names: list[str] = []
    if name and not re.fullmatch(r"(?i)(?:readme|model[_-]?card|card|index)(?:[._-]\w{2,5})?", name):
        names.append(
            _clean(re.sub(r"(?i)[._-](?:readme|model[_-]?card)\b.*|\.md$", "", re.sub(r"^\d{1,3}[_-]", "", name)))
        )
    if front:
        names += _index_names(front)
    titles = [text for level, text, _ in document.headings if level <= 2][:3]
    if document.headings and document.headings[0][2] <= 400:
        names += [cleaned for title in titles[:1] if (cleaned := _title_name(title))]
    if not any(looks_like_model(candidate) or re.search(r"\d", candidate) for candidate in names):
        names += _sample_ids(document)
    seen: dict[str, str] = {}
    for candidate in names:
        key = words_of(candidate).key
        if len(key) >= 2 and words_of(candidate).words and len(candidate) <= 100:
            seen.setdefault(key, candidate)
    found = tuple(seen.values())[:6]
    return OwnModel(found, offered=_offered_sizes(document, found))


# "This repository contains the 7B model": the card is about one size, whatever else it links.
_ONE_SIZE = re.compile(
    r"(?i)\b(?:this|the) (?:model card|repo(?:sitory)?|card|page|model)\b[^.]{0,30}\b(?:corresponds? "
    r"to|is for|contains?|provides?|"
    r"hosts?|holds?|is the(?! home))\b[^.]{0,50}?(?<![\w.])\d+(?:\.\d+)?\s?[bB]\b(?! and| to|,)"
)


def _offered_sizes(document: Document, names: tuple[str, ...]) -> frozenset[frozenset[str]]:
    """The sizes of this model's release that the card links on the Hub; none unless there are several."""
    mine = {_without_size(words_of(name)) for name in names[:2] if words_of(name).sizes}
    if not mine or any(_ONE_SIZE.search(sentence.text[:600]) for sentence in document.prose()):
        return frozenset()
    linked = {
        match for line in document.lines for match in re.findall(r"huggingface\.co/[\w.-]+/([\w.-]+)", line[:4000])
    }
    sizes = {words.sizes for words in map(words_of, linked) if words.sizes and _without_size(words) in mine}
    return frozenset(sizes) if len(sizes) > 1 else frozenset()


def _clean(name: str) -> str:
    return name.strip().strip("-_ ")


def _index_names(front: Entry) -> list[str]:
    index = front.get("model-index")
    found = [entry.get("name") for entry in index.items()] if index else []
    return [text for entry in found if entry and (text := entry.text())]


_TITLE_NOISE = re.compile(
    r"(?i)\b(?:model card(?: for)?|introduction(?: (?:to|of))?|about|welcome to(?: the)?|llamacpp|"
    r"imatrix|quantizations? of|quantized version of|"
    r"gguf models?|model (?:details|information|overview|summary|description)|readme|overview|"
    r"description|news|updates?|table of contents)\b"
)


def _title_name(title: str) -> str | None:
    """The model named in a heading, if it names one."""
    text = re.sub(r"[^\w\s./\-+()&:–—αβγδ]", " ", _TITLE_NOISE.sub(" ", title))
    text = re.split(r"\s[-–—|]\s|:\s|\(", text)[0]
    text = _clean(re.sub(r"\s+", " ", text))
    words = text.split()
    if not words or len(words) > 6 or len(text) < 2:
        return None
    return text if looks_like_model(text) or re.search(r"\d|[a-z][A-Z]|[A-Z]{2}", text) else None


def _sample_ids(document: Document) -> list[str]:
    """owner/name ids that the sample code loads, the commonest first."""
    found: Counter[str] = Counter()
    pattern = re.compile(
        r"(?:from_pretrained\(|model(?:_name|_id|_path|_name_or_path)?\s*=\s*(?:LLM\()?|"
        r"pipeline\([^)]*model\s*=|--model(?:-path)?[ =]|serve |"
        r"download |LLM\(model=)\s*f?[\"']?([\w.-]+/[\w.-]+)"
    )
    for sentence in document.code():
        for match in pattern.finditer(sentence.text[:500]):
            if not match[1].startswith((".", "/")) and not re.search(r"\.(?:py|json|jsonl|sh|txt)$", match[1]):
                found[match[1]] += 1
    for line in document.lines:
        for match in re.finditer(
            r"open_llm_leaderboard\?query=([\w.-]+/[\w.-]+)|leaderboard/details_([\w.-]+?)__([\w.-]+)", line[:2000]
        ):
            found[match[1] or f"{match[2]}/{match[3]}"] += 3
    return [name for name, _ in found.most_common(2)]
