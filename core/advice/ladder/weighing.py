"""Weighing a ladder after its rungs were asked: what each lost and gained against the reference, and at what cost.

Each tested rung is judged by Tango's test alone (core/advice/verdict/good_enough.py);
the intervals of the scores are each rung's own and decide nothing. A rung that
has no run, crashed, or was cut off in too many answers stays in the table with
that said. The verdict over all rungs is core/advice/ladder/verdict.py.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.advice.comparison import Score
from core.advice.evidence import ScoreKind
from core.advice.file_contents import published_as
from core.advice.ladder.cost import find_cost
from core.advice.ladder.ladder import Ladder, LadderKind
from core.advice.ladder.published import Expectation, expect_loss, find_rules
from core.advice.ladder.result import LadderResult, RungResult
from core.advice.ladder.slices import Slice, slice_by_level
from core.advice.ladder.standing import Standing, find_stands, is_behind, why_behind, why_not_judged
from core.advice.ladder.verdict import judge_ladder
from core.advice.verdict.contestant import find_surroundings
from core.advice.verdict.decision import Decision, decide
from core.advice.verdict.good_enough import MARGIN, GoodEnough
from core.advice.verdict.run_cautions import find_cautions
from core.advice.verdict.smaller_files import judge_against
from core.catalogue.use_cases import UseCase
from core.errors import GradingError, NotEnoughData
from core.inference.exchange import Settings
from core.models.machine import MachineMemory, machine_memory
from core.models.model_file import ModelFile
from core.questions.question import QuestionSet
from core.runs.answer_rows import load_answers
from core.runs.database import Database
from core.runs.projects import load_saved_question_set
from core.runs.records import ACTIVE_STATES, Answer, Run
from core.stats.single_score import wilson_interval


def weigh_ladder(
    database: Database,
    ladder: Ladder,
    runs: Mapping[str, Run],
    *,
    settings: Settings | None = None,
    margin: float = MARGIN,
    use_case: UseCase | None = None,
    memory: MachineMemory | None = None,
) -> LadderResult:
    """Judge every rung against the reference from the runs in the store, by the rung's name.

    Never raises for too little data: what is missing is said rung by rung.
    """
    settings = settings or Settings()
    memory = memory or machine_memory()
    reference = runs.get(ladder.reference)
    use_case = use_case or next((run.use_case for run in runs.values()), None)
    rungs = []
    for step in ladder.steps:
        run = runs.get(step.name)
        answers = load_answers(database, run.id) if run is not None else []
        is_reference = step.name == ladder.reference
        judged: GoodEnough | None = None
        decision: Decision | None = None
        levels: tuple[Slice, ...] = ()
        why_not = _why_no_reference(run, runs) if is_reference else why_not_judged(run, reference, ladder.reference)
        if not is_reference and not why_not and run is not None and reference is not None:
            try:
                decision = decide(database, [run.id, reference.id], [step.name, ladder.reference], margin=margin)
                # Of two files of one model the decision has judged the smaller one already.
                own = (
                    f for f in decision.fitness if (f.tested.name, f.reference.name) == (step.name, ladder.reference)
                )
                judged = next(own, None) or _judge(decision, margin)
                levels = slice_by_level(decision, margin)
            except (NotEnoughData, GradingError) as error:
                decision, why_not = None, str(error)
        on_files = ladder.kind is LadderKind.FILES
        rungs.append(
            RungResult(
                step=step,
                is_reference=is_reference,
                run=run,
                score=_score(answers),
                judged=judged,
                decision=decision,
                levels=levels,
                cost=find_cost(step, settings, answers, memory),
                expected=_expect(step.file, use_case) if on_files and not is_reference else None,
                stands=find_stands(run, reference, judged, is_reference=is_reference),
                why_not=why_not,
            )
        )
    left = _questions_left(database, reference)
    verdict = judge_ladder(ladder, [_standing(rung, ladder.kind) for rung in rungs], margin, left)
    verdict = replace(verdict, notes=(*verdict.notes, *_cautions(rungs)))
    return LadderResult(ladder, margin, tuple(rungs), verdict, find_rules(ladder, use_case))


def _expect(file: ModelFile, use_case: UseCase | None) -> Expectation:
    bits, held = published_as(file)
    return expect_loss(bits, file.parameters, use_case, held)


def _judge(decision: Decision, margin: float) -> GoodEnough:
    if decision.pairs[0].kind is not ScoreKind.RIGHT_WRONG:
        raise GradingError("Flips are read from right and wrong answers; these are graded otherwise: see the Verdict.")
    tested, reference = decision.contestants
    around = find_surroundings(decision.contestants, decision.question_set, decision.stopping_rule, rating=False)
    return judge_against(tested, reference, around, margin)


def _score(answers: Sequence[Answer]) -> Score | None:
    scores = [a.grade.score for a in answers if a.grade.measured and a.grade.score is not None]
    if not scores or any(score not in (0, 1) for score in scores):
        return None
    right = round(sum(scores))
    low, high = wilson_interval(right, len(scores))
    return Score(right / len(scores), low, high, len(scores), right)


def _why_no_reference(run: Run | None, runs: Mapping[str, Run]) -> str:
    """Why the reference's run is not enough for some rung; "" where it is, and before anything was asked."""
    behind = run is not None and any(is_behind(run, other) for other in runs.values() if other is not run)
    return why_behind(run) if run is not None and behind else ""


def _standing(rung: RungResult, kind: LadderKind) -> Standing:
    """What the verdict needs of a rung: its cost to rank it by, and how it was judged."""
    weight = rung.cost.size_bytes if kind is LadderKind.FILES else rung.cost.memory_bytes
    run = rung.run
    return Standing(
        name=rung.name,
        weight_bytes=weight,
        is_reference=rung.is_reference,
        judged=rung.judged,
        answered=0 if run is None else run.answered,
        going_on=run is not None and run.state in ACTIVE_STATES,
        stands=rung.stands,
        why_not=rung.why_not,
    )


def _cautions(rungs: Sequence[RungResult]) -> list[str]:
    """What differed between the runs of the judged rungs besides the rung, each against the reference's."""
    reference = next(rung for rung in rungs if rung.is_reference)
    asked = [r for r in (reference, *rungs) if r.run is not None and (r is reference or r.judged is not None)]
    if any(r.run is not None and r.run.state in ACTIVE_STATES for r in asked):
        return []  # what is unfinished is on its way
    found = find_cautions([r.run for r in asked if r.run is not None], [r.name for r in asked])
    # A run is resumed where the ladder is, not on the page that the sentence names.
    return [caution.replace(": resume it on the page Evaluate.", ": resume it.") for caution in found]


def _questions_left(database: Database, reference: Run | None) -> int | None:
    """How many questions the set still holds beyond those of the reference's run."""
    if reference is None:
        return None
    question_set: QuestionSet = load_saved_question_set(database, reference.question_set_id)
    return max(len(question_set.questions) - reference.n, 0)
