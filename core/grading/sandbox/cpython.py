"""Foreign code in a CPython process of its own, with the person's consent.

This sandbox runs everything that Python runs, which is why it is asked for and
never silent: what it can forbid depends on the system (see confine.py), and
`protections()` says what it is. Everywhere: a separate interpreter without
site packages (`-I -S`), an empty environment, a temporary folder that is
removed, a limit of time after which the whole process group is killed, and
bounded output.
"""

import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from core.errors import GradingError
from core.grading.sandbox.contract import Call, Ended, Result
from core.grading.sandbox.values import decode, encode

MEMORY_BYTES = 512 * 1024 * 1024
FILE_BYTES = 1024 * 1024
MAX_LINE_BYTES = 8 * 1024 * 1024
START_S = 20.0  # for the interpreter to start on a slow machine
PROTECTIONS = {
    "memory": "memory is limited",
    "cpu": "computing time is limited",
    "files": "the size of files is limited",
    "network": "the network cannot be reached",
    "processes": "no other process can be started or stopped",
    "reading": "only Python's own files can be read",
}
_HERE = Path(__file__).parent


class CPythonSandbox:
    """Runs code in a confined child process.

    Raises GradingError unless `consent=True`: code that a model wrote runs on
    this computer, and a person has to have agreed to that.
    """

    name = "cpython"

    def __init__(self, *, consent: bool = False, memory_bytes: int = MEMORY_BYTES) -> None:
        if consent is not True:
            raise GradingError(
                "Running code that a model wrote in Python on this computer needs your consent: "
                "agree to it at the start of the run, or use the built-in interpreter."
            )
        self._memory_bytes = memory_bytes
        self._held: frozenset[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def protections(self) -> dict[str, bool]:
        """Which of PROTECTIONS this system enforces, found out by starting a child."""
        if self._held is None:
            self.run_calls("def f():\n    return 1", [Call("f")], timeout_s=START_S)
        held = self._held or frozenset()
        return {name: name in held for name in PROTECTIONS}

    def run_calls(self, source: str, calls: Sequence[Call], *, timeout_s: float) -> list[Result]:
        """One result a call; all calls share a process, each gets freshly defined code.

        Once the process is gone (killed for its time, or ended by the code)
        the calls that were left share the fate of the one that was running.
        """
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            child = _Child(folder, self._request(source, calls, timeout_s))
            try:
                results = self._collect(child, len(calls), timeout_s)
            finally:
                child.kill()
        return results + [results[-1]] * (len(calls) - len(results)) if results else []

    def _request(self, source: str, calls: Sequence[Call], timeout_s: float) -> bytes:
        request = {
            "source": source,
            "calls": [
                {
                    "function": call.function,
                    "args": encode(list(call.args)),
                    "kwargs": encode(dict(call.kwargs)),
                    "stdin": call.stdin,
                }
                for call in calls
            ],
            "confine": str(_HERE / "confine.py"),
            "values": str(_HERE / "values.py"),
            "memory_bytes": self._memory_bytes,
            "cpu_s": int(timeout_s * len(calls)) + 5,
            "file_bytes": FILE_BYTES,
        }
        return json.dumps(request).encode()

    def _collect(self, child: "_Child", n_calls: int, timeout_s: float) -> list[Result]:
        results: list[Result] = []
        first = child.read_line(START_S)
        if isinstance(first, Ended):
            return [Result(Ended.BROKEN, message="The Python process did not start.")] * n_calls
        held = _as_dict(first).get("held", [])
        self._held = frozenset(name for name in held if name in PROTECTIONS)
        while len(results) < n_calls:
            line = child.read_line(timeout_s)
            if line is Ended.TIMED_OUT:
                results.append(
                    Result(Ended.TIMED_OUT, message=f"Not done after {timeout_s:.3g} s.", duration_s=timeout_s)
                )
                break
            if isinstance(line, Ended):
                results.append(Result(line, message=child.epitaph()))
                break
            results.append(_result(_as_dict(line)))
        return results


class _Child:
    """The process and its line of results."""

    def __init__(self, folder: str, request: bytes) -> None:
        keep = ("SYSTEMROOT",) if sys.platform == "win32" else ()
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", "-X", "utf8", str(_HERE / "child.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env={name: os.environ[name] for name in keep if name in os.environ},
            start_new_session=True,
            close_fds=True,
        )
        self._buffer = bytearray()
        # Threads, since a request may be longer than a pipe, and pipes cannot be waited for on every system.
        self._pieces: queue.Queue[bytes] = queue.Queue(maxsize=64)
        self._gone = threading.Event()
        self._feeder = threading.Thread(target=self._feed, args=(request,), daemon=True)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._feeder.start()
        self._reader.start()

    def _feed(self, request: bytes) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(request)
            self._process.stdin.close()
        except OSError:
            return  # the child is gone; read_line says so

    def _read(self) -> None:
        assert self._process.stdout is not None
        piece = b"-"
        while piece and not self._gone.is_set():
            piece = os.read(self._process.stdout.fileno(), 65536)
            while not self._gone.is_set():
                try:
                    self._pieces.put(piece, timeout=0.1)
                    break
                except queue.Full:
                    continue

    def read_line(self, timeout_s: float) -> bytes | Ended:
        """The next line, or what happened instead."""
        deadline = time.monotonic() + timeout_s
        while b"\n" not in self._buffer:
            if len(self._buffer) > MAX_LINE_BYTES:
                return Ended.RAISED
            try:
                piece = self._pieces.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                return Ended.TIMED_OUT
            if not piece:
                return Ended.RAISED
            self._buffer += piece
        line, _, rest = bytes(self._buffer).partition(b"\n")
        self._buffer = bytearray(rest)
        return line

    def epitaph(self) -> str:
        """How the process came to its end, for a person."""
        if len(self._buffer) > MAX_LINE_BYTES:
            return "The result is too long."
        try:
            code = self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            return "The code closed its line of results."
        if code < 0:
            return f"The code ended its own process ({signal.strsignal(-code)})."
        return f"The code ended its own process (exit code {code})."

    def kill(self) -> None:
        """Kill the whole group: also what the code may have started."""
        if sys.platform != "win32":
            try:
                os.killpg(self._process.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                self._process.kill()
        else:
            self._process.kill()
        self._process.wait()
        self._gone.set()
        self._feeder.join(timeout=5)
        self._reader.join(timeout=5)
        for stream in (self._process.stdout, self._process.stdin):
            if stream is not None and not stream.closed:
                try:
                    stream.close()
                except OSError:
                    continue  # an unwritten rest of the request


def _as_dict(line: bytes) -> dict[str, Any]:
    """A line of the child; anything that is no object counts as an empty one, for the code may have written it."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _result(line: dict[str, Any]) -> Result:
    ended = line.get("ended")
    printed, message = str(line.get("printed", ""))[:20_000], str(line.get("message", ""))[:400]
    duration = line.get("duration_s", 0.0)
    duration_s = float(duration) if isinstance(duration, int | float) else 0.0
    if ended == Ended.RETURNED:
        return Result(Ended.RETURNED, decode(line.get("value")), message, printed, duration_s)
    if ended == Ended.OUT_OF_MEMORY:
        return Result(Ended.OUT_OF_MEMORY, message=message, printed=printed, duration_s=duration_s)
    raised = line.get("raised")
    lineage = tuple(str(name) for name in raised[:12]) if isinstance(raised, list) else ()
    return Result(
        Ended.RAISED,
        message=message or "The code wrote over its results.",
        printed=printed,
        duration_s=duration_s,
        raised=lineage,
    )
