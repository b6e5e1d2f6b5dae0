"""Tables that are drawn unlike others: stacked cells, blank headers, columns of spaces, labels left blank, pairs."""

import pytest

from core.cards.read_card import read_card


def own(card: str, name: str | None = None) -> list[tuple[str, float]]:
    return [(score.name_as_written, score.value) for score in read_card(card, name=name).own_scores]


STACKED = """# Lumen-13B

| Topic | Bench | Rival-70B | Lumen-13B |
|---|---|---|---|
| Maths | MATH<br>AIME 2024 | 71.2<br>30 | 75.4<br>- |
| Code | HumanEval<br>MBPP | 80.1<br>70.2 | 82.0<br>71 |
| Chat | MT-Bench | 8.1 | 8.3 |
"""


def test_cells_that_stack_several_tests_are_a_row_for_each():
    assert own(STACKED) == [("MATH", 75.4), ("HumanEval", 82.0), ("MBPP", 71.0), ("MT-Bench", 8.3)]


def test_stacked_cells_of_html_are_read_alike_and_a_broken_name_stays_one():
    card = (
        "# Lumen-13B\n\n<table><tr><th>Bench</th><th>Lumen-13B</th></tr>"
        "<tr><td>GSM8K<br>MATH</td><td>71.5<br/>30.5</td></tr>"
        "<tr><td>MMLU<br>(5-shot)</td><td>61.0</td></tr></table>\n"
    )
    assert own(card) == [("GSM8K", 71.5), ("MATH", 30.5), ("MMLU (5-shot)", 61.0)]


def test_a_header_left_blank_yields_to_the_row_below_it():
    card = (
        "# Lumen-7B\n\n## Results\n\n| | | |\n|---|---|---|\n| Dataset | lumen-7b | rival-7b |\n"
        "| MedQA | 52.0 | 49.6 |\n| PubMedQA | 74.4 | 61.8 |\n| | | |\n"
    )
    assert own(card) == [("MedQA", 52.0), ("PubMedQA", 74.4)]


def test_a_table_may_follow_an_item_of_a_list_at_once():
    card = "# Lumen-7B\n\n* local test\n* harness, 10 shots\n| Tasks | n-shot | Metric | Value | | Stderr |\n"
    card += "|---|---|---|---|---|---|\n| hellaswag | 10 | acc | 0.7142 | ± | 0.0045 |\n"
    card += "| | | acc_norm | 0.8819 | ± | 0.0032 |\n"
    scores = read_card(card).own_scores
    assert [(score.value, score.shots, score.metric) for score in scores] == [
        (0.7142, 10, "acc"),
        (0.8819, None, "acc_norm"),
    ]


ALIGNED = """# Lumen-7B

## MT-Bench

```
########## First turn ##########
                                score
model                    turn
Rival-70B                1     7.25000
Lumen-7B   <---          1     6.96875
Rival-7B                 1     6.30625

########## Average ##########
                             score
model
Rival-70B                 7.040625
Lumen-7B   <---           6.637500
```
"""


def test_columns_held_apart_by_spaces_are_a_table():
    assert [value for _, value in own(ALIGNED)] == [6.96875, 6.6375]


def test_words_and_numbers_in_code_are_no_table():
    code = "# Lumen-7B\n\n## MMLU\n\n```\nlayers     32\nheads      40.5\nlearning rate   0.1\n```\n"
    assert own(code) == []


BLANKS = """# Lumen-13B

## Evaluation

| Model | Decoding | GSM8K | MATH |
|---|---|---|---|
| Lumen-7B | CoT | 50.5 | 10.4 |
| | PoT | 51.6 | 28.7 |
| Lumen-13B | CoT | 56.3 | 12.9 |
| | PoT | 61.3 | 32.6 |
"""


def test_a_label_left_blank_repeats_the_one_above_it():
    scores = read_card(BLANKS, name="Lumen-13B").main_scores
    assert [(score.value, score.mode) for score in scores] == [
        (56.3, "CoT"),
        (12.9, "CoT"),
        (61.3, "PoT"),
        (32.6, "PoT"),
    ]


def test_rows_told_apart_by_the_way_of_prompting_are_all_own():
    card = "# Lumen-7B\n\n| Prompt | GSM8K | MATH |\n|---|---|---|\n"
    card += "| Zero-shot CoT | **74.7** | **25.3** |\n| Zero-shot PoT | 71.2 | - |\n"
    assert own(card) == [("GSM8K", 74.7), ("MATH", 25.3), ("GSM8K", 71.2)]


def test_a_pair_is_two_scores_where_the_header_tells_both():
    head = "# Lumen-7B\n\n| Models | AIME 2024 (pass@1 / cons@64) | MATH |\n|---|---|---|\n"
    scores = read_card(head + "| Lumen-7B | 72.1 / **90.0** | 81.5 |\n| Rival-7B | 70.0 / 80.0 | 80.0 |\n").own_scores
    assert [(score.value, score.metric, score.mode) for score in scores] == [
        (72.1, "pass@1", None),
        (90.0, None, "maj@64"),
        (81.5, None, None),
    ]


def test_few_shot_over_fractions_is_a_kind_of_question():
    card = "# Lumen-6B\n\n## LongBench\n\n| Model | Summary | Code | Few-shot |\n|---|---|---|---|\n"
    card += "| Lumen-6B | 26.6 | 56.2 | 61.2 |\n"
    assert [value for _, value in own(card)] == [26.6, 56.2, 61.2]


