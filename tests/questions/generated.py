"""Shared by the proofs of generated keys: many questions of a generator, the key as text, and what is read in both."""

import re
from collections.abc import Iterator

from core.questions.generators.making import Generator, make_question
from core.questions.question import LETTERS, Question

DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


def questions_of(generator: Generator, seeds: int) -> Iterator[Question]:
    for seed in range(seeds):
        for level in generator.levels:
            yield make_question(generator, seed, level, 0)


def key_of(question: Question) -> str:
    """The text of the right choice, or the target."""
    if question.choices:
        return question.choices[LETTERS.index(question.target[0])]
    return question.target[0]


def numbers(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", text)]
