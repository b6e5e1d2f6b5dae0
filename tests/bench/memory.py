"""How well the memory of a model is foretold: the measured peak of its process beside the prediction.

    python -m tests.bench.memory MODEL.gguf [MODEL.gguf …] [--n-ctx 512 2048 8192]

The peak is VmHWM of the model's own process, in which the pages of the mapped
file count as the prediction counts them: all of the weights. Two loads are
measured for each n_ctx: questions of which one fills n_ctx, so that the whole
cache that the plan allows is laid out; and short ones only, for which each
sequence gets a stream of its own (Linux only, for VmHWM).
"""

import argparse
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from core.inference.context import lay_out
from core.inference.exchange import PromptMode, Request, Settings
from core.inference.plan import choose, fit_of, read_machine
from core.inference.session import ModelSession, open_model
from core.models.fit import FitSettings, MemoryEstimate, estimate_memory
from core.models.header import Header
from core.models.split_files import read_headers
from core.questions.question import Message

MIB = 1 << 20
N_SHORT, SHORT_WORDS, ANSWER = 20, 60, 24
SHORT_NEED = 2 * SHORT_WORDS + ANSWER  # at most two tokens a word


def short_ones() -> list[Request]:
    return [
        Request(f"q{i}", (Message("user", f"{i} " + "red house " * (SHORT_WORDS // 2)),), ANSWER, PromptMode.COMPLETION)
        for i in range(N_SHORT)
    ]


def long_one(n_ctx: int) -> Request:
    """One whose prompt and answer may take all of n_ctx."""
    n_words = n_ctx - 64
    return Request("long", (Message("user", "sun " * n_words),), 56, PromptMode.COMPLETION)


def peak_bytes(pid: int) -> tuple[int, str]:
    """(peak of the resident set, its parts now in MiB)."""
    lines = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    kib = {key: int(lines[key].split()[0]) for key in ("VmHWM", "RssAnon", "RssFile")}
    return kib["VmHWM"] * 1024, f"anon {kib['RssAnon'] / 1024:.0f} file {kib['RssFile'] / 1024:.0f}"


def may_be_long(n_ctx: int) -> Request:
    """One that could take all of n_ctx and does not: the cache is laid out for it, and little is computed."""
    return Request("long", (Message("user", "sun"),), n_ctx - 16, PromptMode.COMPLETION, stop=(" ", "a", "e", "\n"))


def measure(path: Path, n_ctx: int, requests: Sequence[Request]) -> tuple[ModelSession, int, str]:
    with closing(open_model(path, Settings(n_ctx=n_ctx))) as session:
        replies = list(session.answer(requests))
        assert len(replies) == len(requests)
        assert all(reply.finish_reason in ("stop", "length", "loop") for reply in replies), replies
        return session, *peak_bytes(session.pid)


def predict(headers: Sequence[Header], used: Settings, *, filled: bool) -> MemoryEstimate:
    plan = choose(used, headers, read_machine())
    if filled:
        return plan.estimate
    return estimate_memory(headers, fit_of(used, lay_out(SHORT_NEED, used.n_parallel or 1, plan.total_cells)))


def parts(estimate: MemoryEstimate) -> str:
    settings: FitSettings = estimate.settings
    return " ".join(
        f"{name} {size / MIB:.0f}"
        for name, size in (
            ("weights", estimate.weights_bytes),
            ("cache", estimate.kv_bytes + estimate.state_bytes),
            ("compute", estimate.compute_bytes),
            ("output", estimate.output_bytes),
            ("other", estimate.other_bytes),
            ("cells", settings.cells * MIB),
        )
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", type=Path, nargs="+")
    parser.add_argument("--n-ctx", type=int, nargs="+", default=[512, 2048, 8192])
    chosen = parser.parse_args()
    print(f"{'model':32} {'n_ctx':>6} {'questions':>9} {'measured':>9} {'predicted':>9} {'ratio':>6}  parts in MiB")
    worst = 1.0
    for path in chosen.models:
        headers = read_headers(path)
        for n_ctx in chosen.n_ctx:
            for filled in (True, False):
                requests = [*([long_one(n_ctx)] if filled else []), *short_ones()]
                session, measured, now = measure(path, n_ctx, requests)
                estimate = predict(headers, session.settings, filled=filled)
                ratio = estimate.total_bytes / measured
                worst = max(worst, ratio, 1 / ratio)
                print(
                    f"{path.name[:32]:32} {n_ctx:6} {'n_ctx' if filled else 'short':>9} {measured / MIB:9.0f} "
                    f"{estimate.total_bytes / MIB:9.0f} {ratio:6.3f}  {parts(estimate)}; measured {now}",
                    flush=True,
                )
    print(f"the furthest from 1: {worst:.3f} (within 1.10 wanted)")


if __name__ == "__main__":
    main()
