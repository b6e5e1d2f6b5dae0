"""Under which name a card is read: a Hub id, its heading, what it introduces; never a typed name that does not fit."""

import pytest

from core.cards.read_card import read_card

TABLE = (
    "\n\n| Test | Lumen-2-360M-Chat | Rival-0.5B |\n|---|---|---|\n| IFEval | 29.9 | 31.2 |\n| MMLU | 31.0 | 33.5 |\n"
)


def own(reading) -> list[float]:
    return [score.value for score in reading.own_scores]


@pytest.mark.parametrize("name", [None, "Pasted card", "my favourite", "Lumen card", "Llama-3", "README.md"])
def test_the_heading_names_the_model_where_the_given_name_does_not(name):
    reading = read_card(f"# Lumen-2-360M-Chat{TABLE}", name=name)
    assert own(reading) == [29.9, 31.0]
    assert reading.model in ("Lumen-2-360M-Chat", "Lumen")


def test_a_name_that_does_not_fit_is_said():
    reading = read_card(f"# Lumen-2-360M-Chat{TABLE}", name="Llama-3")
    assert "Llama-3" in reading.notes[0] and reading.to_dict()["notes"] == list(reading.notes)
    assert read_card(f"# Lumen-2-360M-Chat{TABLE}", name="lab/Lumen-2-360M-Chat").notes == ()


@pytest.mark.parametrize(
    "opening",
    [
        "# Model Card\n\nLumen is a 360M model for chat.",
        "# Overview\n\nWe are happy to release Lumen, an open model.",
        "# About\n\nToday we introduce Lumen-2-360M-Chat, our smallest model.",
    ],
)
def test_a_card_without_a_telling_heading_is_known_by_what_it_introduces(opening):
    assert own(read_card(opening + TABLE)) == [29.9, 31.0]


def test_a_size_beside_a_longer_context_is_no_longer_the_cards_own():
    links = " ".join(f"https://huggingface.co/lab/Lumen-{size}" for size in ("7B", "3B", "3B-200K"))
    rows = "".join(
        f"| Lumen-{size} | {i}1.0 | {i}2.0 |\n" for i, size in enumerate(("3B", "3B-200K", "7B", "7B-200K"), 1)
    )
    reading = read_card(f"# Lumen\n\n{links}\n\n| Model | MMLU | BBH |\n|---|---|---|\n{rows}", name="Lumen-7B")
    assert sorted(own(reading)) == [11.0, 12.0, 31.0, 32.0, 41.0, 42.0]
    assert [score.value for score in reading.main_scores] == [31.0, 32.0]


def test_sizes_that_a_card_calls_other_models_are_not_its_own():
    links = " ".join(f"https://huggingface.co/lab/Lumen-{size}" for size in ("7B", "3B"))
    text = f"# Lumen\n\nLinks to other models are in the index. {links}\n\n"
    reading = read_card(
        f"{text}| Model | MMLU | BBH |\n|---|---|---|\n| Lumen-3B | 11.0 | 12.0 |\n| Lumen-7B | 31.0 | 32.0 |\n",
        name="Lumen-7B",
    )
    assert own(reading) == [31.0, 32.0]
