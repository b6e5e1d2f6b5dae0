"""How many examples a test was given, as the cells beside a score write it."""

import pytest

from core.cards.read_card import read_card


@pytest.mark.parametrize(
    ("cell", "shots", "mode"),
    [
        ("8 (CoT)", [8, 8], "CoT"),
        ("4, CoT", [4, 4], "CoT"),
        ("3 CoT", [3, 3], "CoT"),
        ("5", [5, 5], None),
        ("25-shot / 5-shot", [25, 5], None),
        ("10-shot vs 0-shot", [10, 0], None),
        ("25 / 5", [25, 5], None),
        ("8/5 (CoT)", [8, 5], "CoT"),
        ("5/5", [5, 5], None),
        ("CoT", [None, None], "CoT"),
    ],
)
def test_a_cell_of_shots_may_hold_a_mode_or_one_number_for_each_column(cell, shots, mode):
    card = f"# Lumen-7B\n\n| Test | Shots | Lumen-7B | Mistral-7B |\n|-|-|-|-|\n| GSM8K | {cell} | 61.0 | 52.2 |\n"
    scores = read_card(card, name="Lumen-7B").scores
    assert [score.shots for score in scores] == shots and {score.mode for score in scores} == {mode}


@pytest.mark.parametrize("columns", ["Lumen-7B | Mistral-7B", "Mistral-7B | Lumen-7B"])
def test_two_numbers_in_a_name_follow_the_order_of_the_columns(columns):
    card = f"# Lumen-7B\n\n| Test | {columns} |\n|-|-|-|\n| GSM8K (8-shot / 5-shot) | 61.0 | 52.2 |\n"
    assert [score.shots for score in read_card(card, name="Lumen-7B").scores] == [8, 5]


def test_two_numbers_for_three_columns_stay_unstated():
    card = "# Lumen-7B\n\n| Test | Lumen-7B | Mistral-7B | Phi-2 |\n|-|-|-|-|\n| MMLU (8 vs 5-shot) | 61 | 52 | 50 |\n"
    assert [score.shots for score in read_card(card, name="Lumen-7B").scores] == [None] * 3
