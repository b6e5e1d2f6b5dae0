"""Families and public scores: every row sourced and dated, and names found again."""

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from pydantic import ValidationError

from core.cards.online import ADDRESSES
from core.catalogue.benchmarks import load_benchmarks, load_catalogue
from core.catalogue.data_files import DATA_DIR, load_json, reading
from core.catalogue.families import find_family, load_families
from core.catalogue.public_scores import (
    _Sources,
    count_carried,
    find_place,
    find_places_with,
    find_protocol,
    load_places,
    load_public_scores,
    protocols_of,
)


def family_sources():
    """By key, as the file has them."""
    with reading("families.json") as path:
        return load_json(path)["sources"]


def test_a_hundred_families_each_with_dated_sources():
    assert len(load_families()) >= 100
    sources = family_sources()
    for family in load_families():
        assert family.sources and all(
            re.fullmatch(r"\d{4}(-\d{2}(-\d{2})?)?", sources[key]["date"]) for key in family.sources
        )


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


def test_places_to_find_data_say_what_they_hold_how_they_test_and_what_bites():
    assert len(load_places()) >= 20
    for place in load_places():
        assert place.covers and place.protocol and place.bites and place.freshness and place.checked_on
        assert not place.bites.endswith("."), place.id  # the page sets it


def test_a_place_of_which_nothing_is_carried_is_not_called_carried():
    for place in load_places():
        assert (count_carried(place.id).values > 0) == (place.use == "carried"), place.id


def test_places_are_found_by_what_they_hold():
    assert [place.id for place in find_places_with(["aider_polyglot"])] == ["aider"]
    assert find_places_with([]) == ()
    assert {rule.benchmark for rule in protocols_of("evalplus")} == {"humaneval", "humaneval_plus", "mbpp", "mbpp_plus"}


@pytest.mark.parametrize(
    "fault",
    [
        {"url": "http://example.org"},
        {"url": "https://example"},
        {"data_url": "https://example.org/a b"},
        {"benchmarks": ["no_such_test"]},
        {"use": "sometimes"},
        {"checked_on": "lately"},
    ],
)
def test_a_faulty_place_is_refused_when_the_data_are_read(fault):
    data = json.loads((DATA_DIR / "score_sources.json").read_text(encoding="utf-8"))
    data["places"][0] |= fault
    with pytest.raises(ValidationError):
        _Sources.model_validate(data)


# Hosts that the notes behind data/ name. A link cannot be opened from a test; it can at least lead where it should.
HOSTS = frozenset(
    [
        "aclanthology.org",
        "ai.google.dev",
        "aider.chat",
        "allenai.org",
        "artificialanalysis.ai",
        "arxiv.org",
        "bigcode-bench.github.io",
        "build.nvidia.com",
        "cevalbenchmark.com",
        "crfm.stanford.edu",
        "docs.api.nvidia.com",
        "docs.nvidia.com",
        "epoch.ai",
        "evalplus.github.io",
        "github.com",
        "gorilla.cs.berkeley.edu",
        "huggingface.co",
        "lastexam.ai",
        "livebench.ai",
        "livecodebench.github.io",
        "lmarena.ai",
        "matharena.ai",
        "nlp.cs.washington.edu",
        "openai.com",
        "openrouter.ai",
        "qwen.readthedocs.io",
        "raw.githubusercontent.com",
        "rowanzellers.com",
        "taubench.com",
        "tatsu-lab.github.io",
        "unsloth.ai",
        "vercel.com",
        "winogrande.allenai.org",
        "www.ibm.com",
        "www.surgehq.ai",
        "www.swebench.com",
        "www.tensorflow.org",
        "yonatanbisk.com",
    ]
)


def links() -> list[str]:
    found = [url for place in load_places() for url in (place.url, place.data_url) if url]
    found += [benchmark.homepage for benchmark in load_benchmarks()]
    found += [source.url for source in load_catalogue().sources.values() if source.url]
    found += [source["url"] for source in family_sources().values() if source["url"]]
    return found + [address for address in ADDRESSES.values() if "://" in address]


def test_every_link_is_https_and_leads_to_a_host_that_the_notes_name():
    assert len(links()) > 150
    for link in links():
        parts = urlsplit(link)
        assert parts.scheme == "https" and parts.username is None and parts.port is None, link
        assert parts.hostname in HOSTS, link
        assert not re.search(r"\s|\.\.", link), link


def test_the_hosts_are_those_of_the_notes():
    notes = Path(__file__).resolve().parents[3] / "shared" / "facts"
    if not notes.is_dir():
        pytest.skip("the notes behind data/ are not here")
    text = "\n".join(file.read_text(encoding="utf-8") for file in notes.iterdir())
    assert set(re.findall(r"https://([a-z0-9.-]+)", text)) >= HOSTS
