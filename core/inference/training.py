"""A short fine-tune of a small model file, with llama.cpp's own training.

Every candidate gets the same recipe: the same examples as often, the same grid
of learning rates, the same seed. Of the grid and the epochs the checkpoint is
kept that does best on examples held out for validation, never on the test.

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
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from core.errors import InferenceError
from core.inference import wire
from core.inference.exchange import Settings, WorkedExample
from core.inference.process import ModelProcess
from core.inference.quantizer import quantize, source_label
from core.inference.training_needs import Needs, check_needs, estimate_needs
from core.inference.training_recipe import Recipe, rate_words, split_validation
from core.inference.training_rounds import Cancelled, OnShare, OnStep, Rounds, TrainingCancelled, find_first_block
from core.inference.training_text import WINDOW_STEP, window_length
from core.inference.training_work import VALIDATION_WINDOWS, Epoch, Worked, goodness, short_name
from core.models.header_reader import read_header

_LENGTHS_SILENCE_S: Final = 120.0


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
    def best(self) -> Epoch | None:
        """None where the training diverged before its first epoch was over."""
        return max(self.worked.epochs[1:], key=goodness, default=None)


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
    def n_chosen_by(self) -> int:
        """Held-out examples whose replies were looked at after every epoch."""
        return min(self.n_validation, VALIDATION_WINDOWS)

    @property
    def best_epoch(self) -> int:
        epochs = self.attempts[self.chosen].worked.epochs
        return max(range(1, len(epochs)), key=lambda number: goodness(epochs[number]))


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
    rates = len(recipe.learning_rates)
    # A look at the validation windows goes forward only: a third of a step.
    looks = VALIDATION_WINDOWS * lengths.n_ctx * (recipe.epochs + 1) // 3
    return estimate_needs(
        read_header(path),
        n_ctx=lengths.n_ctx,
        n_tokens=rates * (recipe.epochs * lengths.n_tokens + looks),
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
    folder = destination.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InferenceError(
            f"The folder {folder} for trained files cannot be made ({error.strerror}): free its place, or set "
            "SUREFIT_HOME to a folder that can be written."
        ) from error
    lengths = measure_examples(path, examples, settings, recipe)
    training, validation = split_validation(lengths.fitting, recipe)
    check_needs(path.name, needs_of(path, lengths, recipe, folder))
    progress(0.0, f"{path.name}: weights in F32")
    whole, made_from = _in_f32(path, folder, cancelled)
    rounds = Rounds(path, whole, destination, training, validation, settings, recipe, lengths.n_ctx, cancelled)
    try:
        n_blocks = read_header(whole).layers
        first_block = find_first_block(rounds, n_blocks, progress)
        attempts: list[Attempt] = []
        for number, rate in enumerate(recipe.learning_rates):
            attempts.append(Attempt(rate, rounds.train(first_block, number, rate, progress, on_step)))
        chosen = choose_attempt(path.name, attempts)
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


def choose_attempt(name: str, attempts: Sequence[Attempt]) -> int:
    """The attempt with the best epoch. Raises InferenceError where all diverged."""
    found = {number: goodness(attempt.best) for number, attempt in enumerate(attempts) if attempt.best is not None}
    if not found:
        rates = ", ".join(rate_words(attempt.learning_rate) for attempt in attempts)
        raise InferenceError(
            f"{name}: the training diverged at every learning rate ({rates}): its loss is no number any more. Take a "
            "smaller learning rate."
        )
    return max(found, key=lambda number: found[number])


def _longest(path: Path, recipe: Recipe) -> int:
    """What a window may hold: no more than the model was trained for, in whole steps of a window's length."""
    known = read_header(path).of_model("context_length") or recipe.longest
    return min(recipe.longest, max(WINDOW_STEP, known // WINDOW_STEP * WINDOW_STEP))


def _in_f32(path: Path, folder: Path, cancelled: Cancelled) -> tuple[Path, str | None]:
    """The file itself where all its matrices are F32, else an F32 copy in the folder; and what it was made from."""
    if all(tensor.type_name == "F32" for tensor in read_header(path).tensors):
        return path, None
    whole = folder / f".{short_name(path.stem)}.f32.gguf"
    try:
        made = quantize(path, "F32", whole, cancelled=cancelled)
    except InferenceError as error:
        if cancelled():
            raise TrainingCancelled(f"Training {path.name} was cancelled; nothing half-done is left.") from error
        raise
    return whole, made.requantized_from or source_label(path)
