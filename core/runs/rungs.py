"""One rung of a ladder as a run: a candidate, with a KV cache of its own types where the cache is the ladder.

All rungs are asked the same questions in the same order, so that two of them
can be compared question by question. A rung that was asked already, on any
page, is found by its run's identity and not asked again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.catalogue.use_cases import UseCase
from core.questions.question import QuestionSet
from core.runs.database import Database
from core.runs.evaluation import configuration_for, enqueue_candidates
from core.runs.projects import questions_hash
from core.runs.records import Candidate, Configuration, Run, run_identity
from core.runs.run_rows import find_run


@dataclass(frozen=True)
class Rung:
    """What is asked, under the name that it is shown by."""

    name: str  # unique in its ladder
    candidate: Candidate
    cache: tuple[str, str] | None = None  # type_k, type_v; None: as the configuration has them

    def configured(self, configuration: Configuration) -> Configuration:
        """The configuration of this rung's run."""
        own = configuration_for(self.candidate, configuration)
        if self.cache is None:
            return own
        type_k, type_v = self.cache
        return replace(own, settings=replace(own.settings, type_k=type_k, type_v=type_v))


def enqueue_rungs(
    database: Database,
    rungs: Sequence[Rung],
    question_set: QuestionSet,
    configuration: Configuration,
    *,
    use_case: UseCase | None,
    draw_seed: int,
    n: int,
    project_id: int | None,
) -> dict[str, Run]:
    """Queue a run for each rung, by its name; runs that exist are taken up again, and extended to n."""
    return {
        rung.name: enqueue_candidates(
            database,
            [rung.candidate],
            question_set,
            rung.configured(configuration),
            use_case=use_case,
            draw_seed=draw_seed,
            n=n,
            project_id=project_id,
        )[0]
        for rung in rungs
    }


def find_rung_runs(
    database: Database, rungs: Sequence[Rung], question_set: QuestionSet, configuration: Configuration, draw_seed: int
) -> Mapping[str, Run]:
    """The runs of these rungs on these questions that are in the store, by the rung's name."""
    asked = questions_hash(question_set)
    found = {
        rung.name: find_run(database, run_identity(rung.candidate, rung.configured(configuration), asked, draw_seed))
        for rung in rungs
    }
    return {name: run for name, run in found.items() if run is not None}
