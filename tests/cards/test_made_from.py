"""What a card says that its own model was made from, beside what it says of its relatives."""

import pytest

from core.cards.bases_told_of_itself import base_of_itself
from core.cards.read_card import read_card
from core.cards.reading import About


def _about(text: str, name: str = "Kestrel-7B", front: str = "") -> About:
    head = f"---\n{front}\n---\n" if front else ""
    return read_card(f"{head}# {name}\n\n{text}\n").about


_FROM_WREN = [
    "Its base model is Wren-7B.",
    "The base model used for this release is Wren-7B.",
    "The backbone is Wren-7B.",
    "Backbone: Wren-7B",
    "- **Parent model:** Wren-7B",
    "Kestrel is an extension of Wren-7B and takes 128k tokens.",
    "Kestrel-7B is a continuation of Wren-7B.",
    "This model is a LoRA for Wren-7B.",
    "A LoRA adapter for Wren-7B.",
    "LoRA adapter for Wren-7B.",
    "It builds upon Wren-7B.",
    "Kestrel adapts Wren-7B to Welsh.",
    "We start from Wren-7B.",
    "It uses Wren-7B as its base.",
    "Wren-7B was used as the base model.",
    "With Wren-7B as the backbone, we train on chats.",
    "It is a Wren-7B finetune.",
    "A Wren-7B model fine-tuned on recipes.",
    "Kestrel is a language model fine-tuned on Wren-7B.",
    "Kestrel-7B was fine tuned from Wren-7B.",
    "Kestrel-7B is a fine-tune (DPO) of Wren-7B.",
    "The result is an enhanced Wren-7B model.",
    "Kestrel-7B (fine-tuned from Wren-7B) is new.",
    "**Kestrel-7B**, fine-tuned from Wren-7B, is new.",
]


@pytest.mark.parametrize("sentence", _FROM_WREN)
def test_what_the_model_was_made_from_is_told_in_many_ways(sentence: str) -> None:
    assert _about(sentence).base_model == ("Wren-7B",)


@pytest.mark.parametrize(
    "sentence",
    [
        "This is a version of perch/Wren-7B which was trained on chats.",
        "It extends `perch/Wren-7B` to a context of 128k.",
        "This model was converted to GGUF format from perch/Wren-7B with a script.",
    ],
)
def test_the_id_of_what_it_was_made_from_is_kept_whole(sentence: str) -> None:
    assert _about(sentence).base_model == ("perch/Wren-7B",)


_NO_BASE = [
    "It extends the work of Wren-7B.",
    "It builds on Wren-7B outputs and answers.",
    "Kestrel builds on Llama 3's tokenizer.",
    "We start with Llama 3 70B outputs.",
    "We start with 10B tokens.",
    "Tern-7B builds on Wren-7B.",
    "Tern-7B uses Wren-7B as its base.",
    "Tern-7B (fine-tuned from Wren-7B) is a sister.",
    "Tern-7B, fine-tuned from Wren-7B, is slower.",
    "Our data builds on Wren-7B.",
    "We use Wren-7B as the judge.",
    "We use Wren-7B as a base for comparison.",
    "Wren-7B was used as the baseline model.",
    "Wren-7B is a base model and answers badly.",
    "The base model of the judge is Wren-7B.",
    "The base model is strong at MMLU.",
    "The base models are Wren-7B and Tern-7B.",
    "The base model for the comparison is Tern-7B.",
    "The base model used in our ablations is Tern-1B.",
    "A Wren-7B fine-tuning script is in the folder.",
    "It is a Wren-7B fine-tune recipe.",
    "A Wren-7B trained on other data is weaker.",
    "A LoRA for Wren-7B can be made so.",
    "Kestrel-7B is a model fine-tuned on OpenHermes-2.5.",
    "Kestrel-7B is a model fine-tuned on Wren-70B outputs.",
    "Kestrel-7B is a model trained on 1T tokens.",
    "You can use Wren-7B as the base.",
    "We do not extend Wren-7B.",
    "This is the 8B version of the Kestrel 2 model.",
    "It uses Python 3 as its base.",
]


@pytest.mark.parametrize("sentence", _NO_BASE)
def test_ordinary_sentences_beside_those_name_no_base(sentence: str) -> None:
    assert _about(sentence).base_model == ()


def test_a_long_sentence_of_names_is_searched_in_little_time() -> None:
    assert base_of_itself("Its base " + "Wren-7B-7B Tern " * 4000, bool) is None


_RECIPE = """
Made with care.

```yaml
slices:
  - sources:
      - model: perch/Wren-7B
        layer_range: [0, 32]
      - model: perch/Tern-7B+perch/an-adapter
merge_method: slerp
base_model: perch/Wren-7B
```
"""


def test_the_recipe_of_a_merge_tells_what_it_was_made_from() -> None:
    about = _about(_RECIPE)
    assert (about.base_model, about.relation) == (("perch/Wren-7B", "perch/Tern-7B"), "merge")
    several = _about(f"A merge of lab/Gull-7B and lab/Owl-7B.\n{_RECIPE}")
    assert several.base_model == ("lab/Gull-7B", "lab/Owl-7B")


def test_a_mixture_of_whole_models_has_a_recipe_too() -> None:
    experts = "base_model: perch/Wren-7B\nexperts:\n  - source_model: perch/Wren-7B\n  - source_model: owl/Tern-7B"
    about = _about(f"```yaml\n{experts}\n```")
    assert (about.base_model, about.relation) == (("perch/Wren-7B", "owl/Tern-7B"), "merge")


@pytest.mark.parametrize(
    "code", ["- model: perch/Wren-7B\nport: 8000", "merge_method: slerp\nmodels:\n- model: ./models/Wren-7B"]
)
def test_other_settings_are_no_recipe(code: str) -> None:
    assert _about(f"```yaml\n{code}\n```").base_model == ()


def test_a_quantized_file_of_a_merge_stays_a_quantized_file() -> None:
    assert _about(_RECIPE, "Kestrel-7B-GGUF").relation == "quantized"


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("LoRA adapter for Wren-7B.", "adapter"),
        ("This is a QLoRA of perch/Wren-7B.", "adapter"),
        ("LoRA for the attention layers was used.", None),
        ("LoRA on 8 GPUs took a day.", None),
        ("A LoRA for beginners is in the folder.", None),
        ("We used a LoRA adapter for Wren-7B, and merged it.", None),
        ("LoRA adapters for Wren-7B are coming soon.", None),
        ("LoRA for Wren-7B will be released later.", None),
        ("Adapters for Wren-7B and Tern-7B are in other repos.", None),
    ],
)
def test_an_adapter_is_one_where_the_card_says_what_it_is_for(text: str, relation: str | None) -> None:
    assert _about(text).relation == relation
