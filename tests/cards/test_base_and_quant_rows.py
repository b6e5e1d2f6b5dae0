"""Whose a row is: the card's own model's, its parent's, the file's or its original's; and what is no score."""

import pytest

from core.cards.read_card import read_card
from core.cards.reading import CardReading, State

TWO = "| Benchmark | {} | {} |\n|---|---|---|\n| MMLU | 61.2 | 59.8 |\n"
DOWN = "| Model | MMLU |\n|---|---|\n| {} | 61.2 |\n| {} | 59.8 |\n"


def card(name: str, body: str, *bases: str) -> CardReading:
    front = "---\nbase_model:\n" + "".join(f"- {base}\n" for base in bases) + "---\n" if bases else ""
    return read_card(f"{front}# {name}\n\n{body}\n", name=name)


def own_values(reading: CardReading) -> list[float]:
    return [score.value for score in reading.scores if score.own]


def all_values(reading: CardReading) -> list[float]:
    return [score.value for score in reading.scores]


class TestParents:
    @pytest.mark.parametrize(
        ("name", "bases", "parent"),
        [
            ("Kestrel-Tern-7B-slerp", (), "Kestrel-7B"),
            ("Kestrel-Tern-7B-slerp", ("lab/Kestrel-7B", "other/Tern-7B-v2"), "Kestrel-7B"),
            ("Kestrel14-Tern-7B-ties", ("lab/Kestrel14-7B", "other/Tern-7B-v2"), "Kestrel14-7B"),
            ("Qwen2.5-7B-Instruct-Medical", ("Qwen/Qwen2.5-7B-Instruct",), "Qwen2.5-7B-Instruct"),
            ("Qwen2.5-7B-Instruct-Medical", ("Qwen/Qwen2.5-7B-Instruct",), "Qwen2.5-7B"),
            ("Kestrel-7B-Chat-RP-v2", ("lab/Kestrel-7B-Chat",), "Kestrel-7B-Chat"),
            ("Kestrel-7B-abliterated", ("lab/Kestrel-7B",), "lab/Kestrel-7B"),
            ("Kestrel-7B-lora", ("lab/Kestrel-7B",), "Kestrel-7B"),
        ],
    )
    def test_a_row_with_the_name_of_what_the_model_was_made_from_is_that_models(
        self, name: str, bases: tuple[str, ...], parent: str
    ) -> None:
        assert own_values(card(name, DOWN.format(parent, "Wren-7B"), *bases)) == []
        assert own_values(card(name, TWO.format("Wren-7B", parent), *bases)) == []
        assert own_values(card(name, f"{parent} scores 56.3 on MMLU-Pro.", *bases)) == []

    @pytest.mark.parametrize(
        ("name", "bases", "mine"),
        [
            ("Kestrel-Tern-7B-slerp", ("lab/Kestrel-7B", "other/Tern-7B"), "Kestrel-Tern-7B"),
            ("Qwen2.5-7B-Instruct-Medical", ("Qwen/Qwen2.5-7B-Instruct",), "Qwen2.5-7B-Instruct-Medical"),
            ("Qwen2.5-7B-Instruct-Medical", ("Qwen/Qwen2.5-7B-Instruct",), "Qwen2.5-7B-Medical"),
            ("Kestrel-7B-Instruct", ("lab/Kestrel-7B",), "Kestrel-7B-Instruct"),
            ("Kestrel-7B-medical-lora", ("lab/Kestrel-7B",), "Kestrel-7B + LoRA"),
            ("Kestrel-7B-GGUF", ("lab/Kestrel-7B",), "Kestrel-7B"),
            ("Kestrel-7B-v2", ("lab/Kestrel-7B",), "Kestrel-7B-v2"),
        ],
    )
    def test_the_own_row_stays_own_whatever_the_model_was_made_from(
        self, name: str, bases: tuple[str, ...], mine: str
    ) -> None:
        assert own_values(card(name, DOWN.format(mine, "Wren-7B"), *bases)) == [61.2]

    def test_a_merge_beside_its_parents_owns_its_own_row_only(self) -> None:
        rows = "| Model | MMLU |\n|---|---|\n| Kestrel-Tern-7B | 65.7 |\n| Kestrel-7B | 64.6 |\n| Tern-7B-v2 | 64.7 |\n"
        assert own_values(card("Kestrel-Tern-7B-slerp", rows, "a/Kestrel-7B", "b/Tern-7B-v2")) == [65.7]

    @pytest.mark.parametrize(
        "body",
        [
            "The base model scores 56.3 on MMLU-Pro.",
            "Benchmarks of the base model:\n\n- MMLU: 60.0\n- GSM8K: 44.1",
            "## Base model results\n\n- MMLU: 60.0\n- GSM8K: 44.1",
            "Scores of the original model (before tuning):\n\n| Benchmark | Score |\n|---|---|\n| MMLU | 60.0 |\n",
            "Results for the parent model:\n\n| Benchmark | Value |\n|---|---|\n| MMLU | 60.0 |\n",
        ],
    )
    def test_what_is_said_of_the_base_model_is_not_the_tuned_ones(self, body: str) -> None:
        assert own_values(card("MedWren-7B", body, "lab/Kestrel-7B")) == []

    @pytest.mark.parametrize(
        "body",
        [
            "Benchmarks of the model:\n\n- MMLU: 60.0\n- GSM8K: 44.1",
            "Results on the base of 5 shots:\n\n- MMLU: 60.0\n- GSM8K: 44.1",
            "Benchmarks of MedWren-7B, a base model no more:\n\n- MMLU: 60.0\n- GSM8K: 44.1",
        ],
    )
    def test_other_words_above_a_list_leave_it_own(self, body: str) -> None:
        assert own_values(card("MedWren-7B", body, "lab/Kestrel-7B")) == [60.0, 44.1]

    def test_the_base_model_of_a_base_models_card_is_itself(self) -> None:
        assert own_values(card("Wren-7B", "The base model scores 56.3 on MMLU-Pro.")) == [56.3]

    def test_the_object_of_tuning_is_not_what_the_result_is_told_of(self) -> None:
        body = "We've fine-tuned Wren-7B-v1 on more code, achieving 73.8% on HumanEval."
        assert own_values(card("Wren-7B-v2", body, "lab/Wren-7B-v1")) == [73.8]


