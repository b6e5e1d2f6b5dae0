"""A lead of one card over another where the settings are told apart from the table, by one card only, or not at all."""

import pytest

from core.advice.claims.cells import Cell, Standing
from core.advice.claims.side_by_side import put_side_by_side
from core.advice.claims.summary import CardSummary, summarise_cards
from core.cards.read_card import read_card
from core.cards.reading import CardReading
from core.catalogue.use_cases import UseCase

MINE, THEIRS = "Kestrel-7B", "Wren-7B"


def _card(name: str, rows: str, said: str = "") -> tuple[str, CardReading]:
    return name, read_card(f"# {name}\n\n| Benchmark | {name} |\n|---|---|\n{rows}\n\n{said}\n", name=name)


def _cells(mine: str, theirs: str, said: str = "", said_there: str = "") -> dict[str, Cell]:
    cards = [_card(MINE, f"| {mine} | 50.0 |", said), _card(THEIRS, f"| {theirs} | 30.0 |", said_there)]
    return {name: cell for row in put_side_by_side(cards, None).rows for name, cell in row.cells.items()}


def _said(*cards: tuple[str, CardReading], use_case: UseCase | None = None) -> CardSummary:
    return summarise_cards(cards, put_side_by_side(cards, use_case), use_case)


@pytest.mark.parametrize(
    ("mine", "theirs", "apart", "caution"),
    [
        ("AlpacaEval 2.0 (LC)", "AlpacaEval 2.0 (win rate)", True, False),
        ("AlpacaEval 2.0 (LC win rate)", "AlpacaEval 2.0 (win rate)", True, False),
        ("LC AlpacaEval 2.0", "AlpacaEval 2.0", False, True),
        ("AlpacaEval2 LC", "AlpacaEval2", False, True),
        ("AlpacaEval 2.0", "AlpacaEval 2.0", False, False),
        ("AlpacaEval 2.0 (LC)", "AlpacaEval 2.0 (length-controlled)", False, False),
        ("IFEval (avg)", "IFEval (prompt strict)", True, False),
        ("IFEval", "IFEval (prompt strict)", False, False),
        ("GSM8K (0-shot)", "GSM8K", False, True),  # most cards show examples there
        ("GSM8K (8-shot)", "GSM8K", False, True),
        ("HumanEval (0-shot)", "HumanEval", False, False),  # and none here
    ],
)
def test_ways_of_counting_and_asking_that_one_name_tells(mine: str, theirs: str, apart: bool, caution: bool) -> None:
    cells = _cells(mine, theirs)
    assert (cells[MINE].standing is Standing.NOT_COMPARABLE) is apart
    assert bool(cells[THEIRS].caution) is caution


@pytest.mark.parametrize(
    ("said", "said_there", "apart", "caution"),
    [
        ("All results were obtained in thinking mode.", "All results were obtained in non-thinking mode.", True, False),
        ("Scores are with reasoning enabled.", "Scores are with reasoning disabled.", True, False),
        ("All evaluations use thinking mode.", "", False, True),
        ("Evaluated with chain-of-thought prompting.", "Evaluated without chain-of-thought.", False, True),
        ("We report maj@32.", "", True, False),
        ("Best of 8 runs.", "", True, False),
        ("All scores were measured without thinking.", "We evaluate all models in non-thinking mode.", False, False),
        ("The model supports thinking mode.", "", False, False),
        ("We recommend thinking mode.", "", False, False),
        ("GPQA was run with chain-of-thought.", "", False, False),
        ("All results on AIME were obtained in thinking mode.", "", False, False),
        ("The results of Tern-7B are in thinking mode.", "", False, False),
        ("We trained it with chain-of-thought data.", "", False, False),
        ("Results improve with thinking mode.", "", False, False),
        ("Our model excels in reasoning.", "", False, False),
        ("We use chain-of-thought prompting.", "", False, False),
        ("For all benchmarks we use chain-of-thought prompting.", "", False, True),
        ("Tests of reasoning and of thinking.", "", False, False),
        ("All results use thinking mode.\n\nAll results use non-thinking mode.", "", False, False),
    ],
)
def test_a_mode_told_in_one_sentence_of_all_results(said: str, said_there: str, apart: bool, caution: bool) -> None:
    cells = _cells("MMLU-Pro", "MMLU-Pro", said, said_there)
    assert (cells[MINE].standing is Standing.NOT_COMPARABLE) is apart
    assert bool(cells[THEIRS].caution) is caution


def test_a_card_without_a_test_of_the_use_case_is_named() -> None:
    code = [_card(name, f"| HumanEval | {value} |") for name, value in ((MINE, 60), (THEIRS, 30))]
    other = _card("Tern-7B", "| MMLU | 61.2 |")
    told = "Tern-7B reports no test chosen for coding: nothing here ranks it for that."
    assert told in _said(*code, other, use_case=UseCase.CODING).concluded
    assert told not in _said(*code, other).concluded
    assert told not in _said(code[0], other, use_case=UseCase.CODING).concluded


def test_the_noise_of_a_test_is_one_number() -> None:
    cards = [_card(name, f"| HumanEval | {value} |") for name, value in ((MINE, 59.8), (THEIRS, 43), ("Tern-7B", 57.3))]
    row = put_side_by_side(cards, None).rows[0]
    assert row.smallest_gap is not None
    assert any(f"more than the {row.smallest_gap:.1f} points" in told for told in _said(*cards).concluded)


def test_a_general_assistant_does_work() -> None:
    cards = [_card(name, "| HumanEval | 60 |") for name in (MINE, THEIRS)]
    told = " ".join(_said(*cards, use_case=UseCase.GENERAL).concluded)
    assert "measure the work of a general assistant too" in told


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ((64, 63.5, 61.9, 60), "B-7B ties with A-7B and C-7B, and is ahead of D-7B"),
        ((64, 63, 62.2, 61, 60), "B-7B and C-7B tie with A-7B and D-7B, and are ahead of E-7B"),
        ((70, 68.5, 66.9), "B-7B ties with both"),
    ],
)
def test_one_between_the_top_and_the_rest_may_lead_some_of_it(values: tuple[float, ...], said: str) -> None:
    cards = [_card(f"{'ABCDE'[i]}-7B", f"| MMLU (5-shot) | {value} |") for i, value in enumerate(values)]
    row = put_side_by_side(cards, None).rows[0]
    assert said in row.sentence
    assert any(said in told for told in _said(*cards).concluded)


@pytest.mark.parametrize(
    ("mine", "theirs", "standing"),
    [
        ("MMLU (5 shot MC)", "MMLU (5-shot)", Standing.HIGHEST),
        ("MMLU (5-shot, MC)", "MMLU (5-shot)", Standing.HIGHEST),
        ("HellaSwag (0-shot CF)", "HellaSwag (0-shot MC)", Standing.NOT_COMPARABLE),
        ("TruthfulQA (MC1)", "TruthfulQA (MC2)", Standing.NOT_COMPARABLE),
        ("MMLU-Pro (5-shot MC)", "MMLU (5-shot)", Standing.ALONE),
        ("CF", "MMLU", Standing.ALONE),
    ],
)
def test_choices_and_cloze_are_ways_to_take_a_test(mine: str, theirs: str, standing: Standing) -> None:
    assert _cells(mine, theirs)[MINE].standing is standing
