"""Where a project stands, and so where to go next from home.

A newcomer begins with the use case; whoever comes back goes on where the last
visit ended.
"""

from collections.abc import Sequence
from enum import StrEnum

from core.runs.records import Project, Purpose, Run


class Room(StrEnum):
    USE_CASE = "use case"
    SHORTLIST = "shortlist"
    MODEL_FILES = "model files"
    QUANTIZATION = "quantization"
    EVALUATE = "evaluate"
    VERDICT = "verdict"


def next_room(project: Project, runs: Sequence[Run], files_here: int) -> Room:
    """The first thing that the project still lacks; the verdict once two candidates have answered.

    `runs` are the project's own, `files_here` counts the model files on this machine.
    """
    if project.purpose is Purpose.QUANTIZATION and project.candidates:
        return Room.QUANTIZATION
    if project.use_case is None and project.question_set_id is None:
        return Room.USE_CASE
    if len(project.candidates) < 2:
        return Room.MODEL_FILES if files_here > 1 else Room.SHORTLIST
    chosen = {candidate.key for candidate in project.candidates}
    answered = {run.candidate.key for run in runs if run.answered > 1} & chosen
    return Room.VERDICT if len(answered) > 1 else Room.EVALUATE
