"""Model cards side by side: which of their values may be compared, which tie, and which cannot be held together.

A card may give several values for one test, taken differently. Of all values
the ones are shown that most cards share the settings of; the others stand
beside them. Values that cannot be compared are marked with the reason, and a
lead counts only where it is larger than chance allows (core/cards/gaps.py).
Every value is its card's own claim: nothing here was measured.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from core.advice.claims.values import claims_of, count_stated, settings_of, settings_words
from core.advice.wording import join_names
from core.cards.gaps import compare_scores, same_test
from core.cards.reading import CardReading, ReportedScore
from core.catalogue.benchmarks import find_by_id
from core.catalogue.use_case_guide import find_guide
from core.catalogue.use_cases import UseCase


class Standing(StrEnum):
    ALONE = "alone"  # no other card has this test
    HIGHEST = "highest"  # above every value it may be compared with
    TIED = "tied"  # within chance of the highest
    BEHIND = "behind"
    SHOWN = "shown"  # comparable, but how much chance allows is not known
    NOT_COMPARABLE = "not comparable"


@dataclass(frozen=True)
class Cell:
    """What one card says on one test."""

    score: ReportedScore
    standing: Standing
    why: str  # what keeps it from being compared, or how far it is behind
    rival: str  # the card that `why` is about; "" where there is none
    ties: tuple[str, ...]  # cards whose values lie within chance of this one
    others: tuple[ReportedScore, ...]  # the card's further values for the test, taken differently

    @property
    def states_settings(self) -> bool:
        return any(part is not None for part in settings_of(self.score))

    @property
    def settings(self) -> str:
        return settings_words(self.score)


@dataclass(frozen=True)
class Row:
    name: str
    benchmark: str | None  # id of the catalogue
    measures: bool  # the use case; True for every row where none is chosen
    cells: Mapping[str, Cell]  # by card; a card that does not report the test has none
    smallest_gap: float | None  # points; None for ratings and Elo
    sentence: str  # what the row says, in words

    @property
    def shared(self) -> bool:
        return len(self.cells) > 1

    def with_standing(self, standing: Standing) -> list[str]:
        return [name for name, cell in self.cells.items() if cell.standing is standing]


@dataclass(frozen=True)
class SideBySide:
    cards: tuple[str, ...]
    rows: tuple[Row, ...]  # those that measure the use case first, in reading order

    @property
    def relevant(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.measures)

    @property
    def rest(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if not row.measures)

    def to_dict(self) -> dict[str, Any]:
        """Plain values with stable keys."""
        return {
            "cards": list(self.cards),
            "rows": [
                {
                    "name": row.name,
                    "benchmark": row.benchmark,
                    "measures": row.measures,
                    "smallest_gap": row.smallest_gap,
                    "sentence": row.sentence,
                    "cells": {
                        name: {
                            "value": cell.score.value,
                            "scale": cell.score.scale,
                            "settings": cell.settings,
                            "standing": cell.standing.value,
                            "why": cell.why,
                            "ties": list(cell.ties),
                            "line": cell.score.line,
                        }
                        for name, cell in row.cells.items()
                    },
                }
                for row in self.rows
            ],
        }


def put_side_by_side(cards: Sequence[tuple[str, CardReading]], use_case: UseCase | None) -> SideBySide:
    """Compare the very models of the cards (name, reading) on every test that any of them reports.

    Without a use case the tests that several cards report count as measuring it.
    """
    groups: list[tuple[ReportedScore, dict[str, list[ReportedScore]]]] = []
    for name, reading in cards:
        for score in claims_of(reading):
            found = next((values for head, values in groups if same_test(head, score)), None)
            if found is None:
                found = {}
                groups.append((score, found))
            found.setdefault(name, []).append(score)
    rows = [_row(head, values, len(cards), use_case) for head, values in groups]
    return SideBySide(tuple(name for name, _ in cards), tuple(sorted(rows, key=lambda row: _order(row, use_case))))


def _row(head: ReportedScore, values: Mapping[str, list[ReportedScore]], cards: int, use_case: UseCase | None) -> Row:
    chosen, comparable = _choose(values)
    known = find_by_id(head.benchmark) if head.benchmark else None
    edition = head.benchmark is None or any(sign.isdigit() for sign in head.name_as_written)
    name = known.name if known and not (edition and known.id in _EDITIONS) else head.name_as_written
    cells = _cells(chosen, comparable, values)
    if use_case is None:
        measures = len(cells) > 1 or cards == 1
    else:
        measures = known is not None and find_guide(use_case).rank_of(known.id) is not None
    levels = [score.percent for score in chosen.values() if score.percent is not None]
    level = sum(levels) / len(levels) if levels else 70.0
    gap = known.smallest_gap(level) if known else None
    return Row(name, head.benchmark, measures, cells, gap, _sentence(cells))


_EDITIONS = ("aime", "livecodebench", "livebench", "bfcl", "tau_bench", "ruler")  # the year or version is the test


def _choose(values: Mapping[str, list[ReportedScore]]) -> tuple[dict[str, ReportedScore], frozenset[str]]:
    """The value of each card that is shown, and the cards whose values may all be compared with one another.

    Being comparable is not handed on: a value without settings goes with two that do not go together.
    """
    best: tuple[tuple[int, int], dict[str, ReportedScore]] | None = None
    for anchor_card, anchor in ((name, score) for name, scores in values.items() for score in scores):
        together = {anchor_card: anchor}
        closeness = count_stated(anchor)
        others = {name: max(_closeness(anchor, score) for score in scores) for name, scores in values.items()}
        for name in sorted(others, key=lambda other: -others[other]):
            fitting = [s for s in values[name] if all(compare_scores(t, s).comparable for t in together.values())]
            if name not in together and fitting:
                together[name] = max(fitting, key=lambda score: _closeness(anchor, score))
                closeness += _closeness(anchor, together[name])
        if best is None or (len(together), closeness) > best[0]:
            best = ((len(together), closeness), together)
    assert best is not None  # a row has a value
    anchor = next(iter(best[1].values()))
    apart = {
        name: max(scores, key=lambda score: _closeness(anchor, score))
        for name, scores in values.items()
        if name not in best[1]
    }
    chosen = {name: (best[1] | apart)[name] for name in values}
    return chosen, frozenset(best[1])


def _closeness(a: ReportedScore, b: ReportedScore) -> int:
    return sum(mine is not None and mine == other for mine, other in zip(settings_of(a), settings_of(b), strict=True))


def _cells(
    chosen: Mapping[str, ReportedScore], comparable: frozenset[str], values: Mapping[str, list[ReportedScore]]
) -> dict[str, Cell]:
    together = [name for name in chosen if name in comparable]
    cells = {}
    for name, score in chosen.items():
        others = tuple(other for other in values[name] if other is not score)
        if len(chosen) == 1:
            standing, why, rival = Standing.ALONE, "", ""
        elif name not in comparable or len(together) < 2:
            rivals = [other for other in dict.fromkeys((*together, *chosen)) if other != name]
            reasons = {other: compare_scores(score, chosen[other]).why_not for other in rivals}
            rival = next((other for other in rivals if reasons[other]), rivals[0])
            standing, why = Standing.NOT_COMPARABLE, reasons[rival] or "taken otherwise"
        else:
            standing, why, rival = _stand(name, chosen, together)
        ties = tuple(
            other
            for other in (together if name in together else ())
            if other != name and compare_scores(score, chosen[other]).tie and score.benchmark
        )
        cells[name] = Cell(score, standing, why, rival, ties, others)
    return cells


def _stand(name: str, chosen: Mapping[str, ReportedScore], together: Sequence[str]) -> tuple[Standing, str, str]:
    """Where a value stands among those it may be compared with, why, and against which card."""
    top = max(together, key=lambda other: _level(chosen[other]))
    rivals = [other for other in together if other != top] if name == top else [name]
    gaps = [compare_scores(chosen[top], chosen[other]) for other in rivals]
    if chosen[top].benchmark is None or any(gap.tie is None for gap in gaps):
        known = chosen[top].benchmark is not None  # of a test that is in no list of ours the noise is not known
        return Standing.SHOWN, gaps[0].sentence if known and name != top else "", top if name != top else ""
    if any(gap.tie for gap in gaps):
        return Standing.TIED, "", ""
    return (
        (Standing.HIGHEST, "", "")
        if name == top
        else (Standing.BEHIND, f"{abs(gaps[0].difference or 0):.1f} points behind", top)
    )


def _level(score: ReportedScore) -> float:
    return score.percent if score.percent is not None else score.value


def _sentence(cells: Mapping[str, Cell]) -> str:
    by = {
        standing: [name for name, cell in cells.items() if cell.standing is standing]
        for standing in dict.fromkeys(cell.standing for cell in cells.values())
    }
    parts = []
    tied, highest, behind = (by.get(s, []) for s in (Standing.TIED, Standing.HIGHEST, Standing.BEHIND))
    if highest:
        parts.append(f"{highest[0]} is ahead of {join_names(behind, 'and')}")
    elif tied:
        parts.append(f"{join_names(tied, 'and')} tie" + (f", ahead of {join_names(behind, 'and')}" if behind else ""))
    if apart := by.get(Standing.NOT_COMPARABLE, []):
        parts.append(f"{join_names(apart, 'and')} cannot be compared")
    if by.get(Standing.SHOWN):
        parts.append("how much of the difference is chance is not known")
    if alone := by.get(Standing.ALONE, []):
        parts.append(f"only {alone[0]} reports it")
    return "; ".join(parts)


def _order(row: Row, use_case: UseCase | None) -> tuple[bool, int, bool, str]:
    rank = find_guide(use_case).rank_of(row.benchmark) if use_case and row.benchmark else None
    return (not row.measures, 999 if rank is None else rank, not row.shared, row.name.casefold())
