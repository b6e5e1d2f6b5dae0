"""Cells in every spelling, tables in every drawing, and whose a number is when two sides stand in a sentence."""

import pytest

from core.cards.markup import plain
from core.cards.read_card import read_card
from core.cards.values import parse_value

Read = list[tuple[str | None, float, bool]]


def read(text: str, name: str = "Kestrel-7B") -> Read:
    return [(score.benchmark, score.value, score.own) for score in read_card(f"# {name}\n{text}\n").scores]


@pytest.mark.parametrize(
    "cell",
    [
        "61.2 pts",
        "61.2 ↓0.3",
        "61.2<sup>+2.1</sup>",
        "$61.2$",
        r"$61.2_{\pm 0.4}$",
        r"\textbf{61.2}",
        r"$\mathbf{61.2}$",
        "~~58.0~~ 61.2",
        "✅ 61.2",
        "61.2 ⬆️",
        "61.2 ²",
        "61.2¹",
        r"61.2\%",
        "61.2?",
        "61.2 acc",
        "58.0 → 61.2",
        "🥇 61.2",
    ],
)
def test_a_number_in_any_dress(cell: str) -> None:
    value = parse_value(plain(cell))
    assert value is not None and value.number == 61.2


@pytest.mark.parametrize("cell", ["4.2 GB", "12 ms", "1.5k", "2.5B", "v1.2", "61.2 x", "2024-05"])
def test_what_is_no_score_stays_none(cell: str) -> None:
    assert parse_value(plain(cell)) is None


@pytest.mark.parametrize(
    ("name", "expected"), [("MMLU-Pro¹", "MMLU-Pro"), ("BBH²", "BBH"), ("τ²-bench", "τ²-bench"), ("R²", "R²")]
)
def test_marks_of_footnotes_are_no_part_of_a_name(name: str, expected: str) -> None:
    assert plain(name) == expected


_BOTH = [("mmlu", 60.2, True), ("mmlu", 62.5, False), ("gsm8k", 45.0, True), ("gsm8k", 37.8, False)]
_DOWN = [("mmlu", 60.2, True), ("gsm8k", 45.0, True), ("mmlu", 62.5, False), ("gsm8k", 37.8, False)]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (
            "+------+------------+------------+\n| Test | Kestrel-7B | Mistral-7B |\n"
            "+======+============+============+\n"
            "| MMLU | 60.2       | 62.5       |\n+------+------------+------------+\n"
            "| GSM8K | 45.0 | 37.8 |\n+------+---+---+",
            _BOTH,
        ),
        (
            "Table 2:\n\\begin{tabular}{lcc}\nModel & MMLU & GSM8K \\\\\n\\midrule\n"
            "Kestrel-7B & \\textbf{60.2} & 45.0 \\\\\n"
            "Mistral-7B & 62.5 & 37.8 \\\\\n\\end{tabular}",
            _DOWN,
        ),
        (
            "```\nBenchmark   Kestrel-7B   Mistral-7B\nMMLU        60.2         62.5\n"
            "GSM8K       45.0         37.8\n```",
            _BOTH,
        ),
        ("```csv\nmodel,mmlu,gsm8k\nKestrel-7B,60.2,45.0\nMistral-7B,62.5,37.8\n```", _DOWN),
        ("```\n|hellaswag|1|none|10|acc_norm|↑|0.7821|±|0.0041|\n```", []),
        (
            "```\n|hellaswag|1|none|10|acc_norm|↑|0.7821|±|0.0041|\n|winogrande|1|none|5|acc|↑|0.7102|±|0.0127|\n```",
            [("hellaswag", 0.7821, True), ("winogrande", 0.7102, True)],
        ),
        (
            "| | Kestrel-7B | | Mistral-7B | |\n|--|--|--|--|--|\n| | 0-shot | 5-shot | 0-shot | 5-shot |\n"
            "|MMLU|58.0|60.2|60.1|62.5|",
            [("mmlu", 58.0, True), ("mmlu", 60.2, True), ("mmlu", 60.1, False), ("mmlu", 62.5, False)],
        ),
        ("|Test|0-shot|5-shot|\n|--|--|--|\n|MMLU|58.1|61.0|", [("mmlu", 58.1, True), ("mmlu", 61.0, True)]),
        ("|Step|MMLU|\n|--|--|\n|100k|25.3|\n|477k (final)|35.1|", [("mmlu", 25.3, True), ("mmlu", 35.1, True)]),
        (
            "|Test|Kestrel-7B / Kestrel-7B-Instruct|Wren-7B|\n|--|--|--|\n|MMLU|60.1 / 62.3|58.0|",
            [("mmlu", 60.1, True), ("mmlu", 62.3, True), ("mmlu", 58.0, False)],
        ),
        (
            "|Model|MMLU|\n|--|--|\n|Kestrel-7B, T=0.7|60.1|\n|Kestrel-7B w/ tools|62.3|\n|Wren-7B, T=0.7|58.0|",
            [("mmlu", 60.1, True), ("mmlu", 62.3, True), ("mmlu", 58.0, False)],
        ),
    ],
)
def test_tables_however_they_are_drawn(table: str, expected: Read) -> None:
    assert read(table) == expected


