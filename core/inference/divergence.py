"""How far a quantization strays from the file it was made from, token by token.

As llama-perplexity measures it: a text is cut into chunks of n_ctx tokens; the
first half of a chunk is context, and each token of the second half is
predicted. Perplexity is exp(mean negative log-likelihood). The Kullback-Leibler
divergence compares the whole distributions of two files at each position:
Σ p·(ln p − ln q), in nats, p from the reference. Bits per byte divide by the
bytes of the predicted text, so that files with other vocabularies compare.

Source: tools/perplexity of llama.cpp as shipped with llama-cpp-python 0.3.36.
"""

import math
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from core.errors import InferenceError
from core.inference import wire
from core.inference.context import DecodingContext, Layout
from core.inference.exchange import Settings
from core.inference.library import OpenedModel, Tokens
from core.inference.process import ModelProcess
from core.inference.writing import log_softmax

CHUNK_TOKENS = 512
_ROWS = 64  # positions whose logits are held at once
_SILENCE_S = 600.0


@dataclass(frozen=True)
class Perplexity:
    """Of one file on one text."""

    perplexity: float
    standard_error: float  # of the perplexity, over tokens
    bits_per_byte: float
    n_tokens: int  # predicted
    n_chunks: int


@dataclass(frozen=True)
class Divergence:
    """Of a file from its reference, over the same tokens."""

    reference: Perplexity
    candidate: Perplexity
    mean_kl: float  # nats a token; 0 for equal distributions
    kl_standard_error: float
    median_kl: float
    kl_99: float  # 99 of 100 tokens are below
    max_kl: float
    same_top: float  # share of tokens at which both files put the same token first


def measure_perplexity(
    path: Path,
    text: str,
    *,
    max_chunks: int = 20,
    settings: Settings | None = None,
    progress: Callable[[float], None] | None = None,
) -> Perplexity:
    """Perplexity of a file on a text, in a process of its own.

    Raises InferenceError for a text shorter than a chunk, ModelFileError,
    ModelProcessDied.

    Example: SmolLM2-135M-Instruct Q8_0 on a few pages of prose has about 20.
    """
    return Perplexity(**_measure([path], text, max_chunks, settings, progress)["candidate"])


def measure_divergence(
    reference: Path,
    candidate: Path,
    text: str,
    *,
    max_chunks: int = 20,
    settings: Settings | None = None,
    progress: Callable[[float], None] | None = None,
) -> Divergence:
    """Compare two files on a text; both are loaded at once, in one process of their own.

    Raises InferenceError when their vocabularies differ or the text is shorter
    than a chunk, ModelFileError, ModelProcessDied.

    Example: `measure_divergence(Path("m-F16.gguf"), Path("m-Q4_K_M.gguf"), text).mean_kl` is about 0.03.
    """
    found = _measure([candidate, reference], text, max_chunks, settings, progress)
    kinds = {name: Perplexity(**found[name]) for name in ("reference", "candidate")}
    return Divergence(**{**found, **kinds})


