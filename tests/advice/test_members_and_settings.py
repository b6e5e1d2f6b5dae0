"""Cards of several sizes, values with something added, settings told on one side only, and noise that a card gives."""

import pytest
from click.testing import CliRunner

from core.advice.claims.cells import Standing
from core.advice.claims.facts import size_words
from core.advice.claims.side_by_side import put_side_by_side
from core.advice.claims.summary import summarise_cards
from core.advice.claims.values import settings_words
from core.cards.gaps import compare_scores, settings_differ
from core.cards.noise import questions_of, smallest_gap
from core.cards.read_card import read_card
from core.cards.values import parse_value
from core.catalogue.use_cases import UseCase
from core.commands.reading import card as card_command

FAMILY = (
    "# Kestrel\n\n## Introduction\n\n### Kestrel-3B\n\nKestrel-3B is a 3-billion-parameter model.\n\n"
    "### Kestrel-1.5B\n\nKestrel-1.5B surpasses Brio-70B on MMLU (60.3 vs. 59.8) and GSM8K (50.4 vs. 41.7).\n\n"
    "## Key Features\n\n### Kestrel-3B\n\n- Balanced: Kestrel-3B is strong. It achieves **74.3** on MMLU and "
    "**69.3** on GSM8K.\n- With more compute: CLR further boosts performance, raising MMLU from **74.3** to **77.1**, "
    "GSM8K from **69.3** to **75.4**, and BruBench25 to **89.2**.\n"
)


def values(reading, subject=None):
    return {
        (score.name_as_written, score.value): score.subject
        for score in reading.main_scores
        if subject is None or score.subject == subject
    }


def table(name, rows, *, below=""):
    return name, read_card(f"# {name}\n\n| Test | {name} |\n|--|--|\n{rows}\n{below}", name=f"lab/{name}")


def test_numbers_without_a_name_are_of_the_member_that_their_section_is_about():
    reading = read_card(FAMILY, name="kestrel")
    assert {"Kestrel-3B", "Kestrel-1.5B"} <= {score.subject for score in reading.main_scores}
    assert values(reading, "Kestrel-3B") == {("MMLU", 74.3): "Kestrel-3B", ("GSM8K", 69.3): "Kestrel-3B"}
    assert set(values(reading, "Kestrel-1.5B")) == {("MMLU", 60.3), ("GSM8K", 50.4)}
    assert reading.finding("contradiction").state.value != "present"


@pytest.mark.parametrize(("name", "mine"), [("lab/Kestrel-3B", 74.3), ("lab/Kestrel-1.5B", 60.3)])
def test_the_card_of_one_member_has_that_ones_values(name, mine):
    found = {score.value for score in read_card(FAMILY, name=name).main_scores if score.name_as_written == "MMLU"}
    assert found & {60.3, 74.3} == {mine}


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Kestrel-1.5B", {("MMLU", 60.3), ("GSM8K", 50.4)}),
        ("Kestrel-3B", {("MMLU", 74.3), ("GSM8K", 69.3)}),
        ("Kestrel-3B + CLR", {("MMLU", 77.1), ("GSM8K", 75.4), ("BruBench25", 89.2)}),
    ],
)
def test_a_model_named_in_sentences_can_be_pointed_out(label, expected):
    labels = {score.subject for score in read_card(FAMILY, name="kestrel").scores}
    assert label in labels
    assert set(values(read_card(FAMILY, name="kestrel", own_subjects=(label,)))) == expected


def test_the_command_takes_a_label_of_a_sentence():
    said = CliRunner().invoke(card_command, ["-", "--own", "Kestrel-1.5B"], input=FAMILY).output
    assert "2 scores of its own model" in said and "60.3" in said and "MMLU: 74.3" not in said
    refused = CliRunner().invoke(card_command, ["-", "--own", "Kestrel-9B"], input=FAMILY)
    assert refused.exit_code == 2 and "Kestrel-3B" in refused.output


LISTS = "# Kestrel\n\n## Kestrel-3B\n\n- MMLU: 63.1\n- GSM8K: 50.2\n\n## Results of Kestrel-1B\n\n- MMLU: 53.1\n"
TABLES = (
    "# Kestrel\n\n## Kestrel-3B\n\n|Benchmark|Score|\n|--|--|\n|MMLU|63.1|\n|GSM8K|50.2|\n\n"
    "## Kestrel-1B\n\n|Benchmark|Score|\n|--|--|\n|MMLU|53.1|\n|GSM8K|40.2|\n"
)


