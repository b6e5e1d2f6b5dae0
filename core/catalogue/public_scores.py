"""Public scores carried in data/, each with its source and date, and where to find more.

The snapshots end in 2025: a newer model has no row, and no row says nothing
about it. A board and a card rarely test alike; `Protocol` says whether a board's
value may be held against a card's at all, and how far honest ways of testing
the same thing usually lie apart (an estimate from the boards' own notes, to be
generous rather than exact).
"""

import math
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, Self

from pydantic import Field, model_validator

from core.catalogue.benchmarks import DATE, Record, load_benchmarks
from core.catalogue.data_files import load_json, load_rows, reading

_SCALES = frozenset({"percent", "elo"})
_HTTPS = r"^https://[a-z0-9.-]+\.[a-z]{2,}(/[\w./?=:&%#+~-]*)?$"


@dataclass(frozen=True)
class PublicScore:
    """One value of one model on one board."""

    model: str
    hf_id: str | None  # owner/name on the Hub
    params_b: float | None
    benchmark: str  # id of the catalogue, or a set of its own such as bigcodebench_hard
    value: float
    scale: str  # percent or elo
    interval: float | None  # half of the published 95 % interval
    setting: str
    source: str  # id of a Place
    as_of: str  # YYYY-MM or YYYY-MM-DD
    verified: bool = False  # the Hub could prove how it was run


class Place(Record):
    """Where scores can be found, and what to mind there."""

    id: str
    title: str
    url: str = Field(pattern=_HTTPS)  # the page to read
    covers: str
    benchmarks: tuple[str, ...]  # ids of the catalogue that it holds, as far as known
    protocol: str  # how it tests
    bites: str  # what goes wrong for whoever takes its numbers as they are
    freshness: str  # how new its data is, and when that was last seen
    data_url: str | None = Field(pattern=_HTTPS)  # where a program finds the numbers
    data_format: str
    checked: Literal["a file read", "a document read", "second hand"]
    checked_on: str = Field(pattern=DATE)
    use: Literal["carried", "online", "link"]


class Protocol(Record):
    source: str
    benchmark: str
    comparable: bool  # False where cards report another way of testing
    note: str
    allowance: float | None  # points by which honest ways of testing usually differ
    shots: int | None = None  # examples in the prompt; a card that states another number is not compared


@dataclass(frozen=True)
class Carried:
    """How much of a place is carried in data/."""

    values: int
    models: int
    newest: str  # YYYY-MM or YYYY-MM-DD, "" where nothing is carried


class _Sources(Record):
    as_of: str = Field(pattern=DATE)
    places: tuple[Place, ...]
    protocols: tuple[Protocol, ...]

    @model_validator(mode="after")
    def _ids_are_known(self) -> Self:
        known = {benchmark.id for benchmark in load_benchmarks()}
        ids = [place.id for place in self.places]
        if len(set(ids)) != len(ids):
            raise ValueError("a place is listed twice")
        for place in self.places:
            if unknown := set(place.benchmarks) - known:
                raise ValueError(f"{place.id} names unknown benchmarks {sorted(unknown)}")
        if unknown := {protocol.source for protocol in self.protocols} - set(ids):
            raise ValueError(f"protocols of unknown places {sorted(unknown)}")
        return self


@lru_cache(maxsize=1)
def _sources() -> _Sources:
    with reading("score_sources.json") as path:
        return _Sources.model_validate(load_json(path))


def load_places() -> tuple[Place, ...]:
    """Where to find benchmark data, the most useful first."""
    return _sources().places


def places_as_of() -> str:
    """The day the list of places speaks for, as YYYY-MM-DD."""
    return _sources().as_of


def protocols_of(source: str) -> tuple[Protocol, ...]:
    """How the values of a place compare with those of a card, a rule for each test."""
    return tuple(entry for entry in _sources().protocols if entry.source == source)


def find_places_with(benchmark_ids: Collection[str]) -> tuple[Place, ...]:
    """The places that hold at least one of these benchmarks, in their order.

    >>> [place.id for place in find_places_with(["bfcl"])]
    ['bfcl', 'eee']
    """
    wanted = set(benchmark_ids)
    return tuple(place for place in load_places() if wanted & set(place.benchmarks))


def count_carried(source: str) -> Carried:
    """What data/ carries of a place."""
    rows = [row for row in load_public_scores() if row.source == source]
    return Carried(len(rows), len({row.model for row in rows}), max((row.as_of for row in rows), default=""))


def find_place(source: str) -> Place | None:
    return next((place for place in load_places() if place.id == source), None)


def find_protocol(source: str, benchmark: str) -> Protocol | None:
    return next(
        (entry for entry in _sources().protocols if (entry.source, entry.benchmark) == (source, benchmark)), None
    )


@lru_cache(maxsize=1)
def load_public_scores() -> tuple[PublicScore, ...]:
    """The snapshots carried in data/, about 5,700 rows, read once."""
    with reading("public_scores.csv") as path:
        return tuple(_row(row) for row in load_rows(path))


def _row(row: dict[str, str]) -> PublicScore:
    if row["scale"] not in _SCALES:
        raise ValueError(f"{row['model']} has an unknown scale {row['scale']!r}")
    return PublicScore(
        model=row["model"],
        hf_id=row["hf_id"] or None,
        params_b=_number(row["params_b"]) if row["params_b"] else None,
        benchmark=row["benchmark"],
        value=_number(row["value"]),
        scale=row["scale"],
        interval=_number(row["interval"]) if row["interval"] else None,
        setting=row["setting"],
        source=row["source"],
        as_of=row["as_of"],
    )


def _number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is no number")
    return number
