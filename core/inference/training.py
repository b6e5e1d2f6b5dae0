"""A short fine-tune of a small model file, with llama.cpp's own training.

Every candidate gets the same recipe: the same examples as often, the same grid
of learning rates, the same seed. Of the grid and the epochs the checkpoint is
kept that does best on examples held out for validation, never on the test.

llama.cpp aborts the process where it cannot train: the compute graph may grow
too large, or an operation of the architecture has no way back (Gemma's gated
feed-forward, GEGLU). So each attempt is a process of its own: first a single
step with all blocks, and where that fails the widest set of last blocks that
works is found by halving. An architecture whose last block alone fails cannot
be trained, and llama.cpp's reason is told.

Why not LoRA by transformers and peft: their packages are 3.0 GB to fetch on Linux
(torch 2.14 with its CUDA libraries, transformers 5.24, peft 0.21; counted from
the wheels), against the engine that is there already. They train on weights that
were read from the GGUF, for the architectures that transformers can read so, and
the adapter must be brought back with a script that no package carries. What
LoRA saves is the memory of gradients and moments (three quarters of what a
small model takes here), not the passes forward and back, which are what a CPU
waits for. Models that fit are trained here, all their weights; a larger one is
prepared by examples. Speeds were not compared.
"""

import contextlib
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from core.errors import InferenceError, ModelProcessDied, NotEnoughData
from core.inference import wire
from core.inference.exchange import Settings, WorkedExample
from core.inference.process import ModelProcess, ProcessCrashed
from core.inference.quantizer import quantize, source_label
from core.inference.training_needs import FEWEST_EXAMPLES, Needs, check_needs, estimate_needs
from core.inference.training_text import WINDOW_STEP, window_length
from core.inference.training_work import Epoch, Order, Worked, goodness
from core.models.header_reader import read_header

_LENGTHS_SILENCE_S: Final = 120.0
_BEAT_SILENCE_S: Final = 30.0  # the process beats four times a second, whatever it does
_STEP_SILENCE_S: Final = 1800.0
_PLACE: Final = re.compile(r"\S*?([^/\\\s]+\.(?:c|cpp|h|cu|m):\d+)")  # a source file's path in a message

OnShare = Callable[[float, str], None]
OnStep = Callable[[float, int, int, float], None]  # learning rate, step, of so many, loss
Cancelled = Callable[[], bool]


class TrainingCancelled(InferenceError):
    """The user ended the training; nothing half-done is left behind."""


@dataclass(frozen=True)
class Recipe:
    """What every candidate is given alike."""

    epochs: int = 4
    learning_rates: tuple[float, ...] = (1e-4, 3e-4)
    validation_share: float = 0.2  # of the examples, for choosing rate and epoch
    longest: int = 1024  # tokens, and no more than the model reads; a longer example is left out
    seed: int = 0


@dataclass(frozen=True)
class Lengths:
    """How long the examples are for one model."""

    fitting: tuple[WorkedExample, ...]
    too_long: tuple[str, ...]  # ids of the examples that are left out
    n_ctx: int  # of a window; 0 where nothing fits
    n_tokens: int  # of the fitting ones


@dataclass(frozen=True)
class Attempt:
    """One learning rate."""

    learning_rate: float
    worked: Worked

    @property
    def best(self) -> Epoch:
        return max(self.worked.epochs[1:], key=goodness)


@dataclass(frozen=True)
class Trained:
    """A file that was made, and how."""

    path: Path
    recipe: Recipe
    n_training: int
    n_validation: int
    too_long: tuple[str, ...]
    n_ctx: int
    first_block: int
    n_blocks: int
    n_weights: int
    made_from: str | None  # the label of a source that was quantized: brought to F32 first
    attempts: tuple[Attempt, ...]
    chosen: int  # which attempt's best epoch was kept
    duration_s: float

    @property
    def best_epoch(self) -> int:
        epochs = self.attempts[self.chosen].worked.epochs
        return max(range(1, len(epochs)), key=lambda number: goodness(epochs[number]))


def rate_words(rate: float) -> str:
    """A learning rate without an exponent.

    >>> rate_words(3e-05)
    '0.00003'
    """
    return format(Decimal(repr(rate)), "f")


def split_validation(
    examples: Sequence[WorkedExample], recipe: Recipe
) -> tuple[tuple[WorkedExample, ...], tuple[WorkedExample, ...]]:
    """(training, validation): the last ones are held out, at least two. Raises NotEnoughData below ten examples.

    Example: 50 examples and a share of 0.2 are 40 and 10.
    """
    if len(examples) < FEWEST_EXAMPLES:
        raise NotEnoughData(
            f"{len(examples)} training examples are too few: have at least {FEWEST_EXAMPLES}, better 50, besides the "
            "test questions."
        )
    held_out = max(2, round(recipe.validation_share * len(examples)))
    return tuple(examples[:-held_out]), tuple(examples[-held_out:])


