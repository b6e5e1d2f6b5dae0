"""Findings that were wrong or told badly: what must be found, and what of the same kind must not."""

import pytest

from core.advice.claims.values import models_among
from core.cards.read_card import read_card
from core.cards.reading import Finding, State

PRESENT, ABSENT, UNCLEAR = State.PRESENT, State.ABSENT, State.UNCLEAR


def found(check: str, text: str, name: str = "lab/Kestrel-7B") -> Finding:
    return read_card(text, name=name).finding(check)


def table(*rows: str) -> str:
    head, *rest = (f"| {row} |" for row in rows)
    return "\n".join(["", head, f"|{'--|' * rows[0].count('|')}--|", *rest, ""])


QUANTIZED = (
    "---\nbase_model: lab/Kestrel-7B\nbase_model_relation: quantized\n---\n# Kestrel-7B-NVFP4\n\n## Evaluation\n"
)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (("Metric | Value | Basis", "MMLU | 61.2 | 5-shot", "Quantization delta vs BF16 | +0.4 points | "), ABSENT),
        (("Benchmark | Kestrel-7B-NVFP4 | Recovery (%)", "MMLU | 61.2 | 99.1"), ABSENT),
        (("Benchmark | Unquantized | Quantized", "MMLU | 61.9 | 61.2"), ABSENT),
        (("Benchmark | Score | Loss against FP16", "MMLU | 61.2 | 0.7"), ABSENT),
        (("Benchmark | Kestrel-7B | Wren-7B", "MMLU | 61.2 | 60.3"), PRESENT),
        (("Benchmark | Score", "MMLU | 61.2", "GSM8K | 51.0"), PRESENT),
    ],
)
def test_a_table_that_tells_what_quantizing_cost_is_of_this_file(rows: tuple[str, ...], expected: State) -> None:
    check = found("scores_of_another_file", QUANTIZED + table(*rows), "quanty/Kestrel-7B-NVFP4")
    assert check.state is expected, check.reason


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("All tests were run against this build.", ABSENT),
        ("This quant scores as follows.", ABSENT),
        ("None of this was measured on this file, which is not tested.", PRESENT),
        ("This file is for a small computer.", PRESENT),
    ],
)
def test_a_quantized_file_said_to_be_tested_is_believed(said: str, expected: State) -> None:
    text = f"{QUANTIZED}\n{said}\n{table('Benchmark | Score', 'MMLU | 61.2')}"
    assert found("scores_of_another_file", text, "quanty/Kestrel-7B-NVFP4").state is expected


SCORES = table("Benchmark | Kestrel-7B", "GSM8K | 51.0", "MATH | 21.0", "MMLU | 61.2", "TruthfulQA | 45.1")


@pytest.mark.parametrize(
    "said",
    [
        "GSM8K is a set of school mathematics with 7.5K training data and 1K test data, asked with few-shot prompts.",
        "GSM8K 是小学数学测试集，包含 7.5K 训练数据和 1K 测试数据。",
        "The few-shot examples are taken from the training set of GSM8K.",
        "For GSM8K we put eight examples of its training set into the prompt.",
        "MATH has 7,500 training and 5,000 test problems.",
        "GSM8K는 7.5K 학습 데이터와 1K 테스트 데이터로 이루어져 있다.",
        "Kestrel-7B-Instruct: the tuned model, best for drop-in chat.",
        "It was tuned to give truthful answers.",
    ],
)
def test_what_a_test_is_made_of_is_no_training_data(said: str) -> None:
    assert found("training_names_benchmark", f"# Kestrel-7B\n\n{said}\n{SCORES}").state is ABSENT


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("It was fine-tuned on the training set of GSM8K (7.5K examples).", "names GSM8K, which the card also reports"),
        ("It was trained on DROP and web pages.", "names DROP, which the card does not report"),
        ("Trained with questions of HumanEval.", "names HumanEval, which the card does not report"),
        ("It was trained on truthful_qa and GSM8K.", "names GSM8K and TruthfulQA, which the card also reports"),
        ("We fine-tuned it on BoolQ.", "names BoolQ, which the card does not report"),
    ],
)
def test_training_data_is_told_with_the_name_of_the_test(said: str, reason: str) -> None:
    check = found("training_names_benchmark", f"# Kestrel-7B\n\n{said}\n{SCORES}")
    assert reason in check.reason and check.quotes


