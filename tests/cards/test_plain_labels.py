"""Labels and subjects that name no model: "Before", "7B", "v3", "the base model"."""

import pytest

from core.cards.plain_labels import changed_model
from core.cards.read_card import read_card


def own_values(text: str) -> list[float]:
    return [score.value for score in read_card(text).own_scores]


def table(labels: str, *rows: str) -> str:
    bars = "|---" * (labels.count("|") + 2) + "|"
    return "\n".join(["", f"| Benchmark | {labels} |", bars, *(f"| {row} |" for row in rows), ""])


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (["Before fine-tuning", "After fine-tuning"], [False, True]),
        (["Base model", "Fine-tuned"], [False, True]),
        (["Original", "Merged", "GPT-4"], [False, True, False]),
        (["Baseline", "Pruned model"], [False, True]),
        (["微调前", "微调后"], [False, True]),
        (["Base", "Chat"], None),
        (["After", "Later"], None),
        ([None, "Before"], None),
    ],
)
def test_the_changed_model_beside_what_it_was(labels: list[str | None], expected: list[bool] | None) -> None:
    assert changed_model(labels) == expected


def test_columns_before_and_after() -> None:
    text = "# Kestrel-7B-Health\n" + table("Before fine-tuning | After fine-tuning", "MedQA | 38.1 | 63.2")
    assert own_values(text) == [63.2]


def test_sizes_alone_are_the_members_of_a_series() -> None:
    rows = table("1B | 7B | 70B | GPT-4", "MMLU | 38.1 | 63.2 | 79.0 | 86.4")
    assert own_values("# Kestrel 2\nIn three sizes.\n" + rows) == [38.1, 63.2, 79.0]
    assert own_values("# Kestrel-2-7B\n" + rows) == [63.2]


def test_the_version_alone_is_the_card_s_own() -> None:
    assert own_values("# Kestrel v3\n" + table("v2 | v3", "MMLU | 58.1 | 63.2")) == [63.2]


@pytest.mark.parametrize(
    ("sentence", "own", "others"),
    [
        ("The base model reaches 40.0 on GSM8K, Kestrel-7B-Instruct reaches 61.5 on GSM8K.", [61.5], [40.0]),
        ("The base model scored 40.0 on GSM8K; after fine-tuning it reaches 61.5 on GSM8K.", [61.5], [40.0]),
        ("Fine-tuned from the base model, it reaches 61.5 on GSM8K.", [61.5], []),
        ("Compared with the original model, MMLU drops to 61.5.", [61.5], []),
        ("On HumanEval it outperforms the base model (44.0 vs 30.1).", [44.0], [30.1]),
        ("On HumanEval it outperforms Llama-2-7B (44.0% vs. 30.1%).", [44.0], [30.1]),
        ("On HumanEval it outperforms Llama-2-7B (30.1).", [], [30.1]),
        ("GPT-4 gets 92.0 on GSM8K and this model 61.5.", [61.5], [92.0]),
    ],
)
def test_the_base_model_in_a_sentence(sentence: str, own: list[float], others: list[float]) -> None:
    reading = read_card(f"# Kestrel-7B-Instruct\n{sentence}\n")
    assert [score.value for score in reading.scores if score.own] == own
    assert [score.value for score in reading.scores if not score.own] == others


def test_a_base_model_says_base_model_of_itself() -> None:
    assert own_values("# Kestrel-7B\nThe base model reaches 61.5 on GSM8K.\n") == [61.5]
