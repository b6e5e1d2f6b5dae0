"""Values reached with help, raw and normalised accuracies, parts of tests: what may not be held together."""

import pytest

from core.advice.claims.cells import Standing
from core.advice.claims.choice import raw_accuracies
from core.advice.claims.side_by_side import put_side_by_side, title_of_rest, variant_of
from core.advice.claims.sizes import size_of
from core.advice.claims.values import models_among
from core.cards.cross_checks import Agreement, compare_with_public
from core.cards.extra_help import added_to, help_of
from core.cards.gaps import compare_scores, same_test
from core.cards.noise import part_of
from core.cards.read_card import read_card
from core.catalogue.public_scores import PublicScore
from core.catalogue.use_cases import UseCase
from tests.cards_beside import said_of, score, single, the_row


def test_sizes_and_names_are_read_from_labels():
    assert [size_of(name) for name in ("Tern-1.5B", "Tern 300M", "Tern")] == [1.5, 0.3, None]
    scores = [score(subject=label) for label in ("Tern-7B", "lab/Tern-7B", "Tern-7B (ours)", "Tern-7B + tools", None)]
    assert models_among(scores) == ("Tern-7B",)
    assert len(models_among([score(subject=label) for label in ("Tern-7B", "Tern-7B-Chat", "Ours")])) == 2


@pytest.mark.parametrize(
    "label",
    [
        "Tern-7B + Execution Feedback",
        "Tern-7B + Human Feedback (Oracle)",
        "Tern-7B w/ self-debugging",
        "Tern-7B with compiler feedback",
        "Tern-7B (with hints)",
        "Tern-7B (oracle)",
        "Tern-7B + reranking",
        "Tern-7B + RAG",
        "Tern-7B + web search",
        "Tern-7B using a verifier",
        "Tern-7B + majority voting",
        "Tern-7B + 执行反馈",
        "Tern-7B plus unit-test feedback",
        "Tern-7B & execution feedback",
        "Tern-7B, with 3 attempts",
        "Tern-7B mit Suche",
        "Tern-7B / human-assisted",
    ],
)
def test_what_was_reached_with_help_goes_with_no_plain_value(label):
    helped = score(87, subject=label)
    assert help_of(helped)
    assert not compare_scores(helped, score(60)).comparable
    assert compare_scores(helped, score(60, subject=label.replace("Tern", "Wren"))).comparable
    public = PublicScore("Tern-7B", None, 7, "humaneval", 85.0, "percent", None, "pass@1", "evalplus", "2024-12")
    judged = compare_with_public(helped, public)
    assert judged.agreement is Agreement.NOT_COMPARABLE and "with help" in judged.sentence


@pytest.mark.parametrize(
    "label",
    [
        "Tern-7B",
        "Tern-7B + DPO",
        "Tern-7B + LoRA",
        "Tern-7B-Search",
        "Tern-7B (ours)",
        "Tern-7B (5-shot)",
        "Tern-7B + Wren-7B",
        "SearchTern-7B",
        "Tern-7B (trained with feedback)",
        "Tern-7B (RLHF from human feedback)",
        "Tern-7B with 32k context",
        "Tern-7B & Wren-7B",
        None,
    ],
)
def test_what_is_added_to_the_model_itself_is_no_help(label):
    assert not help_of(score(subject=label))


def test_the_condition_of_a_row_stands_in_its_settings_and_the_plain_row_goes_before_it():
    text = (
        "# Tern-7B\n\n| Model | HumanEval | MBPP |\n|--|--|--|\n| Tern-7B | 76.2 | 73.9 |\n"
        "| + Execution Feedback | 81.1 | 82.7 |\n| + Synth. Human Feedback | 87.2 | 86.2 |\n"
    )
    side = put_side_by_side([("Tern-7B", read_card(text, name="Tern-7B"))], UseCase.CODING)
    assert [row.cells["Tern-7B"].score.value for row in side.rows] == [76.2, 73.9]
    cell = side.rows[0].cells["Tern-7B"]
    assert cell.others_words == "differently taken: 81.1 (+ Execution Feedback), 87.2 (+ Synth. Human Feedback)"
    assert added_to("Tern-7B + Execution Feedback") == "+ Execution Feedback"


