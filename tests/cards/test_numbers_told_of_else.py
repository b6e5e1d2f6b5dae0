"""Numbers in sentences that are no score of the card's model, and own scores that stand in unusual forms."""

import pytest

from core.cards.read_card import read_card
from tests.cards.own_values import own

pytestmark = pytest.mark.slow  # wordings by the hundred: the quick tests keep to a minute

MADE_FROM = "---\nbase_model: acme/Wren-7B\n---\n"


@pytest.mark.parametrize("front", [MADE_FROM, ""])
@pytest.mark.parametrize(
    "text",
    [
        "MMLU improves from 48.1 to 55.7.",
        "It raises MMLU from 48.1 points to 55.7 points.",
        "MMLU rises from 48.1 in the base to 55.7.",
        "MMLU is up to 55.7 from 48.1.",
        "MMLU: 48.1 to 55.7 after DPO.",
        "MMLU 从 48.1 提升到 55.7。",
        "MMLU得分由48.1%提高至55.7%。",
        "MMLU が 48.1 から 55.7 に向上しました。",
        "MMLUは48.1から55.7へ改善しました。",
        "MMLU가 48.1에서 55.7로 향상되었습니다.",
        "MMLU 점수가 48.1%에서 55.7%로 올랐습니다.",
        "MMLU stieg von 48,1 auf 55,7.",
        "MMLU stieg von 48,1 % auf nun 55,7 %.",
        "Le score MMLU passe de 48,1 à 55,7.",
        "MMLU sube de 48,1 a 55,7.",
        "MMLU mejora del 48,1 % al 55,7 %.",
        "O MMLU subiu de 48,1 para 55,7.",
        "MMLU è salito da 48,1 a 55,7.",
        "MMLU вырос с 48,1 до 55,7.",
        "MMLU steeg van 48,1 naar 55,7.",
        "MMLU wzrósł z 48,1 do 55,7.",
        "MMLU 48,1'den 55,7'ye yükseldi.",
        "MMLU tăng từ 48.1 lên 55.7.",
        "- MMLU: 48,1 → 55,7",
        "MMLU: 48.1 (v1.0) → 55.7 (v1.1)",
        "MMLU: 48.1 (v1), 55.7 (v2).",
        "MMLU: 55.7 (v2), 48.1 (v1).",
        "MMLU: v1 48.1, v2 55.7",
        "v1: 48.1 on MMLU, v2: 55.7 on MMLU",
        "On MMLU it improves over v1 (48.1) with 55.7.",
        "MMLU: 48.1 (before), 55.7 (after)",
        "On MMLU: 48.1 (old), 55.7 (new).",
        "MMLU: previously 48.1, now 55.7",
        "MMLU before: 48.1, after: 55.7",
        "MMLU rose from ~48.1 to ~55.7.",
        "MMLU 从约 48.1 提升到约 55.7。",
        "MMLU: 55.7 (prev. 48.1)",
        "MMLU: **55.7** *(prev. 48.1)*",
        "On MMLU it gets 55.7 (formerly 48.1).",
        "MMLU 55.7 (vorher 48.1)",
        "MMLU 55.7（之前 48.1）",
        "MMLU 55.7 (以前は 48.1)",
        "MMLU 55.7 (이전 48.1)",
        "MMLU 55.7 (vs. 48.1)",
        "MMLU 55.7 (48.1 without DPO)",
        "MMLU is at 55.7 now; it was 48.1 before DPO.",
        "MMLU was 48.1 before DPO and is 55.7 now.",
        "MMLU used to be 48.1, now it is 55.7.",
        "MMLU 55.7 ↑ 3.1 vs. Tern-6B",
        "MMLU 55.7 (▲3.1)",
    ],
)
def test_of_an_old_and_a_new_value_only_the_new_one_is_own(text: str, front: str) -> None:
    assert own(text, front=front) == [55.7]


