"""`models` tells openly what it was named and could not search."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from core.__main__ import main
from tests.models.gguf_files import small_model, write


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOME", str(tmp_path))


def models(*named: Path) -> Result:
    return CliRunner().invoke(main, ["models", *map(str, named)])


def test_what_cannot_be_searched_is_an_error_when_nothing_else_was_named(tmp_path: Path) -> None:
    text = write(tmp_path / "notes.txt", b"no model")
    gone = models(tmp_path / "gone")
    assert (gone.exit_code, "gone is not there" in gone.stderr, gone.stdout) == (1, True, "")
    both = models(text, tmp_path / "gone")
    assert both.exit_code == 1
    assert "notes.txt is a file, but no .gguf" in both.stderr


def test_beside_a_folder_with_models_it_is_a_line_of_its_own(tmp_path: Path) -> None:
    write(tmp_path / "models" / "m.gguf", small_model())
    found = models(tmp_path / "models", tmp_path / "gone")
    assert found.exit_code == 0
    assert "gone is not there" in found.stdout


def test_a_model_file_may_be_named_itself(tmp_path: Path) -> None:
    path = write(tmp_path / "m.gguf", small_model())
    found = CliRunner().invoke(main, ["models", str(path), "--json"])
    assert [file["path"] for file in json.loads(found.stdout)["files"]] == [str(path)]


def test_without_any_file_it_says_what_to_do() -> None:
    found = models()
    assert found.exit_code == 0
    assert "name the folder" in found.stdout
    assert "python -m core demo" in found.stdout
