"""What a model's process tells its parent, from whichever of its threads."""

import threading
import time
from typing import Any, BinaryIO

from core.inference import wire

_BEAT_EVERY_S = 0.25


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

    def beat_for_ever(self) -> None:
        """Signs of life from a thread of their own, for work whose single step may take minutes."""
        threading.Thread(target=self._beat_on, daemon=True).start()

    def _beat_on(self) -> None:
        while True:
            time.sleep(_BEAT_EVERY_S)
            self.beat()
