"""Ordinary programs in many styles run in both sandboxes."""

import json
import re
from pathlib import Path

import pytest

from core.grading.graders import grade
from core.grading.outcome import Outcome
from core.grading.sandbox.cpython import CPythonSandbox
from core.inference.exchange import FinishReason
from core.questions.question import AskedQuestion, GraderSpec, Question

pytestmark = pytest.mark.slow  # the quick tests keep to a minute

FILES = {"ordinary_solutions.md": 60, "solutions_in_other_styles.md": 100}


def solutions_in(file):
    text = (Path(__file__).parent / "data" / file).read_text(encoding="utf-8")
    return [
        (name, number, json.loads(tests), solution)
        for name, tests, body in re.findall(
            r"^## (\w+)\n(\{[^\n]*\})\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL
        )
        for number, solution in enumerate(re.findall(r"```python\n.*?\n```", body, re.DOTALL))
    ]


def grade_solution(sandbox, name, tests, solution):
    options = {"entry_point": name, "tests": tests["tests"]}
    asked = AskedQuestion(Question(name, "Write it.", (), GraderSpec("code", options)))
    return grade(asked, f"Here it is:\n\n{solution}\n\nThat is all.", FinishReason.STOP, sandbox=sandbox)


@pytest.mark.parametrize("file", FILES)
def test_under_three_percent_of_them_cannot_run_in_monty(monty, file):
    solutions = solutions_in(file)
    assert len(solutions) == FILES[file]
    grades = [grade_solution(monty, name, tests, text) for name, _, tests, text in solutions]
    not_right = [
        f"{name} {number}: {found.outcome}, {found.why}"
        for (name, number, *_), found in zip(solutions, grades, strict=True)
        if found.outcome is not Outcome.RIGHT
    ]
    assert not any(found.outcome is Outcome.WRONG for found in grades), not_right
    assert len(not_right) <= 0.03 * len(solutions), not_right


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES)
def test_all_of_them_are_right_in_cpython(file):
    sandbox = CPythonSandbox(consent=True)
    for name, number, tests, text in solutions_in(file):
        found = grade_solution(sandbox, name, tests, text)
        assert found.outcome is Outcome.RIGHT, (name, number, found.why)
