"""The examples in the docstrings of core/ say the truth: each is run, but for those that need a file or the network."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROMPT = re.compile(r"^\s*>>> .*$", re.MULTILINE)
MODULES = tuple(
    path.relative_to(ROOT).as_posix()
    for path in sorted((ROOT / "core").rglob("*.py"))
    if ">>>" in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("path", MODULES)
def test_the_examples_of_a_module_hold(path, capsys):
    module = importlib.import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0, capsys.readouterr().out

    real = [line for line in PROMPT.findall((ROOT / path).read_text(encoding="utf-8")) if "doctest: +SKIP" not in line]
    assert result.attempted >= len(real), "doctest did not find all the examples: they stand where it does not look"