def harness_card(name: str):
    rows = "|arc_challenge|0|acc|0.5452|\n| | |acc_norm|0.5691|\n"
    return name, read_card(f"# {name}\n\n|Task|Version|Metric|Value|\n|--|--|--|--|\n{rows}", name=name)


@pytest.mark.parametrize("test", ["ARC-Challenge (25-shot)", "ARC-Challenge (25-shot, accuracy)", "ARC-Challenge"])
def test_a_raw_accuracy_leads_nothing_and_is_led_by_nothing(test):
    row = the_row(harness_card("Tern-7B"), single("Wren-7B", 65.8, test))
    if "accuracy" in test:
        assert {cell.standing for cell in row.cells.values()} == {Standing.NOT_COMPARABLE}
        assert not row.leads
    cell = row.cells["Tern-7B"]
    assert cell.score.value == 0.5691  # the one that boards use
    assert ("shots are not stated" in cell.caution) is (test == "ARC-Challenge (25-shot)")


def test_only_of_cards_that_give_both_kinds_the_plain_one_is_surely_raw():
    raw, normalised = score(54, metric="acc"), score(57, metric="acc_norm")
    assert raw_accuracies({"a": [raw, normalised], "b": [score(60, metric="acc")]}) == {raw}


@pytest.mark.parametrize(
    ("metric", "shots", "other", "caution"),
    [
        ("acc", None, 25, True),
        ("acc_norm", None, 10, True),
        ("acc", None, 0, False),
        ("acc", 25, 25, False),
        ("accuracy", None, 5, True),
        (None, None, 5, True),
        (None, None, None, False),
    ],
)
def test_shots_that_one_side_leaves_out_are_compared_with_a_caution_whatever_the_metric(metric, shots, other, caution):
    ours, theirs = score(54, metric=metric, shots=shots), score(65, shots=other)
    for gap in (compare_scores(ours, theirs), compare_scores(theirs, ours)):
        assert gap.comparable
        assert bool(gap.caution) is caution is ("how many examples" in gap.sentence)


@pytest.mark.parametrize("name", ["MBPP(500)", "MBPP [500]", "MBPP (500 problems)", "MBPP (n=500)", "MBPP 500 tasks"])
def test_a_part_of_a_test_stands_in_its_row_and_is_not_compared(name):
    part = score(64.6, benchmark=None, name_as_written=name)
    whole = score(73.9, benchmark="mbpp", name_as_written="MBPP")
    assert same_test(part, whole) and same_test(whole, part)
    gap = compare_scores(part, whole)
    assert not gap.comparable and gap.why_not == f"{name} against MBPP"
    assert compare_scores(part, part).comparable


@pytest.mark.parametrize("name", ["HouseBench (500)", "LiveBench (2024)", "MBPP-X (500)", "MBPP (test)"])
def test_other_names_are_no_part(name):
    assert part_of(score(60, benchmark=None, name_as_written=name)) is None


@pytest.mark.parametrize(
    ("name", "test"),
    [
        ("HumanEval Fix(Avg.)", "humaneval"),
        ("MBPP-Rust", "mbpp"),
        ("MATH Vision", None),
        ("MMLU French", None),
        ("My MMLU", None),
        ("DROP tests", None),
    ],
)
def test_a_variant_of_a_test_measures_what_the_test_does(name, test):
    assert variant_of(name) == test


def test_a_part_that_another_card_reports_is_not_reported_by_one_card_alone():
    cards = single("Tern-7B", 73.9, "MBPP"), single("Wren-7B", 64.6, "MBPP(500)")
    said = said_of(*cards, use_case=UseCase.CODING)
    assert not any("one card alone" in line for line in said.open)
    assert any("were not tested alike (MBPP against MBPP(500))" in line for line in said.open)
    assert title_of_rest(put_side_by_side([single("Tern-7B", 70, "PIQA")], UseCase.CODING), UseCase.CODING) == (
        "1 more test, which is not among those chosen for coding"
    )
