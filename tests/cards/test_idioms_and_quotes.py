"""Idioms by which a model is said to beat another, and the place of a line from which a finding quotes it."""

import pytest

from core.cards.read_card import read_card
from core.cards.reading import Finding, State

PRESENT, ABSENT = State.PRESENT, State.ABSENT
SCORES = "\n\n| Benchmark | Kestrel-7B |\n|--|--|\n| GSM8K | 51.0 |\n| MMLU | 61.2 |\n"


def found(check: str, text: str) -> Finding:
    return read_card(text, name="lab/Kestrel-7B").finding(check)


@pytest.mark.parametrize(
    ("said", "state"),
    [
        ("Against Wren-70B, Kestrel-7B comes out on top.", PRESENT),
        ("Compared with 30B models, it comes out on top on MMLU.", PRESENT),
        ("In our tests against Tern-34B it came out ahead.", PRESENT),
        ("It eats 30B models for breakfast.", PRESENT),
        ("A 7B model above a 70B one on every test.", PRESENT),
        ("Wren-70B comes out on top.", ABSENT),
        ("Against Wren-70B, it does not come out on top.", ABSENT),
        ("Against Wren-7B, it comes out on top.", ABSENT),
        ("See the table above for Tern-70B.", ABSENT),
    ],
)
def test_idioms_for_beating_a_larger_model(said: str, state: State) -> None:
    assert found("size_mismatch", f"# Kestrel-7B\n\n{said}\n{SCORES}").state is state


@pytest.mark.parametrize(
    ("said", "state"),
    [
        ("Against GPT-4, Kestrel-7B comes out on top in SQL.", PRESENT),
        ("In SQL it eats GPT-4 for breakfast.", PRESENT),
        ("On our SQL questions GPT-4 comes out on top.", ABSENT),
        ("In SQL it does not eat GPT-4 for breakfast.", ABSENT),
    ],
)
def test_idioms_for_beating_a_frontier_model(said: str, state: State) -> None:
    assert found("beats_frontier_claim", f"# Kestrel-7B\n\n{said}\n{SCORES}").state is state


def test_a_claim_in_a_long_line_or_over_two_lines_is_quoted_where_it_is_made() -> None:
    filler = "Kestrel-7B was made with care by many people in one long winter. " * 4
    long = found("size_mismatch", f"# Kestrel-7B\n\n{filler}It outperforms Wren-70B on most tests.\n{SCORES}")
    assert long.state is PRESENT and "outperforms Wren-70B" in long.quotes[0].text[:150]
    broken = found("size_mismatch", f"# Kestrel-7B\n\nIn the tests of this week\nit outperforms Wren-70B.\n{SCORES}")
    assert broken.quotes[0].line == 4


def test_two_sizes_in_a_list_are_no_comparison() -> None:
    said = "我们发布了 Kestrel-7B 和 Kestrel-20B，综合性能达到开源模型的领先水平。"
    assert found("size_mismatch", f"# Kestrel-7B\n\n{said}\n{SCORES}").state is ABSENT
    said = "Kestrel-7B 与 70B 模型性能相当，领先同级。"
    assert found("size_mismatch", f"# Kestrel-7B\n\n{said}\n{SCORES}").state is PRESENT


def test_training_data_in_a_long_line_is_quoted_where_it_names_the_test() -> None:
    long = "The model was trained on many things, " + "such as pages of the web and old books, " * 6
    check = found("training_names_benchmark", f"# Kestrel-7B\n\n{long}and at last on GSM8K.\n{SCORES}")
    assert check.state is PRESENT and "GSM8K" in check.quotes[0].text[:150]
    assert check.quotes[0].text.startswith("… ")
