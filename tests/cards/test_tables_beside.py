"""Tables beside others, in code, in boxes and with rows that are no tests: what is read, and what is not."""

import pytest

from core.cards.read_card import read_card
from core.cards.reading import State


def own(body: str, name: str = "Finch-7B") -> dict[str, float]:
    reading = read_card(f"# {name}\n\n{body}", name=name)
    return {score.name_as_written: score.value for score in reading.own_scores}


def check(body: str, which: str, name: str = "Finch-7B") -> State:
    checks = read_card(f"# {name}\n\n{body}", name=name).checks
    return next(found.state for found in checks if found.id == which)


TABLE = "| Benchmark | Finch-7B |\n|---|---|\n| MMLU | {} |\n"


@pytest.mark.parametrize(
    "before",
    [
        '```python\nprompt = """\n' + TABLE.format(12.3) + '"""\n```\n\n',
        "Example output of the model:\n\n```\n" + TABLE.format(12.3) + "```\n\n",
        "The model answers:\n\n```markdown\n" + TABLE.format(12.3) + "```\n\n",
    ],
)
def test_a_table_in_a_program_or_a_sample_is_no_result(before):
    assert own(before + TABLE.format(61.0)) == {"MMLU": 61.0}
    assert check(before + TABLE.format(61.0), "contradiction") is State.ABSENT


@pytest.mark.parametrize(
    "drawn",
    [
        "+-----------+----------+\n| Benchmark | Finch-7B |\n+-----------+----------+\n| PIQA      | 74.6     |\n"
        "| BoolQ     | 70.6     |\n+-----------+----------+",
        "┌───────────┬──────────┐\n│ Benchmark │ Finch-7B │\n├───────────┼──────────┤\n│ PIQA      │ 74.6     │\n"
        "│ BoolQ     │ 70.6     │\n└───────────┴──────────┘",
        "╔═══════════╦══════════╗\n║ Benchmark ║ Finch-7B ║\n╠═══════════╬══════════╣\n║ PIQA      ║ 74.6     ║\n"
        "║ BoolQ     ║ 70.6     ║\n╚═══════════╩══════════╝",
    ],
)
def test_tables_with_borders_are_read_from_their_first_row(drawn):
    assert own(f"```\n{drawn}\n```\n") == {"PIQA": 74.6, "BoolQ": 70.6}


def test_rows_on_size_and_training_hide_no_table():
    rows = (
        "| Architecture | dense | dense |\n| Parameters | 7B | 8B |\n| Training tokens | 2T | 15T |\n"
        "| Context | 8K | 8K |"
    )
    body = f"| Benchmark | Finch-7B | Llama-3-8B |\n|--|--|--|\n{rows}\n| MMLU | 66.5 | 66.6 |\n"
    assert own(body) == {"MMLU": 66.5}


def test_a_row_of_shots_says_how_each_column_was_taken():
    body = "| Model | MMLU | GSM8K |\n|--|--|--|\n| #Shots | 5 | 8 |\n| Finch-7B | 63.9 | 52.4 |\n"
    scores = read_card(f"# Finch-7B\n\n{body}", name="Finch-7B").scores
    assert [(score.value, score.shots, score.own) for score in scores] == [(63.9, 5, True), (52.4, 8, True)]


@pytest.mark.parametrize(
    "body",
    [
        "### English\n\n" + TABLE.format(65.1) + "\n### German\n\n" + TABLE.format(58.4),
        "| Benchmark | Finch-7B |\n|---|---|\n| **English** | |\n| MMLU | 65.1 |\n| **German** | |\n| MMLU | 58.4 |\n",
    ],
)
def test_the_same_test_in_two_languages_is_two_tests(body):
    assert own(body) == {"MMLU": 65.1, "MMLU (German)": 58.4}
    assert check(body, "contradiction") is State.ABSENT


def test_stages_in_sections_of_their_own_contradict_nothing():
    body = "### Base model\n\n" + TABLE.format(65.1) + "\n### Instruct\n\n" + TABLE.format(58.4)
    assert check(body, "contradiction") is State.ABSENT
    assert check(TABLE.format(65.1) + "\n\nAgain:\n\n" + TABLE.format(58.4), "contradiction") is State.PRESENT


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("An earlier version of this card reported MMLU 67.3 because of a bug in our harness.", {}),
        ("Note: v1 of this card stated 67.3 on MMLU; this was wrong.", {}),
        ("A model that scores 90 on MMLU is not necessarily useful.", {}),
        ("The average over MMLU, ARC and HellaSwag is 66.1.", {"Average": 66.1}),
        ("Its MMLU is 67.3.", {"MMLU": 67.3}),
    ],
)
def test_withdrawn_and_supposed_numbers_are_nobodys(text, expected):
    assert own(text + "\n") == expected


def test_what_ranks_costs_or_measures_size_is_no_score():
    body = "| Model | MMLU | Rank (MMLU) | Dim | Licence cost |\n|--|--|--|--|--|\n| Finch-7B | 61.0 | 3 | 384 | 0 |\n"
    assert own(body) == {"MMLU": 61.0}


def test_a_minus_sign_and_digits_of_other_scripts_are_read():
    assert own("| Test | Finch-7B |\n|--|--|\n| WildBench | −12.4 |\n| MMLU | ٦١.٥ |\n") == {
        "WildBench": -12.4,
        "MMLU": 61.5,
    }
    assert own("|\xa0Test\xa0| Finch-7B |\n|--|--|\n|\xa0MMLU\xa0| 61.5 |\n") == {"MMLU": 61.5}


