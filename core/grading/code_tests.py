"""What a coding question demands: calls, and what each must give.

A question holds, in its grader's options or its metadata:

- `entry_point`: the name of the function;
- `tests`: a list of objects, each with `args` and `kwargs`, or `call` as text
  ("f({1, 2}, k=3)", literals only), and with `expected` (JSON), `expects` (a
  Python literal as text, for tuples and sets), `raises` (the name of an
  exception) or `prints` (the text); `stdin` is what `input()` reads;
- `reference`: a solution, which sets the time limit and shows, where `expected`
  is JSON, whether a list stands for a tuple or a set;
- `timeout_s`: the least time limit for a call, 2 seconds unless said; ten times as
  long (20 seconds at least) without a reference before a program counts as endless;
- `prefix`: code with which the prompt ends, for base models that go on from it.
"""

import ast
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.errors import GradingError
from core.grading.sandbox.contract import Call, Ended, Result
from core.grading.sandbox.values import same, show
from core.questions.question import Question

OPTIONS = frozenset({"entry_point", "tests", "reference", "timeout_s", "prefix"})
DEFAULT_TIMEOUT_S = 2.0


@dataclass(frozen=True)
class Test:
    call: Call
    expected: Any = None
    exact: bool = False  # False: `expected` came from JSON, which has no tuples and sets
    raises: str | None = None
    prints: str | None = None

    @property
    def text(self) -> str:
        parts = [show(argument, 60) for argument in self.call.args]
        parts += [f"{name}={show(value, 60)}" for name, value in self.call.kwargs.items()]
        return f"{self.call.function}({', '.join(parts)})"

    @property
    def demand(self) -> str:
        if self.raises is not None:
            return f"must raise {self.raises}"
        return f"must print {show(self.prints)}" if self.prints is not None else f"must give {show(self.expected)}"


@dataclass(frozen=True)
class CodeTask:
    entry_point: str
    tests: tuple[Test, ...]
    reference: str | None
    timeout_s: float
    prefix: str

    @property
    def calls(self) -> list[Call]:
        return [test.call for test in self.tests]


def parse_task(question: Question) -> CodeTask:
    """The task of a coding question. Raises GradingError that says which part is faulty."""
    given: Mapping[str, Any] = {**question.metadata, **question.grader.options}
    entry_point, tests = given.get("entry_point"), given.get("tests")
    if not isinstance(entry_point, str) or not entry_point.isidentifier():
        raise GradingError(f"A coding question needs `entry_point`, the name of a function, not {entry_point!r}.")
    if not isinstance(tests, list | tuple) or not tests:
        raise GradingError("A coding question needs `tests`, a list with at least one call.")
    timeout_s = given.get("timeout_s", DEFAULT_TIMEOUT_S)
    if isinstance(timeout_s, bool) or not isinstance(timeout_s, int | float) or not 0 < timeout_s < math.inf:
        raise GradingError(f"`timeout_s` must be a number of seconds above 0, not {timeout_s!r}.")
    reference = given.get("reference")
    parsed = tuple(_parse_test(test, number, entry_point) for number, test in enumerate(tests, 1))
    return CodeTask(
        entry_point, parsed, str(reference) if reference else None, float(timeout_s), str(given.get("prefix", ""))
    )


def passes(test: Test, result: Result, reference: Result | None) -> bool:
    """Whether a result is what the test demands; the reference's result tells lists from tuples."""
    if test.raises is not None:
        return result.ended is Ended.RAISED and test.raises in result.raised
    if result.ended is not Ended.RETURNED:
        return False
    if test.prints is not None:
        return _lines(result.printed) == _lines(test.prints)
    if test.exact:
        return same(result.value, test.expected)
    if reference is not None and reference.ended is Ended.RETURNED and same(reference.value, test.expected, loose=True):
        return same(result.value, reference.value)
    return same(result.value, test.expected, loose=True)


def reference_fits(test: Test, reference: Result) -> bool:
    """Whether the question's own solution meets the question's own test."""
    return passes(test, reference, None)


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


def _parse_test(test: Any, number: int, entry_point: str) -> Test:
    where = f"Test {number}"
    if not isinstance(test, Mapping):
        raise GradingError(f"{where} must be an object with `args` or `call`, not {show(test)}.")
    call = _parse_call(test, where, entry_point)
    if isinstance(test.get("raises"), str):
        return Test(call, raises=test["raises"])
    if isinstance(test.get("prints"), str):
        return Test(call, prints=test["prints"])
    if isinstance(test.get("expects"), str):
        return Test(call, _literal(test["expects"], where), exact=True)
    if "expected" not in test:
        raise GradingError(f"{where} needs `expected`, `expects`, `raises` or `prints`.")
    return Test(call, test["expected"])


def _parse_call(test: Mapping[str, Any], where: str, entry_point: str) -> Call:
    stdin = str(test.get("stdin", ""))
    if isinstance(test.get("call"), str):
        tree = _parsed(test["call"], where)
        if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name):
            raise GradingError(f"{where}: {test['call']!r} is no call of a function.")
        args = tuple(_literal(argument, where) for argument in tree.args)
        kwargs = {keyword.arg: _literal(keyword.value, where) for keyword in tree.keywords if keyword.arg}
        return Call(tree.func.id, args, kwargs, stdin)
    args, kwargs = test.get("args", []), test.get("kwargs", {})
    if not isinstance(args, list | tuple) or not isinstance(kwargs, Mapping):
        raise GradingError(f"{where}: `args` must be a list and `kwargs` an object.")
    return Call(entry_point, tuple(args), dict(kwargs), stdin)


def _parsed(text: str, where: str) -> ast.expr:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise GradingError(f"{where}: {show(text)} is no Python expression.") from error


def _literal(text: str | ast.expr, where: str) -> Any:
    node = _parsed(text, where) if isinstance(text, str) else text
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, RecursionError, MemoryError) as error:
        raise GradingError(f"{where}: {show(ast.unparse(node))} is no plain value.") from error
