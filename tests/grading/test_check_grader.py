"""A question whose own right answer would be refused is found before a run."""

import pytest

from core.grading.wrappings import check_grader, refused_wrappings, usual_wrappings
from core.questions.question import GraderSpec, Question


def make(grader, *target, choices=(), metadata=None, **options):
    return Question("q", "?", target, GraderSpec(grader, options), choices, metadata=metadata or {})


GOOD = [
    make("choice", "B", choices=("Rome", "Paris", "Berlin")),
    make("choice", "A", choices=("yes", "no")),
    make("choice", "A", "C", choices=("1", "2", "3", "4")),
    make("choice", "D", choices=("A", "B", "C", "D")),
    make("number", "29"),
    make("number", "1,234.5"),
    make("number", "-7"),
    make("number", "3/4"),
    make("number", "25%"),
    make("number", "3.14", abs=0.01),
    make("exact", "Paris", "City of Paris"),
    make("exact", "[('b', 5)]", case=True),
    make("exact", "22:15"),
    make("exact", "1\n2\nFizz"),
    make("contains", "Rome"),
    make("contains", "red", "blue", all=True),
    make("regex", pattern=r"\d{4}", metadata={"example": "In 2024."}),
    make("json", '{"a": 1}'),
    make("json", schema={"type": "object"}, metadata={"example": '{"a": 1}'}),
    make("json", '{"a": 1}', strict=True),
    make("constraints", rules=[{"rule": "words", "max": 3}], metadata={"example": "Two words"}),
    make("rating"),
    make("code", entry_point="f", tests=[{"args": [1], "expected": 2}], reference="def f(x):\n    return x + 1\n"),
]


@pytest.mark.parametrize("question", GOOD, ids=lambda question: f"{question.grader.name} {question.target}")
def test_a_sound_question_has_no_problems(monty, question):
    assert check_grader(question, sandbox=monty) == []


@pytest.mark.parametrize("question", GOOD, ids=lambda question: f"{question.grader.name} {question.target}")
def test_a_dozen_wrappings_where_there_is_an_answer(question):
    name = question.grader.name
    least = {"rating": 0, "regex": 4, "constraints": 4, "json": 4, "code": 9, "exact": 5}.get(name, 12)
    assert len(set(usual_wrappings(question))) >= least


FAULTY = [
    (make("magic", "x"), "no grader 'magic'"),
    (make("choice", "E", choices=("x", "y")), "none of its letters A, B"),
    (make("choice", "AB", choices=("x", "y")), "none of its letters"),
    (make("choice", choices=("x", "y")), "no right letter"),
    (make("choice", "A", choices=("x",)), "at least two"),
    (make("choice", "A", choices=("x", "X ")), "the same"),
    (make("choice", "A", choices=("x", "")), "empty"),
    (make("number", "about"), "not one number"),
    (make("number", "3 or 4"), "not one number"),
    (make("number"), "no target"),
    (make("number", "3", abs=-1), "at least 0"),
    (make("number", "3", absolute=1), "no option 'absolute'"),
    (make("exact"), "no target"),
    (make("exact", " "), "is empty"),
    (make("contains"), "no target"),
    (make("contains", "x", none_of="y"), "list of words"),
    (make("regex"), "needs the option 'pattern'"),
    (make("regex", pattern="("), "no regular expression"),
    (make("regex", pattern="a", flags="q"), "flag 'q'"),
    (make("regex", pattern="b", metadata={"example": "a"}), "refuses the right answer"),
    (make("json"), "needs the option 'schema' or a target"),
    (make("json", "{"), "no valid JSON"),
    (make("json", schema={"type": "thing"}), "makes no sense"),
    (make("json", schema=[]), "must be an object"),
    (make("json", '{"a": 1}', schema={"required": ["b"]}), "refuses the right answer"),
    (make("constraints"), "list of objects"),
    (make("constraints", rules=[{"rule": "wordcount"}]), "is not a rule"),
    (make("constraints", rules=[{"rule": "language", "language": "xx"}]), "not 'xx'"),
    (make("constraints", rules=[{"rule": "case", "case": "title"}]), "'upper' or 'lower'"),
    (make("constraints", rules=[{"rule": "words", "max": 1}], metadata={"example": "Two words"}), "refuses"),
    (make("code", entry_point="f"), "`tests`"),
    (make("code", entry_point="f", tests=[{"args": []}]), "`expected`"),
    (make("code", entry_point="f", tests=[{"args": [], "expected": 1}], reference="def g(): ..."), "defines g, not f"),
    (make("code", entry_point="f", tests=[{"args": [], "expected": 1}], reference="def f(): return 2"), "gave 2"),
    (make("rating", good_from=9), "between 1 and 5"),
]


@pytest.mark.parametrize(("question", "told"), FAULTY)
def test_a_fault_is_told_in_a_sentence(monty, question, told):
    problems = check_grader(question, sandbox=monty)
    assert any(told in problem for problem in problems), problems
    assert all(problem.endswith((".", "?")) for problem in problems), problems


def test_refused_ways_come_with_the_graders_reason():
    refused = refused_wrappings(make("regex", pattern=r"\A\d+\Z", metadata={"example": "12 or so"}))
    assert refused and "matches nowhere" in refused[0].why
