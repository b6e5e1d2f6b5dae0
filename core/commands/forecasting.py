"""perplexity: which file predicts a text of one's own domain best."""

from pathlib import Path

import click

from core.advice.preparation.text_forecast import TextForecast, by_name, weigh_forecast
from core.advice.wording import confidence_words
from core.catalogue.preparation_study import load_preparation_study
from core.commands.output import json_option, sentences, show, table
from core.commands.waiting import follow_job
from core.models.home import store_path
from core.models.model_file import load_model_file
from core.runs.candidates import shown_name
from core.runs.database import Database
from core.runs.kept_texts import keep_text, read_text
from core.runs.text_forecasts import USUAL_PASSAGES, find_forecasts, start_forecast


@click.command()
@click.argument("paths", metavar="FILE…", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--text", "text_path", required=True, type=click.Path(path_type=Path), help="A plain text in UTF-8.")
@click.option(
    "--passages", default=USUAL_PASSAGES, show_default=True, type=click.IntRange(2), help="Of about 1 kB, at most."
)
@json_option
@sentences
def perplexity(paths: tuple[Path, ...], text_path: Path, passages: int, as_json: bool) -> None:
    """Bits per byte of every FILE on a text of your domain, with errors: comparable across tokenizers."""
    files = [load_model_file(path.expanduser().absolute()) for path in paths]
    names = {file.fingerprint: (shown_name(file), not file.has_template) for file in files}
    text = keep_text(read_text(text_path), text_path.name)
    with Database(store_path()) as database:
        known = find_forecasts(database, text, passages).found
        missing = [file for file in files if file.fingerprint not in known]
        if missing:
            follow_job(database, start_forecast(database, missing, text, passages).id)
        measured = find_forecasts(database, text, passages)
    failed = {names[key][0]: why for key, why in measured.failed.items() if key in names}
    forecast = weigh_forecast(text.name, by_name(names, measured.found), load_preparation_study())
    show({**forecast.to_dict(), "failed": failed}, as_json, "\n".join(_lines(forecast, failed)))
    if failed:
        raise SystemExit(1)


def _lines(forecast: TextForecast, failed: dict[str, str]) -> list[str]:
    rows = [
        [
            row.name,
            f"{row.bits_per_byte.value:.4f} ± {row.bits_per_byte.error:.4f}",
            "–" if row.behind is None else f"{row.behind.value:+.4f} ± {row.behind.error:.4f}",
            "–" if row.confidence is None else confidence_words(row.confidence),
        ]
        for row in forecast.rows
    ]
    header = ["file", "bits per byte", "behind the first", "the first is better"]
    lines = [forecast.headline, f"{forecast.n_passages} passages, {forecast.n_bytes:,} bytes.", ""]
    lines += [table(rows, header), "", *forecast.cautions, *(f"{name}: {why}" for name, why in failed.items())]
    return [*lines, *forecast.trust]
