"""A model file that answers, from a process of its own."""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from core.inference import known_good, wire
from core.inference.exchange import Reply, Request, Settings
from core.inference.preflight import Preflight, unpack_preflight
from core.inference.process import Cancellation, ModelProcess, ProcessCrashed
from core.models.file_kind import check_writes_text
from core.models.split_files import read_headers
from core.questions.question import Message

_LOAD_SILENCE_S = 300.0  # between two signs of life while a file is loaded
_LEAST_SILENCE_S = 60.0
_PREFLIGHT_SILENCE_S = 120.0
_SAFER_BATCH = 64


class ModelSession:
    """The Session of exchange.py for a GGUF file. Use `open_model`."""

    def __init__(
        self,
        process: ModelProcess,
        settings: Settings,
        hang_after_s: float,
        remembered: Path | None,
    ) -> None:
        self.settings = settings
        self.hang_after_s = hang_after_s
        self._process, self._remembered = process, remembered
        self._answering = False
        self._to_drop = False

    @property
    def pid(self) -> int:
        return self._process.pid

    def close(self) -> None:
        self._process.close()

    def answer(self, requests: Iterable[Request]) -> Iterator[Reply]:
        """Yield replies as they finish. Requests are drawn as there is room, so they may be a generator.

        Raises ModelProcessDied when the process ends or hangs, SessionClosed
        after close(). Leaving the loop early drops what is not answered.
        """
        if self._answering:
            raise RuntimeError("this session is answering already")
        self._answering = True
        waiting: set[str] = set()
        try:
            self._forget_old()
            yield from self._exchange(iter(requests), waiting)
        except ProcessCrashed:
            if self._remembered:
                known_good.note_crash(self._remembered, self.settings)
            raise
        finally:
            self._answering = False
            self._to_drop = bool(waiting)

    def _exchange(self, requests: Iterator[Request], waiting: set[str]) -> Iterator[Reply]:
        window = max(64, 4 * (self.settings.n_parallel or 1))
        exhausted = False
        while waiting or not exhausted:
            new = []
            while not exhausted and len(waiting) < window:
                request = next(requests, None)
                if request is None:
                    exhausted = True
                elif request.id in waiting:
                    raise ValueError(f"two requests have the id {request.id}")
                else:
                    new.append(wire.pack_request(request))
                    waiting.add(request.id)
            if new:
                self._process.send("ask", requests=new)
            if waiting:
                message = self._process.receive(self.hang_after_s)
                if message["type"] == "reply":
                    reply = wire.unpack_reply(message["reply"])
                    waiting.discard(reply.id)
                    if self._remembered:
                        known_good.note_success(self._remembered, self.settings)
                    yield reply

    def _forget_old(self) -> None:
        """After an answer() that was left early: empty the process's queue, and the pipe."""
        if not self._to_drop:
            return
        self._process.send("drop")
        while self._process.receive(self.hang_after_s)["type"] != "dropped":
            pass
        self._to_drop = False


def open_model(
    path: Path,
    settings: Settings,
    *,
    on_event: Callable[[str], None] | None = None,
    remembered: Path | None = None,
    hang_after_s: float | None = None,
    cancellation: Cancellation | None = None,
) -> ModelSession:
    """Load a GGUF file in a process of its own and decode a token on trial.

    When that crashes, it is tried once more with the safer settings; `on_event`
    hears a sentence about it, and about anything else that was decided.
    remembered: a file in which is kept what crashes and what works here.
    hang_after_s: silence that counts as a hang; None: from the measured speed.
    cancellation: ends the loading from another thread.

    Raises ModelFileError (missing, damaged), InferenceError (no memory),
    ModelProcessDied (it crashed in the safer configuration too), SessionClosed
    (it was cancelled).

    Example: `with contextlib.closing(open_model(path, Settings())) as session: …`.
    """
    tell = on_event or (lambda _sentence: None)
    cancellation = cancellation or Cancellation()
    if remembered:
        advised = known_good.advise(remembered, settings)
        if advised != settings:
            tell(f"{path.name}: extra buffer types are left out, because they crashed on this processor before.")
            settings = advised
    try:
        return _open(path, settings, tell, remembered, hang_after_s, cancellation)
    except ProcessCrashed as crash:
        if remembered:
            known_good.note_crash(remembered, settings)
        second = safer(settings)
        if second is None:
            raise
        tell(f"{crash}. Trying once more in a safer configuration.")
    session = _open(path, second, tell, remembered, hang_after_s, cancellation)
    if remembered:
        known_good.note_success(remembered, session.settings)
    return session


def safer(settings: Settings) -> Settings | None:
    """The configuration for the one retry: no extra buffer types, no GPU, one thread, a small batch.

    None when the settings are that safe already.

    Example: `safer(Settings())` has use_extra_bufts False, threads 1, n_batch 64.
    """
    second = replace(
        settings,
        use_extra_bufts=False,
        threads=1,
        n_batch=min(settings.n_batch or _SAFER_BATCH, _SAFER_BATCH),
        n_parallel=min(settings.n_parallel or 4, 4),
        n_gpu_layers=0,
    )
    return None if second == settings else second


def preflight(path: Path, settings: Settings, messages: Sequence[Message]) -> Preflight:
    """What the model of this file would be shown for a chat; only its vocabulary is loaded.

    Runs in a process of its own, because the file is not trusted. Raises
    ModelFileError, also for what writes no text, TemplateError, ModelProcessDied.
    """
    check_writes_text(read_headers(path))
    process = ModelProcess(path.name)
    with contextlib.closing(process):
        process.send(
            "preflight",
            path=str(path),
            settings=wire.pack_settings(settings),
            messages=[vars(message) for message in messages],
        )
        while (message := process.receive(_PREFLIGHT_SILENCE_S))["type"] != "done":
            pass
        return unpack_preflight(message["preflight"])


def _open(
    path: Path,
    settings: Settings,
    tell: Callable[[str], None],
    remembered: Path | None,
    hang_after_s: float | None,
    cancellation: Cancellation,
) -> ModelSession:
    process = ModelProcess(path.name)
    cancellation.watch(process)
    try:
        process.send("load", path=str(path), settings=wire.pack_settings(settings))
        while (message := process.receive(_LOAD_SILENCE_S))["type"] != "ready":
            pass
    except BaseException:
        process.close()
        raise
    used = wire.unpack_settings(message["settings"])
    for note in message["notes"]:
        tell(f"{path.name}: {note}")
    # A batch costs at most as much per token as one token alone; four times that is no slowness any more.
    patience = max(_LEAST_SILENCE_S, 4 * (used.n_batch or 1) * float(message["seconds_per_token"]))
    return ModelSession(process, used, hang_after_s or patience, remembered)
