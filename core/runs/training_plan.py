"""What a training is made of: the questions that teach, the form they are asked in, and the recipe.

Some questions of the set teach, the others test; nothing of one side is on the
other (core/questions/training_split.py). A training example is the question as
it will be asked, through the candidate's own template, and a reply that its own
grader calls right.
"""

import json
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from core.inference.exchange import PromptMode, WorkedExample
from core.inference.training_needs import FEWEST_EXAMPLES
from core.inference.training_recipe import Recipe, check_enough
from core.questions.question import QuestionSet
from core.runs.asking import request_for
from core.runs.database import to_json
from core.runs.evaluation import configuration_for
from core.runs.projects import questions_hash
from core.runs.records import Candidate, Configuration, content_hash
from core.runs.two_ways import SplitPlan, as_shown_in, reply_to, split_questions

_USUAL_TRAINING_N: Final = 60


@dataclass(frozen=True)
class TrainingPlan(SplitPlan):
    """What teaches, what tests, and by which recipe."""

    configuration: Configuration
    recipe: Recipe

    @cached_property
    def key(self) -> str:
        """What a training is known by, besides the candidate: everything that its text and its steps follow from."""
        settings = self.configuration.settings
        taught = [question.id for question in self.split.training]
        parts = [questions_hash(self.question_set), taught, self.draw_seed, settings.template, settings.thinking]
        form, usual = ((c.mode, c.choice_method) for c in (self.configuration, Configuration()))
        # Only an unusual form is counted, so that trainings from before it was are still found.
        return content_hash(json.dumps([*parts, *(() if form == usual else form), to_json(self.recipe)]))

    def examples(self, candidate: Candidate) -> tuple[WorkedExample, ...]:
        """The training questions as this candidate will be asked, with their replies."""
        own = configuration_for(candidate, self.configuration)
        chats = own.mode is PromptMode.CHAT
        found = []
        for question in self.split.training:
            request = request_for(own, self.question_set, as_shown_in(question, self.draw_seed))
            # Where options are compared, the letter alone follows, as it does after a plain "Answer:".
            bare = not chats or request.mode is PromptMode.LOGLIKELIHOOD
            reply = reply_to(question, self.draw_seed, PromptMode.COMPLETION if bare else PromptMode.CHAT) or ""
            mode = PromptMode.CHAT if chats else PromptMode.COMPLETION
            found.append(WorkedExample(replace(request, mode=mode, options=()), f" {reply}" if bare else reply))
        return tuple(found)


def plan_training(
    question_set: QuestionSet,
    training_n: int,
    *,
    draw_seed: int,
    configuration: Configuration,
    recipe: Recipe,
    same_form: bool = False,
) -> TrainingPlan:
    """Split a set into training and test questions.

    Raises QuestionSetError or NotEnoughData where it cannot be split so, or
    where fewer than ten questions would teach.
    """
    check_enough(training_n)
    split = split_questions(question_set, training_n, draw_seed=draw_seed, same_form=same_form)
    return TrainingPlan(question_set, split, draw_seed, configuration, recipe)


def usual_training_n(question_set: QuestionSet) -> int:
    """How many questions teach where nobody says: half of a small set, so that the other half can test."""
    return max(FEWEST_EXAMPLES, min(_USUAL_TRAINING_N, len(question_set.questions) // 2))
