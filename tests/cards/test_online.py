"""Looking up the Hub and the boards, against a server on loopback that serves small files made for these tests."""

from datetime import date

import huggingface_hub.constants  # noqa: F401 - reads the environment once: before a test changes it
import pytest

from core.cards.cross_checks import Agreement, cross_check
from core.cards.hub_cards import read_hub_card
from core.cards.online import look_up_board, look_up_hub_scores, rows_for_model
from core.cards.read_card import read_card
from core.errors import DownloadError
from tests.hub_server import CARD

TODAY, TOMORROW = date(2026, 11, 29), date(2026, 11, 30)


def board(hub, name: str, path: str, **options):
    return look_up_board(name, today=TODAY, addresses={name: f"{hub.base}{path}"}, **options)


def test_a_card_is_read_from_the_hub(hub):
    reading = read_hub_card("lab/Lumen-7B")
    assert reading.model == "lab/Lumen-7B"
    claimed = {s.benchmark: s.value for s in reading.own_scores}
    assert claimed == {"humaneval": 88.0, "gpqa_diamond": 41.0, "gsm8k": 71.5}  # its .eval_results too
    assert not [path for path in hub.asked if path.endswith(".safetensors")]


def test_hub_results_keep_their_date_and_say_what_is_verified(hub):
    lookup = look_up_hub_scores("lab/Lumen-7B", today=TODAY)
    assert [(r.benchmark, r.value, r.verified, r.as_of, r.setting) for r in lookup.rows] == [
        ("gpqa_diamond", 40.4, True, "2026-03-02", "no tools")
    ]
    assert lookup.fetched_on == "2026-11-29"


def test_the_boards_are_read_in_their_own_formats(hub):
    rows = board(hub, "evalplus", "/evalplus.json").rows
    assert [(r.hf_id, r.benchmark, r.value, r.setting) for r in rows if r.hf_id] == [
        ("lab/Lumen-7B", "humaneval", 61.0, "pass@1 greedy chat"),
        ("lab/Lumen-7B", "humaneval_plus", 55.5, "pass@1 greedy chat"),
    ]
    assert [(r.setting, r.value) for r in board(hub, "bigcodebench", "/bigcode.json").rows] == [
        ("instruct", 30.1),
        ("complete", 38.2),
    ]
    assert [(r.value, r.setting, r.as_of) for r in board(hub, "aider", "/aider.yml").rows] == [
        (12.4, "whole", "2025-03")
    ]


def test_the_old_leaderboard_is_read_raw_and_never_normalised(hub):
    rows = look_up_board("open-llm-leaderboard-v2", today=TODAY).rows
    assert [(r.benchmark, r.value, r.setting) for r in rows] == [
        ("ifeval", 71.2, "bfloat16, chat template"),
        ("bbh", 50.0, "bfloat16, chat template"),
    ]
    assert [(r.benchmark, r.value) for r in look_up_board("open-llm-leaderboard-v1", today=TODAY).rows] == [
        ("arc_challenge", 62.1),
        ("mmlu", 63.0),
    ]


def test_the_arena_keeps_interval_votes_and_date(hub):
    rows = look_up_board("arena", today=TODAY).rows
    assert [(r.model, r.value, r.scale, r.interval, r.setting, r.as_of) for r in rows] == [
        ("lumen-7b", 1105.2, "elo", 6.0, "4000 votes", "2026-09-08")
    ]


def test_a_look_up_is_kept_for_the_day_and_asked_again_the_next(hub):
    board(hub, "evalplus", "/evalplus.json")
    asked = len(hub.asked)
    assert board(hub, "evalplus", "/evalplus.json").fetched_on == "2026-11-29" and len(hub.asked) == asked
    again = look_up_board("evalplus", today=TOMORROW, addresses={"evalplus": f"{hub.base}/evalplus.json"})
    assert again.fetched_on == "2026-11-30" and len(hub.asked) == asked + 1


def test_without_the_network_the_kept_copy_says_how_old_it_is(hub, monkeypatch):
    board(hub, "evalplus", "/evalplus.json")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    kept = look_up_board("evalplus", today=TOMORROW, addresses={"evalplus": f"{hub.base}/evalplus.json"})
    assert kept.rows and "2026-11-29" in kept.note and "Offline" in kept.note


def test_offline_and_with_no_copy_it_says_what_could_not_be_checked(hub, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(DownloadError, match="Offline mode is on"):
        look_up_hub_scores("lab/Lumen-7B", today=TODAY)
    with pytest.raises(DownloadError, match="bigcodebench was not looked up"):
        board(hub, "bigcodebench", "/bigcode.json")
    assert hub.asked == []


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
def test_every_failure_is_a_sentence(hub, ask, says):
    with pytest.raises(DownloadError, match=says):
        ask(hub)


def test_a_damaged_copy_is_asked_for_again(hub, tmp_path):
    board(hub, "evalplus", "/evalplus.json")
    for file in (tmp_path / "home" / "cache" / "lookups").iterdir():
        file.write_text("{", encoding="utf-8")
    assert board(hub, "evalplus", "/evalplus.json").rows


def test_what_was_fetched_stands_beside_the_card(hub):
    reading = read_card(CARD.decode(), name="lab/Lumen-7B")
    fetched = [
        *rows_for_model(board(hub, "evalplus", "/evalplus.json"), "lab/Lumen-7B"),
        *look_up_hub_scores("lab/Lumen-7B", today=TODAY).rows,
    ]
    found = {entry.score.benchmark: entry for entry in cross_check(reading, fetched)}
    assert found["humaneval"].agreement is Agreement.CARD_HIGHER and found["humaneval"].difference == 27.0
    assert found["gpqa_diamond"].agreement is Agreement.AGREES
    assert "EvalPlus" in found["humaneval"].sentence and "2026-11-29" in found["humaneval"].sentence
