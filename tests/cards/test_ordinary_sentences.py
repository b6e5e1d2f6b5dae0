"""Sentences of ordinary cards that come near a rule and must not set it off, beside the ones that must."""

import pytest

from core.cards.read_card import read_card
from core.cards.reading import State
from tests.cards.yardstick import ordinary_cards

TABLE = "| Test | Wren-7B |\n|--|--|\n| MMLU | 60.1 |\n\n"


def read(text: str, name: str = "Wren-7B"):
    return read_card(f"# {name}\n\n{text}\n", name=name)


def test_a_long_list_of_languages_is_read_at_once():
    names = "English, and German, and French, and Spanish, and Italian, and Dutch, and Polish, and Czech, and Greek"
    told = f"It supports {names}, and {names}, and {names}, and something."
    assert ordinary_cards(lambda: read(told)) < 10
    assert read(told).about.languages == ("en", "de", "fr", "es", "it", "nl", "pl", "cs", "el")


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("## Languages\n\nLATİN and English.", ("en",)),
        ("It was trained on 80% English and 20% German data.", ("en", "de")),
    ],
)
def test_odd_letters_and_shares_hide_no_language(text, languages):
    assert read(text).about.languages == languages


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Wren-7B, a compact model that scores 63.1 on MMLU, is here.", [63.1]),
        ("A 7B model that scores 63.1 on MMLU.", [63.1]),
        ("It scores 51.0 on TruthfulQA, no model that we know of does better.", [51.0]),
        ("It reaches 62.0 on TruthfulQA, so many of its answers are wrong.", [62.0]),
        ("MMLU is 63.1, up 2 points on the previous version of the model card.", [63.1]),
        ("A model that scores 90 on MMLU is not necessarily useful.", []),
        ("The 67.3 on MMLU that this card gave before: that number was wrong.", []),
    ],
)
def test_numbers_are_lost_only_where_they_are_nobodys(text, values):
    assert [score.value for score in read(text).scores] == values


@pytest.mark.parametrize(
    ("text", "maker"),
    [
        ("It was trained by LoRA.", None),
        ("It was created by Slerp.", None),
        ("This is a finetuned model from Llama-3-8B.", None),
        ("Developed by Mayo Clinic.", "Mayo Clinic"),
        ("Wren-7B was developed by Marchetti Labs.", "Marchetti Labs"),
    ],
)
def test_a_method_is_no_maker_and_a_month_no_name(text, maker):
    assert read(text).about.publisher == maker


@pytest.mark.parametrize(
    ("text", "raised"),
    [
        ("The 70B teacher behind it is Quill-70B.", False),
        ("The 70B version is listed below it.", False),
        ("Quill-70B is two points behind it.", True),
        ("Quill-70B falls behind it on MMLU.", True),
    ],
)
def test_who_stands_behind_may_be_a_teacher(text, raised):
    found = read(TABLE + text).finding("size_mismatch")
    assert (found.state is State.PRESENT) == raised


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("Samples from the test set are included in the data viewer.", State.PRESENT),
        ("Some of the benchmarks are in the instruction data format.", State.PRESENT),
        ("Some test questions were in the training data.", State.UNCLEAR),
    ],
)
def test_what_is_shown_to_the_reader_is_no_leak(text, state):
    assert read(TABLE + text).finding("contamination_unaddressed").state is state


@pytest.mark.parametrize(
    ("text", "cutoff"),
    [
        ("Do not include any information after 2023 in the prompt.", None),
        ("No data after 2023 was used for the tests.", None),
        ("It knows nothing of events after 2023.", "2023"),
    ],
)
def test_advice_is_no_cutoff(text, cutoff):
    assert read(text).about.cutoff == cutoff


@pytest.mark.parametrize(
    ("text", "bases"),
    [
        ("You can merge lab/a-7B and lab/b-7B yourself.", ()),
        ("We combined data/train and data/test into one file.", ()),
        ("Merge of lab/a-7B and lab/b-7B.", ("lab/a-7B", "lab/b-7B")),
    ],
)
def test_advice_and_folders_are_no_bases(text, bases):
    assert read(text).about.base_model == bases


def test_a_language_in_the_name_makes_no_other_test():
    def names(title: str, heading: str) -> list[str]:
        rows = "| MMLU | 60.1 |\n| HellaSwag | 70.1 |\n"
        return [s.name_as_written for s in read(f"{heading}\n\n| Test | {title} |\n|--|--|\n{rows}", title).scores]

    assert names("Lumen Italian 7B", "# Lumen Italian 7B") == ["MMLU", "HellaSwag"]
    assert names("Lumen-7B", "## Polish and release") == ["MMLU", "HellaSwag"]
    assert names("Lumen-7B", "## German results") == ["MMLU (German)", "HellaSwag (German)"]


def test_counts_of_tokens_and_steps_are_no_facts_of_the_model():
    assert read("The fine-tuning uses only 300 million tokens.", "Wren-70B").about.active_parameters_b is None
    assert read("Trained from 4,000 to 12,000 steps with a context of 8192 tokens.").about.context_length == 8192
