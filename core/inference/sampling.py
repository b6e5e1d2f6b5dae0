"""The next token of one answer: greedy, sampled, or within a grammar.

Greedy needs only the largest logit and is done for all answers at once in
NumPy. A grammar is asked about the likeliest token first and about the whole
vocabulary only when it rejects that one, which is rare.
"""

import ctypes
import hashlib
import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from core.errors import InferenceError
from core.inference.exchange import Request, Sampling
from core.inference.library import OpenedModel

_CANDIDATE = np.dtype([("id", np.int32), ("logit", np.float32), ("p", np.float32)])  # llama_token_data


class Sampler:
    """Chooses tokens for one answer; holds the state of its random numbers and its grammar.

    Raises InferenceError when the grammar or the schema cannot be read.
    """

    def __init__(self, request: Request, prompt_hash: str, model: OpenedModel) -> None:
        self._low_level = model.low_level
        self.greedy = request.sampling.temperature <= 0
        self._grammar = _grammar(request, model)
        self._chain = _chain(model.low_level, request.sampling, prompt_hash)

    @property
    def needs_logits(self) -> bool:
        """False when the largest logit is all that counts."""
        return not self.greedy or self._grammar is not None

    def choose(self, logits: npt.NDArray[np.float32]) -> int:
        """The next token for logits of shape (n_vocab,)."""
        token = self._from_chain(_candidates(logits))
        if self._grammar is None:
            self._low_level.llama_sampler_accept(self._chain, token)
            return token
        if not self._allowed(token, float(logits[token])):
            candidates = _candidates(logits)
            self._apply(self._grammar, candidates)
            token = self._from_chain(candidates)
        self._low_level.llama_sampler_accept(self._chain, token)
        self._low_level.llama_sampler_accept(self._grammar, token)
        return token

    def close(self) -> None:
        for sampler in (self._chain, self._grammar):
            if sampler:
                self._low_level.llama_sampler_free(sampler)
        self._chain = self._grammar = None

    def _from_chain(self, candidates: npt.NDArray[Any]) -> int:
        chosen = self._apply(self._chain, candidates)
        return int(chosen.data[chosen.selected].id)

    def _allowed(self, token: int, logit: float) -> bool:
        one = np.array([(token, logit, 0.0)], dtype=_CANDIDATE)
        self._apply(self._grammar, one)
        return bool(np.isfinite(one["logit"][0]))

    def _apply(self, sampler: Any, candidates: npt.NDArray[Any]) -> Any:
        low_level = self._low_level
        data = ctypes.cast(candidates.ctypes.data, ctypes.POINTER(low_level.llama_token_data))
        array = low_level.llama_token_data_array(data=data, size=len(candidates), selected=-1, sorted=False)
        low_level.llama_sampler_apply(sampler, ctypes.byref(array))
        return array


def seed_for(sampling_seed: int, prompt_hash: str) -> int:
    """A question's own seed, so that its answer depends on no other question and on no order.

    Example: `seed_for(0, "ab")` is a number below 2³²−1, the same on every machine.
    """
    digest = hashlib.sha256(f"{sampling_seed}:{prompt_hash}".encode()).digest()
    return int.from_bytes(digest[:4], "big") % 0xFFFFFFFF  # llama.cpp reads 2³²−1 as "random"


def schema_grammar(schema: str) -> str:
    """The GBNF grammar of a JSON schema, for JSON texts that follow it."""
    from llama_cpp.llama_grammar import json_schema_to_gbnf

    try:
        json.loads(schema)
        return str(json_schema_to_gbnf(schema))
    except (ValueError, KeyError, TypeError, AttributeError, AssertionError, RecursionError) as error:
        raise InferenceError(f"the JSON schema cannot be turned into a grammar: {error}") from None


def _candidates(logits: npt.NDArray[np.float32]) -> npt.NDArray[Any]:
    candidates = np.zeros(len(logits), dtype=_CANDIDATE)
    candidates["id"] = np.arange(len(logits), dtype=np.int32)
    candidates["logit"] = logits
    return candidates


def _grammar(request: Request, model: OpenedModel) -> Any:
    text = schema_grammar(request.json_schema) if request.json_schema else request.grammar
    if not text:
        return None
    sampler = model.low_level.llama_sampler_init_grammar(model.vocab_pointer, text.encode(), b"root")
    if not sampler:
        raise InferenceError("the grammar cannot be read: it must be GBNF with a rule named root")
    return sampler


def _chain(low_level: Any, sampling: Sampling, prompt_hash: str) -> Any:
    chain = low_level.llama_sampler_chain_init(low_level.llama_sampler_chain_default_params())
    for link in _links(low_level, sampling, prompt_hash):
        low_level.llama_sampler_chain_add(chain, link)
    return chain


def _links(low_level: Any, sampling: Sampling, prompt_hash: str) -> Sequence[Any]:
    """In llama.cpp's own order: top_k, top_p, min_p, temperature, the draw."""
    if sampling.temperature <= 0:
        return [low_level.llama_sampler_init_greedy()]
    links = []
    if sampling.top_k > 0:
        links.append(low_level.llama_sampler_init_top_k(sampling.top_k))
    if sampling.top_p < 1:
        links.append(low_level.llama_sampler_init_top_p(sampling.top_p, 1))
    if sampling.min_p > 0:
        links.append(low_level.llama_sampler_init_min_p(sampling.min_p, 1))
    links.append(low_level.llama_sampler_init_temp(sampling.temperature))
    links.append(low_level.llama_sampler_init_dist(seed_for(sampling.seed, prompt_hash)))
    return links
