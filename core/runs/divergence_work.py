"""The work behind a measurement of predictions: every file against one reference on one text.

A file that crashes or refuses is noted with its reason and the others go on.
The engine gives each file's perplexity with its own error over tokens; the
error of their ratio is put together as if the two were unrelated. They read
the same tokens and are not, so it is too large, and "worse" is said too rarely
rather than too often.
"""

import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from core.errors import InferenceError, SurefitError
from core.inference.divergence import Divergence, measure_divergence
from core.runs.distributions import Distribution, Figure, read_text

OnShare = Callable[[float, str], None]


class Measure(Protocol):
    """The engine's measurement of one file; see core/inference/divergence.py."""

    def __call__(
        self,
        reference: Path,
        candidate: Path,
        text: str,
        *,
        max_chunks: int,
        progress: Callable[[float], None],
    ) -> Divergence: ...


def measure_files(
    arguments: Mapping[str, str],
    on_share: OnShare,
    cancelled: Callable[[], bool],
    measure: Measure = measure_divergence,
) -> dict[str, Any]:
    """The result of the job: distributions and failures by the file's fingerprint.

    Raises StoreError for a text that is gone, InferenceError on cancel and
    where no file at all could be measured.
    """
    files: dict[str, str] = json.loads(arguments["files"])
    text = read_text(Path(arguments["text"]))
    found: dict[str, Any] = {}
    failed: dict[str, str] = {}
    for number, (key, path) in enumerate(files.items()):
        file = Path(path)

        def tell(share: float, done: int = number, name: str = file.name) -> None:
            if cancelled():
                raise _Cancelled("The measurement was cancelled; start it again to measure what is missing.")
            on_share((done + share) / len(files), f"{name} against the reference")

        tell(0.0)
        try:
            measured = measure(
                Path(arguments["reference"]), file, text, max_chunks=int(arguments["chunks"]), progress=tell
            )
            found[key] = to_distribution(measured, arguments["text_name"]).to_dict()
        except _Cancelled:
            raise
        except SurefitError as error:
            failed[key] = str(error)
    if failed and not found:
        raise InferenceError(" ".join(dict.fromkeys(failed.values())))
    return {"found": found, "failed": failed}


class _Cancelled(InferenceError):
    """Asked for by the user: not a failure of one file."""


def to_distribution(measured: Divergence, text_name: str) -> Distribution:
    """The engine's figures in the form in which they are kept."""
    own, reference = measured.candidate, measured.reference
    errors = (own.standard_error / own.perplexity, reference.standard_error / reference.perplexity)
    return Distribution(
        text_name=text_name,
        n_tokens=own.n_tokens,
        n_chunks=own.n_chunks,
        perplexity=Figure(own.perplexity, own.standard_error),
        reference_perplexity=Figure(reference.perplexity, reference.standard_error),
        log_ratio=Figure(math.log(own.perplexity / reference.perplexity), math.hypot(*errors)),
        kl=Figure(measured.mean_kl, measured.kl_standard_error),
        same_top=Figure(measured.same_top, math.sqrt(measured.same_top * (1 - measured.same_top) / own.n_tokens)),
        bits_per_byte=Figure(own.bits_per_byte, None),
    )
