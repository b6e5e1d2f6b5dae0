"""Text is compared without its markup; patterns have a time limit."""

import time

import pytest

from core.errors import GradingError
from core.grading.graders import grade_by_hand
from core.grading.outcome import Outcome


@pytest.mark.parametrize(
    "text",
    [
        "Paris",
        "paris.",
        "**Paris**",
        "“Paris”",
        "`Paris`",
        "ANSWER: Paris",
        "Let me think.\n\nAnswer: **Paris**.",
        "The answer is Paris.",
        "\\boxed{\\text{Paris}}",
        "<answer>Paris</answer>",
        "It took a while.\nParis",
        "Paris\n\nParis is the capital of France.",
        "ANSWER:\n```text\nParis\n```",
    ],
)
def test_exact_reads_through_wrappings(grade_text, text):
    assert grade_text("exact", text, "Paris").outcome is Outcome.RIGHT


@pytest.mark.parametrize("text", ["Paris, France", "ANSWER: Rome", "Not Paris"])
def test_exact_is_exact(grade_text, text):
    assert grade_text("exact", text, "Paris").outcome is Outcome.WRONG


def test_exact_takes_any_target_and_minds_case_on_request(grade_text):
    assert grade_text("exact", "UK", "United Kingdom", "UK").outcome is Outcome.RIGHT
    assert grade_text("exact", "uk", "UK", case=True).outcome is Outcome.WRONG


def test_exact_compares_several_lines(grade_text):
    target = "1\n2\nFizz"
    assert grade_text("exact", "The output is:\n```\n1\n2\nFizz\n```\nDone.", target).outcome is Outcome.RIGHT
    assert grade_text("exact", "1\n2 \nFizz\n", target).outcome is Outcome.RIGHT
    assert grade_text("exact", "ANSWER:\n1\n2\nFizz", target).outcome is Outcome.RIGHT
    assert grade_text("exact", "1\n2", target).outcome is Outcome.WRONG


def test_contains_goes_by_word(grade_text):
    assert grade_text("contains", "A **cat** sat.", "cat").outcome is Outcome.RIGHT
    assert grade_text("contains", "A category.", "cat").outcome is Outcome.WRONG
    assert grade_text("contains", "A category.", "cat", whole_words=False).outcome is Outcome.RIGHT
    assert grade_text("contains", "北京是首都", "北京").outcome is Outcome.RIGHT
    assert grade_text("contains", "C++ it is", "C++").outcome is Outcome.RIGHT


def test_contains_any_all_and_none(grade_text):
    assert grade_text("contains", "red and blue", "red", "green").outcome is Outcome.RIGHT
    some = grade_text("contains", "red and blue", "red", "green", all=True)
    assert some.outcome is Outcome.WRONG and "green" in some.why
    held = grade_text("contains", "red and blue", "red", none_of=["blue"])
    assert held.outcome is Outcome.WRONG and "blue" in held.why


def test_a_pattern_matches_or_reads_a_group(grade_text):
    assert grade_text("regex", "Call 555-0199 now", pattern=r"\d{3}-\d{4}").outcome is Outcome.RIGHT
    assert grade_text("regex", "code: X7", "x7", pattern=r"code: (\w+)").outcome is Outcome.RIGHT
    assert grade_text("regex", "code: X8", "x7", pattern=r"code: (\w+)").outcome is Outcome.WRONG
    assert grade_text("regex", "HELLO", pattern="hello", flags="i").outcome is Outcome.RIGHT


def test_a_pattern_that_takes_for_ever_is_stopped(grade_text):
    start = time.process_time()
    found = grade_text("regex", "a" * 5000 + "!", pattern=r"(?:a+)+(?:a+)+(?:a+)+[bc]")
    assert time.process_time() - start < 3
    assert found.outcome is Outcome.COULD_NOT_RUN and "simpler" in found.why


def test_a_pattern_that_is_none_is_refused(grade_text):
    with pytest.raises(GradingError, match="no regular expression"):
        grade_text("regex", "x", pattern="(")


def test_an_open_answer_waits_for_a_rating(grade_text, ask):
    waiting = grade_text("rating", "Dear all, …")
    assert (waiting.outcome, waiting.score, waiting.measured) == (Outcome.UNRATED, None, False)
    good, poor = (grade_by_hand(ask("rating"), "<think>hm</think>Dear all, …", stars) for stars in (4, 2))
    assert (good.outcome, good.score, good.read) == (Outcome.RIGHT, 4.0, "Dear all, …")
    assert (poor.outcome, poor.score) == (Outcome.WRONG, 2.0)
    with pytest.raises(GradingError):
        grade_by_hand(ask("rating"), "x", 6)


def test_an_unknown_grader_is_named(grade_text):
    with pytest.raises(GradingError, match="no grader 'magic'"):
        grade_text("magic", "x")
