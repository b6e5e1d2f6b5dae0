"""Programs are found in replies, run, and compared outside of the sandbox."""

import re

import pytest

from core.errors import GradingError
from core.grading import code_grader
from core.grading.code_blocks import find_program
from core.grading.graders import grade
from core.grading.outcome import Outcome
from core.grading.sandbox.contract import Ended, Result
from core.grading.sandbox.cpython import CPythonSandbox
from core.grading.wrappings import check_grader
from core.inference.exchange import FinishReason
from core.questions.question import AskedQuestion, GraderSpec, Question

DOUBLE = "def double(x):\n    return 2 * x"
TWICE = "def twice(x):\n    return x + x"
USES_TWICE = "def double(x):\n    return twice(x)"
STATEMENTS = "FACTOR = 2\nCACHE = {}\nCACHE.update(a=1)\nfor i in range(3):\n    CACHE[i] = i\n"
TESTS = [{"args": [3], "expected": 6}, {"args": ["ab"], "expected": "abab"}, {"args": [0.1], "expected": 0.2}]


def ask_code(tests=TESTS, entry_point="double", **options):
    return AskedQuestion(
        Question("q", "?", (), GraderSpec("code", {"entry_point": entry_point, "tests": tests, **options}))
    )


def graded(sandbox, text, finish=FinishReason.STOP, **options):
    return grade(ask_code(**options), text, finish, sandbox=sandbox)


WRITTEN = {
    "fenced": f"```python\n{DOUBLE}\n```",
    "py": f"Sure!\n\n```py\n{DOUBLE}\n```\nIt doubles.",
    "no language": f"```\n{DOUBLE}\n```",
    "tildes": f"~~~python\n{DOUBLE}\n~~~",
    "unclosed": f"Here:\n```python\n{DOUBLE}",
    "four signs": f"````python\n{DOUBLE}\n````",
    "bare": DOUBLE,
    "bare after prose": f"Here is the function you asked for:\n\n{DOUBLE}\n\nIt multiplies by two.",
    "bare with a doc": 'def double(x):\n    """Double it.\n\nIt is easy.\n    """\n    return 2 * x\n\nThat is it.',
    "language line": f"python\n{DOUBLE}",
    "prompts": "```\n>>> def double(x):\n...     return 2 * x\n>>> double(2)\n4\n```",
    "indented": "```python\n    def double(x):\n        return 2 * x\n```",
    "in a list": f"1. The code:\n   ```python\n   {DOUBLE.replace(chr(10), chr(10) + '   ')}\n   ```",
    "quoted": "> ```python\n> def double(x):\n>     return 2 * x\n> ```",
    "helper before": f"```python\n{TWICE}\n```\nThen:\n```python\n{USES_TWICE}\n```",
    "helper after": f"```python\n{USES_TWICE}\n```\nwith\n```python\n{TWICE}\n```",
    "corrected": f"```python\ndef double(x):\n    return x\n```\nWait, that is wrong:\n```python\n{DOUBLE}\n```",
    "usage in another block": f"```python\n{DOUBLE}\n```\nUse it:\n```python\nprint(double(3))\n```\n```text\n6\n```",
    "shell first": f"```bash\npip install nothing\n```\n```python\n{DOUBLE}\n```",
    "main guard": f"```python\n{DOUBLE}\n\nif __name__ == '__main__':\n    print(double(int(input())))\n```",
    "prints and asserts": f"```python\n{DOUBLE}\n\nprint(double(3))\nassert double(1) == 3\nx = input('n? ')\n```",
    "a test class": f"```python\nimport unittest\n{DOUBLE}\nclass T(unittest.TestCase): ...\nunittest.main()\n```",
    "hints": "```python\nfrom typing import TypeVar\nT = TypeVar('T')\n\ndef double(x: T) -> T:\n    return x + x\n```",
    "lambda": "```python\ndouble = lambda x: x * 2\n```",
    "solution class": "```python\nclass Solution:\n    def double(self, x: int) -> int:\n        return x * 2\n```",
    "thinking": f"<think>\n```python\ndef double(x):\n    return 1\n```\n</think>\n```python\n{DOUBLE}\n```",
    "windows lines": f"```python\n{DOUBLE}\n```".replace("\n", "\r\n"),
    "inside an opened block": f"{DOUBLE}\n```\n\nQuestion: Write another.\nAnswer:\n```python\ndef other(): pass\n```",
    "run on": f"```python\n{DOUBLE}\n```<|im_end|>\n<|im_start|>user\nThanks",
    "several statements": f"```python\n{STATEMENTS}\ndef double(x):\n    return x * FACTOR\n```",
}