@pytest.mark.parametrize(
    "text",
    [
        table("Test | Kestrel-7B", "ifeval inst_level_strict_acc | 64.7", "ifeval prompt_level_strict_acc | 52.8"),
        table("Test | Kestrel-7B", "IFEval (prompt, strict) | 52.8", "IFEval (instruction, loose) | 69.0"),
        table(
            "Test | Way | Kestrel-7B | Wren-7B",
            "AMC 2023 | 0-shot | 20/40 | 10/40",
            "Contest questions | maj@64 | 31/40 | 13/40",
            "AIME 2024 | 0-shot | 5/30 | 1/30",
            "Contest questions | maj@64 | 10/30 | 4/30",
        ),
        table("Effort | AIME 2024 | GPQA", "low | 37.1 | 40.2", "high | 91.7 | 60.1"),
        table("Step | MMLU | GSM8K", "1000 | 41.2 | 20.0", "2000 | 52.1 | 33.0"),
        table("Step | Test | Kestrel-7B", "1000 | MMLU | 41.2", "2000 | MMLU | 52.1"),
        table("Model | Effort | MMLU", "Kestrel-7B | low | 61.2", "Kestrel-7B | high | 70.1"),
        "It achieves 94.3 on AIME 2025.\n\nWith test-time scaling (KLR) it reaches 97.1 on AIME 2025.\n",
        "It achieves 84.3 on AIME 2025.\n\nMajority voting helps: using voting it achieves 87.1 on AIME 2025.\n",
        f"It gets 61.2 on MMLU.\n\nTuning raises MMLU from 61.2 to 65.3.\n{table('Test | Kestrel-7B', 'MMLU | 65.3')}",
        f"- 8 tasks (2023-08-27)\n{table('Model | JNLI', 'Kestrel-7B | 66.5')}\n- 4 tasks (2023-08-18)\n"
        + table("Model | JNLI", "Kestrel-7B | 62.1"),
        table("Model | GSM8K | MATH", "Kestrel-OVM-7B + OVM@20 | 83.6 | 60.6", "Kestrel-7B + OVM@20 | 82.9 | 59.1"),
        table("Model | PS | BoolQ | PIQA | ARC-c", "Ours | 0.4 | 62.1 | 66.7 | 27.9", "Ours | 1 | 63.3 | 72.1 | 35.2"),
        table("Test | Kestrel-7B", "MMLU | 61.2", "Ave | 64.7") + table("Test | Kestrel-7B", "PIQA | 72", "Ave | 67.2"),
        "<table><tr><th></th><th>Kestrel-7B</th><th>Kestrel-7B</th></tr>\n<tr><td>MMLU</td>\n<td>61.2</td>\n<td>70.3</td>"
        "</tr></table>",
        f"## Base models\n\n### Results\n{table('Test | Kestrel-7B', 'MMLU | 61.2')}\n## Instruct models\n\n"
        f"### General benchmarks\n{table('Test | Kestrel-7B', 'MMLU | 66.2')}",
        f"## Kestrel 1.5\n{table('Test | Kestrel-7B', 'MMLU | 61.2')}\n## Kestrel 1.0\n"
        + table("Test | Kestrel-7B", "MMLU | 66.2"),
        "### FastEval\n\n| Test | Value |\n|--|--|\n| Math | 17.8 |\n| GSM8K | 60.1 |\n\n### MT-Bench\n\n- Math: 4.7\n",
        "- kestrel-7b.Q2_K.gguf,-,Hellaswag,61.2,,400,2024\n- kestrel-7b.Q3_K.gguf,-,Hellaswag,66.2,,400,2024\n",
    ],
)
def test_values_that_the_card_sets_apart_contradict_nothing(text: str) -> None:
    check = found("contradiction", f"# Kestrel-7B\n\n## Evaluation\n\n{text}")
    assert check.state is not PRESENT, check.reason


