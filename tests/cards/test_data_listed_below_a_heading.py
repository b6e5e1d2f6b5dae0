"""Training data told in a bare list: a test that stands in it is one the model has practised for."""

import pytest

from core.cards.read_card import read_card
from core.cards.reading import State

TABLE = "| Benchmark | Kestrel-7B |\n|---|---|\n| GSM8K | 50.1 |\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("## Training data\n\n- ChatWren\n- GSM8K\n- MATH", 10),
        ("## Training datasets\n\n- gsm8k (train)", 9),
        ("## SFT data mix\n\n* GSM8K (7.5k)", 9),
        ("## Training data\n\nGSM8K: 50.1", 0),
        ("## Evaluation data\n\n- GSM8K", 0),
        ("## Data\n\n- GSM8K", 0),
        ("## Training data\n\n- Web\n\nGSM8K is not in it.", 0),
        ("## Training data\n\n- Web pages without GSM8K", 0),
        ("## Training data and evaluation\n\n- GSM8K", 0),
        ("## Training data\n\n- GSM8K test set was removed", 0),
        ("## Training data\n\n- ChatWren\n- TernMath", 0),
        ("Trained for GSM8K-style problems.", 0),
        ("Trained on GSM8K and GSM8K-like problems.", 7),
    ],
)
def test_a_test_in_the_list_of_training_data(text: str, line: int) -> None:
    found = read_card(f"# Kestrel-7B\n\n{TABLE}\n{text}\n", name="Kestrel-7B").finding("training_names_benchmark")
    assert (found.state, found.lines) == ((State.PRESENT, (line,)) if line else (State.ABSENT, ()))
