"""Perplexity and KL divergence beside llama.cpp's own llama-perplexity: the same figures, and in what time.

    python -m tests.bench.divergence REFERENCE.gguf CANDIDATE.gguf --tool llama-perplexity --text FILE
        [--chunks 8] [--rounds 3] [--threads 2]

The tool is built from the sources inside the llama-cpp-python source
distribution. Each round runs both one after the other, whole processes by the
clock and in processor time; ratios are taken within a round and the median
counts, since other programs on the machine come and go. Wanted: at most 1.3
times the tool's time, perplexity within 0.5 %, mean KL within 2 %.
"""

import argparse
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.inference.divergence import Divergence, keep_predictions, measure_divergence, measure_perplexity
from core.inference.exchange import Settings
from tests.bench.engine import PASSIVE, Cost

TIME_AT_MOST, PERPLEXITY_WITHIN, KL_WITHIN = 1.3, 0.005, 0.02
_FINAL = re.compile(r"Final estimate: PPL = ([\d.]+)")
_MEAN = re.compile(r"Mean PPL\(Q\)\s*:\s*([\d.]+)")
_KL = re.compile(r"Mean\s+KLD:\s*(-?[\d.]+)")


@dataclass(frozen=True)
class Case:
    tool: Path
    reference: Path
    candidate: Path
    text: Path
    chunks: int
    threads: int

    @property
    def settings(self) -> Settings:
        return Settings(threads=self.threads)

    def run_tool(self, model: Path, *more: str) -> str:
        command = [str(self.tool), "-m", str(model), "-f", str(self.text), "-c", "512", "--chunks", str(self.chunks)]
        command += ["-t", str(self.threads), *more]
        done = subprocess.run(command, capture_output=True, text=True, env=PASSIVE, check=True)
        return done.stdout + done.stderr


def number(pattern: re.Pattern[str], output: str) -> float:
    found = pattern.search(output)
    assert found, output[-2000:]
    return float(found[1])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reference", type=Path)
    parser.add_argument("candidate", type=Path)
    parser.add_argument("--tool", type=Path, required=True)
    parser.add_argument("--text", type=Path, required=True)
    parser.add_argument("--chunks", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    case = Case(given.tool, given.reference, given.candidate, given.text, given.chunks, given.threads)
    good = True
    ratios: dict[str, list[tuple[float, float]]] = {"perplexity": [], "KL, reference included": []}
    with tempfile.TemporaryDirectory() as folder:
        for round_number in range(1, given.rounds + 1):
            perplexity, divergence = one_round(case, Path(folder) / "base.kld", ratios)
            for name, pairs in ratios.items():
                print(
                    f"  round {round_number}: {name}: {pairs[-1][0]:.3f} by the clock, {pairs[-1][1]:.3f} in CPU time"
                )
    for name, (ours, theirs), within in (
        ("perplexity of the reference", perplexity, PERPLEXITY_WITHIN),
        ("perplexity of the candidate", divergence[0], PERPLEXITY_WITHIN),
        ("mean KL divergence", divergence[1], KL_WITHIN),
    ):
        off = abs(ours / theirs - 1)
        good &= off <= within
        print(
            f"{name}: {ours:.6f}, llama-perplexity {theirs:.6f}: {100 * off:.2f} % apart (at most {100 * within:g} %)"
        )
    for name, pairs in ratios.items():
        wall, cpu = (statistics.median(pair[i] for pair in pairs) for i in (0, 1))
        good &= min(wall, cpu) <= TIME_AT_MOST
        print(
            f"time for {name}: {wall:.3f} by the clock, {cpu:.3f} in CPU time, of llama-perplexity's ({TIME_AT_MOST})"
        )
    return 0 if good else 1


def one_round(
    case: Case, base: Path, ratios: dict[str, list[tuple[float, float]]]
) -> tuple[tuple[float, float], list[tuple[float, float]]]:
    """(ours, the tool's) of the reference's perplexity; of the candidate's perplexity and mean KL."""
    text = case.text.read_text(encoding="utf-8").strip()
    plain, plain_cost = timed(lambda: case.run_tool(case.reference))
    own, own_cost = timed(
        lambda: measure_perplexity(case.reference, text, max_chunks=case.chunks, settings=case.settings)
    )
    ratios["perplexity"].append(ratio(own_cost, plain_cost))

    def with_tool() -> str:
        case.run_tool(case.reference, "--kl-divergence-base", str(base))
        return case.run_tool(case.candidate, "--kl-divergence-base", str(base), "--kl-divergence")

    output, tool_cost = timed(with_tool)

    def by_us() -> Divergence:
        with keep_predictions(case.reference, text, max_chunks=case.chunks, settings=case.settings) as kept:
            return measure_divergence(
                case.reference, case.candidate, text, max_chunks=case.chunks, settings=case.settings, kept=kept
            )

    found, found_cost = timed(by_us)
    ratios["KL, reference included"].append(ratio(found_cost, tool_cost))
    pairs = [
        (found.candidate.perplexity, number(_MEAN, output)),
        (found.mean_kl, number(_KL, output)),
    ]
    return (own.perplexity, number(_FINAL, plain)), pairs


def timed(work: Callable[[], Any]) -> tuple[Any, Cost]:
    """What some work gave, with its time by the clock and in processor time of this process and its children."""
    before, cpu_before = time.monotonic(), cpu_seconds()
    result = work()
    return result, Cost(time.monotonic() - before, cpu_seconds() - cpu_before)


def cpu_seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def ratio(ours: Cost, theirs: Cost) -> tuple[float, float]:
    return ours.wall_s / theirs.wall_s, ours.cpu_s / theirs.cpu_s


if __name__ == "__main__":
    sys.exit(main())
