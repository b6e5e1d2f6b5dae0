"""A real server on loopback that answers as the Hub and the boards do, with small files made here."""

import hashlib
import io
import json
import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pandas

CARD = b"# Lumen-7B\n\n|Metric|Value|\n|--|--|\n|HumanEval|88.0|\n|GPQA Diamond|41.0|\n"
QUANTIZED = b"""---
base_model: lab/Lumen-7B
base_model_relation: quantized
---
# Lumen-7B GGUF

|Metric|Value|
|--|--|
|HumanEval|60.0|
|GPQA Diamond|41.0|
"""
RESULT = b"- dataset:\n    id: openai/gsm8k\n    task_id: gsm8k\n  value: 71.5\n"
EVALPLUS = {
    "Lumen-7B": {
        "link": "https://huggingface.co/lab/Lumen-7B",
        "size": 7,
        "prompted": True,
        "pass@1": {"humaneval": 61.0, "humaneval+": 55.5, "mbpp": None},
    },
    "Nameless": {"pass@1": {"humaneval": 12.0}},
}
BIGCODE = {
    "Lumen-7B": {
        "link": "https://huggingface.co/lab/Lumen-7B",
        "size": 7,
        "pass@1": {"instruct": 30.1, "complete": 38.2},
    }
}
AIDER = "- model: Lumen-7B\n  pass_rate_2: 12.4\n  edit_format: whole\n  date: 2025-03-01\n- model: no number\n"
RESULTS = {
    "id": "lab/Lumen-7B",
    "siblings": [
        {"rfilename": "README.md", "size": len(CARD)},
        {"rfilename": ".eval_results/gsm8k.yaml", "size": len(RESULT)},
        {"rfilename": "model.safetensors", "size": 15_000_000_000},
    ],
    "evalResults": [
        {
            "dataset": {"id": "Idavidrein/gpqa", "task_id": "gpqa_diamond"},
            "value": 40.4,
            "verifyToken": "x",
            "date": "2026-03-02",
            "notes": "no tools",
        },
        {"dataset": {"id": "nobody/knows", "task_id": "default"}, "value": 1.0},
    ],
}
GGUF_REPO = {"id": "ann/Lumen-7B-GGUF", "siblings": [{"rfilename": "README.md", "size": len(QUANTIZED)}]}


def parquet(frame: pandas.DataFrame) -> bytes:
    buffer = io.BytesIO()
    frame.to_parquet(buffer)
    return buffer.getvalue()


class Hub(ThreadingHTTPServer):
    """`asked` lists the paths in the order they were asked for."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.base = f"http://127.0.0.1:{self.server_address[1]}"
        self.asked: list[str] = []
        self.files: dict[str, bytes] = _files()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up early is no news."""

    def addresses(self) -> dict[str, str]:
        """The boards as the look-ups take them: all of them here."""
        hub = "datasets/{}/resolve/main/{}.parquet"
        return {
            "evalplus": f"{self.base}/evalplus.json",
            "bigcodebench": f"{self.base}/bigcode.json",
            "aider": f"{self.base}/aider.yml",
            "open-llm-leaderboard-v2": hub.format("open-llm-leaderboard/contents", "data/train-00000-of-00001"),
            "open-llm-leaderboard-v1": hub.format("open-llm-leaderboard-old/contents", "data/train-00000-of-00001"),
            "arena": hub.format("lmarena-ai/leaderboard-dataset", "text/latest-00000-of-00001"),
        }


@contextmanager
def serving() -> Iterator[Hub]:
    hub = Hub()
    thread = threading.Thread(target=hub.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        with _no_certificates():
            yield hub
    finally:
        hub.shutdown()
        hub.server_close()


@contextmanager
def _no_certificates() -> Iterator[None]:
    """It speaks plain HTTP: reading all certificates of the system would take most of the time of every look-up."""
    names = ("SSL_CERT_DIR", "SSL_CERT_FILE")
    before = {name: os.environ.pop(name, None) for name in names}
    with tempfile.TemporaryDirectory() as empty:
        os.environ["SSL_CERT_DIR"] = empty
        try:
            yield
        finally:  # these two alone: a test may set others while the server runs, and count on them after it
            for name, value in before.items():
                os.environ.pop(name, None)
                if value is not None:
                    os.environ[name] = value


class _Handler(BaseHTTPRequestHandler):
    server: Hub

    def do_HEAD(self) -> None:
        self.answer(body=False)

    def do_GET(self) -> None:
        self.answer(body=True)

    def answer(self, *, body: bool) -> None:
        path = self.path.split("?")[0]
        self.server.asked.append(path)
        content = self.server.files.get(path)
        self.send_response(200 if content is not None else 404)
        if content is None:
            self.send_header("X-Error-Code", "RepoNotFound")
        else:
            self.send_header("ETag", f'"{hashlib.sha256(content).hexdigest()}"')
            self.send_header("X-Repo-Commit", "0" * 40)
        self.send_header("Content-Length", str(len(content or b"")))
        self.end_headers()
        if body and content:
            self.wfile.write(content)

    def log_message(self, *args: object) -> None:
        pass


def _files() -> dict[str, bytes]:
    v2 = pandas.DataFrame(
        {
            "fullname": ["lab/Lumen-7B"],
            "Precision": ["bfloat16"],
            "Chat Template": [True],
            "#Params (B)": [7.2],
            "IFEval Raw": [0.712],
            "IFEval": [71.2],
            "BBH Raw": [0.5],
            "BBH": [22.0],
        }
    )
    v1 = pandas.DataFrame({"fullname": ["lab/Lumen-7B"], "Precision": ["float16"], "ARC": [62.1], "MMLU": [63.0]})
    arena = pandas.DataFrame(
        {
            "model_name": ["lumen-7b", "lumen-7b"],
            "rating": [1105.2, 1150.0],
            "rating_lower": [1099.0, 1.0],
            "rating_upper": [1111.0, 2.0],
            "vote_count": [4000, 9],
            "category": ["overall", "coding"],
            "leaderboard_publish_date": ["2026-09-08"] * 2,
        }
    )
    datasets = "/datasets/{}/resolve/main/{}.parquet"
    return {
        "/api/models/lab/Lumen-7B": json.dumps(RESULTS).encode(),
        "/api/models/ann/Lumen-7B-GGUF": json.dumps(GGUF_REPO).encode(),
        "/lab/Lumen-7B/resolve/main/README.md": CARD,
        "/lab/Lumen-7B/resolve/main/.eval_results/gsm8k.yaml": RESULT,
        "/ann/Lumen-7B-GGUF/resolve/main/README.md": QUANTIZED,
        "/evalplus.json": json.dumps(EVALPLUS).encode(),
        "/bigcode.json": json.dumps(BIGCODE).encode(),
        "/aider.yml": AIDER.encode(),
        "/changed.json": b"[1, 2]",
        datasets.format("open-llm-leaderboard/contents", "data/train-00000-of-00001"): parquet(v2),
        datasets.format("open-llm-leaderboard-old/contents", "data/train-00000-of-00001"): parquet(v1),
        datasets.format("lmarena-ai/leaderboard-dataset", "text/latest-00000-of-00001"): parquet(arena),
    }
