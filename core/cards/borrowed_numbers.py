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
    """Up to three lines of such sentences; else of rows whose source or footnote says so."""
    told = [
        sentence.line
        for sentence in evidence.document.prose()
        if _BORROWED.search(sentence.text[:800]) and not _OF_ITS_OWN.search(sentence.text[:800])
    ][:3]
    own = {score.line for score in evidence.scores if score.own}
    rivals = {score.line for score in evidence.scores if not score.own} - own
    return told or _by_source(evidence, own, rivals)[:3] or _by_footnote(evidence, own, rivals)[:3]


_SOURCE = re.compile(
    r"(?i)\W*(?:(?:data |score )?sources?|references?|(?:taken|reported|measured|evaluated|tested) (?:from|by)|"
    r"来源|出处|"
    r"출처|出典)\W*"
)
_ELSEWHERE = re.compile(
    rf"(?i)https?://|\barxiv\b|\b{_BOARDS}\b|\b(?:reported|published|taken|copied)\b|论文|官方|官网|榜单|论文|논문|공식|論文|公式"
)


def _by_source(evidence: Evidence, own: set[int], rivals: set[int]) -> list[int]:
    """Rows of rivals whose column "Source" names another place than the own rows' does."""
    found: list[int] = []
    for table in evidence.document.tables:
        column = next((j for j, cell in enumerate(table.rows[0]) if j and _SOURCE.fullmatch(cell.text)), None)
        if column is None:
            continue
        rows = [(row[0].line, row[column].text[:200]) for row in table.rows[1:] if column < len(row)]
        mine = {text.casefold() for line, text in rows if line in own}
        found += [
            line for line, text in rows if line in rivals and _ELSEWHERE.search(text) and text.casefold() not in mine
        ]
    return found


_LEGEND = re.compile(
    r"\s{0,8}(?:[-*] )?(?:<sup>|\[\^)?(?P<mark>\d|[†‡§])(?:</sup>|\])?\s{0,2}[:：.)]?\s{0,2}(?P<said>\S.{2,300})"
)


def _by_footnote(evidence: Evidence, own: set[int], rivals: set[int]) -> list[int]:
    """Rows of rivals that bear the mark of a footnote on where numbers come from, which no own row bears."""
    lines = evidence.document.lines
    found: list[int] = []
    seen: set[str] = set()
    for text in lines if rivals and own else ():
        legend = _LEGEND.fullmatch(text[:320]) if text and len(text) < 320 and _ELSEWHERE.search(text) else None
        if legend is None or legend["mark"] in seen:
            continue
        mark = legend["mark"]
        seen.add(mark)
        raised = re.compile(mark if not mark.isdigit() else rf"<sup>[^<]{{0,6}}{mark}[^<]{{0,6}}</sup>|\[\^{mark}\]")
        if not any(raised.search(lines[line - 1][:2000]) for line in own if line):
            found += [line for line in sorted(rivals) if line and raised.search(lines[line - 1][:2000])]
    return list(dict.fromkeys(found))