@pytest.mark.parametrize(
    ("title", "labels", "expected"),
    [
        ("Lumen", ("Lumen-7B-Base", "Lumen-7B-Zero", "Lumen-7B-RL-0530"), [1.5, 2.5, 3.5]),  # a series among itself
        ("Lumen2", ("LumenChat2-7B", "LumenChat2-7B-16K", "Rival-7B"), [1.5, 2.5]),  # the stage written into the name
        ("Lumen-7B", ("Lumen-7B", "Lumen-7B-Zero", "Rival-7B"), [1.5]),
    ],
)
def test_which_labels_are_of_the_cards_series(title, labels, expected):
    rows = "".join(f"| {label} | {i}.5 | {i}.5 |\n" for i, label in enumerate(labels, start=1))
    reading = read_card(f"# {title}\n\n## Results\n\n| Model | MMLU | GSM8K |\n|---|---|---|\n{rows}", name=title)
    assert [score.value for score in reading.own_scores if score.name_as_written == "MMLU"] == expected


VERSIONS = """# L.M 4.0

### L.M 4.0 (knowledge)

| Test | L.M 4.0 (72B) | Rival |
|---|---|---|
| KMMLU | 78.3 | 72.5 |

### L.M 4.1 (reasoning)

| Test | L.M 4.1 (72B) | Rival-R |
|---|---|---|
| KMMLU | 73.3 | 76.1 |
"""


def test_a_section_about_another_version_is_of_the_same_release_but_not_of_the_model():
    reading = read_card(VERSIONS, name="L.M 4.0")
    assert [score.value for score in reading.main_scores] == [78.3]
    assert [score.value for score in reading.own_scores] == [78.3, 73.3]


def test_a_suite_named_in_a_heading_alone_names_the_score():
    card = "# Lumen-1B\n\n## Метрики на ru_arena_x / Metrics on ru_arena_x\n\n"
    card += "| Model | Score | 95% CI | LC Score |\n|---|---|---|---|\n"
    card += "| storm-7b | 20.62 | +2.0 / -1.6 | 45.78 |\n| **Lumen-1B** | **19.04** | +1.3 / -1.6 | **45.56** |\n"
    assert own(card) == [("ru_arena_x (Score)", 19.04), ("ru_arena_x (LC Score)", 45.56)]


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        ("Lumen approaches an accuracy of 60% on MATH.", []),
        ("Lumen obtains 5.4, 5.0 and 6.3 points improvement on MATH.", []),
        ("The gain is +1.7% on GSM8K.", []),
        ("We find 129% of the base model's performance on AGIEval, averaging 39.7.", [("AGIEval", 39.7)]),
        ("On MT-Bench it is on-par with Llama-2-70b-chat, averaging 6.86.", [("MT-Bench", 6.86)]),
        ("We measured HumanEval and found a score of:\n\n**50.7% @ Pass1**", [("HumanEval", 50.7)]),
        ("We measured HumanEval and MBPP:\n\n**50.7%**", []),
        (
            "GPT4All:\n\n```\n| Task | Value |\n|---|---|\n| boolq | 0.84 |\n| piqa | 0.79 |\nAverage: 71.13\n```",
            "average",
        ),
    ],
)
def test_numbers_of_prose(prose, expected):
    found = own(f"# Lumen-7B\n\n{prose}\n")
    assert (("GPT4All average", 71.13) in found) if expected == "average" else found == expected


def test_a_model_called_like_a_test_is_not_scored_on_it():
    assert own("# MATH-X 4.0\n\nMATH-X 4.0 is at KMMLU 78.3.\n", "MATH-X 4.0") == [("KMMLU", 78.3)]


def test_the_harder_version_of_a_test_may_stand_in_brackets():
    card = "# Lumen-7B\n\n| Model | Size | HumanEval (+) | MBPP (+) |\n|---|---|---|---|\n"
    card += "| Lumen-7B | 7B | 60.4 (55.5) | **64.2** (**52.6**) |\n| Rival-7B | 7B | 53.7 (50.1) | 61.0 (50.0) |\n"
    assert own(card) == [("HumanEval", 60.4), ("HumanEval+", 55.5), ("MBPP", 64.2), ("MBPP+", 52.6)]
    assert read_card(card).finding("narrow_selection").state.value == "present"  # two tests, each in two versions


def test_a_picture_between_two_sentences_parts_them():
    card = "# Lumen-9B\n\nLumen-9B scored `48.9` and `40.4` for the `complete` and `instruct` parts of BigCodeBench.\n"
    card += "![Results](results.png)\nOn CRUXEval and MBPP it did well too.\n"
    assert own(card) == [("BigCodeBench", 48.9), ("BigCodeBench", 40.4)]


def test_the_work_a_token_costs_is_no_score():
    assert own("# Lumen-9B\n\nOn GSM8K it leads, at 7.4 GFLOPs per token.\n") == []


def test_a_share_with_an_article_is_a_score_where_a_metric_follows():
    card = "# Lumen-70B\n\nLumen achieves a 33.3% pass@1 accuracy on LeetCode and a 5% gain on MBPP.\n"
    assert own(card) == [("LeetCode", 33.3)]


def test_a_part_of_a_suite_as_a_harness_writes_it_needs_no_heading():
    fence = (
        "```\n| Task | Metric | Value |\n|---|---|---|\n| agieval_sat_math | acc | 0.35 |\n| | acc_norm | 0.32 |\n```\n"
    )
    assert own(f"# Lumen-7B\n\n## GPT4All\n\n{fence}") == [("agieval_sat_math", 0.35), ("agieval_sat_math", 0.32)]
