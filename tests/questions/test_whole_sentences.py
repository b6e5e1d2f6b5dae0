"""A right answer in a whole sentence is read as right, where the question does not test a form."""

from random import Random

import pytest

from core.catalogue.use_cases import UseCase
from core.grading.graders import grade
from core.grading.outcome import Outcome
from core.inference.exchange import FinishReason
from core.questions.banks import load_bank
from core.questions.generators.making import ask_time
from core.questions.generators.words_and_formats import kinds
from core.questions.question import LETTERS, AskedQuestion


def outcome(question, text):
    asked = AskedQuestion(question, tuple(range(len(question.choices))))
    return grade(asked, text, FinishReason.STOP).outcome


def key_of(question):
    if question.grader.name == "choice":
        return question.choices[LETTERS.index(question.target[0])]
    return question.target[0]


def test_the_odd_one_out_is_read_from_a_sentence_and_a_wrong_one_too():
    question = kinds(Random("odd"), 2)
    odd = key_of(question)
    assert outcome(question, f"The odd one out is a {odd}.") is Outcome.RIGHT
    assert outcome(question, f"{odd.capitalize()} is the odd one out.") is Outcome.RIGHT
    other = next(choice for choice in question.choices if choice != odd)
    assert outcome(question, f"The odd one out is a {other}.") is Outcome.WRONG


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("The film ends at 22:15.", True),
        ("19:50 + 2:25 = 22:15", True),
        ("It starts at 19:50, so it ends at **22:15**.", True),
        ("It ends at 10:15 PM.", True),
        ("It ends at 10:15 p.m.", True),
        ("ANSWER: 22:15 (it began at 19:50)", True),
        ("22:15 at first sight.\n\nANSWER: 22:10", False),
        ("It ends at 10:15 AM.", False),
        ("It starts at 22:15 and ends at 23:15.", False),
        ("In the evening.", False),
    ],
)
def test_a_time_of_day_is_read_where_the_reply_commits_to_it(text, right):
    question = ask_time("A film starts at 19:50 and lasts 2 hours and 25 minutes. When does it end?", "22:15")
    assert (outcome(question, text) is Outcome.RIGHT) == right


@pytest.mark.parametrize("use_case", [UseCase.REASONING, UseCase.GENERAL])
def test_where_no_form_is_tested_every_short_answer_may_stand_in_a_sentence(use_case):
    for question in load_bank(use_case).questions:
        form_is_tested = question.metadata.get("instruction") == "" or question.metadata["family"] == "format following"
        if question.grader.name in ("exact", "contains", "regex") and not form_is_tested:
            assert outcome(question, f"I have found that it is {key_of(question)}.") is Outcome.RIGHT, question.id


def test_a_number_that_a_program_prints_may_stand_in_a_sentence():
    printed = [q for q in load_bank(UseCase.CODING).questions if q.metadata.get("runs") and q.grader.name == "number"]
    assert len(printed) > 50
    for question in printed:
        assert outcome(question, f"The program prints {question.target[0]}.") is Outcome.RIGHT, question.id
