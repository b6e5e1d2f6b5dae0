"""shortlist and name from a shell: stable keys, sentences for what goes wrong, and forty real names."""

import json

import huggingface_hub.constants  # noqa: F401 - reads the environment once: before a test changes it
import pytest
from click.testing import CliRunner, Result

from core.commands.naming import name
from core.commands.shortlisting import shortlist

pytestmark = pytest.mark.slow  # the quick tests keep to a minute


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")


def ask(command, *arguments: object) -> Result:
    return CliRunner().invoke(command, [str(a) for a in arguments])


def test_a_shortlist_as_json_has_candidates_with_everything_the_page_shows():
    result = ask(shortlist, "--use-case", "coding", "--memory-gb", 16, "--n-ctx", 8192, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert (found["use_case"], found["usable_gb"], found["n_ctx"]) == ("coding", 12.0, 8192)
    first = found["candidates"][0]
    assert first["tier"] == "clearly ahead on the evidence"
    assert {"name", "quantization", "memory_bytes", "memory_basis", "speed_basis", "licence", "released"} <= set(first)
    assert {"column", "values", "settings", "source", "as_of", "provenance", "relation"} <= set(first["scores"][0])
    assert {c["tier"] for c in found["candidates"]} >= {"no comparable public score", "behind on the evidence"}


def test_the_same_in_words_shows_every_tier_and_what_is_left_out():
    result = ask(shortlist, "--use-case", "chat", "--memory-gb", 16, "--bandwidth", 60)
    assert result.exit_code == 0
    for said in ("Clearly ahead on the evidence", "Cannot be told apart", "No comparable public score", "Left out: "):
        assert said in result.stdout
    assert "up to " in result.stdout


def test_picks_get_a_plan():
    picks = ("--pick", "phi-4", "--pick", "Qwen/Qwen2.5-Coder-14B-Instruct")
    result = ask(shortlist, "--use-case", "coding", "--memory-gb", 16, *picks, "--json")
    plan = json.loads(result.stdout)["plan"]
    assert (plan["questions"], plan["pairs"][0]["public_gap"]) == (360, None)


def test_a_pick_that_is_no_candidate_is_wrong_usage():
    result = ask(shortlist, "--use-case", "coding", "--memory-gb", 16, "--pick", "nobody-7B")
    assert result.exit_code == 2
    assert "nobody-7B is no candidate here" in result.output


def test_without_a_network_the_carried_tables_are_used_and_that_is_said():
    result = ask(shortlist, "--use-case", "coding", "--memory-gb", 16, "--refresh", "evalplus", "--json")
    assert result.exit_code == 0
    assert "evalplus was not looked up" in result.stderr
    assert json.loads(result.stdout)["candidates"]


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--memory-gb", "0", "not in the range"),
        ("--memory-gb", "1e9", "not in the range"),
        ("--memory-gb", "nan", "is no number"),
        ("--reserve-gb", "nan", "is no number"),
        ("--bandwidth", "nan", "is no number"),
        ("--n-ctx", "0", "not in the range"),
        ("--n-ctx", "1000000000", "not in the range"),
        ("--language", "klingon", "takes two letters"),
        ("--language", "", "takes two letters"),
        ("--licence", "gpl", "is not one of"),
        ("--thinking", "deep", "is not one of"),
        ("--refresh", "nowhere", "is not one of"),
    ],
)
def test_absurd_needs_are_wrong_usage(option, value, said):
    result = ask(shortlist, "--use-case", "coding", "--memory-gb", 16, option, value, "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


@pytest.mark.parametrize(
    "named", ["mixtral-0x7B", "zebra-0B", "zebra-0.0001B", "zebra-99999999B", "zebra-A0B", "", "x"]
)
def test_absurd_names_of_further_models_break_nothing(named):
    result = ask(shortlist, "--use-case", "coding", "--memory-gb", 16, "--also", named, "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["candidates"]


def test_where_nothing_fits_it_says_how_much_memory_was_counted():
    result = ask(shortlist, "--use-case", "coding", "--memory-gb", 16, "--reserve-gb", 1000, "--json")
    found = json.loads(result.stdout)
    assert (found["candidates"], found["suggested"]) == ([], [])
    assert "1000 GB are kept for the system" in found["advice"]


def test_the_same_pick_twice_is_one_and_one_needs_no_test():
    result = ask(shortlist, "--use-case", "coding", "--memory-gb", 16, "--pick", "phi-4", "--pick", "phi-4", "--json")
    assert "plan" not in json.loads(result.stdout)
    assert "two to four" in result.stderr


def test_this_machine_is_measured_where_no_memory_is_named():
    result = ask(shortlist, "--use-case", "general", "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["memory_gb"] > 0


# As cards, boards and quantizers write them:
# (family, generation, size in B, active in B, roles, quantization, somebody's fine-tune)
NAMES = {
    "Meta-Llama-3.1-8B-Instruct": ("Llama", "3.1", 8, None, "instruct", None, None),
    "meta-llama/Llama-3.3-70B-Instruct": ("Llama", "3.3", 70, None, "instruct", None, None),
    "Llama-4-Scout-17B-16E-Instruct": ("Llama", "4", None, 17, "instruct", None, None),
    "deepseek-ai/DeepSeek-R1-Distill-Qwen-7B": ("Qwen", None, 7, None, "thinking", None, None),
    "DeepSeek-Coder-V2-Lite-Instruct": ("DeepSeek Coder", "V2", None, None, "instruct coder", None, None),
    "DeepSeek-R1-0528-Qwen3-8B": ("Qwen", "3", 8, None, "thinking", None, None),
    "DeepSeek-V3-0324": ("DeepSeek", "V3", None, None, "", None, None),
    "Qwen2.5-Coder-7B-Instruct-IQ4_XS.gguf": ("Qwen", "2.5", 7, None, "instruct coder", "IQ4_XS", None),
    "Qwen2.5-Coder-32B-Instruct": ("Qwen", "2.5", 32, None, "instruct coder", None, None),
    "Qwen/Qwen2.5-14B-Instruct-1M": ("Qwen", "2.5", 14, None, "instruct", None, None),
    "Qwen1.5-MoE-A2.7B-Chat": ("Qwen", "1.5", None, 2.7, "instruct", None, None),
    "Qwen3-30B-A3B-Thinking-2507": ("Qwen", "3", 30, 3, "thinking", None, None),
    "Qwen3-Coder-480B-A35B-Instruct": ("Qwen", "3", 480, 35, "instruct coder", None, None),
    "QwQ-32B-Preview": ("QwQ", None, 32, None, "thinking", None, None),
    "gemma-3-27b-it-qat-q4_0.gguf": ("Gemma", "3", 27, None, "instruct", "Q4_0", None),
    "Gemma-3n-e4b-it": ("Gemma", "3n", None, 4, "instruct", None, None),
    "codegemma-7b-it": ("CodeGemma", None, 7, None, "instruct coder", None, None),
    "mistralai/Mixtral-8x22B-Instruct-v0.1": ("Mixtral", None, 146.7, None, "instruct", None, None),
    "Mistral-7B-Instruct-v0.3.Q5_K_M.gguf": ("Mistral", None, 7, None, "instruct", "Q5_K_M", None),
    "Mistral-Small-3.2-24B-Instruct-2506": ("Mistral Small", "3.2", 24, None, "instruct", None, None),
    "Mistral-Nemo-Instruct-2407-IQ4_XS.gguf": ("Mistral NeMo", None, None, None, "instruct", "IQ4_XS", None),
    "Codestral-22B-v0.1": ("Codestral", None, 22, None, "coder", None, None),
    "Ministral-8B-Instruct-2410": ("Ministral", None, 8, None, "instruct", None, None),
    "microsoft/Phi-3.5-mini-instruct": ("Phi", "3.5", None, None, "instruct", None, None),
    "Phi-3-medium-128k-instruct": ("Phi", "3", None, None, "instruct", None, None),
    "phi-4-Q4_K_M.gguf": ("Phi", "4", None, None, "", "Q4_K_M", None),
    "01-ai/Yi-1.5-9B-Chat-16K": ("Yi", "1.5", 9, None, "instruct", None, None),
    "internlm/internlm2_5-20b-chat": ("InternLM", "2.5", 20, None, "instruct", None, None),
    "internlm3-8b-instruct": ("InternLM", "3", 8, None, "instruct", None, None),
    "allenai/OLMo-2-1124-7B-Instruct": ("OLMo", "2", 7, None, "instruct", None, None),
    "allenai/Llama-3.1-Tulu-3-8B-DPO": ("Llama", "3.1", 8, None, "", None, "Tülu 3"),
    "LGAI-EXAONE/EXAONE-3.5-7.8B-Instruct": ("EXAONE", "3.5", 7.8, None, "instruct", None, None),
    "CohereForAI/c4ai-command-r7b-12-2024": ("Command R7B", None, None, None, "", None, None),
    "upstage/SOLAR-10.7B-Instruct-v1.0": ("SOLAR", None, 10.7, None, "instruct", None, None),
    "HuggingFaceTB/SmolLM2-135M-Instruct": ("SmolLM", "2", 0.135, None, "instruct", None, None),
    "NousResearch/Hermes-3-Llama-3.1-8B": ("Llama", "3.1", 8, None, "", None, "Hermes 3"),
    "bigcode/starcoder2-15b-instruct-v0.1": ("StarCoder", "2", 15, None, "instruct coder", None, None),
    "gpt-oss-20b-MXFP4.gguf": ("gpt-oss", None, 20, None, "thinking", "MXFP4", None),
    "nvidia/Llama-3.1-Nemotron-70B-Instruct-HF": ("Llama", "3.1", 70, None, "instruct", None, "Nemotron"),
    "zai-org/GLM-4.5-Air": ("GLM", "4.5", None, None, "", None, None),
    "CodeLlama-70b-Instruct-hf": ("Code Llama", None, 70, None, "instruct coder", None, None),
    "openchat/openchat-3.6-8b-20240522": ("OpenChat", "3.6", 8, None, "", None, "OpenChat 3.6"),
}


@pytest.mark.parametrize("text", NAMES)
def test_a_real_name_is_read_rightly(text):
    found = json.loads(ask(name, text, "--json").stdout)
    keys = ("family", "generation", "size_b", "active_b", "quantization", "fine_tune")
    family, generation, size, active, roles, quantization, tune = NAMES[text]
    assert tuple(found[key] for key in keys) == (family, generation, size, active, quantization, tune)
    assert found["roles"] == roles.split()
    assert found["unknown"] == []


def test_the_parts_of_a_name_come_with_their_meaning():
    found = json.loads(ask(name, "Qwen2.5-Coder-7B-Instruct-IQ4_XS.gguf", "--json").stdout)
    meanings = {part["text"]: part["meaning"] for part in found["parts"]}
    assert meanings["7B"] == "7 billion parameters"
    assert "4.46 bits per weight" in meanings["IQ4_XS"]


@pytest.mark.parametrize(
    ("text", "unsaid"),
    [
        ("Qwen2.5-Coder-7B-Instruct-IQ4_XS.gguf", []),
        ("Qwen3-8B-Q4_K_M.gguf", ["whether it is a base model, follows instructions or thinks first"]),
        ("Hunyuan-A13B-Instruct", ["the size of the whole", "its quantization"]),
        ("QwQ-32B-Q4_K_M.gguf", []),
        ("zebra", [
            "its family", "its size", "whether it is a base model, follows instructions or thinks first",
            "its quantization",
        ]),
    ],
)  # fmt: skip
def test_what_a_name_leaves_out_is_said(text, unsaid):
    assert json.loads(ask(name, text, "--json").stdout)["not_said"] == unsaid
    words = ask(name, text).stdout
    assert all(one in words for one in unsaid)
    assert ("does not say" in words) == bool(unsaid)


def test_no_name_at_all_is_wrong_usage():
    assert ask(name, "  ").exit_code == 2


def test_what_is_unknown_in_a_name_is_said_as_unknown():
    result = ask(name, "mlabonne/NeuralDaredevil-8B-abliterated")
    assert "unknown: kept as it stands" in result.stdout
    assert "refusals were cut out" in result.stdout


def test_a_model_that_was_named_is_shown_however_many_others_there_are():
    result = ask(shortlist, "--use-case", "coding", "--memory-gb", 16, "--also", "ann/Zebra-0.2B-Instruct")
    assert "Zebra-0.2B-Instruct" in result.stdout
    assert "--measure-bandwidth, or --bandwidth" in result.stdout
