"""The trust signals, each with cards that earn it and cards that do not."""

import pytest

from core.cards.read_card import read_card
from core.cards.reading import State
from core.cards.signals import SIGNALS

PRESENT, ABSENT, UNCLEAR = State.PRESENT, State.ABSENT, State.UNCLEAR

TABLE = "\n\n| Benchmark | Score |\n|---|---|\n| MMLU | 63.1 |\n| GSM8K | 51.4 |\n"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("meta-llama/Llama-3.2-3B", "# Llama 3.2\n\nText model.", PRESENT),
        ("README", "# Gemma 2\n\n**Authors**: Google DeepMind", PRESENT),
        ("README", "# Model Information\n\n**Model Developer:** Meta", PRESENT),
        ("README", "# Ministral\n\nDeveloped and released by Mistral AI.", PRESENT),
        ("Qwen/Qwen2.5-3B-Instruct", "# Qwen2.5-3B-Instruct\n\nA chat model.", PRESENT),
        ("qwen2.5-3b-instruct", "# Qwen2.5-3B-Instruct\n\nA chat model.", PRESENT),
        ("deepseek-ai/DeepSeek-V2-Lite", "# DeepSeek-V2-Lite\n\nA mixture of experts.", PRESENT),
        ("somebody/Lumen-7B", "# Lumen-7B\n\nFine-tuned from mistralai/Mistral-7B-v0.1 on my own data.", ABSENT),
        (
            "somebody/Lumen-Llama-3-8B",
            "# Lumen\n\nI made this with QLoRA on one GPU. Thanks to Meta for Llama.",
            ABSENT,
        ),
        ("hobby/merge-7B", "# merge-7B\n\nA SLERP merge of two models.", ABSENT),
        ("hobby/wizard-mistral-7b", "# Wizard Mistral\n\nTrained by me.", ABSENT),
        ("ibm-granite/granite-3.1-8b-instruct", "# Granite 3.1 8B\n\nA chat model.", UNCLEAR),
        ("upstage/SOLAR-10.7B-v1.0", "# SOLAR 10.7B\n\nDepth up-scaled.", UNCLEAR),
        (
            "quanty/Llama-3.2-3B-Instruct-GGUF",
            "# Llama 3.2 3B GGUF\n\nOriginal model: meta-llama/Llama-3.2-3B-Instruct\n\nModel developer: Meta",
            UNCLEAR,
        ),
        ("google/gemma-3-1b-it-qat-q4_0-gguf", "# Gemma 3\n\nAuthors: Google DeepMind", PRESENT),
        # whom the card's own sample code loads from
        ("LumenGuard-7b", 'A filter.\n\n```py\nmodel_id = "meta-llama/LumenGuard-7b"\n```', PRESENT),
        ("lumen-vision-3b", 'A model.\n\n```py\nAutoModel.from_pretrained("google/lumen-vision-3b")\n```', PRESENT),
        ("lumen-vision-3b", 'A model.\n\n```py\nAutoModel.from_pretrained("./models/lumen-vision-3b")\n```', ABSENT),
        ("lumen-lora-3b", 'Mine.\n\n```py\nbase = load("google/gemma-2b")\n```', ABSENT),
        ("Llama-3.2-3B", '# Llama 3.2 3B\n\n```py\nload("somebody/Llama-3.2-3B")\n```', UNCLEAR),
        ("Llama-3.2-3B", "# Llama 3.2 3B\n\n```sh\nrun --model checkpoints/Llama-3.2-3B\n```", PRESENT),
        # merges under a family's name, with a size that the family does not have
        ("mixtral_3bx2_moe", '# Mixtral MoE 2x3B\n\n```py\nload("hobby/Mixtral_3Bx2_MoE")\n```', ABSENT),
        ("Mixtral-4x7B-fun", "# Mixtral 4x7B\n\nFour friends in one.", ABSENT),
        # a family's name with words of somebody's own after it
        ("Llama-3-8B-Pirate", "# Llama 3 8B Pirate\n\nArr.", ABSENT),
        ("gemma-2-9b-it-SimPO", "# gemma-2-9b-it-SimPO\n\nTuned further.", ABSENT),
        ("Qwen2-7B-roleplay", "# Qwen2-7B-roleplay\n\nStories.", ABSENT),
        ("Phi-3-mini-pirate", "# Phi-3-mini-pirate\n\nArr.", ABSENT),
        ("llama-3-8b-instruct-262k", "# Llama-3 8B Instruct 262k\n\nLonger.", ABSENT),
        ("Mistral-7B-Instruct-v0.2-DPO", "# Mistral-7B-Instruct-v0.2-DPO\n\nTuned further.", ABSENT),
        ("somebody/Meta-Llama-3-8B", "# Llama 3 8B\n\nA copy.", UNCLEAR),
        ("Phi-3-mini-128k-instruct", "# Phi-3-mini-128k-instruct\n\nSmall.", PRESENT),
        ("Mistral-Nemo-Instruct-2407", "# Mistral-Nemo-Instruct-2407\n\nA model.", PRESENT),
        ("Qwen2.5-Coder-7B-Instruct", "# Qwen2.5-Coder-7B-Instruct\n\nCode.", PRESENT),
        ("Llama-3.2-11B-Vision-Instruct", "# Llama 3.2 Vision\n\nSees.", PRESENT),
        # who made the model that it is built on
        ("README", "# Lumen-7B\n\n## Base model\n\nTrained by [Mistral AI](https://example.org).", ABSENT),
        ("README", "# Lumen-7B\n\n### _Quill_ – the backbone\n\nIt was released by Google in spring.", ABSENT),
        ("README", "# Lumen-7B\n\n## 基座模型\n\n由 Qwen 团队训练, trained by Alibaba Cloud.", ABSENT),
        ("README", "# Lumen-7B\n\nIt is based on Mistral 7B, a model trained by Mistral AI.", ABSENT),
        ("README", "# Lumen-7B\n\nFine-tuned from Gemma-2-9B, which was released by Google.", ABSENT),
        ("README", "# Lumen-7B\n\nMeta released Llama 3 last month, so I tuned it on my recipes.", ABSENT),
        (
            "README",
            "---\nbase_model: somebody/Lumen-7B-base\n---\n# Lumen-7B\n\nIts ancestor was trained by Mistral AI.",
            ABSENT,
        ),
        ("README", "# Lumen-7B\n\nIt builds on Llama 3 by Meta, and I added my own data.", ABSENT),
        ("README", "# Lumen-7B\n\nLumen is a finetune of Mistral-7B-v0.1 developed by Mistral AI.", ABSENT),
        ("README", "# Lumen-7B\n\nThe original Phi-2 was released by Microsoft.", ABSENT),
        ("README", "# Lumen-7B\n\nIt uses Gemma, which was developed by Google.", ABSENT),
        ("README", "# Lumen-7B\n\nWe use a dataset created by Microsoft.", ABSENT),
        ("README", "# Lumen-7B\n\nThis model was trained by the Qwen team at Alibaba.", PRESENT),
        ("README", "# Lumen-7B\n\nLumen-7B was developed by Microsoft Research.", PRESENT),
        ("README", "# Lumen-7B\n\nGoogle has released Lumen-7B for research.", PRESENT),
        # whom to write to
        ("README", "# Lumen-1B\n\n## Contact\n\nAnn Author, Meta Inc (annauthor at meta dot com)", PRESENT),
        ("README", "# Lumen-1B\n\nQuestions? Mail to ann.author@microsoft.com.", PRESENT),
        ("README", "# Lumen-1B\n\nQuestions? Mail to ann.author@example.org.", ABSENT),
        ("README", "# Lumen-1B\n\nReport violations of the licence to LlamaUseReport@meta.com.", ABSENT),
        ("README", "# Lumen-1B\n\nFor the code of conduct see opencode@microsoft.com.", ABSENT),
        ("hobby/Lumen-1B", "# Lumen-1B\n\nThe data is by ann.author@microsoft.com.", ABSENT),
    ],
)
def test_publisher_record(name, text, expected):
    found = read_card(text + TABLE, name=name).finding("publisher_record")
    assert found.state is expected, found.reason
    assert bool(found.quotes) or expected is not PRESENT


