"""Scores of the original model on the card of a quantized file that shows scores of the file itself.

Many such cards show what the file lost in a table of their own and repeat the original's card below it. What is
tied to the original there, by a label or by the title of what was copied, was not measured on the file. Where a card
shows nothing of the file, the original's scores are all it has, and a check says that they are those of another file.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from core.cards.document import Document
from core.cards.file_rows import fits_file, is_of_a_file
from core.cards.name_match import Match
from core.cards.name_words import words_of
from core.cards.own_model import OwnModel
from core.cards.quantizers import names_quantization
from core.cards.reading import Origin, ReportedScore
from core.cards.titles import title_name

_REPEATED = re.compile(
    r"(?i)\b(?:original|upstream|source|parent|unquanti[sz]ed|base) (?:model(?:['’]s)? )?(?:card|readme|description)\b|"
    r"\b(?:model )?(?:card|readme) (?:of|from) (?:the )?(?:original|upstream|source|parent|unquanti[sz]ed|base)\b|"
    r"原(?:始|版)?模型(?:的)?(?:卡|介绍|说明)|원본 모델 ?(?:카드|설명)|元(?:の)?モデル(?:の)?(?:カード|説明)"
)
_MOST_CHARS = 160  # a longer line tells of a card and does not begin one
_MOST_PARTS = 40  # of a card that repeats itself no more need be told apart
_AS_WEIGHTS = (Origin.TABLE, Origin.PROSE, Origin.CODE)


def without_the_originals(scores: Sequence[ReportedScore], document: Document, own: OwnModel) -> list[ReportedScore]:
    """The scores, those of a quantized file's original no longer own where the file has some itself."""
    if own.said or not is_of_a_file(own):
        return list(scores)
    told = [score for score in scores if score.own and score.origin in _AS_WEIGHTS and _is_told_of_file(score, own)]
    mine = [score.line for score in told]
    copied = _copied_parts(document, own, min(mine)) if mine else []
    if not mine and (copied := _copied_parts(document, own, 0)):
        # "MMLU 73.1" with no label, above the card that is repeated: the file's, as the title above it says.
        first = copied[0][0]
        mine = [score.line for score in scores if score.own and not score.subject and 0 < score.line < first]
    if not mine:
        return list(scores)
    kept = {id(score) for score in told}
    return [
        replace(score, own=False)
        if score.own and id(score) not in kept and (_is_inside(score.line, copied) or _names_original(score, own))
        else score
        for score in scores
    ]


def _is_told_of_file(score: ReportedScore, own: OwnModel) -> bool:
    said = (score.subject or "", score.precision or "")
    return any(text and fits_file(text, own) for text in said)


def _names_original(score: ReportedScore, own: OwnModel) -> bool:
    label = score.subject or ""
    if score.origin not in _AS_WEIGHTS or not words_of(label).sizes or names_quantization(label):
        return False
    return Match.STAGE <= own.match(label) < Match.SAID


def _is_inside(line: int, parts: Sequence[tuple[int, int]]) -> bool:
    return any(first <= line < end for first, end in parts)


def _copied_parts(document: Document, own: OwnModel, below: int) -> list[tuple[int, int]]:
    """The lines, from and up to, of what is copied from the original's card; `below` is the file's first score."""
    titles = (
        (place, level, line)
        for place, (level, title, line) in enumerate(document.headings)
        if place and line > below and (_REPEATED.search(title[:_MOST_CHARS]) or _is_original(title, own))
    )
    found = [(line, _end(document, place, level, own)) for place, level, line in islice(titles, _MOST_PARTS)]
    announced = (line for line in _announced(document) if line > below)
    found += [(line, len(document.lines) + 1) for line in islice(announced, 1)]
    return sorted(found)


def _announced(document: Document) -> Iterator[int]:
    """Lines such as "The original model card follows:", behind which a card is repeated to its end."""
    for sentence in document.prose():
        text = sentence.text
        if sentence.kind == "prose" and len(text) <= _MOST_CHARS and _REPEATED.search(text) and _LEADS.search(text):
            yield sentence.line


_LEADS = re.compile(r"(?i)\b(?:follows|below|begins|starts|here)\b|[:：]\W*$|如下|以下|아래|다음")


def _is_original(title: str, own: OwnModel) -> bool:
    """True for "Kestrel-14B", and for "Model Card for Kestrel-14B", on the card of Kestrel-14B-AWQ."""
    if len(title) > _MOST_CHARS or names_quantization(title):
        return False
    name = words_of(title_name(title) or "")
    mine = words_of(own.name or "")
    return bool(name.sizes) and name.words == mine.words and own.match(title) < Match.SAID


def _end(document: Document, place: int, level: int, own: OwnModel) -> int:
    """Where a copied part ends: the title of a whole card's copy has all below it, up to one that names the file."""
    whole = level == 1 or _REPEATED.search(document.headings[place][1][:_MOST_CHARS])
    for other, title, line in document.headings[place + 1 :]:
        if other <= level and (not whole or (names_quantization(title) and own.match(title) > Match.NONE)):
            return line
    return len(document.lines) + 1
