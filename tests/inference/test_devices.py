"""How many layers go to a GPU, decided without one; what reaches llama.cpp's load parameters."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import InferenceError, ModelFileError
from core.inference.context import Layout, _context_parameters
from core.inference.devices import ALL_LAYERS, Gpu, built_with_gpu, choose_offload, find_gpus, load_with_fewer
from core.inference.exchange import Settings
from core.inference.library import _model_parameters, gpu_offload_supported, llama
from core.inference.plan import Machine, choose
from core.inference.session import safer
from core.models.fit import FitSettings
from core.models.gguf_stream import ValueType
from core.models.header import Bulk, Header, TensorInfo
from core.models.machine import MachineMemory
from core.runs.memory_check import check_memory
from tests.tiny_architectures import write_grouped

GB = 10**9


@pytest.fixture
def engine() -> None:
    pytest.importorskip("llama_cpp")


@pytest.fixture(scope="module")
def eight_b() -> Header:
    """Llama 3 8B at Q4_K_M, as its header reads: 32 layers of 141 MB and an output."""
    keys = {"block_count": 32, "embedding_length": 4096, "feed_forward_length": 14336}
    keys |= {"attention.head_count": 32, "attention.head_count_kv": 8}
    values = {f"llama.{key}": value for key, value in keys.items()}
    values |= {"general.architecture": "llama", "tokenizer.ggml.tokens": Bulk(ValueType.STRING, 128_256, 0, 0)}
    tensors = [TensorInfo(f"blk.{layer}.ffn_up.weight", (256, 1), 0, 0, 141_000_000) for layer in range(32)]
    tensors.append(TensorInfo("output.weight", (256, 1), 0, 0, 430_000_000))
    return Header(Path("m.gguf"), 4_942_000_000, 3, "little", values, tuple(tensors), 0)


def gpu(free_gb: float) -> Gpu:
    return Gpu("a GPU", int(free_gb * GB), int(free_gb * GB))


def test_all_layers_go_to_a_gpu_where_they_fit(eight_b):
    assert choose_offload(None, [eight_b], FitSettings(), [gpu(12)]).n_gpu_layers == ALL_LAYERS


def test_else_as_many_as_fit_and_it_is_said(eight_b):
    offload = choose_offload(None, [eight_b], FitSettings(), [gpu(4)])
    assert 0 < offload.n_gpu_layers < 32
    assert offload.note == f"{offload.n_gpu_layers} of 33 layers fit on the GPU (4.0 GB of a GPU are free)."
    two = choose_offload(None, [eight_b], FitSettings(), [gpu(4), gpu(4)])
    assert two.n_gpu_layers == ALL_LAYERS or two.n_gpu_layers > offload.n_gpu_layers


def test_what_was_set_stays_and_without_a_gpu_it_is_said_that_it_does_not_count(eight_b):
    assert choose_offload(7, [eight_b], FitSettings(), [gpu(12)]).n_gpu_layers == 7
    assert choose_offload(0, [eight_b], FitSettings(), [gpu(12)]).n_gpu_layers == 0
    none = choose_offload(7, [eight_b], FitSettings(), [])
    assert (none.n_gpu_layers, "has no GPU" in none.note) == (0, True)
    assert choose_offload(None, [eight_b], FitSettings(), []).note == ""


def test_the_plan_asks_fewer_questions_at_once_rather_than_leave_layers_behind(eight_b):
    plan = choose(Settings(n_ctx=8192), [eight_b], Machine(8, 32 * GB), [gpu(7)])
    assert plan.settings.n_gpu_layers == ALL_LAYERS
    assert 1 <= plan.settings.n_parallel < 16
    assert choose(Settings(n_ctx=8192), [eight_b], Machine(8, 32 * GB), [gpu(24)]).settings.n_parallel == 16
    partly = choose(Settings(n_ctx=8192), [eight_b], Machine(8, 32 * GB), [gpu(4)])
    assert 0 < partly.settings.n_gpu_layers < 33
    assert "fit on the GPU" in partly.note


def test_a_load_that_fails_goes_on_with_half_the_layers_and_at_last_on_the_cpu():
    tried, told = [], []

    def load(n_gpu_layers: int) -> str:
        tried.append(n_gpu_layers)
        if n_gpu_layers:
            raise ModelFileError("out of GPU memory")
        return "loaded"

    assert load_with_fewer(load, ALL_LAYERS, 9, told.append) == ("loaded", 0)
    assert tried == [-1, 4, 2, 1, 0]
    assert told[0] == "it could not be loaded with n_gpu_layers -1 (out of GPU memory); now with 4 layers on the GPU."
    assert told[-1].endswith("now with the CPU alone.")


def test_a_load_that_fails_on_the_cpu_fails():
    def load(_: int) -> None:
        raise InferenceError("no memory")

    with pytest.raises(InferenceError, match="no memory"):
        load_with_fewer(load, 3, 9, [].append)


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(("wished", "reaches"), [(7, 7), (0, 0), (-1, -1), (None, -1)])
def test_the_number_of_layers_reaches_the_load_parameters(wished, reaches):
    expected = reaches if wished is not None or gpu_offload_supported() else 0
    assert _model_parameters(llama(), Settings(n_gpu_layers=wished), False).n_gpu_layers == expected


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(("wished", "reaches"), [(True, 1), (False, 0), (None, -1)])
def test_flash_attention_and_the_work_of_a_gpu_reach_the_context(wished, reaches):
    settings = Settings(flash_attn=wished, n_gpu_layers=0)
    layout = Layout(2, 256, unified=True, max_outputs=2)
    parameters = _context_parameters(llama(), settings, layout, 32)
    assert parameters.flash_attn_type == reaches
    assert parameters.op_offload is False
    assert _context_parameters(llama(), replace(settings, n_gpu_layers=-1), layout, 32).op_offload is True


@pytest.mark.usefixtures("engine")
def test_the_gpus_of_this_build_are_listed():
    found = find_gpus()
    assert bool(found) <= gpu_offload_supported()
    assert all(0 <= one.free_bytes <= one.total_bytes and one.name for one in found)


def test_the_safer_configuration_leaves_the_gpu_alone():
    second = safer(Settings(n_gpu_layers=-1))
    assert second is not None
    assert second.n_gpu_layers == 0


def test_a_build_with_a_gpu_backend_is_known_by_its_files(tmp_path, monkeypatch):
    (tmp_path / "llama_cpp" / "lib").mkdir(parents=True)
    (tmp_path / "llama_cpp" / "__init__.py").write_text("raise RuntimeError('not to be loaded')")
    monkeypatch.setattr("sys.path", [str(tmp_path)])
    monkeypatch.delitem(sys.modules, "llama_cpp", raising=False)
    (tmp_path / "llama_cpp" / "lib" / "libggml-cpu.so").touch()
    assert not built_with_gpu()
    (tmp_path / "llama_cpp" / "lib" / "libggml-cuda.so.0").touch()
    assert built_with_gpu()


def test_a_model_over_main_memory_is_refused_only_where_no_gpu_may_take_it(tmp_path):
    path = write_grouped(tmp_path / "tiny.gguf")
    little = MachineMemory(1_000_000, 1_000_000)
    with pytest.raises(ModelFileError, match="choose a smaller"):
        check_memory(path, Settings(), little, gpu=False)
    assert "unless a GPU takes it" in (check_memory(path, Settings(), little, gpu=True) or "")
