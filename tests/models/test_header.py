"""The header reader against files written byte by byte, hostile ones, and gguf's own reader."""

import os
import struct
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import ModelFileError
from core.models.gguf_stream import GgufStream, ValueType
from core.models.header import Bulk
from core.models.header_reader import read_first_keys, read_header
from tests.models.gguf_files import ARRAY, STRING, U32, GgufBytes, small_model, write


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("version", [2, 3])
def test_what_was_written_is_read(tmp_path: Path, order: str, version: int) -> None:
    header = read_header(write(tmp_path / "m.gguf", small_model(order, version)))
    assert (header.version, header.byte_order) == (version, "little" if order == "<" else "big")
    assert (header.architecture, header.layers) == ("llama", 2)
    assert header.text("general.name") == "Tiny Test"
    assert header.strings("general.languages") == ("en", "de")
    assert header.of_model("context_length") == 2048
    assert header.count("tokenizer.ggml.tokens") == 2000
    assert isinstance(header.values["tokenizer.ggml.tokens"], Bulk)
    assert [(t.name, t.shape, t.type_name) for t in header.tensors][:2] == [
        ("token_embd.weight", (64, 2000), "Q8_0"),
        ("blk.0.attn_q.weight", (64, 64), "Q8_0"),
    ]
    assert header.weights == 64 * 2000 + 2 * 64 * 64 + 64
    assert header.data_bytes == 64 * 2064 // 32 * 34 + 64 * 64 // 32 * 18 + 64 * 4
    assert header.data_start + header.tensors[-1].offset + 256 == header.size_bytes


def test_a_value_for_all_layers_or_for_each(tmp_path: Path) -> None:
    one = read_header(write(tmp_path / "one.gguf", small_model()))
    each = read_header(write(tmp_path / "each.gguf", small_model(llama__attention__head_count_kv=[2, 0])))
    assert one.per_layer("attention.head_count_kv", 2) == (2, 2)
    assert each.per_layer("attention.head_count_kv", 3, default=9) == (2, 0, 9)


@pytest.mark.slow
@pytest.mark.parametrize("model", ["smollm_path", "gemma_path"])
def test_it_agrees_with_the_reader_of_gguf(model: str, request: pytest.FixtureRequest) -> None:
    gguf = pytest.importorskip("gguf")
    path = request.getfixturevalue(model)
    ours, theirs = read_header(path), gguf.GGUFReader(path)
    assert {t.name: (t.shape, t.type_id, header_offset(ours, t.offset), t.size_bytes) for t in ours.tensors} == {
        t.name: (tuple(int(n) for n in t.shape), int(t.tensor_type), t.data_offset, t.n_bytes) for t in theirs.tensors
    }
    fields = {key: field for key, field in theirs.fields.items() if not key.startswith("GGUF.")}
    assert set(fields) == set(ours.values)
    for key, field in fields.items():
        value = ours.values[key]
        if isinstance(value, Bulk):
            assert value.count == len(field.data)
        else:
            assert (list(value) if isinstance(value, tuple) else value) == field.contents()


def header_offset(header, offset: int) -> int:
    return header.data_start + offset


@pytest.mark.parametrize("model", ["smollm_path", "gemma_path"])
def test_a_real_header_takes_under_fifty_milliseconds(model: str, request: pytest.FixtureRequest) -> None:
    path = request.getfixturevalue(model)
    times = []
    for _ in range(7):
        start = time.perf_counter()
        read_header(path)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.05


@pytest.mark.slow
def test_a_vocabulary_of_half_a_million_with_merges_takes_under_fifty_milliseconds(tmp_path: Path) -> None:
    tokens = [f"▁word{number}" for number in range(500_000)]
    path = write(tmp_path / "m.gguf", small_model(tokenizer__ggml__tokens=tokens, tokenizer__ggml__merges=tokens))
    times = []
    for _ in range(5):
        start = time.perf_counter()
        assert read_header(path).count("tokenizer.ggml.merges") == 500_000
        times.append(time.perf_counter() - start)
    assert min(times) < 0.05


