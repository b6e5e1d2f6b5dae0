"""The licence and the base of the card's very model: not those of a sister, of the code, or of a tokenizer."""

import pytest

from core.cards.licence_words import read_licence
from core.cards.read_card import read_card
from core.cards.reading import About


def _about(text: str, name: str = "Kestrel-7B", front: str = "") -> About:
    top = f"---\n{front}\n---\n" if front else ""
    return read_card(f"{top}# {name}\n\n{text}\n", name=name).about


@pytest.mark.parametrize(
    ("text", "licence"),
    [
        (
            "License: Fine-tuned checkpoints (`Kestrel`) is licensed under the WREN NON-COMMERCIAL COMMUNITY LICENSE",
            "WREN NON-COMMERCIAL COMMUNITY LICENSE",
        ),
        ("License: The weights are licensed under Apache 2.0.", "Apache 2.0"),
        ("License: This model is licensed under CC-BY-NC-4.0", "CC-BY-NC-4.0"),
        ("License: Released under Apache 2.0", "Apache 2.0"),
        ("License: The code and model are released under Apache 2.0.", "Apache 2.0"),
        ("License: Kestrel-7B is licensed under the MIT license", "MIT"),
        ("License: The code is released under MIT.", None),
        ("License: Not released under MIT yet", None),
        ("The code is licensed under Apache-2.0, while model weights are fully open for academic research.", None),
        ("The code is released under MIT; the weights are for research only.", None),
        ("The code is licensed under Apache-2.0, and so are the weights.", "Apache-2.0"),
        ("The code is released under Apache-2.0, but the weights too are under it as well.", "Apache-2.0"),
        ("The code and weights are licensed under Apache-2.0.", "Apache-2.0"),
        ("The code and the weights are under MIT, while the data is not open.", "MIT"),
        ("License: This model is released under the MIT License.", "MIT License"),
        ("License: Apache 2.0", "Apache 2.0"),
        ("License: A custom license, the Wren 2 Community License", "Wren 2 Community License"),
    ],
)
def test_a_label_before_a_whole_sentence_gives_the_name_in_it(text: str, licence: str | None) -> None:
    assert read_licence([text]) == licence


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("Released for research purposes only.", "research use only"),
        ("Tuned on public data. Released for ***research purpose*** only.", "research use only"),
        ("This model is for research purposes only and restricted from any commercial use.", "research use only"),
        ("This model should only be used for research purposes.", "research use only"),
        ("Kestrel-7B is built for research purposes only and answers in one turn.", "research use only"),
        ("The weights are intended for non-commercial research use only.", "research use only"),
        ("本模型仅供学术研究使用。", "research use only"),
        ("Not for commercial use.", "no commercial use"),
        ("Do not use it commercially.", "no commercial use"),
        ("The model is not only for research but for products as well.", None),
        ("The dataset is for research purposes only.", None),
        ("Tern-7B is for research only.", None),
        ("The data used to train this model is for research only.", None),
        ("The code and model are for research use only.", "research use only"),
        ("We hope that it helps researchers.", None),
        ("It is only suitable for short texts.", None),
        ("For research only the base model is needed.", None),
        ("The demo is for research only.", None),
        ("This is a research preview.", None),
        ("It was trained only for research tasks.", None),
        ("The model was trained purely for research.", None),
        ("The model was not tested for commercial use.", None),
        ("The weights are not licensed for commercial use.", "no commercial use"),
        ("It may not be sold or used, in whole or in part, for any commercial purposes.", "no commercial use"),
        ("The model may not match commercial use requirements.", None),
        ("It does not outperform commercial applications like GPT-4.", None),
        ("The model is not optimized for commercial use cases.", None),
        ("It cannot compete with commercial use of larger models.", None),
        ("Kestrel-7B is not affiliated with any commercial use of Tern.", None),
        ("The model can be used for research and commercial purposes.", None),
        ("Previous versions were for research only.", None),
        ("The code is for research use only.", None),
    ],
)
def test_a_limit_of_use_outside_the_licence_section_is_told_beside_the_licence(text: str, limit: str | None) -> None:
    assert _about(text, front="license: apache-2.0").licence_in_text == (limit and f"{limit} (line 6)")
    assert _about(text).licence == (limit and f"not named; {limit} (line 3)")


def test_a_limit_is_told_beside_a_licence_of_the_makers_own() -> None:
    about = _about("Released for research purposes only.", front="license: other\nlicense_name: wren-license")
    assert (about.licence, about.licence_in_text) == ("wren-license", "research use only (line 7)")


def test_a_condition_and_a_limit_are_both_told() -> None:
    text = (
        "- **License:** Apache-2.0 under the condition that it is not used against Wren Labs\n\n"
        "## License\n\nThe dataset, model and online demo is a research preview intended for non-commercial use only."
    )
    told = _about(text, front="license: apache-2.0").licence_in_text or ""
    assert told.endswith("not used against Wren Labs; no commercial use (line 10)")


def test_a_limit_in_the_line_of_the_licence_is_told() -> None:
    text = "**License:** The licensing is the same as Tern-1's, restricting the model's use to research purposes only."
    assert (_about(text).licence or "").endswith("; research use only (line 3)")


def test_a_limit_is_not_told_twice() -> None:
    assert _about("Released for research purposes only.", front="license: cc-by-nc-4.0").licence_in_text is None


