"""Which test a number is of, and how it was asked: what stands under the name of a test, beside it and above it."""

import pytest

from core.cards.columns_of_size import told_as_size
from core.cards.other_labels import names_no_part, names_others
from core.cards.read_card import read_card
from core.cards.reading import ReportedScore
from core.cards.shots_abroad import in_shots
from core.catalogue.benchmark_names import find_benchmark, name_key

pytestmark = pytest.mark.slow  # wordings by the hundred: the quick tests keep to a minute


def scores(text: str, name: str = "Kestrel-7B") -> list[ReportedScore]:
    return list(read_card(f"# {name}\n\n{text}\n", name=name).scores)


def own(text: str, name: str = "Kestrel-7B") -> list[tuple[str, float]]:
    return [(score.name_as_written, score.value) for score in scores(text, name) if score.own]


NO_SCORES = [
    "Temperature: 0.6",
    "temperature = 0.6",
    "Top-p: 0.95",
    "Repetition penalty: 1.1",
    "Weight decay 0.1",
    "Learning rate 0.1",
    "alpha = 0.5",
    "Took 3.5 hours on 2 GPUs.",
    "Runtime: 3.5 h",
    "Peak memory 14.2 GB.",
    "Latency: 0.8 s",
    "Cost: 1.5 USD",
    "Throughput: 41.5 tok/s",
    "Average length 512.5 tokens.",
    "Trained for 2.5 epochs.",
    "Section 3.2 explains this.",
    "Weight in our average: 0.3",
    "Loss 1.21",
    "Perplexity: 5.4",
    "p < 0.05",
    "std: 0.4",
    "Standard error: 0.4",
    "Margin of error: 1.2",
    "Difference to base: 3.1",
    "Improvement: 3.5",
    "Questions removed: 2.5 %",
    "Refusals: 3.1 %",
    "Time: 3.5",
    "耗时：3.5 小时",
    "温度：0.6",
    "메모리: 14.2 GB",
    "Laufzeit: 3,5 Stunden",
]
OF_OTHERS = [
    "Baseline: 55.0",
    "Random: 25.0",
    "Random baseline: 25.0",
    "Chance level: 25.0",
    "Majority class: 31.0",
    "Human: 89.8",
    "Human performance 89.8",
    "Human experts: 89.8",
    "Previous: 58.1",
    "Previous best: 58.1",
    "SOTA: 91.2",
    "Best published: 90.1",
    "Base model: 58.1",
    "Before: 58.1",
    "Teacher: 70.1",
    "Passing score: 60.0",
]