def index(*sources: tuple[str, str]) -> str:
    results = "".join(
        f"  - task:\n      type: text-generation\n    dataset:\n      name: {test}\n      type: x\n    "
        "metrics:\n    - type: acc\n"
        f"      value: 61.{i}\n    source:\n      name: {source}\n      url: https://example.org\n"
        for i, (test, source) in enumerate(sources)
    )
    return f"---\nmodel-index:\n- name: Lumen-7B\n  results:\n{results}---\n# Lumen-7B\n"


BOARD = (
    "## [Open LLM Leaderboard Evaluation Results](https://example.org)\n\n|Metric|Value|\n|---|---|"
    "\n|Avg.|61.2|\n|MMLU (5-Shot)|60.1|\n"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (index(("MMLU", "Open LLM Leaderboard"), ("HumanEval", "EvalPlus leaderboard")), PRESENT),
        (f"# Lumen-7B\n\nRanked 3rd on the Chatbot Arena (lmarena.ai).\n\n{BOARD}", PRESENT),
        (f"# Lumen-7B\n\nFirst place among 7B models on the EvalPlus leaderboard.\n\n{BOARD}", PRESENT),
        ("# Lumen-7B\n\nAccording to Artificial Analysis and livebench.ai it is in the top 10." + TABLE, PRESENT),
        (f"{index(('MMLU', 'Open LLM Leaderboard'))}\nIndependently verified by matharena.ai.", PRESENT),
        (f"# Lumen-7B\n\n{BOARD}", UNCLEAR),
        (index(("MMLU", "Open LLM Leaderboard"), ("GSM8K", "Open LLM Leaderboard")), UNCLEAR),
        ("# Lumen-7B\n\nIt ranked 5th on the BFCL leaderboard." + TABLE, UNCLEAR),
        ("# Lumen-7B\n\nWe report our own results." + TABLE, ABSENT),
        ("# Lumen-7B\n\nWe evaluate with the harness that the Open LLM Leaderboard uses, too." + TABLE, ABSENT),
        ("# Lumen-7B\n\nA model for stories.", ABSENT),
        ("# Lumen-7B\n\nAll numbers are measured internally by our team." + TABLE, ABSENT),
        ("# Lumen-7B\n\nIn my local run it ranked second on the AlpacaEval leaderboard." + TABLE, ABSENT),
        ("# Lumen-7B\n\nIt ranked 2nd, see ./alpaca_eval/lumen/ for the leaderboard file." + TABLE, ABSENT),
        (
            "# Lumen-7B\n\nWe ran EvalPlus ourselves; it would be placed 4th on the EvalPlus leaderboard." + TABLE,
            ABSENT,
        ),
        (
            "# Lumen-7B\n\nA merge of two others,\n\nwho rank #1 and #2 on the open_llm_leaderboard. "
            "Quill-7B is ranked 3rd on livebench.ai." + TABLE,
            ABSENT,
        ),
        ("# Lumen-7B\n\nThe base model ranked 5th on the BFCL leaderboard." + TABLE, ABSENT),
        ("# Lumen-7B\n\n自测结果在 AlpacaEval leaderboard 上排名第一。" + TABLE, ABSENT),
        ("# Lumen-7B\n\nLumen-7B ranks 9th on livebench.ai and is listed on the BFCL leaderboard." + TABLE, PRESENT),
        ("Scores below come from the Open LLM Leaderboard and were not run by us." + TABLE, UNCLEAR),
        ("Independent evaluation by Vellum and LiveBench:" + TABLE, PRESENT),
        ("Our independent evaluation in-house:" + TABLE, ABSENT),
    ],
)
def test_independent_confirmation(text, expected):
    found = read_card(text, name="Lumen-7B").finding("independent_confirmation")
    assert found.state is expected, found.reason


