"""How many examples a test was given, as the words beside a table tell it."""

import pytest

from core.cards.read_card import read_card

TABLE = (
    "| Benchmark | Kestrel-7B | Rival-7B |\n|--|--|--|\n"
    "| MMLU | 61.5 | 60.1 |\n| GSM8K | 52.0 | 50.1 |\n| ARC-C | 55.0 | 54.1 |\n"
)


def shots(card: str) -> dict[str, int | None]:
    reading = read_card(f"# Kestrel-7B\n\n{card}", name="Kestrel-7B")
    return {score.name_as_written: score.shots for score in reading.own_scores}


@pytest.mark.parametrize(
    "said",
    [
        "All results are 5-shot.",
        "All numbers below are 5-shot.",
        "**Table 1: 5-shot results of base models.**",
        "We report five-shot accuracy.",
        "以下评测均为 5样本。",
        "We used the Open LLM Leaderboard, 5-shot.",
        "Evaluated on the [Open PL LLM Leaderboard](https://a.org) 5-shot.\n\n- Average, of all tasks\n- Reader",
        "lm-eval harness, 5-shot:",
        "Kestrel, tested on its own:\n\n* greedy decoding\n* lm-evaluation-harness, 5 shots",
        "Tested with lm-eval: hf (pretrained=lab/kestrel), limit: None, num_fewshot: 5, batch_size: 8",
    ],
)
def test_words_over_a_table_speak_of_all_its_tests(said):
    assert shots(f"{said}\n\n{TABLE}") == {"MMLU": 5, "GSM8K": 5, "ARC-C": 5}


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("MMLU and GSM8K are evaluated 5-shot, ARC-C 25-shot.", {"MMLU": 5, "GSM8K": 5, "ARC-C": 25}),
        ("Settings: ARC-C 25-shot, MMLU 5-shot, GSM8K 8-shot.", {"MMLU": 5, "GSM8K": 8, "ARC-C": 25}),
        ("We use 8-shot for GSM8K and 25-shot for ARC-C.", {"MMLU": None, "GSM8K": 8, "ARC-C": 25}),
        ("* GSM8K is zero-shot.", {"MMLU": None, "GSM8K": 0, "ARC-C": None}),
        ("All results except those of our rivals are 5-shot.", {"MMLU": None, "GSM8K": None, "ARC-C": None}),
        ("Some results are 5-shot.", {"MMLU": None, "GSM8K": None, "ARC-C": None}),
        ("Kestrel-7B was tuned on few-shot prompts.", {"MMLU": None, "GSM8K": None, "ARC-C": None}),
    ],
)
def test_words_under_a_table_may_speak_of_each_test(said, expected):
    assert shots(f"{TABLE}\n{said}\n") == expected


def test_what_a_row_says_goes_before_what_stands_beside_the_table():
    table = TABLE.replace("GSM8K |", "GSM8K (8-shot) |")
    assert shots(f"All results are 5-shot.\n\n{table}") == {"MMLU": 5, "GSM8K (8-shot)": 8, "ARC-C": 5}


def test_words_between_two_tables_belong_to_the_one_they_point_at():
    other = "| Benchmark | Kestrel-7B |\n|--|--|\n| PIQA | 78.0 |\n"
    assert shots(f"{TABLE}\nAll results above are 5-shot.\n\n{other}") == {
        "MMLU": 5,
        "GSM8K": 5,
        "ARC-C": 5,
        "PIQA": None,
    }
    assert shots(f"{TABLE}\nThe following results are 0-shot.\n\n{other}") == {
        "MMLU": None,
        "GSM8K": None,
        "ARC-C": None,
        "PIQA": 0,
    }
