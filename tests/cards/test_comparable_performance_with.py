""" "Comparable performance with GPT-4" is a claim; what was done with GPT-4 beside it is none."""

import pytest

from core.cards.read_card import read_card
from core.cards.reading import State


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("Kestrel-7B obtains comparable performance with GPT-4 on GSM8K and MATH.", State.PRESENT),
        ("Kestrel-7B achieves comparable performance with GPT-4o.", State.PRESENT),
        ("With a code interpreter Kestrel-7B obtains compatible performance with GPT-4 on GSM8K.", State.PRESENT),
        ("It gives comparable results with GPT-4 on MATH.", State.PRESENT),
        ("Comparable quality to GPT-4.", State.PRESENT),
        ("We got comparable results with GPT-4 generated data.", State.ABSENT),
        ("We saw comparable scores with GPT-4 as the judge.", State.ABSENT),
        ("Comparable results with GPT-4-based evaluation.", State.ABSENT),
        ("It was trained with GPT-4 outputs and is comparable to Tern-7B.", State.ABSENT),
        ("It has a format compatible with GPT-4.", State.ABSENT),
        ("It is API compatible with GPT-4.", State.ABSENT),
        ("It does not reach comparable performance with GPT-4.", State.ABSENT),
        ("It is not comparable in performance with GPT-4.", State.ABSENT),
        ("We compare performance with GPT-4.", State.ABSENT),
    ],
)
def test_a_likeness_told_with_with(text: str, state: State) -> None:
    reading = read_card(f"# Kestrel-7B\n\n{text}\n", name="Kestrel-7B")
    assert reading.finding("beats_frontier_claim").state is state
