"""How many bits a model needs for passages of a text: the same bytes for every model.

Models cut a text into different tokens, so a loss a token cannot be compared.
The probability of a passage can: −log2 P(passage | what stands before it), over
the bytes of the passage. So the text is cut in bytes, never in tokens, and
every model is asked for the same passages after the same context; then two
models are paired passage by passage.

The seam between context and passage lies before a space where there is one, so
that few tokens lie across it. Of a token that does, the share of its bytes that
belongs to the passage is counted. Whatever a tokenizer does to the text, its
bits are divided by the bytes of the text itself.
"""

import math
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from core.errors import InferenceError, NotEnoughData
from core.inference import wire
from core.inference.context import DecodingContext, Layout, padded
from core.inference.exchange import Settings
from core.inference.library import OpenedModel, Tokens
from core.inference.once_more import once_more_if_it_crashes
from core.inference.process import ModelProcess

PASSAGE_BYTES: Final = 1024  # about 230 tokens of English, after about as many of context
_ROWS: Final = 32  # positions whose logits are held at once
_BLOCK: Final = 256  # tokens of context decoded at once
_SILENCE_S: Final = 600.0


@dataclass(frozen=True)
class Passage:
    """`text` is predicted after `context`."""

    context: str
    text: str

    @property
    def n_bytes(self) -> int:
        return len(self.text.encode())


@dataclass(frozen=True)
class PassageScores:
    """Of one file; one entry for each passage, in their order."""

    bits: tuple[float, ...]  # −log2 of the passage's probability
    n_tokens: int  # that the passages have in this vocabulary
    rewritten: int  # passages that the tokenizer does not give back byte by byte


def cut_passages(text: str, most: int, *, passage_bytes: int = PASSAGE_BYTES) -> tuple[Passage, ...]:
    """Passages of about `passage_bytes`, each after as much of the text as stands before it.

    The first piece of the text is only context. Where the text has more than
    `most` passages, they are spread evenly over it. Raises NotEnoughData for a
    text that has fewer than two.

    Example: a text of 10,000 bytes has 8 passages; of one with 1,000 nothing can be predicted.
    """
    pieces = _cut(text.strip(), passage_bytes)
    found = [Passage(before, piece) for before, piece in pairwise(pieces)]
    if len(found) < 2:
        raise NotEnoughData(
            f"The text has {len(text.encode()):,} bytes and at least {3 * passage_bytes:,} are needed: give some pages "
            "of the kind that the model is for."
        )
    if len(found) <= most:
        return tuple(found)
    places = np.linspace(0, len(found) - 1, most).round().astype(int)
    return tuple(found[place] for place in places)


def score_passages(
    path: Path,
    passages: Sequence[Passage],
    *,
    settings: Settings | None = None,
    progress: Callable[[float], None] | None = None,
) -> PassageScores:
    """The bits of each passage, in a process of its own.

    Raises ModelFileError, ModelProcessDied, and InferenceError for passages
    that are longer in this vocabulary than the model can read, and for a model
    whose probabilities are no numbers.
    """

    def run(each: Sequence[Settings]) -> dict[str, Any]:
        process = ModelProcess(path.name)
        with closing(process):
            process.send(
                "score passages",
                path=str(path),
                passages=[[passage.context, passage.text] for passage in passages],
                settings=wire.pack_settings(each[0]),
            )
            while (message := process.receive(_SILENCE_S))["type"] != "done":
                if progress and "share" in message:
                    progress(float(message["share"]))
            scored: dict[str, Any] = message["found"]
            return scored

    found = once_more_if_it_crashes(run, [settings or Settings()])
    if not all(map(math.isfinite, found["bits"])):
        raise InferenceError(
            f"{path.name} gives no probabilities for this text (they are no numbers): its weights are damaged. Fetch "
            "or make the file again."
        )
    return PassageScores(tuple(found["bits"]), int(found["n_tokens"]), int(found["rewritten"]))


