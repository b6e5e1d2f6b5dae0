"""The Hub, as a small server on loopback that speaks its addresses, headers and errors."""

import hashlib
import json
import shutil
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar
from urllib.parse import parse_qs, unquote, urlparse

import pytest

from core.errors import DownloadError, ModelFileError
from core.models.fit import FitSettings
from core.models.hub import HubFile, estimate_hub_file, list_files, search_repos
from core.models.hub_download import download_file
from core.models.transfer import TransferCancelled
from tests.models.gguf_files import small_model

pytestmark = pytest.mark.slow  # the quick tests keep to a minute

WHOLE = small_model().whole() * 40
COMMIT = "c" * 40


class Hub(BaseHTTPRequestHandler):
    """Repositories by name; `requests` keeps what was asked for."""

    files: ClassVar[dict[str, bytes]]
    break_after: ClassVar[int | None]
    requests: ClassVar[list[tuple[str, str, dict[str, str]]]]
    status: ClassVar[int | None]

    def do_GET(self) -> None:
        address = urlparse(self.path)
        if not address.path.startswith("/api/agent"):  # huggingface_hub asks for that on its own
            self.requests.append((self.command, unquote(self.path), dict(self.headers)))
        if self.status is not None:
            self.answer(self.status, b"{}")
        elif address.path == "/api/models":
            query = parse_qs(address.query)
            found = [
                self.info(repo) for repo in ("ann/Tiny-1B-GGUF", "bob/Other-2B-GGUF") if query["search"][0] in repo
            ]
            self.answer(200, json.dumps(found).encode())
        elif "gated" in address.path:
            self.answer(403, b"{}", {"X-Error-Code": "GatedRepo"})
        elif "missing" in address.path:
            self.answer(401, b"{}", {"X-Error-Code": "RepoNotFound"})
        elif address.path.startswith("/api/models/"):
            self.answer(200, json.dumps(self.info("ann/Tiny-1B-GGUF", True)).encode())
        elif address.path.startswith(f"/ann/Tiny-1B-GGUF/resolve/{COMMIT}/"):
            self.send_file(unquote(address.path).split(f"{COMMIT}/")[1])
        else:
            self.answer(404, b"{}", {"X-Error-Code": "EntryNotFound"})

    def info(self, repo: str, siblings: bool = False) -> dict:
        found = {
            "id": repo, "modelId": repo, "downloads": 10, "likes": 2, "gated": "auto" if "Other" in repo else False,
            "lastModified": "2026-01-02T03:04:05.000Z", "sha": COMMIT, "tags": ["gguf"], "private": False,
        }  # fmt: skip
        if siblings:
            found["siblings"] = [
                {
                    "rfilename": name,
                    "size": len(content),
                    "blobId": "b" * 40,
                    "lfs": {"sha256": hashlib.sha256(content).hexdigest(), "size": len(content), "pointerSize": 1},
                }
                for name, content in self.files.items()
            ]
        return found

    def send_file(self, name: str) -> None:
        content = self.files.get(name)
        if content is None:
            self.answer(404, b"{}", {"X-Error-Code": "EntryNotFound"})
            return
        wanted = self.headers.get("Range")
        start, _, last = wanted.removeprefix("bytes=").partition("-") if wanted else ("0", "", "")
        end = min(int(last) + 1, len(content)) if last else len(content)
        rest = content[int(start) : end]
        self.send_response(206 if wanted else 200)
        self.send_header("Content-Length", str(len(rest)))
        if wanted:
            self.send_header("Content-Range", f"bytes {start}-{end - 1}/{len(content)}")
        self.end_headers()
        self.wfile.write(rest if self.break_after is None else rest[: self.break_after])
        self.close_connection = True

    def answer(self, status: int, content: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *args: object) -> None:
        return


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[type[Hub]]:
    """A fresh server that huggingface_hub is pointed at by its own variable."""

    class Fresh(Hub):
        files: ClassVar = {
            "Tiny-1B-Q8_0.gguf": WHOLE,
            "Tiny-1B-UD-Q2_K_XL.gguf": WHOLE[:100_000],
            "big/Tiny-1B-F16-00002-of-00002.gguf": WHOLE + WHOLE[1000:],
            "big/Tiny-1B-F16-00001-of-00002.gguf": WHOLE[:1000],
            "README.md": b"# Tiny",
            "../../evil.gguf": b"GGUF",
        }
        requests: ClassVar = []
        status: ClassVar = None
        break_after: ClassVar = None

    server = ThreadingHTTPServer(("127.0.0.1", 0), Fresh)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setenv("HF_TOKEN", "hf_secret_of_the_test")
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    yield Fresh
    server.shutdown()