@pytest.mark.parametrize(
    "text",
    [
        table("Test | Kestrel-7B", "MMLU | 61.2", "GSM8K | 51.0", "MMLU | 68.3"),
        f"It achieves 65.3 on MMLU.\n{table('Test | Kestrel-7B', 'MMLU | 61.2', 'GSM8K | 51.0')}",
        f"{table('Test | Kestrel-7B', 'MMLU | 61.2')}\nAnd again:\n{table('Test | Kestrel-7B', 'MMLU | 68.2')}",
        table("Model | MMLU | GSM8K", "Kestrel-7B | 61.2 | 51.0", "Wren-7B | 60.1 | 44.0", "Kestrel-7B | 66.2 | 51.0"),
        "It achieves 84.3 on AIME 2025.\n\nIt reaches 77.1 on AIME 2025 with no help.\n",
    ],
)
def test_two_values_that_nothing_tells_apart_contradict_each_other(text: str) -> None:
    assert found("contradiction", f"# Kestrel-7B\n\n## Evaluation\n\n{text}").state is PRESENT


def test_runs_that_the_card_explains_are_not_held_against_it() -> None:
    text = (
        "# Kestrel-7B\n\nThe results of the second harness differ slightly.\n"
        f"{table('Test | Kestrel-7B', 'MMLU | 61.2')}"
        f"\nThe other:\n{table('Test | Kestrel-7B', 'MMLU | 63.4')}"
    )
    check = found("contradiction", text)
    assert check.state is UNCLEAR and "says that its results differ" in check.reason


@pytest.mark.parametrize(
    ("said", "state"),
    [
        ("The evaluation was performed with LLM AutoEval on the Nous suite.", UNCLEAR),
        ("Kestrel-7B is among the best on Nous' benchmark suite.", UNCLEAR),
        ("All tests were run with OpenCompass.", UNCLEAR),
        ("The results were taken with lighteval.", UNCLEAR),
        ("We evaluated with lmms-eval.", UNCLEAR),
        ("The evaluation uses OLMES.", UNCLEAR),
        ("Kestrel-7B is a very good model.", PRESENT),
        ("It comes with a suite of tools for agents.", PRESENT),
    ],
)
def test_the_name_of_a_harness_is_seen(said: str, state: State) -> None:
    check = found("methodology_missing", f"# Kestrel-7B\n\n## Evaluation\n\n{said}\n{SCORES}")
    assert check.state is state, check.reason


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (("Benchmark | Kestrel-7B", "MMLU | 61.2", "(OpenCompass) |"), "the harness"),
        (("Setting | Model | MMLU", "Zero-shot | Wren-7B | 60.1", "| Kestrel-7B | 61.2"), "shots"),
        (("Benchmark | Kestrel-7B", "SWE-bench Verified (OpenHands scaffold) | 31.2"), "the harness"),
        (("Benchmark | Kestrel-7B", "MBPP EvalPlus | 61.2"), ""),
    ],
)
def test_cells_among_the_scores_tell_how_they_were_taken(rows: tuple[str, ...], told: str) -> None:
    check = found("methodology_missing", f"# Kestrel-7B\n\n## Results\n{table(*rows)}")
    assert check.state is (UNCLEAR if told else PRESENT) and told in check.reason, check.reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            f"## Evaluation\n### Plain\n{table('Test | solved', 'Kestrel-7B | 41', 'Wren-7B | 31')}\n### Hard\n"
            + table("Test | solved", "Kestrel-7B | 33", "Wren-7B | 30"),
            "All that is shown is solved, and what it tests is not known here.",
        ),
        (
            f"## Benchmark\n{table('Model | ORD | LIM', 'Kestrel-7B | 41.2 | 52.1', 'Wren-7B | 31.3 | 40.1')}",
            "2 results of one kind are shown (ORD, LIM), and what they test is not known here.",
        ),
        (table("Model | MT-Bench", "Kestrel-7B | 7.1"), "Nothing on knowledge, code or mathematics."),
        (
            f"## Benchmark\n{table('Model | Text-to-SQL', 'Kestrel-7B | 41.0')}",
            "Nothing on knowledge, mathematics or instructions.",
        ),
        (
            "It reaches 41.2% on MiniF2F-test and solves 12 of 658 problems of PutnamBench.\n",
            "Only 2 benchmarks are shown (MiniF2F, PutnamBench)",
        ),
    ],
)
def test_narrow_tests_are_counted_as_they_are_listed(text: str, reason: str) -> None:
    check = found("narrow_selection", f"# Kestrel-7B\n\n{text}")
    assert reason in check.reason


