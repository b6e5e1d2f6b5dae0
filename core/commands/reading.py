"""card: what a model card claims, with the line each claim rests on."""

from pathlib import Path

import click

from core.cards.read_card import load_card
from core.cards.reading import State
from core.catalogue.use_cases import UseCase
from core.commands.output import json_option, sentences, show


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--use-case", type=click.Choice([u.value for u in UseCase]), help="What you need the model for.")
@json_option
@sentences
def card(path: Path, use_case: str | None, as_json: bool) -> None:
    """Read a model card: its scores, red flags and trust signals, each with its line."""
    reading = load_card(path, use_case=UseCase(use_case) if use_case else None)
    lines = [f"{reading.model or path}: {len(reading.own_scores)} scores of its own model"]
    lines += [f"  {s.name_as_written}: {s.value:g} ({s.scale}), line {s.line}" for s in reading.own_scores]
    for title, findings in (
        ("Red flags", reading.flags),
        ("Trust signals", reading.signals),
        ("Further checks", reading.checks),
    ):
        lines.append(title)
        for finding in findings:
            if finding.state is not State.ABSENT:
                lines.append(f"  {finding.id} ({finding.state.value}): {finding.reason}")
                lines += [f"    line {quote.line}: {quote.text[:160]}" for quote in finding.quotes]
    show(reading.to_dict(), as_json, "\n".join(lines))
