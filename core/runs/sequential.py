"""Stop as soon as it is settled: candidates take turns in blocks, and each look may be the last.

An evaluation is a list of runs, a rule and a budget. When every run of it has
reached the present look, the rule decides (core/stats/sequential.py): name one
candidate and stop, or give every run its next block, up to the budget. The
e-process looks after every 25 questions; the five looks are 25, 50, 100, 175
and 250. A run that failed or was cancelled holds the others back until it is
resumed, because a look needs the same questions from all.

With more than two candidates one must stand out against each of the others,
and the evidence asked for is multiplied by their number (Bonferroni), so that
the wrong one is still named in at most 5 % of such evaluations.
"""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any, Final

import numpy as np

from core.runs.answer_rows import load_answers
from core.runs.database import Database
from core.runs.projects import load_saved_question_set
from core.runs.queue import is_runner_alive
from core.runs.records import Run, RunState
from core.runs.run_rows import add_event, load_run, rule_in_force
from core.stats.clusters import design_effect
from core.stats.paired import MOST_NOT_MEASURED, p_a_better
from core.stats.sequential import E_THRESHOLD, StoppingRule, log_e_value, next_look

BLOCK: Final = 25  # questions between two looks of the e-process
_SEQUENTIAL: Final = (StoppingRule.E_PROCESS, StoppingRule.FIVE_LOOKS)


@dataclass(frozen=True)
class Evaluation:
    """Runs that take turns."""

    id: int
    rule: StoppingRule
    budget: int  # questions at most
    run_ids: tuple[str, ...]
    ended: str | None  # why, as a sentence; None while it goes on