def listed(label: str) -> HubFile:
    return next(file for file in list_files("ann/Tiny-1B-GGUF") if file.label == label)


def test_a_search_tells_what_is_gated_and_how_popular_it_is(hub: type[Hub]) -> None:
    tiny, other = search_repos("GGUF")
    assert (tiny.repo_id, tiny.downloads, tiny.gated, tiny.updated) == ("ann/Tiny-1B-GGUF", 10, False, "2026-01-02")
    assert (other.gated, other.name.size_b) == (True, 2.0)
    assert "filter=gguf" in hub.requests[0][1]


def test_files_are_listed_with_size_and_label_parts_together(hub: type[Hub]) -> None:
    files = list_files("ann/Tiny-1B-GGUF")
    assert [(file.label, file.size_bytes, len(file.parts)) for file in files] == [
        ("UD-Q2_K_XL", 100_000, 1),
        ("Q8_0", len(WHOLE), 1),
        ("F16", 2 * len(WHOLE), 2),
    ]
    assert [part.path[-21:-5] for part in files[2].parts] == ["6-00001-of-00002", "6-00002-of-00002"]
    assert files[0].roughly_fits(1 << 30)
    assert not files[0].roughly_fits(1 << 20)


def test_the_memory_is_estimated_from_the_start_of_the_file(hub: type[Hub]) -> None:
    tokens = [f"token{number}" for number in range(40_000)]
    hub.files["Tiny-1B-Q8_0.gguf"] = small_model(tokenizer__ggml__tokens=tokens).whole() + bytes(1 << 20)
    file = listed("Q8_0")
    estimate = estimate_hub_file(file, FitSettings(n_ctx=2048))
    assert estimate.kv_bytes == 2 * 2 * 32 * 2 * 2048  # 2 layers, keys and values, 2 heads of 16, 2 bytes
    assert estimate.weights_bytes == file.size_bytes
    assert estimate.output_bytes == 40_000 * 4  # the vocabulary is cut off, its length is not
    assert hub.requests[-1][2]["Range"] == "bytes=0-262143"


def test_a_file_on_the_hub_that_is_no_model_is_a_sentence(hub: type[Hub]) -> None:
    hub.files["Tiny-1B-Q8_0.gguf"] = b"<html>" * 1000
    with pytest.raises(ModelFileError, match="is a web page"):
        estimate_hub_file(listed("Q8_0"))


def test_a_download_arrives_whole_and_tells_how_far_it_is(hub: type[Hub], tmp_path: Path) -> None:
    seen = []
    file = listed("Q8_0")
    path = download_file(file, tmp_path, seen.append)
    assert path == tmp_path / "ann" / "Tiny-1B-GGUF" / "Tiny-1B-Q8_0.gguf"
    assert path.read_bytes() == WHOLE
    assert [p.name for p in path.parent.iterdir()] == [path.name]
    assert {step.stage for step in seen} == {"downloading", "checking"}
    assert seen[-1].share == 1.0


def test_what_is_there_is_not_fetched_again(hub: type[Hub], tmp_path: Path) -> None:
    file = listed("Q8_0")
    download_file(file, tmp_path)
    asked = len(hub.requests)
    download_file(file, tmp_path)
    assert len(hub.requests) == asked


def test_all_parts_come_down(hub: type[Hub], tmp_path: Path) -> None:
    seen = []
    path = download_file(listed("F16"), tmp_path, seen.append)
    assert path.name == "Tiny-1B-F16-00001-of-00002.gguf"
    assert b"".join(part.read_bytes() for part in sorted(path.parent.iterdir())) == WHOLE[:1000] + WHOLE + WHOLE[1000:]
    assert [step.done_bytes for step in seen if step.stage == "checking"][-1] == 2 * len(WHOLE)


def test_a_cancelled_download_goes_on_where_it_stopped(hub: type[Hub], tmp_path: Path) -> None:
    hub.files["Tiny-1B-Q8_0.gguf"] = WHOLE * 2  # more than one piece
    file = listed("Q8_0")
    seen = []
    with pytest.raises(TransferCancelled, match="is kept"):
        download_file(file, tmp_path, seen.append, cancelled=lambda: len(seen) >= 1)
    (begun,) = (tmp_path / "ann" / "Tiny-1B-GGUF").iterdir()
    have = begun.stat().st_size
    assert 0 < have < file.size_bytes
    assert download_file(file, tmp_path).read_bytes() == WHOLE * 2
    assert hub.requests[-1][2]["Range"] == f"bytes={have}-"
    assert not begun.exists()


