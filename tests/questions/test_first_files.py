"""Files as people bring them: what is read out of them without a word of explanation."""

import pytest

from core.errors import QuestionSetError
from core.questions.check import check_question_set
from core.questions.load import parse_question_set
from core.questions.promptfoo import read_expected
from core.questions.rows import guess_grader


@pytest.mark.parametrize(
    "target", ["0,25", "12,50", "119,00 €", "1.250,00 €", "2,5 %", "-0,5", "€ 3,20", "19 %", "7 EUR", "1,200"]
)
def test_a_number_with_a_decimal_comma_or_a_currency_is_graded_as_a_number(target):
    assert guess_grader((target,), ()).name == "number"


@pytest.mark.parametrize("target", ["3,4", "1,2,3", "12:30", "2024-05-01", "5 kg", "01.02.2024", "€", ","])
def test_what_may_be_a_list_a_date_or_a_unit_is_graded_as_text(target):
    assert guess_grader((target,), ()).name == "exact"


@pytest.mark.parametrize("name", ["tasks.txt", "tasks.md"])
def test_a_text_file_holds_one_task_a_paragraph(name):
    data = (
        "\ufeffWhat is the capital of Portugal?\r\n=> Lisbon\r\n\r\nWhich is a prime?\r\nA) 9\r\nB) 11\r\nAnswer: B\r\n"
    )
    found = parse_question_set(data.encode(), name)
    assert [(question.target, question.choices) for question in found.questions] == [
        (("Lisbon",), ()),
        (("B",), ("9", "11")),
    ]
    assert (found.name, found.source) == ("tasks", f"{name}, read as a task in each paragraph")


@pytest.mark.parametrize(
    "data", [b"question;answer\n2 + 2?;4\n", b"input\ttarget\n2 + 2?\t4\n", b"Nr;Frage;Antwort\n1;2 + 2?;4\n"]
)
def test_a_text_file_with_a_header_is_a_table(data):
    assert parse_question_set(data, "sums.txt").questions[0].target == ("4",)


def test_too_many_choices_and_digits_are_told_in_plain_words():
    many = '{"input": "Which?", "target": "A", "choices": [' + ", ".join(f'"{i}"' for i in range(1000)) + "]}"
    with pytest.raises(QuestionSetError, match="1,000 choices; at most 26 can be lettered"):
        parse_question_set(many.encode(), "many.jsonl")
    with pytest.raises(QuestionSetError, match="a number of 9,999 digits; put it in quotation marks"):
        parse_question_set(b'{"input": "a", "target": ' + b"9" * 9_999 + b"}", "digits.jsonl")


def test_a_schema_that_is_no_object_is_refused():
    for cell in ("is-json: {", "is-json: 5"):
        with pytest.raises(ValueError, match="the schema after is-json"):
            read_expected([cell])


def test_a_single_question_tells_little():
    found = check_question_set(parse_question_set(b"input,target\n2 + 2?,4\n", "one.csv"))
    assert any("1 question tells little" in finding.text for finding in found)
