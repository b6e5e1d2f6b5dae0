"""A few tokens are decoded before the first question: some at once, then one by one.

A build that dies on this processor dies here, before work is lost. Several at
once are multiplied by other code than a single one, and either may be what
dies. The time one takes tells how long a batch may take before it counts as hung. The
thread count is tried too: on a busy machine of few cores two threads can be
many times slower than one, because they wait for each other.
"""

import time
from dataclasses import dataclass, replace

import numpy as np

from core.inference.context import DecodingContext, Layout
from core.inference.exchange import Settings
from core.inference.library import OpenedModel, listen_to_log

_TOKENS = 4  # decoded one by one with each number of threads
_TOGETHER = 32


@dataclass(frozen=True)
class Probed:
    flash_attn: bool | None  # whether llama.cpp uses it with these settings; None: it did not say
    seconds_per_token: float  # of a single sequence
    first_threads: int  # with how many to begin: one where more hindered each other


def probe(model: OpenedModel, settings: Settings) -> Probed:
    """Decode a few tokens with the settings; raises InferenceError when that fails without a signal."""
    lines: list[str] = []
    listen_to_log(lines.append)
    context = DecodingContext(model, replace(settings, n_batch=_TOGETHER), Layout(1, 256, unified=True, max_outputs=1))
    flash_attn = settings.flash_attn if settings.flash_attn is not None else _chosen_flash_attn(lines)
    try:
        wished = settings.threads or 1
        _decode_together(context)
        _seconds_per_token(context)  # the first touch of the weights is no measure
        with_wished = _seconds_per_token(context)
        if wished == 1:
            return Probed(flash_attn, with_wished, 1)
        context.set_threads(1)
        with_one = _seconds_per_token(context)
        return Probed(flash_attn, min(with_wished, with_one), wished if with_wished <= with_one else 1)
    finally:
        context.close()


def _chosen_flash_attn(log: list[str]) -> bool | None:
    """llama.cpp decides by itself and says so in its log only."""
    for line in log:
        if "Flash Attention enabled" in line:
            return True
        if "Flash Attention not supported" in line:
            return False
    return None


def _decode_together(context: DecodingContext) -> None:
    token = np.full(_TOGETHER, context.model.bos or 0, dtype=np.int32)
    wanted = np.zeros(_TOGETHER, np.bool_)
    wanted[-1] = True
    context.clear()
    context.decode(token, np.arange(_TOGETHER, dtype=np.int32), np.zeros(_TOGETHER, np.int32), wanted)


def _seconds_per_token(context: DecodingContext) -> float:
    """The best of a few, since any single one may be disturbed."""
    token = np.array([context.model.bos or 0], dtype=np.int32)
    context.clear()
    best = float("inf")
    for position in range(_TOKENS):
        before = time.monotonic()
        context.decode(token, np.array([position], np.int32), np.zeros(1, np.int32), np.ones(1, np.bool_))
        best = min(best, time.monotonic() - before)
    return best
