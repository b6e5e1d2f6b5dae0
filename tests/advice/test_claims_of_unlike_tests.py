"""Names that mean one test and still ask other questions, count other answers, or give values in another unit."""

import pytest

from core.advice.claims.cells import Standing
from core.advice.claims.precision import told_precision
from core.advice.claims.side_by_side import put_side_by_side
from core.cards.gaps import compare_scores
from core.cards.read_card import read_card
from core.cards.reading import State
from core.catalogue.benchmark_names import find_benchmark
from tests.cards_beside import said_of, score, single, the_row


def one(test: str, value: float = 60):
    return single("Kestrel-7B", value, test)[1].scores[0]


@pytest.mark.parametrize(
    ("test", "other"),
    [
        ("GSM8K (strict-match)", "GSM8K (flexible-extract)"),
        ("gsm8k_strict_match", "gsm8k_flexible_extract"),
        ("GSM8K (exact_match, strict-match)", "GSM8K (exact_match, flexible-extract)"),
        ("IFEval (strict)", "IFEval (loose)"),
        ("IFEval loose prompt", "IFEval strict prompt"),
        ("truthfulqa_mc1", "truthfulqa_mc2"),
        ("TruthfulQA (gen)", "TruthfulQA"),
        ("MBPP (sanitized)", "MBPP"),
        ("mbpp_sanitized", "MBPP base"),
        ("MMLU (subset)", "MMLU"),
        ("MMLU (full set)", "MMLU subset"),
        ("MMLU (val)", "MMLU (test)"),
        ("C-Eval (dev set)", "C-Eval 测试集"),
        ("MGSM (en)", "MGSM"),
        ("HLE (text-only)", "HLE (full)"),
        ("LiveCodeBench (2408-2501)", "LiveCodeBench (Oct 2024 - Feb 2025)"),
        ("BigCodeBench (complete)", "BigCodeBench Instruct"),
        ("SWE-bench Verified (OpenHands)", "SWE-bench Verified Agentless"),
        ("Aider polyglot diff", "Aider polyglot whole"),
    ],
)
def test_other_questions_and_other_answers_stand_in_one_row_and_are_not_compared(test, other):
    row = the_row(single("Kestrel-7B", 40, test), single("Wren-7B", 70, other))
    assert set(row.cells) == {"Kestrel-7B", "Wren-7B"}
    assert {cell.standing for cell in row.cells.values()} == {Standing.NOT_COMPARABLE}
    assert " against " in row.cells["Wren-7B"].why and not row.leads


@pytest.mark.parametrize(
    ("test", "other"),
    [
        ("HumanEval+", "HumanEval"),
        ("MBPP+", "MBPP"),
        ("GPQA Diamond", "GPQA"),
        ("SWE-bench Lite", "SWE-bench Verified"),
        ("SimpleQA Verified", "SimpleQA"),
        ("BigCodeBench Hard", "BigCodeBench"),
        ("MATH (hard)", "MATH"),
        ("MMLU-Redux", "MMLU"),
        ("Arena-Hard v0.1", "Arena-Hard v2.0"),
        ("MMLU (German)", "MMLU"),
    ],
)
def test_other_tests_share_no_row(test, other):
    assert not any(
        row.shared for row in put_side_by_side([single("A-7B", 40, test), single("B-7B", 70, other)], None).rows
    )


@pytest.mark.parametrize(
    ("test", "other"),
    [
        ("GSM8K (strict-match)", "GSM8K"),
        ("GSM8K (flexible-extract)", "gsm8k_flexible_extract"),
        ("MBPP (sanitized)", "mbpp_sanitized"),
        ("MBPP base", "MBPP EvalPlus base"),
        ("GPQA (diamond subset)", "GPQA Diamond"),
        ("GPQA (main)", "GPQA"),
        ("MMLU (test set)", "MMLU"),
        ("MMLU (English)", "MMLU"),
        ("MMLU (full)", "MMLU"),
        ("GSM8K (1319)", "GSM8K"),
        ("HumanEval (164 problems)", "HumanEval"),
        ("IFEval (prompt strict)", "IFEval (prompt-level strict)"),
        ("IFEval (inst-level strict)", "IFEval (instruction-level strict)"),
        ("LiveCodeBench (2408-2501)", "LiveCodeBench (Aug 2024 – Jan 2025)"),
        ("LiveCodeBench (2024-08-01 to 2025-01-31)", "LCB 2408-2501"),
        ("C-Eval (valid)", "C-Eval (dev)"),
        ("BigCodeBench Full", "BigCodeBench"),
    ],
)
def test_one_test_in_two_spellings_is_compared_without_a_word(test, other):
    gap = compare_scores(one(test), one(other, 80))
    assert gap.comparable and gap.tie is False and not gap.caution