@pytest.mark.parametrize("way", WRITTEN)
def test_a_right_program_is_found_however_it_is_written(monty, way):
    found = graded(monty, WRITTEN[way])
    assert (found.outcome, found.score) == (Outcome.RIGHT, 1.0), found.why


def test_a_wrong_program_says_which_test_it_failed(monty):
    found = graded(monty, "```python\ndef double(x):\n    return x + 3\n```")
    assert found.outcome is Outcome.WRONG
    assert "double('ab') must give 'abab'" in found.why and "1 of 3 tests pass" in found.why


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("```python\ndef twice(x):\n    return 2 * x\n```", "defines twice, not double"),
        ("```python\ndef double(x)\n    return 2 * x\n```", "does not parse (line 1"),
        ("```python\nprint(6)\n```", "defines no function, not double"),
        ("```python\ndef double(x):\n    return unknown * x\n```", "NameError"),
        ("```python\ndef double():\n    return 2\n```", "TypeError"),
        (
            "```python\nimport no_such_module_at_all\ndef double(x):\n    return no_such_module_at_all.f(x)\n```",
            "ModuleNotFound",
        ),
    ],
)
def test_a_faulty_program_is_wrong_and_says_why(monty, text, told):
    found = graded(monty, text)
    assert found.outcome is Outcome.WRONG and told in found.why, found.why


def test_a_reply_without_code_is_no_answer(monty):
    assert graded(monty, "I would multiply it by two.").outcome is Outcome.NO_ANSWER


def test_a_cut_program_is_cut_off_but_a_closed_one_is_read(monty):
    assert graded(monty, "```python\ndef double(x):\n    ret", FinishReason.LENGTH).outcome is Outcome.CUT_OFF
    text = f"```python\n{DOUBLE}\n```\nThis function"
    assert graded(monty, text, FinishReason.LENGTH).outcome is Outcome.RIGHT


def test_a_whole_function_that_is_then_called_without_end_is_read(monty):
    calls = "print(double(2))\n" * 20
    assert graded(monty, f"{DOUBLE}\n\n{calls}", FinishReason.LOOP).outcome is Outcome.RIGHT
    assert graded(monty, f"```python\n{DOUBLE}\n{calls}", FinishReason.LOOP).outcome is Outcome.RIGHT
    within = "```python\ndef double(x):\n    return x" + " + x - x" * 30
    assert graded(monty, within, FinishReason.LOOP).outcome is Outcome.NO_ANSWER
    assert graded(monty, "x = 1\n" * 30, FinishReason.LOOP).outcome is Outcome.NO_ANSWER


def test_a_body_goes_on_from_the_prompt(monty):
    found = graded(monty, "    return 2 * x\n\nprint(1)", prefix='def double(x):\n    """Twice x."""')
    assert found.outcome is Outcome.RIGHT, found.why


def test_without_a_sandbox_nothing_is_run():
    found = graded(None, WRITTEN["fenced"])
    assert found.outcome is Outcome.COULD_NOT_RUN and "sandbox" in found.why


# ── case 18: a slow machine ────────────────────────────────────────────────
SLOW = "def double(x):\n    n = 0\n    for i in range(60000):\n        n += i\n    return 2 * x"


