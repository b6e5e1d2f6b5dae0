"""Servers: the answers of llama-cpp-python's own server, and the ways in which others differ."""

import contextlib
import http.server
import importlib.util
import json
import os
import socket
import socketserver
import subprocess
import sys
import threading
import time
from contextlib import closing, contextmanager
from dataclasses import replace

import pytest

from core.errors import InferenceError
from core.inference.dialects import NotOffered, ServerKind, build_call, option_calls, read_answer, read_option
from core.inference.exchange import FinishReason, PromptMode, Reply, Request, Sampling, Settings
from core.inference.process import SessionClosed
from core.inference.server_client import ServerClient, checked_address
from core.inference.servers import find_servers, list_models, open_server
from core.inference.session import open_model
from core.questions.question import Message

pytestmark = pytest.mark.slow

CHAT = (Message("system", "Be brief."), Message("user", "2+2?"))


@contextmanager
def answering(handle):
    """A real HTTP server on loopback; `handle(method, path, body)` gives (status, headers, JSON)."""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _serve(self):
            size = int(self.headers.get("content-length") or 0)
            body = json.loads(self.rfile.read(size) or b"null")
            status, headers, content = handle(self.command, self.path, body, dict(self.headers))
            raw = content if isinstance(content, bytes) else json.dumps(content).encode()
            self.send_response(status)
            for name, value in {**headers, "content-length": str(len(raw))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(raw)

        do_GET = do_POST = _serve

        def log_message(self, *args):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def openai(answer, owner="vllm"):
    """A handler that lists one model "m" and answers questions by `answer(body)`."""

    def handle(method, path, body, headers):
        if path == "/v1/models":
            return 200, {}, {"data": [{"id": "m", "owned_by": owner}]}
        if method == "POST" and path.startswith("/v1/"):
            return answer(body)
        return 404, {}, {"error": {"message": "no such path"}}

    return handle


def said(text, reason="stop"):
    choice = {"message": {"role": "assistant", "content": text}, "finish_reason": reason}
    return 200, {}, {"choices": [choice], "usage": {"prompt_tokens": 5, "completion_tokens": 2}}


# What is sent, and how answers are read


def test_ollama_is_told_the_context_and_not_to_punish_repetition():
    path, body = build_call(ServerKind.OLLAMA, "m", Request("q", CHAT, 9), Settings(n_ctx=2048, thinking=False))
    assert path == "/api/chat"
    assert body["options"]["num_ctx"] == 2048
    assert body["options"]["num_predict"] == 9
    assert body["options"]["repeat_penalty"] == 1.0
    assert body["think"] is False


def test_only_servers_that_know_them_get_fields_beyond_openai():
    hot = Request("q", CHAT, sampling=Sampling(0.7, top_k=40, min_p=0.1))
    _, plain = build_call(ServerKind.OPENAI, "m", hot, Settings(thinking=True))
    _, more = build_call(ServerKind.VLLM, "m", hot, Settings(thinking=True))
    assert not {"top_k", "min_p", "chat_template_kwargs", "repeat_penalty"} & set(plain)
    assert (more["top_k"], more["min_p"], more["chat_template_kwargs"]["enable_thinking"]) == (40, 0.1, True)


@pytest.mark.parametrize(
    ("kind", "field"),
    [
        (ServerKind.LLAMA_CPP_PYTHON, "repeat_penalty"),
        (ServerKind.LLAMA_SERVER, "repeat_penalty"),
        (ServerKind.LM_STUDIO, "repeat_penalty"),
        (ServerKind.VLLM, "repetition_penalty"),
    ],
)
def test_no_server_punishes_repetition_by_its_own_default(kind, field):
    assert build_call(kind, "m", Request("q", CHAT), Settings())[1][field] == 1.0


def test_what_a_server_cannot_do_is_not_offered():
    with pytest.raises(NotOffered, match="grammar"):
        build_call(ServerKind.OLLAMA, "m", Request("q", CHAT, grammar="root ::= x"), Settings())
    with pytest.raises(NotOffered, match="log-likelihoods"):
        option_calls(ServerKind.LM_STUDIO, "m", Request("q", CHAT, options=("a",)))


def test_thinking_is_put_back_before_the_answer():
    ollama = {"message": {"content": "4", "thinking": "two and two"}, "done_reason": "stop", "eval_count": 3}
    other = {"choices": [{"message": {"content": "4", "reasoning_content": "two and two"}, "finish_reason": "stop"}]}
    for kind, answer in ((ServerKind.OLLAMA, ollama), (ServerKind.VLLM, other)):
        assert read_answer(kind, answer, Request("q", CHAT), 1.0).text == "<think>\ntwo and two\n</think>\n\n4"


def test_an_empty_answer_whose_budget_went_into_thinking_is_cut_off():
    answer = {"choices": [{"message": {"content": None, "reasoning": "hm"}, "finish_reason": "length"}]}
    reply = read_answer(ServerKind.VLLM, answer, Request("q", CHAT), 1.0)
    assert reply.finish_reason is FinishReason.LENGTH


def test_a_loop_at_the_cap_is_told_apart():
    answer = {"choices": [{"message": {"content": "so it is " * 40}, "finish_reason": "length"}]}
    assert read_answer(ServerKind.VLLM, answer, Request("q", CHAT), 1.0).finish_reason is FinishReason.LOOP


@pytest.mark.parametrize("answer", [{}, {"choices": []}, {"choices": [{}]}, {"choices": "x"}])
def test_what_is_no_answer_is_refused(answer):
    with pytest.raises(ValueError, match="no answer"):
        read_answer(ServerKind.OPENAI, answer, Request("q", CHAT), 1.0)


def test_an_option_is_read_between_prompt_and_what_was_written():
    logprobs = {"tokens": ["2+2", "=", "4", "."], "token_logprobs": [None, -2.0, -0.1, -1.0]}
    echoed = {"choices": [{"text": "2+2=4.", "logprobs": logprobs}]}
    assert read_option(echoed, "2+2=", "4") == -0.1
    with pytest.raises(NotOffered):
        read_option(echoed, "2+", "2=4")
    with pytest.raises(NotOffered):
        read_option({"choices": [{"text": "."}]}, "2+2=", "4")


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("localhost:11434", "http://localhost:11434"),
        ("http://localhost:8000/v1/", "http://localhost:8000"),
        ("https://host/path/v1", "https://host/path"),
        ("[::1]:80", "http://[::1]:80"),
    ],
)
def test_addresses_are_brought_into_one_form(given, address):
    assert checked_address(given) == address