class TestBelowTheNameOfATest:
    @pytest.mark.parametrize("line", NO_SCORES + OF_OTHERS)
    @pytest.mark.parametrize("above", ["## IFEval\n\n", "- IFEval\n  - "])
    def test_settings_costs_and_what_others_reach_are_no_score(self, above: str, line: str) -> None:
        assert own(above + line) == []

    @pytest.mark.parametrize(
        ("line", "name"),
        [
            ("61.2", "MMLU"),
            ("61.2%", "MMLU"),
            ("Score: 61.2", "MMLU"),
            ("Accuracy: 61.2", "MMLU"),
            ("Overall 61.2", "MMLU"),
            ("Average 61.2 (5-shot)", "MMLU"),
            ("Best: 61.2", "MMLU"),
            ("Our result: 61.2", "MMLU"),
            ("Fine-tuned: 61.2", "MMLU"),
            ("After DPO: 61.2", "MMLU"),
            ("STEM: 61.2", "MMLU STEM"),
            ("STEM 61.2", "MMLU STEM"),
            ("Social Sciences: 61.2", "MMLU Social Sciences"),
            ("Human Sexuality: 61.2", "MMLU Human Sexuality"),
            ("Number Theory: 61.2", "MMLU Number Theory"),
            ("Machine Learning: 61.2", "MMLU Machine Learning"),
        ],
    )
    def test_the_score_and_its_parts_are_kept(self, line: str, name: str) -> None:
        assert own(f"## MMLU\n\n{line}") == [(name, 61.2)]

    def test_the_base_is_the_own_model_of_a_card_of_a_base(self) -> None:
        assert own("## MMLU\n\nBase: 58.1", "Kestrel-7B-Base") == [("MMLU", 58.1)]

    def test_a_table_of_settings_has_no_scores(self) -> None:
        table = "| Setting | Value |\n|--|--|\n| temperature | 0.6 |\n| top_p | 0.95 |\n"
        assert scores(f"## IFEval\n\n{table}") == []

    def test_only_the_score_of_a_list_is_read(self) -> None:
        assert own("## IFEval\n\n- Batch size: 8\n- Temperature: 0.6\n- Accuracy: 61.2") == [("IFEval", 61.2)]

    @pytest.mark.parametrize("label", ["baseline", "random baseline", "std", "temperature", "runtime"])
    def test_the_same_holds_behind_the_name_on_one_line(self, label: str) -> None:
        assert own(f"- MMLU {label}: 5.0\n- MMLU: 61.2") == [("MMLU", 61.2)]

    @pytest.mark.parametrize("said", ["MMLU with DPO: 61.2", "MMLU (llama-perplexity): 61.2", "MMLU rises to 61.2."])
    def test_what_tells_how_it_came_about_leaves_the_score(self, said: str) -> None:
        assert [value for _, value in own(said)] == [61.2]

    @pytest.mark.parametrize("heading", ["### MMLU (5-shot)", "## MMLU, 5-shot", "### Results on MMLU (5-shot)"])
    @pytest.mark.parametrize("line", ["61.2", "61.2%", "Score: 61.2"])
    def test_the_shots_of_the_heading_hold(self, heading: str, line: str) -> None:
        assert [(score.value, score.shots) for score in scores(f"{heading}\n\n{line}")] == [(61.2, 5)]

    def test_labels(self) -> None:
        assert names_no_part("Peak memory") and names_others("the previous best")
        assert not names_no_part("with llama-perplexity") and not names_others("Human Sexuality")


class TestInSentences:
    @pytest.mark.parametrize(
        ("said", "expected"),
        [
            ("It refuses 75% of harmful prompts without hurting IFEval.", []),
            ("Refusals on IFEval: 3.1 %.", []),
            ("Over-refusal is 9.0 %, IFEval 61.2.", [("IFEval", 61.2)]),
            ("The refusal rate is 75.0 % and IFEval stays at 61.2.", [("IFEval", 61.2)]),
            ("With toxicity at 3.1 % and MMLU at 61.2, it is safe.", [("MMLU", 61.2)]),
            ("Jailbreak success fell to 3.1 % while MMLU stays at 61.2.", [("MMLU", 61.2)]),
            ("With fewer refusals IFEval rises to 61.2.", [("IFEval", 61.2)]),
            ("The safety score is 9.0; MMLU is 61.2.", [("MMLU", 61.2)]),
            ("(recusa 0→75%, nota 1,5→9,0) sem degradar IFEval.", []),
            ("MMLU holds (tern_rte f1 51.5).", [("tern_rte", 51.5)]),
            ("MMLU 61.2 (wren_nli acc 60.1).", [("MMLU", 61.2), ("wren_nli", 60.1)]),
            ("MT-Bench overall 6.1 and safety 9.0.", [("MT-Bench", 6.1), ("MT-Bench safety", 9.0)]),
        ],
    )
    def test_other_measures_are_not_put_under_the_test_beside_them(
        self, said: str, expected: list[tuple[str, float]]
    ) -> None:
        assert own(said) == expected

    @pytest.mark.parametrize(
        "said",
        [
            "IFEval 61.2 (vs 58.0 best peer).",
            "IFEval is 61.2 versus 58.0 for the best competitor.",
            "IFEval 61.2 (next best: 59.0).",
            "IFEval 61.2 (best other: 60.1)",
            "IFEval 61.2 (against 58.0 before)",
            "IFEval 61.2 ≈ v2 51.8.",
        ],
    )
    def test_a_peer_s_value_is_not_the_model_s_own(self, said: str) -> None:
        assert own(said) == [("IFEval", 61.2)]

    @pytest.mark.parametrize(
        ("said", "values"),
        [
            ("It gets 61.2 on MMLU.", [61.2]),
            ("61.2 (MMLU), 55.0 (GSM8K)", [61.2, 55.0]),
            ("61.2 MMLU; 55.0 GSM8K", [61.2, 55.0]),
            ("We reach 61.2 in MMLU, 55.0 in GSM8K; 40.1 in HumanEval.", [61.2, 55.0, 40.1]),
            ("With 61.2 % (5-shot) MMLU is its best test.", [61.2]),
            ("It scores 61.2, our best MMLU result.", [61.2]),
        ],
    )
    def test_numbers_before_their_test_are_kept(self, said: str, values: list[float]) -> None:
        assert [value for _, value in own(said)] == values

    def test_words_behind_a_semicolon_are_of_what_comes_next(self) -> None:
        (score,) = scores("IFEval loose 36.0 (best here); the F1 of the others is as before.")
        assert score.metric != "f1"


