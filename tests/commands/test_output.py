"""Names are not ours: what they hold can neither break a table nor steer the terminal."""

import json
import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.__main__ import main
from core.commands.output import printable, table
from core.models.fit import FitSettings, estimate_memory
from core.models.split_files import read_headers
from core.runs.candidates import candidate_from_path, candidate_from_server, same_content
from tests.models.gguf_files import small_model, write
from tests.tiny_architectures import write_encoder, write_grouped, write_projector

HOSTILE = "bad\nname\x1b[2J\u202e\u2028.gguf"


def test_a_cell_is_one_line_whatever_it_holds() -> None:
    lines = table([[HOSTILE, "1"], ["two", "2"]], ["model", "n"]).split("\n")
    assert len(lines) == 3
    assert lines[1].startswith(r"bad\nname\x1b[2J\u202e\u2028.gguf  1")
    assert lines[2].index("2") == lines[1].index("  1") + 2


@pytest.mark.parametrize("plain", ["ä ß 漢字 👩\u200d💻 é", "Hebrew \u200eא", "two\nlines\tand a tab"])
def test_ordinary_text_stays_as_it_is(plain: str) -> None:
    assert printable(plain) == plain


def test_a_lone_surrogate_can_be_printed() -> None:
    assert printable("\udcff").encode() == rb"\udcff"


def test_a_model_file_with_a_newline_in_its_name_takes_one_line_of_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
    write_grouped(tmp_path / "models" / HOSTILE)
    (tmp_path / "models" / "broken\x1b[31m\n.gguf").write_bytes(b"GGUF")
    shown = CliRunner().invoke(main, ["models", str(tmp_path / "models")])
    assert shown.exit_code == 0
    assert "\x1b" not in shown.output
    assert len(shown.output.rstrip("\n").split("\n")) == 3


def test_a_second_list_opens_no_file_again_also_for_another_context(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
    path = write_grouped(tmp_path / "models" / "m.gguf")

    def memory_bytes(n_ctx: int) -> int:
        command = ["models", str(path.parent), "--n-ctx", str(n_ctx), "--json"]
        (found,) = json.loads(CliRunner().invoke(main, command).stdout)["files"]
        return found["predicted_bytes"]

    first = memory_bytes(4096)
    at_length = estimate_memory(read_headers(path), FitSettings(n_ctx=65_536)).total_bytes
    monkeypatch.setattr("core.models.split_files.read_header", None)  # nothing may be read any more
    assert (memory_bytes(4096), memory_bytes(65_536)) == (first, at_length)
    assert at_length > first


def test_preflight_of_a_file_of_the_other_byte_order_says_what_to_fetch(tmp_path: Path) -> None:
    path = write(tmp_path / "m.gguf", small_model(order=">" if sys.byteorder == "little" else "<"))
    found = CliRunner().invoke(main, ["preflight", str(path)])
    assert found.exit_code == 1
    assert "-endian and this machine is not: fetch the file for this kind of processor" in found.stderr


def test_the_same_content_twice_is_said(tmp_path: Path) -> None:
    first = write_grouped(tmp_path / "a.gguf")
    copy = Path(shutil.copy(first, tmp_path / "copy.gguf"))
    (tmp_path / "elsewhere").mkdir()
    far = Path(shutil.copy(first, tmp_path / "elsewhere"))
    one, two, three = (candidate_from_path(path) for path in (first, copy, far))
    assert same_content([one, two]) == ("copy.gguf holds the same as a.gguf: they are one candidate, with one run.",)
    assert same_content([one, one]) == (f"{one.name} is named twice: it is one candidate, with one run.",)
    assert same_content([one, three])[0].startswith(f"{far} holds the same as {first}:")
    assert same_content([one, candidate_from_server("http://localhost:1", "m")]) == ()


@pytest.mark.parametrize("write", [write_encoder, write_projector])
def test_a_run_of_a_file_that_writes_no_text_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))
    path = write(tmp_path / "file.gguf")
    shown = CliRunner().invoke(main, ["run", "--model", str(path), "--use-case", "reasoning"])
    assert (shown.exit_code, "file.gguf is" in shown.output) == (1, True), shown.output
