"""Kills the model's process, and the program that uses it, at random moments, many times.

    python -m tests.bench.faults MODEL.gguf [--rounds 100] [--seed 0]

Every round asks a few questions and kills one of the two processes; whatever
was answered is kept on disk and the next attempt goes on with the rest. Counted: answers
lost, answers doubled, processes left behind.
"""

import argparse
import collections
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

N_QUESTIONS = 6
SIGNALS = (signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT)

# A program like the runner: it writes down every answer as it comes, and goes on with what is not written down.
PROGRAM = """
import sys
from contextlib import closing
from pathlib import Path
from core.errors import ModelProcessDied
from core.inference.exchange import Request, Settings
from core.inference.session import open_model
from core.questions.question import Message
model, log, n = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
done = log.read_text().split() if log.exists() else []
todo = [Request(f"q{i}", (Message("user", f"Tell a story about {i}."),), 12) for i in range(n) if f"q{i}" not in done]
with closing(open_model(model, Settings(n_ctx=256, n_parallel=2, threads=1))) as session:
    print(session.pid, flush=True)
    with log.open("a") as kept:
        for reply in session.answer(todo):
            print(reply.id, file=kept, flush=True)
"""


def start(model: Path, log: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(model), str(log), str(N_QUESTIONS)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def is_gone(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def left_behind(pids: list[int], limit_s: float = 10.0) -> list[int]:
    end = time.monotonic() + limit_s
    while time.monotonic() < end and not all(map(is_gone, pids)):
        time.sleep(0.05)
    return [pid for pid in pids if not is_gone(pid)]


def one_round(model: Path, folder: Path, draw: random.Random, counts: collections.Counter[str]) -> None:
    log, killed = folder / "answers.txt", False
    while True:
        program = start(model, log)
        pids = [program.pid]
        if not killed:
            killed = True
            counts["kills"] += 1
            if draw.random() < 0.3:  # at any moment, while the model is loaded for instance
                time.sleep(draw.uniform(0, 1.0))
                children = [child.pid for child in psutil.Process(program.pid).children()]
                pids += children
                victim = draw.choice(pids)
            else:  # while it answers
                assert program.stdout is not None
                pids.append(int(program.stdout.readline() or program.pid))
                time.sleep(draw.uniform(0, 1.0))
                victim = draw.choice(pids)
            name = draw.choice(SIGNALS)
            counts[f"{name.name} of the {'program' if victim == program.pid else 'model process'}"] += 1
            if not is_gone(victim):
                os.kill(victim, name)
        code = program.wait(timeout=120)
        if program.stdout is not None:
            program.stdout.close()
        counts["processes left behind"] += len(left_behind(pids))
        if code == 0:
            break
    answers = log.read_text().split()
    counts["answers"] += len(answers)
    counts["answers lost"] += N_QUESTIONS - len(set(answers))
    counts["answers doubled"] += len(answers) - len(set(answers))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    draw, counts = random.Random(chosen.seed), collections.Counter[str]()
    for _ in range(chosen.rounds):
        with tempfile.TemporaryDirectory() as folder:
            one_round(chosen.model, Path(folder), draw, counts)
    print(json.dumps(counts, indent=1))
    assert not counts["answers lost"] + counts["answers doubled"] + counts["processes left behind"]


if __name__ == "__main__":
    main()
