"""Prepared by examples: every candidate answers the same questions twice, as it is and after worked examples.

Some questions of the set teach: they are shown, with their answers, before
each of the other questions, which test. Both runs of a candidate ask the same
test questions in the same order, so their scores are paired; the examples are
the same for all candidates and stand first in every prompt, so that the engine
computes them once.

An example looks to the model exactly as its questions do: as turns of a chat
with the sentence that says how to answer and a reply that obeys it, or as
plain text for a base model. It is shown only if its own grader calls its reply
right. A base model that is asked directly still sees the general examples of
the question's form (core/questions/prompt.py); otherwise it would not know
that it is asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from core.catalogue.use_cases import UseCase
from core.inference.exchange import PromptMode
from core.questions.check import Problem, check_question_set
from core.questions.prompt import to_messages
from core.questions.question import LETTERS, Example, Question, QuestionSet
from core.runs.database import Database
from core.runs.evaluation import configuration_for, enqueue_candidates
from core.runs.projects import questions_hash
from core.runs.records import Candidate, ChoiceMethod, Configuration, Run
from core.runs.two_ways import SplitPlan, TwoRuns, as_shown_in, find_planned_run, reply_to, split_questions

USUAL_EXAMPLES = 4


@dataclass(frozen=True)
class ExamplesPlan(SplitPlan):
    """What is shown and what is asked."""

    @property
    def examples(self) -> int:
        return len(self.split.training)

    @cached_property
    def prepared_hashes(self) -> dict[PromptMode, str]:
        """Of the questions after the examples, by the form in which they are asked."""
        return {mode: questions_hash(self.prepared(mode)) for mode in (PromptMode.CHAT, PromptMode.COMPLETION)}

    def prepared(self, mode: PromptMode) -> QuestionSet:
        """The test questions after the examples, in the form of the mode; the set's own examples go first."""
        shown = tuple(_example(question, self.draw_seed, mode) for question in self.split.training)
        return replace(
            self.question_set,
            name=f"{self.question_set.name} after {self.examples} example{'' if self.examples == 1 else 's'}",
            questions=self.split.test,
            few_shot=(*self.question_set.few_shot, *shown),
        )

    def count_too_long(self, n_ctx: int) -> int:
        """How many test questions probably do not fit into the context once the examples stand before them."""
        findings = check_question_set(self.prepared(PromptMode.CHAT), n_ctx=n_ctx)
        return sum(finding.problem is Problem.TOO_LONG for finding in findings)


def plan_examples(question_set: QuestionSet, examples: int, *, draw_seed: int, same_form: bool = False) -> ExamplesPlan:
    """Split a set into examples and test questions; `same_form` as in core/questions/training_split.py.

    Raises QuestionSetError or NotEnoughData where the set cannot be split so.
    """
    split = split_questions(question_set, examples, draw_seed=draw_seed, same_form=same_form)
    return ExamplesPlan(question_set, split, draw_seed)


def enqueue_prepared(
    database: Database,
    candidates: Sequence[Candidate],
    plan: ExamplesPlan,
    configuration: Configuration,
    *,
    use_case: UseCase | None,
    n: int,
    project_id: int | None,
) -> list[TwoRuns]:
    """Queue both runs of every candidate, the direct ones first; runs that exist are taken up again."""
    queued = {
        is_prepared: [
            run
            for candidate in candidates
            for run in enqueue_candidates(
                database,
                [candidate],
                plan.prepared(_mode(candidate, configuration)) if is_prepared else plan.direct,
                configuration,
                use_case=use_case,
                draw_seed=plan.draw_seed,
                n=n,
                project_id=project_id,
            )
        ]
        for is_prepared in (False, True)
    }
    return [TwoRuns(*three) for three in zip(candidates, queued[False], queued[True], strict=True)]


def find_prepared_runs(
    database: Database, candidates: Sequence[Candidate], plan: ExamplesPlan, configuration: Configuration
) -> list[TwoRuns]:
    """The runs of this plan that are in the store, candidate by candidate."""

    def find(candidate: Candidate, asked_hash: str) -> Run | None:
        return find_planned_run(database, candidate, configuration, asked_hash, plan.draw_seed)

    hashes = plan.prepared_hashes
    return [TwoRuns(c, find(c, plan.direct_hash), find(c, hashes[_mode(c, configuration)])) for c in candidates]


def _mode(candidate: Candidate, configuration: Configuration) -> PromptMode:
    """The form in which the candidate reads its questions; options are compared in plain text."""
    if configuration.choice_method is ChoiceMethod.LOGLIKELIHOOD:
        return PromptMode.COMPLETION
    return configuration_for(candidate, configuration).mode


def _example(question: Question, draw_seed: int, mode: PromptMode) -> Example:
    asked = as_shown_in(question, draw_seed)
    if mode is PromptMode.CHAT:
        shown = to_messages(QuestionSet("", (question,)), asked)[-1].content
    else:
        letters = [f"{LETTERS[place]}) {text}" for place, text in enumerate(asked.shown_choices)]
        shown = "\n".join([question.input, *letters])
    return Example(shown, reply_to(question, draw_seed, mode) or "")
