"""What a sandbox promises, whatever it is made of.

Code from a model is hostile until shown otherwise. A sandbox defines it, calls
one of its functions with given arguments and hands back plain values. It never
compares: what is expected stays outside, so code that tampers with its own
test gains nothing. Whatever the code does, `run_calls` returns, within bounds
of time, memory and output.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol


class Ended(StrEnum):
    RETURNED = "returned"  # `value` holds what the call gave
    RAISED = "raised"  # the code raised; `message` says what
    TIMED_OUT = "timed out"
    OUT_OF_MEMORY = "out of memory"
    UNSUPPORTED = "unsupported"  # the sandbox lacks something that the code uses: its fault, not the code's
    BROKEN = "broken"  # the sandbox itself failed


@dataclass(frozen=True)
class Call:
    """A function of the code and its arguments: plain Python literals (None, bool, numbers, str, bytes, containers)."""

    function: str
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    stdin: str = ""  # what input() reads


@dataclass(frozen=True)
class Result:
    ended: Ended
    value: Any = None  # a plain value, made anew outside of the sandbox
    message: str = ""
    printed: str = ""  # the beginning of what the call wrote
    duration_s: float = 0.0
    raised: tuple[str, ...] = ()  # the exception's class and its bases, by name


class Sandbox(Protocol):
    name: str

    def run_calls(self, source: str, calls: Sequence[Call], *, timeout_s: float) -> list[Result]:
        """Define `source`, make each call, and return one result a call, in order.

        Every call starts from freshly defined code. `timeout_s` bounds each call.
        """
        ...
