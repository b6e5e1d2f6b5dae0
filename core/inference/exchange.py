"""What goes to a model and what comes back, whoever answers.

A session (a model process or a server) takes requests and yields replies as
they finish, in any order; `Reply.id` says which request it answers.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from core.questions.question import Message


class PromptMode(StrEnum):
    CHAT = "chat"  # through the file's chat template
    COMPLETION = "completion"  # the text as it is, for base models
    LOGLIKELIHOOD = "loglikelihood"  # compare the options, write nothing


class FinishReason(StrEnum):
    STOP = "stop"  # the model ended its answer
    LENGTH = "length"  # max_tokens or n_ctx was reached
    LOOP = "loop"  # it repeated itself and was ended early
    DID_NOT_FIT = "did_not_fit"  # prompt + max_tokens over n_ctx: not asked
    FAILED = "failed"  # this request alone could not be asked; `note` says why


@dataclass(frozen=True)
class Sampling:
    """Greedy unless temperature is above zero."""

    temperature: float = 0.0
    top_p: float = 1.0
    top_k: int = 0  # 0: off
    min_p: float = 0.0
    seed: int = 0  # the sampling_seed of a run


@dataclass(frozen=True)
class Settings:
    """How a model is loaded, named as llama.cpp names it. None: chosen from memory and cores."""

    n_ctx: int = 4096  # tokens for one question and its answer
    n_batch: int | None = None
    n_parallel: int | None = None  # sequences decoded together
    threads: int | None = None
    n_gpu_layers: int | None = None  # None: all that fit, 0: none
    flash_attn: bool | None = None
    type_k: str = "f16"
    type_v: str = "f16"
    use_extra_bufts: bool = True  # False avoids a crash seen on CPUs with AMX
    thinking: bool | None = None  # enable_thinking for templates that know it; None: the template's own default
    template: str | None = None  # a named or given template instead of the file's own


@dataclass(frozen=True)
class Request:
    id: str
    messages: tuple[Message, ...]
    max_tokens: int = 512
    mode: PromptMode = PromptMode.CHAT
    sampling: Sampling = field(default_factory=Sampling)
    stop: tuple[str, ...] = ()
    options: tuple[str, ...] = ()  # for LOGLIKELIHOOD: the continuations to compare
    grammar: str | None = None  # GBNF, or None
    json_schema: str | None = None  # JSON text of a schema that the answer must follow, or None


@dataclass(frozen=True)
class WorkedExample:
    """A question as it will be asked, and a reply that is right: what a model is trained on."""

    request: Request
    reply: str


@dataclass(frozen=True)
class Reply:
    id: str
    text: str  # raw, thinking and all; for LOGLIKELIHOOD the likeliest option
    finish_reason: FinishReason
    prompt_hash: str = ""  # SHA-256 of the rendered prompt, hex
    prompt_tokens: int = 0
    answer_tokens: int = 0
    duration_s: float = 0.0  # share of the wall time that this answer cost
    loglikelihoods: tuple[float, ...] = ()  # one per option, in nats
    note: str = ""


class Session(Protocol):
    """A model that is ready to be asked."""

    settings: Settings  # with every None filled in: what was really used

    def answer(self, requests: Iterable[Request]) -> Iterator[Reply]:
        """Yield a reply for each request as it finishes, in any order.

        Raises ModelProcessDied when the model's process ends or hangs; replies
        already yielded stay valid.
        """
        ...

    def close(self) -> None:
        """End the model's process or connection; safe to call twice and from another thread."""
        ...