def run_measurement(
    paths: list[Path], text: str, max_chunks: int, settings: Settings, on_share: Callable[[float], None]
) -> dict[str, Any]:
    """The work itself, inside the model process: fields of Divergence, or only "candidate" for one path."""
    with ExitStack() as open_files:
        models = [open_files.enter_context(closing(OpenedModel(path, settings))) for path in paths]
        _check_vocabularies(models)
        chunks = _chunks(models[0], text, max_chunks)
        layout = Layout(1, CHUNK_TOKENS, unified=True, max_outputs=_ROWS)
        used = replace(settings, n_batch=CHUNK_TOKENS // 2)
        contexts = [open_files.enter_context(closing(DecodingContext(model, used, layout))) for model in models]
        predicted = sum(len(models[0].piece(int(t))) for chunk in chunks for t in chunk[CHUNK_TOKENS // 2 + 1 :])
        likelihoods: list[list[npt.NDArray[np.float64]]] = [[] for _ in models]
        divergences: list[npt.NDArray[np.float64]] = []
        same: list[npt.NDArray[np.bool_]] = []
        for number, chunk in enumerate(chunks):
            for rows, following in _predictions(contexts, chunk):
                for kept, row in zip(likelihoods, rows, strict=True):
                    kept.append(row[np.arange(len(following)), following])
                if len(rows) == 2:
                    divergences.append((np.exp(rows[1]) * (rows[1] - rows[0])).sum(axis=1))
                    same.append(rows[0].argmax(axis=1) == rows[1].argmax(axis=1))
                on_share(number / len(chunks))
    summaries = [_summary(np.concatenate(kept), predicted, len(chunks)) for kept in likelihoods]
    found: dict[str, Any] = {"candidate": asdict(summaries[0])}
    if len(models) == 2:
        found |= {"reference": asdict(summaries[1]), **_kl_summary(np.concatenate(divergences))}
        found["same_top"] = float(np.concatenate(same).mean())
    return found


def _measure(
    paths: list[Path],
    text: str,
    max_chunks: int,
    settings: Settings | None,
    progress: Callable[[float], None] | None,
) -> dict[str, Any]:
    process = ModelProcess(paths[0].name)
    with closing(process):
        process.send(
            "measure",
            paths=[str(path) for path in paths],
            text=text,
            max_chunks=max_chunks,
            settings=wire.pack_settings(settings or Settings()),
        )
        while (message := process.receive(_SILENCE_S))["type"] != "done":
            if progress and "share" in message:
                progress(float(message["share"]))
        found: dict[str, Any] = message["found"]
        return found


def _check_vocabularies(models: list[OpenedModel]) -> None:
    first, *others = models
    for other in others:
        probe = "Is 3,5 × 2 = 7? Über, naïve; 東京\n\tdef f(x): return x"
        ours, theirs = (model.tokenize(probe, add_special=True) for model in (first, other))
        same_tokens = np.array_equal(ours, theirs)
        if other.n_vocab != first.n_vocab or not same_tokens:
            raise InferenceError(f"{first.path.name} and {other.path.name} have different vocabularies")


def _chunks(model: OpenedModel, text: str, most: int) -> list[Tokens]:
    """Whole chunks of the text; each begins with BOS where the file asks for one."""
    tokens = model.tokenize(text, add_special=True, parse_special=False)
    whole = min(most, len(tokens) // CHUNK_TOKENS)
    if whole == 0:
        raise InferenceError(f"the text has {len(tokens)} tokens; at least {CHUNK_TOKENS} are needed")
    chunks = [tokens[i * CHUNK_TOKENS : (i + 1) * CHUNK_TOKENS].copy() for i in range(whole)]
    if model.adds_bos and model.bos is not None:
        for chunk in chunks:
            chunk[0] = model.bos
    return chunks


def _predictions(
    contexts: list[DecodingContext], chunk: Tokens
) -> Iterator[tuple[list[npt.NDArray[np.float64]], Tokens]]:
    """Log-probabilities of each file at up to 64 positions, and the tokens that follow there."""
    half = CHUNK_TOKENS // 2
    for context in contexts:
        context.clear()
        _decode(context, chunk[:half], 0, wanted=False)
    for start in range(half, CHUNK_TOKENS - 1, _ROWS):
        end = min(start + _ROWS, CHUNK_TOKENS - 1)
        rows = [log_softmax(_decode(context, chunk[start:end], start, wanted=True)) for context in contexts]
        yield rows, chunk[start + 1 : end + 1]


def _decode(context: DecodingContext, tokens: Tokens, start: int, *, wanted: bool) -> npt.NDArray[np.float32]:
    n = len(tokens)
    positions = np.arange(start, start + n, dtype=np.int32)
    return context.decode(tokens, positions, np.zeros(n, np.int32), np.full(n, wanted))


def _summary(likelihoods: npt.NDArray[np.float64], n_bytes: int, n_chunks: int) -> Perplexity:
    mean = -float(likelihoods.mean())
    perplexity = math.exp(mean)
    spread = float(likelihoods.std(ddof=1)) / math.sqrt(len(likelihoods))
    bits = -float(likelihoods.sum()) / math.log(2) / max(1, n_bytes)
    return Perplexity(perplexity, perplexity * spread, bits, len(likelihoods), n_chunks)


def _kl_summary(divergences: npt.NDArray[np.float64]) -> dict[str, float]:
    return {
        "mean_kl": float(divergences.mean()),
        "kl_standard_error": float(divergences.std(ddof=1)) / math.sqrt(len(divergences)),
        "median_kl": float(np.median(divergences)),
        "kl_99": float(np.quantile(divergences, 0.99)),
        "max_kl": float(divergences.max()),
    }
