"""Sets written for spreadsheets read back as they were."""

import pytest

from core.questions.banks import load_bank
from core.questions.export import to_csv
from core.questions.jsonl import to_jsonl
from core.questions.load import parse_question_set
from core.questions.question import GraderSpec, Question, QuestionSet


def test_awkward_texts_survive_a_csv():
    questions = (
        Question("a", 'Quote "this", please;\nnext line', ("[1, 2]",), GraderSpec("exact", {"case": True})),
        Question(
            "b", "Which?", ("A", "B"), GraderSpec("choice"), ("x, y", '"z"', "ü"), "doc", ("t1", "t2"), {"level": 3}
        ),
        Question("c", "Rate {this}.", (), GraderSpec("rating")),
    )
    assert parse_question_set(to_csv(QuestionSet("s", questions)).encode("utf-8-sig"), "s.csv").questions == questions


@pytest.mark.parametrize("use_case", ["coding", "chat", "reasoning", "general"])
def test_every_bank_survives_csv_and_jsonl(use_case):
    bank = load_bank(use_case, with_ratings=True)
    assert parse_question_set(to_csv(bank).encode("utf-8-sig"), "bank.csv").questions == bank.questions
    assert parse_question_set(to_jsonl(bank).encode(), "bank.jsonl") == bank
