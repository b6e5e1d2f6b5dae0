"""Sentences of a card that claim something about tests or rivals, found once and used by several rules."""

import re
from functools import lru_cache
from itertools import zip_longest

from core.cards.benchmark_mentions import tests_in
from core.cards.document import Sentence
from core.cards.evidence import Evidence
from core.cards.fast_patterns import fast_pattern
from core.cards.frontier_claims import claims_frontier, compares
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model
from core.cards.size_claims import DENIED, claims_other_size
from core.cards.unnamed_tests import find_unnamed_tests
from core.cards.vocabulary import (
    LEAK,
    NOT_YET,
    PRAISE,
    TESTED,
)

_EVALUATION_HEADING = fast_pattern(
    r"(?i)\beval\w*|\bbench-?mark\w*|\bperformance\b|\bresults?\b|\bleader-?board\b|\bmetrics?\b|"
    r"\bscores?\b|评测|评估|性能|结果|基准|평가|성능|벤치마크|결과|리더보드|評価|性能|ベンチマーク"
)


# "the first 7B model to achieve >75 %"
_RECORD = re.compile(
    r"(?i)\b(?:first|only)\b[^.;]{0,40}\bmodel\b[^.;]{0,30}\b(?:achiev|reach|surpass|exceed|break|"
    r"cross)\w*[^.;]{0,12}\d"
)


_CITATION_HEADING = re.compile(
    r"(?i)^\W*(?:\d+\W+)?(?:bib-?tex|citations?|citing|cite|how to cite|references?|bibliography|"
    r"literatur|quellen|références?|referencias|referências|引用|参考文献|인용|참고 ?문헌)\b"
)
_BIBTEX = re.compile(
    r"(?i)@(?:article|misc|inproceedings|techreport|software|book|online|unpublished|phdthesis|mastersthesis|preprint)"
    r"\s?\{|\b(?:title|author|journal|booktitle|eprint)\s?=\s?[{\"]|\barxiv preprint\b"
)


def is_citation(sentence: Sentence) -> bool:
    """True for a reference to a paper, whose title may boast: the paper does, and perhaps of another model."""
    text = sentence.text
    if "arxiv" in text or "=" in text or "{" in text or "rXiv" in text:
        return bool(_BIBTEX.search(text))
    return any(_CITATION_HEADING.match(title) for title in sentence.headings[-1:])


def test_claims(evidence: Evidence) -> list[Sentence]:
    """Sentences that boast of tests: a comparison or praise together with a benchmark or the word."""
    found = []
    for sentence in evidence.document.prose():
        text = sentence.text
        if sentence.kind == "heading" or not 12 <= len(text) <= 2500 or not _may_boast(text) or is_citation(sentence):
            continue
        if _boasts_of_test(text) or claims_other_size(evidence, text):
            found.append(sentence)
    return found


@lru_cache(maxsize=8192)  # several rules ask about every sentence of a card
def _may_boast(text: str) -> bool:
    """False for advice, plans, and for a search for test questions in the training data, which boasts of nothing."""
    return not (NOT_YET.search(text) or _about_use(text) or _TRAINER.search(text) or LEAK.search(text))


@lru_cache(maxsize=8192)
def _boasts_of_test(text: str) -> bool:
    if claims_frontier(text):
        return True
    named = bool(tests_in(text)) or bool(TESTED.search(text))
    return named and bool(compares(text) or PRAISE.search(text) or _RECORD.search(text))


# "the state-of-the-art open models", "it performs well compared to others": praise of a model that names no test.
_PRAISED = re.compile(
    r"(?i)(?:(?<!by )(?<!with )(?<!using )(?<!from )(?<!of )(?<!like )(?<!other )(?<!existing )(?<!recent )"
    r"(?<!current )(?<!many )(?<!by the )(?<!of the )(?<!with the )(?<!than the ))"
    r"\b(?:state[- ]of[- ]the[- ]art|sota|best[- ]performing|top[- ]performing|strongest|most capable|best)\b"
    r"[^.;!?]{0,80}\b(?:models?|llms?|performance|results?)\b|"
    r"\bperform(?:s|ed)? (?:\w+ )?(?:well|better|strongly|best|competitively|favou?rably|on par)\b[^.;!?]{0,40}"
    r"\b(?:compar\w+|than|against|with|to|among)\b|\bsuperior (?:performance|results)\b|"
    r"(?:性能|效果|表现)[^。，]{0,10}(?:最佳|最强|最好|领先|优异|出色)|(?:最先进|最强)的[^。，]{0,16}模型|"
    r"(?:최고|최첨단|뛰어난|우수한) ?(?:의|수준의)? ?(?:성능|모델)|最高(?:の性能|性能)|最先端の[^。]{0,16}モデル"
)
_OF_OURS = re.compile(
    r"(?i)\b(?:we|our|this model|it|introduc\w+|present\w*|releas\w+|announc\w+)\b|"
    r"我们|本模型|该模型|우리|본 모델|本モデル|当モデル"
)
_POINTS = re.compile(
    r"(?i)\W*(?:please )?(?:see|check|refer|visit|look|compare|details|more|full|complete|find|as shown|as seen|"
    r"as can be|here|below|the (?:figure|chart|plot|graph|image))\b|\W*(?:详见|请见|见|参见|자세한|詳しく|詳細)"
)


def claims_pointing_at_tests(evidence: Evidence) -> list[Sentence]:
    """Praise of the own model that names no test and leaves the proof to a figure, or to a board that it points at."""
    pictured = bool(score_images(evidence))
    prose = [sentence for sentence in evidence.document.prose() if sentence.kind != "heading"]
    found = []
    for sentence, below in zip_longest(prose, prose[1:]):
        text = sentence.text
        if not 12 <= len(text) <= 1000 or NOT_YET.search(text) or _about_use(text):
            continue
        beside = below is not None and below.headings == sentence.headings and below.line - sentence.line <= 1
        pointing = beside and below is not None and _POINTS.match(below.text) and TESTED.search(below.text)
        if not (pictured or pointing):
            continue
        praised = _PRAISED.search(text)
        if praised is None or DENIED.search(text[: praised.start()][-24:]):
            continue
        if _OF_OURS.search(text) or _names_own(evidence, text):
            found.append(sentence)
    return found


def _names_own(evidence: Evidence, text: str) -> bool:
    return any(
        evidence.own.match(name) is not Match.NONE for name in re.findall(r"\b[A-Z][\w.+-]{2,40}", text[:400])[:12]
    )


def results_on_unnamed_tests(evidence: Evidence) -> list[int]:
    """Lines that give a share of right answers on a test without a name; none where the card has scores besides."""
    return [] if evidence.scores else [item.line for item in find_unnamed_tests(evidence.document, ())]


# Written by a training library into every card it makes; it boasts of nothing.
_TRAINER = re.compile(r"(?i)\bachieves the following results on the evaluation set\b")


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
    models = [name for name in names if len(name) > 3 and looks_like_model(name)]
    foreign = bool(models) and all(evidence.own.match(name) is Match.NONE for name in models)
    ours = re.search(
        r"(?i)\b(?:we|our|us|this model|the model|used to (?:further )?(?:fine-?tune|train)|fine-?tuned (?:on|with))\b|"
        r"我们|本模型|우리",
        around,
    )
    return foreign and not ours
