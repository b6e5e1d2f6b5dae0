"""A card that stands twice in one file, in English and below "中文": the second part tells the same values again.

Below the name of a language the tests count as editions in that language, "MMLU (Chinese)". Where their values repeat
those of the card's other part, one by one, they are no editions: the card only says it twice.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from core.cards.reading import ReportedScore
from core.cards.sections_apart import in_language
from core.catalogue.benchmark_names import find_benchmark

_LEAST = 2  # values alike by chance are few
_EDITION = re.compile(r"(?P<test>.{1,120}) \((?P<language>[A-Z][a-z]+(?: [A-Z][a-z]+)?)\)")


def with_copies_as_such(scores: Sequence[ReportedScore]) -> list[ReportedScore]:
    """The scores in their order, those of a copied part under the plain names of their tests."""
    plain: set[tuple[str, float, str | None]] = set()
    below: dict[tuple[str, str], list[tuple[int, ReportedScore]]] = defaultdict(list)
    for place, score in enumerate(scores):
        if score.benchmark:
            plain.add((score.benchmark, score.value, score.subject))
        elif (edition := _EDITION.fullmatch(score.name_as_written)) and (known := find_benchmark(edition["test"])):
            language = edition["language"]
            if in_language(score.context.rpartition(" › ")[2]) == language:
                as_plain = replace(score, benchmark=known.id, name_as_written=edition["test"])
                below[language, score.context].append((place, as_plain))
    kept = list(scores)
    for editions in below.values():
        copied = sum((score.benchmark, score.value, score.subject) in plain for _, score in editions)
        if copied >= _LEAST and copied >= 0.8 * len(editions):
            for place, score in editions:
                kept[place] = score
    return kept