def test_an_average_says_which_tests_it_is_of():
    head = "| Metric | Value |\n|--|--|\n"
    first = head + "| Avg. | 70.3 |\n| ARC (25-Shot) | 65.1 |\n| HellaSwag (10-Shot) | 85.3 |\n| MMLU | 63.1 |\n"
    second = head + "| Avg. | 23.4 |\n| IFEval (0-Shot) | 49.3 |\n| BBH (3-Shot) | 37.7 |\n| GPQA | 9.1 |\n"
    body = f"# [Open LLM Leaderboard Evaluation Results](https://x.y)\n\n{first}\n# Open LLM Leaderboard\n\n{second}"
    found = own(body)
    assert found["Avg. (Open LLM Leaderboard, 3 tests)"] == 70.3
    assert found["Avg. (Open LLM Leaderboard v2, 3 tests)"] == 23.4
    assert check(body, "contradiction") is State.ABSENT
    assert own("| Test | Finch-7B |\n|--|--|\n| MMLU | 60.1 |\n| GSM8K | 50.1 |\n| Avg. | 55.1 |\n")["Avg."] == 55.1


def test_counts_lengths_and_sizes_in_other_dress():
    row = "| GPQA Diamond | 148/198 = 74.75% | 141/198 = 71.2% |\n"
    body = f"| Test | this artifact | official Finch-7B artifact |\n|--|--|--|\n{row}"
    assert own(body) == {"GPQA Diamond": 74.75}
    assert own("| Model | AE2 WR | AE2 Length | MMLU |\n|--|--|--|--|\n| Finch-7B | 65.9 | 1833 | 61.0 |\n") == {
        "AE2 WR": 65.9,
        "MMLU": 61.0,
    }
    table = "| Model | Size | MT-Bench |\n|--|--|--|\n| finch-2-1.6b | 1.6B | 5.42 |\n| finch-3b | 3B | 6.64 |\n"
    assert own(table, "lab/finch-2-1_6b") == {"MT-Bench": 5.42}
    assert own("Finch-7B reaches $61.5$% on MMLU.\n") == {"MMLU": 61.5}


def test_a_metric_behind_the_name_is_still_the_model_s_column():
    body = (
        "<table><thead><tr><th rowspan='2'>question_type</th><th colspan='2'>Finch-7B</th></tr>"
        "<tr><th>judge_correct_percent</th><th>avg_match_rougeL</th></tr></thead>"
        "<tbody><tr><td>in_domain</td><td>68%</td><td>0.41</td></tr></tbody></table>\n"
    )
    scores = read_card(f"# Finch-7B\n\n## Evaluation\n\n{body}", name="Finch-7B").own_scores
    assert [(score.name_as_written, score.value) for score in scores] == [("in_domain", 68), ("in_domain", 0.41)]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("We reach 66.1% on MMLU.\n\n" + TABLE.format(66.4), State.UNCLEAR),
        ("We reach 66.1% on MMLU.\n\n" + TABLE.format(61.3), State.PRESENT),
        (
            "| Group | Finch-7B |\n|--|--|\n| **Round 1** | |\n| MMLU | 38 |\n| **Round 2** | |\n| MMLU | 53 |\n",
            State.ABSENT,
        ),
        (
            "| Way | Test | Finch-7B |\n|--|--|--|\n| tuned | MMLU | 38 |\n| | GSM8K | 53 |\n| peft | MMLU | 51 |\n",
            State.ABSENT,
        ),
    ],
)
def test_two_values_contradict_each_other_where_nothing_tells_them_apart(body, expected):
    assert check(body, "contradiction") is expected


def test_a_lone_small_number_among_percentages_is_one_of_them():
    head = "| Metric | Value |\n|--|--|\n"
    rows = "| MMLU | 26.8 |\n| HellaSwag | 61.5 |\n| Winogrande | 61.8 |\n| ARC | 41.6 |\n| GSM8K | 0.08 |\n"
    scores = read_card(f"# Finch-7B\n\n{head}{rows}", name="Finch-7B").own_scores
    assert {score.scale for score in scores} == {"percent"}
    shares = head + "| MMLU | 0.268 |\n| HellaSwag | 0.615 |\n| GSM8K | 0.08 |\n"
    assert {score.scale for score in read_card(f"# Finch-7B\n\n{shares}", name="Finch-7B").own_scores} == {"share"}


def test_counts_of_layers_and_what_leaked_are_no_scores():
    head = "## Evaluation\n\n| Config | Finch-7B |\n|--|--|\n"
    rows = "| # Query Heads | 32 |\n| # KV Heads | 8 |\n| seq_len | 8192 |\n| Intermediate Size | 14592 |\n"
    assert own(head + rows + "\n## Leakage detection benchmark\n\n" + TABLE.format(0.22)) == {}


def test_names_that_begin_like_units_are_models():
    body = "| Test | Finch-7B | Step-2 | Time-MoE-2.4B |\n|--|--|--|--|\n| MMLU | 60.1 | 61.2 | 50.3 |\n"
    scores = read_card(f"# Finch-7B\n\n{body}", name="Finch-7B").scores
    assert [(score.subject, score.value) for score in scores] == [
        ("Finch-7B", 60.1),
        ("Step-2", 61.2),
        ("Time-MoE-2.4B", 50.3),
    ]


def test_a_number_in_brackets_behind_a_test_is_its_shots():
    scores = read_card("# Finch-7B\n\n| Test | Finch-7B |\n|--|--|\n| MMLU (5) | 60.1 |\n| AIME (24) | 12.0 |\n").scores
    assert [(score.benchmark, score.shots) for score in scores] == [("mmlu", 5), (scores[1].benchmark, None)]
