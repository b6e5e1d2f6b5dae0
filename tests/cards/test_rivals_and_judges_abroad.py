"""Rivals and judges in sentences of other languages: what is a rival's number, and what a judge only gave."""

import pytest

from core.cards.read_card import read_card


def _values(text: str) -> tuple[list[float], list[float]]:
    scores = read_card(f"# Kestrel-7B\n\n{text}\n", name="Kestrel-7B").scores
    return [score.value for score in scores if score.own], [score.value for score in scores if not score.own]


@pytest.mark.parametrize(
    ("text", "mine", "theirs"),
    [
        ("在 C-Eval 上取得 61.2 分，超过 Wren-7B 的 58.1 分。", [61.2], [58.1]),
        ("在 C-Eval 上得分为61.2，高于Wren-7B（58.1）。", [61.2], [58.1]),
        ("在C-Eval上以61.2超过了GPT-4的58.1。", [61.2], [58.1]),
        ("C-Eval 上超过了 Wren-7B 的 58.1 分，达到 61.2 分。", [61.2], [58.1]),
        ("MMLU 得分 61.2，接近 Wren-70B 的 62.1。", [61.2], [62.1]),
        ("MMLU 得分 61.2，对比 Wren-7B：58.1。", [61.2], [58.1]),
        ("MMLU 61.2，比 Wren-7B（58.1）更高。", [61.2], [58.1]),
        ("优于GPT-4，在MMLU上达到61.2。", [61.2], []),
        ("与 Wren-7B 相比，MMLU 达到 61.2。", [61.2], []),
        ("超过 Wren-7B 的成绩，MMLU 达到 61.2。", [61.2], []),
        ("Wren-7B 的 MMLU 为 58.1。", [], [58.1]),
        ("GPT-4 在 MMLU 上得分 86.4，Kestrel-7B 得分 61.2。", [61.2], [86.4]),
        ("MMLU は 61.2 で、Wren-7B の 58.1 を上回ります。", [61.2], [58.1]),
        ("MMLU で Wren-7B の 58.1 より高い 61.2 を達成。", [61.2], [58.1]),
        ("MMLU で Wren-7B より高い 61.2 を達成。", [61.2], []),
        ("Wren-7B は MMLU で 58.1 を達成しました。", [], [58.1]),
        ("MMLU 61.2점으로 Wren-7B의 58.1점을 넘습니다.", [61.2], [58.1]),
        ("MMLU에서 Wren-7B의 58.1점보다 높은 61.2점을 기록했습니다.", [61.2], [58.1]),
        ("MMLU에서 Wren-7B보다 높은 61.2점을 기록했습니다.", [61.2], []),
        ("Wren-7B는 MMLU에서 58.1점을 기록했습니다.", [], [58.1]),
        ("Mit 61,2 auf MMLU übertrifft es die 58,1 von Wren-7B.", [61.2], [58.1]),
        ("Ours: 61.2 on MMLU, GPT-4 86.4.", [61.2], [86.4]),
        ("It beats Wren-7B on MMLU with 61.2.", [61.2], []),
        ("Wren-7B 在 MMLU 上为 58.1，本模型为 61.2。", [61.2], [58.1]),
        ("相比 Wren-7B，MMLU 提升 3.1 分，达到 61.2。", [61.2], []),
        ("MMLU は Wren-7B より 3.1 ポイント高い 61.2。", [61.2], []),
        ("Wren-7B の 58.1 に対し、MMLU で 61.2 を達成。", [61.2], []),
        ("Wren-7B의 40.1에 비해 KMMLU 45.2를 달성했습니다.", [45.2], [40.1]),
        ("KMMLU에서 45.2로 Wren-7B(40.1)보다 높습니다.", [45.2], [40.1]),
        ("JMMLU: 61.2、JCommonsenseQA: 88.1", [61.2, 88.1], []),
        ("训练数据中 GSM8K 占 12.5%。", [], []),
        ("量化后 MMLU 仅下降 0.4，为 60.8。", [60.8], []),
        ("4bit 量化版 MMLU 为 60.8，原版为 61.2。", [60.8], [61.2]),
        ("Kestrel-7B schlägt Wren-7B auf MMLU mit 61,2 zu 58,1.", [61.2], [58.1]),
        ("与 Wren-7B 相比，Kestrel-7B 在 MMLU 上为 61.2。", [61.2], []),
        ("Kestrel-7B 的 MMLU 为 61.2，比 Wren-7B 高 3.1 分。", [61.2], []),
        ("Kestrel-7B erreicht 61,2 auf MMLU und schlägt Wren-7B mit 58,1.", [61.2], [58.1]),
        ("Kestrel-7B ottiene 61,2 su MMLU, batte Wren-7B con 58,1.", [61.2], [58.1]),
        ("Kestrel-7B schlägt Wren-7B mit 61,2 auf MMLU.", [61.2], []),
        ("Kestrel-7B supera Wren-7B su MMLU: 61,2 contro 58,1.", [61.2], [58.1]),
        ("Kestrel-7B (Llama-3.1 architecture) reaches 61.2 on MMLU.", [61.2], []),
        ("Wren-360M gets 33.3 on MMLU.", [], [33.3]),
        ("It was trained on Wren-360M and gets 61.2 on MMLU.", [61.2], []),
    ],
)
def test_a_rival_has_its_number_and_the_model_its_own(text: str, mine: list[float], theirs: list[float]) -> None:
    assert _values(text) == (mine, theirs)


@pytest.mark.parametrize(
    "text",
    [
        "Japanese MT-Bench では GPT-4 を審査員として平均 6.42 点でした。",
        "MT-Bench（GPT-4 による採点）では 6.42 でした。",
        "MT-Bench は GPT-4 で採点し 6.42 でした。",
        "MT-Bench-DE mit GPT-4 als Richter: 6.42",
        "Con GPT-4 como juez, MT-Bench es 6.42.",
        "Com GPT-4 como juiz, MT-Bench é 6.42.",
        "Avec GPT-4 comme juge, MT-Bench est à 6.42.",
        "Con GPT-4 come giudice, MT-Bench è 6.42.",
        "С GPT-4 в качестве судьи MT-Bench равен 6.42.",
        "MT-Bench 以 GPT-4 为裁判，得分 6.42。",
        "GPT-4를 심판으로 한 MT-Bench 점수는 6.42입니다.",
        "GPT-4를 평가자로 사용한 MT-Bench 점수는 6.42입니다.",
    ],
)
def test_the_judge_only_gave_the_number(text: str) -> None:
    assert _values(text) == ([6.42], [])


@pytest.mark.parametrize(
    "text",
    [
        "GPT-4 als Richter erreicht auf MT-Bench 8.99.",
        "GPT-4 は MT-Bench で 8.99 でした。",
        "GPT-4 による MT-Bench のスコアは 8.99。",
        "GPT-4의 MT-Bench 점수는 8.99입니다.",
        "GPT-4 的 MT-Bench 为 8.99。",
        "GPT-4 erreicht als bestes Modell 8.99 auf MT-Bench.",
        "GPT-4 obtient 8.99 sur MT-Bench comme modèle de référence.",
    ],
)
def test_a_rival_that_judges_nothing_keeps_its_number(text: str) -> None:
    assert 8.99 in _values(text)[1]