def test_a_limit_too_short_for_the_machine_is_not_the_programs_fault(monty):
    found = graded(monty, f"```python\n{SLOW}\n```", timeout_s=0.0001)
    assert found.outcome is Outcome.COULD_NOT_RUN and not found.measured
    assert "timeout_s" in found.why


@pytest.mark.parametrize("body", ["while True: pass", "n = []\n    while True: n.append([0] * 9999)"])
def test_code_that_never_ends_is_wrong_also_without_a_reference(monty, monkeypatch, body):
    monkeypatch.setattr(code_grader, "ENDLESS_S", 0.6)
    found = graded(monty, f"```python\ndef double(x):\n    {body}\n```", timeout_s=0.03)
    assert found.outcome is Outcome.WRONG
    assert re.search(r"not done in time \(0\.6 s\)|too much memory", found.why), found.why


def test_the_reference_runs_first_and_sets_the_limit(monty):
    found = graded(monty, f"```python\n{SLOW}\n```", timeout_s=0.0001, reference=SLOW)
    assert found.outcome is Outcome.RIGHT, found.why


def test_a_program_far_slower_than_the_reference_is_wrong(monty):
    endless = "```python\ndef double(x):\n    while True: pass\n```"
    found = graded(monty, endless, timeout_s=0.05, reference=DOUBLE)
    assert found.outcome is Outcome.WRONG and "not done in time" in found.why


def test_a_machine_that_grows_slower_is_measured_again():
    class Slowing:
        """Times out the first program, and shows the reference slower afterwards."""

        name = "slowing"

        def __init__(self):
            self.limits = []

        def run_calls(self, source, calls, *, timeout_s):
            self.limits.append(timeout_s)
            if len(self.limits) == 2:
                return [Result(Ended.TIMED_OUT)] * len(calls)
            duration_s = 0.2 if len(self.limits) == 1 else 3.0
            return [Result(Ended.RETURNED, 6, duration_s=duration_s) for _ in calls]

    sandbox = Slowing()
    found = graded(sandbox, WRITTEN["fenced"], tests=TESTS[:1], reference=DOUBLE)
    assert found.outcome is Outcome.RIGHT
    assert sandbox.limits[3] == pytest.approx(60.0)


def test_a_reference_that_does_not_pass_is_the_questions_fault(monty):
    found = graded(monty, WRITTEN["fenced"], reference="def double(x):\n    return 3 * x")
    assert found.outcome is Outcome.COULD_NOT_RUN and "own solution" in found.why


# ── what is compared ───────────────────────────────────────────────────────
@pytest.mark.parametrize("sandbox", ["monty", pytest.param("cpython", marks=pytest.mark.slow)])
def test_types_count(sandbox, monty):
    box = monty if sandbox == "monty" else CPythonSandbox(consent=True)

    def outcome(returned, expects):
        source = f"```python\ndef f():\n    return {returned}\n```"
        return graded(box, source, tests=[{"call": "f()", "expects": expects}], entry_point="f").outcome

    same = [("(1, 2)", "(1, 2)"), ("{1, 2}", "{2, 1}"), ("0.1 + 0.2", "0.3"), ("2.0", "2"), ("{1: (2,)}", "{1: (2,)}")]
    other = [("[1, 2]", "(1, 2)"), ("1", "True"), ("'1'", "1"), ("None", "0"), ("{1: 2}", "{'1': 2}"), ("0.31", "0.3")]
    assert {outcome(*pair) for pair in same} == {Outcome.RIGHT}
    assert {outcome(*pair) for pair in other} == {Outcome.WRONG}


def test_a_list_in_json_stands_for_what_the_reference_gives(monty):
    options = {"tests": [{"args": [], "expected": [1, 2]}], "entry_point": "f"}
    pair, items = "```python\ndef f():\n    return (1, 2)\n```", "```python\ndef f():\n    return [1, 2]\n```"
    assert graded(monty, pair, **options).outcome is Outcome.RIGHT
    assert graded(monty, pair, reference="def f():\n    return (1, 2)", **options).outcome is Outcome.RIGHT
    assert graded(monty, items, reference="def f():\n    return (1, 2)", **options).outcome is Outcome.WRONG


