"""Online only on request: a Hub on loopback offers files, changes its format, and goes away."""

import json
import threading
from collections.abc import Iterator
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar
from urllib.parse import parse_qs, urlparse

import huggingface_hub.constants  # noqa: F401 - reads the environment once: before a test changes it
import pytest
from click.testing import CliRunner

from core.advice.shortlist.entry import Shortlisted
from core.advice.shortlist.hub import find_offers, hub_score_sentences, search_words
from core.advice.shortlist.needs import Machine, Needs
from core.advice.shortlist.shortlist import build_shortlist
from core.cards.online import Lookup
from core.catalogue.use_case_guide import find_guide
from core.catalogue.use_cases import UseCase
from core.commands.shortlisting import shortlist
from core.errors import DownloadError
from tests.models.gguf_files import small_model

REPOS = ("ann/phi-4-GGUF", "ann/phi-4-mini-instruct-GGUF", "bob/phi-4-abliterated-GGUF")
SIZES = {"phi-4-Q4_K_M.gguf": 9_053_000_000, "phi-4-Q8_0.gguf": 15_580_000_000, "mmproj.gguf": 9_000_000}


class Hub(BaseHTTPRequestHandler):
    asked: ClassVar[list[str]] = []
    start: ClassVar[bytes] = b"<html>Sign in</html>"  # of every file; some hubs do not show it

    def do_GET(self) -> None:
        address = urlparse(self.path)
        if address.path == "/api/models":
            self.asked.append(parse_qs(address.query)["search"][0])
            self.answer([self.info(repo) for repo in REPOS])
        elif address.path.startswith("/api/models/"):
            repo = address.path.removeprefix("/api/models/")
            files = [{"rfilename": name, "size": size} for name, size in SIZES.items()]
            kept = [{"dataset": {"id": "openai/openai_humaneval", "task_id": "humaneval"}, "value": 82.6}]
            self.answer({**self.info(repo), "siblings": files, "evalResults": kept})
        else:  # a board that has become a web page
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<html>We have moved</html>" if "/resolve/" not in address.path else self.start)

    def info(self, repo: str) -> dict:
        return {"id": repo, "modelId": repo, "sha": "c" * 40, "downloads": 5, "likes": 1, "tags": ["gguf"]}

    def answer(self, value: object) -> None:
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def hub(monkeypatch, tmp_path) -> Iterator[type[Hub]]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path))
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    Hub.asked.clear()
    yield Hub
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def phi() -> Shortlisted:
    found = build_shortlist(Needs(UseCase.CODING, Machine(16)))
    return next(one for one in found.candidates if one.model.name == "phi-4")


def test_files_of_the_very_model_are_offered_with_size_and_whether_they_fit(hub, phi):
    offers = find_offers(phi, Machine(16).usable_bytes, 8192)
    assert hub.asked == ["phi 4 GGUF"] == [search_words(phi)]
    assert {offer.file.repo_id for offer in offers} == {"ann/phi-4-GGUF"}, "no mini, and nobody's fine-tune"
    assert [(offer.file.label, offer.fits) for offer in offers] == [("Q4_K_M", True), ("Q8_0", False)]
    assert offers[0].sentence() == "phi-4: ann/phi-4-GGUF, phi-4-Q4_K_M.gguf (9.1 GB): fits."


def test_whether_a_file_fits_follows_from_its_header_and_the_context(hub, phi, monkeypatch):
    wide = {"llama__block_count": 40, "llama__attention__head_count": 32, "llama__attention__head_count_kv": 32}
    wide |= {"llama__attention__key_length": 128, "llama__attention__value_length": 128}
    monkeypatch.setattr(Hub, "start", small_model(**wide).whole())
    fits = {n_ctx: find_offers(phi, 12 * 10**9, n_ctx)[0].fits for n_ctx in (1024, 8192)}
    assert fits == {1024: True, 8192: False}, "its size alone would let it in: 8,192 tokens take 5 GB more"