def run_scoring(
    path: Path, passages: Sequence[Passage], settings: Settings, on_share: Callable[[float], None]
) -> PassageScores:
    """The work itself, inside the model process."""
    with closing(OpenedModel(path, settings)) as model:
        read = [_read(model, passage) for passage in passages]
        longest = max(len(tokens) for tokens, _ in read)
        if 0 < model.n_ctx_train < longest:
            raise InferenceError(
                f"{path.name} was trained for {model.n_ctx_train} tokens and a passage with its context has {longest} "
                "in its vocabulary: it cannot be measured on this text"
            )
        layout = Layout(1, padded(longest), unified=True, max_outputs=_ROWS)
        with closing(DecodingContext(model, replace(settings, n_batch=_BLOCK), layout)) as context:
            bits = []
            for number, (tokens, weights) in enumerate(read):
                bits.append(float((_losses(context, tokens, weights) * weights[weights > 0]).sum()) / math.log(2))
                on_share((number + 1) / len(read))
        rewritten = sum(
            len(b"".join(model.piece(int(t)) for t in tokens[_first(model) :])) - _bytes(passage) not in (0, 1)
            for (tokens, _), passage in zip(read, passages, strict=True)
        )
    n_tokens = round(sum(float(weights.sum()) for _, weights in read))
    return PassageScores(tuple(bits), n_tokens, rewritten)


def _cut(text: str, size: int) -> list[str]:
    """Pieces of about `size` bytes that begin with a space where one is near; the rest that is too short is left."""
    raw = text.encode()
    pieces, start = [], 0
    while len(raw) - start >= size:
        end = _seam(raw, start + size, start + size // 2)
        pieces.append(raw[start:end].decode())
        start = end
    return pieces


def _seam(raw: bytes, end: int, earliest: int) -> int:
    """The last place up to `end` before a space that follows no space; else the last that parts no character."""
    if end >= len(raw):
        return len(raw)
    for place in range(end, earliest, -1):
        if raw[place : place + 1].isspace() and not raw[place - 1 : place].isspace():
            return place
    while raw[end] & 0xC0 == 0x80:  # inside a character
        end -= 1
    return end


def _first(model: OpenedModel) -> int:
    return int(model.adds_bos)


def _bytes(passage: Passage) -> int:
    return len((passage.context + passage.text).encode())


def _read(model: OpenedModel, passage: Passage) -> tuple[Tokens, npt.NDArray[np.float64]]:
    """Tokens of context and passage, and of each token the share that belongs to the passage."""
    tokens = model.tokenize(passage.context + passage.text, add_special=False, parse_special=False)
    lengths = np.array([len(model.piece(int(token))) for token in tokens], dtype=np.float64)
    # Counted from the end, since some vocabularies put a space before the text.
    before_end = lengths[::-1].cumsum()[::-1]
    inside = np.clip(passage.n_bytes - (before_end - lengths), 0, lengths)
    weights = np.divide(inside, lengths, out=np.zeros_like(inside), where=lengths > 0)
    if model.adds_bos and model.bos is not None:
        tokens = np.concatenate([np.array([model.bos], dtype=np.int32), tokens])
        weights = np.concatenate([[0.0], weights])
    if len(weights):
        weights[0] = 0.0  # nothing stands before it
    if not weights.any():
        raise InferenceError(f"{model.path.name} has no tokens for a passage of this text: it cannot be measured on it")
    return tokens, weights


def _losses(context: DecodingContext, tokens: Tokens, weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Negative log-likelihood in nats of every token with a weight."""
    first = int(np.flatnonzero(weights)[0])
    context.clear()
    for start in range(0, first - 1, _BLOCK):
        _decode(context, tokens[start : min(start + _BLOCK, first - 1)], start, wanted=False)
    losses = []
    for start in range(first - 1, len(tokens) - 1, _ROWS):
        end = min(start + _ROWS, len(tokens) - 1)
        logits = _decode(context, tokens[start:end], start, wanted=True).astype(np.float64)
        peaks = logits.max(axis=1)
        totals = peaks + np.log(np.exp(logits - peaks[:, None]).sum(axis=1))
        losses.append(totals - logits[np.arange(end - start), tokens[start + 1 : end + 1]])
    return np.concatenate(losses)[weights[first:] > 0]


def _decode(context: DecodingContext, tokens: Tokens, start: int, *, wanted: bool) -> npt.NDArray[np.float32]:
    n = len(tokens)
    positions = np.arange(start, start + n, dtype=np.int32)
    return context.decode(tokens, positions, np.zeros(n, np.int32), np.full(n, wanted))
