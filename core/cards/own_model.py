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

_OURS = re.compile(
    r"\(this\)|\b(?:ours?|this (?:model|work|repo|artifact|build|quant(?:i[sz]ation)?|release|checkpoint|variant|"
    r"version|merge|fine-?tune))\b(?! (?:own |internal |private |held-out )?(?:test|eval|bench|data|"
    r"set\b|task|score|result|number|question|prompt|dev|"
    r"run|re-?run|reproduc|implementation|measurement))|本模型|我们的|우리 모델|본 모델|자사",
    re.IGNORECASE,
)


_ASIDE = re.compile(r"\([^()]*\)|(?:, | w/ ?| \+ |@).{0,60}$|[ ,:](?:\d{1,3}|zero|few)-shots?$| [a-z]+(?:_[a-zA-Z]+)+$")
_OUR_OTHER = re.compile(r"(?i:\bour) ((?=[\w.-]*[a-z])[A-Z][\w.-]*\d[\w.-]*)")


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
        if _OURS.search(label) and not (self.names and other_size(words_of(self.names[0]), words)):
            return Match.SAID
        return self.match_name(label)

    def match_name(self, label: str) -> Match:
        """The same by the names alone, whatever the label says of "ours"."""
        words = words_of(label)
        if self.names and other_size(words_of(self.names[0]), words):
            return Match.NONE
        best = max((match_names(words_of(name), words) for name in self.names), default=Match.NONE)
        if best in (Match.NONE, Match.LONGER, Match.SERIES) and len(self.names) > 1 and self._joined(words):
            return Match.PART
        if best < Match.PART and (bare := _ASIDE.sub(" ", label)) != label:
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
    """True below "Original model card for Brio-7B" on the card of a merge that holds Brio-7B among others."""
    return any(
        _OTHER_CARD.search(title) and looks_like_model(title) and own.match(_OTHER_CARD.split(title)[-1]) is Match.NONE
        for title in titles
    )


def names_stage_only(label: str) -> bool:
    """True for a label that is a stage of training and nothing else: "SFT", "+ DPO", "Base"."""
    words = words_of(label)
    return bool(words.stage) and not words.words and len(words.key) == len("".join(words.stage))


def _bare(words: Words) -> frozenset[str]:
    return without_size(words) - versions_of(words)
