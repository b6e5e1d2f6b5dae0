"""Chinese and Korean cards: particles without a space, marks from 1 to 10, sizes in 亿 and 억, licences by clause."""

import pytest

from core.cards.licence_badges import licence_of_badges
from core.cards.licence_words import read_licence
from core.cards.read_card import read_card

GRID = """

## {title}

| {tests} | {name} |
|---|---|
| MMLU | 61.2 |
| GSM8K | 55.0 |
| HumanEval | 40.2 |
| IFEval | 50.0 |
"""
CHINESE = "# 青松-7B\n\n{}" + GRID.format(title="评测结果", tests="数据集", name="青松-7B")
KOREAN = "# 소나무-7B\n\n{}" + GRID.format(title="성능 평가", tests="데이터셋", name="소나무-7B")
CASES = [
    ("size_mismatch", True, "以 7B 的参数量达到了 70B 模型的水平。"),
    ("size_mismatch", True, "青松-7B 超过72B模型。"),
    ("size_mismatch", True, "整体表现超越了 130亿 参数的模型。"),
    ("size_mismatch", True, "可与参数量大十倍的模型相媲美。"),
    ("size_mismatch", True, "小模型也能打败大模型。"),
    ("size_mismatch", True, "青松的实力对标 70B 的同行。"),
    ("size_mismatch", False, "优于 70亿 参数的上一代模型。"),
    ("size_mismatch", False, "比 2 万亿词元训练的上一代模型更好。"),
    ("size_mismatch", False, "本系列包括 7B、14B 和 72B 三种规格。"),
    ("size_mismatch", True, "7B 크기로 70B 모델에 준하는 성능을 보입니다."),
    ("size_mismatch", True, "파라미터가 10배 많은 모델보다 높은 점수를 얻었습니다."),
    ("size_mismatch", True, "72B급 모델과 견줄 만한 성능입니다."),
    ("size_mismatch", False, "동급 모델 중 가장 좋은 성능을 보입니다."),
    ("beats_frontier_claim", True, "中文写作能力优于 GPT-4。"),
    ("beats_frontier_claim", False, "不及GPT-4的水平。"),
    ("beats_frontier_claim", False, "训练数据由 GPT-4 生成。"),
    ("beats_frontier_claim", True, "코딩에서 GPT-4와 대등한 성능입니다."),
    ("beats_frontier_claim", False, "GPT-4에는 미치지 못합니다."),
    ("contamination_unaddressed", False, "训练语料中未使用任何基准测试的数据。"),
    ("contamination_unaddressed", True, "我们对训练数据进行了清洗和去重。"),
    ("contamination_unaddressed", False, "학습 데이터에서 테스트셋과 겹치는 문서를 제거했습니다."),
    ("quantization_undisclosed", False, "以上结果均在 BF16 精度下测得。"),
    ("quantization_undisclosed", False, "所有评测均使用FP16权重。"),
    ("quantization_undisclosed", False, "表中分数为 4-bit 量化模型的结果。"),
    ("quantization_undisclosed", True, "使用 FP16 加载需要 15GB 显存。"),
    ("quantization_undisclosed", False, "평가는 FP16에서 수행되었습니다."),
    ("quantization_undisclosed", True, "가중치는 BF16으로 제공됩니다."),
    ("methodology_missing", False, "我们使用零样本设置并采用贪心解码，最大生成长度 2048。"),
    ("methodology_missing", True, "我们在多个基准上评测了模型。"),
    ("methodology_missing", False, "평가는 lm-eval-harness를 이용해 5-shot으로 진행했습니다."),
    ("methodology_missing", False, "온도 0의 그리디 디코딩과 제로샷 프롬프트로 평가했습니다."),
]


@pytest.mark.parametrize(("flag", "present", "sentence"), CASES)
def test_a_flag_follows_what_a_chinese_or_korean_sentence_says(flag, present, sentence):
    card = KOREAN if any("가" <= sign <= "힣" for sign in sentence) else CHINESE
    assert (read_card(card.format(sentence)).finding(flag).state.value == "present") is present


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "在C-Eval（5-shot）上准确率达到73.4%，在CMMLU上达到 72.1，GSM8K 取得 65.8 的成绩。",
            {"C-Eval": 73.4, "CMMLU": 72.1, "GSM8K": 65.8},
        ),
        ("소나무는 KMMLU에서 41.3점, HAE-RAE Bench에서 66.9점을 달성했습니다.", {"KMMLU": 41.3, "HAE-RAE Bench": 66.9}),
        ("It reaches MMLU 63.1, GSM8K 55.2 and HellaSwag 81.0.", {"MMLU": 63.1, "GSM8K": 55.2, "HellaSwag": 81.0}),
    ],
)
def test_each_number_of_a_sentence_goes_to_the_test_it_follows(sentence, expected):
    assert {score.name_as_written: score.value for score in read_card(f"# Lumen-7B\n\n{sentence}\n").scores} == expected


