"""What was trained, how, and what of it a reader must know before believing the gain."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.advice.wording import duration_words, percent
from core.inference.training_recipe import rate_words
from core.inference.training_work import goodness
from core.runs.trained_files import Step, TrainingRecord

LOSS_COUNTS_QUESTIONS = (
    "The loss counts every token, those of the questions too: llama.cpp's training takes one true next token for each "
    "position and cannot leave some out. How many replies come out right is counted apart."
)


@dataclass(frozen=True)
class Curve:
    """The loss of one learning rate, step by step, and at the end of every epoch."""

    learning_rate: float
    steps: tuple[float, ...]
    epochs: tuple[tuple[int, float, float], ...]  # steps done, validation loss, share of the replies right


@dataclass(frozen=True)
class TrainingAccount:
    """One candidate's training, told."""

    name: str
    sentence: str
    cautions: tuple[str, ...]
    curves: tuple[Curve, ...]
    record: TrainingRecord

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        trained = self.record.trained
        worked = trained.attempts[trained.chosen].worked
        return {
            "sentence": self.sentence,
            "cautions": list(self.cautions),
            "file": str(self.record.became.location) if self.record.file_is_kept else None,
            "blocks_trained": [trained.first_block + 1, trained.n_blocks],
            "weights_trained": worked.trained_weights,
            "weights": trained.n_weights,
            "made_from": trained.made_from,
            "training_examples": trained.n_training,
            "validation_examples": trained.n_validation,
            "validation_examples_read": trained.n_chosen_by,
            "left_out": list(trained.too_long),
            "n_ctx": trained.n_ctx,
            "seed": trained.recipe.seed,
            "epochs": trained.recipe.epochs,
            "learning_rate": trained.attempts[trained.chosen].learning_rate,
            "best_epoch": trained.best_epoch,
            "tokens_seen": worked.n_tokens,
            "steps": worked.n_steps,
            "duration_s": trained.duration_s,
            "peak_memory_bytes": max(attempt.worked.peak_memory_bytes for attempt in trained.attempts),
            "grid": [
                {
                    "learning_rate": attempt.learning_rate,
                    "validation_loss": [epoch.validation_loss for epoch in attempt.worked.epochs],
                    "replies_right": [epoch.replies_right for epoch in attempt.worked.epochs],
                    "reply_tokens_right": [epoch.answer_accuracy for epoch in attempt.worked.epochs],
                    "step_loss": list(attempt.worked.step_losses),
                }
                for attempt in trained.attempts
            ],
        }


def tell_training(record: TrainingRecord) -> TrainingAccount:
    """The account of one candidate."""
    trained = record.trained
    worked = trained.attempts[trained.chosen].worked
    before, best = worked.epochs[0], worked.epochs[trained.best_epoch]
    if trained.first_block == 0:
        blocks = f"all {trained.n_blocks} blocks"
    else:
        blocks = f"the blocks {trained.first_block + 1} to {trained.n_blocks} of {trained.n_blocks}"
    share = percent(worked.trained_weights / trained.n_weights)
    sentence = (
        f"{record.candidate.name}: {blocks} were trained ({worked.trained_weights / 1e6:.0f} million weights, {share}) "
        f"on {trained.n_training} examples, {worked.n_tokens:,} tokens in {worked.n_steps} steps"
        f"{'' if len(trained.attempts) == 1 else ' for each learning rate'}; {_held_out(record)} held-out examples "
        f"chose {_rate(record)} and epoch {trained.best_epoch} of {trained.recipe.epochs}. On them the loss went from "
        f"{before.validation_loss:.2f} to {best.validation_loss:.2f}, the replies' tokens from "
        f"{percent(before.answer_accuracy)} to {percent(best.answer_accuracy)} right, and whole replies from "
        f"{percent(before.replies_right)} to {percent(best.replies_right)}, in {duration_words(trained.duration_s)}."
    )
    curves = tuple(
        Curve(attempt.learning_rate, attempt.worked.step_losses, _epochs(attempt.worked.epochs, attempt.worked.n_steps))
        for attempt in trained.attempts
    )
    return TrainingAccount(record.candidate.name, sentence, tuple(_cautions(record)), curves, record)


def curve_of(steps: Sequence[Step]) -> tuple[Curve, ...]:
    """The curves of a training that goes on."""
    rates: Mapping[float, list[float]] = {rate: [] for rate in dict.fromkeys(step.learning_rate for step in steps)}
    for step in steps:
        rates[step.learning_rate].append(step.loss)
    return tuple(Curve(rate, tuple(losses), ()) for rate, losses in rates.items())


def _cautions(record: TrainingRecord) -> list[str]:
    trained = record.trained
    worked = trained.attempts[trained.chosen].worked
    found = []
    if trained.made_from:
        found.append(
            f"{record.candidate.name} is a {trained.made_from}: its weights were brought to F32 and trained there, so "
            "the trained file is larger and slower. Quantize it again before you use it, and test that file."
        )
    if trained.first_block:
        found.append(
            f"{record.candidate.name}: llama.cpp could train only its last {trained.n_blocks - trained.first_block} "
            "blocks; more of it might learn more."
        )
    if trained.too_long:
        found.append(
            f"{record.candidate.name}: {len(trained.too_long)} training examples are longer than "
            f"a window of the training may be and were left out: {', '.join(trained.too_long[:5])}"
            f"{' …' if len(trained.too_long) > 5 else '.'}"
        )
    if goodness(worked.epochs[trained.best_epoch]) <= goodness(worked.epochs[0]):
        found.append(
            f"{record.candidate.name}: after no epoch did it do better on the held-out examples than before: no sign "
            "that the training taught anything beyond its examples."
        )
    for attempt in trained.attempts:
        if len(attempt.worked.epochs) <= trained.recipe.epochs:
            found.append(
                f"{record.candidate.name}: at the rate {rate_words(attempt.learning_rate)} the training diverged; "
                f"what came before, {len(attempt.worked.epochs) - 1} of {trained.recipe.epochs} epochs, is counted."
            )
    return found


def _held_out(record: TrainingRecord) -> str:
    """How many of the held-out examples were looked at."""
    trained = record.trained
    looked, held_out = trained.n_chosen_by, trained.n_validation
    return f"{held_out}" if looked == held_out else f"{looked} of {held_out}"


def _rate(record: TrainingRecord) -> str:
    return f"the rate {rate_words(record.trained.attempts[record.trained.chosen].learning_rate)}"


def _epochs(epochs: Sequence[Any], n_steps: int) -> tuple[tuple[int, float, float], ...]:
    last = max(1, len(epochs) - 1)
    return tuple(
        (round(n_steps * number / last), epoch.validation_loss, epoch.replies_right)
        for number, epoch in enumerate(epochs)
    )
