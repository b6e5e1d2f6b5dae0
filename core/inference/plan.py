"""Settings that were left open are chosen from memory and cores.

Threads: physical cores that this process may use; more would only wait for
each other. Parallel questions: sixteen, fewer when what they keep (the KV
cache, or the states of recurrent layers) and the buffers of a batch would not
fit into the memory that is free once the weights are loaded. How much that is
says core/models/fit.py, from the file's header. GPU layers: all, where they
fit with the cache of as many questions as possible.
"""

import contextlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.errors import InferenceError
from core.inference.context import Layout
from core.inference.devices import ALL_LAYERS, Gpu, choose_offload
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
    note: str = ""  # what the user should know of the choice


def read_machine() -> Machine:
    """Cores by affinity and quota, memory by the system and the container, whichever is less."""
    import psutil

    logical = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1)
    physical = psutil.cpu_count(logical=False) or logical
    return Machine(max(1, min(logical, physical, _cpu_quota())), machine_memory().available_bytes)


def choose(settings: Settings, headers: Sequence[Header], machine: Machine, gpus: Sequence[Gpu] = ()) -> Plan:
    """Fill in what is None, and say how many cells of KV cache there may be.

    headers: of all parts of the model file.
    Raises InferenceError when not even one question of n_ctx tokens fits.

    Example: 2 cores, 8 GB free, a 135M model with n_ctx 4096 → 16 parallel, 2 threads, 15616 cells.
    """
    _check(settings)
    filled = replace(
        settings, n_batch=settings.n_batch or _N_BATCH, threads=settings.threads or machine.cores, n_gpu_layers=0
    )
    ways = [_plan(filled, headers, long_ones) for long_ones in range(settings.n_parallel or _MOST_PARALLEL, 0, -1)]
    if gpus and settings.n_gpu_layers is None:
        for plan in ways:
            if choose_offload(None, headers, plan.estimate.settings, gpus).n_gpu_layers == ALL_LAYERS:
                return replace(plan, settings=replace(plan.settings, n_gpu_layers=ALL_LAYERS))
    room = max(0.0, machine.memory_available_bytes - ways[0].estimate.weights_bytes) * _SHARE_OF_MEMORY
    chosen = next((plan for plan in ways if _needed_beside_weights(plan) <= room), None)
    if chosen is None:
        raise InferenceError(
            f"n_ctx {settings.n_ctx} needs {gigabytes(_needed_beside_weights(ways[-1]))} of KV cache and buffers and "
            f"{gigabytes(room)} are free: lower n_ctx, choose type_k and type_v q8_0, or close other programs"
        )
    offload = choose_offload(settings.n_gpu_layers, headers, chosen.estimate.settings, gpus)
    return replace(chosen, settings=replace(chosen.settings, n_gpu_layers=offload.n_gpu_layers), note=offload.note)


def _plan(settings: Settings, headers: Sequence[Header], long_ones: int) -> Plan:
    """With a cache for one question of n_ctx tokens and others of a usual length, `long_ones` together.

    Where n_parallel is given it stays, and the cache alone shrinks: not all can be long at the same time.
    """
    n_parallel = settings.n_parallel or long_ones
    cells = settings.n_ctx + (long_ones - 1) * min(settings.n_ctx, _TYPICAL_CELLS)
    layout = Layout(n_parallel + 1, cells, unified=True, max_outputs=n_parallel + 1)
    return Plan(replace(settings, n_parallel=n_parallel), cells, estimate_memory(headers, fit_of(settings, layout)))


def _needed_beside_weights(plan: Plan) -> int:
    """Bytes of cache and buffers; the process itself runs already."""
    return plan.estimate.total_bytes - plan.estimate.weights_bytes - plan.estimate.other_bytes


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
