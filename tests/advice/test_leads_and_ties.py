"""What a lead needs: the questions that were really asked, the scale of the numbers, and the same test."""

import pytest

from core.cards.gaps import compare_scores
from core.cards.noise import questions_of
from core.cards.read_card import read_card
from tests.cards_beside import score

HEAD = "# Kestrel-7B\n\n"
TABLE = HEAD + "|Test|Kestrel-7B|\n|--|--|\n|MMLU-Pro|77.5|\n|GSM8K|97|\n|HumanEval|73.2|\n\n"


def asked(text: str) -> dict[str, int | None]:
    return {one.name_as_written: questions_of(one) for one in read_card(text, name="lab/Kestrel-7B").scores}


# Questions that the card counts


@pytest.mark.parametrize(
    ("sentence", "test", "questions"),
    [
        ("GSM8K is 300 of 1,319 items, MMLU-Pro 200 of 12,032 at a limit of 4,096 tokens.", "GSM8K", 300),
        ("GSM8K is 300 of 1,319 items, MMLU-Pro 200 of 12,032 at a limit of 4,096 tokens.", "MMLU-Pro", 200),
        ("MMLU-Pro was run on 200 out of 12,032 questions.", "MMLU-Pro", 200),
        ("We ran 300 of the 1,319 GSM8K problems.", "GSM8K", 300),
        ("MMLU-Pro (n=200) and GSM8K (n = 300) were asked once.", "MMLU-Pro", 200),
        ("GSM8K (300 questions) was asked once.", "GSM8K", 300),
        ("We used a random subset of 200 MMLU-Pro questions.", "MMLU-Pro", 200),
        ("A 200-question subset of MMLU-Pro was used.", "MMLU-Pro", 200),
        ("Only the first 100 problems of HumanEval were run.", "HumanEval", 100),
        ("Each score rests on 100 questions per benchmark.", "MMLU-Pro", 100),
        # results, training data, shots, tries, and subjects
        ("GSM8K: 1,279 of 1,319 items.", "GSM8K", 1319),
        ("It solves 120 of 164 HumanEval problems.", "HumanEval", 164),
        ("We trained on 500 of 1,319 GSM8K items.", "GSM8K", 1319),
        ("GSM8K was shown 8 examples.", "GSM8K", 1319),
        ("HumanEval pass@1 is estimated with n=20 tries.", "HumanEval", 164),
        ("MMLU-Pro is a test of 14 subjects.", "MMLU-Pro", 12032),
        ("The chat data holds 500 questions.", "GSM8K", 1319),
    ],
)
def test_the_number_of_questions_follows_a_sentence_that_tells_it(sentence, test, questions):
    assert asked(TABLE + sentence + "\n")[test] == questions


@pytest.mark.parametrize("head", ["Items", "n", "# Questions", "Number of samples", "Samples"])
def test_a_column_tells_the_number_of_questions(head):
    table = f"|Test|{head}|Kestrel-7B|\n|--|--|--|\n|MMLU-Pro|200 of 12,032|77.5|\n|GSM8K|300|97|\n"
    assert asked(HEAD + table) == {"MMLU-Pro": 200, "GSM8K": 300}


@pytest.mark.parametrize(
    ("cell", "questions"),
    [
        ("77.5 (200 of 12,032)", 200),
        ("77.5 (155/200)", 200),
        ("77.5 (155 of 200)", 200),
        ("77.5 (200/12,032 items)", 200),
        ("77.5 (n=200)", 200),
        ("77.5", 12032),
        ("77.5 (9325/12032)", 12032),
    ],
)
def test_a_cell_tells_the_number_of_questions(cell, questions):
    assert asked(HEAD + f"|Test|Kestrel-7B|\n|--|--|\n|MMLU-Pro|{cell}|\n") == {"MMLU-Pro": questions}


@pytest.mark.parametrize(
    ("name", "questions"),
    [
        ("MMLU-Pro (200 of 12,032)", 200),
        ("GSM8K (300/1,319)", 300),
        ("HumanEval (first 100)", 100),
        ("Kestrel exam (200 of 1,000 items)", 200),
        ("Kestrel exam (12/2024)", None),
        ("Kestrel exam (100)", None),
    ],
)
def test_a_name_tells_the_number_of_questions(name, questions):
    assert questions_of(score(name_as_written=name, benchmark=None)) == questions


def test_what_one_section_tells_is_not_said_of_the_scores_of_another():
    quick = "## Quick run\n\n|Test|Kestrel-7B|\n|--|--|\n|GSM8K|97|\n\nGSM8K is 300 of 1,319 items.\n\n"
    whole = "## Whole run\n\n|Test|Kestrel-7B|\n|--|--|\n|GSM8K|95|\n"
    scores = read_card(HEAD + quick + whole, name="lab/Kestrel-7B").scores
    assert [questions_of(one) for one in scores] == [300, 1319]


def test_few_questions_make_a_tie_of_what_looks_like_a_lead():
    few = read_card(TABLE + "MMLU-Pro is 200 of 12,032 items.\n", name="lab/Kestrel-7B").scores[0]
    gap = compare_scores(score(81.1, benchmark="mmlu_pro", name_as_written="MMLU-Pro"), few)
    assert gap.tie and gap.smallest == pytest.approx(7.9, abs=0.3)
