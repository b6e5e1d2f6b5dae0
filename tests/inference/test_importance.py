"""An importance matrix holds the mean squared inputs of each column, and rounding with it strays less."""

import ctypes
import struct
from pathlib import Path

import numpy as np
import pytest

from core.errors import InferenceError
from core.inference import importance
from core.inference.divergence import measure_divergence
from core.inference.importance import collect_importance, write_importance
from core.inference.quantizer import quantize
from core.inference.quantizing import load_importance
from core.models.header_reader import read_header
from tests.tiny_model import FEED_FORWARD, LAYERS, WIDTH, write_tiny_model

LETTERS = "Every byte of this is a token of the model, and a text of its own has columns of its own. "


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    means = {"blk.0.a.weight": np.array([1.5, 0.25], np.float32), "blk.1.a.weight": np.array([3.0], np.float32)}
    write_importance(tmp_path / "x.imatrix", means, 7)
    assert {name: values.tolist() for name, values in load_importance(tmp_path / "x.imatrix").items()} == {
        "blk.0.a.weight": [1.5, 0.25],
        "blk.1.a.weight": [3.0],
    }
    assert (tmp_path / "x.imatrix").read_bytes()[:4] == struct.pack("<i", 2)


class Graph:
    """Tensors in ggml's own memory, without a model."""

    class Parameters(ctypes.Structure):
        _fields_ = (("size", ctypes.c_size_t), ("buffer", ctypes.c_void_p), ("no_alloc", ctypes.c_bool))

    def __init__(self) -> None:
        self.library = library = importance.ggml_base()
        for name in ("init", "new_tensor", "mul_mat", "mul_mat_id", "backend_cpu_buffer_type"):
            getattr(library, f"ggml_{name}").restype = ctypes.c_void_p
        library.ggml_backend_alloc_ctx_tensors_from_buft.restype = ctypes.c_void_p
        self.context = ctypes.c_void_p(library.ggml_init(self.Parameters(1 << 20, None, True)))
        self.values: list[tuple[ctypes.c_void_p, np.ndarray]] = []

    def tensor(self, values: np.ndarray, name: str = "") -> ctypes.c_void_p:
        shape = (ctypes.c_int64 * values.ndim)(*values.shape[::-1])
        kind = {"float32": 0, "int32": 26}[str(values.dtype)]
        made = ctypes.c_void_p(self.library.ggml_new_tensor(self.context, kind, values.ndim, shape))
        self.library.ggml_set_name(made, name.encode())
        self.values.append((made, np.ascontiguousarray(values)))
        return made

    def node(self, operation: str, *sources: ctypes.c_void_p) -> int:
        """A product of the sources, with their values in place."""
        made = int(getattr(self.library, f"ggml_{operation}")(self.context, *sources))
        assert self.library.ggml_backend_alloc_ctx_tensors_from_buft(
            self.context, ctypes.c_void_p(self.library.ggml_backend_cpu_buffer_type())
        )
        for tensor, values in self.values:
            size = ctypes.c_size_t(values.nbytes)
            self.library.ggml_backend_tensor_set(
                tensor, values.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(0), size
            )
        return made


def collected(node: int) -> dict[str, np.ndarray]:
    collector = importance.Collector()
    assert collector.on_tensor(node, True, None)  # wanted
    assert collector.on_tensor(node, False, None)
    collector.raise_fault()
    return collector.means()[0]


def test_inputs_are_read_from_ggmls_own_tensors() -> None:
    pytest.importorskip("llama_cpp")
    draw, graph = np.random.default_rng(2), Graph()
    inputs = draw.normal(size=(20, 64)).astype(np.float32)
    weights = graph.tensor(np.zeros((8, 64), np.float32), "CPU#blk.3.attn_q.weight#0")
    found = collected(graph.node("mul_mat", weights, graph.tensor(inputs)))
    assert list(found) == ["blk.3.attn_q.weight"]
    assert found["blk.3.attn_q.weight"] == pytest.approx((inputs.astype(np.float64) ** 2).mean(axis=0), rel=1e-5)


def test_every_expert_has_the_inputs_that_were_sent_to_it() -> None:
    pytest.importorskip("llama_cpp")
    draw, graph = np.random.default_rng(3), Graph()
    inputs = draw.normal(size=(20, 1, 64)).astype(np.float32)  # one input a token, for both of its experts
    sent = np.array([draw.permutation(3)[:2] for _ in range(20)], np.int32)  # of four experts, the last is never met
    experts = graph.tensor(np.zeros((4, 8, 64), np.float32), "blk.0.ffn_up_exps.weight")
    found = collected(graph.node("mul_mat_id", experts, graph.tensor(inputs), graph.tensor(sent)))
    rows = found["blk.0.ffn_up_exps.weight"].reshape(4, 64)
    for expert in range(3):
        own = inputs[(sent == expert).any(axis=1), 0].astype(np.float64)
        assert rows[expert] == pytest.approx((own**2).mean(axis=0), rel=1e-5)
    assert (rows[3] == 1).all()