SIZES = (
    "| Model | PS | T | HS | MMLU |\n|--|--|--|--|--|\n"
    "| Tern | 0.4 | 0.3 | 57.7 | 25.0 |\n| **Ours** | 1.4 | 1.0 | 62.1 | 25.9 |\n"
)


class TestColumns:
    def test_a_legend_explains_columns_of_size(self) -> None:
        read = own(f"PS: parameter size (billion). T: tokens (trillion). HS: HellaSwag.\n\n{SIZES}")
        assert read == [("HS", 62.1), ("MMLU", 25.9)]

    @pytest.mark.parametrize(
        ("words", "expected"),
        [
            ("PS: parameter size (billion)", True),
            ('"PS" denotes the number of parameters', True),
            ("PS stands for parameters", True),
            ("where PS is the model size", True),
            ("PS: 参数量", True),
            ("PS: PolishSquad, in percent", False),
            ("PS is better", False),
            ("", False),
        ],
    )
    def test_legends(self, words: str, expected: bool) -> None:
        assert told_as_size("PS", words) is expected

    @pytest.mark.parametrize(("small", "large", "tests"), [(3.1, 7.2, 1), (33.1, 37.2, 2)])
    def test_a_column_that_repeats_the_sizes_is_of_sizes(self, small: float, large: float, tests: int) -> None:
        table = f"| Model | WB | MMLU |\n|--|--|--|\n| Tern-3B | {small} | 25.0 |\n| Kestrel-7B | {large} | 25.9 |\n"
        assert len(own(table)) == tests

    def test_marks_that_happen_to_be_near_the_sizes_are_scores(self) -> None:
        table = "MT-Bench\n\n| Model | Score |\n|--|--|\n| Kestrel-7B | 7.5 |\n| Tern-8B | 7.4 |\n"
        assert [value for _, value in own(table)] == [7.5]

    def test_the_way_of_decoding_is_the_mode(self) -> None:
        rows = "| Kestrel-7B | CoT | 50.1 |\n| | PoT | 51.1 |\n| | Hybrid | 55.1 |\n"
        table = f"| Model | Decoding | GSM |\n|--|--|--|\n{rows}"
        assert [score.mode for score in scores(table)] == ["CoT", "PoT", "Hybrid"]


TABLE = "| Benchmark | Kestrel-7B |\n|--|--|\n"


class TestSections:
    def test_a_section_of_another_kind_ends_that_of_a_language(self) -> None:
        rows = (
            "| **Chinese** | |\n| MMLU | 50.1 |\n| **Math** | |\n| GSM8K | 81.1 |\n"
            "| **Code** | |\n| HumanEval | 40.2 |\n"
        )
        assert own(TABLE + rows) == [("MMLU (Chinese)", 50.1), ("GSM8K", 81.1), ("HumanEval", 40.2)]

    def test_sections_that_divide_a_language_do_not(self) -> None:
        rows = (
            "| **German** | |\n| **Knowledge** | |\n| MMLU | 61.2 |\n| **Math** | |\n| GSM8K | 50.1 |\n"
            "| **French** | |\n| **Knowledge** | |\n| MMLU | 60.2 |\n"
        )
        assert [name for name, _ in own(TABLE + rows)] == ["MMLU (German)", "GSM8K (German)", "MMLU (French)"]

    def test_a_row_of_settings_does_not(self) -> None:
        rows = "| **German** | |\n| MMLU | 61.2 |\n| **5-shot** | |\n| GSM8K | 50.1 |\n"
        assert [name for name, _ in own(TABLE + rows)] == ["MMLU (German)", "GSM8K (German)"]


