"""divergence: how far smaller files or KV caches stray from a reference's predictions, from the command line."""

from pathlib import Path

import click

from core.advice.ladder.distribution import PURPOSES, DistributionRow, figure_words, read_distributions
from core.advice.ladder.ladder import cache_ladder
from core.commands.output import json_option, sentences, show, table, tell
from core.commands.waiting import follow_job
from core.errors import ModelFileError, NotEnoughData
from core.models.home import store_path
from core.models.model_file import ModelFile, load_model_file
from core.runs.candidates import candidate_from_file, with_unique_names
from core.runs.database import Database
from core.runs.distributions import PLAIN_CACHE, USUAL_CHUNKS, Reader, find_distributions, plan_text, start_divergence
from core.runs.kept_texts import EVAL_TEXT, KeptText, eval_text, keep_text, read_text
from core.runs.run_rows import load_run


@click.command()
@click.argument("reference", type=click.Path(path_type=Path))
@click.argument("paths", metavar="FILE…", nargs=-1, type=click.Path(path_type=Path))
@click.option("--cache", is_flag=True, help="REFERENCE alone: its own KV caches of smaller types instead of FILEs.")
@click.option("--text", "text_path", type=click.Path(path_type=Path), help="A plain text in UTF-8.")
@click.option(
    "--chunks", default=USUAL_CHUNKS, show_default=True, type=click.IntRange(1), help="Of 512 tokens, at most."
)
@click.option("--run", "run_id", help="Or the questions of a run with the answers that it wrote.")
@json_option
@sentences
def divergence(
    reference: Path,
    paths: tuple[Path, ...],
    cache: bool,
    text_path: Path | None,
    chunks: int,
    run_id: str | None,
    as_json: bool,
) -> None:
    """How far the predictions of FILEs lie from REFERENCE's on a text: perplexity, KL divergence, same top token."""
    if (text_path is None) == (run_id is None):
        raise click.UsageError("Give either --text FILE or --run ID.")
    if cache == bool(paths):
        raise click.UsageError("Name the FILEs to hold against REFERENCE, or only REFERENCE with --cache.")
    chosen = load_reference(reference)
    readers = _cached(chosen) if cache else _named(chosen, paths)
    with Database(store_path()) as database:
        text = _load_text(database, text_path, run_id)
        known = find_distributions(database, chosen, text, chunks).found
        missing = [reader for reader in readers.values() if reader.key not in known]
        if missing:
            tell(plan_text(chosen, missing, text, chunks).sentence)
            follow_job(database, start_divergence(database, chosen, missing, text, chunks).id)
        measured = find_distributions(database, chosen, text, chunks)
    rows = read_distributions(
        {name: measured.found[reader.key] for name, reader in readers.items() if reader.key in measured.found}
    )
    failed = {name: measured.failed[r.key] for name, r in readers.items() if r.key in measured.failed}
    value = {
        "reference": str(chosen.path),
        "text": text.name,
        "files": [row.to_dict() | {"cache": _cache_of(readers[row.name])} for row in rows],
        "failed": failed,
    }
    show(value, as_json, "\n".join(_lines(rows, failed)))
    if failed:
        raise SystemExit(1)


def load_reference(path: Path) -> ModelFile:
    """The file that others are held against; raises ModelFileError where it is not there or no model."""
    if not path.expanduser().is_file():
        raise ModelFileError(f"The reference {path} is not there: name the least compressed file of this model.")
    return load_model_file(path.expanduser().absolute())


def _named(reference: ModelFile, paths: tuple[Path, ...]) -> dict[str, Reader]:
    """By the names that are shown; the same content twice is measured once, the reference's own not at all."""
    files = {file.fingerprint: file for file in (load_model_file(path.expanduser().absolute()) for path in paths)}
    if files.pop(reference.fingerprint, None) is not None:
        tell(f"{reference.path.name} is the reference itself and is left out.")
    if not files:
        raise NotEnoughData("Every FILE is the reference itself: name a smaller one to hold against it.")
    named = with_unique_names([candidate_from_file(file) for file in files.values()])
    return {candidate.name: Reader(files[candidate.fingerprint]) for candidate in named}


def _cached(file: ModelFile) -> dict[str, Reader]:
    return {step.name: step.reader for step in cache_ladder(file).tested}


def _cache_of(reader: Reader) -> list[str] | None:
    return None if reader.cache == PLAIN_CACHE else list(reader.cache)


def _load_text(database: Database, text_path: Path | None, run_id: str | None) -> KeptText:
    if text_path is not None:
        return keep_text(read_text(text_path), text_path.name)
    return keep_text(eval_text(database, load_run(database, run_id or "")), EVAL_TEXT)


def _lines(rows: tuple[DistributionRow, ...], failed: dict[str, str]) -> list[str]:
    cells = [
        [
            row.name,
            figure_words(row.measured.kl, 5),
            f"{figure_words(row.measured.same_top, 2, 100)} %",
            figure_words(row.measured.perplexity, 3),
            figure_words(row.measured.reference_perplexity, 3),
            str(row.measured.n_tokens),
            "–" if row.measured.prefill_per_s is None else f"{row.measured.prefill_per_s:.0f}",
            "–" if row.measured.decode_per_s is None else f"{row.measured.decode_per_s:.1f}",
        ]
        for row in rows
    ]
    header = ["file", "KL divergence", "same top token", "perplexity", "reference's", "tokens", "prefill/s", "decode/s"]
    told = [row.sentence for row in rows] + [f"{name}: {why}" for name, why in failed.items()]
    return [table(cells, header), "", *told, "", *PURPOSES]
