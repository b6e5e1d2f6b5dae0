"""What Monty lacks is made up for without a change of meaning: it gives what CPython gives."""

import importlib
import re
from pathlib import Path

import pytest

from core.grading.sandbox.contract import Call, Ended
from core.grading.sandbox.cpython import CPythonSandbox
from core.grading.sandbox.dialect import translate
from core.grading.sandbox.refusal import NotInDialect
from core.grading.sandbox.stand_in import names_of
from core.grading.sandbox.values import same, show

TEXT = (Path(__file__).parent / "data" / "dialect.md").read_text(encoding="utf-8")
PROGRAMS = dict(re.findall(r"^## ([^\n]+)\n```python\n(.*?)\n```", TEXT, re.MULTILINE | re.DOTALL))


@pytest.fixture(scope="module")
def expected():
    """What CPython gives for each program; one process runs them all."""
    source = "def f(source):\n    names = {}\n    exec(source, names)\n    return names['f']()"
    calls = [Call("f", (program,)) for program in PROGRAMS.values()]
    results = CPythonSandbox(consent=True).run_calls(source, calls, timeout_s=20)
    return dict(zip(PROGRAMS, results, strict=True))


@pytest.mark.parametrize("name", PROGRAMS)
def test_monty_gives_what_cpython_gives(monty, expected, name):
    wanted = expected[name]
    found = monty.run_calls(PROGRAMS[name], [Call("f")], timeout_s=5)[0]
    assert wanted.ended is Ended.RETURNED, wanted.message
    assert found.ended is Ended.RETURNED, found.message
    assert same(found.value, wanted.value), f"{show(found.value, 900)} for {show(wanted.value, 900)}"


REFUSED = {
    "an exception with two parents": "class E(ValueError, KeyError):\n    pass\ndef f():\n    raise E('x')",
    "an enumeration of texts": "from enum import StrEnum\nclass C(StrEnum):\n    A = 'a'\n"
    "def f():\n    return C.A + 'b'",
    "a number of an enumeration that is formatted": "from enum import IntEnum\nclass C(IntEnum):\n    A = 1\ndef f():\n"
    "    return f'{C.A:03}'",
    "a fraction as a result": "from fractions import Fraction\ndef f():\n    return [Fraction(1, 2)]",
    "an enumeration that is handed on": "from enum import Enum\nclass C(Enum):\n    A = 1\n"
    "def first(kind):\n    return kind['A']\ndef f():\n    return first(C).value",
    "a pattern that is put together": "import re\ndef f(p='a b'):\n    return re.findall(p + ' c', 'abc', re.X)",
    "a class that is a dict": "class D(dict):\n    pass\ndef f():\n    return D(a=1)",
    "a generator that takes values": "def g():\n    x = yield 1\ndef f():\n    return list(g())",
    "more than a generator's beginning": "def g():\n    n = 0\n    while True:\n        yield n\n        n += 1\n"
    "def f():\n    return sum(x for x, _ in zip(g(), range(5000)))",
    "a module it has not": "import threading\ndef f():\n    return threading.active_count()",
    "several parents": "class A: pass\nclass B: pass\nclass C(A, B): pass\ndef f():\n    return C()",
    "a file": "def f():\n    with open('x') as handle:\n        return handle.read()",
    "deep recursion": "import sys\nsys.setrecursionlimit(10**6)\ndef g(n):\n    return 0 if n == 0 else 1 + g(n - 1)\n"
    "def f():\n    return g(20000)",
}


@pytest.mark.parametrize("lack", REFUSED)
def test_what_cannot_be_said_is_unsupported_never_an_error_of_the_code(monty, lack):
    found = monty.run_calls(REFUSED[lack], [Call("f")], timeout_s=2)[0]
    assert found.ended is Ended.UNSUPPORTED, (found.ended, found.message)


def test_an_error_of_its_own_that_leaves_a_program_has_its_name_and_its_parents(monty):
    source = "class Low(ValueError):\n    pass\ndef f():\n    raise Low('too low')"
    found = monty.run_calls(source, [Call("f")], timeout_s=2)[0]
    assert (found.ended, found.message) == (Ended.RAISED, "Low: too low")
    assert found.raised[:3] == ("Low", "ValueError", "Exception")


OWN_FAULTS = {
    "NameError": "def f():\n    return nothing_of_that_name",
    "AttributeError": "def f():\n    return 'x'.upperr()",
    "TypeError": "def f():\n    return 'x' + 1",
    "ModuleNotFoundError": "import not_a_module_anywhere\ndef f():\n    return not_a_module_anywhere.x",
    "ImportError": "from math import squareroot\ndef f():\n    return squareroot(4)",
    "RecursionError": "def f():\n    return f()",
    "IndexError": "def f():\n    return [][0]",
    "KeyError": "def f():\n    d = {}\n    del d['a']",
    "ValueError": "def f():\n    return int('x')",
    "ZeroDivisionError": "def f():\n    return 1 / 0",
    "StopIteration": "def g():\n    yield 1\ndef f():\n    it = g()\n    next(it)\n    next(it)",
    "NotImplementedError": "def f():\n    raise NotImplementedError('later')",
}


@pytest.mark.parametrize("error", OWN_FAULTS)
def test_an_error_of_the_code_stays_one(monty, error):
    found = monty.run_calls(OWN_FAULTS[error], [Call("f")], timeout_s=2)[0]
    assert found.ended is Ended.RAISED and error in found.raised, (found.ended, found.message)


@pytest.mark.parametrize("module", ["heapq", "string", "operator", "statistics", "calendar", "textwrap", "functools"])
def test_a_stand_in_has_no_names_that_cpython_has_not(module):
    own = {"sorted_by", "sort_by"}
    real = importlib.import_module(module)
    assert not [name for name in names_of(module) - own if not name.startswith("_") and not hasattr(real, name)]


def test_ordinary_code_is_left_as_it_is():
    source = "def f(x):\n    return [y * 2 for y in x if y > 1]"
    assert translate(source).source.strip() == source


def test_a_program_that_cannot_be_said_is_refused():
    with pytest.raises(NotInDialect, match="inherits from dict"):
        translate("class E(dict):\n    pass")