@pytest.mark.parametrize("card", [LISTS, TABLES])
@pytest.mark.parametrize(
    ("name", "labels"), [("kestrel", {"Kestrel-3B", "Kestrel-1B"}), ("lab/Kestrel-3B", {"Kestrel-3B"})]
)
def test_sections_of_lists_and_tables_belong_to_their_member(card, name, labels):
    reading = read_card(card, name=name)
    assert {score.subject for score in reading.main_scores} == labels
    assert reading.finding("contradiction").state.value != "present"


def test_a_pasted_card_of_two_sizes_asks_which():
    assert "Kestrel-3B, Kestrel-1B" in "".join(read_card(LISTS).notes)


@pytest.mark.parametrize(
    "card",
    [
        "# Kestrel-3B\n\n## Kestrel-3B\n\n- MMLU: 63.1\n",  # one size only
        "# Kestrel-3B\n\n## Results\n\nDistilled from Kestrel-70B. It scores 63.1 on MMLU.\n",
        "# Kestrel-3B\n\n## Wren-7B\n\nText.\n\n## Wren-1B\n\nText.\n\n## Results\n\n- MMLU: 63.1\n",
    ],
)
def test_numbers_of_other_sections_keep_without_a_name(card):
    assert [(s.value, s.subject, s.sibling) for s in read_card(card, name="lab/Kestrel-3B").main_scores] == [
        (63.1, None, False)
    ]


def test_the_comparison_shows_the_member_nearest_to_the_other_and_says_of_how_many_the_card_is():
    cards = [("kestrel", read_card(FAMILY, name="kestrel")), table("Wren-4B", "|MMLU|70.0|")]
    side = put_side_by_side(cards, UseCase.GENERAL)
    cell = next(row for row in side.rows if row.name == "MMLU").cells["kestrel"]
    assert (cell.score.value, cell.model) == (74.3, "Kestrel-3B")
    assert cell.others_words == "differently taken: 77.1 (+ CLR); 1 value of other models"
    said = summarise_cards(cards, side, UseCase.GENERAL).concluded
    assert any(line.startswith("kestrel gives values of 2 models (Kestrel-1.5B, Kestrel-3B)") for line in said)


def test_a_cell_of_another_member_says_whose_card_gives_none():
    short = FAMILY.replace("60.3 vs. 59.8", "60.3 vs. 59.8), BBH (40.1 vs. 39.9")
    side = put_side_by_side(
        [("kestrel", read_card(short, name="kestrel")), table("Wren-4B", "|MMLU|70.0|\n|BBH|44|")], None
    )
    cells = next(row for row in side.rows if row.benchmark == "bbh").cells
    assert all(cell.standing is Standing.NOT_COMPARABLE for cell in cells.values())
    assert {cell.why for cell in cells.values()} == {"kestrel gives none for its model of 3 B"}


RAISED = "# Tern-7B\n\n| Test | Tern-7B |\n|--|--|\n| MMLU | 61.2 |\n\n"


@pytest.mark.parametrize(
    ("sentence", "added"),
    [
        ("CLR raises MMLU from 61.2 to 64.0.", "CLR"),
        ("With Self-Vote, MMLU improves from 61.2% to 64.0%.", "Self-Vote"),
        ("Adding DeepSearch lifts MMLU from 61.2 to 64.0.", "DeepSearch"),
        ("MMLU goes from 61.2 to 64.0 with CLR.", "CLR"),
    ],
)
def test_a_value_that_something_added_reaches_is_no_second_one(sentence, added):
    reading = read_card(RAISED + sentence, name="lab/Tern-7B")
    assert [(s.value, s.subject) for s in reading.main_scores if s.value == 64.0] == [(64.0, f"Tern-7B + {added}")]


