"""The maker, the kind, the length and the size of a card's own model, beside those of its relatives and helpers."""

import pytest

from core.cards.read_card import read_card
from core.cards.reading import About, State


def _about(text: str, name: str = "Kestrel-7B", front: str = "") -> About:
    head = f"---\n{front}\n---\n" if front else ""
    return read_card(f"{head}# {name}\n\n{text}\n").about


_PEOPLE = "Ann Bird*, Evan Finch, Tim Owl and Jay Crow"


@pytest.mark.parametrize(
    ("text", "publisher"),
    [
        (f"- **Developed by:** {_PEOPLE}.", "Ann Bird and others"),
        ("*Authors*: [Ann Bird](https://a.b), Evan Finch, Tim Owl", "Ann Bird and others"),
        (f"Kestrel-7B was developed by {_PEOPLE}.", "Ann Bird and others"),
        (f"Developed by: {_PEOPLE} from Falconry Labs", "Falconry Labs"),
        ("Developed by: Ann Bird, Evan Finch, Tim Owl (Falconry Labs)", "Falconry Labs"),
        (f"Authors: {_PEOPLE}\n\nThis model was trained by Falconry Labs.", "Falconry Labs"),
        (f"Authors: {_PEOPLE}\n\nSee https://huggingface.co/falconry/Kestrel-7B for files.", "falconry"),
        (f'Authors: {_PEOPLE}\n\n```python\nload("falconry/Kestrel-7B")\n```', "falconry"),
        (f"Authors: {_PEOPLE}\n\nSee https://huggingface.co/falconry/Wren-7B.", "Ann Bird and others"),
        # who is one, or no person at all, is told as before
        ("Developed by: Ann Bird", "Ann Bird"),
        ("Developed by: Ann Bird and Evan Finch", "Ann Bird and Evan Finch"),
        ("Developed by: Ann Bird et al.", "Ann Bird et al"),
        ("Developed by: Falconry Labs, Oslo, Norway", "Falconry Labs"),
        ("Developed by: Falconry Labs, Heron University and Gull Institute", "Falconry Labs"),
        ("Developed by: Perch, Heron and Gull", "Perch"),
        ("Developed by: Falconry Labs\n\nSee https://huggingface.co/mirror/Kestrel-7B.", "Falconry Labs"),
        ("Developed by: University of Tartu, Heron University, Gull University", "University of Tartu"),
    ],
)
def test_the_first_of_several_people_is_not_the_maker(text: str, publisher: str) -> None:
    assert _about(text).publisher == publisher


@pytest.mark.parametrize(
    "sentence",
    [
        "Built by the Falconry Labs (FLS) in Abu Dhabi, Kestrel is the latest step.",
        "Kestrel-7B is an openly released large language model (LLM) created by Falconry Labs to help.",
        "Kestrel-7B is a series of 2.4B to 32B parameters, developed and released by Falconry Labs.",
        "Kestrel-7B is an open, fast, multilingual model developed by Falconry Labs, fine-tuned from Wren.",
        "We introduce Kestrel-7B, a large-scale language model developed by Falconry Labs.",
        "Kestrel-7B is Portuguese language model developed by Falconry Labs.",
        "Kestrel-7B is a fine-tune of Wren-7B, developed by Falconry Labs.",
        "Kestrel-7B is a chatbot trained by Falconry Labs.",
        "Kestrel-7B is a chatbot with 7B parameters and a 32k context developed by Falconry Labs.",
        "This model is an open model, created by Falconry Labs.",
    ],
)
def test_the_maker_stands_behind_what_the_model_is(sentence: str) -> None:
    assert _about(sentence).publisher == "Falconry Labs"


@pytest.mark.parametrize(
    "sentence",
    [
        "Kestrel-7B is a model trained on data developed by Falconry Labs.",
        "Kestrel-7B is a model trained with the framework released by Falconry Labs.",
        "Kestrel-7B is a model fine-tuned on the dataset, created by Falconry Labs.",
        "Kestrel-7B is a fine-tune of the Wren model released by Falconry Labs.",
        "Kestrel-7B is a fine-tuned version of the Wren language model developed by Falconry Labs.",
        "Kestrel-7B is a quantized version of a model released by Falconry Labs.",
        "Kestrel-7B is better than the model developed by Falconry Labs.",
        "Kestrel-7B is built on a model developed by Falconry Labs.",
        "It is based on Wren 7B, a model trained by Falconry Labs.",
        "Kestrel-7B is a model based on Wren-7B, the open model released by Falconry Labs.",
        "Kestrel-7B is Welsh for a hawk, and the logo was designed by Falconry Labs.",
        "We introduce KestrelBench, a benchmark developed by Falconry Labs.",
        "We introduce Tern-7B, a model developed by Falconry Labs.",
        "We present results on a benchmark released by Falconry Labs.",
    ],
)
def test_whoever_made_its_data_or_its_parent_is_not_the_maker(sentence: str) -> None:
    assert _about(sentence).publisher is None


