import pytest

from core.errors import InferenceError
from core.inference.exchange import Settings
from core.inference.library import Shape
from core.inference.plan import Machine, choose, read_machine

SMALL = Shape(n_layers=30, n_heads_kv=3, key_length=64, value_length=64, recurrent=False)  # 23,040 values a token
EIGHT_B = Shape(n_layers=32, n_heads_kv=8, key_length=128, value_length=128, recurrent=False)
GB = 10**9


def test_kv_bytes_are_counted_by_hand():
    assert SMALL.kv_bytes_per_token("f16", "f16") == 30 * 3 * 64 * 2 * 2
    assert EIGHT_B.kv_bytes_per_token("f16", "f16") == 131_072  # 128 KiB, as published for Llama 3 8B


def test_everything_left_open_is_chosen():
    plan = choose(Settings(), SMALL, 100_000_000, Machine(2, 8 * GB), gpu=False)
    assert plan.settings.threads == 2
    assert plan.settings.n_parallel == 16
    assert plan.settings.n_gpu_layers == 0
    assert plan.settings.n_batch == 512
    assert plan.total_cells == 4096 + 15 * 768


def test_little_memory_means_fewer_parallel_questions():
    plan = choose(Settings(), EIGHT_B, 5 * GB, Machine(8, 6 * GB), gpu=False)
    assert 1 <= plan.settings.n_parallel < 16
    assert plan.total_cells * 131_072 <= 0.7 * GB + 1


def test_no_room_for_one_question_is_said_with_what_to_do():
    with pytest.raises(InferenceError, match="lower n_ctx"):
        choose(Settings(n_ctx=131_072), EIGHT_B, 5 * GB, Machine(8, 8 * GB), gpu=False)


def test_what_was_set_stays():
    wished = Settings(n_ctx=1024, n_batch=64, n_parallel=3, threads=1, n_gpu_layers=5)
    assert choose(wished, SMALL, 0, Machine(8, 8 * GB), gpu=True).settings == wished


def test_all_layers_go_to_a_gpu_unless_told_otherwise():
    assert choose(Settings(), SMALL, 0, Machine(8, 8 * GB), gpu=True).settings.n_gpu_layers == -1


@pytest.mark.parametrize(
    "wrong", [Settings(n_ctx=0), Settings(threads=0), Settings(type_k="q9"), Settings(n_parallel=999)]
)
def test_settings_without_sense_are_refused(wrong):
    with pytest.raises(InferenceError):
        choose(wrong, SMALL, 0, Machine(8, 8 * GB), gpu=False)


def test_this_machine_has_a_core_and_memory():
    machine = read_machine()
    assert machine.cores >= 1
    assert machine.memory_available_bytes > 0
