"""A request becomes a prompt in tokens, with the hash by which it is known."""

import hashlib
from dataclasses import dataclass

from core.inference.exchange import PromptMode, Request, Settings
from core.inference.library import OpenedModel, Tokens
from core.inference.template import Prompt, Templating, plain_prompt, render_prompt


@dataclass(frozen=True)
class PreparedRequest:
    """A request with its prompt; `options` holds the tokens of each option for LOGLIKELIHOOD."""

    request: Request
    prompt_hash: str
    tokens: Tokens
    stop: tuple[str, ...]
    options: tuple[Tokens, ...] = ()

    @property
    def need(self) -> int:
        """Cells of the KV cache that prompt and answer may take."""
        if self.request.mode is PromptMode.LOGLIKELIHOOD:
            return len(self.tokens) + max((len(option) for option in self.options), default=0)
        return len(self.tokens) + self.request.max_tokens


def prepare(request: Request, model: OpenedModel, settings: Settings) -> PreparedRequest:
    """Render and tokenize; raises TemplateError when the template refuses."""
    prompt = prompt_of(request, model, settings)
    tokens = prompt_tokens(prompt.text, model)
    options = tuple(continuation_tokens(prompt.text, tokens, option, model) for option in request.options)
    return PreparedRequest(request, prompt_hash(prompt.text, request), tokens, request.stop + prompt.stop, options)


def prompt_of(request: Request, model: OpenedModel, settings: Settings) -> Prompt:
    if request.mode is PromptMode.COMPLETION:
        return _as_it_is(request)
    if request.mode is PromptMode.LOGLIKELIHOOD and model.chat_template is None and len(request.messages) == 1:
        return _as_it_is(request)
    return render_prompt(request.messages, templating_of(model), settings)


def templating_of(model: OpenedModel) -> Templating:
    return Templating(model.chat_template, model.bos_text, model.eos_text)


def prompt_tokens(text: str, model: OpenedModel) -> Tokens:
    """Tokens with exactly one BOS where the file asks for one, whether or not the template wrote it too."""
    if model.adds_bos and model.bos_text and text.startswith(model.bos_text):
        text = text.removeprefix(model.bos_text)
    return model.tokenize(text, add_special=True)


def prompt_hash(text: str, request: Request) -> str:
    """SHA-256 of what the model sees, hex; the options are part of it when they are compared.

    Example: the hash of "Question: 2+2?\\nAnswer:" starts with "0f"; one more space gives another one.
    """
    seen = "\x1f".join([text, *request.options]) if request.mode is PromptMode.LOGLIKELIHOOD else text
    return hashlib.sha256(seen.encode()).hexdigest()


def _as_it_is(request: Request) -> Prompt:
    """COMPLETION: one message is the text itself; several are laid out as questions and answers."""
    plain = plain_prompt(request.messages)
    if len(request.messages) > 1:
        return plain
    text = "".join(message.content for message in request.messages)
    return Prompt(text, plain.source, plain.system, plain.thinking)


def continuation_tokens(prompt: str, tokens: Tokens, option: str, model: OpenedModel) -> Tokens:
    """The tokens that an option, or a reply, adds to its prompt.

    They are cut from prompt and option tokenized together, because a token may
    span the seam; where it does, the option is tokenized by itself.
    """
    whole = prompt_tokens(prompt + option, model)
    if len(whole) > len(tokens) and bool((whole[: len(tokens)] == tokens).all()):
        return whole[len(tokens) :]
    return model.tokenize(option, add_special=False, parse_special=False)