def measure_examples(path: Path, examples: Sequence[WorkedExample], settings: Settings, recipe: Recipe) -> Lengths:
    """Tokenize the examples as the file does, in a process of its own; only its vocabulary is loaded.

    Raises ModelFileError, TemplateError, ModelProcessDied.
    """
    process = ModelProcess(path.name)
    with contextlib.closing(process):
        process.send(
            "measure examples",
            path=str(path),
            examples=wire.pack_worked(examples),
            settings=wire.pack_settings(settings),
        )
        while (message := process.receive(_LENGTHS_SILENCE_S))["type"] != "done":
            pass
    lengths: list[int] = message["lengths"]
    pairs = list(zip(examples, lengths, strict=True))
    longest = _longest(path, recipe)
    fitting = [(example, length) for example, length in pairs if length <= longest]
    return Lengths(
        fitting=tuple(example for example, _ in fitting),
        too_long=tuple(example.request.id for example, length in pairs if length > longest),
        n_ctx=window_length([length for _, length in fitting]) if fitting else 0,
        n_tokens=sum(length for _, length in fitting),
    )


def needs_of(path: Path, lengths: Lengths, recipe: Recipe, folder: Path) -> Needs:
    """Memory, disk and time of training all blocks of this file, from its header alone."""
    return estimate_needs(
        read_header(path),
        n_ctx=lengths.n_ctx,
        n_tokens=lengths.n_tokens,
        passes=recipe.epochs * len(recipe.learning_rates),
        folder=folder,
    )


def train(
    path: Path,
    destination: Path,
    examples: Sequence[WorkedExample],
    settings: Settings,
    recipe: Recipe,
    *,
    progress: OnShare,
    on_step: OnStep = lambda *_: None,
    cancelled: Cancelled = lambda: False,
) -> Trained:
    """Fine-tune a model file; `destination` appears when all is done, and nothing else stays.

    progress: called with the share that is done, 0–1, and a sentence.
    on_step: called after each step, for a curve.
    cancelled: asked several times a second; True ends the work at once.

    Raises NotEnoughData (fewer than ten examples that fit), InferenceError (too
    little memory or disk, with the numbers; an architecture that llama.cpp
    cannot train), ModelFileError, ModelProcessDied, TrainingCancelled.
    """
    begun = time.monotonic()
    lengths = measure_examples(path, examples, settings, recipe)
    training, validation = split_validation(lengths.fitting, recipe)
    folder = destination.parent
    folder.mkdir(parents=True, exist_ok=True)
    check_needs(path.name, needs_of(path, lengths, recipe, folder))
    progress(0.0, f"{path.name}: weights in F32")
    whole, made_from = _in_f32(path, folder, cancelled)
    rounds = _Rounds(path, whole, destination, training, validation, settings, recipe, lengths.n_ctx, cancelled)
    try:
        n_blocks = read_header(whole).layers
        first_block = _widest(rounds, n_blocks, progress)
        attempts: list[Attempt] = []
        for number, rate in enumerate(recipe.learning_rates):
            attempts.append(Attempt(rate, rounds.train(first_block, number, rate, progress, on_step)))
        chosen = max(range(len(attempts)), key=lambda number: goodness(attempts[number].best))
        rounds.checkpoint(chosen).replace(destination)
    finally:
        for number in range(len(recipe.learning_rates)):
            rounds.checkpoint(number).unlink(missing_ok=True)
        if whole != path:
            whole.unlink(missing_ok=True)
    return Trained(
        path=destination,
        recipe=recipe,
        n_training=len(training),
        n_validation=len(validation),
        too_long=lengths.too_long,
        n_ctx=lengths.n_ctx,
        first_block=first_block,
        n_blocks=n_blocks,
        n_weights=read_header(destination).weights,
        made_from=made_from,
        attempts=tuple(attempts),
        chosen=chosen,
        duration_s=time.monotonic() - begun,
    )


