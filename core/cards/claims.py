"""Sentences of a card that claim something about tests or rivals, found once and used by several rules."""

import re

from core.cards.benchmark_mentions import tests_in
from core.cards.document import Sentence
from core.cards.evidence import Evidence
from core.cards.own_model import Match, looks_like_model
from core.cards.vocabulary import (
    BEATS,
    FRONTIER,
    FRONTIER_HINTS,
    MATCHES,
    NOT_YET,
    PRAISE,
    RELATIVE_SIZE,
    TESTED,
    mentions,
)

_EVALUATION_HEADING = re.compile(
    r"(?i)\beval\w*|\bbench-?mark\w*|\bperformance\b|\bresults?\b|\bleader-?board\b|\bmetrics?\b|"
    r"\bscores?\b|评测|评估|性能|结果|基准|평가|성능|벤치마크|결과|리더보드|評価|性能|ベンチマーク"
)


_ABLE = re.compile(
    r"(?i)\b(?:performance|capabilit\w+|abilit\w+|accuracy|quality|results?|skills?)\b|性能|能力|效果|성능|능력|性能"
)


def compares(text: str) -> bool:
    return bool(BEATS.search(text) or MATCHES.search(text))


def test_claims(evidence: Evidence) -> list[Sentence]:
    """Sentences that boast of tests: a comparison or praise together with a benchmark or the word."""
    found = []
    for sentence in evidence.document.prose():
        text = sentence.text
        if sentence.kind == "heading" or NOT_YET.search(text) or len(text) < 12 or len(text) > 2500:
            continue
        named = bool(tests_in(text)) or bool(TESTED.search(text))
        if (compares(text) and (FRONTIER.search(text) or RELATIVE_SIZE.search(text)) and _ABLE.search(text)) or (
            named and (compares(text) or PRAISE.search(text)) and not _about_use(text)
        ):
            found.append(sentence)
    return found


def _about_use(text: str) -> bool:
    """Advice and plans that mention tests without claiming anything."""
    return bool(
        re.match(
            r"(?i)\W*(?:please|you (?:can|should|may)|to (?:run|evaluate|reproduce)|users? (?:should|must|"
            r"are)|we (?:recommend|encourage|suggest)|developers? should|before deploying)\b",
            text,
        )
    )


def in_evaluation_section(sentence: Sentence) -> bool:
    return any(_EVALUATION_HEADING.search(title) for title in sentence.headings[-2:])


def evaluation_headings(evidence: Evidence) -> list[tuple[str, int]]:
    return [(text, line) for _, text, line in evidence.document.headings if _EVALUATION_HEADING.search(text)]


def score_images(evidence: Evidence) -> list[int]:
    """Lines of images that stand under a heading of results or call themselves results."""
    lines = []
    for image in evidence.document.images:
        label = f"{image.alt} {image.source.rsplit('/', 1)[-1]}"
        if re.search(r"(?i)badge|shields|logo|icon|banner|avatar|discord", f"{image.alt} {image.source}"):
            continue
        under = any(_EVALUATION_HEADING.search(title) or tests_in(title) for title in image.headings[-2:])
        if under or _EVALUATION_HEADING.search(re.sub(r"[-_.]", " ", label)) or tests_in(re.sub(r"[-_.]", " ", label)):
            lines.append(image.line)
    return lines


def about_other_model(evidence: Evidence, text: str, start: int, end: int) -> bool:
    """True where the words around a place in a sentence speak of a rival and not of the card's own model."""
    around = text[max(0, start - 60) : end + 60]
    names = re.findall(r"[\w][\w.+-]*(?:[- ][\w.+-]+){0,2}", around)
    foreign = any(looks_like_model(name) and evidence.own.match(name) is Match.NONE for name in names if len(name) > 3)
    ours = re.search(r"(?i)\b(?:we|our|us|this model|the model)\b|我们|本模型|우리", around)
    return foreign and not ours


def frontier_names(text: str) -> list[re.Match[str]]:
    return list(FRONTIER.finditer(text)) if mentions(text, FRONTIER_HINTS) else []