AWKWARD = st.lists(
    st.one_of(
        st.binary(max_size=20),
        st.sampled_from([b"", b"\0", b"\0" * 7, b"\0" * 8, b"a" + b"\0" * 7, b"x" * 255, b"y" * 256, b"z" * 70_000]),
    ),
    min_size=1,
    max_size=60,
)


@settings(max_examples=80, deadline=None)
@given(tokens=AWKWARD, order=st.sampled_from("<>"), many=st.sampled_from([1, 40]))
def test_any_tokens_are_walked_to_their_very_end(
    tmp_path_factory: pytest.TempPathFactory, tokens: list[bytes], order: str, many: int
) -> None:
    file = GgufBytes(order)
    file.value("before", 1)
    file.value("tokens", (tokens * many)[:3000])
    file.value("after", "here")
    header = read_header(write(tmp_path_factory.mktemp("walk") / "m.gguf", file))
    assert header.count("tokens") == len((tokens * many)[:3000])
    assert header.text("after") == "here"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "m.gguf is empty: download it again"),
        (b"GG", "not a GGUF file"),
        (b"GGUF", "ends inside its header: download it again"),
        (b"hello, this is text", "not a GGUF file"),
        (b"<!DOCTYPE html><html>", "is a web page"),
        (b"version https://git-lfs.github.com/spec/v1\noid", "Git LFS pointer"),
        (b"lmgg" + bytes(100), "before GGUF"),
        (b"PK\x03\x04" + bytes(60), "another format"),
        (bytes(100), "filled with zeros"),
        (b"GGUF" + struct.pack("<I", 1) + bytes(60), "version 1 of 2023"),
        (b"GGUF" + struct.pack("<I", 4) + bytes(60), "has GGUF version 4"),
        (b"GGUF" + struct.pack("<I", 0) + bytes(60), "has GGUF version 0"),
        (b"GGUF" + struct.pack("<IQQ", 3, 2**60, 1), "announces 1,152,921,504,606,846,976 tensors"),
        (b"GGUF" + struct.pack("<IQQ", 3, 1, 2**63), "keys"),
        (b"GGUF" + struct.pack("<IQQ", 3, 1, 5), "after 0 of 5 keys"),
        (b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 2**62), "the name of key 1 is"),
    ],
)
def test_what_is_no_model_is_a_sentence(tmp_path: Path, content: bytes, sentence: str) -> None:
    with pytest.raises(ModelFileError, match=sentence):
        read_header(write(tmp_path / "m.gguf", content))


def test_a_missing_file_and_a_folder_are_sentences(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match=r"gone.gguf is not there"):
        read_header(tmp_path / "gone.gguf")
    with pytest.raises(ModelFileError, match="is a folder"):
        read_header(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_a_sentence_and_no_endless_wait(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "m.gguf")
    with pytest.raises(ModelFileError, match="no ordinary file"):
        read_header(tmp_path / "m.gguf")


def hostile(kind: int, content: bytes) -> GgufBytes:
    file = GgufBytes()
    file.raw("general.bad", kind, content)
    return file


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (hostile(STRING, struct.pack("<Q", 2**62)), "ends inside"),
        (hostile(ARRAY, struct.pack("<IQ", STRING, 2**61)), "ends inside"),
        (hostile(ARRAY, struct.pack("<IQ", U32, 2**63)), "ends inside"),
        (hostile(ARRAY, struct.pack("<IQ", ARRAY, 1)), "array of arrays"),
        (hostile(ARRAY, struct.pack("<IQ", 77, 1)), "value type 77"),
        (hostile(13, b""), "value type 13"),
        (hostile(2**31, b""), "value type"),
    ],
)
def test_hostile_values_cost_nothing(tmp_path: Path, file: GgufBytes, sentence: str) -> None:
    path = write(tmp_path / "m.gguf", file)
    tracemalloc.start()
    with pytest.raises(ModelFileError, match=sentence):
        read_header(path)
    assert tracemalloc.get_traced_memory()[1] < 8 << 20
    tracemalloc.stop()