def table_of(*tests: str) -> str:
    return "\n\n| Benchmark | Score |\n|---|---|\n" + "".join(f"| {test} | 4{i}.5 |\n" for i, test in enumerate(tests))


@pytest.mark.parametrize(
    ("text", "tests", "expected"),
    [
        ("The training data has a cutoff of December 2023.", ["MMLU", "MMLU-Pro"], PRESENT),
        ("Knowledge cutoff: March 2024", ["AIME 2025", "GSM8K"], PRESENT),
        ("**Data freshness:** pretraining data up to 2023-09.", ["LiveBench"], PRESENT),
        ("知识截止日期为2024年6月。", ["IFBench"], PRESENT),
        ("지식 컷오프: 2023년 10월", ["MMLU-Pro"], PRESENT),
        ("Knowledge cutoff: March 2024", ["MMLU", "GSM8K"], ABSENT),
        ("Knowledge cutoff: June 2025", ["MMLU-Pro", "LiveBench", "IFEval"], ABSENT),
        ("Knowledge cutoff: June 2025", ["AIME 2025"], ABSENT),
        ("The training data has a cutoff of September 2022.", ["BBH"], ABSENT),
        ("Knowledge cutoff: December 2023", ["HumanEval+", "MMLU-Redux"], ABSENT),
        ("No cutoff is given.", ["AIME 2025"], ABSENT),
        ("The learning rate was cut off at 1e-5.", ["MMLU-Pro"], ABSENT),
        (
            "The licence exam took place in October. That is later than our data finalization.",
            ["MMLU"],
            PRESENT,
        ),
        ("The bar exam was held after the training data was collected.", ["MMLU"], PRESENT),
        ("이 시험 문제는 학습 데이터 수집 이후에 출제되었습니다.", ["MMLU"], PRESENT),
        ("It cannot answer questions about laws published after the training cutoff.", ["MMLU"], ABSENT),
        ("The test questions were unseen by the model.", ["MMLU"], ABSENT),
    ],
)
def test_benchmark_after_cutoff(text, tests, expected):
    found = read_card(f"# Lumen-7B\n\n{text}{table_of(*tests)}", name="Lumen-7B").finding("benchmark_after_cutoff")
    assert found.state is expected, found.reason
    if expected is PRESENT:
        assert 3 in found.lines


