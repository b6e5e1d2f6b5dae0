"""The store and the current project, for every page."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import streamlit as st

from core.errors import StoreError
from core.models.home import store_path
from core.runs.database import Database
from core.runs.projects import create_project, current_project, save_project
from core.runs.queue import mark_interrupted, mark_stranded
from core.runs.records import Project, Purpose


@contextmanager
def store() -> Iterator[Database]:
    """The results store, open for one rerun. Without it no page can go on, and says why."""
    try:
        database = Database(store_path())
    except StoreError as error:
        st.error(str(error))
        st.stop()
    try:
        mark_interrupted(database)
        mark_stranded(database)
        yield database
    finally:
        database.close()


def project_or_new(database: Database) -> Project:
    """The current project; a first visit begins one."""
    return current_project(database) or create_project(database, "My first project", Purpose.WHICH_MODEL)


def update(database: Database, project: Project, **changes: Any) -> Project:
    """Save changed fields of the project; unchanged ones cost nothing."""
    changed = replace(project, **changes)
    return project if changed == project else save_project(database, changed)