class TestOtherModels:
    @pytest.mark.parametrize(
        "caption",
        [
            "Table 2: results of Tern-7B.",
            "**Table 2: Scores of Tern-7B**",
            "Tern-7B results",
            "Evaluation for Tern-7B:",
        ],
    )
    def test_a_caption_gives_a_table_without_models_to_the_one_it_names(self, caption: str) -> None:
        body = f"{caption}\n\n| Benchmark | Value |\n|---|---|\n| MMLU | 60.0 |\n"
        assert own_values(card("Wren-7B", body)) == []

    @pytest.mark.parametrize(
        "caption",
        ["Table 2: results of Wren-7B.", "Results of Wren-7B against Tern-7B:", "Results on MMLU:", "Scores:"],
    )
    def test_other_captions_leave_it_own(self, caption: str) -> None:
        body = f"{caption}\n\n| Benchmark | Value |\n|---|---|\n| MMLU | 60.0 |\n"
        assert own_values(card("Wren-7B", body)) == [60.0]

    @staticmethod
    def index(*models: tuple[str, float]) -> CardReading:
        entries = "".join(
            f"- name: {name}\n  results:\n  - task: {{type: text-generation}}\n"
            f"    dataset: {{name: MMLU, type: mmlu}}\n"
            f"    metrics:\n    - {{type: acc, value: {value}}}\n"
            for name, value in models
        )
        return read_card(f"---\nmodel-index:\n{entries}---\n# Wren-7B\n\nText.\n", name="Wren-7B")

    def test_the_second_model_of_a_model_index_is_another(self) -> None:
        assert own_values(self.index(("Wren-7B", 61.2), ("Tern-7B", 60.0))) == [61.2]
        assert own_values(self.index(("Tern-7B", 60.0), ("Wren-7B", 61.2))) == [61.2]

    def test_the_only_model_of_a_model_index_is_the_cards(self) -> None:
        assert own_values(self.index(("checkpoint-1000", 60.0))) == [60.0]
        assert own_values(self.index(("wren-7b", 60.0))) == [60.0]

    def test_lines_among_those_of_models_are_of_models(self) -> None:
        reading = card("Wren-7B", "## MMLU\n\n- Wren-7B: 61.2\n- Tern-7B: 60.1\n- Sparrow Large: 55.3\n")
        assert own_values(reading) == [61.2]
        assert [score.subject for score in reading.scores] == ["Wren-7B", "Tern-7B", "Sparrow Large"]

    def test_parts_of_a_test_are_no_models(self) -> None:
        reading = card("Wren-7B", "## MMLU\n\n- STEM: 61.2%\n- Humanities: 60.1%\n- Average: 60.6%\n")
        assert own_values(reading) == [61.2, 60.1, 60.6]


