"""Python assertions -> the tests of a coding question, as HumanEval and MBPP write them.

Only `assert f(literals) == literal` and its kin are read; nothing is run. What
else stands there is counted, and a question of which nothing can be read is a fault.

>>> parse_assertions("assert add(1, 2) == 3", "add").tests
({'call': 'add(1, 2)', 'expects': '3'},)
"""

import ast
import copy
import warnings
from dataclasses import dataclass

SOURCE_CHARACTERS_AT_MOST = 50_000
TESTS_AT_MOST = 200


@dataclass(frozen=True)
class Assertions:
    entry_point: str
    tests: tuple[dict[str, str], ...]
    unread: int  # assertions that compare in another way


def parse_assertions(source: str, entry_point: str | None = None) -> Assertions:
    """The calls and what they must give; `candidate` stands for the function's name.

    Raises ValueError with a sentence when the text is no Python, or holds no
    assertion that can be read.
    """
    if len(source) > SOURCE_CHARACTERS_AT_MOST:
        raise ValueError(f"has {len(source):,} characters of tests; up to {SOURCE_CHARACTERS_AT_MOST:,} are read")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ValueError("holds tests that are no Python") from error
    asserts = [node.test for node in ast.walk(tree) if isinstance(node, ast.Assert)]
    found = [pair for test in asserts[:TESTS_AT_MOST] if (pair := _call_and_value(test)) is not None]
    name = entry_point or next((_name(call) for call, _ in found if _name(call) != "candidate"), None)
    read = [(call, value) for call, value in found if _name(call) in {name, "candidate"}]
    if name is None or not read:
        raise ValueError("has no test of the form assert f(…) == … with plain values, which alone are read")
    tests = tuple({"call": _written(call, name), "expects": ast.unparse(value)} for call, value in read)
    return Assertions(name, tests, len(asserts) - len(read))


def _call_and_value(test: ast.expr) -> tuple[ast.Call, ast.expr] | None:
    """f(…) == value, value == f(…), f(…) is True, f(…), not f(…); literals only."""
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], (ast.Eq, ast.Is)):
        for left, right in ((test.left, test.comparators[0]), (test.comparators[0], test.left)):
            if (call := _plain_call(left)) is not None and _is_literal(right):
                return call, right
        return None
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return None if (call := _plain_call(test.operand)) is None else (call, ast.Constant(False))
    return None if (call := _plain_call(test)) is None else (call, ast.Constant(True))


def _plain_call(node: ast.expr) -> ast.Call | None:
    """A call by name with plain values."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return None
    plain = all(map(_is_literal, node.args)) and all(word.arg and _is_literal(word.value) for word in node.keywords)
    return node if plain else None


def _is_literal(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return False
    return True


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _written(call: ast.Call, name: str) -> str:
    renamed = copy.copy(call)
    renamed.func = ast.Name(name)
    return ast.unparse(renamed)
