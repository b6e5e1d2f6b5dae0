"""Reads the values of a header's keys: numbers, texts and arrays, as much of them as is worth keeping.

Short values are kept, up to a few MB in all; of a long array or text (the
vocabulary, its scores) only the kind, the length and the place are.
"""

from core.models.gguf_stream import EndOfFile, GgufStream, Impossible, ValueType
from core.models.header import Bulk, Value
from core.models.known_arrays import skip_strings

MAX_STRING_BYTES = 1 << 16
MAX_TEMPLATE_BYTES = 1 << 20
MAX_ARRAY_KEPT = 1 << 10
MAX_KEPT_BYTES = 1 << 23


class ValueReader:
    """Reads one value after the other from a stream, and counts what is kept."""

    def __init__(self, stream: GgufStream) -> None:
        self.stream = stream
        self.kept_bytes = 0
        self.cut_array: Bulk | None = None  # the array in the midst of which the file ended

    def read(self, key: str) -> Value:
        """The value of a key whose name was read. Raises Impossible, or EndOfFile where it is cut off."""
        value = self._read(key)
        self.cut_array = None
        return value

    def _read(self, key: str) -> Value:
        kind = self.stream.read_type(f"key {key!r}")
        if kind is ValueType.ARRAY:
            return self._read_array(key)
        if kind is ValueType.STRING:
            return self._read_text(key)
        self._keep(16)
        return self.stream.read_number(kind)

    def _read_text(self, key: str) -> str | Bulk:
        length = self.stream.read_count()
        start = self.stream.position
        most = MAX_TEMPLATE_BYTES if key.startswith("tokenizer.chat_template") else MAX_STRING_BYTES
        if length > most:
            self.stream.skip(length)
            return Bulk(ValueType.STRING, length, start, self.stream.position)
        self._keep(length)
        return self.stream.read_bytes(length).decode("utf-8", errors="replace")

    def _read_array(self, key: str) -> Value:
        kind = self.stream.read_type(f"key {key!r}")
        if kind is ValueType.ARRAY:
            raise Impossible(f"key {key!r} is an array of arrays")
        count = self.stream.read_count()
        start = self.stream.position
        self.cut_array = Bulk(kind, count, start, start)
        if count > self.stream.left:
            raise EndOfFile
        if count <= MAX_ARRAY_KEPT and kind is not ValueType.STRING:
            self._keep(count * 16)
            return self.stream.read_numbers(kind, count)
        if count <= MAX_ARRAY_KEPT and (texts := self._read_texts(count)) is not None:
            return texts
        self.stream.position = start
        if kind is ValueType.STRING:
            skip_strings(self.stream, count)
        else:
            self.stream.skip_numbers(kind, count)
        return Bulk(kind, count, start, self.stream.position)

    def _read_texts(self, count: int) -> tuple[str, ...] | None:
        """A short array of short strings; None when they turn out long."""
        texts = []
        room = MAX_STRING_BYTES
        for _ in range(count):
            length = self.stream.read_count()
            room -= length
            if room < 0:
                return None
            texts.append(self.stream.read_bytes(length).decode("utf-8", errors="replace"))
        self._keep(MAX_STRING_BYTES - room)
        return tuple(texts)

    def _keep(self, size_bytes: int) -> None:
        self.kept_bytes += size_bytes
        if self.kept_bytes > MAX_KEPT_BYTES:
            raise Impossible(f"its header holds more than {MAX_KEPT_BYTES >> 20} MB of settings")
