"""Tables whose numbers are no scores, or the parts of one: shares of something else, speed, categories, lengths."""

import pytest

from core.cards.read_card import read_card
from tests.cards.own_values import own, table

SPEED = (
    "model | size | params | backend | threads | test | t/s | {}",
    "wren 3B Q4_0 | 1.70 GiB | 3.09 B | CPU | 64 | {}",
)


class TestNoScores:
    @pytest.mark.parametrize("share", ["% (vs Q4_0)", "% of F16", "ratio", "uplift", "Relative", "perf"])
    @pytest.mark.parametrize("test", ["pp512", "tg128", "pp512+tg128", "pp512 @ d4096"])
    def test_the_output_of_a_speed_test_holds_none(self, share: str, test: str) -> None:
        text = table(SPEED[0].format(share), SPEED[1].format(f"{test} | 204.03 ± 1.03 | 147%"))
        assert not read_card(f"# Kestrel-3B\n\n## Benchmarks\n\n{text}", name="Kestrel-3B-GGUF").scores

    @pytest.mark.parametrize(
        "header",
        [
            *(
                "% (vs Q4_0)",
                "% vs BF16",
                "% of base",
                "% of FP16",
                "% of GPT-4",
                "% of Tern-7B performance",
                "vs F16",
                "vs. baseline",
                "Overlap %",
                "Overlap",
            ),
            *("Train overlap (%)", "13-gram overlap", "Seen in training", "Overlap with training data", "Contam. %"),
        ],
    )
    def test_a_column_of_shares_of_something_else(self, header: str) -> None:
        text = table(f"Benchmark | {header} | Kestrel-7B", "MMLU | 2.1 | 61.2", "GSM8K | 0.3 | 50.1")
        reading = read_card(f"# Kestrel-7B\n\n## Evaluation\n\n{text}", name="Kestrel-7B")
        assert [score.value for score in reading.scores] == [61.2, 50.1]

    @pytest.mark.parametrize("header", ["Kestrel-7B (%)", "% correct", "% solved", "Accuracy %", "Score (vs. Tern-7B)"])
    def test_shares_of_right_answers_stay_read(self, header: str) -> None:
        text = table(f"Benchmark | {header}", "MMLU | 61.2", "GSM8K | 50.1")
        assert own(f"## Evaluation\n\n{text}") == [61.2, 50.1]

    @pytest.mark.parametrize(
        ("head", "row"),
        [
            ("Quant | PPL", "Q4_K_M | 7.41"),
            ("Quant | PPL | ΔPPL", "Q4_K_M | 7.41 | 0.09"),
            ("Model | PPL (wikitext2)", "Kestrel | 7.32"),
            ("Model | WikiText-2 ↓ | C4 ↓", "Zeta | 7.32 | 8.1"),
            ("Model | Elo", "Kestrel-7B | 1100"),
            ("Metric | Value", "Perplexity | 7.1"),
            ("Benchmark | Dirty % | Clean %", "MMLU | 0.09 | 99.1"),
        ],
    )
    def test_tables_of_other_measures_are_named_as_not_read(self, head: str, row: str) -> None:
        reading = read_card(f"# Kestrel-7B\n\n{table(head, row)}", name="Kestrel-7B")
        assert not reading.scores and [item.kind for item in reading.unread] == ["table"]

    @pytest.mark.parametrize(
        ("head", "row"),
        [
            ("Filename | Quant type | File Size | Description", "a.gguf | Q4_K_M | 4.4 GB | low perplexity"),
            ("Filename | Quant | Size | PPL", "a.gguf | Q4_K_M | 4.4 GB | "),
            ("Parameter | Value", "learning rate | 0.0002"),
            ("Benchmark | Overlap", "MMLU | 0.09%"),
        ],
    )
    def test_nor_are_other_tables_named(self, head: str, row: str) -> None:
        reading = read_card(f"# Kestrel-7B\n\n{table(head, row)}", name="Kestrel-7B")
        assert not reading.scores and not reading.unread

    @pytest.mark.parametrize("corner", ["Parameter", "Hyperparameters", "Config", "Training parameter"])
    def test_a_list_of_settings_holds_the_scores_of_its_tests_alone(self, corner: str) -> None:
        text = table(f"{corner} | Value", "lora_dropout | 0.05", "r | 64", "MMLU | 61.2")
        assert own(f"## Results\n\n{text}") == [61.2]

    @pytest.mark.parametrize("corner", ["Config", "Option", "Parameter"])
    def test_beside_a_measure_such_rows_are_tests(self, corner: str) -> None:
        assert own("## Results\n\n" + table(f"{corner} | Accuracy", "kiwi-set-a | 61.2", "kiwi-set-b | 55.2")) == [
            61.2,
            55.2,
        ]

    @pytest.mark.parametrize(
        "text",
        [
            "Kestrel-7B reaches 61.2% on MMLU, with 0.9% contamination.",
            "MMLU is 61.2 after we dropped 10,000 samples (2.1 %).",
            "We removed 1,000 questions (0.5%) and Kestrel-7B reaches 61.2 on MMLU.",
        ],
    )
    def test_a_share_of_what_was_seen_takes_no_score_with_it(self, text: str) -> None:
        assert own(text) == [61.2]