def test_a_connection_that_breaks_is_taken_up_again(
    hub: type[Hub], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.models.hub_download.RETRY_PAUSE_S", 0)
    hub.break_after = len(WHOLE) // 5 + 1
    assert download_file(listed("Q8_0"), tmp_path).read_bytes() == WHOLE
    assert sum("resolve" in address for _, address, _ in hub.requests) in (
        5,
        6,
        7,
        8,
    )  # httpx keeps back what it had not handed out


def test_a_connection_that_brings_nothing_more_is_given_up(
    hub: type[Hub], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.models.hub_download.RETRY_PAUSE_S", 0)
    hub.break_after = 0
    with pytest.raises(DownloadError, match="cannot be reached"):
        download_file(listed("Q8_0"), tmp_path)
    assert sum("resolve" in address for _, address, _ in hub.requests) == 4


def test_a_damaged_download_is_thrown_away(hub: type[Hub], tmp_path: Path) -> None:
    file = listed("Q8_0")
    hub.files["Tiny-1B-Q8_0.gguf"] = WHOLE[:-1] + b"x"
    with pytest.raises(DownloadError, match="arrived damaged"):
        download_file(file, tmp_path)
    assert list((tmp_path / "ann" / "Tiny-1B-GGUF").iterdir()) == []


def test_a_changed_file_is_never_mixed_with_what_was_begun(hub: type[Hub], tmp_path: Path) -> None:
    first = listed("Q8_0")
    folder = tmp_path / "ann" / "Tiny-1B-GGUF"
    folder.mkdir(parents=True)
    (folder / f".Tiny-1B-Q8_0.gguf.{first.parts[0].sha256[:16]}.part").write_bytes(WHOLE[:500])
    hub.files["Tiny-1B-Q8_0.gguf"] = WHOLE[::-1]
    second = listed("Q8_0")
    assert download_file(second, tmp_path).read_bytes() == WHOLE[::-1]


def test_gated_missing_and_gone_are_told_apart_with_what_to_do(
    hub: type[Hub], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(DownloadError, match=r"meta/gated-model is gated: .*accept them with the account of your token"):
        list_files("meta/gated-model")
    with pytest.raises(DownloadError, match=r"meta/missing-model is not on .*check the spelling"):
        list_files("meta/missing-model")
    with pytest.raises(DownloadError, match="no name of a repository"):
        list_files("no such/../name")
    file = listed("Q8_0")
    del hub.files["Tiny-1B-Q8_0.gguf"]
    with pytest.raises(DownloadError, match="is no longer there"):
        download_file(file, tmp_path)
    monkeypatch.delenv("HF_TOKEN")
    monkeypatch.setenv("HF_TOKEN_PATH", str(tmp_path / "none"))
    monkeypatch.setattr("huggingface_hub.constants.HF_TOKEN_PATH", str(tmp_path / "none"))
    with pytest.raises(DownloadError, match="accept them, then run 'hf auth login'"):
        list_files("meta/gated-model")


@pytest.mark.parametrize(("status", "sentence"), [(401, "does not accept the token"), (403, "refuses"), (418, "418")])
def test_refusals_are_sentences(hub: type[Hub], status: int, sentence: str) -> None:
    hub.status = status
    with pytest.raises(DownloadError, match=sentence):
        search_repos("x")


def test_offline_mode_and_no_network_are_sentences(hub: type[Hub], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(DownloadError, match=r"http://127.0.0.1:9 cannot be reached"):
        list_files("ann/Tiny-1B-GGUF")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(DownloadError, match="Offline mode is on"):
        search_repos("Tiny")
    assert hub.requests == []


def test_the_token_is_sent_and_left_nowhere(hub: type[Hub], tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    download_file(listed("Q8_0"), tmp_path)
    assert hub.requests[-1][2]["authorization"] == "Bearer hf_secret_of_the_test"
    with pytest.raises(DownloadError) as refused:
        list_files("meta/gated-model")
    left = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(b"hf_secret" in content for content in left)
    assert "hf_secret" not in caplog.text + str(refused.value)


def test_a_full_disk_is_told_before_the_download(
    hub: type[Hub], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=10))
    with pytest.raises(DownloadError, match="free some space"):
        download_file(listed("Q8_0"), tmp_path)


def test_a_folder_that_cannot_be_written_is_a_sentence(hub: type[Hub], tmp_path: Path) -> None:
    (tmp_path / "ann").write_text("in the way")
    with pytest.raises(DownloadError, match="choose another folder"):
        download_file(listed("Q8_0"), tmp_path)
