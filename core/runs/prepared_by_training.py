"""Prepared by training: every candidate answers the same questions twice, as it is and after a short fine-tune.

All candidates of a plan (training_plan.py) are trained one after the other by
one job, which then queues the test: the direct run of the candidate and the run
of the file that it became. A candidate that cannot be trained is named with the
reason and keeps its direct run.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.catalogue.use_cases import UseCase
from core.errors import InferenceError, SurefitError
from core.inference.training import train
from core.inference.training_recipe import Recipe
from core.inference.training_rounds import TrainingCancelled
from core.runs.candidates import candidate_from_path
from core.runs.database import Database, from_json, to_json
from core.runs.evaluation import enqueue_candidates
from core.runs.jobs import Job, JobKind, find_latest_job, start_job
from core.runs.projects import load_saved_question_set, save_question_set
from core.runs.queue import ensure_runner
from core.runs.records import Candidate, CandidateKind, Configuration, Run, RunState
from core.runs.trained_files import (
    Step,
    TrainingRecord,
    add_step,
    clear_leftovers,
    find_record,
    find_records,
    forget_steps,
    save_record,
    trained_path,
)
from core.runs.training_plan import TrainingPlan, plan_training
from core.runs.two_ways import TwoRuns, find_planned_run


@dataclass(frozen=True)
class Trainings:
    """What is known of a plan's candidates, by their keys."""

    done: Mapping[str, TrainingRecord]
    failed: Mapping[str, str]  # why a candidate was not trained


def start_training(
    database: Database,
    candidates: Sequence[Candidate],
    plan: TrainingPlan,
    *,
    use_case: UseCase | None,
    n: int,
    project_id: int | None,
) -> Job:
    """Train the candidates one after the other in a process of its own, then queue the test.

    Raises InferenceError while another training goes on: two would take each other's memory.
    """
    arguments = {
        "question_set": save_question_set(database, plan.question_set),
        "training_n": str(len(plan.split.training)),
        "same_form": str(plan.split.same_form),
        "draw_seed": str(plan.draw_seed),
        "configuration": to_json(plan.configuration),
        "recipe": to_json(plan.recipe),
        "plan": plan.key,
        "candidates": to_json(tuple(candidates)),
        "use_case": use_case.value if use_case else "",
        "n": str(n),
        "project": "" if project_id is None else str(project_id),
    }
    other = find_latest_job(database, JobKind.TRAIN)
    if other is not None and other.state is RunState.RUNNING and dict(other.arguments) != arguments:
        # Of the same plan too: the second would clear away the checkpoints of the first.
        raise InferenceError("Another training is going on: wait for it, or cancel it.")
    return start_job(database, JobKind.TRAIN, arguments)


def find_trainings(database: Database, candidates: Sequence[Candidate], plan: TrainingPlan) -> Trainings:
    """What became of each candidate under this plan."""
    done, unreadable = find_records(candidates, plan.key)
    failed: dict[str, str] = {}
    for row in database.rows("SELECT arguments, result FROM job WHERE kind = ? ORDER BY id", (JobKind.TRAIN,)):
        if row["result"] and json.loads(row["arguments"]).get("plan") == plan.key:
            failed |= (json.loads(row["result"]) or {}).get("failed", {})
    failed |= unreadable
    wanted = {candidate.key for candidate in candidates}
    return Trainings(done, {key: why for key, why in failed.items() if key in wanted and key not in done})


def find_trained_runs(database: Database, candidates: Sequence[Candidate], plan: TrainingPlan) -> list[TwoRuns]:
    """The runs before and after, candidate by candidate; without the run after where one was not trained."""

    done = find_trainings(database, candidates, plan).done
    became = {key: record.became for key, record in done.items()}
    return [
        TwoRuns(
            candidate,
            _find(database, candidate, plan),
            _find(database, became[candidate.key], plan) if candidate.key in became else None,
        )
        for candidate in candidates
    ]


