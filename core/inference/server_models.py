"""Which models servers offer: Ollama, LM Studio, llama-server, vLLM and their like.

They are found on request on their usual local ports and described as far as
they tell. What a server does not tell (template, quantization,
log-likelihoods) is said, never guessed.
"""

import contextlib
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from core.errors import InferenceError
from core.inference.dialects import ServerKind
from core.inference.server_client import PROBE_WITHIN_S, ServerClient, checked_address

LOCAL_PORTS: Mapping[int, str] = {
    11434: "Ollama",
    1234: "LM Studio",
    8080: "llama-server",
    8000: "vLLM",
    1337: "Jan",
    4891: "GPT4All",
    5001: "KoboldCpp",
}
_LOOK_S = 1.5


@dataclass(frozen=True)
class ServerModel:
    """One model that a server offers."""

    url: str
    kind: ServerKind
    name: str  # the server's own name for it
    quantization: str = ""  # "" where the server does not tell
    template: str = ""  # the same
    n_ctx: int | None = None  # tokens the server grants, as far as it tells
    tells_loglikelihoods: bool = False

    @property
    def untold(self) -> tuple[str, ...]:
        """What matters for a comparison and the server does not tell."""
        told = {
            "the chat template": bool(self.template),
            "the quantization": bool(self.quantization),
            "log-likelihoods": self.tells_loglikelihoods,
        }
        return tuple(what for what, is_told in told.items() if not is_told)


def find_servers(addresses: Sequence[str] | None = None) -> list[ServerModel]:
    """The models of servers that answer, all addresses asked at once; an address without a server yields none.

    addresses: None for the usual ports of this machine, and OLLAMA_HOST.

    Example: `[m.name for m in find_servers()]` → ["qwen3:4b", "gemma3:270m"].
    """
    where = list(addresses) if addresses is not None else _usual_addresses()
    with ThreadPoolExecutor(max_workers=max(1, len(where))) as pool:
        found = list(pool.map(_models_or_none, where))
    return [model for models in found for model in models]


def list_models(url: str, *, key_env: str | None = None) -> list[ServerModel]:
    """The models that one server offers.

    Raises InferenceError when nobody answers there, or it is no such server.
    """
    with contextlib.closing(ServerClient(url, key_env)) as client:
        models = _list(client)
    if models is None:
        raise InferenceError(f"no server with models answers at {client.base}: start it, or check the address")
    return models


def _usual_addresses() -> list[str]:
    addresses = [f"http://127.0.0.1:{port}" for port in LOCAL_PORTS]
    own = os.environ.get("OLLAMA_HOST", "").strip()
    if own:
        with contextlib.suppress(InferenceError):
            address = checked_address(own.replace("0.0.0.0", "127.0.0.1"))
            addresses.append(address if address.count(":") > 1 else f"{address}:11434")
    return list(dict.fromkeys(addresses))


def _models_or_none(url: str) -> list[ServerModel]:
    try:
        with contextlib.closing(ServerClient(url)) as client:
            return _list(client) or []
    except InferenceError:
        return []


def _list(client: ServerClient) -> list[ServerModel] | None:
    tags = client.get("/api/tags", _LOOK_S)
    if tags is not None and isinstance(tags.get("models"), list):
        names = [str(m.get("name") or m.get("model")) for m in tags["models"] if isinstance(m, Mapping)]
        if client.get("/api/version", _LOOK_S) is not None:
            return [_ollama_model(client, name) for name in names]
    listed = client.get("/v1/models", _LOOK_S)
    if listed is None or not isinstance(listed.get("data"), list):
        return None
    entries = [entry for entry in listed["data"] if isinstance(entry, Mapping) and entry.get("id")]
    return [_openai_model(client, entry) for entry in entries]


def _ollama_model(client: ServerClient, name: str) -> ServerModel:
    shown: Mapping[str, Any] = {}
    with contextlib.suppress(InferenceError):
        shown = client.post("/api/show", {"model": name}, within_s=PROBE_WITHIN_S)
    details = shown.get("details")
    quantization = details.get("quantization_level") if isinstance(details, Mapping) else None
    template = shown.get("template")
    return ServerModel(
        url=client.base,
        kind=ServerKind.OLLAMA,
        name=name,
        quantization=str(quantization or ""),
        template=template if isinstance(template, str) else "",
    )


def _openai_model(client: ServerClient, entry: Mapping[str, Any]) -> ServerModel:
    kind = _kind_of(client, str(entry.get("owned_by", "")))
    template, n_ctx = "", entry.get("max_model_len")
    if kind is ServerKind.LLAMA_SERVER:
        props = client.get("/props", _LOOK_S) or {}
        template = str(props.get("chat_template") or "")
        generation = props.get("default_generation_settings")
        n_ctx = generation.get("n_ctx") if isinstance(generation, Mapping) else None
    return ServerModel(
        url=client.base,
        kind=kind,
        name=str(entry["id"]),
        template=template,
        n_ctx=n_ctx if isinstance(n_ctx, int) and n_ctx > 0 else None,
        tells_loglikelihoods=kind is ServerKind.VLLM,
    )


def _kind_of(client: ServerClient, owner: str) -> ServerKind:
    """Servers say who owns a model, each in its own way."""
    known = {
        "llamacpp": ServerKind.LLAMA_SERVER,
        "vllm": ServerKind.VLLM,
        "organization_owner": ServerKind.LM_STUDIO,
        "me": ServerKind.LLAMA_CPP_PYTHON,
        "library": ServerKind.OLLAMA,
    }
    if owner in known:
        return known[owner]
    if client.get("/api/v0/models", _LOOK_S) is not None:
        return ServerKind.LM_STUDIO
    return ServerKind.OPENAI
