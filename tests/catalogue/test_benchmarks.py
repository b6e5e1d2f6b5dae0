"""The catalogue of benchmarks: complete, sourced, dated, and honest about noise."""

import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from core.catalogue.benchmark_names import find_benchmark, find_other
from core.catalogue.benchmarks import (
    Catalogue,
    ScaleKind,
    find_by_id,
    load_benchmarks,
    load_catalogue,
    source_of,
    win_probability,
)
from core.catalogue.use_case_guide import find_guide, load_guides
from core.catalogue.use_cases import UseCase

DATA = Path(__file__).parents[2] / "data"
THIRTEEN = [
    "humaneval",
    "mbpp",
    "swe_bench",
    "mmlu",
    "mt_bench",
    "chatbot_arena",
    "ifeval",
    "gsm8k",
    "math",
    "gpqa",
    "arc_challenge",
    "bbh",
    "livebench",
]


def test_there_are_fifty_benchmarks_and_each_fact_has_a_dated_source():
    catalogue = load_catalogue()
    assert len(catalogue.benchmarks) >= 50
    for benchmark in catalogue.benchmarks:
        for fact in benchmark.facts():
            source = source_of(fact)
            assert source.date >= "2017" and source.title
            assert source.url is None or source.url.startswith("https://")
    assert {fact.source for b in catalogue.benchmarks for fact in b.facts()} <= set(catalogue.sources)


def test_a_fact_read_at_second_hand_says_so_in_its_own_words():
    for benchmark in load_benchmarks():
        for fact in benchmark.facts():
            if "second-hand" in fact.text:
                assert source_of(fact).second_hand, (benchmark.id, fact.text)


@pytest.mark.parametrize("benchmark_id", THIRTEEN)
def test_the_thirteen_are_complete(benchmark_id):
    benchmark = find_by_id(benchmark_id)
    assert benchmark.biases and benchmark.noise_causes and benchmark.pitfalls and benchmark.contamination.evidence
    assert benchmark.scale.kind is not ScaleKind.PERCENT or benchmark.items.count
    assert len(benchmark.does_not_measure.text) > 20


def test_a_source_that_is_not_listed_is_refused():
    raw = json.loads((DATA / "benchmarks.json").read_text(encoding="utf-8"))
    raw["benchmarks"][0]["measures"]["source"] = "hearsay"
    with pytest.raises(ValidationError, match="hearsay"):
        Catalogue.model_validate(raw)


@pytest.mark.parametrize(
    ("benchmark_id", "gap"), [("humaneval", 9.9), ("gpqa", 6.0), ("mmlu", 2.0), ("gpqa_diamond", 9.0), ("gsm8k", 3.5)]
)
def test_the_smallest_gap_that_counts_follows_from_the_size(benchmark_id, gap):
    # by hand: 1.96 * sqrt(2) * sqrt(0.7 * 0.3 / n) * 100, and never under 2 points
    assert find_by_id(benchmark_id).smallest_gap(70) == pytest.approx(gap, abs=0.06)


def test_noise_of_mmlu_is_about_one_point_before_the_floor():
    assert 1.96 * 2**0.5 * find_by_id("mmlu").standard_error(70) == pytest.approx(1.1, abs=0.05)


def test_ratings_and_elo_have_no_gap_in_points():
    assert find_by_id("mt_bench").smallest_gap() is None
    assert find_by_id("chatbot_arena").smallest_gap() is None
    assert find_by_id("bfcl").smallest_gap() == 2.0  # size unknown: the floor is all that is known


@pytest.mark.parametrize(("gap", "share"), [(0, 0.5), (100, 0.640), (50, 0.571), (20, 0.529), (-100, 0.360)])
def test_elo_gap_as_win_probability(gap, share):
    assert win_probability(gap) == pytest.approx(share, abs=0.0006)


