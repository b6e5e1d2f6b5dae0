"""Shots told further up in the card, once for several tests, or of another model than the card's."""

import pytest

from core.cards.read_card import read_card

TABLE = (
    "| Benchmark | Kestrel-7B | Wren-7B |\n|--|--|--|\n"
    "| MMLU | 61.5 | 60.1 |\n| GSM8K | 52.0 | 50.1 |\n| HumanEval | 35.0 | 34.1 |\n"
)


def shots(card: str) -> list[int | None]:
    reading = read_card(f"# Kestrel-7B\n\n{card}", name="Kestrel-7B")
    return [score.shots for score in reading.own_scores]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("All evaluations are 5-shot.", 5),
        ("All evaluations are zero-shot unless stated otherwise, and we use lighteval to run them.", 0),
        ("All models were evaluated 5-shot with lm-eval.", 5),
        ("All results, including those of Wren-7B, are 5-shot.", 5),
        ("All reported benchmarks use zero-shot prompts, judged by GPT-4.", 0),
        ("All benchmarks use five in-context examples.", 5),
        ("Unless noted, results are 5-shot.", 5),
        ("The number of few-shot examples is 4 for all benchmarks.", 4),
        ("All in zero-shot.", 0),
        ("全タスク 5-shot。", 5),
        ("所有评测均为 5-shot。", 5),
        ("모든 평가는 5-shot으로 진행했습니다.", 5),
        ("Все тесты 5-shot.", 5),
        ("Alle Ergebnisse sind 5-shot.", 5),
        ("Toutes les évaluations sont en 5-shot.", 5),
    ],
)
@pytest.mark.parametrize(("above", "below"), [("", "### Results\n\n"), ("## Evaluation\n\n", "## Base model\n\n")])
def test_what_holds_for_all_tests_reaches_below_a_heading(said, expected, above, below):
    assert shots(f"{above}{said}\n\n{below}{TABLE}") == [expected] * 3


@pytest.mark.parametrize(
    ("above", "said", "below"),
    [
        ("## Evaluation", "All math results are 4-shot.", "### Results"),
        ("## Evaluation", "Math results are 4-shot.", "### Results"),
        ("## Evaluation", "All results on MMLU are 5-shot.", "### Results"),
        ("## Evaluation", "All evaluations of the instruct model are 5-shot.", "### Base"),
        ("## Evaluation", "All evaluations of Wren-7B are 5-shot.", "### Results"),
        ("## Evaluation", "All results in the table above are 5-shot.", "### Results"),
        ("## Evaluation", "All training tasks were formatted 5-shot.", "### Results"),
        ("## Evaluation", "All evaluations are zero-shot.", "## Safety"),
        ("## Evaluation", "We evaluate in a 5-shot setting.", "### Math"),
        ("## Training", "All evaluations are 5-shot.", "## Evaluation"),
        ("## Usage", "It supports 5-shot prompts for all tasks.", "### Results"),
        ("## Evaluation", "All results are 5-shot. All results are 0-shot.", "### Results"),
        ("## Evaluation", "On MMLU and ARC, all results are 5-shot.", "### Results"),
        ("## Evaluation", "Zero-shot voice cloning is not supported.", "### Results"),
    ],
)
def test_what_has_another_subject_stays_under_its_heading(above, said, below):
    assert shots(f"{above}\n\n{said}\n\n{below}\n\n{TABLE}") == [None] * 3


def test_a_plain_sentence_reaches_below_a_heading_that_names_no_other_subject():
    assert shots(f"## Evaluation\n\nWe evaluate in a few-shot (5) setting.\n\n### Results\n\n{TABLE}") == [5] * 3
    assert shots(f"## Evaluation\n\nAll tests are 5-shot. GSM8K is 8-shot.\n\n### Results\n\n{TABLE}") == [5, 8, 5]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Evaluated with 5 examples in the prompt.", [5, 5, 5]),
        ("All tests in few-shot (k=4).", [4, 4, 4]),
        ("Number of shots: 5 for all tasks.", [5, 5, 5]),
        ("GSM8K uses 8-shot, all others 5-shot.", [5, 8, 5]),
        ("MMLU 5-shot and the rest 0-shot.", [5, 0, 0]),
        ("For GSM8K we use 8-shot; all other tasks are 0-shot.", [0, 8, 0]),
        ("5-shot except HumanEval (0-shot).", [5, 5, 0]),
        ("Evaluated 0-shot except for GSM8K.", [0, None, 0]),
        ("Evaluated 5-shot, with the exception of GSM8K (8-shot).", [5, 8, 5]),
        ("PIQA is 7-shot, all others 5-shot.", [None, None, None]),
        ("We use 5 shots for MMLU and 8 for GSM8K.", [5, 8, None]),
        ("MMLU with 5 shots and GSM8K with 8.", [5, 8, None]),
        ("MMLU (5), GSM8K (8-shot), HumanEval (0).", [5, 8, 0]),
        ("Trained on 5 demonstrations per task.", [None, None, None]),
        ("Few-shot prompting with k=3 helps with small models.", [None, None, None]),
    ],
)
def test_one_sentence_may_tell_the_shots_of_several_tests_or_of_the_rest(said, expected):
    assert shots(f"{said}\n\n{TABLE}") == expected


@pytest.mark.parametrize(
    "said",
    [
        "Wren-7B was evaluated 5-shot.",
        "Results for Wren-7B (5-shot) are from its paper.",
        "All evaluations of Wren-7B are 5-shot.",
        "The base model was evaluated 5-shot.",
        "The teacher was tested 5-shot on MMLU.",
        "GPT-4 results are 5-shot.",
    ],
)
def test_shots_of_another_model_are_not_the_card_models(said):
    assert shots(f"{said}\n\n{TABLE}") == [None] * 3


@pytest.mark.parametrize(
    "said",
    [
        "Kestrel-7B was evaluated 5-shot.",
        "Both Kestrel-7B and Wren-7B were evaluated 5-shot.",
        "GPT-4 was used as a judge; all results are 5-shot.",
        "We follow Wren-7B and report 5-shot results.",
        "Table 1: 5-shot results of base models.",
    ],
)
def test_other_models_may_be_named_beside_shots(said):
    assert shots(f"{said}\n\n{TABLE}") == [5] * 3


@pytest.mark.parametrize(
    "told",
    [
        "Evaluated 5-shot (MMLU), 8-shot (GSM8K) and 0-shot (IFEval).",
        "MMLU, GSM8K and IFEval are 5-, 8- and 0-shot.",
        "5/8/0 shots for MMLU/GSM8K/IFEval.",
        "5-shot MMLU, 8-shot GSM8K and 0-shot IFEval.",
        "MMLU (5-shot), GSM8K (8-shot) and IFEval (0-shot).",
    ],
)
def test_shots_of_several_tests_go_to_each_in_its_order(told):
    rows = "| Test | Foo-7B |\n|--|--|\n| MMLU | 61.2 |\n| GSM8K | 50.1 |\n| IFEval | 40.2 |\n"
    assert [score.shots for score in read_card(f"# Foo-7B\n\n{told}\n\n{rows}").scores] == [5, 8, 0]
