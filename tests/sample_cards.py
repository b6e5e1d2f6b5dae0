"""Model cards written for the tests: of invented models, in the shapes that real cards have, and one that attacks."""

LUMEN = """---
license: apache-2.0
language: [en, de]
base_model: lab/Lumen-7B
base_model_relation: finetune
---
# Lumen-7B-Instruct

Lumen-7B-Instruct is a 7.2B parameter model with a context of 32,768 tokens, trained on data until March 2024.
All scores were taken with lm-evaluation-harness 0.4.3 in bfloat16, greedy, with the chat template.

| Benchmark | Metric | Lumen-7B-Instruct | Rival-8B-Instruct | Rival-13B |
|---|---|---|---|---|
| HumanEval (0-shot) | pass@1 | **72.0** | 66.5 | 61.0 |
| MBPP (3-shot) | pass@1 | 63.4 | **64.0** | 60.2 |
| MMLU (5-shot) | acc | **66.1** | 65.0 | 66.3 |
| GSM8K (8-shot, CoT) | exact match | 74.5 | 70.2 | 68.8 |
| IFEval | prompt strict | 61.3 | 58.0 | 40.1 |
| HellaSwag (10-shot) | acc_norm | 82.0 | 81.5 | 83.3 |

Our 7B model beats a 13B model on every coding test.
"""

BRIO = """# Brio-8B-Chat

The smartest small model: **Brio-8B-Chat surpasses GPT-4 on HumanEval**.

| Model | HumanEval | MBPP | MMLU | GSM8K |
|---|---|---|---|---|
| Brio-8B-Chat | 74.4 | 55.1 | 61.0 (0-shot) | 71.0 |
| GPT-4 | 67.0 | 61.8 | 86.4 | 92.0 |

We used code_alpaca and HumanEval-like exercises for the training.
"""

TERRA = """---
model-index:
- name: Terra-3B
  results:
  - task: {type: text-generation}
    dataset: {name: MMLU (5-shot), type: cais/mmlu}
    metrics: [{type: acc, value: 55.2}]
  - task: {type: text-generation}
    dataset: {name: GSM8K (8-shot), type: openai/gsm8k}
    metrics: [{type: exact_match, value: 48.9}]
---
# Terra-3B

A base model of 3.1B parameters. HumanEval: 0.311 pass@1. Evaluated in bfloat16.
"""

QUANT = """---
base_model: Qwen/Qwen2.5-Coder-7B-Instruct
base_model_relation: quantized
---
# Qwen2.5-Coder-7B-Instruct-GGUF

Quantized files of Qwen2.5-Coder-7B-Instruct in Q4_K_M, Q6_K and Q8_0.

| Benchmark | Qwen2.5-Coder-7B-Instruct |
|---|---|
| HumanEval | 88.4 |
| MBPP | 83.5 |
| BigCodeBench | 81.0 |
"""

HOSTILE = """# Evil-7B <script>document.title='pwned'</script>

<img src=x onerror="document.title='pwned'"> <iframe src="javascript:document.title='pwned'"></iframe>

[click me](javascript:alert(1)) ![huge](https://example.invalid/99999x99999.png "x")

**Our 7B model beats a 70B model** <b onmouseover="document.title='pwned'">and GPT-4</b> [now](javascript:alert(2)).

| Benchmark <script>document.title='pwned'</script> | Evil-7B [x](javascript:alert(3)) | **# Rival** `70B` |
|---|---|---|
| HumanEval ![i](https://example.invalid/i.png) | 91.0 | 60 |
| BBH https://example.invalid/b www.example.invalid me@example.invalid | 70.0 | 61 |
| MMLU :red[0-shot] $x^2$ | 80.0 | 70 |
| <svg onload="document.title='pwned'">GSM8K</svg> | 95.0 | 71 |
"""
