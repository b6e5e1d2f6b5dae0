"""Public scores of several models, like for like: one protocol a column, its noise, and who is really ahead.

A column is one benchmark on one board under one protocol (with the chat
template or without it, completed or instructed). Values of two columns are
never put together, and never averaged. Precision is no protocol but is kept
beside each value: the boards hold the same model twice with values far apart,
and then its place is as wide as they are.

One model is ahead of another in a column where the gap between them is at
least 2 points and at least 1.96 standard errors of that gap. A share p of n
questions has the standard error sqrt(p(1 − p)/n), with two right and two wrong
answers added so that 100 % of few questions is not taken for certain. The rank
of a model is a range: from 1 + (how many are ahead of it) to k − (how many it
is ahead of). Two models within the noise always have ranks in common. Both
were asked the same questions, which nobody can use without their answers: the
true noise of the gap is a little smaller than the one here.

Ratings (Elo) come with their own interval; a gap of d means that one wins with
the probability 1/(1 + 10^(−d/400)).
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from core.advice.shortlist.known_model import KnownModel, ModelKind
from core.catalogue.benchmarks import SMALLEST_GAP_EVER, Benchmark, find_by_id, win_probability
from core.catalogue.public_scores import PublicScore, find_place, find_protocol
from core.catalogue.use_case_guide import UseCaseGuide
from core.stats.many_models import rank_intervals

Z = 1.96
LEAST_SENSIBLE = 1.0  # percent; boards hold runs that failed and still have a row
CARD = "model card"
HUB = "hub-eval-results"
_PRECISIONS = ("bfloat16", "float16", "float32")
# A board's own set, and the benchmark it is a part of.
_PART_OF = {"bigcodebench_hard": "bigcodebench"}
_SET_NAMES = {"bigcodebench_hard": "BigCodeBench-Hard"}
_ITEMS = {("evalplus", "mbpp"): 378, ("bigcodebench", "bigcodebench_hard"): 148}


class Provenance(StrEnum):
    BOARD = "independent board"
    PUBLISHER = "publisher's own"
    CARD = "model card"


class Relation(StrEnum):
    OWN = "own"
    BASE = "of its base model"
    SIBLING = "of a sibling"


@dataclass(frozen=True)
class Column:
    """One benchmark on one board under one protocol."""

    benchmark_id: str  # of the catalogue
    name: str  # BigCodeBench-Hard, where the set is a part
    source: str
    protocol: str  # "" where the board has only one
    items: int | None  # None: a rating, or a size that is not known
    is_rating: bool
    provenance: Provenance

    @property
    def benchmark(self) -> Benchmark:
        return find_by_id(self.benchmark_id)

    @property
    def place(self) -> str:
        place = find_place(self.source)
        return place.title if place else self.source

    @property
    def title(self) -> str:
        return ", ".join(part for part in (self.name, self.protocol) if part)

    @property
    def of_base_models(self) -> bool:
        """Asked as one asks a base model: an instruct model without its template is not itself."""
        return self.protocol in ("no template", "base")

    @property
    def caution(self) -> str | None:
        """What the board's way of testing is, where cards test another way."""
        protocol = find_protocol(self.source, self.benchmark_id)
        return protocol.note if protocol else None


