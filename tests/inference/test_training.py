"""A real training of a tiny model, what is refused before it begins, and what is left when it ends early."""

import resource
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import psutil
import pytest

from core.errors import InferenceError, ModelProcessDied, NotEnoughData
from core.inference.exchange import PromptMode, Request, Settings, WorkedExample
from core.inference.process import ProcessCrashed
from core.inference.session import open_model
from core.inference.training import Attempt, choose_attempt, measure_examples, needs_of, train
from core.inference.training_needs import check_needs, estimate_needs
from core.inference.training_recipe import Recipe, split_validation
from core.inference.training_rounds import TrainingCancelled, find_widest
from core.inference.training_text import ExampleTokens, pack, pack_apart, window_length
from core.inference.training_work import Epoch, Worked, save_weights
from core.models.header_reader import read_header
from core.models.machine import MachineMemory
from core.questions.question import Message
from tests.tiny_model import CONTEXT, LAYERS, write_tiny_model

SHELVES = {"A": "zorin", "B": "mukla", "C": "tepho", "D": "wibra"}
QUICK = Recipe(epochs=2, learning_rates=(1e-3, 3e-3))


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_model(tmp_path_factory.mktemp("tiny") / "tiny.gguf")


def examples(count: int) -> list[WorkedExample]:
    """Questions for a base model about a made-up code: the shelf follows from the letter."""
    found = []
    for number in range(count):
        letter = "ABCD"[number % 4]
        text = f"Question: shelf of {letter}-{100 + number * 37 % 900}?\nAnswer:"
        request = Request(f"q{number}", (Message("user", text),), mode=PromptMode.COMPLETION)
        found.append(WorkedExample(request, f" {SHELVES[letter]}"))
    return found


def tokens(*lengths: int) -> list[ExampleTokens]:
    """Examples whose tokens tell which example and which place they are."""
    return [ExampleTokens(np.arange(n, dtype=np.int32) + 1000 * i, n - 2) for i, n in enumerate(lengths)]


def test_every_example_stands_whole_in_one_window_and_labels_are_the_tokens_that_follow() -> None:
    windows = pack(tokens(100, 90, 80, 120, 60), 256, np.random.default_rng(0))
    stream = windows.tokens.tolist()
    for number, length in enumerate((100, 90, 80, 120, 60)):
        whole = list(range(1000 * number, 1000 * number + length))
        assert any(whole == row[i : i + length] for row in stream for i in range(256 - length + 1))
    assert (windows.labels[:, :-1] == windows.tokens[:, 1:]).all()
    assert windows.answers.sum() >= 2 * 5  # of each example two tokens are the reply
    replied = windows.labels[windows.answers] % 1000
    assert set(replied.tolist()) <= {98, 99, 88, 89, 78, 79, 118, 119, 58, 59}


def test_another_epoch_packs_in_another_order_and_the_same_seed_in_the_same() -> None:
    rng = np.random.default_rng(0)
    first, second = pack(tokens(50, 60, 70), 256, rng), pack(tokens(50, 60, 70), 256, rng)
    assert not np.array_equal(first.tokens, second.tokens)
    assert np.array_equal(first.tokens, pack(tokens(50, 60, 70), 256, np.random.default_rng(0)).tokens)
    assert first.answer_accuracy(first.labels) == 1.0


def test_a_validation_example_stands_first_in_its_window_and_its_reply_alone_counts() -> None:
    windows = pack_apart(tokens(100, 90, 80), 256, 2, np.random.default_rng(0))
    assert windows.tokens[:, 0].tolist() == [0, 1000]
    assert [row.nonzero()[0].tolist() for row in windows.answers] == [[97, 98], [87, 88]]
    assert windows.replies_right(windows.labels) == 1.0
    wrong = windows.labels.copy()
    wrong[0, 98] += 1
    wrong[1, 200] += 1
    assert (windows.replies_right(wrong), windows.answer_accuracy(wrong)) == (0.5, 0.75)


def test_a_window_is_as_long_as_the_longest_example_needs() -> None:
    assert [window_length(lengths) for lengths in ([1], [256, 3], [257])] == [256, 256, 512]


