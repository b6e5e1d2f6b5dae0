"""Two lists of one length that belong together: "On MMLU and GSM8K it gets 63.3 and 52.1".

Told to go "respectively", the lists may be of models, of sizes or of settings, and stand among other names and numbers.
"""

import re
from dataclasses import dataclass, field
from itertools import pairwise

from core.cards.fast_patterns import fast_pattern
from core.cards.score_numbers import Number

_ON = re.compile(r"(?i)\s?[%％]?(?: points?| accuracy)? (?:on|in|for) (?:the )?")  # "61.2 and 50.1 on MMLU and GSM8K"
_AND = re.compile(r"\s?%?\s?(?:, and|,|、|/| and| &|和|及|以及)\s?(?:the )?")


RESPECTIVELY = fast_pattern(
    r"(?i)\brespectively\b|\bthe two\b|\bdie beiden\b|\bles deux\b|\blos dos\b|\bbzw\b|\brespectivement\b|"
    r"\brespectivamente\b|分别|각각|それぞれ"
)


def tests_in_order(text: str, tests: list[tuple[int, int, str]], numbers: list[Number]) -> dict[int, str]:
    """The test of each number by the place where that begins, clause by clause."""
    paired: dict[int, str] = {}
    for start, end in _clauses(text):
        inside = [number for number in numbers if start <= number.start < end]
        paired |= _in_order(text, [test for test in tests if start <= test[0] < end], inside)
    return paired


def _in_order(text: str, names: list[tuple[int, int, str]], numbers: list[Number]) -> dict[int, str]:
    """ "On MMLU and GSM8K it gets 63.3 and 52.1": two lists of one length belong together, item by item."""
    places = sorted(names)
    if not 2 <= len(places) == len(numbers):
        return {}
    behind = places[-1][1] <= numbers[0].start
    if not behind and not (numbers[-1].end <= places[0][0] and _ON.fullmatch(text, numbers[-1].end, places[0][0])):
        return {}
    spans = ([(start, end) for start, end, _ in places], [(number.start, number.end) for number in numbers])
    listed = all(_AND.fullmatch(text[a[1] : b[0]]) for span in spans for a, b in pairwise(span))
    return {number.start: name for number, (_, _, name) in zip(numbers, places, strict=True)} if listed else {}


# "Wren-1B and 7B achieve 15.6% and 31.0%, respectively", "the 1B and the 7B"
_SIZE = re.compile(
    r"(?<![\w.-])\d{1,3}(?:\.\d{1,2})?[BM](?![\w-]|\s(?:tokens|param|active|token|examples|samples|rows))", re.ASCII
)
# "Under CoT and TIR, MATH scores of 83.6 and 85.3, respectively", "0-shot and 5-shot"
_SETTING = re.compile(
    r"(?i)(?<![\w-])(?:CoT|TIR|PoT|(?:(?:non-?|no[- ]?)?think(?:ing)?|(?:non-?)?reasoning)(?: mode)?|greedy|"
    r"(?:maj|pass|avg|cons|rm)@\d{1,4}|(?:with(?:out)?|no) (?:tools?|cot|thinking|python)|(?:zero|few|\d{1,2})-shot)"
    r"(?![\w-])"
)


# "With Wren-7B and Tern-7B as teachers it gets 61.2 and 50.1": neither is theirs.
_TEACHERS = re.compile(
    r"(?i)\b(?:as (?:the |its |our |two )?(?:teachers|bases|judges|graders|parents|starting points|sources|references|"
    r"baselines|drafts?|verifiers))\b"
)


@dataclass(frozen=True)
class Ordered:
    """What a sentence that says "respectively" tells of each number, by the place where that begins."""

    owners: dict[int, str] = field(default_factory=dict)  # names of models
    sizes: dict[int, str] = field(default_factory=dict)  # sizes that stand alone
    settings: dict[int, str] = field(default_factory=dict)
    last: dict[int, Number] = field(default_factory=dict)  # of its list, behind which a test may stand

    def words(self, words: str, number: Number) -> str:
        """The words around a number with the one setting of a list that is its own."""
        setting = self.settings.get(number.start)
        return f"{setting} {_SETTING.sub(' ', words)}" if setting else words


def told_in_order(text: str, models: list[tuple[int, int, str]], numbers: list[Number]) -> Ordered:
    if not RESPECTIVELY.search(text):
        return Ordered()
    spans = [(start, end) for start, end, _ in models]
    bare = [
        (*match.span(), match[0])
        for match in _SIZE.finditer(text)
        if not any(start <= match.start() < end for start, end in spans)
    ]
    owners = {} if _TEACHERS.search(text) else _in_runs(text, [*models, *bare], numbers)
    sizes = {size for _, _, size in bare}
    return Ordered(
        {place: name for place, name in owners.items() if name not in sizes},
        {place: name for place, name in owners.items() if name in sizes},
        _in_runs(text, [(*match.span(), match[0]) for match in _SETTING.finditer(text)], numbers),
        {place: last for place, last in _last_of_each(text, numbers).items() if place in owners},
    )


def _in_runs(text: str, names: list[tuple[int, int, str]], numbers: list[Number]) -> dict[int, str]:
    """Each list of names with the numbers that follow it, where they are as many."""
    found: dict[int, str] = {}
    runs = _runs(text, sorted(names))
    behind = _runs(text, [(number.start, number.end, "") for number in numbers])
    for at, run in enumerate(runs):
        until = runs[at + 1][0][0] if at + 1 < len(runs) else len(text)
        values = [values for values in behind if run[-1][1] <= values[0][0] < until]
        if len(run) > 1 and values and all(len(one) == len(run) for one in values):
            found |= {start: name for one in values for (start, _, _), (_, _, name) in zip(one, run, strict=True)}
    return found


def _last_of_each(text: str, numbers: list[Number]) -> dict[int, Number]:
    """For where each number begins the last one of its list: "61.2 and 60.1 on MMLU" tells the test behind that."""
    at = {number.start: number for number in numbers}
    runs = _runs(text, [(number.start, number.end, "") for number in numbers])
    return {start: at[run[-1][0]] for run in runs for start, _, _ in run}


def _runs(text: str, places: list[tuple[int, int, str]]) -> list[list[tuple[int, int, str]]]:
    """The places, those together that only commas and "and" hold apart."""
    runs: list[list[tuple[int, int, str]]] = []
    for place in places:
        if runs and _AND.fullmatch(text, runs[-1][-1][1], place[0]):
            runs[-1].append(place)
        else:
            runs.append([place])
    return runs


def _clauses(text: str) -> list[tuple[int, int]]:
    ends = [match.start() for match in re.finditer(r"[;；]|, (?:while|whereas|but)\b", text)]
    return list(zip([0, *ends], [*ends, len(text)], strict=True))
