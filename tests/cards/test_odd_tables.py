"""Tables that are drawn unlike others: stacked cells, blank headers, columns of spaces, labels left blank, pairs."""

import pytest

from core.cards.read_card import read_card
from core.cards.reading import State


def own(card: str, name: str | None = None) -> list[tuple[str, float]]:
    return [(score.name_as_written, score.value) for score in read_card(card, name=name).own_scores]


STACKED = """# Lumen-13B

| Topic | Bench | Rival-70B | Lumen-13B |
|---|---|---|---|
| Maths | MATH<br>AIME 2024 | 61.5<br>20 | 65.5<br>- |
| Code | HumanEval<br>MBPP | 70.5<br>60.5 | 72.5<br>61 |
| Chat | MT-Bench | 8.1 | 8.3 |
"""


def test_cells_that_stack_several_tests_are_a_row_for_each():
    assert own(STACKED) == [("MATH", 65.5), ("HumanEval", 72.5), ("MBPP", 61.0), ("MT-Bench", 8.3)]


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
        "| MedQA | 44.5 | 41.0 |\n| PubMedQA | 66.5 | 60.0 |\n| | | |\n"
    )
    assert own(card) == [("MedQA", 44.5), ("PubMedQA", 66.5)]


def test_a_table_may_follow_an_item_of_a_list_at_once():
    card = "# Lumen-7B\n\n* local test\n* harness, 10 shots\n| Tasks | n-shot | Metric | Value | | Stderr |\n"
    card += "|---|---|---|---|---|---|\n| hellaswag | 10 | acc | 0.6111 | ± | 0.0050 |\n"
    card += "| | | acc_norm | 0.7222 | ± | 0.0040 |\n"
    scores = read_card(card).own_scores
    assert [(score.value, score.shots, score.metric) for score in scores] == [
        (0.6111, 10, "acc"),
        (0.7222, 10, "acc_norm"),
    ]


ALIGNED = """# Lumen-7B

## MT-Bench

```
########## First turn ##########
                                score
model                    turn
Rival-70B                1     6.12500
Lumen-7B   <---          1     5.81250
Rival-7B                 1     4.43750

########## Average ##########
                             score
model
Rival-70B                 6.031250
Lumen-7B   <---           5.406250
```
"""


def test_columns_held_apart_by_spaces_are_a_table():
    assert [value for _, value in own(ALIGNED)] == [5.81250, 5.40625]


def test_words_and_numbers_in_code_are_no_table():
    code = "# Lumen-7B\n\n## MMLU\n\n```\nlayers     32\nheads      40.5\nlearning rate   0.1\n```\n"
    assert own(code) == []


BLANKS = """# Lumen-13B

## Evaluation

| Model | Decoding | GSM8K | MATH |
|---|---|---|---|
| Lumen-7B | CoT | 40.5 | 11.5 |
| | PoT | 44.5 | 21.5 |
| Lumen-13B | CoT | 47.5 | 13.5 |
| | PoT | 52.5 | 24.5 |
"""


def test_a_label_left_blank_repeats_the_one_above_it():
    scores = read_card(BLANKS, name="Lumen-13B").main_scores
    assert [(score.value, score.mode) for score in scores] == [
        (47.5, "CoT"),
        (13.5, "CoT"),
        (52.5, "PoT"),
        (24.5, "PoT"),
    ]


def test_rows_told_apart_by_the_way_of_prompting_are_all_own():
    card = "# Lumen-7B\n\n| Prompt | GSM8K | MATH |\n|---|---|---|\n"
    card += "| Zero-shot CoT | **64.5** | **21.5** |\n| Zero-shot PoT | 62.5 | - |\n"
    assert own(card) == [("GSM8K", 64.5), ("MATH", 21.5), ("GSM8K", 62.5)]


def test_a_pair_is_two_scores_where_the_header_tells_both():
    head = "# Lumen-7B\n\n| Models | AIME 2024 (pass@1 / cons@64) | MATH |\n|---|---|---|\n"
    scores = read_card(head + "| Lumen-7B | 41.5 / **60.5** | 81.5 |\n| Rival-7B | 70.0 / 80.0 | 80.0 |\n").own_scores
    assert [(score.value, score.metric, score.mode) for score in scores] == [
        (41.5, "pass@1", None),
        (60.5, None, "maj@64"),
        (81.5, None, None),
    ]


