"""At which precision the weights were evaluated: sentences that tell it, and sentences that only look so."""

import pytest

from core.cards.read_card import read_card
from core.cards.reading import State

TABLE = "# Finch-7B\n\n| Benchmark | Finch-7B |\n|---|---|\n| MMLU | 61.0 |\n| GSM8K | 55.0 |\n\n"


def undisclosed(said: str) -> State:
    return read_card(f"{TABLE}{said}\n", name="Finch-7B").finding("quantization_undisclosed").state


@pytest.mark.parametrize(
    "said",
    [
        "3-shot, bf16.",
        "Harness: lm-eval 0.4.2, float32.",
        "lm-eval, bf16, 5-shot:",
        "Evaluado con lm-eval en bf16.",
        "Setup: 64 samples, BF16, vLLM.",
        "All runs used bf16 weights and greedy decoding.",
        "Inference for the benchmarks used float16 weights.",
        "All evaluations were run in bfloat16.",
        "Every benchmark was run at full precision.",
        "We ran the tests with the FP8 checkpoint.",
        "Benchmarks: bf16, one A100.",
        "Evaluation precision: bf16",
        "The eval used 4-bit weights (NF4).",
        "For the results above the model was loaded in 8-bit.",
        "Die Werte wurden in BF16 gemessen.",
        "评测使用 BF16 权重。",
        "The table was produced with fp16 inference.",
        "These numbers come from the Q4_K_M file.",
        "lm_eval --model hf --model_args pretrained=x,dtype=float16",
        "All numbers were obtained at bf16 precision.",
    ],
)
def test_the_precision_of_the_evaluation_is_told(said):
    assert undisclosed(said) is State.ABSENT


@pytest.mark.parametrize(
    "said",
    [
        "The model was trained in bf16 with 5-shot prompts.",
        "bf16 and 4-bit files are provided; try few-shot prompts.",
        "The model was trained in bf16.",
        "Load it with torch_dtype=bfloat16.",
        "All training runs used bf16 weights.",
        "bf16 weights are available for download.",
        "Runs on 8 GB of VRAM in 4-bit.",
        "We release bf16 and fp8 checkpoints; see the benchmarks above.",
        "Inference in fp16 needs 15 GB.",
        "Merged in float16. Results are above.",
        "All runs were logged to wandb; bf16 mixed precision, lr 2e-5.",
        "Quantized 4-bit files by others exist; they were not benchmarked.",
    ],
)
def test_precisions_of_something_else_tell_nothing(said):
    assert undisclosed(said) is State.PRESENT
