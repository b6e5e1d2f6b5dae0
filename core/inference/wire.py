"""The protocol between this program and a model's own process.

A message is a JSON object behind its length (four bytes, big-endian), over
the pipes of standard input and output. Lengths are bounded, so that a broken
or hostile peer cannot make the other side read without end.

To the process: load, ask, preflight, quantize, …; every message has "type".
From it: ready, reply, beat (a sign of life), done, error.
"""

import dataclasses
import json
import struct
from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO

from core.inference.exchange import (
    FinishReason,
    PromptMode,
    Reply,
    Request,
    Sampling,
    Settings,
    WorkedExample,
)
from core.questions.question import Message

MAX_MESSAGE_BYTES = 64 << 20
_LENGTH = struct.Struct(">I")

Payload = Mapping[str, Any]


class ProtocolBroken(ValueError):
    """What came over the pipe is no message of this protocol."""


def send(stream: BinaryIO, payload: Payload) -> None:
    """Write one message and flush it."""
    raw = json.dumps(payload, ensure_ascii=False).encode("utf-8", "surrogatepass")
    if len(raw) > MAX_MESSAGE_BYTES:
        raise ProtocolBroken(f"a message of {len(raw)} bytes is over {MAX_MESSAGE_BYTES}")
    stream.write(_LENGTH.pack(len(raw)) + raw)
    stream.flush()


def receive(stream: BinaryIO) -> dict[str, Any] | None:
    """The next message; None at the end of the stream, also in the midst of a message."""
    head = _read_exactly(stream, _LENGTH.size)
    if head is None:
        return None
    (size,) = _LENGTH.unpack(head)
    if size > MAX_MESSAGE_BYTES:
        raise ProtocolBroken(f"a message of {size} bytes is over {MAX_MESSAGE_BYTES}")
    raw = _read_exactly(stream, size)
    if raw is None:
        return None
    try:
        message = json.loads(raw.decode("utf-8", "surrogatepass"))
    except ValueError as error:
        raise ProtocolBroken(f"a message is not JSON: {error}") from None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise ProtocolBroken("a message has no type")
    return message


def pack_settings(settings: Settings) -> dict[str, Any]:
    return dataclasses.asdict(settings)


def unpack_settings(fields: Mapping[str, Any]) -> Settings:
    return Settings(**fields)


def pack_request(request: Request) -> dict[str, Any]:
    return dataclasses.asdict(request)


def unpack_request(fields: Mapping[str, Any]) -> Request:
    """The inverse of pack_request: `unpack_request(pack_request(r)) == r`."""
    kinds = {
        "messages": unpack_messages(fields["messages"]),
        "mode": PromptMode(fields["mode"]),
        "sampling": Sampling(**fields["sampling"]),
        "stop": tuple(fields["stop"]),
        "options": tuple(fields["options"]),
    }
    return Request(**{**fields, **kinds})


def unpack_messages(fields: Any) -> tuple[Message, ...]:
    return tuple(Message(**message) for message in fields)


def pack_worked(examples: Sequence[WorkedExample]) -> list[dict[str, Any]]:
    return [{"request": pack_request(example.request), "reply": example.reply} for example in examples]


def unpack_worked(fields: Any) -> list[WorkedExample]:
    return [WorkedExample(unpack_request(entry["request"]), entry["reply"]) for entry in fields]


def pack_reply(reply: Reply) -> dict[str, Any]:
    return dataclasses.asdict(reply)


def unpack_reply(fields: Mapping[str, Any]) -> Reply:
    kinds = {
        "finish_reason": FinishReason(fields["finish_reason"]),
        "loglikelihoods": tuple(fields["loglikelihoods"]),
    }
    return Reply(**{**fields, **kinds})


def _read_exactly(stream: BinaryIO, size: int) -> bytes | None:
    parts = []
    while size:
        part = stream.read(min(size, 1 << 20))
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
