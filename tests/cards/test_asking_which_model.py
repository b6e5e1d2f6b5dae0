"""What is said, and asked, where a card leaves open which of its columns or rows is its own model."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from streamlit.testing.v1 import AppTest

from core.cards.naming_notes import asks_which
from core.cards.own_names import told_name
from core.cards.read_card import read_card
from core.cards.reading import CardReading, no_score_said
from core.commands.reading import card as card_command
from core.models.home import store_path
from core.runs.database import Database
from core.runs.projects import add_card, create_project

PAGE = str(Path(__file__).resolve().parents[2] / "pages/choose/model_cards.py")
HUB = "---\nlicense: apache-2.0\n---\n"
SIZES = (
    "\n## Results\n\n| Benchmark | 2B Params | 7B Params |\n|---|---|---|\n| MMLU | 42.3 | 64.3 |\n"
    "| GSM8K | 17.7 | 46.4 |\n"
)
UNTOLD = [None, "Pasted card", "standard input", "repo", "t", "model", "README.md", "card (2)", "my notes", "downloads"]


def main_values(reading: CardReading) -> list[float]:
    return [score.value for score in reading.main_scores]


def test_a_name_that_does_not_fit_is_quoted_and_one_that_says_nothing_is_not_named() -> None:
    text = f"{HUB}# Wren-7B\n\n## Results\n\n| Benchmark | Wren-7B |\n|---|---|\n| MMLU | 61.0 |\n"
    assert 'which the name "llama-3" does not fit' in read_card(text, name="llama-3").notes[0]
    assert all(read_card(text, name=name).notes == () for name in UNTOLD)


def test_generic_names_are_no_names() -> None:
    assert [told_name(name) for name in UNTOLD if name and name != "t"] == [None] * (len(UNTOLD) - 2)
    assert [told_name(name) for name in ("kestrel", "card-7b", "Notes-3B")] == ["kestrel", "card-7b", "Notes-3B"]


def test_scores_of_which_none_is_known_to_be_own_are_listed_and_asked_for() -> None:
    rows = "| Model | MMLU |\n|---|---|\n| Qwen-7B | 57.0 |\n| Llama-2-7B | 45.3 |\n"
    reading = read_card(f"{HUB}## Performance\n\n{rows}")
    assert not reading.own_scores and asks_which(reading) and "Qwen-7B, Llama-2-7B" in reading.notes[-1]
    chosen = read_card(f"{HUB}## Performance\n\n{rows}", own_subjects=("Qwen-7B",))
    assert main_values(chosen) == [57.0] and chosen.notes == ()


@pytest.mark.parametrize(
    ("labels", "asked"),
    [
        (("Kestrel", "Kestrel-34B-v2"), False),  # two spellings
        (("acme-kestrel-34b", "kestrel-34b"), False),
        (("Kestrel-7B", "Kestrel-13B"), True),
        (("Kestrel-7B-Base", "Kestrel-7B-Chat"), True),
    ],
)
def test_two_spellings_of_one_model_are_no_two_models(labels: tuple[str, str], asked: bool) -> None:
    rows = "".join(f"## Part {i}\n\n| Model | MMLU |\n|---|---|\n| {x} | 6{i}.0 |\n\n" for i, x in enumerate(labels))
    reading = read_card(f"{HUB}# Acme Kestrel\n\nThe Kestrel models are open.\n\n{rows}")
    assert asks_which(reading) is asked


def test_a_name_that_shares_its_words_with_the_title_is_not_called_unfit() -> None:
    text = f"{HUB}# Wren-7B\n\n## Results\n\n| Benchmark | Wren-7B |\n|---|---|\n| MMLU | 61.0 |\n"
    assert read_card(text, name="lab-wren-7b-docker").notes == ()


def test_that_a_card_gives_no_score_is_only_said_where_nothing_was_left_unread() -> None:
    assert no_score_said(read_card("# Kestrel-7B\n\nA small model.\n")) == "The card gives no score"
    unread = read_card("# Kestrel-7B\n\n![results](results.png)\n")
    assert unread.unread and no_score_said(unread) == "No score could be read from the card"


RELEASE = f"{HUB}# Kestrel\n\nKestrel is a family of open models.\n{SIZES}"


def test_the_command_lists_the_labels_of_a_piped_release() -> None:
    said = CliRunner().invoke(card_command, ["-"], input=RELEASE).output
    assert "4 scores of its own model" in said and "--own LABEL (here: 2B Params, 7B Params)" in said
    assert "gives no score" not in said and "Point out its column or row" in said
    chosen = CliRunner().invoke(card_command, ["-", "--own", "7B Params"], input=RELEASE).output
    assert "2 scores of its own model" in chosen and "Point out" not in chosen


def test_the_command_lists_labels_of_which_none_is_known_to_be_own() -> None:
    rows = "| Model | MMLU |\n|---|---|\n| Qwen-7B | 57.0 |\n| Llama-2-7B | 45.3 |\n"
    said = CliRunner().invoke(card_command, ["-"], input=f"{HUB}## Performance\n\n{rows}").output
    assert "--own LABEL (here: Qwen-7B, Llama-2-7B)" in said and "The card gives no score," not in said


@pytest.mark.slow
def test_the_page_opens_its_choice_for_a_pasted_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))
    with Database(store_path()) as database:
        add_card(database, create_project(database, "cards").id, "Pasted card", RELEASE)
    app = AppTest.from_file(PAGE, default_timeout=30)
    app.run()
    assert not app.exception and "Point out its column or row" in "".join(info.value for info in app.info)
    choice = next(each for each in app.multiselect if each.label == "Own model")
    assert choice.options == ["2B Params", "7B Params"]
    choice.set_value(["7B Params"]).run()
    assert not app.exception and app.metric[0].value == "2"
    assert "Point out" not in "".join(info.value for info in app.info)