@pytest.mark.parametrize(
    "sentence",
    [
        "CLR raises MMLU from 58.0 to 64.0.",  # the lower one is not its own
        "Tern-7B raises MMLU from 61.2 to 64.0.",
        "DPO raises MMLU from 61.2 to 64.0.",  # a stage of training
    ],
)
def test_a_value_that_training_reaches_is_its_own(sentence):
    reading = read_card(RAISED + sentence, name="lab/Tern-7B")
    assert all("+" not in (score.subject or "") for score in reading.scores)


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("It reaches 61.2 on MMLU, 50.1 on GSM8K.", {"MMLU", "GSM8K"}),
        ("It gets MMLU 61.2, GSM8K 50.1, and WrenBench25 71.2.", {"MMLU", "GSM8K", "WrenBench25"}),
        ("On MMLU it reaches 61.2, and LumenBench to 50.1.", {"MMLU", "LumenBench"}),
        ("On MMLU, Tern-7B gets 61.2.", {"MMLU"}),
    ],
)
def test_the_next_test_of_a_list_keeps_its_name(sentence, names):
    reading = read_card(f"# Tern-7B\n\n{sentence}\n", name="lab/Tern-7B")
    assert {score.name_as_written for score in reading.own_scores} == names


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("It gets 80.2 Pass@1 on LiveCodeBench v6 and 61.2 on MMLU.", ["LiveCodeBench v6", "MMLU"]),
        ("LiveCodeBench (v5) is at 60.2.", ["LiveCodeBench (v5)"]),
        ("It gets 60.2 on LiveCodeBench.", ["LiveCodeBench"]),
        ("It gets 60.2 on MMLU v2.", ["MMLU"]),
    ],
)
def test_the_version_of_a_test_that_appears_anew_is_part_of_its_name(sentence, names):
    reading = read_card(f"# Tern-7B\n\n{sentence}\n", name="lab/Tern-7B")
    assert [score.name_as_written for score in reading.own_scores] == names


def one(name, value="60"):
    return read_card(f"# A-7B\n\n| Test | A-7B |\n|--|--|\n| {name} | {value} |\n", name="lab/A-7B").scores[0]


@pytest.mark.parametrize(
    ("a", "b", "comparable", "caution"),
    [
        ("MMLU", "MMLU (5-shot)", True, "no shots stated against 5 shots"),
        ("MMLU", "MMLU (CoT)", True, "no mode stated against CoT"),
        ("MMLU (thinking)", "MMLU", True, "thinking against no mode stated"),
        ("MMLU (5-shot)", "MMLU (CoT)", True, "5 shots against no shots stated and no mode stated against CoT"),
        ("MMLU (thinking)", "MMLU (thinking, CoT)", True, "thinking against thinking, CoT"),
        ("MMLU (CoT)", "MMLU (CoT)", True, ""),
        ("MMLU (5-shot)", "MMLU (0-shot)", False, ""),
        ("MMLU (thinking)", "MMLU (non-thinking)", False, ""),
        ("MMLU (CoT)", "MMLU (thinking)", False, ""),
        ("MATH (maj@8)", "MATH", False, ""),  # a vote is no setting that a card leaves unsaid
        ("MATH (with tools)", "MATH", False, ""),
    ],
)
def test_one_missing_setting_is_a_caution_and_a_stated_difference_is_none(a, b, comparable, caution):
    gap = compare_scores(one(a), one(b, "75"))
    assert (gap.comparable, gap.caution if comparable else "") == (comparable, caution)


def test_within_one_card_a_mode_told_at_one_value_sets_it_apart():
    assert settings_differ(one("MMLU"), one("MMLU (CoT)")) == "no mode stated against CoT"


def test_a_lead_that_rests_on_a_mode_left_out_says_so():
    cards = [table("Tern-7B", "|MMLU (CoT)|80|"), table("Wren-7B", "|MMLU|60|")]
    side = put_side_by_side(cards, UseCase.GENERAL)
    cells = side.rows[0].cells
    assert cells["Wren-7B"].caution == "it does not state its mode, others say CoT" and not cells["Tern-7B"].caution
    said = summarise_cards(cards, side, UseCase.GENERAL).concluded
    assert any(line.endswith("; but Wren-7B does not state the mode, as others do.") for line in said)


