"""Shared by the tests of generated keys: many questions of a generator, and the key as text."""

from collections.abc import Iterator

from core.questions.generators import ALL_GENERATORS
from core.questions.generators.making import Generator, make_question
from core.questions.question import LETTERS, Question

FAST_SEEDS, ALL_SEEDS = 50, 1000


def questions_of(generator: Generator, seeds: int) -> Iterator[Question]:
    for seed in range(seeds):
        for level in generator.levels:
            yield make_question(generator, seed, level, 0)


def key_of(question: Question) -> str:
    """The text of the right choice, or the target."""
    if question.choices:
        return question.choices[LETTERS.index(question.target[0])]
    return question.target[0]


def generators_in(families: dict) -> list[Generator]:
    return [generator for generator in ALL_GENERATORS if generator.family in families]
