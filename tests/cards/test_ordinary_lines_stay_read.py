"""Ordinary lines and sentences with a score of the card's own model, beside words that often tell of something else.

A word of refusals, of versions or of what was done to a base does not take a score away from the test that it is on.
"""

import pytest

from core.cards.read_card import read_card
from tests.cards.own_values import own

pytestmark = pytest.mark.slow  # wordings by the hundred: the quick tests keep to a minute


@pytest.mark.parametrize(
    "label",
    [
        "Computer security",
        "Commonsense",
        "International law",
        "Instruction following",
        "Date understanding",
        "Penguins in a table",
        "Conceptual physics",
        "Content analysis",
        "Byte pairs",
        "Inference",
        "Android apps",
        "Under review",
        "Object counting",
        "Business ethics",
        "Reasoning about colored objects",
        "Questions in French",
        "Answers with images",
    ],
)
def test_parts_of_a_test_whose_names_hold_small_words_are_read(label: str) -> None:
    assert own(f"### MMLU\n\n- {label}: 61.2\n- Medical: 55.1") == [61.2, 55.1]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("MT-Bench on the FastChat harness: 8.1", 8.1),
        ("MT-Bench, FastChat: 8.1", 8.1),
        ("MT-Bench (FastChat): 8.1", 8.1),
        ("MT-Bench with FastChat: 8.1 (GPT-4 judge)", 8.1),
        ("- **MT-Bench via FastChat:** 8.1", 8.1),
        ("HLE with lm-eval-harness: 8.5", 8.5),
        ("AIME via lighteval: 6.7", 6.7),
        ("AIME 2024 with the tern-eval framework: 6.7", 6.7),
        ("SWE-bench Verified with OpenHands: 3.5", 3.5),
        ("SWE-bench Verified with mini-SWE-agent: 3.5", 3.5),
        ("SWE-bench Verified using SWE-agent: 3.5 %", 3.5),
        ("HLE, Inspect: 3.5", 3.5),
        ("MT-Bench in the FastChat harness = 8.1", 8.1),
    ],
)
def test_a_number_behind_the_colon_of_a_program_is_the_score(text: str, value: float) -> None:
    assert own(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "## MMLU\n\n- vLLM: 0.7",
        "## MMLU\n\n- Transformers: 4.46\n- PyTorch: 2.5",
        "## MMLU\n\nHarness version: 0.4",
        "## MMLU\n\n- Served with Wren 0.7",
        "## MMLU\n\nRequires tern-eval: 1.2",
        "MMLU with lm-eval version: 0.4",
        "MMLU with vLLM==0.7",
    ],
)
def test_versions_behind_programs_alone_stay_versions(text: str) -> None:
    assert own(text) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("HumanEval pass@1/pass@10: 40.2/61.0", [("HumanEval", "pass@1"), ("HumanEval", "pass@10")]),
        ("HumanEval (pass@1/pass@10): 40.2/61.0", [("HumanEval", "pass@1"), ("HumanEval", "pass@10")]),
        ("HumanEval: 40.2/61.0 (pass@1/pass@10)", [("HumanEval", "pass@1"), ("HumanEval", "pass@10")]),
        ("pass@1/pass@10 on HumanEval: 40.2/61.0", [("HumanEval", "pass@1"), ("HumanEval", "pass@10")]),
        ("MBPP pass@1 / pass@5: 40.2 / 61.0", [("MBPP", "pass@1"), ("MBPP", "pass@5")]),
        ("HumanEval pass@1/MBPP pass@1: 40.2/61.0", [("HumanEval", "pass@1"), ("MBPP", "pass@1")]),
    ],
)
def test_each_of_several_metrics_with_strokes_has_its_own_value(text: str, told: list[tuple[str, str]]) -> None:
    scores = read_card(f"# Kestrel-7B\n\n{text}\n", name="Kestrel-7B").scores
    assert [score.value for score in scores] == [40.2, 61.0]
    assert [(score.name_as_written.split()[0], score.metric) for score in scores] == told


