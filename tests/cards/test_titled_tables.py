"""What a table of an unlisted test is called: by its title, the heading above "Results", the test of its parts."""

import pytest

from core.cards.name_match import Match
from core.cards.own_model import OwnModel
from core.cards.read_card import read_card


def table(*rows: str) -> str:
    header, *body = rows
    ruler = "|-" * (header.count("|") + 1) + "|"
    return "\n".join(["", f"| {header} |", ruler, *(f"| {row} |" for row in body), ""])


def own_scores(body: str, name: str = "Lumen-7B") -> list[tuple[str, float]]:
    return [(score.name_as_written, score.value) for score in read_card(f"# {name}\n\n{body}", name=name).own_scores]


def test_lengths_in_a_second_row_of_the_header_tell_the_columns_apart() -> None:
    card = """1. [Key Retrieval](https://example.org)

| Model | Input length | Input length |
|-|-|-|
| | 3264 | 8329 |
| Mistral-7B | 50% | 20% |
| Lumen-7B | 100% | 98% |
"""
    assert own_scores(card) == [
        ("Key Retrieval (Input length 3264)", 100.0),
        ("Key Retrieval (Input length 8329)", 98.0),
    ]


def test_a_length_in_brackets_counts_no_tokens() -> None:
    card = """* Accuracy over MQA

| Model | 20 docs (Avg 2.9K tokens) | 50 docs (Avg 7.4K tokens) |
|-|-|-|
| Mistral-7B | 0.448 | 0.354 |
| Lumen-7B | 0.622 | 0.589 |
"""
    assert [value for _, value in own_scores(card)] == [0.622, 0.589]
    assert own_scores("| Model | Tokens seen | Window size |\n|-|-|-|\n| Lumen-7B | 2.1 | 4096 |\n") == []


@pytest.mark.parametrize("results", ["Results", "结果", "The results", "결과"])
def test_a_heading_that_says_results_only_leaves_the_name_to_the_one_above(results: str) -> None:
    rows = table("Model | Average", "Lumen-7B | 36.2", "Phi-2 | 30.1")
    card = f"### Bar Exam\n\nOur set of questions.\n\n### {results}\n{rows}"
    assert own_scores(card) == [("Bar Exam Average", 36.2)]


def test_an_average_beside_parts_of_a_test_is_that_test_s() -> None:
    rows = ("Lumen-7B | 36.2 | 40.1 | 38.1", "Phi-2 | 30.1 | 31.1 | 30.6")
    parts = "## MMLU\n" + table("Model | STEM | Other | Average", *rows)
    assert own_scores(parts)[-1] == ("MMLU Average", 38.1)
    beside = "## Results\n" + table("Model | MMLU | GSM8K | Average", *rows)
    assert own_scores(beside)[-1] == ("Average", 38.1)


def test_rows_of_models_decide_over_one_header_that_looks_like_a_model() -> None:
    card = """## Performance

| Method | NL4OPT | PlanBee EasyLP | Micro Avg |
|-|-|-|-|
| Reflexion | 50.7% | - | - |
| `Lumen-Mistral-7B` | 84.4% | 81.4% | 82.9% |
| `Lumen-Phi-2` | 80.4% | 71.4% | 75.9% |
"""
    assert own_scores(card, "Lumen") == [
        ("NL4OPT", 84.4),
        ("PlanBee EasyLP", 81.4),
        ("Micro Avg", 82.9),
        ("NL4OPT", 80.4),
        ("PlanBee EasyLP", 71.4),
        ("Micro Avg", 75.9),
    ]


def test_an_average_over_drop_is_no_drop_in_quality_and_perplexity_no_score() -> None:
    card = "| Metric | Value |\n|-|-|\n| MMLU (5-shot) | 69.8 |\n| Average (w/ DROP) | 67.0 |\n| Average drop | 1.2 |\n"
    assert own_scores(card)[:2] == [("MMLU (5-shot)", 69.8), ("Average (w/ DROP)", 67.0)]
    harness = "|Tasks|Metric|Value|\n|-|-|-|\n|lambada_openai|perplexity|3.25|\n| |acc|0.73|\n|sciq|acc|0.95|\n"
    assert [value for _, value in own_scores(f"### GPT Evaluations 0-Shot\n\n{harness}")] == [0.73, 0.95]