def test_a_model_known_only_by_its_family_is_found_by_family_and_size(hub, monkeypatch):
    repos = ("ann/gemma-4-12b-it-GGUF", "ann/gemma-3-12b-it-GGUF", "ann/gemma-4-4b-it-GGUF")
    monkeypatch.setattr("tests.advice.test_shortlist_online.REPOS", repos)
    found = build_shortlist(Needs(UseCase.CHAT, Machine(16)))
    gemma = next(one for one in found.candidates if one.model.name == "Gemma 4 11.9B")
    assert {offer.file.repo_id for offer in find_offers(gemma, 12 * 10**9, 8192)} == {"ann/gemma-4-12b-it-GGUF"}


def test_a_model_that_nobody_has_quantized_is_said(hub):
    found = build_shortlist(Needs(UseCase.CODING, Machine(16)), also=["Zebra-9B"])
    zebra = next(one for one in found.candidates if one.model.name == "Zebra-9B")
    with pytest.raises(DownloadError, match="No repository with GGUF files of Zebra-9B was found"):
        find_offers(zebra, Machine(16).usable_bytes, 8192)


@pytest.mark.parametrize(
    "body",
    [b"<html>Log in to the network</html>", b"", b"null", b"[1, 2]", b'{"a": 1}', b'[{"id": 5}]', b"[" * 100_000],
)
def test_an_answer_that_is_no_hubs_is_a_sentence(hub, phi, monkeypatch, body):
    def no_hub(self: Hub) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    monkeypatch.setattr(hub, "do_GET", no_hub)
    with pytest.raises(DownloadError, match=r"another form than the Hub's|No repository"):
        find_offers(phi, Machine(16).usable_bytes, 8192)
    with pytest.raises(DownloadError, match="another form than the Hub's"):
        hub_score_sentences(phi, find_guide(UseCase.CODING), date(2026, 11, 29))


def test_names_with_markup_are_no_repositories_and_a_refused_one_hides_no_other(hub, phi, monkeypatch):
    repos = ("<script>alert(1)</script>/phi-4-GGUF", "gone/phi-4-GGUF", "ann/phi-4-GGUF")
    monkeypatch.setattr("tests.advice.test_shortlist_online.REPOS", repos)
    answer = hub.do_GET

    def refusing(self: Hub) -> None:
        if "gone/" in self.path:
            self.send_response(404)
            self.end_headers()
        else:
            answer(self)

    monkeypatch.setattr(hub, "do_GET", refusing)
    assert {offer.file.repo_id for offer in find_offers(phi, 12 * 10**9, 8192)} == {"ann/phi-4-GGUF"}


def test_a_board_without_a_row_is_said_to_have_changed(hub, monkeypatch):
    nothing = Lookup("evalplus", (), "2026-11-29")
    monkeypatch.setattr("core.commands.shortlisting.look_up_board", lambda *_, **__: nothing)
    result = CliRunner().invoke(
        shortlist, ["--use-case", "coding", "--memory-gb", "16", "--refresh", "evalplus", "--json"]
    )
    assert "holds no row that can be read" in result.stderr
    assert "evalplus" in {column["source"] for column in json.loads(result.stdout)["columns"]}


def test_a_board_that_changed_its_format_is_said_and_the_carried_rows_remain(hub):
    arguments = ["--use-case", "chat", "--memory-gb", "16", "--refresh", "arena", "--json"]
    result = CliRunner().invoke(shortlist, arguments)
    assert result.exit_code == 0, result.output
    assert "its format has changed" in result.stderr
    columns = [column["source"] for column in json.loads(result.stdout)["columns"]]
    assert "arena" in columns


def test_results_kept_with_the_model_come_with_whose_they_are(hub, phi):
    sentences = hub_score_sentences(phi, find_guide(UseCase.CODING), date(2026, 11, 29))
    assert sentences == ["phi-4: HumanEval 82.6 (setting not stated; publisher's own, 2026-11-29)."]


def test_a_size_that_was_counted_is_not_searched_for_as_no_repository_is_named_so():
    found = {
        one.model.name: search_words(one) for one in build_shortlist(Needs(UseCase.CODING, Machine(24))).candidates
    }
    assert found["gpt-oss 20.9B"] == "gpt oss GGUF"
    assert found["Gemma 4 11.9B"] == "Gemma 4 GGUF"
    assert found["Qwen3.5 9B"] == "Qwen3.5 9B GGUF"
    assert found["phi-4"] == "phi 4 GGUF"