class TestQuantizedFiles:
    @pytest.mark.parametrize(
        ("name", "original", "file"),
        [
            ("Wren-7B-GPTQ", "Wren-7B (fp16)", "Wren-7B-GPTQ-4bit-128g"),
            ("Wren-7B-GPTQ", "Wren-7B", "Wren-7B-GPTQ-4bit"),
            ("Wren-7B-GPTQ-4bit", "Wren-7B", "Wren-7B-GPTQ"),
            ("Wren-7B-GPTQ-Int4", "Wren-7B-GPTQ-Int8", "Wren-7B-GPTQ-Int4"),
            ("Wren-7B-GPTQ", "Original", "Quantized"),
            ("Wren-7B-AWQ", "Original", "AWQ"),
            ("Wren-7B-AWQ", "FP16", "AWQ INT4"),
            ("Wren-7B-int4", "Baseline", "Quantized (int4)"),
            ("Wren-7B-int4", "Baseline", "int4"),
            ("Wren-7B-bnb-4bit", "bf16", "nf4"),
            ("Wren-7B-4bit-hqq", "fp16", "HQQ 4-bit/gs-64"),
            ("Wren-7B-FP8", "Wren-7B", "Wren-7B-FP8"),
            ("Wren-7B-Q4_K_M-GGUF", "Wren-7B (BF16)", "Wren-7B Q4_K_M"),
            ("Wren-7B-GGUF", "Wren-7B-BF16", "Wren-7B-Q4_K_M"),
            ("Wren-7B-Instruct-quantized.w8a8", "Wren-7B-Instruct", "Wren-7B-Instruct-quantized.w8a8 (this model)"),
            ("Wren-7B-W4A16", "lab/Wren-7B-FP8", "me/Wren-7B-W4A16"),
            ("Wren-7B-qat-q4_0-gguf", "PTQ Q4_0", "QAT Q4_0"),
        ],
    )
    def test_the_row_or_column_of_the_file_is_own_and_its_originals_is_not(
        self, name: str, original: str, file: str
    ) -> None:
        assert own_values(card(name, TWO.format(original, file), "lab/Wren-7B")) == [59.8]
        assert own_values(card(name, DOWN.format(original, file), "lab/Wren-7B")) == [59.8]

    def test_the_precision_in_a_column_of_its_own_tells_the_file(self) -> None:
        rows = "| Model | Precision | MMLU |\n|---|---|---|\n| Wren-7B | BF16 | 61.2 |\n| Wren-7B | AWQ | 59.8 |\n"
        assert own_values(card("Wren-7B-AWQ", rows, "lab/Wren-7B")) == [59.8]

    def test_cells_that_span_rows_leave_the_columns_in_place(self) -> None:
        table = (
            "<table><thead><tr><th>Category</th><th>Benchmark</th><th>Wren-7B</th>"
            "<th>Wren-7B-quantized.w8a8 (this model)</th><th>Recovery</th></tr></thead><tbody>"
            '<tr><td rowspan="2">General</td><td>MMLU (5-shot)</td><td>61.2</td><td>61.0</td><td>99.7%</td></tr>'
            "<tr><td>GSM8K (8-shot)</td><td>50.1</td><td>49.9</td><td>99.6%</td></tr></tbody></table>"
        )
        reading = card("Wren-7B-quantized.w8a8", table, "lab/Wren-7B")
        assert own_values(reading) == [61.0, 49.9]
        assert all_values(reading) == [61.2, 61.0, 50.1, 49.9]

    @pytest.mark.parametrize(
        ("name", "label"),
        [("Wren-7B-GGUF", "Wren-7B"), ("Wren-7B-W4A16", "lab/Wren-7B-FP8"), ("Wren-7B-4bit-hqq", "Wren-7B (bf16)")],
    )
    def test_the_originals_scores_are_own_where_they_are_all_there_is_and_a_check_says_whose(
        self, name: str, label: str
    ) -> None:
        reading = card(name, DOWN.format(label, "Tern-7B"), "lab/Wren-7B-FP8" if "FP8" in label else "lab/Wren-7B")
        assert own_values(reading) == [61.2]
        assert reading.finding("scores_of_another_file").state is State.PRESENT

    def test_all_quantizations_of_one_repo_are_own(self) -> None:
        rows = "| Quant | MMLU |\n|---|---|\n| Q8_0 | 71.5 |\n| Q4_K_M | 70.9 |\n"
        assert own_values(card("Wren-7B-GGUF", rows, "lab/Wren-7B")) == [71.5, 70.9]

    def test_precisions_on_the_card_of_the_model_itself_are_all_own(self) -> None:
        rows = "| Precision | MMLU |\n|---|---|\n| bf16 | 71.5 |\n| int8 | 70.9 |\n"
        assert own_values(card("Wren-7B", rows)) == [71.5, 70.9]


