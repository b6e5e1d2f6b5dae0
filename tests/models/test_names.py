"""Real names, as publishers, quantizers, boards and Ollama write them."""

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.models.names import ModelName, PartKind, canonical_key, explain_name, parse_name

# name -> what it says; what is not listed must be None, empty or False
READ: dict[str, dict] = {
    "Qwen3-4B-UD-Q2_K_XL.gguf": {
        "family": "Qwen",
        "generation": "3",
        "size_b": 4,
        "quantization": "UD-Q2_K_XL",
        "dynamic": True,
    },
    "gpt-oss-20b-MXFP4.gguf": {"family": "gpt-oss", "size_b": 20, "quantization": "MXFP4", "roles": ("thinking",)},
    "m-Q2_K_L.gguf": {"quantization": "Q2_K_L", "unknown": ("m",)},
    "m-Q2_K.gguf": {"quantization": "Q2_K", "unknown": ("m",)},
    "m.Q6_K-00001-of-00002.gguf": {"quantization": "Q6_K", "part": 1, "parts": 2, "unknown": ("m",)},
    "bartowski/aya-23-8B-GGUF/aya-23-8B-IQ4_NL.gguf": {
        "publisher": "bartowski",
        "repo": "aya-23-8B-GGUF",
        "family": "Aya",
        "generation": "23",
        "size_b": 8,
        "quantization": "IQ4_NL",
    },
    "EXAONE-3.5-32B-Instruct-BF16-00001-of-00002.gguf": {
        "family": "EXAONE",
        "generation": "3.5",
        "size_b": 32,
        "roles": ("instruct",),
        "quantization": "BF16",
        "part": 1,
        "parts": 2,
    },
    "K-EXAONE-236B-A23B-Q4_K_M.gguf": {"family": "K-EXAONE", "size_b": 236, "active_b": 23, "quantization": "Q4_K_M"},
    "google/gemma-3-1b-it-qat-q4_0-gguf": {
        "publisher": "google",
        "repo": "gemma-3-1b-it-qat-q4_0-gguf",
        "family": "Gemma",
        "generation": "3",
        "size_b": 1,
        "roles": ("instruct",),
        "quantization": "Q4_0",
        "qat": True,
    },
    "google_gemma-3-27b-it-Q4_K_M.gguf": {
        "publisher": "google",
        "family": "Gemma",
        "generation": "3",
        "size_b": 27,
        "roles": ("instruct",),
        "quantization": "Q4_K_M",
    },
    "Qwen/Qwen2.5-Coder-0.5B-Instruct-GPTQ-Int4": {
        "publisher": "Qwen",
        "repo": "Qwen2.5-Coder-0.5B-Instruct-GPTQ-Int4",
        "family": "Qwen",
        "generation": "2.5",
        "size_b": 0.5,
        "roles": ("instruct", "coder"),
        "quantization": "gptq-int4",
    },
    "Qwen2.5-Coder-7B-Instruct-IQ4_XS.gguf": {
        "family": "Qwen",
        "generation": "2.5",
        "size_b": 7,
        "roles": ("instruct", "coder"),
        "quantization": "IQ4_XS",
    },
    "internlm2_5-1_8b-chat": {"family": "InternLM", "generation": "2.5", "size_b": 1.8, "roles": ("instruct",)},
    "glm-4-9b-chat-1m-hf": {"family": "GLM", "generation": "4", "size_b": 9, "roles": ("instruct",), "context_k": 1000},
    "glm-4v-9b": {"family": "GLM", "generation": "4", "size_b": 9, "roles": ("vision",)},
    "Mistral-7B-Instruct-v0.1": {"family": "Mistral", "size_b": 7, "roles": ("instruct",), "version": "v0.1"},
    "Mistral-Small-3.2-24B-Instruct-2506-UD-Q4_K_XL.gguf": {
        "family": "Mistral Small",
        "generation": "3.2",
        "size_b": 24,
        "roles": ("instruct",),
        "date": "2506",
        "quantization": "UD-Q4_K_XL",
        "dynamic": True,
    },
    "Ministral-3-8B-Instruct-2512": {
        "family": "Ministral",
        "generation": "3",
        "size_b": 8,
        "roles": ("instruct",),
        "date": "2512",
    },
    "deepseek-ai/DeepSeek-R1-Distill-Qwen-1.5B": {
        "publisher": "deepseek-ai",
        "repo": "DeepSeek-R1-Distill-Qwen-1.5B",
        "family": "Qwen",
        "size_b": 1.5,
        "distilled_from": "DeepSeek-R1",
        "roles": ("thinking",),
    },
    "DeepSeek-R1-0528-Qwen3-8B-Q4_K_M.gguf": {
        "family": "Qwen",
        "generation": "3",
        "size_b": 8,
        "distilled_from": "DeepSeek-R1-0528",
        "roles": ("thinking",),
        "quantization": "Q4_K_M",
    },
    "DeepSeek-Coder-V2-Lite-Instruct": {
        "family": "DeepSeek Coder",
        "generation": "V2",
        "roles": ("instruct", "coder"),
        "variants": ("lite",),
    },
    "DeepSeek-V3-0324": {"family": "DeepSeek", "generation": "V3", "date": "0324"},
    "zephyr-7b-beta": {"family": "Zephyr", "fine_tune": "Zephyr", "size_b": 7, "variants": ("beta",)},
    "neural-chat-7b-v3-3": {"family": "Neural Chat", "fine_tune": "Neural Chat", "size_b": 7, "version": "v3.3"},
    "openchat-3.5-0106": {"family": "OpenChat", "generation": "3.5", "fine_tune": "OpenChat 3.5", "date": "0106"},
    "TheBloke/speechless-code-mistral-7B-v1.0-GGUF": {
        "publisher": "TheBloke",
        "repo": "speechless-code-mistral-7B-v1.0-GGUF",
        "family": "Mistral",
        "fine_tune": "Speechless",
        "size_b": 7,
        "roles": ("coder",),
        "version": "v1.0",
    },
    "dolphin-2.9.4-llama3.1-8b": {"family": "Llama", "generation": "3.1", "fine_tune": "Dolphin 2.9.4", "size_b": 8},
    "Hermes-3-Llama-3.1-70B": {"family": "Llama", "generation": "3.1", "fine_tune": "Hermes 3", "size_b": 70},
    "Llama-3.3-Nemotron-Super-49B-v1": {
        "family": "Llama",
        "generation": "3.3",
        "fine_tune": "Nemotron",
        "size_b": 49,
        "version": "v1",
        "variants": ("super",),
    },
    "gemma-2-2b-it-abliterated": {
        "family": "Gemma",
        "generation": "2",
        "size_b": 2,
        "roles": ("instruct",),
        "abliterated": True,
        "uncensored": True,
    },
    "SauerkrautLM-Mixtral-8x7B-Instruct": {
        "family": "Mixtral",
        "fine_tune": "SauerkrautLM",
        "size_b": 46.7,
        "experts": 8,
        "roles": ("instruct",),
    },
    "Mixtral_34Bx2_MoE_60B": {"family": "Mixtral", "size_b": 60, "experts": 2},
    "OpenHermes-2.5-neural-chat-v3-3-Slerp": {
        "family": "Hermes",
        "generation": "2.5",
        "fine_tune": "Hermes 2.5",
        "merge": True,
    },
    "Llama-4-Maverick-17B-128E-Instruct": {
        "family": "Llama",
        "generation": "4",
        "active_b": 17,
        "experts": 128,
        "roles": ("instruct",),
        "variants": ("maverick",),
    },
    "Gemma-3n-e4b-it": {"family": "Gemma", "generation": "3n", "active_b": 4, "roles": ("instruct",)},
    "Qwen3-235B-A22B-Thinking-2507": {
        "family": "Qwen",
        "generation": "3",
        "size_b": 235,
        "active_b": 22,
        "roles": ("thinking",),
        "date": "2507",
    },
    "Qwen3-235B-A22B-no-thinking": {
        "family": "Qwen",
        "generation": "3",
        "size_b": 235,
        "active_b": 22,
        "roles": ("non-thinking",),
    },
    "llama3.1:8b-instruct-q4_K_M": {
        "family": "Llama",
        "generation": "3.1",
        "size_b": 8,
        "roles": ("instruct",),
        "quantization": "Q4_K_M",
    },
    "qwen2.5vl:7b": {"family": "Qwen", "generation": "2.5", "size_b": 7, "roles": ("vision",)},
    "Phi-3-mini-4k-instruct-q4.gguf": {
        "family": "Phi",
        "generation": "3",
        "roles": ("instruct",),
        "context_k": 4,
        "variants": ("mini",),
        "quantization": "Q4",
    },
    "c4ai-command-r-plus-08-2024": {"family": "Command R", "date": "08-2024"},
    "SmolLM2-135M-Instruct.Q4_1.gguf": {
        "family": "SmolLM",
        "generation": "2",
        "size_b": 0.135,
        "roles": ("instruct",),
        "quantization": "Q4_1",
    },
    "gemma-3-270m-Q4_K_M.gguf": {"family": "Gemma", "generation": "3", "size_b": 0.27, "quantization": "Q4_K_M"},
    "Llama-3.2-3B-Instruct-Q4_0_4_4.gguf": {
        "family": "Llama",
        "generation": "3.2",
        "size_b": 3,
        "roles": ("instruct",),
        "quantization": "Q4_0_4_4",
    },
    "bitnet-b1.58-2B-4T-TQ1_0.gguf": {"family": "BitNet", "size_b": 2, "quantization": "TQ1_0"},
    "Meta-Llama-3-70B-Instruct.i1-IQ3_XXS.gguf": {
        "publisher": "Meta",
        "family": "Llama",
        "generation": "3",
        "size_b": 70,
        "roles": ("instruct",),
        "quantization": "i1-IQ3_XXS",
        "imatrix": True,
    },
    "falcon-180b-chat.Q4_K_M.gguf-split-a": {
        "family": "Falcon",
        "size_b": 180,
        "roles": ("instruct",),
        "quantization": "Q4_K_M",
        "part": 1,
    },
    "una-xaberius-34b-v1beta": {
        "family": "UNA",
        "fine_tune": "UNA",
        "size_b": 34,
        "version": "v1beta",
        "unknown": ("xaberius",),
    },
    "nomic-embed-text-v1.5.Q8_0.gguf": {
        "family": "Nomic Embed",
        "generation": "v1.5",
        "roles": ("embedding",),
        "quantization": "Q8_0",
    },
    "TinyLlama-1.1B-intermediate-step-1431k-3T": {"family": "TinyLlama", "size_b": 1.1},
    "SmolLM2-135M-Instruct.Q8_0-from-Q4_1.gguf": {
        "family": "SmolLM",
        "generation": "2",
        "size_b": 0.135,
        "roles": ("instruct",),
        "quantization": "Q8_0",
        "made_from": "Q4_1",
    },
    "c4ai-command-r7b-12-2024": {"family": "Command R7B", "date": "12-2024"},
    "OLMoE-1B-7B-0924-Instruct": {
        "family": "OLMoE",
        "size_b": 7,
        "active_b": 1,
        "roles": ("instruct",),
        "date": "0924",
    },
    "Ling-mini-2.0": {"family": "Ling", "generation": "2.0", "variants": ("mini",)},
    "A.X-4.0-Light": {"family": "A.X", "generation": "4.0", "variants": ("light",)},
    "Falcon-H1R-7B": {"family": "Falcon", "generation": "H1R", "size_b": 7, "roles": ("thinking",)},
    "Qwen3-Embedding-0.6B-f16.gguf": {
        "family": "Qwen",
        "generation": "3",
        "size_b": 0.6,
        "roles": ("embedding",),
        "quantization": "F16",
    },
    "Qwen3-4B-Thinking-2507-Claude-4.5-Opus-High-Reasoning-Distill": {
        "family": "Qwen",
        "generation": "3",
        "size_b": 4,
        "roles": ("thinking",),
        "date": "2507",
        "distilled_from": "Claude-4.5-Opus-High-Reasoning",
    },
    "L3.3-MS-Nevoria-70b": {"family": "Llama", "generation": "3.3", "size_b": 70, "unknown": ("MS", "Nevoria")},
    "ChatGPT-4o-latest": {"family": "GPT", "generation": "4o", "variants": ("latest",)},
    "MaziyarPanahi/calme-2.1-qwen2-72b": {
        "publisher": "MaziyarPanahi",
        "repo": "calme-2.1-qwen2-72b",
        "family": "Qwen",
        "generation": "2",
        "fine_tune": "Calme 2.1",
        "size_b": 72,
    },
    "Kimi-K2-Instruct": {"family": "Kimi", "generation": "K2", "roles": ("instruct",)},
    "granite-4.0-h-tiny-Q4_K_M.gguf": {
        "family": "Granite",
        "generation": "4.0",
        "variants": ("h", "tiny"),
        "quantization": "Q4_K_M",
    },
    "GPT-4o-mini-2024-07-18": {"family": "GPT", "generation": "4o", "date": "2024-07-18", "variants": ("mini",)},
    "WizardCoder-Python-13B-V1.0": {
        "family": "WizardCoder",
        "fine_tune": "WizardCoder",
        "size_b": 13,
        "roles": ("coder",),
        "version": "v1.0",
    },
}
SAID = [name for name in ModelName.__dataclass_fields__ if name not in ("text", "stem", "pieces")]


