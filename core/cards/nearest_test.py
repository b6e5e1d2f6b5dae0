"""Which test a number in a sentence belongs to: the nearest one, unless the words between say otherwise."""

import re

from core.cards.benchmark_mentions import tests_in
from core.cards.gaps import EDITIONS
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model
from core.cards.other_measures import is_of_next
from core.cards.own_model import OwnModel
from core.cards.score_numbers import Number
from core.catalogue.benchmark_names import find_benchmark

_RESULT_OF = re.compile(
    r"(?i)\b(?:win[- ]?rate|accuracy|scor(?:e|es|ed|ing)|pass@\d+|f1|elo|rating|ndcg(?:@\d+)?|exact match)(?: \w+)? ?"
    r"(?:of|is|:|=|at)? ?(?:\d[\d.]*\s?%?(?:,|,? and) ?)*$|"
    r"\b(?:gets?|got|reach(?:es|ed)|scor(?:es|ed)|achiev(?:es|ed)|obtain(?:s|ed)|attain(?:s|ed)|with) "
    r"(?:only |just )?$"
)


def find_tests(text: str, own: OwnModel) -> list[tuple[int, int, str]]:
    """Start, end and name of each test that a sentence names, in order."""
    tests = sorted(
        _with_edition(text, match)
        for name in dict.fromkeys(tests_in(text))
        if not _begins(name, own)
        for match in re.finditer(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])", text)
    )
    return [
        test
        for test in tests
        if not any(a <= test[0] and test[1] <= b and b - a > test[1] - test[0] for a, b, _ in tests)
    ]


_EDITION = re.compile(r"(?:\s|[-_]|\s?\()v\d{1,2}(?:\.\d{1,2})?(?![\w.]*\d)\)?", re.ASCII)


def _with_edition(text: str, match: re.Match[str]) -> tuple[int, int, str]:
    """The place and the name of a test with the version behind it, which is another test: "LiveCodeBench v6"."""
    edition = _EDITION.match(text, match.end())
    known = find_benchmark(match[0]) if edition else None
    if not edition or not known or known.id not in EDITIONS:
        return match.start(), match.end(), match[0]
    return match.start(), edition.end(), f"{match[0]}{edition[0]}"


# ", and WrenBench25 to 99.2": the next test of the list, under a name that is in no list of ours.
_UNLISTED = re.compile(
    r"(?:,|;|&|\band\b)\s{0,2}(?:and )?(?:on )?([A-Z]?[a-z]{2,20}[A-Z][\w-]{0,30})"
    r"(?: from \d[\d.]{0,6}\s?%?)?(?: (?:to|at|of|is|with))?\W{0,4}$"
)


def unlisted_test(text: str, number: Number, own: OwnModel) -> str | None:
    found = _UNLISTED.search(text[max(0, number.start - 70) : number.start])
    if not found or tests_in(found[1]) or looks_like_model(found[1]) or own.match(found[1]) > Match.NONE:
        return None
    return found[1]


def _begins(test: str, own: OwnModel) -> bool:
    """True where the card's own model begins with the name of a test: no number behind it is a score on that."""
    return any(re.match(re.escape(test) + r"(?![A-Za-z0-9])", name, re.IGNORECASE) for name in own.names[:2])


_GOES_ON = re.compile(
    r"(?i)[^.;\d]{0,24}?(?:,|\b(?:and|und|et|e|y|en|&)\b)\s*(?:on|in|at|for|sur|en|auf|em|n[oa]s?|bei|su)\b"
)


def nearest_test(text: str, number: Number, tests: list[tuple[int, int, str]]) -> str | None:
    """The benchmark the number belongs to: "N on TEST" first, then the nearest within sixty characters."""
    following = [test for test in tests if test[0] >= number.end]
    preceding = [test for test in tests if test[1] <= number.start]
    if following:
        between = re.sub(r"(?i)(?:pass|exec)\s?@\s?\d+|\d+-shot", "", text[number.end : following[0][0]])
        if "/" in number.text and re.fullmatch(r"(?i)(?: [\w-]+){0,2} (?:of|from) (?:the )?", between):
            return following[0][2]  # "49 of 658 problems from TEST"
        if len(between) < 60 and re.match(
            r"(?i)[^.;,\d]{0,40}\b(?:on|in|at|for|over|from|sur|en|auf|em|n[oa]s?|bei|su|nel)\b(?: (?:the|our))?\W*$|"
            r"^[^\w,;，、；。./|]{0,4}(?:上)?$",
            between,
        ):
            # "On MMLU it gets 80.7 and on GSM8K 55.3": the sentence goes on with the next test.
            led = preceding and not re.search(r"(?<![\w-])\d", text[preceding[-1][1] : number.start])
            return preceding[-1][2] if led and _GOES_ON.match(between) else following[0][2]
    candidates = [(number.start - test[1], test[2]) for test in preceding] + [
        (test[0] - number.end + 25, test[2])
        for test in following
        if test[0] - number.end < 60 and not is_of_next(text, number.end, test[0], test[1])
    ]
    near = min(candidates, default=None)
    if near and near[0] < 60:
        return near[1]
    # The only test of a sentence may stand farther off, where a word for results leads to the number.
    if not _RESULT_OF.search(text[max(0, number.start - 40) : number.start]) or len({test[2] for test in tests}) > 1:
        return None
    led = any(start < number.end or not is_of_next(text, number.end, start, end) for start, end, _ in tests[:9])
    return tests[0][2] if led else None
