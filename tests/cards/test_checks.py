"""The further checks, each with cards that show the fault and cards that do not."""

import pytest

from core.cards.judgements import CHECKS
from core.cards.read_card import read_card
from core.cards.reading import State
from core.catalogue.use_cases import UseCase

PRESENT, ABSENT, UNCLEAR = State.PRESENT, State.ABSENT, State.UNCLEAR


def table(header: str, *rows: str, title: str = "Results") -> str:
    columns = header.count("|") + 1
    lines = [f"| {header} |", "|" + "---|" * columns, *(f"| {row} |" for row in rows)]
    return f"\n\n## {title}\n\n" + "\n".join(lines) + "\n"


def check(check_id: str, text: str, expected: State, name: str = "Lumen-7B", use_case: UseCase | None = None) -> None:
    reading = read_card(f"# {name}\n\n{text}", name=name, use_case=use_case)
    found = reading.finding(check_id)
    assert found.state is expected, found.reason
    assert found.reason and (found.quotes or expected is not PRESENT)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (table("Benchmark | Lumen-7B (5-shot) | Rival-7B (0-shot)", "MMLU | 63.1 | 60.2"), PRESENT),
        (table("Benchmark | Lumen-7B | Mistral-7B", "GSM8K (8-shot / 5-shot) | 63.1 | 60.2"), PRESENT),
        (table("Benchmark | Shots | Lumen-7B | Mistral-7B | Phi-2", "MMLU | 25-shot / 5-shot | 63 | 60 | 58"), PRESENT),
        (table("Model | MMLU (25 vs 5-shot)", "Lumen-7B | 63.1", "Mistral-7B | 60.2"), PRESENT),
        (table("Benchmark | Lumen-7B | Mistral-7B", "MMLU (0-shot / 5-shot) | 61.0 / 63.1 | 59.9 / 60.2"), ABSENT),
        (table("Benchmark | Lumen-7B (maj@8) | Mistral-7B", "MATH | 40.1 | 28.0"), PRESENT),
        (table("Benchmark | Lumen-7B (thinking) | Qwen3-8B (non-thinking)", "GPQA | 51.0 | 40.2"), PRESENT),
        (table("Benchmark | Lumen-7B | Mistral-7B", "GSM8K | 80.1 (CoT) | 52.0"), PRESENT),
        (table("Benchmark | Lumen-7B (with tools) | Llama-3-8B", "MATH | 55.0 | 30.0"), PRESENT),
        (table("Model | MMLU | GSM8K", "Lumen-7B (CoT) | 63.0 | 71.0", "Mistral-7B | 60.1 | 52.2"), PRESENT),
        (table("Benchmark | Lumen-7B | Mistral-7B", "MMLU (5-shot) | 63.1 | 60.2"), ABSENT),
        (
            table("Benchmark | Shots | Lumen-7B | Mistral-7B", "MMLU | 5 | 63.1 | 60.2", "GSM8K | 8 | 52.0 | 40.1"),
            ABSENT,
        ),
        (table("Benchmark | Lumen-7B (thinking) | Qwen3-8B (thinking)", "GPQA | 51.0 | 40.2"), ABSENT),
        (table("Benchmark | Score", "MMLU (5-shot) | 63.1", "GSM8K (8-shot, CoT) | 52.0"), ABSENT),
        (table("Model | MMLU | GSM8K", "Lumen-7B | 63.0 | 71.0", "Mistral-7B | 60.1 | 52.2"), ABSENT),
    ],
)
def test_not_like_for_like(text, expected):
    check("not_like_for_like", text, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It scores 65.0% on MMLU." + table("Benchmark | Score", "MMLU | 63.1"), PRESENT),
        (
            table("Benchmark | Score", "GSM8K | 51.0") + table("Benchmark | Score", "GSM8K | 57.2", title="More"),
            PRESENT,
        ),
        (
            table("Benchmark | Score", "HumanEval | 0.512")
            + table("Benchmark | Score", "HumanEval | 42.6", title="Again"),
            PRESENT,
        ),
        (
            "Lumen-7B achieves 71.2 on HumanEval." + table("Model | HumanEval", "Lumen-7B | 68.9", "Phi-3 | 58.0"),
            PRESENT,
        ),
        ("We reach 44.0% on GPQA." + table("Benchmark | Score", "GPQA (0-shot) | 34.0"), PRESENT),
        ("It scores 63.1% on MMLU." + table("Benchmark | Score", "MMLU | 63.1"), ABSENT),
        ("It scores 63.1% on MMLU." + table("Benchmark | Score", "MMLU | 63.08"), ABSENT),
        (
            table("Benchmark | Score", "HumanEval | 0.512")
            + table("Benchmark | Score", "HumanEval | 51.2", title="Again"),
            ABSENT,
        ),
        (table("Benchmark | Score", "MMLU (5-shot) | 63.1", "MMLU (0-shot, CoT) | 66.0"), ABSENT),
        (table("Benchmark | Score", "AIME 2024 | 30.0", "AIME 2025 | 23.3"), ABSENT),
        (table("Benchmark | Language | Score", "MMLU | German | 55.0", "MMLU | Korean | 48.0"), ABSENT),
        (table("Benchmark | Score", "HellaSwag | 82.6", "KoBEST HellaSwag | 47.8"), ABSENT),
        (table("Model | MMLU", "Lumen-7B | 63.1", "Mistral-7B | 60.0"), ABSENT),
    ],
)
def test_contradiction(text, expected):
    check("contradiction", text, expected)


