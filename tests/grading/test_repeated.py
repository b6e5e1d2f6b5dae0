"""A prompt that is repeated is not an answer, and the answer after it is read."""

import pytest

from core.grading.graders import grade
from core.grading.outcome import Outcome
from core.inference.exchange import FinishReason
from core.questions.banks import load_bank
from core.questions.draw import draw
from core.questions.prompt import instruction, to_messages
from core.questions.question import LETTERS, AskedQuestion, GraderSpec, Question, QuestionSet

pytestmark = pytest.mark.slow  # the quick tests keep to a minute

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
        (BIRD, f"{BIRD.input}\n\nA) a bird\nB) a stone\n\n{instruction(BIRD)}"),
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


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        (SUM.input, Outcome.NO_ANSWER),
        (f"{SUM.input} {SUM.input}", Outcome.NO_ANSWER),
        (f"{SUM.input}\n\nLet me help you with this.", Outcome.NO_ANSWER),
        (f"{SUM.input}\n\n4", Outcome.RIGHT),
        (f"4\n\n{SUM.input}", Outcome.RIGHT),
        ("Ben has 3 pens and 4 caps.", Outcome.RIGHT),
    ],
)
def test_the_numbers_of_a_repeated_question_are_not_the_answer(text, outcome):
    assert graded(SUM, text).outcome is outcome


def test_options_that_say_yes_are_not_called_right_by_being_listed():
    question = Question(
        "y", "Can they get in at this hour?", ("A",), GraderSpec("choice"), ("yes", "no, it is too late")
    )
    assert graded(question, "A) yes\nB) no, it is too late").outcome is Outcome.NO_ANSWER
    assert graded(question, "A) yes - correct\nB) no, it is too late").outcome is Outcome.RIGHT


SHORT = Question(
    "k",
    "Describe the sea in at most 20 words.",
    (),
    GraderSpec("constraints", {"rules": [{"rule": "words", "max": 20}]}),
)


@pytest.mark.parametrize(
    "text", [SHORT.input, "I don't know.", "I'm sorry, but I cannot help with that.", "As an AI, I pass."]
)
def test_a_repeated_task_and_a_refusal_keep_no_rules(text):
    assert graded(SHORT, text).outcome is Outcome.NO_ANSWER


RIVER = Question(
    "k",
    "Write about a river and use the word 'boat'.",
    (),
    GraderSpec("constraints", {"rules": [{"rule": "include", "texts": ["boat"]}, {"rule": "words", "max": 30}]}),
)


def test_a_word_of_the_repeated_task_is_not_the_replys_own():
    assert graded(RIVER, f"{RIVER.input}\n\nSure, it is wide.").outcome is Outcome.WRONG
    assert graded(RIVER, f"{RIVER.input}\n\nA boat is on it.").outcome is Outcome.RIGHT
    assert graded(RIVER, f"{RIVER.input}\n\nA boat is on it, {'very ' * 20} slow.").outcome is Outcome.WRONG


@pytest.mark.parametrize("text", ["Blue and wide.", "I can't come on Friday, sorry.", "Sorry for the broken vase."])
def test_an_apology_that_was_asked_for_is_an_answer(text):
    assert graded(SHORT, text).outcome is Outcome.RIGHT


@pytest.mark.parametrize(
    ("use_case", "n"),
    [(use_case, 120) for use_case in ("general", "reasoning", "coding")]
    + [pytest.param(use_case, 400, marks=pytest.mark.slow) for use_case in ("general", "reasoning", "coding")],
)
def test_nothing_in_the_banks_is_earned_by_repeating_the_prompt(use_case, n):
    for question in (drawn.question for drawn in draw(load_bank(use_case), n, 1)):
        order = tuple(range(len(question.choices)))
        asked = AskedQuestion(question, order)
        prompt = to_messages(QuestionSet("s", (question,)), asked)[-1].content
        listed = "\n".join(f"{LETTERS[i]}) {choice}" for i, choice in enumerate(question.choices)) or "Let me see."
        for text in (prompt, question.input, f"{question.input}\n\nLet me see.", listed):
            found = grade(asked, text, FinishReason.STOP)
            assert found.outcome is not Outcome.RIGHT, (question.id, text, found.why)