class TestNames:
    def test_an_average_is_the_board_s_only_where_all_tests_are(self) -> None:
        board = "## Open LLM Leaderboard\n\n"
        row = "| Kestrel-7B | 60.1 | 80.1 | 61.2 | 62.1 |\n"
        own_tests = f"| Model | ARC | HellaSwag | MMLU | Average |\n|--|--|--|--|--|\n{row}"
        others = own_tests.replace("ARC", "PIQA")
        unknown = own_tests.replace("ARC", "CrowS-Pairs")
        assert own(board + own_tests)[-1][0] == "Average (Open LLM Leaderboard, 3 tests)"
        assert own(board + others)[-1][0] == own(board + unknown)[-1][0] == "Average"

    @pytest.mark.parametrize(
        "above",
        [
            "## MMLU",
            "## MMLU\n\n### Results",
            "## English\n\n[MMLU](https://x) has 57 subjects, asked 5-shot:\n\n### Results",
        ],
    )
    def test_groups_of_a_test_bear_its_name(self, above: str) -> None:
        rows = "| Tern-7B | 34.0 | 30.5 | 35.1 |\n| Kestrel-7B | 38.4 | 35.6 | 42.3 |\n"
        table = f"| Model | Humanities | STEM | Average |\n|--|--|--|--|\n{rows}"
        read = [score for score in scores(f"{above}\n\n{table}") if score.own]
        assert [score.name_as_written for score in read] == ["MMLU Humanities", "MMLU STEM", "MMLU Average"]
        assert read[-1].benchmark == "mmlu"

    def test_words_of_a_section_with_another_subject_do_not_reach_results(self) -> None:
        table = "| Model | Score |\n|--|--|\n| Kestrel-7B | 61.2 |\n"
        read = scores(f"## Evaluation\n\nMMLU is one of many tests.\n\n### Results\n\n{table}")
        assert [score.benchmark for score in read] == [None]

    @pytest.mark.parametrize(("name", "test"), [("GSM", "gsm8k"), ("ARC-Chall.", "arc_challenge"), ("GSM-Hard", None)])
    def test_short_names(self, name: str, test: str | None) -> None:
        found = find_benchmark(name)
        assert (found.id if found else None) == test

    def test_names_that_are_no_settings(self) -> None:
        assert name_key("GAOKAO-English") != name_key("Gaokao")
        assert name_key("MMLU (English)") == name_key("MMLU")
        assert name_key("C-Eval Social Sciences") == name_key("C-Eval Social Science")

    def test_marks_of_footnotes_are_no_part_of_a_name(self) -> None:
        assert own(f"{TABLE}| MMLU† | 61.2 |\n| Tern QA $(*)$ | 50.1 |\n") == [("MMLU", 61.2), ("Tern QA", 50.1)]


ROWS = f"{TABLE}| MMLU | 61.2 |\n| GSM8K | 50.1 |\n"


