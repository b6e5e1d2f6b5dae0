"""Numbers that a reply tells in words, in other units, or beside the name that was asked about."""

import pytest

from core.grading.graders import grade
from core.grading.numbers import find_number_words
from core.grading.outcome import Outcome
from core.inference.exchange import FinishReason
from core.questions.question import AskedQuestion, GraderSpec, Question


def outcome_of(asked: str, target: str, text: str) -> Outcome:
    question = Question("q1", asked, (target,), GraderSpec("number"))
    return grade(AskedQuestion(question, ()), text, FinishReason.STOP).outcome


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("half a dozen", [6]),
        ("a dozen and a half", [18]),
        ("three and a half", [3.5]),
        ("two and a half million", [2_500_000]),
        ("two thirds of it, three-quarters", [2 / 3, 0.75]),
        ("thirty-two and eighteen", [32, 18]),
        ("one hundred and five and seven", [105, 7]),
        ("a third person, the second and a third, one of them, two three", []),
    ],
)
def test_numbers_in_words_hold_parts_and_dozens(text, values):
    assert [float(number.value) for number in find_number_words(text)] == values


LEGS = "Kim has 8 dogs and 3 ants. How many legs do they have together?"
MINUTES = "A boat moves 10 km at 8 km per hour. How many minutes does that take?"
SECONDS = "A song lasts 210 seconds. How many minutes is that?"
AGES = "Rosa was three times as old as Sami. How old is Rosa now?"


@pytest.mark.parametrize(
    ("asked", "target", "text"),
    [
        (LEGS, "50", "The eight dogs have thirty-two legs and the three ants eighteen, so they have fifty legs."),
        (LEGS, "50", "8 × 4 = 32 and 3 × 6 = 18.\nThat makes fifty."),
        (LEGS, "2", "The ones with many:\n- a dog (36)\n- an ant (43)\n\nThat makes two legs."),
        (LEGS, "6", "25 - 19 leaves half a dozen."),
        (LEGS, "6", "ANSWER: half a dozen"),
        (LEGS, "2", "ANSWER: Two (the dog with 36 and the ant with 43)"),
        (LEGS, "1", "ANSWER: one"),
        (MINUTES, "75", "10 / 8 = 1.25 hours"),
        (MINUTES, "75", "ANSWER: 1 hour 15 minutes"),
        (MINUTES, "75", "It takes an hour and a quarter."),
        (MINUTES, "75", "ANSWER: 1 h 15 min"),
        (SECONDS, "3.5", "210 seconds is three and a half minutes."),
        (SECONDS, "3.5", "That is 3 minutes and 30 seconds."),
        ("How many euros is it?", "46.40", "It is 46 euros and 40 cents."),
        (AGES, "34", "R = 2S + 6, so S = 14.\n\nRosa is 34 and Sami is 14."),
        (AGES, "34", "Sami is 14 years old, while Rosa is 34 years old."),
        ("What is the least number of days?", "8", "First the fencing (6 days), then 2 days – eight days in total."),
        ("How many beetles are there?", "8", "2b = 16 → b = 8 beetles and c = 4 cows."),
        (LEGS, "10", "10 legs carry as much as 1 cow."),
        (LEGS, "4", "Four legs have at least 14: left (33), right (47), front (31) and back (14)."),
        ("By how many percent is it cheaper?", "25", "35/140 = 0.25, so it is 25 percent cheaper."),
        ("How many centimetres is that?", "900", "9 metres is 900 centimetres (or 9000 millimetres)."),
        ("How many learn both?", "9", "Then 2x + x + (x + 4) = 40, so 4x = 36 and x = 9."),
        ("How many euros?", "26", "Total = 12 + (7 × 2) = 12 + 14 = 26 euros"),
        ("How many euros?", "65", "130 € × 0.5 = 65 €"),
        ("How many euros?", "3.60", "3 × 2,80 = 8,40; 5 × 5,50 = 27,50. Sum: 46,40. Change: 50 − 46,40 = 3,60 euros."),
    ],
)
def test_what_the_last_sentence_tells_is_the_answer(asked, target, text):
    assert outcome_of(asked, target, text) is Outcome.RIGHT


@pytest.mark.parametrize(
    ("asked", "target", "text"),
    [
        (LEGS, "2", "They have 50 legs. The two kinds of animals differ."),
        (LEGS, "2", "ANSWER: two times 25 legs = 50"),
        (SECONDS, "3.5", "ANSWER: 210 seconds"),
        (SECONDS, "3.5", "The song lasts 210 seconds."),
        (MINUTES, "75", "ANSWER: 75 hours"),
        (MINUTES, "15", "ANSWER: 1 hour 15 minutes"),
        (AGES, "14", "Rosa is 34 and Sami is 14."),
        (AGES, "34", "ANSWER: 34\n\nWait, Sami is 34. Rosa is 14.\n\nANSWER: 14"),
    ],
)
def test_a_number_of_something_else_is_not_the_answer(asked, target, text):
    assert outcome_of(asked, target, text) is Outcome.WRONG