@pytest.mark.parametrize(
    "text",
    [
        "Kestrel-7B is an uncensored model without refusals that reaches 61.2 on MMLU.",
        "Abliterated to remove refusals it still scores 61.2 on MMLU.",
        "Despite being harmless it scores 61.2 on MMLU.",
        "It shows low toxicity and 61.2 % on MMLU.",
        "Kestrel-7B has reduced hallucinations and scores 61.2 on TruthfulQA.",
        "A model with fewer hallucinations reaching 61.2 on SimpleQA.",
        "Less harmful than Kestrel's first draft, with 61.2 on MMLU.",
        "Harmless and helpful: 61.2 on MMLU.",
        "No refusals, 61.2 on MMLU.",
        "We removed refusals while keeping 61.2 on MMLU.",
        "Refusal-free, with an MMLU of 61.2.",
        "Jailbreak-resistant and at 61.2 on MMLU.",
        "This low-toxicity model got 61.2 on MMLU.",
        "It never refuses but has 61.2 on MMLU.",
        "Refusal training left MMLU at 61.2.",
        "It scores 61.2 on MMLU without refusals.",
        "IFEval after removing refusals: 61.2",
        "MMLU without any refusals: 61.2",
        "It gets 61.2 on MMLU with no harmful outputs.",
        "Trained without unsafe data, with 61.2 on MMLU.",
    ],
)
def test_words_of_refusals_beside_an_ordinary_test_leave_its_score(text: str) -> None:
    assert own(text) == [61.2]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("HarmBench attack success rate: 3.1", [3.1]),
        ("Attack success rate of 3.1 % on HarmBench.", [3.1]),
        ("It refuses harmful prompts in 92.1 % of cases on XSTest.", [92.1]),
        ("Refusal rate on XSTest: 92.1 %", [92.1]),
        ("ToxiGen toxicity: 3.1 %", [3.1]),
        ("It refuses 75 % of harmful prompts without hurting IFEval.", []),
        ("Refusals rose to 75 % and IFEval is at 58.0.", [58.0]),
        ("Refusals on IFEval: 3.1 %", []),
        ("The refusal rate is 3.1 % on MMLU questions.", []),
        ("Its hallucination rate of 3.1 % on MMLU is low.", []),
        ("3.1 % refusals on MMLU", []),
    ],
)
def test_tests_of_safety_keep_their_own_measure_and_others_do_not_get_it(text: str, expected: list[float]) -> None:
    assert own(text) == expected


@pytest.mark.parametrize("front", ["---\nbase_model: acme/Wren-7B\n---\n", ""])
@pytest.mark.parametrize(
    "text",
    [
        "Wren-7B was fine-tuned on 10k examples. It gets 61.2 on MMLU.",
        "Wren-7B was finetuned with DPO. It reaches 61.2 on MMLU.",
        "Wren-7B has been further trained on our notes. It scores 61.2 on MMLU.",
        "Wren-7B is quantized to 4 bits here. It gets 61.2 on MMLU.",
        "Wren-7B was pruned to half its layers. It gets 61.2 on MMLU.",
        "Wren-7B was merged with itself. It gets 61.2 on MMLU.",
        "Wren-7B is used as the base. It gets 61.2 on MMLU.",
        "Wren-7B was abliterated. It still gets 61.2 on MMLU.",
        "Wren-7B was the starting point. It gets 61.2 on MMLU.",
        "Wren-7B is the base model. It gets 61.2 on MMLU.",
        "Wren-7B was distilled into this model. It gets 61.2 on MMLU.",
        "Wren-7B was then aligned with DPO. It gets 61.2 on MMLU.",
        "Wren-7B has been post-trained. It gets 61.2 on MMLU.",
        "Wren-7B improved with our data. It gets 61.2 on MMLU.",
        "Wren-7B was good. This variant gets 61.2 on MMLU.",
        "Wren-7B was adapted to law. It gets 61.2 on MMLU.",
    ],
)
def test_what_was_done_to_a_base_makes_the_next_sentence_the_models(text: str, front: str) -> None:
    assert own(text, front=front) == [61.2]


