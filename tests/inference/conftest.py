"""Sessions and requests shared by the tests of this room."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

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
def ask() -> Callable[..., Request]:
    """Make a request of one user turn: ask("q1", "2+2?", max_tokens=8)."""

    def make(request_id: str, text: str, **fields: object) -> Request:
        return Request(request_id, (Message("user", text),), **{"max_tokens": 12, **fields})

    return make
