"""The GPUs that this build of llama.cpp can use, and how many layers of a model go to them.

llama.cpp lists its devices through ggml, which llama-cpp-python loads but does
not bind; the four functions are bound here. Whole layers go to a GPU, with
their share of the KV cache: all of them where they fit beside the reserve,
else the number that core/models/gpu_fit.py reckons with.
"""

import ctypes
import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from core.errors import InferenceError, ModelFileError
from core.models.fit import FitSettings, gigabytes
from core.models.gpu_fit import GpuFit, layers_on_gpu
from core.models.header import Header

ALL_LAYERS = -1  # as llama.cpp counts
_GPU_BACKENDS = ("cuda", "hip", "metal", "musa", "opencl", "sycl", "vulkan")
_GPU_TYPES = (1, 2)  # ggml_backend_dev_type: a GPU with memory of its own, and one that shares the machine's

T = TypeVar("T")


@dataclass(frozen=True)
class Gpu:
    name: str
    free_bytes: int
    total_bytes: int


@dataclass(frozen=True)
class Offload:
    """How many layers go to the GPUs, and why not all."""

    n_gpu_layers: int  # ALL_LAYERS, or so many
    note: str = ""


def find_gpus() -> tuple[Gpu, ...]:
    """What this build can use; none for a build without GPU support."""
    from llama_cpp._ggml import libggml

    from core.inference.library import llama

    if not llama().llama_supports_gpu_offload():
        return ()
    get, kind, name = libggml.ggml_backend_dev_get, libggml.ggml_backend_dev_type, libggml.ggml_backend_dev_description
    memory, count = libggml.ggml_backend_dev_memory, libggml.ggml_backend_dev_count
    count.restype, get.restype, get.argtypes = ctypes.c_size_t, ctypes.c_void_p, [ctypes.c_size_t]
    kind.restype, kind.argtypes = ctypes.c_int, [ctypes.c_void_p]
    name.restype, name.argtypes = ctypes.c_char_p, [ctypes.c_void_p]
    memory.restype = None
    memory.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_size_t), ctypes.POINTER(ctypes.c_size_t)]
    gpus = []
    for index in range(count()):
        device = get(index)
        if kind(device) in _GPU_TYPES:
            free, total = ctypes.c_size_t(), ctypes.c_size_t()
            memory(device, ctypes.byref(free), ctypes.byref(total))
            gpus.append(Gpu((name(device) or b"GPU").decode(errors="replace"), free.value, total.value))
    return tuple(gpus)


def built_with_gpu() -> bool:
    """Whether the installed llama.cpp carries a backend for GPUs; told by its files, without loading it."""
    spec = importlib.util.find_spec("llama_cpp")
    folder = Path(spec.origin).parent / "lib" if spec and spec.origin else Path("none")
    names = [file.name for file in folder.iterdir()] if folder.is_dir() else []
    return any(f"ggml-{backend}" in name for name in names for backend in _GPU_BACKENDS)


def choose_offload(wished: int | None, headers: Sequence[Header], fit: FitSettings, gpus: Sequence[Gpu]) -> Offload:
    """How many layers to load onto the GPUs; `wished` None means as many as fit.

    Example: one GPU with 4 GB free and an 8B model of 4.9 GB → 19 layers, and a note that says so.
    """
    if not gpus or wished == 0:
        return Offload(0, "this build of llama.cpp has no GPU: n_gpu_layers counts as 0." if wished else "")
    if wished is not None:
        return Offload(wished)
    found: GpuFit = layers_on_gpu(headers, sum(gpu.free_bytes for gpu in gpus), fit, len(gpus) * (512 << 20))
    if found.all_layers:
        return Offload(ALL_LAYERS)
    free = " and ".join(f"{gigabytes(gpu.free_bytes)} of {gpu.name}" for gpu in gpus)
    layers = headers[0].layers + 1
    return Offload(found.n_gpu_layers, f"{found.n_gpu_layers} of {layers} layers fit on the GPU ({free} are free).")


def load_with_fewer(
    load: Callable[[int], T], n_gpu_layers: int, n_layers: int, tell: Callable[[str], None]
) -> tuple[T, int]:
    """What `load` gives for so many layers on the GPU, or for half as many until it works: on the CPU alone at last.

    Returns it with the number that worked. Raises what `load` raises when nothing is left on the GPU.
    """
    while True:
        try:
            return load(n_gpu_layers), n_gpu_layers
        except (InferenceError, ModelFileError) as error:
            if n_gpu_layers == 0:
                raise
            fewer = (n_layers if n_gpu_layers < 0 else min(n_gpu_layers, n_layers)) // 2
            where = f"{fewer} layers on the GPU" if fewer else "the CPU alone"
            tell(f"it could not be loaded with n_gpu_layers {n_gpu_layers} ({error}); now with {where}.")
            n_gpu_layers = fewer
