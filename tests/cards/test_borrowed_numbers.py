"""Numbers of rivals that were not run for the card stand beside numbers that were."""

import pytest

from core.cards.read_card import read_card

TABLE = "\n| Test | Lumen-7B | Mistral-7B |\n|---|---|---|\n| MMLU | 64.0 | 60.1 |\n| GSM8K | 71.0 | 52.2 |\n\n"


def state_of(sentence: str, table: str = TABLE) -> tuple[str, list[int]]:
    reading = read_card(f"# Lumen-7B\n{table}{sentence}\n", name="Lumen-7B")
    found = next(check for check in reading.checks if check.id == "not_like_for_like")
    return found.state, [quote.line for quote in found.quotes]


BORROWED = [
    "Results of other models are taken from their papers.",
    "The scores of the baselines are from the original technical reports.",
    "Numbers marked with * are copied from the model's report or blog.",
    "For other models, we cite the results in their official technical reports.",
    "GPT-4's numbers come from the OpenAI announcement.",
    "Scores of competitors are as reported on the public leaderboard.",
    "† reported by the original authors.",
    "We quote the numbers published by the vendors: figures were taken from their model cards.",
    "其他模型的结果来自其官方报告。",
    "다른 모델의 점수는 각 논문에서 인용했습니다.",
    "他のモデルの数値は各論文から引用した。",
]


@pytest.mark.parametrize("sentence", BORROWED)
def test_numbers_of_others_taken_from_elsewhere_are_not_like_for_like(sentence: str) -> None:
    assert state_of(sentence) == ("present", [8])


OWN_RUNS = [
    "All models were run by us with the same prompts.",
    "Results are reported in our technical report.",
    "More results are in the paper.",
    "See the report for other models.",
    "All numbers are from the Open LLM Leaderboard.",
    "The training data was taken from papers and blogs.",
    "The model is derived from Mistral, as other models are.",
    "Accuracy is reported on the test split by task.",
]


@pytest.mark.parametrize("sentence", OWN_RUNS)
def test_one_tester_for_all_and_pointers_to_a_paper_are_no_borrowed_numbers(sentence: str) -> None:
    assert state_of(sentence) == ("absent", [])


def test_without_a_rival_there_is_nothing_to_compare() -> None:
    alone = "\n| Test | Lumen-7B |\n|---|---|\n| MMLU | 64.0 |\n\n"
    assert state_of("Results of other models are taken from their papers.", alone)[0] == "absent"
