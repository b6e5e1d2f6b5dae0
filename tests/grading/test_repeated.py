"""A prompt that is repeated is not an answer, and the answer after it is read."""

import pytest

from core.grading.graders import grade
from core.grading.outcome import Outcome
from core.inference.exchange import FinishReason
from core.questions.prompt import instruction
from core.questions.question import AskedQuestion, GraderSpec, Question

SUM = Question("n", "Ben has 3 pens and 4 caps.\n\nHow many caps has he in all?", ("4",), GraderSpec("number"))
BIRD = Question("c", "Which of these can really fly?", ("A",), GraderSpec("choice"), ("a bird", "a stone"))


def graded(question, text, finish=FinishReason.STOP):
    return grade(AskedQuestion(question, tuple(range(len(question.choices)))), text, finish)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (SUM, f"{SUM.input}\n\n{instruction(SUM)}"),
        (SUM, f"Dear Ben,\n{SUM.input.replace('.', '')} *{instruction(SUM)}*"),
        (SUM, "He turns 4 times.\n\nThe answer is N, which is the number of caps."),
        (SUM, "He has 4 caps.\nANSWER: N"),
        (BIRD, f"{BIRD.input}\n\nA) a bird\n\n{instruction(BIRD)}"),
        (BIRD, "ANSWER: X"),
        (BIRD, "ANSWER: X, where X is the letter of the right choice."),
    ],
)
def test_a_repeated_prompt_is_no_answer(question, text):
    found = graded(question, text)
    assert (found.outcome, found.read) == (Outcome.NO_ANSWER, None), found.why


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (SUM, f"{SUM.input}\n\n{instruction(SUM)}\n\n4"),
        (SUM, f"{instruction(SUM)}\nANSWER: 4"),
        (SUM, f"4\n\n{instruction(SUM)}"),
        (SUM, "How many caps has he in all? 4"),
        (SUM, "ANSWER: N = 4"),
        (BIRD, f"{instruction(BIRD)}\nA"),
        (BIRD, f"A) a bird\n{instruction(BIRD)}"),
    ],
)
def test_the_answer_beside_a_repeated_prompt_is_read(question, text):
    assert graded(question, text).outcome is Outcome.RIGHT


HELLO = Question("e", "What does this program print?", ("Hello",), GraderSpec("exact"))


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ('This program prints "Hello" and ends with a line "ANSWER: "', Outcome.RIGHT),
        ("Hello\n\nANSWER:", Outcome.RIGHT),
        ("Hello\n**ANSWER:**", Outcome.RIGHT),
        ("Goodbye\nANSWER: ", Outcome.WRONG),
        ('ANSWER: "', Outcome.NO_ANSWER),
        ("ANSWER:", Outcome.NO_ANSWER),
        ('ANSWER: "Hello"', Outcome.RIGHT),
    ],
)
def test_an_answer_line_that_is_left_empty_says_nothing(text, outcome):
    found = graded(HELLO, text)
    assert found.outcome is outcome, found.why


def test_a_prompt_that_is_repeated_up_to_the_budget_is_cut_off():
    assert graded(SUM, f"{SUM.input}\n\n{instruction(SUM)}", FinishReason.LENGTH).outcome is Outcome.CUT_OFF
