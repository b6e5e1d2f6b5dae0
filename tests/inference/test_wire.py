import io
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.inference import wire
from core.inference.exchange import FinishReason, PromptMode, Reply, Request, Sampling, Settings
from core.questions.question import Message


@given(st.dictionaries(st.text(), st.none() | st.integers() | st.text() | st.lists(st.text())))
def test_what_is_sent_is_received(fields):
    pipe = io.BytesIO()
    wire.send(pipe, {**fields, "type": "x"})
    wire.send(pipe, {"type": "second"})
    pipe.seek(0)
    assert wire.receive(pipe) == {**fields, "type": "x"}
    assert wire.receive(pipe) == {"type": "second"}
    assert wire.receive(pipe) is None


def test_a_request_and_a_reply_survive_the_way():
    request = Request(
        "q", (Message("user", "é\ud800"),), 7, PromptMode.LOGLIKELIHOOD, Sampling(0.5, seed=3), ("a",), ("x", "y"), "g"
    )
    reply = Reply("q", "t", FinishReason.LOOP, "h", 1, 2, 0.5, (-1.5, -2.0), "n")
    pipe = io.BytesIO()
    wire.send(pipe, {"type": "t", "request": wire.pack_request(request), "reply": wire.pack_reply(reply)})
    pipe.seek(0)
    message = wire.receive(pipe)
    assert message is not None
    assert wire.unpack_request(message["request"]) == request
    assert wire.unpack_reply(message["reply"]) == reply
    assert wire.unpack_settings(wire.pack_settings(Settings(thinking=True))) == Settings(thinking=True)


@pytest.mark.parametrize("raw", [b"\xff\xff\xff\xff", struct.pack(">I", 3) + b"abc", struct.pack(">I", 2) + b"[]"])
def test_a_broken_message_is_refused_without_reading_on(raw):
    with pytest.raises(wire.ProtocolBroken):
        wire.receive(io.BytesIO(raw))


def test_a_message_that_is_cut_off_is_the_end():
    assert wire.receive(io.BytesIO(struct.pack(">I", 10) + b'{"ty')) is None
