"""The four banks: questions made by hand, and generated ones beside them.

Hand-made questions lie in data/questions/USE_CASE.jsonl. Generated ones are
new for every generator seed, and the same on every machine for the same seed.
All were written for this project; none comes from a public benchmark, which a
model may have been trained on.

A bank is filled round by round: each generator gives one question a level, and
a question that is like an earlier one apart from numbers and names is drawn
anew. So the levels and families stay even, and near-duplicates stay out.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from core.catalogue.use_cases import UseCase
from core.questions.draw import FAMILY_SHARE_AT_MOST, family_of
from core.questions.generators import ALL_GENERATORS
from core.questions.generators.making import Generator, make_question
from core.questions.load import load_question_set
from core.questions.question import Question, QuestionSet
from core.questions.similarity import NearDuplicateFinder, find_names

FOLDER = Path(__file__).parents[2] / "data" / "questions"
BANK_SIZE = 400
# Stricter than the check of a set, so that a bank stays well below its limit.
_SIMILARITY_AT_MOST = 0.7
_TRIES = 8
_ROUNDS_AT_MOST = 60


@lru_cache(maxsize=16)
def load_bank(
    use_case: UseCase | str, generator_seed: int = 0, size: int = BANK_SIZE, *, with_ratings: bool = False
) -> QuestionSet:
    """The bank of a use case: all hand-made questions, then generated ones up to `size`.

    Open prompts that a person rates from 1 to 5 are left out unless with_ratings.
    Generators that have nothing new to give end the bank early.

    Example: load_bank("coding").questions[0].metadata -> {"level": 1, "family": "output of text code", …}
    """
    use_case = UseCase(use_case)
    made = load_question_set(FOLDER / f"{use_case}.jsonl")
    by_hand = [question for question in made.questions if with_ratings or question.grader.name != "rating"]
    questions = (*by_hand, *_generated(use_case, generator_seed, by_hand, size))
    source = f"written for this project; generated part from seed {generator_seed}"
    return replace(made, name=f"{use_case} bank", questions=questions[:size], source=source)


def load_open_prompts(use_case: UseCase | str) -> QuestionSet:
    """The open prompts of a use case alone, which a person rates from 1 to 5; a set without questions if it has none.

    They are a set of their own, since a mean rating and a share of right answers
    are two scales.
    """
    use_case = UseCase(use_case)
    made = load_question_set(FOLDER / f"{use_case}.jsonl")
    prompts = tuple(question for question in made.questions if question.grader.name == "rating")
    return replace(made, name=f"{use_case} open prompts", questions=prompts, source="written for this project")


def _generated(use_case: UseCase, generator_seed: int, by_hand: list[Question], size: int) -> Iterator[Question]:
    generators = [generator for generator in ALL_GENERATORS if generator.use_case is use_case]
    samples = [
        make_question(g, generator_seed, level, turn * _TRIES)
        for g in generators
        for level in g.levels
        for turn in range(4)
    ]
    finder = NearDuplicateFinder(_SIMILARITY_AT_MOST, find_names([_shown(q) for q in (*by_hand, *samples)]))
    for question in by_hand:
        finder.add(finder.runs_of(_shown(question)))
    family_sizes = Counter(family_of(question) for question in by_hand)
    ids = {question.id for question in by_hand}
    family_limit = int(FAMILY_SHARE_AT_MOST * size)
    count = len(by_hand)
    for turn in range(_ROUNDS_AT_MOST):
        for generator in generators:
            for level in generator.levels:
                if count >= size:
                    return
                if family_sizes[generator.family] >= family_limit:
                    continue
                fresh = _fresh(generator, generator_seed, level, turn, finder)
                if fresh is None or fresh.id in ids:
                    continue
                ids.add(fresh.id)
                family_sizes[generator.family] += 1
                count += 1
                yield fresh


def _fresh(
    generator: Generator, generator_seed: int, level: int, turn: int, finder: NearDuplicateFinder
) -> Question | None:
    """A question unlike all before it, or None when a few tries give none."""
    for attempt in range(_TRIES):
        question = make_question(generator, generator_seed, level, turn * _TRIES + attempt)
        runs = finder.runs_of(_shown(question))
        if finder.find(runs) is None:
            finder.add(runs)
            return question
    return None


def _shown(question: Question) -> str:
    return "\n".join((question.input, *question.choices))
