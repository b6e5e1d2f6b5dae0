"""Which member of a release a number without a name is of: the one that its paragraph or its section is about.

A card of several sizes gives each a section of its own, and calls it "it" there: "### Wren-3B", and below it "It
reaches 61.2 on MMLU". Taken for the values of one model, those of two sizes would contradict each other.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from core.cards.document import Document
from core.cards.name_words import Words, without_size, words_of
from core.cards.own_model import OwnModel
from core.cards.plain_labels import is_size_alone
from core.cards.reading import Origin, ReportedScore
from core.cards.score_subjects import find_models

_SIZED = re.compile(r"\d\s?[bBM](?![a-zA-Z])")
_MORE = re.compile(  # what a title may say of a model beside its name
    r"(?i)(?:\W|\b(?:the|on|of|for|our|and|main|evaluations?|results?|performance|benchmarks?|scores?|models?|eval|"
    r"details|metrics|highlights|overview|features?|key|new|latest|released?)\b){0,12}"
)
_LEAD = re.compile(r"(?i)\W{0,6}(?:(?:the|our|new|for|with|as for)\W{1,3}){0,3}")
_MOST_CHARS = 90
_IN_TEXT = (Origin.TABLE, Origin.PROSE)


def with_members(scores: list[ReportedScore], document: Document, own: OwnModel) -> list[ReportedScore]:
    """The scores, those without a name given to the member of the release that their place in the card is about.

    >>> from core.cards.read_card import read_card
    >>> card = "# Wren\\n\\n## Wren-3B\\n\\n- MMLU: 61.2\\n\\n## Wren-1B\\n\\n- MMLU: 48.3\\n"
    >>> [(score.value, score.subject) for score in read_card(card, name="lab/Wren-3B").main_scores]
    [(61.2, 'Wren-3B')]
    """
    open_ones = [score for score in scores if score.subject is None and score.origin in _IN_TEXT]
    if not open_ones:
        return scores
    titles = {title for score in scores for title in score.context.split(" › ")}
    family = _Family(own.names or _names_in(titles), _are_sizes(titles, own))
    subjects = {score.subject for score in scores if score.subject}
    named = {words.sizes for words in map(family.find_alone, sorted({*titles, *subjects})) if words}
    if len(named) < 2:
        return scores
    told = _told_by_line(document, {score.line for score in open_ones if score.origin is Origin.PROSE}, family)
    labelled = [_of_member(score, told, family, own) for score in scores]
    # Where the card tells no name of its own, one of its members is as much its own as another.
    theirs = {id(score) for score in labelled if score.subject and family.find_alone(score.subject)}
    if own.names or own.said or not any(score.own for score in labelled if id(score) in theirs):
        return labelled
    return [replace(score, own=True) if id(score) in theirs else score for score in labelled]


def _of_member(score: ReportedScore, told: dict[int, str], family: "_Family", own: OwnModel) -> ReportedScore:
    if score.origin not in _IN_TEXT:
        return score
    label = score.subject
    if label is None:
        section = (title for title in reversed(score.context.split(" › ")) if family.find_alone(title))
        label = told.get(score.line) or next(map(family.label_of, section), None)
        if label is None:
            return score
    if own.said:  # a person may have pointed out a model that sentences name in several ways
        mine = label in own.said or ((score.subject is None or score.origin is Origin.PROSE) and _is_said(label, own))
        return replace(score, subject=label, own=mine)
    if score.subject is not None:
        return score
    return replace(score, subject=label, sibling=score.own and own.differs_in_size(label))


def _are_sizes(titles: Iterable[str], own: OwnModel) -> bool:
    """True where sections are called "3B" and "7B", and one of them is of the card's size, if it has one."""
    sizes = [title for title in titles if is_size_alone(title)]
    return len(sizes) > 1 and (not own.has_size or any(not own.differs_in_size(size) for size in sizes))


def _is_said(label: str, own: OwnModel) -> bool:
    words = words_of(label)
    return any((words.words, words.stage) == (said.words, said.stage) for said in map(words_of, own.said))


def _names_in(titles: Iterable[str]) -> list[str]:
    """What the sections of a card that names no model of its own are called by: one name, and several sizes of it."""
    sized = [title for title in titles if len(title) <= _MOST_CHARS and _SIZED.search(title)][:50]
    names = [name for title in sized for _, _, name in find_models(title) if words_of(name).sizes]
    named = [(without_size(words), words.sizes, name) for name, words in zip(names, map(words_of, names), strict=True)]
    return [name for bare, sizes, name in named if any(other == bare and more - sizes for other, more, _ in named)]


class _Family:
    """The names of the card's release: the same words whatever the size."""

    def __init__(self, names: Iterable[str], by_size: bool = False) -> None:
        self._by_size = by_size
        self._bare = {without_size(words_of(name)) for name in names} - {frozenset[str]()}

    def find_alone(self, title: str) -> Words | None:
        """The words of a title that is the name of a sized member of the release and says nothing else."""
        return words_of(label) if (label := self.label_of(title)) else None

    def label_of(self, title: str) -> str:
        if not _SIZED.search(title[:_MOST_CHARS]) or len(title) > _MOST_CHARS:
            return ""
        found = list(self.members_in(title))
        if not found and self._by_size and is_size_alone(title):
            return title.strip()
        if len(found) != 1:
            return ""
        start, end, name = found[0]
        return name if _MORE.fullmatch(title[:start]) and _MORE.fullmatch(title[end:]) else ""

    def members_in(self, text: str) -> Iterator[tuple[int, int, str]]:
        longest: dict[int, tuple[int, int, str]] = {}
        for start, end, name in find_models(text):
            words = words_of(name)
            if words.sizes and without_size(words) in self._bare:
                longest[start] = max(longest.get(start, (start, end, name)), (start, end, name))
        yield from longest.values()


def _told_by_line(document: Document, lines: Iterable[int], family: _Family) -> dict[int, str]:
    """By line the one member that its paragraph names, where it is what one of its sentences is about."""
    wanted = set(lines)
    paragraphs: dict[int, list[str]] = {}
    for sentence in document.sentences:
        if sentence.line in wanted and sentence.kind == "prose":
            paragraphs.setdefault(sentence.line, []).append(sentence.text)
    found = {line: _one_member(texts, family) for line, texts in paragraphs.items()}
    return {line: name for line, name in found.items() if name}


def _one_member(sentences: Sequence[str], family: _Family) -> str:
    every = [
        (name, bool(_LEAD.fullmatch(text[:start])))
        for text in sentences
        if _SIZED.search(text[:4000])
        for start, _, name in family.members_in(text[:4000])
    ]
    one = len({words_of(name).words for name, _ in every}) == 1
    return next((name for name, leads in every if leads), "") if one else ""
