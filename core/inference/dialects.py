"""How servers are spoken to: OpenAI's chat API, and Ollama's own.

Ollama is asked through its own API, because only that one takes num_ctx (it
cuts longer prompts in silence) and the switch for thinking. A reply's thinking
is put back before the answer, as the model wrote it.
"""

import hashlib
import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from core.inference.exchange import FinishReason, PromptMode, Reply, Request, Sampling, Settings
from core.inference.looping import ended_in_a_loop
from core.inference.template import plain_prompt


class ServerKind(StrEnum):
    OLLAMA = "Ollama"
    LM_STUDIO = "LM Studio"
    LLAMA_SERVER = "llama-server"
    VLLM = "vLLM"
    LLAMA_CPP_PYTHON = "llama-cpp-python"
    OPENAI = "an OpenAI-compatible server"


# Who takes top_k, min_p and a penalty for repetition beside OpenAI's own fields.
_TAKE_MORE_SAMPLING = {
    ServerKind.LM_STUDIO,
    ServerKind.LLAMA_SERVER,
    ServerKind.VLLM,
    ServerKind.LLAMA_CPP_PYTHON,
}
_TAKE_TEMPLATE_ARGUMENTS = {ServerKind.LLAMA_SERVER, ServerKind.VLLM}
_TAKE_GRAMMARS = {ServerKind.LLAMA_SERVER, ServerKind.LLAMA_CPP_PYTHON}


class NotOffered(ValueError):
    """The server has no way to do what a request asks for; the text says what."""


def request_hash(request: Request) -> str:
    """SHA-256 of what is sent to a server; the rendered prompt is not known there.

    Example: equal messages give equal hashes, whatever the server.
    """
    seen = {"messages": [[m.role, m.content] for m in request.messages], "options": request.options}
    return hashlib.sha256(json.dumps(seen, ensure_ascii=False).encode("utf-8", "surrogatepass")).hexdigest()


def build_call(kind: ServerKind, model: str, request: Request, settings: Settings) -> tuple[str, dict[str, Any]]:
    """(path, JSON body) of the call that asks one question.

    Raises NotOffered for a grammar, or log-likelihoods, where the server has none.
    """
    if request.mode is PromptMode.LOGLIKELIHOOD:
        raise NotOffered("log-likelihoods of options are compared through option_calls")
    if request.grammar and kind not in _TAKE_GRAMMARS:
        raise NotOffered(f"{kind} takes no grammar")
    if kind is ServerKind.OLLAMA:
        return _ollama_call(model, request, settings)
    return _openai_call(kind, model, request, settings)


def option_calls(kind: ServerKind, model: str, request: Request) -> list[tuple[str, dict[str, Any]]]:
    """One call an option, which returns the log-probabilities of the prompt's own tokens.

    Raises NotOffered where the server has no such echo, or a wrong one:
    llama-cpp-python 0.3.36 echoes each value one token too late.
    """
    if kind is not ServerKind.VLLM:
        raise NotOffered(f"{kind} does not tell log-likelihoods: ask for a written answer instead")
    prompt = _plain_text(request)
    common = {"model": model, "max_tokens": 1, "temperature": 0, "echo": True, "logprobs": 1}
    return [("/v1/completions", {**common, "prompt": prompt + option}) for option in request.options]


def read_option(answer: Mapping[str, Any], prompt: str, option: str) -> float:
    """Log-likelihood (nats) of an option after its prompt, from an echoed completion.

    Raises NotOffered when the server did not echo, or a token spans prompt and option.

    Example: tokens "2+2", "=", "4", "." with log-probabilities None, -2, -0.1, -1
    give -0.1 for prompt "2+2=" and option "4".
    """
    logprobs = _first(answer.get("choices")).get("logprobs")
    tokens, values = (logprobs.get(name) or [] for name in ("tokens", "token_logprobs")) if logprobs else ([], [])
    before, total, seen_start = "", 0.0, False
    for token, value in zip(tokens, values, strict=False):
        if before == prompt + option:
            break
        if before == prompt:
            seen_start = True
        if seen_start:
            if not isinstance(value, int | float):
                break
            total += value
        before += str(token)
    if not seen_start or before != prompt + option:
        raise NotOffered("the server does not echo the log-probabilities of this prompt")
    return total


def read_answer(kind: ServerKind, answer: Mapping[str, Any], request: Request, duration_s: float) -> Reply:
    """A reply from the JSON that a server sent.

    Raises ValueError when it is no answer of that API.
    """
    if kind is ServerKind.OLLAMA:
        text, reason, n_prompt, n_answer = _read_ollama(answer)
    else:
        text, reason, n_prompt, n_answer = _read_openai(answer)
    finish = FinishReason.LENGTH if reason == "length" else FinishReason.STOP
    if finish is FinishReason.LENGTH and ended_in_a_loop([hash(word) for word in text.split()]):
        finish = FinishReason.LOOP
    return Reply(
        id=request.id,
        text=text,
        finish_reason=finish,
        prompt_hash=request_hash(request),
        prompt_tokens=n_prompt,
        answer_tokens=n_answer,
        duration_s=duration_s,
    )


