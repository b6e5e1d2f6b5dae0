"""Options that make no sense are refused in a sentence, whatever they hold, and before they cost memory."""

import math
import time

import pytest

from core.errors import GradingError
from core.grading.graders import find_grader
from core.grading.outcome import Outcome
from core.grading.wrappings import check_grader
from core.questions.question import GraderSpec, Question

RULES = [
    "x",
    5,
    [],
    [None],
    [{"a": []}],
    [{"rule": []}],
    [{"rule": "words", 1: 2, "z": 3}],
    [{"rule": "words", "max": "ten"}],
    [{"rule": "count", "min": 1}],
    [{"rule": "include", "texts": 5}],
    [{"rule": "include", "texts": [None]}],
    [{"rule": "language", "language": []}],
    [{"rule": "case", "case": []}],
    [{"rule": "json", "keys": 5}],
    [{"rule": "json", "schema": {"type": 5}}],
    [{"rule": "regex", "pattern": "("}],
    [{"rule": "regex", "pattern": "(?R)"}],
]


@pytest.mark.parametrize("rules", RULES, ids=repr)
def test_rules_that_cannot_be_counted_are_refused(grade_text, rules):
    with pytest.raises(GradingError, match=r"\.$"):
        grade_text("constraints", "Some words.", rules=rules)


@pytest.mark.parametrize(
    "options",
    [{"abs": "x"}, {"abs": -1}, {"rel": math.nan}, {"abs": math.inf}, {"decimals": 1.5}, {"decimals": 10**9}],
    ids=repr,
)
def test_tolerances_that_are_none_are_refused(grade_number, options):
    with pytest.raises(GradingError, match="must be a"):
        grade_number("5", "5", **options)


@pytest.mark.parametrize("pattern", ["", None, 5, ["a"]])
def test_a_pattern_that_is_no_text_is_never_right(grade_text, pattern):
    with pytest.raises(GradingError, match="pattern"):
        grade_text("regex", "5", pattern=pattern)


def test_a_pattern_that_calls_itself_for_ever_is_refused_in_a_sentence(ask):
    problems = find_grader("regex").check(ask("regex", pattern="(?R)").question)
    assert len(problems) == 1 and "make it simpler" in problems[0]


@pytest.mark.parametrize(
    "pattern",
    [
        "(?:(?:(?:(?:a{100}){100}){100}){100})",
        "[ab]{1000000}",
        "a{99999999999999999999}",
        "(?x)(?:a{1000} # )\n){1000}",
        "(?V1)(?:[[a])]a{1000}){1000}",
        "[[:alpha:](](?:a{1000}){1000}",
        "(" * 60 + "a" + ")" * 60,
        "a" * 5001,
    ],
    ids=lambda pattern: pattern[:30],
)
def test_a_pattern_too_large_to_compile_is_refused_at_once(grade_text, pattern):
    start = time.process_time()
    with pytest.raises(GradingError, match=r"too large|too deeply|longer than"):
        grade_text("regex", "a", pattern=pattern)
    assert time.process_time() - start < 0.2


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", "01234567-89ab-cdef-0123-456789abcdef"),
        (r"^(?:\S+\s+){0,500}\S+$", "three short words"),
        (r"[{(]\d{4}\}", "{2024}"),
    ],
)
def test_ordinary_counts_are_kept(grade_text, pattern, text):
    assert grade_text("regex", text, pattern=pattern).outcome is Outcome.RIGHT


@pytest.mark.parametrize(
    ("grader", "options"),
    [("exact", {"case": "maybe"}), ("contains", {"all": [1]}), ("number", {"decimal_comma": "no"})],
)
def test_an_option_that_is_neither_true_nor_false_is_named(grader, options):
    problems = check_grader(Question("q", "?", ("5",), GraderSpec(grader, options)))
    assert any("is true or false, not" in problem for problem in problems), problems
