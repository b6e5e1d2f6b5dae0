import math
import random

import numpy as np
import pytest

from core.errors import InferenceError
from core.inference.divergence import CHUNK_TOKENS, keep_predictions, measure_divergence, measure_perplexity
from core.inference.kept_predictions import file_bytes
from core.inference.quantizer import quantize

pytestmark = pytest.mark.slow

DRAW = random.Random(3)
SENTENCES = [
    "The river was cold that morning.",
    "She opened the door and went in.",
    "Nobody had seen the cat since noon.",
]
TEXT = " ".join(DRAW.choice(SENTENCES) for _ in range(120))
LONG_TEXT = f"{TEXT} {TEXT[::-1]} {TEXT}"  # chunks of other kinds


def test_perplexity_is_that_of_every_position_read_in_full(smollm_path, reference):
    found = measure_perplexity(smollm_path, TEXT, max_chunks=1)
    alone = reference(smollm_path, n_ctx=CHUNK_TOKENS, flash_attn=True, logits_all=True)
    tokens = alone.tokenize(TEXT.encode(), add_bos=False)[:CHUNK_TOKENS]
    alone.eval(tokens)
    scores = alone.scores[:CHUNK_TOKENS].astype(np.float64)
    alone.close()
    half = range(CHUNK_TOKENS // 2, CHUNK_TOKENS - 1)
    losses = [
        np.log(np.exp(scores[i] - scores[i].max()).sum()) + scores[i].max() - scores[i][tokens[i + 1]] for i in half
    ]
    assert found.n_tokens == len(losses) == 255
    assert math.isclose(found.perplexity, math.exp(np.mean(losses)), rel_tol=0.02)


def test_a_file_does_not_differ_from_itself(smollm_path):
    found = measure_divergence(smollm_path, smollm_path, TEXT, max_chunks=1)
    assert found.mean_kl == pytest.approx(0, abs=1e-9)
    assert found.same_top == 1
    assert found.reference == found.candidate


def test_a_coarser_file_strays_and_bits_per_byte_follow_from_perplexity(smollm_path, tmp_path):
    coarse = quantize(smollm_path, "Q2_K", tmp_path / "coarse.gguf").path
    shares = []
    found = measure_divergence(smollm_path, coarse, TEXT, max_chunks=1, progress=shares.append)
    assert 0 < found.median_kl <= found.kl_99 <= found.max_kl
    assert found.same_top < 1
    ratio = found.candidate.bits_per_byte / found.reference.bits_per_byte
    assert math.isclose(
        ratio, math.log(found.candidate.perplexity) / math.log(found.reference.perplexity), rel_tol=1e-6
    )


def test_kept_predictions_give_what_two_loaded_files_give(smollm_path, tmp_path, monkeypatch):
    """The reference is read once for two candidates; errors are those of the differences within chunks."""
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))
    coarse = quantize(smollm_path, "Q2_K", tmp_path / "coarse.gguf").path
    both = measure_divergence(smollm_path, coarse, LONG_TEXT, max_chunks=2)
    with keep_predictions(smollm_path, LONG_TEXT, max_chunks=2) as kept:
        size = kept.stat().st_size
        found = measure_divergence(smollm_path, coarse, LONG_TEXT, max_chunks=2, kept=kept)
        same = measure_divergence(smollm_path, smollm_path, LONG_TEXT, max_chunks=2, kept=kept)
    assert not kept.exists()
    assert size == file_bytes(49_152, 2)
    assert found.mean_kl == pytest.approx(both.mean_kl, rel=1e-4)
    assert found.reference.perplexity == pytest.approx(both.reference.perplexity, rel=1e-6)
    assert found.kl_by_chunk == pytest.approx(both.kl_by_chunk, rel=1e-3)
    assert found.same_top == both.same_top
    assert same.mean_kl == pytest.approx(0, abs=1e-5)  # what is kept is rounded
    assert (same.log_ratio, same.log_ratio_error) == (0, 0)
    assert len(found.log_ratio_by_chunk) == found.candidate.n_chunks == 2
    first, second = found.log_ratio_by_chunk
    assert found.log_ratio_error == pytest.approx(abs(first - second) / 2)
    assert found.log_ratio_error < found.candidate.standard_error / found.candidate.perplexity
    assert found.speed.prefill_per_s > found.speed.decode_per_s > 0


def test_a_text_in_another_vocabulary_does_not_meet_kept_predictions(smollm_path, gemma_path, tmp_path, monkeypatch):
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path))
    with keep_predictions(smollm_path, TEXT, max_chunks=1) as kept, pytest.raises(InferenceError, match="different"):
        measure_divergence(smollm_path, gemma_path, TEXT, max_chunks=1, kept=kept)
    assert not list((tmp_path / "cache" / "predictions").iterdir())


def test_what_cannot_be_compared_is_said(smollm_path, gemma_path):
    with pytest.raises(InferenceError, match="at least 512"):
        measure_perplexity(smollm_path, "short")
    with pytest.raises(InferenceError, match="different vocabularies"):
        measure_divergence(smollm_path, gemma_path, TEXT)
