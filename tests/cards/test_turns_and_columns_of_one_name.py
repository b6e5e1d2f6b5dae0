"""A turn of a test is not the whole of it, and two columns of one name leave open whose values they hold."""

import pytest

from core.cards.read_card import read_card

_OWN = "# Kestrel-2-7B\n\n"


@pytest.mark.parametrize(
    "said",
    [
        "**MT-Bench**: Turn 1 - 8.39, Turn 2 - 8.01, Average - 8.2",
        "MT-Bench first turn 8.39, second turn 8.01, average 8.2.",
        "MT-Bench: avg 8.2, 1st turn 8.39, 2nd turn 8.01",
        "On MT-Bench it scores 8.39 in the first turn, 8.01 in the second and 8.2 on average.",
        "MT-Bench（第一轮 8.39，第二轮 8.01，平均 8.2）",
        "## MT-Bench\n\n| Model | Turn 1 | Turn 2 | Average |\n|--|--|--|--|\n| Kestrel-2-7B | 8.39 | 8.01 | 8.2 |\n",
    ],
)
def test_only_the_average_of_the_turns_is_the_score_of_the_test(said: str) -> None:
    own = [score for score in read_card(_OWN + said, name="Kestrel-2-7B").scores if score.own]
    assert [score.value for score in own if score.benchmark == "mt_bench"] == [8.2]
    assert {score.name_as_written for score in own if score.value == 8.39} <= {
        "MT-Bench Turn 1",
        "MT-Bench first turn",
        "MT-Bench 1st turn",
        "MT-Bench turn 1",
    }


@pytest.mark.parametrize(
    "said",
    [
        "On MT-Bench it scores 8.39 in the first run.",
        "MT-Bench is 8.39, which in turn beats others.",
        "MT-Bench: 8.39 over both turns",
        "On MT-Bench, a test of two turns, it scores 8.39 in the second half of the year.",
        "MT-Bench, a multi-turn test: 8.39",
        "MT-Bench 8.39",
    ],
)
def test_other_words_of_turns_leave_the_score_that_of_the_test(said: str) -> None:
    own = [score for score in read_card(_OWN + said, name="Kestrel-2-7B").scores if score.own]
    assert [(score.benchmark, score.value) for score in own] == [("mt_bench", 8.39)]


def _notes(*header: str) -> str:
    rows = (
        f"| Test | {' | '.join(header)} |",
        "|--|--|--|--|",
        "| MMLU | 50.1 | 60.2 | 61.2 |",
        "| GSM8K | 30.1 | 42.3 | 40.9 |",
    )
    return " ".join(read_card(_OWN + "\n".join(rows), name="Kestrel-2-7B").notes)


@pytest.mark.parametrize(
    ("header", "told"),
    [
        (("Kestrel-1-7B", "Kestrel-2-7B", "Kestrel-2-7B"), True),
        (("Kestrel-2-7B", "Wren-7B", "Kestrel-2-7B"), True),
        (("Wren-7B", "Wren-7B", "Kestrel-2-7B"), False),
        (("Kestrel-1-7B", "Wren-7B", "Kestrel-2-7B"), False),
        (("Kestrel-2-7B (CoT)", "Wren-7B", "Kestrel-2-7B"), False),
        (("Kestrel-2-7B (5-shot)", "Wren-7B", "Kestrel-2-7B (0-shot)"), False),
    ],
)
def test_two_columns_of_one_name_are_told(header: tuple[str, ...], told: bool) -> None:
    assert ("Two columns of one table are called Kestrel-2-7B" in _notes(*header)) is told


def test_one_row_in_two_columns_or_one_name_in_two_tables_is_no_doubt() -> None:
    table = "| Test | Kestrel-2-7B |\n|--|--|\n| MMLU | {} |\n| GSM8K | {} |\n\n"
    text = f"{_OWN}## First\n\n{table.format(60, 40)}## Second\n\n{table.format(61, 41)}"
    assert read_card(text, name="Kestrel-2-7B").notes == ()
