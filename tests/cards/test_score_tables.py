"""Tables of every layout that cards use, written for these tests."""

import pytest

from core.cards.read_card import read_card


def own(text: str, name: str = "Lumen-7B"):
    """(benchmark or written name, value) of the own scores."""
    return [(s.benchmark or s.name_as_written, s.value) for s in read_card(text, name=name).scores if s.own]


def test_benchmarks_down_models_across():
    card = (
        "# Lumen-7B\n\n| Benchmark | Shots | Mistral-7B | **Lumen-7B** | Llama-3-8B |\n|--|--|--|--|--|"
        "\n| MMLU | 5 | 60.1 | **63.2** | 62.9 |\n| GSM8K | 8 | 40.1 | 51.3 | **55.0** |\n"
    )
    reading = read_card(card)
    assert own(card) == [("mmlu", 63.2), ("gsm8k", 51.3)]
    assert [s.shots for s in reading.own_scores] == [5, 8] and [s.line for s in reading.own_scores] == [5, 6]
    assert {s.subject for s in reading.scores} == {"Mistral-7B", "Lumen-7B", "Llama-3-8B"}


def test_models_down_benchmarks_across_with_a_size_column_and_a_row_of_shots():
    card = """# Lumen

| Model | Size | MMLU | GSM8K | Average |
|---|---|---|---|---|
|   |   | 5-shot | 8-shot | |
| Llama 2 | 7B | 45.3 | 14.6 | 30.0 |
| Lumen | 7B | 63.2 | 51.3 | 57.2 |
| Lumen | 13B | 66.0 | 60.0 | 63.0 |
"""
    assert own(card, "Lumen-7B") == [("mmlu", 63.2), ("gsm8k", 51.3), ("Average", 57.2)]
    assert [s.shots for s in read_card(card, name="Lumen-7B").own_scores] == [5, 8, None]
    assert len(own(card, "Lumen")) == 6  # a card about the series owns both sizes


def test_an_html_table_with_spans_and_several_header_rows():
    card = """# Lumen-7B

<table>
<thead>
<tr><th rowspan="2">Category</th><th rowspan="2">Benchmark</th><th colspan="2">7B models</th></tr>
<tr><th>Mistral-7B</th><th>Lumen-7B</th></tr>
</thead>
<tbody>
<tr><td rowspan="2">General</td><td>MMLU</td><td>60.1</td><td><b>63.2</b></td></tr>
<tr><td>MMLU-Pro</td><td>30.0</td><td>35.5</td></tr>

<tr><td>Code</td><td>HumanEval<br>(pass@1)</td><td>30.5</td><td>42.7<sup>*</sup></td></tr>
</tbody>
</table>
"""
    assert own(card) == [("mmlu", 63.2), ("mmlu_pro", 35.5), ("humaneval", 42.7)]
    assert [s.line for s in read_card(card, name="Lumen-7B").own_scores] == [9, 10, 12]


def test_lm_eval_output_in_a_code_fence():
    card = """# Lumen-7B

```
|    Tasks    |Version|Filter|n-shot| Metric |   |Value |   |Stderr|
|-------------|------:|------|-----:|--------|---|-----:|---|-----:|
|arc_challenge|      1|none  |    25|acc     |↑  |0.5503|±  |0.0145|
|             |       |none  |    25|acc_norm|↑  |0.5819|±  |0.0144|
|gsm8k        |      3|strict-match|5|exact_match|↑|0.4951|±  |0.0138|
```
"""
    scores = read_card(card, name="Lumen-7B").own_scores
    first = next(s for s in scores if s.benchmark)
    assert (first.benchmark, first.value, first.shots, first.metric) == (
        "arc_challenge",
        0.5503,
        25,
        "acc",
    )
    assert ("gsm8k", 0.4951) in own(card) and all(s.scale == "share" for s in scores)
    assert 0.0145 not in [s.value for s in scores]


def test_one_model_with_metric_and_value():
    card = (
        "# Lumen-7B\n\n## Results\n\n|Metric|Value|\n|---|--:|\n|Avg.|61.20|\n|HellaSwag (10-Shot)|82.1|"
        "\n|GSM8k (5-shot)|51.0|\n"
    )
    assert own(card) == [("Avg.", 61.2), ("hellaswag", 82.1), ("gsm8k", 51.0)]


