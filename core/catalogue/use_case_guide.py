"""Which public benchmarks measure a use case, in reading order, and which to ignore, and why."""

from functools import lru_cache
from typing import Literal, Self

from pydantic import Field, model_validator

from core.catalogue.benchmarks import DATE, Fact, Record, load_catalogue
from core.catalogue.data_files import load_json, reading
from core.catalogue.use_cases import UseCase


class Measured(Record):
    benchmark: str  # an id of the catalogue
    role: Literal["core", "also"]  # core: read these first; also: where a card reports them
    why: Fact


class Ignored(Record):
    benchmark: str
    why: Fact


class UseCaseGuide(Record):
    use_case: UseCase
    title: str
    question: str
    advice: Fact
    measured_by: tuple[Measured, ...] = Field(min_length=1)
    ignore: tuple[Ignored, ...] = Field(min_length=1)

    @property
    def work(self) -> str:
        """What the model is to do, as a sentence names it: "coding", "the work of a general assistant"."""
        title = self.title.lower()
        return f"the work of a {title}" if title.endswith("assistant") else title

    @property
    def core_ids(self) -> tuple[str, ...]:
        """Benchmarks to read first, in order."""
        return tuple(entry.benchmark for entry in self.measured_by if entry.role == "core")

    def rank_of(self, benchmark_id: str) -> int | None:
        """Place in reading order from 0; None where the benchmark does not measure this use case.

        >>> find_guide(UseCase.CODING).rank_of("humaneval")
        0
        """
        ids = [entry.benchmark for entry in self.measured_by]
        return ids.index(benchmark_id) if benchmark_id in ids else None


class _Guides(Record):
    as_of: str = Field(pattern=DATE)
    use_cases: tuple[UseCaseGuide, ...]

    @model_validator(mode="after")
    def _ids_and_sources_are_known(self) -> Self:
        catalogue = load_catalogue()
        known = {benchmark.id for benchmark in catalogue.benchmarks}
        for guide in self.use_cases:
            entries: tuple[Measured | Ignored, ...] = (*guide.measured_by, *guide.ignore)
            if unknown := {entry.benchmark for entry in entries} - known:
                raise ValueError(f"{guide.use_case}: unknown benchmarks {sorted(unknown)}")
            if len({entry.benchmark for entry in entries}) != len(entries):
                raise ValueError(f"{guide.use_case}: a benchmark is listed twice")
            for fact in (guide.advice, *(entry.why for entry in entries)):
                if fact.source not in catalogue.sources:
                    raise ValueError(f"{guide.use_case}: unknown source {fact.source!r}")
        return self


@lru_cache(maxsize=1)
def load_guides() -> dict[UseCase, UseCaseGuide]:
    with reading("use_cases.json") as path:
        return {guide.use_case: guide for guide in _Guides.model_validate(load_json(path)).use_cases}


def find_guide(use_case: UseCase) -> UseCaseGuide:
    return load_guides()[use_case]
