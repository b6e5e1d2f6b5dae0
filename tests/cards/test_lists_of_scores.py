"""Scores that stand line by line: in lists, in blocks of JSON, beside their names, and in tables that go on."""

import pytest

from core.cards.read_card import read_card


def own_scores(body: str, name: str = "Lumen-7B") -> dict[str, float]:
    reading = read_card(f"# {name}\n\n{body}", name=name)
    return {score.name_as_written: score.value for score in reading.own_scores}


def all_scores(body: str, name: str = "Lumen-7B") -> list[tuple[str, float, bool]]:
    scores = read_card(f"# {name}\n\n{body}", name=name).scores
    return [(score.name_as_written, score.value, score.own) for score in scores]


def test_a_list_of_results_on_a_test_of_its_own_is_read_line_by_line() -> None:
    card = """## Benchmark results

Evaluated on our own set of leases.

- **Exact answers**: **91.5** correct out of 100
- Not in the text: 80.0%
- Long contracts (1-5): 4 (good)
"""
    assert own_scores(card) == {"Exact answers": 91.5, "Not in the text": 80.0, "Long contracts (1-5)": 4}


@pytest.mark.parametrize(
    "body",
    [
        "## Evaluation\n\n- Learning rate: 0.0002\n- Dropout: 0.1\n",
        "## Evaluation\n\nIt achieves these results on the evaluation set:\n\n- Margin: 0.71\n- Accuracy: 0.78\n",
        "## Evaluation\n\n- Mistral-7B: 60.1\n- Phi-2: 50.2\n",
        "## Usage\n\n- Creative writing: 0.9\n- Facts: 0.2\n",
        "## Evaluation\n\n- Pass mark: 60.0%\n",
    ],
    ids=["training", "trainer's report", "rivals", "no evaluation", "one line alone"],
)
def test_other_lists_hold_no_scores(body: str) -> None:
    assert own_scores(body) == {}


def test_the_card_of_a_part_of_a_merge_holds_scores_of_another_model() -> None:
    card = """## Original model card for Brio-8B

### Benchmark results

- Exact answers: 91.5%
- Not in the text: 80.0%
"""
    assert all_scores(card) == [("Exact answers", 91.5, False), ("Not in the text", 80.0, False)]
    table = "## Original model card for Brio-8B\n\n### Evaluation\n\n| Test | Score |\n|-|-|\n| MMLU | 61.2 |\n"
    assert all_scores(table) == [("MMLU", 61.2, False)]


def test_a_block_below_the_name_of_a_test_holds_its_parts() -> None:
    card = """See our MT-Bench scores:

```
{
    "first_turn": 7.25,
    "categories": {"writing": 8.5},
    "temperature": 0.7,
    "average": 6.5
}
```
"""
    assert own_scores(card) == {"MT-Bench first_turn": 7.25, "MT-Bench writing": 8.5, "MT-Bench average": 6.5}
    assert own_scores('```\n{"first_turn": 7.25, "n": 3.5}\n```\n') == {}


def test_a_line_of_code_under_its_own_heading_is_that_test() -> None:
    assert own_scores("### RIDDLES 0-shot\n\n```\nriddles: 83.5\nseconds: 12.5\n```\n") == {"riddles": 83.5}


def test_lines_of_a_name_and_a_number_belong_together() -> None:
    card = "* metrics:\nAverage 73.4\nARC 71.2\nHellaSwag 87.4\n"
    assert own_scores(card) == {"Average": 73.4, "ARC": 71.2, "HellaSwag": 87.4}


@pytest.mark.parametrize("sign", ["—", "–", "→", "-"])
def test_a_dash_may_stand_between_a_name_and_its_number(sign: str) -> None:
    assert own_scores(f"MMLU {sign} 63.1\nGSM8K {sign} 51.2\n") == {"MMLU": 63.1, "GSM8K": 51.2}