def test_each_test_of_a_sentence_has_its_own_change() -> None:
    assert own("MMLU 从 48.1 提升到 55.7，GSM8K 从 40.0 提升到 50.1。") == [55.7, 50.1]
    assert own("MMLU stieg von 48,1 auf 55,7 und GSM8K von 40,0 auf 50,1.") == [55.7, 50.1]


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("Version 1 had 58.1 on MMLU.", "Kestrel-7B", []),
        ("Version 1 had 58.1 on MMLU.", "Kestrel-7B-v2", []),
        ("Kestrel v1 had 58.1 on MMLU.", "Kestrel-7B-v2", []),
        ("v1 gets 58.1 on MMLU.", "Kestrel-7B-v1", [58.1]),
        ("MMLU: 48.1 (v1), 55.7 (v2).", "Kestrel-7B-v1", [48.1]),
        ("Version 2 has 58.1 on MMLU.", "Kestrel-7B", [58.1]),
        ("LiveCodeBench: 40.2 (v5), 38.8 (v6)", "Kestrel-7B", [40.2, 38.8]),
    ],
)
def test_versions_of_the_model_are_told_apart_by_its_name(text: str, name: str, expected: list[float]) -> None:
    assert own(text, name) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Le modèle obtient un score de 55,7 à MMLU et de 50,1 à GSM8K.", [55.7, 50.1]),
        ("Con una precisión de 55,7 a 5 disparos en MMLU.", [55.7]),
        ("从 MMLU 的 55.7 看，模型不错。", [55.7]),
        ("MMLU: 55.7 (5-shot), 50.1 (0-shot).", [55.7, 50.1]),
        ("MMLU was 55.7 in our test.", [55.7]),
        ("It gets 55.7 on MMLU before any tuning of prompts.", [55.7]),
        ("MMLU: 55.7 without fine-tuning on it", [55.7]),
        ("MMLU: 60.4–62.0 over five prompts", []),
        ("MMLU: 60.4 to 62.0 over five prompts", []),
        ("On MMLU it gets 60.4 – 62.0, depending on the prompt.", []),
        ("MMLU-Werte von 60,4 bis 62,0", []),
        ("MMLU 61.2 – GSM8K 50.1", [61.2, 50.1]),
        ("MMLU – 61.2 (5-shot)", [61.2]),
    ],
)
def test_what_only_looks_like_a_change_and_the_ends_of_a_spread(text: str, expected: list[float]) -> None:
    assert own(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "## BFCL v3\n\nServed with vLLM 0.7, bfloat16, temperature 0.001.",
        "## MMLU\n\nRun with transformers 4.46 and torch 2.5.",
        "## MMLU\n\nServed with SGLang 0.4 and flash-attn 2.6.",
        "## GSM8K\n\nHarness version: 0.4",
        "## GSM8K\n\nVersion 0.4 of the harness",
        "## MMLU\n\nPython 3.11, CUDA 12.4.",
        "## MMLU\n\n- Transformers 4.46\n- PyTorch 2.5\n- Datasets 3.1",
        "- MMLU\n  - vLLM: 0.7",
        "HumanEval runs in Docker 24.0 with Python 3.11.",
        "We evaluate on MMLU with lighteval 0.6.",
        "We evaluate MMLU with the tern-eval framework 1.2.",
        "MMLU (lm-eval 0.4)",
        "SWE-bench Verified uses SWE-agent 1.0.",
    ],
)
def test_versions_of_programs_are_no_scores(text: str) -> None:
    assert own(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "SWE-bench Verified with SWE-agent 1.0: 40.2",
        "Aider polyglot with Aider 0.85: 40.2",
        "MMLU with lm-eval 0.4: 40.2",
        "MMLU using lighteval 0.6 is 40.2.",
        "With lm-eval 0.4, it gets 40.2 on MMLU.",
        "It reaches 40.2 on MMLU with vLLM 0.7.",
        "MMLU with Wren-Harness 1.2: 40.2",
        "SWE-bench Verified with Plover 1.2: 40.2",
        "Kestrel-7B 1.5 gets 40.2 on MMLU.",
        "MMLU, version 1.2: 40.2",
        "SWE-bench Verified with SWE-agent 40.2",
        "MMLU with vLLM 40.2",
        "MMLU with CoT 40.2",
        "Aider polyglot 40.2",
        "BigCodeBench 40.2",
        "HumanEval in Python: 40.2",
    ],
)
def test_scores_beside_programs_stay_own(text: str) -> None:
    assert own(text) == [40.2]


@pytest.mark.parametrize(
    "text",
    [
        "I got 31.2% on MMLU (random is 25%).",
        "On MMLU (25% by chance) it scores 31.2.",
        "It scores 31.2% on MMLU (25% = chance).",
        "MMLU 31.2% (vs. 25% random)",
        "31.2% on MMLU, barely above the 25% expected by chance.",
        "It gets 31.2% on MMLU (guessing: 25%).",
        "On MMLU, picking at random gives 25.0%, and it gets 31.2%.",
        "Random choice would yield 25.0 on MMLU; it gets 31.2.",
        "By chance one would get 25% on MMLU; it gets 31.2%.",
        "MMLU: 31.2% (Zufall: 25%)",
        "MMLU : 31.2 % (hasard : 25 %)",
        "MMLU：31.2%（随机猜测为 25%）",
        "MMLU: 31.2 (ランダム 25.0)",
        "MMLU: 31.2% (무작위 25%)",
        "On 500 random questions of MMLU it gets 31.2%.",
        "MMLU: 31.2 (random seed 42)",
        "With a random seed it gets 31.2% on MMLU.",
        "It gets 31.2 by guessing less on MMLU.",
    ],
)
def test_what_guessing_gives_is_no_score(text: str) -> None:
    assert own(text) == [31.2]


