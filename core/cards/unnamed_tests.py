"""Scores in prose on a test that the card does not name: "right on 71 % of 300 contract questions".

Nobody can look such a test up or hold the value against another card, so it is
no score to compare; it is a claim all the same, and is named as unread.
"""

import re
from collections.abc import Collection
from functools import lru_cache

from core.cards.benchmark_mentions import tests_in
from core.cards.document import Document, Sentence
from core.cards.fast_patterns import fast_pattern
from core.cards.reading import Unread

_SHARE = r"(?<![\d.,])\d{1,3}(?:[.,]\d+)?\s?(?:%|percent\b|％)"
_TASKS = (
    r"(?:questions|tasks|problems|cases|prompts|examples|items|queries|documents|conversations|requests|tickets|"
    r"contracts|test set|题|问题|문항|문제|問)"
)
_CLAIM = fast_pattern(
    rf"(?i){_SHARE} (?:of|on|in|for) (?:our |the |its |all |an? |these |those |some )?(?:[\w-]+ ){{0,5}}{_TASKS}|"
    rf"\b(?:accuracy|score|success rate|pass rate|exact match|f1)\b[^.%]{{0,40}}{_SHARE}|"
    rf"\b{_TASKS}\b[^.%]{{0,60}}\b(?:answers?|solves?|gets?|scores?)\b[^.%]{{0,15}}{_SHARE}|"
    rf"{_SHARE} (?:accuracy|success rate|pass rate|exact match|f1|right|correct)\b|"
    rf"(?:准确率|正确率|得分|정확도|정답률|正答率|正解率)[^。.%]{{0,20}}{_SHARE}"
)
_NO_CLAIM = re.compile(
    r"(?i)\b(?:training|train|validation) (?:set|accuracy|data|loss)\b|"
    r"\b(?:accuracy|score)s? (?:boost|gain|improvement|increase|drop|loss)s?\b|"
    r"\bsimilarit\w+|\boverlap\w*|\bduplicat\w*|\btokens?\b|\bdropout\b|\bacceptance rate\b|"
    r"\b(?:improve\w*|increas\w*|boost\w*|reduc\w*|faster|higher|lower|fewer|more than|up to) (?:\w+ ){0,3}by\b|"
    r"\bof (?:the |our |its )?(?:training|data(?:sets?)?|corpus|mix\w*|time)\b|"
    # "40 % of the examples have an input": how a set is made up
    rf"{_SHARE} of (?:[\w-]+ ){{0,5}}{_TASKS} (?:\w+ )?(?:ha(?:ve|s|d)|contain\w*|includ\w*|lacks?|carr(?:y|ies)|"
    r"c[oa]me|consists?|span|use[sd]?|(?:are|is|were|was) (?:\w+ )?(?:in|from|about|written|generated|synthetic|"
    r"multi-?turn|single-?turn|empty|translated|paired|labell?ed|drawn|taken|sourced|human-written|kept|removed))\b"
)
MOST = 20


def find_unnamed_tests(document: Document, read_lines: Collection[int]) -> list[Unread]:
    """Sentences that claim a share of right answers, and of which no score was read (`read_lines`)."""
    found = []
    for sentence in document.sentences:
        text = sentence.text[:600]
        if sentence.kind != "prose" or sentence.line in read_lines:
            continue
        if _claims_share(text):
            found.append(Unread("score on a test without a name", text, sentence.line))
    return found[:MOST]


@lru_cache(maxsize=8192)  # several rules ask about every sentence of a card
def _claims_share(text: str) -> bool:
    return bool(_CLAIM.search(text)) and not _NO_CLAIM.search(text)


# "reaching 96 % of the performance level of Quill on the Tern benchmark": a result, told as a share of a rival's.
_SHARE_OF_RIVAL = re.compile(
    rf"(?i)\b(?:reach|achiev|attain|obtain|retain|recover|deliver|get|scor|has|with|at|show)\w* "
    rf"(?:about |over |more than |up to |nearly )?{_SHARE} of "
    r"(?:(?:the )?(?:overall )?(?:performance|quality|scores?|accuracy|capabilit\w+|level)"
    r"(?: level)? of (?:the )?(?:[\w-]+ )?(?-i:[A-Z])|(?:the )?(?-i:[A-Z])[\w.-]*(?: [\w.-]+){0,2}['’]s? "
    r"(?:performance|quality|scores?|accuracy))"
)
_ON_BOARD = re.compile(
    r"(?i)\bon (?:the )?(?-i:[A-Z])[\w.-]*(?: [\w.-]+){0,2} (?:bench-?marks?|leader-?board|test set|suite)\b"
)


def find_shares_of_rivals(document: Document) -> list[int]:
    """Lines that tell a result on a named test as a share of a rival's result."""
    return [
        sentence.line
        for sentence in document.sentences
        if sentence.kind == "prose"
        and "%" in sentence.text
        and _SHARE_OF_RIVAL.search(sentence.text[:1500])
        and (_ON_BOARD.search(sentence.text[:1500]) or tests_in(sentence.text))
    ][:MOST]