@pytest.mark.parametrize(
    ("text", "licence"),
    [
        ("* [Kestrel-7B-Base](https://huggingface.co/quill/kestrel-7b-base): raw.\n  * License: Apache-2.0", None),
        ("* Base model: Tern-7B\n  * License: Apache-2.0", None),
        ("* [Kestrel-7B-Inst](https://huggingface.co/quill/kestrel-7b-inst): tuned.\n  * License: MIT", "MIT"),
        ("* Model: a decoder\n  * License: Apache-2.0", "Apache-2.0"),
        ("* Details\n  * License: Apache-2.0", "Apache-2.0"),
    ],
)
def test_the_licence_listed_below_a_sister_is_hers(text: str, licence: str | None) -> None:
    assert _about(f"## Models\n\n{text}", "Kestrel-7B-Inst").licence == licence


@pytest.mark.parametrize(
    ("text", "base"),
    [
        ("It is an extension of Tern-7B-v0.1 and reads more.", "Tern-7B-v0.1"),
        ("Kestrel-7B was fine-tuned from Quill's original Tern-2 7B model.", "Tern-2 7B"),
        ("`Kestrel-7B` is a Llama2 7B model finetuned on chats.", "Llama2 7B"),
        ("Kestrel-7B is trained from Tern-7B.", "Tern-7B"),
        ("Kestrel-7B, built on Tern-7B, is small.", "Tern-7B"),
        ("Fine-tuned from Tern-7B on the Wren-2 dataset.", "Tern-7B"),
        ("A fine-tune of Tern-7B (paper).", "Tern-7B"),
        ("Based on Tern-7B, our paper shows gains.", "Tern-7B"),
        ("We released **Kestrel-33B**, built on Tern-33B.", None),
        ("We released Kestrel-33B-V1.1 trained from wren-coder-33b-base, which leads.", None),
        ("It was trained with the Tern-7B tokenizer.", None),
        ("Its tokenizer is based on the [quill/tern-20b](https://huggingface.co/quill/tern-20b) tokenizer.", None),
        ("An open model trained with the Tern-3 datasets.", None),
        ("This model is trained with Tern-1.1 style prompts.", None),
        ("This model is fine-tuned from Tern-7B with prompts of many styles.", "Tern-7B"),
        ("Tern-9B is a Llama2 7B model finetuned on chats.", None),
        ("Kestrel-7B is a 7B model trained on 2 trillion tokens.", None),
        ("An extension of MMLU is used.", None),
    ],
)
def test_what_it_was_made_from_is_a_model_and_its_own_base(text: str, base: str | None) -> None:
    assert _about(text).base_model == ((base,) if base else ())


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (
            "**Tern**: [[mini-chat]](https://huggingface.co/quill/a); [[MoE-instruct]](https://huggingface.co/quill/b)",
            None,
        ),
        ("Kestrel-7B is a MoE model.", "MoE model"),
        ("It is a MoE-based decoder.", "MoE"),
    ],
)
def test_the_name_of_a_sister_tells_no_kind_of_network(text: str, kind: str | None) -> None:
    assert _about(text).architecture == kind


@pytest.mark.parametrize(
    ("text", "cutoff"),
    [
        ("- **Date cutoff:** Feb./March 2023 based on the third release", "2023-03"),
        ("Cutoff: Sep. 2023", "2023-09"),
        ("The score cutoff is 0.5. In 2023 we began.", None),
    ],
)
def test_a_month_cut_short_still_dates_the_data(text: str, cutoff: str | None) -> None:
    assert _about(text).cutoff == cutoff


@pytest.mark.parametrize(
    ("text", "licence"),
    [
        ("llama.cpp is MIT licensed.", None),
        ("The tokenizer is released under the Apache 2.0 license.", None),
        ("This model is MIT licensed.", "MIT"),
        ("Kestrel-7B is MIT licensed.", "MIT"),
        ("The model is released under the Apache 2.0 license.", "Apache 2.0"),
    ],
)
def test_the_licence_of_a_program_is_not_the_models(text: str, licence: str | None) -> None:
    assert _about(text).licence == licence


@pytest.mark.parametrize(
    ("text", "base", "context"),
    [
        ("Kestrel matches a fine-tuned Tern-7B.", (), None),
        ("It is similar to a fine-tuned Tern-7B.", (), None),
        ("Another requant of a fine-tune of Tern-7B is elsewhere.", (), None),
        ("Like Wren-7B, it is fine-tuned from Tern-7B.", ("Tern-7B",), None),
        ("This is another fine-tune of Tern-7B.", ("Tern-7B",), None),
        ("Full offload possible on 36 GB VRAM with a context size of up to 7168.", (), None),
        ("With full offloading to VRAM a context of 4096 fits.", (), None),
        ("Context of 8192 tokens in 24 GB VRAM.", (), 8192),
        ("Needs 16GB of VRAM. Context length: 8192", (), 8192),
        ("Runs on 16 GB VRAM, context length 8192.", (), 8192),
        ("Low VRAM usage, 8K context window.", (), 8192),
        ("It saves VRAM with GQA and handles a context length of 8192 tokens.", (), 8192),
        ("If you have less VRAM, use a context of 4096; it supports 8192 tokens of context.", (), 8192),
        ("With offloading, a context of 4096 fits.", (), None),
    ],
)
def test_what_it_is_likened_to_and_what_fits_into_a_card_are_no_facts(
    text: str, base: tuple[str, ...], context: int | None
) -> None:
    about = _about(text)
    assert (about.base_model, about.context_length) == (base, context)
