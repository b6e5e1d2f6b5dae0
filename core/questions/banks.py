"""The four banks: questions made by hand, and generated ones beside them.

Hand-made questions lie in data/questions/USE_CASE.jsonl. Generated ones are
new for every generator seed and the same on every machine for the same seed.
All were written for this project; none comes from a public benchmark, which a
model may have been trained on.
"""

from dataclasses import replace
from pathlib import Path

from core.catalogue.use_cases import UseCase
from core.questions.load import load_question_set
from core.questions.question import QuestionSet

FOLDER = Path(__file__).parents[2] / "data" / "questions"


def load_bank(
    use_case: UseCase | str, generator_seed: int = 0, size: int = 400, *, with_ratings: bool = False
) -> QuestionSet:
    """The bank of a use case, at most `size` questions.

    Open prompts that a person rates are left out unless with_ratings.
    """
    use_case = UseCase(use_case)
    made = load_question_set(FOLDER / f"{use_case}.jsonl")
    questions = tuple(q for q in made.questions if with_ratings or q.grader.name != "rating")
    return replace(made, name=f"{use_case} bank", questions=questions[:size])