@pytest.mark.parametrize(
    "text",
    [
        "Wren-7B surpasses Tern-70B. It achieves 61.2 on MMLU.",
        "Wren-7B is a strong model. It achieves 61.2 on MMLU.",
        "Wren-7B was released in May. It gets 61.2 on MMLU.",
        "Wren-7B leads the field. It gets 61.2 on MMLU.",
    ],
)
def test_it_behind_a_sentence_about_a_rival_is_the_rival(text: str) -> None:
    assert own(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MMLU: 61.2 (Tern-7B), 63.0 (Kestrel-7B)", [63.0]),
        ("MMLU: 63.0 (Kestrel-7B), 61.2 (Tern-7B)", [63.0]),
        ("On MMLU: 61.2 (Tern-7B) vs 63.0 (Kestrel-7B).", [63.0]),
        ("MMLU: 61.2 (Tern-7B), 63.0 (Kestrel-7B), 60.1 (Wren-13B)", [63.0]),
        ("MMLU: 61.2 (Tern-7B), 63.0 (ours)", [63.0]),
        ("MMLU: 61.2 (Tern-7B), 63.0 (this model)", [63.0]),
        ("MMLU: 61.2 (Tern-7B) and 63.0 (Kestrel)", [63.0]),
        ("MMLU: 61.2% (Tern-7B), **63.0%** (Kestrel-7B)", [63.0]),
        ("GSM8K 61.2 (Tern-7B) / 63.0 (Kestrel-7B)", [63.0]),
        ("MMLU: 63.0 (ours), 61.2 (Tern-7B)", [63.0]),
        ("MMLU: 61.2 (Tern-7B)", []),
    ],
)
def test_the_own_name_in_brackets_says_whose_as_a_rivals_does(text: str, expected: list[float]) -> None:
    assert own(text) == expected


@pytest.mark.parametrize(
    "label",
    [
        "Memory",
        "Grammar errors",
        "Code errors",
        "Temporal change",
        "Charts and figures",
        "Tables and figures",
        "Clinical notes",
        "SOAP notes",
        "Word count",
        "Object counts",
        "Missing steps",
        "Many steps",
        "Weather & time",
        "Long context",
        "Missing parameters",
        "Page rank",
        "Error recovery",
    ],
)
def test_parts_that_end_in_the_word_of_a_quantity_are_read(label: str) -> None:
    assert own(f"### BFCL\n\n- {label}: 61.2\n- Medical: 55.1") == [61.2, 55.1]


@pytest.mark.parametrize(
    "line",
    [
        "Memory: 14.2 GB",
        "Peak memory: 14.2",
        "GPU memory usage: 14.2",
        "Wall-clock time: 3.5",
        "Average output length: 512.5",
        "Training steps: 12.5",
        "Max context: 32.8",
        "Score difference: 3.1",
        "Weight decay: 0.1",
        "Final training loss: 1.2",
    ],
)
def test_quantities_of_the_run_are_no_parts(line: str) -> None:
    assert own(f"### BFCL\n\n- {line}\n- Medical: 55.1") == [55.1]


