import contextlib
import resource
import struct

import numpy as np
import pytest

from core.errors import InferenceError, ModelFileError
from core.inference.quantizer import TYPE_NAMES, quantize
from core.inference.quantizing import load_importance
from core.models.header_reader import read_header

pytestmark = pytest.mark.slow


@contextlib.contextmanager
def files_no_larger_than(size_bytes: int):
    """A write beyond fails, as on a full disk; Python ignores the signal that comes with it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_requantized_file_says_what_it_came_from(smollm_path, tmp_path):
    shares = []
    made = quantize(smollm_path, "Q2_K", tmp_path / "small.gguf", progress=shares.append)
    header = read_header(made.path)
    assert made.requantized_from == "Q4_1"
    assert "requantized from Q4_1" in (header.text("general.description") or "")
    assert made.size_bytes == made.path.stat().st_size < smollm_path.stat().st_size
    assert made.n_fallback > 100  # its rows of 576 suit no K-type
    assert shares == sorted(shares)
    assert [path.name for path in tmp_path.iterdir()] == ["small.gguf"]


def test_a_full_disk_leaves_nothing(smollm_path, tmp_path):
    with files_no_larger_than(20 << 20), pytest.raises(InferenceError, match="could not be written"):
        quantize(smollm_path, "Q8_0", tmp_path / "big.gguf")
    assert not list(tmp_path.iterdir())


def test_a_cancel_leaves_nothing(smollm_path, tmp_path):
    with pytest.raises(InferenceError, match="cancelled"):
        quantize(smollm_path, "Q8_0", tmp_path / "big.gguf", cancelled=lambda: True)
    assert not list(tmp_path.iterdir())


def test_an_older_result_stays_until_the_new_one_is_whole(smollm_path, tmp_path):
    (tmp_path / "m.gguf").write_bytes(b"older")
    with files_no_larger_than(20 << 20), pytest.raises(InferenceError):
        quantize(smollm_path, "Q8_0", tmp_path / "m.gguf")
    assert (tmp_path / "m.gguf").read_bytes() == b"older"


def test_what_cannot_be_made_is_refused_with_a_sentence(smollm_path, tmp_path):
    target = tmp_path / "x.gguf"
    with pytest.raises(InferenceError, match="importance matrix"):
        quantize(smollm_path, "IQ2_XXS", target)
    with pytest.raises(InferenceError, match="Q4_K_M"):
        quantize(smollm_path, "Q4", target)
    with pytest.raises(ModelFileError, match="not there"):
        quantize(tmp_path / "none.gguf", "Q8_0", target)
    with pytest.raises(InferenceError, match="source itself"):
        quantize(smollm_path, "Q8_0", smollm_path)
    with pytest.raises(InferenceError, match="folder"):
        quantize(smollm_path, "Q8_0", tmp_path / "none" / "x.gguf")
    assert len(TYPE_NAMES) == len(set(TYPE_NAMES)) > 30


def test_an_importance_matrix_in_the_older_format_is_read_and_used(smollm_path, tmp_path):
    name, calls, sums = b"blk.0.ffn_down.weight", 4, np.full(1536, 8.0, dtype="<f4")
    path = tmp_path / "imatrix.dat"
    path.write_bytes(
        struct.pack("<i", 1) + struct.pack("<i", len(name)) + name + struct.pack("<ii", calls, 1536) + sums.tobytes()
    )
    assert load_importance(path)[name.decode()][0] == 2.0
    made = quantize(smollm_path, "Q4_K_S", tmp_path / "with.gguf", imatrix=path)
    plain = quantize(smollm_path, "Q4_K_S", tmp_path / "without.gguf")
    assert made.size_bytes == plain.size_bytes


def test_an_importance_matrix_in_gguf_is_read(tmp_path):
    import gguf

    writer = gguf.GGUFWriter(tmp_path / "imatrix.gguf", "imatrix")
    writer.add_tensor("a.weight.in_sum2", np.array([[2.0, 4.0, 6.0, 8.0]], dtype=np.float32))
    writer.add_tensor("a.weight.counts", np.array([[2.0]], dtype=np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    assert load_importance(tmp_path / "imatrix.gguf")["a.weight"].tolist() == [1.0, 2.0, 3.0, 4.0]


@pytest.mark.parametrize("content", [b"", b"\x01\x00\x00\x00\xff\xff\xff\x7f", b"\x00" * 4])
def test_what_is_no_importance_matrix_is_refused(tmp_path, content):
    (tmp_path / "x.dat").write_bytes(content)
    with pytest.raises(ModelFileError):
        load_importance(tmp_path / "x.dat")
