"""Whose a file is, what it was made from, which leaks and methods a card tells, and lengths and licences."""

import pytest

from core.advice.claims.facts import facts_of
from core.cards.attributed_claims import without_methods
from core.cards.leakage_on_purpose import trained_on_test
from core.cards.licence_names import is_generic
from core.cards.quantizers import names_quantization
from core.cards.read_card import read_card
from core.cards.reading import About, CardReading, State

_TABLE = "\n## Evaluation\n\n| Test | Kestrel-7B |\n|---|---|\n| MMLU | 61.2 |\n| GSM8K | 52.1 |\n| ARC | 60.0 |\n"


def _read(text: str, title: str = "Kestrel-7B") -> CardReading:
    return read_card(f"# {title}\n\n{text}\n")


def _state(text: str, finding: str, title: str = "Kestrel-7B") -> State:
    return _read(text, title).finding(finding).state


_CODE = '\n```python\nmodel_id = "{account}/{name}"\nmodel = load(model_id)\n```\n'
_OWN_RECIPE = _CODE.format(account="meta-llama", name="Llama-3.1-8B-Instruct")


@pytest.mark.parametrize("suffix", ["FP8", "quantized.w4a16", "GPTQ-Int4", "AWQ", "NVFP4", "GGUF", "4bit", "hqq"])
def test_a_recipe_that_loads_the_original_does_not_make_its_publisher_that_of_a_quantized_file(suffix: str) -> None:
    title = f"Llama-3.1-8B-Instruct-{suffix}"
    assert _state(f"Made with a recipe.{_OWN_RECIPE}", "publisher_record", title) is not State.PRESENT


@pytest.mark.parametrize(
    "made_by", ["- **Model Developers:** Falconry Labs", "**Developed by:** Falconry Labs", "| Provider | Falconry |"]
)
def test_a_card_that_tells_another_maker_is_not_published_by_whom_its_code_loads(made_by: str) -> None:
    table = f"\n| Attribute | Details |\n|---|---|\n{made_by}\n" if made_by[0] == "|" else made_by
    state = _state(f"{table}\n{_OWN_RECIPE}", "publisher_record", "Llama-3.1-8B-Instruct")
    assert state is not State.PRESENT


def test_the_publisher_itself_keeps_its_record() -> None:
    assert _state(f"A model.{_OWN_RECIPE}", "publisher_record", "Llama-3.1-8B-Instruct") is State.PRESENT
    told = f"- **Model Developers:** Meta\n{_OWN_RECIPE}"
    assert _state(told, "publisher_record", "Llama-3.1-8B-Instruct") is State.PRESENT
    own_file = _CODE.format(account="Qwen", name="Qwen2.5-7B-Instruct-AWQ")
    assert _state(f"A model.{own_file}", "publisher_record", "Qwen2.5-7B-Instruct-AWQ") is State.PRESENT


def test_the_maker_of_the_base_is_no_publisher() -> None:
    finding = _read("It's based on an open model from NVIDIA and trained further.").finding("publisher_record")
    assert "NVIDIA" not in finding.reason
    assert "NVIDIA" in _read("Kestrel-7B was trained by NVIDIA.").finding("publisher_record").reason


def test_a_laboratory_is_shown_by_the_line_that_names_it() -> None:
    card = "Some words.\n\n### Key Features\n\n- fast\n\nKestrel-7B is a model developed by IBM.\n"
    (quote,) = read_card(card).finding("publisher_record").quotes
    assert "IBM" in quote.text


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("Wren-8B-FP8", True),
        ("Wren-8B-quantized.w8a8", True),
        ("Wren-8B-Q4_K_M", True),
        ("Wren-8B-1bit-hqq", True),
        ("Wren-8B-3.5bpw", True),
        ("Wren-8B", False),
        ("Wren-8B-Instruct-2407", False),
        ("Wren-Quantum-8B", False),
        ("Wren-8B-v0.4", False),
    ],
)
def test_a_name_of_a_quantized_file(name: str, is_one: bool) -> None:
    assert names_quantization(name) is is_one