def test_endless_strings_are_refused_before_they_are_walked(tmp_path: Path) -> None:
    path = tmp_path / "m.gguf"
    count = 1 << 25
    file = hostile(ARRAY, struct.pack("<IQ", STRING, count))
    path.write_bytes(file.header())
    with path.open("r+b") as stream:
        stream.truncate(count * 8 + 10_000)  # a sparse file: nothing but empty strings
    start = time.perf_counter()
    with pytest.raises(ModelFileError, match="strings"):
        read_header(path)
    assert time.perf_counter() - start < 0.5


def test_many_settings_are_bounded(tmp_path: Path) -> None:
    file = GgufBytes()
    for number in range(200):
        file.value(f"general.text{number}", "x" * 60_000)
    with pytest.raises(ModelFileError, match="more than 8 MB of settings"):
        read_header(write(tmp_path / "m.gguf", file))


def test_a_template_over_the_bound_is_there_but_not_kept(tmp_path: Path) -> None:
    file = small_model(tokenizer__chat_template="x" * (2 << 20), general__description="y" * 100_000)
    header = read_header(write(tmp_path / "m.gguf", file))
    assert header.values["tokenizer.chat_template"].count == 2 << 20
    assert header.text("general.description") is None
    assert header.layers == 2


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"llama__block_count": 2_000_000_000}, "announces 2000000000 layers"),
        ({"llama__block_count": -1.0}, "announces -1.0 layers"),
        ({"general__alignment": 33}, "power of two"),
        ({"general__alignment": 0}, "power of two"),
    ],
)
def test_absurd_settings_are_refused(tmp_path: Path, changes: dict, sentence: str) -> None:
    with pytest.raises(ModelFileError, match=sentence):
        read_header(write(tmp_path / "m.gguf", small_model(**changes)))


def test_numbers_that_are_none_do_not_stop_the_reading(tmp_path: Path) -> None:
    header = read_header(write(tmp_path / "m.gguf", small_model(llama__context_length=float("inf"))))
    assert header.of_model("context_length") is None


@pytest.mark.parametrize(
    ("tensor", "sentence"),
    [
        (("x" * 64, (32,), 0), "is 64 bytes long"),
        (("output_norm.weight", (64,), 0), "stands twice"),
        (("t", (2**40, 2**40), 0), "weights"),
        (("t", (100, 4), 8), "needs a multiple of 32"),
    ],
)
def test_impossible_tensors_are_refused(tmp_path: Path, tensor: tuple, sentence: str) -> None:
    file = small_model()
    file.tensors.append(tensor)
    with pytest.raises(ModelFileError, match=sentence):
        read_header(write(tmp_path / "m.gguf", file.header() + bytes(1 << 18)))


def test_too_many_dimensions_are_refused(tmp_path: Path) -> None:
    file = GgufBytes()
    file.tensors = [("t", (2, 2, 2, 2, 2), 0)]
    with pytest.raises(ModelFileError, match="5 dimensions"):
        read_header(write(tmp_path / "m.gguf", file))


@pytest.mark.parametrize("shift", [-32, 32, 7, 2**50])
def test_tensors_that_overlap_or_leave_gaps_are_refused(tmp_path: Path, shift: int) -> None:
    content = bytearray(small_model().whole())
    name = content.find(b"blk.1.attn_q.weight")
    at = name + len(b"blk.1.attn_q.weight") + 4 + 16 + 4
    (offset,) = struct.unpack_from("<Q", content, at)
    struct.pack_into("<Q", content, at, offset + shift)
    with pytest.raises(ModelFileError, match=r"tensor 'blk.1.attn_q.weight' lies at"):
        read_header(write(tmp_path / "m.gguf", bytes(content)))


def test_a_file_that_ends_too_early_tells_how_far_it_came(tmp_path: Path) -> None:
    content = small_model().whole()
    with pytest.raises(ModelFileError, match=r"m\.gguf ends after 3 of 4 tensors: download it again"):
        read_header(write(tmp_path / "m.gguf", content[:-8]))
    name = content.find(b"blk.1.attn_q.weight")
    with pytest.raises(ModelFileError, match="after 2 of 4 tensor names"):
        read_header(write(tmp_path / "m.gguf", content[: name + 5]))


