"""Looking up the Hub and the boards, against a server on loopback that serves small files made for these tests."""

import io
import json
import threading
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pandas
import pytest

from core.cards.cross_checks import Agreement, cross_check
from core.cards.online import look_up_board, look_up_hub_scores, read_hub_card, rows_for_model
from core.cards.read_card import read_card
from core.errors import DownloadError

TODAY, TOMORROW = date(2026, 11, 29), date(2026, 11, 30)
CARD = b"# Lumen-7B\n\n|Metric|Value|\n|--|--|\n|HumanEval|88.0|\n|GPQA Diamond|41.0|\n"
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


def parquet(frame: pandas.DataFrame) -> bytes:
    buffer = io.BytesIO()
    frame.to_parquet(buffer)
    return buffer.getvalue()


@pytest.fixture
def server(monkeypatch, tmp_path):
    """The Hub and the boards as far as the look-ups ask them; `asked` lists the paths."""
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
    files = {
        "/api/models/lab/Lumen-7B": json.dumps(RESULTS).encode(),
        "/lab/Lumen-7B/resolve/main/README.md": CARD,
        "/evalplus.json": json.dumps(EVALPLUS).encode(),
        "/bigcode.json": json.dumps(BIGCODE).encode(),
        "/aider.yml": AIDER.encode(),
        "/changed.json": b"[1, 2]",
        "/datasets/open-llm-leaderboard/contents/resolve/main/data/train-00000-of-00001.parquet": parquet(v2),
        "/datasets/open-llm-leaderboard-old/contents/resolve/main/data/train-00000-of-00001.parquet": parquet(v1),
        "/datasets/lmarena-ai/leaderboard-dataset/resolve/main/text/latest-00000-of-00001.parquet": parquet(arena),
    }
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self):
            self.answer(body=False)

        def do_GET(self):
            self.answer(body=True)

        def answer(self, body):
            path = self.path.split("?")[0]
            asked.append(path)
            content = files.get(path)
            self.send_response(200 if content is not None else 404)
            if content is None:
                self.send_header("X-Error-Code", "RepoNotFound")
            else:
                self.send_header("ETag", '"abc"')
                self.send_header("X-Repo-Commit", "0" * 40)
            self.send_header("Content-Length", str(len(content or b"")))
            self.end_headers()
            if body and content:
                self.wfile.write(content)

        def log_message(self, *args):
            pass

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=httpd.serve_forever, args=(0.01,), daemon=True).start()
    base = f"http://127.0.0.1:{httpd.server_address[1]}"
    monkeypatch.setenv("HF_ENDPOINT", base)
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    httpd.base, httpd.asked, httpd.files = base, asked, files
    yield httpd
    httpd.shutdown()
    httpd.server_close()


def board(server, name: str, path: str, **options):
    return look_up_board(name, today=TODAY, addresses={name: f"{server.base}{path}"}, **options)


def test_a_card_is_read_from_the_hub(server):
    reading = read_hub_card("lab/Lumen-7B")
    assert reading.model == "lab/Lumen-7B"
    assert [(s.benchmark, s.value) for s in reading.own_scores] == [("humaneval", 88.0), ("gpqa_diamond", 41.0)]


def test_hub_results_keep_their_date_and_say_what_is_verified(server):
    lookup = look_up_hub_scores("lab/Lumen-7B", today=TODAY)
    assert [(r.benchmark, r.value, r.verified, r.as_of, r.setting) for r in lookup.rows] == [
        ("gpqa_diamond", 40.4, True, "2026-03-02", "no tools")
    ]
    assert lookup.fetched_on == "2026-11-29"


def test_the_boards_are_read_in_their_own_formats(server):
    rows = board(server, "evalplus", "/evalplus.json").rows
    assert [(r.hf_id, r.benchmark, r.value, r.setting) for r in rows if r.hf_id] == [
        ("lab/Lumen-7B", "humaneval", 61.0, "pass@1 greedy chat"),
        ("lab/Lumen-7B", "humaneval_plus", 55.5, "pass@1 greedy chat"),
    ]
    assert [(r.setting, r.value) for r in board(server, "bigcodebench", "/bigcode.json").rows] == [
        ("instruct", 30.1),
        ("complete", 38.2),
    ]
    assert [(r.value, r.setting, r.as_of) for r in board(server, "aider", "/aider.yml").rows] == [
        (12.4, "whole", "2025-03")
    ]


