"""Facts that cards tell in passing, and what stands beside them and is none: runs, plans, sisters, words for all."""

import pytest

from core.advice.claims.values import claims_of, models_among
from core.cards.read_card import read_card
from core.cards.reading import About


def _about(text: str, name: str = "Kestrel-7B", front: str = "") -> About:
    head = f"---\n{front}\n---\n" if front else ""
    return read_card(f"{head}# {name}\n\n{text}\n", name=name).about


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Kestrel-7B has a context window length of 32K.", 32768),
        ("Kestrel-7B 有70亿参数，上下文窗口长度为8192。", 8192),
        ("| Hyperparameter | Value |\n|---|---|\n| \\\\(n_{ctx}\\\\) | 2,048 |", 2048),
        ("It is capable of handling long contexts of 256k tokens.", 262144),
        ("Inputs: text only, up to 8,192 tokens.", 8192),
        ("The model is intended to be used with up to an 8k context window.", 8192),
        ("The recommended context length is 8k.", 8192),
        # One user's run, a plan, another product, and what a machine holds.
        ("If you plan to run this model at 4096 context, shorten the prompt.", None),
        ("When you load it with a context of 8k, it fits on one card. It has a context of 32k.", 32768),
        ("We recommend to run it at 4096 context.", None),
        ("We plan to extend the context length to 128k.", None),
        ("Our hosted model has a context size of 168K.", None),
        ("GPU: four cards (batch size 8, sequence length 8192).", None),
        ("```python\ntokens = tokenizer(prompt, truncation=True, max_length=4096)\n```", None),
        ("Using an alpha of 2.6, the model can be used up to a 16k context window.", None),
        # A sister that is called by its length.
        ("Kestrel-7B-200K is a base model with 200K context length.", None),
        ("Kestrel-7B-200K has 200K context length. Kestrel-7B has a context of 4K.", 4096),
        # Results at one length after the other.
        ("| Context | TREC |\n|---|---|\n| 2K | 67.0 |\n| 4K | 71.6 |", None),
        ("| Context length | Layers |\n|---|---|\n| 8192 | 32 |", 8192),
    ],
)
def test_the_context_is_the_models_own(text: str, tokens: int | None) -> None:
    assert _about(text).context_length == tokens


@pytest.mark.parametrize(
    ("text", "front", "tokens"),
    [
        ("The model was pre-trained with a sequence length of 4096.", "", 4096),
        ("Both are trained with 4K sequence length and can be extended to 32K.", "", 4096),
        ("Maximum sequence length: 2048 tokens.", "base_model: lab/Tern-7B", 2048),
        ("We used a sequence length of 4096 tokens.", "base_model: lab/Tern-7B", None),
        ("We fine-tuned it with a sequence length of 4096 tokens.", "", None),
        ("## Quantization\n\n- Max sequence length: 512 tokens", "base_model: lab/Tern-7B", None),
        ("- Sequence length: 1280\n- Learning rate: 1e-5", "base_model: lab/Tern-7B", None),
    ],
)
def test_the_pieces_of_a_tuning_are_no_context(text: str, front: str, tokens: int | None) -> None:
    assert _about(text, front=front).context_length == tokens


@pytest.mark.parametrize(
    ("text", "licence"),
    [
        (
            "## License\n\nThe code is under MIT. The use of the models is subject to [the Model License](L). "
            "Kestrel supports commercial use.",
            "the model's own licence; commercial use is allowed (line 5)",
        ),
        ("The use of the weights must follow the Model License.", "the model's own licence (line 3)"),
        (
            "## License\n\nThe weights are licensed under the Model License.\n\nPlease apply for commercial use.",
            "the model's own licence; commercial use on application (lines 5 and 7)",
        ),
        (
            "## 模型开源协议\n\n使用模型权重需要遵循[模型许可协议](L)。\n\n模型权重支持免费商用。",
            "the model's own licence; commercial use is allowed (lines 5 and 7)",
        ),
        (
            "# License\n\nIt is made for research and free commercial use, but it must adhere to the [license](L) "
            "from [tern-lab](T).",
            "not named; commercial use is allowed (line 5)",
        ),
        (
            "# License\n\nIt is free for commercial use under the [license](L) from [Tern-Lab](T).",
            "the licence of Tern-Lab; commercial use is allowed (line 5)",
        ),
        ("## License\n\nCommercially viable.\n", "not named; commercial use is allowed (line 5)"),
        (
            "## License\n\nIt supports commercial applications under a permissive [License](L).",
            "not named; commercial use is allowed (line 5)",
        ),
        ("## License\n\nNot for commercial use, see the file.", "not named; no commercial use (line 5)"),
        (
            "## License\n\nThere is no fee for commercial use: it is free for commercial use.",
            "not named; commercial use is allowed (line 5)",
        ),
        (
            "## License\n\nIt does not restrict commercial use, which is free.",
            "not named; commercial use is allowed (line 5)",
        ),
        ("## License\n\nSee the LICENSE file.", None),
        ("The base model license applies to its weights only.", None),
        ("## Disclaimer\n\nAsk a lawyer before using this model for commercial purposes.", None),
    ],
)
def test_a_licence_without_a_name(text: str, licence: str | None) -> None:
    assert _about(text).licence == licence