@dataclass(frozen=True)
class _Rounds:
    """The processes of one training."""

    subject: Path
    whole: Path  # in F32
    destination: Path
    training: tuple[WorkedExample, ...]
    validation: tuple[WorkedExample, ...]
    settings: Settings
    recipe: Recipe
    n_ctx: int
    cancelled: Cancelled

    def checkpoint(self, number: int) -> Path:
        return self.destination.with_name(f".{self.destination.name}.{number}")

    def try_step(self, first_block: int) -> None:
        """Raises ProcessCrashed where these blocks cannot be trained."""
        self._run(self._order(first_block, 0, self.recipe.learning_rates[0], 0), lambda *_: None)

    def train(self, first_block: int, number: int, rate: float, progress: OnShare, on_step: OnStep) -> Worked:
        rates, began = len(self.recipe.learning_rates), time.monotonic()

        def tell(done: int, steps: int, loss: float) -> None:
            on_step(rate, done, steps, loss)
            left_s = (time.monotonic() - began) / done * (steps * (rates - number) - done)
            progress(
                (number + done / steps) / rates,
                f"{self.subject.name}: learning rate {rate_words(rate)}, step {done} of {steps}, loss {loss:.2f}, "
                + ("under a minute left" if left_s < 60 else f"about {round(left_s / 60)} min left"),
            )

        return self._run(self._order(first_block, number, rate, self.recipe.epochs), tell)

    def _order(self, first_block: int, number: int, rate: float, epochs: int) -> Order:
        return Order(self.whole, self.checkpoint(number), first_block, self.n_ctx, rate, epochs, self.recipe.seed)

    def _run(self, order: Order, on_step: Callable[[int, int, float], None]) -> Worked:
        fields = asdict(order) | {"model": str(order.model), "destination": str(order.destination)}
        process = ModelProcess(self.subject.name)
        with contextlib.closing(process):
            process.send(
                "train",
                order=fields,
                training=wire.pack_worked(self.training),
                validation=wire.pack_worked(self.validation),
                settings=wire.pack_settings(self.settings),
            )
            heard = time.monotonic()
            while (message := process.receive(_BEAT_SILENCE_S))["type"] != "done":
                if self.cancelled():
                    raise TrainingCancelled(f"Training {self.subject.name} was cancelled; nothing half-done is left.")
                if message["type"] == "step":
                    heard = time.monotonic()
                    on_step(message["done"], message["steps"], message["loss"])
                elif time.monotonic() - heard > _STEP_SILENCE_S:
                    raise ModelProcessDied(
                        f"{self.subject.name}: one step took more than {_STEP_SILENCE_S / 60:.0f} min: the model is "
                        "too large to be trained here"
                    )
        return unpack_worked(message["worked"])


def unpack_worked(fields: Any) -> Worked:
    """What `dataclasses.asdict` made of it."""
    epochs = tuple(Epoch(**epoch) for epoch in fields["epochs"])
    return Worked(**{**fields, "epochs": epochs, "step_losses": tuple(fields["step_losses"])})


def _longest(path: Path, recipe: Recipe) -> int:
    """What a window may hold: no more than the model was trained for, in whole steps of a window's length."""
    known = read_header(path).of_model("context_length") or recipe.longest
    return min(recipe.longest, max(WINDOW_STEP, known // WINDOW_STEP * WINDOW_STEP))


def _in_f32(path: Path, folder: Path, cancelled: Cancelled) -> tuple[Path, str | None]:
    """The file itself where all its matrices are F32, else an F32 copy in the folder; and what it was made from."""
    if all(tensor.type_name == "F32" for tensor in read_header(path).tensors):
        return path, None
    whole = folder / f".{path.stem}.f32.gguf"
    try:
        made = quantize(path, "F32", whole, cancelled=cancelled)
    except InferenceError as error:
        if cancelled():
            raise TrainingCancelled(f"Training {path.name} was cancelled; nothing half-done is left.") from error
        raise
    return whole, made.requantized_from or source_label(path)


def find_widest(n_blocks: int, attempt: Callable[[int], ProcessCrashed | None]) -> int | ProcessCrashed:
    """The lowest block from which on all can be trained; the crash where not even the last block can.

    attempt: tries a step with the blocks from a number on, and returns the crash if there was one.
    What works from a block on is taken to work from every later one on too.
    """
    if attempt(0) is None:
        return 0
    crash = attempt(n_blocks - 1)
    if crash is not None:
        return crash
    fails, trains = 0, n_blocks - 1
    while trains - fails > 1:
        middle = (fails + trains) // 2
        if attempt(middle) is None:
            trains = middle
        else:
            fails = middle
    return trains


def _widest(rounds: _Rounds, n_blocks: int, progress: OnShare) -> int:
    """Raises InferenceError where not even the last block can be trained."""

    def attempt(first_block: int) -> ProcessCrashed | None:
        progress(0.0, f"{rounds.subject.name}: one step with the blocks {first_block + 1} to {n_blocks}")
        try:
            rounds.try_step(first_block)
        except ProcessCrashed as crash:
            return crash
        return None

    found = find_widest(n_blocks, attempt)
    if isinstance(found, int):
        return found
    reason = _PLACE.sub(r"\1", str(found).partition("(")[2].rstrip(")"))
    raise InferenceError(
        f"{rounds.subject.name} cannot be trained: llama.cpp has no training for the architecture "
        f"{read_header(rounds.whole).architecture} ({reason or found}). Prepare it by examples instead."
    )
