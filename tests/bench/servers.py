"""Throughput of one model behind servers that people run, with 1, 4 and 16 requests at once.

    python -m tests.bench.servers MODEL.gguf --llama-server PROGRAM [--threads 2] [--rounds 3]

Contestants: llama-server with sixteen slots, llama-cpp-python's own server
(which answers one request after the other), and the file in a process of its
own, as a run of this program asks it. All of them stay loaded and get the
same questions in each round; ratios are taken within a round and their median
counts. The answers of a server are compared with the file's own.
"""

import argparse
import contextlib
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from core.inference.exchange import Reply, Request, Session, Settings
from core.inference.server_models import find_servers, list_models
from core.inference.servers import open_server
from core.inference.session import open_model
from tests.bench.engine import PASSIVE, chats

CONCURRENT = (1, 4, 16)
SLOTS, N_CTX = 16, 512
START_WITHIN_S = 120


@contextmanager
def serving(command: list[str]) -> Iterator[str]:
    """The address of a server that runs as long as the block."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    process = subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=PASSIVE,
    )
    try:
        end = time.monotonic() + START_WITHIN_S
        while not find_servers([url]):
            assert process.poll() is None, f"{command[0]} ended with {process.returncode}"
            assert time.monotonic() < end, f"{command[0]} did not start"
            time.sleep(0.2)
        yield url
    finally:
        process.kill()
        process.wait()


def commands(model: Path, llama_server: Path | None, threads: int) -> dict[str, list[str]]:
    own = [sys.executable, "-m", "llama_cpp.server", "--model", str(model), "--n_ctx", str(N_CTX)]
    own += ["--flash_attn", "true", "--n_threads", str(threads), "--n_threads_batch", str(threads)]
    found = {"llama-cpp-python": own}
    if llama_server:
        slots = ["-np", str(SLOTS), "-c", str(SLOTS * N_CTX), "-t", str(threads), "-tb", str(threads)]
        found["llama-server"] = [str(llama_server), "-m", str(model), *slots, "-fa", "on", "--no-webui"]
    return found


def ask(session: Session, requests: list[Request]) -> tuple[float, dict[str, Reply]]:
    """(answer tokens a second, the replies by id)."""
    before = time.monotonic()
    replies = {reply.id: reply for reply in session.answer(requests)}
    taken = time.monotonic() - before
    assert len(replies) == len(requests)
    assert all(reply.answer_tokens for reply in replies.values()), [r.note for r in replies.values()][:2]
    return sum(reply.answer_tokens for reply in replies.values()) / taken, replies


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--llama-server", type=Path)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    questions = chats()
    settings = Settings(n_ctx=N_CTX, n_parallel=SLOTS, threads=chosen.threads)
    speeds: dict[tuple[str, int], list[float]] = {}
    with contextlib.ExitStack() as stack:
        own = stack.enter_context(closing(open_model(chosen.model, settings)))
        urls = {
            name: stack.enter_context(serving(command))
            for name, command in commands(chosen.model, chosen.llama_server, chosen.threads).items()
        }
        _, expected = ask(own, questions)
        for number in range(chosen.rounds):
            speeds.setdefault(("the file itself", SLOTS), []).append(ask(own, questions)[0])
            print(f"  round {number + 1}: the file itself: {speeds['the file itself', SLOTS][-1]:.0f} t/s", flush=True)
            for name, url in urls.items():
                for concurrent in CONCURRENT:
                    # One after the other takes longest; half of the questions are enough.
                    some = questions if concurrent > 1 and name == "llama-server" else questions[:16]
                    with closing(open_server(url, list_models(url)[0].name, concurrency=concurrent)) as session:
                        speed, replies = ask(session, some)
                    speeds.setdefault((name, concurrent), []).append(speed)
                    same = f"{sum(reply.text == expected[key].text for key, reply in replies.items())} of {len(some)}"
                    print(
                        f"  round {number + 1}: {name}, {concurrent} at once: {speed:.0f} t/s; {same} as the file",
                        flush=True,
                    )
    report(speeds)


def report(speeds: dict[tuple[str, int], list[float]]) -> None:
    own = speeds["the file itself", SLOTS]
    print(f"{'answered by':18} {'at once':>7} {'t/s':>6} {'beside 1 at once':>16} {'beside the file itself':>22}")
    for (name, concurrent), measured in speeds.items():
        single = speeds.get((name, 1), measured)
        gain = statistics.median(m / s for m, s in zip(measured, single, strict=True))
        beside = statistics.median(m / o for m, o in zip(measured, own, strict=True))
        print(f"{name:18} {concurrent:7} {statistics.median(measured):6.0f} {gain:16.2f} {beside:22.2f}")


if __name__ == "__main__":
    main()
