"""Cards of several sizes, orders, cards without scores and texts that are none: what is set side by side."""

import pytest

from core.advice.claims.cells import Standing
from core.advice.claims.no_card import only_cards
from core.advice.claims.sizes import models_of_cards
from core.advice.claims.values import cut_quote, quote_words
from core.cards.read_card import read_card
from core.cards.reading import Quote, State
from core.cards.second_opinions import Asked, hold_against
from core.catalogue.public_scores import PublicScore
from core.catalogue.use_cases import UseCase
from tests.cards_beside import said_of, single, the_row


def release(name: str, *models: tuple[str, float], test: str = "MMLU (5-shot)"):
    """A card of a whole release: a row for each of its models."""
    rows = "".join(f"| {model} | {value} |\n" for model, value in models)
    reading = read_card(f"# {name}\n\n| Model | {test} |\n|--|--|\n{rows}", name=name)
    assert len(reading.main_scores) == len(models)
    return name, reading


KESTREL = (("Kestrel-8B", 66), ("Kestrel-70B", 86), ("Kestrel-405B", 88))


@pytest.mark.parametrize(
    ("other", "shown"),
    [
        ("Wren-7B", "Kestrel-8B"),
        ("Wren-72B", "Kestrel-70B"),
        ("Wren-400B", "Kestrel-405B"),
        ("Wren-1B", "Kestrel-8B"),
        ("Wren-8x7B", "Kestrel-70B"),
        ("Wren-500M", "Kestrel-8B"),
    ],
)
def test_of_several_sizes_the_nearest_is_shown_and_named(other, shown):
    cell = the_row(release("Kestrel", *KESTREL), single(other, 70)).cells["Kestrel"]
    assert (cell.model, cell.score.value) == (shown, dict(KESTREL)[shown])
    assert cell.said == f"{shown}: 5-shot"
    assert cell.others_words == "2 values of other models"


def test_two_cards_of_one_size_each_leave_the_larger_of_equally_near_ones():
    cards = release("Kestrel", *KESTREL), single("Wren-8B", 71), single("Wren-70B", 85.6)
    row = the_row(*cards)
    assert row.cells["Kestrel"].model == "Kestrel-70B"
    assert row.cells["Wren-70B"].standing is Standing.TIED
    assert row.cells["Wren-8B"].standing is Standing.BEHIND


def test_the_summary_says_whose_values_are_shown_and_how_to_choose():
    said = said_of(release("Kestrel", *KESTREL), single("Wren-7B", 75)).concluded
    assert any("Wren-7B 75 against Kestrel 66 (Kestrel-8B)" in line for line in said)
    line = next(line for line in said if line.startswith("Kestrel gives values of 3 models"))
    assert "nearest in size to Wren-7B" in line and "Which columns or rows are this card's own model?" in line


def test_a_card_of_one_model_names_none_and_is_not_spoken_of():
    cards = single("Tern-7B", 60), single("Wren-7B", 75)
    assert [cell.model for cell in the_row(*cards).cells.values()] == ["", ""]
    assert not any("gives values of" in line for line in said_of(*cards).concluded)


def test_a_release_alone_names_the_model_of_each_value():
    cell = the_row(release("Kestrel", *KESTREL)).cells["Kestrel"]
    assert cell.model == "Kestrel-8B" and cell.standing is Standing.ALONE


def test_two_releases_are_held_against_each_other_at_the_sizes_that_are_nearest():
    row = the_row(release("Kestrel", *KESTREL), release("Tern", ("Tern-1B", 30), ("Tern-65B", 70)))
    assert [cell.model for cell in row.cells.values()] == ["Kestrel-70B", "Tern-65B"]


def test_two_rows_that_were_pointed_out_are_named_too():
    text = "# Wren-7B\n\n|Model|MMLU|\n|--|--|\n|Wren-Pro-7B|61|\n|Wren-Ultra-7B|63|\n"
    reading = read_card(text, name="Wren-7B", own_subjects=("Wren-Pro-7B", "Wren-Ultra-7B"))
    assert the_row(("Wren-7B", reading)).cells["Wren-7B"].model in ("Wren-Pro-7B", "Wren-Ultra-7B")