def test_few_shot_over_fractions_is_a_kind_of_question():
    card = "# Lumen-6B\n\n## LongBench\n\n| Model | Summary | Code | Few-shot |\n|---|---|---|---|\n"
    card += "| Lumen-6B | 21.5 | 45.5 | 52.5 |\n"
    assert [value for _, value in own(card)] == [21.5, 45.5, 52.5]


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
| KMMLU | 64.5 | 60.5 |

### L.M 4.1 (reasoning)

| Test | L.M 4.1 (72B) | Rival-R |
|---|---|---|
| KMMLU | 61.5 | 63.5 |
"""


def test_a_section_about_another_version_is_of_the_same_release_but_not_of_the_model():
    reading = read_card(VERSIONS, name="L.M 4.0")
    assert [score.value for score in reading.main_scores] == [64.5]
    assert [score.value for score in reading.own_scores] == [64.5, 61.5]


def test_a_suite_named_in_a_heading_alone_names_the_score():
    card = "# Lumen-1B\n\n## Метрики на talk_arena_x / Metrics on talk_arena_x\n\n"
    card += "| Model | Score | 95% CI | LC Score |\n|---|---|---|---|\n"
    card += "| rival-llama-7b | 31.5 | +1.0 / -1.2 | 48.5 |\n| **Lumen-1B** | **27.5** | +1.1 / -1.4 | **47.5** |\n"
    assert own(card) == [("talk_arena_x (Score)", 27.5), ("talk_arena_x (LC Score)", 47.5)]


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        ("On MATH it approaches a score of 55%.", []),
        ("On MATH its sizes show 2.5, 3.5 and 4.5 points gain.", []),
        ("GSM8K: +2.5% since last time.", []),
        ("It keeps 112% of its parent's quality on AGIEval, averaging 35.5.", [("AGIEval", 35.5)]),
        ("For MT-Bench we are on-par with Llama-2-13b-chat, averaging 6.1.", [("MT-Bench", 6.1)]),
        ("A friend ran HumanEval and got:\n\n**41.5% @ Pass1**", [("HumanEval", 41.5)]),
        ("A friend ran HumanEval and MBPP:\n\n**41.5%**", []),
        (
            "GPT4All:\n\n```\n| Task | Value |\n|---|---|\n| boolq | 0.84 |\n| piqa | 0.79 |\nAverage: 68.5\n```",
            "average",
        ),
    ],
)
def test_numbers_of_prose(prose, expected):
    found = own(f"# Lumen-7B\n\n{prose}\n")
    assert (("GPT4All average", 68.5) in found) if expected == "average" else found == expected


def test_a_model_called_like_a_test_is_not_scored_on_it():
    assert own("# MATH-X 4.0\n\nMATH-X 4.0 is at KMMLU 51.5.\n", "MATH-X 4.0") == [("KMMLU", 51.5)]


def test_the_harder_version_of_a_test_may_stand_in_brackets():
    card = "# Lumen-7B\n\n| Model | Size | HumanEval (+) | MBPP (+) |\n|---|---|---|---|\n"
    card += "| Lumen-7B | 7B | 51.5 (47.5) | **58.5** (**46.5**) |\n| Rival-7B | 7B | 49.5 (44.5) | 61.0 (50.0) |\n"
    assert own(card) == [("HumanEval", 51.5), ("HumanEval+", 47.5), ("MBPP", 58.5), ("MBPP+", 46.5)]
    assert read_card(card).finding("narrow_selection").state.value == "present"  # two tests, each in two versions


def test_a_picture_between_two_sentences_parts_them():
    card = "# Lumen-9B\n\nOn the two halves of BigCodeBench we scored `38.5` and `30.5`.\n"
    card += "![Results](results.png)\nOn CRUXEval and MBPP it did well too.\n"
    assert own(card) == [("BigCodeBench", 38.5), ("BigCodeBench", 30.5)]


def test_the_work_a_token_costs_is_no_score():
    assert own("# Lumen-9B\n\nGSM8K at 9.5 GFLOPs for each token.\n") == []


def test_a_share_with_an_article_is_a_score_where_a_metric_follows():
    card = "# Lumen-70B\n\nLumen has a 28.5% pass@1 accuracy on LeetCode and a 5% gain on MBPP.\n"
    assert own(card) == [("LeetCode", 28.5)]


def test_a_part_of_a_suite_as_a_harness_writes_it_needs_no_heading():
    fence = (
        "```\n| Task | Metric | Value |\n|---|---|---|\n| agieval_sat_math | acc | 0.35 |\n| | acc_norm | 0.32 |\n```\n"
    )
    assert own(f"# Lumen-7B\n\n## GPT4All\n\n{fence}") == [("agieval_sat_math", 0.35), ("agieval_sat_math", 0.32)]


def test_ranks_perplexity_and_shares_of_data_are_no_scores() -> None:
    card = """# Kestrel-7B
