"""Which value of a card is held against the others: always one of the same model, of the others' size and stage."""

import pytest

from core.advice.claims.cells import Standing
from core.advice.claims.release import members, sizes_of, stage_of_card, stages_of
from core.advice.claims.side_by_side import put_side_by_side
from core.advice.claims.sizes import models_of_cards
from core.advice.claims.values import claims_of, models_among, same_name
from core.cards.read_card import read_card
from tests.cards_beside import card, said_of, score, single, table, the_row

# The model of a cell


DISTILLED = [
    *(f"Tern-R1-Distill-Wren-{size}B, {value}, {value}" for size, value in ((2, 17), (7, 38), (14, 53), (32, 57))),
    "Tern-R1-Distill-Robin-8B, 40, 41",
]


def tern_r1(own: str = "Tern-R1 671B, 66, 80"):
    tests = "LiveCodeBench (Pass@1-COT), MATH-500"
    return card("Tern-R1", table(tests, own), table(tests.replace("-COT", ""), *DISTILLED))


@pytest.mark.parametrize("other", ["Kestrel-236B", "Kestrel-7B", "Kestrel-2B"])
@pytest.mark.parametrize("test", ["LiveCodeBench", "LiveCodeBench (Pass@1)", "LiveCodeBench (Pass@1-COT)"])
def test_no_distilled_model_stands_for_the_card_s_own(other, test):
    row = the_row(tern_r1(), single(other, 43, test))
    cell = row.cells["Tern-R1"]
    assert (cell.model, cell.score.value) == ("Tern-R1 671B", 66)
    assert not any(behind == "Tern-R1" for _, behind in row.leads)


def test_where_the_card_gives_only_other_models_values_none_is_compared():
    tests = "MATH-500, GSM8K"
    tern = card("Tern-R1", table("MMLU, GPQA", "Tern-R1 671B, 80, 60"), table(tests, "Tern-R1-Distill-Wren-7B, 50, 60"))
    rows = put_side_by_side([tern, single("Kestrel-236B", 90, "GSM8K")], None).rows
    cell = next(row for row in rows if row.name == "GSM8K").cells["Tern-R1"]
    assert cell.standing is Standing.NOT_COMPARABLE
    assert cell.why == "Tern-R1-Distill-Wren-7B is another model than the card's own"


def test_another_size_than_the_one_compared_is_not_compared_either():
    sizes = ("Kestrel-8B, 66, 70", "Kestrel-70B, 86, 90")
    kestrel = card("Kestrel", table("MMLU, GSM8K", *sizes), table("ARC-Challenge", "Kestrel-8B, 60"))
    side = put_side_by_side([kestrel, card("Wren-72B", table("MMLU, ARC-Challenge", "Wren-72B, 85, 90"))], None)
    rows = {row.name: row for row in side.rows}
    assert rows["MMLU"].cells["Kestrel"].model == "Kestrel-70B"
    assert rows["ARC-Challenge"].cells["Kestrel"].why == "Kestrel gives none for its model of 70 B"
    assert not rows["ARC-Challenge"].leads


@pytest.mark.parametrize(
    ("labels", "model", "own"),
    [
        (("Tern-R1 671B", "Tern-R1-Distill-Wren-7B"), "Tern-R1", {"Tern-R1 671B"}),
        (("Tern-7B", "Tern-Qwen-7B"), "Tern", {"Tern-7B"}),
        (("Tern-7B", "Tern-1B-Reward"), "lab/Tern", {"Tern-7B"}),
        (("Tern-3-8B", "Tern-2-20B"), "Tern-3", {"Tern-3-8B"}),
        (("Tern-7B", "Tern-Lite-2B", "Tern-7B-Chat"), "Tern", {"Tern-7B", "Tern-Lite-2B", "Tern-7B-Chat"}),
        (("Tern-Code-7B", "Tern-70B"), "Tern", {"Tern-Code-7B", "Tern-70B"}),
        (("Tern-Qwen-7B", "Tern-Llama-8B"), "Tern", {"Tern-Qwen-7B", "Tern-Llama-8B"}),  # no row is of Tern alone
        (("Tern-R1-Distill-Qwen-7B",), "Tern-R1-Distill-Qwen-7B", {"Tern-R1-Distill-Qwen-7B"}),
        (("Wren-7B", "Wren-Qwen-7B"), None, {"Wren-7B", "Wren-Qwen-7B"}),
    ],
)
def test_the_members_of_a_release(labels, model, own):
    assert members(labels, model) == own


