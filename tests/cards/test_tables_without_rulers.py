"""Tables that lack what Markdown's have: bars and rulers, names over all columns, a name in front of a size."""

import pytest

from core.cards.read_card import read_card

HEAD = "# Kestrel-7B\n\n"
ROWS = [
    ("mmlu", 61.2, "Kestrel-7B", True),
    ("gsm8k", 50.1, "Kestrel-7B", True),
    ("mmlu", 60.1, "Wren-7B", False),
    ("gsm8k", 41.0, "Wren-7B", False),
]
SPACED = "Model        MMLU   GSM8K\nKestrel-7B   61.2   50.1\nWren-7B      60.1   41.0"
SINGLE = "Model MMLU GSM8K\nKestrel-7B 61.2 50.1\nWren-7B 60.1 41.0"


def told(text: str, name: str = "Kestrel-7B") -> list[tuple[str | None, float, str | None, bool]]:
    return [
        (score.benchmark, score.value, score.subject, score.own) for score in read_card(HEAD + text, name=name).scores
    ]


@pytest.mark.parametrize(
    "text",
    [
        SPACED,
        SINGLE,
        SINGLE.replace(" ", "\t"),
        SINGLE.replace(" ", ", "),
        SINGLE.replace(" ", "; "),
        SINGLE.replace(" ", " | "),
        SINGLE.replace(" ", " / "),
        SPACED.replace("Model", "     "),
        SPACED.replace("Model        ", " "),
        SPACED.replace("\nK", "\n----------   ----   -----\nK"),
        SPACED.replace("\nK", "\n=========================\nK"),
        SPACED.replace("\n", "  \n"),
        SPACED.replace("\n", "<br>\n"),
        "> " + SPACED.replace("\n", "\n> "),
        "- Results:\n  " + SPACED.replace("\n", "\n  "),
        "<pre>\n" + SPACED + "\n</pre>",
        "Our results:\n" + SPACED + "\nMore of them will follow.",
        SPACED.replace("Kestrel-7B   61.2   50.1", "**Kestrel-7B**  **61.2**  **50.1**"),
    ],
)
def test_columns_of_plain_text_are_a_table(text: str) -> None:
    assert told(text) == ROWS


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("MMLU  GSM8K\n61.2  50.1", [61.2, 50.1]),
        ("MMLU GSM8K\n61.2 50.1", [61.2, 50.1]),
        ("Benchmark   Score\nMMLU   61.2\nMath\nGSM8K   50.1", [61.2, 50.1]),
        ("Model MMLU GSM8K\nKestrel-7B 61.2 50.1\nWren 2 60.1 41.0", [61.2, 50.1, 60.1, 41.0]),
    ],
)
def test_uneven_columns_of_plain_text(text: str, values: list[float]) -> None:
    assert [value for _, value, _, _ in told(text)] == values


def test_a_missing_number_leaves_its_place_empty() -> None:
    text = "Model        MMLU   GSM8K\nKestrel-7B   61.2   50.1\nWren-7B             41.0"
    assert told(text)[-1] == ("gsm8k", 41.0, "Wren-7B", False)


def test_shots_stand_below_the_names_of_the_tests() -> None:
    text = SPACED.replace("\nK", "\n             5-shot 8-shot\nK").replace("5-shot 8-shot", "5-shot  8-shot")
    scores = read_card(HEAD + text, name="Kestrel-7B").scores
    assert [(score.benchmark, score.value, score.shots) for score in scores if score.own] == [
        ("mmlu", 61.2, 5),
        ("gsm8k", 50.1, 8),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Model  MMLU  GSM8K  ARC\nKestrel-7B  61.2  50.1\nWren-7B  60.1  41.0",
        "Model MMLU GSM8K ARC\nKestrel-7B 61.2 50.1\nWren-7B 60.1 41.0",
        "Model  MMLU\nKestrel-7B  61.2  50.1\nWren-7B  60.1  41.0",
    ],
)
def test_rows_that_fit_no_header_are_told_to_be_unread(text: str) -> None:
    reading = read_card(HEAD + text, name="Kestrel-7B")
    assert not reading.scores
    assert [one.line for one in reading.unread] == [4, 5]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Kestrel-7B reaches 61.2 on MMLU.  It has 50.1 on GSM8K.\nWren-7B has 60.1 on MMLU.", [61.2, 50.1, 60.1]),
        ("We test on MMLU, GSM8K, ARC\nand get 61.2, 50.1, 41.0", [61.2, 50.1, 41.0]),
        ("Kestrel-7B was tested on MMLU and GSM8K\nand has 61.2 and 50.1", [61.2, 50.1]),
        ("MMLU 61.2\nGSM8K 50.1", [61.2, 50.1]),
        ("```python\n" + SPACED + "\n```", []),
    ],
)
def test_sentences_stay_sentences(text: str, values: list[float]) -> None:
    reading = read_card(HEAD + text, name="Kestrel-7B")
    assert [score.value for score in reading.scores] == values
    assert not reading.unread