def test_the_old_leaderboard_is_read_raw_and_never_normalised(server):
    rows = look_up_board("open-llm-leaderboard-v2", today=TODAY).rows
    assert [(r.benchmark, r.value, r.setting) for r in rows] == [
        ("ifeval", 71.2, "bfloat16, chat template"),
        ("bbh", 50.0, "bfloat16, chat template"),
    ]
    assert [(r.benchmark, r.value) for r in look_up_board("open-llm-leaderboard-v1", today=TODAY).rows] == [
        ("arc_challenge", 62.1),
        ("mmlu", 63.0),
    ]


def test_the_arena_keeps_interval_votes_and_date(server):
    rows = look_up_board("arena", today=TODAY).rows
    assert [(r.model, r.value, r.scale, r.interval, r.setting, r.as_of) for r in rows] == [
        ("lumen-7b", 1105.2, "elo", 6.0, "4000 votes", "2026-09-08")
    ]


def test_a_look_up_is_kept_for_the_day_and_asked_again_the_next(server):
    board(server, "evalplus", "/evalplus.json")
    asked = len(server.asked)
    assert board(server, "evalplus", "/evalplus.json").fetched_on == "2026-11-29" and len(server.asked) == asked
    again = look_up_board("evalplus", today=TOMORROW, addresses={"evalplus": f"{server.base}/evalplus.json"})
    assert again.fetched_on == "2026-11-30" and len(server.asked) == asked + 1


def test_without_the_network_the_kept_copy_says_how_old_it_is(server, monkeypatch):
    board(server, "evalplus", "/evalplus.json")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    kept = look_up_board("evalplus", today=TOMORROW, addresses={"evalplus": f"{server.base}/evalplus.json"})
    assert kept.rows and "2026-11-29" in kept.note and "Offline" in kept.note


def test_offline_and_with_no_copy_it_says_what_could_not_be_checked(server, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(DownloadError, match="Offline mode is on"):
        look_up_hub_scores("lab/Lumen-7B", today=TODAY)
    with pytest.raises(DownloadError, match="bigcodebench was not looked up"):
        board(server, "bigcodebench", "/bigcode.json")
    assert server.asked == []


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda _: read_hub_card("lab/Missing"), "is not on"),
        (lambda _: read_hub_card("no name at all"), "publisher/name"),
        (lambda _: look_up_hub_scores("lab/Missing", today=TODAY), "is not on"),
        (lambda s: board(s, "evalplus", "/gone.json"), "answered 404"),
        (lambda s: board(s, "evalplus", "/changed.json"), "another shape"),
        (lambda s: board(s, "open-llm-leaderboard-v2", "/evalplus.json"), "another shape"),
        (lambda s: board(s, "aider", "/evalplus.json"), "another shape"),
        (
            lambda _: look_up_board("evalplus", today=TODAY, addresses={"evalplus": "http://127.0.0.1:9/x"}),
            "cannot be reached",
        ),
    ],
)
def test_every_failure_is_a_sentence(server, ask, says):
    with pytest.raises(DownloadError, match=says):
        ask(server)


def test_a_damaged_copy_is_asked_for_again(server, tmp_path):
    board(server, "evalplus", "/evalplus.json")
    for file in (tmp_path / "home" / "cache" / "lookups").iterdir():
        file.write_text("{", encoding="utf-8")
    assert board(server, "evalplus", "/evalplus.json").rows


def test_what_was_fetched_stands_beside_the_card(server):
    reading = read_card(CARD.decode(), name="lab/Lumen-7B")
    fetched = [
        *rows_for_model(board(server, "evalplus", "/evalplus.json"), "lab/Lumen-7B"),
        *look_up_hub_scores("lab/Lumen-7B", today=TODAY).rows,
    ]
    found = {entry.score.benchmark: entry for entry in cross_check(reading, fetched)}
    assert found["humaneval"].agreement is Agreement.CARD_HIGHER and found["humaneval"].difference == 27.0
    assert found["gpqa_diamond"].agreement is Agreement.AGREES
    assert "EvalPlus" in found["humaneval"].sentence and "2026-11-29" in found["humaneval"].sentence
