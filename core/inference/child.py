"""A model's own process: `python -m core.inference.child PARENT_PID`.

llama.cpp may end a process with a signal, so it works here and not in the
app. The process obeys messages on standard input (see wire.py) and ends
itself when that pipe closes or its parent is gone. Whatever llama.cpp prints
goes to standard error; standard output carries messages only.
"""

import contextlib
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from core.errors import GpuMemoryFull, InferenceError, ModelFileError, SurefitError, TemplateError
from core.inference import wire

_BEAT_EVERY_S = 0.25
_ERROR_KINDS = (TemplateError, ModelFileError, GpuMemoryFull, InferenceError, SurefitError)  # first match names it


class Outbox:
    """Messages to the parent, from whichever thread."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self._lock, self._last_beat = stream, threading.Lock(), 0.0

    def send(self, message_type: str, **fields: Any) -> None:
        with self._lock:
            wire.send(self._stream, {"type": message_type, **fields})

    def beat(self, **fields: Any) -> None:
        """A sign of life, at most four a second."""
        if time.monotonic() - self._last_beat >= _BEAT_EVERY_S:
            self._last_beat = time.monotonic()
            self.send("beat", **fields)


def main() -> None:
    sys.excepthook = _die_loudly
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent; this process ends with the pipe
    inbox: queue.Queue[dict[str, Any]] = queue.Queue()
    outbox = Outbox(_claim_standard_output())
    threading.Thread(target=_read, args=(sys.stdin.buffer, inbox), daemon=True).start()
    threading.Thread(target=_watch_parent, args=(int(sys.argv[1]),), daemon=True).start()
    try:
        first = inbox.get()
        _WORK[first["type"]](first, inbox, outbox)
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


def _run_model(first: dict[str, Any], inbox: queue.Queue[dict[str, Any]], outbox: Outbox) -> None:
    """Load, then answer until the pipe closes."""
    from core.inference.batch import Batch
    from core.inference.devices import find_gpus, load_with_fewer
    from core.inference.library import OpenedModel, build_name
    from core.inference.pacing import Pacer
    from core.inference.plan import choose, read_machine
    from core.inference.probe import Probed, probe
    from core.models.file_kind import check_writes_text
    from core.models.split_files import read_headers

    path, wished = Path(first["path"]), wire.unpack_settings(first["settings"])
    headers = read_headers(path)
    check_writes_text(headers)
    plan = choose(wished, headers, read_machine(), find_gpus())
    notes = [plan.note] if plan.note else []

    def load(n_gpu_layers: int) -> tuple[OpenedModel, Probed]:
        tried = replace(plan.settings, n_gpu_layers=n_gpu_layers)
        model = OpenedModel(path, tried, on_progress=lambda share: outbox.beat(share=share))
        try:
            return model, probe(model, tried)
        except InferenceError:
            model.close()
            raise

    (model, probed), n_gpu_layers = load_with_fewer(
        load, plan.settings.n_gpu_layers or 0, headers[0].layers + 1, notes.append
    )
    settings = replace(plan.settings, flash_attn=probed.flash_attn, n_gpu_layers=n_gpu_layers)
    pacer = Pacer(settings.threads or 1, probed.first_threads)
    batch = Batch(model, settings, plan.total_cells, pacer, lambda: outbox.beat(**_progress(batch)))
    outbox.send(
        "ready",
        settings=wire.pack_settings(settings),
        seconds_per_token=probed.seconds_per_token,
        build=build_name(),
        notes=[*notes, *_notes(model, settings)],
    )
    while True:
        with contextlib.suppress(queue.Empty):
            while True:
                message = inbox.get(block=batch.idle)
                if message["type"] == "drop":
                    batch.drop()
                    outbox.send("dropped")
                    continue
                for fields in message["requests"]:
                    batch.add(wire.unpack_request(fields))
        for reply in batch.step():
            outbox.send("reply", reply=wire.pack_reply(reply), **_progress(batch))


def _notes(model: Any, settings: Any) -> list[str]:
    notes = []
    if 0 < model.n_ctx_train < settings.n_ctx:
        notes.append(f"n_ctx {settings.n_ctx} is more than the {model.n_ctx_train} tokens the model was trained for.")
    if model.recurrent:
        notes.append(
            "its layers keep states that cannot go back: choices of several tokens are each decoded with their whole "
            "prompt, and a shared beginning only helps questions that share all of it."
        )
    return notes


def _progress(batch: Any) -> dict[str, Any]:
    progress = batch.progress()
    return {"progress": {**vars(progress)}}


def _run_preflight(first: dict[str, Any], _inbox: object, outbox: Outbox) -> None:
    from core.inference.preflight import look_at, pack_preflight

    found = look_at(
        Path(first["path"]), wire.unpack_settings(first["settings"]), wire.unpack_messages(first["messages"])
    )
    outbox.send("done", preflight=pack_preflight(found))


def _run_quantization(first: dict[str, Any], _inbox: object, outbox: Outbox) -> None:
    from core.inference.quantizing import run_quantization

    made = run_quantization(
        Path(first["source"]),
        first["type_name"],
        Path(first["destination"]),
        Path(first["imatrix"]) if first["imatrix"] else None,
        lambda share: outbox.beat(share=share),
    )
    outbox.send("done", made=vars(made))


def _collect_importance(first: dict[str, Any], _inbox: object, outbox: Outbox) -> None:
    from core.inference.importance import run_collection
    from core.inference.plan import read_machine

    settings = wire.unpack_settings(first["settings"])
    found = run_collection(
        Path(first["path"]),
        first["text"],
        int(first["max_chunks"]),
        replace(settings, threads=settings.threads or read_machine().cores),
        Path(first["destination"]),
        lambda share: outbox.beat(share=share),
    )
    outbox.send("done", found=found)


def _run_measurement(first: dict[str, Any], _inbox: object, outbox: Outbox) -> None:
    from core.inference.diverging import run_measurement
    from core.inference.plan import read_machine

    each = [wire.unpack_settings(fields) for fields in first["settings"]]
    found = run_measurement(
        [Path(path) for path in first["paths"]],
        first["text"],
        int(first["max_chunks"]),
        [replace(settings, threads=settings.threads or read_machine().cores) for settings in each],
        lambda share: outbox.beat(share=share),
        **{name: Path(first[name]) for name in ("kept", "keep") if first.get(name)},
    )
    outbox.send("done", found=found)


def _score_passages(first: dict[str, Any], _inbox: object, outbox: Outbox) -> None:
    from core.inference.passages import Passage, run_scoring
    from core.inference.plan import read_machine

    settings = wire.unpack_settings(first["settings"])
    found = run_scoring(
        Path(first["path"]),
        [Passage(context, text) for context, text in first["passages"]],
        replace(settings, threads=settings.threads or read_machine().cores),
        lambda share: outbox.beat(share=share),
    )
    outbox.send("done", found=vars(found))


def _measure_examples(first: dict[str, Any], _inbox: object, outbox: Outbox) -> None:
    from core.inference.training_work import measure_lengths

    lengths = measure_lengths(
        Path(first["path"]), wire.unpack_worked(first["examples"]), wire.unpack_settings(first["settings"])
    )
    outbox.send("done", lengths=lengths)


def _train(first: dict[str, Any], _inbox: object, outbox: Outbox) -> None:
    from core.inference.plan import read_machine
    from core.inference.training_work import Order, run_order

    order = first["order"]
    settings = wire.unpack_settings(first["settings"])
    # A step may take minutes; the parent looks for a cancel at every sign of life.
    threading.Thread(target=_beat_for_ever, args=(outbox,), daemon=True).start()
    worked = run_order(
        Order(**{**order, "model": Path(order["model"]), "destination": Path(order["destination"])}),
        wire.unpack_worked(first["training"]),
        wire.unpack_worked(first["validation"]),
        replace(settings, threads=settings.threads or read_machine().cores),
        lambda done, steps, loss: outbox.send("step", done=done, steps=steps, loss=loss),
    )
    outbox.send("done", worked=asdict(worked))


def _beat_for_ever(outbox: Outbox) -> None:
    while True:
        time.sleep(_BEAT_EVERY_S)
        outbox.beat()


_WORK: dict[str, Callable[[dict[str, Any], queue.Queue[dict[str, Any]], Outbox], None]] = {
    "load": _run_model,
    "preflight": _run_preflight,
    "quantize": _run_quantization,
    "measure": _run_measurement,
    "importance": _collect_importance,
    "score passages": _score_passages,
    "measure examples": _measure_examples,
    "train": _train,
}


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
