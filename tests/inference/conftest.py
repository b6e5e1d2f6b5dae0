"""Sessions and requests shared by the tests of this room."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from core.inference.exchange import Request, Settings
from core.inference.session import ModelSession, open_model
from core.questions.question import Message

SMALL = Settings(n_ctx=512, n_parallel=4)


@pytest.fixture(scope="module")
def session(smollm_path: Path) -> Iterator[ModelSession]:
    """One process with the small instruct model, for the tests of a file that leave it alive."""
    with closing(open_model(smollm_path, SMALL)) as opened:
        yield opened


@pytest.fixture(scope="session")
def repacked(smollm_path: Path) -> bool:
    """False on a processor on which this build crashes with repacked weights."""
    with closing(open_model(smollm_path, SMALL)) as opened:
        return opened.settings.use_extra_bufts


@pytest.fixture(scope="session")
def reference(repacked: bool) -> Callable[..., Any]:
    """llama-cpp-python's own path: reference(path, n_ctx=512), without repacked weights where these crash here."""
    from llama_cpp import Llama, llama_cpp

    given = llama_cpp.llama_model_default_params

    def parameters() -> Any:
        found = given()
        found.use_extra_bufts = repacked
        return found

    def make(path: Path, **fields: object) -> Any:
        with patch.object(llama_cpp, "llama_model_default_params", parameters):
            return Llama(str(path), **{"verbose": False, **fields})

    return make


@pytest.fixture(scope="session")
def ask() -> Callable[..., Request]:
    """Make a request of one user turn: ask("q1", "2+2?", max_tokens=8)."""

    def make(request_id: str, text: str, **fields: object) -> Request:
        return Request(request_id, (Message("user", text),), **{"max_tokens": 12, **fields})

    return make
