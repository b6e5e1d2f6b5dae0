"""The attempts of a training, each in a process of its own.

llama.cpp aborts the process where it cannot train: the compute graph may grow
too large, or an operation of the architecture has no way back (Gemma's gated
feed-forward, GEGLU). So first a single step is tried with all blocks, and where
that fails the widest set of last blocks that works is found by halving. An
architecture whose last block alone fails cannot be trained, and llama.cpp's
reason is told.
"""

import contextlib
import re
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from core.errors import InferenceError, ModelProcessDied
from core.inference import wire
from core.inference.exchange import Settings, WorkedExample
from core.inference.process import ModelProcess, ProcessCrashed
from core.inference.training_recipe import Recipe, rate_words
from core.inference.training_work import Epoch, Order, Worked
from core.models.header_reader import read_header

_BEAT_SILENCE_S: Final = 30.0  # the process beats four times a second, whatever it does
_STEP_SILENCE_S: Final = 1800.0
_PLACE: Final = re.compile(r"\S*?([^/\\\s]+\.(?:c|cpp|h|cu|m):\d+)")  # a source file's path in a message

OnShare = Callable[[float, str], None]
OnStep = Callable[[float, int, int, float], None]  # learning rate, step, of so many, loss
Cancelled = Callable[[], bool]


class TrainingCancelled(InferenceError):
    """The user ended the training; nothing half-done is left behind."""


@dataclass(frozen=True)
class Rounds:
    """The processes of one training, each for one attempt."""

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


def find_first_block(rounds: Rounds, n_blocks: int, progress: OnShare) -> int:
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