def test_a_name_in_a_sentence_makes_no_table_another_model_s():
    rows = [f"Tern-Qwen-7B, {value}, {value}, {value}, {value}" for value in (40,)]
    tern = card("Tern", table("MMLU, GSM8K, MBPP, HumanEval", *rows), "Tern scores 70.1 on ARC-Challenge.")
    side = put_side_by_side([tern, single("Wren-7B", 60, "MMLU")], None)
    row = next(row for row in side.rows if row.name == "MMLU")
    assert row.leads == {("Wren-7B", "Tern")}


def test_a_label_without_size_has_that_of_its_namesake():
    assert sizes_of(["Tern-Lite-Instruct 16B", "Tern-Lite Instruct", "Tern Instruct"]) == {
        "Tern-Lite-Instruct 16B": 16.0,
        "Tern-Lite Instruct": 16.0,
    }


@pytest.mark.parametrize("silent", ["", "Just a text.\n"])
def test_a_card_that_shares_no_test_decides_no_size(silent):
    kestrel = card("Kestrel", table("MMLU", "Kestrel-8B, 66", "Kestrel-70B, 86"))
    small = "Wren-7B", read_card(f"# Wren-7B\n\n{silent or table('PIQA', 'Wren-7B, 70')}\n", name="Wren-7B")
    large = single("Robin-72B", 90)
    models = models_of_cards([kestrel, small, large])
    assert (models["Kestrel"].size, models["Kestrel"].nearest_to) == (70, "Robin-72B")


def test_a_context_of_another_length_is_another_model():
    tern = card("Tern-34B", table("MMLU", "Tern-34B-200K, 75", "Tern-34B, 76"))
    assert the_row(tern, single("Wren-34B", 70, "MMLU")).cells["Tern-34B"].score.value == 76


@pytest.mark.parametrize(
    ("label", "other", "same"),
    [
        ("lab/Tern-7B 📄", "Tern-7B", True),
        ("Tern 7B", "Tern-7B", True),
        ("Tern-7B (ours)", "🔥 Tern-7B", True),
        ("Tern-7B", "Tern-7B-Chat", False),
        ("Tern-7B", "Tern-8B", False),
        ("Tern-34B", "Tern-34B-200K", False),
    ],
)
def test_two_spellings_are_one_model(label, other, same):
    assert same_name(label, other) is same
    assert len(models_among([score(subject=label), score(subject=other)])) == 2 - same


# The stage of a cell


BOTH = (
    table("MMLU (5-shot), GSM8K", "Kestrel-70B, 79, 60", "Kestrel-8B, 60, 40"),
    table("MMLU (0-shot), GSM8K", "Kestrel-70B-Instruct, 86, 90", "Kestrel-8B-Instruct, 70, 80"),
)


@pytest.mark.parametrize(
    ("other", "test", "shown"),
    [
        ("Wren-70B-Instruct", "MMLU (0-shot)", "Kestrel-70B-Instruct"),
        ("Wren-70B-Instruct", "MMLU (5-shot)", "Kestrel-70B-Instruct"),
        ("Wren-70B-Chat", "MMLU", "Kestrel-70B-Instruct"),
        ("Wren-70B-Base", "MMLU (0-shot)", "Kestrel-70B"),
        ("Wren-70B-Base", "MMLU (5-shot)", "Kestrel-70B"),
    ],
)
def test_an_instruct_model_is_held_against_an_instruct_model_whatever_the_settings(other, test, shown):
    assert the_row(card("Kestrel", *BOTH), single(other, 85, test)).cells["Kestrel"].model == shown