def test_fewer_than_ten_examples_are_refused() -> None:
    with pytest.raises(NotEnoughData, match="9 training examples are too few: have at least 10"):
        split_validation(examples(9), Recipe())
    training, validation = split_validation(examples(50), Recipe())
    assert (len(training), len(validation)) == (40, 10)
    assert not {e.request.id for e in training} & {e.request.id for e in validation}


def test_too_little_memory_or_disk_is_refused_with_the_numbers(tiny: Path, tmp_path: Path) -> None:
    header = read_header(tiny)
    small = MachineMemory(8 << 30, 100 << 20)
    needs = estimate_needs(header, n_ctx=256, n_tokens=32_000, folder=tmp_path, memory=small)
    assert needs.weights_bytes == 4 * header.weights
    assert needs.optimizer_bytes == 12 * sum(t.weights for t in header.tensors if t.name.startswith("blk."))
    with pytest.raises(InferenceError, match=r"too large to be trained here: it needs about 0\.2 GB of memory .* free"):
        check_needs("tiny.gguf", needs)


def test_the_widest_set_of_blocks_is_found_by_halving() -> None:
    tried = []

    def fails_below(limit: int):
        def attempt(first_block: int) -> ProcessCrashed | None:
            tried.append(first_block)
            return ProcessCrashed("m.gguf: crashed") if first_block < limit else None

        return attempt

    for limit in (0, 1, 7, 24, 29):
        tried.clear()
        assert find_widest(30, fails_below(limit)) == limit
        assert len(tried) <= 7
    assert isinstance(find_widest(30, fails_below(30)), ProcessCrashed)


@contextmanager
def files_of_at_most(size_bytes: int) -> Iterator[None]:
    """What is written beyond fails, as on a full disk."""
    limits, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.getsignal(signal.SIGXFSZ)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)


def test_a_full_disk_at_a_checkpoint_is_a_sentence_and_leaves_the_one_before(tiny: Path, tmp_path: Path) -> None:
    target = tmp_path / "checkpoint.gguf"
    ones = {"blk.0.attn_q.weight": np.ones(256 * 256, dtype=np.float32)}
    save_weights(tiny, target, ones)
    before = target.read_bytes()
    with files_of_at_most(1 << 20), pytest.raises(InferenceError, match="make room and train again"):
        save_weights(tiny, target, {})
    assert target.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["checkpoint.gguf"]


def test_a_rate_that_diverged_is_never_chosen_and_where_all_did_it_is_a_sentence() -> None:
    before = Epoch(None, 2.0, 0.1, 0.0, False)
    diverged = Attempt(1.0, Worked((before,), (2.0,), 512, 1, 9, 9))
    learned = Attempt(1e-4, Worked((before, Epoch(1.9, 2.1, 0.1, 0.0, True)), (2.0,), 512, 1, 9, 9))
    assert [choose_attempt("a.gguf", pair) for pair in ((diverged, learned), (learned, diverged))] == [1, 0]
    with pytest.raises(InferenceError, match=r"a\.gguf: the training diverged at every learning rate \(1\.0\)"):
        choose_attempt("a.gguf", [diverged])


def test_a_folder_that_cannot_be_made_is_a_sentence(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "trained").write_text("a file", encoding="utf-8")
    with pytest.raises(InferenceError, match="trained for trained files cannot be made"):
        train(
            tiny, tmp_path / "trained" / "made.gguf", examples(24), Settings(n_ctx=512), QUICK,
            progress=lambda *_: None,
        )  # fmt: skip


