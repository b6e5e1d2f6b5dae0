"""Scores that were read wrong once, each with a neighbour that must stay as it is."""

import pytest

from core.cards.read_card import read_card
from core.cards.reading import ReportedScore


def table(header: str, *rows: str) -> str:
    ruler = "|".join("---" for _ in header.split("|"))
    return "\n".join([f"| {header} |", f"|{ruler}|", *(f"| {row} |" for row in rows)]) + "\n"


def scores_of(text: str, name: str = "Kestrel-7B") -> tuple[ReportedScore, ...]:
    return read_card(f"# {name}\n\n{text}", name=name).scores


def own_of(text: str, name: str = "Kestrel-7B") -> list[tuple[str, float]]:
    return [(score.name_as_written, score.value) for score in scores_of(text, name) if score.own and not score.sibling]


def index_card(*results: tuple[str, str, str]) -> str:
    entries = "".join(
        f"  - dataset:\n      name: {test}\n      type: x\n    metrics:\n    - type: acc\n      value: {value}\n"
        f"    source:\n      name: {source}\n"
        for test, value, source in results
    )
    return f"---\nmodel-index:\n- name: Kestrel-7B\n  results:\n{entries}---\n# Kestrel-7B\n"


BOARD = "Open Board"


@pytest.mark.parametrize(
    ("results", "percents"),
    [
        ([("ARC", "24.83", BOARD), ("MMLU", "25.80", BOARD), ("GSM8K", "0.68", BOARD)], [24.83, 25.8, 0.68]),
        # A value that would be a plausible share alone: the others of its source are percentages.
        ([("MMLU-Pro", "1.66", BOARD), ("IFEval", "23.86", BOARD), ("BBH", "3.04", BOARD), ("GPQA", "0.78", BOARD)],
         [1.66, 23.86, 3.04, 0.78]),
        ([("ARC", "0.2483", BOARD), ("MMLU", "0.258", BOARD), ("GSM8K", "0.0068", BOARD)], [24.83, 25.8, 0.68]),
        # Two sources may write in two scales.
        ([("MMLU", "25.80", BOARD), ("ARC", "24.83", BOARD), ("GSM8K", "0.512", "Own run")], [25.8, 24.83, 51.2]),
    ],
)  # fmt: skip
def test_the_front_matter_keeps_to_one_scale(results, percents) -> None:
    found = [score.percent for score in read_card(index_card(*results)).scores]
    assert found == pytest.approx(percents)


@pytest.mark.parametrize(
    ("rows", "percent"),
    [
        (("ARC | 24.83", "MMLU | 25.80", "GSM8K | 0.68"), 0.68),
        (("ARC | 24.83", "MMLU | 25.80", "HellaSwag | 30.10", "GPQA | 0.78"), 0.78),
        (("ARC | 44.8", "GSM8K | 0.612"), 61.2),  # more digits than the percentages beside it
        (("ARC | 24.8", "MMLU | 25.8", "HellaSwag | 30.1", "GSM8K | 40.2", "AIME 2024 | 4/30"), 13.33),
        (("ARC | 24.83", "MMLU | 25.80", "GSM8K | 0.68%"), 0.68),
    ],
)
def test_a_column_keeps_to_one_scale(rows, percent) -> None:
    last = scores_of(f"## Evaluation\n\n{table('Test | Kestrel-7B', *rows)}")[-1]
    assert last.percent == pytest.approx(percent)


def test_a_metric_between_0_and_1_stays_a_share_beside_percentages() -> None:
    text = f"## Evaluation\n\n{table('Direction | BLEU | COMET', 'en→de | 35.1 | 0.86', 'de→en | 38.1 | 0.87')}"
    assert [(score.value, score.scale) for score in scores_of(text)] == [
        (35.1, "percent"),
        (0.86, "share"),
        (38.1, "percent"),
        (0.87, "share"),
    ]


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        (("Belebele (es) | 0,512", "MMLU | 0,612"), [0.512, 0.612]),
        (("MMLU | 61,234", "GSM8K | 45,912"), [61.234, 45.912]),
        (("MMLU | 61,2", "GSM8K | 45,912"), [61.2, 45.912]),
        (("Chatbot Arena Elo | 1,234", "MMLU | 61.2"), [1234.0, 61.2]),
    ],
)
def test_a_comma_before_three_digits(rows, found) -> None:
    assert [value for _, value in own_of(f"## Evaluation\n\n{table('Test | Kestrel-7B', *rows)}")] == found


