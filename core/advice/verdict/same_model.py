"""Two runs of one candidate, asked in the same way: what lies between them is chance, and nobody is to be chosen."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from core.advice.verdict.noise_floor import measure_between
from core.errors import NotEnoughData
from core.runs.records import Answer, Run


def refuse_one_model_twice(runs: Sequence[Run], answers: Sequence[Sequence[Answer]]) -> None:
    """Raise NotEnoughData where two of the runs differ in nothing but their seeds; the text says what chance moved.

    A candidate with other settings (thinking off, another temperature) is another contestant.
    """
    found: Mapping[str, Sequence[Answer]] = dict(zip((run.id for run in runs), answers, strict=True))
    for first, second in combinations(runs, 2):
        if not _asked_alike(first, second):
            continue
        earlier, later = (second, first) if first.twin_of == second.id else (first, second)
        floor = measure_between(earlier.candidate.name, found[earlier.id], found[later.id], later.id)
        moved = f" {floor.sentence}" if floor else ""
        raise NotEnoughData(
            f"The runs {first.id} and {second.id} are the same model and file, {first.candidate.name}, asked in the "
            f"same way: there is nothing to choose between them.{moved} Compare one of them with another model's run."
        )


def _asked_alike(first: Run, second: Run) -> bool:
    """Whether one measures the other's chance, or only seeds and what serves speed tell them apart.

    The same candidate with other questions, such as with examples above them, was prepared otherwise.
    """
    if first.candidate.key != second.candidate.key:
        return False
    linked = first.twin_of == second.id or second.twin_of == first.id
    return linked or (first.question_set_id == second.question_set_id and _without_seed(first) == _without_seed(second))


def _without_seed(run: Run) -> object:
    """What of a run's configuration can change how well it answers."""
    configuration = run.configuration.seen
    return replace(configuration, sampling=replace(configuration.sampling, seed=0))