@pytest.mark.parametrize(
    ("cell", "count", "spread"),
    [
        ("31/40", 40, None),
        ("148/198 = 74.75%", 198, None),
        ("77.5 (31/40)", 40, None),
        ("77.5 (n=40)", 40, None),
        ("61.2 ± 1.4", None, 1.4),
        ("54,3 ± 1,4", None, 1.4),
        ("61.2", None, None),
        ("61.2 (5-shot)", None, None),
    ],
)
def test_a_cell_tells_its_questions_or_its_error(cell, count, spread):
    value = parse_value(cell)
    assert (value.count, value.spread) == (count, spread)


def test_the_noise_is_what_the_card_gives_and_the_larger_of_two():
    ours, theirs = one("AGI Eval", "31/40"), one("AGI Eval", "20/40")
    assert questions_of(ours) == 40 and round(smallest_gap(ours, theirs), 1) == 21.1
    assert compare_scores(ours, theirs).tie is False
    assert smallest_gap(one("AGI Eval", "60 ± 3"), one("AGI Eval", "70")) is None  # of one side nothing is known
    assert round(smallest_gap(one("AGI Eval", "0.60 ± 0.03"), one("AGI Eval", "0.70 ± 0.01")), 1) == 8.3
    tight = smallest_gap(one("GPQA", "40 ± 0.1"), one("GPQA", "44 ± 0.1"))  # the spread of some runs
    assert tight == smallest_gap(one("GPQA", "40"), one("GPQA", "44"))


def test_the_column_of_a_harness_tells_the_error():
    card = "|Model|Version|Metric|Value|   |Stderr|\n|--|--|--|--|--|--|\n|A-7B|0|acc|0.553|±|0.0218|\n"
    found = read_card(f"# A-7B\n\n## MMLU\n\n{card}", name="lab/A-7B").scores
    assert [(score.value, score.spread) for score in found] == [(0.553, 0.0218)]


def release(*sizes):
    head = "".join(f" Tern-{size}B |" for size in sizes)
    rows = "".join(f"| {test} |{' 50 |' * len(sizes)}\n" for test in ("MMLU", "AGI Eval"))
    return "Tern", read_card(f"# Tern\n\n| Test |{head}\n|--|{'--|' * len(sizes)}\n{rows}", name="Tern")


def test_a_card_that_shares_no_test_with_a_lead_does_not_decide_the_size():
    cards = [release(7, 13, 70), table("Wren-34B", "|MMLU|70|"), table("Brio-13B", "|AGI Eval|50|")]
    assert put_side_by_side(cards, UseCase.GENERAL).models["Tern"].size == 70
    assert put_side_by_side([cards[0], cards[2]], UseCase.GENERAL).models["Tern"].size == 13  # nothing else decides


def test_the_stage_that_one_card_of_both_is_shown_in_holds_for_the_other():
    head = "| Test | {0} | {0}-Chat |\n|--|--|--|\n"
    both = [
        (name, read_card(f"# {name}\n\n{head.format(name)}{rows}", name=name))
        for name, rows in (("Tern-70B", "| MMLU | 70 | 72 |\n"), ("Wren-70B", "| MMLU | 60 |  |\n| BBH | | 50 |\n"))
    ]
    side = put_side_by_side([*both, table("Brio-13B-Chat", "|BBH|50|")], UseCase.GENERAL)
    cells = next(row for row in side.rows if row.benchmark == "mmlu").cells
    assert not (cells["Tern-70B"].model == "Tern-70B-Chat" and cells["Wren-70B"].standing is Standing.BEHIND)


def test_small_differences_without_known_noise_are_told_in_one_plain_sentence():
    said = compare_scores(one("AGI Eval", "60"), one("AGI Eval", "61.5")).sentence
    assert said == "60.0 against 61.5 is a tie: differences up to 2.0 points can be chance on any test."


def test_nothing_is_said_twice():
    score = read_card("|Test|A-7B|\n|--|--|\n|GSM8K (maj@1)|17.7|\n", name="A-7B").scores[0]
    assert settings_words(score).count("maj@1") <= 1
    same = "|HumanEval (pass@1)|79.9|\n\nOur A-7B scores 79.9 pass@1 on HumanEval.\n"
    side = put_side_by_side([("A-7B", read_card(f"# A-7B\n\n|Test|A-7B|\n|--|--|\n{same}", name="A-7B"))], None)
    assert "also" not in side.rows[0].cells["A-7B"].others_words
    assert [size_words(size) for size in (0.5, 70, 1000)] == ["0.5 B", "70 B", "1 T"]
