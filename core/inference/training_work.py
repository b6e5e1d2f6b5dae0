"""One training of one model file, inside a process of its own.

All weights of the chosen blocks are trained with AdamW, a step for each window;
the learning rate rises over the first tenth of the steps and then falls to a
tenth (the optimizer reads it anew at every step).
Token embeddings and the output matrix stay as they are (llama.cpp cannot train
the former, and in many files the two are one). After every epoch the loss on
the validation windows is measured, and the weights are saved if none before
were better.

A checkpoint is the F32 file with the trained tensors written over: header,
tokenizer, chat template and context length stay what they were. It appears
under its name only when it is whole.
"""

import contextlib
import math
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import psutil

from core.errors import InferenceError
from core.inference.context import DecodingContext, Layout
from core.inference.exchange import Settings, WorkedExample
from core.inference.library import OpenedModel
from core.inference.training_api import OptimizerParameters, TrainingApi
from core.inference.training_text import ExampleTokens, Windows, pack, pack_apart, read_example
from core.models.header_reader import read_header

_BETA1: Final = 0.9
_BETA2: Final = 0.999
_EPSILON: Final = 1e-8
VALIDATION_WINDOWS: Final = 8  # at most, after every epoch
_STEM_BYTES: Final = 160
_TOO_SMALL_TO_MATTER: Final = 1e-12  # the learning rate of a trial step


@dataclass(frozen=True)
class Order:
    """What one process is to do."""

    model: Path  # in F32
    destination: Path
    first_block: int
    n_ctx: int
    learning_rate: float
    epochs: int  # 0: one trial step, and nothing is written
    seed: int


@dataclass(frozen=True)
class Epoch:
    """Losses are nats a token, questions and replies together."""

    training_loss: float | None  # None before the first epoch
    validation_loss: float
    answer_accuracy: float  # share of the validation replies' tokens that are the likeliest ones
    replies_right: float  # share of the validation replies that the model would have written, to the last token
    saved: bool


@dataclass(frozen=True)
class Worked:
    """What came of an order. Where the loss became no number, epochs and losses end before it."""

    epochs: tuple[Epoch, ...]  # the first is the untrained model
    step_losses: tuple[float, ...]
    n_tokens: int  # seen in training, again and again
    n_steps: int
    trained_weights: int
    peak_memory_bytes: int


def measure_lengths(path: Path, examples: Sequence[WorkedExample], settings: Settings) -> list[int]:
    """Tokens of each example in this file's vocabulary; only that is loaded."""
    with closing(OpenedModel(path, settings, vocabulary_only=True)) as model:
        return [len(read_example(model, example, settings)) for example in examples]


def run_order(
    order: Order,
    training: Sequence[WorkedExample],
    validation: Sequence[WorkedExample],
    settings: Settings,
    on_step: Callable[[int, int, float], None],
) -> Worked:
    """Train as ordered. on_step: (steps done, steps in all, the step's loss).

    Raises InferenceError for a disk that is full. llama.cpp ends the process
    where it cannot train a tensor: the parent learns it from the signal.
    """
    settings = replace(
        settings,
        n_ctx=order.n_ctx,
        n_batch=order.n_ctx,
        n_gpu_layers=0,
        flash_attn=False,
        type_k="f32",
        type_v="f32",
        use_extra_bufts=False,
    )
    with ExitStack() as opened:
        model = opened.enter_context(closing(OpenedModel(order.model, settings, writable=True)))
        taught = [read_example(model, example, settings) for example in training]
        held_out = [read_example(model, example, settings) for example in validation]
        layout = Layout(1, order.n_ctx, unified=True, max_outputs=order.n_ctx)
        context = opened.enter_context(closing(DecodingContext(model, settings, layout)))
        return _Training(order, TrainingApi(), model, context, on_step).run(taught, held_out)


