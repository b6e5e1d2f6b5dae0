"""Writes small GGUF files byte by byte, good ones and bad ones, without the reader under test."""

import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

BLOCKS = {0: (1, 4), 1: (1, 2), 2: (32, 18), 8: (32, 34), 12: (256, 144), 14: (256, 210), 39: (32, 17)}
U32, I32, F32, BOOL, STRING, ARRAY, U64 = 4, 5, 6, 7, 8, 9, 10


class GgufBytes:
    """Collects a file; `order` is "<" or ">"."""

    def __init__(self, order: str = "<", version: int = 3) -> None:
        self.order = order
        self.version = version
        self.keys: list[bytes] = []
        self.tensors: list[tuple[str, tuple[int, ...], int]] = []

    def pack(self, layout: str, *values: Any) -> bytes:
        return struct.pack(self.order + layout, *values)

    def string(self, text: str | bytes) -> bytes:
        content = text.encode() if isinstance(text, str) else text
        return self.pack("Q", len(content)) + content

    def raw(self, key: str, kind: int, content: bytes) -> None:
        self.keys.append(self.string(key) + self.pack("I", kind) + content)

    def value(self, key: str, value: Any) -> None:
        if isinstance(value, str):
            self.raw(key, STRING, self.string(value))
        elif isinstance(value, bool):
            self.raw(key, BOOL, self.pack("?", value))
        elif isinstance(value, int):
            self.raw(key, U32, self.pack("I", value))
        elif isinstance(value, float):
            self.raw(key, F32, self.pack("f", value))
        elif value and isinstance(value[0], str | bytes):
            self.raw(key, ARRAY, self.pack("IQ", STRING, len(value)) + b"".join(map(self.string, value)))
        elif value and isinstance(value[0], bool):
            self.raw(key, ARRAY, self.pack("IQ", BOOL, len(value)) + self.pack(f"{len(value)}?", *value))
        else:
            self.raw(key, ARRAY, self.pack("IQ", I32, len(value)) + self.pack(f"{len(value)}i", *value))

    def header(self, tensor_count: int | None = None, key_count: int | None = None) -> bytes:
        """Everything up to the tensor data, with counts that may lie."""
        out = b"GGUF" + self.pack("I", self.version)
        out += self.pack("Q", len(self.tensors) if tensor_count is None else tensor_count)
        out += self.pack("Q", len(self.keys) if key_count is None else key_count) + b"".join(self.keys)
        offset = 0
        for name, shape, kind in self.tensors:
            out += self.string(name) + self.pack(f"I{len(shape)}QIQ", len(shape), *shape, kind, offset)
            offset += -(-size_of(shape, kind) // 32) * 32
        return out + bytes(-len(out) % 32)

    def whole(self) -> bytes:
        data = b""
        for index, (_, shape, kind) in enumerate(self.tensors):
            content = _counted(index, size_of(shape, kind))
            data += content + bytes(-len(content) % 32)
        return self.header() + data


def _counted(first: int, length: int) -> bytes:
    """So many bytes that count up from `first`, and from 0 again after 250."""
    start = first % 251
    return (bytes(range(251)) * ((start + length) // 251 + 1))[start : start + length]


def size_of(shape: Sequence[int], kind: int) -> int:
    weights = 1
    for length in shape:
        weights *= length
    block, size = BLOCKS[kind]
    return weights // block * size


SMALL_MODEL: Mapping[str, Any] = {
    "general.architecture": "llama",
    "general.type": "model",
    "general.name": "Tiny Test",
    "general.file_type": 7,
    "general.license": "mit",
    "general.languages": ["en", "de"],
    "llama.block_count": 2,
    "llama.context_length": 2048,
    "llama.embedding_length": 64,
    "llama.feed_forward_length": 128,
    "llama.attention.head_count": 4,
    "llama.attention.head_count_kv": 2,
    "tokenizer.ggml.model": "gpt2",
    "tokenizer.chat_template": "{{ messages }}",
}
VOCABULARY = [f"token{number}" for number in range(2000)]
SMALL_TENSORS = (
    ("token_embd.weight", (64, 2000), 8),
    ("blk.0.attn_q.weight", (64, 64), 8),
    ("blk.1.attn_q.weight", (64, 64), 2),
    ("output_norm.weight", (64,), 0),
)


def small_model(order: str = "<", version: int = 3, **changes: Any) -> GgufBytes:
    """A small llama; `changes` replace or add keys ("__" stands for the dot), None drops one."""
    file = GgufBytes(order, version)
    values = {**SMALL_MODEL, "tokenizer.ggml.tokens": VOCABULARY}
    values |= {key.replace("__", "."): value for key, value in changes.items()}
    for key, value in values.items():
        if value is not None:
            file.value(key, value)
    file.tensors = list(SMALL_TENSORS)
    return file


def write(path: Path, file: GgufBytes | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(file if isinstance(file, bytes) else file.whole())
    return path
