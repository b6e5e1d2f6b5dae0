"""Each red flag with cards that deserve it and cards that do not, in several languages."""

import pytest

from core.cards.read_card import read_card
from core.cards.reading import State

PRESENT, ABSENT, UNCLEAR = State.PRESENT, State.ABSENT, State.UNCLEAR


def judge(card_with, flag, prose, table, expected):
    reading = card_with(prose, **({} if table is None else {"table": table}))
    found = reading.finding(flag)
    assert found.state is expected, found.reason
    if expected is PRESENT:
        assert found.quotes and all(0 < quote.line <= len(reading.text.split("\n")) for quote in found.quotes)
        assert found.advice and found.reason


@pytest.mark.parametrize(
    ("prose", "table", "expected"),
    [
        ("A friendly assistant.", None, PRESENT),
        ("The weights are released in BF16 and can be loaded in 4-bit with bitsandbytes.", None, PRESENT),
        ("Training used bf16 mixed precision on eight GPUs.", None, PRESENT),
        ("GGUF files from Q2_K to Q8_0 are available in another repository.", None, PRESENT),
        ("For inference we recommend fp16 on GPUs with 16 GB of memory.", None, PRESENT),
        ("All results below were obtained with the weights in bfloat16.", None, ABSENT),
        ("We evaluated the FP8 checkpoint with the same harness as the original.", None, ABSENT),
        ("Scores were measured on the Q4_K_M file with llama.cpp.", None, ABSENT),
        ("所有评测均在 BF16 精度下进行。", None, ABSENT),
        ("모든 평가는 FP16 으로 진행했습니다.", None, ABSENT),
        ("A friendly assistant.", "", ABSENT),
        ("A friendly assistant.", "\n## Results\n\n![Benchmark results](results.png)\n", UNCLEAR),
        (
            "",
            "\n## Accuracy\n\n| Benchmark | Lumen-7B (BF16) | Lumen-7B (Q4_K_M) |\n|---|---|---|\n| MMLU | "
            "63.1 | 62.5 |\n"
            "| GSM8K | 51.0 | 49.2 |\n| ARC-Challenge | 60.2 | 59.8 |\n",
            ABSENT,
        ),
    ],
)
def test_precision_of_the_evaluated_weights(card_with, prose, table, expected):
    judge(card_with, "quantization_undisclosed", prose, table, expected)


ONE = "\n## Results\n\n| Benchmark | Score |\n|---|---|\n| GSM8K | 71.0 |\n"
KINDS = ("Writing", "Roleplay", "Reasoning", "Math", "Coding", "Extraction", "STEM", "Humanities")
MT_BENCH = "\n## MT-Bench\n\n| Category | Score |\n|---|---|\n" + "".join(
    f"| {kind} | 7.{i} |\n" for i, kind in enumerate(KINDS)
)
TWO_ALIKE = "\n## Results\n\n| Benchmark | Score |\n|---|---|\n| GSM8K | 71.0 |\n| MATH | 28.1 |\n"
CODE_FOUR = (
    "\n## Results\n\n| Benchmark | Score |\n|---|---|\n| HumanEval | 71.0 |\n| MBPP | 68.1 |\n| "
    "LiveCodeBench | 20.0 |\n| DS-1000 | 40.3 |\n"
)
LEADERBOARD = (
    "\n## Results\n\n| Metric | Value |\n|---|---|\n| Avg. | 66.0 |\n| ARC (25-shot) | 62.0 |\n| "
    "HellaSwag (10-shot) | 83.2 |\n"
    "| MMLU (5-shot) | 63.3 |\n| TruthfulQA (0-shot) | 55.2 |\n| Winogrande (5-shot) | 78.5 |\n| "
    "GSM8K (5-shot) | 54.7 |\n"
)


@pytest.mark.parametrize(
    ("prose", "table", "expected"),
    [
        ("", ONE, PRESENT),
        ("", TWO_ALIKE, PRESENT),
        ("Average score of 71.4 on the Open LLM Leaderboard.", "", PRESENT),
        ("It reaches 81.5% on HumanEval.", "", PRESENT),
        ("It solves 46.2% of MBPP and 51.0% of HumanEval.", "", PRESENT),
        ("", "\n## Results on BFCL\n\n![Results on BFCL](bfcl.png)\n", PRESENT),
        ("", MT_BENCH, PRESENT),
        ("", MT_BENCH.replace("| Math", "| MMLU | 61.0 |\n| GSM8K | 51.0 |\n| HumanEval | 40.2 |\n| Math"), ABSENT),
        ("", CODE_FOUR, UNCLEAR),
        ("It beats all others on standard benchmarks.", "", UNCLEAR),
        ("", None, ABSENT),
        ("", LEADERBOARD, ABSENT),
        ("A model for stories.", "", ABSENT),
        ("Benchmarks: coming soon.", "", ABSENT),
    ],
)
def test_narrow_selection(card_with, prose, table, expected):
    judge(card_with, "narrow_selection", prose, table, expected)