@pytest.mark.parametrize("front", [MADE_FROM, ""])
@pytest.mark.parametrize(
    "text",
    [
        "Prior SOTA on MMLU at this size: 60.3.",
        "Our competitor scores 58.1 on MMLU.",
        "Rivals score 58.1 on MMLU.",
        "On MMLU, 88.7 (Wren-70B).",
        "MMLU: 88.7 (Wren-70B)",
        "Tern (7B) has 60.0 on MMLU.",
        "The median of the models we tested on MMLU is 58.0.",
        "The mean score of the other models on MMLU is 58.0.",
        "Correlation with MMLU: r = 0.87.",
        "The correlation with MMLU is 0.87.",
        "R² with MMLU is 0.87.",
        "Inter-annotator agreement on TruthfulQA was 0.82.",
        "Annotators agreed on 82.5% of MT-Bench.",
        "The Kappa on MT-Bench between judges is 0.71.",
        "MMLU (p = 0.03) differs significantly.",
        "The p-value on MMLU is 0.03.",
        "The standard deviation over five runs on MMLU is 0.4.",
        "We removed 0.4% of the MMLU questions.",
        "We had to skip 0.4% of MMLU.",
        "MMLU is worth 25% of our composite score.",
        "MMLU counts for 25% of the index.",
        "MMLU has a weight of 25%.",
        "The index is 25% MMLU and 75% GSM8K.",
        "GSM8K used `temperature=1.0`, `top_p=0.95`.",
        "It is at parity with the 90 GB file on MMLU, and 28% smaller.",
    ],
)
def test_statistics_weights_and_what_others_reach_are_not_own(text: str, front: str) -> None:
    assert own(text, front=front) == []


@pytest.mark.parametrize(
    "text",
    [
        "MMLU: 61.2 (Kestrel-7B)",
        "Kestrel (7B) has 61.2 on MMLU.",
        "MT-Bench: 61.2 (GPT-4)",
        "MMLU: 61.2 (Llama 3 prompt)",
        "The median of five runs on MMLU is 61.2.",
        "The average over five runs on MMLU is 61.2.",
        "MMLU is 61.2 (p = 0.03).",
        "MMLU (weighted by category): 61.2",
        "It agrees with experts: 61.2 on MMLU.",
        "Its agreement with human labels is high; it scores 61.2 on MMLU.",
        "Beating all competitors, it scores 61.2 on MMLU.",
        "It is a competitor of Tern-7B and scores 61.2 on MMLU.",
        "It skips hard ones and solves 61.2% of MMLU.",
        "The optimized prompts give 61.2 on MMLU.",
        "It yields 61.2 on MMLU.",
        "This Llama-style model gets 61.2 on MMLU.",
    ],
)
def test_own_scores_beside_such_words_stay_own(text: str) -> None:
    assert own(text) == [61.2]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MMLU: ~61", [61.0]),
        ("MMLU: ≈ 61.2 %", [61.2]),
        ("MMLU: about 61.2", [61.2]),
        ("It has MMLU: ~61.2 and GSM8K: ~50.1.", [61.2, 50.1]),
        ("MMLU rose ~3.1 with DPO.", []),
        ("MMLU loss: ~1.2", []),
        ("MMLU latency: ~1.2 s", []),
        ("We aim at MMLU: ~61.2 next year, and GSM8K.", []),
        ("MMLU/GSM8K/HumanEval: 61.2/50.1/40.2", [61.2, 50.1, 40.2]),
        ("MMLU/GSM8K: 61.2%/50.1%", [61.2, 50.1]),
        ("It gets 61.2/50.1 on MMLU/GSM8K.", [61.2, 50.1]),
        ("Tern-7B: MMLU/GSM8K 61.2/50.1", []),
        ("HumanEval pass@1/pass@10: 40.2/61.0", [40.2, 61.0]),
        ("HumanEval (pass@1/pass@10): 40.2/61.0", [40.2, 61.0]),
        ("HumanEval: 40.2/61.0 (pass@1/pass@10)", [40.2, 61.0]),
        ("MMLU (0-shot/5-shot): 58.1/61.2", [58.1, 61.2]),
        ("MMLU and GSM8K, see 61.2/50.1 and A/B.", []),
        ("It takes first place on IFEval with 81.2 points.", [81.2]),
        ("With 61.2 points on MMLU Kestrel-7B is second to Tern-7B (62.0).", [61.2]),
        ("With 61.2 points more on MMLU than Tern-7B it wins.", []),
        ("It leads by 3.1 points on MMLU.", []),
        ("It beats Tern-7B with 3.1 points on MMLU.", []),
        ("MMLU: 55.7 and GSM8K: 50.1", [55.7, 50.1]),
        ('{"mmlu": 0.612, "gsm8k": 0.501}', [0.612, 0.501]),
        ("mmlu: 0.612, gsm8k: 0.501", [0.612, 0.501]),
        ("MMLU: 61.2, up from 58.1", [61.2]),
    ],
)
def test_own_scores_in_unusual_forms(text: str, expected: list[float]) -> None:
    assert own(text) == expected


def test_metrics_behind_strokes_are_told_apart() -> None:
    reading = read_card("# Kestrel-7B\n\nMMLU (0-shot/5-shot): 58.1/61.2\n", name="Kestrel-7B")
    assert [(score.value, score.shots) for score in reading.scores] == [(58.1, 0), (61.2, 5)]
