"""Memory by hand, by llama.cpp's published buffer sizes, and in the cases that other tools got wrong."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import ModelFileError
from core.models.fit import FitSettings, compute_bytes, estimate_memory
from core.models.gguf_stream import ValueType
from core.models.gpu_fit import layers_on_gpu
from core.models.header import Bulk, Header, TensorInfo
from core.models.layer_state import layer_states
from core.models.machine import machine_memory
from core.models.memory_shape import memory_shape
from core.models.split_files import read_headers
from tests import tiny_architectures as tiny

MIB = 1 << 20


def header_of(architecture: str, vocabulary: int = 32000, size_bytes: int = 0, **values: object) -> Header:
    """A header as it would be read, without a file; `__` stands for the dot."""
    keyed = {f"{architecture}.{key.replace('__', '.')}": value for key, value in values.items()}
    keyed["general.architecture"] = architecture
    keyed["tokenizer.ggml.tokens"] = Bulk(ValueType.STRING, vocabulary, 0, 0)
    layers = int(values.get("block_count", 1))
    share = size_bytes // (layers + 1)
    blocks = [TensorInfo(f"blk.{layer}.ffn_up.weight", (256, 1), 0, 0, share) for layer in range(layers)]
    tensors = (*blocks, TensorInfo("output.weight", (256, 1), 0, 0, share))
    return Header(Path("m.gguf"), size_bytes, 3, "little", keyed, tensors, 0)


LLAMA_3_8B = header_of(
    "llama",
    vocabulary=128_256,
    size_bytes=4_920_000_000,
    block_count=32,
    context_length=8192,
    embedding_length=4096,
    feed_forward_length=14336,
    attention__head_count=32,
    attention__head_count_kv=8,
)


def test_grouped_heads_keep_fewer_keys_and_values() -> None:
    """llama.cpp reports a KV buffer of 1024 MiB for Llama 3 8B at 8192 tokens in f16."""
    estimate = estimate_memory([LLAMA_3_8B], FitSettings(n_ctx=8192))
    assert estimate.kv_bytes == 1024 * MIB
    assert estimate_memory([LLAMA_3_8B], FitSettings(n_ctx=8192, type_k="q8_0", type_v="q8_0")).kv_bytes == 544 * MIB


@pytest.mark.parametrize(
    ("settings", "mib"),
    [
        (FitSettings(n_ctx=8192, n_outputs=512), 258.5),
        (FitSettings(n_ctx=4096, n_outputs=512, flash_attn=False), 296),
        (FitSettings(n_ctx=8192, n_outputs=512, flash_attn=False), 560),
    ],
)
def test_the_compute_buffer_of_llama_3_8b_is_about_what_llama_cpp_reports(settings: FitSettings, mib: float) -> None:
    """Figures from llama.cpp's own log lines."""
    computed = compute_bytes(memory_shape([LLAMA_3_8B]), settings)
    assert computed / MIB == pytest.approx(mib, rel=0.001)


def test_the_logits_that_are_read_are_counted_apart() -> None:
    assert estimate_memory([LLAMA_3_8B], FitSettings(n_parallel=4)).output_bytes == 4 * 128_256 * 4
    assert estimate_memory([LLAMA_3_8B], FitSettings(n_outputs=512)).output_bytes == 512 * 128_256 * 4


def test_memory_follows_the_context_in_use_not_the_one_in_the_header() -> None:
    nine_b = header_of(
        "qwen3",
        size_bytes=5_300_000_000,
        vocabulary=151_936,
        block_count=36,
        context_length=262_144,
        embedding_length=4096,
        feed_forward_length=12288,
        attention__head_count=32,
        attention__head_count_kv=8,
        attention__key_length=128,
        attention__value_length=128,
    )
    estimate = estimate_memory([nine_b], FitSettings(n_ctx=4096))
    assert estimate.fits(8_000_000_000)
    assert "at n_ctx 4096" in estimate.sentence(8_000_000_000)
    assert estimate.sentence(8_000_000_000).endswith("8.0 GB are free: it fits.")
    whole = estimate_memory([nine_b], FitSettings(n_ctx=262_144))
    assert whole.kv_bytes == 64 * estimate.kv_bytes
    assert not whole.fits(8_000_000_000)


def test_windows_keep_only_the_window() -> None:
    gemma = header_of(
        "gemma3", block_count=18, embedding_length=640, attention__head_count=4, attention__head_count_kv=1,
        attention__key_length=256, attention__value_length=256, attention__sliding_window=512,
    )  # fmt: skip
    states = layer_states(gemma)
    assert [layer for layer, state in enumerate(states) if state.window is None] == [5, 11, 17]
    estimate = estimate_memory([gemma], FitSettings(n_ctx=8192))
    assert estimate.kv_bytes == (3 * 8192 + 15 * 1024) * 512 * 2  # window 512 + batch 512 = 1024 cells
    assert estimate_memory([gemma], FitSettings(n_ctx=8192, swa_full=True)).kv_bytes == 18 * 8192 * 512 * 2