def test_the_benchmark_stands_in_the_heading_only():
    card = (
        "# Lumen-7B\n\n## MT-Bench\n\n| Model | First turn | Second turn | Average |\n|--|--|--|--|\n| "
        "**Lumen-7B** | 7.1 | 6.2 | 6.65 |\n| Vicuna-13B | 6.8 | 6.0 | 6.4 |\n"
    )
    assert [value for _, value in own(card)] == [7.1, 6.2, 6.65]
    assert all(
        "MT-Bench" in s.name_as_written or s.name_as_written == "Average"
        for s in read_card(card, name="Lumen-7B").own_scores
    )


def test_every_row_names_model_and_benchmark():
    card = (
        "# Lumen-7B\n\n| Model | Benchmark | Score |\n|--|--|--|\n| Lumen-7B | MMLU | 63.2 |\n| "
        "Mistral-7B | MMLU | 60.1 |\n| Lumen-7B | GSM8K | 51.3 |\n"
    )
    assert own(card) == [("mmlu", 63.2), ("gsm8k", 51.3)]


@pytest.mark.parametrize(
    "table",
    [
        "| Model | Speed (tokens/s) | Memory (GB) |\n|--|--|--|\n| Lumen-7B | 41.2 | 5.1 |\n",
        "| Model | Training Time (GPU hours) | Carbon Emitted (tCO2eq) |\n|--|--|--|\n| Lumen-7B | 184320 | 31.2 |\n",
        "| Hyperparameter | Value |\n|--|--|\n| Learning rate | 0.0002 |\n| Warmup ratio | 0.03 |\n",
        "| Filename | Quant type | File Size | Description |\n|--|--|--|--|\n| lumen-Q4_K_M.gguf | "
        "Q4_K_M | 4.37GB | good |\n",
        "| Model | Params | Context length | Release |\n|--|--|--|--|\n| Lumen-7B | 7.2 | 32 | 2024.06 |\n",
        "## Contamination test\n\n| Dataset | Overlap |\n|--|--|\n| train | 0.01 |\n",
        "| Epoch | Training Loss | Validation Loss |\n|--|--|--|\n| 1.0 | 0.81 | 0.79 |\n",
    ],
)
def test_tables_of_other_things_are_not_scores(table):
    assert own(f"# Lumen-7B\n\n{table}") == []


@pytest.mark.parametrize(
    ("cell", "value", "scale"),
    [
        ("0.412", 0.412, "share"),
        ("41.2", 41.2, "percent"),
        ("41.2 %", 41.2, "percent"),
        ("**41.2**\\*", 41.2, "percent"),
        ("20.0 ± 1.2", 20.0, "percent"),
        ("41,2", 41.2, "percent"),
        ("0.6295(100%)", 0.6295, "share"),
        ("12/30", 0.4, "share"),
        ("41.2†", 41.2, "percent"),
    ],
)
def test_values_in_the_ways_they_are_written(cell, value, scale):
    score = read_card(
        f"# Lumen-7B\n\n| Benchmark | Score |\n|--|--|\n| GSM8K | {cell} |\n", name="Lumen-7B"
    ).own_scores[0]
    assert (score.value, score.scale) == (pytest.approx(value), scale)


@pytest.mark.parametrize("cell", ["-", "--", "—", "N/A", "", "16B", "128k", "8.54GB", "85.?4", "12 ms", "TBD"])
def test_cells_that_hold_no_score(cell):
    assert own(
        f"# Lumen-7B\n\n| Benchmark | Score | Other |\n|--|--|--|\n| GSM8K | {cell} | x |\n| MMLU | 60.1 | x |\n"
    ) == [("mmlu", 60.1)]


def test_ratings_and_elo_keep_their_scale():
    card = (
        "# Lumen-7B\n\n| Benchmark | Score |\n|--|--|\n| MT-Bench | 7.9 |\n| Chatbot Arena | 1105 |\n| MMLU | 63.0 |\n"
    )
    assert [s.scale for s in read_card(card, name="Lumen-7B").own_scores] == ["rating", "elo", "percent"]


