"""The process behind a job: `python -m core.runs.job_process STORE JOB_ID`."""

import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from core.errors import DownloadError, SurefitError
from core.inference.quantizer import quantize
from core.inference.training_rounds import TrainingCancelled
from core.models.home import models_folder
from core.models.hub import list_files
from core.models.hub_download import download_file
from core.models.transfer import TransferCancelled, TransferProgress
from core.runs.candidates import candidate_from_path
from core.runs.database import Database
from core.runs.divergence_work import MeasurementCancelled, measure_files
from core.runs.importance import make_importance
from core.runs.jobs import Job, JobKind, adopt_job, end_job, is_job_cancelled, keep_result, load_job, report_job
from core.runs.judging import judgement_to_json, run_judge
from core.runs.records import RunState
from core.runs.rehearsal import OnShare, prepare_rehearsal
from core.runs.text_forecasts import measure_text

Cancelled = Callable[[], bool]


def main(store_path: Path, job_id: int) -> int:
    """Work one job to its end. Returns an exit code."""
    with Database(store_path) as database:
        adopt_job(database, job_id)
        job = load_job(database, job_id)
        try:
            result = _work(
                database,
                job,
                lambda share, message: report_job(database, job_id, share, message),
                lambda: is_job_cancelled(database, job_id),
            )
        except (TransferCancelled, TrainingCancelled, MeasurementCancelled) as error:
            end_job(database, job_id, RunState.CANCELLED, str(error))
        except SurefitError as error:
            end_job(database, job_id, RunState.FAILED, str(error))
            return 1
        except Exception as error:  # noqa: BLE001  the row must not say "running" for ever; the traceback is in the log
            traceback.print_exc()
            end_job(
                database, job_id, RunState.FAILED, f"An unexpected fault ended it ({type(error).__name__}: {error})."
            )
            return 1
        else:
            end_job(database, job_id, RunState.DONE, "Done.", result)
    return 0


def _work(database: Database, job: Job, on_share: OnShare, cancelled: Cancelled) -> Any:
    """The job's result. A measurement of several files keeps each as it is done, for a cancel or a crash later on."""

    def keep_finished(so_far: Mapping[str, Any]) -> None:
        keep_result(database, job.id, so_far)

    if job.kind is JobKind.DIVERGENCE:
        return measure_files(job.arguments, on_share, cancelled, keep_finished=keep_finished)
    if job.kind is JobKind.FORECAST:
        return measure_text(job.arguments, on_share, cancelled, keep_finished=keep_finished)
    return _JOBS[job.kind](database, job.arguments, on_share, cancelled)


def _rehearsal(_: Database, __: Mapping[str, str], on_share: OnShare, cancelled: Cancelled) -> Any:
    return [str(file.path) for file in prepare_rehearsal(models_folder(), on_share, cancelled)]


def _quantize(_: Database, arguments: Mapping[str, str], on_share: OnShare, cancelled: Cancelled) -> Any:
    source, destination = Path(arguments["source"]), Path(arguments["destination"])
    imatrix = Path(arguments["imatrix"]) if arguments.get("imatrix") else None
    if arguments.get("text"):
        reading = f"Reading the text with {source.name}, for the importance matrix"
        imatrix = make_importance(source, Path(arguments["text"]), lambda share: on_share(share, reading), cancelled)
    sentence = f"Making {destination.name}"
    quantize(
        source,
        arguments["type_name"],
        destination,
        imatrix=imatrix,
        progress=lambda share: on_share(share, sentence),
        cancelled=cancelled,
    )
    return [str(destination)]


def _fetch(_: Database, arguments: Mapping[str, str], on_share: OnShare, cancelled: Cancelled) -> Any:
    repo, path = arguments["repo"], arguments["path"]
    wanted = next((file for file in list_files(repo) if file.parts[0].path == path), None)
    if wanted is None:
        raise DownloadError(f"{repo} no longer has {path}: look for another file.")

    def tell(progress: TransferProgress) -> None:
        done, total = progress.done_bytes // 1_000_000, progress.total_bytes // 1_000_000
        on_share(progress.share, f"{progress.stage.capitalize()} {path}: {done:,} of {total:,} MB")

    return [str(download_file(wanted, models_folder(), tell, cancelled))]


def _judge(database: Database, arguments: Mapping[str, str], on_share: OnShare, cancelled: Cancelled) -> Any:
    judge = candidate_from_path(Path(arguments["judge"]))
    run_ids = (arguments["first"], arguments["second"])
    return judgement_to_json(run_judge(database, judge, run_ids, on_share, cancelled))


def _train(database: Database, arguments: Mapping[str, str], on_share: OnShare, cancelled: Cancelled) -> Any:
    from core.runs.prepared_by_training import train_candidates  # brings the statistics, which no other job needs

    return train_candidates(database, arguments, on_share, cancelled)


_JOBS: Mapping[JobKind, Callable[[Database, Mapping[str, str], OnShare, Cancelled], Any]] = {
    JobKind.REHEARSAL: _rehearsal,
    JobKind.QUANTIZE: _quantize,
    JobKind.JUDGE: _judge,
    JobKind.FETCH: _fetch,
    JobKind.TRAIN: _train,
}


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2])))
