"""Numbers in sentences and lists that are another's, or no score, and own ones that look like these."""

import pytest

from core.cards.read_card import read_card

MADE_FROM = "---\nbase_model: acme/Wren-7B\n---\n"


def own(text: str, name: str = "Kestrel-7B", front: str = "") -> list[float]:
    reading = read_card(f"{front}# {name}\n\n{text}\n", name=name)
    return [score.value for score in reading.scores if score.own]


@pytest.mark.parametrize("front", [MADE_FROM, ""])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Experts score 89.8 on MMLU.", []),
        ("On MMLU, experts score 89.8 and Kestrel-7B 61.2.", [61.2]),
        ("The average student scores 34.5 on MMLU.", []),
        ("Medical students reach 70.1 on MedQA, while Kestrel-7B gets 61.2.", [61.2]),
        ("A similar model reached 59.0 on MMLU.", []),
        ("Another model of this size gets 59.0 on MMLU.", []),
        ("The best open model of 2023 had 62.0 on MMLU.", []),
        ("The leaderboard leader has 75.0 on MMLU.", []),
        ("An ensemble of five reaches 65.0 on MMLU.", []),
        ("The former reaches 45.3 on MMLU, the latter 61.2.", []),
        ("We also trained a version without code, which gets 57.0 on MMLU.", []),
        ("Compared to the base (58.1), Kestrel-7B has 61.2 on MMLU.", [61.2]),
        ("Compared to the base (58.1), it has 61.2 on MMLU.", [61.2]),
        ("The vendor claims 63.0 on MMLU; we measured 61.2.", [61.2]),
        ("The vendor claims 63.0 on MMLU, our own run gives 61.2.", [61.2]),
        ("Unlike the official 63.0, we measured 61.2 on MMLU.", [61.2]),
        ("We measured 61.2 on MMLU, below the official 63.0.", [61.2]),
        ("The authors report 63.0 on MMLU, we measured 61.2.", [61.2]),
        ("According to the paper it has 63.0 on MMLU, but we get 61.2.", [61.2]),
        ("Reported by the authors: MMLU 63.0. Our run: MMLU 61.2.", [61.2]),
        ("MMLU: official 63.0, ours 61.2.", [61.2]),
    ],
)
def test_what_people_other_models_and_earlier_reports_reach_is_not_own(
    text: str, expected: list[float], front: str
) -> None:
    assert own(text, front=front) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The authors report 61.2 on MMLU.",
        "The official score is 61.2 on MMLU.",
        "The reported 61.2 on MMLU is an average of five runs.",
        "We reach 61.2 on MMLU, as reported in the paper.",
        "A larger model than Tern, Kestrel-7B reaches 61.2 on MMLU.",
        "With 8 experts, it reaches 61.2 on MMLU.",
        "The student scores 61.2 on MMLU.",
        "It was judged by experts and scores 61.2 on MMLU.",
        "We trained a version without code, which gets 61.2 on MMLU.",
        "Unlike Tern-7B, it scores 61.2 on MMLU.",
        "Ahead of Tern-7B, it scores 61.2 on MMLU.",
    ],
)
def test_own_numbers_beside_such_words_stay_own(text: str) -> None:
    assert own(text) == [61.2]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- Kestrel-7B: 61.2 (MMLU)\n- Plover: 30.0 (MMLU)", [61.2]),
        ("- GSM8K\n  - Kestrel-7B: 50.1\n  - Plover: 9.0", [50.1]),
        ("On MMLU, Kestrel-7B (61.2) beats Tern-7B (60.0) and Plover (30.0).", [61.2]),
        ("MMLU: Kestrel-7B 61.2, Tern-7B 60.0, Plover 30.0", [61.2]),
        ("On MMLU: Kestrel-7B 61.2, Plover 30.0.", [61.2]),
        ("Kestrel-7B gets MMLU 61.2, PloverQA 60.0 and GSM8K 50.1.", [61.2, 60.0, 50.1]),
        ("- Kestrel-7B: 61.2 (MMLU)\n- Average: 50.1 (GSM8K)", [61.2, 50.1]),
        ("## MMLU\n\n- STEM: 60.0\n- Humanities: 58.0", [60.0, 58.0]),
        ("Kestrel-7B reaches 61.2 on MMLU (STEM 60.0, Humanities 58.0).", [61.2, 60.0, 58.0]),
    ],
)
def test_a_name_without_size_beside_models_is_a_model(text: str, expected: list[float]) -> None:
    assert own(text) == expected
