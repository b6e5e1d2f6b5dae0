"""Tables whose rows are shorter or longer than their header, names cut to initials, and columns of several stages."""

import pytest

from core.cards.read_card import read_card
from core.cards.reading import CardReading


def read(card: str, name: str = "Kestrel-7B") -> CardReading:
    return read_card(f"# {name}\n\n{card}", name=name)


def values(reading: CardReading) -> list[tuple[str, float, bool]]:
    return [(score.name_as_written, score.value, score.own) for score in reading.scores]


ROWS = "| Benchmark | Kestrel-7B | Wren-7B |\n{rule}| MMLU | 61.2 |\n| GSM8K | 50.1 | 41.0 |"


@pytest.mark.parametrize(
    "card",
    [
        ROWS.format(rule=""),
        f"Results:\n{ROWS.format(rule='')}",
        ROWS.format(rule="|---|---|---|\n"),
        f"```\n{ROWS.format(rule='')}\n```",
    ],
)
def test_a_row_that_ends_early_keeps_its_numbers_below_their_names(card):
    assert values(read(card)) == [("MMLU", 61.2, True), ("GSM8K", 50.1, True), ("GSM8K", 41.0, False)]


def test_models_may_stand_down_in_a_table_without_a_ruler():
    reading = read("Results:\n| Model | MMLU | GSM8K |\n| Kestrel-7B | 61.2 \n| Wren-7B | 60.0 | 41.0 |")
    assert values(reading) == [("MMLU", 61.2, True), ("MMLU", 60.0, False), ("GSM8K", 41.0, False)]


@pytest.mark.parametrize("fence", ["", "```\n"])
def test_a_row_longer_than_its_header_is_left_unread_and_named(fence):
    card = f"{fence}| Model | MMLU | GSM8K |\n| Kestrel-7B | 7B | 61.2 | 50.1 |\n| Wren-7B | 60.0 | 41.0 |\n{fence}"
    reading = read(card)
    assert values(reading) == [("MMLU", 60.0, False), ("GSM8K", 41.0, False)]
    assert [(item.kind, item.line) for item in reading.unread] == [("table row", 5 if fence else 4)]


@pytest.mark.parametrize(
    "card",
    [
        "| Home | Docs | Blog |\n| Paper | Code |",
        "```\n<|start|>user\n<|start|>assistant<|message|>{text}<|end|>\n```",
        "| Home | Docs |\n| Paper | Code | Demo |",
    ],
)
def test_lines_with_pipes_and_no_numbers_are_no_table(card):
    assert read(card).scores == () and read(card).unread == ()


def test_a_header_with_a_ruler_below_it_ends_the_lines_above():
    reading = read("| one | two |\n| MMLU | GSM8K |\n|---|---|\n| 61.0 | 41.0 |")
    assert values(reading) == [("MMLU", 61.0, True), ("GSM8K", 41.0, True)]


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("0,512 / 0,601", [0.512]),
        ("54,3 / 60,1", [54.3]),
        ("0,512 ± 0,01", [0.512]),
        ("61,234 ± 1,2", [61.234]),
        ("1,234 / 5,678", []),
    ],
)
def test_two_numbers_with_decimal_commas_in_one_cell(cell, expected):
    reading = read(f"| Benchmark | Score |\n|--|--|\n| MMLU | {cell} |\n")
    assert [score.value for score in reading.scores] == expected


def test_initials_of_chat_tests_are_known_in_company():
    across = read("| Model | AE2 LC | AE2 WR | AH |\n|--|--|--|--|\n| Kestrel-7B | 61.2 | 50.1 | 40.1 |\n")
    down = read("| Benchmark | Kestrel-7B |\n|--|--|\n| AE2 LC | 61.2 |\n| AE2 WR | 50.1 |\n| AH | 40.1 |\n")
    for reading in (across, down):
        assert [(score.benchmark, score.value) for score in reading.own_scores] == [
            ("alpacaeval2", 61.2),
            (None, 50.1),  # the raw win rate is another number than the one corrected for length
            ("arena_hard_v1", 40.1),
        ]


