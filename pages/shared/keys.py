"""Every key of session_state, in one place. They hold ids and plain values only."""

from typing import Any

import streamlit as st

from core.runs.records import Project

EDIT_REVISION = "edit_revision"  # counts up when the fields of the editor take another shape
REGRADED = "regraded"  # what grading again came to, said once
PASTED_TASKS = "pasted_tasks"
OPEN_RUNS = "open_runs"  # ids of the runs that the verdict page shows
REFRESHED_BOARDS = "refreshed_boards"  # ids of boards looked up online in this session
STOPPED_HERE = "stopped_here"  # ids of the runs whose verdict the user lets stand
MARGIN_POINTS = "margin_points"  # what a smaller file may lose
LOOK_UP_SAID = "look_up_said"  # what the last look-up of cards could not reach, in sentences
PLACE_SHIFT = "place_shift"  # lines between the quoted line and the middle of what is shown of a card
TRAINING_PLANNED = "training_planned"  # id of the project whose training is to be estimated
RESULTS_ASKED = "results_asked"  # the Reliability page was told to compute


def remembered(key: str, saved: Any) -> str:
    """The key of a widget that starts with what the store has saved.

    A widget whose default changes becomes another widget and forgets a click
    that is on its way; one with a key stays itself.
    """
    if key not in st.session_state:
        st.session_state[key] = saved
    return key


def set_key(project: Project) -> str:
    """What the project's questions are known by, for a cache: their content's hash, or the use case of the bank."""
    return project.question_set_id or str(project.use_case)
