"""What will fit is foretold without a file, agrees with the header where there is one, and says its basis."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.advice.shortlist.memory import MemoryForecast, choose_quantization, forecast_memory
from core.advice.shortlist.needs import (
    LicenceKind,
    LicenceNeed,
    Machine,
    allows,
    licence_kind,
    licence_of_size,
)
from core.advice.shortlist.speed import PastSpeed, expect_speed, find_past_speeds, measure_bandwidth
from core.models.fit import FitSettings, estimate_memory
from core.models.home import store_path
from core.models.split_files import read_headers
from core.runs.database import Database
from tests.filled_store import fill

AGREES_WITHIN = 0.09  # of the total, as the module's docstring says
QUANTIZED = MemoryForecast("Q4_K_M", 4.89, 9 * 10**9, 11 * 10**9, 11 * 10**9, 11 * 10**9, "")


@pytest.mark.parametrize("n_ctx", [512, 2048, 8192, 32768])
@pytest.mark.parametrize(
    ("fixture", "family", "size_b", "params_b", "label"),
    [("smollm_path", "SmolLM2", 0.135, 0.1345, "Q4_1"), ("gemma_path", "Gemma 3", 0.27, 0.2681, "Q4_K_M")],
)
def test_the_forecast_agrees_with_the_header_of_a_real_file(
    fixture, family, size_b, params_b, label, n_ctx, request: pytest.FixtureRequest
):
    path: Path = request.getfixturevalue(fixture)
    from_header = estimate_memory(read_headers(path), FitSettings(n_ctx=n_ctx)).total_bytes
    forecast = forecast_memory(params_b, label, n_ctx, family=family, size_b=size_b)
    assert forecast.expected_bytes == pytest.approx(from_header, rel=AGREES_WITHIN)
    assert forecast.low_bytes <= from_header <= forecast.high_bytes
    blind = forecast_memory(params_b, label, n_ctx)
    assert blind.low_bytes <= from_header <= blind.high_bytes, "also where layers and heads are not known"


def test_the_cache_of_a_known_model_is_counted_by_hand():
    """Llama 3.1 8B: 32 layers × 2 × 8 heads × 128 × 2 bytes = 131,072 bytes a token."""
    short, long = (forecast_memory(8.03, "Q4_K_M", n, family="Llama 3.1", size_b=8) for n in (8192, 16384))
    batch_mask = 512 * 8192 * 2
    assert long.expected_bytes - short.expected_bytes == 8192 * 131_072 + batch_mask
    assert "32 layers with 8 KV heads" in short.basis
    assert short.file_bytes == pytest.approx(4.92e9, rel=0.02), "the file on the Hub has 4.92 GB"


def test_where_layers_and_heads_are_unknown_it_says_about_and_gives_a_range():
    forecast = forecast_memory(9, "Q6_K", 8192, family="Qwen3.5", size_b=9, released="2026-02")
    assert "not known here" in forecast.basis
    assert forecast.words().startswith("about ")
    assert "–" in forecast.words()


@given(st.floats(0.1, 80), st.floats(1, 200), st.integers(512, 65536))
def test_more_memory_never_means_fewer_bits(params_b, memory_gb, n_ctx):
    less, fits_less = choose_quantization(params_b, int(memory_gb * 1e9), n_ctx)
    more, fits_more = choose_quantization(params_b, int(memory_gb * 1.5e9), n_ctx)
    assert more.bpw >= less.bpw
    assert fits_more or not fits_less
    assert less.fits(int(memory_gb * 1e9)) == fits_less


def test_a_model_published_in_one_quantization_is_offered_in_that():
    forecast, fits = choose_quantization(20.9, 24 * 10**9, 8192, family="gpt-oss", size_b=20.9)
    assert (forecast.label, fits) == ("MXFP4_MOE", True)


def test_memory_is_kept_for_the_system():
    assert Machine(16).usable_bytes == 12_000_000_000
    assert Machine(16, reserve_gb=1).usable_bytes == 15_000_000_000
    assert Machine(16, gpu_gb=8).usable_bytes == 19_500_000_000
    assert Machine(1).usable_bytes == 0


@pytest.mark.parametrize(
    ("licence", "size_b", "kind"),
    [
        ("apache-2.0", 7, LicenceKind.OPEN),
        ("Apache-2.0 except 3B and 72B (Qwen licences)", 7, LicenceKind.OPEN),
        ("Apache-2.0 except 3B and 72B (Qwen licences)", 3, LicenceKind.CONDITIONS),
        ("Apache-2.0 (72B: Tongyi Qianwen)", 72, LicenceKind.CONDITIONS),
        ("modified MIT (123B); Apache-2.0 (24B)", 24, LicenceKind.OPEN),
        ("modified MIT (123B); Apache-2.0 (24B)", 123, LicenceKind.CONDITIONS),
        ("EXAONE AI Model Licence 1.1-NC", 7.8, LicenceKind.NON_COMMERCIAL),
        ("MNPL (non-production)", 22.2, LicenceKind.NON_COMMERCIAL),
        ("Mistral Research Licence", 22, LicenceKind.NON_COMMERCIAL),
        ("cc-by-nc-4.0", 8, LicenceKind.NON_COMMERCIAL),
        ("Gemma Terms of Use", 9, LicenceKind.CONDITIONS),
        ("llama3.1", 8, LicenceKind.CONDITIONS),
        ("other", 8, LicenceKind.UNKNOWN),
        (None, 8, LicenceKind.UNKNOWN),
    ],
)
def test_what_a_licence_allows_is_read_from_its_name(licence, size_b, kind):
    assert licence_kind(licence_of_size(licence, size_b)) is kind


def test_an_unknown_licence_neither_serves_nor_fails_a_need():
    assert allows(LicenceNeed.COMMERCIAL, None) is None
    assert allows(LicenceNeed.ANY, None) is True
    assert allows(LicenceNeed.OPEN, "Gemma Terms of Use") is False
    assert allows(LicenceNeed.COMMERCIAL, "Gemma Terms of Use") is True


def test_speed_is_bandwidth_over_the_bytes_of_a_token_and_said_to_be_a_bound():
    """14 B × 4.89 bits / 8 = 8.56 GB a token; 60 GB/s make 7.0 tokens a second."""
    speed = expect_speed(14.0, QUANTIZED, Machine(16, bandwidth_gb_s=60))
    assert speed.tokens_per_s == pytest.approx(7.01, abs=0.01)
    assert speed.words() == "up to 7"
    assert "rough upper bound" in speed.basis
    assert expect_speed(3.0, QUANTIZED, Machine(16, bandwidth_gb_s=60)).tokens_per_s == pytest.approx(32.7, abs=0.1)


def test_a_gpu_counts_only_where_the_whole_model_fits_it():
    beside = Machine(16, gpu_gb=8, bandwidth_gb_s=60, gpu_bandwidth_gb_s=400)
    inside = Machine(16, gpu_gb=16, bandwidth_gb_s=60, gpu_bandwidth_gb_s=400)
    assert "main memory" in expect_speed(14.0, QUANTIZED, beside).basis
    assert "GPU memory" in expect_speed(14.0, QUANTIZED, inside).basis


def test_an_unknown_bandwidth_gives_no_number():
    speed = expect_speed(14.0, QUANTIZED, Machine(16))
    assert (speed.tokens_per_s, speed.words()) == (None, "unknown")


def test_a_past_run_is_a_better_basis(tmp_path, monkeypatch):
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path))
    with Database(store_path()) as database:
        fill(database, {"Qwen2.5-7B-Instruct-Q4_K_M": "rrwr"}, tokens_per_s={"Qwen2.5-7B-Instruct-Q4_K_M": 11.0})
        past = find_past_speeds(database)
    assert list(past) == ["qwen|2.5|7b|instruct"]
    speed = expect_speed(7.6, QUANTIZED, Machine(16, bandwidth_gb_s=60), ["qwen|2.5|7b|instruct"], past)
    assert speed.tokens_per_s == pytest.approx(11.0)
    assert not speed.is_bound
    same = {"k": (PastSpeed(30.0, "Q2_K", "r1"), PastSpeed(12.0, "Q4_K_M", "r2"))}
    assert expect_speed(7.6, QUANTIZED, Machine(16), ["k"], same).tokens_per_s == 12.0


def test_bandwidth_is_measured_within_a_second_or_so():
    assert 0.1 < measure_bandwidth(0.05, threads=1) < 5000
