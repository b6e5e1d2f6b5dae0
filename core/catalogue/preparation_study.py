"""What the study of prepared models found, as derived figures: data/train_before_test.json.

Train-before-test gives every model the same training on a benchmark's own
training set and only then tests it. The study did so for 61 models and 24
benchmarks. The file holds agreements and places that were computed here from
its published scores (core/catalogue/preparation_figures.py), never the scores
themselves; what follows from other figures of the file is computed on reading.

"Direct" is a model as it was released, "prepared" the same model after the
training. The four categories are a grouping of this project.
"""

from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Self

import numpy as np
from pydantic import Field, model_validator

from core.catalogue.benchmarks import DATE, Record
from core.catalogue.data_files import load_json, reading
from core.stats.counts import Floats
from core.stats.rank_agreement import pairs_of


class Category(StrEnum):
    LANGUAGE = "language"
    KNOWLEDGE = "knowledge"
    MATHEMATICS = "mathematics"
    MEDICINE = "medicine"


class StudySource(Record):
    title: str
    authors: str
    url: str
    code: str
    snapshot: str  # the state of the code's results from which the figures were computed
    date: str = Field(pattern=DATE)  # of the paper's version


class Pair(Record):
    """One figure for models as released and for prepared models."""

    direct: float
    prepared: float


class Guide(Record):
    """tau-b of a benchmark's order with the prepared consensus of all other benchmarks, and its 95 % interval."""

    tau: float = Field(ge=-1, le=1)
    low: float = Field(ge=-1, le=1)
    high: float = Field(ge=-1, le=1)


class StudyBenchmark(Record):
    id: str
    name: str
    category: Category
    kept: float = Field(ge=-1, le=1)  # tau-b of its own order before and after the preparation
    guide: Guide  # without preparation
    guide_prepared: float = Field(ge=-1, le=1)


class StudyModel(Record):
    name: str
    is_base: bool  # not tuned for chat
    # "all" and the four categories -> place among the models by mean place over the benchmarks, 1 the best.
    direct: dict[str, float]
    prepared: dict[str, float]

    @property
    def rise(self) -> float:
        """Places won over all benchmarks when everyone is prepared; negative: lost."""
        return self.direct["all"] - self.prepared["all"]


class Perplexity(Record):
    """How bits per byte on fresh texts order the models, against the benchmarks (mean tau-b)."""

    texts: tuple[str, ...]
    models: int
    agreement: Pair  # direct perplexity with direct scores, prepared with prepared
    pearson: Pair
    forecast_base: float  # direct perplexity with prepared scores, base models only
    forecast_instruct: float
    base_models: int
    instruct_models: int


class PreparationStudy(Record):
    source: StudySource
    benchmarks: tuple[StudyBenchmark, ...]
    models: tuple[StudyModel, ...]
    direct: tuple[tuple[float, ...], ...]  # tau-b between benchmarks, in their order
    prepared: tuple[tuple[float, ...], ...]
    mean_pearson: Pair
    first_component: Pair  # share of the spread
    second_component: Pair
    perplexity: Perplexity

    @model_validator(mode="after")
    def _fits(self) -> Self:
        size = len(self.benchmarks)
        for table in (self.direct, self.prepared):
            if len(table) != size or any(len(row) != size for row in table):
                raise ValueError(f"a table of agreements is not {size} × {size}")
        return self

    @cached_property
    def direct_table(self) -> Floats:
        return np.array(self.direct)

    @cached_property
    def prepared_table(self) -> Floats:
        return np.array(self.prepared)

    @property
    def mean_agreement(self) -> Pair:
        """Mean tau-b over all pairs of benchmarks."""
        return Pair(
            direct=float(pairs_of(self.direct_table).mean()), prepared=float(pairs_of(self.prepared_table).mean())
        )

    @property
    def lowest_agreement(self) -> Pair:
        return Pair(
            direct=float(pairs_of(self.direct_table).min()), prepared=float(pairs_of(self.prepared_table).min())
        )

    @property
    def mean_kept(self) -> float:
        """Mean tau-b of a benchmark's own order before and after."""
        return float(np.mean([benchmark.kept for benchmark in self.benchmarks]))

    @property
    def best_guides(self) -> tuple[StudyBenchmark, ...]:
        """The benchmarks by how well their direct order agrees with the prepared consensus of the others."""
        return tuple(sorted(self.benchmarks, key=lambda benchmark: -benchmark.guide.tau))

    def agreement_of(self, benchmark_id: str) -> Pair:
        """Mean tau-b of one benchmark with the others."""
        at = next(i for i, benchmark in enumerate(self.benchmarks) if benchmark.id == benchmark_id)
        others = [i for i in range(len(self.benchmarks)) if i != at]
        return Pair(
            direct=float(self.direct_table[at, others].mean()), prepared=float(self.prepared_table[at, others].mean())
        )

    def agreement_between(self, one: Category, two: Category) -> Pair:
        """Mean tau-b over the pairs of different benchmarks, one of each category."""
        categories = [benchmark.category for benchmark in self.benchmarks]
        pairs = [
            (i, j)
            for i, a in enumerate(categories)
            for j, b in enumerate(categories)
            if i != j and (a, b) == (one, two)
        ]
        direct, prepared = (
            float(np.mean([table[i, j] for i, j in pairs])) for table in (self.direct_table, self.prepared_table)
        )
        return Pair(direct=direct, prepared=prepared)

    def mean_rise(self, *, base: bool) -> float:
        """Places that base (or instruct) models win on average when everyone is prepared."""
        return float(np.mean([model.rise for model in self.models if model.is_base is base]))


@lru_cache(maxsize=1)
def load_preparation_study() -> PreparationStudy:
    """Read data/train_before_test.json.

    >>> round(load_preparation_study().mean_agreement.prepared, 2)
    0.76
    """
    with reading("train_before_test.json") as path:
        return PreparationStudy.model_validate(load_json(path))
