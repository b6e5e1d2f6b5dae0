"""Cards of one model and one test, set side by side as the page does it."""

from core.advice.claims.side_by_side import put_side_by_side
from core.advice.claims.summary import summarise_cards
from core.cards.read_card import read_card
from core.catalogue.use_cases import UseCase


def single(name: str, value: float, test: str = "MMLU (5-shot)"):
    return name, read_card(f"# {name}\n\n| Benchmark | {name} |\n|--|--|\n| {test} | {value} |\n", name=name)


def the_row(*cards, use_case: UseCase | None = None):
    return put_side_by_side(cards, use_case).rows[0]


def said_of(*cards, use_case: UseCase | None = UseCase.GENERAL):
    return summarise_cards(cards, put_side_by_side(cards, use_case), use_case)