@pytest.mark.parametrize("wrong", ["", "ftp://x", "http://", "http://user:secret@host", "http://host:99999"])
def test_an_address_that_cannot_be_used_is_a_sentence_without_its_secret(wrong):
    with pytest.raises(InferenceError) as error:
        checked_address(wrong)
    assert "secret" not in str(error.value)


# How trouble is met, with real HTTP


def test_a_busy_server_is_asked_again():
    calls = []

    def answer(body):
        calls.append(time.monotonic())
        return (503, {}, {"error": "busy"}) if len(calls) < 3 else said("4")

    with answering(openai(answer)) as url, closing(open_server(url, "m")) as session:
        replies = list(session.answer([Request("q", CHAT)]))
    assert [reply.text for reply in replies] == ["4"]
    assert len(calls) == 3
    assert calls[2] - calls[1] > calls[1] - calls[0]  # it backs off


def test_one_refused_request_harms_no_other():
    def answer(body):
        text = body["messages"][-1]["content"]
        if text == "long":
            return 400, {}, {"error": {"message": "maximum context length is 10 tokens"}}
        return (422, {}, {"detail": "odd"}) if text == "odd" else said(text)

    requests = [Request(text, (Message("user", text),)) for text in ("long", "odd", "fine")]
    with answering(openai(answer)) as url, closing(open_server(url, "m")) as session:
        found = {reply.id: reply for reply in session.answer(requests)}
    assert found["long"].finish_reason is FinishReason.DID_NOT_FIT
    assert found["odd"].finish_reason is FinishReason.FAILED
    assert found["fine"].text == "fine"


def test_several_requests_are_on_their_way_at_once():
    at_once, most, lock = [0], [0], threading.Lock()

    def answer(body):
        with lock:
            at_once[0] += 1
            most[0] = max(most[0], at_once[0])
        time.sleep(0.05)
        with lock:
            at_once[0] -= 1
        return said("x")

    requests = [Request(f"q{i}", CHAT) for i in range(16)]
    with answering(openai(answer)) as url, closing(open_server(url, "m", concurrency=4)) as session:
        assert len(list(session.answer(requests))) == 16
    assert most[0] == 4


