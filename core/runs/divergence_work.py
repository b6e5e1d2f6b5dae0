"""The work behind a measurement of predictions: every file against one reference on one text.

The reference reads the text once where its predictions are kept (see
divergence_plan.py); every file is then read in a process of its own, with its
own KV cache. A file that crashes or refuses is noted with its reason and the
others go on. What was measured is kept under the files' contents, so a file
that is another one than it was when the job was started, or becomes one while
it is read, is noted too, and a reference that does ends the measurement.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol

from core.errors import InferenceError, ModelFileError, SurefitError
from core.inference.divergence import Divergence, Perplexity, keep_predictions, measure_divergence
from core.inference.exchange import Settings
from core.models.fingerprint import fingerprint
from core.runs.distributions import PLAIN_CACHE, Distribution, Figure
from core.runs.kept_texts import read_text


class MeasurementCancelled(InferenceError):
    """Asked for by the user: not a failure of one file."""


OnShare = Callable[[float, str], None]
Progress = Callable[[float], None]


class Measure(Protocol):
    """The engine's measurement of one file; see core/inference/divergence.py."""

    def __call__(
        self,
        reference: Path,
        candidate: Path,
        text: str,
        *,
        max_chunks: int,
        progress: Progress,
        kept: Path | None,
        settings: Settings,
        reference_settings: Settings,
    ) -> Divergence: ...


class Keep(Protocol):
    """The engine's way to compute the reference's predictions once."""

    def __call__(
        self, reference: Path, text: str, *, max_chunks: int, progress: Progress
    ) -> AbstractContextManager[Path]: ...


def measure_files(
    arguments: Mapping[str, str],
    on_share: OnShare,
    cancelled: Callable[[], bool],
    measure: Measure = measure_divergence,
    keep: Keep = keep_predictions,
    keep_finished: Callable[[Mapping[str, Any]], None] = lambda _: None,
) -> dict[str, Any]:
    """The result of the job: distributions and failures by the reader's key.

    `keep_finished` gets the same after each file that was measured, so that a
    later cancel or crash costs only what was not finished.

    Raises StoreError for a text that is gone, MeasurementCancelled, and
    InferenceError for a reference that cannot be read and where no file at all
    could be measured.
    """
    files: dict[str, str] = json.loads(arguments["files"])
    caches: dict[str, tuple[str, str]] = json.loads(arguments.get("caches", "{}"))
    reference, text, chunks = Path(arguments["reference"]), read_text(Path(arguments["text"])), int(arguments["chunks"])
    keeps = bool(arguments.get("keep"))
    steps = len(files) + keeps
    found: dict[str, Any] = {}
    failed: dict[str, str] = {}

    def teller(done: int, sentence: str) -> Progress:
        def tell(share: float) -> None:
            if cancelled():
                raise MeasurementCancelled("The measurement was cancelled; start it again to measure what is missing.")
            on_share((done + share) / steps, sentence)

        tell(0.0)
        return tell

    @contextmanager
    def kept_or_not() -> Iterator[Path | None]:
        if not keeps:
            yield None
            return
        told = teller(0, f"{reference.name}, the reference, reads the text")
        with keep(reference, text, max_chunks=chunks, progress=told) as path:
            yield path

    with kept_or_not() as kept:
        for number, (key, path) in enumerate(files.items()):
            file, cache = Path(path), tuple(caches.get(key, PLAIN_CACHE))
            cached = "" if cache == PLAIN_CACHE else f" with a KV cache of {cache[0]} and {cache[1]}"
            progress = teller(number + keeps, f"{file.name}{cached} against the reference")
            try:
                measured = measure(
                    reference,
                    file,
                    text,
                    max_chunks=chunks,
                    progress=progress,
                    kept=kept,
                    settings=Settings(type_k=cache[0], type_v=cache[1]),
                    reference_settings=Settings(),
                )
                _check_unchanged(file, key.split()[0])
            except MeasurementCancelled:
                raise
            except SurefitError as error:
                failed[key] = str(error)
                continue
            _check_unchanged(reference, arguments["reference_key"])
            found[key] = to_distribution(measured, arguments["text_name"]).to_dict()
            keep_finished({"found": found, "failed": failed})
    if failed and not found:
        raise InferenceError(" ".join(dict.fromkeys(failed.values())))
    return {"found": found, "failed": failed}


def _check_unchanged(path: Path, key: str) -> None:
    """Raises ModelFileError where the file's content is another one than the job was started for."""
    if fingerprint(path) != key:
        raise ModelFileError(f"{path.name} was replaced in the meantime: open the page again and measure it anew.")


def to_distribution(measured: Divergence, text_name: str) -> Distribution:
    """The engine's figures in the form in which they are kept."""
    return Distribution(
        text_name=text_name,
        n_tokens=measured.candidate.n_tokens,
        n_chunks=measured.candidate.n_chunks,
        perplexity=_perplexity(measured.candidate),
        reference_perplexity=_perplexity(measured.reference),
        log_ratio=Figure(measured.log_ratio, measured.log_ratio_error),
        kl=Figure(measured.mean_kl, measured.kl_standard_error),
        same_top=Figure(measured.same_top, measured.same_top_error),
        bits_per_byte=Figure(measured.candidate.bits_per_byte, None),
        kl_by_chunk=measured.kl_by_chunk,
        log_ratio_by_chunk=measured.log_ratio_by_chunk,
        prefill_per_s=measured.speed.prefill_per_s if measured.speed else None,
        decode_per_s=measured.speed.decode_per_s if measured.speed else None,
    )


def _perplexity(measured: Perplexity) -> Figure:
    return Figure(measured.perplexity, measured.standard_error)
