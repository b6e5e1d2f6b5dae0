"""How fast the engine is, beside llama.cpp's own programs on the same file.

    python -m tests.bench.engine MODEL.gguf --tools FOLDER [--rounds 5] [--threads 2] [--only batch prefix choice agree]

FOLDER holds llama-batched-bench and llama-bench, built from the sources inside
the llama-cpp-python source distribution. Each round runs all contestants one
after the other; the ratios are taken within a round, and their median counts,
because other programs on the machine come and go. Processor time is compared
beside the clock for the same reason.
"""

import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import psutil

from core.inference.exchange import PromptMode, Request, Settings
from core.inference.session import ModelSession, open_model
from core.questions.question import Message

N_QUESTIONS, N_PROMPT, N_ANSWER, N_PARALLEL = 32, 40, 48, 16
WORDS = ["the", "cat", "sat", "river", "house", "green", "seven", "walks", "music", "table", "cold", "north"]
PASSIVE = {**os.environ, "OMP_WAIT_POLICY": os.environ.get("OMP_WAIT_POLICY", "passive")}


def words(count: int, seed: int) -> str:
    """Text of about `count` tokens that shares no beginning with that of another seed."""
    draw = random.Random(seed)
    return f"{draw.randrange(10**6)} " + " ".join(draw.choice(WORDS) for _ in range(count - 7))


def stories(prefix: Callable[[int], str] = lambda _: "") -> list[Request]:
    """Plain completions: nothing in common but what `prefix` gives them."""
    return [
        Request(f"q{i}", (Message("user", prefix(i) + words(N_PROMPT, i)),), N_ANSWER, PromptMode.COMPLETION)
        for i in range(N_QUESTIONS)
    ]


def choices(n_tokens: int) -> list[Request]:
    options = (" A", " B", " C", " D")
    return [
        Request(
            f"c{i}",
            (Message("user", words(n_tokens + i % 9, i) + "\nAnswer:"),),
            1,
            PromptMode.LOGLIKELIHOOD,
            options=options,
        )
        for i in range(4 * N_QUESTIONS)
    ]


@dataclass(frozen=True)
class Cost:
    """What some work took: by the clock, and in processor time, which other programs disturb less."""

    wall_s: float
    cpu_s: float


@dataclass(frozen=True)
class Taken(Cost):
    n_prompt: int
    n_answer: int

    @property
    def n_tokens(self) -> int:
        return self.n_prompt + self.n_answer


def timed(session: ModelSession, requests: list[Request]) -> Taken:
    process = psutil.Process(session.pid)
    before, cpu_before = time.monotonic(), process.cpu_times()
    replies = list(session.answer(requests))
    taken, cpu = time.monotonic() - before, process.cpu_times()
    assert len(replies) == len(requests)
    return Taken(
        taken,
        cpu.user + cpu.system - cpu_before.user - cpu_before.system,
        sum(r.prompt_tokens for r in replies),
        sum(r.answer_tokens for r in replies),
    )


def run_tool(*arguments: object) -> tuple[str, float]:
    """(what it printed, its processor time in seconds)."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run([str(a) for a in arguments], capture_output=True, text=True, check=True, env=PASSIVE)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return out.stdout + out.stderr, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def batched_bench(tools: Path, model: Path, threads: int) -> Cost:
    """Seconds a token, prompts and answers together, of llama-batched-bench with the same batch."""
    fixed = ["-m", model, "-c", N_PARALLEL * 256, "-b", 512, "-ub", 512, "-t", threads, "--output-format", "jsonl"]
    shape = ["-npp", N_PROMPT, "-ntg", N_ANSWER, "-npl"]
    _, once = run_tool(tools / "llama-batched-bench", *fixed, *shape, N_PARALLEL)
    printed, twice = run_tool(tools / "llama-batched-bench", *fixed, *shape, f"{N_PARALLEL},{N_PARALLEL}")
    speeds = [json.loads(line)["speed"] for line in printed.splitlines() if line.startswith("{")]
    return Cost(1 / statistics.mean(speeds), (twice - once) / (N_PARALLEL * (N_PROMPT + N_ANSWER)))


def prefill_bench(tools: Path, model: Path, threads: int) -> Cost:
    """Seconds a prompt token as llama-bench shows them (512 at once)."""
    fixed = ["-m", model, "-p", 512, "-n", 0, "-t", threads, "-o", "json", "-fa", 1, "-r"]
    _, little = run_tool(tools / "llama-bench", *fixed, 1)
    printed, much = run_tool(tools / "llama-bench", *fixed, 5)
    speed = json.loads(printed[printed.index("[") : printed.rindex("]") + 1])[0]["avg_ts"]
    return Cost(1 / speed, (much - little) / (4 * 512))


LOOP = """
import sys, time
from llama_cpp import Llama
path, threads, n = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
model = Llama(path, n_ctx=512, n_threads=threads, n_threads_batch=threads, flash_attn=True, verbose=False)
texts = sys.stdin.read().split("\\x00")
model.create_chat_completion([{"role": "user", "content": "Hi"}], max_tokens=1)
before = time.monotonic()
for text in texts:
    model.create_chat_completion([{"role": "user", "content": text}], max_tokens=n, temperature=0)