@pytest.mark.parametrize("text", READ)
def test_a_real_name_is_read_part_by_part(text: str) -> None:
    name = parse_name(text)
    said = {field: value for field in SAID if (value := getattr(name, field)) not in (None, (), False)}
    expected = READ[text]
    assert said.pop("roles", ()) == expected.get("roles", ())
    assert said == {field: value for field, value in expected.items() if field != "roles"}


@pytest.mark.parametrize("text", READ)
def test_every_letter_of_a_name_is_in_a_part_or_a_separator(text: str) -> None:
    name = parse_name(text)
    left = name.stem
    for piece in sorted(name.pieces, key=lambda piece: -len(piece.text)):
        left = left.replace(piece.text, "", 1)
    assert not any(letter.isalnum() for letter in left), left


@pytest.mark.parametrize("label", ["Q5_K_NEW", "UD-Q3_K_XXL", "IQ9_ZZ", "Q4_X"])
def test_an_unknown_label_is_kept_as_it_stands(label: str) -> None:
    name = parse_name(f"Llama-3-8B-Instruct-{label}.gguf")
    assert name.quantization == label
    assert name.unknown == ()
    assert (label, "an unknown label, shown as it stands") in explain_name(name.text)


@pytest.mark.parametrize(
    "same",
    [
        (
            "meta-llama/Llama-3.1-8B-Instruct",
            "bartowski/Meta-Llama-3.1-8B-Instruct-GGUF",
            "llama3.1:8b-instruct-q4_K_M",
            "Meta-Llama-3.1-8B-Instruct.i1-Q4_K_M.gguf",
            "llama-3.1-8b-instruct",
        ),
        ("google/gemma-3-27b-it", "google_gemma-3-27b-it-Q4_K_M.gguf", "gemma3:27b-it", "Gemma-3-27B-it"),
        ("mistralai/Mistral-7B-Instruct-v0.3", "mistral:7b-instruct-v0.3-q8_0", "Mistral-7B-v0.3-Instruct"),
        ("Qwen/Qwen3-30B-A3B-Instruct-2507", "Qwen3-30B-A3B-Instruct-2507-UD-Q4_K_XL-00001-of-00002.gguf"),
        ("lmsys/vicuna-7b-v1.5", "Vicuna-v1.5-7B"),
        ("deepseek-ai/DeepSeek-V3-0324", "DeepSeek V3 0324"),
    ],
)
def test_one_model_has_one_key_under_its_spellings(same: tuple[str, ...]) -> None:
    assert len({canonical_key(name) for name in same}) == 1, [canonical_key(name) for name in same]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Qwen3-8B", "Qwen3-8B-Base"),
        ("Qwen2.5-7B-Instruct", "Qwen2.5-Coder-7B-Instruct"),
        ("Mistral-7B-Instruct-v0.2", "Mistral-7B-Instruct-v0.3"),
        ("Qwen3-4B-Instruct-2507", "Qwen3-4B-Thinking-2507"),
        ("gemma-2-2b-it", "gemma-2-2b-it-abliterated"),
        ("Phi-3-mini-4k-instruct", "Phi-3-mini-128k-instruct"),
        ("モデル-7B", "別モデル-7B"),
    ],
)
def test_different_models_have_different_keys(one: str, other: str) -> None:
    assert canonical_key(one) != canonical_key(other)


