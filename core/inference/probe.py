"""One token is decoded before the first question.

A build that dies on this processor dies here, before work is lost, and the
time it takes tells how long a batch may take before it counts as hung. The
thread count is tried too: on a busy machine of few cores two threads can be a
hundred times slower than one, because they wait for each other.
"""

import time
from dataclasses import dataclass, replace

import numpy as np

from core.inference.context import DecodingContext, Layout
from core.inference.exchange import Settings
from core.inference.library import OpenedModel

_TOKENS = 4  # decoded one by one with each number of threads
_MUCH_SLOWER = 2.0  # so many times slower than with one thread: the threads hinder each other


@dataclass(frozen=True)
class Probed:
    settings: Settings  # with the thread count that works
    seconds_per_token: float  # of a single sequence
    notes: tuple[str, ...] = ()  # sentences about what was decided


def probe(model: OpenedModel, settings: Settings) -> Probed:
    """Decode a few tokens with the settings; raises InferenceError when that fails without a signal."""
    context = DecodingContext(model, replace(settings, n_batch=32), Layout(1, 256, unified=True, max_outputs=1))
    try:
        wished = settings.threads or 1
        _seconds_per_token(context)  # the first touch of the weights is no measure
        with_wished = _seconds_per_token(context)
        if wished == 1:
            return Probed(settings, with_wished)
        context.set_threads(1)
        with_one = _seconds_per_token(context)
        if with_wished > _MUCH_SLOWER * with_one:
            note = f"{wished} threads were {with_wished / with_one:.0f} times slower than one: one thread is used."
            return Probed(replace(settings, threads=1), with_one, (note,))
        return Probed(settings, with_wished)
    finally:
        context.close()


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
