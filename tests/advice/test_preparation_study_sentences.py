"""What the page says about the study are the figures of the data file, in words."""

import pytest

from core.advice.preparation.preparation import (
    LIMITS,
    GuideKind,
    find_in_study,
    find_places,
    guide_kind,
    say_guides,
    say_headline,
    say_moves,
)
from core.catalogue.preparation_study import load_preparation_study

STUDY = load_preparation_study()


def test_the_headline_carries_the_figures_of_the_data_file() -> None:
    said = say_headline(STUDY)
    for shown in ("61 models", "24 benchmarks", "0.52", "0.76", "86 %", "70 %"):
        assert shown in said
    agreement = STUDY.mean_agreement
    assert f"{agreement.direct:.2f}" in said
    assert f"{agreement.prepared:.2f}" in said


def test_what_moves_is_said_with_its_figures() -> None:
    benchmarks, anew, models, perplexity = say_moves(STUDY)
    assert "0.23 to 0.74" in benchmarks
    assert anew.index("QNLI") < anew.index("QQP") < anew.index("MRPC")
    assert "Meta-Llama-3-8B (30 → 8)" in models
    assert "0.48 to 0.74" in perplexity
    assert "0.78" in perplexity
    assert "0.51" in perplexity


def test_a_guide_reaches_the_agreement_of_prepared_benchmarks_and_a_poor_one_stays_below_it() -> None:
    kinds = {benchmark.id: guide_kind(STUDY, benchmark) for benchmark in STUDY.benchmarks}
    assert kinds["hellaswag"] is GuideKind.TRUSTWORTHY
    assert kinds["medmcqa"] is GuideKind.UNCERTAIN
    assert kinds["nq_open"] is GuideKind.POOR
    said = say_guides(STUDY)
    good, poor = said.split("Do not choose by")
    for benchmark in STUDY.benchmarks:
        assert (benchmark.name in good) == (kinds[benchmark.id] is GuideKind.TRUSTWORTHY)
    assert "NQ-Open" in poor


def test_a_models_places_before_and_after_are_told() -> None:
    places = find_places(STUDY, "meta-llama/Meta-Llama-3-8B")
    assert places.sentence == "Of 61 models it is number 30 as released and number 8 prepared: it wins 22 places."
    assert [row[0] for row in places.rows] == ["all benchmarks", "language", "knowledge", "mathematics", "medicine"]
    assert places.rows[0][1:] == (30, 8)
    assert find_places(STUDY, "Qwen/Qwen2.5-14B-Instruct").sentence.endswith("it keeps its place.")
    assert find_places(STUDY, "EleutherAI/pythia-160m-deduped").sentence.endswith("it wins 1 place.")


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("/home/me/models/Qwen2.5-1.5B-Instruct-Q4_K_M.gguf", "Qwen/Qwen2.5-1.5B-Instruct"),
        ("qwen2.5-1.5b-q8_0.gguf", "Qwen/Qwen2.5-1.5B"),
        ("C:\\models\\gemma-2-2b-it-Q6_K.gguf", "google/gemma-2-2b-it"),
        ("gemma-2-2b.Q6_K.gguf", "google/gemma-2-2b"),
        ("gpt2-xl.f16.gguf", "openai-community/gpt2-xl"),
        ("SmolLM2-135M-Instruct.Q4_1.gguf", None),
        ("Llama-3.2-3B-Instruct-Q4_0", "meta-llama/Llama-3.2-3B-Instruct"),
        ("Qwen1.5-14B-Chat", "Qwen/Qwen1.5-14B-Chat"),
        ("gemma-2-27b-it", None),
    ],
)
def test_a_file_of_ones_own_is_found_in_the_study(name: str, model: str | None) -> None:
    assert find_in_study(STUDY, [name]) == model


def test_no_files_no_model() -> None:
    assert find_in_study(STUDY, []) is None


def test_the_limits_say_that_agreement_is_not_correctness() -> None:
    assert any("Agreement is not correctness" in limit for limit in LIMITS)
