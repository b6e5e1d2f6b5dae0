"""Scores in prose on a test that the card does not name: "right on 71 % of 300 contract questions".

Nobody can look such a test up or hold the value against another card, so it is
no score to compare; it is a claim all the same, and is named as unread.
"""

import re
from collections.abc import Collection

from core.cards.document import Document
from core.cards.reading import Unread

_SHARE = r"(?<![\d.,])\d{1,3}(?:[.,]\d+)?\s?(?:%|percent\b|％)"
_TASKS = (
    r"(?:questions|tasks|problems|cases|prompts|examples|items|queries|documents|conversations|requests|tickets|"
    r"contracts|test set|题|问题|문항|문제|問)"
)
_CLAIM = re.compile(
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
    r"\bof (?:the |our |its )?(?:training|data(?:sets?)?|corpus|mix\w*|time)\b"
)
MOST = 20


def find_unnamed_tests(document: Document, read_lines: Collection[int]) -> list[Unread]:
    """Sentences that claim a share of right answers, and of which no score was read (`read_lines`)."""
    found = []
    for sentence in document.sentences:
        text = sentence.text[:600]
        if sentence.kind != "prose" or sentence.line in read_lines:
            continue
        if _CLAIM.search(text) and not _NO_CLAIM.search(text):
            found.append(Unread("score on a test without a name", text, sentence.line))
    return found[:MOST]
