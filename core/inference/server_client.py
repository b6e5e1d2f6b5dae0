"""HTTP to one server: bounded answers, retries with back-off, and a key that nothing prints.

Bounded in bytes and in time: a read timeout begins anew with every byte, so a
server that trickles would hold its caller for ever. Each request therefore
has a deadline for the whole of it, headers and body.
"""

import json
import os
import random
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any
from urllib.parse import urlsplit

from core.errors import InferenceError

MAX_ANSWER_BYTES = 32 << 20
_TRIES = 6
_FIRST_PAUSE_S = 0.5
_LONGEST_PAUSE_S = 30.0
PROBE_WITHIN_S = 5.0  # for the whole of a small answer that says who is there
ANSWER_WITHIN_S = 3600.0  # for the whole of a model's answer: long thinking on a slow machine fits
_WORTH_ANOTHER_TRY = frozenset({408, 409, 425, 429, 500, 502, 503, 504})


class Refused(InferenceError):
    """The server said no to this one request; status and text say why."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class TooSlow(InferenceError):
    """The whole of an answer did not come before its deadline."""


class ServerClient:
    """Calls to one base address, from several threads.

    silent_for_s: the longest pause between two bytes.
    answer_within_s: the longest time for the whole of an answer to `post`.

    key_env: name of the environment variable that holds the key. The key goes
    into the Authorization header and nowhere else.

    Raises InferenceError for an address that cannot be used.
    """

    def __init__(
        self,
        url: str,
        key_env: str | None = None,
        *,
        silent_for_s: float = 600.0,
        answer_within_s: float = ANSWER_WITHIN_S,
    ) -> None:
        import httpx2

        self._answer_within_s = answer_within_s

        self.base = checked_address(url)
        self._key = _read_key(key_env)
        self._closed = threading.Event()
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        self._client = httpx2.Client(
            base_url=self.base,
            headers=headers,
            timeout=httpx2.Timeout(silent_for_s, connect=5.0),
            limits=httpx2.Limits(max_connections=256),
            trust_env=not _is_local(self.base),  # a proxy is no way to this machine
        )

    def __repr__(self) -> str:
        return f"ServerClient({self.base!r})"

    @property
    def closed(self) -> bool:
        return self._closed.is_set()

    def close(self) -> None:
        self._closed.set()
        self._client.close()

    def get(self, path: str, timeout_s: float) -> Mapping[str, Any] | None:
        """The JSON object at a path, None when there is none: for finding out who answers.

        timeout_s: the longest pause between two bytes; the whole may take PROBE_WITHIN_S.
        """
        import httpx2

        try:
            return self._within(PROBE_WITHIN_S, "GET", path, None, timeout_s)
        except (httpx2.HTTPError, Refused, TooSlow, ValueError):
            return None

    def post(self, path: str, body: Mapping[str, Any], *, within_s: float | None = None) -> Mapping[str, Any]:
        """The JSON object that answers; tried again while the server is busy or cannot be reached.

        within_s: the longest time for the whole of it, None for the client's own.

        Raises Refused when the server rejects the request, TooSlow when its
        answer is not whole in time, InferenceError when it stays out of reach
        or its answer is no JSON object.
        """
        import httpx2

        why = ""
        for number in range(_TRIES):
            pause_s = min(_LONGEST_PAUSE_S, _FIRST_PAUSE_S * 2**number) * random.uniform(0.8, 1.2)
            try:
                return self._within(within_s or self._answer_within_s, "POST", path, body, None)
            except Refused as refusal:
                if refusal.status not in _WORTH_ANOTHER_TRY:
                    raise
                why = f"answers {refusal.status} ({refusal})"
                pause_s = max(pause_s, refusal.retry_after_s if isinstance(refusal, Busy) else 0.0)
            except (httpx2.HTTPError, RuntimeError) as error:  # RuntimeError: the client was closed meanwhile
                if self.closed:
                    break
                why = f"cannot be reached ({type(error).__name__})"
            except ValueError as error:
                raise InferenceError(f"{self.base} sent no JSON: {self.without_key(str(error))}") from None
            if self._closed.wait(pause_s):
                break
        raise InferenceError(f"{self.base} {why or 'was left'} after {_TRIES} tries: is the server still running?")

    def without_key(self, text: str) -> str:
        return text.replace(self._key, "…") if self._key else text

    def _within(
        self, within_s: float, method: str, path: str, body: Mapping[str, Any] | None, timeout_s: float | None
    ) -> Mapping[str, Any]:
        """One request with a deadline. Nothing interrupts a read, so it runs in a thread that can be left behind."""
        came: Future[Mapping[str, Any]] = Future()
        late = threading.Event()

        def ask() -> None:
            try:
                came.set_result(self._once(method, path, body, timeout_s, late))
            except BaseException as error:  # noqa: BLE001  handed to the caller, whatever it is
                came.set_exception(error)

        threading.Thread(target=ask, daemon=True).start()
        try:
            return came.result(within_s)
        except TimeoutError:
            late.set()
            raise TooSlow(
                f"{self.base} did not finish its answer within {within_s:g} s: "
                "check that the server is well, or ask for shorter answers"
            ) from None

    def _once(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None,
        timeout_s: float | None,
        late: threading.Event,
    ) -> Mapping[str, Any]:
        options: dict[str, Any] = {"json": body} if body is not None else {}
        if timeout_s is not None:
            options["timeout"] = timeout_s
        with self._client.stream(method, path, **options) as answer:
            raw = bytearray()
            for chunk in answer.iter_bytes():
                raw += chunk
                if late.is_set():  # nobody waits any more
                    raise ValueError("an answer after its deadline")
                if len(raw) > MAX_ANSWER_BYTES:
                    raise ValueError(f"an answer over {MAX_ANSWER_BYTES} bytes")
            if answer.status_code >= 400:
                raise _refusal(answer.status_code, answer.headers, self.without_key(_message(bytes(raw))))
        try:
            content = json.loads(bytes(raw))
        except RecursionError:
            raise ValueError("an answer nested too deep") from None
        if not isinstance(content, dict):
            raise ValueError("not an object")
        return content


class Busy(Refused):
    """The server asks for a pause."""

    def __init__(self, status: int, text: str, retry_after_s: float) -> None:
        super().__init__(status, text)
        self.retry_after_s = retry_after_s


def checked_address(url: str) -> str:
    """The base address without path and slash at the end.

    Example: "localhost:11434/v1/" → "http://localhost:11434".
    """
    text = url.strip() if "://" in url else f"http://{url.strip()}"
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise InferenceError(f"{url} is no address of a server: write it as http://localhost:8080") from None
    if parts.username or parts.password:
        raise InferenceError("the address holds a key: put it into an environment variable and name that instead")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InferenceError(f"{url} is no address of a server: write it as http://localhost:8080")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    path = parts.path.rstrip("/").removesuffix("/v1")
    return f"{parts.scheme}://{host}{f':{port}' if port else ''}{path}"


def _read_key(key_env: str | None) -> str:
    if key_env is None:
        return ""
    key = os.environ.get(key_env, "").strip()
    if not key:
        raise InferenceError(f"the environment variable {key_env} is empty: put the server's key into it")
    return key


def _is_local(base: str) -> bool:
    return urlsplit(base).hostname in ("localhost", "127.0.0.1", "::1")


def _message(raw: bytes) -> str:
    """The sentence inside an error, whatever its shape."""
    text = raw[:4000].decode(errors="replace")
    try:
        content = json.loads(text)
        error = content.get("error", content) if isinstance(content, dict) else content
        if isinstance(error, dict):
            error = error.get("message") or error.get("detail") or error
        return str(error)[:300]
    except (ValueError, RecursionError):
        return text[:300]


def _refusal(status: int, headers: Mapping[str, str], text: str) -> Refused:
    after = headers.get("retry-after", "")
    if after.isdigit():
        return Busy(status, text, min(float(after), 120.0))
    return Refused(status, text)
