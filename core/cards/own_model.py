"""Which column or row of a table is the card's own model.

A label in a table belongs to that model when its words are the model's words:
the same family, version and size. Words that name a file format or the stage
of training are weighed last, because base-model tables on instruct cards are
common, and a check of its own reports them.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from core.cards.name_match import Match, match_names, other_size
from core.cards.name_words import Words, looks_like_model, versions_of, without_size, words_of
from core.cards.plain_labels import is_training, split_addition

_OURS = re.compile(
    r"\(this\)|\b(?:ours?|this (?:model|work|repo|artifact|build|quant(?:i[sz]ation)?|release|checkpoint|variant|"
    r"version|merge|fine-?tun(?:e|ed|ing)|(?:q?lo|do)ra|adapter|quant|file|gguf|peft))\b"
    r"(?! (?:own |internal |private |held-out )?(?:test|eval|bench|data|"
    r"set\b|task|score|result|number|question|prompt|dev|"
    r"run|re-?run|reproduc|implementation|measurement))|本模型|我们的|우리 모델|본 모델|자사",
    re.IGNORECASE,
)


_ADDED = frozenset(("original", "lora", "qlora"))  # stages of a name; alone they may be of any model
_BRACKETS = re.compile(r"[(（\[][^()（）\[\]]{0,80}[)）\]]")
_WAYS_OF_MERGING = frozenset(
    (
        "slerp",
        "ties",
        "dare",
        "della",
        "breadcrumbs",
        "merge",
        "merged",
        "frankenmerge",
        "passthrough",
        "mergekit",
        "linear",
    )
)
_ASIDE = re.compile(
    r"[(（【][^()（）【】]{0,80}[)）】]|(?:, | w/ ?| \+ |@).{0,60}$|"
    r"[ ,:](?:\d{1,3}|zero|few)-shots?$| [a-z]+(?:_[a-zA-Z]+)+$"
)
_REPORTS = re.compile(
    r"(?P<who>[A-Z][\w.-]{2,30}(?: [A-Z]\w{1,20})?) (?:also |themselves |officially |originally )?"
    r"(?:reports?|reported|claims?|claimed|lists?|publish(?:es|ed)?|states?|measured?)\b"
)
_OUR_OTHER = re.compile(r"(?i:\bour) ((?=[\w.-]*[a-z])[A-Z][\w.-]*\d[\w.-]*)")


# A model of another kind under the same name: what it gets is not what the model itself gets.
_OTHER_KIND = re.compile(
    r"(?i)[-_ ](?:(reward|prm|orm|rm)(?:[-_ ]model)?|(embed(?:ding)?|reranker)|(guard))(?![A-Za-z])"
)
_HELPED = re.compile(r"(?i)(?:\bw/|\bwith|\+|&|\busing|\bby|\band)\s?[^\s]{0,40}$")


def _kinds(label: str) -> list[str]:
    """The words that tell another kind of model; "Lumen-7B + Lumen-RM" is helped by one and is of none."""
    return [
        (found[1] or found[2] or found[3]).casefold()
        for found in _OTHER_KIND.finditer(label[:120])
        if not _HELPED.search(label[: found.start()])
    ]


@dataclass(frozen=True)
class OwnModel:
    """The names under which a card knows its own model, the surest first."""

    names: tuple[str, ...]
    said: tuple[str, ...] = ()  # labels a person has pointed out as own
    offered: frozenset[frozenset[str]] = frozenset()  # sizes of one release that the card offers side by side
    linked_words: frozenset[frozenset[str]] = frozenset()  # of the names that the card links on the Hub
    linked_lines: frozenset[int] = frozenset()  # lines that link to a model under the card's own account
    own_lines: frozenset[int] = frozenset()  # lines that link to the model of the first name itself
    untold: bool = False  # opened under no name that says anything: the names are those the card prints itself
    parents: tuple[Words, ...] = ()  # the models that it was made from, other than the original of a quantized file
    base_accounts: frozenset[str] = frozenset()  # under which the models it was made from are kept, none its own
    merged: bool = False  # its name says that it is a merge
    told_bases: tuple[str, ...] | None = None  # what the text says that it was made from; None where nobody has looked

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
        return other_size(words_of(self.name or ""), words_of(label))

    def is_stage_of_name(self, label: str) -> bool:
        """True for "Lumen-7B-Chat" on a card opened as Lumen-7B, which says nothing of the stage it is about."""
        mine, other = words_of(self.name or ""), words_of(label)
        return not mine.stage and bool(other.stage) and (mine.words, mine.context) == (other.words, other.context)

    def is_version_of_name(self, label: str) -> bool:
        """True for "Lumen-7B-Chat-v1" on the card of Lumen-7B-Chat: the same stage, and a version told with it."""
        mine, other = words_of(self.name or ""), words_of(label)
        added = other.words - mine.words
        return mine.words < other.words and mine.stage == other.stage and all(word[0].isdigit() for word in added)

    def is_of_other_kind(self, label: str) -> bool:
        """True for "Lumen-7B-Reward" on the card of Lumen-7B."""
        kinds = _kinds(label)
        return bool(kinds) and not any(kind in name.casefold() for kind in kinds for name in self.names)

    def is_offered(self, label: str) -> bool:
        """True for the name of this model and more that the card links on the Hub: "Lumen-7B-Pure" of Lumen-7B."""
        other = words_of(label)
        return not (self.said or self.is_of_other_kind(label)) and any(
            mine.sizes and mine.words < other.words and mine.sizes == other.sizes and other.words in self.linked_words
            for mine in map(words_of, self.names[:2])
        )

    def is_parent(self, label: str) -> bool:
        """True for the name of a model that this one was made from, "Wren-7B" on the card of Wren-7B-Medical."""
        words = words_of(_BRACKETS.sub(" ", label))
        mine = words_of(self.name or "")
        if self.said or not words.words or self.is_parent_tuned(label):
            return False
        # "Wren-Small" is a name of the card's own, and "Wren-Small-Base" what it was made from.
        keys = {words_of(name).key for name in self.names}
        if words.key in keys and all("base" in parent.stage - words.stage for parent in self.parents):
            return self._is_ingredient(words, mine)
        return any(_names_parent(words, parent, mine) for parent in self.parents) or self._is_ingredient(words, mine)

    def is_parent_tuned(self, label: str) -> bool:
        """True for "Wren-7B + LoRA" and "Wren-7B + medical" on the card of Medical-7B, which was made from Wren-7B."""
        parts = split_addition(label) if self.parents else None
        if parts is None or not self.is_parent(parts[0]):
            return False
        return self.is_added(parts[1])

    def is_added(self, what: str) -> bool:
        """True for what makes this model of its parent: training of any kind, or what bears a word of its own name."""
        if is_training(what):
            return True
        mine = words_of(self.name or "")
        told = frozenset[str]().union(*(parent.words for parent in self.parents))
        named = {word for word in mine.words - mine.sizes - told if len(word) > 2 and not word[0].isdigit()}
        return bool(named & words_of(what).words) and not other_size(mine, words_of(what))

    def _is_ingredient(self, label: Words, mine: Words) -> bool:
        """True for "Wren-7B" and "Tern-7B" of the merge Wren-Tern-7B-slerp: a name that is not said of the whole."""
        missing = mine.words - label.words - mine.sizes - _WAYS_OF_MERGING
        return self.merged and label.words < mine.words and any(not word[0].isdigit() for word in missing)

    def is_told_by_base(self, text: str) -> bool:
        """True for "Brio Lab also report 61.2 on MMLU", where the model was made from that account's."""
        told = _REPORTS.match(text) if self.base_accounts else None
        who = re.sub(r"\W|_", "", told["who"]).casefold() if told else ""
        return len(who) > 3 and any(account.startswith(who) for account in self.base_accounts)

    def match(self, label: str) -> Match:
        if self.said:
            return Match.SAID if label in self.said or _spelled(label) in map(_spelled, self.said) else Match.NONE
        words = words_of(label)
        other = _OUR_OTHER.search(label)  # "our Brio-70B" on the card of Lumen-70B
        if other and looks_like_model(other[1]) and self.names and self.match_name(other[1]) is Match.NONE:
            return Match.NONE
        if _OURS.search(label) and not (self.names and other_size(words_of(self.names[0]), words)):
            return Match.SAID
        return self.match_name(label)

    def match_name(self, label: str) -> Match:
        """The same by the names alone, whatever the label says of "ours"."""
        words = words_of(label)
        if self.names and other_size(words_of(self.names[0]), words):
            return Match.NONE
        if (self.parents or self.merged) and self.is_parent(label):
            return Match.NONE
        if self.is_parent_tuned(label):
            return Match.PART
        best = max((match_names(words_of(name), words) for name in self.names), default=Match.NONE)
        if best in (Match.NONE, Match.LONGER, Match.SERIES) and len(self.names) > 1 and self._joined(words):
            return Match.PART
        if best < Match.EXACT and (bare := _ASIDE.sub(" ", label)) != label:
            return max(
                best, self.match_name(bare)
            )  # "Lumen 2.0 (with MMLU) 13B", "Lumen-7B, T=0.7", "Lumen-7B w/ tools"
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
        if self.said or not versions_of(section) or versions_of(section) != versions_of(other):
            return False
        return any(
            _bare(mine) == _bare(section) == _bare(other)
            and versions_of(mine)
            and versions_of(mine) != versions_of(other)
            for mine in map(words_of, self.names[:2])
        )

    def _joined(self, label: Words) -> bool:
        """True where the label mixes words of several of the card's names, such as vendor, family and size."""
        all_words = frozenset[str]().union(*(words_of(name).words for name in self.names))
        first = words_of(self.names[0])
        return first.first in label.words and label.words <= all_words and (first.sizes <= label.words)


