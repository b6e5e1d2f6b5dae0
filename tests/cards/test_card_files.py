"""The files of a card: a Markdown file, a downloaded repo in its several shapes, and what is none."""

import os
from pathlib import Path

import pytest

from core.cards.card_files import MAX_CARD_BYTES, MAX_RESULT_FILES, lines_of, load_card_files
from core.cards.read_card import read_card
from core.errors import CardError

CARD = "# Lumen-7B\n\nA model of seven billion parameters.\n"
RESULT = "- dataset:\n    id: openai/gsm8k\n    task_id: gsm8k\n  value: 71.5\n"


def repo(folder: Path, text: str = CARD) -> Path:
    (folder / ".eval_results").mkdir(parents=True)
    (folder / "README.md").write_text(text, encoding="utf-8")
    (folder / ".eval_results" / "gsm8k.yaml").write_text(RESULT, encoding="utf-8")
    return folder


def test_a_folder_brings_its_name_its_card_and_its_results(tmp_path: Path):
    files = load_card_files(repo(tmp_path / "Lumen-7B"))
    assert (files.name, files.text, list(files.results)) == ("Lumen-7B", CARD, [".eval_results/gsm8k.yaml"])
    os.mkfifo(tmp_path / "Lumen-7B" / ".eval_results" / "pipe.yaml")
    assert load_card_files(tmp_path / "Lumen-7B") == files


def test_the_newest_snapshot_of_the_hub_s_cache_is_read_under_its_id(tmp_path: Path):
    cached = tmp_path / "models--lab--Lumen-7B"
    old = repo(cached / "snapshots" / ("a" * 40), "# Old\n\nAn older card of this model, long replaced.\n")
    new = repo(cached / "snapshots" / ("b" * 40))
    os.utime(old, (1, 1))
    for place in (cached, new):
        files = load_card_files(place)
        assert (files.name, files.text) == ("lab/Lumen-7B", CARD)


def test_a_model_file_finds_the_card_beside_it(tmp_path: Path):
    folder = repo(tmp_path / "Lumen-7B-GGUF")
    (folder / "Lumen-7B-Q4_K_M.gguf").write_bytes(b"GGUF")
    assert load_card_files(folder / "Lumen-7B-Q4_K_M.gguf").text == CARD


def test_a_repo_with_results_alone_is_a_card_too(tmp_path: Path):
    folder = repo(tmp_path / "Lumen-7B")
    (folder / "README.md").unlink()
    assert load_card_files(folder).text == ""
    assert load_card_files(folder).results


def test_the_home_folder_may_be_written_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    repo(tmp_path / "Lumen-7B")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert load_card_files("~/Lumen-7B").text == CARD


def test_what_is_no_card_is_a_sentence(tmp_path: Path):
    with pytest.raises(CardError, match="There is no file or folder"):
        load_card_files(tmp_path / "missing.md")
    with pytest.raises(CardError, match=r"holds no README\.md"):
        load_card_files(tmp_path)
    (tmp_path / "README.md").mkdir()
    with pytest.raises(CardError, match=r"holds no README\.md"):
        load_card_files(tmp_path)
    big = tmp_path / "big.md"
    big.write_bytes(b"x" * (MAX_CARD_BYTES + 5))
    with pytest.raises(CardError, match="larger than"):
        load_card_files(big)
    fifo = tmp_path / "pipe.md"
    os.mkfifo(fifo)
    with pytest.raises(CardError, match="no regular file"):  # opening it would wait for ever
        load_card_files(fifo)


def test_lines_are_counted_as_findings_count_them():
    assert lines_of("a\r\nb\rc\u2028still c\nd") == ["a", "b", "c\u2028still c", "d"]


HERONRY = "# Heronry-Chat\n\n| Benchmark | Heronry-Chat | Mixtral |\n|--|--|--|\n| MMLU | 60.1 | 61.1 |\n"


def test_a_readme_goes_by_the_name_of_its_folder(tmp_path: Path):
    folder = tmp_path / "Heronry-Chat"
    folder.mkdir()
    (folder / "README.md").write_text(HERONRY)
    assert load_card_files(folder / "README.md").name == load_card_files(folder).name == "Heronry-Chat"
    cached = tmp_path / "models--lab--Heronry-Chat" / "snapshots" / "9f2c1ab34de0f177"
    cached.mkdir(parents=True)
    (cached / "README.md").write_text(HERONRY)
    assert load_card_files(cached / "README.md").name == "lab/Heronry-Chat"


def test_an_odd_file_of_results_costs_the_card_nothing(tmp_path: Path):
    (tmp_path / "README.md").write_text(HERONRY)
    results = tmp_path / ".eval_results"
    results.mkdir()
    (results / "a.yaml").write_text("- dataset:\n    id: TIGER-Lab/MMLU-Pro\n    task_id: mmlu_pro\n  value: 41.5\n")
    (results / "b.yaml").write_bytes(b"x" * (MAX_CARD_BYTES + 5))
    (results / "c.yaml").write_bytes(b"\0\1\2")
    files = load_card_files(tmp_path)
    reading = read_card(files.text, name="Heronry-Chat", eval_results=files.results)
    assert [score.value for score in reading.own_scores] == [41.5, 60.1]
    assert [item.text[:25] for item in reading.unread] == [".eval_results/b.yaml: b.y", ".eval_results/c.yaml: c.y"]
    assert load_card_files(results).results == files.results
    assert load_card_files(results / "a.yaml").results.keys() == {"a.yaml"}


def test_more_files_of_results_than_are_read_are_named(tmp_path: Path):
    results = tmp_path / ".eval_results"
    results.mkdir()
    for i in range(MAX_RESULT_FILES + 7):
        (results / f"{i}.yaml").write_text(f"- dataset:\n    id: lab/test{i}\n  value: 41.5\n")
    reading = read_card("", eval_results=load_card_files(tmp_path).results)
    assert len(reading.scores) == MAX_RESULT_FILES
    assert "7 more files" in reading.unread[0].text


def test_a_model_file_without_a_card_is_named(tmp_path: Path):
    (tmp_path / "model.gguf").write_bytes(b"GGUF")
    with pytest.raises(CardError, match=r"no README\.md beside model\.gguf"):
        load_card_files(tmp_path / "model.gguf")
    (tmp_path / "README.md").write_text(HERONRY)
    assert load_card_files(tmp_path / "model.gguf").text == HERONRY
