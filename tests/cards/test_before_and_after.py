"""Two values of one test, of the model as it was before a step and as it is now, in several languages."""

import pytest

from core.cards.read_card import read_card
from tests.cards.own_values import own

MADE_FROM = "---\nbase_model: acme/Wren-7B\n---\n"


@pytest.mark.parametrize("front", [MADE_FROM, ""])
@pytest.mark.parametrize(
    "text",
    [
        "MMLU: base 58.1, ours 61.2",
        "MMLU: 58.1 (base), 61.2 (this model)",
        "MMLU: 61.2 (ours) vs 58.1 (base)",
        "MMLU: original 58.1 → quantized 61.2",
        "Base model MMLU: 58.1\nFine-tuned MMLU: 61.2",
        "- Baseline MMLU: 58.1\n- MMLU: 61.2",
        "MMLU (base model): 58.1\nMMLU (fine-tuned): 61.2",
        "MMLU before fine-tuning: 58.1\nMMLU after fine-tuning: 61.2",
        "Before fine-tuning MMLU was 58.1, after it 61.2.",
        "Previously MMLU was 58.1; this release has 61.2.",
        "## MMLU\n\nSFT only: 58.1\nAfter DPO: 61.2",
        "Vor dem Feintuning: MMLU 58,1; nach dem Feintuning: 61,2.",
        "MMLU vor dem Feintuning 58,1, danach 61,2.",
        "MMLU : avant 58,1, après 61,2.",
        "MMLU: antes 58,1, después 61,2.",
        "До дообучения MMLU 58.1, после 61.2.",
        "微调前 MMLU 58.1，微调后 61.2。",
        "基座模型 MMLU 为 58.1，微调后为 61.2。",
        "MMLU 达到 61.2（原模型 58.1）。",
        "MMLU 从 58.1 提高到了 61.2。",
        "学習前 58.1、学習後 61.2 (MMLU)。",
        "従来モデルの MMLU は 58.1、本モデルは 61.2。",
        "파인튜닝 전 MMLU 58.1, 후 61.2.",
        "기존 모델의 MMLU는 58.1, 본 모델은 61.2입니다.",
    ],
)
def test_only_the_value_after_the_step_is_own(text: str, front: str) -> None:
    assert own(text, front=front) == [61.2]


@pytest.mark.parametrize(
    "text",
    [
        "HumanEval: 61.2 (base), 57.3 (plus)",
        "HumanEval: base 61.2, plus 57.3",
        "IFEval: prompt 61.2, instruction 57.3",
        "MMLU: 61.2 (original), 57.3 (redux)",
        "MMLU 61.2 with CoT, 57.3 without.",
        "Now at 61.2 on MMLU and 57.3 on GSM8K.",
        "With training on 2T tokens, MMLU is 61.2 and GSM8K 57.3.",
        "Based on our data, this model has 61.2 on MMLU, 57.3 on GSM8K.",
        "Prima di tutto, MMLU 61.2 e GSM8K 57.3.",
        "微调后 C-Eval 61.2，CMMLU 57.3。",
        "本模型在 C-Eval 上得分 61.2，CMMLU 上 57.3。",
        "本モデルは JMMLU で 61.2、JCQA で 57.3 です。",
        "본 모델은 KMMLU 61.2, HAERAE 57.3입니다.",
        "On MMLU it scores 61.2 zero-shot and 57.3 with five shots.",
    ],
)
def test_such_words_alone_take_no_number_away(text: str) -> None:
    assert own(text)[:1] == [61.2]
    assert own(text)[-1:] == [57.3]


def test_a_third_model_in_the_sentence_keeps_its_number() -> None:
    reading = read_card("# Kestrel-7B\n\nMMLU: base 58.1, ours 61.2, Tern-7B 59.0\n", name="Kestrel-7B")
    assert [(score.value, score.own) for score in reading.scores] == [(58.1, False), (61.2, True), (59.0, False)]
    assert reading.scores[-1].subject == "Tern-7B"


