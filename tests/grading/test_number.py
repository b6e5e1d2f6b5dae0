"""A number is a number however it is written."""

import pytest

from core.grading.outcome import Outcome

RIGHT = [
    ("29", "So each of them pays, all in all, is $29.00."),
    ("70000", "**$70,000**"),
    ("72", "The total is 72 clips, altogether."),
    ("5", "#### 5"),
    ("12", "ANSWER: 3 * 4 = 12"),
    ("12", "ANSWER: 12 (3 boxes with 4 each)"),
    ("8", "ANSWER: 8 apples, because 5 + 3 = 8 and 2 are left over."),
    ("5", "ANSWER: x = 5"),
    ("1234567.89", "ANSWER: 1.234.567,89 €"),
    ("1234567.89", "ANSWER: 1,234,567.89"),
    ("1234567", "ANSWER: 1 234 567"),
    ("1234567", "ANSWER: 1'234'567"),
    ("1234567", "ANSWER: 12,34,567"),
    ("12.5", "12,5"),
    ("0.25", "0,250"),
    ("25", "ANSWER: 25 %"),
    ("0.25", "ANSWER: 25%"),
    ("25%", "ANSWER: 25"),
    ("25%", "ANSWER: 0.25"),
    ("0.75", "ANSWER: 3/4"),
    ("0.75", "\\boxed{\\frac{3}{4}}"),
    ("3/4", "0.75"),
    ("1.5", "ANSWER: 1 1/2"),
    ("2.5", "2½"),
    ("-5", "ANSWER: −5"),
    ("-5", "ANSWER: -$5"),
    ("-5", "minus five"),
    ("2500", "2.5 × 10³"),
    ("2500", "2.5 \\times 10^{3}"),
    ("1000", "1e3"),
    ("12", "Twelve."),
    ("42", "The answer is forty-two."),
    ("512", "ANSWER: five hundred and twelve"),
    ("3000000", "ANSWER: $3 million"),
    ("10000", "ANSWER: 10k"),
    ("35", "ANSWER: ٣٥"),
    ("35", "答案：３５"),
    ("4", "4.\n\nThis is because 3 + 1 make 4 and 9 is too much."),
    ("7", "The result is 7. At 12:45 on 2024-05-01 in R2D2."),
    ("72", "First 48. Then 24. So 48 + 24 = 72 clips."),
    ("72", "He sold 48/2 = 24 in May.\nAltogether 48+24 = **72** clips."),
    ("15", "Answer: 14\nNo, I forgot one.\nAnswer: 15"),
    ("12", "Result: 3*4 → 12"),
    ("12", "1. First 3\n2. Then 4\n3. Multiply: 12"),
    ("12", "There are 3 boxes with 4 apples each, so 3 * 4 = 12 apples in total (not 7)."),
    ("-7", "The answer is -7."),
    ("7", "Answer - 7"),
    ("1234.5", "Total: US$1,234.50"),
    ("1000000", "ANSWER: \\$1{,}000{,}000"),
]


@pytest.mark.parametrize(("key", "text"), RIGHT)
def test_a_number_is_read_as_it_is_meant(grade_number, key, text):
    found = grade_number(text, key)
    assert found.outcome is Outcome.RIGHT, found


@pytest.mark.parametrize(
    ("key", "text"),
    [("29", "ANSWER: 28"), ("1234", "ANSWER: 1.234"), ("0.5", "ANSWER: 0.54"), ("3", "x = 3\nANSWER: 4"), ("5", "-5")],
)
def test_another_number_is_wrong(grade_number, key, text):
    assert grade_number(text, key).outcome is Outcome.WRONG


@pytest.mark.parametrize("text", ["I cannot tell.", "R2D2 and v1.2.3", "One of them, surely.", "at 12:45", "1,2,3"])
def test_a_reply_without_a_number_is_no_answer(grade_number, text):
    assert grade_number(text, "5").outcome is Outcome.NO_ANSWER


def test_a_tolerance_is_what_the_question_says(grade_number):
    assert grade_number("3.2", "3.14", abs=0.1).outcome is Outcome.RIGHT
    assert grade_number("3.3", "3.14", abs=0.1).outcome is Outcome.WRONG
    assert grade_number("102", "100", rel=0.02).outcome is Outcome.RIGHT
    assert grade_number("103", "100", rel=0.02).outcome is Outcome.WRONG
    assert grade_number("3.3333", "10/3", decimals=2).outcome is Outcome.RIGHT
    assert grade_number("ANSWER: 1.234", "1234", decimal_comma=True).outcome is Outcome.RIGHT
    assert grade_number("ANSWER: 1,234", "1.234", decimal_comma=True).outcome is Outcome.WRONG


@pytest.mark.parametrize("text", ["ANSWER: 1e999999999", "9" * 100_000, "ANSWER: 10^99999999999", "9^9^9^9^9^9", "1/0"])
def test_monstrous_numbers_cost_nothing(grade_number, text):
    assert grade_number(text, "5").outcome in (Outcome.WRONG, Outcome.NO_ANSWER)


@pytest.mark.parametrize(
    "text", ["The output is:\n```\n[10, 12, 5]\n[12, 5]\n```", "ANSWER: [4, 5]", "It prints\n(3, 5)"]
)
def test_a_list_of_numbers_chooses_none(grade_number, text):
    assert grade_number(text, "5").outcome is Outcome.NO_ANSWER


@pytest.mark.parametrize(
    "text", ["ANSWER: [5]", "(5)", "It is 5 (of 3, 4 and 5)", "[3, 4, 5] holds 5", "ANSWER: 5 [2, 3]"]
)
def test_a_number_beside_a_list_is_read(grade_number, text):
    assert grade_number(text, "5").outcome is Outcome.RIGHT


def test_an_assignment_in_a_program_is_no_answer(grade_number):
    code = "```python\nresult = 3\nfor n in (1, 1):\n    result += n\nprint(result)\n```"
    assert grade_number(f"{code}\n\nIt runs twice, and the output is 5.", "5").read == "5"
    assert grade_number(f"{code}\n\nIt prints 5", "5").read == "5"
    assert grade_number("```\nanswer = 5\n```", "5").read == "5"