def test_a_table_of_another_model_of_the_family_decides_no_size():
    text = (
        "# Tern\n\n|Test|Tern-8B|\n|--|--|\n|MMLU|60|\n|GSM8K|70|\n|HumanEval|50|\n|MBPP|40|\n\n"
        "|Test|Tern-1B-Reward|\n|--|--|\n|RewardBench|80|\n"
    )
    models = models_of_cards([("Tern", read_card(text, name="Tern")), single("Wren-1B", 40)])
    assert (models["Tern"].size, models["Tern"].nearest_to) == (8, "")


def scored(name: str, *rows: tuple[str, float]):
    lines = "".join(f"| {test} | {value} |\n" for test, value in rows)
    return name, read_card(f"# {name}\n\n| Benchmark | {name} |\n|--|--|\n{lines}", name=name)


def test_the_order_changes_only_where_a_test_turns_it_round():
    a = scored("Tern-9B", ("MMLU", 74.7), ("C-Eval", 77))
    b = scored("Wren-8B", ("MMLU", 76.0))
    c = scored("Kestrel-2B", ("MMLU", 52), ("C-Eval", 57))
    same = said_of(a, b, c).headline
    assert "changes from test to test" not in same and "No test reverses" in same
    turned = said_of(scored("Tern-9B", ("MMLU", 74), ("C-Eval", 40)), c).headline
    assert "changes from test to test" in turned


def test_more_than_noise_explains_is_true_of_every_pair():
    cards = [single(name, value, "ARC-Challenge") for name, value in (("A-7B", 94.8), ("B-7B", 81.7), ("C-7B", 92.0))]
    row = the_row(*cards)
    least = min(abs(row.cells[a].score.value - row.cells[b].score.value) for a, b in row.leads)
    assert row.smallest_gap is not None and row.smallest_gap <= least


def test_a_lower_rate_of_errors_leads():
    row = the_row(single("Tern-7B", 20, "MMLU ↓"), single("Wren-7B", 60, "MMLU ↓"))
    assert row.leads == {("Tern-7B", "Wren-7B")} and row.sentence == "Tern-7B is ahead of Wren-7B"


PLAIN = "# Tern-7B\n\nTern-7B is a model with 7B parameters. Our 7B model beats a 13B model on every coding test.\n"


def test_the_flags_of_a_card_without_scores_stand_in_the_summary():
    reading = read_card(PLAIN, name="Tern-7B")
    assert any(flag.state is State.PRESENT for flag in reading.flags)
    said = said_of(("Tern-7B", reading)).concluded
    assert any("gives no score" in line for line in said) and any("has red flags: " in line for line in said)


@pytest.mark.parametrize("text", [PLAIN, "# Tern-7B\n\n|Test|Wren-7B|Robin-7B|\n|--|--|--|\n|MMLU|60|61|\n"])
def test_a_card_without_scores_of_its_own_measures_no_use_case(text):
    check = read_card(text, name="lab/Tern-7B", use_case=UseCase.CODING).finding("off_use_case")
    assert check.state is State.UNCLEAR and "nothing in it measures coding" in check.reason


def test_a_text_that_is_no_card_is_no_candidate():
    changes = read_card("Fixed a crash on start.\nFaster import of tables.\n", name="CHANGELOG.md")
    cards, doubts = only_cards([("CHANGELOG.md", changes), single("Tern-7B", 60)])
    assert [name for name, _ in cards] == ["Tern-7B"]
    assert "does not look like a model card" in doubts[0] and "left out of the comparison" in doubts[0]


