"""A project's runs from before it was changed, or from before a release changed its bank.

Nothing finished is lost: when the present set-up has no answers yet, the last
set of runs that can be compared is still there to be looked at, with the reason
why it is not the present one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.inference.exchange import PromptMode
from core.runs.database import Database
from core.runs.evaluation import load_project_questions
from core.runs.projects import load_saved_question_set, questions_hash
from core.runs.records import Project, Run
from core.runs.run_rows import load_runs


@dataclass(frozen=True)
class EarlierRuns:
    runs: tuple[Run, ...]  # two or more candidates, one set-up
    because: str  # a sentence: what is different now


def find_earlier_runs(database: Database, project: Project) -> EarlierRuns | None:
    """The newest runs of at least two of the project's candidates that were asked alike, under another set-up.

    Raises QuestionSetError where the project has neither questions nor a use case.
    """
    wanted = {candidate.key for candidate in project.candidates}
    twins = {row["id"] for row in database.rows("SELECT id FROM run WHERE twin_of IS NOT NULL")}
    alike: dict[str, dict[str, Run]] = {}  # by set-up, then by candidate: its newest
    for run in load_runs(database, project.id):
        if run.answered > 1 and run.candidate.key in wanted and run.id not in twins:
            alike.setdefault(_set_up(run), {}).setdefault(run.candidate.key, run)
    comparable = [runs for runs in alike.values() if len(runs) > 1]
    if not comparable:
        return None
    newest = max(comparable, key=lambda runs: max(run.created_at for run in runs.values()))
    in_order = tuple(newest[c.key] for c in project.candidates if c.key in newest)
    return EarlierRuns(in_order, _difference(database, project, in_order))


def _set_up(run: Run) -> str:
    """What is alike for every candidate; the mode follows from the file, and so may differ."""
    return repr((run.question_set_id, run.draw_seed, replace(run.configuration, mode=PromptMode.CHAT)))


def _difference(database: Database, project: Project, runs: Sequence[Run]) -> str:
    then = load_saved_question_set(database, runs[0].question_set_id)
    now = load_project_questions(database, project)
    if questions_hash(then) != questions_hash(now):
        if then.name == now.name:
            return f"The questions of {now.name} have changed since these answers were given."
        return f"These answers are to {then.name}; the project now asks {now.name}."
    if runs[0].draw_seed != project.draw_seed:
        return (
            f"These questions were drawn with seed {runs[0].draw_seed}; the project now draws with {project.draw_seed}."
        )
    return "These answers were given with other settings than the project has now."
