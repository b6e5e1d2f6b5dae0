"""Licence, origin, context, size and kind of a model, in wordings that were once read wrong or not at all."""

import pytest

from core.advice.claims.facts import facts_of
from core.cards.context_in_name import length_in_name
from core.cards.licence_badges import licence_of_badges
from core.cards.read_card import read_card
from core.cards.reading import About, State


def _about(text: str, name: str = "Kestrel-7B", front: str = "") -> About:
    head = f"---\n{front}\n---\n" if front else ""
    return read_card(f"{head}# {name}\n\n{name} is a language model.\n\n{text}\n", name=name).about


@pytest.mark.parametrize(
    ("text", "licence"),
    [
        ("License: Apache 2.0 (code), CC BY-NC 4.0 (weights)", "CC BY-NC 4.0"),
        ("License: code MIT, weights CC-BY-NC-4.0", "CC-BY-NC-4.0"),
        ("License: MIT for code, Llama 3 Community License for weights", "Llama 3 Community License"),
        ("The code is MIT licensed, while the model weights are CC BY-NC 4.0 licensed.", "CC BY-NC 4.0"),
        ("The code is released under Apache 2.0 and the weights under CC-BY-NC 4.0.", "CC-BY-NC 4.0"),
        ("The model weights have a `CC BY-SA 4.0` license.", "CC BY-SA 4.0"),
        ("All released materials of this project follow the open-source license Apache 2.0.", "Apache 2.0"),
        ("License: MIT for code", None),
        ("License: MIT (code only)", None),
        ("Code licence: MIT", None),
    ],
)
def test_the_licence_of_the_weights_and_not_of_the_code(text: str, licence: str | None) -> None:
    assert _about(text).licence == licence


@pytest.mark.parametrize(
    ("text", "licence"),
    [
        ("Please keep to the\n[license](https://tern.example) from tern-lab.", None),
        ("# License & Acknowledgements\n\nThanks to all.", None),
        ("License Considerations", None),
        ("License Compliance matters a lot", None),
        ("라이선스 전문은 Apache 2.0, LICENSE 파일에서 확인하실 수 있습니다.", None),
        ("在遵守[开源许可协议](#a)的前提下，自由地使用模型。", None),
        ("The model is licensed under [Tern AI Model License Agreement](./LICENSE)", "Tern AI Model License Agreement"),
        ("The model is available under a Tern community license.", "Tern community license"),
        ("License Apache 2.0", "Apache 2.0"),
        ("**License** A custom commercial license is available at: https://tern.example", "custom commercial license"),
    ],
)
def test_words_behind_licence_that_name_none_and_whole_names(text: str, licence: str | None) -> None:
    assert _about(text).licence == licence


@pytest.mark.parametrize(
    ("text", "licence"),
    [
        ("Weights under Apache-2.0.", "Apache-2.0"),
        ("MIT licence.", "MIT"),
        ("Apache 2.0 licensed", "Apache 2.0"),
        ("GPL-3.0.", "GPL-3.0"),
        ("MIT", None),  # a university as well
        ("Jane Doe, MIT", None),
        ("## Datasets\n\n- CC-BY-4.0", None),
        ("Code under MIT", None),
    ],
)
def test_a_licence_that_stands_alone(text: str, licence: str | None) -> None:
    assert _about(text).licence == licence


def test_a_badge_that_names_no_licence() -> None:
    badge = "https://img.shields.io/badge/"
    assert licence_of_badges([("", f"{badge}Model_License-Model_Agreement-red")]) is None
    assert licence_of_badges([("", f"{badge}Model_License-Tern_1-red")]) == "Tern 1"


@pytest.mark.parametrize(
    ("front", "text", "also"),
    [
        ("mit", "License: gemma", "gemma"),
        ("cc-by-4.0", "The model weights have a CC BY-SA 4.0 license.", "CC BY-SA 4.0"),
        ("apache-2.0", "License: Apache License, Version 2.0", None),
        ("llama3", "License: Llama 3 Community License", None),
        ("mit", "The base model is licensed under Apache 2.0.", None),
        ("mit", "Wren 3 is released under Apache 2.0.", None),
        ("cc-by-nc-4.0", "The code is released under Apache 2.0.", None),
        ("mit", "License: Tern License", None),  # not known well enough to tell
    ],
)
def test_front_matter_and_text_that_contradict_each_other(front: str, text: str, also: str | None) -> None:
    about = _about(text, front=f"license: {front}")
    assert (about.licence, about.licence_in_text) == (front, also)
    assert facts_of(about)["licence"] == (f"{front} (but the text of the card says {also})" if also else front)


