"""Texts are kept by content, read with bounds, and refused with a sentence."""

from pathlib import Path

import pytest

from core.errors import NotEnoughData, StoreError
from core.runs.database import Database
from core.runs.kept_texts import MAX_TEXT_BYTES, eval_text, keep_text, read_text
from tests.ladder_store import fill_ladder, one_ladder, write_ladder


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))


def test_texts_are_kept_by_content_and_bad_ones_are_told(tmp_path: Path) -> None:
    assert keep_text("one text", "a").path == keep_text("one text\n", "b").path
    with pytest.raises(NotEnoughData, match="empty"):
        keep_text("  \n", "a")
    with pytest.raises(StoreError, match="8 MB"):
        keep_text("x" * (MAX_TEXT_BYTES + 1), "a")
    with pytest.raises(StoreError, match="cannot be read"):
        read_text(tmp_path / "gone.txt")
    (tmp_path / "latin.txt").write_bytes("Größe".encode("latin-1"))
    with pytest.raises(StoreError, match="UTF-8"):
        read_text(tmp_path / "latin.txt")
    # Plain letters in UTF-16 are valid UTF-8 as well, each with a zero after it.
    (tmp_path / "wide.txt").write_bytes("A river runs.".encode("utf-16-le"))
    with pytest.raises(StoreError, match="UTF-8"):
        read_text(tmp_path / "wide.txt")
    (tmp_path / "notepad.txt").write_bytes(b"\xef\xbb\xbfA river\r\nruns.")
    assert read_text(tmp_path / "notepad.txt") == "A river\nruns."
    if (endless := Path("/dev/zero")).exists():
        with pytest.raises(StoreError, match="longer than 8 MB"):
            read_text(endless)


def test_the_evaluations_own_text_is_questions_with_the_references_answers(database: Database, tmp_path: Path) -> None:
    ladder = one_ladder(write_ladder(tmp_path, ["F16", "Q8_0", "Q4_0"]))
    _, runs = fill_ladder(database, ladder, {"F16": "rrw", "Q8_0": "rrr", "Q4_0": "www"})
    text = eval_text(database, runs["F16"])
    assert text.count("How many apples are there in all?") == 3
    assert text.count("Both crates together hold the sum of the two.") == 2
