"""Asking the rungs, and the one thing to do next where the verdict is not settled."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, repeat
from typing import Literal

import streamlit as st

from core.advice.ladder.budget import find_larger_budget
from core.advice.ladder.endings import LadderEnding
from core.advice.ladder.ladder import Ladder
from core.advice.ladder.result import LadderResult
from core.advice.ladder.standing import STOPPED
from core.errors import SurefitError
from core.questions.question import QuestionSet
from core.runs.database import Database
from core.runs.evaluation import refuse_faults, resume
from core.runs.queue import ensure_runner
from core.runs.records import Project, Run
from core.runs.rungs import enqueue_rungs
from pages.shared.project import update
from pages.shared.steps import plain


@dataclass(frozen=True)
class Asking:
    """Which rungs are asked which questions, and the runs that there are."""

    database: Database
    project: Project
    ladder: Ladder
    question_set: QuestionSet
    runs: Mapping[str, Run]  # by the rung's name


def ask(asking: Asking, n: int) -> None:
    """Queue every rung for n questions, and see that a runner works on them."""
    project = asking.project
    try:
        if project.question_set_id is not None:
            refuse_faults(asking.question_set)
        enqueue_rungs(
            asking.database,
            [step.rung for step in asking.ladder.steps],
            asking.question_set,
            project.configuration,
            use_case=project.use_case,
            draw_seed=project.draw_seed,
            n=n,
            project_id=project.id,
        )
        ensure_runner(asking.database)
    except SurefitError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return
    st.rerun()


def offer_next(asking: Asking, result: LadderResult, *, going_on: bool) -> bool:
    """A button for each way to settle it; the first is the primary one while no rung can be taken for good.

    Returns whether there is a primary one, or will be once the runs that go on have ended.
    """
    if going_on:
        return True
    runs = list(asking.runs.values())
    asked = max((run.n for run in runs), default=0)
    stopped = [run for run in runs if run.answered < run.n]
    behind = [s.name for s in asking.ladder.steps if s.name not in asking.runs or asking.runs[s.name].n < asked]
    more = result.verdict.more_questions or 0
    compared = [rung.run for rung in result.rungs if rung.run is not None and rung.stands not in STOPPED]
    larger = find_larger_budget(asking.database, compared, asking.question_set, asking.project.configuration)
    open_still = result.verdict.ending not in (LadderEnding.SETTLED, LadderEnding.KEEP_REFERENCE)
    kinds: Iterator[Literal["primary", "secondary"]] = chain(["primary"] if open_still else [], repeat("secondary"))
    row = st.container(horizontal=True)
    if larger is not None:  # before the rest: what was cut off is asked anew, whoever is resumed
        again = f"Ask again with {larger:,} tokens for an answer"
        if row.button(again, icon=":material/expand:", type=next(kinds)):
            changed = replace(asking.project.configuration, max_tokens=larger)
            project = update(asking.database, asking.project, configuration=changed)
            ask(replace(asking, project=project), max(asked, 2))
        st.caption("Every rung is asked anew, since the budget is part of a run; what was answered stays in Past runs.")
    if stopped and row.button("Resume", icon=":material/resume:", type=next(kinds)):
        resume(asking.database, stopped)
        st.rerun()
    whom = f"Ask {plain(behind[0])}" if len(behind) == 1 else f"Ask the other {len(behind)} rungs"
    if behind and row.button(f"{whom} too", icon=":material/playlist_add:", type=next(kinds)):
        ask(asking, asked)
    fits = 0 < more <= len(asking.question_set.questions) - asked
    if fits and row.button(f"Ask {more} more", icon=":material/add:", type=next(kinds)):
        ask(asking, asked + more)
    return open_still and bool(stopped or behind or larger or fits)