@pytest.mark.parametrize("how", ["our reproduction", "our run", "our rerun", "our eval", "reproduced by us"])
def test_a_rival_that_the_maker_ran_again_stays_a_rival(how: str) -> None:
    card = f"| Model | MMLU | BBH |\n|-|-|-|\n| Mistral-7B ({how}) | 61.9 | 50.0 |\n| Lumen-7B | 63.3 | 52.0 |\n"
    assert [(value, own) for _, value, own in all_scores(card)] == [
        (61.9, False),
        (50.0, False),
        (63.3, True),
        (52.0, True),
    ]


def test_a_number_for_a_rival_is_the_rival_s() -> None:
    assert all_scores("- 61.5% on MedQA (compared to 50.8% for GPT-3.5)\n") == [
        ("MedQA", 61.5, True),
        ("MedQA", 50.8, False),
    ]


def test_a_leading_point_is_a_share() -> None:
    scores = read_card("# Lumen-7B\n\nThis model scores .29 on HumanEval+.\n", name="Lumen-7B").scores
    assert [(score.value, score.percent) for score in scores] == [(0.29, pytest.approx(29.0))]


def test_a_table_that_goes_on_under_a_title_keeps_its_test() -> None:
    table = "| Model | Score |\n|-|-|\n| Lumen-7B | {} |\n| Brio-8B | {} |\n\n"
    card = (
        "## Results\n\nMT-Bench with a judge:\n\n#### ####\n\n"
        + "First turn\n\n"
        + table.format(7.5, 7.1)
        + "Second turn\n\n"
        + table.format(6.5, 6.4)
    )
    own = [(name, value) for name, value, mine in all_scores(card) if mine]
    assert [value for _, value in own] == [7.5, 6.5]
    assert "Second turn" in own[1][0]


def test_a_label_grown_into_its_number_and_a_header_without_a_name_for_labels() -> None:
    card = """# AlpacaEval

```
                   win_rate  standard_error  n_total
gpt4                  73.79            1.54      805
lab-7B-Lumenta(new)   72.10            1.56      804
claude(best of both)70.37            1.60      805
```
"""
    scores = {(name, value): own for name, value, own in all_scores(card, "Lumenta-7B-v1")}
    assert [value for (_, value), own in scores.items() if own] == [72.1]
    assert 70.37 in [value for _, value in scores]


@pytest.mark.parametrize(
    ("sentence", "own"),
    [
        ("Lumen gets 68.5% on C-Eval and 52.1% on GSM8K, against 63.5% and 51.7% for Qwen-7B.", [68.5, 52.1]),
        ("Lumen-7B scores 52.1 on GSM8K (Mistral-7B: 40.0) and 63.3 on MMLU.", [52.1, 63.3]),
        ("Random guessing gives 25.0 on MMLU; humans reach 89.8 on MMLU.", []),
        ("We removed 2.3% of documents that overlap with MMLU and 0.4% with GSM8K.", []),
    ],
)
def test_numbers_of_others_and_of_the_data_are_not_the_card_s(sentence: str, own: list[float]) -> None:
    assert [value for _, value, mine in all_scores(f"{sentence}\n") if mine] == own


def test_a_p_value_is_no_score() -> None:
    card = "| Test | Lumen-7B | p-value |\n|-|-|-|\n| MMLU | 63.3 | 0.04 |\n| BBH | 52.0 | 0.001 |\n"
    assert own_scores(card) == {"MMLU": 63.3, "BBH": 52.0}


def test_numbers_of_shots_in_a_block_are_no_scores() -> None:
    card = '```json\n{"results": {"hellaswag": 58.2, "gsm8k": 41.5}, "n-shot": {"hellaswag": 10, "gsm8k": 5}}\n```\n'
    assert own_scores(card) == {"hellaswag": 58.2, "gsm8k": 41.5}


@pytest.mark.parametrize(
    "sentence",
    [
        "On MMLU and GSM8K, Lumen-7B gets 63.3 and 52.1 respectively.",
        "MMLU and GSM8K stand at 63.3% and 52.1%.",
        "It reaches 63.3 on MMLU and 52.1 on GSM8K.",
    ],
)
def test_two_lists_of_one_length_belong_together(sentence: str) -> None:
    assert own_scores(f"{sentence}\n") == {"MMLU": 63.3, "GSM8K": 52.1}


