"""What may be said of the gap between two values, of tests under several names, and of what others measured."""

import pytest

from core.advice.claims.cells import Standing
from core.advice.claims.no_card import only_cards
from core.advice.claims.side_by_side import put_side_by_side
from core.advice.claims.values import value_words
from core.cards.cross_checks import cross_check, judge_comparisons
from core.cards.gaps import compare_scores, key_of_test, same_test
from core.cards.noise import questions_of
from core.cards.read_card import read_card
from core.cards.reading import State
from core.cards.second_opinions import Asked, hold_against
from core.catalogue.benchmark_names import find_benchmark, find_other
from core.catalogue.public_scores import PublicScore
from core.catalogue.use_cases import UseCase
from tests.cards_beside import card, said_of, score, single, table, the_row

# Noise


@pytest.mark.parametrize(
    ("name", "benchmark", "questions"),
    [
        ("HumanEval", "humaneval", 164),
        ("BFCL v3", "bfcl", None),
        ("Medical Genetics", None, None),
        ("Robustness (n=80)", None, 80),
        ("Robustness (25 questions)", None, 25),
        ("Robustness (2024)", None, None),
        ("Robustness (100)", None, None),  # the most points one can get
        ("MBPP(500)", None, 500),
    ],
)
def test_the_number_of_questions_is_what_is_known_or_what_the_card_counts(name, benchmark, questions):
    assert questions_of(score(name_as_written=name, benchmark=benchmark)) == questions


@pytest.mark.parametrize(
    ("test", "values", "tie"),
    [
        ("date", (80, 76), None),
        ("Medical Genetics", (64, 62.7), True),  # so little counts on no test
        ("Medical Genetics", (74, 62.7), None),
        ("Robustness (25 questions)", (80, 76), True),
        ("Robustness (n=25)", (90, 20), False),
    ],
)
def test_of_a_test_of_unknown_length_no_lead_and_no_noise_is_told(test, values, tie):
    gap = compare_scores(*(score(value, benchmark=None, name_as_written=test) for value in values))
    assert gap.comparable and gap.tie is tie
    assert ("is not known" in gap.sentence) is (tie is None)
    assert "noise" not in gap.sentence or gap.smallest is not None or tie is None


def own_table(*rows: str) -> str:
    return (
        "\n".join(("| Test | Tern-7B | Wren-7B |", "|--|--|--|", "| MMLU-Pro | 50 | 60 |", "| BBH | 50 | 60 |", *rows))
        + "\n"
    )


@pytest.mark.parametrize(
    ("rows", "state", "said"),
    [
        (("| MedQuest | 80 | 76 |",), State.UNCLEAR, "not known what noise explains"),
        (
            ("| MedQuest | 80 | 76 |", "| PubQuiz | 80 | 79 |"),
            State.PRESENT,
            "1 of 2 leads is inside the noise. For 1 the",
        ),
        (("| MMLU | 80 | 60 |",), State.ABSENT, "Every lead over a rival is larger"),
        (("| MMLU | 80 | 60 |", "| PubQuiz | 80 | 70 |"), State.UNCLEAR, "For 1 of 2 leads it is not known"),
    ],
)
def test_leads_of_unknown_noise_are_counted_apart(rows, state, said):
    found = read_card(f"# Tern-7B\n\n{own_table(*rows)}", name="Tern-7B").finding("gaps_inside_noise")
    assert found.state is state and said in found.reason


def test_two_rows_of_one_name_are_not_held_against_one_another():
    rows = (
        "| MMLU | 90 | 50 |",
        "| competition level | 77 | 33 |",
        "| ARC-C | 90 | 50 |",
        "| competition level | 34 | 10 |",
    )
    found = read_card(f"# Tern-7B\n\n{own_table(*rows)}", name="Tern-7B").finding("gaps_inside_noise")
    assert found.state is State.UNCLEAR  # 34 is no tie with 33, which is of another test


def test_no_width_of_ties_is_named_where_the_number_of_questions_is_unknown():
    assert the_row(single("Tern-7B", 60, "BFCL"), single("Wren-7B", 70, "BFCL")).smallest_gap is None
    row = the_row(single("Tern-7B", 60, "BFCL"), single("Wren-7B", 70, "BFCL"))
    assert not row.leads and row.cells["Tern-7B"].standing is Standing.SHOWN
    assert the_row(single("Tern-7B", 60), single("Wren-7B", 70)).smallest_gap == pytest.approx(2.0)


# Names of tests


@pytest.mark.parametrize("name", ["Aider", "Aider (pass rate)", "Aider edit"])
def test_aider_alone_is_no_polyglot(name):
    assert find_benchmark(name) is None
    assert not same_test(score(name_as_written=name, benchmark=None), score(benchmark="aider_polyglot"))


@pytest.mark.parametrize("name", ["Aider polyglot", "Aider-Polyglot (Acc.)", "Aider Polyglot"])
def test_aider_polyglot_is_known_where_it_is_named(name):
    assert find_benchmark(name).id == "aider_polyglot"
    assert find_other("Aider").ability == "code"


@pytest.mark.parametrize(
    ("name", "other", "same"),
    [
        ("AIME24", "AIME 2024 (Pass@1)", True),
        ("AIME'24", "AIME 2024", True),
        ("AIME24", "AIME25", False),
        ("AIME 2024", "AIME 2025", False),
        ("AIME24", "AIME", False),
        ("LCB v6", "LiveCodeBench v6", True),
        ("LCB v5", "LiveCodeBench v6", False),
        ("BFCLv3", "BFCL v3", True),
        ("BFCL v2", "BFCL v3", False),
    ],
)
def test_an_edition_is_one_test_however_its_year_is_written(name, other, same):
    scores = [score(name_as_written=one, benchmark=find_benchmark(one).id) for one in (name, other)]
    assert same_test(*scores) is same
    assert (key_of_test(scores[0]) == key_of_test(scores[1])) is same


