"""A second value of a test that the card tells of another run, part or state of the model accuses it of nothing."""

import pytest

from core.cards.gaps import compare_scores
from core.cards.read_card import read_card
from core.cards.reading import Finding, ReportedScore, State

_TABLE = "| Test | Kestrel-7B |\n|---|---|\n| MMLU | 61.2 |\n| GSM8K | 50.1 |\n| HumanEval | 40.2 |\n\n"


def _check(text: str) -> Finding:
    return read_card(f"# Kestrel-7B\n\n{text}\n", name="Kestrel-7B").finding("contradiction")


def _rows(corner: str, *rows: str, test: str = "MMLU") -> str:
    return f"| {corner} | {test} |\n|---|---|\n" + "\n".join(f"| {row} |" for row in rows)


@pytest.mark.parametrize(
    "said",
    [
        "At step 1000 MMLU is 45.0.",
        "MMLU (step 1000): 45.0",
        "- step 500: GSM8K 44.0",
        "MMLU at checkpoint 500: 45.0",
        "在第 1000 步时，MMLU 为 45.0。",
        "MMLU at 32k context: 55.0",
        "With 32k tokens of context GSM8K is 44.0.",
        "On a clean subset of MMLU it scores 60.1.",
        "On our held-out part of GSM8K it scores 44.0.",
        "HumanEval pass@10: 61.0",
        "HumanEval pass@100: 80.0",
        "| Test | Kestrel-7B |\n|---|---|\n| HumanEval (pass@10) | 61.0 |",
        _rows("Step", "1000 | 45.0", "2000 | 55.0"),
        _rows("Checkpoint", "epoch 1 | 45.0", "epoch 2 | 55.0"),
        _rows("Prompt", "A | 61.2", "B | 58.0"),
        _rows("Seed", "1 | 50.1", "2 | 47.0", test="GSM8K"),
        f"## Step 1000\n\n{_rows('Test', 'MMLU | 45.0', test='Kestrel-7B')}",
    ],
)
def test_another_state_or_part_is_told_plainly(said: str) -> None:
    assert _check(_TABLE + said).state is State.ABSENT


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("MMLU after 1 epoch: 59.0", "after 1 epoch"),
        ("At epoch 1, the model has 55.0 on MMLU.", "epoch 1"),
        ("Seed 2: MMLU 58.1", "Seed 2"),
        ("MMLU by OpenCompass: 62.0", "OpenCompass"),
        ("MMLU (lm-eval): 61.2, MMLU (OpenCompass): 62.0", "OpenCompass"),
        ("OpenCompass gives 62.5 on MMLU.", "OpenCompass"),
        ("用 OpenCompass 评测 MMLU 为 62.5。", "OpenCompass"),
        ("MMLU without chat template: 59.0", "without chat template"),
        ("GSM8K without few-shot examples: 44.0", "without few-shot examples"),
        ("MMLU at temperature 0.7: 59.0", "temperature 0.7"),
        ("With our LoRA GSM8K is 60.0.", "With our LoRA"),
        ("Others measured 60.0 on MMLU.", "Others measured"),
        ("As reported by others, MMLU is 58.0.", "reported by others"),
        ("After SFT it reaches 58.0 on MMLU and after DPO 61.2.", "After SFT"),
        ("After pretraining, MMLU was 52.0.", "After pretraining"),
        ("Without DPO it reaches 58.0 on MMLU.", "Without DPO"),
        (f"## Results before DPO\n\n{_rows('Test', 'MMLU | 58.0', test='Kestrel-7B')}", "before DPO"),
        ("The community measured 44.0 on GSM8K.", "community measured"),
        ("On 200 questions of GSM8K it scores 44.0.", "On 200 questions"),
        ("MMLU on vLLM: 60.1", "on vLLM"),
        ("On the validation split MMLU is 62.0.", "validation split"),
        ("MMLU (val): 62.0", "told for one of them only"),
        (f"## Validation set\n\n{_rows('Test', 'MMLU | 58.0', test='Kestrel-7B')}", "Validation set"),
        (f"## Ablations\n\n{_rows('Test', 'MMLU | 58.0', test='Kestrel-7B')}", "Ablations"),
        (f"## Results (lm-eval)\n\n{_rows('Test', 'MMLU | 62.0', test='Kestrel-7B')}", "lm-eval"),
        ("MMLU (0-shot): 55.0", "the shots are told for one of them only"),
        ("0-shot GSM8K is 42.0.", "the shots are told for one of them only"),
    ],
)
def test_what_may_hold_for_both_values_is_asked_about(said: str, why: str) -> None:
    found = _check(_TABLE + said)
    assert (found.state, why in found.reason) == (State.UNCLEAR, True), found.reason


