"""`card` given an id or an address instead of a file, and a label that is not the whole of one."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.cards.hub_cards import model_id_of
from core.commands.reading import card

TABLE = (
    "| Model | Size | MMLU |\n|--|--|--|\n| Ours (DPO) | 8B | 61 |\n| Ours (RL) | 8B | 62 |\n| Tern-7B | 7B | 60 |\n"
)


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(card, list(arguments))
    assert result.exit_code == code, result.output
    return result.output


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("https://huggingface.co/quill/Kestrel-7B", "--hub quill/Kestrel-7B"),
        ("hf.co/quill/Kestrel-7B/tree/main", "--hub quill/Kestrel-7B"),
        ("quill/Kestrel-7B", "--hub quill/Kestrel-7B"),
        ("cards/kestrel.md", "Check the name."),
        ("./Kestrel-7B", "Check the name."),
        ("Kestrel-7B", "Check the name."),
    ],
)
def test_what_is_no_file_but_an_id_is_answered_by_how_to_fetch_it(path: str, said: str) -> None:
    told = run(path, code=1)
    assert "There is no file or folder" in told and said in told


def test_an_id_is_told_from_a_path() -> None:
    assert [model_id_of(text) for text in ("~/Kestrel-7B", "../Kestrel-7B", "a/b/c", "")] == [None] * 4


@pytest.fixture
def place(tmp_path: Path) -> str:
    file = tmp_path / "Kestrel-8B.md"
    file.write_text(f"# Kestrel-8B\n\n{TABLE}", encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("label", ["Ours (RL) 8B", "Ours (RL)", "ours (rl)"])
def test_the_only_label_that_begins_so_is_meant(place: str, label: str) -> None:
    scores = json.loads(run(place, "--own", label, "--json"))["scores"]
    assert [score["value"] for score in scores if score["own"]] == [62]


def test_two_labels_may_be_given(place: str) -> None:
    scores = json.loads(run(place, "--own", "Ours (RL)", "--own", "Ours (DPO)", "--json"))["scores"]
    assert [score["value"] for score in scores if score["own"]] == [61, 62]


def test_that_the_scores_are_of_two_models_is_a_note(place: str) -> None:
    two = ("--own", "Tern-7B", "--own", "Ours (RL)")
    assert json.loads(run(place, *two, "--json"))["notes"] == ["The scores are of 2 models: Ours (RL) 8B, Tern-7B."]
    assert "The scores are of 2 models." in run(place, *two)
    assert json.loads(run(place, *two[:2], "--json"))["notes"] == []


@pytest.mark.parametrize("label", ["Ours", "Wren"])
def test_a_label_that_fits_several_or_none_is_asked_for(place: str, label: str) -> None:
    said = run(place, "--own", label, code=2)
    assert f"is called {label}. Its labels: Ours (DPO) 8B, Ours (RL) 8B, Tern-7B" in said


def test_of_many_labels_those_alike_come_first_and_the_rest_is_counted(tmp_path: Path) -> None:
    rows = "".join(f"| Tern-{size}B | {size} |\n" for size in range(1, 25))
    file = tmp_path / "Kestrel-8B.md"
    file.write_text(f"# Kestrel-8B\n\n| Model | MMLU |\n|--|--|\n{rows}| Wren-9B | 60 |\n", encoding="utf-8")
    said = run(str(file), "--own", "Wren", code=2)
    assert "Its labels: Wren-9B, Tern-1B" in said and "and 5 more." in said