@pytest.mark.parametrize(
    "text",
    [
        "* MMLU (5-shot)\n  * Kestrel-7B: 63.2\n  * Llama-2-7B: 45.3\n"
        "* GSM8K\n  * Kestrel-7B: 51.0\n  * Llama-2-7B: 14.6",
        "- Kestrel-7B:\n  - MMLU: 63.2\n  - GSM8K: 51.0\n- Llama-2-7B:\n  - MMLU: 45.3\n  - GSM8K: 14.6",
        "Kestrel-7B:\n- MMLU: 63.2\n- GSM8K: 51.0\n\n**Llama-2-7B**\n- MMLU: 45.3\n- GSM8K: 14.6",
        "### MMLU\n- Kestrel-7B: 63.2\n- Llama-2-7B: 45.3\n### GSM8K\n- Kestrel-7B: 51.0\n- Llama-2-7B: 14.6",
        "- Kestrel-7B\n  - reaches 63.2 on MMLU\n  - reaches 51.0 on GSM8K\n- Llama-2-7B\n  - reaches 45.3 on MMLU\n"
        "  - reaches 14.6 on GSM8K",
    ],
)
def test_nested_lists_tell_the_test_or_the_model_above(text: str) -> None:
    scores = read_card(f"# Kestrel-7B\n## Evaluation\n{text}\n").scores
    assert {(score.benchmark, score.value, score.own) for score in scores} == {
        ("mmlu", 63.2, True),
        ("mmlu", 45.3, False),
        ("gsm8k", 51.0, True),
        ("gsm8k", 14.6, False),
    }


def test_a_metric_below_the_item_of_a_test_is_that_test_s() -> None:
    scores = read_card(
        "# Kestrel-7B\n## Evaluation\n1. MMLU\n   - Score: 63.2\n2. GSM8K\n   - Accuracy: 51.0%\n"
    ).scores
    assert [(score.benchmark, score.value, score.own) for score in scores] == [
        ("mmlu", 63.2, True),
        ("gsm8k", 51.0, True),
    ]


def test_a_line_that_compares_gives_its_list_to_nobody_else() -> None:
    scores = read_card("# Kestrel-7B\n## Results\nCompared with Llama-2-7B:\n- MMLU: 45.3\n").scores
    assert [(score.value, score.own) for score in scores] == [(45.3, True)]


_HARNESS = """{
  "results": {
    "arc_challenge": {
      "alias": "arc_challenge",
      "acc,none": 0.5563,
      "acc_stderr,none": 0.0145,
      "acc_norm,none": 0.5802
    },
    "gsm8k": {"exact_match,strict-match": 0.512, "exact_match_stderr,strict-match": 0.013}
  },
  "n-shot": {"arc_challenge": 25, "gsm8k": 5}
}"""
_DETAILS = "{'all': {'acc': 0.61}, 'harness|arc:challenge|25': {'acc_norm': 0.5802, 'acc_norm_stderr': 0.01}}"


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        (_HARNESS, [("acc", 0.5563, 25), ("acc_norm", 0.5802, 25), ("exact_match", 0.512, 5)]),
        (_HARNESS[:180], [("acc", 0.5563, None), ("acc_norm", 0.5802, None)]),
        (_DETAILS, [("acc_norm", 0.5802, 25)]),
        ('{"config": {"acc": 0.5}, "training": {"score": 0.4}}', []),
    ],
)
def test_the_results_of_a_harness_as_it_writes_them(block: str, expected: list[tuple[str, float, int | None]]) -> None:
    scores = read_card(f"# Kestrel-7B\n## Evaluation\n```json\n{block}\n```\n").own_scores
    assert [(score.metric, score.value, score.shots) for score in scores] == expected


def test_a_line_that_names_a_test_leads_to_the_list_right_below_it() -> None:
    card = "MMLU (5-shot)\n- Lumen-7B: 33.4\n- Brio-1.1B: 25.3\n\nGSM8K (8-shot)\n- Lumen-7B: 12.5\n- Brio-1.1B: 2.1\n"
    assert own_scores(card) == {"MMLU (5-shot)": 33.4, "GSM8K (8-shot)": 12.5}