def test_korean_and_chinese_tables():
    korean = (
        "# Lumen-7B\n\n## 벤치마크 결과\n\n| 모델 | KMMLU (5-shot) | HAE-RAE | KoBEST HellaSwag |\n|--|--|--|--|"
        "\n| **Lumen-7B** | 46.2 | 71.0 | 47.8 |\n| Qwen2.5-7B | 45.0 | 65.1 | 44.0 |\n"
    )
    assert own(korean) == [("kmmlu", 46.2), ("haerae", 71.0), ("KoBEST HellaSwag", 47.8)]
    chinese = (
        "# Lumen-7B\n\n## 评测结果\n\n| 评测集 \\\\ 模型 | Lumen-7B | Qwen2.5-7B |\n|--|--|--|\n| C-Eval(5-shot) |"
        " **70.1** | 69.0 |\n| MMLU（5样本） | 63.2 | 64.0 |\n"
    )
    assert own(chinese) == [("ceval", 70.1), ("mmlu", 63.2)]
    assert [s.shots for s in read_card(chinese, name="Lumen-7B").own_scores] == [5, 5]


def test_the_own_column_is_found_by_size_by_ours_and_by_bold_face():
    by_size = "# Gemstone\n\n| Benchmark | 2B Params | 7B Params |\n|--|--|--|\n| MMLU | 42.3 | 64.3 |\n"
    assert own(by_size, "gemstone-2b") == [("mmlu", 42.3)]
    ours = "# Notes\n\n| Benchmark | Llama-3-8B | Ours |\n|--|--|--|\n| MMLU | 62.3 | 64.3 |\n"
    assert own(ours, "README") == [("mmlu", 64.3)]
    bold = (
        "# Notes\n\n| Model | MMLU | GSM8K |\n|--|--|--|\n| Llama-3-8B | 62.3 | 50.1 |\n| Zeta | "
        "**64.3** | **60.0** |\n"
    )
    assert own(bold, "README") == [("mmlu", 64.3), ("gsm8k", 60.0)]


@pytest.mark.parametrize("label", ["Lumen-7B-v2", "Lumen-13B", "Lumen-7B-beta", "Mistral-7B", "MegaLumen"])
def test_a_sibling_is_not_the_own_model(label):
    card = f"# Lumen-7B-alpha\n\n| Model | MMLU |\n|--|--|\n| {label} | 70.0 |\n| Lumen-7B-α | 63.0 |\n"
    assert own(card, "Lumen-7B-alpha") == [("mmlu", 63.0)]


def test_the_own_column_can_be_set_by_hand():
    card = "# Lumen-7B\n\n| Benchmark | Lumen-7B | Variant X |\n|--|--|--|\n| MMLU | 63.0 | 64.0 |\n"
    reading = read_card(card, name="Lumen-7B", own_subjects=["Variant X"])
    assert [(s.subject, s.value) for s in reading.own_scores] == [("Variant X", 64.0)]


def test_a_benchmark_in_several_languages_keeps_them_apart():
    card = (
        "# Lumen-7B\n\n| Benchmark | Language | Lumen-7B |\n|--|--|--|\n| MMLU | German | 55.0 |\n| MMLU "
        "| Korean | 48.0 |\n| GSM8K | English | 60.0 |\n"
    )
    names = [(s.benchmark, s.name_as_written) for s in read_card(card, name="Lumen-7B").own_scores]
    assert names == [(None, "MMLU German"), (None, "MMLU Korean"), ("gsm8k", "GSM8K")]


def test_labels_that_leave_the_version_out_are_known_by_their_size():
    card = (
        "# Gemstone 2 model card\n\n| Benchmark | Metric | Gemstone PT 9B | Gemstone PT 27B |\n|--|--|--|--|\n"
        "| MMLU | 5-shot, top-1 | 71.3 | 75.2 |\n| GSM8K | 5-shot | 68.6 | 74.0 |\n"
    )
    assert own(card, "gemstone-2-9b") == [("mmlu", 71.3), ("gsm8k", 68.6)]


def test_the_second_metric_of_a_harness_row_keeps_the_name():
    card = (
        "# Lumen-7B\n\n```\n| Task |Version| Metric |Value | |Stderr|\n|--|--|--|--|--|--|\n"
        "|piqa | 0|acc |0.8118|± |0.0091|\n| | |acc_norm|0.8232|± |0.0089|\n|boolq| 1|acc |0.8602|± |0.0061|\n```\n"
    )
    assert own(card) == [("piqa", 0.8118), ("piqa", 0.8232), ("boolq", 0.8602)]
    assert read_card(card, name="Lumen-7B").finding("contradiction").state.value == "absent"


