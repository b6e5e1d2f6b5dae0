"""Reads and checks the header of a GGUF file.

Layout (versions 2 and 3 are alike): magic, version, number of tensors, number
of keys; the keys with their values; a name, shape, type and offset for each
tensor; then, aligned, the tensor data, one tensor after the other. Version 3
may be big-endian: then every number is.

Anyone may have made the file. What is kept of it is bounded (a few MB at
most), every offset is checked against the file, and sizes are computed from
the tensors. Long arrays such as the vocabulary are walked over and only
counted.

Source: ggml's gguf.h and gguf.cpp; llama.cpp refuses what is refused here.
"""

import stat
from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from core.catalogue.quantization import tensor_types
from core.errors import ModelFileError
from core.models.file_names import refuse_unless_text
from core.models.foreign_files import say_what_it_is
from core.models.gguf_stream import EndOfFile, GgufStream, Impossible, ValueType
from core.models.header import Header, TensorInfo, Value, product
from core.models.header_values import ValueReader

MAX_TENSORS = 1 << 20
MAX_KEYS = 1 << 16
MAX_KEY_BYTES = 1 << 16
MAX_NAME_BYTES = 63  # ggml keeps 64 with the closing zero
MAX_DIMENSIONS = 4
MAX_LAYERS = 4096
DEFAULT_ALIGNMENT = 32


def read_header(path: Path) -> Header:
    """Read and check one file's header; under 50 ms, whatever the vocabulary.

    Raises ModelFileError with a sentence when the file is missing, empty,
    foreign, damaged or ends too early.

        >>> header = read_header(Path("SmolLM2-135M-Instruct.Q4_1.gguf"))  # doctest: +SKIP
        >>> header.architecture, len(header.tensors), header.count("tokenizer.ggml.tokens")  # doctest: +SKIP
        ('llama', 272, 49152)
    """
    refuse_unless_text(path)
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise ModelFileError(f"{path} is a folder, not a model file: choose a .gguf file in it")
        if not stat.S_ISREG(status.st_mode):  # a pipe would wait forever
            raise ModelFileError(f"{path} is no ordinary file: choose a .gguf file")
        size_bytes = status.st_size
        with path.open("rb") as stream:
            return _Reader(path, stream, size_bytes).read()
    except FileNotFoundError:
        if path.is_symlink():
            raise ModelFileError(f"{path.name} is a link to a file that is gone: download the file again") from None
        raise ModelFileError(f"{path.name} is not there: check {path}") from None
    except OSError as error:
        raise ModelFileError(f"{path.name} cannot be read ({error.strerror or error}): check {path}") from error


def read_first_keys(start: bytes, name: str) -> dict[str, Value]:
    """The keys at the start of a file of which only so much is there, such as one on a server.

    Keys of the architecture come first as a rule, the vocabulary last: of an
    array that is cut off, the length is kept. Raises ModelFileError when this
    is no GGUF.
    """
    return _Reader(Path(name), BytesIO(start), len(start)).read_first_keys()


