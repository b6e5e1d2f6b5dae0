"""What the flags and checks say of a card's tests: no more than the card bears out, and each thing once."""

import pytest

from core.cards.benchmark_mentions import tests_in as names_in
from core.cards.read_card import read_card
from core.cards.reading import CardReading, Finding, State
from core.cards.settings import parse_settings

TABLE = "| Benchmark | Kestrel-7B | Tern-7B |\n|---|---|---|\n| MMLU | 61.2 | 60.6 |\n| GSM8K | 50.1 | 30.0 |\n"


def card(body: str) -> CardReading:
    return read_card(f"# Kestrel-7B\n\n{body}\n", name="Kestrel-7B")


def found(reading: CardReading, check: str) -> Finding:
    return next(one for one in (*reading.flags, *reading.signals, *reading.checks) if one.id == check)


def test_shots_beside_some_scores_are_told_with_the_harness() -> None:
    rows = "| MMLU (5-shot) | 61.2 |\n| IFEval | 50.1 |\n| MATH | 30.2 |\n| GPQA | 28.1 |\n"
    reading = card(f"Results by lm-evaluation-harness:\n\n| Benchmark | Kestrel-7B |\n|---|---|\n{rows}")
    said = found(reading, "methodology_missing")
    assert (said.state, "shots beside 1 of 4 scores" in said.reason) == (State.UNCLEAR, True)


def test_a_lead_told_in_two_languages_counts_once() -> None:
    once, twice = (found(card(body), "gaps_inside_noise") for body in (TABLE, f"{TABLE}\n## 中文\n\n{TABLE}"))
    assert once.reason == twice.reason
    assert once.reason.startswith("1 of 2 leads is inside")


def test_a_second_part_in_another_language_holds_no_other_editions() -> None:
    names = [score.benchmark for score in card(f"{TABLE}\n## 中文\n\n{TABLE}").scores if score.own]
    assert names == ["mmlu", "gsm8k", "mmlu", "gsm8k"]
    other = TABLE.replace("61.2", "55.2").replace("50.1", "44.3")
    names = [score.benchmark for score in card(f"{TABLE}\n## 中文\n\n{other}").scores if score.own]
    assert names == ["mmlu", "gsm8k", None, None]


APART = "| Model | HumanEval |\n|---|---|\n| Kestrel-7B | {} |\n| Tern-7B | 40.0 |\n\n"


@pytest.mark.parametrize(
    ("line", "state"),
    [
        ("Do not be confused by the different scores of our model (57.3 and 59.8).", State.UNCLEAR),
        ("两个分数不同（57.3 和 59.8），见注释。", State.UNCLEAR),
        ("The scores of Tern-7B (40.0) and ours are of different kinds.", State.PRESENT),
        ("Kestrel-7B was trained on 57.3 billion different tokens.", State.PRESENT),
        ("", State.PRESENT),
    ],
)
def test_two_values_that_the_card_speaks_of_are_no_plain_contradiction(line: str, state: State) -> None:
    reading = card(f"{APART.format('59.8')}{line}\n\n## Others\n\n{APART.format('57.3')}")
    assert found(reading, "contradiction").state is state


@pytest.mark.parametrize(
    ("caption", "state"),
    [
        ("MMLU is 5-shot, all other tasks are 0-shot.", State.UNCLEAR),
        ("MMLU is 5-shot, everything else is 0-shot.", State.UNCLEAR),
        ("MMLU, 5-shot.", State.PRESENT),
        ("MMLU of Kestrel-7B and other models.", State.PRESENT),
    ],
)
def test_images_of_more_tests_than_the_text_names_are_no_narrow_selection(caption: str, state: State) -> None:
    said = found(card(f"## Evaluation\n\n![results](results.png)\n\n{caption}"), "narrow_selection")
    assert said.state is state
    assert "MMLU" in said.reason


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("meta-math/MetaMathQA", "names GSM8K (as MetaMathQA), which the card also reports"),
        ("lab/gsm8k-train", "names GSM8K, which the card also reports"),
        ("lab/competition_math", "names MATH, which the card does not report"),
        ("lab/recipes", "No list of training data names a reported benchmark"),
    ],
)
def test_data_made_from_a_test_is_told_by_its_own_name(data: str, said: str) -> None:
    reading = read_card(f"---\ndatasets:\n- {data}\n---\n# Kestrel-7B\n\n{TABLE}", name="Kestrel-7B")
    assert said in found(reading, "training_names_benchmark").reason


@pytest.mark.parametrize(
    ("words", "metric"),
    [
        ("normalized accuracy acc_norm", "acc_norm"),
        ("Accuracy (normalised)", "acc_norm"),
        ("normalised acc", "acc_norm"),
        ("accuracy", "accuracy"),
        ("acc", "acc"),
        ("normalized text, exact match", "exact match"),
    ],
)
def test_a_normalised_accuracy_is_no_plain_one(words: str, metric: str) -> None:
    assert parse_settings(words).metric == metric


@pytest.mark.parametrize(
    ("line", "flag", "state"),
    [
        ("A GPT-4-class judge graded the answers.", "beats_frontier_claim", State.ABSENT),
        ("The judge says that it has GPT-4-class reasoning.", "beats_frontier_claim", State.PRESENT),
        ("GPT-4-class coding on HumanEval, in 7B.", "beats_frontier_claim", State.PRESENT),
        ("No quantization was used for evaluation.", "quantization_undisclosed", State.ABSENT),
        ("No quantization was used for training.", "quantization_undisclosed", State.PRESENT),
        ("No quantization is provided.", "quantization_undisclosed", State.PRESENT),
    ],
)
def test_a_judge_is_no_rival_and_no_quantization_is_a_precision(line: str, flag: str, state: State) -> None:
    assert found(card(f"{TABLE}\n{line}"), flag).state is state


@pytest.mark.parametrize(
    ("text", "tests"),
    [
        ("It leads by a large margin on multiple widely-used benchmarks.", ()),
        ("Multiple runs gave the same.", ()),
        ("It excels on multiple tasks.", ()),
        ("On MultiPL-E it reaches 43.1.", ("MultiPL-E",)),
    ],
)
def test_an_ordinary_word_is_no_test_in_a_sentence(text: str, tests: tuple[str, ...]) -> None:
    assert names_in(text) == tests