def test_the_labels_of_a_card_tell_its_stage_where_its_name_does_not():
    wren = card("Wren-3", table("MMLU (5-shot)", "Wren-3 70B Instruct, 85"))
    assert the_row(card("Kestrel", *BOTH), wren).cells["Kestrel"].model == "Kestrel-70B-Instruct"


@pytest.mark.parametrize(
    ("text", "stage"),
    [
        ("Wren-7B is a pretrained text model.", False),
        ("This card corresponds to the 7B base version of the Wren model.", False),
        ("Wren-7B is an instruction-tuned model.", True),
        ("Wren-7B is a 7B chat model.", True),
        ("Wren-7B is a model.", None),
        ("Wren-7B was trained from the base model of Robin.", None),
    ],
)
def test_a_plain_name_is_of_the_stage_that_the_card_tells(text, stage):
    name, reading = card("Wren-7B", text, table("MMLU", "Wren-7B, 60"))
    assert stage_of_card(name, reading, claims_of(reading)) == (stage, False)


@pytest.mark.parametrize(("test", "stage"), [("MT-Bench", True), ("IFEval", True), ("HumanEval", None)])
def test_a_test_of_conversations_tells_a_tuned_model(test, stage):
    name, reading = single("Wren-7B", 7.1, test)
    assert stage_of_card(name, reading, claims_of(reading))[0] is stage


def test_a_board_s_ifeval_tells_no_stage():
    name, reading = card("Wren-7B", table("IFEval, MuSR, BBH", "Wren-7B, 20, 10, 30"))
    assert stage_of_card(name, reading, claims_of(reading)) == (None, False)


def test_a_base_value_is_not_set_against_an_instruct_model():
    kestrel = card("Kestrel", *BOTH, table("BBH", "Kestrel-70B, 81"))
    wren = card("Wren-70B-Instruct", table("MMLU, BBH", "Wren-70B-Instruct, 80, 60"))
    row = next(row for row in put_side_by_side([kestrel, wren], None).rows if row.name == "BBH")
    assert row.cells["Kestrel"].why == "Kestrel-70B is a pretrained model against a tuned one"
    assert not row.leads
    assert any("is a pretrained model against a tuned one" in line for line in said_of(kestrel, wren).open)


def test_two_releases_of_both_stages_are_compared_at_one_stage():
    tern = card("Tern", table("MMLU, GSM8K", "Tern-70B, 80, 70"), table("MMLU", "Tern-70B-Instruct, 84"))
    side = put_side_by_side([card("Kestrel", *BOTH), tern], None)
    models = {row.name: {cell.model for cell in row.cells.values()} for row in side.rows}
    assert models["MMLU"] == {"Kestrel-70B-Instruct", "Tern-70B-Instruct"}
    assert models["GSM8K"] == {"Kestrel-70B", "Tern-70B"}


def test_a_plain_label_is_pretrained_beside_a_tuned_one_and_unknown_alone():
    assert stages_of(["Tern-7B", "Tern-7B-Chat"]) == {"Tern-7B": False, "Tern-7B-Chat": True}
    assert stages_of(["Tern-7B"]) == {"Tern-7B": None}
    assert stages_of(["Tern-7B", "Tern-7B-Base", "Tern-7B-Chat"])["Tern-7B"] is None


def test_the_summary_says_which_model_and_which_stage_is_shown():
    said = said_of(card("Kestrel", *BOTH), single("Wren-72B-Chat", 80)).concluded
    line = next(line for line in said if line.startswith("Kestrel gives values of 4 models"))
    assert "a value of its tuned model of 70 B, that one is shown, as it is nearest in size to Wren-72B" in line
    line = next(line for line in said_of(tern_r1(), single("Wren-9B", 80, "MATH-500")).concluded if "6 models" in line)
    assert "Where a test has a value of its model of 671 B, that one is shown; choose another" in line