def test_cancel_does_not_wait_for_the_server():
    release = threading.Event()

    def answer(body):
        release.wait(10)
        return said("late")

    with answering(openai(answer)) as url:
        session = open_server(url, "m")
        threading.Timer(0.2, session.close).start()
        before = time.monotonic()
        with pytest.raises(SessionClosed):
            list(session.answer([Request("q", CHAT)]))
        assert time.monotonic() - before < 1.2
        release.set()


def test_the_key_is_sent_and_told_to_nobody(monkeypatch):
    monkeypatch.setenv("TEST_KEY", "sk-very-secret")
    seen = []

    def handle(method, path, body, headers):
        seen.append(headers.get("Authorization") or headers.get("authorization"))
        if path == "/v1/models":
            return 200, {}, {"data": [{"id": "m", "owned_by": "vllm"}]}
        return 400, {}, {"error": {"message": "bad key sk-very-secret"}}

    with answering(handle) as url:
        with closing(open_server(url, "m", key_env="TEST_KEY")) as session:
            reply = next(iter(session.answer([Request("q", CHAT)])))
        client = ServerClient(url, "TEST_KEY")
        assert "secret" not in repr(client) + repr(session.model) + reply.note
        client.close()
    assert set(seen) == {"Bearer sk-very-secret"}
    with pytest.raises(InferenceError, match="NO_SUCH_KEY"):
        ServerClient("http://localhost", "NO_SUCH_KEY")


def test_a_rejected_key_ends_the_session_with_a_sentence():
    with (
        answering(openai(lambda _: (401, {}, {"error": "no"}))) as url,
        closing(open_server(url, "m")) as session,
        pytest.raises(InferenceError, match="valid key"),
    ):
        list(session.answer([Request("q", CHAT)]))


def test_a_model_that_is_not_offered_is_named_with_those_that_are():
    with answering(openai(lambda _: said("x"))) as url, pytest.raises(InferenceError, match="it offers m"):
        open_server(url, "other")


def test_nobody_there_is_a_sentence_and_finds_nothing():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    assert find_servers([url]) == []
    with pytest.raises(InferenceError, match="start it"):
        list_models(url)


@pytest.mark.parametrize("content", [b"<html>hello</html>", b"[1, 2]", b'{"data": 3}', b"\xff\xfe"])
def test_somebody_else_on_the_port_is_no_server_with_models(content):
    with answering(lambda *_: (200, {}, content)) as url:
        assert find_servers([url]) == []


@contextmanager
def trickling(head):
    """A server that sends `head` and then a byte every tenth of a second, for ever."""
    stopped = threading.Event()

    class Handler(socketserver.BaseRequestHandler):
        def handle(self):
            self.request.recv(65536)
            with contextlib.suppress(OSError):
                self.request.sendall(head)
                while not stopped.wait(0.1):
                    self.request.sendall(b"x")

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            stopped.set()
            server.shutdown()


TRICKLES = {
    "body": b"HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n",
    "headers": b"HTTP/1.1 200 OK\r\nx-slow: ",
    "packed": b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;",
}


@pytest.mark.parametrize("where", TRICKLES)
def test_a_server_that_trickles_does_not_hold_its_caller_for_ever(where, monkeypatch):
    monkeypatch.setattr("core.inference.server_client.PROBE_WITHIN_S", 0.4)
    with trickling(TRICKLES[where]) as url, closing(ServerClient(url, answer_within_s=0.5)) as client:
        before = time.monotonic()
        with pytest.raises(InferenceError, match=r"did not finish its answer within 0\.5 s"):
            client.post("/v1/chat/completions", {})
        assert client.get("/v1/models", 1.5) is None
        assert time.monotonic() - before < 2


@pytest.mark.parametrize("status", [200, 400])
def test_an_answer_nested_too_deep_is_a_sentence_and_not_asked_for_again(status):
    calls = []

    def handle(*_):
        calls.append(status)
        return status, {}, b"[" * 200_000 + b"]" * 200_000

    with answering(handle) as url, closing(ServerClient(url)) as client:
        with pytest.raises(InferenceError, match="sent no JSON" if status == 200 else r"^\[\["):
            client.post("/v1/chat/completions", {})
        assert len(calls) == 1
        assert client.get("/v1/models", 1.5) is None


