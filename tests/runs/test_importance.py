"""An importance matrix is known by the contents of the model and of the text, and made once."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from core.commands.model_files import quantize
from core.errors import StoreError
from core.runs.importance import make_importance
from tests.ladder_store import write_rung


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were read, without a model."""
    texts: list[str] = []

    def collect(model: Path, text: str, destination: Path, **_: object) -> None:
        texts.append(text)
        destination.write_bytes(b"matrix")

    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("core.runs.importance.collect_importance", collect)
    return texts


def test_a_matrix_is_made_once_for_a_model_and_a_text(tmp_path: Path, read: list[str]) -> None:
    source, other = (write_rung(tmp_path, "Zyxw-1B", label) for label in ("F16", "Q8_0"))
    one, same, another = (tmp_path / f"{name}.txt" for name in ("one", "same", "another"))
    one.write_text("Some pages.", encoding="utf-8")
    same.write_text("Some pages.\n", encoding="utf-8")
    another.write_text("Other pages.", encoding="utf-8")

    def make(model: Path, text: Path, chunks: int = 20) -> Path:
        return make_importance(model, text, lambda _: None, lambda: False, chunks)

    first = make(source, one)
    assert make(source, same) == first
    assert read == ["Some pages."]
    assert len({first, make(source, another), make(other, one), make(source, one, 5)}) == 4
    with pytest.raises(StoreError, match="cannot be read"):
        make(source, tmp_path / "gone.txt")


def test_a_rung_takes_a_matrix_or_a_text_not_both(tmp_path: Path) -> None:
    arguments = ["a.gguf", "Q2_K", "b.gguf", "--imatrix", "m.imatrix", "--text", "t.txt"]
    result = CliRunner().invoke(quantize, arguments)
    assert result.exit_code == 2
    assert "not both" in result.stderr