print((time.monotonic() - before) / len(texts))
"""


def loop_over_llama(model: Path, threads: int, texts: list[str]) -> float:
    """Seconds a question of a loop over Llama.create_chat_completion."""
    out = subprocess.run(
        [sys.executable, "-c", LOOP, str(model), str(threads), str(N_ANSWER)],
        input="\x00".join(texts),
        capture_output=True,
        text=True,
        check=True,
        env=PASSIVE,
    )
    return float(out.stdout.strip().splitlines()[-1])


def chats() -> list[Request]:
    topics = ["a dog", "the sea", "a train", "an old town", "bread", "winter", "a garden", "a friend"]
    return [
        Request(
            f"q{i}", (Message("user", f"Tell a long story about {topics[i % 8]} and the number {i * 37}."),), N_ANSWER
        )
        for i in range(N_QUESTIONS)
    ]


def measure_batch(session: ModelSession, model: Path, tools: Path, threads: int, rounds: int) -> None:
    by_clock, by_cpu, speedups = [], [], []
    timed(session, stories()[:4])
    for number in range(rounds):
        theirs, ours = batched_bench(tools, model, threads), timed(session, stories())
        chat = timed(session, chats()).wall_s / N_QUESTIONS
        loop = loop_over_llama(model, threads, [r.messages[0].content for r in chats()[:8]])
        by_clock.append(theirs.wall_s * ours.n_tokens / ours.wall_s)
        by_cpu.append(theirs.cpu_s * ours.n_tokens / ours.cpu_s)
        speedups.append(loop / chat)
        print(
            f"  round {number + 1}: engine {ours.n_tokens / ours.wall_s:.0f} t/s, llama-batched-bench "
            f"{1 / theirs.wall_s:.0f} t/s: {by_clock[-1]:.3f} by the clock, {by_cpu[-1]:.3f} in processor time; "
            f"chat {chat * 1000:.0f} ms a question, loop {loop * 1000:.0f} ms"
        )
    print(
        f"throughput beside llama-batched-bench: {statistics.median(by_clock):.3f} by the clock, "
        f"{statistics.median(by_cpu):.3f} in processor time (at least 0.90 wanted)"
    )
    print(f"beside a loop over create_chat_completion: {statistics.median(speedups):.2f} times (about 2.6 wanted)")


def measure_prefix(session: ModelSession, rounds: int) -> None:
    by_clock, by_cpu = [], []
    common = words(200, 10**6) + "\n"
    for number in range(rounds):
        without = timed(session, stories())
        shared = timed(session, stories(lambda _: common))
        every = timed(session, stories(lambda i: words(200, 2 * 10**6 + i) + "\n"))
        by_clock.append((shared.wall_s - without.wall_s) / (every.wall_s - without.wall_s))
        by_cpu.append((shared.cpu_s - without.cpu_s) / (every.cpu_s - without.cpu_s))
        print(
            f"  round {number + 1}: without {without.wall_s:.2f} s, shared {shared.wall_s:.2f} s, for every question "
            f"{every.wall_s:.2f} s: {by_clock[-1]:.3f} by the clock, {by_cpu[-1]:.3f} in processor time"
        )
    print(
        f"a shared beginning of 200 tokens adds {statistics.median(by_clock):.3f} by the clock, "
        f"{statistics.median(by_cpu):.3f} in processor time, of decoding it every time (below 0.25 wanted)"
    )


def measure_choice(session: ModelSession, model: Path, tools: Path, threads: int, rounds: int) -> None:
    by_clock, by_cpu = [], []
    for number in range(rounds):
        theirs, ours = prefill_bench(tools, model, threads), timed(session, choices(100))
        by_clock.append(theirs.wall_s * ours.n_prompt / ours.wall_s)
        by_cpu.append(theirs.cpu_s * ours.n_prompt / ours.cpu_s)
        print(
            f"  round {number + 1}: choices {ours.n_prompt / ours.wall_s:.0f} t/s, llama-bench {1 / theirs.wall_s:.0f} "
            f"t/s: {by_clock[-1]:.3f} by the clock, {by_cpu[-1]:.3f} in processor time"
        )
    print(
        f"choice questions beside llama-bench's prefill: {statistics.median(by_clock):.3f} by the clock, "
        f"{statistics.median(by_cpu):.3f} in processor time (at least 0.85 wanted)"
    )


def measure_agreement(model: Path, settings: Settings) -> None:
    """How many greedy answers differ when questions are decoded together and alone."""
    requests = [*(replace(r, id=f"chat-{r.id}") for r in chats()), *stories()]
    texts = []
    for n_parallel in (N_PARALLEL, 1):
        with closing(open_model(model, replace(settings, n_parallel=n_parallel))) as session:
            texts.append({reply.id: reply for reply in session.answer(requests)})
    together, alone = texts
    differ = [key for key in together if together[key].text != alone[key].text]
    tokens = sum(reply.answer_tokens for reply in together.values())
    print(
        f"greedy answers that differ between batched and unbatched: {len(differ)} of {len(together)} "
        f"({tokens} tokens; an answer differs from its first near-tie on)"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--tools", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--only", nargs="+", default=["batch", "prefix", "choice", "agree"])
    chosen = parser.parse_args()
    settings = Settings(n_ctx=512, n_parallel=N_PARALLEL, threads=chosen.threads)
    with closing(open_model(chosen.model, settings, on_event=print)) as session:
        print(session.settings)
        if "batch" in chosen.only:
            measure_batch(session, chosen.model, chosen.tools, chosen.threads, chosen.rounds)
        if "prefix" in chosen.only:
            measure_prefix(session, chosen.rounds)
        if "choice" in chosen.only:
            measure_choice(session, chosen.model, chosen.tools, chosen.threads, chosen.rounds)
    if "agree" in chosen.only:
        measure_agreement(chosen.model, settings)


if __name__ == "__main__":
    main()
