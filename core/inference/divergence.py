"""How far a quantization strays from the file it was made from, token by token.

Perplexity is exp(mean negative log-likelihood) of a text's tokens. The
Kullback-Leibler divergence compares the whole distributions of two files at
each position: Σ p·(ln p − ln q), in nats, p from the reference. Bits per byte
divide by the bytes of the predicted text, so that files with other
vocabularies compare.

Standard errors are over chunks of 512 tokens, not over tokens: the tokens of a
chunk share their context and are not independent. Two files read the same
chunks, so the error of their difference is that of the differences within
chunks, which is far smaller than the error of either perplexity.

The reference's predictions are computed once a text: `keep_predictions` puts
them into a temporary file for as many candidates as there are, and then only
one model is in memory at a time. `measure_divergence` alone loads both.

Held against llama-perplexity in tests/bench/divergence.py.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.inference import wire
from core.inference.exchange import Settings
from core.inference.kept_predictions import CHUNK_TOKENS, temporary_file
from core.inference.once_more import once_more_if_it_crashes
from core.inference.process import ModelProcess

_SILENCE_S = 600.0

Progress = Callable[[float], None]

__all__ = [
    "CHUNK_TOKENS",
    "Divergence",
    "Perplexity",
    "Speed",
    "keep_predictions",
    "measure_divergence",
    "measure_perplexity",
]


@dataclass(frozen=True)
class Perplexity:
    """Of one file on one text."""

    perplexity: float
    standard_error: float | None  # of the perplexity, over chunks; None for a single chunk
    bits_per_byte: float
    n_tokens: int  # predicted
    n_chunks: int


@dataclass(frozen=True)
class Speed:
    """Of a file alone, one sequence at a time, measured right after the text: tokens per second."""

    prefill_per_s: float  # a prompt of 256 tokens read at once
    decode_per_s: float  # tokens written one by one behind it


@dataclass(frozen=True)
class Divergence:
    """Of a file from its reference, over the same tokens; errors over chunks, None for a single one."""

    reference: Perplexity
    candidate: Perplexity
    log_ratio: float  # ln(perplexity/reference's): above zero is worse
    log_ratio_error: float | None
    mean_kl: float  # nats a token; 0 for equal distributions
    kl_standard_error: float | None
    median_kl: float
    kl_99: float  # 99 of 100 tokens are below
    max_kl: float
    same_top: float  # share of tokens at which both files put the same token first
    same_top_error: float | None
    kl_by_chunk: tuple[float, ...]  # so that two candidates can be held against each other, chunk by chunk
    log_ratio_by_chunk: tuple[float, ...]
    speed: Speed | None = None  # the candidate's


def measure_perplexity(
    path: Path,
    text: str,
    *,
    max_chunks: int = 20,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> Perplexity:
    """Perplexity of a file on a text, in a process of its own.

    Raises InferenceError for a text shorter than a chunk, ModelFileError,
    ModelProcessDied.

    Example: SmolLM2-135M-Instruct Q8_0 on a few pages of prose has about 20.
    """
    return Perplexity(**_measure([path], text, max_chunks, settings, progress)["candidate"])


@contextmanager
def keep_predictions(
    reference: Path,
    text: str,
    *,
    max_chunks: int = 20,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> Iterator[Path]:
    """Compute the reference's predictions into a temporary file that is removed at the end of the block.

    Its size is kept_predictions.file_bytes. Raises as measure_perplexity does,
    and InferenceError when the disk is full.

    Example:
        with keep_predictions(Path("m-F16.gguf"), text) as kept:
            for path in rungs:
                measure_divergence(Path("m-F16.gguf"), path, text, kept=kept)
    """
    with temporary_file() as path:
        _measure([reference], text, max_chunks, settings, progress, keep=str(path))
        yield path


def measure_divergence(
    reference: Path,
    candidate: Path,
    text: str,
    *,
    max_chunks: int = 20,
    settings: Settings | None = None,
    progress: Progress | None = None,
    kept: Path | None = None,
    reference_settings: Settings | None = None,
) -> Divergence:
    """Compare two files on a text, in a process of its own; without `kept` both are loaded at once.

    The reference has the candidate's settings unless given its own: then one
    file may be held against itself, say with another KV cache.

    Raises InferenceError when their vocabularies differ or the text is shorter
    than a chunk, ModelFileError, ModelProcessDied.

    Example: `measure_divergence(Path("m-F16.gguf"), Path("m-Q4_K_M.gguf"), text).mean_kl` is about 0.03.
    """
    paths = [candidate] if kept else [candidate, reference]
    found = _measure(paths, text, max_chunks, settings, progress, reference_settings, kept=str(kept) if kept else None)
    kinds: dict[str, Any] = {name: Perplexity(**found[name]) for name in ("reference", "candidate")}
    kinds["speed"] = Speed(**found["speed"])
    kinds |= {name: tuple(found[name]) for name in ("kl_by_chunk", "log_ratio_by_chunk")}
    return Divergence(**{**found, **kinds})


def _measure(
    paths: list[Path],
    text: str,
    max_chunks: int,
    settings: Settings | None,
    progress: Progress | None,
    second: Settings | None = None,
    **files: str | None,
) -> dict[str, Any]:
    settings = settings or Settings()

    def run(each: Sequence[Settings]) -> dict[str, Any]:
        process = ModelProcess(paths[0].name)
        with closing(process):
            process.send(
                "measure",
                paths=[str(path) for path in paths],
                text=text,
                max_chunks=max_chunks,
                settings=[wire.pack_settings(own) for own in each],
                **files,
            )
            while (message := process.receive(_SILENCE_S))["type"] != "done":
                if progress and "share" in message:
                    progress(float(message["share"]))
            found: dict[str, Any] = message["found"]
            return found

    return once_more_if_it_crashes(run, [settings, second or settings][: len(paths)])
