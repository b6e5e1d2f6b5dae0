"""Several results behind several names, with strokes between them: "MMLU/GSM8K/HumanEval: 61.2/50.1/40.2".

The names may be of tests, or of what was taken on one test: "HumanEval pass@1/pass@10: 40.2/61.0".
"""

import re

from core.cards.benchmark_mentions import names_test
from core.cards.document import Sentence
from core.cards.headed_scores import score_in
from core.cards.line_owners import find_owner
from core.cards.name_match import Match
from core.cards.other_quantities import is_other_quantity
from core.cards.own_model import OwnModel
from core.cards.reading import ReportedScore
from core.cards.score_subjects import find_models
from core.cards.settings import Settings, parse_settings

_VALUE = r"(?:\d{1,3}(?:\.\d{1,2})?\s?%|\d{0,3}\.\d{1,4})"
_VALUES = rf"(?<![\w./-])(?P<values>{_VALUE}(?:\s?/\s?{_VALUE}){{1,5}})(?![\w/]|\.\d)"
_SLASHED = re.compile(_VALUES)
_LABEL = r"[A-Za-zτ\d][\w+@.²-]{1,30}(?: [\w+@.-]{1,20}){0,2}"
_LABELS = rf"(?<![\w./-])(?P<labels>{_LABEL}(?:\s?/\s?{_LABEL}){{1,5}})"
_FORMS = (
    re.compile(rf"(?:(?P<test>{_LABEL}) ?[(（])?{_LABELS}[)）]?\*{{0,2}}\s?[:：=]?\s?\*{{0,2}}{_VALUES}"),
    re.compile(rf"{_VALUES} (?:on|in|for) (?:the )?{_LABELS}"),
    re.compile(rf"(?P<test>{_LABEL})\*{{0,2}}\s?[:：=]?\s?\*{{0,2}}{_VALUES}\s?[(（]{_LABELS}[)）]"),
)
_METRIC = re.compile(
    r"(?i)(?:pass|maj|cons|avg|best|exec)@\d+|acc(?:uracy|_norm)?|em|f1|exact[_ ]match|(?:zero|few)-shot"
)


def read_slashed_scores(sentence: Sentence, own: OwnModel) -> list[ReportedScore]:
    """The scores of the one such list of a sentence, which names no other model; empty for any other sentence."""
    text = sentence.text
    if text.count("/") < 2 or len(text) > 400 or not _SLASHED.search(text):
        return []
    found = next((match for form in _FORMS if (match := form.search(text))), None)
    if found is None or is_other_quantity(text, found.start("values"), found.start("values")):
        return []
    if any(own.match(name) is Match.NONE for _, _, name in find_models(text)):
        return []
    labels = [label.strip() for label in found["labels"].split("/")]
    values = [value.strip() for value in found["values"].split("/")]
    over = found.groupdict().get("test")
    if over is None and " on " in labels[-1]:  # "pass@1/pass@10 on HumanEval: 40.2/61.0"
        labels[-1], _, over = labels[-1].partition(" on ")
    named = _tests_of(labels, over)
    if len(labels) != len(values) or not all(named):
        return []
    owner, mine = find_owner(sentence, own)
    return [
        score
        for label, test, value in zip(labels, named, values, strict=True)
        if test
        for score in score_in(test, value, sentence, owner, mine, f"{test} {label}")
    ]


def _tests_of(labels: list[str], over: str | None) -> list[str | None]:
    """The test that each label names, or that it is a metric or a setting of; None for any other label."""
    test = _name_in(over.split(" "))[0] if over else None
    named: list[str | None] = []
    for label in labels:
        name, rest = _name_in(label.split(" "))
        if name is None and not _is_way_of_taking(label):
            named.append(None)
            continue
        test = name or test
        named.append(test if not rest or _is_way_of_taking(rest) else None)
    return named


def _name_in(words: list[str]) -> tuple[str | None, str]:
    """The test that a label begins or ends with, and what is left of the label where it ends so."""
    taken = 1 if len(words) > 1 and _is_way_of_taking(words[-1]) else 0  # "HumanEval pass@1": each label has its own
    for end in range(len(words) - taken, 0, -1):
        if names_test(name := " ".join(words[:end])):
            return name, " ".join(words[end:])
    for start in range(1, len(words)):
        if names_test(name := " ".join(words[start:])):
            return name, ""
    return None, ""


def _is_way_of_taking(label: str) -> bool:
    return bool(_METRIC.fullmatch(label)) or parse_settings(label) != Settings()
