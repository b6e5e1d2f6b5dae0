"""Right, wrong and no answer were measured; cut off and did not fit were not."""

import pytest

from core.grading.graders import grade
from core.grading.outcome import Outcome
from core.inference.exchange import FinishReason


def test_run_on_text_is_cut_and_noted(grade_number):
    found = grade_number("#### 5\n\nQuestion: Ann has 3 cats and 5 dogs. How many?\n\n#### 8", "5")
    assert (found.outcome, found.read) == (Outcome.RIGHT, "5")
    assert "ran on" in found.why and "Question:" in found.why


@pytest.mark.parametrize(
    "following",
    [
        "\n\nQuestion: Ann has 3 cats.\nANSWER: 8",
        "\nQ: And now?\nA: 8",
        "\nUser: thanks, and 4 + 4?\nAssistant: ANSWER: 8",
        "\nHuman: and 4 + 4?\n\nAssistant: 8",
        "<|im_end|>\n<|im_start|>user\nAnd 4 + 4?<|im_end|>\n<|im_start|>assistant\n8",
        "<|im_start|>user\n8",
        "<|eot_id|><|start_header_id|>user<|end_header_id|>\n\n8",
        "<end_of_turn>\n<start_of_turn>user\n8",
        "</s>[INST] 4 + 4? [/INST] 8",
        "\n\n### Instruction:\nAdd 4 and 4.\n\n### Response:\n8",
        "\n\n### Question 2\n8",
        "\n\n**Question:** 4 + 4?\n**Answer:** 8",
        "\n\nProblem: 4 + 4\nANSWER: 8",
        "\n\nQuestion 2: 4 + 4?\nANSWER: 8",
        "\n\n问题：4 + 4?\n答案：8",
        "\n\nFrage: 4 + 4?\nAntwort: 8",
    ],
)
@pytest.mark.parametrize("finish", [FinishReason.STOP, FinishReason.LENGTH, FinishReason.LOOP])
def test_the_next_turn_is_not_the_answer(grade_number, following, finish):
    found = grade_number("ANSWER: 5" + following, "5", finish=finish)
    assert (found.outcome, found.read) == (Outcome.RIGHT, "5"), found.why
    assert "ran on" in found.why


def test_a_repeated_question_is_no_run_on(grade_number):
    assert grade_number("Let me repeat it.\nQuestion: How many?\nANSWER: 5", "5").read == "5"
    assert grade_number("Question: 3 + 2?\nANSWER: 5", "5").read == "5"


def test_four_replies_that_the_budget_cut_are_not_measured(grade_number):
    replies = [("ANSWER: 5", FinishReason.STOP)] * 6 + [("", FinishReason.LENGTH)] * 4
    grades = [grade_number(text, "5", finish=finish) for text, finish in replies]
    assert [found.outcome for found in grades] == [Outcome.RIGHT] * 6 + [Outcome.CUT_OFF] * 4
    assert sum(found.measured for found in grades) == 6
    assert all(found.score is None and "max_tokens" in found.why for found in grades[6:])


@pytest.mark.parametrize(
    ("grader", "text", "target"),
    [
        ("number", "First we take 3 and", "5"),
        ("number", "ANSWER: 5", "5"),  # may have been the beginning of 57
        ("exact", "The capital of", "Paris"),
        ("contains", "Paris is", "Paris"),
        ("rating", "Dear Sir, I am", ""),
    ],
)
def test_a_reply_cut_before_it_commits_is_cut_off(grade_text, grader, text, target):
    found = grade_text(grader, text, *([target] if target else []), finish=FinishReason.LENGTH)
    assert (found.outcome, found.score) == (Outcome.CUT_OFF, None)


def test_an_answer_that_stands_before_the_cut_is_read(grade_choice, grade_number):
    assert grade_choice("ANSWER: B\n\nTo explain this, let us", FinishReason.LENGTH).outcome is Outcome.RIGHT
    assert grade_choice("B\n\nParis has been the", FinishReason.LENGTH).outcome is Outcome.RIGHT
    assert grade_choice("A is in Italy, so we can", FinishReason.LENGTH).outcome is Outcome.CUT_OFF
    assert grade_number("ANSWER: 5\n\nTo explain", "5", finish=FinishReason.LENGTH).outcome is Outcome.RIGHT
    assert grade_number("\\boxed{5}", "5", finish=FinishReason.LENGTH).outcome is Outcome.RIGHT


def test_a_loop_is_no_answer(grade_choice):
    found = grade_choice("I see. I see. I see. I see.", FinishReason.LOOP)
    assert (found.outcome, found.score) == (Outcome.NO_ANSWER, 0.0)
    assert "repeated itself" in found.why


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("She has 22 screws.\n\n" + "The answer is 22.\n\n" * 9 + "The answ", "22"),
        ("ANSWER: 22\n" * 30, "22"),
        ("So it is 3, or 4.\n" + "**Answer:** 22 jars. " * 12, "22"),
        ("The number is 8 + 1 = 9. " * 9, None),
        ("The answer is 4. No, the answer is 5. " * 9, None),
        ("The answer is what we look for. " * 9, None),
        ("22 22 22 22 22 22", None),
    ],
)
def test_a_loop_that_says_the_answer_over_and_over_has_answered(grade_number, text, read):
    found = grade_number(text, "22", finish=FinishReason.LOOP)
    assert (found.outcome, found.read) == (Outcome.RIGHT if read else Outcome.NO_ANSWER, read)


def test_a_loop_of_lettered_answers_is_read_and_one_of_options_is_not(grade_choice):
    assert grade_choice("ANSWER: B\n" * 9, FinishReason.LOOP).outcome is Outcome.RIGHT
    assert grade_choice("A: A: A: A: A: A: A: A: ", FinishReason.LOOP).outcome is Outcome.NO_ANSWER
    assert grade_choice("A) Rome\nB) Paris\n" * 9, FinishReason.LOOP).outcome is Outcome.NO_ANSWER


@pytest.mark.parametrize("grader", ["choice", "number", "exact", "contains", "regex", "rating"])
def test_what_was_not_asked_is_not_measured(ask, grader):
    asked = ask(grader)
    fit = grade(asked, "", FinishReason.DID_NOT_FIT)
    failed = grade(asked, "the template refused the turn", FinishReason.FAILED)
    assert (fit.outcome, failed.outcome) == (Outcome.DID_NOT_FIT, Outcome.COULD_NOT_RUN)
    assert not fit.measured and not failed.measured and fit.score is failed.score is None
    assert "template refused" in failed.why


def test_the_same_reply_is_graded_the_same_again(grade_choice):
    assert grade_choice("ANSWER: B") == grade_choice("ANSWER: B")


def test_a_corrected_key_changes_the_grade_without_the_model(ask):
    text = "ANSWER: C"
    before = grade(ask("choice", "B", choices=("x", "y", "z")), text, FinishReason.STOP)
    after = grade(ask("choice", "C", choices=("x", "y", "z")), text, FinishReason.STOP)
    assert (before.outcome, after.outcome) == (Outcome.WRONG, Outcome.RIGHT)
