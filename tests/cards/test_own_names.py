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


@pytest.mark.parametrize(
    ("heading", "label"),
    [
        ("# OpenLumen: an open model", "Open Lumen 7B Preview 200B Tokens"),  # spaced and told apart by its training
        ("# TinyLumen-1.1B", "TinyLumen-1.1B-step-50k-105b"),
        ("# Lumen family", "Lumen 4B"),
        ("# lumen-embed-small", "lumen-embed-small"),
        ("## 1. Introduction\n\nLumenMath is initialized from a coder.", "LumenMath 7B"),
        ("# Lumen-30B", "Lumen-30B-A3B"),
        ("# LumenLLMs: models for all", "LumenLLM-7B"),
        ("# 明光大模型-LumenChat2", "LumenChat2-7B"),
    ],
)
def test_a_label_may_say_more_than_the_name(heading, label):
    rows = "| MMLU | 30.0 | 40.0 |\n| PIQA | 70.0 | 75.5 |\n"
    table = f"\n\n## Results\n\n| Test | GPT-J 6B | {label} |\n|---|---|---|\n{rows}"
    assert own(read_card(heading + table)) == [40.0, 75.5]


@pytest.mark.parametrize("label", ["Lumen2.5-7B", "Mistral-7B", "Lumen2-13B"])
def test_another_version_or_size_is_not_the_cards_own(label):
    table = f"\n\n## Results\n\n| Test | {label} |\n|---|---|\n| MMLU | 30.0 |\n| PIQA | 70.0 |\n"
    assert own(read_card(f"# Lumen2-7B{table}", name="Lumen2-7B")) == []


def test_of_several_precisions_the_one_in_the_name_is_the_cards_own():
    table = "\n\n## Results\n\n| Test | FP16 | AWQ |\n|---|---|---|\n| MMLU | 60.0 | 59.1 |\n"
    assert own(read_card(f"# Lumen-7B-AWQ{table}")) == [59.1]
    assert own(read_card(f"# Lumen-7B{table}")) == [60.0, 59.1]


def test_a_number_beside_a_rival_it_is_compared_with_stays_the_cards_own():
    reading = read_card("# Lumen-7B-MT\n\nOn FLORES-200 it is comparable to GPT-4 (chrF 58.3 on average over all).\n")
    assert [(score.value, score.own) for score in reading.scores] == [(58.3, False)]  # brackets give it to GPT-4
    reading = read_card("# Lumen-7B-MT\n\nOn FLORES-200 it is comparable to GPT-4, with a chrF of 58.3 on average.\n")
    assert [(score.value, score.own) for score in reading.scores] == [(58.3, True)]


def test_a_notice_above_the_title_does_not_hide_it():
    card = (
        "# Update notice\n\nThe weights were updated at 7 AM.\n\n# Model Card for WrenCoder-7B-2\n\n"
        "| | MMLU | HumanEval |\n|--|--|--|\n| wrencoder-70b | 96 | 97.1 |\n| wrencoder-7b-2 | 91.4 | 94.3 |\n"
        "| gpt-4 | 72 | 91.4 |\n"
    )
    assert own(read_card(card, name="maker-wrencoder-7b-2.md")) == [91.4, 94.3]
    assert own(read_card(card)) == [91.4, 94.3]


def test_a_name_of_one_letter_labels_a_row():
    table = "| Model | MMLU | GSM8K |\n|--|--|--|\n| R1 | 60.1 | 70.2 |\n| V3 | 61.5 | 71.4 |\n"
    assert own(read_card(f"# R1\n\n{table}", name="lab/R1")) == [60.1, 70.2]


@pytest.mark.parametrize(
    "name", ["my-notes.md", "project1", "cards", "gemma", "gemma_simpo.md", "9f2c1ab34de0f1", "standard input", None]
)
def test_a_name_that_the_card_never_writes_yields_to_its_title(name):
    card = (
        "# gemma-2-9b-it-SimPO-marsh\n\n| Test | gemma-2-9b-it | gemma-2-9b-it-SimPO-marsh | gemma-2-9b-it-DPO |\n"
        "|--|--|--|--|\n| Arena-Hard | 40.8 | 58.2 | 58.9 |\n"
    )
    assert own(read_card(card, name=name)) == [58.2]


def test_a_title_of_plain_words_is_a_name_where_a_column_bears_it():
    assert own(read_card("# Heronry-Chat\n\n| Test | Heronry-Chat | Mixtral |\n|-|-|-|\n| MMLU | 60.1 | 61.1 |\n")) == [
        60.1
    ]
    assert read_card("# Results\n\n| Test | Results |\n|-|-|\n| MMLU | 60.1 |\n").model is None


def test_another_version_of_a_series_is_not_its_own():
    table = "| Test | Heronry v1 | Heronry v2 |\n|-|-|-|\n| MMLU | 58.0 | 62.0 |\n"
    assert own(read_card(f"# Heronry v2\n\n{table}")) == [62.0]


def test_a_title_below_long_front_matter_is_found():
    front = "".join(f"key{i}: {i}\n" for i in range(500))
    table = "| Test | Heronry-7B | Rival-7B |\n|-|-|-|\n| MMLU | 58.0 | 62.0 |\n"
    assert own(read_card(f"---\n{front}---\n# Heronry-7B\n\n{table}")) == [58.0]


def test_a_label_in_bold_is_no_part_of_the_name():
    card = "# Model Details\n\n**Model Architecture** Lumen is an auto-regressive language model."
    assert read_card(card + TABLE.replace("Lumen-2-360M-Chat", "Lumen")).model == "Lumen"
