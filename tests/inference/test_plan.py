from pathlib import Path

import pytest

from core.errors import InferenceError
from core.inference.devices import Gpu
from core.inference.exchange import Settings
from core.inference.plan import Machine, choose, read_machine
from core.models.gguf_stream import ValueType
from core.models.header import Bulk, Header, TensorInfo

GB = 10**9
GPU = Gpu("a GPU", 8 * GB, 8 * GB)


def header_of(size_bytes: int, vocabulary: int, architecture: str = "llama", **values: object) -> Header:
    """A header as it would be read, without a file; `__` stands for the dot."""
    keyed = {f"{architecture}.{key.replace('__', '.')}": value for key, value in values.items()}
    keyed |= {"general.architecture": architecture, "tokenizer.ggml.tokens": Bulk(ValueType.STRING, vocabulary, 0, 0)}
    tensors = (TensorInfo("output.weight", (256, 1), 0, 0, size_bytes),)
    return Header(Path("m.gguf"), size_bytes, 3, "little", keyed, tensors, 0)


SMALL = header_of(
    100_000_000, 49_152, block_count=30, embedding_length=576, feed_forward_length=1536, attention__head_count=9,
    attention__head_count_kv=3,
)  # fmt: skip
EIGHT_B = header_of(
    5 * GB, 128_256, block_count=32, embedding_length=4096, feed_forward_length=14336, attention__head_count=32,
    attention__head_count_kv=8,
)  # fmt: skip
MAMBA = header_of(
    5 * GB, 50_000, "mamba", block_count=64, embedding_length=4096, ssm__conv_kernel=4, ssm__inner_size=8192,
    ssm__state_size=16,
)  # fmt: skip


def test_everything_left_open_is_chosen():
    plan = choose(Settings(), [SMALL], Machine(2, 8 * GB))
    assert plan.settings.threads == 2
    assert plan.settings.n_parallel == 16
    assert plan.settings.n_gpu_layers == 0
    assert plan.settings.n_batch == 512
    assert plan.total_cells == 4096 + 15 * 768
    assert plan.estimate.kv_bytes == 30 * 2 * 192 * 2 * plan.total_cells


def test_little_memory_means_fewer_parallel_questions():
    plan = choose(Settings(), [EIGHT_B], Machine(8, 6_700_000_000))
    assert 1 < plan.settings.n_parallel < 16
    assert plan.total_cells == 4096 + (plan.settings.n_parallel - 1) * 768
    cache_and_buffers = plan.estimate.total_bytes - plan.estimate.weights_bytes - plan.estimate.other_bytes
    assert cache_and_buffers <= 0.7 * 1_700_000_000


def test_a_given_number_of_questions_stays_and_the_cache_shrinks():
    plan = choose(Settings(n_parallel=16), [EIGHT_B], Machine(8, 6_700_000_000))
    assert plan.settings.n_parallel == 16
    assert 4096 <= plan.total_cells < 4096 + 15 * 768


def test_a_recurrent_model_takes_any_context_and_its_states_are_counted():
    plan = choose(Settings(n_ctx=100_000), [MAMBA], Machine(8, 8 * GB))
    assert plan.settings.n_parallel == 16
    assert plan.estimate.kv_bytes == 0
    assert plan.estimate.state_bytes == 17 * 64 * (3 + 16) * 8192 * 4


def test_no_room_for_one_question_is_said_with_what_to_do():
    with pytest.raises(InferenceError, match="lower n_ctx"):
        choose(Settings(n_ctx=131_072), [EIGHT_B], Machine(8, 8 * GB))


def test_what_was_set_stays():
    wished = Settings(n_ctx=1024, n_batch=64, n_parallel=3, threads=1, n_gpu_layers=5)
    assert choose(wished, [SMALL], Machine(8, 8 * GB), [GPU]).settings == wished


def test_all_layers_go_to_a_gpu_unless_told_otherwise():
    assert choose(Settings(), [SMALL], Machine(8, 8 * GB), [GPU]).settings.n_gpu_layers == -1


@pytest.mark.parametrize(
    "wrong", [Settings(n_ctx=0), Settings(threads=0), Settings(type_k="q9"), Settings(n_parallel=999)]
)
def test_settings_without_sense_are_refused(wrong):
    with pytest.raises(InferenceError):
        choose(wrong, [SMALL], Machine(8, 8 * GB))


def test_this_machine_has_a_core_and_memory():
    machine = read_machine()
    assert machine.cores >= 1
    assert machine.memory_available_bytes > 0
