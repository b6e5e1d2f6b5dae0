"""What the store keeps, as plain values.

A project is what a person is deciding: use case, cards, candidates, question
set, runs. A run is one candidate × one question set × one configuration; its
identity is what the model sees and how, so n is no part of it: 50 questions
extend to 250 in the same run.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Any

from core.catalogue.use_cases import UseCase
from core.grading.outcome import Grade
from core.inference.exchange import FinishReason, PromptMode, Sampling, Settings
from core.stats.sequential import StoppingRule

# How a model is made fast is not what it is shown: these leave the identity alone.
_PERFORMANCE_ONLY = ("n_batch", "n_parallel", "threads", "n_gpu_layers", "flash_attn", "use_extra_bufts")


class Purpose(StrEnum):
    WHICH_MODEL = "which model"
    QUANTIZATION = "quantization"


class CandidateKind(StrEnum):
    FILE = "file"
    SERVER = "server"


class RunState(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"  # its runner died; it goes on when resumed
    FAILED = "failed"


ACTIVE_STATES = (RunState.WAITING, RunState.RUNNING)


class ChoiceMethod(StrEnum):
    GENERATE = "generate"  # the model writes, the grader reads
    LOGLIKELIHOOD = "loglikelihood"  # the options are compared, nothing is written


class CodeSandbox(StrEnum):
    MONTY = "monty"
    CPYTHON = "cpython"  # only with the user's consent, asked once per run


@dataclass(frozen=True)
class Candidate:
    """One thing that can answer: a model file, or a model behind a server."""

    name: str  # as shown; unique within a project
    location: str  # path of the (first) file, or the server's address
    kind: CandidateKind = CandidateKind.FILE
    model: str = ""  # the server's name for it
    fingerprint: str = ""  # of the file's content; a server has none
    size_bytes: int | None = None
    label: str = ""  # quantization label as measured or named
    has_template: bool = True
    key_env: str = ""  # name of the environment variable with the server's key; never the key itself

    @property
    def key(self) -> str:
        """What it is known by: a file's content, or a server's address and the model's name there."""
        return self.fingerprint or f"{self.location} {self.model}"


@dataclass(frozen=True)
class Configuration:
    """What every candidate of an evaluation is given alike."""

    settings: Settings = field(default_factory=Settings)
    sampling: Sampling = field(default_factory=Sampling)
    mode: PromptMode = PromptMode.CHAT
    max_tokens: int | None = None  # for one answer; None: each question's own budget
    choice_method: ChoiceMethod = ChoiceMethod.GENERATE
    code_sandbox: CodeSandbox = CodeSandbox.MONTY

    @property
    def seen(self) -> "Configuration":
        """The same without what only changes speed, or how answers are graded."""
        plain = Settings()
        settings = replace(self.settings, **{name: getattr(plain, name) for name in _PERFORMANCE_ONLY})
        return replace(self, settings=settings, code_sandbox=CodeSandbox.MONTY)


@dataclass(frozen=True)
class Project:
    id: int
    name: str
    purpose: Purpose
    use_case: UseCase | None
    candidates: tuple[Candidate, ...]
    question_set_id: str | None  # None: the use case's own bank
    n: int
    draw_seed: int
    configuration: Configuration
    statements: Mapping[str, bool]  # what the user said of the work: special_domain, …
    created_at: float  # seconds since 1970, UTC
    updated_at: float
    stopping_rule: StoppingRule = StoppingRule.FIXED  # of the next evaluation


@dataclass(frozen=True)
class Run:
    id: str
    candidate: Candidate
    question_set_id: str
    use_case: UseCase | None
    configuration: Configuration
    draw_seed: int
    n: int  # questions wanted
    state: RunState
    message: str  # why it ended as it did, as a sentence
    used_settings: Settings | None  # what was really used, safer retry included
    events: tuple[str, ...]  # what happened on the way: retries, notes of the preflight
    pid: int | None
    pid_started: float | None
    created_at: float
    answered: int
    stopping_rule: StoppingRule = StoppingRule.FIXED  # in force when its questions were asked
    environment: Mapping[str, str] = field(default_factory=dict)  # where it ran: system, engine, versions
    twin_of: str | None = None  # the run whose questions it asks again, to measure chance (see noise_floor)

    @property
    def shown_name(self) -> str:
        """The candidate's name; a run that measures chance says so, since it stands for no candidate of its own."""
        return f"{self.candidate.name} (measures chance)" if self.twin_of else self.candidate.name


@dataclass(frozen=True)
class Answer:
    """What a model wrote to one question, and its newest grade."""

    run_id: str
    question_id: str
    position: int  # in the drawn order, from 0
    ask_hash: str  # of the question as asked; answers of two runs are matched by it
    prompt_hash: str  # of the rendered prompt, template and all
    choice_order: tuple[int, ...]
    text: str
    finish_reason: FinishReason
    prompt_tokens: int
    answer_tokens: int
    duration_s: float
    note: str
    loglikelihoods: tuple[float, ...]
    answered_at: float
    grade: Grade


def run_identity(candidate: Candidate, configuration: Configuration, questions_hash: str, draw_seed: int) -> str:
    """SHA-256 (hex) over what the model sees and how.

    Settings that only change speed, the grader's sandbox, and n are left out.
    A server is known by its address and model name, since its file is out of sight.
    """
    settings = {k: v for k, v in asdict(configuration.settings).items() if k not in _PERFORMANCE_ONLY}
    seen = {
        "model": candidate.key,
        "settings": settings,
        "sampling": asdict(configuration.sampling),
        "mode": configuration.mode,
        "max_tokens": configuration.max_tokens,
        "choice_method": configuration.choice_method,
        "questions": questions_hash,
        "draw_seed": draw_seed,
    }
    return _json_hash(seen)


def ask_hash(input_text: str, shown_choices: tuple[str, ...]) -> str:
    """SHA-256 (hex) of a question as asked: its text and its choices in the order shown."""
    return _json_hash([input_text, list(shown_choices)])


def content_hash(text: str) -> str:
    """SHA-256 (hex) of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def _json_hash(value: Any) -> str:
    return content_hash(json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")))