@pytest.mark.parametrize("sandbox", ["monty", "cpython"])
def test_exceptions_printing_and_input_can_be_demanded(sandbox, monty):
    box = monty if sandbox == "monty" else CPythonSandbox(consent=True)
    tests = [
        {"args": [-1], "raises": "ValueError"},
        {"args": [2], "prints": "go\ngo"},
        {"args": [0], "stdin": "hello\n", "expected": "hello"},
    ]
    source = (
        "```python\ndef f(n):\n    if n < 0:\n        raise ValueError('no')\n"
        "    for _ in range(n):\n        print('go')\n"
        "    return input() if n == 0 else None\n```"
    )
    found = graded(box, source, tests=tests, entry_point="f")
    assert found.outcome is Outcome.RIGHT, found.why


def test_each_call_starts_afresh(monty):
    source = "```python\nseen = []\ndef f(x):\n    seen.append(x)\n    return seen\n```"
    tests = [{"args": [1], "expected": [1]}, {"args": [2], "expected": [2]}]
    for box in (monty, CPythonSandbox(consent=True)):
        assert graded(box, source, tests=tests, entry_point="f").outcome is Outcome.RIGHT


def test_what_monty_lacks_could_not_run(monty):
    for line in (
        "import threading; threading.Thread()",
        "''.join(x for x in memoryview(b'a'))",
        "class E(dict): pass",
    ):
        found = graded(monty, f"```python\ndef double(x):\n    {line}\n    return 2 * x\n```")
        assert found.outcome is Outcome.COULD_NOT_RUN and not found.measured, (line, found.why)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"entry_point": "f"}, "`tests`"),
        ({"entry_point": "not a name", "tests": [{}]}, "`entry_point`"),
        ({"entry_point": "f", "tests": [{"args": [1]}]}, "Test 1 needs `expected`"),
        ({"entry_point": "f", "tests": [{"call": "f(open('x'))", "expected": 1}]}, "no plain value"),
        ({"entry_point": "f", "tests": [{"call": "f(", "expected": 1}]}, "no Python expression"),
        ({"entry_point": "f", "tests": [{"args": 5, "expected": 1}]}, "must be a list"),
        ({"entry_point": "f", "tests": [{"args": [], "expected": 1}], "timeout_s": -1}, "timeout_s"),
    ],
)
def test_a_faulty_task_is_refused_with_its_place(options, told):
    asked = AskedQuestion(Question("q", "?", (), GraderSpec("code", options)))
    with pytest.raises(GradingError, match=told):
        grade(asked, "x", FinishReason.STOP)


def test_the_reference_is_checked_against_the_tests(monty):
    good, bad = (ask_code(reference=source).question for source in (DOUBLE, "def double(x):\n    return x"))
    assert check_grader(good, sandbox=monty) == []
    assert "must give 6, but it gave 3" in check_grader(bad, sandbox=monty)[0]


def test_deeply_nested_code_is_refused_not_run(monty):
    for source in (
        "x = " + "(" * 5000,
        "x = " + "-" * 50000 + "1",
        "x = [" * 500,
        "def double(x):\n    return " + "1+" * 20000 + "1",
    ):
        assert graded(monty, f"```python\n{source}\n```").outcome in (
            Outcome.WRONG,
            Outcome.NO_ANSWER,
            Outcome.COULD_NOT_RUN,
        )


def test_programs_are_found_in_a_megabyte_of_fences():
    for piece in ("```\n", "```python\n", "def f(\n", "    x\n", "~~~\n```\n", "> \n", ">>> \n"):
        find_program(piece * (1_000_000 // len(piece)), "f")
