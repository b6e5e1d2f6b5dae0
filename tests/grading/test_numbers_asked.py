"""What a question says of the number it asks for: how it writes decimals, and whether it wants a year or a count."""

import pytest

from core.grading.graders import grade
from core.grading.number_asked import find_decimal_comma
from core.grading.outcome import Outcome
from core.inference.exchange import FinishReason
from core.questions.question import AskedQuestion, GraderSpec, Question


def grade_of(asked, target, text, **options):
    return grade(AskedQuestion(Question("q", asked, (target,), GraderSpec("number", options))), text, FinishReason.STOP)


@pytest.mark.parametrize(
    ("question", "comma"),
    [
        ("Ein Sack wiegt 2,5 kg. Wie viele Gramm sind das?", True),
        ("Das Bier kostet 3,50 €.", True),
        ("Es sind 1.234,56 Liter.", True),
        ("A sack weighs 2,5 kg.", True),
        ("A sack weighs 2.5 kg.", False),
        ("It costs $1,234.50.", False),
        ("The numbers 2,5 and 7", None),
        ("What is the sum of [2,5]?", None),
        ("The point (2,5) moves", None),
        ("1,000 people and 2,500 kg", None),
        ("Am 23.04.1516 um 12:30", None),
        ("Add 2,5 kg and 1.5 kg.", None),
        ("range(1,10) for 3 kg", None),
        ("1,2,3 cups", None),
        ("How many?", None),
    ],
)
def test_a_question_tells_how_it_writes_decimals(question, comma):
    assert find_decimal_comma(question) is comma


MALT = "Ein Sack Malz wiegt 2,5 kg. Wie viele Gramm sind das?"
HALF = "Ein Fass von 0,5 hl wird geteilt. Wie viel bleibt?"
KETTLE = "How many litres does the kettle hold?"
YEAR = "What year was the Reinheitsgebot issued?"
JAHR = "In welchem Jahr wurde das Reinheitsgebot erlassen?"


@pytest.mark.parametrize(
    ("asked", "target", "text"),
    [
        (MALT, "2500", "2.500 g"),
        (MALT, "2500", "Das sind 2.500 Gramm."),
        (MALT, "2500", "ANSWER: 2.500"),
        (MALT, "2500", "2500"),
        (MALT, "2500", "Das sind 2.500 Gramm, also 2,5 kg."),
        (MALT, "1234.5", "1,234.5"),
        (MALT, "1234.5", "1.234,5"),
        (MALT, "2.500", "2.500"),
        (HALF, "2.125", "2,125"),
        (HALF, "2.5", "2.5"),
        ("A sack weighs 2.5 kg. How many kg are two halves?", "2.5", "2.500 kg"),
        (YEAR, "1516", "It was in 1516, on 23 April."),
        (YEAR, "1516", "It was issued in 1516, on the 23rd of April."),
        (YEAR, "1516", "ANSWER: 23 April 1516"),
        (YEAR, "1516", "ANSWER: April 23, 1516"),
        (YEAR, "1516", "It was 23.04.1516."),
        (YEAR, "1516", "In 1516, 508 years ago."),
        (JAHR, "1516", "Am 23. April 1516."),
        (JAHR, "1516", "Es war 1516, am 23. April."),
        ("When was the law issued?", "1516", "In 1516, by 2 dukes."),
        (KETTLE, "30", "It holds 30 litres, sold since 2019."),
        (KETTLE, "30", "It holds 30 litres at 20 °C."),
        ("Wie viele Liter fasst der Kessel?", "30", "Er fasst 30 Liter bei 20 °C."),
    ],
)
def test_a_number_is_read_as_the_question_means_it(asked, target, text):
    assert grade_of(asked, target, text).outcome is Outcome.RIGHT


@pytest.mark.parametrize(
    ("asked", "target", "text"),
    [
        (MALT, "2500", "2,500"),
        (MALT, "2.5", "2.500 g"),
        (MALT, "2500", "25.00"),
        ("Wie viele Gramm sind es?", "2500", "2.500 g"),
        ("A sack weighs 2.5 kg. How many grams is that?", "2500", "2.500 g"),
        (YEAR, "1516", "It was not in 1516 but 30 years later."),
        (YEAR, "1516", "It was 30 years after 1516."),
        (YEAR, "1516", "It was in 1516 or 1517."),
        (YEAR, "1516", "Between 1516 and 1520."),
        (YEAR, "1516", "It was in 1517, on 15 April."),
        (YEAR, "23", "It was in 1516, on 23 April."),
        (YEAR, "1516", "Some say 1516. It was in 1517."),
        (YEAR, "1516", "ANSWER: 1517 (the draft is of 1516)"),
        (KETTLE, "2019", "It holds 30 litres, sold since 2019."),
        (KETTLE, "20", "It holds 30 litres at 20 °C."),
        (KETTLE, "30", "Of 30 litres it loses 10 %, so 27 remain."),
        ("How many litres are left?", "30", "It had 30 litres and 5 were taken: 25."),
    ],
)
def test_another_reading_stays_wrong(asked, target, text):
    assert grade_of(asked, target, text).outcome is not Outcome.RIGHT


def test_a_number_that_may_be_meant_in_two_ways_says_so():
    unclear = grade_of("Wie viele Gramm sind es?", "2500", "2.500 g")
    assert unclear.outcome is Outcome.WRONG and "may be meant as 2500 too" in unclear.why
    assert "may be meant as 2.5 too" in grade_of("Wie viel ist es?", "2.5", "2,500").why
    for asked, text in (("Es sind 2.5 kg. Wie viele Gramm?", "2.500"), ("Wie viele Gramm?", "2.400")):
        assert "may be meant" not in grade_of(asked, "2500", text).why
    assert "decimal comma of the question" in grade_of(MALT, "2500", "2.500 g").why


def test_the_option_goes_before_the_question():
    assert grade_of(MALT, "2.5", "2.500", decimal_comma=False).outcome is Outcome.RIGHT
    assert grade_of("It weighs 2.5 kg.", "2500", "2.500", decimal_comma=True).outcome is Outcome.RIGHT