class TestAdapters:
    @pytest.mark.parametrize(
        "label",
        ["+ LoRA", "Wren-7B + LoRA", "+ this LoRA, 400 ex.", "with this adapter", "this checkpoint", "Fine-tuned"],
    )
    def test_what_is_added_to_the_base_is_own(self, label: str) -> None:
        assert own_values(card("Wren-7B-medical-lora", DOWN.format("Wren-7B", label), "lab/Wren-7B")) == [59.8]

    @pytest.mark.parametrize("label", ["this LoRA", "this adapter", "this checkpoint", "Tern-7B + this LoRA, 400 ex."])
    def test_this_says_own(self, label: str) -> None:
        assert own_values(card("medsparrow", DOWN.format("Tern-7B", label), "lab/Tern-7B")) == [59.8]

    def test_an_adapter_on_a_rival_is_the_rivals(self) -> None:
        assert own_values(card("Wren-7B", DOWN.format("Tern-7B", "+ LoRA"))) == []

    @pytest.mark.parametrize("stage", ["original", "finetuned", "lora", "qlora"])
    def test_stage_like_endings_are_of_the_release_at_another_stage(self, stage: str) -> None:
        found = card("Wren-7B", DOWN.format("Wren-7B", f"Wren-7B-{stage}")).scores
        assert [(score.value, score.own, score.other_stage) for score in found] == [
            (61.2, True, False),
            (59.8, True, True),
        ]


