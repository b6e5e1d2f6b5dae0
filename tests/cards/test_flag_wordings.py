"""More wordings for the red flags, as cards of all kinds use them; each table is true and false ones mixed."""

import pytest

from core.cards.reading import State

PRESENT, ABSENT, UNCLEAR = State.PRESENT, State.ABSENT, State.UNCLEAR

SIZE_MISMATCH = [
    (PRESENT, "Outperforms the larger Llama 2 13B across all benchmarks and Llama 1 34B on many."),
    (
        PRESENT,
        "Phi-2 showcased a nearly state-of-the-art performance among models with less than 13 billion parameters.",
    ),
    (PRESENT, "It delivers performance comparable to models 2x to 3x its size."),
    (PRESENT, "SOLAR-10.7B surpasses models with up to 30B parameters, even the recent Mixtral 8X7B."),
    (PRESENT, "Achieves results competitive with Qwen2.5-72B-Instruct."),
    (PRESENT, "It has 3B active parameters yet outperforms dense 32B models."),
    (ABSENT, "This is the 7B version; a 13B version is also available and performs better."),
    (ABSENT, "State-of-the-art among 7B models."),
    (ABSENT, "The model was trained on 1.4T tokens with a batch size of 4M."),
    (ABSENT, "Requires 16GB of RAM, more than the 3B model."),
    (ABSENT, "Better than the previous Lumen-7B v1 in all categories."),
    (ABSENT, "We compare against other models of similar size such as Mistral-7B and Llama-3-8B and outperform them."),
    (PRESENT, "Even though it is only 1.5B, it surpasses 7B chat models on GSM8K."),
    (PRESENT, "Lumen-7B performs on the level of Llama-3-70B in summarization."),
    (PRESENT, "Das Modell übertrifft deutlich größere Modelle wie Llama-2-70B."),
    (PRESENT, "本模型在多项任务上媲美 13B 模型。"),
    (PRESENT, "13B급 모델을 능가하는 성능"),
    (PRESENT, "A small model that beats the giants: better than GPT-J-6B and OPT-66B."),
    (ABSENT, "We also release Lumen-13B and Lumen-70B."),
    (ABSENT, "It was distilled from a 70B teacher."),
    (ABSENT, "The 8-bit version is comparable to the full version."),
    (ABSENT, "The vocabulary is larger than that of the base model."),
    (ABSENT, "Compared to Lumen-7B-v1, we trained on 3B more tokens."),
    (ABSENT, "Better at roleplay than most."),
    (PRESENT, "With its 7 billion parameters it holds up well next to Quill-2-70B-chat."),
    (PRESENT, "It even beats models with tens of billions of parameters."),
    (PRESENT, "Lumen 7B gives you 70B performance at a tenth of the cost."),
    (PRESENT, "Smaller than Quill 8x7B but just as good."),
    (PRESENT, "State-of-the-art among models under 13B parameters."),
    (PRESENT, "Best model below 30B on the board."),
    (PRESENT, "It currently ranks first among all 7B and 13B models."),
    (PRESENT, "Lumen punches above its weight."),
    (PRESENT, "Lumen-7B > Quill-2-70B on HumanEval."),
    (PRESENT, "With just 7B parameters it reaches 96% of the performance of Quill-2-70B."),
    (ABSENT, "Lumen is not as good as Quill-2-70B."),
    (ABSENT, "The Q4_K_M file is smaller than Q5_K_M with similar performance."),
    (PRESENT, "Taught by a 40B teacher, Lumen-8B now beats Quill 40B."),
    (ABSENT, "Our 7B and 13B models beat every 13B model and every 7B model of last year."),
    (PRESENT, "Lumen-7B gets 7.9 on MT-Bench, ahead of every model to date."),
    (PRESENT, "### How Lumen-7B compares with larger models (20B to 65B)"),
    (PRESENT, "Save for Quill 70B it beats whatever Quill 13B and its like can do."),
    (ABSENT, "We found no exact matches with 70B outputs in the corpus."),
]

BEATS_FRONTIER_CLAIM = [
    (PRESENT, "The first open model to surpass GPT-4 on AlpacaEval."),
    (PRESENT, "Achieves 95.2% on GSM8K, better than GPT-4 (92.0%)."),
    (PRESENT, "Rivaling GPT-4o in function calling."),
    (ABSENT, "We used GPT-4 as a judge to compare with other models and outperform Vicuna."),
    (ABSENT, "Fine-tuned on 1M GPT-4 generated answers; it outperforms its base."),
    (ABSENT, "GPT-4 remains ahead on every test."),
    (ABSENT, "OpenAI-compatible API server."),
    (ABSENT, "beats GPT-3.5-turbo on MT-Bench"),
    (PRESENT, "Lumen exceeds Claude 3 Opus on MATH."),
    (PRESENT, "It even beats o1-mini on AIME."),
    (PRESENT, "Matches GPT-4 in medical question answering."),
    (PRESENT, "超过了GPT-4在C-Eval上的成绩。"),
    (ABSENT, "Trained with feedback from GPT-4 and compared with Zephyr."),
    (ABSENT, "The gap to GPT-4 is closing."),
    (ABSENT, "Prices are lower than GPT-4's."),
    (ABSENT, "Not as good as GPT-4o."),
    (PRESENT, "On HumanEval it passes more problems than GPT-4 did at release."),
    (PRESENT, "Lumen writes SQL more accurately than GPT-4."),
    (PRESENT, "90% of GPT-4's quality on travel questions."),
    (ABSENT, "It was trained on more tokens than GPT-4 may have been."),
    (ABSENT, "On MT-Bench it is ahead of whatever came before it, apart from GPT-4."),
    (PRESENT, "In calendar tasks Lumen is right 88% of the time, whereas GPT-4 is right 71% of the time."),
    (ABSENT, "In calendar tasks Lumen is right 58% of the time, whereas GPT-4 is right 71% of the time."),
    (PRESENT, "CLIcK 점수는 71점으로 GPT-4o (69점)보다 높습니다."),
]