def test_ollama_is_known_by_its_own_paths_and_tells_template_and_quantization():
    def handle(method, path, body, headers):
        answers = {
            "/api/tags": {"models": [{"name": "qwen3:4b"}]},
            "/api/version": {"version": "0.12"},
            "/api/show": {"template": "{{ .Prompt }}", "details": {"quantization_level": "Q4_K_M"}},
            "/api/chat": {
                "message": {"content": "4"},
                "done_reason": "length",
                "prompt_eval_count": 7,
                "eval_count": 1,
            },
        }
        return (200, {}, answers[path]) if path in answers else (404, {}, {})

    with answering(handle) as url:
        (model,) = find_servers([url])
        with closing(open_server(url, "qwen3:4b")) as session:
            reply = next(iter(session.answer([Request("q", CHAT)])))
    assert (model.kind, model.quantization, model.untold) == (ServerKind.OLLAMA, "Q4_K_M", ("log-likelihoods",))
    assert (reply.text, reply.finish_reason, reply.prompt_tokens) == ("4", FinishReason.LENGTH, 7)


# A real model behind a real server


_SERVE = "import runpy; runpy.run_module('llama_cpp.server', run_name='__main__', alter_sys=True)"
# The same without repacked weights, which the server cannot be told by an argument.
_SERVE_SAFELY = f"""
from llama_cpp import llama_cpp
given = llama_cpp.llama_model_default_params
def parameters():
    found = given()
    found.use_extra_bufts = False
    return found
llama_cpp.llama_model_default_params = parameters
{_SERVE}
"""


@pytest.fixture(scope="module")
def real_server(smollm_path, repacked):
    needed = ("fastapi", "sse_starlette", "starlette_context", "pydantic_settings", "uvicorn")
    missing = [name for name in needed if importlib.util.find_spec(name) is None]
    if missing:
        pytest.skip(f"llama-cpp-python's server is not installed here: {', '.join(missing)} missing")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    arguments = ["--model", str(smollm_path), "--n_ctx", "512", "--port", str(port), "--host", "127.0.0.1"]
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            _SERVE if repacked else _SERVE_SAFELY,
            *arguments,
            "--flash_attn",
            "true",
            "--n_threads",
            "1",
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "OMP_WAIT_POLICY": "passive"},
    )
    try:
        url = f"http://127.0.0.1:{port}"
        end = time.monotonic() + 60
        while not find_servers([url]):
            assert process.poll() is None, "the server ended"
            assert time.monotonic() < end, "the server did not start"
            time.sleep(0.2)
        yield url
    finally:
        process.kill()
        process.wait()


@pytest.mark.slow
def test_a_real_server_gives_the_answers_of_the_file_itself(real_server, smollm_path):
    questions = ["What is the capital of France?", "Name three colours.", "What do bees make?", "Say hello in Spanish."]
    requests = [Request(text, (Message("user", text),), 32) for text in questions]
    (model,) = list_models(real_server)
    assert model.kind is ServerKind.LLAMA_CPP_PYTHON
    with closing(open_server(real_server, model.name, concurrency=1)) as session:
        through_server = {reply.id: reply.text for reply in session.answer(requests)}
    with closing(open_model(smollm_path, Settings(n_ctx=512, n_parallel=1))) as session:
        itself = {reply.id: reply.text for reply in session.answer(requests)}
    same = sum(through_server[text] == itself[text] for text in questions)
    assert same >= len(questions) - 1  # near ties


@pytest.mark.slow
def test_a_real_server_obeys_schemas_and_refuses_what_does_not_fit(real_server):
    (model,) = list_models(real_server)
    schema = json.dumps({"type": "object", "properties": {"age": {"type": "integer"}}, "required": ["age"]})
    asked = Request("j", (Message("user", "How old is a tree?"),), 20, json_schema=schema)
    long = Request("long", (Message("user", "word " * 2000),), 8)
    options = replace(asked, id="ll", mode=PromptMode.LOGLIKELIHOOD, options=("a", "b"), json_schema=None)
    with closing(open_server(real_server, model.name)) as session:
        found: dict[str, Reply] = {reply.id: reply for reply in session.answer([asked, long, options])}
    assert isinstance(json.loads(found["j"].text)["age"], int)
    assert found["long"].finish_reason is FinishReason.DID_NOT_FIT
    assert found["ll"].finish_reason is FinishReason.FAILED
    assert "log-likelihoods" in found["ll"].note