class _Reader:
    """Reads one header from front to back."""

    def __init__(self, path: Path, stream: BinaryIO, size_bytes: int) -> None:
        self.path = path
        self.stream = GgufStream(stream, size_bytes)
        self.values = ValueReader(self.stream)
        self.reading = ""  # what is being read, how many of it came and were due: for a file that ends too early
        self.done = self.due = 0

    def read(self) -> Header:
        try:
            version = self._read_start()
            tensor_count = self._read_bounded_count("tensors", MAX_TENSORS)
            key_count = self._read_bounded_count("keys", MAX_KEYS)
            values = self._read_values(key_count)
            alignment = _alignment(values)
            _check_layers(values)
            tensors = self._read_tensors(tensor_count)
            data_start = -(-self.stream.position // alignment) * alignment
            tensors = _size_unknown_types(tensors, self.stream.size_bytes - data_start)
            self._check_layout(tensors, data_start, alignment)
        except EndOfFile:
            where = f"its header, after {self.done} of {self.due} {self.reading}" if self.reading else "its header"
            raise ModelFileError(f"{self.path.name} ends inside {where}: download it again") from None
        except Impossible as fault:
            raise self._damaged(fault) from None
        return Header(self.path, self.stream.size_bytes, version, self.stream.byte_order, values, tensors, data_start)

    def read_first_keys(self) -> dict[str, Value]:
        values: dict[str, Value] = {}
        key = ""
        try:
            self._read_start()
            self._read_bounded_count("tensors", MAX_TENSORS)
            for _ in range(self._read_bounded_count("keys", MAX_KEYS)):
                key = self.stream.read_string("the name of a key", MAX_KEY_BYTES)
                values[key] = self.values.read(key)
        except EndOfFile:
            if self.values.cut_array is not None:
                values[key] = self.values.cut_array
        except Impossible as fault:
            raise self._damaged(fault) from None
        return values

    def _damaged(self, fault: Impossible) -> ModelFileError:
        return ModelFileError(
            f"{self.path.name} is damaged or was not made properly: {fault}. Download it again, or from another place"
        )

    def _read_start(self) -> int:
        if self.stream.size_bytes == 0:
            raise ModelFileError(f"{self.path.name} is empty: download it again")
        start = self.stream.read_bytes(min(self.stream.size_bytes, 4))
        if start != b"GGUF":
            self.stream.position = 0
            raise ModelFileError(
                say_what_it_is(self.path.name, self.stream.read_bytes(min(self.stream.size_bytes, 64)))
            )
        version = int(self.stream.read_number(ValueType.UINT32))
        if version & 0xFFFF == 0 and version:
            self.stream.byte_order = "big"
            version = int.from_bytes(version.to_bytes(4, "little"), "big")
        if version == 1:
            raise ModelFileError(
                f"{self.path.name} has GGUF version 1 of 2023, which no longer loads: download a newer file"
            )
        if version not in (2, 3):
            raise ModelFileError(
                f"{self.path.name} has GGUF version {version}; versions 2 and 3 are known: "
                "update Surefit, or download the file again"
            )
        return version

    def _read_bounded_count(self, what: str, most: int) -> int:
        count = self.stream.read_count()
        if count > most:
            raise Impossible(f"its header announces {count:,} {what}")
        return count

    def _read_values(self, count: int) -> dict[str, Value]:
        self.reading, self.due = "keys", count
        values: dict[str, Value] = {}
        for index in range(count):
            self.done = index
            key = self.stream.read_string(f"the name of key {index + 1}", MAX_KEY_BYTES)
            if not key or key in values:
                raise Impossible(f"key {key!r} stands twice" if key else f"key {index + 1} has no name")
            values[key] = self.values.read(key)
        return values

    def _read_tensors(self, count: int) -> tuple[TensorInfo, ...]:
        self.reading, self.due = "tensor names", count
        tensors = []
        names = set()
        for index in range(count):
            self.done = index
            name = self.stream.read_string("the name of a tensor", MAX_NAME_BYTES)
            if name in names:
                raise Impossible(f"tensor {name!r} stands twice")
            names.add(name)
            (dimensions,) = self.stream.read("I")
            if dimensions > MAX_DIMENSIONS:
                raise Impossible(f"tensor {name!r} has {dimensions} dimensions")
            *shape_read, type_id, offset = self.stream.read(f"{dimensions}QIQ")
            shape = tuple(shape_read)
            tensors.append(TensorInfo(name, shape, type_id, offset, _size_bytes(name, shape, type_id)))
        return tuple(tensors)

    def _check_layout(self, tensors: tuple[TensorInfo, ...], data_start: int, alignment: int) -> None:
        """Tensors follow each other without gaps, and all of them are there."""
        expected = 0
        for tensor in tensors:
            if tensor.offset != expected:
                raise Impossible(f"tensor {tensor.name!r} lies at {tensor.offset} where {expected} was due")
            expected += -(-tensor.size_bytes // alignment) * alignment
        there = self.stream.size_bytes - data_start
        whole = sum(tensor.offset + tensor.size_bytes <= there for tensor in tensors)
        if whole < len(tensors):
            raise ModelFileError(f"{self.path.name} ends after {whole} of {len(tensors)} tensors: download it again")


def _size_bytes(name: str, shape: tuple[int, ...], type_id: int) -> int:
    """Bytes of a tensor of a known type; -1 for a type newer than our list."""
    weights = product(shape)
    if weights >= 1 << 63:
        raise Impossible(f"tensor {name!r} would have {weights:,} weights")
    kind = tensor_types().get(type_id)
    if kind is None:
        return -1
    if shape and shape[0] % kind.block_weights:
        raise Impossible(
            f"tensor {name!r} has rows of {shape[0]} weights; {kind.name} needs a multiple of {kind.block_weights}"
        )
    return kind.size_bytes(weights)


def _size_unknown_types(tensors: tuple[TensorInfo, ...], there: int) -> tuple[TensorInfo, ...]:
    """A tensor of an unknown type reaches to the next one, the last to the end of the file."""
    ends = [tensor.offset for tensor in tensors[1:]] + [there]
    return (
        tuple(
            replace(tensor, size_bytes=max(0, end - tensor.offset)) if tensor.size_bytes < 0 else tensor
            for tensor, end in zip(tensors, ends, strict=True)
        )
        if tensors
        else ()
    )


def _alignment(values: Mapping[str, Value]) -> int:
    value = values.get("general.alignment", DEFAULT_ALIGNMENT)
    if not isinstance(value, int) or not 0 < value <= 1 << 20 or value & (value - 1):
        raise Impossible("general.alignment is not a power of two")
    return value


def _check_layers(values: Mapping[str, Value]) -> None:
    """Later sums go over the layers, so their number must be a real one."""
    layers = values.get(f"{values.get('general.architecture')}.block_count", 0)
    if not isinstance(layers, int) or not 0 <= layers <= MAX_LAYERS:
        raise Impossible(f"its header announces {layers} layers")
