"""The questions that a command asks: one's own file, or the bank of a use case."""

from pathlib import Path

import click

from core.catalogue.use_cases import UseCase
from core.questions.banks import load_bank
from core.questions.load import load_question_set
from core.questions.question import QuestionSet
from core.runs.evaluation import refuse_faults


def load_asked(questions_path: Path | None, use_case: str | None) -> QuestionSet:
    """Raises UsageError unless exactly one of the two is given, QuestionSetError for faults."""
    if questions_path is not None and use_case is None:
        question_set = load_question_set(questions_path)
        refuse_faults(question_set)
        return question_set
    if questions_path is None and use_case is not None:
        return load_bank(UseCase(use_case))
    raise click.UsageError("Give either --questions or --use-case.")