def _openai_call(kind: ServerKind, model: str, request: Request, settings: Settings) -> tuple[str, dict[str, Any]]:
    body: dict[str, Any] = {"model": model, "max_tokens": request.max_tokens, "stream": False}
    body |= _openai_sampling(kind, request.sampling)
    if request.stop:
        body["stop"] = list(request.stop)
    if request.grammar:
        body["grammar"] = request.grammar
    if request.json_schema:
        body["response_format"] = _response_format(kind, json.loads(request.json_schema))
    if request.mode is PromptMode.COMPLETION:
        return "/v1/completions", {**body, "prompt": _plain_text(request)}
    if settings.thinking is not None and kind in _TAKE_TEMPLATE_ARGUMENTS:
        body["chat_template_kwargs"] = {"enable_thinking": settings.thinking, "thinking": settings.thinking}
    messages = [{"role": m.role, "content": m.content} for m in request.messages]
    return "/v1/chat/completions", {**body, "messages": messages}


def _openai_sampling(kind: ServerKind, sampling: Sampling) -> dict[str, Any]:
    fields: dict[str, Any] = {"temperature": sampling.temperature, "top_p": sampling.top_p, "seed": sampling.seed}
    if kind in _TAKE_MORE_SAMPLING:
        off = -1 if kind is ServerKind.VLLM else 0
        fields |= {"top_k": sampling.top_k or off, "min_p": sampling.min_p}
        # A penalty that is on by default, or comes with the model's files, changes greedy answers.
        fields["repetition_penalty" if kind is ServerKind.VLLM else "repeat_penalty"] = 1.0
    return fields


def _response_format(kind: ServerKind, schema: Any) -> dict[str, Any]:
    if kind is ServerKind.LLAMA_CPP_PYTHON:
        return {"type": "json_object", "schema": schema}
    return {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema, "strict": True}}


def _ollama_call(model: str, request: Request, settings: Settings) -> tuple[str, dict[str, Any]]:
    sampling = request.sampling
    options: dict[str, Any] = {
        "num_ctx": settings.n_ctx,
        "num_predict": request.max_tokens,
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "top_k": sampling.top_k,
        "min_p": sampling.min_p,
        "seed": sampling.seed,
        "repeat_penalty": 1.0,  # its default changes greedy answers
        "stop": list(request.stop),
    }
    body: dict[str, Any] = {"model": model, "stream": False, "options": options}
    if request.json_schema:
        body["format"] = json.loads(request.json_schema)
    if request.mode is PromptMode.COMPLETION:
        return "/api/generate", {**body, "prompt": _plain_text(request), "raw": True}
    if settings.thinking is not None:
        body["think"] = settings.thinking
    return "/api/chat", {**body, "messages": [{"role": m.role, "content": m.content} for m in request.messages]}


def _read_ollama(answer: Mapping[str, Any]) -> tuple[str, str, int, int]:
    message = answer.get("message") or {"content": answer.get("response"), "thinking": answer.get("thinking")}
    if not isinstance(message, Mapping) or not isinstance(message.get("content"), str):
        raise ValueError("there is no answer in what Ollama sent")
    text = _with_thinking(message.get("thinking"), message["content"])
    return text, str(answer.get("done_reason")), _count(answer, "prompt_eval_count"), _count(answer, "eval_count")


def _read_openai(answer: Mapping[str, Any]) -> tuple[str, str, int, int]:
    choice = _first(answer.get("choices"))
    message = choice.get("message")
    if isinstance(message, Mapping):
        thinking = message.get("reasoning_content") or message.get("reasoning")
        text = _with_thinking(thinking, message.get("content") or "")
    elif isinstance(choice.get("text"), str):
        text = choice["text"]
    else:
        raise ValueError("there is no answer in what the server sent")
    usage = answer.get("usage") or {}
    reason = str(choice.get("finish_reason"))
    return text, reason, _count(usage, "prompt_tokens"), _count(usage, "completion_tokens")


def _with_thinking(thinking: Any, content: str) -> str:
    return f"<think>\n{thinking}\n</think>\n\n{content}" if isinstance(thinking, str) and thinking else content


def _plain_text(request: Request) -> str:
    """One message is the text itself; several are laid out as questions and answers."""
    if len(request.messages) == 1:
        return request.messages[0].content
    return plain_prompt(request.messages).text


def _first(items: Any) -> Mapping[str, Any]:
    if isinstance(items, list) and items and isinstance(items[0], Mapping):
        return items[0]
    raise ValueError("there is no answer in what the server sent")


def _count(fields: Any, name: str) -> int:
    value = fields.get(name) if isinstance(fields, Mapping) else None
    return value if isinstance(value, int) else 0
