"""Claims stand beside the own result by rank and gap; one far above it is a suspicion, worded as such."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.advice.verdict.decision import Decision, decide
from core.advice.verdict.published import Published, compare_published, name_questions
from core.cards.read_card import read_card
from core.catalogue.use_cases import UseCase
from core.questions.banks import load_bank
from core.runs.database import Database
from tests.filled_store import fill

QWEN, LLAMA = "Qwen2.5-7B-Instruct-Q4_K_M", "Meta-Llama-3.1-8B-Instruct-Q4_K_M"
UNKNOWN = "Zyxw-3B-Instruct-Q4_0"


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "store.sqlite3") as opened:
        yield opened


def decision_of(database: Database, outcomes: dict[str, str], use_case: UseCase | None = UseCase.CODING) -> Decision:
    return decide(database, [run.id for run in fill(database, outcomes, use_case=use_case)[1]])


def card(name: str, benchmark: str, value: float):
    text = f"# {name}\n\n|Benchmark|{name}|\n|---|---|\n|{benchmark} (0-shot)|{value}|\n"
    return name, read_card(text, name=name)


def only_cards(published: Published | None):
    assert published is not None
    return [row for row in published.rows if row.source == "model cards"]


def test_boards_carry_a_rank_for_both(database: Database) -> None:
    decision = decision_of(database, {QWEN: "r" * 30 + "w" * 20, LLAMA: "r" * 20 + "w" * 30})
    published = compare_published(decision, [])
    assert published is not None
    row = next(row for row in published.rows if row.benchmark_id == "bigcodebench")
    assert set(row.claimed) == {QWEN, LLAMA}
    assert "20" in row.source  # its date
    assert sorted(row.ranks.values()) == [1, 2]
    assert published.own_ranks == {QWEN: 1, LLAMA: 2}
    assert published.to_dict()["rows"][0]["claimed"]


def test_cards_are_matched_by_model_whatever_the_quantization(database: Database) -> None:
    decision = decision_of(database, {QWEN: "r" * 30 + "w" * 20, LLAMA: "r" * 20 + "w" * 30})
    readings = [card("Qwen/Qwen2.5-7B-Instruct", "HumanEval", 84.8), card("Other-7B", "HumanEval", 99)]
    rows = only_cards(compare_published(decision, readings))
    assert [(row.benchmark, dict(row.claimed)) for row in rows] == [("HumanEval", {QWEN: 0.848})]


def test_a_claimed_gap_stands_beside_the_own_one(database: Database) -> None:
    outcomes = {QWEN: "r" * 10 + "w" * 40, LLAMA: "r" * 45 + "w" * 5}
    decision = decision_of(database, outcomes)
    readings = [
        card("Qwen2.5-7B-Instruct", "HumanEval", 84.8),
        card("Llama-3.1-8B-Instruct", "HumanEval", 62.2),
    ]
    published = compare_published(decision, readings)
    assert published is not None
    said = only_cards(published)[0].beside_yours
    assert said == "22.6 points apart: the other way round on your questions"


def test_a_claimed_gap_within_the_benchmarks_noise_is_a_tie(database: Database) -> None:
    decision = decision_of(database, {QWEN: "r" * 30 + "w" * 20, LLAMA: "r" * 25 + "w" * 25})
    readings = [card("Qwen2.5-7B-Instruct", "HumanEval", 65), card("Llama-3.1-8B-Instruct", "HumanEval", 62.2)]
    published = compare_published(decision, readings)
    assert published is not None
    assert "a tie within its noise" in only_cards(published)[0].beside_yours


def test_a_claim_far_above_the_own_result_is_a_suspicion_and_no_finding(database: Database) -> None:
    decision = decision_of(database, {UNKNOWN: "r" * 15 + "w" * 35, LLAMA: "r" * 30 + "w" * 20})
    readings = [card("Zyxw-3B-Instruct", "HumanEval", 90), card("Llama-3.1-8B-Instruct", "HumanEval", 62.2)]
    published = compare_published(decision, readings)
    assert published is not None
    said = published.suspicions[0]
    assert said.startswith(f"{UNKNOWN}: HumanEval (model cards) says 90 %, the questions asked here say 30 %")
    for part in ("a suspicion, not a finding", "contamination", "other settings", "do not fall short as much"):
        assert part in said
    assert len(published.suspicions) == 1


LOW = "Zyxw-3B-Instruct-Q2_K"


@pytest.mark.parametrize(
    ("name", "letters", "benchmark", "value", "reason"),
    [
        (LOW, "r" * 15 + "w" * 35, "HumanEval", 90, "a low quantization of them (Q2_K)"),
        (UNKNOWN, "n" * 40 + "r" * 10, "HumanEval", 90, "mostly no answer"),
        (UNKNOWN, "w" * 50, "MMLU", 31, "near what guessing gives there (25 %)"),
    ],
)
def test_what_the_tested_file_explains_is_no_suspicion_of_leaked_questions(
    database: Database, name: str, letters: str, benchmark: str, value: float, reason: str
) -> None:
    use_case = None if benchmark == "MMLU" else UseCase.CODING
    decision = decision_of(database, {name: letters, LLAMA: "r" * 30 + "w" * 20}, use_case)
    published = compare_published(decision, [card("Zyxw-3B-Instruct", benchmark, value)])
    assert published is not None
    assert [said for said in published.suspicions if name in said] == []
    said = next(said for said in published.remarks if said.startswith(name))
    assert "belongs to the original weights" in said
    assert reason in said


def test_where_all_fall_short_alike_harder_questions_are_the_plainer_reason(database: Database) -> None:
    decision = decision_of(database, {UNKNOWN: "r" * 10 + "w" * 40, LLAMA: "r" * 8 + "w" * 42})
    readings = [card("Zyxw-3B-Instruct", "HumanEval", 70), card("Llama-3.1-8B-Instruct", "HumanEval", 68)]
    published = compare_published(decision, readings)
    assert published is not None
    assert published.suspicions == ()
    assert len(published.remarks) == 2
    assert all("probably just harder" in said for said in published.remarks)


@pytest.mark.parametrize(("use_case", "shown"), [(UseCase.CODING, []), (None, ["MMLU"])])
def test_benchmarks_that_do_not_measure_the_use_case_are_left_aside(
    database: Database, use_case: UseCase | None, shown: list[str]
) -> None:
    decision = decision_of(database, {UNKNOWN: "r" * 10 + "w" * 40, LLAMA: "r" * 8 + "w" * 42}, use_case)
    rows = only_cards(compare_published(decision, [card("Zyxw-3B-Instruct", "MMLU", 70)]))
    assert [row.benchmark for row in rows] == shown


def test_nobody_claims_anything(database: Database) -> None:
    assert compare_published(decision_of(database, {UNKNOWN: "rw", "Wvut-1B-Q8_0": "rr"}), []) is None


def test_a_withheld_verdict_has_no_order_to_hold_a_claim_against(database: Database) -> None:
    decision = decision_of(database, {QWEN: "r" * 30 + "w" * 20, LLAMA: "r" * 20 + "w" * 15 + "c" * 15})
    assert decision.pairs[0].withheld
    assert compare_published(decision, []) is None


def test_a_candidate_without_claims_is_named(database: Database) -> None:
    published = compare_published(decision_of(database, {UNKNOWN: "rwrw", LLAMA: "rrrr"}), [])
    assert published is not None
    assert published.without == (UNKNOWN,)


def test_a_bank_of_surefit_is_not_called_the_user_s_own() -> None:
    bank = load_bank("coding", size=5)
    assert name_questions(bank) == "Surefit's coding bank"
    assert name_questions(replace(bank, name="mine", source="mine.jsonl")) == "Your own questions"
