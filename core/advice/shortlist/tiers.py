"""From columns to tiers, without ever mixing columns.

One model outdoes another where it is ahead beyond the noise in more than half
of the columns that both stand in, and behind in none. The tiers:

- clearly ahead: nobody outdoes it, and it outdoes at least half of the models
  it can be compared with, which are five or more;
- cannot be told apart: nobody outdoes it, but it outdoes few, or can be compared
  with few: it ties with the leaders in half of the columns or more, or the
  columns contradict each other;
- behind: another candidate outdoes it, and the reason names which and where;
- no comparable public score: nothing holds it against the others. That is so
  of every model newer than the tables, and says nothing about how good it is.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from core.advice.shortlist.known_model import KnownModel
from core.advice.shortlist.scores import Cell, Column, Relation, ranks, who_is_ahead

FEWEST_COMPARED: Final = 5  # ahead of all of two says little
_TABLES_END = "2025-03"


class EvidenceTier(StrEnum):
    AHEAD = "clearly ahead on the evidence"
    LEVEL = "cannot be told apart"
    NO_SCORE = "no comparable public score"
    BEHIND = "behind on the evidence"


@dataclass(frozen=True)
class Placed:
    tier: EvidenceTier
    reason: str
    compared_with: int  # models that share a column with it
    outdoes: tuple[str, ...]  # keys
    outdone_by: tuple[str, ...]


Table = Mapping[Column, Mapping[str, Cell]]


def place_models(models: Sequence[KnownModel], table: Table, *, base_models: bool = False) -> dict[str, Placed]:
    """The tier of every model, by key."""
    columns: Table = {
        column: {key: cell for key, cell in cells.items() if cell.relation is Relation.OWN}
        for column, cells in table.items()
        if ranks(column, base_models=base_models)
    }
    evidence = _Evidence(models, columns)
    return {model.key: _place(model, evidence, table) for model in models}


class _Evidence:
    """Who is ahead of whom, and in how many of the columns that both stand in."""

    def __init__(self, models: Sequence[KnownModel], columns: Table) -> None:
        self.names = {model.key: model.name for model in models}
        self.shared: dict[str, Counter[str]] = defaultdict(Counter)
        self.ahead: dict[str, dict[str, list[Column]]] = defaultdict(lambda: defaultdict(list))
        for column, cells in columns.items():
            keys = list(cells)
            for a in keys:
                self.shared[a].update(keys)
            for better, worse in np.argwhere(who_is_ahead(cells, column)):
                self.ahead[keys[better]][keys[worse]].append(column)
        for a, others in self.shared.items():
            del others[a]
        self.columns = columns

    def outdoes(self, a: str, b: str) -> bool:
        return 2 * len(self.ahead[a][b]) > self.shared[a][b] and not self.ahead[b][a]


def _place(model: KnownModel, evidence: _Evidence, table: Table) -> Placed:
    key = model.key
    others = tuple(evidence.shared[key])
    if not others:
        return Placed(EvidenceTier.NO_SCORE, _why_no_score(model, evidence.columns, table), 0, (), ())
    outdoes = tuple(other for other in others if evidence.outdoes(key, other))
    outdone_by = tuple(other for other in others if evidence.outdoes(other, key))
    if outdone_by:
        tier, reason = EvidenceTier.BEHIND, _why_behind(key, outdone_by, evidence)
    elif 2 * len(outdoes) >= len(others) >= FEWEST_COMPARED:
        where = Counter(column.title for other in outdoes for column in evidence.ahead[key][other])
        named = "; ".join(title for title, _ in where.most_common(3))
        tier = EvidenceTier.AHEAD
        reason = f"Ahead of {len(outdoes)} of the {len(others)} it can be compared with, beyond the noise ({named})."
    else:
        tier, reason = EvidenceTier.LEVEL, _why_level(key, outdoes, others, evidence)
    return Placed(tier, reason, len(others), outdoes, outdone_by)


def _why_behind(key: str, outdone_by: Sequence[str], evidence: _Evidence) -> str:
    """Named by the one that is ahead in most columns, and of several the one that is ahead of most models."""
    best = max(outdone_by, key=lambda other: (len(evidence.ahead[other][key]), len(evidence.ahead[other])))
    columns = evidence.ahead[best][key]
    where = "; ".join(column.title for column in columns[:2])
    shared = evidence.shared[key][best]
    of = "the only column" if shared == 1 else f"{len(columns)} of the {shared} columns"
    return f"{evidence.names[best]} is ahead beyond the noise in {of} they share ({where})."


def _why_level(key: str, outdoes: Sequence[str], others: Sequence[str], evidence: _Evidence) -> str:
    torn = [other for other in others if evidence.ahead[key][other] and evidence.ahead[other][key]]
    counts = f"{len(outdoes)} of the {len(others)} it can be compared with"
    few = ", too few to call it clearly ahead" if 2 * len(outdoes) >= len(others) else ""
    reason = f"Nobody is ahead of it in most columns; it outdoes {counts}{few}."
    if torn:
        reason += f" Against {evidence.names[torn[0]]} the benchmarks contradict each other."
    return reason


def _why_no_score(model: KnownModel, columns: Table, table: Table) -> str:
    own = [column for column, cells in table.items() if _has_own(cells, model.key)]
    if any(column in columns for column in own):
        return "No other candidate stands in its column."
    if own and all(column.of_base_models for column in own):
        return "It was only asked the way of a base model, without its chat template."
    if own:
        return "Only its publisher or its card gives a value, tested in a way of its own."
    if model.scores:
        return "The tables test it on nothing that measures this use case."
    if model.released is not None and model.released >= _TABLES_END:
        return f"Released {model.released}, after most carried tables end ({_TABLES_END})."
    return "No carried table holds a run of it."


def _has_own(cells: Mapping[str, Cell], key: str) -> bool:
    return key in cells and cells[key].relation is Relation.OWN
