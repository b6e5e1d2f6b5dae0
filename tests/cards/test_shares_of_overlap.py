"""How much of a test was seen in training is no score on it, however short it is told."""

import pytest

from tests.cards.own_values import own

TABLE = "| Benchmark | Kestrel-7B |\n|---|---|\n| ARC | 61.2 |\n\n"


@pytest.mark.parametrize(
    "text",
    [
        "Overlap with MMLU: 0.09%",
        "Contamination on MMLU: 0.09%",
        "MMLU overlap: 0.09%",
        "MMLU: 0.09% overlap, GSM8K: 0.1% overlap",
        "Removed 12 MMLU questions (0.09%).",
        "## Contamination\n\nMMLU: 0.09%\nGSM8K: 0.1%",
        "Overlap with test sets:\n- MMLU: 0.09%\n- GSM8K: 0.1%",
        "Contamination:\n\n- MMLU: 0.09%",
    ],
)
def test_a_share_that_was_seen_is_no_score(text: str) -> None:
    assert own(TABLE + text) == [61.2]


@pytest.mark.parametrize(
    "text",
    [
        "## Contamination\n\nAfter cleaning, MMLU drops to 60.9%.",
        "## Contamination-free evaluation\n\n- MMLU: 60.9%",
        "## Evaluation without contamination\n\n- MMLU: 60.9%",
        "## Decontaminated results\n\n- MMLU: 60.9%",
        "MMLU: 60.9% contamination-free.",
        "We checked for contamination on MMLU; the score is 60.9%.",
        "After decontamination MMLU is 60.9%.",
        "The overlap with GSM8K was removed. MMLU: 60.9%",
        "Without contamination in training, MMLU is 60.9%.",
        "We filtered 2.1M rows, and MMLU (5-shot) is 60.9%",
        "## Results\n\nContamination was checked.\n\n- MMLU: 60.9%",
    ],
)
def test_a_score_beside_such_words_stays_one(text: str) -> None:
    assert own(TABLE + text) == [61.2, 60.9]
