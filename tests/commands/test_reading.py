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
    assert "There is no file or folder" in run("/no/such/card.md", code=1)


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


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Kestrel-13B.md", "# Tern-7B\n\n|Test|Tern-7B|\n|--|--|\n|MMLU|60|\n"),  # read under another name
        ("Kestrel.md", "# Kestrel\n\n|Model|MMLU|\n|--|--|\n|Kestrel-7B|60|\n|Kestrel-70B|80|\n"),  # of two sizes
        ("Kestrel-7B.md", "# Kestrel-7B\n\n|Test|Wren-7B|Tern-7B|\n|--|--|--|\n|MMLU|60|61|\n"),  # none is its own
    ],
)
def test_where_it_is_not_plain_which_column_is_its_own_the_option_is_named(tmp_path: Path, name: str, text: str):
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert "--own LABEL (here: " in run(str(tmp_path / name))


def test_a_card_of_one_model_asks_for_no_label_and_quotes_whole_lines(tmp_path: Path):
    file = tmp_path / "Tern-7B.md"
    claim = "Our 7B model beats a 13B model on every coding test, " + "as we show with many words " * 20
    file.write_text(f"# Tern-7B\n\n|Test|Tern-7B|\n|--|--|\n|MMLU|60|\n\n{claim}\n", encoding="utf-8")
    said = run(str(file), "--cross-check")
    assert "--own" not in said
    quoted = next(line for line in said.splitlines() if "Our 7B model beats" in line)
    assert quoted.endswith(" …") and quoted.split()[-2] in claim.split()
    assert "What others measured: No value of others was found to hold against it." in said
