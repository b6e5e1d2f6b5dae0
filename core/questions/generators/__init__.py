"""Generators of questions: fresh variants from a seed, each with its solver's key.

ALL_GENERATORS is the table of them; a new generator is a function in one of
the theme files and a line in that file's GENERATORS.
"""

from core.questions.generators import (
    calendar_and_codes,
    code_questions,
    data_work,
    deduction,
    everyday_maths,
    exchanges,
    functions_to_write,
    lengths_and_lists,
    programs,
    quantities,
    tables_and_texts,
    wording,
    words_and_formats,
)
from core.questions.generators.making import Generator

ALL_GENERATORS: tuple[Generator, ...] = (
    *programs.GENERATORS,
    *code_questions.GENERATORS,
    *functions_to_write.GENERATORS,
    *data_work.GENERATORS,
    *quantities.GENERATORS,
    *deduction.GENERATORS,
    *calendar_and_codes.GENERATORS,
    *tables_and_texts.GENERATORS,
    *everyday_maths.GENERATORS,
    *words_and_formats.GENERATORS,
    *lengths_and_lists.GENERATORS,
    *wording.GENERATORS,
    *exchanges.GENERATORS,
)