def test_a_dollar_sign_may_set_a_formula_and_a_pair_may_lack_its_second() -> None:
    card = table("Model | MME$^P$ | GQA | SEED", "Lumen-7B | 61.5 | 58.2 | 56.4/-", "Phi-2 | 60.1 | 50.1 | 50.2/49.1")
    assert [value for _, value in own_scores(f"## Evaluation\n{card}")] == [61.5, 58.2, 56.4]
    assert own_scores("## Evaluation\n\n| Model | Cost ($) | MMLU |\n|-|-|-|\n| Lumen-7B | 1.25 | 61.0 |\n") == [
        ("MMLU", 61.0)
    ]


def test_our_test_set_is_a_test_and_no_model() -> None:
    rows = table(" | Our Test Set | ToxicChat", "Lumen-Guard | **0.945** | 0.626", "Perspective | 0.728 | 0.532")
    assert own_scores(f"## Evaluation\n{rows}", "LumenGuard-7B") == [("Our Test Set", 0.945), ("ToxicChat", 0.626)]


@pytest.mark.parametrize(
    ("name", "label", "match"),
    [
        ("LumenGuard-7B", "Lumen-Guard", Match.PART),
        ("lumenlab/7B", "LumenLab/7B-DPO", Match.SAME),
        ("lumenlab/7B", "LumenLab/14B-DPO", Match.NONE),
        ("Lumencocktail-10.7B-v1", "SOLAR-10.7B-Lumencocktail(new)", Match.LONGER),
        ("Lumencocktail-10.7B-v1", "Lumencocktail-10.7B-v2", Match.NONE),
        ("Mistral-7B-Lumen", "Zephyr-7B-Mistral", Match.NONE),
    ],
)
def test_names_in_other_orders_and_spellings(name: str, label: str, match: Match) -> None:
    assert OwnModel((name,)).match(label) is match


def test_a_file_called_index_with_a_size_is_a_model() -> None:
    card = "## Evaluation\n\n| Model | MMLU |\n|-|-|\n| Index-1.9B | 52.5 |\n| Phi-2 | 57.6 |\n"
    scores = read_card(card, name="index-1.9b.md").own_scores
    assert [score.value for score in scores] == [52.5]


def test_a_bare_name_owns_both_its_stages_and_no_longer_context() -> None:
    rows = ("Lumen-7B | 55.1 | 41.4", "Lumen-7B-Chat | 60.2 | 48.3", "Lumen-7B-200K | 50.1 | 40.0", "Phi-2 | 57 | 40")
    assert [value for _, value in own_scores(table("Model | MMLU | BBH", *rows))] == [55.1, 41.4, 60.2, 48.3]


def test_ours_beside_several_models_of_one_maker_is_the_card_s_by_name() -> None:
    rows = ("Lumen-7B-v2 (ours) | 61.1", "Lumen-7B-v1 (ours) | 59.0", "Phi-2 (ours) | 57.6")
    assert own_scores(table("Model | MMLU", *rows), "Lumen-7B-v2") == [("MMLU", 61.1)]


def test_a_method_is_called_after_the_models_it_was_used_on() -> None:
    rows = ("Llama-3-8B-Instruct | 22.9", "Llama-3-8B-LUMO Iter1 | 31.7", "Gemma-2-9B-LUMO Iter3 | 53.2")
    assert [value for _, value in own_scores(table("Model | AlpacaEval2.0 LC Win Rate", *rows), "LUMO")] == [31.7, 53.2]