def test_a_narrow_selection_names_what_is_missing(card_with):
    reason = card_with("", table=TWO_ALIKE).finding("narrow_selection").reason
    assert "knowledge, code or instructions" in reason


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        ("Lumen-7B outperforms Llama-2-70B on most tasks.", PRESENT),
        ("Despite its small size it rivals much larger models.", PRESENT),
        ("It is on par with models ten times its size.", PRESENT),
        ("Our 7B model beats Mixtral 8x22B, a 141B model, in reasoning.", PRESENT),
        ("Better than every open model below 30B.", PRESENT),
        ("It punches well above its weight and surpasses many 13B and 30B models.", PRESENT),
        ("以更小的参数规模超越了 70B 模型。", PRESENT),
        ("7B 크기로 13B 모델보다 우수한 성능을 보입니다.", PRESENT),
        ("It matches the quality of models with three times as many parameters.", PRESENT),
        ("Lumen-7B outperforms other 7B models.", ABSENT),
        ("The best model of its size class.", ABSENT),
        ("A 7B model trained on 2B tokens of dialogue, better than its first version.", ABSENT),
        ("Available in 7B and 70B.", ABSENT),
        ("The 70B version needs more memory than the 7B version.", ABSENT),
        ("It outperforms the original on three tests.", ABSENT),
        ("Larger models may still do better on knowledge.", ABSENT),
    ],
)
def test_size_mismatch(card_with, prose, expected):
    judge(card_with, "size_mismatch", prose, None, expected)


RANKED = (
    "\n## Ranking\n\n| Rank | Model | {} | GSM8K | MATH |\n|---|---|---|---|---|\n| 1 | Lumen | 7B | 71.0 | 28.1 |\n"
    "| 2 | Quill | 180B | 60.2 | 21.4 |\n| 3 | Tern | 6B | 55.0 | 20.0 |\n| 4 | Osprey | 90B | 75.0 | 30.2 |\n"
)


@pytest.mark.parametrize(
    ("prose", "column", "expected"),
    [
        ("On arithmetic Lumen surpasses well-known models such as Quill and Tern.", "Param.", PRESENT),
        ("On arithmetic Lumen surpasses well-known models such as Quill and Tern.", "# Params (B)", PRESENT),
        ("Lumen is on par with Quill.", "Size", PRESENT),
        ("数学上超越了 Quill。", "参数量", PRESENT),
        ("Lumen이 수학에서 능가하는 모델: Quill.", "파라미터", PRESENT),
        ("On arithmetic Lumen surpasses Tern.", "Param.", ABSENT),  # of its own size
        ("On arithmetic Lumen surpasses Osprey.", "Param.", ABSENT),  # which the table shows to be better
        ("On arithmetic Lumen surpasses Quill-6.5B.", "Param.", ABSENT),  # another member of that family
        ("We thank the makers of Quill.", "Param.", ABSENT),
        ("On arithmetic Lumen surpasses Quill.", "Year", ABSENT),
    ],
)
def test_a_table_tells_the_size_of_a_rival(card_with, prose, column, expected):
    found = card_with(prose, name="Lumen-7B", table=RANKED.format(column)).finding("size_mismatch")
    assert found.state is expected, found.reason
    assert expected is ABSENT or found.lines == (3,)


@pytest.mark.parametrize(
    ("prose", "table", "expected"),
    [
        ("Trained on web text and code.", None, PRESENT),
        ("Unlike the contaminated Rival-7B from FooLab, it is strong.", None, PRESENT),
        ("We filtered toxic content and personal data from the training set.", None, PRESENT),
        ("The data was deduplicated with MinHash.", None, PRESENT),
        ("We removed all documents with a 13-gram overlap with the test sets.", None, ABSENT),
        ("Training data was decontaminated against every benchmark reported here.", None, ABSENT),
        ("No test questions were used in training; the benchmark test sets were excluded.", None, ABSENT),
        ("## Contamination\n\nWe checked our corpus for leaked evaluation data and found none.", None, ABSENT),
        ("我们对训练数据做了去污处理，排除了测试集。", None, ABSENT),
        ("학습 데이터에서 벤치마크 오염 여부를 점검하고 제거했습니다.", None, ABSENT),
        ("Some of our training data may be contaminated with benchmark questions.", None, UNCLEAR),
        ("Trained on web text and code.", "", ABSENT),
    ],
)
def test_contamination(card_with, prose, table, expected):
    judge(card_with, "contamination_unaddressed", prose, table, expected)