@pytest.mark.parametrize(
    ("name", "benchmark_id"),
    [
        ("MMLU (5-shot)", "mmlu"),
        ("mmlu_pro", "mmlu_pro"),
        ("MMLU Pro (5-shot, CoT)", "mmlu_pro"),
        ("AI2 Reasoning Challenge (25-Shot)", "arc_challenge"),
        ("Massive Multitask Language Understanding (MMLU)", "mmlu"),
        ("HumanEval pass@1", "humaneval"),
        ("HumanEval Plus", "humaneval_plus"),
        ("GPQA◇ (pass@1)", "gpqa_diamond"),
        ("AIME’25", "aime"),
        ("LiveCodeBench (2410-2502)", "livecodebench"),
        ("τ²-bench", "tau_bench"),
        ("GSM8K（5样本）", "gsm8k"),
        ("MATH (4-shot, maj@4)", "math"),
        ("IFEval (Prompt Strict-Acc.)", "ifeval"),
        ("챗봇 아레나", "chatbot_arena"),
    ],
)
def test_names_find_their_benchmark(name, benchmark_id):
    assert find_benchmark(name).id == benchmark_id


@pytest.mark.parametrize(
    "name",
    [
        "KoBEST HellaSwag",
        "kobest_hellaswag",
        "Multilingual MMLU",
        "MMLU (ko)",
        "MMMLU",
        "MMMU",
        "HumanEval-X",
        "HumanEval-Mul",
        "GSM-Plus",
        "GSM8K-Platinum",
        "ARC-Easy",
        "ARC-AGI",
        "SWE-bench Lite",
        "KMMLU-Redux",
        "KO-MT-Bench",
        "MathVista",
        "SimpleQA Verified",
        "BBEH",
        "MMLU-STEM",
        "KoBEST BoolQ",
        "Global MMLU",
    ],
)
def test_another_test_of_a_like_name_is_never_merged(name):
    assert find_benchmark(name) is None


def test_like_names_within_the_catalogue_stay_apart():
    names = ["MMLU", "MMLU-Pro", "MMLU-Redux", "KMMLU", "GPQA", "GPQA Diamond", "MATH", "MATH-500", "MATH Lvl 5"]
    assert len({find_benchmark(name).id for name in names}) == len(names)


def test_every_alias_leads_home():
    for benchmark in load_benchmarks():
        for alias in (benchmark.name, *benchmark.aliases):
            assert find_benchmark(alias) is benchmark, alias


def test_other_tests_are_known_by_name_and_ability():
    assert find_other("CMMLU (5-shot)").ability == "knowledge"
    assert find_other("MultiPL-E").ability == "code"
    assert find_other("tokens per second") is None


def test_a_name_of_absurd_length_finds_nothing():
    assert find_benchmark("MMLU " * 10_000) is None and find_other("x" * 10_000) is None


def test_each_use_case_has_its_guide():
    guides = load_guides()
    assert set(guides) == set(UseCase)
    assert find_guide(UseCase.CODING).core_ids[:3] == ("humaneval", "mbpp", "swe_bench")
    assert find_guide(UseCase.CHAT).core_ids[:3] == ("mt_bench", "chatbot_arena", "ifeval")
    assert find_guide(UseCase.REASONING).core_ids[:5] == ("gsm8k", "math", "gpqa", "arc_challenge", "bbh")
    assert find_guide(UseCase.GENERAL).core_ids[:3] == ("mmlu", "mt_bench", "ifeval")
    assert all("livebench" in guide.core_ids for guide in guides.values())


def test_coding_ignores_mmlu_and_says_why():
    guide = find_guide(UseCase.CODING)
    (mmlu,) = (entry for entry in guide.ignore if entry.benchmark == "mmlu")
    assert "code" in mmlu.why.text
    assert guide.rank_of("mmlu") is None and guide.rank_of("humaneval") == 0


def test_what_is_dated_is_stated_as_dated():
    assert "12 to 179 days" in find_by_id("livebench").refresh.note.text
    assert "2024" in find_by_id("swe_bench_verified").saturation.note.text