def test_how_many_rows_a_set_has_is_no_score_with_a_decimal_comma() -> None:
    assert own_of(f"## Data\n\n{table('Dataset | Rows', 'GSM8K | 7,473', 'HellaSwag | 39,905')}") == []


@pytest.mark.parametrize(
    ("heading", "header"),
    [
        ("Dataset mixture", "Dataset | Weight"),
        ("Training data", "Dataset | Proportion"),
        ("Fine-tuning", "Source | Sampling ratio"),
        ("Fine-tuning", "Dataset | Percentage"),
        ("Data mix", "Dataset | %"),
        ("Recipe", "Dataset | Ratio"),
        ("Recipe", "Dataset | % of the mix"),
    ],
)
def test_a_mixture_of_data_is_no_result(heading, header) -> None:
    assert own_of(f"## {heading}\n\n{table(header, 'GSM8K | 0.3', 'HellaSwag | 0.1')}") == []


@pytest.mark.parametrize("header", ["Dataset | Score", "Dataset | Accuracy", "Dataset | %"])
def test_a_table_of_datasets_under_evaluation_is_one_of_scores(header) -> None:
    found = own_of(f"## Evaluation\n\n{table(header, 'GSM8K | 60.3', 'HellaSwag | 70.1')}")
    assert found == [("GSM8K", 60.3), ("HellaSwag", 70.1)]


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("It keeps an MMLU score of 61.2, which is 98% of the FP16 score (62.4).", [61.2]),
        ("On MMLU it reaches 61.2 (98.1% of the BF16 baseline of 62.4).", [61.2]),
        ("It scores 61.2 on MMLU, or 98% of its unquantized counterpart.", [61.2]),
        ("On MMLU, Kestrel-7B scores 61.2, that is 95% of its teacher Tern-70B (64.4).", [61.2]),
        ("Kestrel-7B solves 71.3% of the problems of HumanEval.", [71.3]),
    ],
)
def test_a_share_of_a_reference_is_no_score(text, own) -> None:
    found = scores_of(text)
    assert [score.value for score in found if score.own] == own
    assert not any(score.value in (98.0, 98.1, 95.0) for score in found)
    assert all(score.precision is None for score in found)


@pytest.mark.parametrize("header", ["Same top p", "Same top token", "Top-1 agreement", "RMS Δp", "KLD", "Mean KLD"])
def test_how_alike_a_file_is_to_its_original_is_no_score(header) -> None:
    text = f"## Quality\n\n{table(f'Quant | {header} | MMLU', 'Q8_0 | 98.1 | 61.0', 'Q4_K_M | 94.2 | 60.0')}"
    assert own_of(text, "Kestrel-7B-GGUF") == [("MMLU", 61.0), ("MMLU", 60.0)]


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("Kestrel-7B-NVFP4", "FP4"),
        ("Kestrel-7B-NVFP4", "NVFP4"),
        ("Kestrel-7B-FP4", "NVFP4"),
        ("Kestrel-7B-MXFP4", "FP4"),
        ("Kestrel-7B-INT4", "INT4"),
        ("Kestrel-7B-AWQ", "INT4"),
        ("Kestrel-7B-GPTQ", "4-bit"),
        ("Kestrel-7B-quantized.w4a16", "INT4"),
        ("Kestrel-7B-FP8", "FP8"),
    ],
)
def test_the_row_of_the_cards_own_format_is_its_own(name, label) -> None:
    text = f"## Evaluation\n\n{table('Precision | MMLU', 'BF16 | 61.2', f'{label} | 60.0')}"
    assert own_of(text, name) == [("MMLU", 60.0)]
    assert {score.metric for score in scores_of(text, name)} == {None}
    across = f"## Evaluation\n\n{table(f'Test | BF16 | {label}', 'MMLU | 61.2 | 60.0', 'ARC | 51.2 | 50.0')}"
    assert own_of(across, name) == [("MMLU", 60.0), ("ARC", 50.0)]


