"""Work of a model's process that is done once more, without extra buffer types, where the process crashed with them.

Sessions decode on trial and choose the safer settings for all that follows; an
errand has nothing that follows, so it is simply repeated. What it had done
until the crash was nothing: llama.cpp's repacked weights die in the first decode.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from core.inference.exchange import Settings
from core.inference.process import ProcessCrashed

T = TypeVar("T")


def once_more_if_it_crashes(run: Callable[[Sequence[Settings]], T], settings: Sequence[Settings]) -> T:
    """run(settings), and after a crash once more with use_extra_bufts off in each.

    Raises what `run` raises, and ProcessCrashed where it crashed without them too.
    """
    try:
        return run(settings)
    except ProcessCrashed:
        if not any(own.use_extra_bufts for own in settings):
            raise
        return run([replace(own, use_extra_bufts=False) for own in settings])
