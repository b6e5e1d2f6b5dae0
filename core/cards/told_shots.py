"""How many examples the tests of a table were given, where words beside the table tell it and its cells do not.

"All results are 5-shot." speaks of every test, "ARC-C 25-shot, HellaSwag 10-shot" of each by its name, and a harness
prints "num_fewshot: 5" over its table.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.cards.benchmark_mentions import tests_in
from core.cards.grids import Table
from core.cards.reading import ReportedScore
from core.catalogue.benchmark_names import find_benchmark, name_key

_NUMBERS = {"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10}
_SHOTS = re.compile(
    rf"(?ai)(?<![\w.-])(\d{{1,3}}|{'|'.join(_NUMBERS)})[- ]?shots?\b|(?<!\d)(\d{{1,2}})(?:样本|ショット|샷)"
)
_HARNESS = re.compile(r"(?i)\bnum_fewshot\W{1,3}(\d{1,3})\b")
_OF_ALL = re.compile(
    r"(?i)\b(?:results?|numbers?|scores?|evaluations?|evaluated|benchmarks?|tasks?|tests?|performance|metrics|figures?|"
    r"reported|tables?|settings?|accurac(?:y|ies)|everything)\b|评测|结果|评估|평가|결과|評価|結果"
)
_ONLY_SOME = re.compile(
    r"(?i)\b(?:except|unless|other than|some|most|models? (?:that|which)|competitors?|rivals?|theirs?)\b"
)
_OF_ABOVE, _OF_BELOW = (
    re.compile(r"(?i)\b(?:above|previous|preceding)\b"),
    re.compile(r"(?i)\b(?:below|following|next)\b|:$"),
)
_NOTE = re.compile(r"(?i)\W*[*†‡]|\W*note\b|\W*\(")
_FORWARD = re.compile(
    r"(?i)\s?(?:evaluation |results? |setting |prompting |accuracy )?(?:(?:for|on|in|with) )?(?:the )?$"
)
_PIECE = re.compile(r"(?<=[.;。；])\s+")
_NEAR = 10  # lines within which a note may belong to the next table as well
_MOST_CHARS, _MOST_PIECES = 400, 8


def with_told_shots(
    scores: list[ReportedScore], table: Table, below: Table | None, lines: Sequence[str]
) -> list[ReportedScore]:
    """The scores of a table, with the shots that its surroundings tell; `below` is the next table of the card."""
    if all(score.shots is not None for score in scores):
        return scores
    of_all: set[int] = set()
    by_test: dict[str, int] = {}
    for piece in _pieces_beside(table, below):
        told = [(match.start(), match.end(), _number(match)) for match in _SHOTS.finditer(piece)]
        if not told:
            continue
        named = dict(_by_test(piece, told))
        by_test = named | by_test
        if not tests_in(piece) and len(told) == 1 and _OF_ALL.search(piece) and not _ONLY_SOME.search(piece):
            of_all.add(told[0][2])
    if not of_all and (printed := _printed_over(table, lines)) is not None:
        of_all.add(printed)
    rest = of_all.pop() if len(of_all) == 1 else None
    return [
        score
        if score.shots is not None or (shots := _of(score, by_test, rest)) is None
        else replace(score, shots=shots)
        for score in scores
    ]


def _of(score: ReportedScore, by_test: dict[str, int], rest: int | None) -> int | None:
    key = name_key(score.name_as_written)
    return by_test.get(key, by_test.get(score.benchmark or key, rest))


def _pieces_beside(table: Table, below: Table | None) -> Iterator[str]:
    shared = below is not None and below.line - table.last_line <= _NEAR
    for piece in _PIECE.split(table.intro)[-_MOST_PIECES:]:
        if len(piece) <= _MOST_CHARS and not _OF_ABOVE.search(piece):
            yield piece
    for piece in _PIECE.split(table.outro)[:_MOST_PIECES]:
        mine = not shared or _OF_ABOVE.search(piece) or _NOTE.match(piece)
        if len(piece) <= _MOST_CHARS and mine and not _OF_BELOW.search(piece):
            yield piece


def _by_test(piece: str, told: list[tuple[int, int, int]]) -> Iterator[tuple[str, int]]:
    """Each test that a sentence gives its shots to: "MMLU and ARC are 5-shot", "5-shot on MMLU"."""
    bare = _SHOTS.sub(lambda match: "·" * len(match[0]), piece)  # "ARC-C 25-shot" is the name of no test
    places = sorted(
        (match.start(), match.end(), name)
        for name in dict.fromkeys(tests_in(bare))
        for match in re.finditer(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])", bare)
    )
    # One sentence keeps to one order: the number before its tests, or behind them.
    forward = bool(places) and told[0][0] < places[0][0] and bool(_FORWARD.fullmatch(piece[told[0][1] : places[0][0]]))
    for start, end, name in places:
        near = [one for one in told if one[1] <= start] if forward else [one for one in told if one[0] >= end]
        if near:
            shots = (near[-1] if forward else near[0])[2]
            known = find_benchmark(name)
            yield name_key(name), shots
            if known:
                yield known.id, shots


def _printed_over(table: Table, lines: Sequence[str]) -> int | None:
    found = [match for line in lines[max(0, table.line - 5) : table.line] if (match := _HARNESS.search(line[:1000]))]
    return int(found[-1][1]) if found else None


def _number(match: re.Match[str]) -> int:
    written = (match[1] or match[2]).casefold()
    return _NUMBERS[written] if written in _NUMBERS else int(written)
