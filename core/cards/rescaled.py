"""Scores of the Open LLM Leaderboard, second version, which counts what lies above guessing: 25 % right on GPQA is 0.

So 7.4 there is 30.6 % right, and its noise is larger than that of 7.4 % right. Where no word names the board, values
below what guessing gives tell it; where they all lie well above it in a table of that name, they are plain shares.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.cards.document import Document
from core.cards.reading import Origin, ReportedScore
from core.cards.vocabulary import BOARD

_TESTS = frozenset(("ifeval", "bbh", "math_lvl5", "gpqa", "musr", "mmlu_pro"))
_FEWEST = 3  # of its tests; fewer are no copy of the board
_SURELY_ABOVE_GUESSING: Mapping[str, float] = {"gpqa": 20.0, "musr": 28.0, "bbh": 20.0}  # a plain share is not below
_SURELY_PLAIN: Mapping[str, float] = {"gpqa": 25.0, "musr": 33.0, "bbh": 29.0}  # nor is one of them below these


def with_rescaled(scores: Sequence[ReportedScore], document: Document) -> list[ReportedScore]:
    """The scores, those that count what lies above guessing marked as such."""
    if len({score.benchmark for score in scores} & _TESTS) < _FEWEST:
        return list(scores)
    groups: dict[tuple[str, str, int], list[ReportedScore]] = {}
    for score in scores:
        if score.benchmark in _TESTS and score.percent is not None:
            groups.setdefault(_source(score, document), []).append(score)
    marked = {
        id(score)
        for (_, context, table), group in groups.items()
        if _is_rescaled(group, f"{context} {_words(document, table)}")
        for score in group
    }
    return [replace(score, rescaled=True) if id(score) in marked else score for score in scores]


def _source(score: ReportedScore, document: Document) -> tuple[str, str, int]:
    """What stands together: the entries of one source, the cells of one table, the sentences of one section."""
    within = (
        (j for j, table in enumerate(document.tables) if table.line <= score.line <= table.last_line)
        if score.origin is Origin.TABLE
        else iter(())
    )
    table = next(within, -1)
    return score.origin.value, "" if table >= 0 else score.context, table


def _words(document: Document, table: int) -> str:
    if table < 0:
        return ""
    found = document.tables[table]
    return f"{' '.join(found.headings)} {found.intro} {found.outro}"


def _is_rescaled(group: Sequence[ReportedScore], words: str) -> bool:
    if len({score.benchmark for score in group}) < _FEWEST:
        return False
    if any((score.percent or 0.0) < _SURELY_ABOVE_GUESSING.get(score.benchmark or "", 0.0) for score in group):
        return True
    tests = [(score.benchmark or "", score.percent or 0.0) for score in group]
    plain = [value >= _SURELY_PLAIN[test] for test, value in tests if test in _SURELY_PLAIN]
    return bool(BOARD.search(words)) and not (plain and all(plain))
