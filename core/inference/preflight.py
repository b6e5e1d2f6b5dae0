"""What a file will be shown, before the first question is asked."""

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from core.inference.exchange import PromptMode, Request, Settings
from core.inference.library import OpenedModel
from core.inference.prompting import prompt_of, prompt_tokens
from core.inference.template import SystemRole, TemplateSource, Thinking
from core.questions.question import Message


@dataclass(frozen=True)
class Preflight:
    """How a chat reaches the model of one file."""

    prompt: str  # as it is rendered
    template_source: TemplateSource
    system: SystemRole
    n_bos: int  # beginning-of-sequence tokens at the head of the prompt; more than one is a fault
    thinking: Thinking
    stop_tokens: tuple[str, ...]  # tokens that end an answer, as they are written in the vocabulary
    stop_strings: tuple[str, ...]  # texts that end an answer in this way of asking
    prompt_tokens: int
    n_ctx_train: int  # tokens the model was trained for
    is_base_model: bool | None  # None: nothing in the file says so
    template: str | None  # the file's own template, as text
    notes: tuple[str, ...]  # sentences worth reading before a run

    @property
    def stop_words(self) -> str:
        """What ends an answer, on one line: a line break among it is shown as \\n. Empty where nothing does."""
        return ", ".join(repr(stop)[1:-1] for stop in (*self.stop_tokens, *self.stop_strings))


def look_at(path: Path, settings: Settings, messages: Sequence[Message]) -> Preflight:
    """Only the vocabulary is loaded. Meant for a process of its own; see `preflight` in session.py."""
    model = OpenedModel(path, settings, vocabulary_only=True)
    try:
        prompt = prompt_of(Request("preflight", tuple(messages), mode=PromptMode.CHAT), model, settings)
        tokens = prompt_tokens(prompt.text, model)
        n_bos = _leading(tokens.tolist(), model.bos)
        notes = list(prompt.notes)
        if settings.n_ctx > model.n_ctx_train > 0:
            notes.append(
                f"n_ctx {settings.n_ctx} is more than the {model.n_ctx_train} tokens the model was trained for."
            )
        if n_bos > 1:
            notes.append(f"The prompt begins with {n_bos} BOS tokens; one is right.")
        if len(tokens) >= settings.n_ctx:
            notes.append(f"The prompt alone has {len(tokens)} tokens; n_ctx is {settings.n_ctx}.")
        return Preflight(
            prompt=prompt.text,
            template_source=prompt.source,
            system=prompt.system,
            n_bos=n_bos,
            thinking=prompt.thinking,
            stop_tokens=tuple(model.token_text(token) for token in model.end_tokens),
            stop_strings=prompt.stop,
            prompt_tokens=len(tokens),
            n_ctx_train=model.n_ctx_train,
            is_base_model=guess_base_model(path.name, model.metadata, has_template=model.chat_template is not None),
            template=model.chat_template,
            notes=tuple(notes),
        )
    finally:
        model.close()


def guess_base_model(file_name: str, metadata: dict[str, str], *, has_template: bool) -> bool | None:
    """True for a base model, False for one that was taught to chat, None when nothing says so.

    A word in a name decides ("it", "instruct", "chat"; "base", "pt"); a file
    without a template and without such a word is taken for a base model.

    Example: "gemma-3-270m-it-Q8_0.gguf" → False; "gemma-3-270m-Q8_0.gguf" without template → True.
    """
    names = (metadata.get("general.finetune", ""), metadata.get("general.name", ""), file_name)
    words = {word for name in names for word in re.split(r"[^a-z0-9]+", name.lower()) if word}
    if words & {"it", "instruct", "instruction", "chat", "sft", "dpo", "rlhf", "assistant", "thinking", "reasoning"}:
        return False
    if words & {"base", "pt", "pretrain", "pretrained", "foundation"}:
        return True
    return None if has_template else True


def pack_preflight(preflight: Preflight) -> dict[str, Any]:
    return asdict(preflight)


def unpack_preflight(fields: dict[str, Any]) -> Preflight:
    kinds = {
        "template_source": TemplateSource(fields["template_source"]),
        "system": SystemRole(fields["system"]),
        "thinking": Thinking(fields["thinking"]),
        **{name: tuple(fields[name]) for name in ("stop_tokens", "stop_strings", "notes")},
    }
    return Preflight(**{**fields, **kinds})


def _leading(tokens: Sequence[int], wanted: int | None) -> int:
    count = 0
    while count < len(tokens) and tokens[count] == wanted:
        count += 1
    return count
