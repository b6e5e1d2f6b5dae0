"""Which file is this? A quick fingerprint that stands for the content of a model file.

It covers the size, everything the header says (of long arrays such as the
vocabulary the beginning and the end) and 4 KB from the middle of up to 64
tensors spread over the file. Two files with one fingerprint are the same model
in the same quantization; a file whose name or place changed keeps it. It is no
proof against someone who forges a file on purpose: that is what
`transfer.sha256_file` is for.

The recipe is part of what is stored with a run: never change it without a new
`RECIPE`.
"""

import hashlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from core.errors import ModelFileError
from core.models.header import Bulk, Header
from core.models.split_files import read_headers

RECIPE = b"surefit-fingerprint-1"
SAMPLE_BYTES = 4096
MOST_SAMPLES = 64


def fingerprint(path: Path) -> str:
    """The fingerprint of a model file, 32 hex digits; of all parts when it is split.

    Raises ModelFileError when the file cannot be read as a model.
    """
    return fingerprint_of(read_headers(path))


def fingerprint_of(headers: Sequence[Header]) -> str:
    """The same from headers that were read already."""
    digest = hashlib.sha256(RECIPE)
    for header in headers:
        digest.update(header.size_bytes.to_bytes(8, "little"))
        try:
            with header.path.open("rb") as stream:
                spans = _spans(header)
                _ask_ahead(stream, spans)
                for start, end in spans:
                    digest.update(_read(stream, start, end, header.path))
        except OSError as error:
            raise ModelFileError(
                f"{header.path.name} cannot be read ({error.strerror or error}): check {header.path}"
            ) from error
    return digest.hexdigest()[:32]


def _spans(header: Header) -> list[tuple[int, int]]:
    """Where to read, from front to back."""
    spans = []
    position = 0
    bulks = sorted((value for value in header.values.values() if isinstance(value, Bulk)), key=lambda bulk: bulk.start)
    for bulk in bulks:
        if bulk.end - bulk.start > 2 * SAMPLE_BYTES:
            spans.append((position, bulk.start + SAMPLE_BYTES))
            position = bulk.end - SAMPLE_BYTES
    spans.append((position, min(header.data_start, header.size_bytes)))
    step = max(1, -(-len(header.tensors) // MOST_SAMPLES))
    for tensor in header.tensors[::step]:
        start = header.data_start + tensor.offset + max(0, tensor.size_bytes - SAMPLE_BYTES) // 2
        spans.append((start, min(start + SAMPLE_BYTES, start + tensor.size_bytes)))
    return spans


def _ask_ahead(stream: BinaryIO, spans: Sequence[tuple[int, int]]) -> None:
    """Tell the system what will be read, so that a disk brings it all at once: half the time of a first look."""
    if sys.platform == "linux":
        for start, end in spans:
            os.posix_fadvise(stream.fileno(), start, end - start, os.POSIX_FADV_WILLNEED)


def _read(stream: BinaryIO, start: int, end: int, path: Path) -> bytes:
    stream.seek(start)
    content = stream.read(end - start)
    if len(content) < end - start:
        raise ModelFileError(f"{path.name} became shorter while it was read: wait until its download has ended")
    return content