def test_all_names_of_the_public_tables_are_read() -> None:
    """Half or more of what boards list has a known family; nothing breaks on the rest."""
    tables = Path(__file__).parents[2].parent / "shared" / "facts"
    if not tables.is_dir():
        pytest.skip("the public tables do not lie beside the project")
    lines = (tables / "open_llm_leaderboard_v2.csv").read_text(encoding="utf-8").splitlines()[1:400]
    names = [parse_name(line.split(",")[0]) for line in lines]
    assert sum(name.family is not None for name in names) / len(names) > 0.6
    assert all(name.publisher for name in names)


def test_a_path_of_this_machine_is_no_publisher() -> None:
    assert parse_name("/home/me/models/llama-3-8b.Q4_K_M.gguf").publisher is None
    assert parse_name("C:\\models\\mine\\x\\llama-3-8b.Q4_K_M.gguf").publisher is None


def test_a_link_to_the_hub_is_read_as_its_repo() -> None:
    name = parse_name("https://huggingface.co/bartowski/aya-23-8B-GGUF/blob/main/aya-23-8B-Q4_K_M.gguf?download=true")
    assert (name.publisher, name.repo, name.quantization) == ("bartowski", "aya-23-8B-GGUF", "Q4_K_M")


def test_the_explanation_follows_the_name() -> None:
    explained = explain_name("Qwen2.5-Coder-7B-Instruct-IQ4_XS.gguf")
    assert [part for part, _ in explained] == ["Qwen", "2.5", "Coder", "7B", "Instruct", "IQ4_XS"]
    assert dict(explained)["7B"] == "7 billion parameters"
    assert "4.46 bits per weight" in dict(explained)["IQ4_XS"]


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=120))
def test_no_text_breaks_it(text: str) -> None:
    name = parse_name(text)
    assert all(piece.kind in PartKind for piece in name.pieces)
    assert canonical_key(text) == canonical_key(text)


@pytest.mark.parametrize(
    "text", ["a-" * 5000, "Q4_" * 3000, "1." * 3000, "claude-" + "x-" * 400 + "distill", "7b" * 400]
)
def test_long_names_take_no_time(text: str) -> None:
    start = time.perf_counter()
    assert parse_name(text).text == text[:400].strip()
    assert time.perf_counter() - start < 1