@pytest.mark.parametrize(
    ("tests", "expected"),
    [
        (["HellaSwag", "Winogrande", "ARC-Challenge"], PRESENT),
        (["GSM8K"], PRESENT),
        (["MMLU", "HumanEval", "MBPP"], PRESENT),
        (["MT-Bench"], PRESENT),
        (["PIQA", "BoolQ", "OpenBookQA"], PRESENT),
        (["MMLU", "HumanEval", "GSM8K", "LiveBench"], UNCLEAR),
        (["LiveBench", "IFBench"], ABSENT),
        (["MMLU-Pro", "GPQA Diamond", "MMLU"], ABSENT),
        (["LiveCodeBench", "HumanEval"], ABSENT),
        (["An unknown test", "Another one"], ABSENT),
        ([], ABSENT),
    ],
)
def test_saturated_benchmark(tests, expected):
    rows = [f"{test} | 6{i}.5" for i, test in enumerate(tests)]
    check("saturated_benchmark", table("Benchmark | Score", *rows) if rows else "A model.", expected)


@pytest.mark.parametrize(
    ("use_case", "tests", "expected"),
    [
        (UseCase.CODING, ["MMLU", "GSM8K"], PRESENT),
        (UseCase.CODING, ["MT-Bench"], PRESENT),
        (UseCase.CHAT, ["HumanEval", "MMLU"], PRESENT),
        (UseCase.REASONING, ["HellaSwag", "TriviaQA"], PRESENT),
        (UseCase.GENERAL, ["HumanEval"], PRESENT),
        (UseCase.CODING, ["HumanEval", "MMLU"], ABSENT),
        (UseCase.CHAT, ["IFEval"], ABSENT),
        (UseCase.REASONING, ["GPQA Diamond"], ABSENT),
        (UseCase.GENERAL, ["MMLU"], ABSENT),
        (UseCase.GENERAL, ["MMLU", "HellaSwag"], ABSENT),
        (None, ["MMLU"], UNCLEAR),
    ],
)
def test_off_use_case(use_case, tests, expected):
    rows = [f"{test} | 6{i}.5" for i, test in enumerate(tests)]
    check("off_use_case", table("Benchmark | Score", *rows), expected, use_case=use_case)


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("HumanEval | 74.0 | 72.0", PRESENT),
        ("HumanEval | 74.0 | 66.0", PRESENT),  # 8 points of 164 tasks
        ("MMLU | 64.0 | 62.5", PRESENT),
        ("GPQA | 40.0 | 35.0", PRESENT),
        ("An unknown test | 40.0 | 38.5", PRESENT),
        ("Chatbot Arena | 1105 | 1100", PRESENT),
        ("HumanEval | 84.0 | 60.0", ABSENT),
        ("MMLU | 66.0 | 62.0", ABSENT),
        ("GPQA | 50.0 | 40.0", ABSENT),
        ("HumanEval | 60.0 | 74.0", ABSENT),  # no lead at all
        ("Chatbot Arena | 1200 | 1100", ABSENT),
        ("MMLU | 62.0 | -", ABSENT),
    ],
)
def test_gaps_inside_noise(row, expected):
    check("gaps_inside_noise", table("Benchmark | Lumen-7B | Mistral-7B", row), expected)


def test_a_tie_is_called_a_tie_and_points_to_the_ability():
    reading = read_card(
        "# Lumen-7B" + table("Benchmark | Lumen-7B | Mistral-7B", "HumanEval | 74 | 72"), name="Lumen-7B"
    )
    reason = reading.finding("gaps_inside_noise").reason
    assert "74 against 72 is a tie" in reason and "Look at the ability you need" in reason


