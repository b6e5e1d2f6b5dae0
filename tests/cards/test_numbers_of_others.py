"""Numbers in sentences and lists that are another's, or no score, and own ones that look like these."""

import pytest

from core.cards.read_card import read_card
from tests.cards.own_values import own

MADE_FROM = "---\nbase_model: acme/Wren-7B\n---\n"


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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Data: MATH 40%, code 30%, chat 30%.", []),
        ("Training data: GSM8K 40%, MATH 60%.", []),
        ("Mixture: GSM8K 0.3, MATH 0.2, chat 0.5", []),
        ("Evaluation data: MMLU 61.2%, GSM8K 50.1%.", [61.2, 50.1]),
        ("Data from MMLU: 61.2%.", [61.2]),
        ("Learning rate 2e-5, warmup 0.03, GSM8K weight 0.5.", []),
        ("Learning rate 2e-5. MMLU 61.2.", [61.2]),
        ("Temperature 0.7 for HumanEval, 0.0 for MMLU.", []),
        ("We use a temperature of 0.7 for HumanEval and 0.2 for MMLU.", []),
        ("With a temperature of 0.7, it gets 61.2 on MMLU and 50.1 on GSM8K.", [61.2, 50.1]),
        ("MMLU correlates with Arena at 0.91.", []),
        ("The correlation of MMLU with Arena is 0.91.", []),
        ("It reaches a Spearman correlation of 0.84 on STS-B.", [0.84]),
        ("For 61.2% of MMLU subjects there is no German source.", []),
        ("A score of 60.5 on MMLU is typical of 7B models.", []),
        ("A score of 61.2 on MMLU is reached by Kestrel-7B.", [61.2]),
        ("The 61.2 on MMLU given in our first post was a mistake.", []),
        ("With 61.2, it is 1.2 above Tern-7B on MMLU.", [61.2]),
        ("It scores 8.1 on MT-Bench, ahead of Tern-7B.", [8.1]),
    ],
)
def test_parts_settings_and_what_is_taken_back_are_no_scores(text: str, expected: list[float]) -> None:
    assert own(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MT-Bench: 8.1/10", [8.1]),
        ("- MT-Bench: 8.1/10\n- MMLU: 61.2/100\n- HumanEval: 66/164", [8.1, 61.2, 0.4024]),
        ("MT-Bench 8.1/10", [8.1]),
        ("AIME: 12/30", [0.4]),
        ("- HumanEval: 66/164 (40.2%)", [40.2]),
        ("Kestrel-7B scores 8.1/10 on MT-Bench.", [8.1]),
        ("On MT-Bench it gets 8.1/10, Tern-7B 7.9/10.", [8.1]),
        ("It beats Tern-7B on MMLU, 61.2 to 60.0.", [61.2]),
        ("**MMLU**\n\n61.2", [61.2]),
        ("MMLU: 12/2024", []),
        ("- GSM8K: 05/12", []),
        ("HumanEval: 1/2/3", []),
        ("Rated 8.1/10 by users.", []),
    ],
)
def test_marks_and_counts_out_of_a_whole_are_scores(text: str, expected: list[float]) -> None:
    assert own(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "MMLU: 50.0 (3B), 61.2 (7B)",
        "MMLU: 50.0% (the 3B), 61.2% (the 7B model)",
        "It reaches 50.0 (3B) and 61.2 (7B) on MMLU.",
        "MMLU: 3B 50.0, 7B 61.2",
        "On MMLU 3B: 50.0, 7B: 61.2.",
        "## 3B\n\n- MMLU: 50.0\n\n## 7B\n\n- MMLU: 61.2",
        "## 3B\n\nIt reaches 50.0 on MMLU.\n\n## 7B\n\nIt reaches 61.2 on MMLU.",
    ],
)
def test_a_size_beside_a_number_or_over_a_section_tells_whose_it_is(text: str) -> None:
    reading = read_card(f"# Kestrel\n\n{text}\n", name="Kestrel-7B")
    assert [(score.value, score.subject) for score in reading.main_scores] == [(61.2, "7B")]
    series = read_card(f"# Kestrel\n\n{text}\n", name="Kestrel")
    assert [score.value for score in series.main_scores] == [50.0, 61.2]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tern-7B gets 50.0 (7B) and 61.2 (13B) on MMLU", []),
        ("MMLU: 61.2 (7B)", [61.2]),
        ("## 300B\n\n- MMLU: 50.0\n\n## 500B\n\n- MMLU: 61.2", [50.0, 61.2]),
    ],
)
def test_sizes_of_another_and_amounts_of_tokens_name_no_member(text: str, expected: list[float]) -> None:
    reading = read_card(f"# Kestrel\n\n{text}\n", name="Kestrel-7B")
    assert [score.value for score in reading.main_scores] == expected


def test_a_line_that_goes_on_to_another_test_gives_both() -> None:
    assert own("MMLU: 61.2 (5-shot), GSM8K 50.1 (8-shot)") == [61.2, 50.1]
    assert own("- MMLU: 61.2; GSM8K 50.1") == [61.2, 50.1]


@pytest.mark.parametrize(
    ("text", "mine"),
    [
        ("It reaches 61.2% zero-shot on MMLU questions.", [61.2]),
        ("Wren-7B gets 61.2% MMLU using five examples.", [61.2]),
        ("It boosts GSM8K accuracy 50.1.", [50.1]),
        ("It climbs 61.2 on MMLU.", [61.2]),
        ("MMLU improved 5.2%.", []),
        ("The mix holds 12.5% GSM8K questions.", []),
    ],
)
def test_a_share_of_questions_is_none_where_they_were_asked(text, mine):
    assert [score.value for score in read_card(f"# Wren-7B\n\n{text}\n", name="Wren-7B").own_scores] == mine
