"""Numbers in sentences: which of several is the score, in whatever order and language, and whose it is."""

import pytest

from core.cards.read_card import read_card


def own(text: str, name: str = "Kestrel-7B") -> dict[str, float]:
    reading = read_card(f"# {name}\n\n{name} is a language model.\n\n{text}\n")
    return {score.name_as_written: score.value for score in reading.own_scores}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("GSM8K: 41.3 → 55.0 after DPO.", {"GSM8K": 55.0}),
        ("GSM8K (8-shot): 65.0 -> 71.5", {"GSM8K (8-shot)": 71.5}),
        ("The MMLU score is 62.1 ± 0.4.", {"MMLU": 62.1}),
        ("HumanEval pass@1 is 44.5 (+/- 1.2).", {"HumanEval": 44.5}),
        ("Across five seeds MMLU ranged from 61.4 to 62.8.", {}),
        ("Depending on the prompt, HumanEval varies between 40.1 and 45.3.", {}),
        ("MMLU went from 58.9 to 64.2 once we switched to the new data.", {"MMLU": 64.2}),
        ("- MMLU: 80,7", {"MMLU": 80.7}),
        ("MMLU = 80,7 %", {"MMLU": 80.7}),
        ("MMLU: 80,7; GSM8K: 55,3", {"MMLU": 80.7, "GSM8K": 55.3}),
        ("MMLU 80,7, GSM8K 55,3", {"MMLU": 80.7, "GSM8K": 55.3}),
        ("On MMLU Kestrel-7B reaches 80.7 percent and on GSM8K 55.3 percent.", {"MMLU": 80.7, "GSM8K": 55.3}),
        ("On MMLU it gets 80.7, on GSM8K 55.3 and on BBH 41.2.", {"MMLU": 80.7, "GSM8K": 55.3, "BBH": 41.2}),
        ("Auf MMLU erreicht es 80,7 und auf GSM8K 55,3.", {"MMLU": 80.7, "GSM8K": 55.3}),
        ("It gets 73.8 on HumanEval and 61.0 on MBPP.", {"HumanEval": 73.8, "MBPP": 61.0}),
        ("MMLU..... 66.3\nHellaSwag.. 82.0\nGSM8K... 59.4", {"MMLU": 66.3, "HellaSwag": 82.0, "GSM8K": 59.4}),
        ("On MMLU it gets 49.8 % (base: 44.1 %).", {"MMLU": 49.8}),
        ("- GSM8K: 1,319 questions", {}),
        ("MMLU=62.1 / GSM8K=71.0", {"MMLU": 62.1, "GSM8K": 71.0}),
        ("We measured 62.1 for MMLU instead of the 63.4 that others report.", {"MMLU": 62.1}),
        ("Der MMLU-Wert liegt bei 62,1 %.", {"MMLU": 62.1}),
        ("MMLU 점수는 62.1점으로 이전 버전보다 2.3점 높습니다.", {"MMLU": 62.1}),
        ("With 62.1, Kestrel-7B sits between Mistral-7B (60.1) and Llama-3-8B (66.6) on MMLU.", {"MMLU": 62.1}),
        ("MBPP: 47.6 (3-shot), HumanEval: 40.2 (0-shot)", {"MBPP": 47.6, "HumanEval": 40.2}),
        ("The reported 62.1 on GSM8K was taken in bf16; without a prompt the model gets 59.7.", {"GSM8K": 59.7}),
    ],
)
def test_one_of_several_numbers_is_the_score(text, expected):
    found = own(text)
    assert {name: found[name] for name in expected} == expected
    assert len(found) == len(expected)


@pytest.mark.parametrize(
    "text",
    [
        "Kestrel-7B obtient 62,1 sur MMLU et 55,0 sur GSM8K.",
        "Kestrel-7B erreicht 62,1 auf MMLU und 55,0 auf GSM8K.",
        "O Kestrel-7B obtém 62,1 no MMLU e 55,0 no GSM8K, contra 60,1 do Mistral-7B no MMLU.",
        "Kestrel-7B는 MMLU에서 62.1점, GSM8K에서 55.0점을 기록했습니다.",
    ],
)
def test_decimal_commas_and_particles_hide_no_number(text):
    assert own(text) == {"MMLU": 62.1, "GSM8K": 55.0}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Kestrel-7B and Mistral-7B are close on MMLU: the two are at 62.0 and 60.4.", 62.0),
        ("In 5-shot MMLU, GPT-4 gets 86.4, Llama-2-70B 68.9 and ours 62.1.", 62.1),
        ("Kestrel-7B nears Llama-2-70B on MMLU (62.1 vs. 68.9).", 62.1),
        ("According to Meta, Llama-2-7B gets 45.3 on MMLU, so our 62.1 is a large step.", 62.1),
        ("Meta reports 68.9 on MMLU for Llama-2-70B, while our 62.1 was measured with the same prompt.", 62.1),
        ("The previous version scored 59.0 on MMLU, this one gets 63.0.", 63.0),
        ("Its predecessor, Kestrel-7B-v0.1, stood at 57.0 on MMLU.", None),
        ("Before alignment: MMLU 60.5.", None),
        ("It reaches an MMLU score of 62.1, whereas the unquantized model reaches 62.9.", 62.1),
        ("HumanEval 42.1 vs 40.2 for CodeLlama-13B.", 42.1),
    ],
)
def test_each_number_goes_to_its_model(text, expected):
    assert list(own(text).values()) == ([] if expected is None else [expected])