def test_a_quantized_file_owns_the_columns_of_its_precision() -> None:
    rows = ("avg | 77.6 | 77.1", "POPE | 82.8 | 82.6")
    card = f"## Evaluation\n{table('Metric | 16bits | INT4', *rows)}"
    assert [value for _, value in own_scores(card, "lumen-vision-int4-sym")] == [77.1, 82.6]


def test_a_row_of_questions_about_dates_is_no_date() -> None:
    rows = ("date | 72 | 80", "group_by | 91.4 | 82.9")
    card = f"## Results by question category\n{table('query_category | gpt-4 | acme-sqlcraft-15b', *rows)}"
    assert own_scores(card, "sqlcraft-15b") == [("date", 80.0), ("group_by", 82.9)]


@pytest.mark.parametrize(
    ("sentence", "values"),
    [
        ("Lumen outperforms GPT-4 Omni's 57.5% on AlpacaEval 2.0 with a score of 65.1%.", [65.1]),
        ("On AlpacaEval 2.0 we gain 7.6% absolute improvement.", []),
        ("It was trained on CodeLlama-7b-Python and achieves 76.1 exec@1 in our PandoraTest_V1.0.", [76.1]),
    ],
)
def test_whose_a_number_in_a_sentence_is(sentence: str, values: list[float]) -> None:
    assert [value for _, value in own_scores(f"{sentence}\n")] == values


def test_praise_with_a_number_is_no_score() -> None:
    assert own_scores("### How to reproduce HumanEval?\n\n**This performance is 100% reproducible!**\n") == []


def test_two_columns_of_results_of_one_model_are_both_its_own() -> None:
    rows = ("ARC (25-shot) | 63.4 | 63.48", "MMLU (5-shot) | 59.34 | 59.59")
    reading = read_card(
        f"# Lumen-7B\n\n## Evaluation\n{table('Metric | Scores on Leaderboard | Our results', *rows)}", name="Lumen-7B"
    )
    assert [score.value for score in reading.own_scores] == [63.4, 63.48, 59.34, 59.59]
    assert reading.finding("contradiction").state == "absent"  # two testers, not two claims


def test_a_bare_first_word_is_the_card_s_model_where_no_other_label_is_like_it() -> None:
    rows = ("lumo | 0.6715 | 0.8813", "openhermes-2.5 | 0.6476 | 0.8835")
    assert [value for _, value in own_scores(table("model | arc_challenge | boolq", *rows), "lumo-dpo-7b-v0.1")] == [
        0.6715,
        0.8813,
    ]
    assert own_scores(table("model | MMLU | BBH", "Mistral | 60.1 | 50.0", "Phi-2 | 57 | 40"), "Mistral-7B-Lumo") == []


def test_two_turns_are_those_of_mt_bench() -> None:
    rows = ("Lumen-7B | 8.45 | 7.75", "Brio-8B | 8.05 | 7.61")
    card = f"### Beside models of the Open LLM Leaderboard\n{table('Model | First Turn | Second Turn', *rows)}"
    assert own_scores(card) == [("MT-Bench First Turn", 8.45), ("MT-Bench Second Turn", 7.75)]


def test_single_rows_of_a_fence_are_tables_where_their_header_says_score() -> None:
    turn = "########## {} turn ##########\n                      score\nmodel         turn\nlumen-7b 1     {}\n\n"
    card = f"MT-Bench:\n\n```\n{turn.format('First', 7.61)}{turn.format('Second', 7.01)}```\n"
    found = own_scores(card)
    assert [value for _, value in found] == [7.61, 7.01] and all(name.startswith("MT-Bench") for name, _ in found)
    assert "First turn" in found[0][0] and "Second turn" in found[1][0]
    assert own_scores("```\nlumen 3   4.5\n```\n") == []


def test_a_count_of_questions_is_no_score() -> None:
    assert own_scores(f"## 评测\n{table('评测数据集 | 考试科目 | 题数', 'CMMLU | Machine learning | 122')}") == []