@dataclass(frozen=True)
class Cell:
    """What a column holds of one model."""

    low: float  # points or rating; the values of several runs, least and most
    high: float
    standard_error: float | None
    rows: tuple[PublicScore, ...]
    relation: Relation
    of: str  # the model that was measured
    rank_low: int | None = None  # among the models of the same column; None: not ranked
    rank_high: int | None = None
    among: int = 0

    @property
    def contradicts_itself(self) -> bool:
        """Several runs of one model under one protocol lie further apart than noise allows."""
        gap = max(SMALLEST_GAP_EVER, Z * math.sqrt(2) * (self.standard_error or 0.0))
        return self.high - self.low >= gap

    @property
    def as_of(self) -> str:
        return max(row.as_of for row in self.rows)

    def words(self) -> str:
        """The value with its 95 % margin and its place.

        >>> Cell(74.1, 74.1, 1.9, (), Relation.OWN, "m", rank_low=1, rank_high=4, among=31).words()
        '74.1 ± 3.7, rank 1–4 of 31'
        >>> Cell(1335.2, 1335.2, 4.6, (), Relation.OWN, "m").words()
        '1335 ± 9'
        """
        digits = 0 if self.low > 100 else 1  # ratings are whole numbers; more of a share is within its noise
        low, high = (f"{value:.{digits}f}" for value in (self.low, self.high))
        values = low if low == high else f"{low} to {high}"
        margin = f" ± {Z * self.standard_error:.{digits}f}" if self.standard_error else ""
        if self.relation is not Relation.OWN:
            return f"{values}{margin} ({self.relation.value}, {self.of})"
        if self.rank_low is None or self.rank_high is None:
            return f"{values}{margin}"
        rank = f"{self.rank_low}" if self.rank_low == self.rank_high else f"{self.rank_low}–{self.rank_high}"
        return f"{values}{margin}, rank {rank} of {self.among}"


def column_of(row: PublicScore) -> Column | None:
    """The column a row stands in; None where its test is not in the catalogue."""
    benchmark_id = _PART_OF.get(row.benchmark, row.benchmark)
    try:
        benchmark = find_by_id(benchmark_id)
    except KeyError:
        return None
    cases = re.search(r"(\d+) cases", row.setting)
    is_rating = row.scale == "elo"
    items = int(cases[1]) if cases else _ITEMS.get((row.source, row.benchmark), benchmark.items.count)
    provenance = {CARD: Provenance.CARD, HUB: Provenance.PUBLISHER}.get(row.source, Provenance.BOARD)
    return Column(
        benchmark_id=benchmark_id,
        name=_SET_NAMES.get(row.benchmark, benchmark.name),
        source=row.source,
        protocol=_protocol(row),
        items=None if is_rating else items,
        is_rating=is_rating,
        provenance=provenance,
    )


def standard_error(value: float, items: int | None) -> float | None:
    """In points, for a score in percent of so many questions.

    >>> round(standard_error(70, 164), 2)
    3.55
    """
    if not items:
        return None
    share = (value / 100 * items + 2) / (items + 4)
    return 100 * math.sqrt(max(share * (1 - share), 0.0) / (items + 4))


def fill_table(
    models: Sequence[KnownModel], guide: UseCaseGuide, everyone: Iterable[KnownModel] = (), *, base_models: bool = False
) -> dict[Column, dict[str, Cell]]:
    """Cells by column and model key, ranked among `models`; columns in the guide's reading order.

    A model without a value of its own shows that of its base model or of a
    sibling among `everyone`, marked as such and never ranked. Columns asked the
    way of base models rank only where `base_models` are wanted.
    """
    table: dict[Column, dict[str, Cell]] = defaultdict(dict)
    for model in models:
        for column, rows in _rows_by_column(model, guide).items():
            table[column][model.key] = _cell(column, rows, Relation.OWN, model.name)
    for column, cells in table.items():
        if ranks(column, base_models=base_models):
            _rank(cells, column)
    _borrow(table, models, everyone, guide)
    return {column: table[column] for column in sorted(table, key=lambda c: _order(c, guide, table[c]))}


def ranks(column: Column, *, base_models: bool = False) -> bool:
    """Whether a column may order models: others' own values were each taken their own way and may not."""
    return column.provenance is Provenance.BOARD and (base_models or not column.of_base_models)


def is_ahead(a: Cell, b: Cell, column: Column) -> bool:
    """Whether a is ahead of b beyond the noise, at the least that a's and the most that b's runs say."""
    return bool(who_is_ahead({"a": a, "b": b}, column)[0, 1])