def test_parts_of_the_benchmark_in_the_heading_bear_its_name():
    card = (
        "# Lumen-7B\n\n### Multilingual results (MMLU)\n\n| Language | Score |\n|--|--|\n| French | "
        "62.3% |\n| German | 60.1% |\n"
    )
    assert own(card) == [("MMLU French", 62.3), ("MMLU German", 60.1)]


def test_a_mean_over_two_tests_is_neither_of_them():
    card = (
        "# Lumen-7B\n\n| Metrics | Lumen-7B | Llama-1B |\n|--|--|--|\n| ARC (Average) | 60.5 | 49.2 |\n| "
        "HellaSwag | 68.7 | 61.2 |\n"
    )
    assert own(card) == [("ARC (Average)", 60.5), ("hellaswag", 68.7)]


def test_size_stands_in_the_label_behind_a_line_break():
    card = (
        "# Phi-9-mini\n\n| | Phi-9-Mini-In<br>3.8b | Gemma<br>7b | Mixtral<br>8x7b |\n|--|--|--|--|\n"
        "| MMLU <br>5-Shot | 68.8 | 63.6 | 68.4 |\n| GSM-8K <br> 0-Shot; CoT | 82.5 | 59.8 | 64.7 |\n"
    )
    assert own(card, "phi-9-mini-4k-instruct") == [("mmlu", 68.8), ("gsm8k", 82.5)]


def test_sections_of_a_long_table_are_not_rows():
    card = (
        "# Olmolike 7B\n\n| Model | Average | ARC/C | HSwag | MMLU |\n|--|--|--|--|--|\n| *Open weights "
        "models:* | | | | |\n"
        "| Llama-2-13B | 54.1 | 67.3 | 83.9 | 55.7 |\n| *Fully open models:* | | | | |\n| Amber-7B | "
        "35.2 | 44.9 | 74.5 | 24.7 |\n"
        "| **Olmolike-7B** | 62.9 | 79.8 | 83.8 | 63.7 |\n"
    )
    assert [value for _, value in own(card, "Olmolike-7B")] == [62.9, 79.8, 83.8, 63.7]


def test_quantizations_side_by_side_belong_to_one_model():
    card = (
        "# Lumen-7B-Instruct-AWQ\n\n## Accuracy\n\n| Benchmark | Lumen-7B-Instruct (BF16) | "
        "Lumen-7B-Instruct-AWQ (INT4) | Recovery |\n"
        "|--|--|--|--|\n| MMLU | 63.1 | 62.4 | 98.9% |\n| GSM8K | 70.0 | 68.1 | 97.3% |\n"
    )
    reading = read_card(card, name="Lumen-7B-Instruct-AWQ")
    assert 98.9 not in [s.value for s in reading.scores]
    assert {(s.value, s.precision) for s in reading.own_scores} >= {(62.4, "AWQ")} or {62.4, 68.1} <= {
        s.value for s in reading.own_scores
    }


QUANT_REPO = """---
base_model: lab/lumen-12b-it
---
# Layer-wise quantization of lab/lumen-12b-it

Original model: [lab/lumen-12b-it](https://huggingface.co/lab/lumen-12b-it)

### Sizes (in GB)
| Model | Others | Repo | Shrinkage |
|---|---:|---:|---:|
| [lumen-12b-it-IQ3_M](./lumen-12b-it-IQ3_M.gguf) | 5.66 | 5.21 | 8.0% |

### Perplexity and KL divergence scores
| Model | PPL | KLD |
|---|---:|---:|
| [lumen-12b-it-IQ3_M](./lumen-12b-it-IQ3_M.gguf) | 35.478 ±0.411 | 1.2299 ±0.0042 |

### ARC, HellaSwag and MMLU scores
Scores from 750 tasks per test.

| Model | ARC | HellaSwag | MMLU | Avg Score |
|---|---:|---:|---:|---:|
| [lumen-12b-it-IQ3_M](./lumen-12b-it-IQ3_M.gguf) | 66.93 ±1.71 | 74.67 | 42.00 ±1.80 | 61.20 |
| [lumen-12b-it-Q4_K_M](./lumen-12b-it-Q4_K_M.gguf) | 69.86 ±1.67 | 77.47 | 43.60 ±1.81 | 63.64 |
| [lumen-12b-it-Q4_K_M-someone][other] | 69.60 ±1.68 | 81.07 | 43.60 ±1.81 | 64.75 |

### Tokens per second - benchmarks
| model | size | params | backend | threads | test | t/s |
|---|---:|---:|---|---:|---:|---:|
| lumen-12b-it-Q4_K_M | 6.20 GiB | 11.18 B | Metal | 6 | pp512 | 120.31 ± 0.40 |
"""