def test_nothing_judged_is_neither_praise_nor_doubt():
    row = PublicScore("Tern-7B", None, 7, "humaneval", 61.0, "percent", None, "pass@1", "evalplus", "2024-12")
    text = "# Tern-7B\n\n|Model|HumanEval|\n|--|--|\n|Tern-7B + Human Feedback|87|\n"
    reading = read_card(text, name="Tern-7B")
    found = hold_against(reading, [Asked("EvalPlus", own=(row,), fetched_on="2026-11-01")])
    assert found.sentence == "The one value of others could not be judged, so nothing is confirmed and nothing doubted."
    plain = read_card(text.replace(" + Human Feedback|87", "|62"), name="Tern-7B")
    judged = hold_against(plain, [Asked("EvalPlus", own=(row,), fetched_on="2026-11-01")]).sentence
    assert "noise and protocol explain" in judged
    assert hold_against(plain).sentence == "No value of others was found to hold against it."


def test_quoted_lines_are_as_written_and_a_cut_one_says_so():
    assert cut_quote("a line that is short", 40) == "a line that is short"
    assert cut_quote("word " * 100, 23) == "word word word word …"
    assert cut_quote("x" * 50, 10) == "x" * 10 + " …"
    text = "<table>\n<tr><th>Test</th><th>Tern-7B</th></tr>\n<tr><td>MMLU</td>\n<td>67.85</td></tr>\n</table>\n"
    quoted = quote_words(Quote(4, "<td>67.85</td></tr>"), read_card(text, name="Tern-7B"))
    assert quoted == "<td>67.85</td></tr> (MMLU, Tern-7B: 67.85)"


def test_a_gap_as_large_as_noise_explains_is_a_tie():
    row = the_row(
        single("Kestrel-70B", 94.8, "ARC-Challenge (0-shot)"), single("Tern-70B", 92.8, "ARC-Challenge (0-shot)")
    )
    assert row.smallest_gap == pytest.approx(2.0, abs=0.1)
    row = the_row(single("Kestrel-70B", 94.8), single("Tern-70B", 92.8))
    assert {cell.standing for cell in row.cells.values()} == {Standing.TIED}
    row = the_row(single("Kestrel-70B", 94.9), single("Tern-70B", 92.8))
    assert row.cells["Kestrel-70B"].standing is Standing.HIGHEST


def test_what_all_cards_leave_out_is_said_once():
    bare = "| Benchmark | {0} |\n|--|--|\n| MMLU | {1} |\n"
    cards = [(name, read_card(f"# {name}\n\n{bare.format(name, 60)}", name=name)) for name in ("A-7B", "B-7B", "C-7B")]
    said = said_of(*cards).concluded
    missing = [line for line in said if line.startswith("All 3 cards leave out")]
    assert len(missing) == 1 and "precision" in missing[0] and "leakage into the training data" in missing[0]
    assert not any("contamination unaddressed" in line or "quantization undisclosed" in line for line in said)
    boast = read_card(f"# D-7B\n\nOur 7B beats a 70B on MMLU.\n\n{bare.format('D-7B', 60)}", name="D-7B")
    said = said_of(cards[0], ("D-7B", boast)).concluded
    assert any(line.startswith("Both cards leave out") for line in said)
    assert any(line.startswith("D-7B also has red flags: size mismatch") for line in said)
    assert any("red flags" in line and "quantization undisclosed" in line for line in said_of(cards[0]).concluded)


def test_a_card_that_shares_no_test_with_the_others_is_named():
    a, b = scored("A-7B", ("MMLU", 60)), scored("B-7B", ("MMLU", 70))
    c, d = scored("C-7B", ("GSM8K", 50)), scored("D-7B", ("MBPP", 55))
    assert not any("cannot rank" in line for line in said_of(a, b).concluded)
    said = said_of(a, b, c).concluded
    assert "C-7B shares no test with the others that was taken alike: the cards cannot rank it." in said
    said = said_of(a, b, c, d).concluded
    assert "C-7B and D-7B share no test with the others that was taken alike: the cards cannot rank them." in said
    assert not any(
        "cannot rank" in line for line in said_of(a, c).concluded
    )  # the headline says that nothing is decided
