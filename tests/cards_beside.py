"""Cards of one model and one test, set side by side as the page does it."""

from core.advice.claims.side_by_side import put_side_by_side
from core.advice.claims.summary import summarise_cards
from core.cards.read_card import read_card
from core.cards.reading import Origin, ReportedScore
from core.catalogue.use_cases import UseCase


def single(name: str, value: float, test: str = "MMLU (5-shot)"):
    return name, read_card(f"# {name}\n\n| Benchmark | {name} |\n|--|--|\n| {test} | {value} |\n", name=name)


def the_row(*cards, use_case: UseCase | None = None):
    return put_side_by_side(cards, use_case).rows[0]


def said_of(*cards, use_case: UseCase | None = UseCase.GENERAL):
    return summarise_cards(cards, put_side_by_side(cards, use_case), use_case)


def card(name: str, *tables: str):
    return name, read_card(f"# {name}\n\n" + "\n\n".join(tables) + "\n", name=name)


def table(tests: str, *rows: str) -> str:
    """A table of models in rows: table("MMLU, GSM8K", "Tern-7B, 60, 70")."""
    lines = [f"Model, {tests}", ", ".join("--" for _ in f"Model, {tests}".split(", ")), *rows]
    return "\n".join("| " + line.replace(", ", " | ") + " |" for line in lines)


def score(value: float = 60, **given) -> ReportedScore:
    fields = {
        "benchmark": "humaneval",
        "name_as_written": "HumanEval",
        "scale": "percent",
        "metric": None,
        "shots": None,
        "mode": None,
        "precision": None,
        "subject": "Tern-7B",
        "own": True,
        "line": 3,
        "origin": Origin.TABLE,
    }
    return ReportedScore(value=value, **(fields | given))
