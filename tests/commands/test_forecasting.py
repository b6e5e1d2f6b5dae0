"""`perplexity` measures files on a text and prints bits per byte with errors; a second call measures nothing anew."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.commands.forecasting import perplexity

TEXT = Path(__file__).resolve().parents[2] / "README.md"


@pytest.mark.slow
def test_two_tokenizers_are_compared_on_the_same_bytes(
    smollm_path: Path, gemma_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path))
    arguments = [str(smollm_path), str(gemma_path), "--text", str(TEXT), "--passages", "4", "--json"]
    first = CliRunner().invoke(perplexity, arguments)
    assert first.exit_code == 0, first.output
    found = json.loads(first.stdout)
    assert found["passages"] == 4
    assert len(found["files"]) == 2
    best, other = found["files"]
    assert best["bits_per_byte"]["value"] < other["bits_per_byte"]["value"]
    assert other["behind_first"]["standard_error"] > 0
    assert {best["is_base"], other["is_base"]} == {True, False}
    again = CliRunner().invoke(perplexity, arguments)
    assert json.loads(again.stdout) == found
    assert again.stderr == ""


def test_a_missing_file_and_a_short_text_are_sentences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path))
    result = CliRunner().invoke(perplexity, [str(tmp_path / "no.gguf"), "--text", str(TEXT)])
    assert result.exit_code == 1
    assert "no.gguf" in result.output
    assert "Traceback" not in result.output