@pytest.mark.parametrize(
    "said",
    [
        "MMLU is 65.3.",
        "By reaching 65% on MMLU it leads.",
        "It scores 65.3 on MMLU (5-shot).",  # most cards give five
        "Our model reaches an MMLU of 65.3 and beats others by 4 points.",
        "The final checkpoint gets 65.3 on MMLU.",
        "After training, it gets 65.3 on MMLU.",
        "After fine-tuning, it gets 65.3 on MMLU.",
        "Trained on pretraining data of 2T tokens, it gets 65.3 on MMLU.",
        "Trained for 3 epochs, it scores 65.3 on MMLU.",
        "Trained on a clean subset, it scores 65.3 on MMLU.",
        "It has a context of 32k tokens and gets 65.3 on MMLU.",
        "Kestrel-7B, trained on 2T tokens, gets 65.3 on MMLU.",
        "Step 1: run it. It gets 65.3 on MMLU.",
        "In the second stage we trained on code. It gets 65.3 on MMLU.",
        "At step 1000 the loss is 1.2. It gets 65.3 on MMLU.",
        "Our prompts are short and it gets 65.3 on MMLU.",
        "On the MMLU test set it scores 65.3.",
        "On most parts it is strong and it gets 65.3 on MMLU.",
        "It outperforms others with 65.3 on MMLU.",
        "Tested on one GPU, it gets 65.3 on MMLU.",
        "It solves over half of the problems and gets 65.3 on MMLU.",
        "With an MMLU score of 65.3 it beats Wren-7B.",
        "For the most part it is strong: 65.3 on MMLU.",
        "Using DPO with a learning rate of 5e-7, it gets 65.3 on MMLU.",
        "Fine-tuned with QLoRA, Kestrel-7B gets 65.3 on MMLU.",
        "Trained in stage 2 on code, it gets 65.3 on MMLU.",
        "We evaluated with the standard prompts and got 65.3 on MMLU.",
        "In our evaluation with 5-shot prompts it gets 65.3 on MMLU.",
        "HumanEval (pass@1): 45.0",
        _rows("Test", "MMLU | 65.3", test="Kestrel-7B"),
        _rows("Checkpoint", "Kestrel-7B | 65.3", "Wren-7B | 58.0"),
        f"## More results\n\n{_rows('Test', 'MMLU | 65.3', test='Kestrel-7B')}",
    ],
)
def test_ordinary_words_beside_a_second_value_explain_nothing(said: str) -> None:
    assert _check(_TABLE + said).state is State.PRESENT


def test_a_title_with_a_harness_over_the_table_excuses_no_sentence() -> None:
    text = f"Kestrel-7B scores 65.3 on MMLU.\n\n## Evaluation with lm-evaluation-harness\n\n{_TABLE}"
    assert _check(text).state is State.PRESENT


def test_runs_that_two_tables_tell_alike_contradict_each_other() -> None:
    again = [_rows("Step", "1000 | 45.0", "2000 | 55.0"), _rows("Step", "1000 | 45.0", "2000 | 59.0")]
    assert _check("\n\nOnce more:\n\n".join(again)).state is State.PRESENT


def _score(name: str, value: str) -> ReportedScore:
    return read_card(f"# Kestrel-7B\n\n{_rows('Test', f'{name} | {value}', test='Kestrel-7B')}\n").scores[0]


@pytest.mark.parametrize(
    ("one", "other", "comparable"),
    [
        ("HumanEval (pass@10)", "HumanEval", False),
        ("HumanEval (pass@10)", "HumanEval (pass@1)", False),
        ("HumanEval (pass@1)", "HumanEval", True),
        ("MBPP (pass@100)", "MBPP", False),
        ("Aider Polyglot (pass@2)", "Aider Polyglot", True),  # it always gives two tries
    ],
)
def test_ten_tries_are_never_left_unsaid(one: str, other: str, comparable: bool) -> None:
    assert compare_scores(_score(one, "61.0"), _score(other, "40.2")).comparable is comparable


@pytest.mark.parametrize(
    ("said", "shots"),
    [
        ("MMLU (0-shot): 55.0", None),
        ("MMLU 5-shot: 61.2", 5),
        ("MMLU is 5-shot.", 5),
        ("MMLU was run 5-shot at temperature 0.7.", 5),
    ],
)
def test_examples_of_another_value_are_none_of_the_table(said: str, shots: int | None) -> None:
    reading = read_card(f"# Kestrel-7B\n\n{_TABLE}{said}\n", name="Kestrel-7B")
    assert reading.scores[0].shots == shots