def test_products_that_are_no_layers_and_small_ones_are_not_wanted() -> None:
    pytest.importorskip("llama_cpp")
    for name, tokens in (("output.weight", 20), ("blk.0.attn_q.weight", 4)):
        graph = Graph()
        weights = graph.tensor(np.zeros((8, 64), np.float32), name)
        node = graph.node("mul_mat", weights, graph.tensor(np.ones((tokens, 64), np.float32)))
        collector = importance.Collector()
        assert not collector.on_tensor(node, True, None)
        assert collector.on_tensor(node, False, None)  # the work goes on
        assert collector.means() == ({}, 0)


@pytest.mark.slow
def test_inputs_are_those_that_the_weights_make(tmp_path: Path) -> None:
    """The first layer's input is the embedding, normalised: its mean square can be worked out by hand."""
    pytest.importorskip("llama_cpp")
    model = write_tiny_model(tmp_path / "Tiny-1M-F32.gguf")
    text = LETTERS * 20
    shares: list[float] = []
    found = collect_importance(model, text, tmp_path / "m.imatrix", max_chunks=2, progress=shares.append)
    assert (found.n_chunks, found.n_tensors, found.n_unseen_experts) == (2, 7 * LAYERS, 0)
    assert [path.name for path in tmp_path.glob("*.imatrix")] == ["m.imatrix"]
    means = load_importance(tmp_path / "m.imatrix")
    assert means["blk.1.ffn_down.weight"].shape == (FEED_FORWARD,)
    assert means["blk.0.attn_q.weight"] == pytest.approx(expected_first_input(model, text, 2), rel=1e-3)


def expected_first_input(model: Path, text: str, chunks: int) -> np.ndarray:
    """Mean square of each column of the normalised embeddings of the tokens read."""
    header = read_header(model)
    table = next(tensor for tensor in header.tensors if tensor.name == "token_embd.weight")
    start = header.data_start + table.offset
    rows = np.frombuffer(model.read_bytes(), np.float32, table.weights, start).reshape(-1, WIDTH)
    tokens = space_tokens(text)[: chunks * 512]
    tokens[::512] = 1
    seen = rows[tokens]
    seen = seen / np.sqrt((seen**2).mean(axis=1, keepdims=True) + 1e-5)
    return (seen**2).mean(axis=0)


def space_tokens(text: str) -> np.ndarray:
    """As the tiny model splits a text: BOS, then a token a letter, the space being token 259."""
    return np.array([1, 259, *(259 if letter == " " else 3 + ord(letter) for letter in text)])


@pytest.mark.slow
def test_with_it_a_rung_strays_less_and_types_below_two_bits_can_be_made(tmp_path: Path) -> None:
    pytest.importorskip("llama_cpp")
    model = write_tiny_model(tmp_path / "Tiny-1M-F32.gguf")
    matrix = collect_importance(model, LETTERS * 60, tmp_path / "m.imatrix", max_chunks=8).path
    kl = {}
    for label, given in (("Q2_K", None), ("Q2_K", matrix), ("IQ2_XXS", matrix)):
        made = quantize(model, label, tmp_path / f"{label}-{given is not None}.gguf", imatrix=given)
        kl[label, given is not None] = measure_divergence(model, made.path, LETTERS * 30, max_chunks=3).mean_kl
    assert kl["Q2_K", True] < kl["Q2_K", False]
    assert kl["IQ2_XXS", True] > 0
    with pytest.raises(InferenceError, match="importance matrix"):
        quantize(model, "IQ2_XXS", tmp_path / "x.gguf")


@pytest.mark.slow
def test_experts_are_counted_one_by_one(tmp_path: Path) -> None:
    pytest.importorskip("llama_cpp")
    model = write_tiny_model(tmp_path / "Tiny-MoE-F32.gguf", experts=4)
    found = collect_importance(model, LETTERS * 60, tmp_path / "m.imatrix", max_chunks=4)
    assert found.n_unseen_experts == 0
    means = load_importance(found.path)
    gate = means["blk.0.ffn_gate_exps.weight"].reshape(4, WIDTH)
    # Inputs are normalised, so whatever expert a token is sent to, its columns have a mean square of about 1.
    assert gate.mean(axis=1) == pytest.approx(1, abs=0.05)
    assert len({row.tobytes() for row in gate}) == 4
    assert means["blk.0.ffn_down_exps.weight"].size == 4 * FEED_FORWARD
    made = quantize(model, "IQ2_XXS", tmp_path / "Tiny-MoE-IQ2_XXS.gguf", imatrix=found.path)
    assert made.size_bytes < model.stat().st_size / 4


@pytest.mark.slow
def test_a_text_that_is_too_short_and_a_cancel_leave_nothing(tmp_path: Path) -> None:
    pytest.importorskip("llama_cpp")
    model = write_tiny_model(tmp_path / "models" / "Tiny-1M-F32.gguf")
    (tmp_path / "out").mkdir()
    with pytest.raises(InferenceError, match="at least 512 are needed"):
        collect_importance(model, "short", tmp_path / "out" / "m.imatrix")
    with pytest.raises(InferenceError, match="cancelled"):
        collect_importance(model, LETTERS * 60, tmp_path / "out" / "m.imatrix", cancelled=lambda: True)
    assert not list((tmp_path / "out").iterdir())