@pytest.mark.parametrize(
    ("architecture", "values", "full"),
    [
        ("gemma2", {"block_count": 4}, [1, 3]),
        ("gpt-oss", {"block_count": 4, "attention__sliding_window": 128}, [1, 3]),
        ("cohere2moe", {"block_count": 8, "attention__sliding_window": 4096}, [0, 4]),
        ("llama4", {"block_count": 4}, [3]),
        ("llama4", {"block_count": 4, "attention__sliding_window": 0}, [0, 1, 2, 3]),
        ("exaone4", {"block_count": 30, "attention__sliding_window": 4096}, list(range(30))),
        ("llama", {"block_count": 2, "attention__sliding_window": 4096}, [0, 1]),
        (
            "gemma4",
            {
                "block_count": 4,
                "attention__sliding_window": 512,
                "attention__sliding_window_pattern": (True, False, True, False),
            },
            [1, 3],
        ),
    ],
)
def test_which_layers_see_everything(architecture: str, values: dict, full: list[int]) -> None:
    header = header_of(architecture, embedding_length=64, attention__head_count=4, attention__head_count_kv=2, **values)
    assert [layer for layer, state in enumerate(layer_states(header)) if state.window is None] == full


def test_latent_attention_keeps_one_key_and_no_value() -> None:
    deepseek = header_of(
        "deepseek2", block_count=27, embedding_length=2048, attention__head_count=16, attention__head_count_kv=1,
        attention__key_length=576, attention__value_length=512, attention__key_length_mla=192,
        attention__value_length_mla=128,
    )  # fmt: skip
    assert layer_states(deepseek)[0].key_length == 576
    assert layer_states(deepseek)[0].value_length == 0
    assert estimate_memory([deepseek], FitSettings(n_ctx=4096)).kv_bytes == 27 * 576 * 2 * 4096


def test_a_recurrent_model_takes_the_same_at_any_context() -> None:
    mamba = header_of(
        "mamba", block_count=24, embedding_length=768, ssm__conv_kernel=4, ssm__inner_size=1536, ssm__state_size=16
    )
    short, long = (estimate_memory([mamba], FitSettings(n_ctx=n)) for n in (512, 32768))
    assert short.kv_bytes == long.kv_bytes == 0
    assert short.state_bytes == long.state_bytes == 24 * (3 * 1536 + 16 * 1536) * 4
    assert estimate_memory([mamba], FitSettings(n_parallel=8)).state_bytes == 8 * short.state_bytes


def test_rwkv_keeps_its_shifts_and_its_state() -> None:
    rwkv = header_of("rwkv7", block_count=12, embedding_length=768, token_shift_count=2, wkv__head_size=64)
    assert layer_states(rwkv)[0].state_length == 2 * 768 + 768 * 64


def test_hybrids_have_layers_of_both_kinds() -> None:
    jamba = header_of(
        "jamba", block_count=4, embedding_length=64, attention__head_count=4, attention__head_count_kv=(0, 0, 2, 0),
        ssm__conv_kernel=4, ssm__inner_size=128, ssm__state_size=16,
    )  # fmt: skip
    states = layer_states(jamba)
    assert [state.key_length for state in states] == [0, 0, 32, 0]
    assert [state.state_length > 0 for state in states] == [True, True, False, True]
    qwen = header_of("qwen35", block_count=8, embedding_length=64, attention__head_count=4, ssm__state_size=16)
    assert [state.key_length > 0 for state in layer_states(qwen)] == [False, False, False, True] * 2
    falcon = header_of("falcon-h1", block_count=2, embedding_length=64, attention__head_count=4, ssm__state_size=16)
    assert all(state.key_length and state.state_length is not None for state in layer_states(falcon))


def test_layers_that_share_a_cache_keep_none() -> None:
    gemma = header_of(
        "gemma3n", block_count=30, embedding_length=64, attention__head_count=4, attention__sliding_window=512
    )
    assert sum(state.key_length > 0 for state in layer_states(gemma)) == 20


def test_layers_for_guessing_ahead_keep_no_cache() -> None:
    glm = header_of("glm4moe", block_count=47, nextn_predict_layers=1, embedding_length=64, attention__head_count=4)
    assert len(layer_states(glm)) == 46


def test_sequences_share_a_cache_that_grows_with_them() -> None:
    one = estimate_memory([LLAMA_3_8B], FitSettings(n_ctx=1024))
    eight = estimate_memory([LLAMA_3_8B], FitSettings(n_ctx=1024, n_parallel=8))
    assert eight.kv_bytes == 8 * one.kv_bytes
    apart = estimate_memory([LLAMA_3_8B], FitSettings(n_ctx=1000, n_parallel=8, kv_unified=False))
    assert apart.kv_bytes == eight.kv_bytes  # 1000 is rounded up to 1024


@settings(deadline=None)  # a busy machine is no fault
@given(st.integers(1, 200_000), st.integers(1, 32))
def test_more_context_never_takes_less(n_ctx: int, n_parallel: int) -> None:
    less = estimate_memory([LLAMA_3_8B], FitSettings(n_ctx=n_ctx, n_parallel=n_parallel))
    more = estimate_memory([LLAMA_3_8B], FitSettings(n_ctx=n_ctx + 256, n_parallel=n_parallel))
    assert more.total_bytes > less.total_bytes


