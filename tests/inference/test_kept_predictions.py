"""Kept predictions are read as they were written, and go with their owner; the arithmetic is that of the formula."""

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from core.errors import InferenceError
from core.inference.diverging import divergence_of, log_softmax
from core.inference.kept_predictions import (
    CHUNK_TOKENS,
    PREDICTED,
    Writer,
    file_bytes,
    open_kept,
    remove_abandoned,
    temporary_file,
)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))


def test_kept_predictions_are_read_as_they_were_written(tmp_path: Path) -> None:
    draw = np.random.default_rng(1)
    chunks = [draw.integers(0, 300, CHUNK_TOKENS).astype(np.int32) for _ in range(2)]
    written = log_softmax(draw.normal(0, 6, (2 * PREDICTED, 300)).astype(np.float32))
    path = tmp_path / "x.predictions"
    with closing(Writer(path, 300, chunks)) as writer:
        for start in range(0, len(written), 51):
            rows = written[start : start + 51]
            writer.add(rows[:, 7].astype(np.float64), rows)
    assert path.stat().st_size == file_bytes(300, 2)
    kept = open_kept(path)
    read = np.concatenate([kept.log_probabilities(chunk, 0, PREDICTED) for chunk in (0, 1)])
    likely = written > -20
    assert np.abs(read - written)[likely].max() < 3e-4
    assert abs(divergence_of(written, read)).max() < 1e-6
    assert kept.chunks.tolist() == [chunk.tolist() for chunk in chunks]
    assert kept.tops(1).tolist() == written[PREDICTED:].argmax(axis=1).tolist()
    assert kept.likelihoods(0) == pytest.approx(written[:PREDICTED, 7])
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(InferenceError, match="measure again"):
        open_kept(path)


def test_a_divergence_is_that_of_the_formula() -> None:
    one, other = np.log(np.array([[0.5, 0.5]], np.float32)), np.log(np.array([[0.25, 0.75]], np.float32))
    assert divergence_of(one, other)[0] == pytest.approx(0.1438, abs=1e-4)
    assert divergence_of(one, one)[0] == 0


def test_kept_predictions_go_with_their_owner() -> None:
    with pytest.raises(ZeroDivisionError), temporary_file() as path:
        path.write_bytes(b"x" * 1000)
        assert remove_abandoned() == 0  # its owner is this process
        assert 1 / 0
    assert not path.exists()
    program = (
        "import os\n"
        "from core.inference.kept_predictions import temporary_file\n"
        "with temporary_file() as path:\n"
        "    path.write_bytes(b'x' * 1000)\n"
        "    os._exit(9)\n"
    )
    subprocess.run([sys.executable, "-c", program], env=os.environ, check=False)
    assert len(list(path.parent.iterdir())) == 1
    assert remove_abandoned() == 1000
    assert not list(path.parent.iterdir())


def test_a_full_disk_is_a_sentence(tmp_path: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full here")
    chunk = np.zeros(CHUNK_TOKENS, np.int32)
    with (
        pytest.raises(InferenceError, match="make room there, or take fewer chunks"),
        closing(Writer(full, 5000, [chunk])) as writer,
    ):
        writer.add(np.zeros(200), np.zeros((200, 5000), np.float32))
