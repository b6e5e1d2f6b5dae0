"""How many examples the tests of a table were given, where words beside the table tell it and its cells do not.

"All results are 5-shot." speaks of every test, "ARC-C 25-shot, HellaSwag 10-shot" of each by its name, and a harness
prints "num_fewshot: 5" over its table.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from core.cards.benchmark_mentions import untranslated
from core.cards.grids import Table
from core.cards.reading import Origin, ReportedScore
from core.cards.shot_words import Told, keys_of, may_tell_shots, told_in
from core.cards.shots_across import ShotsOfCard

_HARNESS = re.compile(r"(?i)\bnum_fewshot\W{1,3}(\d{1,3})\b")
_OF_ABOVE, _OF_BELOW = (
    re.compile(r"(?i)\b(?:above|previous|preceding)\b"),
    re.compile(r"(?i)\b(?:below|following|next)\b|:$"),
)
_NOTE = re.compile(r"(?i)\W*[*†‡]|\W*note\b|\W*\(")
_TITLE = re.compile(
    r"(?i)\W*(?:\d{1,2}|zero|one|few|five|ten)[- ]?shots?(?: \w+){0,2} (?:performance|results?|evaluations?|evals?|"
    r"scores?|benchmarks?|tests?|tasks?|accuracy)\W*"
)
_PIECE = re.compile(r"(?<=[.;。；])\s+")
_LEAD_END = re.compile(r"(?<=[.:;!?。：；])\s+")
_NEAR = 10  # lines within which a note may belong to the next table as well
_MOST_CHARS, _MOST_PIECES = 400, 8


def with_told_shots(
    scores: list[ReportedScore],
    table: Table,
    below: Table | None,
    lines: Sequence[str],
    of_a_rival: Callable[[str], bool],
    of_card: Callable[[Table], Told],
    above: Table | None = None,
) -> list[ReportedScore]:
    """The scores of a table, with the shots that its surroundings tell; `above` and `below` are the tables beside it.

    `of_a_rival` tells of a sentence that only another model was tested so; `of_card` gives what the card says of all
    its tests, further up, where nothing beside the table does.
    """
    if all(score.shots is not None for score in scores):
        return scores
    of_all: set[int] = set()
    by_test: dict[str, int] = {}
    excepted: set[str] = set()
    lead, shared = _leads(table, above)
    for piece in (*_pieces_beside(lead, table, below), None, *_pieces_of(shared)):
        if piece is None:
            if of_all:
                break  # what stands right over a table goes before what stands over the one above it
            continue
        told = told_in(piece)
        if told.by_test and _gives_other_values(piece, scores):
            told = replace(told, by_test=())
        if told == Told() or of_a_rival(piece) or not _may_mean(told, scores):
            continue
        of_all |= set(told.of_all)
        by_test = dict(told.by_test) | by_test
        excepted |= set(told.excepted)
    if not of_all and (printed := _printed_over(table, lines)) is not None:
        of_all.add(printed)
    if not of_all:
        told = of_card(table)
        told = told if _may_mean(told, scores) else Told()
        of_all, by_test, excepted = {*told.of_all}, dict(told.by_test) | by_test, excepted | {*told.excepted}
    rest = of_all.pop() if len(of_all) == 1 else None
    return [
        score
        if score.shots is not None or (shots := _of(score, by_test, rest, excepted)) is None
        else replace(score, shots=shots)
        for score in scores
    ]


def with_shots_of_card(scores: Sequence[ReportedScore], of_card: ShotsOfCard) -> list[ReportedScore]:
    """The own scores of sentences, with the shots that their section or the card tells of all its tests."""

    def shots_of(score: ReportedScore) -> int | None:
        told = of_card.of_sentence(score.line, tuple(score.context.split(" › ")) if score.context else ())
        rest = told.of_all[0] if told.of_all and _may_mean(told, scores) else None
        return _of(score, dict(told.by_test), rest, {*told.excepted})

    return [
        replace(score, shots=shots_of(score))
        if score.own and score.shots is None and score.origin is Origin.PROSE
        else score
        for score in scores
    ]


_VALUE = re.compile(r"(?<![\d.,@])\d{2}\.\d{1,2}(?!\.?\d)")
_ROUNDED = 0.06


def _gives_other_values(piece: str, scores: Sequence[ReportedScore]) -> bool:
    """True for "MMLU (0-shot): 55.0" below a table without a 55.0: the examples are those of another run."""
    values = [float(value) for value in _VALUE.findall(piece)]
    own = [score.percent for score in scores if score.percent is not None] if values else []
    return bool(values and own) and not any(abs(value - other) < _ROUNDED for value in values for other in own)


def _may_mean(told: Told, scores: Sequence[ReportedScore]) -> bool:
    """False for "all others 5-shot" beside a test that the table does not show: the others are those of another."""
    if not (told.of_all and told.excepted):
        return True
    return any(key in told.excepted for score in scores for key in _keys_of_score(score))


# "MMLU STEM" was asked as MMLU was.
_PART_OF = re.compile(
    r"(?i)([\w-]{2,24}(?: [\w-]{2,24})?)[ :(-]{1,3}(?:stem|humanities|social sciences?|others?|hard|"
    r"average|avg\.?|mean|"
    r"overall)\W*"
)


def _keys_of_score(score: ReportedScore) -> list[str]:
    part = _PART_OF.fullmatch(score.name_as_written)
    names = (score.name_as_written, untranslated(score.name_as_written) or "", part[1] if part else "")
    return [key for name in names if name for key in keys_of(name)]


def _of(score: ReportedScore, by_test: dict[str, int], rest: int | None, excepted: set[str]) -> int | None:
    keys = _keys_of_score(score)
    if (named := next((by_test[key] for key in keys if key in by_test), None)) is not None:
        return named
    # Nobody shows examples before a conversation that a judge marks.
    return None if score.scale in ("rating", "elo") or excepted & set(keys) else rest


def _leads(table: Table, above: Table | None) -> tuple[str, str]:
    """The words between a table and the one above it, and those over that one that may hold for both.

    "5-shot performance." over the one above is its title, where this table has words of its own.
    """
    if not above or not above.intro or not may_tell_shots(table.intro):
        return table.intro, ""
    starts = chain((0,), (match.end() for match in _LEAD_END.finditer(above.intro)))
    over = (above.intro[start:] for start in islice(starts, 2 * _MOST_PIECES))
    shared = next((words for words in over if table.intro.startswith(words)), "")
    lead = table.intro[len(shared) :].strip()
    if shared and lead:
        shared = " ".join(piece for piece in _PIECE.split(shared) if not _TITLE.fullmatch(piece[:60]))
    return lead, shared


def _pieces_of(lead: str) -> Iterator[str]:
    for piece in _PIECE.split(lead)[-_MOST_PIECES:]:
        if len(piece) <= _MOST_CHARS and not _OF_ABOVE.search(piece):
            yield piece


def _pieces_beside(lead: str, table: Table, below: Table | None) -> Iterator[str]:
    shared = below is not None and below.line - table.last_line <= _NEAR
    yield from _pieces_of(lead)
    for piece in _PIECE.split(table.outro)[:_MOST_PIECES]:
        mine = not shared or _OF_ABOVE.search(piece) or _NOTE.match(piece) or _names_its_tests(piece)
        if len(piece) <= _MOST_CHARS and mine and not _OF_BELOW.search(piece):
            yield piece


def _names_its_tests(piece: str) -> bool:
    """True where a sentence gives shots to single tests and to no others, whatever tables stand around it."""
    told = told_in(piece) if len(piece) <= _MOST_CHARS else Told()
    return bool(told.by_test) and not told.of_all


def _printed_over(table: Table, lines: Sequence[str]) -> int | None:
    found = [match for line in lines[max(0, table.line - 5) : table.line] if (match := _HARNESS.search(line[:1000]))]
    return int(found[-1][1]) if found else None
