"""What every candidate of a training is given alike: how often, how fast, and what is held out."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from core.errors import NotEnoughData
from core.inference.exchange import WorkedExample
from core.inference.training_needs import FEWEST_EXAMPLES


@dataclass(frozen=True)
class Recipe:
    """What every candidate is given alike."""

    epochs: int = 4
    learning_rates: tuple[float, ...] = (1e-4, 3e-4)
    validation_share: float = 0.2  # of the examples, for choosing rate and epoch
    longest: int = 1024  # tokens, and no more than the model reads; a longer example is left out
    seed: int = 0


def split_validation(
    examples: Sequence[WorkedExample], recipe: Recipe
) -> tuple[tuple[WorkedExample, ...], tuple[WorkedExample, ...]]:
    """(training, validation): the last ones are held out, at least two. Raises NotEnoughData below ten examples.

    Example: 50 examples and a share of 0.2 are 40 and 10.
    """
    check_enough(len(examples))
    held_out = max(2, round(recipe.validation_share * len(examples)))
    return tuple(examples[:-held_out]), tuple(examples[-held_out:])


def check_enough(n_examples: int) -> None:
    """Raises NotEnoughData below ten examples."""
    if n_examples < FEWEST_EXAMPLES:
        raise NotEnoughData(
            f"{n_examples} training examples are too few: have at least {FEWEST_EXAMPLES}, better 50, besides the "
            "test questions."
        )


def rate_words(rate: float) -> str:
    """A learning rate without an exponent.

    >>> rate_words(3e-05)
    '0.00003'
    """
    return format(Decimal(repr(rate)), "f")
