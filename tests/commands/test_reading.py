"""`card`: a file, a folder, a model on the Hub, and the same held against what others measured."""

import json
from pathlib import Path

import huggingface_hub.constants  # noqa: F401 - reads the environment once: before a test changes it
import pytest
from click.testing import CliRunner

from core.commands.reading import card
from tests.hub_server import serving
from tests.sample_cards import LUMEN, QUANT


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(card, list(arguments))
    assert result.exit_code == code, result.output
    return result.output


def test_a_folder_is_read_with_its_result_files(tmp_path: Path):
    folder = tmp_path / "Lumen-7B-Instruct"
    (folder / ".eval_results").mkdir(parents=True)
    (folder / "README.md").write_text(LUMEN, encoding="utf-8")
    result = "- dataset:\n    id: TIGER-Lab/MMLU-Pro\n    task_id: mmlu_pro\n  value: 41.5\n"
    (folder / ".eval_results" / "mmlu_pro.yaml").write_text(result, encoding="utf-8")
    value = json.loads(run(str(folder), "--json"))
    own = {score["benchmark"] for score in value["scores"] if score["own"]}
    assert own >= {"humaneval", "mmlu_pro"}
    assert {flag["id"] for flag in value["flags"] if flag["state"] == "present"} >= {"size_mismatch"}
    assert "cross_check" not in value


def test_the_own_column_can_be_pointed_out(tmp_path: Path):
    file = tmp_path / "card.md"
    file.write_text(LUMEN, encoding="utf-8")
    value = json.loads(run(str(file), "--own", "Rival-8B-Instruct", "--json"))
    assert {score["value"] for score in value["scores"] if score["own"] and score["benchmark"] == "humaneval"} == {66.5}


def test_a_cross_check_offline_uses_the_carried_scores_and_says_what_it_could_not_check(tmp_path: Path):
    file = tmp_path / "Qwen2.5-Coder-7B-Instruct-GGUF.md"
    file.write_text(QUANT, encoding="utf-8")
    value = json.loads(run(str(file), "--cross-check", "--json"))["cross_check"]
    assert value["state"] == "present"
    found = next(entry for entry in value["comparisons"] if entry["agreement"] == "card_higher")
    assert (found["benchmark"], found["source"], found["as_of"]) == ("bigcodebench", "bigcodebench", "2025-04")
    assert any("Only the carried scores were used" in said for said in value["unchecked"])
    said = run(str(file), "--cross-check")
    assert "too_high_against_independent (present)" in said and "Measured by others, and not on the card" in said


def test_a_model_on_the_hub_is_read_and_every_board_is_asked_online(monkeypatch: pytest.MonkeyPatch):
    assert "Offline mode is on" in run("--hub", "lab/Lumen-7B", code=1)
    monkeypatch.delenv("HF_HUB_OFFLINE")
    with serving() as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.base)
        monkeypatch.setattr("core.cards.second_opinions.ADDRESSES", hub.addresses())
        result = CliRunner().invoke(card, ["--hub", "lab/Lumen-7B", "--cross-check", "--online", "--json"])
    assert result.exit_code == 0, result.output
    value = json.loads(result.stdout)
    assert value["model"] == "lab/Lumen-7B"
    assert all(one["fetched_on"] for one in value["cross_check"]["asked"])
    assert "EvalPlus" in result.stderr  # progress


@pytest.mark.parametrize("arguments", [[], ["a.md", "--hub", "a/b"], ["a.md", "--online"]])
def test_wrong_usage_is_said(arguments: list[str]):
    run(*arguments, code=2)


def test_a_missing_file_is_a_sentence():
    assert "There is no file" in run("/no/such/card.md", code=1)


def test_a_text_that_is_no_card_is_said_to_be_none(tmp_path: Path):
    path = tmp_path / "LICENSE"
    path.write_text("Permission is hereby granted, free of charge, to any person obtaining a copy.", encoding="utf-8")
    assert "LICENSE does not look like a model card" in run(str(path))
    assert "does not look like a model card" in json.loads(run(str(path), "--json"))["notes"][0]
    path.write_text(LUMEN, encoding="utf-8")
    assert "does not look like" not in run(str(path))


def test_a_card_may_come_through_a_pipe():
    result = CliRunner().invoke(card, ["-"], input=LUMEN)
    assert result.exit_code == 0 and "humaneval" in result.output.casefold()


@pytest.mark.parametrize("arguments", [[""], ["--hub", ""], []])
def test_an_empty_path_is_wrong_usage(arguments: list[str]):
    assert "Give either PATH or --hub ID" in run(*arguments, code=2)


def test_an_address_from_the_browser_is_a_hub_id():
    said = run("--hub", "https://huggingface.co/lab/Lumen-7B/tree/main", code=1)
    assert "so lab/Lumen-7B was not looked up" in said
