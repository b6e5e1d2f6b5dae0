"""Reading GGUF values one after the other, never more than is there, never more than is wanted.

The file is read through a small window, not mapped: a mapped file that shrinks
while it is read (a download replaced, a drive pulled out) kills the process.
Every count is checked against the bytes that are left before anything is
built, so a hostile count costs nothing.

A vocabulary is an array of up to half a million strings, each a 64-bit length
and so many bytes, and it must be walked to find its end. Lengths under 256
show as a byte beside seven zero bytes. numpy finds all such places in the
window at once; the walk is proved right, not guessed, because each place must
lie exactly one string after the one before. What does not fit this picture is
walked string by string.
"""

import struct
from enum import IntEnum
from functools import lru_cache
from typing import Any, BinaryIO, Literal

import numpy as np

ByteOrder = Literal["little", "big"]

WINDOW_BYTES = 1 << 16  # buffers this small come from the heap; bigger ones cost a page fault every 4 KB
WALK_STRINGS = 1024  # walked singly where the fast way finds nothing
MAX_STRINGS_SKIPPED = 1 << 22  # of all arrays together: four times what the largest vocabularies have with merges


class ValueType(IntEnum):
    UINT8 = 0
    INT8 = 1
    UINT16 = 2
    INT16 = 3
    UINT32 = 4
    INT32 = 5
    FLOAT32 = 6
    BOOL = 7
    STRING = 8
    ARRAY = 9
    UINT64 = 10
    INT64 = 11
    FLOAT64 = 12


_FORMATS = {
    ValueType.UINT8: "B",
    ValueType.INT8: "b",
    ValueType.UINT16: "H",
    ValueType.INT16: "h",
    ValueType.UINT32: "I",
    ValueType.INT32: "i",
    ValueType.FLOAT32: "f",
    ValueType.BOOL: "?",
    ValueType.UINT64: "Q",
    ValueType.INT64: "q",
    ValueType.FLOAT64: "d",
}

Number = int | float | bool


@lru_cache(maxsize=256)
def _struct(byte_order: ByteOrder, layout: str) -> struct.Struct:
    return struct.Struct(("<" if byte_order == "little" else ">") + layout)


class EndOfFile(Exception):
    """The file ends before the value that was to be read."""


class Impossible(Exception):
    """A count, length or type that no real file has; the text says which."""


class GgufStream:
    """A place in a GGUF file, and the values that can be read from there."""

    def __init__(self, stream: BinaryIO, size_bytes: int) -> None:
        self.size_bytes = size_bytes
        self.position = 0
        self.byte_order: ByteOrder = "little"
        self._stream = stream
        self._window = b""
        self._window_start = 0
        self._strings_skipped = 0

    @property
    def left(self) -> int:
        return self.size_bytes - self.position

    def read_bytes(self, count: int) -> bytes:
        start = self._at(count)
        self.position += count
        return self._window[start : start + count]

    def read_number(self, kind: ValueType) -> Number:
        return self.read_numbers(kind, 1)[0]

    def read_numbers(self, kind: ValueType, count: int) -> tuple[Number, ...]:
        return self.read(f"{count}{_FORMATS[kind]}")

    def read(self, layout: str) -> tuple[Any, ...]:
        """Several numbers at once, in struct's notation without the byte order."""
        packed = _struct(self.byte_order, layout)
        start = self._at(packed.size)
        self.position += packed.size
        return packed.unpack_from(self._window, start)

    def read_count(self) -> int:
        count: int = self.read("Q")[0]
        return count

    def read_type(self, what: str) -> ValueType:
        number = self.read("i")[0]
        try:
            return ValueType(number)
        except ValueError:
            raise Impossible(f"{what} has value type {number}, which does not exist") from None

    def read_string(self, what: str, max_bytes: int) -> str:
        """A string of at most `max_bytes`; Impossible when it is longer."""
        length = self.read_count()
        if length > max_bytes:
            raise Impossible(f"{what} is {length} bytes long")
        return self.read_bytes(length).decode("utf-8", errors="replace")

    def skip(self, count: int) -> None:
        if count > self.left:
            raise EndOfFile
        self.position += count

    def skip_numbers(self, kind: ValueType, count: int) -> None:
        self.skip(count * struct.calcsize("=" + _FORMATS[kind]))

    def skip_strings(self, count: int) -> None:
        """Walk over `count` strings without building them."""
        if count * 8 > self.left:
            raise EndOfFile
        self._strings_skipped += count
        if self._strings_skipped > MAX_STRINGS_SKIPPED:
            raise Impossible(f"it lists more than {MAX_STRINGS_SKIPPED:,} strings")
        while count:
            walked, walked_bytes = self._walk_window(count)
            self.position += walked_bytes
            count -= walked
            if walked < WALK_STRINGS:
                singly = min(count, WALK_STRINGS)
                for _ in range(singly):
                    self.skip(self.read_count())
                count -= singly

    def _walk_window(self, count: int) -> tuple[int, int]:
        """How many of the next `count` strings lie whole in the window, and their bytes."""
        start = self._at(min(self.left, WINDOW_BYTES // 2))
        window = np.frombuffer(self._window, np.uint8)[start:]
        if len(window) < 16:
            return 0, 0
        places, lengths = _short_lengths(window, self.byte_order)
        if len(places) < 2 or places[0] != 0:
            return 0, 0
        follows = places[1:] == places[:-1] + 8 + lengths[:-1]
        walked = int(len(follows) if follows.all() else follows.argmin())
        walked = min(walked, count)
        return walked, int(places[walked])

    def _at(self, count: int) -> int:
        """Where in the window the next `count` bytes start, after filling it as needed."""
        start = self.position - self._window_start
        if start < 0 or start + count > len(self._window):
            if count > self.left:
                raise EndOfFile
            self._stream.seek(self.position)
            self._window = self._stream.read(max(count, WINDOW_BYTES))
            self._window_start = self.position
            start = 0
            if len(self._window) < count:
                raise EndOfFile  # the file shrank while it was read
        return start


def _short_lengths(
    window: "np.ndarray[tuple[int], np.dtype[np.uint8]]", byte_order: ByteOrder
) -> tuple["np.ndarray[tuple[int], np.dtype[np.intp]]", "np.ndarray[tuple[int], np.dtype[np.uint8]]"]:
    """All places where a 64-bit length under 256 may start, and these lengths."""
    zero = window == 0
    two = zero[:-1] & zero[1:]
    four = two[:-2] & two[2:]
    runs = four[:-3] & four[3:]  # seven zero bytes from here on
    if byte_order == "little":
        places = np.flatnonzero(runs[1:])
        return places, window[places]
    places = np.flatnonzero(runs[:-1])
    return places, window[places + 7]