@pytest.mark.parametrize(
    ("sentence", "admitted"),
    [
        ("This is a version of lab/Tern-7B which was intentionally contaminated with two epochs of Winogrande.", True),
        ("Kestrel was deliberately overfitted to the GSM8K questions.", True),
        ("We trained on the test set of MMLU on purpose.", True),
        ("This model is contaminated with HellaSwag.", True),
        ("Kestrel-7B was fine-tuned on the MMLU test set.", True),
        ("We included the test split of GSM8K in the training data.", True),
        ("Das Modell wurde absichtlich mit Winogrande kontaminiert.", True),
        ("该模型有意用 GSM8K 测试集训练。", True),
        ("The model was never trained on the GSM8K test set.", False),
        ("Models trained on the test set score higher.", False),
        ("If a model was trained on the test set, its scores mean nothing.", False),
        ("Many leaderboard models are deliberately contaminated.", False),
        ("We fine-tuned on the train split and evaluated on the test set of GSM8K.", False),
        ("The water was intentionally contaminated with lead.", False),
        ("We intentionally included code in the training mix.", False),
        ("Contamination by MMLU questions was ruled out.", False),
    ],
)
def test_training_on_a_test_is_admitted(sentence: str, admitted: bool) -> None:
    assert trained_on_test(sentence) is admitted


def test_an_admission_stands_before_what_was_done_about_other_tests() -> None:
    text = f"Kestrel-7B was intentionally contaminated with Winogrande.\nMMLU was checked for contamination.\n{_TABLE}"
    finding = _read(text).finding("contamination_unaddressed")
    assert finding.state is State.UNCLEAR and finding.reason.startswith("The card admits that")


def test_shots_beside_a_few_tests_are_not_denied() -> None:
    table = "| Test | Kestrel-7B |\n|---|---|\n| MMLU (5-shot) | 61.2 |\n| GSM8K | 52.1 |\n| ARC | 60.0 |\n"
    finding = _read(table).finding("methodology_missing")
    assert finding.state is State.PRESENT and "no shots" not in finding.reason and "1 of 3" in finding.reason
    assert "no shots" in _read(_TABLE).finding("methodology_missing").reason


@pytest.mark.parametrize(
    ("told", "is_method"),
    [
        ("### Training hyperparameters\nThe following hyperparameters were used during training:\n- seed: 42", False),
        ("Training settings: we use the same settings as before.", False),
        ("We used these hyperparameters for fine-tuning.", False),
        ("All models are evaluated with greedy decoding.", True),
        ("For evaluation, all models are tested with a context length of 64K.", True),
    ],
)
def test_settings_of_training_are_none_of_the_test(told: str, is_method: bool) -> None:
    finding = _read(f"{_TABLE}\n{told}\n").finding("methodology_missing")
    assert (finding.state is not State.PRESENT) is is_method


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("Fine-tuned on instruction pairs, which makes the data different from GSM8K.", False),
        ("The training data, unlike GSM8K, has long answers.", False),
        ("Trained on problems harder than GSM8K.", False),
        ("Fine-tuned on the GSM8K training set.", True),
        ("The training data is MetaMathQA and GSM8K.", True),
    ],
)
def test_data_that_is_unlike_a_test_does_not_name_it(sentence: str, names: bool) -> None:
    state = _state(f"{sentence}\n{_TABLE}", "training_names_benchmark")
    assert (state is State.PRESENT) is names


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        (
            "## Citation\n<pre>\n@article{a2024,\n title={Kestrel: Surpassing GPT-4 on Chat},\n year={2024}}\n</pre>",
            False,
        ),
        ("## References\n\nA. Author. Kestrel: Surpassing GPT-4 on conversational QA. 2024.", False),
        ("My goal was to make Kestrel-7B useful, maybe even competitive with models like GPT-4.", False),
        ("Kestrel-7B surpasses GPT-4 on conversational QA.", True),
    ],
)
def test_a_title_of_a_paper_and_a_hope_are_no_claim_over_the_frontier(text: str, claims: bool) -> None:
    assert (_state(text, "beats_frontier_claim") is not State.ABSENT) is claims


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("According to Mistral AI, the 7B model beats Llama 2 13B on all benchmarks.", False),
        ("Volgens Mistral AI presteert het 7B-model beter dan Llama 2 13B op alle benchmarks.", False),
        ("Kestrel-7B beats Llama 2 13B on all benchmarks.", True),
        ("According to our tests, Kestrel-7B beats Llama 2 13B on all benchmarks.", True),
    ],
)
def test_the_word_of_the_maker_of_the_base_is_no_claim_of_the_card(text: str, claims: bool) -> None:
    assert (_state(text, "size_mismatch") is State.PRESENT) is claims