## Evaluation
| Benchmark | Kestrel-7B | Llama-2-7B |
|---|---|---|
| Rank on Open LLM Leaderboard | 3 | 40 |
| LAMBADA ppl | 4.1 | 5.2 |
| HellaSwag | 80.1 | 77.0 |

## Training data
| Source | Share % |
|---|---|
| GSM8K train | 12.5 |
| Web | 80.0 |
"""
    assert [(score.benchmark, score.value) for score in read_card(card).own_scores] == [("hellaswag", 80.1)]


def test_a_rate_of_errors_leads_where_it_is_smaller() -> None:
    card = """# Kestrel-7B
## Evaluation
| Benchmark | Kestrel-7B | Wren-7B |
|---|---|---|
| HaluEval hallucination rate | {own} | {rival} |
"""
    ahead = read_card(card.format(own=12.0, rival=13.0)).finding("gaps_inside_noise")
    behind = read_card(card.format(own=13.0, rival=12.0)).finding("gaps_inside_noise")
    assert (ahead.state, behind.state) == (State.PRESENT, State.ABSENT)


def test_an_average_is_no_lead_of_one_test() -> None:
    head = "# Kestrel-7B\n| Model | Average | ARC |\n|---|---|---|\n"
    card = head + "| Kestrel-7B | 63.2 | 60.1 |\n| Wren-7B | 62.9 | 60.0 |\n"
    reason = read_card(card).finding("gaps_inside_noise").reason
    assert reason.startswith("ARC, against Wren-7B: 60.1 against 60.0 is a tie")


def test_a_merged_header_over_shots_in_pipes() -> None:
    card = """# Kestrel-7B
| | MMLU | | GSM8K | |
|---|---|---|---|---|
| Model | 0-shot | 5-shot | 0-shot | 8-shot |
| Kestrel-7B | 60.1 | 63.2 | 40.0 | 51.0 |
| Llama-2-7B | 40.1 | 45.3 | 10.0 | 14.6 |
"""
    own = read_card(card).own_scores
    assert [(score.benchmark, score.shots, score.value) for score in own] == [
        ("mmlu", 0, 60.1),
        ("mmlu", 5, 63.2),
        ("gsm8k", 0, 40.0),
        ("gsm8k", 8, 51.0),
    ]


def test_every_precision_of_the_model_is_its_own() -> None:
    card = (
        "# Kestrel-7B\n| Test | Kestrel-7B Q4_K_M | Kestrel-7B FP16 | Wren-7B |\n|--|--|--|--|\n|MMLU|62.2|63.2|58.0|\n"
    )
    own = read_card(card).own_scores
    assert [(score.precision, score.value) for score in own] == [("Q4_K_M", 62.2), ("FP16", 63.2)]


def test_columns_of_translation_metrics() -> None:
    card = "# Kestrel-7B\n## Evaluation\n| Language | BLEU | chrF |\n|--|--|--|\n| en-de | 31.2 | 58.1 |\n"
    own = read_card(card).own_scores
    assert [(score.name_as_written, score.metric, score.value) for score in own] == [
        ("en-de", "bleu", 31.2),
        ("en-de", "chrf", 58.1),
    ]