@pytest.mark.parametrize(
    "text",
    [
        table("Test | Kestrel-7B (think / no think) | Tern-8B", "MMLU | 61.2 / 20.3 | 50.0"),
        table("Test | Kestrel-7B (thinking / non-thinking) | Tern-8B", "MMLU | 61.2 / 20.3 | 50.0"),
        table("Test (reasoning / no reasoning) | Kestrel-7B", "MMLU | 61.2 / 20.3"),
        table("Model | MMLU", "Kestrel-7B (with thinking / without thinking) | 61.2 / 20.3", "Tern-8B | 50.0"),
        table("Test | Kestrel-7B (thinking) | Kestrel-7B (no thinking)", "MMLU | 61.2 | 20.3"),
        table("Test | Kestrel-7B | (no thinking)", "MMLU | 61.2 | 20.3"),
    ],
)
def test_two_values_with_and_without_thinking(text) -> None:
    own = [score for score in scores_of(f"## Evaluation\n\n{text}") if score.own]
    assert [(score.benchmark, score.value) for score in own] == [("mmlu", 61.2), ("mmlu", 20.3)]
    assert own[1].mode == "non-thinking" and own[0].mode in ("thinking", None)


def test_whole_numbers_told_to_be_a_pair_are_no_share() -> None:
    text = f"## Evaluation\n\n{table('Test | Kestrel-7B (think / no think)', 'MMLU | 20 / 61')}"
    assert own_of(text) == [("MMLU", 20.0), ("MMLU", 61.0)]
    assert own_of(f"## Evaluation\n\n{table('Test | Kestrel-7B', 'AIME 2024 | 12/30')}") == [("AIME 2024", 0.4)]


@pytest.mark.parametrize("header", ["EN | DE | FR", "English | German | French", "en | de | fr"])
def test_columns_of_languages_are_the_cards_own(header) -> None:
    text = f"## Evaluation\n\n{table(f'Test | {header}', 'MMLU | 61.2 | 55.1 | 54.9')}"
    found = scores_of(text)
    assert [(score.benchmark, score.name_as_written, score.own) for score in found] == [
        ("mmlu", "MMLU", True),
        (None, "MMLU (German)", True),
        (None, "MMLU (French)", True),
    ]


def test_the_mean_over_languages_is_the_value_of_a_test_in_many() -> None:
    text = f"## Evaluation\n\n{table('Test | EN | DE | Avg', 'MGSM | 60.0 | 51.1 | 55.6', 'MMLU | 61.2 | 55.1 | 58.2')}"
    assert {(score.benchmark, score.value) for score in scores_of(text) if score.benchmark} == {
        ("mgsm", 55.6),
        ("mmlu", 61.2),
    }


def test_rows_of_languages_are_told_apart_and_stages_are_no_languages() -> None:
    rows = table("Language | MMLU", "German | 61.2", "French | 60.1")
    assert own_of(f"## Evaluation\n\n{rows}") == [("MMLU (German)", 61.2), ("MMLU (French)", 60.1)]
    stages = table("Test | PT | IT", "MMLU | 61.2 | 60.1")
    assert own_of(f"## Evaluation\n\n{stages}") == [("MMLU", 61.2), ("MMLU", 60.1)]
    other = table("Test | EN | DE", "MMLU | 61.2 | 60.1")
    assert own_of(f"## Evaluation\n\n### Mistral-7B\n\n{other}") == []


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("Test | Correct | Total | Accuracy", "MMLU | 8593 | 14042 | 61.2%"),
        ("Test | Accuracy | Correct | Total", "MMLU | 61.2 | 8,593 | 14,042"),
        ("Task | Solved | Out of | Score", "MMLU | 612 | 1000 | 61.2"),
    ],
)
def test_counts_beside_their_share_are_no_scores(header, row) -> None:
    assert own_of(f"## Evaluation\n\n{table(header, row, row.replace('MMLU', 'ARC'))}") == [
        ("MMLU", 61.2),
        ("ARC", 61.2),
    ]


def test_a_total_without_a_share_beside_it_is_an_average() -> None:
    text = f"## Evaluation\n\n{table('Model | MMLU | Total', 'Kestrel-7B | 61 | 63', 'Tern-8B | 50 | 52')}"
    assert own_of(text) == [("MMLU", 61.0), ("Total", 63.0)]