class TestShots:
    @pytest.mark.parametrize(
        ("said", "shots"),
        [
            ("所有评测均为零样本。", 0),
            ("均采用五样本设置。", 5),
            ("统一采用 **5-shot**。", 5),
            ("所有任务统一使用5个示例。", 5),
            ("評価はゼロショットで行った。", 0),
            ("すべてゼロショットで評価。", 0),
            ("評価は全て5例を用いた。", 5),
            ("모든 평가는 제로샷입니다.", 0),
            ("평가는 다섯 개의 예시로 진행했습니다.", 5),
            ("Evaluado en 0-shot.", 0),
            ("Todas las pruebas con 5 ejemplos.", 5),
            ("Todas as avaliações usam cinco exemplos.", 5),
            ("Tous les tests avec 5 exemples.", 5),
            ("Évalué en zéro-shot.", 0),
            ("Alle Tests mit fünf Beispielen.", 5),
            ("We always used five shots.", 5),
            ("k = 5 in-context examples.", 5),
            ("Zero-shot throughout.", 0),
            ("支持零样本学习。", None),
            ("训练数据使用5个示例。", None),
            ("Five shots were fired.", None),
            ("Todas las imágenes con 5 ejemplos de entrenamiento.", None),
        ],
    )
    @pytest.mark.parametrize("above", [True, False])
    def test_beside_a_table(self, said: str, shots: int | None, above: bool) -> None:
        text = f"## Evaluation\n\n{said}\n\n{ROWS}" if above else f"## Evaluation\n\n{ROWS}\n{said}"
        assert {score.shots for score in scores(text)} == {shots}

    def test_the_text_keeps_its_other_words(self) -> None:
        assert in_shots("Alle Tests mit fünf Beispielen.") == "Alle Tests mit 5-shot."
        assert in_shots("Zwei Modelle, drei Tests.") == "Zwei Modelle, drei Tests."

    def test_a_heading_further_up_tells_them(self) -> None:
        assert {score.shots for score in scores(f"## Benchmarks, 5-shot\n\n### English\n\n{ROWS}")} == {5}
        assert {score.shots for score in scores(f"## Benchmarks, 5-shot\n\n### Chat, 0-shot\n\n{ROWS}")} == {0}

    def test_one_number_for_several_tests_reaches_the_tables_below(self) -> None:
        said = "## Evaluation\n\nMMLU, C-Eval and AGIEval were all tested with 5 shots.\n\n### English\n\n"
        assert [score.shots for score in scores(said + ROWS)] == [5, None]
        assert [score.shots for score in scores(f"{said}{TABLE}| MMLU STEM | 61.2 |\n")] == [5]

    @pytest.mark.parametrize(
        ("command", "shots"),
        [
            ("lm_eval --model hf --tasks mmlu --num_fewshot 5", [5, None]),
            ("lm_eval --model hf \\\n  --tasks mmlu,gsm8k \\\n  --num_fewshot 5", [5, 5]),
            ("shot=25\ntask=mmlu\nlm_eval --tasks ${task} --num_fewshot ${shot}", [25, None]),
            ("lm_eval --tasks mmlu --num_fewshot 5\nlm_eval --tasks mmlu --num_fewshot 0", [None, None]),
            ("lm_eval --tasks mmlu\npython train.py --num_fewshot 5", [None, None]),
            ("lm_eval --tasks arc_challenge --num_fewshot 25", [None, None]),
        ],
    )
    def test_commands_tell_them(self, command: str, shots: list[int | None]) -> None:
        assert [score.shots for score in scores(f"## Evaluation\n\n{ROWS}\n```bash\n{command}\n```")] == shots

    def test_what_the_table_says_goes_before_a_command(self) -> None:
        text = f"{TABLE}| MMLU (0-shot) | 61.2 |\n\n```bash\nlm_eval --tasks mmlu --num_fewshot 5\n```"
        assert [score.shots for score in scores(text)] == [0]


def test_a_kind_of_question_of_mt_bench_is_no_test_of_that_name() -> None:
    said = '```json\n{\n"writing": 9.55,\n"math": 4.7,\n"stem": 9.1\n}\n```'
    assert own(f"### MT-Bench\n\n{said}") == [
        ("MT-Bench writing", 9.55),
        ("MT-Bench math", 4.7),
        ("MT-Bench stem", 9.1),
    ]
    assert not any(score.benchmark == "math" for score in scores(f"### MT-Bench\n\n{said}"))
    assert own('### Results\n\n```json\n{"math": 41.7, "mmlu": 61.2}\n```') == [("math", 41.7), ("mmlu", 61.2)]