@pytest.mark.parametrize(
    ("test", "said"),
    [
        ("MMLU (val)", "validation set"),
        ("HLE (text-only)", "text only"),
        ("LiveCodeBench (2408-2501)", "2024-08 to 2025-01"),
    ],
)
def test_a_part_that_many_names_leave_out_is_said_as_a_caution(test, said):
    whole = test.split(" (")[0]
    cards = single("Kestrel-7B", 40, test), single("Wren-7B", 70, whole)
    row = the_row(*cards)
    assert row.lead == "Wren-7B is ahead"
    assert said in row.cells["Wren-7B"].caution and not row.cells["Kestrel-7B"].caution
    assert any(
        "Wren-7B does not state the questions asked, as others do" in line
        for line in said_of(*cards, use_case=None).concluded
    )


@pytest.mark.parametrize(
    ("test", "value", "other"),
    [
        ("MT-Bench", 8.1, 81.0),
        ("MT-Bench", 8.1, 0.81),
        ("MT-Bench", 0.81, 81.0),
        ("Chatbot Arena", 1287, 62.0),
    ],
)
def test_values_in_two_units_are_never_subtracted(test, value, other):
    row = the_row(single("Kestrel-7B", value, test), single("Wren-7B", other, test))
    assert {cell.standing for cell in row.cells.values()} == {Standing.NOT_COMPARABLE}
    assert {cell.why for cell in row.cells.values()} == {"different scales"}


@pytest.mark.parametrize(
    ("test", "other", "value", "rival", "said"),
    [
        ("MT-Bench", "MT-Bench", 8.1, 7.2, "0.90 on a scale of 1 to 10"),
        ("MT-Bench", "MT-Bench", 81, 72, "9.00 on a scale that the cards do not name"),
        ("LMArena Elo", "LMArena Elo", 1287, 1187, "100 rating points mean 64% expected wins"),
        ("Chatbot Arena (Elo)", "LMArena ELO score", 1287, 1187, "100 rating points mean 64% expected wins"),
        ("LMSYS Arena Elo rating", "Chatbot Arena", 1287, 1187, "100 rating points mean 64% expected wins"),
    ],
)
def test_marks_and_ratings_of_one_unit_are_set_apart_by_what_they_differ(test, other, value, rival, said):
    row = the_row(single("Kestrel-7B", value, test), single("Wren-7B", rival, other))
    assert row.cells["Wren-7B"].standing is Standing.SHOWN
    assert row.cells["Wren-7B"].why.startswith("behind Kestrel-7B: ") and said in row.cells["Wren-7B"].why


def test_an_elo_of_a_test_in_no_list_is_compared_and_leads_nothing():
    ours, theirs = (
        score(value, benchmark=None, name_as_written="Codeforces Elo", scale="number") for value in (1900, 1800)
    )
    gap = compare_scores(ours, theirs)
    assert gap.comparable and gap.difference == 100 and gap.tie is None and "expected wins" in gap.sentence


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("LMArena Elo", "chatbot_arena"),
        ("Elo (LMArena)", "chatbot_arena"),
        ("lmarena_elo", "chatbot_arena"),
        ("WebDev Arena Elo", None),
        ("LMArena Elo (coding)", None),
        ("Elo", None),
        ("MMLU Elo", None),
    ],
)
def test_the_word_elo_beside_the_name_of_a_rating_is_no_other_test(name, found):
    known = find_benchmark(name)
    assert (known.id if known else None) == found


TABLE = "| Benchmark | {0} |\n|--|--|\n| MMLU (5-shot) | {1} |\n"


def told(name: str, value: float, sentence: str):
    return name, read_card(f"# {name}\n\n{TABLE.format(name, value)}\n{sentence}\n", name=name)


