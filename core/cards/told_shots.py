"""How many examples the tests of a table were given, where words beside the table tell it and its cells do not.

"All results are 5-shot." speaks of every test, "ARC-C 25-shot, HellaSwag 10-shot" of each by its name, and a harness
prints "num_fewshot: 5" over its table.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from core.cards.benchmark_mentions import tests_in, untranslated
from core.cards.grids import Table
from core.cards.reading import ReportedScore
from core.catalogue.benchmark_names import find_benchmark, name_key

_NUMBERS = {
    "zero": 0,
    "zéro": 0,
    "cero": 0,
    "null": 0,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "eight": 8,
    "ten": 10,
}
_SHOTS = re.compile(
    rf"(?ai)(?<![\w.-])(\d{{1,3}}|{'|'.join(_NUMBERS)})[- ]?shots?\b|(?<!\d)(\d{{1,2}})(?:样本|ショット|샷)"
)
# "Few-shot prompting with k=5": the number stands apart from the word.
_K_SHOTS = re.compile(
    r"(?i)\bfew-?shot\b[^.;=\d]{0,30}\b[kn] ?= ?(\d{1,2})\b|\b[kn] ?= ?(\d{1,2}) ?,? (?:few-?)?shots?\b"
)
_LIST_OF_COUNTS = re.compile(
    r"(?i)(?<![\w.-])((?:\d{1,2}(?:[- ]shots?)?(?:, and |, | and |/| / )){1,12}\d{1,2})[- ]shots?\b"
)
_HARNESS = re.compile(r"(?i)\bnum_fewshot\W{1,3}(\d{1,3})\b")
_OF_ALL = re.compile(
    r"(?i)\b(?:results?|numbers?|scores?|evaluations?|evaluated|benchmarks?|tasks?|tests?|performance|metrics|figures?|"
    r"reported|tables?|settings?|accurac(?:y|ies)|everything|ergebnisse?n?|aufgaben|auswertung(?:en)?|werte|"
    r"r[ée]sultats?|[ée]valuations?|t[âa]ches|resultados|tareas|evaluaci(?:ón|ones)|pruebas|risultati|compiti|"
    r"avaliaç(?:ão|ões)|tarefas|testes)\b|"
    r"^\W*(?:few|zero|five|\d{1,2})[- ]?shots?\b(?=\W*$|\s*[,(;:]| (?:unless|throughout|everywhere|for all|on all|"
    r"prompting with k ?= ?\d{1,2}(?:,|\.|\s*$)))|评测|结果|评估|평가|결과|評価|結果"
)
_ONLY_SOME = re.compile(
    r"(?i)\b(?:except|unless|other than|some|most|models? (?:that|which)|competitors?|rivals?|theirs?)\b"
)
# "unless stated otherwise" leaves the rule standing.
_UNLESS_SAID = re.compile(
    r"(?i)[,(]?\s?\b(?:unless|except (?:when|where)|if not)(?: \w+){0,2}? (?:otherwise|explicitly)?\s?(?:stated|"
    r"noted|specified|"
    r"indicated|mentioned|reported)(?: otherwise)?\b|[,(]?\s?\bsauf (?:mention|indication|avis) contraires?|"
    r"[,(]?\s?\b(?:sofern|soweit|wenn|falls) nicht anders \w+|[,(]?\s?\bsalvo (?:que se indique lo contrario|"
    r"(?:indicaci[óo]n|menci[óo]n) (?:en )?contrari[ao]|indicaç(?:ão|ões) (?:em )?contrári[ao]s?|diversa indicazione)|"
    r"除非另有说明|달리 명시되지 않는 한|特に(?:記載|断り)が?ない限り"
)
_EVERY = re.compile(
    r"(?i)\b(?:all|every|everything|each|alle[ns]?|sämtliche|tous|toutes|tod[ao]s|tutt[ei])\b|所有|全部|모든|모두|全て|すべて"
)
_CLAUSE = re.compile(r"[,;，；]\s?|\s(?:while|whereas|but|except|und|and)\s")
_RESPECTIVELY = re.compile(
    r"(?i)\brespectively\b|\bin (?:that|this) order\b|\bjeweils\b|\bbzw\b|\brespectivement\b|分别|각각|それぞれ"
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
    excepted: set[str] = set()
    for piece in _pieces_beside(table, below):
        told = _told_in(piece)
        of_all |= set(told.of_all)
        by_test = dict(told.by_test) | by_test
        excepted |= set(told.excepted)
    if not of_all and (printed := _printed_over(table, lines)) is not None:
        of_all.add(printed)
    rest = of_all.pop() if len(of_all) == 1 else None
    return [
        score
        if score.shots is not None or (shots := _of(score, by_test, rest, excepted)) is None
        else replace(score, shots=shots)
        for score in scores
    ]


@dataclass(frozen=True)
class _Told:
    """What one sentence tells: shots of all tests, of single ones by key, and tests that its rule does not mean."""

    of_all: tuple[int, ...] = ()
    by_test: tuple[tuple[str, int], ...] = ()
    excepted: tuple[str, ...] = ()


@lru_cache(maxsize=4096)  # the words below one table stand above the next
def _told_in(said: str) -> _Told:
    piece = _UNLESS_SAID.sub(" ", said)
    told = [(match.start(), match.end(), _number(match)) for match in _SHOTS.finditer(piece)]
    told = told or [(match.start(), match.end(), int(match[1] or match[2])) for match in _K_SHOTS.finditer(piece)]
    if not told:
        return _Told()
    tests = tests_in(piece)
    if tests and _clause_of_all(piece, told[0]):
        end = told[0][1]
        later = _by_test(piece[end:], [(a - end, b - end, shots) for a, b, shots in told[1:]])
        return _Told((told[0][2],), tuple(later), tuple(key for name in tests for key in _keys_of(name)))
    alone = not tests and len(told) == 1 and _OF_ALL.search(piece) and not _ONLY_SOME.search(piece)
    return _Told((told[0][2],) if alone else (), tuple(_by_test(piece, told)))


def _of(score: ReportedScore, by_test: dict[str, int], rest: int | None, excepted: set[str]) -> int | None:
    names = (score.name_as_written, untranslated(score.name_as_written) or "")
    keys = [key for name in names if name for key in _keys_of(name)]
    if (named := next((by_test[key] for key in keys if key in by_test), None)) is not None:
        return named
    # Nobody shows examples before a conversation that a judge marks.
    return None if score.scale in ("rating", "elo") or excepted & set(keys) else rest


def _keys_of(name: str) -> list[str]:
    known = find_benchmark(name)
    return [name_key(name), *([known.id] if known else [])]


def _clause_of_all(piece: str, told: tuple[int, int, int]) -> bool:
    """True where the clause of a number gives it to all tests, "all tasks 5-shot, …", and names none itself."""
    parts = list(_CLAUSE.finditer(piece))
    starts, ends = [0, *(part.end() for part in parts)], [*(part.start() for part in parts), len(piece)]
    for start, end in zip(starts, ends, strict=True):
        if start <= told[0] < end:
            clause = piece[start:end]
            every = _EVERY.search(clause) and _OF_ALL.search(clause) and not _ONLY_SOME.search(clause)
            return bool(every) and not tests_in(_without_shots(clause))
    return False


def _without_shots(text: str) -> str:
    return _SHOTS.sub(lambda match: "·" * len(match[0]), text)  # "ARC-C 25-shot" is the name of no test


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
    bare = _without_shots(piece)
    places = sorted(
        (match.start(), match.end(), name)
        for name in dict.fromkeys(tests_in(bare))
        for match in re.finditer(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])", bare)
    )
    if _RESPECTIVELY.search(piece):
        counts = [shots for _, _, shots in told]
        if listed := _LIST_OF_COUNTS.search(piece):
            counts = [int(count) for count in re.findall(r"\d{1,2}", listed[0])]
        if len(counts) == len(places) > 1:
            for (_, _, name), shots in zip(places, counts, strict=True):
                yield from ((key, shots) for key in _keys_of(name))
            return
    # One sentence keeps to one order: the number before its tests, or behind them.
    forward = (
        bool(places and told)
        and told[0][0] < places[0][0]
        and bool(_FORWARD.fullmatch(piece[told[0][1] : places[0][0]]))
    )
    for start, end, name in places:
        near = [one for one in told if one[1] <= start] if forward else [one for one in told if one[0] >= end]
        if near:
            shots = (near[-1] if forward else near[0])[2]
            yield from ((key, shots) for key in _keys_of(name))


def _printed_over(table: Table, lines: Sequence[str]) -> int | None:
    found = [match for line in lines[max(0, table.line - 5) : table.line] if (match := _HARNESS.search(line[:1000]))]
    return int(found[-1][1]) if found else None


def _number(match: re.Match[str]) -> int:
    written = (match[1] or match[2]).casefold()
    return _NUMBERS[written] if written in _NUMBERS else int(written)
