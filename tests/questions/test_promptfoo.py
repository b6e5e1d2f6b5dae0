"""promptfoo's CSV: assertions become graders, program code is refused."""

import pytest

from core.errors import QuestionSetError
from core.questions.load import parse_question_set
from core.questions.promptfoo import read_expected


@pytest.mark.parametrize(
    ("cells", "grader", "options", "target"),
    [
        (["Paris"], "exact", {"case": True}, ("Paris",)),
        (["equals: Paris"], "exact", {"case": True}, ("Paris",)),
        (["contains: 12 EUR"], "contains", {"case": True, "whole_words": False, "all": False}, ("12 EUR",)),
        (["icontains-any: yes, ja"], "contains", {"case": False, "whole_words": False, "all": False}, ("yes", "ja")),
        (["contains-all:a,b"], "contains", {"case": True, "whole_words": False, "all": True}, ("a", "b")),
        ([r"regex: ^\d+$"], "regex", {"pattern": r"^\d+$"}, ()),
        (["starts-with: Dear"], "regex", {"pattern": r"\A\s*Dear"}, ()),
        (["is-json"], "constraints", {"rules": [{"rule": "json"}]}, ()),
        (['is-json: {"type": "array"}'], "json", {"schema": {"type": "array"}}, ()),
        (["10:30"], "exact", {"case": True}, ("10:30",)),
        (["Note: wet paint"], "exact", {"case": True}, ("Note: wet paint",)),
        (["llm-rubric: is polite"], "rating", {}, ()),
        ([""], "rating", {}, ()),
        (["contains: a", "contains: b"], "contains", {"case": True, "whole_words": False, "all": True}, ("a", "b")),
    ],
)
def test_assertions_become_graders(cells, grader, options, target):
    expectation = read_expected(cells)
    assert (expectation.grader.name, dict(expectation.grader.options), expectation.target) == (grader, options, target)


def test_several_assertions_of_different_kinds_become_rules():
    rules = read_expected(["icontains: river", "not-contains: sea", "regex: [0-9]"]).grader.options["rules"]
    assert [rule["rule"] for rule in rules] == ["include", "exclude", "regex"]


@pytest.mark.parametrize("cell", ["javascript: output.length > 3", "python: len(output)", "file://check.py", "fn: x"])
def test_program_code_is_refused(cell):
    with pytest.raises(ValueError, match="program code"):
        read_expected([cell])


def test_a_file_with_variables_and_expectations_loads():
    text = "question,__expected,__description\nCapital of France?,icontains: Paris,capitals\n"
    question = parse_question_set(text.encode(), "tests.csv").questions[0]
    assert question.input == "Capital of France?"
    assert question.grader.name == "contains"
    assert question.metadata == {"__description": "capitals"}


def test_several_variables_without_a_question_are_all_shown():
    text = "city,tone,__expected\nOslo,formal,contains: fjord\n"
    question = parse_question_set(text.encode(), "tests.csv").questions[0]
    assert question.input == "city: Oslo\ntone: formal"


def test_a_fault_is_named_by_its_column():
    text = "question,__expected1,__expected2\nHi?,contains: a,javascript: 1\n"
    with pytest.raises(QuestionSetError, match="row 2, column '__expected2': 'javascript' is program code"):
        parse_question_set(text.encode(), "tests.csv")
