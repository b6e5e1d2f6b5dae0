"""Whether a model fits before it is loaded: a machine that swaps is worse than a sentence."""

from pathlib import Path

from core.errors import ModelFileError
from core.inference.devices import built_with_gpu
from core.inference.exchange import Settings
from core.models.fit import FitSettings, estimate_memory
from core.models.machine import MachineMemory, machine_memory
from core.models.split_files import read_headers


def check_memory(
    path: Path, settings: Settings, memory: MachineMemory | None = None, *, gpu: bool | None = None
) -> str | None:
    """A sentence of warning where it may get tight, None where it fits.

    gpu: whether a GPU may take a part of it; None: as the build tells.
    Raises ModelFileError where the machine as a whole is too small, and no GPU may help.
    """
    if gpu is None:
        gpu = settings.n_gpu_layers != 0 and built_with_gpu()
    memory = memory or machine_memory()
    fit = FitSettings(n_ctx=settings.n_ctx, type_k=settings.type_k, type_v=settings.type_v)
    needed = estimate_memory(read_headers(path), fit)
    if needed.total_bytes > memory.total_bytes and not gpu:
        raise ModelFileError(
            f"{path.name} needs about {needed.total_bytes / 1e9:.1f} GB at n_ctx {settings.n_ctx}, and this machine "
            f"has {memory.total_bytes / 1e9:.1f} GB: choose a smaller quantization or model, or a smaller n_ctx."
        )
    if not needed.fits(memory.available_bytes, reserve_bytes=0):
        tight = (
            f"{path.name} needs about {needed.total_bytes / 1e9:.1f} GB and {memory.available_bytes / 1e9:.1f} GB are "
            "free: close other programs, or it may be slow"
        )
        return f"{tight}, unless a GPU takes it." if gpu else f"{tight}."
    return None