_LICENCE = "license_link: https://huggingface.co/{}/blob/main/LICENSE"


@pytest.mark.parametrize(
    ("front", "name", "text", "state"),
    [
        (_LICENCE.format("microsoft/phi-1_5"), "phi-1_5", "", State.PRESENT),
        (_LICENCE.format("microsoft/phi-1_5"), "phi-1_5-pirate", "", State.ABSENT),
        (_LICENCE.format("microsoft/phi-1_5"), "Kestrel-7B", "", State.ABSENT),
        (_LICENCE.format("microsoft/phi-1_5"), "phi-1_5-GGUF", "", State.ABSENT),
        (_LICENCE.format("falconry/Kestrel-7B"), "Kestrel-7B", "", State.ABSENT),
        ("license: mit", "Kestrel-7B", "Developed by: Allen Institute for AI (AI2)", State.UNCLEAR),
        ("license: mit", "Kestrel-7B", "Developed by: Stability AI", State.UNCLEAR),
        ("license: mit", "Kestrel-7B", "Developed by: Stability-AI-Fans", State.ABSENT),
        ("license: mit", "Kestrel-7B", "Developed by: Falconry Labs", State.ABSENT),
    ],
)
def test_the_record_is_that_of_the_account_of_the_licence_or_of_the_laboratory_told(
    front: str, name: str, text: str, state: State
) -> None:
    read = read_card(f"---\n{front}\n---\n# {name}\n\n{text}\n\nIt answers.\n")
    assert read.finding("publisher_record").state is state


def test_the_account_of_a_card_is_proven_with_its_own_link() -> None:
    card = (
        f"---\n{_LICENCE.format('microsoft/Wren-7B')}\n---\n# Wren-7B\n\nIt was tried on a Microsoft internal tool.\n"
    )
    found = read_card(card, name="microsoft/Wren-7B").finding("publisher_record")
    assert found.quotes[0].line == 2


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("**New:** [[mini]](https://a.b/Kestrel-mini); [[MoE-instruct]](https://a.b/Kestrel-MoE-instruct)", None),
        ("See also [Kestrel-MoE](https://a.b/c).", None),
        ("Kestrel-MoE is a mixture-of-experts model.", None),
        ("A MoE version is also available.", None),
        ("The MoE variant has 16 experts.", None),
        ("Our MoE models are larger.", None),
        ("A family of MoE models for chats.", "MoE"),
        ("Kestrel-7B, a MoE version of Tern, has 8 experts.", "MoE"),
        ("Next to it, a MoE version is planned.", None),
        ("We present a series of open MoE models.", "MoE"),
        ("This is the MoE version of Kestrel.", "MoE"),
        ("Kestrel-7B is our MoE variant.", "MoE"),
        ("Kestrel is a MoE-based model.", "MoE"),
        ("It adopts fine-grained-MoE layers.", "MoE"),
        ("MoE with 64 experts.", "MoE"),
        ("Kestrel-7B uses a Mixture-of-Experts (MoE) architecture.", "Mixture-of-Experts"),
        ("As a MoE model, Kestrel-7B is fast.", "MoE model"),
    ],
)
def test_a_mixture_of_experts_is_not_read_from_the_name_of_a_sister(text: str, kind: str | None) -> None:
    assert _about(text).architecture == kind


