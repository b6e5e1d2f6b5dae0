"""Scores in a block of text or code: "mmlu": 63.1, and the average below a table."""

import re

from core.cards.benchmark_mentions import names_test, tests_in
from core.cards.document import Sentence
from core.cards.grids import Table
from core.cards.headed_scores import LABELLED, score_in
from core.cards.reading import Origin, ReportedScore

_IN_CODE = re.compile(r"[\"'](?P<label>[^\"']{2,60})[\"']\s*:\s*(?P<value>\d+(?:\.\d+)?)\s*,?")
_AVERAGE_LINE = re.compile(r"(?i)^\W*(?:overall )?(?:average|avg)\b\.?\W{0,3}(?P<value>\d+(?:\.\d+)?)\s?%?\W*$")
_SUITE = re.compile(r"(?i) (?:benchmarks?|suite|benchmark suite)$")  # the average of "GPT4All Benchmark" is GPT4All's


def average_below(sentence: Sentence, tables: dict[int, Table]) -> list[ReportedScore]:
    """ "Average: 71.1" just below a table in the same block of text."""
    match = _AVERAGE_LINE.match(sentence.text[:60])
    above = next((table for line in range(sentence.line - 2, sentence.line) if (table := tables.get(line))), None)
    if not match or above is None:
        return []
    tests = tests_in(above.intro)
    name = f"{re.sub(_SUITE, '', tests[-1])} average" if tests else "Average"
    return score_in(name, match["value"], sentence, None, True, name, Origin.CODE)


_SAMPLING = re.compile(r"(?i)temperature|top[_ ]?[pk]|penalty|\blr\b|rate|decay|seed|time|std|err|alpha|beta|eps")


# What a harness writes beside its results: "n-shot": {"hellaswag": 10}.
_SET_UP_OBJECT = re.compile(
    r"\"(?:n-?_?shots?|num_fewshot|versions?|n-samples|higher_is_better)\"\s*:\s*\{[^{}]{0,400}\}?"
)


_MT_BENCH = re.compile(r"(?i)mt[-_ ]?bench")
_ITS_KIND = re.compile(r"(?i)writing|role-?play|reasoning|math(?:ematics)?|coding|extraction|stem|humanities")


def read_code_scores(sentence: Sentence) -> list[ReportedScore]:
    """ "mmlu": 63.1, and below the name of one test its parts: "writing": 8.55 under "our MT-Bench scores:"."""
    above = next((tests[0] for text in (sentence.lead, *sentence.headings[-1:]) if (tests := tests_in(text))), None)
    scores = []
    for match in _IN_CODE.finditer(_SET_UP_OBJECT.sub("", sentence.text[:2000])):
        label = match["label"]
        if above and _MT_BENCH.match(above) and _ITS_KIND.fullmatch(label):
            name = f"{above} {label}"  # its "math" are ten conversations, and no MATH
        elif names_test(label):
            name = label
        elif above and "." in match["value"] and not _SAMPLING.search(label):
            name = f"{above} {label}"
        elif re.fullmatch(r"(?i)avg\.?|average", label) and sentence.headings:
            name = label
        else:
            continue
        scores += score_in(name, match["value"], sentence, None, True, name, Origin.CODE)
    said = LABELLED.match(sentence.text[:120])
    if (
        not scores
        and said
        and sentence.headings
        and re.match(re.escape(said["label"]) + r"\b", sentence.headings[-1], re.I)
    ):
        scores += score_in(said["label"], said["value"], sentence, None, True, sentence.text[:120], Origin.CODE)
    return scores
