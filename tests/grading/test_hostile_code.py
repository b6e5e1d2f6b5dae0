"""Hostile code gains nothing and costs bounded time, in both sandboxes."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from core.errors import GradingError
from core.grading.graders import grade
from core.grading.outcome import Outcome
from core.grading.sandbox.contract import Call, Ended
from core.grading.sandbox.cpython import PROTECTIONS, CPythonSandbox
from core.grading.sandbox.monty import MontySandbox
from core.inference.exchange import FinishReason
from core.questions.question import AskedQuestion, GraderSpec, Question

TEXT = (Path(__file__).parent / "data" / "hostile_code.md").read_text(encoding="utf-8")
HOSTILE = dict(re.findall(r"^## ([^\n]+)\n```python\n(.*?)\n```", TEXT, re.MULTILINE | re.DOTALL))
SANDBOXES = {"monty": MontySandbox, "cpython": lambda: CPythonSandbox(consent=True)}
TIMEOUT_S = 0.4


def run(name, source):
    with SANDBOXES[name]() as sandbox:
        start = time.perf_counter()
        results = sandbox.run_calls(source, [Call("f", (1,)), Call("f", (2,))], timeout_s=TIMEOUT_S)
        return results, time.perf_counter() - start


@pytest.mark.slow
@pytest.mark.parametrize("sandbox", SANDBOXES)
@pytest.mark.parametrize("attack", HOSTILE)
def test_hostile_code_gains_nothing_in_bounded_time(sandbox, attack):
    options = {
        "entry_point": "f",
        "tests": [{"args": [1], "expected": 5}, {"args": [2], "expected": 6}],
        "reference": "def f(x):\n    return x + 4",
        "timeout_s": TIMEOUT_S,
    }
    asked = AskedQuestion(Question("q", "?", (), GraderSpec("code", options)))
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    with SANDBOXES[sandbox]() as opened:
        start = time.perf_counter()
        found = grade(asked, f"```python\n{HOSTILE[attack]}\n```", FinishReason.STOP, sandbox=opened)
        took_s = time.perf_counter() - start
        honest = grade(asked, "```python\ndef f(x):\n    return 4 + x\n```", FinishReason.STOP, sandbox=opened)
    assert found.outcome in (Outcome.WRONG, Outcome.COULD_NOT_RUN), found.why
    assert took_s < 12, f"{took_s:.1f} s"
    assert honest.outcome is Outcome.RIGHT, honest.why
    left = [child for child in psutil.Process().children(recursive=True) if child.pid not in before]
    assert not [child for child in left if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_a_file_outside_cannot_be_read(sandbox, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret")
    if sandbox == "cpython" and not CPythonSandbox(consent=True).protections()["reading"]:
        pytest.skip("this system cannot keep a Python process from reading files (Landlock, Linux 5.13)")
    results, _ = run(sandbox, f"def f(x):\n    return open({str(secret)!r}).read()")
    assert results[0].ended in (Ended.RAISED, Ended.UNSUPPORTED)
    assert results[0].value is None


def test_the_environment_is_empty(monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "abc")
    results, _ = run("cpython", "import os\ndef f(x):\n    return sorted(os.environ)")
    assert "SECRET_TOKEN" not in results[0].value


def test_the_temporary_folder_is_removed():
    results, _ = run("cpython", "import os\ndef f(x):\n    open('a.txt', 'w').write('x')\n    return os.getcwd()")
    assert results[0].ended is Ended.RETURNED
    assert not Path(results[0].value).exists()


def test_time_is_bounded_though_every_call_hangs():
    for sandbox in SANDBOXES:
        results, took_s = run(sandbox, HOSTILE["endless loop"])
        assert [result.ended for result in results] == [Ended.TIMED_OUT] * 2
        assert took_s < 3


def test_python_needs_consent():
    with pytest.raises(GradingError, match="consent"):
        CPythonSandbox()
    with pytest.raises(GradingError, match="consent"):
        CPythonSandbox(consent=False)


def test_protections_say_what_holds():
    held = CPythonSandbox(consent=True).protections()
    assert set(held) == set(PROTECTIONS)
    if sys.platform.startswith("linux"):
        assert held["memory"] and held["cpu"]
    if held["network"]:
        results, _ = run("cpython", "import socket\ndef f(x):\n    socket.socket()\n    return 1")
        assert results[0].ended is Ended.RAISED and "PermissionError" in results[0].raised


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a child that ends with its parent needs Linux")
def test_the_child_ends_with_its_parent(tmp_path):
    script = (
        "from core.grading.sandbox.contract import Call\n"
        "from core.grading.sandbox.cpython import CPythonSandbox\n"
        "CPythonSandbox(consent=True).run_calls("
        "'import time\\ndef f():\\n    time.sleep(60)', [Call('f')], timeout_s=60)\n"
    )
    root = str(Path(__file__).parents[2])
    parent = subprocess.Popen([sys.executable, "-c", script], cwd=root, env={**os.environ, "PYTHONPATH": root})
    try:
        child = None
        for _ in range(200):
            children = psutil.Process(parent.pid).children()
            if children:
                child = children[0]
                break
            time.sleep(0.05)
        assert child is not None
        time.sleep(0.5)  # until it has confined itself
    finally:
        parent.kill()
        parent.wait()
    for _ in range(100):
        if not child.is_running() or child.status() == psutil.STATUS_ZOMBIE:
            return
        time.sleep(0.05)
    pytest.fail("the child outlived its parent")