def test_a_column_that_says_this_is_the_one() -> None:
    table = "|Test|Base|SFT|DPO (this)|\n|--|--|--|--|\n|GSM8K|30.1|48.4|50.2|"
    assert [value for _, value, own in read(table, "Kestrel-7B-DPO") if own] == [50.2]


def test_the_version_of_the_card_among_versions_down() -> None:
    table = "|Version|MMLU|\n|--|--|\n|v0.1|60.1|\n|v0.3|63.3|"
    assert [value for _, value, own in read(table, "Kestrel-7B-v0.3") if own] == [63.3]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "Kestrel-7B lags Llama-3-8B (66.6) on MMLU with 61.0, but leads on GSM8K: 60.2 vs. 55.3.",
            [("mmlu", 66.6, False), ("mmlu", 61.0, True), ("gsm8k", 60.2, True), ("gsm8k", 55.3, False)],
        ),
        (
            "On AIME 2024 it is neck and neck with o1-mini (63.1 vs 63.6).",
            [("aime", 63.1, True), ("aime", 63.6, False)],
        ),
        ("The 14B gets 75.1 on MMLU; this 7B gets 61.9.", [("mmlu", 75.1, False), ("mmlu", 61.9, True)]),
        (
            "It gets 7.1 on MT-Bench (GPT-4 as judge) and passes 61.0 % of HumanEval.",
            [("mt_bench", 7.1, True), ("humaneval", 61.0, True)],
        ),
        ("它可以媲美 GPT-4o：在 AIME 2024 上取得 52.5 分（64 次采样平均）。", [("aime", 52.5, True)]),
        ("IFEval 71.0 → 74.2 in this release.", [("ifeval", 74.2, True)]),
        (
            "On MMLU and GSM8K, Kestrel-7B reaches 60.1 and 50.2; Mistral-7B-Instruct gets 62.5 on MMLU.",
            [("mmlu", 60.1, True), ("gsm8k", 50.2, True), ("mmlu", 62.5, False)],
        ),
        ("It cuts the hallucination rate to 4.2%; MMLU is unchanged at 55.0.", [("mmlu", 55.0, True)]),
        ("We found that 0.3% of MMLU questions occur in the corpus.", []),
        ("- GPQA: 71 of 198 correct (35.9%)", [("gpqa", 35.9, True)]),
        ("We hope to reach 70.0 on MMLU with the next version.", []),
        ("Kestrel-7B leads Llama-3-8B on GSM8K: 60.2 vs. 55.3.", [("gsm8k", 60.2, True), ("gsm8k", 55.3, False)]),
        ("It answers MMLU questions in 38.2 seconds per 100.", []),
        ("MMLU ≈ 60.0, measured once.", [("mmlu", 60.0, True)]),
    ],
)
def test_two_sides_of_a_sentence(sentence: str, expected: Read) -> None:
    assert read(sentence) == expected


def test_settings_belong_to_the_number_they_stand_beside() -> None:
    text = "ARC 60.1 (25-shot), HellaSwag 82.0 (10-shot). "
    text += "On MMLU (5-shot) it reaches 58.3 and it solves 41.5% of HumanEval."
    shots = {score.benchmark: score.shots for score in read_card(f"# Kestrel-7B\n{text}\n").scores}
    assert shots == {"arc_challenge": 25, "hellaswag": 10, "mmlu": 5, "humaneval": None}


def test_a_way_of_counting_belongs_to_its_own_test() -> None:
    text = "With 32 samples at T=0.7 it reaches 41.2 on MATH (maj@32), and 78.0 on GSM8K (maj@8)."
    modes = {score.benchmark: score.mode for score in read_card(f"# Kestrel-7B\n{text}\n").scores}
    assert modes == {"math": "maj@32", "gsm8k": "maj@8"}


def test_what_follows_the_test_s_own_name_is_said_of_the_next() -> None:
    text = "It reaches 41.2 on MATH and, with maj@8, 78.0 on GSM8K."
    modes = {score.benchmark: score.mode for score in read_card(f"# Kestrel-7B\n{text}\n").scores}
    assert modes == {"math": None, "gsm8k": "maj@8"}