def test_a_cutoff_known_from_the_family_makes_it_unclear():
    found = read_card(f"# Llama 3.1 8B\n\nA model.{table_of('IFBench')}", name="Llama-3.1-8B").finding(
        "benchmark_after_cutoff"
    )
    assert found.state is UNCLEAR and "2023-12" in found.reason


@pytest.mark.parametrize("rule", SIGNALS)
def test_each_signal_has_ten_cards_of_both_kinds(rule):
    rows = globals()[f"test_{rule.__name__}"].pytestmark[0].args[1]
    answers = [row[-1] for row in rows]
    assert len(answers) >= 10 and min(answers.count(PRESENT), answers.count(ABSENT)) >= 2


@pytest.mark.parametrize(
    ("window", "state"), [("06/01/2024-11/01/2024", "present"), ("04/01/2024-11/01/2024", "absent")]
)
def test_questions_from_a_window_of_dates_may_all_be_newer_than_the_cutoff(window, state):
    card = "# Lumen-8B\n\nKnowledge cutoff: May 2024.\n\n| Test | Lumen-8B |\n|---|---|\n"
    reading = read_card(card + f"| LiveCodeBench ({window}) | 32.8 |\n")
    assert reading.finding("benchmark_after_cutoff").state.value == state


@pytest.mark.parametrize(
    "sentence",
    [
        "We used open source datasets from Hugging Face.",
        "It is directly inspired by Intel and its work on chat models.",
        "Hosted by Databricks.",
    ],
)
def test_where_data_and_ideas_come_from_names_no_publisher(sentence: str) -> None:
    card = f"# Kestrel-7B\n{sentence}\n|Test|Kestrel-7B|\n|--|--|\n|MMLU|63.2|\n"
    assert read_card(card).finding("publisher_record").state is State.ABSENT