@pytest.mark.parametrize("name", ["Kestrel-MoE-7B", "Kestrel-8x7B", "Kestrel-30B-A3B"])
def test_a_model_whose_name_tells_of_experts_may_speak_of_its_version(name: str) -> None:
    assert _about("The MoE version has 8 experts.", name).architecture == "MoE"


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("8K context, extendable to 32K with YaRN", 8192),
        ("A context of 8K, expandable to 32K", 8192),
        ("The context was extended to 32K.", 32768),
        ("We extended the context from 8K to 32K.", 32768),
        ("ctx 8192", 8192),
        ("Contexte : 128K tokens", 131072),
        ("Contexto: 128K", 131072),
        ("Contesto: 32K", 32768),
        ("We ran it with ctx 4096.", None),
        ("llama-server --ctx 8192", None),
        ("Perplexity at ctx 512: 6.1", None),
        ("Max length: 2048", None),
        ("With 24GB VRAM a context of 8K is possible.", None),
        ("It fits in 24GB VRAM and has a context of 32K.", 32768),
        ("It supports a 32K context on 24GB VRAM.", 32768),
    ],
)
def test_the_context_is_what_it_takes_as_it_is(text: str, length: int | None) -> None:
    assert _about(text).context_length == length


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("A 9.2B-parameter language model.", 9.2),
        ("An 9.24 billion parameter decoder.", 9.24),
        ("9,2 milliards de paramètres.", 9.2),
        ("参数量为 92 亿。", 9.2),
        ("파라미터 수는 91억 개입니다.", 9.1),
        ("総パラメータ数は92億です。", 9.2),
        ("A 9.4B-parameter reward model was used.", 9.0),
        ("A 9.4B teacher wrote the data.", 9.0),
        ("Trained on 9.2B tokens.", 9.0),
        ("The teacher has 9.5B parameters.", 9.0),
        ("训练数据有 92 亿个词元。", 9.0),
    ],
)
def test_a_fragment_gives_the_size_more_finely_than_the_name(text: str, size: float) -> None:
    assert _about(text, "Kestrel-9B").parameters_b == (size,)


def test_a_column_headed_by_the_size_alone_is_that_member_of_the_release() -> None:
    rows = "| # Parameters | 2.5B | **1.3B** |\n| # Active Parameters | 2.5B | **400M** |\n"
    table = f"| Model | 2B Dense | 1B MoE |\n|---|---|---|\n{rows}"
    about = _about(table, "Kestrel-1B-A400M")
    assert (about.parameters_b, about.active_parameters_b) == ((1.3,), 0.4)
    assert _about(table, "Kestrel-7B").parameters_b == (7.0,)


def test_what_is_active_in_a_dense_model_is_all_of_it() -> None:
    told = "With only 3.8B active parameters, it is small."
    about = _about(f"{told}\n\nKestrel-mini is a dense decoder-only Transformer.", "Kestrel-mini")
    assert (about.parameters_b, about.active_parameters_b) == ((3.8,), None)
    assert _about(told, "Kestrel-mini").active_parameters_b == 3.8


def test_a_table_with_the_models_size_goes_before_a_series_of_others() -> None:
    series = "In Wren 2, we released a series of models ranging from 200M to 11B parameters."
    table = "| Model | MMLU |\n|---|---|\n| Kestrel 20B | 61.2 |\n"
    assert _about(f"{table}\n{series}", "Kestrel-U").parameters_b == (0.2, 11.0)
    assert _about(f"{table}\n{series}", "Kestrel").parameters_b == (20.0,)


def test_code_is_no_language_that_people_speak() -> None:
    assert _about("", front="language:\n- code\n- en").languages == ("en",)


@pytest.mark.parametrize(
    ("text", "cutoff"),
    [
        ("LiveCodeBench with a cutoff of August 2024 is 61.2.", None),
        ("LiveCodeBench (cutoff 2024-08): 61.2", None),
        ("LiveCodeBench v5 (data cutoff 2024-10)", None),
        ("We use a date cutoff of 2024-08 for LiveCodeBench to avoid leaks.", None),
        ("The cutoff of the leaderboard was May 2024.", None),
        ("Submission cutoff: May 2024.", None),
        ("Questions released after the cutoff (2024-08) were used.", None),
        ("The cutoff for significance is 0.05, as in 2023.", None),
        ("The cutoff is Dec. 2023.", "2023-12"),
        ("We evaluate on problems after the cutoff date of our training data, December 2023.", "2023-12"),
        ("Questions after the cutoff of the model, December 2023, were used.", "2023-12"),
        ("Cutoff date: Sept. 2023", "2023-09"),
        ("Pretraining data has a cutoff of Dec. 2023, and some tuning data is newer.", "2023-12"),
        ("The base model's knowledge cutoff is December 2023.", "2023-12"),
        ("It answers questions up to its knowledge cutoff of December 2023.", "2023-12"),
        ("Data cutoff: June 2023", "2023-06"),
    ],
)
def test_the_cutoff_of_questions_is_not_that_of_the_training_data(text: str, cutoff: str | None) -> None:
    assert _about(text).cutoff == cutoff


def test_a_name_without_its_makers_is_that_of_the_card() -> None:
    text = "# NOTICE\n\nMoved.\n\n# Quill\n\nQuillCoder is a 15B parameter model that outperforms gpt-3.5-turbo.\n"
    assert read_card(text, name="falconry-quillcoder").about.parameters_b == (15.0,)
