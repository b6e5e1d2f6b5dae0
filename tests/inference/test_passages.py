"""Passages are the same bytes for every model, and their bits are those of llama.cpp's own measure."""

import math
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from core.errors import InferenceError, NotEnoughData
from core.inference.divergence import CHUNK_TOKENS, measure_perplexity
from core.inference.exchange import Settings
from core.inference.library import OpenedModel
from core.inference.passages import Passage, cut_passages, score_passages
from tests.tiny_model import write_tiny_model

WORDS = "A river runs through the old town, and in spring its water stands as high as the first steps of the market. "
PROSE = WORDS * 60
JAPANESE = "東京の春は短い。" * 600


def test_a_text_is_cut_before_spaces_and_nothing_is_lost_or_read_twice() -> None:
    passages = cut_passages(PROSE, 1000)
    assert len(passages) == 5
    assert PROSE.startswith(passages[0].context + "".join(passage.text for passage in passages))
    assert all(passage.text[0] == " " and 512 <= passage.n_bytes <= 1024 for passage in passages)
    assert all(after.context == before.text for before, after in pairwise(passages))


def test_a_text_without_spaces_is_cut_between_characters() -> None:
    passages = cut_passages(JAPANESE, 1000)
    assert JAPANESE.startswith(passages[0].context + "".join(passage.text for passage in passages))
    assert all(1020 <= passage.n_bytes <= 1024 for passage in passages)


def test_of_a_long_text_passages_are_taken_from_all_over_it() -> None:
    text = "".join(f"Line number {number} of a long report. " for number in range(3000))
    passages = cut_passages(text, 10)
    assert len(passages) == 10
    assert "Line number 2" in passages[0].context
    assert text.index(passages[-1].text) > 0.97 * len(text)


@pytest.mark.parametrize("text", ["", "short", "a" * 2100])
def test_a_text_too_short_for_two_passages_is_refused_with_what_is_needed(text: str) -> None:
    with pytest.raises(NotEnoughData, match="at least 3,072"):
        cut_passages(text, 40)


@pytest.mark.slow
def test_bits_are_those_that_llama_cpps_measure_gives_for_the_same_tokens(smollm_path: Path) -> None:
    text = Path("README.md").read_text(encoding="utf-8").encode("ascii", "ignore").decode()
    expected = measure_perplexity(smollm_path, text, max_chunks=6)
    chunks = expected.n_chunks
    with closing(OpenedModel(smollm_path, Settings(), vocabulary_only=True)) as model:
        tokens = model.tokenize(text, add_special=False, parse_special=False)
        pieces = [model.piece(int(token)).decode() for token in tokens[: chunks * CHUNK_TOKENS]]
    half = CHUNK_TOKENS // 2 + 1
    starts = range(0, chunks * CHUNK_TOKENS, CHUNK_TOKENS)
    passages = [Passage("".join(pieces[s : s + half]), "".join(pieces[s + half : s + CHUNK_TOKENS])) for s in starts]
    found = score_passages(smollm_path, passages)
    bits_per_byte = sum(found.bits) / sum(passage.n_bytes for passage in passages)
    assert math.isclose(bits_per_byte, expected.bits_per_byte, rel_tol=0.005)
    assert found.rewritten == 0


@pytest.mark.slow
def test_bits_are_those_of_every_position_read_in_full(tmp_path: Path) -> None:
    from llama_cpp import Llama

    path = write_tiny_model(tmp_path / "tiny.gguf")
    passages = cut_passages(PROSE, 3, passage_bytes=150)
    found = score_passages(path, passages)
    alone = Llama(str(path), n_ctx=512, logits_all=True, verbose=False)
    for passage, bits in zip(passages, found.bits, strict=True):
        tokens = alone.tokenize((passage.context + passage.text).encode(), add_bos=True, special=False)
        alone.reset()
        alone.eval(tokens)
        scores = alone.scores[: len(tokens)].astype(np.float64)
        # One token a byte: the passage is the last n_bytes of them.
        expected = sum(
            np.log(np.exp(scores[i - 1] - scores[i - 1].max()).sum()) + scores[i - 1].max() - scores[i - 1][tokens[i]]
            for i in range(len(tokens) - passage.n_bytes, len(tokens))
        )
        assert math.isclose(bits, expected / math.log(2), rel_tol=1e-3)
    alone.close()


@pytest.mark.slow
def test_a_model_of_another_vocabulary_reads_the_same_bytes(smollm_path: Path, gemma_path: Path) -> None:
    passages = cut_passages(PROSE + JAPANESE, 4)
    found = [score_passages(path, passages) for path in (smollm_path, gemma_path)]
    assert all(len(scores.bits) == 4 and min(scores.bits) > 0 and scores.rewritten == 0 for scores in found)
    assert found[0].n_tokens != found[1].n_tokens


@pytest.mark.slow
def test_an_untrained_model_needs_about_the_bits_of_guessing_a_byte(tmp_path: Path) -> None:
    path = write_tiny_model(tmp_path / "tiny.gguf")
    found = score_passages(path, cut_passages(PROSE, 3, passage_bytes=200))
    bytes_read = sum(passage.n_bytes for passage in cut_passages(PROSE, 3, passage_bytes=200))
    assert 7 < sum(found.bits) / bytes_read < 10
    with pytest.raises(InferenceError, match="trained for 512 tokens"):
        score_passages(path, cut_passages(PROSE, 3))
