"""Further wordings of claims over other sizes, of leakage, and of what is no method of testing."""

import pytest

from core.cards.read_card import read_card
from core.cards.reading import State

TABLE = "|Test|Kestrel-7B|\n|--|--|\n|MMLU|63.2|\n|GSM8K|51.0|\n\n"


def state(text: str, flag: str, name: str = "Kestrel-7B") -> State:
    return read_card(f"# {name}\n{text}\n").finding(flag).state


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Despite being open and only 7 billion parameters, it performs similarly to OpenAI's o3-mini.", True),
        ("We compare it with the strongest models of not only the same but also twice their size.", True),
        (
            "Kestrel models perform comparably to models such as Wren 13B and Tern 34B, and outperform other "
            "compression techniques.",
            True,
        ),
        ("Despite its only 7 billion parameters it needs 16 GB of memory.", False),
        ("We compare it with the strongest models of the same size.", False),
        ("It performs similarly to Wren 7B.", False),
    ],
)
def test_claims_over_other_sizes(text: str, expected: bool) -> None:
    assert (state(text, "size_mismatch") is State.PRESENT) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Our models use the DROP training set. So we also compare average scores excluding DROP.", State.ABSENT),
        ("## Evaluation\nThis process helps make contaminated water safe for consumption.", State.PRESENT),
        ("## Evaluation\nWe checked the training data for contamination.", State.ABSENT),
    ],
)
def test_leakage_and_what_is_none(text: str, expected: State) -> None:
    assert state(TABLE + text, "contamination_unaddressed") is expected


def test_judgements_of_answers_are_no_public_benchmark() -> None:
    rows = "## Evaluation\n|PPO vs. SFT|win|tie|loss|\n|--|--|--|--|\n|Human evaluation|47%|30%|23%|\n"
    assert state(rows, "contamination_unaddressed", "Kestrel-7B-PPO") is State.ABSENT


def test_how_it_was_trained_is_no_method_of_testing() -> None:
    training = "## Evaluation\n- Training: we use the AdamW optimizer with hyperparameters set to 0.9 and 0.95.\n"
    assert state(training + TABLE, "methodology_missing") is State.PRESENT


def test_a_record_on_a_board_is_a_claim() -> None:
    text = "Leaderboard evaluation indicates that it is the first 7B model ever to achieve >75%."
    assert state(text, "methodology_missing") is State.PRESENT