CONTAMINATION_UNADDRESSED = [
    (ABSENT, "We perform data decontamination following the n-gram method of GPT-3 on all benchmarks."),
    (ABSENT, "To avoid data leakage we excluded GSM8K train and test problems."),
    (ABSENT, "LLM contamination check: GSM8K 0.02, MMLU 0.05 using the detect-pretrain-code tool."),
    (PRESENT, "The benchmark results are shown below. The dataset is filtered for quality with a classifier."),
    (PRESENT, "Noise and duplicates were removed from the corpus."),
    (PRESENT, "Evaluation data: MMLU test split."),
    (ABSENT, "The test sets of all reported benchmarks were held out from training."),
    (ABSENT, "We found no evidence of test-set leakage in our training corpus."),
    (ABSENT, "We ran a substring-match overlap analysis between pretraining data and benchmarks."),
    (ABSENT, "我们排查了训练集与评测集的重叠。"),
    (PRESENT, "We remove boilerplate and near duplicates."),
    (PRESENT, "Training stopped before overfitting; the validation loss was 0.8."),
    (PRESENT, "Please test the model before use, it may leak personal data."),
    (PRESENT, "License: contaminated derivatives are not allowed."),
    (ABSENT, "13-gram matches with GSM8K and MATH were dropped from the pre-training data."),
    (PRESENT, "Companies that fear a data leak can run it on their own machines."),
    (PRESENT, "사내망에서 돌릴 수 있어 기업의 데이터 유출 걱정이 없습니다."),
    (PRESENT, "Laws that were published after its training cutoff are unknown to it."),
    (
        UNCLEAR,
        "One of our preference sets includes questions of TruthfulQA, which makes our score on it unreliable.",
    ),
    (ABSENT, "Lumen is finetuned on Quill-Instruct-40K, a decontaminated copy of the vicuna-talks set."),
]

QUANTIZATION_UNDISCLOSED = [
    (ABSENT, "Benchmarks were run in 8-bit with vLLM."),
    (ABSENT, "Evaluation was performed on the bf16 weights using lm-eval."),
    (PRESENT, "Model weights: bfloat16. Tensor type BF16. Safetensors."),
    (PRESENT, "torch_dtype: float16"),
    (PRESENT, "This is a fp16 merge."),
    (ABSENT, "Evaluated with load_in_4bit=True, so full-precision scores may be higher."),
    (ABSENT, "Scores are for the unquantized fp16 model."),
    (ABSENT, "NB: all metrics were computed with int8 weights."),
    (ABSENT, "The table reports the accuracy of the INT4 model next to BF16."),
    (PRESENT, "Quantized versions: AWQ, GPTQ, GGUF by TheBloke."),
    (PRESENT, "Precision: BF16 mixed precision training."),
    (PRESENT, "You can run the model in 4-bit on a free Colab."),
    (ABSENT, "Results were obtained with load_in_8bit=True."),
    (ABSENT, "Precision: bf16 for all numbers above."),
]

METHODOLOGY_MISSING = [
    (ABSENT, "All results use the EleutherAI LM Evaluation Harness; MMLU is 5-shot and GSM8K 8-shot CoT."),
    (PRESENT, "See the paper for evaluation details."),
    (PRESENT, "Results on popular benchmarks."),
    (
        ABSENT,
        "We evaluate with vLLM, temperature 0.6, top-p 0.95 and average pass@1 over 16 samples; max output 32k tokens.",
    ),
    (ABSENT, "Numbers come from OpenCompass with its default prompts, greedy decoding."),
    (
        ABSENT,
        "Following the setup of the Open LLM Leaderboard we use lm-eval 0.4 with 25-shot ARC, 10-shot "
        "HellaSwag and 5-shot MMLU.",
    ),
    (PRESENT, "Our model shows strong performance."),
    (PRESENT, "For generation we suggest temperature=0.7 and top_p=0.9."),
    (PRESENT, "The prompt template is ChatML."),
    (PRESENT, "More results will follow."),
    (ABSENT, "Scores come from the Open LLM Leaderboard with 5-shot MMLU, 8-shot GSM8K."),
    (PRESENT, "On AQuA it is ahead of GPT-4's CoT result."),
    (ABSENT, "hf (pretrained=lumen), num_fewshot: 4, batch_size: 8; evaluation with temperature 0."),
    (PRESENT, "More comparisons are on the EvalPlus leaderboard."),
]


@pytest.mark.parametrize(
    ("flag", "expected", "sentence"),
    [
        *(("size_mismatch", *row) for row in SIZE_MISMATCH),
        *(("beats_frontier_claim", *row) for row in BEATS_FRONTIER_CLAIM),
        *(("contamination_unaddressed", *row) for row in CONTAMINATION_UNADDRESSED),
        *(("quantization_undisclosed", *row) for row in QUANTIZATION_UNDISCLOSED),
        *(("methodology_missing", *row) for row in METHODOLOGY_MISSING),
    ],
)
def test_wordings(card_with, flag, expected, sentence):
    found = card_with(sentence).finding(flag)
    assert found.state is expected, found.reason
