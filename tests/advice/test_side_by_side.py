"""Cards side by side, and what follows from them in words; every number is checked by hand."""

import pytest

from core.advice.claims.cells import Row, Standing
from core.advice.claims.facts import facts_side_by_side
from core.advice.claims.side_by_side import put_side_by_side
from core.advice.claims.summary import summarise_cards
from core.cards.read_card import read_card
from core.catalogue.use_cases import UseCase
from tests.sample_cards import BRIO, LUMEN, TERRA


def card(name: str, *rows: tuple[str, float | str]):
    lines = "".join(f"| {test} | {value} |\n" for test, value in rows)
    return name, read_card(f"# {name}\n\n| Benchmark | {name} |\n|--|--|\n{lines}", name=name)


def only_row(*cards, use_case: UseCase | None = UseCase.CODING) -> Row:
    rows = put_side_by_side(cards, use_case).rows
    assert len(rows) == 1
    return rows[0]


def standings(row: Row) -> dict[str, Standing]:
    return {name: cell.standing for name, cell in row.cells.items()}


def test_a_lead_counts_beyond_chance_only():
    # HumanEval has 164 questions: 1.96 * sqrt(2) * sqrt(0.79 * 0.21 / 164) = 8.8 points at 79 %
    far = only_row(card("A-7B", ("HumanEval", 88)), card("B-7B", ("HumanEval", 70)))
    assert standings(far) == {"A-7B": Standing.HIGHEST, "B-7B": Standing.BEHIND}
    assert far.smallest_gap == pytest.approx(8.8, abs=0.05)
    assert far.cells["B-7B"].why == "18.0 points behind"
    near = only_row(card("A-7B", ("HumanEval", 74)), card("B-7B", ("HumanEval", 72)))
    assert standings(near) == {"A-7B": Standing.TIED, "B-7B": Standing.TIED}
    assert near.cells["A-7B"].ties == ("B-7B",)


def test_ties_below_the_top_are_named_too():
    row = only_row(*(card(f"{n}-7B", ("HumanEval", v)) for n, v in (("A", 90), ("B", 70), ("C", 68))))
    assert standings(row)["B-7B"] is standings(row)["C-7B"] is Standing.BEHIND
    assert row.cells["B-7B"].ties == ("C-7B",)
    assert row.sentence == "A-7B is ahead of B-7B and C-7B"


def test_values_that_were_taken_differently_are_marked_with_the_reason():
    row = only_row(card("A-7B", ("MBPP (0-shot)", 70)), card("B-7B", ("MBPP (3-shot)", 60)))
    assert set(standings(row).values()) == {Standing.NOT_COMPARABLE}
    assert (row.cells["A-7B"].why, row.cells["A-7B"].rival) == ("0 against 3 shots", "B-7B")


def test_of_several_values_the_one_that_compares_is_shown():
    row = only_row(
        card("A-7B", ("MBPP (0-shot)", 71), ("MBPP (3-shot)", 75)),
        card("B-7B", ("MBPP (3-shot)", 60)),
        card("C-7B", ("MBPP (3-shot)", 59)),
    )
    assert row.cells["A-7B"].score.value == 75
    assert [other.value for other in row.cells["A-7B"].others] == [71]
    assert standings(row)["A-7B"] is Standing.HIGHEST


def test_one_card_of_three_may_stand_apart():
    row = only_row(
        card("A-7B", ("GSM8K (8-shot)", 71)),
        card("B-7B", ("GSM8K (8-shot)", 60)),
        card("C-7B", ("GSM8K (maj@8)", 90)),
        use_case=UseCase.REASONING,
    )
    assert standings(row) == {
        "A-7B": Standing.HIGHEST,
        "B-7B": Standing.BEHIND,
        "C-7B": Standing.NOT_COMPARABLE,
    }
    assert "maj@8" in row.cells["C-7B"].why


def test_a_value_without_settings_does_not_join_two_that_do_not_go_together():
    row = only_row(
        card("A-7B", ("MMLU (5-shot)", 66)),
        card("B-7B", ("MMLU", 42)),
        card("C-7B", ("MMLU (0-shot)", 61)),
        use_case=UseCase.GENERAL,
    )
    assert standings(row) == {
        "A-7B": Standing.HIGHEST,
        "B-7B": Standing.BEHIND,
        "C-7B": Standing.NOT_COMPARABLE,
    }
    assert row.cells["C-7B"].why == "0 against 5 shots"