TUNED = "This model is a fine-tune (DPO) of `lab/Wren-3-mini`."


@pytest.mark.parametrize(
    ("name", "front", "text", "relation"),
    [
        ("Kestrel-4B", "base_model: lab/Wren-3-mini\nquantized_by: ann", TUNED, "finetune"),
        ("Kestrel-4B", "base_model: lab/Wren-3-mini", f"{TUNED} All quantized models are here.", "finetune"),
        ("Kestrel-4B-GGUF", "base_model: lab/Kestrel-4B\nquantized_by: ann", TUNED, "quantized"),
        ("Kestrel-4B", "base_model: lab/Kestrel-4B\nquantized_by: ann", TUNED, "quantized"),
        ("Kestrel-4B", "base_model: lab/Wren-3-mini\nquantized_by: ann", "A model.", "quantized"),
        (
            "Kestrel-7B",
            "base_model: lab/Wren-7B\ntags: [merge]",
            "Kestrel-7B is a DPO fine-tune of lab/Wren-7B.",
            "finetune",
        ),
        ("Kestrel-7B", "base_model: lab/Wren-7B\ntags: [merge]", "Kestrel-7B is a merge.", "merge"),
        (
            "Kestrel-7B",
            "base_model: [lab/Wren-7B, lab/Tern-7B]\ntags: [merge]",
            "It is a DPO-tuned merge of both.",
            "merge",
        ),
        ("Kestrel-7B", "base_model: lab/Wren-7B\ntags: [merge]", "Tern-7B is a DPO fine-tune of lab/Wren-7B.", "merge"),
        (
            "Kestrel-7B",
            "base_model: lab/Wren-7B\nbase_model_relation: merge",
            "It is a fine-tune of lab/Wren-7B.",
            "merge",
        ),
    ],
)
def test_how_a_model_comes_from_its_base(name: str, front: str, text: str, relation: str) -> None:
    assert _about(text, name, front).relation == relation


def test_scores_of_a_fine_tune_are_its_own() -> None:
    table = "| Test | Kestrel-4B |\n|---|---|\n| MMLU | 61.2 |\n"
    card = f"---\nbase_model: lab/Wren-3-mini\nquantized_by: ann\n---\n# Kestrel-4B\n\n{TUNED}\n\n{table}"
    assert read_card(card, name="Kestrel-4B").finding("scores_of_another_file").state is State.ABSENT


LINK = "https://huggingface.co"


@pytest.mark.parametrize(
    ("text", "bases"),
    [
        ("Kestrel is fine-tuned on a base StarCoder model.", ("StarCoder",)),
        (
            f"It is built on top of the [deepseek coder]({LINK}/lab/deepseek-coder-7b-x) LLM.",
            ("lab/deepseek-coder-7b-x",),
        ),
        ("This model is obtained by continue pretraining of Mistral-7B.", ("Mistral-7B",)),
        ("Further pretrained from Llama-2-7B.", ("Llama-2-7B",)),
        (f"We fine-tune [lab/Wren2-3B]({LINK}/lab/Wren2-3B) with 60k samples.", ("lab/Wren2-3B",)),
        ("We fully fine-tuned Mistral-7B for two epochs.", ("Mistral-7B",)),
        (f"It is fine-tuned from [Mistral 7B]({LINK}/mistralai/Mistral-7B-v0.1).", ("mistralai/Mistral-7B-v0.1",)),
        (f"This is a DPO fine-tune of [lab/Wren-8-x]({LINK}/lab/Wren-8B-x).", ("lab/Wren-8B-x",)),
        (f"It is fine-tuned from [Mistral 7B]({LINK}/spaces/mistral-demo).", ("Mistral 7B",)),
        ("Kestrel was fine-tuned on OpenOrca data.", ()),
        ("Kestrel is trained on Llama model outputs.", ()),
        ("It is based on the Llama architecture.", ()),
        ("The judge is built on top of the Llama model.", ()),
        ("Wren is built on top of the Llama model.", ()),
        ("Kestrel is compared with a model fine-tuned on the Llama model.", ()),
    ],
)
def test_a_base_that_is_told(text: str, bases: tuple[str, ...]) -> None:
    assert _about(text, "Kestrel").base_model == bases