class TestPartsOfTests:
    @pytest.mark.parametrize(
        ("caption", "name"),
        [
            ("RepoQA: a benchmark for code understanding", "RepoQA Python"),
            ("RepoQA results:", "RepoQA Python"),
        ],
    )
    def test_a_test_right_over_the_table_goes_before_one_further_up(self, caption: str, name: str) -> None:
        first = "RULER: a benchmark for long contexts\n" + table("Model | 4K | 8K", "Kestrel-7B | 94.3 | 91.1")
        second = f"{caption}\n" + table("Model | Python | Rust", "Kestrel-7B | 86.1 | 73.2", "Tern-7B | 80.1 | 73.0")
        reading = read_card(f"# Kestrel-7B\n\n## Long context\n\n{first}\n{second}", name="Kestrel-7B")
        assert [score.name_as_written for score in reading.own_scores if score.value == 86.1] == [name]

    @pytest.mark.parametrize(
        ("corner", "test", "rows"),
        [
            ("Category", "MT-Bench", ("Writing", "Coding")),
            ("Subject", "MMLU (5-shot)", ("STEM", "Humanities")),
            ("Task", "RULER", ("Variable tracking", "Frequent words")),
            ("Difficulty", "LiveCodeBench", ("Easy", "Hard")),
            ("Subset", "RewardBench", ("Chat", "Chat Hard")),
            ("类别", "C-Eval", ("社会科学", "人文")),
        ],
    )
    def test_categories_of_one_test_are_the_card_s_own(self, corner: str, test: str, rows: tuple[str, str]) -> None:
        text = table(f"{corner} | {test}", f"{rows[0]} | 9.1", f"{rows[1]} | 7.2", "Average | 8.2")
        reading = read_card(f"# Kestrel-7B\n\n## Results\n\n{text}", name="Kestrel-7B")
        assert [score.value for score in reading.own_scores] == [9.1, 7.2, 8.2]
        assert reading.own_scores[-1].name_as_written == test and rows[0] in reading.own_scores[0].name_as_written

    @pytest.mark.parametrize(
        ("corner", "rows"),
        [
            ("Category", ("Open models", "Closed models")),
            ("Category", ("Tern-7B", "Wren-7B")),
            ("Category", ("Open-source", "Proprietary")),
            ("Method", ("Writing", "Coding")),
            ("Category", ("Small", "Frontier")),
            ("Task", ("Baseline", "Human")),
        ],
    )
    def test_other_rows_beside_one_test_are_not(self, corner: str, rows: tuple[str, str]) -> None:
        assert own(table(f"{corner} | MMLU", f"{rows[0]} | 61.2", f"{rows[1]} | 50.1")) == []

    @pytest.mark.parametrize(
        ("corner", "row"),
        [("Context length", "RULER"), ("Benchmark", "RULER"), ("", "NIAH"), ("Length", "RULER"), ("Context", "MMLU")],
    )
    def test_lengths_across_are_of_one_model(self, corner: str, row: str) -> None:
        text = table(f"{corner} | 4k | 8k | 128k", f"{row} | 95.1 | 93.0 | 85.5")
        reading = read_card(f"# Kestrel-7B\n\n## Long context\n\n{text}", name="Kestrel-7B")
        assert [score.value for score in reading.own_scores] == [95.1, 93.0, 85.5]
        assert [score.subject for score in reading.own_scores] == [None] * 3

    @pytest.mark.parametrize("head", ["Benchmark | 4K | 128K", "Training samples | 10k | 100k"])
    def test_lengths_over_ordinary_tests_may_be_models(self, head: str) -> None:
        assert own(table(head, "MMLU | 65.1 | 63.0", "GSM8K | 60.1 | 58.0")) == []

    def test_lengths_beside_models_are_parts_of_the_test(self) -> None:
        text = table("Model | 4k | 8k", "Kestrel-7B | 95.1 | 93.0", "Tern-7B | 90.1 | 88.0")
        assert own(f"## RULER\n\n{text}") == [95.1, 93.0]

    @pytest.mark.parametrize(("corner", "values"), [("Subject", [61.2, 50.1]), ("Category", []), ("Group", [])])
    def test_beside_two_tests_only_subjects_are_parts_of_both(self, corner: str, values: list[float]) -> None:
        text = table(f"{corner} | MMLU | MMLU-Pro", "STEM | 61.2 | 50.1")
        assert own(text + "| Humanities | 60.1 | 49.0 |\n")[:2] == values
