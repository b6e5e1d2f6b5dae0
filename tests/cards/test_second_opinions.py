"""A card beside what others measured: carried, kept, and asked for on loopback."""

from datetime import date

import huggingface_hub.constants  # noqa: F401 - reads the environment once: before a test changes it
import pytest

from core.cards.cross_checks import Agreement
from core.cards.hub_cards import fetch_hub_card
from core.cards.online import ADDRESSES
from core.cards.read_card import read_card
from core.cards.reading import State
from core.cards.second_opinions import ask_everywhere, find_kept, hold_against
from tests.hub_server import CARD, QUANTIZED

TODAY, LATER = date(2026, 11, 29), date(2026, 12, 24)
LUMEN = "lab/Lumen-7B"


def own_card(text: bytes = CARD, name: str = LUMEN):
    return read_card(text, name=name)


def asked(hub, reading, name=LUMEN, today=TODAY, **options):
    return ask_everywhere(reading, name, today=today, addresses=hub.addresses(), **options)


def test_every_place_is_asked_once_and_says_what_it_had(hub):
    told: list[str] = []
    answers = asked(hub, own_card(), tell=told.append)
    assert len(answers) == 1 + len(ADDRESSES) == len(told)
    assert {answer.fetched_on for answer in answers} == {"2026-11-29"}
    assert all(answer.own for answer in answers)
    assert len(hub.asked) == len(answers)


def test_a_claim_beyond_noise_and_protocol_is_a_flag_with_its_line(hub):
    found = hold_against(own_card(), asked(hub, own_card()))
    assert found.finding.state is State.PRESENT
    assert [(quote.line, quote.text) for quote in found.finding.quotes] == [(5, "|HumanEval|88.0|")]
    assert "27.0 points above" in found.finding.reason
    assert "EvalPlus (2026-11-29" in found.finding.reason


def test_a_verified_value_is_told_from_an_entered_one(hub):
    sentences = [entry.sentence for entry in hold_against(own_card(), asked(hub, own_card())).comparisons]
    assert any("verified by the Hub" in said and "2026-03-02" in said for said in sentences)
    hub.files["/api/models/lab/Lumen-7B"] = hub.files["/api/models/lab/Lumen-7B"].replace(b'"verifyToken": "x",', b"")
    again = hold_against(own_card(), asked(hub, own_card(), refresh=True))
    assert any("entered there, not verified" in entry.sentence for entry in again.comparisons)


def test_an_unverified_entry_of_the_maker_confirms_nothing(hub):
    del hub.files["/evalplus.json"]
    body = hub.files["/api/models/lab/Lumen-7B"].replace(b'"verifyToken": "x",', b"")
    hub.files["/api/models/lab/Lumen-7B"] = body
    found = hold_against(own_card(), asked(hub, own_card()))
    assert [entry.agreement for entry in found.comparisons] == [Agreement.AGREES]
    assert found.finding.state is State.UNCLEAR


def test_what_others_measured_and_the_card_leaves_out_is_shown(hub):
    found = hold_against(own_card(), asked(hub, own_card()))
    measured = {(row.benchmark, row.source) for row in found.not_on_card}
    assert ("ifeval", "open-llm-leaderboard-v2") in measured
    assert ("mmlu", "open-llm-leaderboard-v1") in measured
    assert not [row for row in found.not_on_card if row.benchmark == "humaneval"]


def test_a_quantization_is_held_against_its_original_and_a_fine_tune_is_not(hub):
    name = "ann/Lumen-7B-GGUF"
    quantized = own_card(QUANTIZED, name)
    found = hold_against(quantized, asked(hub, quantized, name))
    judged = {entry.score.benchmark: entry for entry in found.comparisons if entry.difference is not None}
    assert judged["humaneval"].agreement is Agreement.AGREES
    assert "the unquantized original lab/Lumen-7B" in judged["humaneval"].sentence

    tuned = own_card(QUANTIZED.replace(b"quantized", b"finetune").replace(b"Lumen-7B GGUF", b"Brio-7B"), "ann/Brio-7B")
    beside = hold_against(tuned, asked(hub, tuned, "ann/Brio-7B")).comparisons
    assert beside
    assert {entry.agreement for entry in beside} == {Agreement.NOT_COMPARABLE}
    assert "another model than the card's" in beside[0].sentence