@pytest.mark.parametrize(
    "text",
    [
        "Far above chance, Kestrel-7B scores 61.2 on MMLU.",
        "More than random, Kestrel-7B scores 61.2 on MMLU.",
        "Far from random, it scores 61.2 on MMLU.",
        "MMLU: 61.2 at random temperatures",
        "It gets 61.2 with random examples on MMLU.",
        "Better than guessing at 61.2% on MMLU.",
        "Not by chance it reaches 61.2 on MMLU.",
        "MMLU: 61.2 (random order of the answers)",
        "In any case, 61.2 on MMLU.",
    ],
)
def test_words_of_chance_that_give_no_level_leave_the_score(text: str) -> None:
    assert own(text) == [61.2]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The final score is 61.2% on MMLU.", [61.2]),
        ("The final score is 61.2 % MMLU accuracy.", [61.2]),
        ("The total score is 61.2% on MMLU and 50.1% on GSM8K.", [61.2, 50.1]),
        ("The overall score is 61 % on MMLU.", [61.0]),
        ("The index is 25% MMLU and 75% GSM8K.", []),
        ("The index is 33.3% MMLU.", []),
        ("Despite the variance MMLU is 61.2.", [61.2]),
        ("Variance across seeds is low with MMLU at 61.2.", [61.2]),
        ("Readability is high with IFEval at 58.1.", [58.1]),
        ("Human agreement is high with MT-Bench at 8.1.", [8.1]),
        ("The effect size is small for MMLU at 61.2.", [61.2]),
        ("With a 95% confidence interval MMLU is 61.2 (±0.8).", [61.2]),
        ("Kestrel-7B has a tau-bench score of 45.1.", [45.1]),
        ("The result on tau-bench is 45.1 %.", [45.1]),
        ("MMLU 61.2, tau-bench 45.1, GSM8K 60.1.", [61.2, 45.1, 60.1]),
        ("With tools it has tau-bench retail 45.1", [45.1]),
        ("Its final score is 71.0 % on AIME 2025.", [71.0]),
        ("The composite score: 61.2 % on LiveBench", [61.2]),
        ("The Spearman correlation of MMLU with Arena is 0.61.", []),
        ("Kendall's tau with MMLU is 0.61.", []),
        ("The agreement with MMLU answers was found to be 0.61.", []),
        ("MMLU improved: about 30.2 points", []),
        ("It runs over GSM networks with 61.2 % coverage.", []),
        ("It reaches 61.2 on GSM.", [61.2]),
        ("The standard deviation on MMLU is 0.4.", []),
        ("On average over all entries it gets 61.2 on MMLU.", [61.2]),
        ("Above the average of other models, we get 61.2 on MMLU.", [61.2]),
        ("The median of the models we tested on MMLU is 58.0.", []),
    ],
)
def test_words_of_statistics_beside_a_score_leave_it(text: str, expected: list[float]) -> None:
    assert own(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("From 61.2 on MMLU to 50.1 on GSM8K, it is strong.", [61.2, 50.1]),
        ("Results span from 31.2 % for GPQA to 91.2 % for ARC.", [31.2, 91.2]),
        ("GSM8K from 50.2 with greedy to 60.1 with maj@8.", [50.2, 60.1]),
        ("On MMLU, Kestrel-7B goes from 55.1 in 0-shot to 61.2 in 5-shot.", [55.1, 61.2]),
        ("MMLU goes from 60.4 to 62.0 in 5 runs.", []),
        ("MMLU rises from 58.1 in the base to 61.2 in ours.", [61.2]),
        ("MMLU ranges from 61.2 in law to 70.1 in history.", []),
        ("MMLU 61.2 in version 2 of the harness.", [61.2]),
        ("MMLU: 61.2 in v2 of the prompt", [61.2]),
        ("MMLU: 61.2 in v2", [61.2]),
        ("MMLU: 61.2 last month", [61.2]),
        ("MMLU: 61.2 (58.1 in v1)", [61.2]),
        ("MMLU was 61.2 in our test.", [61.2]),
        ("It gets 61.2 on MMLU before any tuning of prompts.", [61.2]),
        ("MMLU rose from 58.1 on our old prompts to 61.2 on the new ones.", [61.2]),
    ],
)
def test_two_tests_and_editions_of_else_are_no_change_of_value(text: str, expected: list[float]) -> None:
    assert own(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "It gets 61.2 and 50.1 on MMLU and GSM8K, respectively.",
        "It gets 61.2% and 50.1% on MMLU and GSM8K.",
        "61.2 and 50.1 points on MMLU and GSM8K",
        "On MMLU and GSM8K it gets 61.2 and 50.1.",
    ],
)
def test_lists_of_numbers_before_the_tests_go_in_their_order(text: str) -> None:
    scores = read_card(f"# Kestrel-7B\n\n{text}\n", name="Kestrel-7B").scores
    assert [(score.name_as_written, score.value) for score in scores] == [("MMLU", 61.2), ("GSM8K", 50.1)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ranks second best with 61.2 on MMLU.", [61.2]),
        ("It is second-best at 61.2 on MMLU.", [61.2]),
        ("The runner-up with 61.2 on MMLU.", [61.2]),
        ("Best of its peers: 61.2 on MMLU", [61.2]),
        ("my_eval_set: 61.2 on MMLU", [61.2]),
        ("kestrel_7b: 61.2 on MMLU", [61.2]),
        ("On the dev_set 61.2 of MMLU", [61.2]),
        ("MMLU 61.2 (next best: 59.0)", [61.2]),
        ("MMLU 61.2 (vs 58.0 best peer)", [61.2]),
        ("MMLU 61.2; best rival at 59.0", [61.2]),
        ("MMLU: 61.2 (Llama Prompt)", [61.2]),
        ("MMLU: 61.2 (Qwen Template)", [61.2]),
        ("MMLU: 61.2 (Mistral-7B-based)", [61.2]),
        ("MMLU 61.2: 3.1 points above Tern-7B", [61.2]),
    ],
)
def test_places_names_of_files_and_prompts_leave_the_score(text: str, expected: list[float]) -> None:
    assert own(text) == expected


def test_a_name_of_a_file_before_a_test_is_not_the_test() -> None:
    scores = read_card("# Kestrel-7B\n\nmy_eval_set: 61.2 on MMLU\n", name="Kestrel-7B").scores
    assert [score.name_as_written for score in scores] == ["MMLU"]


@pytest.mark.parametrize("label", ["With system prompt", "Tested in English", "Evaluated by experts", "Built in Rust"])
def test_a_number_below_ten_behind_such_a_part_is_its_score(label: str) -> None:
    assert own(f"## MT-Bench\n\n- {label}: 8.1\n- Writing: 7.0") == [8.1, 7.0]
