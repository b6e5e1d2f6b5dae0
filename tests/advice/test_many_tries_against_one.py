"""A score of the best of ten answers is never ahead of one of a single answer: it was taken otherwise."""

import pytest

from core.advice.claims.cells import Standing
from core.advice.claims.side_by_side import put_side_by_side
from core.advice.claims.values import models_among
from core.cards.read_card import read_card


def _apart(mine: str, theirs: str, said: str = "", said_there: str = "") -> bool:
    cards = [
        (name, read_card(f"# {name}\n\n| Benchmark | {name} |\n|---|---|\n| {row} |\n\n{told}\n", name=name))
        for name, row, told in (
            ("Kestrel-7B", f"{mine} | 80.0", said),
            ("Wren-7B", f"{theirs} | 50.0", said_there),
        )
    ]
    rows = put_side_by_side(cards, None).rows
    return any(cell.standing is Standing.NOT_COMPARABLE for row in rows for cell in row.cells.values())


@pytest.mark.parametrize(
    ("mine", "theirs", "apart"),
    [
        ("HumanEval (pass@10)", "HumanEval", True),
        ("HumanEval pass@10", "HumanEval pass@1", True),
        ("HumanEval (pass@1)", "HumanEval", False),
        ("HumanEval", "HumanEval", False),
    ],
)
def test_many_tries_in_the_name(mine: str, theirs: str, apart: bool) -> None:
    assert _apart(mine, theirs) is apart


@pytest.mark.parametrize(
    ("said", "said_there", "apart"),
    [
        ("We report pass@10.", "We report pass@1.", True),
        ("All scores are pass@10.", "", True),
        ("All results are maj@32.", "", True),
        ("We report pass@1.", "", False),
        ("All results are pass@1.", "All results are pass@1.", False),
        ("We report pass@10.", "All scores are pass@10.", False),
        ("We report pass@10 on MBPP.", "", False),
        ("We report pass@1 and pass@10.", "", False),
        ("We report pass@10.\n\nWe report pass@5.", "", False),  # two of them tell nothing
        ("Other cards report pass@10.", "", False),
        ("The pass@10 of Tern-7B is higher.", "", False),
        ("We recommend pass@10.", "", False),
        ("We trained for pass@10.", "", False),
        ("All tasks are reasoning.", "", False),
    ],
)
def test_many_tries_told_in_one_sentence(said: str, said_there: str, apart: bool) -> None:
    assert _apart("HumanEval", "HumanEval", said, said_there) is apart


def test_a_number_of_tries_hides_no_mode() -> None:
    text = "# Kestrel-7B\n\n| Test | Kestrel-7B |\n|--|--|\n| HumanEval | 61.2 |\n\n"
    said = "All results were obtained in thinking mode. We report pass@10."
    score = read_card(text + said, name="Kestrel-7B").scores[0]
    assert (score.mode, score.metric) == ("thinking", "pass@10")


@pytest.mark.parametrize("header", ["pass@1 | pass@10", "pass@10 | pass@1"])
def test_of_two_columns_of_tries_the_one_that_compares_is_shown(header: str) -> None:
    values = "80.0 | 95.0" if header.startswith("pass@1 ") else "95.0 | 80.0"
    cards = [
        ("Kestrel-7B", f"| Benchmark | {header} |\n|---|---|---|\n| HumanEval | {values} |"),
        ("Wren-7B", "| Benchmark | Wren-7B |\n|---|---|\n| HumanEval | 50.0 |"),
    ]
    read = [(name, read_card(f"# {name}\n\n{table}\n", name=name)) for name, table in cards]
    (row,) = put_side_by_side(read, None).rows
    assert row.cells["Kestrel-7B"].score.value == 80.0
    assert row.sentence == "Kestrel-7B is ahead of Wren-7B"
    assert models_among(read[0][1].main_scores) == ()


def test_columns_of_models_stay_models() -> None:
    table = "| Benchmark | Kestrel-7B | Kestrel-13B |\n|---|---|---|\n| HumanEval | 50.0 | 60.0 |\n"
    assert models_among(read_card(f"# Kestrel\n\n{table}", name="Kestrel").own_scores) == ("Kestrel-7B", "Kestrel-13B")
