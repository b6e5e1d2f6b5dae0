"""Tables whose tests are in no list: what stands around them, or beside them, tells that they hold scores."""

import pytest

from core.cards.read_card import read_card


def own(text: str, name: str = "") -> list[tuple[str, float]]:
    reading = read_card(text, name=name or None)
    return [(score.name_as_written, score.value) for score in reading.scores if score.own]


BOARD = (
    "# Wren-7B\n\n## Evaluation\n\nEvaluated on the Open XY LLM Leaderboard, 5-shot.\n\n"
    "| | Average | RAG Reader | {last} |\n|--|--|--|--|\n"
    "| Tern-7B | 11.1 | 75.2 | 203.4 |\n| Wren-7B | 29.4 | 88.4 | 123.3 |\n"
)


@pytest.mark.parametrize("last", ["Perplexity", "PPL", "Latency (ms)"])
def test_a_column_of_another_kind_leaves_the_others_scores(last):
    assert [value for _, value in own(BOARD.format(last=last))] == [29.4, 88.4]


@pytest.mark.parametrize("heading", ["Perplexity of the quantized files", "Training metrics"])
def test_a_heading_of_another_kind_leaves_the_table_out(heading):
    table = BOARD.format(last="Size").replace("Evaluation", heading).replace("Evaluated on the Open XY LLM", "See the")
    assert own(table.replace("Leaderboard, 5-shot", "files")) == []


@pytest.mark.parametrize("label", ["Accuracy Normalized", "Accuracy", "acc_norm"])
def test_a_row_called_by_a_metric_is_of_the_cards_model(label):
    table = (
        "# Wren-8B-Ita\n\n## Evaluation\n\n| Metric | hellaswag_it acc_norm | m_mmlu_it 5-shot acc |\n|--|--|--|\n"
        f"| **{label}** | 0.6518 | 0.5729 |\n"
    )
    assert own(table) == [("hellaswag_it acc_norm", 0.6518), ("m_mmlu_it 5-shot acc", 0.5729)]


def test_an_adapters_row_is_own_and_the_base_it_is_added_to_is_not():
    table = (
        "# Wren-2B-tool-lora\n\n## Results\n\nSingle-turn eval on 40 queries (no overlap with training data; the "
        "earlier contaminated eval was dropped), greedy:\n\n| Condition | Parse rate | Args exact |\n|--|--|--|\n"
        "| base, zero-shot | 35.0% | 1.0% |\n| base, 2-shot | 67.5% | 2.0% |\n| + this LoRA, 9 ex. | 92.5% | 90.0% |\n"
    )
    assert [value for _, value in own(table)] == [92.5, 90.0]


@pytest.mark.parametrize(
    ("table", "values"),
    [
        ("| Model | MMLU | GSM8K |\n|---|---|\n| Wren-7B | 61.2 |\n| Tern-7B | 60.0 | 41.0 |", [61.2]),
        ("```\n| Model | MMLU | GSM8K |\n| Wren-7B | 61.2 |\n| Tern-7B | 60.0 | 41.0 |\n```", [61.2]),
        (
            "| Model | MMLU | GSM8K \n|---|---|---|---|\n| Wren-7B | 61.2 | 5\n| Tern-7B | 60 | 41 | 3 |\n| B | 6 |",
            None,
        ),
        ("| Model | MMLU |\n|---|---|---|\n| Wren-7B | 7B | PPO | 6.19\n| Tern-7B | 7B | RLHF | 6.26 | 71.37 |", None),
        ("```\n| Model | MMLU | C-Eval |\n| Tern-6B | 61.4 | 69.0 |\n| Wren-7B > 74.7 | 77.1 |\n```", None),
    ],
)
def test_rows_that_end_early_break_nothing(table, values):
    found = [value for _, value in own(f"# Wren-7B\n\n{table}\n")]
    assert values is None or found == values


@pytest.mark.parametrize("header", ["Tokens", "Training tokens", "Steps"])
def test_the_last_row_of_tokens_is_of_the_cards_model(header):
    table = f"# Wren-7B\n\n## Results\n\n| {header} | MMLU |\n|--|--|\n| 500B | 41.0 |\n| 1T | 45.5 |\n"
    assert [value for _, value in own(table)] == [45.5]


@pytest.mark.parametrize(
    ("cell", "values"), [("54,3 ± 1,4", [54.3]), ("54,3±1,4", [54.3]), ("54,3 / 60,1", [54.3]), ("54,3", [54.3])]
)
def test_decimal_commas_on_both_sides_of_a_sign(cell, values):
    assert [value for _, value in own(f"# Wren-7B\n\n|Prueba|Wren-7B|\n|--|--|\n|MMLU|{cell}|\n")] == values


@pytest.mark.parametrize("header", ["TPS", "Speedup", "Compression", "Sparsity", "Seeds", "ΔPPL", "Calib samples", "N"])
def test_quantities_beside_a_test_are_no_scores(header):
    table = f"# Wren-7B\n\n| Precision | MMLU | {header} |\n|--|--|--|\n| BF16 | 61.2 | 30.1 |\n"
    assert own(table) == [("MMLU", 61.2)]


@pytest.mark.parametrize(
    ("note", "shots"),
    [
        ("Zero-shot voice cloning is not supported.", None),
        ("Few-shot prompting with k=3 helps with small models.", None),
        ("Zero-shot translation works for 40 languages.", None),
        ("Zero-shot.", 0),
        ("Few-shot prompting with k=5, greedy decoding.", 5),
        ("Few-shot (k=5) with greedy decoding.", 5),
        ("All evaluations are zero-shot.", 0),
    ],
)
def test_a_note_on_what_a_model_can_do_tells_no_shots(note, shots):
    reading = read_card(f"# Wren-7B\n\n|Test|Wren-7B|\n|--|--|\n|MMLU|61.2|\n|GSM8K|50.1|\n\n{note}\n")
    assert [score.shots for score in reading.scores] == [shots, shots]
