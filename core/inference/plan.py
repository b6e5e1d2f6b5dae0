"""Settings that were left open are chosen from memory and cores.

Threads: physical cores that this process may use; more would only wait for
each other. Parallel questions: sixteen, fewer when their KV cache would not
fit into the memory that is free once the weights are loaded.
"""

import contextlib
import os
from dataclasses import dataclass, replace
from pathlib import Path

from core.errors import InferenceError
from core.inference.exchange import Settings
from core.inference.library import KV_BYTES, Shape
from core.models.machine import machine_memory

_TYPICAL_CELLS = 768  # of a question with its answer, when others are shorter than n_ctx
_MOST_PARALLEL = 16  # more gains little on CPUs and costs cache
_SHARE_OF_MEMORY = 0.7  # of what is free; the rest is left for compute buffers and other programs
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


def read_machine() -> Machine:
    """Cores by affinity and quota, memory by the system and the container, whichever is less."""
    import psutil

    logical = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1)
    physical = psutil.cpu_count(logical=False) or logical
    return Machine(max(1, min(logical, physical, _cpu_quota())), machine_memory().available_bytes)


def choose(settings: Settings, shape: Shape, model_bytes: int, machine: Machine, *, gpu: bool) -> Plan:
    """Fill in what is None, and say how many cells of KV cache there may be.

    Raises InferenceError when not even one question of n_ctx tokens fits.

    Example: 2 cores, 8 GB free, a 135M model with n_ctx 4096 → 16 parallel, 2 threads, 15616 cells.
    """
    _check(settings)
    per_token = shape.kv_bytes_per_token(settings.type_k, settings.type_v)
    room = max(0.0, machine.memory_available_bytes - model_bytes) * _SHARE_OF_MEMORY
    affordable = int(room / per_token) if per_token else 1 << 30
    if affordable < settings.n_ctx:
        needed = settings.n_ctx * per_token / 1e9
        raise InferenceError(
            f"n_ctx {settings.n_ctx} needs {needed:.1f} GB of KV cache and {room / 1e9:.1f} GB are free: "
            "lower n_ctx, choose type_k and type_v q8_0, or close other programs"
        )
    extra = min(settings.n_ctx, _TYPICAL_CELLS)
    n_parallel = settings.n_parallel or max(1, min(_MOST_PARALLEL, 1 + (affordable - settings.n_ctx) // extra))
    filled = replace(
        settings,
        n_batch=settings.n_batch or _N_BATCH,
        n_parallel=n_parallel,
        threads=settings.threads or machine.cores,
        n_gpu_layers=(settings.n_gpu_layers if settings.n_gpu_layers is not None else -1) if gpu else 0,
    )
    return Plan(filled, min(affordable, settings.n_ctx + (n_parallel - 1) * extra))


def _check(settings: Settings) -> None:
    for name in ("type_k", "type_v"):
        if getattr(settings, name) not in KV_BYTES:
            known = ", ".join(KV_BYTES)
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
