"""Scores in lines that name no test, below a title or behind a sentence that names it."""

import pytest

from core.cards.read_card import read_card
from tests.cards.own_values import own


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Kestrel-7B reaches 61.2%.", [61.2]),
        ("We get 61.2.", [61.2]),
        ("We get 61.2 with 5 shots.", [61.2]),
        ("Our model reaches an accuracy of 61.2.", [61.2]),
        ("The model achieves 61.2% accuracy.", [61.2]),
        ("It scores 61.2 points.", [61.2]),
        ("It scores **61.2**.", [61.2]),
        ("Accuracy of 61.2%.", [61.2]),
        ("61.2%, 5-shot", [61.2]),
        ("61.2 (strict), 64.0 (loose)", [61.2, 64.0]),
        ("Kestrel-7B reaches 61.2% (Tern-7B: 58.0%).", [61.2]),
        ("- It reaches 61.2%.", [61.2]),
        ("It reaches 61.2 % on the test set.", [61.2]),
        ("It reaches 45.0 % on our internal set.", []),
        ("Our model reaches 45.0 % on the training part.", []),
        ("It reaches 45.2 tok/s.", []),
        ("It gets 3.1 points more than before.", []),
        ("We get 0.7 points on top.", []),
        ("It reaches 98.5% of the teacher.", []),
        ("It has 8.03B parameters.", []),
        ("It scores 3.1 above Tern-7B.", []),
        ("Tern-7B reaches 58.1.", []),
        ("The base model reaches 58.1%.", []),
        ("The judge agreed in 0.82.", []),
        ("We obtain 0.82 kappa.", []),
        ("Accuracy of the judge was 81.2%.", []),
        ("Accuracy improved by 3.1%.", []),
        ("61.2 GB", []),
        ("It was trained for 6.5 days.", []),
        ("lm-eval 0.4.8", []),
    ],
)
def test_a_line_below_the_title_of_a_test(text: str, expected: list[float]) -> None:
    assert own(f"## MMLU\n\n{text}") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("## MMLU: 61.2", [61.2]),
        ("## MMLU (5-shot): 61.2%", [61.2]),
        ("### GSM8K: 50.1\n\n### MMLU: 61.2", [50.1, 61.2]),
        ("## Figure 2.1: MMLU", []),
        ("## MMLU in 2.5 hours", []),
        ("## Version: 1.2", []),
        ("## Evaluation\n\nIt reaches 61.2%.", []),
        ("## Tern-7B on MMLU\n\nIt reaches 58.1%.", []),
        ("## Training time on MMLU\n\nWe get 61.2 GB.", []),
    ],
)
def test_titles_that_hold_a_score_and_titles_that_do_not(text: str, expected: list[float]) -> None:
    assert own(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It surpasses Tern-70B on HumanEval. (61.2% vs 58.1%).", [(61.2, True), (58.1, False)]),
        ("Its accuracy on HumanEval surpasses that of Tern-70B (May). (61.2 vs. 58.1)", [(61.2, True), (58.1, False)]),
        ("It costs less than Tern-70B. (61.2 vs. 58.1)", []),
        ("It surpasses Tern-70B on HumanEval. (See Section 6.1 vs 5.8.)", []),
        ("It surpasses Tern-70B on HumanEval and MMLU. (61.2 vs 58.1)", []),
    ],
)
def test_a_pair_in_brackets_behind_the_claim(text: str, expected: list[tuple[float, bool]]) -> None:
    reading = read_card(f"# Kestrel-7B\n\n{text}\n", name="Kestrel-7B")
    assert [(score.value, score.own) for score in reading.scores] == expected