@pytest.mark.parametrize(
    ("text", "front", "licence"),
    [
        ("It is licensed under [Heron License 2.0](L).", "license: unknown", "Heron License 2.0"),
        ("Kestrel is a model.", "license: unknown", "unknown"),
        (
            "For the model, please comply with [【Heron】 Community License Agreement](L).",
            "",
            "Heron Community License Agreement",
        ),
        (
            "This model is governed by [HERON 3.1 COMMUNITY LICENSE AGREEMENT](L).",
            "",
            "HERON 3.1 COMMUNITY LICENSE AGREEMENT",
        ),
        ("The community usage of Kestrel model requires [Heron Community License](L).", "", "Heron Community License"),
        (
            "By using our weights you comply with the terms and conditions specified in our Heron Terms Of Use.",
            "",
            "Heron Terms Of Use",
        ),
        ("- **License(s):** [MIT](L)", "", "MIT"),
        (
            "| Model | License |\n|---|---|\n| Kestrel-7B | Heron Research License |\n| Tern-7B | MIT |",
            "",
            "Heron Research License",
        ),
        ("| Model | License |\n|---|---|\n| Wren-7B | Heron Research License |\n| Tern-7B | MIT |", "", None),
        ("Mistral-7B is released under the Apache 2.0 license.", "", None),
        ("Llama 2 is licensed under the LLAMA 2 Community License.", "", "LLAMA 2 Community License"),
        ("The weights must follow the General Model License (GML).", "", "General Model License"),
    ],
)
def test_licences_in_more_words(text: str, front: str, licence: str | None) -> None:
    assert _about(text, front=front).licence == licence


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("**Architecture Type:** Transformers\n\n**Network Architecture:** Qwen3ForCausalLM", "Qwen3ForCausalLM"),
        (
            "- Architecture: Llama\n\n| Architecture | WrenForConditionalGeneration |\n|---|---|",
            "WrenForConditionalGeneration",
        ),
        ("- **Model Architecture:** Optimized transformer", None),
        ("Kestrel is a transformer model. It is a mixture-of-experts model.", "mixture-of-experts model"),
        ("Kestrel is an auto-regressive transformer language model.", None),
        ("Kestrel is a decoder-only transformer.", "decoder-only transformer"),
        ("- **Model Architecture:** Meta-Llama-3.1", "Llama-3.1"),
        ("- **Model Architecture:** Tern-Coder-V2-Instruct", None),
        ("| Architecture | Llama 3.2 (1B Parameters) |\n|---|---|", "Llama 3.2"),
        ("| Architecture | - |\n|---|---|", None),
        ("Kestrel uses a hybrid SSM-attention architecture.", "hybrid"),
        ("Kestrel is a hybrid reasoning model.", None),
        ("It focuses on the hybrid use of two kinds of thought.", None),
        ("We selected open models as competitors, including the attention-free RWKV.", None),
    ],
)
def test_an_architecture_says_more_than_transformer(text: str, kind: str | None) -> None:
    assert _about(text).architecture == kind


