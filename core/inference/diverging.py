"""The measurement of perplexity and divergence inside the model's own process; see divergence.py for the way in.

As llama-perplexity does it: a text is cut into chunks of 512 tokens, the first
half of a chunk is context, and of the second half every token but the first is
predicted. Time is spent by llama.cpp, so a chunk is decoded in one batch where
its logits are of bearable size, and what NumPy does with them is done in blocks
that stay in the processor's cache.

Source: tools/perplexity of llama.cpp as shipped with llama-cpp-python 0.3.36.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from core.errors import InferenceError
from core.inference.context import DecodingContext, Layout
from core.inference.exchange import Settings
from core.inference.kept_predictions import CHUNK_TOKENS, PREDICTED, Floats, Kept, Tokens, Writer, open_kept
from core.inference.library import OpenedModel

_HALF: Final = CHUNK_TOKENS // 2
_READINGS, _WRITTEN = 3, 24  # of the probe of speed
_LOGIT_BYTES: Final = 80 << 20  # of a file's logits that are held at once
_BLOCK_BYTES: Final = 2 << 20  # of logits that NumPy works on at a time

OnShare = Callable[[float], None]
Losses = npt.NDArray[np.float64]


def run_measurement(
    paths: Sequence[Path],
    text: str,
    max_chunks: int,
    settings: Sequence[Settings],
    on_share: OnShare,
    *,
    kept: Path | None = None,
    keep: Path | None = None,
) -> dict[str, Any]:
    """Fields of Divergence for a candidate and its reference; only "candidate", a Perplexity, for one path.

    settings: of each path.

    kept: the reference's predictions from this file, instead of a second path.
    keep: write this file from the only path.
    """
    with ExitStack() as opened:
        models = [opened.enter_context(closing(OpenedModel(*each))) for each in zip(paths, settings, strict=True)]
        reference = open_kept(kept) if kept else None
        chunks = read_chunks(models[0], text, max_chunks)
        _check_vocabularies(models, reference, chunks)
        rows = _rows_at_once(models[0].n_vocab)
        layout = Layout(1, CHUNK_TOKENS, unified=True, max_outputs=rows)
        contexts = [
            opened.enter_context(closing(DecodingContext(model, replace(own, n_batch=CHUNK_TOKENS), layout)))
            for model, own in zip(models, settings, strict=True)
        ]
        writer = opened.enter_context(closing(Writer(keep, models[0].n_vocab, chunks))) if keep else None
        predicted = sum(len(models[0].piece(int(t))) for chunk in chunks for t in chunk[_HALF + 1 :])
        seen = [
            _measure_chunk(contexts, chunk, rows, number, reference, writer)
            for number, chunk in enumerate(_told(chunks, on_share))
        ]
        speed = measure_speed(contexts[0], chunks[0])
    found: dict[str, Any] = {"candidate": _perplexity([chunk.own for chunk in seen], predicted), "speed": speed}
    if len(models) == 2 or reference is not None:
        found["reference"] = _perplexity([chunk.reference for chunk in seen], predicted)
        found |= _differences(seen)
    return found


class _Chunk:
    """What one chunk gave: log-probabilities of its tokens and, with a reference, the distance at each."""

    def __init__(self) -> None:
        self.own = np.empty(PREDICTED)
        self.reference = np.empty(PREDICTED)
        self.kl = np.empty(PREDICTED)
        self.same = np.empty(PREDICTED, dtype=np.bool_)


def _measure_chunk(
    contexts: Sequence[DecodingContext],
    chunk: Tokens,
    rows: int,
    number: int,
    reference: Kept | None,
    writer: Writer | None,
) -> _Chunk:
    found = _Chunk()
    following = chunk[_HALF + 1 :]
    if reference is not None:
        found.reference[:] = reference.likelihoods(number)
        tops = reference.tops(number)
    for start, logits in _decoded(contexts, chunk, rows):
        for block in _blocks(start, *logits):
            at, own = slice(block[0], block[0] + len(block[1])), log_softmax(block[1])
            picked = np.arange(len(own)), following[at]
            found.own[at] = own[picked]
            if writer is not None:
                writer.add(found.own[at], own)
            if reference is not None:
                other = reference.log_probabilities(number, at.start, at.stop)
                found.same[at] = own.argmax(axis=1) == tops[at]
            elif len(contexts) == 2:
                other = log_softmax(block[2])
                found.reference[at] = other[picked]
                found.same[at] = own.argmax(axis=1) == other.argmax(axis=1)
            else:
                continue
            found.kl[at] = divergence_of(other, own)
    return found


def measure_speed(context: DecodingContext, chunk: Tokens) -> dict[str, float]:
    """Fields of Speed: half a chunk read at once, then some tokens one by one, as a chat does it.

    The median of several counts, since other programs come and go.
    """
    reading, writing = [], []
    for _ in range(_READINGS):
        context.clear()
        reading.append(_seconds(context, chunk[:_HALF], 0))
    for position in range(_HALF, _HALF + _WRITTEN):
        writing.append(_seconds(context, chunk[position : position + 1], position))
    return {
        "prefill_per_s": _HALF / float(np.median(reading)),
        "decode_per_s": 1 / float(np.median(writing)),
    }


def _seconds(context: DecodingContext, tokens: Tokens, start: int) -> float:
    """How long a batch takes of which the last token is predicted from."""
    n = len(tokens)
    before = time.perf_counter()
    context.decode(tokens, np.arange(start, start + n, dtype=np.int32), np.zeros(n, np.int32), np.arange(n) == n - 1)
    return time.perf_counter() - before


def log_softmax(logits: Floats) -> Floats:
    """Natural logarithms of the probabilities, float32 of the same shape (k, n_vocab).

    Example: logits (0, 0) give (−0.693, −0.693).
    """
    shifted: Floats = logits - logits.max(axis=1, keepdims=True)
    shifted -= np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return shifted


def divergence_of(reference: Floats, own: Floats) -> Losses:
    """Σ p·(ln p − ln q) of each row of log-probabilities, in nats, p from the reference.

    Example: p = (½, ½) and q = (¼, ¾) give ½·ln 2 + ½·ln(2/3) = 0.144.
    """
    found: Losses = np.einsum("ij,ij->i", np.exp(reference), reference - own).astype(np.float64)
    return found


def _decoded(contexts: Sequence[DecodingContext], chunk: Tokens, rows: int) -> Iterator[tuple[int, list[Floats]]]:
    """Logits of each file at up to `rows` predicted positions, from the first of them on."""
    for context in contexts:
        context.clear()
    done = 0
    for start in range(0, PREDICTED, rows):
        end = min(start + rows, PREDICTED)
        tokens = chunk[done : _HALF + end]
        positions = np.arange(done, _HALF + end, dtype=np.int32)
        wanted = positions >= _HALF + start
        sequences = np.zeros(len(tokens), np.int32)
        yield start, [context.decode(tokens, positions, sequences, wanted) for context in contexts]
        done = _HALF + end


def _blocks(start: int, *logits: Floats) -> Iterator[tuple[Any, ...]]:
    """(first position, block of each file) by blocks that fit a cache."""
    size = max(1, _BLOCK_BYTES // (4 * logits[0].shape[1]))
    for at in range(0, len(logits[0]), size):
        yield (start + at, *(rows[at : at + size] for rows in logits))


def _rows_at_once(n_vocab: int) -> int:
    return max(16, min(PREDICTED, _LOGIT_BYTES // (4 * n_vocab)))


def _check_vocabularies(models: Sequence[OpenedModel], reference: Kept | None, chunks: Sequence[Tokens]) -> None:
    first, *others = models
    for other in others:
        probe = "Is 3,5 × 2 = 7? Über, naïve; 東京\n\tdef f(x): return x"
        ours, theirs = (model.tokenize(probe, add_special=True) for model in (first, other))
        if other.n_vocab != first.n_vocab or not np.array_equal(ours, theirs):
            raise InferenceError(
                f"{first.path.name} and {other.path.name} have different vocabularies: choose files of one model."
            )
    if reference is not None and (
        reference.n_vocab != first.n_vocab or not np.array_equal(reference.chunks, np.stack(chunks))
    ):
        raise InferenceError(
            f"{first.path.name} and its reference have different vocabularies: choose files of one model."
        )


def read_chunks(model: OpenedModel, text: str, most: int) -> list[Tokens]:
    """Whole chunks of the text; each begins with BOS where the file asks for one."""
    tokens = model.tokenize(text, add_special=True, parse_special=False)
    whole = min(most, len(tokens) // CHUNK_TOKENS)
    if whole == 0:
        raise InferenceError(
            f"The text has {len(tokens)} tokens; at least {CHUNK_TOKENS} are needed: give a longer text."
        )
    chunks = [tokens[i * CHUNK_TOKENS : (i + 1) * CHUNK_TOKENS].copy() for i in range(whole)]
    if model.adds_bos and model.bos is not None:
        for chunk in chunks:
            chunk[0] = model.bos
    return chunks


def _told(chunks: Sequence[Tokens], on_share: OnShare) -> Iterator[Tokens]:
    for number, chunk in enumerate(chunks):
        on_share(number / len(chunks))
        yield chunk


def _perplexity(chunks: Sequence[Losses], n_bytes: int) -> dict[str, Any]:
    """Fields of Perplexity from the log-probabilities, chunk by chunk."""
    means = np.array([chunk.mean() for chunk in chunks])
    perplexity = math.exp(-float(means.mean()))
    error = _error(means)
    return {
        "perplexity": perplexity,
        "standard_error": None if error is None else perplexity * error,
        "bits_per_byte": -float(sum(chunk.sum() for chunk in chunks)) / math.log(2) / max(1, n_bytes),
        "n_tokens": PREDICTED * len(chunks),
        "n_chunks": len(chunks),
    }


def _differences(chunks: Sequence[_Chunk]) -> dict[str, Any]:
    """The other fields of Divergence. Both files read the same chunks, so differences are taken within each."""
    kl = np.concatenate([chunk.kl for chunk in chunks])
    by_chunk = {
        "kl": np.array([chunk.kl.mean() for chunk in chunks]),
        "log_ratio": np.array([(chunk.reference - chunk.own).mean() for chunk in chunks]),
        "same_top": np.array([chunk.same.mean() for chunk in chunks]),
    }
    return {
        "log_ratio": float(by_chunk["log_ratio"].mean()),
        "log_ratio_error": _error(by_chunk["log_ratio"]),
        "mean_kl": float(kl.mean()),
        "kl_standard_error": _error(by_chunk["kl"]),
        "median_kl": float(np.median(kl)),
        "kl_99": float(np.quantile(kl, 0.99)),
        "max_kl": float(kl.max()),
        "same_top": float(by_chunk["same_top"].mean()),
        "same_top_error": _error(by_chunk["same_top"]),
        "kl_by_chunk": by_chunk["kl"].tolist(),
        "log_ratio_by_chunk": by_chunk["log_ratio"].tolist(),
    }


def _error(means: Losses) -> float | None:
    """Standard error of the mean of chunks of equal size; None for a single one."""
    return float(means.std(ddof=1)) / math.sqrt(len(means)) if len(means) > 1 else None
