"""Whose a number is beside a base model, an original, a judge, a program, and where brackets hold a mode."""

import pytest

from core.cards.read_card import read_card
from core.cards.reading import CardReading

pytestmark = pytest.mark.slow  # wordings by the hundred: the quick tests keep to a minute

AWQ = (
    "# Kestrel-14B-AWQ\n\n4-bit AWQ of lab/Kestrel-14B.\n\n| Benchmark | Kestrel-14B (BF16) | Kestrel-14B-AWQ |\n"
    "|---|---|---|\n| MMLU | 74.0 | 73.1 |\n\n"
)
BY_LABEL = "| Benchmark | Kestrel-14B | Wren-9B |\n|---|---|---|\n| GSM8K | 66.1 | 60.0 |\n"
BY_NOTHING = "| Benchmark | Score |\n|---|---|\n| GSM8K | 66.1 |\n"
TOLD = "It gets 66.1 on GSM8K.\n"


def own_values(reading: CardReading) -> list[float]:
    return [score.value for score in reading.scores if score.own]


def quoted(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


class TestOriginals:
    @pytest.mark.parametrize("copied", [BY_LABEL, BY_NOTHING, TOLD])
    @pytest.mark.parametrize(
        "above",
        ["---\n\n# Kestrel-14B\n\n", "## Original model card\n\n", "---\n\n# Model Card for Kestrel-14B\n\n"],
    )
    def test_the_original_s_card_below_the_file_s_scores_is_not_the_file_s(self, above: str, copied: str) -> None:
        assert own_values(read_card(AWQ + above + copied, name="Kestrel-14B-AWQ")) == [73.1]

    @pytest.mark.parametrize("copied", [BY_LABEL, BY_NOTHING])
    def test_a_copy_in_quotation_marks_or_announced_in_a_sentence(self, copied: str) -> None:
        assert own_values(read_card(AWQ + quoted("# Kestrel-14B\n\n" + copied), name="Kestrel-14B-AWQ")) == [73.1]
        announced = AWQ + "The original model card follows:\n\n" + copied
        assert own_values(read_card(announced, name="Kestrel-14B-AWQ")) == [73.1]

    def test_scores_without_a_label_above_a_copied_card_are_the_file_s(self) -> None:
        card = "# Kestrel-14B-AWQ\n\nMMLU: 73.1\n\n---\n\n# Kestrel-14B\n\n" + BY_LABEL
        assert own_values(read_card(card, name="Kestrel-14B-AWQ")) == [73.1]

    @pytest.mark.parametrize("copied", [BY_LABEL, BY_NOTHING, TOLD])
    def test_where_the_card_shows_nothing_of_the_file_the_original_s_are_all_it_has(self, copied: str) -> None:
        card = "# Kestrel-14B-AWQ\n\nAn AWQ of lab/Kestrel-14B.\n\n---\n\n# Kestrel-14B\n\n" + copied
        assert own_values(read_card(card, name="Kestrel-14B-AWQ")) == [66.1]

    def test_further_parts_of_the_file_s_own_card_stay_own(self) -> None:
        card = AWQ + "## More results\n\n" + BY_NOTHING
        assert own_values(read_card(card, name="Kestrel-14B-AWQ")) == [73.1, 66.1]
        card = (
            AWQ
            + "# Kestrel-14B\n\n"
            + BY_LABEL
            + "\n# Kestrel-14B-AWQ: more results\n\n| Test | Score |\n|---|---|\n| ARC | 50.2 |\n"
        )
        assert own_values(read_card(card, name="Kestrel-14B-AWQ")) == [73.1, 50.2]

    def test_no_other_card_is_touched(self) -> None:
        card = "# Kestrel-14B\n\n" + BY_LABEL + "\n# Kestrel-14B\n\n| Test | Score |\n|---|---|\n| ARC | 50.2 |\n"
        assert own_values(read_card(card, name="Kestrel-14B")) == [66.1, 50.2]


FRONT = "---\nbase_model: lab/Wren3-8B\n---\n"
DOWN = "# {}\n\n| Model | MMLU | GSM8K |\n|---|---|---|\n{}\n"


def down(*rows: str, name: str = "Kestrel-8B-medical", front: str = FRONT) -> CardReading:
    return read_card(front + DOWN.format(name, "\n".join(f"| {row} |" for row in rows)), name=name)


class TestBases:
    @pytest.mark.parametrize("base", ["Wren3-8B", "Base", "Base model", "Wren3-8B (base)"])
    @pytest.mark.parametrize(
        "added",
        [
            *("+ ours", "+ LoRA", "+ this adapter", "+ adapter", "+ SFT + DPO (Kestrel)", "+ Kestrel", "+ SFT"),
            *("+ fine-tuning", "w/ LoRA", "+ our data", "+ DoRA (r=16)", "+ medical adapter"),
        ],
    )
    def test_the_row_that_adds_to_the_base_is_own_and_the_base_is_not(self, base: str, added: str) -> None:
        assert own_values(down(f"{base} | 62.4 | 38.0", f"{added} | 78.9 | 49.6")) == [78.9, 49.6]
        bold = down(f"{base} | 62.4 | 38.0", f"{added} | **78.9** | **49.6**")
        assert own_values(bold) == [78.9, 49.6]
        assert not any(score.other_stage for score in bold.scores)

    @pytest.mark.parametrize("added", ["+ search", "+ CoT", "+ tools", "+ Tern"])
    def test_what_is_added_by_asking_otherwise_is_the_base_s_still(self, added: str) -> None:
        assert own_values(down("Wren3-8B | 62.4 | 38.0", f"{added} | 70.1 | 40.2", "+ LoRA | 78.9 | 49.6")) == [
            78.9,
            49.6,
        ]

    def test_a_base_of_another_name_is_never_own_beside_what_was_added_to_it(self) -> None:
        rows = ("Llama-3-8B | 62.4 | 38.0", "+ LoRA | **78.9** | **49.6**")
        assert own_values(down(*rows, front="")) == [78.9, 49.6]

    def test_what_is_added_to_the_card_s_own_model_is_own(self) -> None:
        assert own_values(down("Kestrel-8B-medical | 62.4 | 38.0", "+ tools | 70.1 | 40.2", front="")) == [
            *(62.4, 38.0),
            *(70.1, 40.2),
        ]
        assert own_values(down("Base | 62.4 | 38.0", "+ CoT | 70.1 | 40.2", front="")) == [62.4, 38.0, 70.1, 40.2]

    @pytest.mark.parametrize("label", ["Wren3-8B + LoRA", "Wren3-8B + Kestrel", "Wren3-8B w/ medical adapter"])
    def test_a_label_that_names_the_base_and_what_was_added(self, label: str) -> None:
        assert own_values(down("Wren3-8B | 62.4 | 38.0", f"{label} | 78.9 | 49.6")) == [78.9, 49.6]
        assert own_values(down(f"{label} | 62.4 | 38.0", "Kestrel-8B-medical | 78.9 | 49.6")) == [78.9, 49.6]

    @pytest.mark.parametrize("label", ["Wren3-8B + search", "Wren3-8B + Tern-8B", "Wren3-8B with CoT"])
    def test_a_base_with_something_else_stays_another_s(self, label: str) -> None:
        assert own_values(down("Wren3-8B | 62.4 | 38.0", f"{label} | 78.9 | 49.6")) == []

    @pytest.mark.parametrize("labels", ["Wren3-8B | + SFT + DPO (Kestrel)", "Base | + adapter", "Base | + SFT"])
    def test_columns_as_rows(self, labels: str) -> None:
        table = f"# Kestrel-8B-medical\n\n| Benchmark | {labels} |\n|---|---|---|\n| MMLU | 62.4 | 78.9 |\n"
        assert own_values(read_card(FRONT + table, name="Kestrel-8B-medical")) == [78.9]

    def test_a_name_of_the_card_s_own_is_not_its_base_s(self) -> None:
        table = "# Kestrel-2-Small\n\n| Benchmark | Kestrel-2-Small |\n|---|---|\n| MMLU | 62.4 |\n"
        front = "---\nbase_model: lab/Kestrel-2-Small-Base\n---\n"
        assert own_values(read_card(front + table, name="kestrel-2-small-docker")) == [62.4]

    def test_stages_of_a_model_of_its_own_are_own(self) -> None:
        table = "# Kestrel-8B\n\n| Benchmark | Base | SFT |\n|---|---|---|\n| MMLU | 62.4 | 78.9 |\n"
        assert own_values(read_card(table, name="Kestrel-8B")) == [62.4, 78.9]


class TestModes:
    @pytest.mark.parametrize(
        ("some", "none"),
        [
            ("（思考模式）", "（非思考模式）"),
            ("（思考あり）", "（思考なし）"),
            ("（思考モード）", "（非思考モード）"),
            ("【思考】", "【非思考】"),
            ("（开启思考）", "（关闭思考）"),
            (" (사고 모드)", " (비사고 모드)"),
            (" (추론 모드)", " (비추론)"),
            (" (mit Denken)", " (ohne Denken)"),
            (" (mode réflexion)", " (sans réflexion)"),
            (" (con razonamiento)", " (sin razonamiento)"),
            (" (режим рассуждений)", " (без рассуждений)"),
            ("-Think", "-NoThink"),
        ],
    )
    def test_brackets_hold_a_mode_and_the_model_is_the_own_one(self, some: str, none: str) -> None:
        heads = f"Kestrel-7B{some} | Kestrel-7B{none} | Wren-7B{some}"
        table = f"# Kestrel-7B\n\n| Test | {heads} |\n|---|---|---|---|\n| MMLU | 61.2 | 58.1 | 60.0 |\n"
        scores = read_card(table, name="Kestrel-7B").scores
        assert [(score.value, score.mode) for score in scores if score.own] == [
            (61.2, "thinking"),
            (58.1, "non-thinking"),
        ]

    @pytest.mark.parametrize(
        ("said", "mode"),
        [
            (" (thinking (off))", "non-thinking"),
            (" (enable_thinking=False)", "non-thinking"),
            (" (enable_thinking=True)", "thinking"),
            (" + tools", "tools"),
            (" (C++ Python)", None),
        ],
    )
    def test_modes_written_as_switches(self, said: str, mode: str | None) -> None:
        table = f"# Kestrel-7B\n\n| Test | Kestrel-7B{said} | Wren-7B |\n|---|---|---|\n| MMLU | 61.2 | 60.0 |\n"
        scores = read_card(table, name="Kestrel-7B").scores
        assert [(score.value, score.mode) for score in scores if score.own] == [(61.2, mode)]

    def test_other_words_are_no_mode(self) -> None:
        table = "# Kestrel-7B\n\n| Test | Kestrel-7B（思考力） | Wren-7B |\n|---|---|---|\n| MMLU | 61.2 | 60.0 |\n"
        scores = read_card(table, name="Kestrel-7B").scores
        assert [(score.value, score.mode) for score in scores if score.own] == [(61.2, None)]


class TestJudges:
    @pytest.mark.parametrize(
        "said",
        [
            "τ-bench (pass^1, GPT-4o as the user): retail 41.7",
            "τ-bench with GPT-4o as user simulator: retail 41.7",
            "τ²-bench (GPT-4.1 simulating the user): retail 41.7",
            "MT-Bench, judged by GPT-4-Turbo: 8.1",
            "On AlpacaEval 2 (GPT-4-Turbo as the annotator) it reaches 30.1.",
            "On MT-Bench, graded by Claude 3.5 Sonnet, it gets 8.1.",
            "Scored by GPT-4o, it gets 8.1 on MT-Bench.",
            "GPT-4o judges MT-Bench; the score is 8.1.",
            "MT-Bench with GPT-4 judging: 8.1",
            "With Claude 3.5 Sonnet as a judge it gets 8.1 on MT-Bench.",
            "The judge GPT-4o gave it 8.1 on MT-Bench.",
            "Using Wren-70B as the grader, it gets 12.3 on SimpleQA.",
            "MT-Bench 由 GPT-4 评判: 8.1",
        ],
    )
    def test_who_judges_or_plays_the_user_gets_no_score(self, said: str) -> None:
        scores = read_card(f"# Kestrel-7B\n\n{said}\n", name="Kestrel-7B").scores
        assert [score.own for score in scores] == [True]

    @pytest.mark.parametrize(
        "said",
        [
            "GPT-4o reaches 41.7 on τ-bench.",
            "GPT-4o with a user simulator gets 60.1 on τ-bench.",
            "As a judge, GPT-4o reaches 85.0 on RewardBench.",
            "GPT-4o as the judge on RewardBench gets 85.0.",
            "GPT-4o as a judge reaches 85.0 on MMLU.",
            "The 60.0 scored by Wren-7B on MMLU is the best so far.",
        ],
    )
    def test_a_model_that_is_given_a_number_keeps_it(self, said: str) -> None:
        assert own_values(read_card(f"# Kestrel-7B\n\n{said}\n", name="Kestrel-7B")) == []

    @pytest.mark.parametrize(
        ("corner", "labels", "modes"),
        [
            ("Judge", ("GPT-4", "Claude 3.5"), ["judge GPT-4", "judge Claude 3.5"]),
            ("User simulator", ("GPT-4o", "Wren-70B"), ["user GPT-4o", "user Wren-70B"]),
            ("Engine", ("llama.cpp", "vLLM"), ["llama.cpp", "vLLM"]),
        ],
    )
    def test_rows_that_name_judges_or_programs(self, corner: str, labels: tuple[str, str], modes: list[str]) -> None:
        table = f"# Kestrel-7B\n\n| {corner} | MT-Bench |\n|---|---|\n| {labels[0]} | 8.1 |\n| {labels[1]} | 7.9 |\n"
        scores = read_card(table, name="Kestrel-7B").scores
        assert [(score.own, score.subject, score.mode) for score in scores] == [(True, None, mode) for mode in modes]

    @pytest.mark.parametrize(
        ("corner", "test", "label"),
        [("Judge", "RewardBench", "Wren-9B"), ("Framework", "MMLU", "Foo"), ("Judge", "MMLU", "Kestrel-7B")],
    )
    def test_rows_that_are_measured_themselves(self, corner: str, test: str, label: str) -> None:
        table = f"# Kestrel-7B\n\n| {corner} | {test} |\n|---|---|\n| GPT-4 | 85.1 |\n| {label} | 80.2 |\n"
        assert own_values(read_card(table, name="Kestrel-7B")) == ([80.2] if label == "Kestrel-7B" else [])


class TestPrograms:
    @pytest.mark.parametrize(
        "program",
        [
            *("llama-perplexity", "llama.cpp", "llama-bench", "llama-cpp-python", "vLLM", "mlx-lm", "llm-jp-eval"),
            *("lm-eval", "SGLang", "Ollama", "lighteval", "OpenCompass", "mistral.rs", "mistral-evals", "simple-evals"),
        ],
    )
    def test_a_program_is_no_owner_and_no_part_of_the_test(self, program: str) -> None:
        for said in (f"HellaSwag with {program}: 81.2", f"HellaSwag ({program}): 81.2"):
            scores = read_card(f"# Kestrel-7B\n\n{said}\n", name="Kestrel-7B").scores
            assert [(score.benchmark, score.value, score.own) for score in scores] == [("hellaswag", 81.2, True)]

    def test_programs_as_columns(self) -> None:
        table = "# Kestrel-7B\n\n| Test | llama.cpp | vLLM |\n|---|---|---|\n| MMLU | 61.2 | 61.4 |\n"
        assert own_values(read_card(table, name="Kestrel-7B")) == [61.2, 61.4]

    @pytest.mark.parametrize("said", ["Llama gets 60.1 on MMLU.", "MMLU with Wren-7B: 60.1", "Llama-3-8B: 60.1 (MMLU)"])
    def test_models_remain_models(self, said: str) -> None:
        assert own_values(read_card(f"# Kestrel-7B\n\n{said}\n", name="Kestrel-7B")) == []

    def test_another_test_behind_a_program_s_name_is_not_merged(self) -> None:
        scores = read_card("# Kestrel-7B\n\nHumanEval (EvalPlus): 41.2\n", name="Kestrel-7B").scores
        assert [score.benchmark for score in scores] == [None] or scores[0].benchmark != "humaneval"
