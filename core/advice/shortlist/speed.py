"""How fast a model can write, roughly: from the memory's bandwidth, or better from past runs.

To write one token every weight in use is read once, so

    tokens/s ≤ bandwidth / (active parameters × bits per weight / 8)

That is an upper bound: long contexts, processors that cannot keep up and other
programs make it slower, often by a third. A run of the same model on this
machine is a better basis and is used where the store holds one.
"""

import subprocess
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from shutil import which

import numpy as np

from core.advice.shortlist.memory import MemoryForecast
from core.advice.shortlist.needs import GIGABYTE, Machine
from core.models.machine import machine_memory
from core.models.names import canonical_key
from core.runs.database import Database
from core.runs.evaluation import measure_progress
from core.runs.records import CandidateKind
from core.runs.run_rows import load_runs

MEASURE_S = 0.4
_BLOCK_BYTES = 48 << 20  # two of them for each thread: beyond the caches of ordinary machines
_MOST_RUNS = 200


@dataclass(frozen=True)
class PastSpeed:
    """What a run on this machine wrote per second."""

    tokens_per_s: float
    label: str
    run_id: str


@dataclass(frozen=True)
class Speed:
    tokens_per_s: float | None
    is_bound: bool  # True: it will hardly be faster; False: it was measured
    basis: str

    def words(self) -> str:
        if self.tokens_per_s is None:
            return "unknown"
        rounded = f"{self.tokens_per_s:.0f}" if self.tokens_per_s >= 2 else f"{self.tokens_per_s:.1f}"
        return f"up to {rounded}" if self.is_bound else rounded


def measure_bandwidth(seconds: float = MEASURE_S, threads: int = 2) -> float:
    """Bytes read and written per second while copying blocks in main memory, in GB/s; takes `seconds`.

    The best of the rounds counts: whatever else the machine does only makes it slower.
    """
    # Written once before the clock starts: the first touch of a page costs far more than the copy.
    blocks = [(np.ones(_BLOCK_BYTES, dtype=np.uint8), np.ones(_BLOCK_BYTES, dtype=np.uint8)) for _ in range(threads)]
    best = 0.0
    with ThreadPoolExecutor(threads) as pool:
        end = time.perf_counter() + seconds
        while (start := time.perf_counter()) < end:
            list(pool.map(lambda pair: np.copyto(pair[1], pair[0]), blocks))
            best = max(best, 2 * _BLOCK_BYTES * threads / (time.perf_counter() - start) / GIGABYTE)
    return best


def find_gpu_gb() -> float | None:
    """The memory of the largest NVIDIA card, by its own tool; None where there is none to be seen."""
    tool = which("nvidia-smi")
    if tool is None:
        return None
    command = [tool, "--query-gpu=memory.total", "--format=csv,noheader,nounits"]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=3, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    sizes = [float(line) for line in answer.stdout.split() if line.replace(".", "", 1).isdigit()]
    return max(sizes) * (1 << 20) / GIGABYTE if sizes else None


def this_machine() -> Machine:
    """What is built in, without the time that measuring the bandwidth takes."""
    return Machine(machine_memory().total_bytes / GIGABYTE, gpu_gb=find_gpu_gb() or 0.0, measured=True)


def find_past_speeds(database: Database) -> dict[str, tuple[PastSpeed, ...]]:
    """Speeds of the store's latest runs of model files, by the canonical key of the model."""
    found: dict[str, list[PastSpeed]] = {}
    for run in load_runs(database)[:_MOST_RUNS]:
        if run.candidate.kind is not CandidateKind.FILE or run.answered == 0:
            continue
        speed = measure_progress(database, run).tokens_per_s
        if speed:
            past = PastSpeed(speed, run.candidate.label, run.id)
            found.setdefault(canonical_key(run.candidate.name), []).append(past)
    return {key: tuple(speeds) for key, speeds in found.items()}


def expect_speed(
    active_b: float | None,
    memory: MemoryForecast,
    machine: Machine,
    keys: Iterable[str] = (),
    past: Mapping[str, tuple[PastSpeed, ...]] | None = None,
) -> Speed:
    """The decode speed to expect, with what it rests on. `keys` are the names the model ran under."""
    runs = [speed for key in keys for speed in (past or {}).get(key, ())]
    same = [speed for speed in runs if speed.label.upper() == memory.label.upper()]
    if same:
        return Speed(max(speed.tokens_per_s for speed in same), False, f"measured here in a past run ({same[0].label})")
    if runs:
        best = max(runs, key=lambda speed: speed.tokens_per_s)
        return Speed(best.tokens_per_s, False, f"measured here in a past run of its {best.label}, not {memory.label}")
    on_gpu = machine.gpu_bytes >= memory.expected_bytes
    bandwidth = machine.gpu_bandwidth_gb_s if on_gpu else machine.bandwidth_gb_s
    if bandwidth is None:
        what = "The GPU's" if on_gpu else "The memory's"
        return Speed(None, True, f"{what} bandwidth is not known: measure it or type it in.")
    if active_b is None:
        return Speed(None, True, "How many parameters a token uses is not known.")
    bytes_per_token = active_b * 1e9 * memory.bpw / 8
    basis = (
        f"a rough upper bound: {bandwidth:.0f} GB/s of {'GPU' if on_gpu else 'main'} memory over "
        f"{bytes_per_token / 1e9:.2g} GB read for each token "
        f"({active_b:.3g} B active parameters at {memory.bpw:.2f} bits)"
    )
    return Speed(bandwidth * 1e9 / bytes_per_token, True, basis)