SUITE = table("Benchmark | Score", "MMLU | 63.1", "GSM8K | 51.0")


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("quanty/Lumen-7B-GGUF", f"Quantized version of lab/Lumen-7B.{SUITE}", PRESENT),
        ("Lumen-7B-AWQ", f"AWQ quantization of Lumen-7B.{SUITE}", PRESENT),
        ("Lumen-7B-Q4_K_M-GGUF", SUITE, PRESENT),
        ("Lumen-7B-Instruct", table("Benchmark | Lumen-7B-Base | Mistral-7B", "MMLU | 63.1 | 60.0"), PRESENT),
        ("Lumen-7B-it", table("Benchmark | Lumen PT 7B | Mistral-7B", "MMLU | 63.1 | 60.0"), PRESENT),
        ("Lumen-3B", table("Benchmark | Lumen-70B | Mistral-7B", "MMLU | 73.1 | 60.0"), PRESENT),
        ("Lumen-7B-AWQ", table("Benchmark | Lumen-7B (FP16) | Lumen-7B-AWQ (INT4)", "MMLU | 63.1 | 62.4"), ABSENT),
        ("Lumen-7B-FP8", table("Benchmark | Lumen-7B | Lumen-7B-FP8 (this model)", "MMLU | 63.1 | 62.9"), ABSENT),
        ("Lumen-7B", SUITE, ABSENT),
        ("Lumen-7B-Instruct", table("Benchmark | Lumen-7B-Instruct | Mistral-7B", "MMLU | 63.1 | 60.0"), ABSENT),
        ("Lumen-3B", table("Benchmark | Lumen-3B | Lumen-70B", "MMLU | 53.1 | 73.0"), ABSENT),
        ("Lumen-7B-GGUF", "Quantized files. No scores.", ABSENT),
    ],
)
def test_scores_of_another_file(name, text, expected):
    check("scores_of_another_file", text, expected, name=name)


def test_a_copied_table_names_the_model_it_was_measured_on():
    front = "---\nbase_model: lab/Lumen-7B\nquantized_by: quanty\n---\n"
    reading = read_card(f"{front}# Lumen-7B-GGUF\n{SUITE}", name="quanty/Lumen-7B-GGUF")
    assert "measured on lab/Lumen-7B, not on this file" in reading.finding("scores_of_another_file").reason


@pytest.mark.parametrize(
    ("name", "text", "tests", "expected"),
    [
        ("Lumen-7B", "Knowledge cutoff: December 2024.", ["MMLU", "GSM8K"], PRESENT),
        ("Lumen-7B", "Knowledge cutoff: December 2025.", ["IFBench", "AIME 2025"], PRESENT),
        ("Llama-3.1-8B", "A model.", ["HumanEval"], PRESENT),
        ("Qwen3-8B", "A model.", ["GSM8K", "AIME 2024"], PRESENT),
        ("Lumen-7B", "Training data up to 2024-06.", ["HumanEval+"], PRESENT),
        ("Lumen-7B", "Knowledge cutoff: December 2023.", ["MMLU", "MMLU-Pro"], ABSENT),
        ("Llama-3.1-8B", "A model.", ["IFBench"], ABSENT),
        ("Lumen-7B", "Knowledge cutoff: March 2024.", ["AIME 2025"], ABSENT),
        ("Lumen-7B", "No cutoff.", ["MMLU"], UNCLEAR),
        ("Lumen-7B", "No cutoff.", ["An unknown test"], ABSENT),
    ],
)
def test_benchmark_older_than_training(name, text, tests, expected):
    rows = [f"{test} | 6{i}.5" for i, test in enumerate(tests)]
    check("benchmark_older_than_training", text + table("Benchmark | Score", *rows), expected, name=name)


@pytest.mark.parametrize(
    ("front", "text", "expected"),
    [
        ("datasets:\n- meta-math/MetaMathQA", SUITE, PRESENT),
        ("datasets:\n- openai/gsm8k", SUITE, PRESENT),
        ("", f"Fine-tuned on the training part of GSM8K and on ShareGPT.{SUITE}", PRESENT),
        ("", f"## Training data\n\nThe dataset mix includes GSM8K, code and chats.{SUITE}", PRESENT),
        ("", f"训练数据包括 GSM8K 的训练集。{SUITE}", PRESENT),
        ("", f"It was trained with DPO on truthy pairs and the MMLU auxiliary_train set.{SUITE}", PRESENT),
        ("datasets:\n- openai/gsm8k", table("Benchmark | Score", "MMLU | 60.0"), UNCLEAR),
        ("datasets:\n- HuggingFaceH4/ultrachat_200k", SUITE, ABSENT),
        ("", f"We evaluate on GSM8K and MMLU after training.{SUITE}", ABSENT),
        ("", f"Training data was filtered to remove GSM8K questions.{SUITE}", ABSENT),
        ("", f"Trained on web pages, books and code.{SUITE}", ABSENT),
        ("", f"We scaled the SFT data: its performance on GSM8K surpasses larger ones.{SUITE}", ABSENT),
    ],
)
def test_training_names_benchmark(front, text, expected):
    head = f"---\n{front}\n---\n" if front else ""
    found = read_card(f"{head}# Lumen-7B\n\n{text}", name="Lumen-7B").finding("training_names_benchmark")
    assert found.state is expected, found.reason


