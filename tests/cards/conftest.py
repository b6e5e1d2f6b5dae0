"""Cards written for these tests, put together from small pieces."""

import pytest

from core.cards.read_card import read_card
from core.cards.reading import CardReading
from tests.hub_server import serving

SUITE = """
## Evaluation

| Benchmark | Lumen-7B |
|---|---|
| MMLU | 63.1 |
| GSM8K | 51.4 |
| HumanEval | 42.7 |
| IFEval | 58.0 |
"""


@pytest.fixture
def hub(monkeypatch, tmp_path):
    """A stand-in for the Hub and the boards on this machine, with nothing looked up before."""
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    with serving() as running:
        monkeypatch.setenv("HF_ENDPOINT", running.base)
        yield running


@pytest.fixture
def card_with():
    """A card of an invented model with a table of four tests, and whatever prose is given."""

    def build(prose: str, *, name: str = "Lumen-7B", table: str = SUITE, front: str = "") -> CardReading:
        head = f"---\n{front}\n---\n" if front else ""
        return read_card(f"{head}# {name}\n\n{prose}\n{table}", name=name)

    return build
