"""Sentences that say the rivals' numbers were not run for this card: "Results of other models are from their papers".

A leaderboard is one tester for all; only when the card's own numbers were taken apart from it does it count.
"""

import re

from core.cards.evidence import Evidence
from core.cards.fast_patterns import fast_pattern

_OTHERS = (
    r"(?:(?:all )?(?:the )?(?:other|baseline|competing|compared|rival|existing|proprietary|remaining|open-source)s?"
    r"(?: open(?:-source)?)? ?(?:models?|methods?|systems?|llms?|results?|numbers?|scores?)|baselines|"
    r"competitors|others|the rest|(?:chat)?gpt-?\d[\w.-]*|claude[\w .-]*|gemini[\w .-]*)"
)
_TAKEN = r"(?:taken|copied|cited|quoted|sourced|collected|adopted|borrowed|obtained|reported|come|comes|directly|drawn)"
_PAPERS = (
    r"(?:papers?|(?:technical |tech )?reports?|publications?|blogs?(?: posts?)?|announcements?|official (?:\w+ ){0,2}"
    r"(?:results|numbers|scores|sites?|websites?|repositories|pages?)|model cards?|authors|creators|developers|vendors|"
    r"makers)"
)
_BOARDS = rf"(?:{_PAPERS}|leaderboards?)"
_BORROWED = fast_pattern(
    rf"(?i)\b{_OTHERS}[^.;]{{0,60}}\b(?:are|is|were|was|come|comes|as)\b[^.;]{{0,25}}\b(?:{_TAKEN}|from)\b"
    rf"[^.;]{{0,50}}\b{_BOARDS}\b|"
    rf"(?:\b(?:results?|scores?|numbers|values|figures|data points|entries|rows|marked)\b|[†‡*])[^.;]{{0,60}}\b{_TAKEN}"
    rf"\b[^.;]{{0,12}}\b(?:from|in|by)\b[^.;]{{0,50}}\b{_PAPERS}\b|"
    rf"\b{_TAKEN}\b[^.;]{{0,30}}\b(?:from|in|by)\b[^.;]{{0,40}}\b{_BOARDS}\b[^.;]{{0,30}}\b(?:for|of) {_OTHERS}|"
    rf"\b(?:for|of) {_OTHERS},? [^.;]{{0,60}}\b(?:use|cite|quote|take|copy|report|adopt|from)\b[^.;]{{0,50}}"
    rf"\b{_BOARDS}\b|"
    r"(?:其他|其它|对比|基线|竞品)(?:的)?(?:模型|方法)[^。；]{0,20}(?:来自|取自|引用|采用|摘自)[^。；]{0,16}(?:论文|报告|官方|榜单|博客)|"
    r"(?:다른|타|비교) ?모델[^.。]{0,25}(?:논문|보고서|공식|리더보드)[^.。]{0,15}(?:에서|인용|발췌|가져)|"
    r"他(?:の|社)?(?:の)?モデル[^。]{0,20}(?:論文|公式|報告)[^。]{0,16}(?:から|引用|による)"
)
_OF_ITS_OWN = re.compile(r"(?i)\bin (?:our|this|the accompanying) (?:\w+ )?(?:paper|report|blog)|\bsee (?:our|the)\b")


def find_borrowed_numbers(evidence: Evidence) -> list[int]:
    """Up to three lines of such sentences."""
    return [
        sentence.line
        for sentence in evidence.document.prose()
        if _BORROWED.search(sentence.text[:800]) and not _OF_ITS_OWN.search(sentence.text[:800])
    ][:3]
