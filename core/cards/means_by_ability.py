"""Rows that are means over many tests of one ability: "Math" between "Reasoning" and "Code" is no MATH.

A card that sums up its results by ability lists "Commonsense Reasoning", "World Knowledge", "Math", "Code". Of these
words one is also the name of a test, and counts as that only where the others are tests too.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from core.cards.grids import Table
from core.cards.reading import Origin, ReportedScore

_AMBIGUOUS = re.compile(r"(?:Math|math|Maths|Mathematics|mathematics)(?: (?:avg|average|mean))?")
_ABILITY = re.compile(
    r"(?i)(?:(?:common-?sense|world|factual|general|language|natural language|reading|code|coding|multilingual|"
    r"logical|instruction|long[- ]context|popular aggregated?|aggregated?|tool|symbolic) ?)?"
    r"(?:reasoning|knowledge|understanding|comprehension|generation|coding|code|programming|multilingual\w*|robustness|following|writing|science|stem|chat|"
    r"dialogue|language|benchmarks?|safety|agent\w*|use|creativity|role-?play\w*|humanities|extraction|context|"
    r"summari[sz]ation|translation)(?: (?:tasks?|abilit(?:y|ies)|skills?|average|avg|mean))?"
)
_ALONE, _AMONG_TESTS = 2, 3  # other abilities in the table: where it names no test, and where it names some


def with_means_by_ability(scores: Sequence[ReportedScore], tables: Sequence[Table]) -> list[ReportedScore]:
    """The scores in their order; those of an ability, in a table of abilities, are of no single test."""
    places = [place for place, score in enumerate(scores) if _may_be(score)]
    if not places:
        return list(scores)
    starts = [table.line for table in tables]
    named: dict[int, dict[str, bool]] = defaultdict(dict)  # by table: each name, and whether it is that of a test
    for score in scores:
        if score.origin is Origin.TABLE and not _may_be(score):
            named[bisect_right(starts, score.line)][score.name_as_written] = score.benchmark is not None
    kept = list(scores)
    for place in places:
        others = named[bisect_right(starts, scores[place].line)]
        abilities = sum(bool(_ABILITY.fullmatch(name.strip(" *"))) for name in others)
        if abilities >= (_AMONG_TESTS if any(others.values()) else _ALONE):
            kept[place] = replace(scores[place], benchmark=None)
    return kept


def _may_be(score: ReportedScore) -> bool:
    return (
        score.origin is Origin.TABLE
        and score.benchmark == "math"
        and bool(_AMBIGUOUS.fullmatch(score.name_as_written.strip(" *")))
    )