def test_shares_and_percents_are_one_scale_and_a_claim_said_twice_is_one():
    row = only_row(card("A-7B", ("HumanEval", "0.9"), ("HumanEval (pass@1)", "0.900")), card("B-7B", ("HumanEval", 60)))
    assert row.cells["A-7B"].others == ()
    assert row.cells["A-7B"].settings == "pass@1"  # the one that says how it was taken stands for both
    assert standings(row)["A-7B"] is Standing.HIGHEST


def test_of_ratings_and_unknown_tests_no_lead_is_made():
    elo = only_row(card("A-7B", ("Chatbot Arena", 1200)), card("B-7B", ("Chatbot Arena", 1100)), use_case=UseCase.CHAT)
    assert set(standings(elo).values()) == {Standing.SHOWN}
    assert any("64% expected wins" in cell.why for cell in elo.cells.values())
    odd = only_row(card("A-7B", ("HouseBench", 80)), card("B-7B", ("HouseBench", 20)), use_case=None)
    assert set(standings(odd).values()) == {Standing.SHOWN}


def test_years_of_one_contest_are_different_tests():
    rows = put_side_by_side([card("A-7B", ("AIME 2024", 30)), card("B-7B", ("AIME 2025", 30))], None).rows
    assert sorted(row.name for row in rows) == ["AIME 2024", "AIME 2025"]
    assert {cell.standing for row in rows for cell in row.cells.values()} == {Standing.ALONE}


def test_what_measures_the_use_case_comes_first_in_reading_order():
    cards = [card("A-7B", ("MMLU", 60), ("HellaSwag", 80), ("MBPP", 50), ("HumanEval", 60))]
    side = put_side_by_side(cards, UseCase.CODING)
    assert [row.name for row in side.relevant] == ["HumanEval", "MBPP"]
    assert {row.name for row in side.rest} == {"MMLU", "HellaSwag"}


def test_without_a_use_case_shared_tests_come_first():
    cards = [card("A-7B", ("MMLU", 60), ("PIQA", 80)), card("B-7B", ("MMLU", 66))]
    side = put_side_by_side(cards, None)
    assert [row.name for row in side.relevant] == ["MMLU"]
    assert [row.name for row in side.rest] == ["PIQA"]


def test_a_sibling_s_value_never_stands_for_the_model():
    text = (
        "# Lumen-7B\n\n[7B](https://huggingface.co/lab/Lumen-7B) [2B](https://huggingface.co/lab/Lumen-2B)\n\n"
        "| Benchmark | Lumen-2B | Lumen-7B |\n|--|--|--|\n| HumanEval | 30 | 60 |\n"
    )
    reading = read_card(text, name="lab/Lumen-7B")
    assert len(reading.own_scores) == 2
    assert only_row(("Lumen-7B", reading)).cells["Lumen-7B"].score.value == 60


@pytest.mark.parametrize(("name", "value"), [("lab/Lumen-8B-Instruct", 70), ("lab/Lumen-8B", 60)])
def test_the_base_s_table_never_stands_for_the_tuned_model_nor_the_other_way_round(name, value):
    tables = "".join(
        f"\n## {title}\n\n| Benchmark | {label} |\n|--|--|\n| MMLU (5-shot) | {points} |\n"
        for title, label, points in (("Base models", "Lumen 8B", 60), ("Tuned models", "Lumen 8B Instruct", 70))
    )
    row = only_row((name, read_card(f"# Lumen 8B\n{tables}", name=name)), use_case=None)
    assert [row.cells[name].score.value, row.cells[name].others] == [value, ()]


def summary_of(*cards, use_case: UseCase | None = UseCase.CODING):
    return summarise_cards(cards, put_side_by_side(cards, use_case), use_case)


def test_a_clear_order_is_still_only_the_cards_own_claim():
    said = summary_of(card("A-7B", ("HumanEval (0-shot)", 88)), card("B-7B", ("HumanEval (0-shot)", 60)))
    assert said.headline == "By their own claims on HumanEval, A-7B is ahead."
    assert said.concluded[0] == "HumanEval: A-7B 88 against B-7B 60, more than the 9.5 points that noise explains."
    assert any("your own coding questions" in line for line in said.open)
    assert any("quantized file" in line for line in said.open)


@pytest.mark.parametrize(
    ("cards", "headline"),
    [
        ([("A-7B", ("HumanEval", 74)), ("B-7B", ("HumanEval", 72))], "A-7B and B-7B tie for coding"),
        ([("A-7B", ("HumanEval", 74)), ("B-7B", ("MBPP", 72))], "These cards decide nothing for coding"),
        ([("A-7B", ("HumanEval", 74))], "One card alone ranks nothing"),
        (
            [("A-7B", ("HumanEval", 90), ("MBPP", 40)), ("B-7B", ("HumanEval", 60), ("MBPP", 70))],
            "changes from test to test",
        ),
    ],
)
def test_the_headline_says_what_the_cards_decide(cards, headline):
    assert headline in summary_of(*(card(*one) for one in cards)).headline