@pytest.mark.parametrize(
    "text",
    [
        "LogicKor:\n\n" + table("Model | Math | Reasoning | Overall", "Kestrel-7B | 5.43 | 6.1 | 6.3"),
        "Rated by a judge on a scale of 1 to 10.\n\n" + table("Area | Kestrel-7B | Tern-8B", "Math | 4.1 | 6.0"),
        table("Model | Math | Writing | Coding | Roleplay", "Kestrel-7B | 5.4 | 6.1 | 7.2 | 6.3"),
    ],
)
def test_marks_up_to_ten_are_no_percentages(text) -> None:
    found = scores_of(f"## Evaluation\n\n{text}")
    assert found and {(score.benchmark, score.scale) for score in found} == {(None, "rating")}


def test_low_percentages_are_no_marks() -> None:
    text = f"## Evaluation\n\n{table('Test | Kestrel-7B', 'AIME | 3.3', 'Math | 5.1', 'GPQA | 4.2')}"
    assert {score.scale for score in scores_of(text)} == {"percent"}


def test_rouge_below_1_is_a_share_and_an_error_is_no_score() -> None:
    header = "Set | Kestrel-7B answer_match_rougeL | Kestrel-7B avg_abs_index_diff"
    text = f"## Evaluation\n\n{table(header, 'in_domain | 0.41 | 0', 'out_of_domain | 0.2 | 1')}"
    assert [(score.value, score.scale) for score in scores_of(text)] == [(0.41, "share"), (0.2, "share")]


def test_a_test_that_is_still_to_come_names_no_table() -> None:
    rows = table("Task | Metric | Value", "all | acc | 0.975")
    text = f"Run with a harness - mmlu coming soon\n\n**Retrieval**\n\n{rows}"
    assert not any(score.benchmark for score in scores_of(text))


@pytest.mark.parametrize(
    ("text", "rivals"),
    [
        ("It achieves 73.8% pass@1 on HumanEval. GPT-4 achieves 67%.", [("GPT-4", 67.0)]),
        (
            "It reaches 73.8 on HumanEval. For comparison, GPT-4 gets 67.0 and Llama-2-70B 30.1.",
            [("GPT-4", 67.0), ("Llama-2-70B", 30.1)],
        ),
        ("It reaches 73.8 on HumanEval. GPT-4 is 20% slower.", []),
        ("It reaches 73.8 on HumanEval and 60.1 on MMLU. GPT-4 gets 67.0.", []),  # on which of the two?
    ],
)
def test_a_rivals_number_in_the_next_sentence(text, rivals) -> None:
    others = [score for score in scores_of(text) if not score.own]
    assert [(score.subject, score.value) for score in others] == rivals
    assert all(score.benchmark == "humaneval" for score in others)


PLAIN = ("MMLU | 61.2", "GSM8K | 50.1")
ALL_FIVE = {"MMLU": 5, "GSM8K": 5}


@pytest.mark.parametrize(
    ("said", "rows", "shots"),
    [
        ("All evaluations are zero-shot unless stated otherwise, and we use lighteval to run them.", PLAIN,
         {"MMLU": 0, "GSM8K": 0}),
        ("Unless noted otherwise, all results are 5-shot.", PLAIN, ALL_FIVE),
        ("Few-shot prompting with k=5, greedy decoding.", PLAIN, ALL_FIVE),
        ("Few-shot (k=5) with a harness.", PLAIN, ALL_FIVE),
        ("We used a harness, all tasks 5-shot, MT-Bench with GPT-4 as judge.", (*PLAIN, "MT-Bench | 7.1"),
         {**ALL_FIVE, "MT-Bench": None}),
        ("Alle Aufgaben 5-shot, MT-Bench mit GPT-4 als Richter.", (*PLAIN, "MT-Bench | 7.1"),
         {**ALL_FIVE, "MT-Bench": None}),
        ("Alle Aufgaben 5-shot.", ("MMLU-DE | 61.2", "GSM8K-DE | 50.1"), {"MMLU-DE": 5, "GSM8K-DE": 5}),
        ("MMLU is 5-shot.", ("MMLU-DE | 61.2", "GSM8K-DE | 50.1"), {"MMLU-DE": 5, "GSM8K-DE": None}),
        ("Les résultats sont obtenus en zéro-shot, sauf mention contraire.", PLAIN, {"MMLU": 0, "GSM8K": 0}),
        ("All tasks are 5-shot except GSM8K, which is 8-shot.", PLAIN, {"MMLU": 5, "GSM8K": 8}),
        ("All tasks are 5-shot except GSM8K.", PLAIN, {"MMLU": 5, "GSM8K": None}),
        ("All models except ours were run 5-shot.", PLAIN, {"MMLU": None, "GSM8K": None}),
        ("MMLU and GSM8K are run with 5-shot and 8-shot respectively.", PLAIN, {"MMLU": 5, "GSM8K": 8}),
        ("MMLU and GSM8K were run with 5 and 8 shots respectively.", PLAIN, {"MMLU": 5, "GSM8K": 8}),
    ],
)  # fmt: skip
def test_shots_told_for_all_tests_or_for_each(said, rows, shots) -> None:
    found = scores_of(f"## Evaluation\n\n{said}\n\n{table('Test | Kestrel-7B', *rows)}")
    assert {score.name_as_written: score.shots for score in found} == shots


