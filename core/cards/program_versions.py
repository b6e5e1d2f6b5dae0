"""Numbers behind the name of a program, a library or a harness: "Served with vLLM 0.7", "SWE-agent 1.0: 40.2".

What such a number counts is the version, whatever test is named beside it. Many programs are known by name, others by
how they are called ("tern-eval", "the Wren harness"); and whatever stands before the colon that a score follows is no
score itself.
"""

import re

from core.cards.benchmark_mentions import names_test, tests_in

_PROGRAMS = (
    r"llm-?compressor|vllm|sglang|lmdeploy|transformers|tokenizers|datasets|accelerate|peft|trl|pytorch|torch\w*|"
    r"tensorflow|jax|keras|onnx(?:runtime)?|tensorrt(?:-llm)?|trt-llm|triton|deepspeed|megatron(?:-lm)?|nemo|axolotl|"
    r"unsloth|llama-?factory|ms-?swift|verl|openrlhf|bitsandbytes|auto-?gptq|auto-?awq|gptqmodel|exllama(?:v[23])?|"
    r"optimum|openvino|mlc(?:-llm)?|mlx(?:[-_]lm)?|llama\.cpp|llama-cpp(?:-python)?|llamafile|ollama|lm[ -]studio|"
    r"koboldcpp|ktransformers|text-generation-inference|tgi|flash-?attn|flash-?attention(?: ?2)?|xformers|"
    r"sentence-transformers|timm|diffusers|safetensors|huggingface[_-]hub|gradio|numpy|scipy|pandas|"
    r"lm[-_ ]eval(?:uation)?(?:[-_ ]harness)?|lighteval|light-eval|opencompass|evalplus|evalscope|evalchemy|"
    r"simple-?evals|inspect[-_ ]?(?:ai|evals)?|fast-?chat|alpaca[-_]eval|vlmevalkit|lmms-eval|aider|"
    r"bigcode-eval\w*(?:-harness)?|eleuther\w* harness|langchain|llama-?index|dspy"
)
# Their versions are no scores however high they are.
_SYSTEMS = r"cuda|cudnn|rocm|docker|ubuntu|debian|gcc|chromium|chrome|firefox|(?:nvidia )?drivers?|python"
# Agents reach few points of a hundred on hard tests, and have low versions.
_AGENTS = r"swe-?agent|mini-swe-agent|open-?hands|agentless|moatless|cline|qwen-agent|smolagents|[\w.]{1,20}-agent"
_CALLED = (
    r"[\w.]{1,20}(?:-[\w.]{1,20}){0,2}[-_](?:evals?|harness|cli|server|engine|runtime|kit|toolkit|client|kernels|"
    r"cpp|sandbox|scaffold)|"
    r"(?:[\w.-]{1,30} )?(?:library|framework|harness|engine|scaffold|toolkit|package|runtime|backend|sandbox|"
    r"evaluator|docker image)"
)
_VERSION = r"[ \t]?(?:\(?v(?:ersion)?\.?|release|build)?[ \t]?(?:>=|==|~=|≥|[:=])?[ \t]?"
_NAMED = re.compile(
    rf"(?i)(?<![\w./-])(?:(?P<program>{_PROGRAMS}|{_CALLED})|(?P<agent>{_AGENTS}))(?:[ -]?v)?{_VERSION}$"
)
_SYSTEM = re.compile(rf"(?i)(?<![\w./-])(?P<system>{_SYSTEMS})(?:[ -]?v)?{_VERSION}$")
_LED = re.compile(
    r"(?i)(?:\b(?:with|using|via|through|under|by|in|on|uses?|used|requires?|runs?|served|installed?|and|mit|avec|con|"
    r"com|от)\s|(?:使用|基于)\s?)(?:the |our |an? )?(?P<name>[\w.+/-]{2,30}(?: [\w.+-]{2,20}){0,2})$"
)
# "Requires tern-eval: 1.2"; "Penguins in a table: 8.1" is a part of a test.
_OPENS_WITH_USE = re.compile(
    r"(?i)\W*(?:(?:we|it|this|i) )?\b(?:uses?|used|using|requires?|needs?|runs?|served?|installed?)\b|使用|基于"
)
_USED = re.compile(r"(?i)\b(?:uses?|used|requires?|needs?|installed?) (?:the |our |an? )?$")
_SAYS_VERSION = re.compile(r"(?i)(?:\b(?:version|release|ver\.?)|(?<![\w-])v)\s?[:=]?\s?$")
# "with the Wren scaffold 1.0: 40.2", "Kestrel 1.5 gets 40.2": the score follows
_NAMES_WHAT_FOLLOWS = re.compile(
    r"(?:[)）\]]?\*{0,2}\s?[:：]\s{0,2}\*{0,2}| (?:gets|scores|reaches|achieves|has|obtains|attains) (?:only |just )?)"
    r"\d{1,3}[.,]\d(?!\d*\s?[%％]?\s?(?:points?|pts?|pp|more|better|higher|above|ahead|over)\b)"
)
_HIGHEST_NAMED = 30  # no version of a model, a program or a test: "61.2: 3.1 below Tern"
_IS_VERSION = re.compile(r"\d{1,2}\.\d{1,2}|\d{1,2}")


def is_program_version(text: str, start: int, end: int) -> bool:
    """True where the number at this place of a text is the version of a program.

    >>> is_program_version("Aider polyglot with Aider 0.85: 40.2", 26, 30), is_program_version("Aider: 40.2", 7, 11)
    (True, False)
    """
    if not _IS_VERSION.fullmatch(text, start, end):
        return False
    if text[start - 1 : start] not in (" ", "-", "=", "v", ":", "≥", ">"):
        return False
    if _NAMES_WHAT_FOLLOWS.match(text, end) and float(text[start:end]) < _HIGHEST_NAMED:
        return True
    return bool(_SAYS_VERSION.search(text[max(0, start - 60) : start])) or _is_of_program(
        text[max(0, start - 160) : start], text[start:end]
    )


def _is_of_program(text: str, number: str) -> bool:
    before = text[-60:]
    if system := _SYSTEM.search(before):
        return system["system"].casefold() != "python" or number.startswith(("2.", "3."))
    if float(number) >= _MOST or not (found := _NAMED.search(before)):
        return False
    if _COLON.search(before) and not _USED.search(before, 0, found.start()):
        at = len(text) - len(before) + found.start()  # "MT-Bench, FastChat: 8.1": a test before it has the number
        if tests_in(text[:at]):
            return False
    # A program that is also a test has a version where a word leads to it: "with Aider 0.85", and no "Aider 40.2".
    led = not names_test(found["program"] or found["agent"]) or bool(_LED.search(before.rstrip(" :=v>")))
    return led and (float(number) < _MOST_OF_AGENT or not found["agent"])


_MOST, _MOST_OF_AGENT = 10, 4


_COLON = re.compile(r"(?<![=:<>])[:=]\s?$")


def is_led_to_a_name(label: str, number: str) -> bool:
    """True for "Served with Wren" and "Requires tern-eval" before "1.2", which is of what is named last.

    >>> is_led_to_a_name("Served with Wren", "0.7"), is_led_to_a_name("Penguins in a table", "8.1")
    (True, False)
    """
    if not _IS_VERSION.fullmatch(number) or float(number) >= _MOST:
        return False
    return bool(_OPENS_WITH_USE.match(label) and _LED.search(label.rstrip(" :=v>")))