@pytest.mark.parametrize(
    ("prose", "table", "expected"),
    [
        ("It beats GPT-4 on GSM8K.", None, PRESENT),
        ("On HumanEval, Lumen surpasses GPT-4o and Claude 3.5 Sonnet.", None, PRESENT),
        ("It outperforms GPT-4 in writing SQL.", ONE, PRESENT),
        ("Lumen is comparable to GPT-4o on MT-Bench.", None, PRESENT),
        ("在 GSM8K 上超越 GPT-4。", None, PRESENT),
        ("GSM8K에서 GPT-4를 능가합니다.", None, PRESENT),
        ("Across many benchmarks it is on par with GPT-4o.", None, UNCLEAR),
        ("It outperforms ChatGPT 3.5 on MT-Bench.", None, ABSENT),
        ("The training data was generated with GPT-4.", None, ABSENT),
        ("Answers are judged by GPT-4 on a scale of 1 to 10.", None, ABSENT),
        ("It still falls behind GPT-4 on HumanEval.", None, ABSENT),
        ("It outperforms Llama-2-13B on GSM8K.", None, ABSENT),
        ("Distilled from Claude 3 Opus conversations.", None, ABSENT),
    ],
)
def test_frontier_claims(card_with, prose, table, expected):
    judge(card_with, "beats_frontier_claim", prose, table, expected)


@pytest.mark.parametrize(
    ("prose", "table", "expected"),
    [
        ("", None, PRESENT),
        ("Details of the evaluation are in our technical report.", None, PRESENT),
        ("State-of-the-art results on GSM8K and MMLU among open models.", "", PRESENT),
        ("The sampling temperature for chat should be 0.7.", None, PRESENT),
        ("", LEADERBOARD.replace("## Results", "## Open LLM Leaderboard Evaluation Results"), ABSENT),
        ("We evaluated with lm-evaluation-harness 0.4.2, 5-shot for MMLU and 8-shot for GSM8K.", None, ABSENT),
        (
            "All evaluations use OpenCompass with greedy decoding; scripts to reproduce the results are linked.",
            None,
            ABSENT,
        ),
        ("我们使用评测工具 OpenCompass，MMLU 5-shot，采用贪心解码。", None, ABSENT),
        ("평가는 lm-evaluation-harness로 MMLU 5-shot, 온도 0으로 진행했습니다.", None, ABSENT),
        (
            "",
            "\n## Results\n\n| Benchmark | Shots | Lumen-7B |\n|---|---|---|\n| MMLU | 5 | 63.1 |\n| GSM8K | "
            "8 | 51.0 |\n",
            UNCLEAR,
        ),
        ("A model for stories. It is really good at plots.", "", ABSENT),
        ("Evals: to be done.", "", ABSENT),
    ],
)
def test_methodology(card_with, prose, table, expected):
    judge(card_with, "methodology_missing", prose, table, expected)


def test_results_on_a_test_without_a_name_are_results_all_the_same():
    card = "# Lumen-8B\n\nOn our private set of 300 contract questions Lumen-8B answers 71% correctly, its base 52%.\n"
    reading = read_card(card)
    states = {flag: reading.finding(flag).state.value for flag in ("quantization_undisclosed", "narrow_selection")}
    assert states == {"quantization_undisclosed": "present", "narrow_selection": "present"}
    assert reading.finding("methodology_missing").lines == (3,)


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        (
            "I ran a quick test where I put a set of 4 Rust and 4 Go questions to three models.\n\n"
            "I ranked the answers:\n\n* Lumen: 22 places\n* Quill: 12",
            PRESENT,
        ),
        ("I asked it ten riddles of my own, and it answered all but one.", PRESENT),
        ("In my private benchmark of 18 logic puzzles it comes in second place.", PRESENT),
        ("We gave the model a handful of tricky coding tasks. It solved most of them.", PRESENT),
        ("An unscientific comparison on a dozen prompts: Lumen was better than Quill nine times.", PRESENT),
        ("I tested it with five questions about Dutch law, and Lumen got four right.", PRESENT),
        ("We prompted each model with 5 riddles and counted correct answers.", PRESENT),
        ("I wrote 12 SQL questions, and the model got 10 right.", PRESENT),
        ("Tested on 10 of my own questions, 9 correct.", PRESENT),
        ("In a blind test with 7 prompts my friends preferred Lumen over Quill.", PRESENT),
        ("我自己出了10道题目测试，答对了8道。", PRESENT),
        ("제가 직접 만든 10개의 질문으로 시험해 보니 8개를 맞혔습니다.", PRESENT),
        ("自作の20問で試したところ、18問が正解でした。", PRESENT),
        ("I used three prompts to make the pictures below, the best is on top.", ABSENT),
        ("We compared several tasks during data selection; the results are in the paper.", ABSENT),
        ("We made several challenges public to get better data.", ABSENT),
        ("See the five sample prompts below for the best results.", ABSENT),
        ("We annotated 20 problems by hand, best of three.", ABSENT),
        ("You should ask it a few questions of your own and see which answers are best.", ABSENT),
        ("We trained it on a set of 12 questions and answers from each of 900 books.", ABSENT),
        ("I made three example conversations for the prompt format below.", ABSENT),
        ("We used two prompts to generate data, and the second did best.", ABSENT),
        ("If several questions remain, write to us; we answer within a day.", ABSENT),
        ("I compared the licences of three stories.", ABSENT),
        ("我们用10条提示词训练了模型，效果最好。", ABSENT),
    ],
)
def test_a_few_questions_of_ones_own_are_a_narrow_test(card_with, prose, expected):
    judge(card_with, "narrow_selection", prose, "", expected)