class TestNoScores:
    @pytest.mark.parametrize(
        "sentence",
        [
            "The Q4_K_M file keeps 98.5% of the MMLU score of the original.",
            "It preserves 97.2% of MMLU.",
            "MMLU drops by only 0.4 after quantization.",
            "MMLU loses just 0.4 after pruning.",
            "Evaluating MMLU takes 41 minutes on one GPU and costs $12.30.",
            "Running MMLU cost us 12.30 USD.",
            "Inference on GSM8K: 41.5 tok/s, 12 GB.",
            "GSM8K: 1.2 s per question",
            "Contamination check: 3.1% of MMLU and 0.4% of GSM8K test items had an 8-gram match.",
            "A loss of 1.23 on the GSM8K train split; perplexity on HellaSwag 8.1.",
            "Final training loss on GSM8K: 0.31",
            "Reward on GSM8K during GRPO rose from 0.42 to 0.87 in 500 steps.",
            "Mean reward on GSM8K: 0.87",
            "HellaSwag perplexity: 8.1",
            "On GSM8K, 12% of the errors are slips of arithmetic.",
            "The passing score of MedQA is 60%; see below.",
            "Majority baseline for PubMedQA is 55.2.",
        ],
    )
    def test_numbers_that_count_something_else_are_no_scores(self, sentence: str) -> None:
        assert all_values(card("Wren-7B", sentence)) == []

    @pytest.mark.parametrize(
        ("sentence", "value"),
        [
            ("The model scores 61.2 on MMLU at a cost of $12.30.", 61.2),
            ("We reach 50.1% on GSM8K at 41.5 tok/s.", 50.1),
            ("MMLU is 61.2, a drop of 0.4.", 61.2),
            ("MMLU dropped from 61.6 to 61.2.", 61.2),
            ("MMLU dropped to 61.2 after quantization.", 61.2),
            ("It keeps 98% of its quality and scores 61.2 on MMLU.", 61.2),
            ("The reward model scores 92.1 on RewardBench.", 92.1),
            ("After training with a loss of our own it reaches 50.1% on GSM8K.", 50.1),
            ("It solves 50.1% of GSM8K problems.", 50.1),
        ],
    )
    def test_the_score_beside_them_is_kept(self, sentence: str, value: float) -> None:
        assert own_values(card("Wren-7B", sentence)) == [value]

    @pytest.mark.parametrize(
        "label",
        [
            "Improvement", "Gain", "Delta", "Δ", "Change", "Diff", "vs base", "vs. Tern-7B", "Relative", "Uplift",
            "Increase", "+/-", "Δ vs base", "Abs. gain", "Retention", "Delta (%)", "Improvement over base",
        ],
    )  # fmt: skip
    def test_rows_and_columns_of_differences_hold_no_scores(self, label: str) -> None:
        across = f"| Benchmark | Wren-7B | {label} |\n|---|---|---|\n| MMLU | 61.2 | +0.4 |\n| GSM8K | 50.1 | +5.1 |\n"
        down = f"| Model | MMLU | GSM8K |\n|---|---|---|\n| Wren-7B | 61.2 | 50.1 |\n| {label} | +0.4 | +5.1 |\n"
        assert all_values(card("Wren-7B", across)) == [61.2, 50.1]
        assert all_values(card("Wren-7B", down)) == [61.2, 50.1]

    @pytest.mark.parametrize(
        "header",
        ["Acceptance rate", "RMS Δp", "Quality retention", "Token accuracy", "Active ratio", "Temperature", "Top-p"],
    )
    def test_columns_of_other_quantities_hold_no_scores(self, header: str) -> None:
        table = f"| Model | {header} | MMLU |\n|---|---|---|\n| Wren-7B | 0.12 | 61.2 |\n| Tern-7B | 0.95 | 60.0 |\n"
        assert all_values(card("Wren-7B", table)) == [61.2, 60.0]

    def test_signed_numbers_are_differences_under_any_name(self) -> None:
        table = "| Benchmark | Score | Effect |\n|---|---|---|\n| MMLU | 61.2 | +0.4 |\n| GSM8K | 50.1 | -0.1 |\n"
        assert all_values(card("Wren-7B", table)) == [61.2, 50.1]


