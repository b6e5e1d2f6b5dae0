"""The list of commands: complete, quick, and the same words as the commands' own help."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.__main__ import main

ROOT = Path(__file__).parents[2]


def test_every_command_is_listed_with_the_beginning_of_its_own_help():
    listed = CliRunner().invoke(main, ["--help"], terminal_width=200, max_content_width=200).stdout
    for name in main.modules:
        line = next(line for line in listed.splitlines() if line.startswith(f"  {name} "))
        said = line.split(maxsplit=1)[1].removesuffix("...").strip()
        command = main.get_command(None, name)
        assert command is not None
        assert said
        assert " ".join((command.help or "").split()).startswith(said), name


def test_an_unknown_command_is_wrong_usage():
    result = CliRunner().invoke(main, ["nosuch"])
    assert result.exit_code == 2
    assert "No such command" in result.stderr


@pytest.mark.parametrize("arguments", [["--help"], ["name", "Qwen3-4B"]])
def test_what_needs_no_statistics_does_not_import_them(arguments):
    code = f"main({arguments!r}, standalone_mode=False)"
    assert imported_by(code, "scipy", "numpy", "pandas", "sqlite3", "pydantic_monty") == "[]"


@pytest.mark.slow
def test_no_command_imports_the_slow_half_of_scipy_or_the_engine():
    """scipy.stats alone takes four tenths of a second, which every start would pay."""
    code = "for name in main.modules: main.get_command(None, name)"
    assert imported_by(code, "scipy.stats", "llama_cpp", "pandas") == "[]"


def imported_by(code, *modules):
    """Which of these modules the code imports in a process of its own."""
    code = f"import sys; from core.__main__ import main\n{code}\nprint([n for n in {modules!r} if n in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True, timeout=60
    )
    return done.stdout.splitlines()[-1]