@pytest.mark.parametrize(
    ("name", "row", "expected"),
    [
        ("Qwen/Qwen2.5-Coder-7B-Instruct", "HumanEval | 99.9", ABSENT),  # EvalPlus has 87: within noise and protocol
        ("meta-llama/Llama-3.1-8B-Instruct", "HumanEval | 96.0", PRESENT),
        ("bigcode/starcoder2-15b", "HumanEval | 80.0", PRESENT),
        ("bigcode/starcoder2-15b", "HumanEval | 50.0", ABSENT),
        ("codellama/CodeLlama-7b-Instruct-hf", "BigCodeBench | 60.0", PRESENT),
        ("codellama/CodeLlama-7b-Instruct-hf", "BigCodeBench | 24.0", ABSENT),
        ("mistralai/Mistral-7B-Instruct-v0.2", "HumanEval | 80.0", PRESENT),
        ("mistralai/Mistral-7B-Instruct-v0.2", "HumanEval | 40.0", ABSENT),
        ("google/gemma-2-9b-it", "IFEval | 99.0", PRESENT),
        ("google/gemma-2-9b-it", "IFEval | 76.0", ABSENT),
        ("google/gemma-2-9b-it", "MMLU-Pro | 60.0", UNCLEAR),  # another way of testing
        ("lab/Lumen-7B", "HumanEval | 99.0", ABSENT),  # nobody else measured it
    ],
)
def test_too_high_against_independent(name, row, expected):
    check("too_high_against_independent", table("Benchmark | Score", row), expected, name=name)


@pytest.mark.parametrize("rule", CHECKS)
def test_each_check_has_ten_cards_of_both_kinds(rule):
    rows = globals()[f"test_{rule.__name__}"].pytestmark[0].args[1]
    answers = [row[-1] for row in rows]
    assert len(answers) >= 10 and min(answers.count(PRESENT), answers.count(ABSENT)) >= 2


def test_scores_in_the_repeated_card_of_the_original_are_not_of_this_file() -> None:
    scores = "|Test|Value|\n|--|--|\n|MMLU|63.2|\n"
    check = "scores_of_another_file"
    longer = f"# Kestrel-7B-32k\nA longer context.\n## Evaluation\n{scores}"
    assert read_card(longer).finding(check).state is State.ABSENT
    copied = f"# Kestrel-7B-32k\nA longer context.\n# Original Model Card\n## Evaluation\n{scores}"
    assert read_card(copied).finding(check).state is State.PRESENT


def test_harder_versions_and_longer_contexts_contradict_nothing() -> None:
    prose = "# Kestrel-7B\nIt gets 79.9 pass@1 on HumanEval, 73.2 pass@1 on HumanEval-Plus and 66.9 on MBPP-Plus.\n"
    reading = read_card(prose)
    assert [score.benchmark for score in reading.own_scores] == ["humaneval", "humaneval_plus", "mbpp_plus"]
    assert reading.finding("contradiction").state is State.ABSENT
    table = "# Kestrel-7B\n|Model|MMLU|\n|--|--|\n|Kestrel-7B|76.3|\n|Kestrel-7B-200K|70.1|\n"
    assert read_card(table, name="lab/Kestrel-7B").finding("contradiction").state is State.ABSENT


def test_a_test_of_kobest_is_not_the_english_one() -> None:
    table = "|Model|BoolQ|HellaSwag|\n|--|--|--|\n|Kestrel-7B|80.6|47.8|\n"
    scores = read_card(f"# Kestrel-7B\n## KOBEST_BOOLQ, zero-shot\n{table}").own_scores
    assert [score.benchmark for score in scores] == [None, None]


@pytest.mark.parametrize("name", ["GSM-8K (5-shot, strict-match)", "GSM8K (flexible-extract)"])
def test_the_filter_of_a_harness_is_a_setting(name: str) -> None:
    scores = read_card(f"# Kestrel-7B\n|Test|Kestrel-7B|\n|--|--|\n|{name}|51.0|\n").own_scores
    assert [score.benchmark for score in scores] == ["gsm8k"]
