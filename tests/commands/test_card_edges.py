"""The card command where its input or its output is out of the ordinary."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.cards.card_files import MAX_RESULT_CHARS, load_card_files
from core.cards.index_scores import MAX_RESULT_ENTRIES
from core.cards.read_card import load_card

ROOT = Path(__file__).resolve().parents[2]
CARD = "# Kestrel-7B\n\n|Test|Kestrel-7B|\n|--|--|\n|MMLU|63.1|\n"
ENTRY = "- dataset: {id: cais/mmlu, task_id: mmlu}\n  value: 61.2\n"


def card_command(*words: str | bytes, **options):
    return subprocess.run([sys.executable, "-m", "core", "card", *words], cwd=ROOT, check=False, **options)


@pytest.mark.slow
@pytest.mark.parametrize("words", [("--json",), ()])
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_a_sentence(tmp_path, words):
    (tmp_path / "kestrel.md").write_text(CARD)
    with Path("/dev/full").open("w") as full:
        done = card_command(str(tmp_path / "kestrel.md"), *words, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    assert done.stderr == "Error: The result cannot be written: No space left on device. Free some space.\n"


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_a_closed_pipe_is_a_sentence():
    done = subprocess.run(
        ["sh", "-c", f"exec '{sys.executable}' -m core card - <&-"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Error: Standard input is closed.")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_a_name_that_is_no_text_still_gives_json(tmp_path):
    place = os.fsencode(tmp_path) + b"/Kestrel\xff\xfe-7B.md"
    Path(os.fsdecode(place)).write_text(CARD)
    done = card_command(place, "--json", stdout=subprocess.PIPE)
    assert done.returncode == 0
    assert json.loads(done.stdout.decode("utf-8"))["scores"][0]["value"] == 63.1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "a: &a [x, x]\n" + "".join(f"{c}: &{c} [{','.join(['*' + chr(ord(c) - 1)] * 9)}]\n" for c in "bcdefgh"),
            "bomb",
        ),
        ("[" * 60, "levels deep"),
        (ENTRY * 9_000, "characters"),
        ("{[}: \t", "not valid YAML"),
    ],
)
def test_a_bad_file_of_results_never_costs_the_card(tmp_path, text, said):
    (tmp_path / "README.md").write_text(CARD)
    (tmp_path / ".eval_results").mkdir()
    (tmp_path / ".eval_results" / "good.yaml").write_text(ENTRY)
    (tmp_path / ".eval_results" / "odd.yaml").write_text(text)
    reading = load_card(tmp_path)
    assert sorted(score.value for score in reading.scores) == [61.2, 63.1]
    assert said in next(item.text for item in reading.unread if "odd.yaml" in item.text)


def test_many_files_of_results_are_bounded_together(tmp_path):
    (tmp_path / ".eval_results").mkdir()
    for number in range(20):
        (tmp_path / ".eval_results" / f"{number:02}.yaml").write_text(ENTRY * 1000)
    files = load_card_files(tmp_path)
    assert sum(len(text) for text in files.results.values() if text.startswith("-")) <= MAX_RESULT_CHARS
    reading = load_card(tmp_path)
    assert len(reading.scores) == MAX_RESULT_ENTRIES
    assert any("1,000 of 1,000 entries are not read" in item.text for item in reading.unread)
    assert any("hold more than" in item.text for item in reading.unread)
