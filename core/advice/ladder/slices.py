"""A loss may sit in one kind of question: lost and gained by level, and by use case.

Small slices settle little; each carries its own n and confidence, and none is
picked out as a finding: the more slices one looks at, the likelier one of them
looks bad by chance.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.advice.ladder.ladder import Ladder
from core.advice.verdict.decision import Decision
from core.runs.answer_rows import load_answers
from core.runs.database import Database
from core.runs.projects import load_saved_question_set
from core.runs.records import Configuration, Run
from core.runs.run_rows import load_runs
from core.runs.rungs import find_rung_runs
from core.stats.not_worse import not_worse_confidence


@dataclass(frozen=True)
class Slice:
    """One level or use case: a tested rung against the reference on these questions alone."""

    name: str
    n: int  # measured for both
    right: int  # of the tested rung
    right_reference: int
    lost: int
    gained: int
    confidence: float | None  # not worse by more than the margin; None below two questions

    def to_dict(self) -> dict[str, Any]:
        return dict(vars(self))


def slice_by_level(decision: Decision, margin: float) -> tuple[Slice, ...]:
    """The levels of the question set, lowest first; () where it has none or only one."""
    tested, reference = decision.contestants
    questions = {q.id: q for q in decision.question_set.questions}
    scores: dict[str, list[tuple[float, float]]] = {}
    for key, answer in tested.answers.items():
        other = reference.answers.get(key)
        question = questions.get(answer.question_id)
        if other is None or question is None or "level" not in question.metadata:
            continue
        if answer.grade.measured and other.grade.measured:
            pair = (answer.grade.score or 0.0, other.grade.score or 0.0)
            scores.setdefault(str(question.metadata["level"]), []).append(pair)
    if len(scores) < 2:
        return ()
    return tuple(_slice(f"level {level}", scores[level], margin) for level in sorted(scores))


def slice_by_use_case(
    database: Database, ladder: Ladder, configuration: Configuration, draw_seed: int, margin: float
) -> dict[str, tuple[Slice, ...]]:
    """For each tested rung, its slices by use case: every use case whose questions it and the reference were asked.

    Only runs of the same configuration and draw count, so that nothing but the rung differs.
    """
    keys = {step.rung.candidate.key for step in ladder.steps}
    sets: dict[str, str] = {}  # use case or set -> question set, that of the newest run
    for run in load_runs(database):
        if run.candidate.key in keys and run.draw_seed == draw_seed:
            name = run.use_case.value if run.use_case else None
            if name is not None:
                sets.setdefault(name, run.question_set_id)
    found: dict[str, list[Slice]] = {step.name: [] for step in ladder.tested}
    for name, set_id in sorted(sets.items()):
        question_set = load_saved_question_set(database, set_id)
        runs = find_rung_runs(database, [s.rung for s in ladder.steps], question_set, configuration, draw_seed)
        reference = runs.get(ladder.reference)
        if reference is None or reference.answered < 2:
            continue
        theirs = _right_by_question(database, reference)
        for step in ladder.tested:
            run_of_step = runs.get(step.name)
            if run_of_step is None:
                continue
            own = _right_by_question(database, run_of_step)
            pairs = [(own[key], theirs[key]) for key in own if key in theirs]
            if pairs:
                found[step.name].append(_slice(name, pairs, margin))
    return {name: tuple(slices) for name, slices in found.items() if slices}


def _right_by_question(database: Database, run: Run) -> Mapping[str, float]:
    return {
        a.ask_hash: a.grade.score
        for a in load_answers(database, run.id)
        if a.grade.measured and a.grade.score in (0, 1)
    }


def _slice(name: str, pairs: Sequence[tuple[float, float]], margin: float) -> Slice:
    lost = sum(own < reference for own, reference in pairs)
    gained = sum(own > reference for own, reference in pairs)
    sure = not_worse_confidence(gained, lost, len(pairs), margin) if len(pairs) > 1 else None
    return Slice(
        name=name,
        n=len(pairs),
        right=sum(own == 1 for own, _ in pairs),
        right_reference=sum(reference == 1 for _, reference in pairs),
        lost=lost,
        gained=gained,
        confidence=sure,
    )
