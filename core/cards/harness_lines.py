"""What a harness says of its own run: the line it prints over its table, and the command that starts it.

"hf (pretrained=…,dtype=bfloat16), limit: None, num_fewshot: 5" tells the program, the precision and the shots,
and stands more often in a code fence than in running text.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from core.cards.document import Document

_PRINTED = re.compile(
    r"(?i)^\W{0,8}(?:hf|huggingface|vllm|sglang|gguf|ggml|gptq|auto-?gptq|local|openai|anthropic|mamba|nemo|neuronx|"
    r"openvino|optimum|sparseml|steered|watsonx|textsynth|dummy)[-\w]{0,30} ?\([^()\n]{0,600}=[^()\n]{0,600}\)"
    r"[^\n]{0,40}\b(?:limit|num_fewshot|batch_size|gen_kwargs|provide_description)\b"
)
_STARTED = re.compile(
    r"(?i)--model_args\b|--num_fewshot\b|--allow_code_execution\b|\bnum_fewshot\s?[=:]\s?\d|"
    r"\b(?:lm[-_]eval|lm_eval|lighteval|evalplus\.(?:evaluate|codegen)|evalscope|opencompass|helm-run|simple_evals|"
    r"bigcodebench\.(?:evaluate|generate)|alpaca_eval|lmms_eval)\b[^\n]{0,400}\s--?\w|"
    r"\b(?:evaluate|eval|run_eval\w*|evaluation)\.(?:py|sh)\b[^\n]{0,400}\s--(?:tasks?|datasets?|benchmark|shots?)\b"
)
_SHOTS = re.compile(r"(?i)\b(?:num_fewshot|n_?shots?|num_shots|few_?shots?|ntrain)['\"]?\s?[=: ]\s?['\"]?\d")
_PRECISION = re.compile(
    r"(?i)\b(?:dtype|torch_dtype|precision|quantization|quant)['\"]?\s?[=: ]\s?['\"\\]{0,2}(?:torch\.)?"
    r"(?:bf(?:loat)?16|fp?(?:loat)?(?:16|32|8)\w{0,8}|float\b|half\b|int[48]|nf4|awq\w*|gptq\w*|bitsandbytes|[48]bit)|"
    r"\bload_in_[48]bit\s?[=: ]\s?True\b|--load_in_[48]bit\b(?!\s?[=: ]\s?False)"
)
_MOST = 4_000  # lines looked at, of 1,000 characters


@dataclass(frozen=True)
class HarnessLine:
    line: int
    command: bool  # it can be run again; otherwise it was printed
    shots: bool
    precision: bool


def find_harness_lines(document: Document) -> list[HarnessLine]:
    """Lines by which a harness tells its settings, in code and in running text."""
    return list(_found(document))


def _found(document: Document) -> Iterator[HarnessLine]:
    for sentence in document.sentences[:_MOST]:
        text = sentence.text[:1000]
        if sentence.kind == "heading" or ("=" not in text and "--" not in text):
            continue
        command = bool(_STARTED.search(text)) and (sentence.kind == "code" or "--" in text)
        if command or _PRINTED.search(text):
            printed = not command or bool(_PRINTED.search(text))
            yield HarnessLine(sentence.line, not printed, bool(_SHOTS.search(text)), bool(_PRECISION.search(text)))


_SAMPLING = re.compile(
    r"(?<![a-z])(?P<what>temperature|top_[pk]|max_(?:new_)?tokens|do_sample|num_beams|num_return_sequences|n_samples|"
    r"num_samples(?:_per_task)?)['\"]?\s?[=:]\s?['\"]?(?:\d|True|False)"
)
# A line of a program that asks the questions of a test.
_ASKS_TEST = re.compile(
    r"(?i)\bhuman_?eval\b|evaluate_functional_correctness|\bread_problems\b|\blm_eval\b|\bsimple_evaluate\b|\bevalplus\b|"
    r"\bload_dataset\([^)\n]{0,80}(?:gsm8k|mmlu|human_?eval|mbpp|math|arc|truthful|bench)|"
    r"\bfor \w+ in (?:\w+\()?(?:problems|questions|test_?set|benchmark\w*|test_data)\b"
)
_REPEATS = re.compile(r"(?i)\breproduc\w*|\breplicat\w*|复现|재현|再現")
_NEAR = 60  # lines between the settings and the questions in one program


def find_sampling_of_tests(document: Document) -> tuple[list[int], int]:
    """Lines of a program for a test that tell how answers were sampled, and how many settings they tell."""
    code = [sentence for sentence in document.code() if "=" in sentence.text or ":" in sentence.text][:_MOST]
    told = [(sentence, found) for sentence in code if (found := _SAMPLING.findall(sentence.text[:1000]))]
    if not told:
        return [], 0
    asks: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for sentence in list(document.code())[:_MOST]:
        if _ASKS_TEST.search(sentence.text[:400]):
            asks[tuple(sentence.headings)].append(sentence.line)
    lines: list[int] = []
    settings: set[str] = set()
    for sentence, found in told:
        near = any(abs(sentence.line - line) <= _NEAR for line in asks[tuple(sentence.headings)][:200])
        if near or any(map(_REPEATS.search, sentence.headings[-1:])):
            lines.append(sentence.line)
            settings.update(found)
    return lines, len(settings)
