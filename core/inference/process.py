"""The parent's end of a model's own process: start it, hear it, end it.

Silence is judged here: a process that gives no sign of life for a time limit
while it has work is ended. Its standard error is kept for the sentence that
says why it died.
"""

import collections
import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, cast

from core import errors
from core.errors import InferenceError, ModelProcessDied
from core.inference import wire

_ROOT = Path(__file__).resolve().parents[2]
_SLICE_S = 1.0
_CRASHES = {"SIGSEGV", "SIGBUS", "SIGILL", "SIGABRT", "SIGFPE"}
_WINDOWS_CRASHES = {0xC0000005: "access violation", 0xC000001D: "illegal instruction", 0xC0000409: "abort"}


class SessionClosed(InferenceError):
    """The session was closed while it was answering: somebody cancelled."""


class ProcessCrashed(ModelProcessDied):
    """It died of a fault of its own (a signal such as SIGSEGV), not because somebody killed it."""


class ModelProcess:
    """One child process and its messages.

    subject: what it works on, for sentences ("model.gguf").
    """

    def __init__(self, subject: str) -> None:
        self.subject = subject
        self._closed = False
        self._messages: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._stderr: collections.deque[str] = collections.deque(maxlen=60)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "core.inference.child", str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=_environment(),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        self._sending = threading.Lock()
        self._threads = [threading.Thread(target=target, daemon=True) for target in (self._hear, self._keep_stderr)]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def closed(self) -> bool:
        return self._closed

    def send(self, kind: str, **fields: Any) -> None:
        """Raises ModelProcessDied when the process is gone."""
        try:
            with self._sending:
                wire.send(cast(BinaryIO, self._process.stdin), {"type": kind, **fields})
        except (OSError, ValueError):  # ValueError: the pipe is closed on our side
            self._raise_death()

    def receive(self, silent_for_s: float) -> dict[str, Any]:
        """The next message, signs of life included.

        Raises SessionClosed after close(), ModelProcessDied when the process
        ended or was silent for too long, and what it reports as an error of
        the user's own (a damaged file, say) as that error.
        """
        message = self._next(silent_for_s)
        if message is None:
            self._raise_death()
        if message["type"] == "error":
            self.close()
            kind = getattr(errors, message["kind"], InferenceError)
            raise kind(message["text"])
        return message

    def close(self) -> None:
        """End the process at once, in whatever it does; safe from another thread and twice."""
        self._closed = True
        with contextlib.suppress(OSError):
            self._process.kill()
        with contextlib.suppress(OSError, ValueError):
            if self._process.stdin:
                self._process.stdin.close()
        self._process.wait()

    def _next(self, silent_for_s: float) -> dict[str, Any] | None:
        """Silence is counted in slices, so that a laptop's sleep is no silence."""
        silence = 0.0
        while True:
            before = time.monotonic()
            with contextlib.suppress(queue.Empty):
                return self._messages.get(timeout=min(_SLICE_S, silent_for_s))
            silence += min(time.monotonic() - before, 2 * _SLICE_S)
            if silence >= silent_for_s:
                self.close()
                raise ModelProcessDied(
                    f"{self.subject}: the model's process gave no sign of life for {silent_for_s:.0f} s and was ended"
                )

    def _raise_death(self) -> NoReturn:
        if self._closed:
            raise SessionClosed(f"{self.subject}: the session was closed")
        code = self._wait_for_end()
        self.close()
        why, crashed = _describe_end(code)
        detail = self._telling_line()
        text = f"{self.subject}: the model's process {why}" + (f" ({detail})" if detail else "")
        raise (ProcessCrashed if crashed else ModelProcessDied)(text)

    def _wait_for_end(self) -> int:
        """The pipe closes a moment before the process is gone."""
        try:
            code = self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        self._threads[1].join(timeout=1)
        return code

    def _telling_line(self) -> str:
        lines = [line.strip() for line in self._stderr if line.strip()]
        for line in reversed(lines):
            if "GGML_ASSERT" in line or "GGML_ABORT" in line or "rror" in line:
                return line[-300:]
        return lines[-1][-300:] if lines else ""

    def _hear(self) -> None:
        stdout = cast(BinaryIO, self._process.stdout)
        try:
            while (message := wire.receive(stdout)) is not None:
                self._messages.put(message)
        except (OSError, ValueError):
            self._process.kill()  # what it says cannot be understood any more
        self._messages.put(None)

    def _keep_stderr(self) -> None:
        assert self._process.stderr is not None
        with contextlib.suppress(OSError, ValueError):
            while raw := self._process.stderr.readline(4096):
                self._stderr.append(raw.decode(errors="replace"))


class Cancellation:
    """Ends, from another thread, the process of a model that is still being opened, whichever try it is."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: ModelProcess | None = None
        self._wanted = False

    @property
    def wanted(self) -> bool:
        return self._wanted

    def watch(self, process: ModelProcess) -> None:
        """This process is the one to end; at once where somebody cancelled already."""
        with self._lock:
            self._process = process
            if self._wanted:
                process.close()

    def cancel(self) -> None:
        with self._lock:
            self._wanted = True
            if self._process:
                self._process.close()


def _environment() -> dict[str, str]:
    paths = [str(_ROOT), os.environ.get("PYTHONPATH", "")]
    return {
        # Threads that wait for each other must sleep, not spin: on a busy machine of two cores
        # spinning made a batch five to eight times slower.
        "OMP_WAIT_POLICY": "passive",
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path for path in paths if path),
        "GGML_NO_BACKTRACE": "1",  # or a failed assertion starts a debugger and hangs
        "PYTHONIOENCODING": "utf-8",
    }


def _describe_end(code: int) -> tuple[str, bool]:
    """(what happened, whether it was a fault of its own) for a return code."""
    if code < 0:
        with contextlib.suppress(ValueError):
            name = signal.Signals(-code).name
            if name in _CRASHES:
                return f"crashed with {name}", True
            if name == "SIGKILL":
                return "was killed (SIGKILL: out of memory, or by somebody)", False
            return f"was ended by {name}", False
    if code & 0xFFFFFFFF in _WINDOWS_CRASHES:
        return f"crashed ({_WINDOWS_CRASHES[code & 0xFFFFFFFF]})", True
    if code == 0:
        return "ended by itself", False
    return f"ended with code {code}", False