def test_other_columns_of_a_row_with_scores_are_tests_too() -> None:
    rows = (
        "Model | MMLU | GSM | GSM Length | AH",
        "Kestrel-7B | 61.2 | 88.0 | 341 | 59.1",
        "Wren-7B | 60.1 | 80 | 300 | 50",
    )
    check = found("narrow_selection", f"# Kestrel-7B\n\n## Results\n{table(*rows)}")
    assert "mathematics" not in check.reason.partition("Nothing on")[2]


def test_one_old_test_is_named_and_the_date_is_said_to_be_a_release_or_a_cutoff() -> None:
    one = found(
        "benchmark_older_than_training",
        f"# Kestrel-7B\n\nKnowledge cutoff: June 2024.\n{table('Test | Kestrel-7B', 'MMLU | 61')}",
    )
    assert one.reason.startswith("MMLU was public before 2024-06 (the card's cutoff)")
    rows = ("Test | Llama-3.1-8B", "MMLU | 61.0", "GSM8K | 51.0")
    two = found("benchmark_older_than_training", f"# Llama-3.1-8B\n{table(*rows)}", "Llama-3.1-8B")
    assert two.reason.startswith("Both benchmarks were public before") and "the known cutoff of" in two.reason


@pytest.mark.parametrize(
    ("labels", "count"),
    [
        (("Tern", "Tern-33B-v1.1"), 1),
        (("lab/Tern-7B 📄", "Tern-7B"), 1),
        (("Tern-7B", "Tern-7B-v2"), 2),
        (("Tern-7B", "Tern-13B"), 2),
        (("Tern-7B", "Tern-7B-Chat"), 2),
    ],
)
def test_two_spellings_of_one_name_are_one_model(labels: tuple[str, ...], count: int) -> None:
    rows = [f"{label} | 6{i}.2" for i, label in enumerate(labels)]
    scores = read_card(f"# Tern\n\n## Evaluation\n{table('Model | MMLU', *rows)}", name="Tern").scores
    assert len(models_among(scores)) == count


@pytest.mark.parametrize(
    ("name", "kin"),
    [
        ("Kestrel-1.1B-step-480K-1007b", "another checkpoint of the same size"),
        ("Kestrel-3B", "a sibling of another size"),
    ],
)
def test_an_earlier_checkpoint_is_no_other_size_and_the_family_is_quoted_first(name: str, kin: str) -> None:
    rows = ("Wren-1B | 31.0", "Kestrel-1.1B-step-50K-104b | 30.1", "Kestrel-1.1B-step-240K-503b | 33.2")
    reading = read_card(f"# {name}\n{table('Model | MMLU', *rows)}", name=f"lab/{name}")
    assert kin in reading.finding("scores_of_another_file").reason
    assert "Kestrel" in reading.finding("quantization_undisclosed").quotes[0].text


def test_so_many_problems_of_a_test_are_of_the_test_named_behind() -> None:
    said = "It reaches 88.9% on MiniF2F-test and solves 49 out of 658 problems from PutnamBench."
    scores = read_card(f"# Kestrel-7B\n\n{said}\n").scores
    assert [(score.name_as_written, score.line) for score in scores] == [("MiniF2F", 3), ("PutnamBench", 3)]
