"""What both preparations share: questions that teach, questions that test, and every candidate asked twice.

Both runs of a candidate ask the same test questions in the same order, once
without the preparation and once with it, so their scores are paired. A
question teaches only where a right reply to it is known and its own grader
calls that reply right.
"""

from dataclasses import dataclass, replace
from functools import cached_property

from core.errors import GradingError
from core.grading.graders import grade
from core.grading.outcome import Outcome
from core.grading.wrappings import usual_wrappings
from core.inference.exchange import FinishReason, PromptMode
from core.questions.draw import choice_order
from core.questions.prompt import instruction
from core.questions.question import AskedQuestion, Question, QuestionSet
from core.questions.training_split import TrainingSplit, split_for_training
from core.runs.database import Database
from core.runs.evaluation import configuration_for
from core.runs.projects import questions_hash
from core.runs.records import Candidate, Configuration, Run, run_identity
from core.runs.run_rows import find_run


@dataclass(frozen=True)
class SplitPlan:
    """What teaches and what tests."""

    question_set: QuestionSet
    split: TrainingSplit
    draw_seed: int

    @cached_property
    def direct(self) -> QuestionSet:
        """The test questions as they are."""
        return replace(self.question_set, questions=self.split.test)

    @cached_property
    def direct_hash(self) -> str:
        return questions_hash(self.direct)


@dataclass(frozen=True)
class TwoRuns:
    """One candidate asked twice; None where it was not asked yet."""

    candidate: Candidate
    direct: Run | None
    prepared: Run | None

    @property
    def runs(self) -> tuple[Run, ...]:
        return tuple(run for run in (self.direct, self.prepared) if run is not None)


def split_questions(question_set: QuestionSet, n: int, *, draw_seed: int, same_form: bool) -> TrainingSplit:
    """n questions that teach, the others test; `same_form` as in core/questions/training_split.py.

    Raises QuestionSetError or NotEnoughData where the set cannot be split so.
    """
    return split_for_training(
        question_set,
        n,
        draw_seed=draw_seed,
        may_teach=lambda question: can_teach(question, draw_seed),
        same_form=same_form,
    )


def find_planned_run(
    database: Database, candidate: Candidate, configuration: Configuration, asked_hash: str, draw_seed: int
) -> Run | None:
    """The run of a candidate on one of a plan's sets, in the configuration that suits the candidate."""
    own = configuration_for(candidate, configuration)
    return find_run(database, run_identity(candidate, own, asked_hash, draw_seed))


def reply_to(question: Question, draw_seed: int, mode: PromptMode) -> str | None:
    """A right answer as the model should write it; None where none is known."""
    asked = as_shown_in(question, draw_seed)
    # The first of the usual ways is the answer with nothing around it; letters stand as they are shown.
    as_shown = replace(question, target=asked.target_letters) if question.choices else question
    try:
        written = usual_wrappings(as_shown)
    except (ValueError, IndexError):  # a key that is no letter, or no JSON
        return None
    if not written or not written[0].strip():
        return None
    wanted = mode is PromptMode.CHAT and "ANSWER:" in instruction(question)
    return f"ANSWER: {written[0]}" if wanted else written[0]


def as_shown_in(question: Question, draw_seed: int) -> AskedQuestion:
    return AskedQuestion(question, choice_order(question, draw_seed))


def can_teach(question: Question, draw_seed: int) -> bool:
    """Whether a question has a known right answer that its own grader accepts as a reply, in both forms.

    Code is not run here: its reference solution is taken as right.
    """
    replies = {reply_to(question, draw_seed, mode) for mode in (PromptMode.CHAT, PromptMode.COMPLETION)}
    if None in replies:
        return False
    if question.grader.name == "code":
        return True
    asked = as_shown_in(question, draw_seed)
    try:
        return all(grade(asked, reply or "", FinishReason.STOP).outcome is Outcome.RIGHT for reply in replies)
    except GradingError:
        return False