def next_stop(rule: StoppingRule, answered: int, budget: int) -> int | None:
    """The number of questions at the next look; None at the budget.

    >>> next_stop(StoppingRule.E_PROCESS, 50, 250), next_stop(StoppingRule.FIVE_LOOKS, 50, 60)
    (75, 60)
    """
    if rule is StoppingRule.FIVE_LOOKS:
        return next_look(answered, budget)
    return None if answered >= budget else min((answered // BLOCK + 1) * BLOCK, budget)


def begin_evaluation(database: Database, runs: Sequence[Run], rule: StoppingRule, budget: int) -> None:
    """Let these runs take turns; an evaluation that one of them was in is over."""
    run_ids = [run.id for run in runs]
    end_evaluations(database, run_ids, "Begun anew.")
    if rule not in _SEQUENTIAL or len(runs) < 2:
        return
    database.insert(
        "INSERT INTO evaluation (rule, budget, run_ids, created_at) VALUES (?, ?, ?, ?)",
        (rule, budget, json.dumps(run_ids), time.time()),
    )
    advance(database, run_ids[0])


def end_evaluations(database: Database, run_ids: Sequence[str], why: str) -> None:
    for evaluation in _load_open(database):
        if set(evaluation.run_ids) & set(run_ids):
            _end(database, evaluation, why)


def find_evaluation(database: Database, run_ids: Sequence[str]) -> Evaluation | None:
    """The latest evaluation of exactly these runs, whether or not it has ended."""
    rows = database.rows("SELECT * FROM evaluation ORDER BY id DESC")
    return next((e for e in map(_evaluation, rows) if set(e.run_ids) == set(run_ids)), None)


def is_between_turns(database: Database, runs: Sequence[Run]) -> bool:
    """Whether these runs have all reached a look that the runner is about to take."""
    evaluation = find_evaluation(database, [run.id for run in runs])
    waits = evaluation is not None and evaluation.ended is None
    return waits and all(run.state is RunState.DONE for run in runs) and is_runner_alive(database)


def advance(database: Database, run_id: str) -> None:
    """Called when a run has ended: look if all are there, then stop or give out the next block."""
    for evaluation in _load_open(database):
        if run_id in evaluation.run_ids:
            _look(database, evaluation)


def advance_all(database: Database) -> None:
    """Go on with evaluations whose last look was missed because the program ended."""
    for evaluation in _load_open(database):
        _look(database, evaluation)


def find_leader(
    scores: Sequence[Mapping[str, float | None]], rule: StoppingRule, groups: Mapping[str, str] | None = None
) -> int | None:
    """Whom the rule names, as a place in `scores` (by question; None: not measured); None: go on.

    Nobody is named while more than a tenth of the shared questions were not
    measured for a pair. Questions of one group count less.

    >>> find_leader([{f"q{i}": 1.0 for i in range(12)}, {f"q{i}": 0.0 for i in range(12)}], StoppingRule.E_PROCESS)
    0
    """
    others = len(scores) - 1
    for one, found in enumerate(scores):
        if others and all(
            _stands_out(found, other, rule, others, groups or {}) for place, other in enumerate(scores) if place != one
        ):
            return one
    return None


def _stands_out(
    a: Mapping[str, float | None],
    b: Mapping[str, float | None],
    rule: StoppingRule,
    others: int,
    groups: Mapping[str, str],
) -> bool:
    shared = [key for key in a if key in b]
    pairs = [(key, x, y) for key in shared if (x := a[key]) is not None and (y := b[key]) is not None]
    if len(pairs) < 2 or len(shared) - len(pairs) > MOST_NOT_MEASURED * len(shared):
        return False
    effect = 1.0
    if groups:
        matrix = np.array([[x for _, x, _ in pairs], [y for _, _, y in pairs]], dtype=np.float64)
        effect = design_effect(matrix, [groups.get(key) or ("alone", key) for key, _, _ in pairs])
    only_a = sum(x > y for _, x, y in pairs) / effect
    only_b = sum(x < y for _, x, y in pairs) / effect
    if rule is StoppingRule.E_PROCESS:
        return log_e_value(only_a, only_b) >= log(E_THRESHOLD * others)
    return 1 - p_a_better(only_a, only_b) <= (1 - rule.level) / others


def _look(database: Database, evaluation: Evaluation) -> None:
    known = {row["id"] for row in database.rows("SELECT id FROM run")}
    if not set(evaluation.run_ids) <= known:
        _end(database, evaluation, "A run of it was deleted.")
        return
    runs = [load_run(database, run_id) for run_id in evaluation.run_ids]
    if any(run.state is not RunState.DONE for run in runs):
        return
    answered = min(run.answered for run in runs)
    leader = find_leader([_scores(database, run) for run in runs], evaluation.rule, _groups(database, runs[0]))
    if leader is not None:
        name = runs[leader].candidate.name
        why = f"Stopped after {answered} of at most {evaluation.budget} questions: {name} stands out"
        _end(database, evaluation, f"{why} ({evaluation.rule}).", tell=True)
        return
    stop = next_stop(evaluation.rule, answered, evaluation.budget)
    if stop is None:
        why = f"All {answered} questions were asked, and none stood out enough to stop earlier ({evaluation.rule})."
        _end(database, evaluation, why, tell=True)
        return
    _give_out(database, evaluation, runs, stop)


def _give_out(database: Database, evaluation: Evaluation, runs: Sequence[Run], stop: int) -> None:
    """The next block for everyone who has not answered it yet."""
    with database.transaction():
        for run in runs:
            if run.answered < stop:
                rule = rule_in_force(run.stopping_rule, evaluation.rule, run.n, stop, run.answered)
                database.write(
                    """UPDATE run SET n = MAX(n, ?), stopping_rule = ?, state = 'waiting', queued_at = ?
                       WHERE id = ? AND cancel_wanted = 0 AND state = 'done'""",
                    (stop, rule, time.time(), run.id),
                )


def _scores(database: Database, run: Run) -> dict[str, float | None]:
    """By the question as asked, so that the same questions are compared; ratings by hand come later and wait."""
    return {
        answer.ask_hash: answer.grade.score if answer.grade.measured else None
        for answer in load_answers(database, run.id)
        if answer.grade.grader != "rating"
    }


def _groups(database: Database, run: Run) -> dict[str, str]:
    by_id = {q.id: q.group for q in load_saved_question_set(database, run.question_set_id).questions if q.group}
    if not by_id:
        return {}
    answers = load_answers(database, run.id)
    return {a.ask_hash: group for a in answers if (group := by_id.get(a.question_id)) is not None}


def _end(database: Database, evaluation: Evaluation, why: str, *, tell: bool = False) -> None:
    database.write("UPDATE evaluation SET ended = ? WHERE id = ?", (why, evaluation.id))
    if tell:
        for run_id in evaluation.run_ids:
            add_event(database, run_id, why)


def _load_open(database: Database) -> list[Evaluation]:
    return [_evaluation(row) for row in database.rows("SELECT * FROM evaluation WHERE ended IS NULL ORDER BY id")]


def _evaluation(row: Mapping[str, Any]) -> Evaluation:
    return Evaluation(
        row["id"], StoppingRule(row["rule"]), row["budget"], tuple(json.loads(row["run_ids"])), row["ended"]
    )