def test_the_best_of_several_others_is_not_the_card_s_because_it_is_bold() -> None:
    rows = ("Llama 1|7B|14.1|60.8", "Llama 2|70B|**37.5**|**71.9**")
    card = f"# **Llama 2**\n\n## Evaluation Results\n{table('Model|Size|Code|MMLU', *rows)}"
    assert read_card(card, name="lumen-llama2-13b").own_scores == ()


def test_a_comparison_in_brackets_is_no_column_of_a_model() -> None:
    rows = ("GPT4 | GPT4 | 87.6 | 100", "Polyglot-ko-12.8b | LUMA v2 | 62.3 | 71.1")
    scores = table("Base-model | Model | Score | Relative Score (vs GPT4)", *rows)
    card = f"### Results for the Korean evaluation set\n{scores}"
    assert [value for _, value in own_scores(card, "luma")] == [62.3, 71.1]


@pytest.mark.parametrize(
    ("sentence", "values"),
    [
        ("AGIEval rose (from 43.07% to 43.62%).", [43.62]),
        ("Our **BrioMath-70B** model achieves 81.6 pass@1 on GSM8k.", []),
        ("Our model achieves 51.6 pass@1 on GSM8k.", [51.6]),
    ],
)
def test_earlier_values_and_other_models_of_the_maker_are_not_the_card_s(sentence: str, values: list[float]) -> None:
    assert [value for _, value in own_scores(f"{sentence}\n")] == values


def test_sizes_of_experts_after_a_version_stay_sizes() -> None:
    rows = ("Lumen2-34B | 35.0", "Lumen2-8x7B | 39.0", "Phi-2 | 12.0")
    assert [value for _, value in own_scores(table("Model | MATH", *rows), "Lumen2")] == [35.0, 39.0]


def test_a_metric_may_stand_behind_the_number() -> None:
    assert own_scores(table("Model | HumanEval", "Lumen-7B | **50.6 pass@1**", "Phi-2 | 47.0")) == [("HumanEval", 50.6)]


def test_the_mixture_of_the_training_data_holds_no_scores() -> None:
    rows = ("Books | 7% | 21B", "Math | 5% | 17B")
    assert own_scores(f"## Performance and data\n{table('Data source | Fraction | Tokens', *rows)}") == []


LINKED = table(
    "Models | Size | MATH | Link",
    "Qwen2-7B-Instruct | 7B | 53.0 | -",
    "**Qwen2-7B-Instruct + Tune** | 7B | 58.6 | [HF](https://huggingface.co/lumolab/Qwen2-7B-Tuned)",
    "**DeepSeekMath-RL + Tune** | 7B | 53.2 | [HF](https://huggingface.co/lumolab/DeepSeekMath-RL-Tuned)",
    "Mistral-7B | 7B | 12.0 | [HF](https://huggingface.co/mistralai/Mistral-7B-v0.1)",
)


def test_rows_that_link_to_the_account_of_a_method_s_card_are_its_own() -> None:
    assert [value for _, value in own_scores(LINKED, "Wise Step Tuning")] == [58.6, 53.2]


def test_links_decide_nothing_on_the_card_of_one_size_or_where_no_account_stands_out() -> None:
    assert own_scores(LINKED, "Lumen-13B") == []
    others = LINKED.replace("lumolab/Deep", "briolab/Deep")
    assert own_scores(others, "Wise Step Tuning") == []
    base = LINKED.replace("lumolab", "meta-llama")
    assert own_scores(base, "Wise Step Tuning") == []


def test_a_table_without_names_of_columns_keeps_its_first_row() -> None:
    assert own_scores("## Evaluation\n\n| | |\n|-|-|\n| MMLU | 63.1 |\n| GSM8K | 51.2 |\n") == [
        ("MMLU", 63.1),
        ("GSM8K", 51.2),
    ]
    named = "## Evaluation\n\n| | |\n|-|-|\n| Test | Score |\n| MMLU | 63.1 |\n"
    assert own_scores(named) == [("MMLU", 63.1)]
