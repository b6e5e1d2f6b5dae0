"""Whatever is given instead of a model, `run` says what it is, where, and what to do, and leaves with 1."""

import struct
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from core.__main__ import main
from core.errors import ModelFileError
from core.inference.exchange import Settings
from core.models.machine import MachineMemory
from core.runs.memory_check import check_memory

ONE_QUESTION = '{"input": "2 + 2?", "target": "4", "grader": "number"}\n'


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))


def run(tmp_path: Path, model: Path, questions: bytes = ONE_QUESTION.encode()) -> Result:
    path = tmp_path / "questions.jsonl"
    path.write_bytes(questions)
    return CliRunner().invoke(main, ["run", "--model", str(model), "--questions", str(path), "--json"])


def header(tensors: int, keys: int) -> bytes:
    return b"GGUF" + struct.pack("<IQQ", 3, tensors, keys)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "no"),
        (b"", "empty"),
        (b"GGUF\x03\x00", "ends"),
        (b"PK\x03\x04" + b"\0" * 200, "GGUF"),
        (b"<!doctype html><title>Sign in</title>" + b" " * 100, "web page"),
        (header(2**60, 5), ""),
        (header(5, 2**60), ""),
        (header(3, 0), "ends"),
    ],
    ids=["missing", "empty", "cut", "an archive", "a web page", "absurd tensors", "absurd keys", "no tensors"],
)
def test_what_is_no_model_is_refused_with_a_sentence(tmp_path: Path, content: bytes | None, said: str) -> None:
    model = tmp_path / "model.gguf"
    if content is not None:
        model.write_bytes(content)
    result = run(tmp_path, model)
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: ")
    assert "model.gguf" in result.stderr
    assert said in result.stderr
    assert "Traceback" not in result.output


def test_a_cut_model_says_how_much_of_it_is_there(tmp_path: Path, smollm_path: Path) -> None:
    model = tmp_path / "model.gguf"
    with smollm_path.open("rb") as source:
        model.write_bytes(source.read(40_000_000))
    result = run(tmp_path, model)
    assert result.exit_code == 1
    assert "of 272 tensors" in result.stderr
    assert "download it again" in result.stderr


def test_a_model_too_big_for_the_machine_is_refused_before_it_is_loaded(smollm_path: Path) -> None:
    small = MachineMemory(total_bytes=200_000_000, available_bytes=100_000_000)
    with pytest.raises(ModelFileError, match=r"this machine has 0\.2 GB: choose a smaller"):
        check_memory(smollm_path, Settings(), small)
    busy = MachineMemory(total_bytes=8_000_000_000, available_bytes=100_000_000)
    assert "close other programs" in str(check_memory(smollm_path, Settings(), busy))
    assert check_memory(smollm_path, Settings(), MachineMemory(8_000_000_000, 8_000_000_000)) is None


def test_faults_of_a_question_file_are_named_by_row_and_column(tmp_path: Path, smollm_path: Path) -> None:
    questions = (
        b'{"input": "2 + 2?", "target": "4"}\n'
        b'{"input": "", "target": "5"}\n'
        b'{"input": "3?", "target": "green", "choices": ["a", "b"]}\n'
    )
    result = run(tmp_path, smollm_path, questions)
    assert result.exit_code == 1
    assert "line 2" in result.stderr
    assert "line 3" in result.stderr
    assert "input" in result.stderr


def test_a_key_that_no_answer_could_meet_is_refused_before_the_run(tmp_path: Path, smollm_path: Path) -> None:
    questions = b'{"input": "2 + 2?", "target": "4"}\n{"input": "3?", "target": "E", "choices": ["a", "b"]}\n'
    result = run(tmp_path, smollm_path, questions)
    assert result.exit_code == 1
    assert "row 2" in result.stderr
    assert "outside the choices A to B" in result.stderr


def test_a_spreadsheet_with_a_byte_order_mark_and_line_breaks_loads(tmp_path: Path) -> None:
    from core.questions.load import load_question_set

    path = tmp_path / "fragen.csv"
    path.write_bytes('\ufeffinput;target\r\n"Wie heißt\r\ndie Stadt?";Köln\r\nZwei?;2\r\n;\r\n'.encode())
    loaded = load_question_set(path)
    assert [q.input for q in loaded.questions] == ["Wie heißt\ndie Stadt?", "Zwei?"]
    assert [q.target for q in loaded.questions] == [("Köln",), ("2",)]


def test_no_model_or_no_questions_is_wrong_usage(tmp_path: Path) -> None:
    assert CliRunner().invoke(main, ["run", "--use-case", "coding"]).exit_code == 2
    assert CliRunner().invoke(main, ["run", "--model", "a.gguf"]).exit_code == 2


def test_an_unknown_run_is_said(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["verdict", "nothing", "here"])
    assert result.exit_code == 1
    assert "There is no run nothing" in result.stderr
