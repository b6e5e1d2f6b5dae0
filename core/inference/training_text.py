"""Worked examples become windows of tokens to train on.

An example looks to the model exactly as in the test: the question through the
file's own chat template, or as plain text for a base model, then the reply and
the token that ends it. Each label is the token that follows.

A window is as long as the context (gradients reach the keys and values only
then). Whole examples are packed into it in a new order every epoch, so that
each stands alone, first and after others in turn; what is left over is filled
with the beginning of one more, never with padding that would be learned.

The labels are all that llama.cpp's training takes: one true next token for
every position, without weights. So the loss counts the questions' tokens too;
a label outside the vocabulary is not skipped but written into a neighbour's.
How well the answers are learned is told apart by comparing the likeliest
tokens at their places.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.inference.exchange import Settings, WorkedExample
from core.inference.library import OpenedModel, Tokens
from core.inference.prompting import continuation_tokens, prompt_of, prompt_tokens

WINDOW_STEP = 256  # llama.cpp rounds a context up to a multiple of this


@dataclass(frozen=True)
class ExampleTokens:
    tokens: Tokens
    answer_start: int  # where the reply begins

    def __len__(self) -> int:
        return len(self.tokens)


@dataclass(frozen=True)
class Windows:
    """Tokens to read and labels to predict, both int32 of shape (windows, n_ctx)."""

    tokens: npt.NDArray[np.int32]
    labels: npt.NDArray[np.int32]
    answers: npt.NDArray[np.bool_]  # where a label belongs to a reply

    def answer_accuracy(self, predicted: npt.NDArray[np.int32]) -> float:
        """Share of the replies' tokens that are the likeliest ones, each after the true ones before it."""
        return float((predicted == self.labels)[self.answers].mean()) if self.answers.any() else 0.0

    def replies_right(self, predicted: npt.NDArray[np.int32]) -> float:
        """Share of the windows whose replies are the likeliest throughout: what the model would have written."""
        return float(((predicted == self.labels) | ~self.answers).all(axis=1).mean())


def read_example(model: OpenedModel, example: WorkedExample, settings: Settings) -> ExampleTokens:
    """Raises TemplateError when the file's template refuses the chat."""
    text = prompt_of(example.request, model, settings).text
    prompt = prompt_tokens(text, model)
    reply = continuation_tokens(text, prompt, example.reply, model)
    return ExampleTokens(np.concatenate([prompt, reply, _end(model)]), len(prompt))


def window_length(lengths: Sequence[int]) -> int:
    """The context that the longest example needs.

    >>> window_length([40, 75]), window_length([40, 300])
    (256, 512)
    """
    return -(-max(lengths) // WINDOW_STEP) * WINDOW_STEP


def pack(examples: Sequence[ExampleTokens], n_ctx: int, rng: np.random.Generator) -> Windows:
    """Every example once whole, in a random order; none may be longer than n_ctx."""
    order = [examples[place] for place in rng.permutation(len(examples))]
    rows: list[list[ExampleTokens]] = [[]]
    room = n_ctx
    for example in order:
        if len(example) > room:
            rows.append([])
            room = n_ctx
        rows[-1].append(example)
        room -= len(example)
    return _fill(rows, order, n_ctx, rng)


def pack_apart(examples: Sequence[ExampleTokens], n_ctx: int, most: int, rng: np.random.Generator) -> Windows:
    """A window for each of up to `most` examples, which stands first in it, as in the test; its reply alone counts."""
    chosen = examples[:most]
    windows = _fill([[example] for example in chosen], list(examples), n_ctx, rng)
    for row, example in enumerate(chosen):
        windows.answers[row, len(example) - 1 :] = False
    return windows


def _fill(
    rows: list[list[ExampleTokens]], order: Sequence[ExampleTokens], n_ctx: int, rng: np.random.Generator
) -> Windows:
    tokens = np.empty((len(rows), n_ctx), dtype=np.int32)
    labels, answers = np.empty_like(tokens), np.zeros(tokens.shape, dtype=np.bool_)
    for row, packed in enumerate(rows):
        # One token more than the window holds, since the last position has a label too.
        while sum(map(len, packed)) <= n_ctx:
            packed.append(order[int(rng.integers(len(order)))])
        stream = np.concatenate([example.tokens for example in packed])
        in_reply = np.concatenate([np.arange(len(example)) >= example.answer_start for example in packed])
        tokens[row], labels[row], answers[row] = stream[:n_ctx], stream[1 : n_ctx + 1], in_reply[1 : n_ctx + 1]
    return Windows(tokens, labels, answers)


def _end(model: OpenedModel) -> Tokens:
    """The token that ends a turn, or a text where the vocabulary has no turns."""
    found = (
        int(find(model.vocab_pointer)) for find in (model.low_level.llama_vocab_eot, model.low_level.llama_vocab_eos)
    )
    return np.array([token for token in found if token >= 0][:1], dtype=np.int32)
