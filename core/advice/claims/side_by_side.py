"""Model cards side by side: which of their values may be compared, which tie, and which cannot be held together.

A card may give several values for one test, taken differently. Of all values
the ones are shown that most cards share the settings of; the others stand
beside them. Values that cannot be compared are marked with the reason, and a
lead counts only where it is larger than chance allows (core/cards/gaps.py).
Every value is its card's own claim: nothing here was measured.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from core.advice.claims.cells import Cell, Row, Standing
from core.advice.claims.choice import choose, compare_in_row, raw_accuracies
from core.advice.claims.precision import other_precisions, with_told_precision
from core.advice.claims.sizes import Models, models_of_cards
from core.advice.claims.values import claims_of, model_of
from core.advice.wording import join_names
from core.cards.gaps import EDITIONS, lower_is_better, one_sided_mode, one_sided_shots, same_test
from core.cards.language_names import languages_in
from core.cards.noise import part_of
from core.cards.questions_named import one_sided_questions, open_words, questions_said
from core.cards.reading import CardReading, ReportedScore
from core.catalogue.benchmark_names import find_benchmark, name_key
from core.catalogue.benchmarks import find_by_id
from core.catalogue.use_case_guide import find_guide
from core.catalogue.use_cases import UseCase


@dataclass(frozen=True)
class SideBySide:
    cards: tuple[str, ...]
    rows: tuple[Row, ...]  # those that measure the use case first, in reading order
    models: Mapping[str, Models] = field(default_factory=dict)  # by card: the models its values are of

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
                            "model": cell.model,
                            "standing": cell.standing.value,
                            "why": cell.why,
                            "ties": list(cell.ties),
                            "caution": cell.caution,
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
    places: dict[str | None, list[int]] = defaultdict(list)  # of the groups, by what their tests are called
    for name, reading in cards:
        for score in with_told_precision(claims_of(reading), reading):
            called = {name_key(score.name_as_written), score.benchmark or part_of(score)}
            near = sorted({place for key in called - {None} for place in places[key]})
            found = next((groups[place][1] for place in near if same_test(groups[place][0], score)), None)
            if found is None:
                found = {}
                for key in called - {None}:
                    places[key].append(len(groups))
                groups.append((score, found))
            found.setdefault(name, []).append(score)
    models = models_of_cards(cards, use_case)
    rows = [_row(values, models, use_case) for _, values in groups]
    ordered = tuple(sorted(rows, key=lambda row: _order(row, use_case)))
    return SideBySide(tuple(name for name, _ in cards), ordered, models)


def title_of_rest(side: SideBySide, use_case: UseCase | None) -> str:
    """What the tests are that stand apart from those above them."""
    one = len(side.rest) == 1
    count = f"{len(side.rest)} more test{'' if one else 's'}"
    if use_case is None:
        return f"{count} that one card alone reports"
    is_none = "which is not among" if one else "which are not among"
    return f"{count}, {is_none} those chosen for {find_guide(use_case).work}"


def _row(values: Mapping[str, list[ReportedScore]], models: Mapping[str, Models], use_case: UseCase | None) -> Row:
    every = [score for scores in values.values() for score in scores]
    head = next((score for score in every if score.benchmark), every[0])
    raw = raw_accuracies(values)
    chosen, comparable, strange = choose(values, models, raw)
    test = head.benchmark or part_of(head)
    known = find_by_id(test) if test else None
    edition = head.benchmark is None or any(sign.isdigit() for sign in head.name_as_written)
    name = known.name if known else head.name_as_written
    if known and edition and known.id in EDITIONS:
        shown = [chosen[card] for card in chosen if card in comparable and chosen[card].benchmark]
        # A part alone, "AIME 2024 (30)", has no benchmark of its own: then the name stands as it is written.
        named = [score.name_as_written for score in shown or every if score.benchmark]
        name = min(named or [head.name_as_written], key=len)
    cells = _cells(chosen, comparable, strange, values, models, raw)
    if use_case is None:
        measures = len(cells) > 1 or len(models) == 1
    else:
        measures = _rank(test or variant_of(head.name_as_written), use_case) is not None
    levels = [score.percent for score in chosen.values() if score.percent is not None]
    level = sum(levels) / len(levels) if levels else 70.0
    gap = known.smallest_gap(level) if known and known.items.count else None
    compared = [(chosen[a], chosen[b]) for a in chosen for b in chosen if a < b and {a, b} <= comparable]
    gaps = [found.smallest for a, b in compared if (found := compare_in_row(a, b, raw)).smallest is not None]
    if gaps:
        gap = min(gaps)  # it follows from the level: below the least of them every pair is a tie
    row = Row(name, test, measures, cells, gap, "", _leads(cells, comparable, raw))
    return replace(row, sentence=_sentence(row))


def _cells(
    chosen: Mapping[str, ReportedScore],
    comparable: frozenset[str],
    strange: Mapping[str, str],
    values: Mapping[str, list[ReportedScore]],
    models: Mapping[str, Models],
    raw: frozenset[ReportedScore],
) -> dict[str, Cell]:
    together = [name for name in chosen if name in comparable]
    cells = {}
    for name, score in chosen.items():
        others = tuple(other for other in values[name] if other is not score)
        if len(chosen) == 1:
            standing, why, rival = Standing.ALONE, "", ""
        elif name not in comparable or len(together) < 2:
            apart = [other for other in dict.fromkeys((*together, *chosen)) if other != name]
            reasons = {
                other: strange.get(name) or strange.get(other) or compare_in_row(score, chosen[other], raw).why_not
                for other in apart
            }
            rival = next((other for other in apart if reasons[other]), apart[0])
            standing, why = Standing.NOT_COMPARABLE, reasons[rival] or "taken otherwise"
        else:
            standing, why, rival = _stand(name, chosen, together, raw)
        ties = tuple(
            other
            for other in (together if name in together else ())
            if other != name and compare_in_row(score, chosen[other], raw).tie and score.benchmark
        )
        model = model_of(score) if models[name].several else ""
        rivals = [chosen[other] for other in together if other != name] if name in together else []
        left_open = _left_open(score, rivals)
        precisions = other_precisions(score, rivals)
        beside = (
            f"it was evaluated in {score.precision}, others in {join_names(precisions, 'and')}" if precisions else ""
        )
        caution = "; ".join(filter(None, (*left_open.values(), beside)))
        cells[name] = Cell(score, standing, why, rival, ties, others, model, caution, tuple(left_open))
    return cells


def _left_open(score: ReportedScore, rivals: Sequence[ReportedScore]) -> dict[str, str]:
    """What a value leaves open that one it is compared with states, by what it is, in words."""
    shots = sorted({rival.shots for rival in rivals if rival.shots is not None and one_sided_shots(score, rival)})
    modes = sorted({rival.mode for rival in rivals if rival.mode and one_sided_mode(score, rival)} - {score.mode})
    asked = sorted({questions_said(rival) for rival in rivals if one_sided_questions(score, rival)} - {""})
    parts = {}
    if score.shots is None and shots:
        listed = join_names([str(n) for n in shots], "and")
        parts["shots"] = f"its shots are not stated, those of others are {listed}"
    if modes and all(len(mode) > len(score.mode or "") for mode in modes):
        verb = "does not state" if score.mode is None else "does not state all of"
        parts["mode"] = f"it {verb} its mode, others say {join_names(modes, 'and')}"
    if asked and not questions_said(score):
        told = join_names(asked, "and")
        what = "way of counting" if "length-controlled" in told else "questions asked"
        parts[what] = f"it does not state {open_words(told)}, others say {told}"
    return parts


def _stand(
    name: str, chosen: Mapping[str, ReportedScore], together: Sequence[str], raw: frozenset[ReportedScore]
) -> tuple[Standing, str, str]:
    """Where a value stands among those it may be compared with, why, and against which card."""
    top = max(together, key=lambda other: _level(chosen[other]))
    rivals = [other for other in together if other != top] if name == top else [name]
    gaps = [compare_in_row(chosen[top], chosen[other], raw) for other in rivals]
    if chosen[top].benchmark is None or any(gap.tie is None for gap in gaps):
        known = chosen[top].benchmark is not None  # of a test that is in no list of ours the noise is not known
        level = "level with" if gaps[0].difference == 0 else "behind"
        said = f"{level} {top}: {gaps[0].sentence}" if known and name != top else ""
        return Standing.SHOWN, said, top if name != top else ""
    if any(gap.tie for gap in gaps):
        return Standing.TIED, "", ""
    return (
        (Standing.HIGHEST, "", "")
        if name == top
        else (Standing.BEHIND, f"{abs(gaps[0].difference or 0):.1f} points behind", top)
    )


def _leads(
    cells: Mapping[str, Cell], comparable: frozenset[str], raw: frozenset[ReportedScore]
) -> frozenset[tuple[str, str]]:
    """Every pair of cards of which one is further ahead than chance allows."""
    judged = [
        (name, cell) for name, cell in cells.items() if name in comparable and cell.standing in _JUDGED
    ]  # of a test that is in no list of ours no lead is made
    return frozenset(
        (name, other)
        for name, cell in judged
        for other, rival in judged
        if _level(cell.score) > _level(rival.score) and compare_in_row(cell.score, rival.score, raw).tie is False
    )


_JUDGED = (Standing.HIGHEST, Standing.TIED, Standing.BEHIND)


def _level(score: ReportedScore) -> float:
    """The value, turned round where the smaller one leads."""
    value = score.percent if score.percent is not None else score.value
    return -value if lower_is_better(score) else value


def variant_of(name: str) -> str | None:
    """The test that a name begins with, "humaneval" for "HumanEval Fix"; None where it is no name but a plain word.

    >>> variant_of("HumanEval Fix(Avg.)"), variant_of("MATH Vision"), variant_of("My own test")
    ('humaneval', None, None)
    """
    words = re.findall(r"[^\W_]+\+?", name[:100])
    for end in range(min(len(words) - 1, 4), 0, -1):
        stem = " ".join(words[:end])
        named = any(sign.isdigit() for sign in stem) or re.search(r"[a-z][A-Z]|[A-Z]{4}", stem)
        if named and stem.casefold() not in _PLAIN_WORDS and (known := find_benchmark(stem)):
            return None if languages_in(" ".join(words[end:])) else known.id  # translated, it measures a language too
    return None


_PLAIN_WORDS = ("math", "drop", "ruler", "arena")


def _rank(benchmark: str | None, use_case: UseCase) -> int | None:
    return find_guide(use_case).rank_of(benchmark) if benchmark else None


def _sentence(row: Row) -> str:
    by = {
        standing: row.with_standing(standing)
        for standing in dict.fromkeys(cell.standing for cell in row.cells.values())
    }
    parts = []
    tied, highest, behind = (by.get(s, []) for s in (Standing.TIED, Standing.HIGHEST, Standing.BEHIND))
    if highest:
        parts.append(f"{highest[0]} is ahead of {join_names(behind, 'and')}")
    elif row.between:
        parts += [row.lead, row.between_said]
    elif tied:
        parts.append(f"{join_names(tied, 'and')} tie" + (f", ahead of {join_names(behind, 'and')}" if behind else ""))
    if apart := by.get(Standing.NOT_COMPARABLE, []):
        parts.append(f"{join_names(apart, 'and')} cannot be compared")
    if by.get(Standing.SHOWN):
        listed = "no lead is made, as the test is in no list here"
        parts.append("how much of the difference is chance is not known" if row.smallest_gap is None else listed)
    if alone := by.get(Standing.ALONE, []):
        parts.append(f"only {alone[0]} reports it")
    return "; ".join(parts)


def _order(row: Row, use_case: UseCase | None) -> tuple[bool, int, bool, str]:
    rank = _rank(row.benchmark, use_case) if use_case else None
    return (not row.measures, 999 if rank is None else rank, not row.shared, row.name.casefold())
