"""The model that a card's sentences say its own was made from."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.cards.base_model import _MADE_FROM, _leads
from core.cards.read_card import read_card

NAMED = {
    "A fine-tune of Mistral-7B-v0.1 on cooking recipes.": "Mistral-7B-v0.1",
    "Lumen is a fine-tuned version of the original Llama 2 13B Chat model.": "Llama 2 13B Chat",
    "This model is based on the powerful Qwen2-7B and speaks Welsh.": "Qwen2-7B",
    "It was initialized with Code Llama 7B weights.": "Code Llama 7B",
    "**Finetuned from model [optional]:** LLaMA-13B": "LLaMA-13B",
    "We fully fine-tuned deepseek-coder-6.7b-base for two epochs.": "deepseek-coder-6.7b-base",
    "**Finetuned from model:** [mistralai/Mistral-7B-v0.1](https://huggingface.co/mistralai/Mistral-7B-v0.1)": (
        "mistralai/Mistral-7B-v0.1"
    ),
    "本模型基于 Qwen2-7B 训练。": "Qwen2-7B",
}


@pytest.mark.parametrize(("sentence", "base"), NAMED.items())
def test_a_base_model_is_read_from_prose_with_or_without_its_owner(sentence: str, base: str) -> None:
    assert read_card(f"# Lumen-9B\n\n{sentence}\n").about.base_model == (base,)


NOT_NAMED = [
    "Answers were judged by a rubric based on GPT-4.",
    "The score is based on MMLU-Pro and on the work we started with Llama 3.",
    "We open six distilled checkpoints based on Qwen2.5 and others.",
    "We plan a 1B version based on phi-1.5 in the future.",
    "The reward model is based on Lumen-9B-Instruct.",
    "The tokenizer is based on byte pairs.",
    "You can fine-tune Lumen-9B with 16 GB.",
]


@pytest.mark.parametrize("sentence", NOT_NAMED)
def test_judges_relatives_and_plans_are_no_base_model(sentence: str) -> None:
    assert read_card(f"# Lumen-9B\n\n{sentence}\n").about.base_model == ()


def test_an_id_with_its_owner_goes_before_a_bare_name_above_it() -> None:
    card = "# Lumen-9B\n\nA fine-tune of Mistral-7B.\n\nBase model: mistralai/Mistral-7B-v0.3\n"
    assert read_card(card).about.base_model == ("mistralai/Mistral-7B-v0.3",)


def test_a_smaller_name_inside_its_own_may_be_the_base() -> None:
    assert read_card("# Mistral-7B-Lumen\n\nWe fine-tuned Mistral 7B.\n").about.base_model == ("Mistral 7B",)


@pytest.mark.slow
@settings(max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(st.from_regex(_MADE_FROM, fullmatch=True))
def test_the_quick_look_passes_no_wording_by(words: str) -> None:
    assert bool([*_leads(words)]) == bool(_MADE_FROM.search(words))