def test_a_repo_of_quantizations_owns_its_rows_with_their_precision():
    reading = read_card(QUANT_REPO, name="someone/lumen-12b-it-GGUF")
    assert {(s.precision, s.benchmark or s.name_as_written, s.value) for s in reading.own_scores} == {
        ("IQ3_M", "arc_challenge", 66.93),
        ("IQ3_M", "hellaswag", 74.67),
        ("IQ3_M", "mmlu", 42.0),
        ("IQ3_M", "Avg Score", 61.2),
        ("Q4_K_M", "arc_challenge", 69.86),
        ("Q4_K_M", "hellaswag", 77.47),
        ("Q4_K_M", "mmlu", 43.6),
        ("Q4_K_M", "Avg Score", 63.64),
    }
    assert {s.line for s in reading.scores} == {23, 24, 25}
    for quiet in ("contradiction", "scores_of_another_file", "quantization_undisclosed"):
        assert reading.finding(quiet).state.value == "absent", quiet
    assert reading.finding("publisher_record").state.value == "unclear"


def test_the_corner_of_a_table_may_name_the_test():
    rows = "| Rival-7B | 50.1 | 40.2 |\n| Lumen-7B | 54.9 | 39.3 |\n"
    table = f"| ZooExam / 3-shot (Acc) | En | Zh |\n|---|---|---|\n{rows}"
    reading = read_card(f"# Lumen-7B\n\n## Results\n\n{table}", name="Lumen-7B")
    assert [(score.name_as_written, score.value) for score in reading.own_scores] == [
        ("ZooExam En", 54.9),
        ("ZooExam Zh", 39.3),
    ]


def test_a_row_of_tests_without_a_label_is_the_cards_own():
    rows = "| Average | ARC | MMLU | GSM8K |\n|---|---|---|---|\n| 80.5 | 76.0 | 77.1 | 78.7 |\n"
    reading = read_card(f"# Lumen-72B\n\n## Leaderboard results\n\n{rows}", name="Lumen-72B")
    assert [score.value for score in reading.own_scores] == [80.5, 76.0, 77.1, 78.7]


def test_a_table_of_contamination_holds_no_scores():
    rows = "| ARC | MMLU | GSM8K |\n|---|---|---|\n| 0.20 | 0.45 | 1.00 |\n"
    assert read_card(f"# Lumen-72B\n\n### Contamination Results\n\n{rows}", name="Lumen-72B").scores == ()


def test_two_metrics_in_a_cell_are_told_apart_by_the_corner():
    rows = "| 3-shot (EM / F1) | XQuAD | TyDiQA |\n|---|---|---|\n| Lumen-7B | 57.88 / 71.06 | 60.53 / 75.42 |\n"
    reading = read_card(f"# Lumen-7B\n\n## Results\n\n{rows}", name="Lumen-7B")
    assert [(score.name_as_written, score.value, score.shots) for score in reading.own_scores] == [
        ("XQuAD (EM)", 57.88, 3),
        ("XQuAD (F1)", 71.06, 3),
        ("TyDiQA (EM)", 60.53, 3),
        ("TyDiQA (F1)", 75.42, 3),
    ]


def test_of_two_numbers_that_nothing_explains_the_first_is_read():
    rows = "| Model | XQuAD | TyDiQA |\n|---|---|---|\n| Lumen-7B | 57.88 / 71.06 | 60.53 / 75.42 |\n"
    reading = read_card(f"# Lumen-7B\n\n## Results\n\n{rows}", name="Lumen-7B")
    assert [score.value for score in reading.own_scores] == [57.88, 60.53]


def test_a_mark_that_was_passed_is_no_score():
    text = "With an average accuracy of 80.48% it is the first on the leaderboard to surpass an average score of 80%."
    assert [score.value for score in read_card(f"# Lumen-72B\n\n{text}\n", name="Lumen-72B").scores] == [80.48]


def test_shots_may_be_spelled():
    rows = "| Test | Lumen-7B |\n|---|---|\n| MMLU (five-shot) | 63.1 |\n"
    assert read_card(f"# Lumen-7B\n\n## Results\n\n{rows}").scores[0].shots == 5
