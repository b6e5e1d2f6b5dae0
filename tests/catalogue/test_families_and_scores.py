"""Families and public scores: every row sourced and dated, and names found again."""

import re

import pytest

from core.catalogue.benchmarks import load_benchmarks
from core.catalogue.families import find_family, load_families, sources_of
from core.catalogue.public_scores import find_place, find_protocol, load_places, load_public_scores


def test_a_hundred_families_each_with_dated_sources():
    assert len(load_families()) >= 100
    for family in load_families():
        sources = sources_of(family)
        assert sources and all(re.fullmatch(r"\d{4}(-\d{2}(-\d{2})?)?", source.date) for source in sources)


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf", "Llama 3.1"),
        ("Qwen2.5-Coder-7B", "Qwen2.5-Coder"),
        ("gemma-3-1b-it", "Gemma 3"),
        ("gemma-3n-E4B-it", "Gemma 3n"),
        ("Mistral-7B-v0.1", "Mistral 7B v0.1"),
        ("SmolLM2-135M-Instruct", "SmolLM2"),
    ],
)
def test_names_find_their_family(name, family):
    assert find_family(name).family == family


@pytest.mark.parametrize("name", ["Lumen-7B", "metamath-mistral-7b", "", "x" * 5000])
def test_unknown_names_find_none(name):
    assert find_family(name) is None


def test_public_scores_have_value_source_and_date():
    known = {benchmark.id for benchmark in load_benchmarks()} | {"bigcodebench_hard", "aider_edit"}
    rows = load_public_scores()
    assert len(rows) > 5_000
    for row in rows:
        assert row.benchmark in known and find_place(row.source) is not None
        assert re.fullmatch(r"20\d\d-\d\d(-\d\d)?", row.as_of)
        assert (0 <= row.value <= 100) if row.scale == "percent" else (700 < row.value < 2000)


def test_each_carried_board_says_how_far_it_compares():
    for source, benchmark in {(row.source, row.benchmark) for row in load_public_scores()}:
        assert find_protocol(source, benchmark) is not None, (source, benchmark)


def test_places_to_find_data_have_addresses_and_dates():
    assert len(load_places()) >= 20
    assert all(place.url.startswith("https://") and place.checked_on for place in load_places())
