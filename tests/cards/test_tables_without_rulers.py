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


def test_tests_and_their_shots_under_no_header() -> None:
    scores = read_card(f"{HEAD}MMLU   5-shot   61.2\nGSM8K  8-shot   50.1\n", name="Kestrel-7B").scores
    assert [(score.benchmark, score.value, score.shots) for score in scores] == [("mmlu", 61.2, 5), ("gsm8k", 50.1, 8)]


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
        "Model  MMLU  GSM8K\nKestrel-7B  61.2  50.1  (ours)\nWren-7B  60.1  41.0",
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


TABLE = "| Benchmark | Kestrel-7B |\n|---|---|\n| MMLU | 61.2 |\n| GSM8K | 50.1 |\n"


def shots(said: str, between: str) -> list[int | None]:
    reading = read_card(f"{HEAD}{said}{between}{TABLE}", name="Kestrel-7B")
    return [score.shots for score in reading.scores]


@pytest.mark.parametrize("between", ["\n\n", "\n\n## Results\n\n"])
@pytest.mark.parametrize(
    "said",
    [
        "Not all evaluations are 5-shot.",
        "Not every result is 5-shot.",
        "None of the results are 5-shot.",
        "No evaluation is 5-shot.",
        "We do not report all results 5-shot.",
        "The results are not 5-shot.",
        "Nicht alle Ergebnisse sind 5-shot.",
        "All evaluations use 5 to 25 shots.",
        "All evaluations use 5–25 shots.",
        "All tests are 0- to 8-shot.",
        "All results are between 0 and 5 shots.",
        "All evaluations use zero to five shots.",
        "All evaluations use up to 5 shots.",
        "All evaluations use 5 or 8 shots.",
        "All evaluations were rerun, since 5-shot prompts failed.",
        "All results get better when 5-shot prompts are used.",
    ],
)
def test_sentences_that_give_no_one_number_of_shots(said: str, between: str) -> None:
    assert shots(said, between) == [None, None]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("All evaluations are 5-shot.", [5, 5]),
        ("All results are zero-shot, not 5-shot.", [0, 0]),
        ("All results are 5-shot, rather than 0-shot.", [5, 5]),
        ("All evaluations are 5-shot, because 0-shot prompts failed.", [5, 5]),
        ("All evaluations are 5-shot and not chain-of-thought.", [5, 5]),
        ("All evaluations except MMLU are 5-shot.", [None, 5]),
        ("Not all evaluations are 5-shot: MMLU is 5-shot, GSM8K 8-shot.", [5, 8]),
        ("MMLU and GSM8K use 5 and 8 shots.", [5, 8]),
    ],
)
def test_sentences_that_do_give_shots(said: str, expected: list[int | None]) -> None:
    assert shots(said, "\n\n") == expected


PARTED = (
    "| Model | MMLU | | GSM8K | |\n|---|---|---|---|---|\n| | {} | {} | {} | {} |\n"
    "| Kestrel-7B | 61.2 | 58.0 | 50.1 | 44 |\n"
)


def own_of(text: str) -> list[tuple[str, float, int | None]]:
    scores = read_card(HEAD + text, name="Kestrel-7B").scores
    return [(score.name_as_written, score.value, score.shots) for score in scores if score.own]


def test_a_part_of_a_test_keeps_its_name() -> None:
    assert own_of(PARTED.format("EN", "DE", "EN", "DE")) == [
        ("MMLU EN", 61.2, None),
        ("MMLU DE", 58.0, None),
        ("GSM8K EN", 50.1, None),
        ("GSM8K DE", 44.0, None),
    ]
    assert [shots for _, _, shots in own_of(PARTED.format("0-shot", "5-shot", "0-shot", "8-shot"))] == [0, 5, 0, 8]


def test_a_test_of_one_part_stands_between_those_of_several() -> None:
    text = "| Model | MMLU | | ARC | GSM8K | |\n|---|---|---|---|---|---|\n| | EN | DE | | EN | DE |\n"
    names = [name for name, _, _ in own_of(text + "| Kestrel-7B | 61.2 | 58.0 | 70.0 | 50.1 | 44.0 |\n")]
    assert names == ["MMLU EN", "MMLU DE", "ARC", "GSM8K EN", "GSM8K DE"]


def test_settings_below_models_are_of_the_model_on_the_left() -> None:
    text = "| Benchmark | Kestrel-7B | | Wren-7B | |\n|---|---|---|---|---|\n| | 0-shot | 5-shot | 0-shot | 5-shot |\n"
    assert own_of(text + "| MMLU | 61.2 | 63.0 | 50.1 | 52.0 |\n") == [("MMLU", 61.2, 0), ("MMLU", 63.0, 5)]


def test_rows_are_asked_as_the_row_above_them_says() -> None:
    text = (
        "| Benchmark | Kestrel-7B |\n|---|---|\n| **Code (0-shot)** | |\n| HumanEval | 40.2 |\n"
        "| **Math (5-shot)** | |\n"
        "| GSM8K | 50.1 |\n| MATH (4-shot) | 20.1 |\n| **General** | |\n| MMLU | 61.2 |\n"
    )
    assert [shots for _, _, shots in own_of(text)] == [0, 5, 4, None]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (
            "| Benchmark | Score | Percentile |\n|---|---|---|\n| MMLU | 61.2 | 85 |\n| GSM8K | 50.1 | 60 |\n",
            [61.2, 50.1],
        ),
        ("| Model | MMLU | Percentile |\n|---|---|---|\n| Kestrel-7B | 61.2 | 85 |\n| Wren-7B | 50.1 | 60 |\n", [61.2]),
        ("| Exam | Percentile rank |\n|---|---|\n| MMLU | 85 |\n| GSM8K | 60 |\n", []),
    ],
)
def test_a_percentile_is_no_score(text: str, values: list[float]) -> None:
    assert [value for _, value, _ in own_of(text)] == values


@pytest.mark.parametrize("corner", ["Size", "Parameters", "Model size", "# Params", "", "Model"])
@pytest.mark.parametrize(("name", "own"), [("Kestrel-7B", [61.2]), ("Kestrel", [50.0, 61.2]), ("Kestrel-13B", [])])
def test_rows_of_sizes_are_the_members_of_a_series(corner: str, name: str, own: list[float]) -> None:
    text = f"# {name}\n\n| {corner} | MMLU |\n|---|---|\n| 3B | 50.0 |\n| 7B | 61.2 |\n"
    scores = read_card(text, name=name).scores
    assert [score.value for score in scores] == [50.0, 61.2]
    assert [score.value for score in scores if score.own] == own


def test_a_size_beside_a_name_is_no_name() -> None:
    text = "| Size | Model | MMLU |\n|---|---|---|\n| 7B | Kestrel-7B | 61.2 |\n| 7B | Wren-7B | 60.1 |\n"
    assert told(text) == [("mmlu", 61.2, "Kestrel-7B", True), ("mmlu", 60.1, "Wren-7B", False)]