def test_a_claim_with_a_number_is_not_said_to_have_none() -> None:
    text = "Kestrel is better now. On MMLU it wins 63.3% of the time against Tern-7B and beats it.\n"
    reading = read_card(f"# Kestrel-7B\n\n{text}", name="Kestrel-7B")
    narrow = next(flag for flag in reading.flags if flag.id == "narrow_selection")
    assert "without giving a number" not in narrow.reason


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "On MMLU:\n- The base model: Wren-7B scored **58.1**.\n\nAfter it:\n- This model scored **61.2** - third.",
            [61.2],
        ),
        ("On MMLU:\n\nIt reaches 61.2.", [61.2]),
        ("On MMLU:\n\nIt reaches 61.2.\n\nOn GSM8K it reaches 50.1.\n\nIt reaches 99.0.", [61.2, 50.1]),
        ("On MMLU:\n\n## Speed\n\nIt reaches 61.2.", []),
        ("On MMLU and GSM8K:\n\nIt reaches 61.2.", []),
        ("We know MMLU.\n\nIt reaches 61.2.", []),
        ("On our own test:\n\nIt reaches 61.2.", []),
    ],
)
def test_lines_that_another_line_leads_to(text: str, expected: list[float]) -> None:
    assert own(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "**MT_Bench**: Turn 1 - 8.38, Turn 2 - 8.0, Average - 8.19",
            [("MT_Bench Turn 1", 8.38), ("MT_Bench Turn 2", 8.0), ("MT_Bench", 8.19)],
        ),
        (
            "MT-Bench 8.2 (turn 1: 8.4, turn 2: 8.0)",
            [("MT-Bench", 8.2), ("MT-Bench turn 1", 8.4), ("MT-Bench turn 2", 8.0)],
        ),
        ("It has MT-Bench 8.2.", [("MT-Bench", 8.2)]),
        ("We get MT-Bench 8.2 and IFEval 71.2", [("MT-Bench", 8.2), ("IFEval", 71.2)]),
        ("Scores: MT-Bench 8.2 / AlpacaEval 2.0 31.2", [("MT-Bench", 8.2), ("AlpacaEval 2.0", 31.2)]),
        ("AlpacaEval 2.0 31.2", [("AlpacaEval 2.0", 31.2)]),
        ("FooBench 2.5 61.2", [("FooBench 2.5", 61.2)]),
        ("MMLU: 68.0 → 67.2 (−0.8), IFEval: 62.0 → 70.1 (+8.1)", [("MMLU", 67.2), ("IFEval", 70.1)]),
        ("In turn 61.2 was reached on MMLU.", [("MMLU", 61.2)]),
    ],
)
def test_turns_of_a_test_and_ratings_behind_its_name(text: str, expected: list[tuple[str, float]]) -> None:
    reading = read_card(f"# Kestrel-7B\n\n{text}\n", name="Kestrel-7B")
    assert [(score.name_as_written, score.value) for score in reading.scores if score.own] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Wren-7B gets 58.1 on MMLU. We get 61.2.", [61.2]),
        ("Wren-7B gets 58.1 on MMLU. Kestrel-7B gets 61.2.", [61.2]),
        ("It gets 61.2 on MMLU. It scores 70.1 with CoT.", [61.2, 70.1]),
        ("Wren-7B gets 58.1 on MMLU. Kestrel-7B gets 45.2 on our own set.", []),
        ("It gets 61.2 on MMLU. It reaches 45.2 tok/s.", [61.2]),
        ("It gets 61.2 on MMLU. It scores 3.1 points more than before.", [61.2]),
        ("It gets 61.2 on MMLU. We got 95% of the questions right.", [61.2]),
        ("MMLU and GSM8K were run. It gets 61.2.", []),
        ("Wren-7B gets 58.1 on MMLU. It gets 61.2.", []),
        ("The teacher gets 58.1 on MMLU. It gets 61.2.", []),
        ("## MMLU\n\nWren-7B is a strong rival. It reaches 61.2.", []),
        ("## MMLU\n\nKestrel-7B is built on Wren-7B. It reaches 61.2.", [61.2]),
        ("MMLU was run. It gets 61.2.", []),
        ("Unlike others, it has 60.0 on MMLU.", [60.0]),
        ("It beats others with 60.0 on MMLU.", [60.0]),
    ],
)
def test_the_sentence_after_the_one_with_the_test(text: str, expected: list[float]) -> None:
    assert own(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MMLU: STEM 55.1, humanities 62.0", [("MMLU STEM", 55.1), ("MMLU humanities", 62.0)]),
        ("MMLU 61.2 (STEM 55.1)", [("MMLU", 61.2), ("MMLU STEM", 55.1)]),
        ("BFCL: multi-turn 41.2, single-turn 70.2", [("BFCL multi-turn", 41.2), ("BFCL single-turn", 70.2)]),
        ("In math: 61.2 on MMLU", [("MMLU", 61.2)]),
        ("MMLU: 61.2", [("MMLU", 61.2)]),
    ],
)
def test_parts_of_a_test_in_a_sentence(text: str, expected: list[tuple[str, float]]) -> None:
    reading = read_card(f"# Kestrel-7B\n\n{text}\n", name="Kestrel-7B")
    assert [(score.name_as_written, score.value) for score in reading.scores if score.own] == expected


def test_a_shorter_name_may_be_that_of_the_base() -> None:
    assert own("Kestrel-7B-Chatty reaches 61.2 on MMLU. Kestrel-7B reaches 58.1.", "Kestrel-7B-Chatty") == [61.2]
