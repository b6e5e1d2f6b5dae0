"""Waiting for a job from the command line, with its progress on stderr."""

import time

from core.commands.output import tell
from core.errors import InferenceError
from core.runs.database import Database
from core.runs.jobs import Job, cancel_job, load_job
from core.runs.records import RunState

_POLL_S = 0.5


def follow_job(database: Database, job_id: int) -> Job:
    """Wait for a job to end; Ctrl-C cancels it. Raises InferenceError where it did not end well."""
    told = ""
    try:
        while (job := load_job(database, job_id)).state is RunState.RUNNING:
            now = f"{100 * job.share:3.0f} %  {job.message}"
            if job.message and now != told:
                told = now
                tell(now)
            time.sleep(_POLL_S)
    except KeyboardInterrupt:
        cancel_job(database, job_id)
        tell("Cancelled.")
        raise SystemExit(130) from None
    if job.state is not RunState.DONE:
        raise InferenceError(job.why_ended)
    return job
