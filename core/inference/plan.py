"""Settings that were left open are chosen from memory and cores.

Threads: physical cores that this process may use; more would only wait for
each other. Parallel questions: sixteen, fewer when what they keep (the KV
cache, or the states of recurrent layers) and the buffers of a batch would not
fit into the memory that is free once the weights are loaded. How much that is
says core/models/fit.py, from the file's header.
"""

import contextlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.errors import InferenceError
from core.inference.context import Layout
from core.inference.exchange import Settings
from core.inference.library import KV_TYPES
from core.models.fit import FitSettings, MemoryEstimate, estimate_memory, gigabytes
from core.models.header import Header
from core.models.machine import machine_memory

_TYPICAL_CELLS = 768  # of a question with its answer, when others are shorter than n_ctx
_MOST_PARALLEL = 16  # more gains little on CPUs and costs cache
_SHARE_OF_MEMORY = 0.7  # of what is free; the rest is left for other programs
_N_BATCH = 512


@dataclass(frozen=True)
class Machine:
    """What this process may use."""

    cores: int
    memory_available_bytes: int


@dataclass(frozen=True)
class Plan:
    settings: Settings  # nothing left open
    total_cells: int  # tokens of KV cache, all sequences together
    estimate: MemoryEstimate  # with questions as long as n_ctx allows


def read_machine() -> Machine:
    """Cores by affinity and quota, memory by the system and the container, whichever is less."""
    import psutil

    logical = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1)
    physical = psutil.cpu_count(logical=False) or logical
    return Machine(max(1, min(logical, physical, _cpu_quota())), machine_memory().available_bytes)


def choose(settings: Settings, headers: Sequence[Header], machine: Machine, *, gpu: bool) -> Plan:
    """Fill in what is None, and say how many cells of KV cache there may be.

    headers: of all parts of the model file, which is loaded already.
    Raises InferenceError when not even one question of n_ctx tokens fits.

    Example: 2 cores, 8 GB free, a 135M model with n_ctx 4096 → 16 parallel, 2 threads, 15616 cells.
    """
    _check(settings)
    filled = replace(
        settings,
        n_batch=settings.n_batch or _N_BATCH,
        threads=settings.threads or machine.cores,
        n_gpu_layers=(settings.n_gpu_layers if settings.n_gpu_layers is not None else -1) if gpu else 0,
    )
    weights_bytes = sum(header.data_bytes for header in headers)
    room = max(0.0, machine.memory_available_bytes - weights_bytes) * _SHARE_OF_MEMORY
    extra = min(settings.n_ctx, _TYPICAL_CELLS)
    # Where the number is given, the cache alone shrinks: not all questions can be long at the same time.
    for long_ones in range(settings.n_parallel or _MOST_PARALLEL, 0, -1):
        n_parallel, cells = settings.n_parallel or long_ones, settings.n_ctx + (long_ones - 1) * extra
        layout = Layout(n_parallel + 1, cells, unified=True, max_outputs=n_parallel + 1)
        estimate = estimate_memory(headers, fit_of(filled, layout))
        needed = estimate.total_bytes - estimate.weights_bytes - estimate.other_bytes
        if needed <= room:
            return Plan(replace(filled, n_parallel=n_parallel), cells, estimate)
    raise InferenceError(
        f"n_ctx {settings.n_ctx} needs {gigabytes(needed)} of KV cache and buffers and {gigabytes(room)} are free: "
        "lower n_ctx, choose type_k and type_v q8_0, or close other programs"
    )


def fit_of(settings: Settings, layout: Layout) -> FitSettings:
    """What a context laid out like this is reckoned with; n_batch None counts as 512."""
    return FitSettings(
        n_ctx=settings.n_ctx if layout.unified else layout.cells,
        n_parallel=layout.n_sequences,
        type_k=settings.type_k,
        type_v=settings.type_v,
        n_ubatch=settings.n_batch or _N_BATCH,
        flash_attn=settings.flash_attn is not False,
        kv_unified=layout.unified,
        total_cells=layout.total_cells,
        repacked=settings.use_extra_bufts,
    )


def _check(settings: Settings) -> None:
    for name in ("type_k", "type_v"):
        if getattr(settings, name) not in KV_TYPES:
            known = ", ".join(KV_TYPES)
            raise InferenceError(f"{name} “{getattr(settings, name)}” is unknown: choose one of {known}")
    for name in ("n_ctx", "n_batch", "n_parallel", "threads"):
        value = getattr(settings, name)
        if value is not None and value < 1:
            raise InferenceError(f"{name} is {value}: it must be at least 1")
    if settings.n_parallel is not None and settings.n_parallel > 128:
        raise InferenceError(f"n_parallel is {settings.n_parallel}: at most 128 questions decode together")


def _cpu_quota() -> int:
    """Whole cores that a Linux control group grants; very many without one."""
    with contextlib.suppress(OSError, ValueError):
        quota, _, period = Path("/sys/fs/cgroup/cpu.max").read_text().partition(" ")
        if quota != "max":
            return max(1, int(int(quota) / int(period)))
    return 1 << 10