def test_what_no_card_reports_and_what_cannot_be_compared_stays_open():
    found = summary_of(card("A-7B", ("HumanEval (0-shot)", 74)), card("B-7B", ("HumanEval (5-shot)", 72), ("MBPP", 50)))
    said = found.open
    assert "Who is better on HumanEval: A-7B and B-7B were not tested alike (0 against 5 shots)." in said
    assert "Who is better at what MBPP measures: one card alone reports it." in said
    # An eval of one's own tells nothing of a public test, so this stands elsewhere.
    assert any(line.endswith("measure coding too, and no card reports them.") for line in found.concluded)
    assert not any("no card reports" in line for line in said)


def test_flags_signals_and_silence_about_settings_are_part_of_the_summary():
    cards = [
        ("Lumen", read_card(LUMEN, name="lab/Lumen-7B-Instruct")),
        ("Brio", read_card(BRIO, name="Brio-8B-Chat")),
        ("Terra", read_card(TERRA, name="Terra-3B")),
    ]
    said = "\n".join(summary_of(*cards).concluded)
    assert "Brio also has red flags: " in said and "beats frontier claim" in said
    assert "leaves the settings out, so a lead may rest on how it was tested" in said
    empty = summary_of(("Nothing", read_card("# Nothing-7B\n\nA model of few words, as this card shows.\n")))
    assert any("gives no score: there is nothing to compare" in line for line in empty.concluded)
    rivals = "# Nothing-7B\n\n|Test|Wren-7B|Tern-7B|\n|--|--|--|\n|MMLU|60.1|61.2|\n"
    others = summary_of(("Nothing", read_card(rivals, name="lab/Nothing-7B")))
    assert any("Point out its column or row" in line for line in others.concluded)


def test_an_admission_stands_in_the_summary():
    text = "# A-7B\n|Test|A-7B|\n|--|--|\n|MMLU|60.1|\n\nSome of the datasets we used may have been contaminated.\n"
    said = summary_of(("A-7B", read_card(text, name="lab/A-7B"))).concluded
    assert any(line.startswith("A-7B: The card admits that test questions may") for line in said)


def test_who_ties_with_both_is_not_ahead():
    found = summary_of(
        *(card(name, ("MMLU (5-shot)", value)) for name, value in (("A-7B", 64.9), ("B-7B", 63.1), ("C-7B", 61.5))),
        use_case=UseCase.GENERAL,
    )
    assert "A-7B is ahead" in found.headline
    assert any(
        "MMLU: A-7B 64.9 against C-7B 61.5" in line and "B-7B ties with both" in line for line in found.concluded
    )


def test_one_lead_beside_ties_is_no_changing_order():
    one = card("A-7B", ("HumanEval (0-shot)", 90), ("MBPP (0-shot)", 60))
    two = card("B-7B", ("HumanEval (0-shot)", 60), ("MBPP (0-shot)", 60.5))
    assert summary_of(one, two).headline == (
        "By their own claims A-7B is ahead on HumanEval; on 1 other test the cards tie."
    )


def test_facts_stand_side_by_side_and_what_a_card_leaves_out_is_marked():
    first = read_card(
        "---\nlicense: mit\nbase_model: lab/Wren-7B\nbase_model_relation: finetune\n---\n"
        "# Tern-7B\n\nA 7B model with a 32k context."
    )
    second = read_card("# Kestrel-8B\n\nKestrel-8B has 8B parameters.")
    facts = facts_side_by_side([("Tern", first), ("Kestrel", second)])
    assert facts["parameters"] == {"Tern": "7 B", "Kestrel": "8 B"}
    assert facts["context"] == {"Tern": "32,768 tokens", "Kestrel": "–"}
    assert facts["made from"] == {"Tern": "lab/Wren-7B (fine-tuned)", "Kestrel": "–"}
    assert "training cutoff" not in facts


@pytest.mark.parametrize("test", ["AIME 2024 (30)", "LiveCodeBench (sanitized)", "BFCL (100 questions)", "RULER (64k)"])
def test_a_part_of_a_test_alone_makes_a_row(test: str):
    table = "# {0}\n\n| Benchmark | {0} |\n|--|--|\n| {1} | {2} |\n"
    values = (("A-7B", 30.1), ("B-7B", 45))
    cards = [(name, read_card(table.format(name, test, value), name=name)) for name, value in values]
    for given in (cards[:1], cards):
        side = put_side_by_side(given, None)
        assert len([*side.relevant, *side.rest]) == 1