@pytest.mark.parametrize(
    ("name", "length"),
    [
        ("Kestrel-7B-8k", 8192),
        ("Kestrel-34B-200K", 204800),
        ("Kestrel-3-mini-128k-instruct", 131072),
        ("Kestrel-8B-Instruct-262k", 262144),
        ("Kestrel-7B-1M", 1048576),
        ("Kestrel-1.1B-intermediate-step-1431k-3T", None),
        ("Kestrel-1.1B-step-50K-105b", None),
        ("Kestrel-7B-sft-200k", None),
        ("kestrel-7b-alpaca-52k", None),
        ("Kestrel-7B-dpo-10k-samples", None),
        ("Kestrel-7B-ultrachat-16k", None),
    ],
)
def test_a_number_with_a_k_in_a_name_may_count_samples(name: str, length: int | None) -> None:
    assert length_in_name(name) == length


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("Un modèle avec un contexte de 4 096 tokens.", 4096),
        ("El modelo tiene un contexto de 8192 tokens.", 8192),
        ("Длина контекста — 32 768 токенов", 32768),
        ("وسياق بطول 4096", 4096),
        ("Max sequence length: 16384", 16384),
        ("| Params | Content Length |\n|---|---|\n| 7B | 4k |", 4096),
        ("Kestrel supports long-context processing of up to 32K tokens.", 32768),
        ("| Model | Context Length |\n|---|---|\n| Wren-70B | 128k |\n| Kestrel-7B | 32k |", 32768),
        ("Tested on two cards, Kestrel supports a context of 32K tokens.", 32768),
        ("Evaluated on long documents, it handles a 128K context.", 131072),
        ("WikiText-2 perplexity (disjoint 2,048-token windows; `tool --context 2048`)", None),
        ("All Kestrel models are evaluated with a context length of 64K.", None),
        ("Validated with vLLM `0.27.1`, compiled mode, BF16 KV cache, context 126,144, two cards", None),
        ("Serve with --max-context 176128 tokens", None),
        ("In the loader set alpha=2.5 for 16K context", None),
        ("Calibration used 512 samples, sequence length 2048, seed 7.", None),
        ("| Context | tok/s |\n|---|---|\n| 4096 | 33 |\n| 8192 | 22 |", None),
    ],
)
def test_the_context_of_the_model_and_not_of_a_run(text: str, length: int | None) -> None:
    assert _about(text).context_length == length


@pytest.mark.parametrize(
    ("name", "text", "sizes", "active"),
    [
        ("Kestrel-20b", "Kestrel-20b is for low latency (21B parameters with 3.6B active parameters).", (21.0,), 3.6),
        ("Kestrel-3B", "Kestrel-3B is a 3.2B decoder-only transformer.", (3.2,), None),
        ("Kestrel-12B", "Kestrel-12B ist ein Modell mit 12,2 Milliarden Parametern.", (12.2,), None),
        ("Kestrel-7B", "The model has 7.2 billion parameters.", (7.2,), None),
        ("Kestrel-30B-A3B", "Kestrel has 30.5B in total and 3.3B activated.", (30.5,), 3.3),
        ("Kestrel-30B-A3B", "| Detail | Value |\n|---|---|\n| Activated Parameters | 3.3B |", (30.0,), 3.3),
        ("Kestrel-141B-A35B", "It has 141B total parameters and 39B active parameters.", (141.0,), 39.0),
        ("Kestrel-30B-A3B", "Wren-235B has 22B active parameters.", (30.0,), 3.0),
        ("Kestrel-1B-7B", "Kestrel-1B-7B has 1B active and 7B total parameters.", (7.0,), 1.0),
        ("Kestrel-7B", "It outperforms a 7.8B model.", (7.0,), None),
        ("Kestrel-7B", "Kestrel-7B beats Wren with 7.8 billion parameters.", (7.0,), None),
        ("Kestrel-7B", "The teacher has 7.2 billion parameters.", (7.0,), None),
    ],
)
def test_a_stated_size_is_better_than_the_rounded_one_of_the_name(
    name: str, text: str, sizes: tuple[float, ...], active: float | None
) -> None:
    about = _about(text, name)
    assert (about.parameters_b, about.active_parameters_b) == (sizes, active)


