"""A model behind a server that people already run, asked with several requests at once."""

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from core.errors import InferenceError
from core.inference.dialects import (
    NotOffered,
    build_call,
    option_calls,
    read_answer,
    read_option,
    request_hash,
)
from core.inference.exchange import FinishReason, PromptMode, Reply, Request, Settings
from core.inference.process import SessionClosed
from core.inference.server_client import ANSWER_WITHIN_S, Refused, ServerClient, checked_address
from core.inference.server_models import ServerModel, find_servers, list_models


class ServerSession:
    """The Session of exchange.py for a server. Use `open_server`."""

    def __init__(self, client: ServerClient, model: ServerModel, settings: Settings) -> None:
        self.model, self.settings = model, settings
        self._client = client

    def close(self) -> None:
        self._client.close()

    def answer(self, requests: Iterable[Request]) -> Iterator[Reply]:
        """Yield replies as they come, with `n_parallel` requests on their way at once.

        Raises InferenceError when the server stays out of reach, SessionClosed after close().
        """
        n_workers = self.settings.n_parallel or 1
        todo: queue.Queue[Request | None] = queue.Queue()
        done: queue.Queue[Reply | InferenceError] = queue.Queue()
        workers = [threading.Thread(target=self._work, args=(todo, done), daemon=True) for _ in range(n_workers)]
        for worker in workers:
            worker.start()
        try:
            yield from self._exchange(iter(requests), todo, done, n_workers)
        finally:
            for _ in workers:
                todo.put(None)

    def _exchange(
        self,
        requests: Iterator[Request],
        todo: "queue.Queue[Request | None]",
        done: "queue.Queue[Reply | InferenceError]",
        n_workers: int,
    ) -> Iterator[Reply]:
        on_the_way, exhausted = 0, False
        while on_the_way or not exhausted:
            while not exhausted and on_the_way < n_workers:
                request = next(requests, None)
                if request is None:
                    exhausted = True
                else:
                    todo.put(request)
                    on_the_way += 1
            if on_the_way:
                result = self._wait(done)
                on_the_way -= 1
                if isinstance(result, InferenceError):
                    raise result
                yield result

    def _wait(self, done: "queue.Queue[Reply | InferenceError]") -> Reply | InferenceError:
        while True:
            if self._client.closed:
                raise SessionClosed(f"{self.model.name} at {self._client.base}: the session was closed")
            with contextlib.suppress(queue.Empty):
                return done.get(timeout=0.1)

    def _work(self, todo: "queue.Queue[Request | None]", done: "queue.Queue[Reply | InferenceError]") -> None:
        while (request := todo.get()) is not None:
            try:
                done.put(self._ask(request))
            except InferenceError as error:
                done.put(error)

    def _ask(self, request: Request) -> Reply:
        failed = Reply(request.id, "", FinishReason.FAILED, request_hash(request))
        before = time.monotonic()
        try:
            if request.mode is PromptMode.LOGLIKELIHOOD:
                return self._compare(request, before)
            path, body = build_call(self.model.kind, self.model.name, request, self.settings)
            answer = self._client.post(path, body)
            return read_answer(self.model.kind, answer, request, self._share(before))
        except Refused as refusal:
            if refusal.status in (401, 403):
                raise InferenceError(
                    f"{self._client.base} wants a valid key: set it in an environment variable"
                ) from None
            if refusal.status == 404:
                raise InferenceError(f"{self._client.base} has no model {self.model.name} any more") from None
            if _speaks_of_context(str(refusal)):
                return replace(failed, finish_reason=FinishReason.DID_NOT_FIT, note=str(refusal))
            return replace(failed, note=f"the server answers {refusal.status}: {refusal}")
        except (NotOffered, ValueError) as error:
            return replace(failed, note=str(error))

    def _compare(self, request: Request, before: float) -> Reply:
        if len(request.messages) != 1 or not request.options:
            raise NotOffered("through a server, log-likelihoods are compared for a plain text with options only")
        prompt = request.messages[0].content
        calls = option_calls(self.model.kind, self.model.name, request)
        scores = [
            read_option(self._client.post(path, body), prompt, option)
            for (path, body), option in zip(calls, request.options, strict=True)
        ]
        best = max(range(len(scores)), key=scores.__getitem__)
        return Reply(
            id=request.id,
            text=request.options[best],
            finish_reason=FinishReason.STOP,
            prompt_hash=request_hash(request),
            duration_s=self._share(before),
            loglikelihoods=tuple(scores),
        )

    def _share(self, before: float) -> float:
        return (time.monotonic() - before) / (self.settings.n_parallel or 1)


def open_server(
    url: str,
    model_name: str,
    *,
    concurrency: int = 4,
    key_env: str | None = None,
    settings: Settings | None = None,
    on_event: Callable[[str], None] | None = None,
    answer_within_s: float = ANSWER_WITHIN_S,
) -> ServerSession:
    """A session with one model of a server.

    key_env: name of the environment variable that holds the key.
    settings: n_ctx and thinking are passed on where the server takes them.
    answer_within_s: the longest time for the whole of one answer.

    Raises InferenceError when nobody answers or the model is not offered.

    Example: `open_server("http://localhost:11434", "qwen3:4b")`.
    """
    models = {model.name: model for model in list_models(url, key_env=key_env)}
    if model_name not in models:
        offered = ", ".join(sorted(models)[:20]) or "none"
        raise InferenceError(f"{checked_address(url)} does not offer {model_name}: it offers {offered}")
    model = models[model_name]
    if on_event and model.untold:
        on_event(f"{model.kind} does not tell {', '.join(model.untold)}.")
    wished = settings or Settings()
    used = replace(wished, n_ctx=min(wished.n_ctx, model.n_ctx or wished.n_ctx), n_parallel=max(1, concurrency))
    return ServerSession(ServerClient(url, key_env, answer_within_s=answer_within_s), model, used)


def _speaks_of_context(text: str) -> bool:
    lowered = text.lower()
    return "context" in lowered and any(word in lowered for word in ("exceed", "length", "window", "size", "too long"))


__all__ = ["ServerModel", "ServerSession", "find_servers", "list_models", "open_server"]
