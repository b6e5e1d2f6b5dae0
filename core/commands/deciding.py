"""verdict: what finished runs say about their models."""

from pathlib import Path

import click

from core.advice.decision import decide
from core.commands.output import json_option, sentences, show
from core.models.home import store_path
from core.reports.html import to_html
from core.reports.json_report import to_json
from core.reports.markdown import to_markdown
from core.runs.database import Database


@click.command()
@click.argument("run_ids", nargs=-1, required=True)
@click.option("--html", "html_path", type=click.Path(path_type=Path), help="Also write the report as HTML.")
@click.option("--markdown", "markdown_path", type=click.Path(path_type=Path), help="Also write it as Markdown.")
@json_option
@sentences
def verdict(run_ids: tuple[str, ...], html_path: Path | None, markdown_path: Path | None, as_json: bool) -> None:
    """Compare two or more runs: who is better, by how much, and how sure that is."""
    with Database(store_path()) as database:
        decision = decide(database, run_ids)
    for path, render in ((html_path, to_html), (markdown_path, to_markdown)):
        if path is not None:
            path.write_text(render(decision), encoding="utf-8")
    lines = [decision.advice, *decision.cautions]
    for pair in decision.pairs:
        lines += ["", f"{pair.a.name} against {pair.b.name}: {pair.advice}" if decision.many else "", *pair.details]
        lines += [pair.track_record, *pair.notes]
    show(to_json(decision), as_json, "\n".join(line for line in lines if line is not None))