_OTHER_CARD = re.compile(r"(?i)\boriginal\b.{0,20}\bcard\b")


def stands_in_other_card(titles: Iterable[str], own: OwnModel) -> bool:
    """True below "Original model card for Brio-7B" on the card of a merge that holds Brio-7B among others.

    And below the title "Brio-7B" of a card that was copied whole, where the card's own model was made from it.
    """
    return any(
        (
            _OTHER_CARD.search(title)
            and looks_like_model(title)
            and own.match(_OTHER_CARD.split(title)[-1]) is Match.NONE
        )
        or begins_parents_card(title, own)
        for title in titles
    )


def begins_parents_card(title: str, own: OwnModel) -> bool:
    """True for a title that is the name of a model that the card's was made from, and all of that name."""
    if not own.parents or len(title) > 100 or words_of(title).key in {words_of(name).key for name in own.names}:
        return False
    return any(words_of(title).words == parent.words for parent in own.parents) and own.is_parent(title)


def _names_parent(label: Words, parent: Words, mine: Words) -> bool:
    """True for the parent's name, and for a shorter form of it that holds nothing of what its child adds."""
    if label.words == parent.words:
        return not (label.stage - parent.stage) & mine.stage
    added = mine.words - parent.words
    named = any(not word[0].isdigit() for word in added)
    return named and label.words < parent.words and parent.first in label.words


def names_stage_only(label: str) -> bool:
    """True for a label that is a stage of training and nothing else: "SFT", "+ DPO", "Base"."""
    words = words_of(label)
    if not words.stage - _ADDED:
        return False
    return bool(words.stage) and not words.words and len(words.key) == len("".join(words.stage))


def _spelled(label: str) -> str:
    """A label without what two spellings of one name differ in: "falcon-mamba-7b" and "FalconMamba-7B"."""
    return re.sub(r"[\s_-]+", "", label).casefold()


def _bare(words: Words) -> frozenset[str]:
    return without_size(words) - versions_of(words)
