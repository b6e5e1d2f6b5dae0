"""A date is the same day in any order that can be meant in one way only."""

import pytest

from core.grading.dates import DateOrder, Day, find_days
from core.grading.graders import grade
from core.grading.outcome import Outcome
from core.inference.exchange import FinishReason
from core.questions.question import AskedQuestion, GraderSpec, Question

THIRD = "3 March 2021"


def outcome_of(grader: str, target: str, text: str, asked: str = "When does it end?") -> Outcome:
    question = Question("q1", asked, (target,), GraderSpec(grader))
    return grade(AskedQuestion(question, ()), text, FinishReason.STOP).outcome


@pytest.mark.parametrize("target", [THIRD, "March 3, 2021", "2021-03-03", "3rd of March 2021", "03/03/2021"])
@pytest.mark.parametrize(
    "text",
    [
        "3 March 2021", "ANSWER: March 3, 2021", "It ends on 3rd March 2021.", "2021-03-03", "ANSWER: 2021/3/3",
        "The last day is the 3rd of March, 2021.", "Mar. 3, 2021", "Es endet am 3. März 2021.", "le 3 mars 2021",
        "el 3 de marzo de 2021", "**March 3rd, 2021**", "ANSWER: 03.03.2021",
    ],
)  # fmt: skip
def test_a_day_is_read_in_every_order(target, text):
    assert outcome_of("exact", target, text) is Outcome.RIGHT


@pytest.mark.parametrize(
    "text",
    ["4 March 2021", "March 3, 2020", "ANSWER: 03/04/2021", "3 March 2021 or 4 March 2021", "It is not 3 March 2021.",
     "Between 3 March 2021 and 5 March 2021"],
)  # fmt: skip
def test_another_day_or_two_days_are_wrong(text):
    assert outcome_of("exact", THIRD, text) is Outcome.WRONG


def test_a_day_that_can_be_meant_in_two_ways_is_read_in_the_order_that_was_asked_for():
    assert list(find_days("03/04/2021")) == []
    assert [written.day for written in find_days("25/04/2021")] == [Day(2021, 4, 25)]
    assert [written.day for written in find_days("03/04/2021", DateOrder.DAY_FIRST)] == [Day(2021, 4, 3)]
    day_first, month_first = "When? Answer as DD/MM/YYYY.", "When? Answer as MM/DD/YYYY."
    assert outcome_of("exact", "3 April 2021", "ANSWER: 03/04/2021", day_first) is Outcome.RIGHT
    assert outcome_of("exact", "3 April 2021", "ANSWER: 03/04/2021", month_first) is Outcome.WRONG
    assert outcome_of("exact", "3 April 2021", "ANSWER: 03/04/2021") is Outcome.WRONG


def test_a_format_that_the_question_names_counts_where_the_target_has_it():
    asked = "Give the date as YYYY-MM-DD."
    assert outcome_of("exact", "2024-03-09", "ANSWER: 2024-03-09", asked) is Outcome.RIGHT
    assert outcome_of("exact", "2024-03-09", "ANSWER: March 9, 2024", asked) is Outcome.WRONG


def test_a_date_is_contained_in_any_order():
    assert outcome_of("contains", "14 October 1987", "The storm came on October 14th, 1987.") is Outcome.RIGHT
    assert outcome_of("contains", "14 October 1987", "The storm came on October 15th, 1987.") is Outcome.WRONG
    assert outcome_of("contains", "14 October", "The storm came on October 14th, 1987.") is Outcome.RIGHT