def test_a_card_without_a_hub_id_is_looked_up_on_the_boards_alone(hub):
    reading = own_card(name="Lumen-7B")
    answers = asked(hub, reading, "Lumen-7B")
    assert "does not tell its Hub id" in answers[0].note
    assert hold_against(reading, answers).finding.state is State.PRESENT  # EvalPlus knows the name


def test_what_was_kept_is_found_again_without_asking_and_keeps_its_day(hub):
    asked(hub, own_card())
    before = len(hub.asked)
    kept = find_kept(own_card(), LUMEN, addresses=hub.addresses())
    assert len(hub.asked) == before
    assert {answer.fetched_on for answer in kept} == {"2026-11-29"}
    assert hold_against(own_card(), kept).finding.state is State.PRESENT


def test_offline_each_kept_copy_says_its_age_and_the_rest_what_was_not_checked(hub, monkeypatch):
    asked(hub, own_card())
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    again = asked(hub, own_card(), today=LATER)
    assert all("Kept since 2026-11-29" in answer.note for answer in again)

    other = own_card(CARD.replace(b"Lumen", b"Umber"), "lab/Umber-7B")
    found = hold_against(other, asked(hub, other, "lab/Umber-7B", today=LATER))
    assert any("lab/Umber-7B" in said and "Offline mode is on" in said for said in found.unchecked)


def test_nobody_is_asked_before_the_button(hub):
    found = hold_against(own_card(), find_kept(own_card(), LUMEN, addresses=hub.addresses()))
    assert hub.asked == []
    assert any("Only the carried scores were used" in said for said in found.unchecked)
    assert any(said.startswith("Not looked up online:") and "EvalPlus" in said for said in found.unchecked)
    assert any("HumanEval" in said for said in found.unchecked)


def test_a_place_that_is_gone_is_not_asked_again_for_something_else(hub, monkeypatch):
    addresses = hub.addresses()
    hub.shutdown()
    hub.server_close()
    told: list[str] = []
    answers = ask_everywhere(own_card(), LUMEN, today=TODAY, addresses=addresses, tell=told.append)
    assert all("cannot be reached" in answer.note for answer in answers)
    assert len(told) == 1  # everything here lies on one host


def test_a_host_that_is_gone_is_remembered_between_cards(hub):
    addresses = hub.addresses()
    hub.shutdown()
    hub.server_close()
    told: list[str] = []
    silent: dict[str, str] = {}
    for name in (LUMEN, "lab/Umber-7B"):
        ask_everywhere(own_card(name=name), name, today=TODAY, addresses=addresses, tell=told.append, silent=silent)
    assert len(told) == 1


@pytest.mark.parametrize("content", [b"<html>We have moved</html>", b"[]", b'{"id": 5, "evalResults": 7}'])
def test_a_foreign_answer_is_a_note_and_never_an_error(hub, content):
    hub.files = dict.fromkeys(hub.files, content)
    answers = asked(hub, own_card())
    assert all(answer.note for answer in answers), answers
    assert hold_against(own_card(), answers).unchecked


def test_carried_rows_are_used_without_any_look_up():
    text = "# Qwen2.5-Coder-7B-Instruct\n\n|Benchmark|Qwen2.5-Coder-7B-Instruct|\n|--|--|\n|BigCodeBench|41.0|\n"
    found = hold_against(read_card(text, name="Qwen/Qwen2.5-Coder-7B-Instruct"))
    assert any(entry.public.source == "bigcodebench" and entry.public.as_of for entry in found.comparisons)
    assert {row.benchmark for row in found.not_on_card} >= {"ifeval"}
    assert found.to_dict()["comparisons"][0]["as_of"]


def test_a_card_on_the_hub_brings_its_result_files(hub):
    files = fetch_hub_card(LUMEN)
    assert list(files.results) == [".eval_results/gsm8k.yaml"]
