"""What a sentence adds to the model: "CLR raises MMLU from 61.2 to 64.0" on the card of a model that gets 61.2.

The higher value is that of the model with CLR, no second value of the model alone. It is known to be so where the
card gives the lower one as the model's own elsewhere; where it gives the higher one, that is the model's.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from core.cards.document import Document
from core.cards.gaps import key_of_test
from core.cards.name_words import looks_like_model
from core.cards.own_model import OwnModel, names_stage_only
from core.cards.reading import Origin, ReportedScore

_FROM_TO = re.compile(
    r"(?i)\bfrom\W{1,4}(\d{1,3}(?:\.\d{1,3})?)\s?%?\W{0,4}(?:\([^()]{1,30}\)\W{0,2})?\bto\W{1,4}"
    r"(\d{1,3}(?:\.\d{1,3})?)(?!\d)"
)
_NAME = r"(?P<what>(?-i:[A-Z])[\w@+-]{1,30}(?:[ -](?-i:[A-Z])[\w@+-]{0,20}){0,3})(?:\s?\([^()]{1,40}\))?"
_ADDS = (
    re.compile(rf"(?i)^\W*(?:with|using|adding|applying|under|via|through|by (?:using|adding)) (?:the |our )?{_NAME},"),
    re.compile(
        rf"(?i)(?:^|[:;,] )\W*(?:(?:the|our|adding|using) )?{_NAME},? (?:which )?(?:can |also |further |then |even )?"
        r"(?:boost|rais|improv|lift|push|increas|bring|enhanc|elevat|tak|mov)\w*\b"
    ),
    re.compile(rf"(?i)\b(?:with|using|via|through|adding) (?:the |our )?{_NAME}"),
)


def with_what_is_added(scores: list[ReportedScore], document: Document, own: OwnModel) -> list[ReportedScore]:
    """The scores, those that a sentence reaches by adding something told as of the model and what is added."""
    mine = [score for score in scores if score.own or own.said]  # of those, some may have been pointed out
    lines = {score.line for score in mine if score.origin is Origin.PROSE}
    telling = [
        sentence
        for sentence in document.sentences
        if sentence.line in lines and "from" in sentence.text and len(sentence.text) <= 4000
    ]
    if not telling:
        return scores
    given = _Given(mine)
    raised = {
        (sentence.line, value): what
        for sentence in telling
        for value, what in _raised(sentence.text, sentence.line, given)
    }
    if not raised:
        return scores
    return [
        _with(score, what, own)
        if (score.own or own.said) and score.origin is Origin.PROSE and (what := raised.get((score.line, score.value)))
        else score
        for score in scores
    ]


def _with(score: ReportedScore, what: str, own: OwnModel) -> ReportedScore:
    label = f"{score.subject or (own.name or 'the model').rsplit('/', 1)[-1]} + {what}"
    return replace(score, subject=label, own=label in own.said if own.said else score.own)


class _Given:
    """Which values a card gives for which tests, and on which lines."""

    def __init__(self, scores: list[ReportedScore]) -> None:
        self._tests: dict[tuple[int, float], set[str]] = defaultdict(set)
        self._lines: dict[tuple[str, float], set[int]] = defaultdict(set)
        for score in scores:
            test = key_of_test(score)
            self._tests[score.line, score.value].add(test)
            self._lines[test, score.value].add(score.line)

    def tests(self, line: int, value: float) -> set[str]:
        return self._tests.get((line, value), set())

    def elsewhere(self, test: str, value: float | None, line: int) -> bool:
        """True where another line gives the test this value."""
        lines = self._lines.get((test, value), set()) if value is not None else set()
        return len(lines) > (line in lines)


def _raised(text: str, line: int, given: _Given) -> Iterator[tuple[float, str]]:
    """The values of a sentence that come with what it adds: all that it gives, but for those given elsewhere too."""
    steps = {float(after): float(before) for before, after in (match.groups() for match in _FROM_TO.finditer(text))}
    if not steps or not (what := _added(text)):
        return
    here = [(test, value) for value in _numbers(text) for test in given.tests(line, value)]
    if any(given.elsewhere(test, steps.get(value), line) for test, value in here):
        yield from ((value, what) for test, value in here if not given.elsewhere(test, value, line))


def _added(text: str) -> str:
    found = next((match for pattern in _ADDS if (match := pattern.search(text))), None)
    what = found["what"] if found else ""
    return "" if looks_like_model(what) or names_stage_only(what) else what


def _numbers(text: str) -> set[float]:
    return {float(number) for number in re.findall(r"\d{1,4}(?:\.\d{1,4})?", text)}