def test_marks_of_a_judge_are_no_percentages():
    card = "# 云杉-13B\n\n### AlignBench\n\n| 模型 | 总分 | 推理 |\n|---|---|---|\n| 云杉-13B | 6.52 | 5.90 |\n"
    card += "\nMT-Bench 得分为 8.05，LogicKor 得分为 8.41，MMLU 得分为 7.1。\n"
    scales = {score.name_as_written: score.scale for score in read_card(card).scores}
    assert scales == {
        "AlignBench 总分": "rating",
        "AlignBench 推理": "rating",
        "MT-Bench": "rating",
        "LogicKor": "rating",
        "MMLU": "percent",
    }


def test_a_name_in_another_script_in_brackets_is_the_same_model():
    table = "| 벤치마크 | Sonamu-8B | Other-8B |\n|---|---|---|\n| KMMLU | 45.1 | 44.5 |\n"
    reading = read_card(f"# 소나무-8B (Sonamu-8B)\n\n## 평가\n\n{table}")
    assert [score.value for score in reading.own_scores] == [45.1]


@pytest.mark.parametrize(
    ("text", "field", "expected"),
    [
        ("# 云杉\n\n云杉是一个130亿参数的模型。", "parameters_b", (13.0,)),
        ("# 云杉\n\n- 模型参数量：36B\n- 激活参数量：4B", "parameters_b", (36.0,)),
        ("# 云杉\n\n- 最大序列长度：32K", "context_length", 32768),
        ("# Spruce\n\nThe best model under 10B parameters. It is a 9B model.", "parameters_b", (9.0,)),
        ("# Spruce\n\n| Detail | Value |\n|---|---|\n| License | Apache 2.0 |", "licence", "Apache 2.0"),
        ("# 소나무\n\n80억 개의 파라미터를 가진 모델입니다.", "parameters_b", (8.0,)),
        ("# 소나무\n\n최대 32,768 토큰의 컨텍스트를 지원합니다.", "context_length", 32768),
        ("# 소나무\n\n지식 기준일: 2024년 12월\n라이선스: Apache License 2.0", "licence", "Apache License 2.0"),
        ("# 소나무\n\n지식 기준일: 2024년 12월\n라이선스: Apache License 2.0", "cutoff", "2024-12"),
    ],
)
def test_what_a_card_says_of_its_model(text, field, expected):
    assert getattr(read_card(text).about, field) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("代码按照 MIT 协议发布，权重遵循 云杉社区许可协议。", "云杉社区许可协议"),
        ("模型权重采用《青松社区许可协议》。", "青松社区许可协议"),
        ("模型许可：CC-BY-NC-4.0", "CC-BY-NC-4.0"),
        ("本仓库的代码采用 MIT 许可证。", None),
        ("代码与模型均按照 Apache 2.0 协议使用。", "Apache 2.0"),
        ("The model weights are licensed under the Model License.", "Model License"),
    ],
)
def test_a_licence_by_clause(sentence, expected):
    assert read_licence([sentence]) == expected


BADGE = "https://img.shields.io/badge/"


@pytest.mark.parametrize(
    ("images", "expected"),
    [
        ([("", f"{BADGE}License-CC_BY--NC_4.0-lightgrey.svg")], "CC BY-NC 4.0"),
        ([("", f"{BADGE}license-apache%202.0-blue?style=flat")], "apache 2.0"),
        ([("", f"{BADGE}Code_License-MIT-green"), ("", f"{BADGE}Model%20License-Lumen_1-red")], "Lumen 1"),
        ([("", "https://img.shields.io/static/v1?label=license&message=MIT&color=blue")], "MIT"),
        ([("License: Apache 2.0", "assets/badge.svg")], "Apache 2.0"),
        (
            [("", f"{BADGE}MIT-green?label=Code%20License"), ("", f"{BADGE}Lumen%201-red?label=Model%20License")],
            "Lumen 1",
        ),
        ([("", f"{BADGE}Code_License-MIT-green")], None),
        ([("", f"{BADGE}Paper-arXiv-red"), ("", "https://img.shields.io/github/license/lumen/lumen")], None),
    ],
)
def test_a_badge_may_name_the_licence(images, expected):
    assert licence_of_badges(images) == expected


STAGES = """# Lumen-3 8B{stage}

| Benchmark | Base | SFT | DPO | RL |
|---|---|---|---|---|
| MATH | 20.1 | 31.2 | 33.0 | 44.4 |

| Model | MMLU | GSM8K |
|---|---|---|
| SFT | 60.1 | 55.0 |
| + DPO | 61.0 | 58.0 |
| Rival-8B-Instruct | 69.0 | 80.0 |
"""


@pytest.mark.parametrize(("stage", "main"), [("-Instruct", [31.2, 33.0, 44.4]), ("-Base", [20.1])])
def test_columns_that_name_stages_alone_are_one_model_before_and_after(stage, main):
    reading = read_card(STAGES.format(stage=stage))
    assert [score.value for score in reading.own_scores] == [20.1, 31.2, 33.0, 44.4, 60.1, 55.0, 61.0, 58.0]
    assert [score.value for score in reading.main_scores if score.name_as_written == "MATH"] == main