class _Training:
    def __init__(
        self,
        order: Order,
        api: TrainingApi,
        model: OpenedModel,
        context: DecodingContext,
        on_step: Callable[[int, int, float], None],
    ) -> None:
        self._order, self._api, self._context, self._on_step = order, api, context, on_step
        self._rate = order.learning_rate if order.epochs else _TOO_SMALL_TO_MATTER
        self._optimizer = OptimizerParameters(self._rate, _BETA1, _BETA2, _EPSILON, 0.0, self._rate, 0.0)
        self._weights = api.begin(context.pointer, model.model_pointer, self._is_trained, self._optimizer)
        if not self._weights:
            raise InferenceError(
                f"{order.model.name} has no weights from block {order.first_block} on: nothing to train"
            )
        self._losses: list[float] = []

    def run(self, taught: Sequence[ExampleTokens], held_out: Sequence[ExampleTokens]) -> Worked:
        order = self._order
        rng = np.random.default_rng(order.seed)
        kept_apart = pack_apart(held_out, order.n_ctx, VALIDATION_WINDOWS, np.random.default_rng(order.seed))
        if order.epochs == 0:
            first = pack(taught, order.n_ctx, rng)
            self._learn(Windows(first.tokens[:1], first.labels[:1], first.answers[:1]), 1)
            return self._worked([], order.n_ctx)
        epochs = [self._look(None, kept_apart, [])]
        if not math.isfinite(epochs[0].validation_loss):
            raise InferenceError(
                f"{order.model.name} gives no probabilities for the examples before it is trained: its weights are "
                "damaged. Fetch or make the file again."
            )
        plans = [pack(taught, order.n_ctx, rng) for _ in range(order.epochs)]
        steps = sum(len(windows.tokens) for windows in plans)
        for windows in plans:
            loss = self._learn(windows, steps)
            if not math.isfinite(loss):
                break
            found = self._look(loss, kept_apart, epochs[1:])
            if not math.isfinite(found.validation_loss):
                break
            epochs.append(found)
        return self._worked(epochs, len(self._losses) * order.n_ctx)

    def _learn(self, windows: Windows, steps: int) -> float:
        totals = [0.0]  # of the losses, to tell each step's from their mean
        self._optimizer.alpha = self._rate * pace(len(self._losses), steps)

        def hear(done: int, mean: float) -> None:
            totals.append(mean * done)
            self._losses.append(totals[-1] - totals[-2])
            self._optimizer.alpha = self._rate * pace(len(self._losses), steps)
            self._on_step(len(self._losses), steps, self._losses[-1])

        loss, _ = self._api.run_epoch(self._context.pointer, windows.tokens, windows.labels, train=True, on_window=hear)
        return loss

    def _look(self, training_loss: float | None, windows: Windows, before: Sequence[Epoch]) -> Epoch:
        """The validation loss; the weights are saved where no epoch before was as good."""
        loss, predicted = self._api.run_epoch(
            self._context.pointer, windows.tokens, windows.labels, train=False, on_window=lambda *_: None
        )
        found = Epoch(
            training_loss, loss, windows.answer_accuracy(predicted), windows.replies_right(predicted), saved=False
        )
        diverged = not math.isfinite(loss)
        if training_loss is None or diverged or any(goodness(found) <= goodness(epoch) for epoch in before):
            return found
        save_weights(self._order.model, self._order.destination, self._weights)
        return replace(found, saved=True)

    def _is_trained(self, name: str) -> bool:
        """Weights of the blocks from the first one that is trained; also the norm after the last."""
        block = name.split(".")[1] if name.startswith("blk.") else ""
        return int(block) >= self._order.first_block if block.isdigit() else name == "output_norm.weight"

    def _worked(self, epochs: Sequence[Epoch], n_tokens: int) -> Worked:
        return Worked(
            epochs=tuple(epochs),
            step_losses=tuple(takewhile(math.isfinite, self._losses)),
            n_tokens=n_tokens,
            n_steps=len(self._losses),
            trained_weights=sum(len(weights) for weights in self._weights.values()),
            peak_memory_bytes=psutil.Process().memory_info().rss,
        )


def pace(done: int, steps: int) -> float:
    """The share of the learning rate for the next step: up over the first tenth, then down to a tenth.

    >>> [round(pace(done, 20), 2) for done in (0, 1, 2, 11, 20)]
    [0.5, 1.0, 1.0, 0.55, 0.1]
    """
    rising = max(1, steps // 10)
    if done < rising:
        return (done + 1) / rising
    return 1 - 0.9 * (done - rising) / max(1, steps - rising)


def goodness(epoch: Epoch) -> tuple[float, float]:
    """What epochs and learning rates are chosen by: whole replies that are right, then the loss."""
    return epoch.replies_right, -epoch.validation_loss


def short_name(stem: str) -> str:
    """The beginning of a name, short enough that endings can follow: a file system takes 255 bytes.

    >>> short_name("gemma-3-270m"), len(short_name("é" * 200).encode())
    ('gemma-3-270m', 160)
    """
    return stem.encode("utf-8", "surrogateescape")[:_STEM_BYTES].decode("utf-8", "ignore")


def save_weights(source: Path, destination: Path, weights: Mapping[str, npt.NDArray[np.float32]]) -> None:
    """A copy of `source` with these tensors written over, whole or not at all. Raises InferenceError."""
    header = read_header(source)
    half = destination.with_name(f".{destination.name}.part")
    try:
        shutil.copyfile(source, half)
        with half.open("r+b") as stream:
            for tensor in header.tensors:
                if tensor.name in weights:
                    stream.seek(header.data_start + tensor.offset)
                    stream.write(weights[tensor.name].data)
        half.replace(destination)
    except OSError as error:
        free = shutil.disk_usage(destination.parent).free
        raise InferenceError(
            f"the trained weights could not be written to {destination.parent} ({error.strerror or error}; "
            f"{free / 1e6:.0f} MB are free): make room and train again"
        ) from error
    finally:
        with contextlib.suppress(OSError):
            half.unlink(missing_ok=True)