@pytest.mark.parametrize("name", ["Kestrel-7B-Base", "Kestrel-7B-base"])
def test_the_card_of_a_base_model_keeps_the_value_of_the_base(name: str) -> None:
    assert 58.1 in own("Base model MMLU: 58.1", name=name)
    assert 58.1 in own("MMLU: base 58.1, fine-tuned 61.2", name=name)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The first version got 58.1 on MMLU.", []),
        ("SOTA on MMLU at 7B is 64.3.", []),
        ("The best 7B model so far had 60.3 on MMLU.", []),
        ("Our best model so far gets 61.2 on MMLU.", [61.2]),
        ("The first version of our family scores 61.2 on MMLU.", [61.2]),
        ("Kestrel-7B is the best 7B model so far with 61.2 on MMLU.", [61.2]),
        ("MMLU 比基座模型提升了 3.1%。", []),
        ("MMLU 为 61.2，比 Wren-7B 高 3.1 分。", [61.2]),
        ("MMLU 准确率 61.2%，提升 3.1%。", [61.2]),
        ("MMLU 最高 61.2。", [61.2]),
        ("MMLU 提升至 61.2。", [61.2]),
        ("Mit 61,2 auf MMLU ist es gut.", [61.2]),
    ],
)
def test_records_of_others_and_steps_are_no_own_score(text: str, expected: list[float]) -> None:
    assert own(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Unquantized model: PPL 6.409, MMLU 79.1.", []),
        ("Base model: MMLU 58.1, GSM8K 40.0", []),
        ("**Base model:** MMLU 58.1\n\n**Fine-tuned:** MMLU 61.2", [61.2]),
        ("Original: MMLU 58.1\nThis model: MMLU 61.2", [61.2]),
        ("FP16 baseline MMLU 58.1, this model 61.2.", [61.2]),
        ("Teacher (Wren-3.1-70B): 86.0 on MMLU. Student: 61.2.", []),
        ("With DPO MMLU is 61.2, without it 58.1.", [61.2]),
        ("An earlier checkpoint scored 58.1 on MMLU.", []),
        ("v1.2 fixes the EOS bug; v1.1 had MMLU 60.1.", []),
        ("v1.2 has MMLU 61.2.", [61.2]),
        ("Scores: IFEval 80.2, MMLU 61.2 (base: 74.1, 58.1).", [80.2, 61.2]),
        ("HumanEval improved from **43% @ Pass 1** with Kestrel 2 to **50.7% @ Pass 1** with Kestrel 2.5.", [50.7]),
        ("Base model: Wren-7B. It gets 61.2 on MMLU.", [61.2]),
        ("In BF16 MMLU is 61.2, now 60.1 in int4", [61.2, 60.1]),
        ("Evaluated in FP16, this model has 61.2 on MMLU and 50.1 on GSM8K.", [61.2, 50.1]),
        ("MMLU 61.2 (was 58.1, 5-shot), GSM8K 50.1", [61.2, 50.1]),
    ],
)
def test_lists_and_labels_of_what_it_was_made_from(text: str, expected: list[float]) -> None:
    assert own(text, front=MADE_FROM) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Beats Wren-7B on MMLU with 61.2.", [61.2]),
        ("Surpasses Wren-7B on MMLU (61.2 vs 58.1)", [61.2]),
        ("Outperforms Wren-7B on MMLU by 3.1 points (61.2 vs 58.1).", [61.2]),
        ("Beats Wren-7B on MMLU: 61.2 > 58.1.", [61.2]),
        ("Outperforming Wren-7B, it gets 61.2 on MMLU.", [61.2]),
        ("The Wren-7B model gets 58.1 on MMLU.", []),
        ("Acme Wren-7B gets 58.1 on MMLU.", []),
    ],
)
def test_a_sentence_that_begins_with_its_boast(text: str, expected: list[float]) -> None:
    assert own(text) == expected


@pytest.mark.parametrize("now", ["the current one gets", "the new version reaches", "the latest release gets"])
def test_what_follows_the_first_version_is_no_more_of_that(now: str) -> None:
    assert own(f"The first version got 58.1 on MMLU; {now} 61.2.") == [61.2]


def test_vanilla_beside_ours_is_another() -> None:
    assert own("- Vanilla: 58.1 on MMLU\n- Ours: 61.2 on MMLU") == [61.2]