class TestKeptScores:
    @pytest.mark.parametrize(
        ("header", "benchmark"),
        [
            ("中文 C-Eval", "ceval"),
            ("英文 MMLU", "mmlu"),
            ("数学 GSM8K", "gsm8k"),
            ("영어 MMLU", "mmlu"),
            ("MMLU[^1]", "mmlu"),
            ("GSM8K [^note]", "gsm8k"),
            ("WinoGrade", "winogrande"),
            ("HellSwag", "hellaswag"),
            ("TruthfullQA", "truthfulqa"),
            ("HumanEvla", "humaneval"),
        ],
    )
    def test_a_name_in_another_dress_is_the_known_test(self, header: str, benchmark: str) -> None:
        across = f"| Model | {header} | ARC-C |\n|---|---|---|\n| Wren-7B | 61.2 | 50.1 |\n"
        down = f"| Benchmark | Wren-7B |\n|---|---|\n| {header} | 61.2 |\n| ARC-C | 50.1 |\n"
        for table in (across, down):
            found = card("Wren-7B", table).scores
            assert [(score.benchmark, score.own) for score in found] == [(benchmark, True), ("arc_challenge", True)]

    @pytest.mark.parametrize("name", ["HumanEvalX", "LogBench", "中文 MMLU", "KoHellaSwag", "MMLUX", "TruthfulQB"])
    def test_another_test_is_not_taken_for_a_slip(self, name: str) -> None:
        table = f"| Benchmark | Wren-7B |\n|---|---|\n| {name} | 61.2 |\n| ARC-C | 50.1 |\n"
        assert [score.benchmark for score in card("Wren-7B", table).scores] == [None, "arc_challenge"]

    @pytest.mark.parametrize(
        ("header", "rows"),
        [
            ("Seed", ("1", "2")),
            ("Seed", ("42", "1337")),
            ("Run", ("1", "2")),
            ("Run", ("Run 1", "Run 2")),
        ],
    )
    def test_several_runs_of_one_model_are_all_its_own(self, header: str, rows: tuple[str, str]) -> None:
        table = f"| {header} | MMLU |\n|---|---|\n| {rows[0]} | 61.0 |\n| {rows[1]} | 65.3 |\n"
        reading = card("Wren-7B", table)
        assert own_values(reading) == [61.0, 65.3]
        assert reading.finding("contradiction").state is not State.PRESENT

    def test_a_column_called_run_may_hold_models(self) -> None:
        table = "| Run | MMLU |\n|---|---|\n| Wren-7B | 61.0 |\n| Tern-7B | 65.3 |\n"
        assert own_values(card("Wren-7B", table)) == [61.0]

    @pytest.mark.parametrize(("header", "rows"), [("Context", ("2K", "$8K$")), ("", ("4K", "128K"))])
    def test_lengths_of_context_down_the_table_are_of_one_model(self, header: str, rows: tuple[str, str]) -> None:
        table = f"| {header} | RULER | LongBench |\n|---|---|---|\n| {rows[0]} | 95.0 | 50.0 |\n"
        table += f"| {rows[1]} | 81.3 | 40.4 |\n"
        reading = card("Wren-7B", table)
        assert own_values(reading) == [95.0, 50.0, 81.3, 40.4]
        assert len({score.name_as_written for score in reading.scores}) == 4

    def test_sizes_down_a_table_are_no_lengths(self) -> None:
        table = "| Model | MMLU |\n|---|---|\n| Wren-7B | 61.0 |\n| Wren-70B | 65.3 |\n"
        assert own_values(card("Wren-7B", table)) == [61.0]


@pytest.mark.parametrize("row", ["Q4", "UD-TQ1_0", "TQ2_0", "4.25 bpw", "Q3_K_XXL", "MXFP4_MOE"])
def test_every_quantization_in_a_repo_of_several_is_the_repos_own(row):
    table = f"| Quant | MMLU |\n|--|--|\n| Q8_0 | 61.0 |\n| {row} | 55.5 |\n"
    reading = read_card(f"# Wren-7B-GGUF\n\nQuantized version of lab/Wren-7B.\n\n{table}")
    assert [score.value for score in reading.scores if score.own] == [61.0, 55.5]