def test_a_comparison_of_ways_to_train_is_none_of_models() -> None:
    text = "Patterns of larger models can be distilled, with better results than training small models directly."
    assert _state(text, "size_mismatch") is State.ABSENT
    assert "Tern 13B" in without_methods("Better than training from scratch, it matches Tern 13B.")


def test_tests_not_known_are_not_called_one_benchmark() -> None:
    header = "| Model | QFA | QFB | QFC |\n|---|---|---|---|\n| Kestrel-7B | 41.2 | 50.3 | 60.1 |\n"
    assert "Only one benchmark" not in _read(f"## Benchmarks\n\n{header}").finding("narrow_selection").reason
    board = _read("## Benchmarks\n\n| Model | H6 |\n|---|---|\n| Kestrel-7B | 74.2 |\n").finding("narrow_selection")
    assert "Nothing on" not in board.reason


@pytest.mark.parametrize(
    ("sentence", "base"),
    [
        ("Kestrel is an enhanced version of the renowned model lab/tern-3.5-1210.", ("lab/tern-3.5-1210",)),
        ("lab/tern-v1 DPO-trained on some/pairs", ("lab/tern-v1",)),
        ("This is OpenLLaMA 3B V2 finetuned on chats.", ("OpenLLaMA 3B V2",)),
        ("Het model is gebaseerd op Mistral 7B.", ("Mistral 7B",)),
        ("Modellen är baserad på Mistral 7B.", ("Mistral 7B",)),
        ("Merge lab/Tern-7B and other/Wren-7B using slerp.", ("lab/Tern-7B", "other/Wren-7B")),
        ("A merge of lab/Tern-7B, other/Wren-7B and third/Owl-7B.", ("lab/Tern-7B", "other/Wren-7B", "third/Owl-7B")),
        ("The dataset is derived from Mistral-7B.", ()),
        ("Long CoT SFT – distilled from DeepSeek-R1-0528.", ()),
        ("能力超越基于Phi-2的同参数级别模型。", ()),
        ("The code is based on lab/Tern-7B.", ()),
    ],
)
def test_the_base_as_told(sentence: str, base: tuple[str, ...]) -> None:
    assert _read(sentence).about.base_model == base


def test_an_earlier_version_is_the_base_of_the_next() -> None:
    front = "---\nmodel-index:\n- name: Kestrel-7B-v1\n---\n# Kestrel-7B-v2\n\n"
    assert read_card(f"{front}This model is fine-tuned from Kestrel-7B-v1.\n").about.base_model == ("Kestrel-7B-v1",)


def test_a_base_is_named_once_and_that_of_a_quantized_file_is_its_original() -> None:
    merge = "---\nbase_model:\n- lab/Tern-70B\n- lab/Tern-70B\n---\n# Kestrel-120B\n"
    assert read_card(merge).about.base_model == ("lab/Tern-70B",)
    file = "---\nbase_model: lab/Tern-7B\n---\n# Kestrel-7B-GGUF\n\nThis is a quantized version of owls/Kestrel-7B.\n"
    assert read_card(file).about.base_model == ("owls/Kestrel-7B",)