def test_an_edition_stands_in_one_row_under_its_shortest_name():
    rows = put_side_by_side([single("Tern-7B", 80, "AIME24"), single("Wren-7B", 79, "AIME 2024 (Pass@1)")], None).rows
    assert [row.name for row in rows] == ["AIME24"] and len(rows[0].cells) == 2


def test_a_win_rate_is_how_a_test_is_counted_and_no_test_of_its_own():
    text = table("AlpacaEval, AlpacaEval (win rate %)", "Tern-7B, 90.6, 90.6")
    rows = put_side_by_side([card("Tern-7B", text)], None).rows
    assert len(rows) == 1
    assert not rows[0].cells["Tern-7B"].others


def test_two_editions_of_one_value_are_two_claims():
    side = put_side_by_side([card("Tern-7B", table("AIME24, AIME25", "Tern-7B, 50, 50"))], None)
    assert len(side.rows) == 2


# Settings that one side leaves out


@pytest.mark.parametrize("silent", ["GSM8K", "GSM8K (acc)"])
def test_shots_left_out_are_treated_alike_in_one_row(silent):
    row = the_row(
        single("Tern-7B", 77, silent), single("Wren-7B", 12, "GSM8K (5-shot)"), single("Robin-7B", 35, "GSM8K")
    )
    assert not row.with_standing(Standing.NOT_COMPARABLE)
    assert {name for name, cell in row.cells.items() if cell.caution} == {"Tern-7B", "Robin-7B"}


def test_a_lead_that_rests_on_shots_left_out_says_so():
    found = said_of(single("Tern-7B", 80, "MMLU"), single("Wren-7B", 60, "MMLU (5-shot)"))
    assert any(line.endswith("; but Tern-7B does not state the shots, as others do.") for line in found.concluded)
    stated = said_of(single("Tern-7B", 80), single("Wren-7B", 60))
    assert not any("does not state" in line for line in stated.concluded)


# Words


def test_marks_of_a_judge_say_who_is_behind_and_why_nothing_is_decided():
    cards = single("Tern-7B", 7.34, "MT-Bench"), single("Wren-7B", 7.8, "MT-Bench")
    assert the_row(*cards).cells["Tern-7B"].why.startswith("behind Wren-7B: 0.46 on a scale of 1 to 10")
    headline = said_of(*cards, use_case=UseCase.CHAT).headline
    assert "how much of a difference on MT-Bench is chance is not known" in headline
    equal = the_row(cards[0], single("Wren-7B", 7.34, "MT-Bench"))
    assert any(cell.why.startswith("level with") for cell in equal.cells.values())


@pytest.mark.parametrize(
    ("value", "scale", "words"),
    [
        (7.73438, "rating", "7.73"),
        (62.0307, "number", "62.03"),
        (62.0307, "percent", "62.0"),
        (0.8443, "share", "84.4"),
    ],
)
def test_values_are_told_with_few_decimals(value, scale, words):
    assert value_words(score(value, scale=scale)) == words


def test_no_sentence_on_a_gap_has_more_than_one_decimal():
    sentence = compare_scores(score(62.0307), score(61.96)).sentence
    assert sentence.startswith("62.0 against 62.0 is a tie")


def test_the_same_text_under_another_name_is_no_second_card():
    name, reading = single("Tern-7B", 60)
    copy = "my copy", read_card(reading.text + "\n", name="Tern-7B")
    cards, doubts = only_cards([(name, reading), copy, single("Wren-7B", 60)])
    assert [one for one, _ in cards] == ["Tern-7B", "Wren-7B"]
    assert doubts == ["my copy is the same text as Tern-7B. It is left out of the comparison."]


def test_one_text_of_two_models_may_be_compared_with_itself():
    text = f"# Tern\n\n{table('MMLU', 'Tern-7B, 60', 'Tern-70B, 80')}\n"
    cards = [(label, read_card(text, name="Tern", own_subjects=(label,))) for label in ("Tern-7B", "Tern-70B")]
    assert only_cards(cards)[1] == []


# What others measured


def public(value: float, setting: str = "pass@1") -> PublicScore:
    return PublicScore("Tern-7B", None, 7, "humaneval", value, "percent", None, setting, "evalplus", "2024-12")


def held(claim: float, *values: float):
    reading = read_card(f"# Tern-7B\n\n|Model|HumanEval|\n|--|--|\n|Tern-7B|{claim}|\n", name="Tern-7B")
    rows = tuple(public(value, f"run {number}") for number, value in enumerate(values))
    return hold_against(reading, [Asked("EvalPlus", own=rows, fetched_on="2026-11-01")])


def test_a_summary_does_not_contradict_its_lines():
    both = held(80.4, 40, 78.5)
    assert both.finding.state is State.ABSENT
    assert "One value lies lower still, but for the same claim another one agrees with the card." in both.sentence
    assert "lower still" not in held(80.4, 78.5).sentence
    assert "lower still" not in held(80.4, 78.5, 79).sentence


def test_a_finding_from_others_names_its_test():
    assert held(80.4, 30).finding.reason.startswith("HumanEval: EvalPlus")
    assert held(80.4, 79).finding.reason.startswith("Independent boards agree. HumanEval: EvalPlus")


def test_of_two_runs_the_failed_one_does_not_speak_for_both():
    reading = read_card("# Tern-7B\n\n|Model|HumanEval|\n|--|--|\n|Tern-7B with hints|80|\n", name="Tern-7B")
    found = judge_comparisons(cross_check(reading, [public(0), public(60)]), lambda _: ())
    assert found.state is State.UNCLEAR and "reached with help" in found.reason