def test_cut_anywhere_it_is_a_sentence(tmp_path: Path) -> None:
    content = small_model(tokenizer__ggml__tokens=["a", "b"]).whole()
    for end in range(0, len(content), 997):
        with pytest.raises(ModelFileError):
            read_header(write(tmp_path / "m.gguf", content[:end]))


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_damaged_bytes_are_a_sentence_or_a_header(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    file = small_model(tokenizer__ggml__tokens=["a", "b"])
    content = bytearray(file.whole())
    end = len(file.header())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, end - 1))] = data.draw(st.integers(0, 255))
    path = write(tmp_path_factory.mktemp("damaged") / "m.gguf", bytes(content))
    try:
        header = read_header(path)
    except ModelFileError as error:
        assert str(error).startswith("m.gguf ")
    else:
        assert header.data_bytes <= header.size_bytes


def test_a_tensor_type_newer_than_ours_is_shown_by_its_number(tmp_path: Path) -> None:
    file = small_model()
    content = bytearray(file.whole())
    name = content.find(b"blk.1.attn_q.weight")
    struct.pack_into("<I", content, name + len(b"blk.1.attn_q.weight") + 4 + 16, 99)
    header = read_header(write(tmp_path / "m.gguf", bytes(content)))
    assert (header.tensors[2].type_name, header.tensors[2].size_bytes) == ("type 99", 64 * 64 // 32 * 18)


def test_value_types_are_those_of_the_format() -> None:
    gguf = pytest.importorskip("gguf")
    assert {kind.name: kind.value for kind in ValueType} == {k.name: k.value for k in gguf.GGUFValueType}


def test_a_vocabulary_that_was_seen_before_is_not_walked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = [f"remembered word {number}" for number in range(3000)]
    first = write(tmp_path / "a.gguf", small_model(tokenizer__ggml__tokens=words))
    same = write(tmp_path / "b.gguf", small_model(tokenizer__ggml__tokens=words, general__name="Another"))
    other = write(tmp_path / "c.gguf", small_model(tokenizer__ggml__tokens=[*words[:-1], "remembered word 2998"]))
    longer = write(tmp_path / "d.gguf", small_model(tokenizer__ggml__tokens=[*words[:1500], "x" * 99, *words[1501:]]))
    walked: list[int] = []
    walk = GgufStream.skip_strings
    monkeypatch.setattr(GgufStream, "skip_strings", lambda stream, count: (walked.append(count), walk(stream, count)))
    headers = [read_header(path) for path in (first, same, other, longer)]
    assert walked == [3000, 3000, 3000]
    assert headers[1].values["tokenizer.ggml.tokens"].count == 3000
    assert [header.tensors for header in headers] == [headers[0].tensors] * 4
    lengths = [header.values["tokenizer.ggml.tokens"] for header in headers]
    assert [bulk.end - bulk.start for bulk in lengths[:3]] == [lengths[0].end - lengths[0].start] * 3
    assert lengths[3].end - lengths[3].start > lengths[0].end - lengths[0].start


def test_a_few_million_strings_that_must_be_walked_one_by_one_are_refused_before_they_cost_time(tmp_path: Path) -> None:
    count = 5_000_000
    file = small_model(tokenizer__ggml__tokens=None)
    file.raw("tokenizer.ggml.tokens", ARRAY, file.pack("IQ", STRING, count) + bytes(8 * count))
    with pytest.raises(ModelFileError, match="lists more than"):
        read_header(write(tmp_path / "m.gguf", file))


def test_of_the_start_of_a_file_whole_arrays_are_kept_and_a_cut_one_has_its_length():
    file = GgufBytes()
    file.value("llama.feed_forward_length", [1, 2, 3])
    file.value("tokenizer.ggml.tokens", ["a", "b", "c", "d"])
    start = file.header()
    for end in range(start.index(b"tokenizer"), len(start)):  # also in the midst of the second key's name
        found = read_first_keys(start[:end], "m.gguf")
        assert found["llama.feed_forward_length"] == (1, 2, 3)
    cut = read_first_keys(start[: start.index(b"tokenizer") + 50], "m.gguf")
    assert cut["tokenizer.ggml.tokens"].count == 4