@pytest.mark.slow
def test_a_training_lowers_the_loss_and_changes_nothing_but_the_trained_weights(tiny: Path, tmp_path: Path) -> None:
    told: list[str] = []
    steps: list[tuple[float, int, int, float]] = []
    trained = train(
        tiny,
        tmp_path / "trained.gguf",
        examples(40),
        Settings(),
        QUICK,
        progress=lambda _, sentence: told.append(sentence),
        on_step=lambda *step: steps.append(step),
    )
    assert (trained.first_block, trained.n_blocks, trained.made_from) == (0, LAYERS, None)
    assert [attempt.learning_rate for attempt in trained.attempts] == [1e-3, 3e-3]
    best = trained.attempts[trained.chosen].worked
    assert best.epochs[trained.best_epoch].validation_loss < 0.5 * best.epochs[0].validation_loss
    assert len(steps) == sum(attempt.worked.n_steps for attempt in trained.attempts)
    assert [step[3] for step in steps] == [loss for attempt in trained.attempts for loss in attempt.worked.step_losses]
    assert best.n_tokens == best.n_steps * 256
    assert any("learning rate 0.001, step 1 of" in sentence for sentence in told)
    before, after = read_header(tiny), read_header(trained.path)
    assert before.values == after.values
    assert after.of_model("context_length") == CONTEXT
    changed = {
        tensor.name
        for tensor in before.tensors
        if tensor_bytes(before, tensor.name) != tensor_bytes(after, tensor.name)
    }
    assert changed == {t.name for t in before.tensors if t.name.startswith("blk.") or t.name == "output_norm.weight"}
    assert [path.name for path in tmp_path.iterdir()] == ["trained.gguf"]
    session = open_model(trained.path, Settings(n_ctx=256))
    (reply,) = session.answer([replace(examples(1)[0].request, max_tokens=32)])
    session.close()
    assert reply.answer_tokens > 0


@pytest.mark.slow
def test_the_same_seed_trains_the_same_model(tiny: Path, tmp_path: Path) -> None:
    one, other = (
        train(
            tiny, tmp_path / name, examples(20), Settings(threads=1), Recipe(epochs=1, learning_rates=(1e-3,)),
            progress=lambda *_: None,
        )
        for name in ("a.gguf", "b.gguf")
    )  # fmt: skip
    losses = [trained.attempts[0].worked.step_losses for trained in (one, other)]
    assert losses[0] == pytest.approx(losses[1], rel=1e-5)


@pytest.mark.slow
def test_examples_longer_than_the_context_are_named_and_left_out(tiny: Path, tmp_path: Path) -> None:
    long = WorkedExample(Request("novel", (Message("user", "x" * 600),), mode=PromptMode.COMPLETION), " y")
    lengths = measure_examples(tiny, [*examples(12), long], Settings(), QUICK)
    assert lengths.too_long == ("novel",)
    assert len(lengths.fitting) == 12
    assert needs_of(tiny, lengths, QUICK, tmp_path).fits
    with pytest.raises(NotEnoughData, match="9 training examples are too few"):
        train(tiny, tmp_path / "t.gguf", [*examples(9), long], Settings(), QUICK, progress=lambda *_: None)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_cancel_ends_it_within_a_second_and_leaves_nothing(tiny: Path, tmp_path: Path) -> None:
    begun: list[float] = []

    def note(*_: object) -> None:
        begun.append(time.monotonic())

    with pytest.raises(TrainingCancelled, match="nothing half-done is left"):
        train(
            tiny, tmp_path / "t.gguf", examples(200), Settings(), Recipe(epochs=50), progress=lambda *_: None,
            on_step=note, cancelled=lambda: bool(begun),
        )  # fmt: skip
    assert time.monotonic() - begun[0] < 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_crash_in_the_midst_is_an_error_and_leaves_nothing(tiny: Path, tmp_path: Path) -> None:
    def crash(*_: object) -> None:
        for child in psutil.Process().children():
            child.send_signal(signal.SIGSEGV)

    with pytest.raises(ModelProcessDied, match="SIGSEGV"):
        train(
            tiny, tmp_path / "t.gguf", examples(40), Settings(), Recipe(epochs=20), progress=lambda *_: None,
            on_step=crash,
        )  # fmt: skip
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_an_architecture_without_a_way_back_is_named_with_the_reason(gemma_path: Path, tmp_path: Path) -> None:
    with pytest.raises(InferenceError, match=r"no training for the architecture gemma3 \(.*GEGLU\)"):
        train(gemma_path, tmp_path / "t.gguf", examples(12), Settings(), QUICK, progress=lambda *_: None)
    assert list(tmp_path.iterdir()) == []


def tensor_bytes(header, name: str) -> bytes:
    tensor = next(t for t in header.tensors if t.name == name)
    with header.path.open("rb") as stream:
        stream.seek(header.data_start + tensor.offset)
        return stream.read(tensor.size_bytes)