@pytest.mark.parametrize(
    "sentence",
    [
        "A good 45% of the dataset are long conversations.",
        "We looked for 97% similarity between our data and the questions.",
    ],
)
def test_shares_of_data_are_no_results(sentence):
    reading = read_card(f"# Lumen-8B\n\n{sentence}\n")
    assert reading.finding("quantization_undisclosed").state.value == "absent"
    assert reading.finding("methodology_missing").state.value == "absent"


HARNESS_TABLE = (
    "|Task|Version|Metric|Value|   |Stderr|\n|----|------:|------|----:|---|-----:|\n|{}|0|acc|0.4{}|_|0.02|\n"
)


@pytest.mark.parametrize(
    ("line", "precision", "method"),
    [
        ("hf-causal-experimental (dtype=bfloat16,pretrained=out/lumen), limit: None, num_fewshot: 0", ABSENT, ABSENT),
        ("hf (pretrained=x/lumen,dtype='float16'), gen_kwargs: (None), limit: None, num_fewshot: 5", ABSENT, ABSENT),
        ("vllm (pretrained=x/lumen,dtype=half), limit: None, num_fewshot: 5, batch_size: auto", ABSENT, ABSENT),
        ("hf (pretrained=x/lumen,load_in_4bit=True), limit: None, num_fewshot: 25, batch_size: 4", ABSENT, ABSENT),
        ("lm_eval --model hf --model_args pretrained=x/lumen,dtype=bfloat16 --tasks arc_easy", ABSENT, ABSENT),
        ("python main.py --model_args pretrained=x/lumen --tasks arc_challenge --num_fewshot 25", PRESENT, ABSENT),
        ("accelerate launch main.py --tasks mbpp --precision bf16 --allow_code_execution", ABSENT, ABSENT),
        ("hf (pretrained=x/lumen,dtype=auto), limit: None, num_fewshot: 5, batch_size: 8", PRESENT, ABSENT),
        ("hf (pretrained=x/lumen,load_in_8bit=False), limit: None, num_fewshot: 5", PRESENT, ABSENT),
        ("hf-causal (pretrained=x/lumen-awq), limit: None, provide_description: False", PRESENT, UNCLEAR),
        ('model = AutoModelForCausalLM.from_pretrained("x/lumen", torch_dtype=torch.bfloat16)', PRESENT, PRESENT),
        ("vllm serve x/lumen --dtype bfloat16 --max-model-len 4096", PRESENT, PRESENT),
        ("python train.py --bf16 --num_train_epochs 3 --batch_size 8", PRESENT, PRESENT),
    ],
)
@pytest.mark.parametrize("fenced", [True, False])
def test_the_line_of_a_harness_tells_precision_and_method(line, precision, method, fenced):
    fence = "```\n" if fenced else ""
    tables = "".join(
        f"## {task}\n\n{fence}{line}\n{chr(10) * (not fenced)}{HARNESS_TABLE.format(task, i)}{fence}\n"
        for i, task in enumerate(("boolq", "arc_easy"))
    )
    reading = read_card(f"# Lumen-7B\n\n{tables}", name="Lumen-7B")
    assert reading.own_scores
    assert reading.finding("quantization_undisclosed").state is precision
    assert reading.finding("methodology_missing").state is method


def test_precision_that_was_not_used_is_not_told() -> None:
    table = "# Kestrel-7B\n|Test|Kestrel-7B|\n|--|--|\n|MMLU|63.2|\n\n"
    flag = "quantization_undisclosed"
    assert read_card(table + "The scores were not measured in FP16.").finding(flag).state is State.PRESENT
    assert read_card(table + "The scores were measured in FP16.").finding(flag).state is State.ABSENT


def test_the_number_of_a_rival_alone_raises_no_flag_about_scores() -> None:
    card = "# Kestrel-7B-GGUF\nQuantized files of Kestrel-7B. GPT-4 scores 86.4 on MMLU, for comparison.\n"
    reading = read_card(card)
    assert reading.finding("quantization_undisclosed").state is State.ABSENT
    assert reading.finding("scores_of_another_file").state is State.ABSENT