def test_a_gpu_takes_whole_layers_and_then_the_output() -> None:
    settings = FitSettings(n_ctx=4096)
    everything = layers_on_gpu([LLAMA_3_8B], 12_000_000_000, settings)
    assert (everything.n_gpu_layers, everything.all_layers) == (33, True)
    half = layers_on_gpu([LLAMA_3_8B], 4_000_000_000, settings)
    assert 0 < half.n_gpu_layers < 32
    assert half.gpu_bytes <= 4_000_000_000 - (512 << 20)
    assert layers_on_gpu([LLAMA_3_8B], 500_000_000, settings).n_gpu_layers == 0


@settings(deadline=None)
@given(st.integers(0, 12_000_000_000))
def test_a_bigger_gpu_never_takes_fewer_layers(gpu_bytes: int) -> None:
    assert (
        layers_on_gpu([LLAMA_3_8B], gpu_bytes).n_gpu_layers
        <= layers_on_gpu([LLAMA_3_8B], gpu_bytes + 10**8).n_gpu_layers
    )


def test_settings_that_make_no_sense_are_sentences() -> None:
    with pytest.raises(ModelFileError, match="q3_9 is no type for the KV cache"):
        estimate_memory([LLAMA_3_8B], FitSettings(type_k="q3_9"))
    with pytest.raises(ModelFileError, match="n_ctx 0"):
        estimate_memory([LLAMA_3_8B], FitSettings(n_ctx=0))


def test_a_header_that_says_nothing_still_gives_an_estimate() -> None:
    bare = Header(Path("m.gguf"), 0, 3, "little", {}, (), 0)
    assert estimate_memory([bare]).total_bytes > 0
    assert layers_on_gpu([bare], 10**9).n_gpu_layers == 1


def test_the_demo_model_by_hand(smollm_path: Path) -> None:
    estimate = estimate_memory(read_headers(smollm_path), FitSettings(n_ctx=2048))
    assert estimate.kv_bytes == 30 * (192 + 192) * 2 * 2048
    assert estimate.weights_bytes == 96_576_768
    assert estimate.n_ctx_train == 8192


def test_copies_in_another_layout_are_counted_when_asked_for(smollm_path: Path) -> None:
    headers = read_headers(smollm_path)
    plain, copied = (estimate_memory(headers, FitSettings(repacked=flag)).total_bytes for flag in (False, True))
    assert copied >= plain


def test_a_container_limit_is_honoured(tmp_path: Path) -> None:
    (tmp_path / "memory.max").write_text("2000000000\n")
    (tmp_path / "memory.current").write_text("1500000000\n")
    (tmp_path / "memory.stat").write_text("anon 1\ninactive_file 500000000\n")
    memory = machine_memory(tmp_path, tmp_path / "none")
    assert (memory.total_bytes, memory.available_bytes) == (2 * 10**9, 10**9)


def test_the_tightest_group_above_a_process_counts(tmp_path: Path) -> None:
    inner = tmp_path / "user.slice" / "app"
    inner.mkdir(parents=True)
    (tmp_path / "user.slice" / "memory.max").write_text("900000000")
    (inner / "memory.max").write_text("max")
    own = tmp_path / "own"
    own.write_text("0::/user.slice/app\n")
    assert machine_memory(tmp_path, own).total_bytes == 900_000_000


def test_a_machine_without_groups_tells_its_own_memory(tmp_path: Path) -> None:
    memory = machine_memory(tmp_path / "none", tmp_path / "none")
    assert 0 < memory.available_bytes <= memory.total_bytes


@pytest.mark.parametrize(
    ("write", "unified_mib", "streams_mib"),
    [
        (tiny.write_grouped, 1.36, 0.43),
        (tiny.write_windowed, 1.57, 0.50),
        (tiny.write_experts, 1.26, 0.34),
        (tiny.write_mamba, 0.61, 0.61),
        (tiny.write_hybrid, 1.68, 0.75),
        (tiny.write_short_convolutions, 1.37, 0.44),
    ],
)
def test_the_compute_buffer_of_tiny_models_is_within_a_tenth_of_what_llama_cpp_reports(
    tmp_path: Path, write: Callable[[Path], Path], unified_mib: float, streams_mib: float
) -> None:
    """Logged for 17 sequences and batches of 128: 4096 cells for all, then 512 for each."""
    headers = read_headers(write(tmp_path / "tiny.gguf"))
    shared = FitSettings(n_ctx=512, n_parallel=17, n_ubatch=128, total_cells=4096)
    apart = FitSettings(n_ctx=512, n_parallel=17, n_ubatch=128, kv_unified=False)
    assert estimate_memory(headers, shared).compute_bytes / MIB == pytest.approx(unified_mib, rel=0.1)
    assert estimate_memory(headers, apart).compute_bytes / MIB == pytest.approx(streams_mib, rel=0.1)