def who_is_ahead(cells: Mapping[str, Cell], column: Column) -> npt.NDArray[np.bool_]:
    """is_ahead for every two: models × models in the order of the cells, the row's ahead of the column's."""
    low, high, error = (
        np.array([getattr(cell, name) or 0.0 for cell in cells.values()], dtype=np.float64)
        for name in ("low", "high", "standard_error")
    )
    gap = low[:, None] - high
    least = 0.0 if column.is_rating else SMALLEST_GAP_EVER
    ahead: npt.NDArray[np.bool_] = (gap > 0) & (gap >= np.maximum(Z * np.hypot(error[:, None], error), least))
    return ahead


@dataclass(frozen=True)
class WinChance:
    """How often one model's answer is preferred to another's, with a 95 % interval."""

    chance: float
    low: float
    high: float


def win_chance(a: Cell, b: Cell) -> WinChance:
    """From two ratings with their standard errors.

    >>> a, b = (Cell(rating, rating, 5.0, (), Relation.OWN, "m") for rating in (1300, 1200))
    >>> round(win_chance(a, b).chance, 2)
    0.64
    """
    gap = (a.low + a.high - b.low - b.high) / 2
    reach = Z * math.hypot(a.standard_error or 0.0, b.standard_error or 0.0)
    return WinChance(win_probability(gap), win_probability(gap - reach), win_probability(gap + reach))


def _protocol(row: PublicScore) -> str:
    if row.source == "open-llm-leaderboard-v2":
        return "chat template" if "chat template" in row.setting else "no template"
    if row.source == "arena":
        return ""
    parts = [part for part in row.setting.split(", ") if part not in _PRECISIONS and "cases" not in part]
    return ", ".join(parts).replace("pass@1 greedy ", "")


def _rows_by_column(model: KnownModel, guide: UseCaseGuide) -> dict[Column, list[PublicScore]]:
    found: dict[Column, list[PublicScore]] = defaultdict(list)
    for row in model.scores:
        column = column_of(row)
        if column is None or guide.rank_of(column.benchmark_id) is None:
            continue
        if row.scale == "percent" and not LEAST_SENSIBLE < row.value <= 100:
            continue
        found[column].append(row)
    return found


def _cell(column: Column, rows: Sequence[PublicScore], relation: Relation, of: str) -> Cell:
    values = [row.value for row in rows]
    if column.is_rating:
        intervals = [row.interval for row in rows if row.interval]
        error = max(intervals) / Z if intervals else None
    else:
        error = standard_error(sum(values) / len(values), column.items)
    return Cell(min(values), max(values), error, tuple(rows), relation, of)


def _rank(cells: dict[str, Cell], column: Column) -> None:
    keys = list(cells)
    for key, (low, high) in zip(keys, rank_intervals(who_is_ahead(cells, column)), strict=True):
        cell = cells[key]
        cells[key] = Cell(
            cell.low, cell.high, cell.standard_error, cell.rows, cell.relation, cell.of, low, high, len(keys)
        )


def _borrow(
    table: Mapping[Column, dict[str, Cell]],
    models: Sequence[KnownModel],
    everyone: Iterable[KnownModel],
    guide: UseCaseGuide,
) -> None:
    relatives: dict[object, list[KnownModel]] = defaultdict(list)
    for other in everyone:
        if other.group is not None and other.scores:
            relatives[other.group].append(other)
    for model in models:
        for other in relatives.get(model.group, ()) if model.group else ():
            if other.key == model.key:
                continue
            relation = Relation.BASE if other.kind is ModelKind.BASE else Relation.SIBLING
            for column, rows in _rows_by_column(other, guide).items():
                if column in table and model.key not in table[column]:
                    table[column][model.key] = _cell(column, rows, relation, other.name)


def _order(column: Column, guide: UseCaseGuide, cells: Mapping[str, Cell]) -> tuple[bool, int, int, str]:
    place = guide.rank_of(column.benchmark_id)
    return (not ranks(column), place if place is not None else 99, -len(cells), column.title)