@pytest.mark.parametrize(
    ("text", "field", "told"),
    [
        ("It comes in two sizes: 3B and 7B.", "parameters_b", (3.0, 7.0)),
        ("Kestrel is released in sizes of 1B, 3B, and 7B.", "parameters_b", (1.0, 3.0, 7.0)),
        ("The data comes in two sizes: 3B tokens.", "parameters_b", ()),
        ("A model with fewer than 10 billion parameters.", "parameters_b", ()),
        ("A language model tailored for Traditional Chinese, focusing on Taiwan.", "languages", ("zh",)),
        ("Native training in 18 languages, with scalability to 100+ languages.", "languages", ()),
        (
            "It is a fine-tuned version of [Tern](https://huggingface.co/lab/Tern-1.1B) on chats.",
            "base_model",
            ("lab/Tern-1.1B",),
        ),
        (
            "(This is [lab/Tern-10.7B](https://huggingface.co/lab/Tern-10.7B) fine-tuned version.)",
            "base_model",
            ("lab/Tern-10.7B",),
        ),
        ("The code is based on [Llama](https://huggingface.co/lab/Llama-2-7b).", "base_model", ()),
        ("It is fine-tuned from [data](https://huggingface.co/datasets/lab/chats).", "base_model", ()),
        ("Unlike it, others are based on [Llama](https://huggingface.co/lab/Llama-2-7b).", "base_model", ()),
        ("The pretraining data has a cutoff of June 2023.", "cutoff", "2023-06"),
        ("| Property | Value |\n|---|---|\n| **Cutoff date** | February 2025¹ |", "cutoff", "2025-02"),
    ],
)
def test_sizes_languages_bases_and_cutoffs(text: str, field: str, told: object) -> None:
    assert getattr(_about(text, "Kestrel"), field) == told


def test_two_spellings_are_one_model() -> None:
    card = (
        "# Kestrel-2\n\n| Model | MMLU |\n|---|---|\n| Kestrel-2-Lite-Chat 16B | 60.1 |\n"
        "| Kestrel-2-Chat 236B | 79.2 |\n\n"
        "| Test | Kestrel-2-Lite Chat | Kestrel-2 Chat |\n|---|---|---|\n| GSM8K | 68.4 | 86.4 |\n"
    )
    reading = read_card(card, name="Kestrel-2")
    assert models_among(claims_of(reading)) == ("Kestrel-2-Lite-Chat 16B", "Kestrel-2-Chat 236B")
    assert "(Kestrel-2-Lite-Chat 16B, Kestrel-2-Chat 236B)" in reading.notes[0]
    apart = card.replace("Kestrel-2-Lite Chat", "Kestrel-2-Lite Base")
    assert len(models_among(claims_of(read_card(apart, name="Kestrel-2")))) == 3


@pytest.mark.parametrize(("cell", "metric"), [("-", None), ("—", None), ("acc", "acc")])
def test_a_dash_is_no_metric(cell: str, metric: str | None) -> None:
    card = f"# Kestrel-7B\n\n| Test | Metric | Kestrel-7B |\n|---|---|---|\n| MMLU | {cell} | 61.2 |\n"
    assert read_card(card).scores[0].metric == metric


@pytest.mark.parametrize(
    ("text", "field", "told"),
    [
        ("Kestrel-7B-128K and Kestrel-7B both support a 128K context.", "context_length", 131072),
        ("If you need long inputs, Kestrel-7B supports a context of 128K tokens.", "context_length", 131072),
        ("The enterprise version offers 1M context; this model has 128k context.", "context_length", 131072),
        ("Max position embeddings: 32768", "context_length", 32768),
        ("| Fact | Tern-7B | Kestrel-7B |\n|---|---|---|\n| Architecture | MoE | dense |", "architecture", "dense"),
        ("## License\n\nThis model is for research purposes only.", "licence", "not named; research use only (line 5)"),
        (
            "| Resource | License |\n|---|---|\n| Kestrel-7B | [Apache-2.0](L) |\n| data | CC0 |",
            "licence",
            "Apache-2.0",
        ),
        (
            "Wren2.5-7B is licensed under Apache 2.0. Kestrel-7B is released under CC-BY-NC-4.0.",
            "licence",
            "CC-BY-NC-4.0",
        ),
    ],
)
def test_facts_beside_those_of_others(text: str, field: str, told: object) -> None:
    assert getattr(_about(text), field) == told
