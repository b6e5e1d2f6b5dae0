"""The public benchmarks judged, for models of one size: do they agree, and do they still tell anything apart?

- Agreement is Kendall's tau-b of two columns over the models that stand in
  both, with an interval from drawing the models again.
- Noise is the share of a column's spread that its own questions explain: the
  mean squared standard error over the variance of the values. From a half on
  the order is mostly noise.
- Spent here: the best value of the class is within its noise of 100 %. Near
  guessing: the middle model is. What the catalogue calls saturated is so among
  the largest models; in a class of small ones it may tell them apart very well.
- Older than the training: the benchmark was public before the family's data
  end, so its questions may have been read. Where no cutoff is published that
  is not known, and is said so.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import numpy as np

from core.advice.shortlist.filter import why_left_out
from core.advice.shortlist.known_model import KnownModel
from core.advice.shortlist.models import load_known_models
from core.advice.shortlist.needs import Needs
from core.advice.shortlist.scores import LEAST_SENSIBLE, Cell, Column, Relation, Z, column_of, fill_table, ranks
from core.catalogue.benchmarks import SaturationStatus
from core.catalogue.public_scores import PublicScore
from core.catalogue.use_case_guide import find_guide
from core.catalogue.use_cases import UseCase
from core.stats.rank_agreement import Agreement, kendall_with_interval

SIZE_CLASSES: Final = ((0.0, 2.0), (2.0, 5.0), (5.0, 10.0), (10.0, 20.0), (20.0, 45.0), (45.0, float("inf")))
FEWEST_MODELS: Final = 6  # for an agreement; below it the interval spans everything
MOSTLY_NOISE: Final = 0.5


@dataclass(frozen=True)
class JudgedColumn:
    column: Column
    models: int
    noise_share: float | None  # of the spread, 0-1; None: no standard error, or no spread
    is_near_top: bool
    is_near_guessing: bool
    maybe_read: int  # models whose training data end after the benchmark was published
    cutoff_unknown: int
    sentence: str = ""

    @property
    def state(self) -> str:
        """Whether it can tell the models of this size apart, in a few words."""
        said = []
        if self.is_near_top:
            said.append("saturated at this size")
        elif (status := self.column.benchmark.saturation.status).is_spent:
            said.append("saturated among the largest models" if status is SaturationStatus.SATURATED else status.value)
        if self.is_near_guessing:
            said.append("the middle model is near guessing")
        if self.noise_share is None:
            return ", ".join(said) or "not known"
        if self.noise_share >= MOSTLY_NOISE:
            said.append("mostly noise at this size")
        elif not (self.is_near_top or self.is_near_guessing):
            said.append("tells these apart")
        return ", ".join(said)


@dataclass(frozen=True)
class JudgedPair:
    one: Column
    other: Column
    models: int
    agreement: Agreement


@dataclass(frozen=True)
class JudgedBenchmarks:
    size_class: tuple[float, float]
    columns: tuple[JudgedColumn, ...]
    pairs: tuple[JudgedPair, ...]  # the worst agreement first
    sentence: str
    same_twice: str = ""  # how far one model lies from itself, asked in two ways


def size_class_of(params_b: float) -> tuple[float, float]:
    """
    >>> size_class_of(7.62)
    (5.0, 10.0)
    """
    return next((low, high) for low, high in SIZE_CLASSES if low <= params_b < high)


def size_words(size_class: tuple[float, float]) -> str:
    low, high = size_class
    return f"{low:g} B and more" if high == float("inf") else f"{low:g} to {high:g} B"


def judge_for(needs: Needs, size_class: tuple[float, float], fetched: Iterable[PublicScore] = ()) -> JudgedBenchmarks:
    """Judge them over every model of the tables that the needs allow, whether it fits this machine or not."""
    models = [model for model in load_known_models(fetched) if why_left_out(model, needs) is None]
    table = fill_table(models, find_guide(needs.use_case), base_models=needs.fine_tune)
    judged = judge_benchmarks(models, table, size_class, base_models=needs.fine_tune)
    return replace(judged, same_twice=say_same_twice(models, needs.use_case, size_class))


def say_same_twice(models: Sequence[KnownModel], use_case: UseCase, size_class: tuple[float, float]) -> str:
    """The model of a size class that one board holds twice with values furthest apart; "" where there is none."""
    guide, (low, high) = find_guide(use_case), size_class
    found: list[tuple[float, str]] = []
    for model in models:
        if not low <= model.params_b < high:
            continue
        rows = [row for row in model.scores if row.scale == "percent" and row.value > LEAST_SENSIBLE]
        for one, other in combinations(rows, 2):
            known = (one.source, one.benchmark) == (other.source, other.benchmark) and column_of(one)
            if known and guide.rank_of(known.benchmark_id) is not None and one.setting != other.setting:
                worse, better = sorted((one, other), key=lambda row: row.value)
                sentence = (
                    f"One model, one board, two settings: {model.name} has {known.name} {better.value:g} "
                    f"({better.setting}) and {worse.value:g} ({worse.setting})."
                )
                found.append((better.value - worse.value, sentence))
    return max(found)[1] if found else ""


def judge_benchmarks(
    models: Sequence[KnownModel],
    table: Mapping[Column, Mapping[str, Cell]],
    size_class: tuple[float, float],
    *,
    base_models: bool = False,
) -> JudgedBenchmarks:
    """Judge the ranking columns of a table over its models of one size class."""
    low, high = size_class
    members = {model.key: model for model in models if low <= model.params_b < high}
    kept: dict[Column, dict[str, Cell]] = {}
    for column, cells in table.items():
        own = {key: cell for key, cell in cells.items() if key in members and cell.relation is Relation.OWN}
        if ranks(column, base_models=base_models) and own:
            kept[column] = own
    columns = tuple(_judge(column, cells, members) for column, cells in kept.items())
    pairs = tuple(
        sorted(
            (pair for one, other in combinations(kept, 2) if (pair := _pair(one, other, kept)) is not None),
            key=lambda pair: pair.agreement.tau,
        )
    )
    return JudgedBenchmarks(size_class, columns, pairs, _say(size_class, columns, pairs))


def _judge(column: Column, cells: Mapping[str, Cell], members: Mapping[str, KnownModel]) -> JudgedColumn:
    values = np.array([(cell.low + cell.high) / 2 for cell in cells.values()])
    errors = np.array([cell.standard_error or np.nan for cell in cells.values()])
    spread = float(np.var(values, ddof=1)) if len(values) >= FEWEST_MODELS else 0.0
    noise = None
    if spread > 0 and not np.isnan(errors).any():
        noise = min(float(np.mean(errors**2)) / spread, 1.0)
    error = float(np.nanmean(errors)) if not np.isnan(errors).all() else 0.0
    benchmark = column.benchmark
    near_top = not column.is_rating and float(values.max()) + Z * error >= 100
    chance = benchmark.chance
    near_guessing = chance is not None and float(np.median(values)) <= 100 * chance + Z * error
    families = [members[key].family for key in cells]
    cutoffs = [family.cutoff if family else None for family in families]
    read = sum(cutoff is not None and cutoff >= benchmark.released.date[: len(cutoff)] for cutoff in cutoffs)
    unknown = sum(cutoff is None for cutoff in cutoffs)
    found = JudgedColumn(column, len(cells), noise, near_top, near_guessing, read, unknown)
    return replace(found, sentence=_say_column(found))


def _pair(one: Column, other: Column, kept: Mapping[Column, Mapping[str, Cell]]) -> JudgedPair | None:
    shared = [key for key in kept[one] if key in kept[other]]
    if len(shared) < FEWEST_MODELS:
        return None
    left, right = (
        np.array([(kept[column][key].low + kept[column][key].high) / 2 for key in shared]) for column in (one, other)
    )
    if left.min() == left.max() or right.min() == right.max():
        return None
    return JudgedPair(one, other, len(shared), kendall_with_interval(left, right, resamples=500))


def _say_column(judged: JudgedColumn) -> str:
    benchmark = judged.column.benchmark
    parts = []
    if judged.noise_share is None:
        parts.append("too few models here to judge its noise" if judged.models < FEWEST_MODELS else "noise not known")
    else:
        parts.append(f"{100 * judged.noise_share:.0f} % of its spread is noise")
        parts.append(judged.state)
    parts.append(
        f"public since {benchmark.released.date}: before the end of the training data of {judged.maybe_read} of "
        f"{judged.models} models, not known for {judged.cutoff_unknown}"
    )
    return "; ".join(parts) + "."


def _say(size_class: tuple[float, float], columns: Sequence[JudgedColumn], pairs: Sequence[JudgedPair]) -> str:
    where = f"Models of {size_words(size_class)}"
    if not columns:
        return f"{where}: no table holds any that measures this use case."
    if not pairs:
        return f"{where}: too few stand in two columns to say how far the benchmarks agree."
    taus = [pair.agreement.tau for pair in pairs]
    worst = pairs[0]
    text = f"{where}: the benchmarks agree with a mean τ of {float(np.mean(taus)):.2f}"
    if len(pairs) > 1:
        text += f"; least agree {worst.one.title} and {worst.other.title} (τ = {worst.agreement.tau:.2f})"
    wrong = (1 - float(np.mean(taus))) / 2
    return f"{text}. So two of them put about {100 * wrong:.0f} % of the pairs of models in opposite orders."
