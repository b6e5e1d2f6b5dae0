"""What is known about each public benchmark: data/benchmarks.json, checked as it is read.

A fact is a sentence with the key of its source; sources carry a title, an
address where there is one, the date they speak for, and whether they were
read at second hand. Numbers that follow from other numbers (the noise of a
score) are computed here and never stored.

Noise: a score that is a share p of n questions has the standard error
sqrt(p(1-p)/n); the difference of two such scores has sqrt(2) times that, and
1.96 of those make 95 %. Below 2 points a difference never counts, because
prompt format, scoring and seed move scores by as much without any change of
the model.
"""

import math
from enum import StrEnum
from functools import lru_cache
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from core.catalogue.data_files import load_json, reading

SMALLEST_GAP_EVER = 2.0  # points; the least difference that may ever count
DATE = r"^\d{4}(-\d{2}(-\d{2})?)?$"


class Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Source(Record):
    """Where a fact was read."""

    title: str = Field(min_length=3)
    url: str | None  # None where there is no public address
    date: str = Field(pattern=DATE)  # what the fact speaks for: publication, snapshot, or the day it was read
    second_hand: bool  # read in a text that cites the original


class Fact(Record):
    """One sentence and the key of its source."""

    text: str = Field(min_length=2)
    source: str


class Scoring(StrEnum):
    CHOICE = "choice"
    EXACT = "exact"
    TESTS = "tests"
    CHECKS = "checks"
    AGENT = "agent"
    JUDGE = "judge"
    PEOPLE = "people"


class ScaleKind(StrEnum):
    PERCENT = "percent"
    RATING = "rating"  # 1-10
    WIN_RATE = "win_rate"  # percent of comparisons won; 50 is a draw
    ELO = "elo"


class Risk(StrEnum):
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    VARIES = "varies"
    GAMING = "gaming"  # no fixed questions to leak, but it can be trained for


class RefreshKind(StrEnum):
    STATIC = "static"
    DATED = "dated"
    LIVE = "live"
    SUPERSEDED = "superseded"


class SaturationStatus(StrEnum):
    OPEN = "open"
    PARTLY = "partly"
    SATURATED = "saturated"
    SUPERSEDED = "superseded"
    STALE = "stale"

    @property
    def is_spent(self) -> bool:
        """True where a high score no longer tells current models apart."""
        return self not in (SaturationStatus.OPEN, SaturationStatus.PARTLY)


class Release(Record):
    date: str = Field(pattern=DATE)
    source: str


class Items(Record):
    count: int | None = Field(gt=0)  # None for live boards and for sets whose parts are reported apart
    note: Fact


class Scale(Record):
    kind: ScaleKind
    meaning: Fact


class Contamination(Record):
    risk: Risk
    evidence: tuple[Fact, ...] = Field(min_length=1)


class Refresh(Record):
    kind: RefreshKind
    note: Fact


class Saturation(Record):
    status: SaturationStatus
    note: Fact


class Benchmark(Record):
    id: str = Field(pattern=r"^[a-z0-9_]+$")
    name: str
    long_name: str
    aliases: tuple[str, ...] = Field(min_length=1)
    capabilities: tuple[str, ...] = Field(min_length=1)
    languages: tuple[str, ...] = Field(min_length=1)
    released: Release
    items: Items
    scoring: Scoring
    scored_by: Fact
    scale: Scale
    chance: float | None = Field(ge=0, le=1)  # share right by guessing
    human: Fact | None
    usual_shots: Fact
    measures: Fact
    does_not_measure: Fact
    biases: tuple[Fact, ...]
    noise_causes: tuple[Fact, ...]
    contamination: Contamination
    refresh: Refresh
    saturation: Saturation
    pitfalls: tuple[Fact, ...]
    homepage: str = Field(pattern=r"^https://")
    dataset: str | None  # its id on the Hugging Face Hub

    def standard_error(self, score: float = 70.0) -> float | None:
        """Standard error in points of a score in percent; None where it does not follow from the size.

        >>> round(find_by_id("humaneval").standard_error(70), 2)
        3.58
        """
        if self.items.count is None or self.scale.kind in (ScaleKind.RATING, ScaleKind.ELO):
            return None
        share = min(max(score / 100, 0.0), 1.0)
        return 100 * math.sqrt(share * (1 - share) / self.items.count)

    def smallest_gap(self, score: float = 70.0) -> float | None:
        """The smallest difference in points between two models that counts near `score`.

        The larger of 2 points and 1.96 * sqrt(2) * SE. None for ratings and
        Elo, which have other units: see `scale` and `noise_causes`. Where the
        number of items is unknown the floor of 2 points is all that is known.

        >>> round(find_by_id("gpqa").smallest_gap(70), 1)
        6.0
        """
        if self.scale.kind in (ScaleKind.RATING, ScaleKind.ELO):
            return None
        return max(SMALLEST_GAP_EVER, 1.96 * math.sqrt(2) * (self.standard_error(score) or 0.0))

    def facts(self) -> tuple[Fact, ...]:
        """Every fact of this benchmark, in reading order."""
        single = (self.measures, self.does_not_measure, self.scale.meaning, self.items.note, self.usual_shots)
        ends = (self.scored_by, self.refresh.note, self.saturation.note, *((self.human,) if self.human else ()))
        return (*single, *ends, *self.biases, *self.noise_causes, *self.contamination.evidence, *self.pitfalls)


class Catalogue(Record):
    as_of: str = Field(pattern=DATE)
    sources: dict[str, Source]
    benchmarks: tuple[Benchmark, ...]

    @model_validator(mode="after")
    def _every_source_is_listed(self) -> Self:
        for benchmark in self.benchmarks:
            for key in (benchmark.released.source, *(fact.source for fact in benchmark.facts())):
                if key not in self.sources:
                    raise ValueError(f"{benchmark.id} names the source {key!r}, which is not listed")
        return self


@lru_cache(maxsize=1)
def load_catalogue() -> Catalogue:
    """The benchmarks with their sources, read once."""
    with reading("benchmarks.json") as path:
        return Catalogue.model_validate(load_json(path))


def load_benchmarks() -> tuple[Benchmark, ...]:
    return load_catalogue().benchmarks


@lru_cache(maxsize=1)
def _by_id() -> dict[str, Benchmark]:
    return {benchmark.id: benchmark for benchmark in load_benchmarks()}


def find_by_id(benchmark_id: str) -> Benchmark:
    """The benchmark with this id; KeyError for an id that is not in the catalogue."""
    return _by_id()[benchmark_id]


def source_of(fact: Fact) -> Source:
    return load_catalogue().sources[fact.source]


def win_probability(elo_gap: float) -> float:
    """Expected share of wins for a lead of `elo_gap` rating points (base 10, scale 400).

    >>> round(win_probability(100), 2)
    0.64
    """
    return 1 / (1 + 10 ** (-elo_gap / 400))
