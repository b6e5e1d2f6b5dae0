"""How a measurement of predictions is done on this machine: both models at once, or one after the other.

The reference's predictions are needed for every rung and are computed once:
they go to a temporary file (core/inference/kept_predictions.py), whose size is
known beforehand. Only where a single rung is measured and fits into memory
beside the reference is no file needed. Where the disk has no room for it, the
reference is computed anew beside each rung, if the memory has.
"""

import math
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from core.errors import InferenceError
from core.inference.kept_predictions import CHUNK_TOKENS, PREDICTED, file_bytes
from core.models.home import cache_folder
from core.models.machine import machine_memory
from core.models.model_file import ModelFile

_RESERVE_BYTES: Final = 1_000_000_000  # of the disk, left alone
_SHARE_OF_MEMORY: Final = 0.9  # of what is free
_WORKING_BYTES: Final = 200_000_000  # of a decoding context for one chunk, beside the weights


@dataclass(frozen=True)
class MeasurementPlan:
    """Whether a temporary file is written, how large it gets at most, and the sentence that says so."""

    keeps: bool
    file_bytes: int  # 0 without a file
    sentence: str


def plan_measurement(
    reference: ModelFile,
    files: Sequence[ModelFile],
    text_bytes: int,
    chunks: int,
    *,
    available_bytes: int | None = None,
    free_bytes: int | None = None,
) -> MeasurementPlan:
    """What will be done; memory and disk as they are now unless given.

    Raises InferenceError where neither the disk nor the memory has room, and for a text that is surely too short.

    Example: 20 chunks with a vocabulary of 49,152 and several rungs → a file of at most 501 MB.
    """
    available = machine_memory().available_bytes if available_bytes is None else available_bytes
    free = _free_bytes(cache_folder()) if free_bytes is None else free_bytes
    most_chunks = (text_bytes + 1) // CHUNK_TOKENS  # no token is shorter than a byte, but for one that may be added
    if most_chunks == 0:
        raise InferenceError(
            f"The text has {text_bytes} bytes, and {CHUNK_TOKENS} tokens are the least that is read: give a longer one."
        )
    needed = file_bytes(reference.n_vocab or 0, min(chunks, most_chunks))
    pair = reference.size_bytes + max((f.size_bytes for f in files), default=0) + 2 * _working(reference)
    together = pair <= _SHARE_OF_MEMORY * available
    if len(files) == 1 and together:
        return MeasurementPlan(
            False, 0, f"The reference and the rung are loaded at once, which takes about {pair / 1e9:.1f} GB of memory."
        )
    if free >= needed + _RESERVE_BYTES:
        return MeasurementPlan(
            True,
            needed,
            f"The reference reads the text once; its predictions go to a temporary file of at most "
            f"{_megabytes(needed)} ({free / 1e9:.0f} GB are free there), which is removed afterwards.",
        )
    if together:
        return MeasurementPlan(
            False,
            0,
            f"A temporary file of {_megabytes(needed)} does not fit on the disk ({free / 1e6:,.0f} MB are free), so "
            f"the reference is read anew beside each rung, in about {pair / 1e9:.1f} GB of memory.",
        )
    raise InferenceError(
        f"The reference and a rung need about {pair / 1e9:.1f} GB of memory together, and {available / 1e9:.1f} GB are "
        f"free; one after the other they need {needed / 1e9:.1f} GB in {cache_folder()}, where {free / 1e9:.1f} GB are "
        "free and 1 GB is left alone. Take fewer chunks, make room there, or choose a smaller reference."
    )


def _megabytes(size_bytes: int) -> str:
    """In words; never "0 MB".

    >>> _megabytes(501_000_000), _megabytes(420_000)
    ('501 MB', '0.5 MB')
    """
    return f"{size_bytes / 1e6:,.0f} MB" if size_bytes >= 1e7 else f"{math.ceil(size_bytes / 1e5) / 10:.1f} MB"


def _working(reference: ModelFile) -> int:
    return _WORKING_BYTES + 4 * PREDICTED * (reference.n_vocab or 0)


def _free_bytes(folder: Path) -> int:
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free
