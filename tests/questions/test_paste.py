"""Pasted text: one task a paragraph."""

import pytest

from core.errors import QuestionSetError
from core.questions.paste import parse_pasted


def test_each_paragraph_is_a_question_with_or_without_its_answer():
    text = (
        "What is the capital of Portugal?\n=> Lisbon\n\nWrite a reminder\nfor invoice 17.\n\n"
        "2 + 2?  => 4\r\n\r\nHow old is Ada?\nAnswer: 36\n\nWas ist rot?\nAntwort: Blut"
    )
    questions = parse_pasted(text).questions
    assert [q.target for q in questions] == [("Lisbon",), (), ("4",), ("36",), ("Blut",)]
    assert [q.grader.name for q in questions] == ["exact", "rating", "number", "number", "exact"]
    assert questions[1].input == "Write a reminder\nfor invoice 17."


def test_lettered_lines_are_choices():
    question = parse_pasted("Which can fly?\nA) stone\nB) sparrow\n=> B").questions[0]
    assert (question.input, question.choices, question.target) == ("Which can fly?", ("stone", "sparrow"), ("B",))


def test_a_question_that_mentions_an_answer_keeps_its_text():
    question = parse_pasted("Answer: what is it?").questions[0]
    assert (question.input, question.target) == ("Answer: what is it?", ())


def test_an_answer_that_is_no_choice_is_named_by_its_paragraph():
    with pytest.raises(QuestionSetError, match="paragraph 2, column 'target': 'green' is neither"):
        parse_pasted("a?\n\nWhich?\nA) red\nB) blue\n=> green")


def test_nothing_and_too_much_are_sentences():
    with pytest.raises(QuestionSetError, match="Nothing was pasted"):
        parse_pasted(" \n\n ")
    with pytest.raises(QuestionSetError, match="paste up to 2,000"):
        parse_pasted("a\n\n" * 3000)