def test_the_sizes_of_a_family() -> None:
    table = "| Model | MMLU |\n|---|---|\n| Kestrel 3.5 2.4B | 30 |\n| Kestrel 3.5 7.8B | 40 |\n| Wren 9B | 44 |\n"
    text = f"Kestrel 3.5 is a set of models ranging from 2.4B to 32B parameters.\n\n{table}"
    assert _about(text, "Kestrel 3.5").parameters_b == (2.4, 7.8, 32.0)
    sizes = "| Model | Size |\n|---|---|\n| Kestrel-1B | 1.1B |\n| Kestrel-7B | 7B |\n"
    rounded = f"{sizes}\nIn short:\n\n| Model | Size |\n|---|---|\n| Kestrel-1B | 1B |\n"
    assert _about(rounded, "Kestrel").parameters_b == (1.1, 7.0)
    searched = "We use a smaller 7B model for the search.\n\nKestrel comes in two model sizes: 7B and 671B parameters."
    assert _about(searched, "Kestrel").parameters_b == (7.0, 671.0)
    several = "Kestrel is released with 16B and 236B parameters, which has activated parameters of only 2.4B and 21B."
    assert _about(several, "Kestrel").active_parameters_b is None  # of which size, one number cannot say


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("- **Model Architecture:** LlamaForCausalLM", "LlamaForCausalLM"),
        ("**Network Architecture:** WrenForCausalLM <br>", "WrenForCausalLM"),
        ("Kestrel-7B is a sparse mixture-of-experts model.", "sparse mixture-of-experts model"),
        ("Unlike a dense transformer, Kestrel is a hybrid model.", "hybrid model"),
        (
            "Model Architecture: Kestrel-7B is a model that uses an optimized transformer architecture.",
            None,
        ),
        ("Kestrel-7B surpasses Mixtral MOE on MATH.", None),
        ("Quantization underperforms at low bits, especially with Mixture of Experts (MoE) models.", None),
        ("We release models from 0.5 to 72 billion parameters, including a Mixture-of-Experts model.", None),
    ],
)
def test_the_kind_of_the_model_itself(text: str, kind: str | None) -> None:
    assert _about(text).architecture == kind


@pytest.mark.parametrize(
    ("text", "cutoff"),
    [
        ("Its knowledge is cut off in March 2024.", "2024-03"),
        ("Data ends 2023-04.", "2023-04"),
        ("We cut off the tail at 2020 tokens.", None),
        ("Prices are cut off at 2021 levels.", None),
    ],
)
def test_cutoffs_in_few_words(text: str, cutoff: str | None) -> None:
    assert _about(text).cutoff == cutoff


def test_languages_that_were_taught() -> None:
    assert _about("It was taught German, French and Italian.").languages == ("de", "fr", "it")
    assert _about("Students were taught German by the model.").languages == ()


@pytest.mark.parametrize(
    ("front", "licence", "languages"),
    [
        ("license: mit\nmodel-index: [name: Kestrel", "mit", ()),
        ("license: mit\nlanguage:\n- en\n- de\ntags: {a: [b", "mit", ("en", "de")),
        ("license: 'mit\nname: Kestrel", None, ()),
        ("a: b: c\nlicense: mit", None, ()),
    ],
)
def test_front_matter_above_the_place_where_it_is_malformed(
    front: str, licence: str | None, languages: tuple[str, ...]
) -> None:
    reading = read_card(f"---\n{front}\n---\n# Kestrel-7B\n\nA model.\n")
    assert (reading.about.licence, reading.about.languages) == (licence, languages)
    assert [item.kind for item in reading.unread] == ["front matter"]


@pytest.mark.parametrize(("name", "state"), [("Kestrel-7B", State.ABSENT), ("Qwen-Kestrel-7B", State.PRESENT)])
def test_an_address_of_a_company_is_that_of_all_its_laboratories(name: str, state: State) -> None:
    reading = read_card(f"# {name}\n\nWrite to ann.author@alibaba-inc.com.\n", name=f"README-{name}")
    assert reading.finding("publisher_record").state is state


def test_what_a_model_was_made_from_is_told_in_words() -> None:
    assert facts_of(About(relation="quantized", base_model=("lab/Wren-7B",))) == {
        "made from": "lab/Wren-7B (quantized)"
    }
    assert facts_of(About(relation="finetune", base_model=("lab/Wren-7B",))) == {
        "made from": "lab/Wren-7B (fine-tuned)"
    }
    assert facts_of(About(base_model=("lab/Wren-7B",))) == {"made from": "lab/Wren-7B"}
