"""A model's own process: `python -m core.inference.child PARENT_PID`.

llama.cpp may end a process with a signal, so it works here and not in the
app. The process obeys messages on standard input (see wire.py) and ends
itself when that pipe closes or its parent is gone. Whatever llama.cpp prints
goes to standard error; standard output carries messages only. The first
message says what it is for: to answer questions (answering.py), or one errand
(errands.py).
"""

import os
import queue
import signal
import sys
import threading
import time
from types import TracebackType
from typing import Any, BinaryIO

from core.errors import GpuMemoryFull, InferenceError, ModelFileError, SurefitError, TemplateError
from core.inference import wire
from core.inference.answering import answer_questions
from core.inference.errands import ERRANDS
from core.inference.outbox import Outbox

_ERROR_KINDS = (TemplateError, ModelFileError, GpuMemoryFull, InferenceError, SurefitError)  # first match names it


def main() -> None:
    sys.excepthook = _die_loudly
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent; this process ends with the pipe
    inbox: queue.Queue[dict[str, Any]] = queue.Queue()
    outbox = Outbox(_claim_standard_output())
    threading.Thread(target=_read, args=(sys.stdin.buffer, inbox), daemon=True).start()
    threading.Thread(target=_watch_parent, args=(int(sys.argv[1]),), daemon=True).start()
    try:
        first = inbox.get()
        if first["type"] == "load":
            answer_questions(first, inbox, outbox)
        else:
            ERRANDS[first["type"]](first, outbox)
    except SurefitError as error:
        kind = next(known.__name__ for known in _ERROR_KINDS if isinstance(error, known))
        outbox.send("error", kind=kind, text=str(error))
    except ModuleNotFoundError as error:
        if error.name != "llama_cpp":
            raise
        text = f"llama-cpp-python is not installed for {sys.executable}: install requirements.txt, as the README says"
        outbox.send("error", kind=InferenceError.__name__, text=text)
    except BrokenPipeError:
        pass  # the parent is gone, and so is the reason to work
    sys.stderr.flush()
    os._exit(0)  # the threads that wait for the pipe are not waited for


def _die_loudly(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """A fault of our own: the traceback goes to the parent, and no thread is waited for."""
    sys.__excepthook__(kind, error, trace)
    sys.stderr.flush()
    os._exit(1)


def _claim_standard_output() -> BinaryIO:
    """The pipe to the parent; what others print to standard output goes to standard error from now on."""
    own = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(own, "wb")


def _read(stream: BinaryIO, inbox: queue.Queue[dict[str, Any]]) -> None:
    try:
        while (message := wire.receive(stream)) is not None:
            inbox.put(message)
    finally:
        os._exit(0)  # also in the midst of a decode: nobody is left to hear


def _watch_parent(parent: int) -> None:
    """For the case that somebody else still holds the other end of the pipe."""
    import psutil

    try:
        process = psutil.Process(parent)
        born = process.create_time()
        while psutil.Process(parent).create_time() == born and process.status() != psutil.STATUS_ZOMBIE:
            time.sleep(1)
    except psutil.Error:
        pass
    os._exit(0)


if __name__ == "__main__":
    main()
