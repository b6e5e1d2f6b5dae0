"""A label that bears a test's name and is an average of several tests by a note: "Math: the average of GSM8K and MATH".

Such a number is held against no value of the test whose name it bears.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.cards.benchmark_mentions import tests_in
from core.cards.document import Document
from core.cards.reading import ReportedScore
from core.catalogue.benchmark_names import find_benchmark, find_other, name_key

_AVERAGE = re.compile(r"(?i)\b(?:average[ds]?|mean)\b")
# "Math: we report the average of …", "Math is the mean over …", "For Math, we average …", "* Math = average of …"
_TOLD = re.compile(
    r"(?i)\W*(?:for |the )?[\"“'*_(]{0,3}(?P<label>[A-Z][\w+ -]{1,30}?)[\"”'*_)]{0,3}"
    r"(?: scores?| results?| column| row)?\s?"
    r"(?::|=|,|[–—-]\s|\b(?:is|are|denotes|means|refers to|reports?|shows|gives)\b)"
    r"(?:[\w,' -]{0,50}?\b)??(?:\b(?:average[ds]?|mean) (?:\w+ ){0,2}?(?:of|over|across|on|between|for) |\bwe average )"
    r"(?P<rest>[^.;]{5,200})"
)
_LEADS_TO_FIRST = re.compile(r"(?:[a-z]+ ){0,5}(?:[a-z]+: )?")  # "the scores on ": and no "57 subjects, "
_PARENTHESES = re.compile(r"\([^()]{0,40}\)")
_MOST_CHARS, _FEWEST = 500, 2


def with_averages(scores: Sequence[ReportedScore], document: Document) -> list[ReportedScore]:
    """The scores, those named as averages that a note of their section tells are of no single test."""
    told = {
        (name_key(label), " › ".join(sentence.headings)): tests
        for sentence in document.prose()
        if _AVERAGE.search(sentence.text)
        for label, tests in averages_told(sentence.text)
    }
    if not told:
        return list(scores)
    return [
        replace(score, benchmark=None, name_as_written=f"{score.name_as_written} (average of {' and '.join(tests)})")
        if score.benchmark and (tests := told.get((name_key(score.name_as_written), score.context)))
        else score
        for score in scores
    ]


def averages_told(text: str) -> list[tuple[str, list[str]]]:
    """The label of an average with the tests that it is of, each once; no label of a test that is averaged over parts.

    >>> averages_told("MATH: We report the average of the GSM8K (8 shot) and MATH (4 shot) benchmarks at the top 1.")
    [('MATH', ['GSM8K', 'MATH'])]
    >>> averages_told("MMLU: we report the average over 57 subjects.")
    []
    """
    if len(text) > _MOST_CHARS or not (found := _TOLD.match(text)):
        return []
    known: dict[str, str] = {}
    rest = _PARENTHESES.sub("", found["rest"])
    names = tests_in(rest)
    if not names or not _LEADS_TO_FIRST.fullmatch(rest[: rest.find(names[0])]):
        return []
    for name in names:
        test, other = find_benchmark(name), find_other(name)
        if test is None and name.casefold().startswith(found["label"].casefold()):
            return []  # its own parts: "MMLU-STEM"
        known.setdefault(test.id if test else name_key(other.name if other else name), name)
    return [(found["label"], list(known.values()))] if len(known) >= _FEWEST else []