_FEW = (
    r"(?:(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|\d{1,2}|"
    r"a (?:couple|few|handful|dozen|set)|several|a small (?:set|number|batch|collection))(?: of)?)"
)
_TRIAL = r"(?:tests?|experiments?|benchmarks?|evals?|evaluations?|comparisons?|quiz|checks?)"
_QUESTIONS = r"(?:questions?|prompts?|problems?|riddles?|puzzles?|queries|test cases)"
_ASKED_ITEMS = (
    r"(?:questions?|prompts?|problems?|riddles?|puzzles?|tasks?|challenges?|exercises?|katas?|queries|instructions|"
    r"scenarios|test cases|examples|conversations|stories)"
)
# "I asked it 3 Python questions", "my own test of 20 riddles", "a quick experiment with ten prompts".
_HOME_MADE = re.compile(
    rf"(?i)\b(?:i|we)(?:['’]ve| have)? (?:\w+ )?(?:asked|gave|given|posed|tried|put|threw|tested|evaluated|"
    rf"fed|prompted|quizzed|challenged)\b[^.;!?]{{0,80}}?\b{_FEW} (?:[^\s.;!?]+ ){{0,6}}?{_ASKED_ITEMS}\b|"
    rf"\b(?:i|we)(?:['’]ve| have)? (?:\w+ )?(?:compared|ran|used|wrote|made|created|prepared)\b[^.;!?]{{0,80}}?"
    rf"\b{_FEW} (?:[^\s.;!?]+ ){{0,6}}?{_QUESTIONS}\b(?=[^.!?]{{0,120}}\b(?:answer\w*|solv\w+|got|right|correct\w*|"
    r"passed|failed|won|models?)\b)|"
    rf"\b(?:my|our) (?:own )?(?:[\w-]+ ){{0,3}}?{_TRIAL}\b"
    rf"[^.;!?]{{0,40}}?\b(?:of|with|on|has|had|consists of|contains|using|over)\b (?:just |only |about )?{_FEW} "
    rf"(?:[^\s.;!?]+ ){{0,4}}?{_QUESTIONS}\b|"
    rf"\b(?:quick|small|informal|simple|little|tiny|unscientific|anecdotal|personal|home-?made|private|"
    rf"manual|subjective|blind|vibe|side-by-side)"
    rf"\b (?:[\w-]+ ){{0,2}}?{_TRIAL}\b[^.;!?]{{0,60}}?"
    rf"\b{_FEW} (?:[^\s.;!?]+ ){{0,4}}?{_ASKED_ITEMS}\b|"
    rf"\b(?:tested|tried|evaluated|checked|quizzed) (?:\w+ )?(?:on|with|against) (?:just |only )?{_FEW} (?:of )?"
    rf"(?:(?:my|our) own|hand-?written|made-?up|self-?written) (?:[^\s.;!?]+ ){{0,4}}?{_ASKED_ITEMS}\b|"
    r"我[们]?(?:自己)?[^。，]{0,16}(?:[一二两三四五六七八九十几]|\d{1,2})[个道条][^。，]{0,10}(?:问题|题目?|提示词?|谜题|任务)|"
    r"(?:직접|제가|저희가|자체)[^.]{0,24}(?:\d{1,2}|몇|다섯|열|세|네) ?(?:개|가지|문항|문제)"
    r"[^.]{0,10}(?:질문|문제|프롬프트|문항|로)|"
    r"(?:自作|手作り|簡単な|独自)[^。]{0,16}(?:\d{1,2}|数)(?:問|個|つ)"
)
_OUTCOME = re.compile(
    r"(?i)\bscor\w+|\branks?\b|\branked\b|\b(?:1st|2nd|3rd|first|second|third|last) (?:place|best)\b|\bplaces?:|"
    r"\b(?:answer\w*|solv\w+|got|gets|passed|passes|failed|fails|won|wins|beat|beats|right|correct\w*|performed|"
    r"performs|prefer\w*|best|better|worse|results?)\b|得分|答对|正确|排名|表现|最好|맞|점수|정답|순위|성능|正解|点数|順位"
)
# Advice to others, and questions of other kinds: in the data, to the authors, to the reader.
_NO_TEST = re.compile(
    r"(?i)\b(?:you|users?|readers?|please|feel free|should|recommend\w*|faq|train\w*|fine-?tun\w*|dataset|few-?shot|"
    r"annotat\w+|in-context|generat\w+ (?:data|samples)|labell?\w*|synthe\w+)\b|训练|微调|학습|学習"
)


def find_home_made_tests(document: Document) -> list[int]:
    """Lines on which the authors tell of a few questions of their own, put to the model with an outcome.

    The outcome stands in the same sentence or among the next ones under the same heading.
    """
    prose = [sentence for sentence in document.sentences if sentence.kind == "prose"]
    lines = []
    for at, sentence in enumerate(prose):
        text = sentence.text[:600]
        told = _HOME_MADE.search(text)
        if told is None or _NO_TEST.search(text):
            continue
        after = [
            text[told.end() :],
            *(later.text[:200] for later in prose[at + 1 : at + 16] if _beside(sentence, later)),
        ]
        if any(_OUTCOME.search(piece) for piece in after):
            lines.append(sentence.line)
    return lines[:MOST]


def _beside(sentence: Sentence, later: Sentence) -> bool:
    return later.headings == sentence.headings