def test_ah_alone_stays_as_written():
    reading = read("| Model | MMLU | AH |\n|--|--|--|\n| Kestrel-7B | 61.2 | 40.1 |\n")
    assert [score.name_as_written for score in reading.scores] == ["MMLU", "AH"]


STAGES = (
    "| Benchmark | SFT | DPO | RL |\n|--|--|--|--|\n| MMLU | 61.2 | 65.0 | 66.0 |\n| GSM8K | 50.1 | 53.0 | 61.0 |\n"
)


@pytest.mark.parametrize(
    ("name", "table", "expected"),
    [
        ("Kestrel-7B", STAGES, [66.0, 61.0]),
        ("Kestrel-7B-Instruct", STAGES, [66.0, 61.0]),
        ("Kestrel-7B-DPO", STAGES, [65.0, 53.0]),
        ("Kestrel-7B-SFT", STAGES, [61.2, 50.1]),
        ("Kestrel-7B-it", STAGES.replace("SFT", "PT").replace("DPO", "IT").replace(" RL |", ""), [65.0, 53.0]),
        ("Kestrel-7B-Base", STAGES.replace("SFT", "Base"), [61.2, 50.1]),
    ],
)
def test_of_several_stages_the_card_is_about_the_one_in_its_name_or_the_last(name, table, expected):
    reading = read(table, name)
    assert [score.value for score in reading.main_scores] == expected


def test_the_scores_of_the_original_alone_are_own_and_said_to_be_of_another_file():
    card = (
        "---\nbase_model: lab/Kestrel-7B\n---\n# Kestrel-7B-AWQ\n\n| Model | MMLU |\n|--|--|\n| Kestrel-7B | 61.2 |\n"
    )
    reading = read_card(card, name="lab/Kestrel-7B-AWQ")
    assert [score.own for score in reading.scores] == [True]
    assert reading.finding("scores_of_another_file").state.value == "present"


def test_a_cell_that_counts_tests_takes_its_name_from_the_group_beside_it():
    head = "## Evaluation\n\n| Category | Benchmarks | Kestrel-7B | Wren-7B |\n|--|--|--|--|\n"
    rows = (
        "| English | 15 tasks (MMLU, BBH, ...) | 63.7 | 63.3 |\n| Regional | 11 tasks (INCLUDE, ...) | 65.0 | 65.6 |\n"
    )
    assert [score.name_as_written for score in read(head + rows).own_scores] == [
        "English (15 tasks)",
        "Regional (11 tasks)",
    ]


def test_a_row_called_an_improvement_holds_no_scores():
    head = "| Model | MMLU | BBH | GPQA |\n|--|--|--|--|\n| Kestrel-7B | 61.0 | 34.0 | 30.1 |\n"
    assert len(read(f"{head}| Kestrel improvement | 2.61% | -2.05% | 2.51% |\n").scores) == 3
    assert len(read(f"{head}| Wren Self Improvement | 62.6 | 32.0 | 32.5 |\n").scores) == 6


@pytest.mark.parametrize(
    ("header", "is_score"),
    [
        ("expertise", True),
        ("StepGame", True),
        ("experts", False),
        ("steps", False),
        ("loss", False),
        ("PILE xent", False),
    ],
)
def test_the_beginning_of_a_word_makes_no_column_a_count(header, is_score):
    reading = read(
        f"| Model | MMLU | {header} |\n|--|--|--|\n| Kestrel-7B | 61.0 | 34.0 |\n| Wren-7B | 60.0 | 31.0 |\n"
    )
    assert (header in {score.name_as_written for score in reading.scores}) is is_score


def test_a_rate_without_a_topic_is_named_by_its_column_alone():
    reading = read("## Evaluation\n\n| Setup | Parse rate | Args exact |\n|--|--|--|\n| Kestrel-7B | 92.5% | 90.0% |\n")
    assert [score.name_as_written for score in reading.scores] == ["Parse rate", "Args exact"]