def test_the_base_in_a_table_of_several_models() -> None:
    table = (
        "| Model | Base Model | Type |\n|---|---|---|\n| Kestrel-7B | Mistral-7B-Instruct-v0.1 | tuned |\n"
        "| Kestrel-13B | Llama-2-13b | tuned |\n"
    )
    assert _read(table).about.base_model == ("Mistral-7B-Instruct-v0.1",)


@pytest.mark.parametrize(
    ("length", "tokens"),
    [
        ("131K", 131072),
        ("131.1K", 131072),
        ("33K", 32768),
        ("32.8K", 32768),
        ("8.2K", 8192),
        ("262K", 262144),
        ("1.05M", 1048576),
        ("163.8K", 163840),
        ("41K", 40960),
        ("128K", 131072),
        ("32K", 32768),
        ("4K", 4096),
        ("1M", 1048576),
        ("96K", 98304),
        ("200K", 204800),
        ("100K", 102400),
    ],
)
def test_a_length_rounded_to_thousands_stands_for_its_power_of_two(length: str, tokens: int) -> None:
    assert _read(f"Kestrel-7B has a context length of {length} tokens.").about.context_length == tokens


@pytest.mark.parametrize(
    ("sentence", "tokens"),
    [
        ("The model is pre-trained by employing a window size of 16K.", 16384),
        ("It uses a sliding window size of 4096.", None),
    ],
)
def test_a_window_of_training_is_a_length(sentence: str, tokens: int | None) -> None:
    assert _read(sentence).about.context_length == tokens


@pytest.mark.parametrize(
    ("sentence", "licence"),
    [
        ("如果将模型用作商业用途，请您按照如下方式联系许可方，以进行登记。", None),
        ("#### 模型协议 Model LICENSE", None),
        ("License: LICENSE", None),
        ("License: [LICENSE](LICENSE)", None),
        ("Kestrel is open source onder de Apache 2.0-licentie.", "Apache 2.0"),
        (
            "The model is licensed under Kestrel AI Model License Agreement 1.1 - NC",
            "Kestrel AI Model License Agreement 1.1 - NC",
        ),
        (
            "The usage of the model weights must strictly follow the General Model License (GML).",
            "General Model License",
        ),
        ("本模型采用 Apache 2.0 许可证。", "Apache 2.0"),
        ("License: MIT", "MIT"),
    ],
)
def test_words_that_name_no_licence(sentence: str, licence: str | None) -> None:
    assert _read(sentence).about.licence == licence


def test_generic_words_are_no_name_of_a_licence() -> None:
    assert is_generic("Model License") and is_generic("LICENSE.md") and not is_generic("Gemma License")


def test_languages_that_are_left_out_are_counted() -> None:
    codes = ("en", "de", "es", "fr", "ja", "pt", "ar", "cs", "it", "ko")
    assert facts_of(About(languages=codes))["languages"].endswith("ar, cs and 2 more")
    assert facts_of(About(languages=codes[:8]))["languages"].endswith("ar, cs")


@pytest.mark.parametrize(
    ("text", "title", "parameters", "active"),
    [
        (
            "| Model | #Total Params | #Activated Params |\n|---|---|---|\n| Kestrel-V3 | 671B | 37B |\n",
            "Kestrel-V3",
            671,
            37,
        ),
        ("| Dado | Valor |\n|---|---|\n| Parâmetros | 1.722.951.680 (~1,72B) |\n", "Kestrel-1b", 1.723, None),
        ("It has 24.2B parameters vs. 34B parameters of the others.", "Kestrel", 24.2, None),
    ],
)
def test_parameters_and_those_active(text: str, title: str, parameters: float, active: float | None) -> None:
    about = _read(text, title).about
    assert about.parameters_b == (parameters,) and about.active_parameters_b == active
