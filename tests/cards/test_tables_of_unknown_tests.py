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