def test_shots_behind_the_name_of_a_test() -> None:
    text = (
        f"## Evaluation\n\n{table('Test | Kestrel-7B', 'MMLU@5 | 61.2', 'ARC-C@25 | 50.1', 'HumanEval pass@1 | 30.1')}"
    )
    assert [(score.benchmark, score.shots) for score in scores_of(text)] == [
        ("mmlu", 5),
        ("arc_challenge", 25),
        ("humaneval", None),
    ]


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("MMLU ......... 66.3\nGSM8K ........ 50.1", [("MMLU", 66.3), ("GSM8K", 50.1)]),
        ("MMLU: 66.3\nGSM8K: 50.1", [("MMLU", 66.3), ("GSM8K", 50.1)]),
        ("Tern-8B\nMMLU: 66.3\nGSM8K: 50.1", []),  # another's
        ("gsm8k: 0.3\nhellaswag: 0.1", []),  # weights of a configuration
    ],
)
def test_lines_of_tests_in_a_block_of_text(text, own) -> None:
    assert own_of(f"## Evaluation\n\n```\n{text}\n```\n") == own


def test_directions_of_translation_are_told_apart() -> None:
    text = f"## Evaluation\n\n{table('Direction | FLORES | COMET', 'en→de | 35.1 | 0.86', 'de→en | 38.1 | 0.87')}"
    assert own_of(text) == [
        ("FLORES (English to German)", 35.1),
        ("COMET (English to German)", 0.86),
        ("FLORES (German to English)", 38.1),
        ("COMET (German to English)", 0.87),
    ]
    rows = table("Direction | BLEU", "en-de | 35.1", "de-en | 38.1")
    reading = read_card(f"# Kestrel-7B\n\n## Evaluation\n\n{rows}")
    assert reading.finding("contradiction").state.value == "absent"


def test_branches_of_the_repo_are_its_own_and_a_part_of_a_test_is_no_whole() -> None:
    rows = table("Branch | Correct | Score", "main | 120/164 | 73.2", "gptq-4bit-32g | 110/164 | 67.1")
    found = scores_of(f"## MMLU-Pro (computer science) of the branches\n\n{rows}", "Kestrel-7B-GPTQ")
    assert [(score.benchmark, score.subject, score.value, score.own) for score in found] == [
        (None, "main", 73.2, True),
        (None, "gptq-4bit-32g", 67.1, True),
    ]


def test_a_reward_model_of_the_release_is_not_the_cards_model() -> None:
    rows = table("Model | RewardBench", "Kestrel-7B-Reward | 85.1", "Tern-RM-8B | 80.0")
    assert own_of(f"## Evaluation\n\n{rows}") == []
    assert own_of(f"## Evaluation\n\n{rows}", "Kestrel-7B-Reward") == [("RewardBench", 85.1)]
    assert own_of("## Kestrel-7B-Reward\n\n- RewardBench: 85.1\n\n## Evaluation\n\n- MMLU: 61.1\n") == [("MMLU", 61.1)]
    helped = table("Model | MATH", "Kestrel-7B + Kestrel-RM | 61.1", "Tern-8B | 50.0")
    assert own_of(f"## Evaluation\n\n{helped}") == [("MATH", 61.1)]


@pytest.mark.parametrize(
    "basis",
    [
        "rejected historical artifact; not attributable to this build",
        "superseded run",
        "not measured on this checkpoint",
        "withdrawn",
    ],
)
def test_a_row_that_disowns_its_number_is_not_own(basis) -> None:
    rows = table("Metric | Value | Basis", "GPQA Diamond | 74.75% | 198 of 198 parsed", f"MMLU | 82.83% | {basis}")
    assert own_of(f"## Evaluation\n\n{rows}") == [("GPQA Diamond", 74.75)]