def latest_training(database: Database, plan: TrainingPlan) -> Job | None:
    """The newest training, where it is of this plan."""
    job = find_latest_job(database, JobKind.TRAIN)
    return job if job is not None and job.arguments.get("plan") == plan.key else None


def train_candidates(
    database: Database,
    arguments: Mapping[str, str],
    on_share: Callable[[float, str], None],
    cancelled: Callable[[], bool],
) -> dict[str, Any]:
    """The job: a record for each candidate that could be trained, reasons for the others, and the test queued.

    Raises TrainingCancelled; candidates that were done by then stay done.
    """
    plan = plan_training(
        load_saved_question_set(database, arguments["question_set"]),
        int(arguments["training_n"]),
        draw_seed=int(arguments["draw_seed"]),
        configuration=from_json(Configuration, arguments["configuration"]),
        recipe=from_json(Recipe, arguments["recipe"]),
        same_form=arguments["same_form"] == "True",
    )
    candidates = from_json(tuple[Candidate, ...], arguments["candidates"])
    failed: dict[str, str] = {}
    clear_leftovers()
    for number, candidate in enumerate(candidates):

        def tell(share: float, sentence: str, done: int = number) -> None:
            on_share((done + share) / len(candidates), sentence)

        try:
            if not _is_answered(database, candidate, plan, int(arguments["n"])):
                _train_one(candidate, plan, tell, cancelled)
        except TrainingCancelled:
            raise
        except SurefitError as error:
            failed[candidate.key] = str(error)
    done = [record for c in candidates if (record := find_record(c, plan.key)) is not None]
    if not done:
        raise InferenceError(" ".join(dict.fromkeys(failed.values())))
    _enqueue_test(database, candidates, [record.became for record in done], plan, arguments)
    return {"failed": failed}


def _find(database: Database, candidate: Candidate, plan: TrainingPlan) -> Run | None:
    return find_planned_run(database, candidate, plan.configuration, plan.direct_hash, plan.draw_seed)


def _is_answered(database: Database, candidate: Candidate, plan: TrainingPlan, n: int) -> bool:
    """Whether the trained file has answered all that is asked: then it may be gone."""
    record = find_record(candidate, plan.key)
    run = None if record is None else _find(database, record.became, plan)
    return run is not None and run.answered >= min(n, len(plan.split.test))


def _train_one(
    candidate: Candidate, plan: TrainingPlan, tell: Callable[[float, str], None], cancelled: Callable[[], bool]
) -> None:
    """Nothing is done where the trained file is there already."""
    known = find_record(candidate, plan.key)
    if known is not None and known.file_is_kept:
        return
    if candidate.kind is not CandidateKind.FILE:
        raise InferenceError(f"{candidate.name}: only a model file can be trained, not a model behind a server.")
    forget_steps(candidate, plan.key)
    destination = trained_path(candidate, plan.key)
    trained = train(
        Path(candidate.location),
        destination,
        plan.examples(candidate),
        plan.configuration.settings,
        plan.recipe,
        progress=tell,
        on_step=lambda rate, number, of, loss: add_step(candidate, plan.key, Step(rate, number, of, loss)),
        cancelled=cancelled,
    )
    became = replace(candidate_from_path(destination), name=f"{candidate.name}, trained")
    save_record(TrainingRecord(candidate, became, trained), plan.key)
    forget_steps(candidate, plan.key)


def _enqueue_test(
    database: Database,
    candidates: Sequence[Candidate],
    trained: Sequence[Candidate],
    plan: TrainingPlan,
    arguments: Mapping[str, str],
) -> None:
    for candidate in (*candidates, *trained):
        enqueue_candidates(
            database,
            [candidate],
            plan.direct,
            plan.configuration,
            use_case=UseCase(arguments["use_case"]) if arguments["use_case"] else None,
            draw_seed=plan.draw_seed,
            n=int(arguments["n"]),
            # The trained files are no candidates of the project, so its page of results does not list them.
            project_id=int(arguments["project"]) if arguments["project"] and candidate in candidates else None,
        )
    ensure_runner(database)
