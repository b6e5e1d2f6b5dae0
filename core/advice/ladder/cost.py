"""What a rung costs on this machine: size, memory, speed, and what is left beside it.

Size and bits per weight are measured from the file, memory is predicted for
the n_ctx and the cache in use (core/models/fit). Speeds come from the answers
of the run: an answer's share of the time is split into reading its prompt and
writing, by least squares over all answers, since the engine decodes many
questions together and times no part alone. That is the rate of the whole
batch, not that of one chat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from core.advice.ladder.ladder import Step
from core.inference.exchange import Settings
from core.models.fit import FitSettings, estimate_from_shape
from core.models.machine import MachineMemory
from core.runs.records import Answer

_FEWEST_ANSWERS: Final = 20  # for a split of the time


@dataclass(frozen=True)
class Speeds:
    """Tokens per second of a run as a whole; None: the answers do not tell them apart."""

    prefill_per_s: float | None
    decode_per_s: float | None
    seconds_per_question: float | None


@dataclass(frozen=True)
class RungCost:
    size_bytes: int
    bpw: float
    n_ctx: int
    memory_bytes: int  # for one question at a time
    left_bytes: int  # of the whole machine's memory, for an editor and everything else
    speeds: Speeds

    def to_dict(self) -> dict[str, Any]:
        return {
            "size_bytes": self.size_bytes,
            "bpw": round(self.bpw, 3),
            "n_ctx": self.n_ctx,
            "memory_bytes": self.memory_bytes,
            "left_bytes": self.left_bytes,
            "prefill_tokens_per_s": self.speeds.prefill_per_s,
            "decode_tokens_per_s": self.speeds.decode_per_s,
            "seconds_per_question": self.speeds.seconds_per_question,
        }


def find_cost(step: Step, settings: Settings, answers: Sequence[Answer], memory: MachineMemory) -> RungCost:
    """The cost of one rung with these settings; `answers` are those of its run, () before it."""
    needed = predict_memory(step, settings)
    return RungCost(
        size_bytes=step.file.size_bytes,
        bpw=step.file.bpw,
        n_ctx=settings.n_ctx,
        memory_bytes=needed,
        left_bytes=memory.total_bytes - needed,
        speeds=measure_speeds(answers),
    )


def predict_memory(step: Step, settings: Settings) -> int:
    """Bytes for one question at a time, with the rung's own cache where it has one."""
    type_k, type_v = step.rung.cache or (settings.type_k, settings.type_v)
    fit = FitSettings(n_ctx=settings.n_ctx, type_k=type_k, type_v=type_v)
    return estimate_from_shape(step.file.memory, fit).total_bytes


def measure_speeds(answers: Sequence[Answer]) -> Speeds:
    """duration = prompt tokens/prefill + answer tokens/decode, over answers that took time.

    Where prompts and answers do not vary enough to be told apart, or too few
    were answered, only the rate of writing over the whole time is given.
    """
    timed = [a for a in answers if a.duration_s > 0 and a.prompt_tokens + a.answer_tokens > 0]
    if not timed:
        return Speeds(None, None, None)
    seconds = np.array([a.duration_s for a in timed])
    tokens = np.array([(a.prompt_tokens, a.answer_tokens) for a in timed], dtype=np.float64)
    per_question = float(seconds.mean())
    overall = float(tokens[:, 1].sum() / seconds.sum()) or None
    if len(timed) < _FEWEST_ANSWERS or np.linalg.matrix_rank(tokens) < 2:
        return Speeds(None, overall, per_question)
    from scipy import optimize  # slow to import, and few ladders come this far

    # Long answers scatter more, so each row is weighed by its own time.
    (per_prompt, per_answer), _ = optimize.nnls(tokens / seconds[:, None], np.ones(len(timed)))
    if per_prompt <= 0 or per_answer <= 0:
        return Speeds(None, overall, per_question)
    return Speeds(1 / float(per_prompt), 1 / float(per_answer), per_question)