@pytest.mark.parametrize(
    ("ours", "theirs", "differ"),
    [
        ("Evaluated in bf16.", "Evaluated with the Q4_K_M GGUF.", True),
        ("We evaluated the FP8 checkpoint.", "All benchmarks were run in fp16.", True),
        ("Evaluated without quantization.", "All scores were measured with 4-bit weights.", True),
        ("Evaluated in bf16.", "All benchmarks were run in float16.", False),
        ("Evaluated in bf16.", "", False),
        ("Evaluated in bf16.", "The Q4_K_M file has not been evaluated.", False),
        ("Trained in bf16.", "Evaluated with the Q4_K_M GGUF.", False),
        ("Evaluated in bf16 and in Q4_K_M.", "Evaluated in bf16.", False),
    ],
)
def test_a_precision_told_for_all_results_stands_at_each_value_and_another_one_is_a_caution(ours, theirs, differ):
    cards = told("Kestrel-7B", 64, ours), told("Wren-7B", 60, theirs)
    row, said = the_row(*cards), said_of(*cards, use_case=None)
    assert row.lead == "Kestrel-7B is ahead"
    assert all(bool(cell.caution) is differ for cell in row.cells.values())
    assert any(" was evaluated in " in line for line in said.concluded) is differ
    assert not any("settings out" in line for line in said.concluded)  # the shots are told
    for name, reading in cards:
        assert told_precision(reading) in row.cells[name].settings


def test_a_precision_alone_is_no_setting_of_the_test():
    cards = told("Kestrel-7B", 64, "Evaluated in bf16."), told("Wren-7B", 60, "Evaluated in Q4_K_M.")
    bare = [(name, read_card(reading.text.replace(" (5-shot)", ""), name=name)) for name, reading in cards]
    said = said_of(*bare, use_case=None).concluded
    assert "Kestrel-7B was evaluated in bf16 and Wren-7B was evaluated in Q4_K_M" in said[0]
    assert any("leave the settings out" in line for line in said)


@pytest.mark.parametrize(
    ("test", "other", "state"),
    [
        ("GSM8K (strict-match)", "GSM8K (flexible-extract)", State.ABSENT),
        ("MBPP (sanitized)", "MBPP", State.ABSENT),
        ("MMLU (val)", "MMLU (test)", State.ABSENT),
        ("LiveCodeBench (2408-2501)", "LiveCodeBench (2410-2502)", State.ABSENT),
        ("MMLU (val)", "MMLU", State.UNCLEAR),
        ("MMLU", "MMLU", State.PRESENT),
    ],
)
def test_two_values_of_other_questions_contradict_nothing(test, other, state):
    first, second = (
        f"| Test | Kestrel-7B |\n|--|--|\n| {name} | {value} |\n" for name, value in ((test, 50.2), (other, 60.1))
    )
    reading = read_card(f"# Kestrel-7B\n\n{first}\nAnd again:\n\n{second}", name="Kestrel-7B")
    assert reading.finding("contradiction").state is state


def test_a_heading_that_names_the_test_says_what_was_counted():
    cards = [
        (
            name,
            read_card(
                f"# {name}\n\n### GSM8K ({way})\n\n| Model | Score |\n|--|--|\n| {name} | {value} |\n", name=name
            ),
        )
        for name, way, value in (("Kestrel-7B", "strict-match", 40), ("Wren-7B", "flexible-extract", 60))
    ]
    assert the_row(*cards).cells["Wren-7B"].why == "flexible against strict"


def test_the_part_that_was_asked_stands_in_the_settings_and_the_row_bears_the_name_of_what_is_compared():
    rows = "| LiveCodeBench (2408-2501) | 50 |\n| LiveCodeBench (2410-2502) | 40 |\n"
    ours = read_card(f"# Kestrel-7B\n\n| Test | Kestrel-7B |\n|--|--|\n{rows}", name="Kestrel-7B")
    row = the_row(("Kestrel-7B", ours), single("Wren-7B", 70, "LiveCodeBench (2410-2502)"))
    assert row.name == "LiveCodeBench (2410-2502)" and row.lead == "Wren-7B is ahead"
    assert row.cells["Kestrel-7B"].settings == "2024-10 to 2025-02"
    assert row.cells["Kestrel-7B"].others_words == "also 50 (2024-08 to 2025-01)"
    assert the_row(single("Tern-7B", 50, "MBPP (sanitized)")).cells["Tern-7B"].settings == "sanitized"


@pytest.mark.parametrize("precision", ["bf16", "4-bit", "Q4_K_M", "FP8", "int8"])
def test_a_precision_in_a_name_is_no_other_test(precision):
    found = one(f"MMLU (5-shot, {precision})")
    assert found.benchmark == "mmlu" and found.precision == precision
