"""Vocabularies that were walked before: every quantization of a model, and every model of a family, has the same.

An array of strings must be walked to find its end, which reads megabytes of
each file. One that has the same count, begins with the same 4 KB and, where
the earlier one ended, ends with the same 4 KB and is followed by the same next
key is taken for the same array; the fingerprint looks at no more of it. Whoever forges one in between deceives only
about the file's own header, which is checked on from there as always.
"""

from collections import OrderedDict
from hashlib import sha256

from core.models.gguf_stream import GgufStream

EDGE_BYTES = 4096
AFTER_BYTES = 32  # of what follows an array: its length and most of a key's or tensor's name
MOST_KNOWN = 256  # arrays that are remembered in this process, a few dozen bytes each

_Key = tuple[str, int, bytes]
_known: OrderedDict[_Key, tuple[int, bytes]] = OrderedDict()  # → bytes of the array, hash of its end and what follows


def skip_strings(stream: GgufStream, count: int) -> None:
    """Go past an array of `count` strings, walking it only where it is not known yet.

    Raises EndOfFile and Impossible as the walk does.
    """
    start = stream.position
    if stream.left < 2 * EDGE_BYTES:
        stream.skip_strings(count)
        return
    key = (stream.byte_order, count, _hash(stream, start, EDGE_BYTES))
    known = _known.get(key)
    if known is not None and start + known[0] + AFTER_BYTES <= stream.size_bytes:
        size_bytes, end = known
        if _hash(stream, start + size_bytes - EDGE_BYTES, EDGE_BYTES + AFTER_BYTES) == end:
            stream.position = start + size_bytes
            return
    stream.position = start
    stream.skip_strings(count)
    size_bytes = stream.position - start
    if size_bytes >= 2 * EDGE_BYTES and stream.left >= AFTER_BYTES:
        _known[key] = (size_bytes, _hash(stream, start + size_bytes - EDGE_BYTES, EDGE_BYTES + AFTER_BYTES))
        if len(_known) > MOST_KNOWN:
            _known.popitem(last=False)
    stream.position = start + size_bytes


def forget_arrays() -> None:
    """Begin as a new process does."""
    _known.clear()


def _hash(stream: GgufStream, position: int, size_bytes: int) -> bytes:
    stream.position = position
    return sha256(stream.read_bytes(size_bytes)).digest()
