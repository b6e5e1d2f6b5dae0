"""One question at work in the batch: writing its answer, or having its options compared.

A work item knows which tokens it wants decoded next and of which it wants the
logits. It never decodes by itself: the batch does, for all of them at once.
"""

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from core.inference.exchange import FinishReason, Reply
from core.inference.library import OpenedModel, Tokens
from core.inference.looping import CHECK_EVERY, ended_in_a_loop, is_looping
from core.inference.prompting import PreparedRequest
from core.inference.sampling import Sampler

Logits = npt.NDArray[np.float32]


@dataclass
class Work:
    """What the batch needs to know of a question that occupies a sequence."""

    sequence: int
    pending: Tokens  # still to be decoded, in order
    wanted: npt.NDArray[np.bool_]  # of which pending tokens the logits are read
    position: int  # tokens of this sequence that are in the cache
    shared: int = 0  # of them, those that were copied from the common prefix
    cost_s: float = 0.0  # its share of the time of the batches it was in


class Questioned(Protocol):
    """A question in its sequence."""

    prepared: PreparedRequest
    work: Work

    def take(self, logits: Logits, best: npt.NDArray[np.intp]) -> Reply | None:
        """Read the logits of its wanted tokens, shape (k, n_vocab), and their largest; a reply when it is done."""
        ...

    def close(self) -> None: ...


def start_work(sequence: int, tokens: Tokens, shared: int) -> Work:
    """Decode a prompt whose first `shared` tokens are there already; its last token's logits are wanted."""
    pending = tokens[shared:]
    return Work(sequence, pending, _only_last(len(pending)), position=shared, shared=shared)


@dataclass
class Writing:
    """An answer being written token by token."""

    prepared: PreparedRequest
    work: Work
    model: OpenedModel
    sampler: Sampler
    _answer: list[int] = field(default_factory=list)
    _raw: bytearray = field(default_factory=bytearray)

    def take(self, logits: Logits, best: npt.NDArray[np.intp]) -> Reply | None:
        token = self.sampler.choose(logits[-1]) if self.sampler.needs_logits else int(best[-1])
        if token in self.model.end_tokens:
            return self._reply(FinishReason.STOP)
        self._answer.append(token)
        piece = self.model.piece(token)
        self._raw += piece
        stop_at = self._find_stop(len(piece))
        if stop_at is not None:
            del self._raw[stop_at:]
            return self._reply(FinishReason.STOP)
        if len(self._answer) >= self.prepared.request.max_tokens:
            return self._reply(FinishReason.LOOP if ended_in_a_loop(self._answer) else FinishReason.LENGTH)
        if len(self._answer) % CHECK_EVERY == 0 and is_looping(self._answer):
            return self._reply(FinishReason.LOOP)
        self.work.pending = np.array([token], dtype=np.int32)
        self.work.wanted = np.ones(1, dtype=np.bool_)
        return None

    def close(self) -> None:
        self.sampler.close()

    def _find_stop(self, n_new: int) -> int | None:
        """Where the earliest stop string begins in the bytes so far, looking only where a new one can be."""
        found = []
        for stop in self.prepared.stop:
            raw = stop.encode()
            at = self._raw.find(raw, max(0, len(self._raw) - n_new - len(raw) + 1)) if raw else -1
            if at >= 0:
                found.append(at)
        return min(found, default=None)

    def _reply(self, reason: FinishReason) -> Reply:
        return Reply(
            id=self.prepared.request.id,
            text=self._raw.decode(errors="replace"),
            finish_reason=reason,
            prompt_hash=self.prepared.prompt_hash,
            prompt_tokens=len(self.prepared.tokens),
            answer_tokens=len(self._answer),
            duration_s=self.work.cost_s,
        )


@dataclass
class Scoring:
    """Options being compared: the sum of the log-likelihoods of each option's tokens after the prompt.

    The first token of every option is read from the prompt's last position.
    An option of more tokens is decoded after the prompt and forgotten again.
    """

    prepared: PreparedRequest
    work: Work
    scores: list[float] = field(default_factory=list)
    at: int = -1  # option being decoded, -1 while the prompt is

    def take(self, logits: Logits, best: npt.NDArray[np.intp]) -> Reply | None:  # noqa: ARG002
        logarithms = log_softmax(logits)
        if self.at < 0:
            self.scores = [float(logarithms[-1, option[0]]) for option in self.prepared.options]
        else:
            option = self.prepared.options[self.at]
            done = len(option) - 1 - len(self.work.pending) - len(logits)
            following = option[done + 1 : done + 1 + len(logits)]
            self.scores[self.at] += float(logarithms[np.arange(len(logits)), following].sum())
        return None if len(self.work.pending) or self._has_next() else self._reply()

    @property
    def must_rewind(self) -> bool:
        """True when an option is decoded and the next one waits."""
        return not len(self.work.pending) and self._has_next()

    def begin_next(self, replayed: Tokens) -> None:
        """Ask for the next longer option; `replayed` are prompt tokens that must be decoded before it again."""
        self.at = next(i for i in range(self.at + 1, len(self.prepared.options)) if len(self.prepared.options[i]) > 1)
        continuation = self.prepared.options[self.at][:-1]
        self.work.pending = np.concatenate([replayed, continuation])
        self.work.wanted = np.arange(len(self.work.pending)) >= len(replayed)

    def close(self) -> None:
        pass

    def _has_next(self) -> bool:
        return any(len(option) > 1 for option in self.prepared.options[self.at + 1 :])

    def _reply(self) -> Reply:
        options = self.prepared.request.options
        return Reply(
            id=self.prepared.request.id,
            text=options[int(np.argmax(self.scores))],
            finish_reason=FinishReason.STOP,
            prompt_hash=self.prepared.prompt_hash,
            prompt_tokens=len(self.prepared.tokens),
            answer_tokens=0,
            duration_s=self.work.cost_s,
            loglikelihoods=tuple(self.scores),
        )


def log_softmax(logits: Logits) -> npt.NDArray[np.float64]:
    """Natural logarithms of the probabilities, for logits of shape (k, n_vocab).

    Example: logits (0, 0) give (−0.693, −0.693).
    """
    shifted = logits.astype(np.float64)
    shifted -= shifted.max(axis=1, keepdims=True)
    shifted -= np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return shifted


def _only_last(n: int) -> npt.NDArray[np.bool_]:
    mask = np.zeros(n, dtype=np.bool_)
    mask[-1:] = True
    return mask
